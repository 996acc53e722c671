#include "pyboard/games/tzolkin/components.hpp"

#include <span>
#include <string>

#include "pyboard/core/tables.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/tzolkin/default_tables.hpp"

namespace pyboard::tzolkin {

namespace {

constexpr std::array<std::string_view, kMaxSeats - kMinSeats + 1> kSeatKeys = {"2", "3", "4"};

std::span<const std::string_view> gear_ids() { return std::span(kGearNames).first(kGears); }
std::string step_key(int step) { return number(step); }

template <class Blocks>
void describe_blocks(schema::Visitor& v, Blocks& blocks, int max) {
  for (int k = 0; k < kBlocks; ++k)
    v.optional(kBlockNames[static_cast<std::size_t>(k)], blocks[static_cast<std::size_t>(k)], 0, max);
}

void describe_yield(schema::Visitor& v, Tables::Yield& yield) {
  v.dict("gain", [&] {
    for (int k = 0; k < kMaterials; ++k) {
      v.optional(kMaterialNames[static_cast<std::size_t>(k)], yield.goods[static_cast<std::size_t>(k)], 0, kMaxGain);
    }
    v.optional("skull", yield.skulls, 0, kMaxSkulls);
  });
}

void describe_gears(schema::Visitor& v, Tables& t) {
  v.dict("gears", [&] {
    v.rows("list", gear_ids(), [&](int g) {
      if (g == kChichen) {
        v.integer("wells", t.wells[kChichen], kLargeSpaces, kMaxLargeWells);
      } else {
        v.integer("wells", t.wells[static_cast<std::size_t>(g)], kSmallSpaces, kMaxSmallWells);
      }
    });
  });
  v.dict("actions", [&] {
    constexpr int kRows = kSmallSpaces - 1;
    schema::fixed_records(v, "palenque", kRows, [&](int i) {
      if (i == 0) v.integer("corn", t.fish, 0, kMaxGain);
      if (i == 0 || i > kGroups) return;
      auto& row = t.harvest[static_cast<std::size_t>(i - 1)];
      v.integer("corn", row.corn, 0, kMaxGain);
      if (i > 1) v.integer("wood", row.wood, 0, kMaxGain);
    });
    schema::fixed_records(v, "yaxchilan", kRows, [&](int i) {
      if (i < kTargets) describe_yield(v, t.yield[static_cast<std::size_t>(i)]);
    });
    schema::fixed_records(v, "tikal", kRows, [&](int i) {
      if (i == 0 || i == 2) v.integers("advances", t.advances[static_cast<std::size_t>(i / 2)], 1, 2);
      if (i == 1 || i == 3) v.integers("buildings", t.buildings[static_cast<std::size_t>(i / 2)], 1, 2);
      if (i == 3) v.integer("monuments", t.monuments_per_action, 0, 1);
      if (i == 4) v.dict("cost", [&] { v.integer("any_block", t.two_temples_blocks, 1, kMaxPay); });
    });
    schema::fixed_records(v, "uxmal", kRows, [&](int i) {
      if (i == 0) v.dict("cost", [&] { v.integer("corn", t.temple_corn, 0, kMaxGain); });
      if (i == 3) v.integer("corn_per_block", t.corn_per_block, 1, kMaxRate);
      if (i == 4) v.dict("cost", [&] { v.integer("corn", t.any_action_corn, 0, kMaxGain); });
    });
    schema::fixed_records(v, "chichen_itza", kLargeSpaces - 1, [&](int i) {
      if (i >= kSkullSpaces) return;
      auto& row = t.skull[static_cast<std::size_t>(i)];
      v.integer("points", row.points, 0, kMaxPoints);
      v.choice("temple", row.temple, kTempleNames);
      v.integer("block", row.blocks, 0, kMaxTake);
    });
  });
  v.dict("worker_cost", [&] { v.integers("marginal", t.worker_cost, 0, kMaxGain); });
}

void describe_tracks(schema::Visitor& v, Tables& t) {
  v.dict("temples", [&] {
    const auto track = [&](Tables::TempleTrack& row) {
      v.integer("min", row.min, kLowestStep, 0);
      v.integer("top", row.top, 1, kHighestStep);
      v.dict("points", [&] {
        for (int step = row.min; step <= row.top; ++step) {
          v.integer(step_key(step), row.points[static_cast<std::size_t>(step - kLowestStep)], -kMaxPoints, kMaxPoints);
        }
      });
      v.dict("materials", [&] {
        for (int step = 1; step <= row.top; ++step) {
          v.optional_choice(step_key(step), row.materials[static_cast<std::size_t>(step - kLowestStep)], kRewardNames);
        }
      });
      v.integer("age1_bonus", row.bonus[0], 0, kMaxPoints);
      v.integer("age2_bonus", row.bonus[1], 0, kMaxPoints);
    };
    for (std::size_t i = 0; i < kTemples; ++i) v.dict(kTempleNames[i], [&] { track(t.temple[i]); });
  });
  v.dict("technologies", [&] {
    v.integers("advance_cost_blocks", t.advance_cost, 1, kMaxPay);
    v.integer("bonus_cost_blocks", t.bonus_cost, 1, kMaxPay);
  });
}

void describe_part(schema::Visitor& v, Tables::Part& part) {
  v.variant(part.kind, kAutoNames);
  const std::string_view key = kAutoNames[static_cast<std::size_t>(part.kind)];
  switch (part.kind) {
    case PartKind::feed_free:
      v.integer(key, part.amount, 0, kMaxWorkers);
      break;
    case PartKind::feed_discount:
      v.integer(key, part.amount, 0, kFoodPerWorker);
      break;
    case PartKind::temple:
      v.choice(key, part.which, kTempleNames);
      v.integer("steps", part.amount, 0, kHighestStep);
      break;
    case PartKind::tech:
      v.choice(key, part.which, kTrackNames);
      break;
    case PartKind::corn:
    case PartKind::wood:
    case PartKind::stone:
    case PartKind::gold:
      v.integer(key, part.amount, 0, kMaxGain);
      break;
    case PartKind::skull:
      v.integer(key, part.amount, 0, kMaxSkulls);
      break;
    case PartKind::points:
      v.integer(key, part.amount, 0, kMaxPoints);
      break;
    case PartKind::worker:
      v.integer(key, part.amount, 0, kMaxWorkers);
      break;
    case PartKind::temple_any:
    case PartKind::extra_build:
    case PartKind::trade_optional:
    case PartKind::do_optional:
    case PartKind::tech_any:
      break;
  }
}

void describe_tiles(schema::Visitor& v, Tables& t) {
  v.dict("building_types", [&] {
    v.rows(
        "list", kTypeNames,
        [&](int i) {
          auto& row = t.building[static_cast<std::size_t>(i)];
          v.integer("age", row.age, 1, 2);
          v.choice("colour", row.colour, std::span(kColourNames).first(4));
          v.integer("copies", row.copies, 0, kMaxCopies);
          v.dict("cost", [&] { describe_blocks(v, row.cost, kMaxCost); });
          v.records("auto", row.autos, 0, kMaxAuto,
                    [&](int p) { describe_part(v, row.part[static_cast<std::size_t>(p)]); });
          v.choices("decisions", row.decisions, row.decision, 0, kMaxDecisions, kDecisionNames);
        },
        "type");
  });
  const auto monument = [&](int i) {
    auto& row = t.monument[static_cast<std::size_t>(i)];
    v.choice("colour", row.colour, kColourNames);
    v.dict("cost", [&] {
      describe_blocks(v, row.cost, kMaxCost);
      v.optional("skull", row.skulls, 0, kMaxSkulls);
    });
  };
  v.dict("monuments", [&] {
    v.rows("list", std::span(kMonumentNames).first(kMonuments - 1), [&](int i) {
      monument(i);
      v.choice("score", t.monument[static_cast<std::size_t>(i)].formula, kFormulaNames);
    });
  });
  v.dict("starting_wealth", [&] {
    v.rows("list", std::span(kWealthNames).first(kWealth - 1), [&](int i) {
      auto& row = t.wealth[static_cast<std::size_t>(i)];
      v.choice("dummy_gear", row.gear, gear_ids());
      v.integer("dummy_space", row.space, 0, kLargeSpaces - 1);
      describe_yield(v, row.gain);
      v.dict("effect", [&] {
        v.optional_choice("temple", row.temple, kTempleNames);
        v.optional_choice("tech", row.track, kTrackNames);
        v.optional("feed_free", row.feed_free, 0, kMaxWorkers);
        v.optional("worker", row.workers, 0, kMaxWorkers);
      });
    });
  });
  v.dict("final_scoring", [&] {
    v.integer("corn_per_point", t.corn_per_point, 1, kPointUnit);
    v.integer("skull_points", t.skull_points, 0, kMaxPoints);
  });
  v.dict("mini_expansion_2_tiles", [&] {
    v.dict("monument", [&] {
      monument(kMonuments - 1);
      v.integers("points_now_by_food_days_done", t.points_now, 0, 2 * kMaxPoints);
    });
    v.dict("wealth", [&] {
      auto& row = t.wealth[kWealth - 1];
      describe_yield(v, row.gain);
      v.dict("effect", [&] { v.optional_choice("temple_down", row.temple_down, kTempleNames); });
    });
  });
}

void check_calendar(const Tables& tables, Faults& faults) {
  int changes = 0;
  for (int i = 0; i < kFoodDays; ++i) {
    const auto& row = tables.food[static_cast<std::size_t>(i)];
    const std::string where = "calendar.food_days[" + number(i) + "]";
    if (row.day < tables.first_day)
      faults.push_back(where + ".day comes before the first day " + number(tables.first_day));
    if (i > 0 && row.day <= tables.food[static_cast<std::size_t>(i - 1)].day)
      faults.push_back(where + ".day must be later than the Food Day before");
    if (row.kind == static_cast<std::uint8_t>(FoodKind::points) && row.age == 0) {
      faults.push_back(where + ".age must be 1 or 2 where points are scored: it names the leader bonus");
    }
    changes += row.age == 1 ? 1 : 0;
  }
  if (changes != 1 || tables.food[kFoodDays - 1].age == 1) {
    faults.emplace_back("calendar.food_days must have the age 1 exactly once and not at the last: there age 2 begins");
  }
}

void check_setup(const Tables& tables, Faults& faults) {
  if (tables.workers_at_start > tables.workers_per_player) {
    faults.push_back("components.workers.start_in_play is " + number(tables.workers_at_start) + ", more than the " +
                     number(tables.workers_per_player) + " that a player has");
  }
  for (int seats = kMinSeats; seats <= kMaxSeats; ++seats) {
    const auto& row = tables.seat_count(seats);
    // Every tile but w22 gives one dummy or more, and w22 asks for one more (section 12).
    const int left = kWealth - 1 - seats * tables.wealth_dealt;
    if (left < 0) {
      faults.push_back("with " + number(seats) + " players more wealth tiles are dealt than there are");
    } else if (row.dummies > 0 && row.dummies + 1 > left) {
      faults.push_back("player_count." + number(seats) + ".dummy_workers is " + number(row.dummies) +
                       ", but the tiles that are not dealt place only " + number(left - 1) + " for certain");
    }
  }
  // Dummies never meet (TZ-6).
  for (int a = 0; a < kWealth - 1; ++a) {
    const auto& one = tables.wealth[static_cast<std::size_t>(a)];
    const int wells = tables.wells[one.gear];
    const std::string where = "starting_wealth.list[" + number(a) + "].dummy_space ";
    if (one.space >= (one.gear == kChichen ? kLargeSpaces : kSmallSpaces))
      faults.push_back(where + number(one.space) + " is no action space of its gear");
    for (int b = 0; b < kWealth - 1; ++b) {
      const auto& two = tables.wealth[static_cast<std::size_t>(b)];
      if (a == b || one.gear != two.gear) continue;
      if (a < b && one.space == two.space)
        faults.push_back(where + "is the same as that of starting_wealth.list[" + number(b) + "]");
      if (one.gear != kChichen && (one.space + wells / 2) % wells == two.space) {
        faults.push_back(where + "is opposite to that of starting_wealth.list[" + number(b) + "]");
      }
    }
  }
}

void check_tiles(const Tables& tables, Faults& faults) {
  for (int t = 0; t < kTypes; ++t) {
    const auto& row = tables.building[static_cast<std::size_t>(t)];
    if (row.cost[0] + row.cost[1] + row.cost[2] == 0) {
      faults.push_back("building_types.list[" + number(t) + "].cost must hold a block: architecture 3 saves one of it");
    }
  }
  for (int i = 0; i < kTargets; ++i) {
    const auto& row = tables.yield[static_cast<std::size_t>(i)];
    if (row.goods == Tables::Goods{} && row.skulls == 0)
      faults.push_back("actions.yaxchilan[" + number(i) + "].gain must not be empty");
  }
  for (int i = 0; i < 2; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (tables.advances[at][0] != 1)
      faults.push_back("actions.tikal[" + number(2 * i) +
                       "].advances must begin with 1: the second advance is optional");
    if (tables.buildings[at][0] != 1)
      faults.push_back("actions.tikal[" + number(2 * i + 1) +
                       "].buildings must begin with 1: the second building is optional");
  }
  if (kPointUnit % tables.corn_per_point != 0) {
    faults.push_back("final_scoring.corn_per_point is " + number(tables.corn_per_point) +
                     ", allowed: 1, 2, 4 (scores are exact quarters)");
  }
  const int worth = most_worth_gained(tables);
  if (worth > kMaxWorth / 2) {
    faults.push_back("materials worth " + number(worth) + " corn could be gained in one game, at most " +
                     number(kMaxWorth / 2) + ": smaller gains, smaller market rates or earlier Food Days");
  }
}

}  // namespace

void describe(schema::Visitor& v, Tables& t) {
  v.dict("resources", [&] {
    v.dict("market_rate_corn", [&] {
      for (int k = 0; k < kBlocks; ++k)
        v.integer(kBlockNames[static_cast<std::size_t>(k)], t.rate[static_cast<std::size_t>(k)], 1, kMaxRate);
    });
    v.integer("skull_supply", t.skull_supply, 0, kMaxSkulls);
  });
  v.dict("components", [&] {
    v.dict("workers", [&] {
      v.integer("per_player", t.workers_per_player, 1, kMaxWorkers);
      v.integer("start_in_play", t.workers_at_start, 1, kMaxWorkers);
    });
  });
  v.dict("player_count", [&] {
    for (std::size_t i = 0; i < kSeatKeys.size(); ++i) {
      v.dict(kSeatKeys[i], [&] {
        auto& row = t.by_seats[i];
        v.integer("monuments", row.monuments, 0, kMonuments - 1);
        v.integer("fields_per_jungle_group", row.fields, 0, kMaxFields);
        v.integer("dummy_workers", row.dummies, 0, kWealth);
      });
    }
    v.integer("buildings_on_display", t.display, 1, kMaxDisplay);
    v.integer("wealth_dealt", t.wealth_dealt, 2, kMaxDealt);
  });
  v.dict("calendar", [&] {
    v.integer("first_day", t.first_day, 1, kMaxDay);
    schema::fixed_records(v, "food_days", kFoodDays, [&](int i) {
      auto& row = t.food[static_cast<std::size_t>(i)];
      v.integer("day", row.day, 1, kMaxDay);
      v.choice("kind", row.kind, kFoodKindNames);
      v.optional("age", row.age, 0, 2);
    });
  });
  describe_gears(v, t);
  describe_tracks(v, t);
  describe_tiles(v, t);
}

const Tables& default_tables() {
  static const auto kTables = schema::shipped<Tables>("tzolkin", describe, kDefaultTables);
  return kTables;
}

int most_worth_gained(const Tables& t) {
  const int rate = std::max({t.rate[0], t.rate[1], t.rate[2]});
  const int bonus = kExtractionBlocks * rate;
  int action = std::max({t.fish + kFishBonus, 2 * bonus, kMaxTake * rate});
  for (const auto& row : t.harvest) {
    action = std::max({action, row.corn + kHarvestBonus1 + kHarvestBonus3, (row.wood + kExtractionBonus) * t.rate[0]});
  }
  for (const auto& row : t.yield) {
    int worth = row.goods[kCorn];
    for (std::size_t k = 0; k < kBlocks; ++k) worth += (row.goods[k + 1] + kExtractionBonus) * t.rate[k];
    action = std::max(action, worth);
  }
  int building = 0;
  for (const auto& row : t.building) {
    int worth = kArchitectureCorn;
    for (int i = 0; i < row.autos; ++i) {
      const auto& part = row.part[static_cast<std::size_t>(i)];
      if (part.kind == PartKind::tech) worth += bonus;
      if (part.kind == PartKind::corn) worth += part.amount;
      if (part.kind == PartKind::wood || part.kind == PartKind::stone || part.kind == PartKind::gold)
        worth += part.amount * rate;
    }
    worth += row.decisions * std::max(action, bonus);
    building = std::max(building, worth);
  }
  const int turn = kBegCorn + kMaxWorkers * action + kMaxDisplay * building +
                   1;  // 1: the corn that `start` collects, at most one a day
  const int rounds = t.food[kFoodDays - 1].day - t.first_day + 1;
  const int rewards = kFoodDays * 2 * kSteps * rate;
  return turn * std::max(rounds, 0) + rewards + 2 * (kMaxGain + kBlocks * kMaxGain * rate);
}

void check(const Tables& tables, Faults& faults) {
  check_calendar(tables, faults);
  check_setup(tables, faults);
  check_tiles(tables, faults);
}

Value derived(const Tables& t) {
  Value value = Value::dict();
  Value cumulative = Value::list();
  int sum = 0;
  for (const int cost : t.worker_cost) {
    sum += cost;
    cumulative.push(Value(sum));
  }
  value.at("worker_cost").set("cumulative", std::move(cumulative));

  Value types = Value::list();
  Value tiles = Value::list();
  Value inert = Value::list();
  std::array<int, 3> by_age{};
  for (int i = 0; i < kTypes; ++i) {
    const auto& row = t.building[static_cast<std::size_t>(i)];
    Value ids = Value::list();
    for (int copy = 0; copy < row.copies; ++copy) {
      const int tile = t.first_tile(i) + copy;
      const std::string id = (tile < 10 ? "b0" : "b") + number(tile);
      ids.push(Value(id));
      Value entry = Value::dict();
      entry.set("id", Value(id));
      entry.set("type", Value(kTypeNames[static_cast<std::size_t>(i)]));
      entry.set("age", Value(static_cast<int>(row.age)));
      tiles.push(std::move(entry));
    }
    by_age[row.age] += row.copies;
    Value type = Value::dict();
    type.set("type_index", Value(i));
    type.set("tiles", std::move(ids));
    types.push(std::move(type));
    if (t.inert(i)) inert.push(Value(kTypeNames[static_cast<std::size_t>(i)]));
  }
  value.at("building_types").set("list", std::move(types));
  value.at("building_types").set("inert_types", std::move(inert));
  value.at("building_tiles").set("list", std::move(tiles));
  Value& components = value.at("components");
  components.set("skulls", Value(static_cast<int>(t.skull_supply)));
  components.set("age1_buildings", Value(by_age[1]));
  components.set("age2_buildings", Value(by_age[2]));
  components.set("corn_harvest_tiles", Value(kGroups * t.seat_count(kMaxSeats).fields));
  components.set("wood_harvest_tiles", Value((kGroups - 1) * t.seat_count(kMaxSeats).fields));

  Value gears = Value::list();
  for (int g = 0; g < kGears; ++g) {
    const int spaces = g == kChichen ? kLargeSpaces : kSmallSpaces;
    Value gear = Value::dict();
    gear.set("index", Value(g));
    gear.set("action_spaces", Value(spaces));
    gear.set("last_space", Value(spaces - 1));
    gear.set("penultimate_space", Value(spaces - 2));
    Value hidden = Value::list();
    for (int well = spaces; well < t.wells[static_cast<std::size_t>(g)]; ++well) hidden.push(Value(well));
    gear.set("hidden_wells", std::move(hidden));
    gears.push(std::move(gear));
  }
  value.at("gears").set("list", std::move(gears));

  Value groups = Value::list();
  for (int g = 0; g < kGroups; ++g) {
    Value group = Value::dict();
    group.set("group", Value(g + kFirstGroup));
    group.set("corn", Value(static_cast<int>(t.harvest[static_cast<std::size_t>(g)].corn)));
    if (g > 0) group.set("wood", Value(static_cast<int>(t.harvest[static_cast<std::size_t>(g)].wood)));
    groups.push(std::move(group));
  }
  value.at("jungle").set("groups", std::move(groups));
  return value;
}

}  // namespace pyboard::tzolkin
