#include "pyboard/games/pantheon/components.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/core/tables.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/pantheon/default_tables.hpp"

namespace pyboard::pantheon {

namespace {

constexpr std::array<std::string_view, kSeatCounts> kSeatKeys = {"2", "3", "4"};
constexpr std::array<std::string_view, kMarks> kMarkKeys = {"0", "3", "4"};

std::string space_id(int space) { return "s" + number(space); }

std::string_view amount_key(LootKind kind) {
  switch (kind) {
    case LootKind::support:
    case LootKind::cards:
      return "amount";
    case LootKind::offering:
      return "steps";
    case LootKind::movement:
      return "points";
    case LootKind::half_god:
    case LootKind::god:
    case LootKind::money:
      break;
  }
  return "";
}

void describe_cards(schema::Visitor& v, Tables& t) {
  v.dict("card_types", [&] {
    v.rows("deck", std::span(kCardNames).first(kDeckCards), [&](int card) {
      v.integer("count", t.deck[at(card)], 0, kMaxCopies);
      if (card == kMove) v.integer("points", t.move_points, 1, kMaxPoints);
    });
  });
  v.dict("special_money", [&] { v.numbers("stack_top_first", t.special, t.stack, 0, kMaxSpecial, 2, kMaxMoney); });
  v.integer("display_size", t.display, 1, kMaxDisplay);
  v.integer("start_hand", t.start_hand, 0, kMaxDraw);
  v.integer("draw_action_cards", t.draw_cards, 1, kMaxDraw);
  v.integer("hand_adjust_nations", t.hand_adjust, 0, kMaxHand);
}

void describe_tiles(schema::Visitor& v, Tables& t) {
  v.dict("offering_tiles", [&] {
    v.dict("price_by_level", [&] {
      for (int level = 1; level <= kMaxLevel; ++level) v.integer(number(level), t.price[at(level)], 1, kMaxPrice);
    });
  });
  v.dict("gods", [&] {
    v.rows("tiles", kGodNames, [&](int i) {
      auto& row = t.god[at(i)];
      v.choice("kind", row.kind, kGodKindNames);
      v.numbers("cost", row.rows, row.cost, 1, kMaxRows, 1, kMaxCost);
      if (row.kind == static_cast<std::uint8_t>(GodKind::stonkus)) {
        v.integer("value", row.value, 0, kMaxValue);
      } else {
        row.value = 0;
      }
    });
  });
  v.dict("half_gods", [&] {
    const auto group = [&](std::string_view key, int first, int last) {
      v.dict(key, [&] {
        for (int i = first; i < last; ++i) v.integer(kHalfGodNames[at(i)], t.half_god[at(i)], 0, kMaxHalves);
      });
    };
    group("low", 0, kLowHalfGods);
    group("high", kLowHalfGods, kHalfGods);
  });
  v.dict("loot_tiles", [&] {
    v.rows("types", kLootNames, [&](int i) {
      auto& row = t.loot[at(i)];
      v.choice("kind", row.kind, kLootKindNames);
      if (const auto key = amount_key(row.kind); key.empty()) {
        row.amount = 0;
      } else {
        v.integer(key, row.amount, 1, kMaxPoints);
      }
      v.dict("count_by_mark", [&] {
        for (std::size_t m = 0; m < kMarks; ++m) v.integer(kMarkKeys[m], row.count[m], 0, kMaxLootTiles);
      });
    });
    v.dict("per_epoch", [&] {
      for (std::size_t i = 0; i < kSeatCounts; ++i) v.integer(kSeatKeys[i], t.per_epoch[i], 1, kSlots);
    });
  });
}

void describe_map(schema::Visitor& v, Tables& t) {
  v.dict("map", [&] {
    v.dict("loot_slots_by_players", [&] {
      for (std::size_t i = 0; i < kSeatCounts; ++i)
        v.numbers(kSeatKeys[i], t.slots[i].count, t.slots[i].slot, 1, kSlots, 1, kSlots);
    });
    v.records("spaces", t.spaces, 1, kMaxSpaces, [&](int i) {
      auto& row = t.space[at(i)];
      v.integer("x", row.x, 0, kMaxSpaces - 1);
      v.integer("y", row.y, 0, kMaxSpaces - 1);
      v.choice("type", row.type, kSpaceTypeNames);
      v.optional_choice("nation", row.nation, kNationNames);
      v.optional("slot", row.slot, 0, kSlots);
      v.numbers("adj", row.degree, row.adjacent, 1, kMaxDegree, 0, kMaxSpaces - 1);
    });
  });
}

void check_cards(const Tables& t, Faults& faults) {
  int deck = 0, money = 0;
  for (int card = 0; card < kCards; ++card) {
    if (card < kDeckCards) deck += t.deck[at(card)];
    money += t.cards(card) * money_value(card);
  }
  const auto fewest = [&](int least, const std::string& why) {
    if (deck < least)
      faults.push_back("card_types.deck holds " + number(deck) + " cards, at least " + number(least) + ": " + why);
  };
  fewest(t.display + kMaxSeats * t.start_hand, "the display and the hands of four players");
  fewest(t.display + t.hand_adjust + 1, "the display and a hand of hand_adjust_nations");
  if (deck + t.special > kMaxDeck)
    faults.push_back("there are " + number(deck + t.special) + " cards, at most " + number(kMaxDeck));
  int stonkus = 0;
  std::array<int, kGodKinds> kinds{};
  for (const auto& god : t.god) {
    ++kinds[god.kind];
    stonkus += god.value;
  }
  if (money + stonkus > kMaxPurse) {
    faults.push_back("cards and stonkus tiles are worth " + number(money + stonkus) + " money, at most " +
                     number(kMaxPurse));
  }
  for (int kind = kFirstLasting; kind < kGodKinds; ++kind) {
    if (kinds[at(kind)] > kMaxOfKind) {
      faults.push_back("gods.tiles has " + number(kinds[at(kind)]) + " of '" + std::string(kGodKindNames[at(kind)]) +
                       "', at most " + number(kMaxOfKind));
    }
  }
}

void check_tiles(const Tables& t, Faults& faults) {
  for (int level = 2; level <= kMaxLevel; ++level) {
    if (t.price[at(level)] <= t.price[at(level - 1)]) {
      faults.push_back("offering_tiles.price_by_level." + number(level) + " must be more than that of level " +
                       number(level - 1));
    }
  }
  for (int i = 0; i < kGods; ++i) {
    const auto& god = t.god[at(i)];
    if (!std::is_sorted(god.cost.begin(), god.cost.begin() + god.rows, std::greater<>()))
      faults.push_back("gods.tiles[" + number(i) + "].cost must not increase");
  }
  int halves = 0;
  for (int i = 0; i < kHalfGods; ++i) halves += t.half_god[at(i)] * (i + 1);
  if (halves > kMaxHalfSum)
    faults.push_back("half_gods are worth " + number(halves) + " points, at most " + number(kMaxHalfSum));
  int movement = 0;
  for (int type = 0; type < kLootTypes; ++type) {
    const auto& loot = t.loot[at(type)];
    if (loot.kind == LootKind::movement) movement += loot.amount * t.loot_count(type, kMaxSeats, false);
  }
  if (movement > kMaxMovement) {
    faults.push_back("loot_tiles.types give " + number(movement) + " movement points, at most " + number(kMaxMovement));
  }
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) {
    int tiles = 0, all = 0;
    for (int type = 0; type < kLootTypes; ++type) {
      tiles += t.loot_count(type, seats, true);
      all += t.loot_count(type, seats, false);
    }
    const std::string who = " with " + number(seats) + " players";
    const int needed = t.epochs() * t.shown(seats);
    if (tiles < needed) {
      faults.push_back("loot_tiles.types has " + number(tiles) + " tiles" + who + ", but " + number(needed) +
                       " are drawn");
    }
    if (all > kMaxLootTiles)
      faults.push_back("loot_tiles.types has " + number(all) + " tiles, at most " + number(kMaxLootTiles));
    const auto& slots = t.slots[at(seats - kMinSeats)];
    const std::string where = "map.loot_slots_by_players." + number(seats);
    if (slots.count != t.shown(seats))
      faults.push_back(where + " must name " + number(t.shown(seats)) + " slots, as loot_tiles.per_epoch says");
    for (int i = 1; i < slots.count; ++i) {
      if (slots.slot[at(i)] <= slots.slot[at(i - 1)]) {
        faults.push_back(where + " must ascend");
        break;
      }
    }
  }
}

void check_pieces(const Tables& t, Faults& faults) {
  for (std::size_t o = 0; o < kSupplies; ++o) {
    for (std::size_t i = 0; i < kSeatCounts; ++i) {
      const auto& row = t.supply[o][i];
      const std::string where = "start_supply." + std::string(kSupplyNames[o]) + "." + std::string(kSeatKeys[i]);
      if (row.feet > t.feet) faults.push_back(where + ".feet is more than a player has");
      if (row.columns > t.columns) faults.push_back(where + ".columns is more than a player has");
    }
  }
  if (t.scoring[0] >= t.scoring[1]) faults.emplace_back("scoring.after_epochs must ascend");
  int next = 1;
  for (int i = 0; i < t.bands; ++i) {
    const auto& band = t.band[at(i)];
    const std::string where = "scoring.column_points_each[" + number(i) + "]";
    if (band[0] != next) faults.push_back(where + " must begin with " + number(next));
    if (band[1] < band[0]) faults.push_back(where + " ends before it begins");
    next = band[1] + 1;
  }
  if (next != t.columns + 1)
    faults.push_back("scoring.column_points_each must end with the " + number(t.columns) + " columns of a player");
}

void check_map(const Tables& t, Faults& faults) {
  std::array<int, kNations> starts{};
  std::array<std::array<int, kSlots + 1>, kNations> slots{};
  bool sound = true;
  const auto fault = [&](int space, const std::string& what) {
    faults.push_back("map.spaces[" + number(space) + "]" + what);
  };
  for (int i = 0; i < t.spaces; ++i) {
    const auto& row = t.space[at(i)];
    const auto type = static_cast<SpaceType>(row.type);
    const bool of_nation = type == SpaceType::start || type == SpaceType::loot;
    if (of_nation != (row.nation != 0)) fault(i, ".nation must stand with start and loot spaces, and only there");
    if ((type == SpaceType::loot) != (row.slot != 0)) fault(i, ".slot must stand with loot spaces, and only there");
    if (row.nation != 0 && type == SpaceType::start) ++starts[at(row.nation - 1)];
    if (row.nation != 0 && type == SpaceType::loot) ++slots[at(row.nation - 1)][row.slot];
    for (int k = 0; k < row.degree; ++k) {
      const int other = row.adjacent[at(k)];
      if (other >= t.spaces || other == i) {
        fault(i, ".adj names " + number(other) + ", which is no other space");
        sound = false;
        continue;
      }
      if (k > 0 && other <= row.adjacent[at(k - 1)]) fault(i, ".adj must ascend");
      const auto& back = t.space[at(other)];
      const auto* end = back.adjacent.data() + back.degree;
      if (std::find(back.adjacent.data(), end, i) == end)
        fault(i, ".adj names " + number(other) + ", but not the other way round");
    }
  }
  for (int n = 0; n < kNations; ++n) {
    const std::string name = "map.spaces: '" + std::string(kNationNames[at(n)]) + "' ";
    if (starts[at(n)] != 1) faults.push_back(name + "has " + number(starts[at(n)]) + " start spaces instead of 1");
    for (int slot = 1; slot <= kSlots; ++slot) {
      if (slots[at(n)][at(slot)] != 1)
        faults.push_back(name + "has " + number(slots[at(n)][at(slot)]) + " spaces with slot " + number(slot));
    }
  }
  if (!sound) return;
  std::array<bool, kMaxSpaces> seen{};
  std::array<int, kMaxSpaces> queue{};
  int count = 1;
  seen[0] = true;
  for (int i = 0; i < count; ++i) {
    const auto& row = t.space[at(queue[at(i)])];
    for (int k = 0; k < row.degree; ++k) {
      if (seen[row.adjacent[at(k)]]) continue;
      seen[row.adjacent[at(k)]] = true;
      queue[at(count++)] = row.adjacent[at(k)];
    }
  }
  if (count != t.spaces)
    faults.push_back("map.spaces are not connected: " + number(count) + " of " + number(t.spaces) +
                     " can be reached from s0");
}

}  // namespace

void describe(schema::Visitor& v, Tables& t) {
  v.dict("start_supply", [&] {
    for (std::size_t o = 0; o < kSupplies; ++o) {
      v.dict(kSupplyNames[o], [&] {
        for (std::size_t i = 0; i < kSeatCounts; ++i) {
          v.dict(kSeatKeys[i], [&] {
            v.integer("feet", t.supply[o][i].feet, 0, kMaxPieces);
            v.integer("columns", t.supply[o][i].columns, 0, kMaxPieces);
          });
        }
      });
    }
  });
  describe_cards(v, t);
  v.dict("pieces", [&] {
    v.integer("columns_per_player", t.columns, 1, kMaxPieces);
    v.integer("feet_per_player", t.feet, 1, kMaxPieces);
  });
  describe_tiles(v, t);
  describe_map(v, t);
  v.dict("scoring", [&] {
    v.integers("after_epochs", t.scoring, 1, kNations);
    v.lists("column_points_each", t.bands, 1, kMaxBands, [&](int i) {
      auto& band = t.band[at(i)];
      v.integers("", band, 0, std::max(kMaxPieces, kMaxColumnPoints));
    });
    v.integer("epoch_end_bonus", t.end_points, 0, kMaxBonusPoints);
  });
}

const Tables& default_tables() {
  static const auto kTables = schema::shipped<Tables>("pantheon", describe, kDefaultTables);
  return kTables;
}

void check(const Tables& tables, Faults& faults) {
  check_cards(tables, faults);
  check_tiles(tables, faults);
  check_pieces(tables, faults);
  check_map(tables, faults);
}

Value derived(const Tables& t) {
  Value value = Value::dict();
  int deck = 0;
  Value rows = Value::list();
  for (int card = 0; card < kDeckCards; ++card) {
    deck += t.deck[at(card)];
    Value row = Value::dict();
    if (card >= kGift && card < kMoney1) {
      row.set("offering", Value(kKindNames[at(card - kGift)]));
      row.set("value", Value(1));
    }
    if (card == kMoney1) row.set("money", Value(money_value(card)));
    rows.push(std::move(row));
  }
  value.at("card_types").set("deck", std::move(rows));
  value.at("card_types").set("deck_total", Value(deck));
  value.at("special_money").set("total", Value(static_cast<int>(t.special)));

  std::array<int, kGodKinds> kinds{};
  for (const auto& god : t.god) ++kinds[god.kind];
  Value god_kinds = Value::list();
  for (int kind = 0; kind < kGodKinds; ++kind) {
    Value row = Value::dict();
    row.set("id", Value(kGodKindNames[at(kind)]));
    row.set("tiles", Value(kinds[at(kind)]));
    god_kinds.push(std::move(row));
  }
  value.at("gods").set("kinds", std::move(god_kinds));
  value.at("gods").set("total", Value(kGods));

  int halves = 0;
  for (const int count : t.half_god) halves += count;
  value.at("half_gods").set("total", Value(halves));

  Value tiles = Value::list();
  for (int type = 0; type < kLootTypes; ++type) {
    const auto& loot = t.loot[at(type)];
    for (std::size_t m = 0; m < kMarks; ++m) {
      for (int copy = 0; copy < loot.count[m]; ++copy) {
        Value tile = Value::dict();
        tile.set("kind", Value(kLootKindNames[at(static_cast<int>(loot.kind))]));
        tile.set("mark", Value(m == 0 ? 0 : static_cast<int>(m) + kMinSeats));
        if (const auto key = amount_key(loot.kind); !key.empty()) tile.set(key, Value(static_cast<int>(loot.amount)));
        tile.set("type", Value(kLootNames[at(type)]));
        tiles.push(std::move(tile));
      }
    }
  }
  Value& loot = value.at("loot_tiles");
  const auto* list = tiles.get<Value::List>();
  loot.set("total", Value(static_cast<int>(list == nullptr ? 0 : list->size())));
  loot.set("tiles", std::move(tiles));
  Value bags = Value::dict();
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) {
    int bag = 0;
    for (int type = 0; type < kLootTypes; ++type) bag += t.loot_count(type, seats, true);
    bags.set(number(seats), Value(bag));
  }
  loot.set("bag_by_players", std::move(bags));

  std::array<int, kSpaceTypeNames.size()> types{};
  std::array<std::string, kNations> starts;
  std::array<std::array<std::string, kSlots>, kNations> slots;
  Value spaces = Value::list();
  for (int i = 0; i < t.spaces; ++i) {
    const auto& row = t.space[at(i)];
    ++types[row.type];
    if (row.nation != 0 && row.slot == 0) starts[at(row.nation - 1)] = space_id(i);
    if (row.nation != 0 && row.slot != 0) slots[at(row.nation - 1)][at(row.slot - 1)] = space_id(i);
    Value space = Value::dict();
    space.set("id", Value(space_id(i)));
    space.set("index", Value(i));
    spaces.push(std::move(space));
  }
  Value nations = Value::list();
  for (std::size_t n = 0; n < kNations; ++n) {
    Value nation = Value::dict();
    nation.set("id", Value(kNationNames[n]));
    nation.set("start", Value(starts[n]));
    Value ids = Value::list();
    for (const std::string& id : slots[n]) ids.push(Value(id));
    nation.set("loot_slots", std::move(ids));
    nations.push(std::move(nation));
  }
  value.set("nations", std::move(nations));
  Value& map = value.at("map");
  map.set("space_count", Value(static_cast<int>(t.spaces)));
  Value counts = Value::dict();
  for (std::size_t i = 0; i < types.size(); ++i) counts.set(kSpaceTypeNames[i], Value(types[i]));
  map.set("counts", std::move(counts));
  map.set("capacity_per_space", Value(kSharedCost));
  map.set("spaces", std::move(spaces));
  return value;
}

}  // namespace pyboard::pantheon
