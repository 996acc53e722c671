// pyboard/games/tzolkin/state.hpp: gears as sets of wells that turn by a shift, tasks of a compound action
// as a small stack, and the position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "pyboard/core/bits.hpp"
#include "pyboard/games/tzolkin/components.hpp"

namespace pyboard::tzolkin {

// All wells of the five gears lie in one word: twelve bits for each small gear, sixteen for chichen_itza.
// A set of workers is such a word; one day is a shift by one.

inline constexpr int kLaneStep = kMaxSmallWells;
[[nodiscard]] constexpr int lane_of(int gear) noexcept { return gear * kLaneStep; }
[[nodiscard]] constexpr int spaces_of(int gear) noexcept { return gear == kChichen ? kLargeSpaces : kSmallSpaces; }
[[nodiscard]] constexpr int well_bit(int gear, int space) noexcept { return lane_of(gear) + space; }
[[nodiscard]] constexpr int gear_of(int well) noexcept {
  return well >= lane_of(kChichen) ? kChichen : well / kLaneStep;
}
[[nodiscard]] constexpr int space_of(int well) noexcept { return well - lane_of(gear_of(well)); }
static_assert(lane_of(kChichen) + kMaxLargeWells == kWordBits);

/// The wells of every gear at this distance before its end of action spaces: 1 = last, 2 = penultimate.
[[nodiscard]] constexpr Word spaces_from_end(int distance) noexcept {
  Word set = 0;
  for (int g = 0; g < kGears; ++g) set |= bits::bit(well_bit(g, spaces_of(g) - distance));
  return set;
}
inline constexpr Word kLastSpaces = spaces_from_end(1);
inline constexpr Word kPenultimateSpaces = spaces_from_end(2);
inline constexpr Word kActionSpaces = [] {
  Word set = 0;
  for (int g = 0; g < kGears; ++g) set |= bits::first(spaces_of(g)) << lane_of(g);
  return set;
}();

/// Corn, wood, stone and gold of a player, sixteen bits each; every count stays below 2^15.
struct Goods {
  Word lanes;

  static constexpr int kWidth = 16;
  [[nodiscard]] static constexpr Word unit(int material) noexcept { return bits::bit(kWidth * material); }
  [[nodiscard]] static constexpr Word of(int material, int count) noexcept {
    return static_cast<Word>(count) << (kWidth * material);
  }
  [[nodiscard]] static constexpr Word blocks(const std::array<std::uint8_t, kBlocks>& count) noexcept {
    return of(kWood, count[0]) | of(kStone, count[1]) | of(kGold, count[2]);
  }

  [[nodiscard]] constexpr int get(int material) const noexcept {
    return static_cast<int>((lanes >> (kWidth * material)) & bits::first(kWidth));
  }
  [[nodiscard]] constexpr int corn() const noexcept { return static_cast<int>(lanes & bits::first(kWidth)); }
  [[nodiscard]] constexpr int all_blocks() const noexcept { return get(kWood) + get(kStone) + get(kGold); }
  /// The kinds of block that are there, bit 0 for wood.
  [[nodiscard]] constexpr unsigned kinds() const noexcept {
    return (get(kWood) != 0 ? 1U : 0U) | (get(kStone) != 0 ? 2U : 0U) | (get(kGold) != 0 ? 4U : 0U);
  }
};

/// Up to three of each building type: the low bits of all counts, then their high bits.
struct TypeCounts {
  Word planes;

  static constexpr int kHigh = 32;
  static constexpr Word kLowPlane = bits::first(kTypes);
  static constexpr Word kHighPlane = kLowPlane << kHigh;
  [[nodiscard]] constexpr int get(int type) const noexcept {
    return (bits::test(planes, type) ? 1 : 0) + (bits::test(planes, type + kHigh) ? 2 : 0);
  }
  constexpr void add(int type) noexcept {
    if (bits::test(planes, type)) planes ^= bits::bit(type + kHigh);
    planes ^= bits::bit(type);
  }
  constexpr void remove(int type) noexcept {
    planes ^= bits::bit(type);
    if (bits::test(planes, type)) planes ^= bits::bit(type + kHigh);
  }
  constexpr void set(int type, int count) noexcept {
    planes &= ~(bits::bit(type) | bits::bit(type + kHigh));
    if ((count & 1) != 0) planes |= bits::bit(type);
    if ((count & 2) != 0) planes |= bits::bit(type + kHigh);
  }
  /// Types that are there.
  [[nodiscard]] constexpr Word types() const noexcept { return (planes | (planes >> kHigh)) & kLowPlane; }
  [[nodiscard]] constexpr int total() const noexcept {
    return bits::count(planes & kLowPlane) + 2 * bits::count(planes & kHighPlane);
  }
  /// Only these types.
  [[nodiscard]] constexpr TypeCounts only(Word set) const noexcept { return {planes & (set | (set << kHigh))}; }
  /// The type of the n-th tile, n below total(), in an order of its own.
  [[nodiscard]] constexpr int nth(int n) const noexcept {
    const Word low = planes & kLowPlane;
    const int singles = bits::count(low);
    return n < singles ? bits::nth(low, n) : bits::nth(planes & kHighPlane, (n - singles) / 2) - kHigh;
  }
};

/// Levels 0..3 of the four technologies, two bits each.
struct Levels {
  std::uint8_t bits;

  [[nodiscard]] constexpr int get(int track) const noexcept { return (bits >> (2 * track)) & 3; }
  constexpr void set(int track, int level) noexcept {
    bits = static_cast<std::uint8_t>((bits & ~(3 << (2 * track))) | (level << (2 * track)));
  }
};

/// One group of the jungle (3.3): corn tiles, and how many of them are covered by wood tiles.
struct Group {
  std::uint8_t bits;

  [[nodiscard]] static constexpr Group make(int corn, int wood) noexcept {
    return {static_cast<std::uint8_t>(corn | (wood << 4))};
  }
  [[nodiscard]] constexpr int corn() const noexcept { return bits & 15; }
  [[nodiscard]] constexpr int wood() const noexcept { return bits >> 4; }
};

/// A part of a compound action that is still to be done: most are decisions, `effects` runs on by itself.
struct Task {
  enum Kind : int { kHarvest, kTech, kPay, kGain, kTemple, kBuild, kTrade, kDo, kOffer, kEffects };
  static constexpr int kKinds = 10;
  enum TempleMode : int { kAny, kFirstOfTwo, kSecondOfTwo };
  enum BuildContext : int { kTikalOne, kTikalFirst, kTikalSecond, kForCorn, kExtra };
  static constexpr int kNoType = 31;

  std::uint16_t bits;

  [[nodiscard]] static constexpr Task harvest(int group) noexcept { return make(kHarvest, group); }
  /// `more`: a second paid advance may follow; `stop`: this is that second one; tracks from `from` on (TZ-42).
  [[nodiscard]] static constexpr Task tech(bool paid, bool more, bool stop, int from) noexcept {
    return make(kTech, (paid ? 1 : 0) | (more ? 2 : 0) | (stop ? 4 : 0) | (from << 3));
  }
  /// Blocks for an advance.
  [[nodiscard]] static constexpr Task pay(int amount, int track, bool more) noexcept {
    return make(kPay, amount | (more ? 4 : 0) | (track << 4));
  }
  /// Blocks for two temples (TZ-47).
  [[nodiscard]] static constexpr Task pay_for_temples(int amount) noexcept { return make(kPay, amount | 8); }
  [[nodiscard]] static constexpr Task gain(int amount) noexcept { return make(kGain, amount); }
  [[nodiscard]] static constexpr Task temple(TempleMode mode, int first = 0) noexcept {
    return make(kTemple, mode | (first << 2));
  }
  /// `bonus`: architecture may still apply; `inert`: the first type if it is inert (TZ-56b); `saved`: 1 + block
  /// kind that the first one saved, or 0.
  [[nodiscard]] static constexpr Task build(BuildContext context, bool bonus = true, int inert = kNoType,
                                            int saved = 0) noexcept {
    return make(kBuild, context | (bonus ? 8 : 0) | (inert << 4) | (saved << 9));
  }
  [[nodiscard]] static constexpr Task trade(bool optional) noexcept { return make(kTrade, optional ? 1 : 0); }
  /// `uxmal`: actions 1 to this of uxmal are on offer.
  [[nodiscard]] static constexpr Task any_action(bool optional, int uxmal) noexcept {
    return make(kDo, (optional ? 1 : 0) | (uxmal << 1));
  }
  [[nodiscard]] static constexpr Task offer() noexcept { return make(kOffer, 0); }
  /// The parts of a building from `index` on; `from`: lowest track if the part is a free advance.
  [[nodiscard]] static constexpr Task effects(int type, int index, int from = 0) noexcept {
    return make(kEffects, type | (index << 5) | (from << 8));
  }

  [[nodiscard]] constexpr int kind() const noexcept { return bits & 15; }
  [[nodiscard]] constexpr unsigned payload() const noexcept { return static_cast<unsigned>(field(0, 12)); }
  [[nodiscard]] constexpr int group() const noexcept { return field(0, 2); }
  [[nodiscard]] constexpr bool paid() const noexcept { return field(0, 1) != 0; }
  [[nodiscard]] constexpr bool more() const noexcept { return kind() == kPay ? field(2, 1) != 0 : field(1, 1) != 0; }
  [[nodiscard]] constexpr bool can_stop() const noexcept { return field(2, 1) != 0; }
  [[nodiscard]] constexpr int from() const noexcept { return kind() == kEffects ? field(8, 2) : field(3, 2); }
  [[nodiscard]] constexpr int amount() const noexcept { return field(0, 2); }
  [[nodiscard]] constexpr bool for_temples() const noexcept { return field(3, 1) != 0; }
  [[nodiscard]] constexpr int track() const noexcept { return field(4, 2); }
  [[nodiscard]] constexpr int temple_mode() const noexcept { return field(0, 2); }
  [[nodiscard]] constexpr int first_temple() const noexcept { return field(2, 2); }
  [[nodiscard]] constexpr int context() const noexcept { return field(0, 3); }
  [[nodiscard]] constexpr bool bonus() const noexcept { return field(3, 1) != 0; }
  [[nodiscard]] constexpr int inert() const noexcept { return field(4, 5); }
  [[nodiscard]] constexpr int saved() const noexcept { return field(9, 2); }
  [[nodiscard]] constexpr bool optional() const noexcept { return field(0, 1) != 0; }
  [[nodiscard]] constexpr int uxmal() const noexcept { return field(1, 3); }
  [[nodiscard]] constexpr int type() const noexcept { return field(0, 5); }
  [[nodiscard]] constexpr int index() const noexcept { return field(5, 3); }

  // What a trade has done so far: kinds sold (they cannot be bought), kind of the last sale or purchase.
  [[nodiscard]] constexpr unsigned sold() const noexcept { return static_cast<unsigned>(field(1, 3)); }
  [[nodiscard]] constexpr bool buying() const noexcept { return field(4, 1) != 0; }
  [[nodiscard]] constexpr int last_kind() const noexcept { return field(5, 2); }  // 1 + block kind, 0 none yet
  [[nodiscard]] constexpr Task after_sale(int block) const noexcept {
    return make(kTrade, field(0, 1) | ((field(1, 3) | (1 << block)) << 1) | ((block + 1) << 5));
  }
  [[nodiscard]] constexpr Task after_purchase(int block) const noexcept {
    return make(kTrade, field(0, 4) | 16 | ((block + 1) << 5));
  }

 private:
  [[nodiscard]] static constexpr Task make(int kind, int payload) noexcept {
    return {static_cast<std::uint16_t>(kind | (payload << 4))};
  }
  [[nodiscard]] constexpr int field(int first, int width) const noexcept {
    return (bits >> (4 + first)) & ((1 << width) - 1);
  }
};

struct Player {
  Goods goods;
  TypeCounts buildings;
  std::int16_t score;  // whole points; quarters arise at the end only
  std::uint16_t monuments;
  std::array<std::int8_t, kTemples> temple;
  Levels levels;
  std::uint8_t skulls;
  std::uint8_t workers;  // in play
  std::uint8_t hand;     // of these in hand: follows from gears and `start`
  std::uint8_t corn_tiles;
  std::uint8_t wood_tiles;
  std::uint8_t dark;       // 1: darker side up
  std::uint8_t free_food;  // from wealth tiles
  std::uint8_t keep;       // set-up: 1 + pair of tiles chosen, or 0
};
static_assert(sizeof(Player) == 32);

/// What the position waits for, in the order of sections 4, 5 and 7.
enum class Phase : std::uint8_t {
  start,
  monument,
  display,
  wealth,
  dummy,
  keep,
  turn,
  place_more,
  pick_more,
  harvest,
  tech,
  pay,
  gain,
  temple,
  build,
  trade,
  any_action,
  offer,
  advance,
  refill,
  age,
  over
};
inline constexpr int kPhases = 22;
inline constexpr int kFirstTaskPhase = static_cast<int>(Phase::harvest);
[[nodiscard]] constexpr Phase phase_of(Task task) noexcept { return static_cast<Phase>(kFirstTaskPhase + task.kind()); }
[[nodiscard]] constexpr bool in_setup(Phase phase) noexcept { return phase < Phase::turn; }
[[nodiscard]] constexpr bool is_task(Phase phase) noexcept { return phase >= Phase::harvest && phase <= Phase::offer; }

// Two entries for each building that can be taken in one turn, and two more (section 7).
inline constexpr int kMaxTasks = 2 * kMaxDisplay + 3;
inline constexpr int kDummy = kMaxSeats;  // owner number of dummies
inline constexpr int kMercyMark = 8;      // in `marks`
inline constexpr int kIdleMark = 128;     // in `last`

/// The position. Every byte follows from what lies on the table; fields that the phase does not use are zero.
///
///   byte  0  gears        wells with a worker of p0..p3, then of dummies
///        40  display      building types on display
///        48  undrawn      building types in the piles (age 1 leaves the game at the change)
///        56  players      32 bytes per seat
///       184  dealt        set-up: wealth tiles of each seat
///       200  drawn        set-up: wealth tiles drawn for dummies
///       204  jungle       groups 2..5
///       208  tasks        the task stack, top at depth - 1
///       238  monuments    on display (at the start: drawn so far)
///       240  chichen      spaces of chichen_itza with a skull
///       242  skulls       supply       243 acc         244 day        245 food_days held
///       246  first        starting player              247 active     who decides, whose turn
///       248  phase        249 depth of the stack
///       250  start        1 + seat with a worker on `start`, or 0
///       251  last         placing: last gear; picking: 1 + place of the last pick if it was direct (TZ-27a),
///                         likewise with kIdleMark if it was idle (TZ-27)
///       252  marks        placing: workers placed, or kMercyMark; picking: gears with TZ-27b
///       253  zero
struct State {
  std::array<Word, kMaxSeats + 1> gears;
  TypeCounts display;
  TypeCounts undrawn;
  std::array<Player, kMaxSeats> players;
  std::array<std::uint32_t, kMaxSeats> dealt;
  std::uint32_t drawn;
  std::array<Group, kGroups> jungle;
  std::array<Task, kMaxTasks> tasks;
  std::uint16_t monuments;
  std::uint16_t chichen;
  std::uint8_t skulls;
  std::uint8_t acc;
  std::uint8_t day;
  std::uint8_t food_days;
  std::uint8_t first;
  std::uint8_t active;
  Phase phase;
  std::uint8_t depth;
  std::uint8_t start;
  std::uint8_t last;
  std::uint8_t marks;
  std::array<std::uint8_t, 3> zero;

  [[nodiscard]] Player& player(int seat) noexcept { return players[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const Player& player(int seat) const noexcept { return players[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] Word& gear(int owner) noexcept { return gears[static_cast<std::size_t>(owner)]; }
  [[nodiscard]] Word gear(int owner) const noexcept { return gears[static_cast<std::size_t>(owner)]; }
  [[nodiscard]] Word player_workers() const noexcept { return gears[0] | gears[1] | gears[2] | gears[3]; }
  [[nodiscard]] Word occupied() const noexcept { return player_workers() | gears[kDummy]; }
  [[nodiscard]] Task top() const noexcept { return tasks[static_cast<std::size_t>(depth - 1)]; }
  void push(Task task) noexcept { tasks[depth++] = task; }
  Task pop() noexcept {
    const Task task = tasks[--depth];
    tasks[depth] = {};
    return task;
  }
};
static_assert(sizeof(State) == 256);

}  // namespace pyboard::tzolkin
