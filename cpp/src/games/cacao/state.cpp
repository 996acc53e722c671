// Positions as dicts, and what makes a position sound.
#include <algorithm>

#include "pyboard/core/names.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/cacao/rules.hpp"

namespace pyboard::cacao {

namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {"deal", "at",  "set",  "cover",  "lay", "extra",
                                                               "keep", "run", "draw", "reveal", "over"};
constexpr int kFarthestCell = 100;  // lattice coordinates that a position may ever reach, to either side
constexpr int kFarthest = 2 * (kFarthestCell + kSide);  // the same in table coordinates, with room to spare
constexpr int kMostGold = 60000;                        // of a seat at the end
constexpr int kMostGain = 7 * 3 * kMaxValue;            // of a seat in one turn: seven edges (L5) of three workers

constexpr const char* kBesideNothing = "the tile was laid beside no jungle tile";

std::string direction_letters(unsigned set) {
  std::string text;
  for (int d = 0; d < kDirections; ++d) {
    if (bits::test(set, d)) text += kDirectionNames[static_cast<std::size_t>(d)];
  }
  return text;
}

std::string too_far(int diagonals, const char* verb) {
  return "the board lies too far away: it " + std::string(verb) + " " + number(diagonals) +
         " diagonals from the origin, at most " + number(kFarthestCell);
}

Board frontier_of(const Board& jungle, const Board& workers) {
  Board frontier{};
  jungle.for_each([&](int cell) {
    for (int d = 0; d < kDirections; ++d) {
      if (!workers.test(corner_of(cell, d))) frontier.set(corner_of(cell, d));
    }
  });
  return frontier;
}

int workers_around(const Board& workers, int cell) {
  int count = 0;
  for (int d = 0; d < kDirections; ++d) count += workers.test(corner_of(cell, d)) ? 1 : 0;
  return count;
}

Ranks ranks_of(const Board& board) {
  Ranks ranks{};
  for (std::size_t w = 1; w < ranks.below.size(); ++w)
    ranks.below[w] = static_cast<std::uint8_t>(ranks.below[w - 1] + bits::count(board.words[w - 1]));
  return ranks;
}

/// Phases in which a tile is being laid or its workers act.
bool has_spot(Phase phase) { return phase >= Phase::set && phase <= Phase::run; }
bool in_step_b(Phase phase) { return phase == Phase::cover || phase == Phase::lay || phase == Phase::extra; }
bool in_step_c(Phase phase) { return phase == Phase::keep || phase == Phase::run; }

struct Placed {
  int x, y;
};

}  // namespace

Value Rules::view(const State& state, int viewer) const {
  const auto position = [&](int index, bool worker) {
    const int column = unwrap(column_of(index), state.p_low), row = unwrap(row_of(index), state.q_low);
    return worker ? Placed{column + row - 1, column - row} : Placed{column + row, column - row};
  };
  const auto in_reading_order = [](std::vector<std::pair<Placed, Value>>& entries) {
    std::sort(entries.begin(), entries.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first.y, a.first.x) < std::pair(b.first.y, b.first.x);
    });
    Value list = Value::list();
    for (auto& [where, entry] : entries) list.push(std::move(entry));
    return list;
  };
  const auto placed = [](Placed where) {
    Value entry = Value::dict();
    entry.set("x", where.x);
    entry.set("y", where.y);
    return entry;
  };

  Value dict = Value::dict();
  dict.set("phase", kPhaseNames[static_cast<std::size_t>(state.phase)]);
  dict.set("active", state.active);
  if (in_step_c(state.phase)) dict.set("actor", state.actor);
  if (has_spot(state.phase)) {
    const Placed spot = position(state.spot, true);
    dict.set("space", Value::List{spot.x, spot.y});
  }
  if (state.phase == Phase::lay) dict.set("fill", direction_letters(state.fill));
  if (state.phase == Phase::extra || in_step_c(state.phase)) dict.set("filled", direction_letters(state.filled));
  if (state.phase == Phase::run) {
    Value slots = Value::list();
    for (int slot = 0; slot < kSlots; ++slot) {
      if (bits::test(state.choices, slot)) slots.push(kSlotNames[static_cast<std::size_t>(slot)]);
    }
    dict.set("slots", std::move(slots));
  }

  Value display = Value::list();
  for (int t = 0; t < kJungleTypes; ++t) {
    const int shown = !bits::test(state.display, t) ? 0 : bits::count(state.display) == 1 ? state.display_count : 1;
    for (int i = 0; i < shown; ++i) display.push(kJungleNames[static_cast<std::size_t>(t)]);
  }
  dict.set("display", std::move(display));
  dict.set("pile", counts_value(state.pile, kJungleNames));

  std::vector<std::pair<Placed, Value>> entries;
  int rank = 0;
  state.jungle.for_each([&](int cell) {
    const Placed where = position(cell, false);
    Value entry = placed(where);
    entry.set("type", kJungleNames[static_cast<std::size_t>(state.kinds.get(rank++))]);
    entries.emplace_back(where, std::move(entry));
  });
  dict.set("jungle", in_reading_order(entries));
  entries.clear();
  rank = 0;
  state.workers.for_each([&](int corner) {
    const Placed where = position(corner, true);
    const Tile tile = state.tiles[static_cast<std::size_t>(rank++)];
    Value entry = placed(where);
    entry.set("seat", tile.owner());
    entry.set("tile", orientation_text(tile.orientation()));
    entry.set("over", tile.over());
    entries.emplace_back(where, std::move(entry));
  });
  dict.set("workers", in_reading_order(entries));

  Value players = Value::list();
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    Value entry = Value::dict();
    entry.set("gold", player.gold);
    entry.set("cacao", player.cacao);
    entry.set("sun", player.sun);
    entry.set("water", player.water);
    if (viewer < 0 || viewer == seat) {
      entry.set("hand", counts_value(player.hand, kWorkerNames));
      entry.set("pile", counts_value(player.pile, kWorkerNames));
    } else {
      entry.set("hand", player.hand.total());
      entry.set("left", counts_value(WorkerCounts{player.hand.word + player.pile.word},
                                     kWorkerNames));  // hand and pile together
    }
    players.push(std::move(entry));
  }
  dict.set("players", std::move(players));
  return dict;
}

State Rules::from_value(const Value& dict, Faults& faults) const {
  State state{};
  DictReader reader(dict, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  state.active = static_cast<std::uint8_t>(reader.integer("active", 0, seats_ - 1));
  state.actor =
      in_step_c(state.phase) ? static_cast<std::uint8_t>(reader.integer("actor", 0, seats_ - 1)) : state.active;
  const auto directions = [&](std::string_view key) {
    static const std::array<std::string, 16> kTexts = [] {
      std::array<std::string, 16> all;
      for (unsigned set = 0; set < all.size(); ++set) all[set] = direction_letters(set);
      return all;
    }();
    std::array<std::string_view, 16> names;
    std::copy(kTexts.begin(), kTexts.end(), names.begin());
    return static_cast<std::uint8_t>(reader.choice(key, names));
  };
  std::array<int, 2> space = {0, 0};
  if (has_spot(state.phase)) reader.integers("space", space, -kFarthest, kFarthest);
  if (state.phase == Phase::lay) state.fill = directions("fill");
  if (state.phase == Phase::extra || in_step_c(state.phase)) state.filled = directions("filled");
  unsigned slots = 0;
  const auto named = [&](const Value& entry, const std::string& path, auto names) {
    const auto* text = entry.get<std::string>();
    const auto it = text == nullptr ? names.end() : std::find(names.begin(), names.end(), *text);
    if (it != names.end()) return static_cast<int>(it - names.begin());
    faults.push_back(path + " is " + entry.json() + ", allowed: " + quoted_list(names));
    return 0;
  };
  if (state.phase == Phase::run) {
    reader.list("slots", 1, kSlots, [&](const Value& entry, const std::string& path, int) {
      slots |= static_cast<unsigned>(bits::bit(named(entry, path, kSlotNames)));
    });
  }
  reader.list("display", 0, kMaxDisplay, [&](const Value& entry, const std::string& path, int) {
    state.display_add(named(entry, path, kJungleNames));
  });
  std::array<int, kJungleTypes> pile{};
  reader.counts("pile", kJungleNames, pile, kMaxJungleTiles);
  for (int t = 0; t < kJungleTypes; ++t) {
    // What is not in the box cannot be packed either.
    if (pile[static_cast<std::size_t>(t)] > tables_.jungle_tiles(seats_, t)) {
      reader.fault("pile",
                   "has more '" + std::string(kJungleNames[static_cast<std::size_t>(t)]) + "' than are in play");
    } else {
      state.pile.set(t, pile[static_cast<std::size_t>(t)]);
    }
  }

  struct Laid {
    Placed where;
    int type;  // jungle type, or bits of the worker tile
  };
  std::vector<Laid> jungle, workers;
  const auto read_place = [&](DictReader& entry, bool worker, const std::vector<Laid>& before) {
    const Placed where = {entry.integer("x", -kFarthest, kFarthest), entry.integer("y", -kFarthest, kFarthest)};
    if (((where.x + where.y) % 2 != 0) != worker) {
      entry.fault("x", worker ? "and y are no worker space: their sum must be odd"
                              : "and y are no jungle space: their sum must be even");
    }
    if (std::any_of(before.begin(), before.end(),
                    [&](const Laid& laid) { return laid.where.x == where.x && laid.where.y == where.y; })) {
      entry.fault("x", "and y: the space is taken by an earlier entry");
    }
    return where;
  };
  reader.dicts("jungle", 1, kMaxJungleTiles, [&](DictReader& entry, int) {
    const Placed where = read_place(entry, false, jungle);
    jungle.push_back({where, entry.choice("type", kJungleNames)});
  });
  std::array<std::string, kOrientations> texts;
  std::array<std::string_view, kOrientations> orientations;
  for (int o = 0; o < kOrientations; ++o) {
    texts[static_cast<std::size_t>(o)] = orientation_text(o);
    orientations[static_cast<std::size_t>(o)] = texts[static_cast<std::size_t>(o)];
  }
  reader.dicts("workers", 0, kMaxWorkerTiles, [&](DictReader& entry, int) {
    const Placed where = read_place(entry, true, workers);
    const int owner = entry.integer("seat", 0, seats_ - 1);
    const int orientation = entry.choice("tile", orientations);
    workers.push_back({where, Tile::make(owner, orientation, entry.boolean("over")).bits});
  });
  const int count = reader.dicts("players", seats_, seats_, [&](DictReader& entry, int seat) {
    Player& player = state.player(seat);
    player.gold = static_cast<std::uint16_t>(entry.integer("gold", 0, kMostGold));
    player.cacao = static_cast<std::uint8_t>(entry.integer("cacao", 0, tables_.storage));
    player.sun = static_cast<std::uint8_t>(entry.integer("sun", 0, tables_.sun_places));
    player.water = static_cast<std::uint8_t>(entry.integer("water", 0, tables_.track_fields - 1));
    const auto tiles = [&](std::string_view key, WorkerCounts& out) {
      std::array<int, kWorkerTypes> counts{};
      entry.counts(key, kWorkerNames, counts, kMaxWorkerTiles / kMinSeats);
      for (int t = 0; t < kWorkerTypes; ++t) out.set(t, counts[static_cast<std::size_t>(t)]);
    };
    tiles("hand", player.hand);
    tiles("pile", player.pile);
  });
  reader.finish();
  if (!faults.empty() || count != seats_) return state;

  // The board, if it fits the torus.
  int p_low = kFarthest, q_low = kFarthest;
  const auto extend = [&](int column, int row) {
    p_low = std::min(p_low, column);
    q_low = std::min(q_low, row);
  };
  for (const Laid& laid : jungle) extend(cell_at(laid.where.x, laid.where.y).p, cell_at(laid.where.x, laid.where.y).q);
  for (const Laid& laid : workers)
    extend(corner_at(laid.where.x, laid.where.y).a, corner_at(laid.where.x, laid.where.y).b);
  const auto in_window = [&](int column, int row) {
    return column >= p_low && column < p_low + kSide && row >= q_low && row < q_low + kSide;
  };
  for (const Laid& laid : jungle) {
    const Cell cell = cell_at(laid.where.x, laid.where.y);
    if (!in_window(cell.p, cell.q)) {
      faults.push_back("jungle: the tiles lie too far apart: more than " + number(kSide) + " diagonals");
      return state;
    }
    state.put_jungle(space_index(cell.p, cell.q), laid.type);
  }
  if (std::max(std::abs(p_low), std::abs(q_low)) > kFarthestCell) {
    faults.push_back(too_far(std::max(std::abs(p_low), std::abs(q_low)), "begins"));
    return state;
  }
  state.p_low = static_cast<std::int8_t>(p_low);
  state.q_low = static_cast<std::int8_t>(q_low);
  for (const Laid& laid : workers) {
    const Corner corner = corner_at(laid.where.x, laid.where.y);
    if (!in_window(corner.a, corner.b)) {
      faults.push_back("workers: the tiles lie too far apart: more than " + number(kSide) + " diagonals");
      return state;
    }
    state.put_worker(space_index(corner.a, corner.b), Tile{static_cast<std::uint8_t>(laid.type)});
  }
  if (!has_spot(state.phase)) return state;

  const Corner corner = corner_at(space[0], space[1]);
  if ((space[0] + space[1]) % 2 == 0 || !in_window(corner.a, corner.b)) {
    faults.emplace_back("space is no worker space next to a jungle tile");
    return state;
  }
  state.spot = static_cast<std::uint16_t>(space_index(corner.a, corner.b));
  if (state.phase == Phase::set) return state;
  if (!state.workers.test(state.spot)) {
    faults.emplace_back("space must hold the worker tile that was laid");
    return state;
  }
  const unsigned around = jungle_around(state.jungle, state.spot);
  const unsigned pending = shared_around(state.workers, state.spot) & ~around;
  if ((state.filled & ~around) != 0) {
    faults.emplace_back("filled names a direction in which no jungle tile lies");
    return state;
  }
  if (in_step_c(state.phase) && (around & ~unsigned{state.filled}) == 0) {
    faults.emplace_back(kBesideNothing);  // more than seven edges cannot be traded (L5)
    return state;
  }
  // What follows from the rest.
  if (state.phase == Phase::cover) state.fill = static_cast<std::uint8_t>(pending);
  if (state.phase == Phase::lay) state.extra = static_cast<std::uint8_t>(pending & ~unsigned{state.fill});
  if (state.phase == Phase::extra) state.extra = static_cast<std::uint8_t>(pending);
  if (in_step_c(state.phase)) {
    state.waiting = static_cast<std::uint8_t>(trading_after(state, state.actor));
    const Phase phase = state.phase;
    begin_trade(state, state.actor);
    state.phase = phase;
    if (phase == Phase::run) state.choices = static_cast<std::uint8_t>(slots);
  }
  return state;
}

/// Seats with something to trade that come after the given one in the order of CA-37.
unsigned Rules::trading_after(const State& state, int seat) const noexcept {
  unsigned waiting = 0;
  for (int i = (seat - state.active + seats_) % seats_ + 1; i < seats_; ++i) {
    const int other = (state.active + i) % seats_;
    if (open_slots(state, other) != 0) waiting |= static_cast<unsigned>(bits::bit(other));
  }
  return waiting;
}

void Rules::violations(const State& state, Faults& faults) const {
  const std::size_t before = faults.size();
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };

  // Ranges and packing: nothing below may index by an unchecked number.
  const int jungle_count = state.jungle.count(), worker_count = state.workers.count();
  fault(static_cast<int>(state.phase) >= kPhases, "the phase is unknown");
  fault(state.active >= seats_ || state.actor >= seats_, "a seat number is out of range");
  fault(jungle_count < 1 || jungle_count > kMaxJungleTiles,
        number(jungle_count) + " jungle tiles lie on the board, allowed: 1 to " + number(kMaxJungleTiles));
  fault(worker_count > kMaxWorkerTiles,
        number(worker_count) + " worker tiles lie on the board, at most " + number(kMaxWorkerTiles));
  fault(state.worker_ranks.below != ranks_of(state.workers).below ||
            state.jungle_ranks.below != ranks_of(state.jungle).below,
        "the counts beside the board do not fit it");
  fault(state.zero != 0, "a byte that must be zero is not");
  for (int i = 0; i < kMaxJungleTiles; ++i) {
    const int type = state.kinds.get(i);
    fault(i < jungle_count ? type >= kJungleTypes : type != 0,
          "jungle tile " + number(i) + " of the board is of no type");
  }
  for (int i = 0; i < kMaxWorkerTiles; ++i) {
    const Tile tile = state.tiles[static_cast<std::size_t>(i)];
    const bool bad = i < worker_count
                         ? tile.orientation() >= kOrientations || tile.owner() >= seats_ || tile.bits >= 128
                         : tile.bits != 0;
    fault(bad, "worker tile " + number(i) + " of the board is no tile");
  }
  fault(!state.pile.in_range(), "the draw pile is out of range");
  const int shown = bits::count(state.display);
  fault(state.display_count > tables_.display_size || state.display >= bits::bit(kJungleTypes) ||
            shown > state.display_count || (shown == 0) != (state.display_count == 0),
        "the display is out of range");
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    const Player& player = state.player(seat);
    const std::string who = "seat " + number(seat) + ": ";
    fault(player.zero != std::array<std::uint8_t, 3>{}, who + "a byte that must be zero is not");
    if (seat >= seats_) {
      fault(player.hand.any() || player.pile.any() || player.gold != 0 || player.cacao != 0 || player.sun != 0 ||
                player.water != 0,
            who + "does not play, but has something");
      continue;
    }
    fault(!player.hand.in_range() || !player.pile.in_range(), who + "hand or pile is out of range");
    fault(player.cacao > tables_.storage, who + number(player.cacao) + " cacao, at most " + number(tables_.storage));
    fault(player.sun > tables_.sun_places,
          who + number(player.sun) + " sun tokens, at most " + number(tables_.sun_places));
    fault(player.water >= tables_.track_fields, who + "the water carrier stands beyond the track");
  }
  constexpr unsigned kAllDirections = 15;
  fault(state.spot >= kSpaces || state.fill > kAllDirections || state.extra > kAllDirections ||
            state.filled > kAllDirections || state.waiting >= bits::bit(seats_),
        "the fields of the turn are out of range");
  if (faults.size() != before) return;

  // The board.
  fault(!(state.frontier == frontier_of(state.jungle, state.workers)), "the spaces on offer do not fit the board");
  using Offsets = std::array<int, 2>;
  const auto offset = [&](int space) {
    return Offsets{unwrap(column_of(space), state.p_low) - state.p_low,
                   unwrap(row_of(space), state.q_low) - state.q_low};
  };
  Offsets high = {0, 0};
  std::array<bool, 2> anchored = {false, false};
  const auto extend = [&](int space, int inside) {
    for (std::size_t axis = 0; axis < 2; ++axis) {
      high[axis] = std::max(high[axis], offset(space)[axis] - inside);
      anchored[axis] = anchored[axis] || offset(space)[axis] == 0;
    }
  };
  state.jungle.for_each([&](int cell) { extend(cell, 0); });
  int apart = 0;  // worker tiles without a jungle tile beside them: never in a real game (L1), but people set them up
  state.workers.for_each([&](int corner) {
    extend(corner, 1);
    apart += jungle_around(state.jungle, corner) == 0 ? 1 : 0;
  });
  fault(!anchored[0] || !anchored[1], "the board does not begin where it says");

  // The components (section 2).
  std::array<int, kJungleTypes> jungle{};
  for (int i = 0; i < jungle_count; ++i) ++jungle[static_cast<std::size_t>(state.kinds.get(i))];
  for (int t = 0; t < kJungleTypes; ++t) {
    const int display = !bits::test(state.display, t) ? 0 : shown == 1 ? state.display_count : 1;
    const int used = jungle[static_cast<std::size_t>(t)] + display + state.pile.get(t);
    fault(used > tables_.jungle_tiles(seats_, t), number(used) + " '" +
                                                      std::string(kJungleNames[static_cast<std::size_t>(t)]) +
                                                      "' in play, at most " + number(tables_.jungle_tiles(seats_, t)));
  }
  int to_come = 0;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    std::array<int, kWorkerTypes> laid{};
    int covered = 0;
    for (int i = 0; i < worker_count; ++i) {
      const Tile tile = state.tiles[static_cast<std::size_t>(i)];
      if (tile.owner() != seat) continue;
      ++laid[static_cast<std::size_t>(type_of_orientation(tile.orientation()))];
      covered += tile.over() ? 1 : 0;
    }
    int used = covered;
    for (int t = 0; t < kWorkerTypes; ++t) {
      const int of_type = laid[static_cast<std::size_t>(t)] + player.hand.get(t) + player.pile.get(t);
      used += of_type;
      fault(of_type > tables_.worker_tiles(seats_, t), "seat " + number(seat) + ": " + number(of_type) + " '" +
                                                           std::string(kWorkerNames[static_cast<std::size_t>(t)]) +
                                                           "', at most " + number(tables_.worker_tiles(seats_, t)));
    }
    fault(used > tables_.worker_tiles(seats_), "seat " + number(seat) + ": " + number(used) +
                                                   " worker tiles with the covered ones, at most " +
                                                   number(tables_.worker_tiles(seats_)));
    to_come += player.hand.total() + player.pile.total();
  }

  // Room to the end (3.4): a cell beyond the board needs two worker tiles on the outermost diagonal, where but one
  // can help that lies there already. In step B the tile just laid still counts as one to come.
  const int supply = state.pile.total() + state.display_count;
  const auto widest = [&](std::size_t axis) {
    const auto outermost = [&](int corner) {  // 1: at the low end, 2: at the high end
      return (offset(corner)[axis] == 0 ? 1U : 0U) | (offset(corner)[axis] == high[axis] + 1 ? 2U : 0U);
    };
    unsigned ends = 0;
    state.workers.for_each([&](int corner) {
      if (!in_step_b(state.phase) || corner != state.spot) ends |= outermost(corner);
    });
    const int laid = in_step_b(state.phase) && outermost(state.spot) != 0 ? 1 : 0;
    return high[axis] + 1 + std::min(supply, (to_come + laid + bits::count(ends)) / 2);
  };
  const int grown = std::max(widest(0), widest(1));
  const int farther = std::max(std::abs(state.p_low), std::abs(state.q_low)) + supply;  // a fill moves it by one
  fault(farther > kFarthestCell, too_far(farther, "could begin"));
  fault(grown + 2 > kSide, "the board could become " + number(grown) + " cells wide, at most " + number(kSide - 2));
  const int cells = jungle_count + supply;
  fault(worker_count + to_come > fewest_corners(cells),
        number(worker_count + to_come) + " worker tiles could find no space around " + number(cells) +
            " jungle tiles, at most " + number(fewest_corners(cells)));  // L6
  fault(cells * kDirections + apart > kMaxLegal, "too many worker tiles have no jungle tile beside them");

  const int earning = to_come + (in_step_b(state.phase) || in_step_c(state.phase) ? 1 : 0);
  for (int seat = 0; seat < seats_; ++seat) {
    const int most = kMostGold - kMostGain * earning;
    fault(state.player(seat).gold > most, "seat " + number(seat) + ": " + number(state.player(seat).gold) +
                                              " gold, at most " + number(most) + " with the turns to come");
  }

  // Hands (section 9): hand_size tiles, or all that are left; the active player is one short between laying and
  // drawing.
  const bool dealing = state.phase == Phase::deal;
  const bool one_short = in_step_b(state.phase) || in_step_c(state.phase) || state.phase == Phase::draw;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    const int hand = player.hand.total(), left = hand + player.pile.total();
    const std::string who = "seat " + number(seat) + ": ";
    if (dealing) {
      fault(left < tables_.hand_size, who + "too few tiles to be dealt a hand");
      fault(seat > state.active && hand != 0, who + "has a hand before it is dealt");
      fault(seat == state.active && hand >= tables_.hand_size, who + "has been dealt a hand already");
    }
    if (dealing && seat >= state.active) continue;
    const int missing = one_short && seat == state.active ? 1 : 0;
    const int wanted = std::min<int>(tables_.hand_size, left + missing) - missing;
    fault(hand != wanted, who + "holds " + number(hand) + " tiles, must hold " + number(wanted) + " of the " +
                              number(left) + " that are left");
  }
  const Player& active = state.player(state.active);
  fault((state.phase == Phase::at || state.phase == Phase::set) && !active.hand.any(), "the active seat has no tile");
  fault(state.phase == Phase::draw && !active.pile.any(), "the active seat has no tile to draw");
  fault(state.phase == Phase::reveal && to_come == 0, "the game is over, but it waits for a tile to be revealed");
  fault((state.phase == Phase::over) != (to_come == 0 && !one_short),
        state.phase == Phase::over ? "the game cannot be over while tiles are left"
                                   : "nobody has a tile left, but the game goes on");

  // The display.
  const bool full = state.display_count == tables_.display_size;
  fault((state.phase == Phase::at || state.phase == Phase::set) && !full && state.pile.any(),
        "the display must be full while the draw pile lasts");  // CA-61
  fault(state.phase == Phase::reveal && (full || !state.pile.any()), "nothing can be revealed");

  // The turn.
  const bool spot = has_spot(state.phase);
  fault((!spot && state.spot != 0) || ((!spot || state.phase == Phase::set) && state.filled != 0),
        "fields of a turn are set that this phase does not have");
  fault(!in_step_b(state.phase) && (state.fill != 0 || state.extra != 0),
        "spaces wait to be filled in the wrong phase");
  fault(!in_step_c(state.phase) && (state.waiting != 0 || state.choices != 0 || state.actor != state.active),
        "seats wait to trade in the wrong phase");
  fault(state.phase != Phase::keep && state.gains != decltype(state.gains){}, "gains are set without a trade");
  fault(in_step_c(state.phase) && (state.phase == Phase::run) != options_.explicit_activation,
        "the phase does not belong to the option 'activation'");
  if (faults.size() != before) return;

  const bool laid = spot && state.phase != Phase::set;
  if (state.phase == Phase::set) {
    const bool own = state.workers.test(state.spot) && state.tile(state.spot).owner() == state.active &&
                     !state.tile(state.spot).over() && state.supply_empty() && active.sun > 0;
    fault(!own && !state.frontier.test(state.spot), "the space chosen is none that was on offer");
  }
  if (laid) {
    fault(!state.workers.test(state.spot) || state.tile(state.spot).owner() != state.active,
          "the space chosen must hold the tile of the active seat");
    if (faults.size() != before) return;
    const bool over = state.tile(state.spot).over();
    fault(over && (in_step_b(state.phase) || state.filled != 0), "nothing is filled after overbuilding");  // CA-16
    fault(!over && (jungle_around(state.jungle, state.spot) & ~unsigned{state.filled}) == 0,
          kBesideNothing);  // CA-4, hence L4
  }
  // No empty jungle space has two worker tiles beside it while the supply lasts, but for those being filled (L3).
  const unsigned around = spot ? jungle_around(state.jungle, state.spot) : 0;
  const unsigned pending = in_step_b(state.phase) ? shared_around(state.workers, state.spot) & ~around : 0;
  if (supply > 0) {
    for (int cell = 0; cell < kSpaces; ++cell) {
      if (state.jungle.test(cell)) continue;
      bool being_filled = false;
      for (int d = 0; d < kDirections; ++d)
        being_filled = being_filled || (bits::test(pending, d) && cell_of(state.spot, d) == cell);
      fault(workers_around(state.workers, cell) > (being_filled ? 2 : 1),
            "a jungle space with worker tiles on two sides is empty though tiles are there to fill it");
    }
  }
  for (int d = 0; d < kDirections; ++d) {
    if (!bits::test(state.filled, d)) continue;
    fault(!bits::test(around, d) || workers_around(state.workers, cell_of(state.spot, d)) != 2,
          "a space counts as filled that cannot have been");  // L3
  }
  if (faults.size() != before) return;

  const int covered = bits::count(state.fill);
  if (state.phase == Phase::cover) {
    fault(state.fill != pending || state.extra != 0 || state.filled != 0 || state.display_count == 0 ||
              covered <= state.display_count,
          "the spaces to be covered do not fit the board and the display");  // CA-24
  } else if (state.phase == Phase::lay) {
    fault((state.fill | state.extra) != pending || (state.fill & state.extra) != 0 || state.filled != 0 || shown < 2 ||
              covered == 0 || covered > state.display_count || (state.extra != 0 && covered != state.display_count),
          "the spaces to be filled do not fit the board and the display");  // CA-25
  } else if (state.phase == Phase::extra) {
    fault(state.extra != pending || state.extra == 0 || state.filled == 0 || state.display_count != 0 ||
              !state.pile.any(),
          "the spaces to be filled from the draw pile do not fit the board");  // CA-26
  } else if (in_step_c(state.phase)) {
    const unsigned slots = open_slots(state, state.actor);
    fault(slots == 0, "the seat that decides has nothing to trade");
    fault(state.waiting != trading_after(state, state.actor), "the seats that wait to trade are not those that can");
    if (state.phase == Phase::run) {
      fault(state.choices == 0 || (state.choices & ~slots) != 0, "the slots left are none of the seat that decides");
    } else {
      State expected = state;
      begin_trade(expected, state.actor);
      fault(!same_bytes(expected, state), "the options of the trade are not what the board gives");
    }
  }
}

}  // namespace pyboard::cacao
