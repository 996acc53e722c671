#include "pyboard/games/cacao/components.hpp"

#include <algorithm>
#include <string>

#include "pyboard/core/tables.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/cacao/default_tables.hpp"
#include "pyboard/games/cacao/state.hpp"

namespace pyboard::cacao {

namespace {

constexpr std::array<std::string_view, kMaxSeats - kMinSeats + 1> kSeatKeys = {"2", "3", "4"};

void check_workers(const Tables& tables, Faults& faults) {
  // The ids 0 to 12 belong to fixed types and rotations (2.2), so rotations must differ as they do there.
  std::array<std::array<std::uint8_t, 4>, kOrientations> shapes;
  for (int o = 0; o < kOrientations; ++o) shapes[static_cast<std::size_t>(o)] = workers_nesw(tables, o);
  const auto& first = tables.workers[0].eswn;
  if (std::any_of(first.begin(), first.end(), [&](std::uint8_t n) { return n != first[0]; })) {
    faults.push_back("worker_types.rows[0].eswn must have the same number on every edge: " + quoted(kWorkerNames[0]) +
                     " has one rotation only");
  }
  for (int o = 0; o < kOrientations; ++o) {
    for (int p = o + 1; p < kOrientations; ++p) {
      if (shapes[static_cast<std::size_t>(o)] != shapes[static_cast<std::size_t>(p)]) continue;
      const int a = type_of_orientation(o), b = type_of_orientation(p);
      faults.push_back("worker_types: orientations " + number(o) + " (" +
                       std::string(kWorkerNames[static_cast<std::size_t>(a)]) + ") and " + number(p) + " (" +
                       std::string(kWorkerNames[static_cast<std::size_t>(b)]) +
                       ") show the same numbers; the 13 orientations must differ");
    }
  }
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) {
    const std::string where = "worker tiles with " + number(seats) + " players: ";
    bool fits = true;
    for (int t = 0; t < kWorkerTypes; ++t) {
      if (tables.worker_tiles(seats, t) >= 0) continue;
      fits = false;
      faults.push_back(where + "more " + quoted(kWorkerNames[static_cast<std::size_t>(t)]) +
                       " are removed than are in the box");
    }
    if (fits && tables.worker_tiles(seats) < tables.hand_size) {
      faults.push_back(where + number(tables.worker_tiles(seats)) + " per player are fewer than the hand size " +
                       number(tables.hand_size));
    }
  }
}

void check_jungle(const Tables& tables, Faults& faults) {
  for (int t = 0; t < kJungleTypes; ++t) {
    const auto& row = tables.jungle[static_cast<std::size_t>(t)];
    if (row.value == 0 && static_cast<Kind>(row.kind) != Kind::temple) {
      faults.push_back("jungle_types.rows[" + number(t) + "].value must be at least 1 for a " +
                       std::string(kKindNames[row.kind]));
    }
  }
  for (int i = 0; i < tables.start_count; ++i) {
    const auto& tile = tables.start[static_cast<std::size_t>(i)];
    const std::string where = "start_tiles.rows[" + number(i) + "]";
    if ((tile.x + tile.y) % 2 != 0) faults.push_back(where + " is no jungle space: x + y must be even");
    for (int j = 0; j < i; ++j) {
      const auto& other = tables.start[static_cast<std::size_t>(j)];
      if (tile.x == other.x && tile.y == other.y)
        faults.push_back(where + " lies on the same space as start_tiles.rows[" + number(j) + "]");
    }
  }
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) {
    const std::string where = "jungle tiles with " + number(seats) + " players: ";
    for (int t = 0; t < kJungleTypes; ++t) {
      const int left = tables.jungle_tiles(seats, t) - tables.start_tiles(t);
      if (left < 0)
        faults.push_back(where + number(-left) + " " + quoted(kJungleNames[static_cast<std::size_t>(t)]) +
                         " too few for what is removed and laid at the start");
    }
    if (tables.jungle_tiles(seats) > kMaxJungleTiles) {
      faults.push_back(where + number(tables.jungle_tiles(seats)) + " in play, at most " + number(kMaxJungleTiles));
    }
    if (tables.jungle_tiles(seats) - tables.start_count > JunglePile::kMaxTotal) {
      faults.push_back(where + number(tables.jungle_tiles(seats) - tables.start_count) + " in the draw pile, at most " +
                       number(JunglePile::kMaxTotal));
    }
  }
}

/// The board must fit the torus to the end (3.4), and there must always be a space for a tile (L6).
void check_room(const Tables& tables, Faults& faults) {
  std::array<int, 4> ends = {0, 0, 0, 0};  // smallest and largest p, smallest and largest q
  for (int i = 0; i < tables.start_count; ++i) {
    const auto& tile = tables.start[static_cast<std::size_t>(i)];
    const Cell cell = cell_at(tile.x, tile.y);
    ends = i == 0 ? std::array{cell.p, cell.p, cell.q, cell.q}
                  : std::array{std::min(ends[0], cell.p), std::max(ends[1], cell.p), std::min(ends[2], cell.q),
                               std::max(ends[3], cell.q)};
  }
  const int widest = std::max(ends[1] - ends[0], ends[3] - ends[2]) + 1;
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) {
    const int workers = seats * tables.worker_tiles(seats);
    const int jungle = tables.jungle_tiles(seats);
    const std::string where = "with " + number(seats) + " players ";
    if (workers > kMaxWorkerTiles)
      faults.push_back(where + number(workers) + " worker tiles are in play, at most " + number(kMaxWorkerTiles));
    const int grown = widest + std::min(jungle - tables.start_count, (workers + 2) / 2);
    if (grown + 2 > kSide) {
      faults.push_back(where + "the board could become " + number(grown) + " cells wide, at most " + number(kSide - 2) +
                       ": fewer worker tiles, fewer jungle tiles or closer start tiles");
    }
    if (jungle >= 0 && workers > fewest_corners(jungle)) {
      faults.push_back(where + number(workers) + " worker tiles could find no space around " + number(jungle) +
                       " jungle tiles, at most " + number(fewest_corners(jungle)));
    }
  }
}

}  // namespace

void describe(schema::Visitor& v, Tables& t) {
  v.dict("worker_types", [&] {
    v.rows("rows", kWorkerNames, [&](int i) {
      auto& row = t.workers[static_cast<std::size_t>(i)];
      v.integers("eswn", row.eswn, 0, kMaxEdge);
      v.integer("count_in_box_per_player", row.in_box, 0, kMaxWorkerTiles / kMinSeats);
    });
  });
  v.dict("worker_tiles_per_player", [&] {
    v.keyed("by_players", kSeatKeys, [&](int i) {
      v.dict("removed", [&] {
        for (int type = 0; type < kWorkerTypes; ++type) {
          v.optional(kWorkerNames[static_cast<std::size_t>(type)],
                     t.workers_removed[static_cast<std::size_t>(i)][static_cast<std::size_t>(type)], 0,
                     kMaxWorkerTiles / kMinSeats);
        }
      });
    });
  });
  v.dict("jungle_types", [&] {
    v.rows("rows", kJungleNames, [&](int i) {
      auto& row = t.jungle[static_cast<std::size_t>(i)];
      v.choice("kind", row.kind, kKindNames);
      v.integer("value", row.value, 0, kMaxValue);
      v.integer("count", row.count, 0, kMaxJungleTiles);
    });
  });
  v.dict("jungle_removed_two_players", [&] {
    v.dict("rows", [&] {
      for (int type = 0; type < kJungleTypes; ++type) {
        v.optional(kJungleNames[static_cast<std::size_t>(type)], t.jungle_removed[static_cast<std::size_t>(type)], 0,
                   kMaxJungleTiles);
      }
    });
  });
  v.dict("start_tiles", [&] {
    v.records("rows", t.start_count, 1, kMaxStart, [&](int i) {
      auto& row = t.start[static_cast<std::size_t>(i)];
      v.choice("type", row.type, kJungleNames);
      v.integer("x", row.x, -kSide / 2, kSide / 2);
      v.integer("y", row.y, -kSide / 2, kSide / 2);
    });
  });
  v.dict("village_board", [&] {
    v.numbers("water_track", t.track_fields, t.track, 1, kMaxTrack, -100, 100);
    v.integer("water_start_index", t.track_start, 0, kMaxTrack - 1);
    v.integer("storage_spaces", t.storage, 1, kMaxCacao);
    v.integer("sun_places", t.sun_places, 0, kMaxValue);
  });
  v.dict("display_size", [&] { v.integer("value", t.display_size, 1, kMaxDisplay); });
  v.dict("hand_size", [&] { v.integer("value", t.hand_size, 1, kMaxHand); });
  v.dict("temple_scoring", [&] {
    v.integer("first", t.temple_first, 0, 100);
    v.integer("second", t.temple_second, 0, 100);
    v.integer("minimum_workers", t.temple_minimum, 1, kDirections * kMaxEdge);
  });
}

const Tables& default_tables() {
  static const auto kTables = schema::shipped<Tables>("cacao", describe, kDefaultTables);
  return kTables;
}

void check(const Tables& tables, Faults& faults) {
  check_workers(tables, faults);
  check_jungle(tables, faults);
  check_room(tables, faults);
  for (int i = 1; i < tables.track_fields; ++i) {
    if (tables.track[static_cast<std::size_t>(i)] <= tables.track[static_cast<std::size_t>(i - 1)]) {
      faults.push_back("village_board.water_track must rise from field to field: entry " + number(i) +
                       " does not");  // CA-47
    }
  }
  if (tables.track_start >= tables.track_fields) {
    faults.push_back("village_board.water_start_index is " + number(tables.track_start) + ", but the track has " +
                     number(tables.track_fields) + " fields");
  }
}

Value derived(const Tables& tables) {
  Value tree = Value::dict();
  Value rows = Value::list();
  for (int type = 0; type < kWorkerTypes; ++type) {
    Value row = Value::dict();
    row.set("distinct_rotations", type == 0 ? 1 : kDirections);
    rows.push(std::move(row));
  }
  tree.at("worker_types").set("rows", std::move(rows));
  rows = Value::list();
  for (int o = 0; o < kOrientations; ++o) {
    Value row = Value::dict(), numbers = Value::list();
    std::string text;
    for (const int n : workers_nesw(tables, o)) {
      numbers.push(n);
      text += std::to_string(n);
    }
    row.set("id", o);
    row.set("worker_type", kWorkerNames[static_cast<std::size_t>(type_of_orientation(o))]);
    row.set("r", rotation_of_orientation(o));
    row.set("nesw", std::move(numbers));
    row.set("text", std::move(text));
    rows.push(std::move(row));
  }
  tree.at("orientations").set("rows", std::move(rows));

  const auto total = [](const auto& names, auto count) {
    Value dict = Value::dict();
    int sum = 0;
    for (int t = 0; t < static_cast<int>(names.size()); ++t) {
      dict.set(names[static_cast<std::size_t>(t)], count(t));
      sum += count(t);
    }
    dict.set("total", sum);
    return dict;
  };
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) {
    const std::string_view key = kSeatKeys[static_cast<std::size_t>(seats - kMinSeats)];
    tree.at("worker_tiles_per_player").at("by_players").set(key, total(kWorkerNames, [&](int t) {
                                                              return tables.worker_tiles(seats, t);
                                                            }));
    tree.at("jungle_in_play").at("by_players").set(key, total(kJungleNames, [&](int t) {
                                                     return tables.jungle_tiles(seats, t);
                                                   }));
    tree.at("jungle_draw_pile_at_setup").at("by_players").set(key, total(kJungleNames, [&](int t) {
                                                                return tables.jungle_tiles(seats, t) -
                                                                       tables.start_tiles(t);
                                                              }));
    tree.at("game_length").at("turns").set(key, seats * tables.worker_tiles(seats));
    tree.at("game_length").at("jungle_fills_at_most").set(key, tables.jungle_tiles(seats) - tables.start_count);
  }
  int in_box = 0, removed = 0;
  for (std::size_t t = 0; t < kJungleTypes; ++t) {
    in_box += tables.jungle[t].count;
    removed += tables.jungle_removed[t];
  }
  tree.at("jungle_types").set("total", in_box);
  tree.at("jungle_removed_two_players").set("total", removed);
  rows = Value::list();
  for (int i = 0; i < tables.start_count; ++i) {
    const auto& tile = tables.start[static_cast<std::size_t>(i)];
    const Cell cell = cell_at(tile.x, tile.y);
    Value row = Value::dict();
    row.set("p", cell.p);
    row.set("q", cell.q);
    rows.push(std::move(row));
  }
  tree.at("start_tiles").set("rows", std::move(rows));
  return tree;
}

}  // namespace pyboard::cacao
