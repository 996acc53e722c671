// pyboard/games/pantheon/state.hpp: a position of Pantheon as a plain value.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/counts.hpp"
#include "pyboard/games/pantheon/components.hpp"

namespace pyboard::pantheon {

using Spaces = BitSet<kMaxSpaces>;
using Cards = WideCounts<kCards>;
using LootCounts = PackedCounts<Word, kLootTypes, 7>;
using HalfGods = PackedCounts<Word, kHalfGods, 8>;

/// Levels 0 to 4 of the offering kinds, four bits each.
struct Levels {
  std::uint16_t bits;

  [[nodiscard]] constexpr int get(int kind) const noexcept { return (bits >> (4 * kind)) & 15; }
  constexpr void set(int kind, int level) noexcept {
    bits = static_cast<std::uint16_t>((bits & ~(15 << (4 * kind))) | (level << (4 * kind)));
  }
  constexpr void raise(int kind) noexcept { bits = static_cast<std::uint16_t>(bits + (1 << (4 * kind))); }
  /// Steps that are possible in kinds from `from` on.
  [[nodiscard]] constexpr int room(int from) const noexcept {
    int sum = 0;
    for (int kind = from; kind < kKinds; ++kind) sum += kMaxLevel - get(kind);
    return sum;
  }
  [[nodiscard]] constexpr int highest() const noexcept {
    int level = 0;
    for (int kind = 0; kind < kKinds; ++kind) level = get(kind) > level ? get(kind) : level;
    return level;
  }
};

/// Lasting gods: how many of each kind, four bits each (Stonkus: their money, eight bits).
struct Lasting {
  std::uint32_t bits;

  [[nodiscard]] static constexpr int lane(GodKind kind) noexcept {
    const int index = static_cast<int>(kind) - kFirstLasting;
    return 4 * (kind > GodKind::stonkus ? index + 1 : index);
  }
  [[nodiscard]] constexpr int get(GodKind kind) const noexcept {
    return static_cast<int>((bits >> lane(kind)) & (kind == GodKind::stonkus ? 255U : 15U));
  }
  constexpr void add(GodKind kind, int count) noexcept { bits += static_cast<std::uint32_t>(count) << lane(kind); }
  constexpr void remove(GodKind kind) noexcept { bits -= 1U << lane(kind); }
};

struct Player {
  Spaces pieces;  // feet and columns: the space decides (PA-54)
  Spaces near;    // PA-57, while the temple stands; without its space
  Cards hand;
  Cards known;  // what the others know of it (section 9)
  Lasting gods;
  std::uint16_t score;
  Levels levels;
  std::uint8_t feet;  // personal supply
  std::uint8_t columns;
  std::uint8_t general_feet;
  std::uint8_t general_columns;
  std::uint8_t movement;  // permanent points of loot and bonus tiles
  std::uint8_t halves;    // half-gods, and their sum
  std::uint8_t half_sum;
  std::uint8_t bonus;  // 1 + tile chosen, until it is executed
};
static_assert(sizeof(Player) == 96);

/// What the position waits for: draws, then decisions in the order of section 7.
enum class Phase : std::uint8_t {
  start,
  display,
  hand,
  nation,
  loot,
  pool,
  god,
  gallia_god,
  bonus,
  gain_god,
  second_god,
  gain_half,
  bonus_choice,
  gallia,
  gallia_pay,
  discard,
  trade,
  step,
  bonus_column,
  turn,
  movement,
  follow,
  coin,
  shop,
  offer,
  take,
  support,
  after,
  over
};
inline constexpr int kPhases = 29;
inline constexpr int kFirstDecision = static_cast<int>(Phase::bonus_choice);

/// What goes on when the phase is done.
enum class Scene : std::uint8_t {
  setup,
  prepare,    // tiles of the epoch
  nation,     // PA-25
  depraccus,  // PA-36
  bonus,      // PA-40
  turn,
  draw,
  move,
  stay,  // PA-62
  buy,
  worship
};
inline constexpr int kScenes = 11;

/// Stages of a purchase (PA-83): offering steps from this kind on, then these.
enum Stage : int { kColumnStage = kKinds, kFootStage, kPlaceStage };

/// Directions of PA-28.
enum Trade : int { kNoTrade, kGiveFeet, kGiveColumns };

/// The position. Every byte follows from what lies on the table; fields that the phase does not use are zero.
///
///   byte  0  players      96 bytes per seat
///       384  closed       PA-64, while pieces are placed
///       416  pile         424 discard   432 display
///       440  bag          loot tiles
///       448  stack        god tiles
///       456  halves       half-gods not drawn yet
///       464  pool         PA-9, five bits per value
///       468  turns        actions completed in this epoch (PA-173), if there is a cap
///       472  payments     while offering: assignments that still count (PA-103)
///       476  money        special money stack, four bits per value from 2 on
///       478  loot         by slot: 0 or 1 + type
///       483  gods         by slot: 0 or 1 + tile
///       488  nations      used       489 nation   0 or 1 + the present one     490 epoch
///       491  first        starting player   492 active   whose turn   493 actor   who decides or draws
///       494  ender        0 or 1 + seat
///       495  bonuses      tiles that nobody has revealed or chosen
///       496  phase        497 scene
///       498  due          draws, steps, pieces still to come
///       499  from         lowest offering kind or card; purchase: highest coin, then stage; trade: direction
///       500  count        preparation: tiles laid out; draw action: cards still to take
///       501  points       movement points, or money in the purse
///       502  jumps        PA-61
///       503  placed       1: `end` is allowed
///       504  god          worship: slot; gallia: 1 + tile revealed
///       505  offered      requirements met so far    506 offers   their kinds, two bits each
///       507  zero
struct State {
  std::array<Player, kMaxSeats> players;
  Spaces closed;
  Cards pile;
  Cards discard;
  Cards display;
  LootCounts bag;
  Word stack;
  HalfGods halves;
  std::uint32_t pool;
  std::uint32_t turns;
  std::uint32_t payments;
  std::uint16_t money;
  std::array<std::uint8_t, kSlots> loot;
  std::array<std::uint8_t, kSlots> gods;
  std::uint8_t nations;
  std::uint8_t nation;
  std::uint8_t epoch;
  std::uint8_t first;
  std::uint8_t active;
  std::uint8_t actor;
  std::uint8_t ender;
  std::uint8_t bonuses;
  Phase phase;
  Scene scene;
  std::uint8_t due;
  std::uint8_t from;
  std::uint8_t count;
  std::uint8_t points;
  std::uint8_t jumps;
  std::uint8_t placed;
  std::uint8_t god;
  std::uint8_t offered;
  std::uint8_t offers;
  std::array<std::uint8_t, 5> zero;

  [[nodiscard]] Player& player(int seat) noexcept { return players[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const Player& player(int seat) const noexcept { return players[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] int pool_count(int value) const noexcept { return static_cast<int>((pool >> (5 * (value - 1))) & 31U); }
  void add_to_pool(int value) noexcept { pool += 1U << (5 * (value - 1)); }
  void remove_from_pool(int value) noexcept { pool -= 1U << (5 * (value - 1)); }
  /// Highest value in the pool, 0 if it is empty.
  [[nodiscard]] int pool_highest() const noexcept { return (static_cast<int>(std::bit_width(pool)) + 4) / 5; }
  [[nodiscard]] int money_count(int value) const noexcept { return (money >> (4 * (value - 2))) & 15; }
  [[nodiscard]] int money_total() const noexcept {
    int sum = 0;
    for (int value = 2; value <= kMaxMoney; ++value) sum += money_count(value);
    return sum;
  }
  void change_money(int value, int by) noexcept {
    money = static_cast<std::uint16_t>(money + by * (1 << (4 * (value - 2))));
  }
  [[nodiscard]] bool any_loot() const noexcept { return (loot[0] | loot[1] | loot[2] | loot[3] | loot[4]) != 0; }
  [[nodiscard]] bool any_god() const noexcept { return (gods[0] | gods[1] | gods[2] | gods[3] | gods[4]) != 0; }
};
static_assert(sizeof(State) == 512);

}  // namespace pyboard::pantheon
