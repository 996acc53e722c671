// pyboard/games/cacao/state.hpp: the board of Cacao as sets of lattice points on a torus, and the position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/counts.hpp"
#include "pyboard/games/cacao/components.hpp"

namespace pyboard::cacao {

// Geometry (3.2): jungle spaces are cells (p, q), worker spaces are corners (a, b) of a lattice turned by
// 45 degrees. Both are kept modulo kSide; 3.4 shows that the wrapped board behaves like the unbounded one.

inline constexpr int kSide = 24;
inline constexpr int kSpaces = kSide * kSide;

struct Cell {
  int p, q;
};
struct Corner {
  int a, b;
};

[[nodiscard]] constexpr Cell cell_at(int x, int y) noexcept { return {(x + y) / 2, (x - y) / 2}; }
[[nodiscard]] constexpr Corner corner_at(int x, int y) noexcept { return {(x + y + 1) / 2, (x - y + 1) / 2}; }
/// The residue modulo kSide, for |value| far beyond any coordinate.
[[nodiscard]] constexpr int wrap(int value) noexcept {
  return static_cast<int>(static_cast<unsigned>(value + 1000 * kSide) % kSide);
}
[[nodiscard]] constexpr int space_index(int column, int row) noexcept { return wrap(row) * kSide + wrap(column); }
[[nodiscard]] constexpr int column_of(int index) noexcept {
  return static_cast<int>(static_cast<unsigned>(index) % kSide);
}
[[nodiscard]] constexpr int row_of(int index) noexcept {
  return static_cast<int>(static_cast<unsigned>(index) / kSide);
}
/// The number of this residue in [low, low + kSide).
[[nodiscard]] constexpr int unwrap(int residue, int low) noexcept { return low + wrap(residue - low); }
[[nodiscard]] constexpr int opposite(int direction) noexcept { return direction ^ 2; }

using Neighbours = std::array<std::array<std::uint16_t, kDirections>, kSpaces>;
/// Jungle cells n, e, s, w of every worker corner.
inline constexpr Neighbours kCells = [] {
  Neighbours table{};
  for (int i = 0; i < kSpaces; ++i) {
    const int a = column_of(i), b = row_of(i);
    const std::array<int, 4> next = {space_index(a - 1, b), space_index(a, b), space_index(a, b - 1),
                                     space_index(a - 1, b - 1)};
    for (std::size_t d = 0; d < 4; ++d) table[static_cast<std::size_t>(i)][d] = static_cast<std::uint16_t>(next[d]);
  }
  return table;
}();
/// Worker corners n, e, s, w of every jungle cell.
inline constexpr Neighbours kCorners = [] {
  Neighbours table{};
  for (int i = 0; i < kSpaces; ++i) {
    const int p = column_of(i), q = row_of(i);
    const std::array<int, 4> next = {space_index(p, q + 1), space_index(p + 1, q + 1), space_index(p + 1, q),
                                     space_index(p, q)};
    for (std::size_t d = 0; d < 4; ++d) table[static_cast<std::size_t>(i)][d] = static_cast<std::uint16_t>(next[d]);
  }
  return table;
}();
[[nodiscard]] inline int cell_of(int corner, int direction) noexcept {
  return kCells[static_cast<std::size_t>(corner)][static_cast<std::size_t>(direction)];
}
[[nodiscard]] inline int corner_of(int cell, int direction) noexcept {
  return kCorners[static_cast<std::size_t>(cell)][static_cast<std::size_t>(direction)];
}

using Board = BitSet<kSpaces>;

/// Bits `column`-1, `column`, `column`+1 of a row, with wrap-around. Whole words are loaded: they may have been
/// stored a moment ago, and a load across two of them would wait for that.
[[nodiscard]] inline unsigned three_of_row(const Board& board, int row, int column) noexcept {
  const int first = row * kSide;
  const auto word = static_cast<std::size_t>(first / kWordBits);
  const int shift = first % kWordBits;
  const Word next = board.words[word + 1 < board.words.size() ? word + 1 : word];
  const Word bits = ((board.words[word] >> shift) | (next << 1 << (kWordBits - 1 - shift))) & bits::first(kSide);
  return static_cast<unsigned>((bits | (bits << kSide)) >> (column == 0 ? kSide - 1 : column - 1)) & 7U;
}

/// Directions of a corner in which a jungle tile lies.
[[nodiscard]] inline unsigned jungle_around(const Board& jungle, int corner) noexcept {
  const int a = column_of(corner), b = row_of(corner);
  const unsigned upper = three_of_row(jungle, b, a), lower = three_of_row(jungle, b == 0 ? kSide - 1 : b - 1, a);
  return (upper & 3U) | ((lower & 2U) << 1) | ((lower & 1U) << 3);  // n e | s | w
}

/// Directions of a corner whose jungle space has a worker tile at one of its other three sides.
[[nodiscard]] inline unsigned shared_around(const Board& workers, int corner) noexcept {
  static constexpr std::array<std::uint8_t, 512> kShared = [] {
    std::array<std::uint8_t, 512> table{};
    constexpr std::array<unsigned, 4> kOthers = {0b011'001'000, 0b110'100'000, 0b000'100'110, 0b000'001'011};
    for (unsigned ring = 0; ring < table.size(); ++ring) {
      for (unsigned d = 0; d < 4; ++d)
        table[ring] = static_cast<std::uint8_t>(table[ring] | ((ring & kOthers[d]) != 0 ? 1U << d : 0U));
    }
    return table;
  }();
  const int a = column_of(corner), b = row_of(corner);
  const unsigned ring = three_of_row(workers, b == 0 ? kSide - 1 : b - 1, a) | (three_of_row(workers, b, a) << 3) |
                        (three_of_row(workers, b == kSide - 1 ? 0 : b + 1, a) << 6);
  return kShared[ring];
}

/// Members of a board below each of its words: rank(i) = how many members are smaller than i.
struct Ranks {
  std::array<std::uint8_t, Board::kWords> below;

  [[nodiscard]] int rank(const Board& board, int index) const noexcept {
    const auto word = static_cast<std::size_t>(index >> 6);
    return below[word] + bits::count(board.words[word] & bits::first(index & 63));
  }
  /// A member of this word was added.
  void added(int index) noexcept {
    static constexpr std::array<Word, Board::kWords> kAbove = [] {
      std::array<Word, Board::kWords> table{};
      for (int w = 0; w < Board::kWords; ++w) {
        for (int above = w + 1; above < Board::kWords; ++above)
          table[static_cast<std::size_t>(w)] |= bits::bit(8 * (above - 1));
      }
      return table;
    }();
    Word sums = 0;
    std::memcpy(&sums, &below[1], sizeof sums);
    sums += kAbove[static_cast<std::size_t>(index >> 6)];
    std::memcpy(&below[1], &sums, sizeof sums);
  }
};

/// Up to 32 numbers 0..15, four bits each; zero past the end.
struct NibbleList {
  std::array<Word, 2> words;

  /// Some number for the index just past the end.
  [[nodiscard]] int get(int index) const noexcept {
    return static_cast<int>((words[static_cast<std::size_t>((index >> 4) & 1)] >> (4 * (index & 15))) & 15U);
  }
  void insert(int index, int value) noexcept {
    const Word carry = words[0] >> 60;
    if (index < 16) {
      words[1] = (words[1] << 4) | carry;
      words[0] = inserted(words[0], index, value);
    } else {
      words[1] = inserted(words[1], index - 16, value);
    }
  }

 private:
  static Word inserted(Word word, int index, int value) noexcept {
    const Word low = bits::first(4 * index);
    return (word & low) | ((word & ~low) << 4) | (static_cast<Word>(value) << (4 * index));
  }
};

/// A worker tile on the board.
struct Tile {
  std::uint8_t bits;  // 0-3 orientation, 4-5 owner, 6 lies on a covered tile (CA-12)

  [[nodiscard]] static constexpr Tile make(int owner, int orientation, bool over) noexcept {
    return {static_cast<std::uint8_t>(orientation | (owner << 4) | (over ? 64 : 0))};
  }
  [[nodiscard]] constexpr int orientation() const noexcept { return bits & 15; }
  [[nodiscard]] constexpr int owner() const noexcept { return (bits >> 4) & 3; }
  [[nodiscard]] constexpr bool over() const noexcept { return (bits & 64) != 0; }
  [[nodiscard]] constexpr unsigned owner_and_over() const noexcept { return bits & 0x70U; }
};

using WorkerCounts = PackedCounts<std::uint32_t, kWorkerTypes, 8>;
using JunglePile = PackedCounts<std::uint64_t, kJungleTypes, 6>;

struct Player {
  WorkerCounts hand;
  WorkerCounts pile;
  std::uint16_t gold;
  std::uint8_t cacao;
  std::uint8_t sun;
  std::uint8_t water;  // index on the track
  std::array<std::uint8_t, 3> zero;
};

/// What the position waits for, in the order of section 5.
enum class Phase : std::uint8_t { deal, at, set, cover, lay, extra, keep, run, draw, reveal, over };
inline constexpr int kPhases = 11;

/// The position. Every byte follows from what lies on the table: lists are sorted by space, fields that
/// the phase does not use are zero.
///
///   byte  0  workers        corners with a worker tile
///        72  jungle         cells with a jungle tile
///       144  frontier       empty corners next to a jungle tile (CA-4)
///       216  kinds          jungle types in the order of their cells
///       232  pile           jungle draw pile
///       240  players        16 bytes per seat
///       304  tiles          worker tiles in the order of their corners
///       344  worker_ranks   353 jungle_ranks
///       362  gains          at keep: gold for keeping 0..5
///       368  display        set of types; two of one type: one member and display_count 2
///       370  spot           corner of the tile being laid, from `set` to the end of step C
///       372  display_count  373 phase  374 active (whose turn)  375 actor (who decides)
///       376  fill           directions from spot that display tiles go to (`cover`: all to be filled)
///       377  extra          directions that tiles from the pile go to (CA-26)
///       378  filled         directions filled in this turn, while step C lasts
///       379  waiting        seats that trade after the actor (CA-37)
///       380  choices        keep: options; run: slots not yet finished
///       381  p_low  382 q_low  smallest true p and q of a tile (a, b of a worker tile)
struct State {
  Board workers;
  Board jungle;
  Board frontier;
  NibbleList kinds;
  JunglePile pile;
  std::array<Player, kMaxSeats> players;
  std::array<Tile, kMaxWorkerTiles> tiles;
  Ranks worker_ranks;
  Ranks jungle_ranks;
  std::array<std::uint8_t, kMaxCacao + 1> gains;
  std::uint16_t display;
  std::uint16_t spot;
  std::uint8_t display_count;
  Phase phase;
  std::uint8_t active;
  std::uint8_t actor;
  std::uint8_t fill;
  std::uint8_t extra;
  std::uint8_t filled;
  std::uint8_t waiting;
  std::uint8_t choices;
  std::int8_t p_low;
  std::int8_t q_low;
  std::uint8_t zero;

  [[nodiscard]] Player& player(int seat) noexcept { return players[static_cast<std::size_t>(seat)]; }
  [[nodiscard]] const Player& player(int seat) const noexcept { return players[static_cast<std::size_t>(seat)]; }
  /// The worker tile on a corner that holds one.
  [[nodiscard]] Tile& tile(int corner) noexcept {
    return tiles[static_cast<std::size_t>(worker_ranks.rank(workers, corner))];
  }
  [[nodiscard]] Tile tile(int corner) const noexcept {
    return tiles[static_cast<std::size_t>(worker_ranks.rank(workers, corner))];
  }
  /// The jungle type in a cell that holds a tile.
  [[nodiscard]] int type(int cell) const noexcept { return kinds.get(jungle_ranks.rank(jungle, cell)); }
  /// CA-10: nothing can be filled any more.
  [[nodiscard]] bool supply_empty() const noexcept { return display_count == 0 && !pile.any(); }

  void put_worker(int corner, Tile tile) noexcept {
    const int rank = worker_ranks.rank(workers, corner);
    Tile* const at = tiles.data() + rank;
    std::memmove(at + 1, at, static_cast<std::size_t>(kMaxWorkerTiles - 1 - rank));
    *at = tile;
    workers.set(corner);
    worker_ranks.added(corner);
    frontier.reset(corner);
  }
  void put_jungle(int cell, int type) noexcept {
    kinds.insert(jungle_ranks.rank(jungle, cell), type);
    jungle.set(cell);
    jungle_ranks.added(cell);
    for (int d = 0; d < kDirections; ++d) {
      const int corner = corner_of(cell, d);
      const auto word = static_cast<std::size_t>(corner / kWordBits);
      frontier.words[word] |= bits::bit(corner % kWordBits) & ~workers.words[word];
    }
    // A new cell is at most one step outside (3.4).
    if (column_of(cell) == wrap(p_low - 1)) --p_low;
    if (row_of(cell) == wrap(q_low - 1)) --q_low;
  }
  void display_add(int type) noexcept {
    display = static_cast<std::uint16_t>(display | bits::bit(type));
    ++display_count;
  }
  void display_remove(int type) noexcept {
    --display_count;
    const bool twin = display_count == 1 && bits::count(display) == 1;
    if (!twin) display = static_cast<std::uint16_t>(display & ~bits::bit(type));
  }
};
static_assert(sizeof(State) == 384);

/// Workers on n, e, s, w of an orientation (2.2).
[[nodiscard]] constexpr std::array<std::uint8_t, 4> workers_nesw(const Tables& tables, int orientation) noexcept {
  const auto& eswn = tables.workers[static_cast<std::size_t>(type_of_orientation(orientation))].eswn;
  const int turns = rotation_of_orientation(orientation);
  std::array<std::uint8_t, 4> nesw{};
  // The pictured tile has eswn[3] on its north side; a quarter turn moves north to east.
  for (int d = 0; d < kDirections; ++d)
    nesw[static_cast<std::size_t>(d)] = eswn[static_cast<std::size_t>((d + 3 - turns + 4) % 4)];
  return nesw;
}

}  // namespace pyboard::cacao
