// pyboard/games/cacao/components.hpp: the tiles and boards of Cacao as data: names, table struct, schema.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

#include "pyboard/core/schema.hpp"

namespace pyboard::cacao {

inline constexpr int kMinSeats = 2;
inline constexpr int kMaxSeats = 4;
inline constexpr int kDirections = 4;  // n, e, s, w: the canonical order everywhere (3.1)
inline constexpr int kWorkerTypes = 4;
inline constexpr int kOrientations = 13;  // 2.2
inline constexpr int kJungleTypes = 10;
inline constexpr int kMaxCacao = 5;         // ids of `keep` (section 7)
inline constexpr int kMaxDisplay = 2;       // `lay` names one of at most two tiles (CA-25)
inline constexpr int kMaxEdge = 3;          // workers on one edge (CA-30)
inline constexpr int kMaxValue = 15;        // of a jungle tile; 15 sales at 15 gold still fit a byte
inline constexpr int kMaxWorkerTiles = 40;  // of all seats together
inline constexpr int kMaxJungleTiles = 32;
inline constexpr int kMaxTrack = 16;  // fields of the water track
inline constexpr int kMaxStart = 4;   // start tiles
inline constexpr int kMaxHand = 7;

inline constexpr std::array<std::string_view, kDirections> kDirectionNames = {"n", "e", "s", "w"};
inline constexpr std::array<std::string_view, kWorkerTypes> kWorkerNames = {"w1111", "w2101", "w3001", "w3100"};
inline constexpr std::array<std::string_view, kJungleTypes> kJungleNames = {
    "plantation1", "plantation2", "market2", "market3", "market4", "mine1", "mine2", "water", "sun", "temple"};

enum class Kind : std::uint8_t { plantation, market, mine, water, sun, temple };
inline constexpr std::array<std::string_view, 6> kKindNames = {"plantation", "market", "mine",
                                                               "water",      "sun",    "temple"};

/// Orientation ids (2.2): type 0 looks the same however it lies, the others have four rotations each.
[[nodiscard]] constexpr int type_of_orientation(int orientation) noexcept { return (orientation + 3) / 4; }
[[nodiscard]] constexpr int rotation_of_orientation(int orientation) noexcept {
  return orientation == 0 ? 0 : (orientation - 1) % 4;
}

/// What a rule reads. Everything else in the file is derived from these numbers (Rules).
struct Tables {
  struct Worker {
    std::array<std::uint8_t, 4> eswn;  // workers per edge, clockwise from the right-hand edge
    std::uint8_t in_box;               // per player
  };
  struct Jungle {
    std::uint8_t kind;
    std::uint8_t value;
    std::uint8_t count;
  };
  struct Start {
    std::uint8_t type;
    std::int8_t x;
    std::int8_t y;
  };
  std::array<Worker, kWorkerTypes> workers;
  std::array<std::array<std::uint8_t, kWorkerTypes>, kMaxSeats - kMinSeats + 1> workers_removed;  // by player count
  std::array<Jungle, kJungleTypes> jungle;
  std::array<std::uint8_t, kJungleTypes> jungle_removed;  // with two players
  std::uint8_t start_count;
  std::array<Start, kMaxStart> start;
  std::uint8_t track_fields;
  std::array<std::int8_t, kMaxTrack> track;
  std::uint8_t track_start;
  std::uint8_t storage;
  std::uint8_t sun_places;
  std::uint8_t display_size;
  std::uint8_t hand_size;
  std::uint8_t temple_first;
  std::uint8_t temple_second;
  std::uint8_t temple_minimum;

  /// Tiles of a type that every player has at this player count.
  [[nodiscard]] constexpr int worker_tiles(int seats, int type) const noexcept {
    const auto t = static_cast<std::size_t>(type);
    return workers[t].in_box - workers_removed[static_cast<std::size_t>(seats - kMinSeats)][t];
  }
  [[nodiscard]] constexpr int worker_tiles(int seats) const noexcept {
    int total = 0;
    for (int t = 0; t < kWorkerTypes; ++t) total += worker_tiles(seats, t);
    return total;
  }
  /// Jungle tiles of a type in play at this player count, start tiles included.
  [[nodiscard]] constexpr int jungle_tiles(int seats, int type) const noexcept {
    const auto t = static_cast<std::size_t>(type);
    return jungle[t].count - (seats == 2 ? jungle_removed[t] : 0);
  }
  [[nodiscard]] constexpr int jungle_tiles(int seats) const noexcept {
    int total = 0;
    for (int t = 0; t < kJungleTypes; ++t) total += jungle_tiles(seats, t);
    return total;
  }
  [[nodiscard]] constexpr int start_tiles(int type) const noexcept {
    int total = 0;
    for (int i = 0; i < start_count; ++i) total += start[static_cast<std::size_t>(i)].type == type ? 1 : 0;
    return total;
  }
};

/// The smallest number of corners that n cells of the lattice can have (L6).
[[nodiscard]] constexpr int fewest_corners(int cells) noexcept {
  int root = 0;  // ⌈2·√n⌉ = smallest r with r² ≥ 4n
  while (root * root < 4 * cells) ++root;
  return cells + root + 1;
}

/// The schema: every number of the tables with its place in the file and its bounds.
void describe(schema::Visitor& visitor, Tables& tables);
[[nodiscard]] const Tables& default_tables();
/// All faults of tables within their bounds that would leave a rule without meaning or out of room.
void check(const Tables& tables, Faults& faults);
/// The entries of the file that follow from others.
[[nodiscard]] Value derived(const Tables& tables);

}  // namespace pyboard::cacao
