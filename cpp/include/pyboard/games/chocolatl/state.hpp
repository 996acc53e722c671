// pyboard/games/chocolatl/state.hpp: hands as counts per value, the stack of score markers, and the position.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "pyboard/core/bits.hpp"
#include "pyboard/games/chocolatl/components.hpp"

namespace pyboard::chocolatl {

/// Up to seven cards of each value: three planes of bits, lowest first.
struct Cards {
  using Plane = std::uint32_t;
  static constexpr std::size_t kPlanes = 3;
  std::array<Plane, kPlanes> planes;

  [[nodiscard]] static constexpr Plane bit(int value) noexcept { return static_cast<Plane>(bits::bit(value)); }
  [[nodiscard]] constexpr int get(int value) const noexcept {
    return (bits::test(planes[0], value) ? 1 : 0) + (bits::test(planes[1], value) ? 2 : 0) +
           (bits::test(planes[2], value) ? 4 : 0);
  }
  constexpr void add(int value) noexcept {
    Plane carry = bit(value);
    for (Plane& plane : planes) {
      plane ^= carry;
      carry &= ~plane;
    }
  }
  constexpr void remove(int value) noexcept {
    Plane borrow = bit(value);
    for (Plane& plane : planes) {
      plane ^= borrow;
      borrow &= plane;
    }
  }
  /// Values that are there, and those that are there twice.
  [[nodiscard]] constexpr Plane values() const noexcept { return planes[0] | planes[1] | planes[2]; }
  [[nodiscard]] constexpr Plane twice() const noexcept { return planes[1] | planes[2]; }
  [[nodiscard]] constexpr int total() const noexcept {
    return bits::count(planes[0]) + 2 * bits::count(planes[1]) + 4 * bits::count(planes[2]);
  }
  /// Sum of all values.
  [[nodiscard]] constexpr int sum() const noexcept {
    // Of all values that have a bit, so many have it set.
    constexpr std::array<Plane, 5> kHaveBit = {0xaaaaaaaa, 0xcccccccc, 0xf0f0f0f0, 0xff00ff00, 0xffff0000};
    int points = 0;
    for (std::size_t plane = 0; plane < kPlanes; ++plane) {
      for (std::size_t i = 0; i < kHaveBit.size(); ++i)
        points += bits::count(planes[plane] & kHaveBit[i]) << (plane + i);
    }
    return points;
  }
};

struct Player {
  /// Last offerings: a card is 1 + its value.
  static constexpr std::uint8_t kNothing = 64;

  Cards hand;
  std::array<std::uint8_t, kHand> placed;  // 1 + value of the cards on each location, 0 none
  std::int16_t score;
  std::uint8_t first;  // offering: 1 + value, 0 none yet
  std::uint8_t last;   // likewise, or kNothing
  std::uint8_t cubes;  // supply
  std::uint8_t huts;
  std::uint8_t dice;
  std::uint8_t pips;    // of the dice rolled at this location
  std::uint8_t final;   // of the dice rolled in the final scoring
  std::uint8_t height;  // 0: the oldest arrival (CH-23); of two markers on one space the higher one is on top
  std::array<std::uint8_t, kLayers> temple;
  std::array<std::uint8_t, 2> zero;

  [[nodiscard]] std::uint8_t& card(int location, int which) noexcept {
    return placed[static_cast<std::size_t>(location * kPair + which)];
  }
  [[nodiscard]] int card(int location, int which) const noexcept {
    return placed[static_cast<std::size_t>(location * kPair + which)];
  }
  /// Pairs ascend (CH-35).
  void sort_pair(int location) noexcept {
    const int a = card(location, 0), b = card(location, 1);
    card(location, 0) = static_cast<std::uint8_t>(std::min(a, b));
    card(location, 1) = static_cast<std::uint8_t>(std::max(a, b));
  }
  [[nodiscard]] int temple_cubes() const noexcept { return temple[0] + temple[1] + temple[2] + temple[3]; }
};
static_assert(sizeof(Player) == 40);

/// What the position waits for, in the order of sections 5 and 7.
enum class Phase : std::uint8_t {
  stack,
  offer_first,
  harvest,
  big,
  small,
  bid,
  card1,
  card2,
  dice,
  bonus,
  village,
  temple,
  swap_big,
  swap_small,
  offer_last,
  final_dice,
  over
};
inline constexpr int kPhases = 17;
/// Cards of this round lie, or are being put, on the locations.
[[nodiscard]] constexpr bool in_round(Phase phase) noexcept { return phase >= Phase::bid && phase <= Phase::temple; }
[[nodiscard]] constexpr bool is_bidding(Phase phase) noexcept { return phase >= Phase::bid && phase <= Phase::card2; }
[[nodiscard]] constexpr bool is_evaluation(Phase phase) noexcept {
  return phase >= Phase::dice && phase <= Phase::temple;
}

/// The position. Every byte follows from what lies on the table; fields that the phase does not use are zero.
///
///   byte  0  players      40 bytes per seat
///       200  harvest      white dice, largest first, until `field` is over
///       203  king         1 + seat, 0 nobody      204 omen likewise
///       205  big          1 + value of the open card, 0 none      206 small likewise
///       207  round        from 1
///       208  big_left     bit i: card i of the table is not drawn yet; of equal cards the first is drawn first
///       210  small_left   likewise
///       212  phase
///       213  location     of the package, or the one that is evaluated
///       214  active       who decides or rolls
///       215  second       1 + seat of the 2nd, at `village`, `temple` and `swap_big`
///       216  mode         of the round
///       217  passed       polls: seats that have passed; with one pass: seats that have had their turn
///       218  rolls        dice that are being rolled
///       219  zero
struct State {
  std::array<Player, kMaxSeats> players;
  std::array<std::uint8_t, kHarvestDice> harvest;
  std::uint8_t king;
  std::uint8_t omen;
  std::uint8_t big;
  std::uint8_t small;
  std::uint8_t round;
  std::uint16_t big_left;
  std::uint16_t small_left;
  Phase phase;
  std::uint8_t location;
  std::uint8_t active;
  std::uint8_t second;
  std::uint8_t mode;
  std::uint8_t passed;
  std::uint8_t rolls;
  std::uint8_t zero;

  [[nodiscard]] Player& player(int seat) noexcept { return players[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const Player& player(int seat) const noexcept { return players[static_cast<std::size_t>(seat)]; }
};
static_assert(sizeof(State) == 220);

}  // namespace pyboard::chocolatl
