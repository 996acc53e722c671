// pyboard/games/tzolkin/actions.hpp: the numbering of actions (section 7) and of outcomes.
#pragma once

#include "pyboard/games/tzolkin/state.hpp"

namespace pyboard::tzolkin {

/// Decision kinds in the order of the table in `info()`.
enum Decision : int {
  kKeep,
  kTurn,
  kPlaceMore,
  kPickMore,
  kHarvest,
  kTech,
  kPay,
  kGain,
  kTempleStep,
  kBuild,
  kTrade,
  kDo,
  kOffer,
  kAdvance
};
/// Chance kinds likewise.
enum Chance : int { kStartDraw, kMonumentDraw, kDisplayDraw, kWealthDeal, kDummyDraw, kRefillDraw, kAgeDraw };

/// Tokens of labels that are no chance kind.
enum Token : int { kChoiceMade = 16, kChoicesOpen };

inline constexpr int kFirstBeg = 0;                       // + temple
inline constexpr int kFirstPlace = kFirstBeg + kTemples;  // + gear, start last
inline constexpr int kEnd = kFirstPlace + kGears + 1;
inline constexpr int kFirstPick = kEnd + 1;     // + (gear * kSmallSpaces + space) * kPickStep + target
inline constexpr int kPickStep = kTargets + 1;  // target 0 = none
inline constexpr int kFirstLargePick =
    kFirstPick + kSmallGears * kSmallSpaces * kPickStep;  // + space * kLargePickStep + target
inline constexpr int kLargePickStep = kSkullSpaces + 1;
inline constexpr int kFirstHarvest = kFirstLargePick + kLargeSpaces * kLargePickStep;  // corn wood free, burn + temple
inline constexpr int kHarvestCorn = kFirstHarvest;
inline constexpr int kHarvestWood = kFirstHarvest + 1;
inline constexpr int kHarvestFree = kFirstHarvest + 2;
inline constexpr int kFirstBurn = kFirstHarvest + 3;
inline constexpr int kFirstTech = kFirstBurn + kTemples;     // + track
inline constexpr int kFirstPay = kFirstTech + kTracks;       // + multiset of 1 to 3 blocks
inline constexpr int kFirstGain = kFirstPay + 19;            // + multiset of 1 to 2 blocks
inline constexpr int kFirstTemple = kFirstGain + 9;          // + temple
inline constexpr int kFirstBuild = kFirstTemple + kTemples;  // + type * kBuildModes + mode
inline constexpr int kBuildModes = 5;
inline constexpr int kFirstMonument = kFirstBuild + kTypes * kBuildModes;  // + monument
inline constexpr int kFirstSell = kFirstMonument + kMonuments;             // + block kind
inline constexpr int kFirstBuy = kFirstSell + kBlocks;
inline constexpr int kStop = kFirstBuy + kBlocks;
inline constexpr int kFirstDo = kStop + 1;  // palenque 1-5, yaxchilan 1-5, tikal 3-5, uxmal 1-4
inline constexpr int kFirstDoTikal = kFirstDo + 2 * kTargets;
inline constexpr int kTikalFrom = 3;  // TZ-21a: below, the same as 3 and 4 with `stop`
inline constexpr int kFirstDoUxmal = kFirstDoTikal + kTargets - kTikalFrom + 1;
inline constexpr int kUxmalTo = kTargets - 1;                 // `do uxmal 5` does not exist (TZ-51)
inline constexpr int kFirstOffer = kFirstDoUxmal + kUxmalTo;  // + block kind
inline constexpr int kFirstAdvance = kFirstOffer + kBlocks;   // + days - 1
inline constexpr int kFirstKeep = kFirstAdvance + 2;          // + pair_index
inline constexpr int kPairs = kWealth * (kWealth - 1) / 2;
inline constexpr int kActionCount = kFirstKeep + kPairs;
static_assert(kFirstHarvest == 312 && kFirstPay == 322 && kFirstBuild == 353 && kFirstMonument == 488 && kStop == 508 &&
              kFirstOffer == 526 && kFirstKeep == 531 && kActionCount == 762);

/// Modes of `build`.
enum BuildMode : int { kPlain, kKeepBonus, kSaveWood, kSaveStone, kSaveGold };

/// Multisets of blocks in the order of `pay` and `gain`: w s g · ww ws wg ss sg gg · www …
struct Multiset {
  std::array<std::uint8_t, kBlocks> count;
};
inline constexpr int kMultisets = 19;
inline constexpr std::array<Multiset, kMultisets> kMultisetTable = [] {
  std::array<Multiset, kMultisets> table{};
  std::size_t next = 0;
  for (std::size_t a = 0; a < kBlocks; ++a) ++table[next++].count[a];
  for (std::size_t a = 0; a < kBlocks; ++a) {
    for (std::size_t b = a; b < kBlocks; ++b, ++next) {
      ++table[next].count[a];
      ++table[next].count[b];
    }
  }
  for (std::size_t a = 0; a < kBlocks; ++a) {
    for (std::size_t b = a; b < kBlocks; ++b) {
      for (std::size_t c = b; c < kBlocks; ++c, ++next) {
        ++table[next].count[a];
        ++table[next].count[b];
        ++table[next].count[c];
      }
    }
  }
  return table;
}();
/// First multiset of 1, 2, 3 blocks, and the end.
inline constexpr std::array<int, 5> kMultisetFirst = {0, 0, 3, 9, 19};
static_assert(kFirstGain - kFirstPay == kMultisets && kFirstTemple - kFirstGain == kMultisetFirst[3]);

/// Index of the pair of wealth tiles a < b (from 0), and back.
[[nodiscard]] constexpr int pair_index(int a, int b) noexcept { return b * (b - 1) / 2 + a; }
struct Pair {
  int a, b;
};
[[nodiscard]] constexpr Pair pair_of(int index) noexcept {
  int b = 1;
  while (pair_index(0, b + 1) <= index) ++b;
  return {index - pair_index(0, b), b};
}

inline constexpr int kFirstSeatOutcome = 0;                                       // + seat
inline constexpr int kFirstMonumentOutcome = kFirstSeatOutcome + kMaxSeats;       // + monument
inline constexpr int kFirstBuildingOutcome = kFirstMonumentOutcome + kMonuments;  // + type
inline constexpr int kFirstWealthOutcome = kFirstBuildingOutcome + kTypes;        // + tile
inline constexpr int kOutcomeCount = kFirstWealthOutcome + kWealth;

}  // namespace pyboard::tzolkin
