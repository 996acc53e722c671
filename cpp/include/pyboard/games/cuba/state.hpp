// pyboard/games/cuba/state.hpp: the position as a plain value.
#pragma once

#include <array>
#include <cstdint>

#include "pyboard/core/bits.hpp"
#include "pyboard/games/cuba/components.hpp"

namespace pyboard::cuba {

/// How many pieces of each kind, eight bits each: wood, stone, water, citrus, sugar, tobacco, rum, cigar.
struct Pieces {
  Word lanes;

  static constexpr int kWidth = 8;
  static constexpr Word kLane = bits::first(kWidth);
  static constexpr Word kResourceLanes = bits::first(kWidth * kResources);
  static constexpr Word kProductLanes = bits::up(bits::first(kWidth * kProducts), kWidth* kResources);
  static constexpr Word kMerchandiseLanes = ~kResourceLanes;

  [[nodiscard]] static constexpr Word of(int kind, int count) noexcept {
    return bits::up(static_cast<Word>(count), kWidth * kind);
  }
  [[nodiscard]] constexpr int get(int kind) const noexcept {
    return static_cast<int>(bits::down(lanes, kWidth * kind) & kLane);
  }
  constexpr void add(int kind, int count) noexcept { lanes += of(kind, count); }
  constexpr void remove(int kind, int count) noexcept { lanes -= of(kind, count); }
  [[nodiscard]] constexpr Pieces only(Word mask) const noexcept { return {lanes & mask}; }
  /// All pieces together; there are fewer than 256 in a game.
  [[nodiscard]] constexpr int total() const noexcept {
    return static_cast<int>(bits::down(lanes * 0x0101'0101'0101'0101, kWidth * (kPieces - 1)));
  }
  /// Kinds that are there, bit i for kind i; every count is below 128.
  [[nodiscard]] constexpr unsigned kinds() const noexcept {
    constexpr Word kHigh = 0x8080'8080'8080'8080;
    constexpr Word kGather = 0x0102'0408'1020'4080;
    return static_cast<unsigned>(bits::down(bits::down((lanes + ~kHigh) & kHigh, kWidth - 1) * kGather, 56));
  }
};

/// Pieces or spaces of a ship: a nibble for each kind of merchandise.
struct Cargo {
  std::uint32_t nibbles;

  static constexpr int kWidth = 4;
  [[nodiscard]] constexpr int get(int kind) const noexcept {
    return static_cast<int>(bits::down(nibbles, kWidth * kind) & bits::first(kWidth));
  }
  constexpr void add(int kind, int count) noexcept {
    nibbles += static_cast<std::uint32_t>(bits::up(static_cast<Word>(count), kWidth * kind));
  }
};

/// Tiles that nobody owns, up to three of each kind: the low bits of all counts, then their high bits.
struct Tiles {
  std::uint32_t low;
  std::uint32_t high;

  [[nodiscard]] constexpr int get(int kind) const noexcept {
    return (bits::test(low, kind) ? 1 : 0) + (bits::test(high, kind) ? 2 : 0);
  }
  [[nodiscard]] constexpr std::uint32_t kinds() const noexcept { return low | high; }
  constexpr void set(int kind, int count) noexcept {
    const auto bit = static_cast<std::uint32_t>(bits::bit(kind));
    low = (count & 1) != 0 ? low | bit : low & ~bit;
    high = (count & 2) != 0 ? high | bit : high & ~bit;
  }
  constexpr void remove(int kind) noexcept {
    const auto bit = static_cast<std::uint32_t>(bits::bit(kind));
    if ((low & bit) == 0) high ^= bit;
    low ^= bit;
  }
};

struct Player {
  Pieces pieces;  // yard and store together
  std::uint16_t pesos;
  std::uint16_t points;
  std::uint32_t kinds;                        // of own buildings
  std::array<std::uint8_t, kCells> building;  // 1 + kind on each cell, or 0
  std::uint16_t built;                        // cells with a tile
  std::uint16_t bribed;                       // votes bought in this parliament, paid for
  std::array<std::uint8_t, kProducts> store;  // storage=located: products in the store
  std::uint8_t pawn;                          // cell
  std::uint8_t hand;                          // characters not played this round
  std::uint8_t fourth;                        // 1 + character played in lap 4, until the next start is known
  std::uint8_t marks;                         // kHallUsed, kStored
  std::uint8_t bribe;                         // 1 + votes, sealed, or 0
};
static_assert(sizeof(Player) == 40);
inline constexpr int kHallUsed = 1;
inline constexpr int kStored = 2;

/// What the position waits for, in the order of sections 4, 5 and 7.
enum class Phase : std::uint8_t {
  ship_draw,
  start,
  take_resources,
  take_products,
  bill_draw,
  card,
  take,
  worker,
  harvest,
  field,
  trade,
  build,
  site,
  foreman,
  use,
  ship,
  load,
  bribe,
  veto,
  enact,
  comply,
  cafe,
  over
};
inline constexpr int kPhases = 23;

/// What goes on when a harbour update has drawn its ships.
enum class Then : std::uint8_t { setup, turn, use, round };

/// The position. Every byte follows from what lies on the table; fields that the phase does not use are zero.
///
///   byte  0  players      40 bytes per seat
///       200  supply       pieces in the general supply
///       208  aside        foreman: pieces set aside (CU-2a), those given for cafe payments included
///       216  given        foreman: those of them that were given for cafe payments (CU-90d)
///       224  departed     ships under the deck, a nibble each (1 + ship), the first to leave lowest
///       232  cargo        pieces on the ships at piers 1..3 and at sea
///       248  tiles        building tiles that nobody owns
///       256  open         foreman: entries of the use list that can still be used
///       260  awake        foreman: of these awake (CU-45)
///       264  undrawn      ships never drawn
///       266  payment      1 + action that is being paid with the cafe, or 0
///       268  market       pieces on each track
///       273  ships        1 + ship at piers 1..3 and at sea, or 0
///       277  laws         1 + number of the law in force of each category, or 0
///       281  bills        1 + number of the bill of each category, or 0
///       285  stacks       statutes not yet revealed
///       289  taken        spaces taken of each privilege, two bits each
///       290  veto         1 + seat with the veto token, or 0
///       291  press        1 + category with the press tile, or 0
///       292  round        0 at the set-up           293 lap         294 start     start player of the round
///       295  next_start   1 + seat, or 0            296 active      who decides, whose turn
///       297  phase        298 then      after a ship_draw
///       299  bidders      seats that bribe in this step           300 repeat    1: a repeated bribe (CU-67)
///       301  winner       1 + seat, while bills are vetoed and enacted
///       302  sold         trade: kinds sold         303 bought      trade: kinds bought
///       304  last_own     trade, load: 1 + kind of the last own sale or load
///       305  last_bought  trade: 1 + kind of the last purchase without the cafe
///       306  last_cafe    trade, load: 1 + kind of the last cafe sale or load
///       307  pier         load: 1..3                308 kind        site: 1 + kind to be placed
///       309  units        cafe: units still to be given
///       310  last_given   cafe: 1 + kind of the last piece given
///       311  single       foreman: 1 + kind of the only active building (CU-41), or 0
struct State {
  std::array<Player, kMaxSeats> players;
  Pieces supply;
  Pieces aside;
  Pieces given;
  Word departed;
  std::array<Cargo, kPlaces> cargo;
  Tiles tiles;
  std::uint32_t open;
  std::uint32_t awake;
  std::uint16_t undrawn;
  std::uint16_t payment;
  std::array<std::uint8_t, kMerchandise> market;
  std::array<std::uint8_t, kPlaces> ships;
  std::array<std::uint8_t, kCategories> laws;
  std::array<std::uint8_t, kCategories> bills;
  std::array<std::uint8_t, kCategories> stacks;
  std::uint8_t taken;
  std::uint8_t veto;
  std::uint8_t press;
  std::uint8_t round;
  std::uint8_t lap;
  std::uint8_t start;
  std::uint8_t next_start;
  std::uint8_t active;
  Phase phase;
  Then then;
  std::uint8_t bidders;
  std::uint8_t repeat;
  std::uint8_t winner;
  std::uint8_t sold;
  std::uint8_t bought;
  std::uint8_t last_own;
  std::uint8_t last_bought;
  std::uint8_t last_cafe;
  std::uint8_t pier;
  std::uint8_t kind;
  std::uint8_t units;
  std::uint8_t last_given;
  std::uint8_t single;

  [[nodiscard]] Player& player(int seat) noexcept { return players[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const Player& player(int seat) const noexcept { return players[static_cast<std::size_t>(seat)]; }
  /// Spaces taken of a privilege.
  [[nodiscard]] int taken_of(int privilege) const noexcept {
    return static_cast<int>(bits::down(taken, 2 * privilege) & bits::first(2));
  }
};
static_assert(sizeof(State) == 312);

}  // namespace pyboard::cuba
