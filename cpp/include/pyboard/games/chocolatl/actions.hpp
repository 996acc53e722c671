// pyboard/games/chocolatl/actions.hpp: the numbering of actions (section 7) and of outcomes, which grows with the
// largest card value.
#pragma once

#include "pyboard/games/chocolatl/state.hpp"

namespace pyboard::chocolatl {

/// Decision kinds in the order of the table in `info()`.
enum Decision : int {
  kOfferFirst,
  kBid,
  kCard1,
  kCard2,
  kDice,
  kVillageChoice,
  kTempleOrder,
  kSwapBig,
  kSwapSmall,
  kOfferLast
};
/// Chance kinds likewise.
enum Chance : int { kStackDraw, kHarvestRoll, kBigDraw, kSmallDraw, kBonusRoll, kFinalRoll };

/// Unordered pairs a <= b of card values, by b*(b+1)/2 + a.
inline constexpr int kMaxPairs = kMaxValues * (kMaxValues + 1) / 2;
[[nodiscard]] constexpr int pair_base(int b) noexcept { return b * (b + 1) / 2; }
inline constexpr std::array<std::uint16_t, kMaxValues> kPairBase = [] {
  std::array<std::uint16_t, kMaxValues> table{};
  for (int b = 0; b < kMaxValues; ++b) table[static_cast<std::size_t>(b)] = static_cast<std::uint16_t>(pair_base(b));
  return table;
}();
struct CardPair {
  std::uint8_t a, b;
};
inline constexpr std::array<CardPair, kMaxPairs> kPairTable = [] {
  std::array<CardPair, kMaxPairs> table{};
  for (int b = 0; b < kMaxValues; ++b) {
    for (int a = 0; a <= b; ++a)
      table[static_cast<std::size_t>(pair_base(b) + a)] = {static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b)};
  }
  return table;
}();

/// Three faces a >= b >= c, by index; what the harvest dice can show.
inline constexpr int kHarvests = kFaces * (kFaces + 1) * (kFaces + 2) / 6;
inline constexpr int kPermutations = 120;

/// First numbers of the blocks of section 7, and of the outcomes of section 8. The offer of a card has its number.
struct Numbering {
  int offer_none, bid, card, roll, pass, take_die, take_hut, first_self, first_other, swap, roll_many, actions;
  int stack, harvest, big, small, bonus, final, outcomes;

  [[nodiscard]] static constexpr Numbering of(int values, int dice, int stacks) noexcept {
    Numbering n{};
    n.offer_none = values;
    n.bid = n.offer_none + 1;
    n.card = n.bid + pair_base(values);
    n.roll = n.card + values;
    n.pass = n.roll + 1;
    n.take_die = n.pass + 1;
    n.take_hut = n.take_die + 1;
    n.first_self = n.take_hut + 1;
    n.first_other = n.first_self + 1;
    n.swap = n.first_other + 1;
    n.roll_many = n.swap + values;  // k - 1
    n.actions = n.roll_many + dice;
    n.stack = 0;
    n.harvest = stacks;
    n.big = n.harvest + kHarvests;
    n.small = n.big + values;
    n.bonus = n.small + values;
    n.final = n.bonus + kFaces;
    n.outcomes = n.final + kFaces;
    return n;
  }
};
inline constexpr Numbering kLargest = Numbering::of(kMaxValues, kMaxDice, kPermutations);
static_assert(Numbering::of(16, 7, 6).actions == 198 && Numbering::of(16, 7, 6).bid == 17 &&
              Numbering::of(16, 7, 6).swap == 175);

}  // namespace pyboard::chocolatl
