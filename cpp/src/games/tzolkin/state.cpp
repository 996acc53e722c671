// Positions as dicts, and what makes a position sound.
#include <algorithm>
#include <optional>

#include "pyboard/core/names.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/tzolkin/rules.hpp"

namespace pyboard::tzolkin {

namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {
    "start", "monument", "display", "wealth", "dummy", "keep", "turn",  "place_more", "pick_more", "harvest", "tech",
    "pay",   "gain",     "temple",  "build",  "trade", "do",   "offer", "advance",    "refill",    "age",     "over"};
constexpr std::array<std::string_view, Task::kKinds> kTaskNames = {"harvest", "tech",  "pay", "gain",  "temple",
                                                                   "build",   "trade", "do",  "offer", "effects"};
constexpr std::array<std::string_view, 3> kTempleModes = {"any", "first_of_two", "second_of_two"};
constexpr std::array<std::string_view, 5> kBuildContexts = {"tikal_one", "tikal_first", "tikal_second", "corn",
                                                            "extra"};
constexpr std::array<std::string_view, kTracks + 1> kPayNames = {"agriculture", "extraction", "architecture",
                                                                 "theology", "temples"};
constexpr std::array<std::string_view, 2> kPickKinds = {"direct", "idle"};
constexpr std::array<std::string_view, 2> kSides = {"light", "dark"};
constexpr std::array<std::string_view, kGroups> kGroupNames = {"2", "3", "4", "5"};

// Bounds of positions that people set up; a whole game fits on top of them.
constexpr int kMostScore = 15000;
constexpr int kMostAcc = 100;
constexpr int kLatestDay = kMaxDay + 2 * kFoodDays;
constexpr int kMostFreeFood = 2 * kMaxWorkers;

std::span<const std::string_view> gear_names() { return std::span(kGearNames).first(kGears); }

bool is_pick_phase(Phase phase) { return phase == Phase::pick_more || is_task(phase); }

template <class Names, class Get>
Value numbers_value(const Names& names, Get&& get) {
  Value dict = Value::dict();
  for (int i = 0; i < static_cast<int>(std::size(names)); ++i) dict.set(names[at(i)], static_cast<int>(get(i)));
  return dict;
}

Value types_value(TypeCounts counts) {
  Value dict = Value::dict();
  for (int t = 0; t < kTypes; ++t) {
    if (counts.get(t) > 0) dict.set(kTypeNames[at(t)], counts.get(t));
  }
  return dict;
}

Value task_value(Task task) {
  Value dict = Value::dict();
  dict.set("task", kTaskNames[at(task.kind())]);
  switch (static_cast<Task::Kind>(task.kind())) {
    case Task::kHarvest:
      dict.set("group", task.group() + kFirstGroup);
      break;
    case Task::kTech:
      dict.set("paid", task.paid());
      dict.set("more", task.more());
      dict.set("stop", task.can_stop());
      dict.set("from", kTrackNames[at(task.from())]);
      break;
    case Task::kPay:
      dict.set("amount", task.amount());
      dict.set("for", kPayNames[at(task.for_temples() ? kTracks : task.track())]);
      dict.set("more", task.more());
      break;
    case Task::kGain:
      dict.set("amount", task.amount());
      break;
    case Task::kTemple:
      dict.set("mode", kTempleModes[at(task.temple_mode())]);
      dict.set("first",
               name_or_null(task.temple_mode() == Task::kSecondOfTwo ? task.first_temple() : -1, kTempleNames));
      break;
    case Task::kBuild:
      dict.set("for", kBuildContexts[at(task.context())]);
      dict.set("bonus", task.bonus());
      dict.set("inert", name_or_null(task.inert() == Task::kNoType ? -1 : task.inert(), kTypeNames));
      dict.set("saved", name_or_null(task.saved() - 1, kBlockNames));
      break;
    case Task::kTrade:
      dict.set("optional", task.optional());
      dict.set("sold", names_value(task.sold(), kBlockNames));
      dict.set("buying", task.buying());
      dict.set("last", name_or_null(task.last_kind() - 1, kBlockNames));
      break;
    case Task::kDo:
      dict.set("optional", task.optional());
      dict.set("uxmal", task.uxmal());
      break;
    case Task::kOffer:
      break;
    case Task::kEffects:
      dict.set("type", kTypeNames[at(task.type())]);
      dict.set("index", task.index());
      dict.set("from", kTrackNames[at(task.from())]);
      break;
  }
  return dict;
}

TypeCounts read_types(DictReader& reader, std::string_view key) {
  std::array<int, kTypes> counts{};
  reader.counts(key, kTypeNames, counts, kMaxCopies);
  TypeCounts types{};
  for (int t = 0; t < kTypes; ++t) types.set(t, counts[at(t)]);
  return types;
}

Task read_task(DictReader& reader, Faults& faults) {
  switch (static_cast<Task::Kind>(reader.choice("task", kTaskNames))) {
    case Task::kHarvest:
      return Task::harvest(reader.integer("group", kFirstGroup, kFirstGroup + kGroups - 1) - kFirstGroup);
    case Task::kTech: {
      const bool paid = reader.boolean("paid"), more = reader.boolean("more"), stop = reader.boolean("stop");
      return Task::tech(paid, more, stop, reader.choice("from", kTrackNames));
    }
    case Task::kPay: {
      const int amount = reader.integer("amount", 1, kMaxPay);
      const int use = reader.choice("for", kPayNames);
      const bool more = reader.boolean("more");
      if (use == kTracks && more) reader.fault("more", "must be false when temples are paid for");
      return use == kTracks ? Task::pay_for_temples(amount) : Task::pay(amount, use, more);
    }
    case Task::kGain:
      return Task::gain(reader.integer("amount", 1, kMaxTake));
    case Task::kTemple: {
      const auto mode = static_cast<Task::TempleMode>(reader.choice("mode", kTempleModes));
      const int first = reader.choice_or_null("first", kTempleNames);
      if ((mode == Task::kSecondOfTwo) != (first >= 0))
        reader.fault("first", "must be a temple for the second of two, else null");
      return Task::temple(mode, mode == Task::kSecondOfTwo && first >= 0 ? first : 0);
    }
    case Task::kBuild: {
      const auto context = static_cast<Task::BuildContext>(reader.choice("for", kBuildContexts));
      const bool bonus = reader.boolean("bonus");
      const int inert = reader.choice_or_null("inert", kTypeNames);
      return Task::build(context, bonus, inert < 0 ? Task::kNoType : inert,
                         reader.choice_or_null("saved", kBlockNames) + 1);
    }
    case Task::kTrade: {
      const Task fresh = Task::trade(reader.boolean("optional"));
      const Word sold = read_names(reader, "sold", kBlockNames, faults);
      const bool buying = reader.boolean("buying");
      const int last = reader.choice_or_null("last", kBlockNames);
      Task task = fresh;
      for (Word kinds = sold; kinds != 0;) task = task.after_sale(bits::pop_lowest(kinds));
      if (buying && last >= 0) task = task.after_purchase(last);
      if (task.last_kind() != last + 1 || task.buying() != buying) reader.fault("last", "does not fit what was sold");
      return task;
    }
    case Task::kDo: {
      const bool optional = reader.boolean("optional");
      return Task::any_action(optional, reader.integer("uxmal", 0, kUxmalTo));
    }
    case Task::kOffer:
      return Task::offer();
    case Task::kEffects: {
      const int type = reader.choice("type", kTypeNames);
      const int index = reader.integer("index", 0, kMaxAuto + kMaxDecisions - 1);
      return Task::effects(type, index, reader.choice("from", kTrackNames));
    }
  }
  return Task::offer();
}

}  // namespace

Value Rules::view(const State& state, int viewer) const {
  Value dict = Value::dict();
  dict.set("phase", kPhaseNames[at(static_cast<int>(state.phase))]);
  dict.set("first", state.first);
  dict.set("active", state.active);
  dict.set("day", state.day);
  dict.set("food_days", state.food_days);
  dict.set("acc", state.acc);
  dict.set("skulls", state.skulls);
  dict.set("start", state.start == 0 ? Value() : Value(state.start - 1));

  Value gears = Value::dict();
  for (int gear = 0; gear < kGears; ++gear) {
    Value wells = Value::list();
    for (int space = 0; space < tables_.wells[at(gear)]; ++space) {
      Value well;
      for (int seat = 0; seat < seats_; ++seat) {
        if (bits::test(state.gear(seat), well_bit(gear, space))) well = Value(seat);
      }
      if (bits::test(state.gear(kDummy), well_bit(gear, space))) well = Value("dummy");
      wells.push(std::move(well));
    }
    gears.set(kGearNames[at(gear)], std::move(wells));
  }
  dict.set("gears", std::move(gears));
  Value jungle = Value::dict();
  for (int g = 0; g < kGroups; ++g) {
    Value group = Value::dict();
    group.set("corn", state.jungle[at(g)].corn());
    group.set("wood", state.jungle[at(g)].wood());
    jungle.set(kGroupNames[at(g)], std::move(group));
  }
  dict.set("jungle", std::move(jungle));
  Value chichen = Value::list();
  for (Word spaces = state.chichen; spaces != 0;) chichen.push(bits::pop_lowest(spaces));
  dict.set("chichen_skulls", std::move(chichen));
  dict.set("display", types_value(state.display));
  dict.set("undrawn", types_value(state.undrawn));
  dict.set("monuments", names_value(state.monuments, kMonumentNames));

  Value players = Value::list();
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    Value entry = Value::dict();
    for (int m = 0; m < kMaterials; ++m) entry.set(kMaterialNames[at(m)], player.goods.get(m));
    entry.set("skulls", player.skulls);
    entry.set("score", player.score);
    entry.set("workers", player.workers);
    entry.set("temples", numbers_value(kTempleNames, [&](int t) { return player.temple[at(t)]; }));
    entry.set("technologies", numbers_value(kTrackNames, [&](int t) { return player.levels.get(t); }));
    entry.set("buildings", types_value(player.buildings));
    entry.set("monuments", names_value(player.monuments, kMonumentNames));
    entry.set("corn_tiles", player.corn_tiles);
    entry.set("wood_tiles", player.wood_tiles);
    entry.set("side", kSides[player.dark]);
    entry.set("free_food", player.free_food);
    players.push(std::move(entry));
  }
  dict.set("players", std::move(players));

  if (in_setup(state.phase)) {
    Value dealt = Value::list();
    Value kept = Value::list();
    for (int seat = 0; seat < seats_; ++seat) {
      const bool seen = viewer < 0 || viewer == seat;
      const std::uint32_t tiles = state.dealt[at(seat)];
      const int keep = state.player(seat).keep;
      dealt.push(seen ? names_value(tiles, kWealthNames) : Value(bits::count(tiles)));
      if (!seen) {
        kept.push(Value(keep != 0));
      } else if (keep == 0) {
        kept.push(Value());
      } else {
        const Pair pair = pair_of(keep - 1);
        kept.push(names_value(bits::bit(pair.a) | bits::bit(pair.b), kWealthNames));
      }
    }
    dict.set("dealt", std::move(dealt));
    dict.set("kept", std::move(kept));
    dict.set("dummy_tiles", names_value(state.drawn, kWealthNames));
  }
  if (state.phase == Phase::place_more) {
    const bool mercy = state.marks == kMercyMark;
    dict.set("mercy", mercy);
    dict.set("placed", mercy ? 1 : int{state.marks});
    dict.set("last_gear", kGearNames[state.last]);
  }
  if (is_pick_phase(state.phase)) {
    const int place = state.last & (kIdleMark - 1);
    Value last;
    if (place != 0) {
      last.set("gear", kGearNames[at((place - 1) / kMaxLargeWells)]);
      last.set("space", (place - 1) % kMaxLargeWells);
      last.set("kind", kPickKinds[at((state.last & kIdleMark) != 0 ? 1 : 0)]);
    }
    dict.set("last_pick", std::move(last));
    dict.set("picked_from_7", names_value(state.marks, kGearNames));
  }
  if (is_task(state.phase)) {
    Value tasks = Value::list();
    for (int i = 0; i < state.depth; ++i) tasks.push(task_value(state.tasks[at(i)]));
    dict.set("tasks", std::move(tasks));
  }
  return dict;
}

State Rules::from_value(const Value& dict, Faults& faults) const {
  State state{};
  DictReader reader(dict, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  state.first = byte(reader.integer("first", 0, seats_ - 1));
  state.active = byte(reader.integer("active", 0, seats_ - 1));
  state.day = byte(reader.integer("day", tables_.first_day, kLatestDay));
  state.food_days = byte(reader.integer("food_days", 0, kFoodDays));
  state.acc = byte(reader.integer("acc", 0, kMostAcc));
  state.skulls = byte(reader.integer("skulls", 0, tables_.skull_supply));
  state.start = byte(1 + reader.integer_or_null("start", 0, seats_ - 1, -1));
  reader.dict("gears", [&](DictReader& gears) {
    for (int gear = 0; gear < kGears; ++gear) {
      const int wells = tables_.wells[at(gear)];
      gears.list(kGearNames[at(gear)], wells, wells, [&](const Value& entry, const std::string& path, int space) {
        if (entry.is_null()) return;
        const auto* text = entry.get<std::string>();
        const auto* seat = entry.get<std::int64_t>();
        const Word well = bits::bit(well_bit(gear, space));
        if (text != nullptr && *text == "dummy") {
          state.gear(kDummy) |= well;
        } else if (seat != nullptr && *seat >= 0 && *seat < seats_) {
          state.gear(static_cast<int>(*seat)) |= well;
        } else {
          faults.push_back(path + " is " + entry.json() + ", allowed: null, a seat from 0 to " + number(seats_ - 1) +
                           ", 'dummy'");
        }
      });
    }
    gears.finish();
  });
  reader.dict("jungle", [&](DictReader& jungle) {
    for (int g = 0; g < kGroups; ++g) {
      jungle.dict(kGroupNames[at(g)], [&](DictReader& group) {
        const int corn = group.integer("corn", 0, tables_.seat_count(seats_).fields);
        state.jungle[at(g)] = Group::make(corn, group.integer("wood", 0, tables_.seat_count(seats_).fields));
        group.finish();
      });
    }
    jungle.finish();
  });
  reader.list("chichen_skulls", 0, kSkullSpaces, [&](const Value& entry, const std::string& path, int) {
    const auto* space = entry.get<std::int64_t>();
    if (space == nullptr || *space < 1 || *space > kSkullSpaces ||
        bits::test(state.chichen, static_cast<int>(*space))) {
      faults.push_back(path + " must be a space from 1 to " + number(kSkullSpaces) + " that is named once, not " +
                       entry.json());
      return;
    }
    state.chichen = static_cast<std::uint16_t>(state.chichen | bits::bit(static_cast<int>(*space)));
  });
  state.display = read_types(reader, "display");
  state.undrawn = read_types(reader, "undrawn");
  state.monuments = static_cast<std::uint16_t>(read_names(reader, "monuments", kMonumentNames, faults));

  reader.dicts("players", seats_, seats_, [&](DictReader& entry, int seat) {
    Player& player = state.player(seat);
    for (int m = 0; m < kMaterials; ++m)
      player.goods.lanes |= Goods::of(m, entry.integer(kMaterialNames[at(m)], 0, kMaxWorth));
    player.skulls = byte(entry.integer("skulls", 0, tables_.skull_supply));
    player.score = static_cast<std::int16_t>(entry.integer("score", -kMostScore, kMostScore));
    player.workers = byte(entry.integer("workers", 1, tables_.workers_per_player));
    entry.dict("temples", [&](DictReader& temples) {
      for (std::size_t t = 0; t < kTemples; ++t) {
        player.temple[t] =
            static_cast<std::int8_t>(temples.integer(kTempleNames[t], tables_.temple[t].min, tables_.temple[t].top));
      }
      temples.finish();
    });
    entry.dict("technologies", [&](DictReader& tracks) {
      for (int t = 0; t < kTracks; ++t) player.levels.set(t, tracks.integer(kTrackNames[at(t)], 0, kMaxLevel));
      tracks.finish();
    });
    player.buildings = read_types(entry, "buildings");
    player.monuments = static_cast<std::uint16_t>(read_names(entry, "monuments", kMonumentNames, faults));
    player.corn_tiles = byte(entry.integer("corn_tiles", 0, kGroups * kMaxFields));
    player.wood_tiles = byte(entry.integer("wood_tiles", 0, kGroups * kMaxFields));
    player.dark = byte(entry.choice("side", kSides));
    player.free_food = byte(entry.integer("free_food", 0, kMostFreeFood));
    entry.finish();
    const int away = bits::count(state.gear(seat)) + (state.start == seat + 1 ? 1 : 0);
    if (away > player.workers) {
      entry.fault("workers",
                  "is " + number(player.workers) + ", but " + number(away) + " stand on gears and on `start`");
    } else {
      player.hand = byte(player.workers - away);
    }
  });

  if (in_setup(state.phase)) {
    const auto tiles = [&](const Value& entry, const std::string& path) {
      Word set = 0;
      const Value wrapped = Value::Dict{{"tiles", entry}};
      Faults inner;
      DictReader inside(wrapped, path, inner);
      set = read_names(inside, "tiles", kWealthNames, inner);
      for (const std::string& fault : inner) faults.push_back(fault);
      return set;
    };
    reader.list("dealt", seats_, seats_, [&](const Value& entry, const std::string& path, int seat) {
      state.dealt[at(seat)] = static_cast<std::uint32_t>(tiles(entry, path));
    });
    reader.list("kept", seats_, seats_, [&](const Value& entry, const std::string& path, int seat) {
      if (entry.is_null()) return;
      Word pair = tiles(entry, path);
      if (bits::count(pair) != 2) {
        faults.push_back(path + " must be null or two tiles");
        return;
      }
      const int a = bits::pop_lowest(pair);
      state.player(seat).keep = byte(1 + pair_index(a, bits::lowest(pair)));
    });
    state.drawn = static_cast<std::uint32_t>(read_names(reader, "dummy_tiles", kWealthNames, faults));
  }
  if (state.phase == Phase::place_more) {
    const bool mercy = reader.boolean("mercy");
    const int placed = reader.integer("placed", 1, kMaxWorkers);
    if (mercy && placed != 1) reader.fault("placed", "must be 1 after a mercy placement");
    state.marks = byte(mercy ? kMercyMark : placed);
    state.last = byte(reader.choice("last_gear", kGearNames));
  }
  if (is_pick_phase(state.phase)) {
    if (const Value* last = dict.find("last_pick"); last == nullptr || !last->is_null()) {
      reader.dict("last_pick", [&](DictReader& pick) {
        const int gear = pick.choice("gear", gear_names());
        const int space = pick.integer("space", 0, spaces_of(gear) - 1);
        state.last = byte((gear * kMaxLargeWells + space + 1) | (pick.choice("kind", kPickKinds) == 1 ? kIdleMark : 0));
        pick.finish();
      });
    } else {
      (void)reader.integer_or_null("last_pick", 0, 0, 0);
    }
    state.marks =
        byte(static_cast<int>(read_names(reader, "picked_from_7", std::span(kGearNames).first(kSmallGears), faults)));
  }
  if (is_task(state.phase)) {
    reader.dicts("tasks", 1, kMaxTasks, [&](DictReader& entry, int) {
      state.push(read_task(entry, faults));
      entry.finish();
    });
  }
  reader.finish();
  return state;
}

/// Whether a task is one that the rules can create, written the one way they write it.
bool Rules::sound_task(const State& state, Task task) const noexcept {
  if (task.kind() >= Task::kKinds) return false;
  const Player& player = state.player(state.active);
  const auto is = [&](Task other) { return task.bits == other.bits; };
  switch (static_cast<Task::Kind>(task.kind())) {
    case Task::kHarvest:
      return is(Task::harvest(task.group()));
    case Task::kTech:
      if (!task.paid()) return is(Task::tech(false, false, false, task.from()));
      return is(task.can_stop() ? Task::tech(true, false, true, task.from()) : Task::tech(true, task.more(), false, 0));
    case Task::kPay:
      if (task.for_temples()) return is(Task::pay_for_temples(tables_.two_temples_blocks));
      return is(Task::pay(advance_cost(player.levels.get(task.track())), task.track(), task.more()));
    case Task::kGain:
      return task.amount() >= 1 && task.amount() <= kMaxTake && is(Task::gain(task.amount()));
    case Task::kTemple:
      if (task.temple_mode() == Task::kSecondOfTwo)
        return task.first_temple() < kTemples && is(Task::temple(Task::kSecondOfTwo, task.first_temple()));
      return is(Task::temple(Task::kAny)) || is(Task::temple(Task::kFirstOfTwo));
    case Task::kBuild:
      if (task.context() == Task::kTikalSecond) {
        return (task.inert() == Task::kNoType || (task.inert() < kTypes && bits::test(inert_, task.inert()))) &&
               is(Task::build(Task::kTikalSecond, task.bonus(), task.inert(), task.saved()));
      }
      return task.context() <= Task::kExtra && is(Task::build(static_cast<Task::BuildContext>(task.context())));
    case Task::kTrade: {
      Task rebuilt = Task::trade(task.optional());
      for (Word kinds = task.sold(); kinds != 0;) rebuilt = rebuilt.after_sale(bits::pop_lowest(kinds));
      if (task.buying()) {
        if (task.last_kind() == 0 || bits::test(task.sold(), task.last_kind() - 1)) return false;
        rebuilt = rebuilt.after_purchase(task.last_kind() - 1);
      }
      return is(rebuilt);
    }
    case Task::kDo:
      return task.optional() ? is(Task::any_action(true, kUxmalTo))
                             : is(Task::any_action(false, 0)) || is(Task::any_action(false, kUxmalTo - 1));
    case Task::kOffer:
      return is(Task::offer());
    case Task::kEffects: {
      if (task.type() >= kTypes || task.index() >= parts_[at(task.type())].count) return false;
      const bool tracks = parts_[at(task.type())].part[at(task.index())].kind == PartKind::tech_any;
      return is(Task::effects(task.type(), task.index(), tracks ? task.from() : 0));
    }
  }
  return false;
}

void Rules::violations(const State& state, Faults& faults) const {
  const std::size_t before = faults.size();
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const auto set_within = [](Word set, Word all) { return (set & ~all) == 0; };

  // Ranges: nothing below may index by an unchecked number.
  fault(static_cast<int>(state.phase) >= kPhases, "the phase is unknown");
  fault(state.first >= seats_ || state.active >= seats_ || state.start > seats_, "a seat number is out of range");
  fault(state.food_days > kFoodDays, "more than " + number(kFoodDays) + " Food Days");
  fault(state.depth > kMaxTasks, "too many tasks");
  fault(state.zero != decltype(state.zero){}, "unused bytes are not zero");
  if (faults.size() != before) return;
  const int seats = seats_;
  for (int seat = seats; seat < kMaxSeats; ++seat) {
    fault(!same_bytes(state.player(seat), Player{}) || state.gear(seat) != 0 || state.dealt[at(seat)] != 0,
          "seat " + number(seat) + " does not play");
  }
  const bool setup = in_setup(state.phase);
  const bool late = second_age(state) || state.phase == Phase::age;

  // Gears.
  Word taken = 0;
  for (int owner = 0; owner <= kDummy; ++owner) {
    fault((state.gear(owner) & taken) != 0, "two workers in one well");
    taken |= state.gear(owner);
    if (owner != kDummy)
      fault(!set_within(state.gear(owner), kActionSpaces), seat_text(owner) + " has a worker in a hidden well");
  }
  Word wells = 0;
  for (int gear = 0; gear < kGears; ++gear) wells |= bits::first(tables_.wells[at(gear)]) << lane_of(gear);
  fault(!set_within(state.gear(kDummy), wells), "a dummy stands in a well that is not there");
  const int most_dummies =
      tables_.seat_count(seats).dummies + (options_.mini_expansion && tables_.seat_count(seats).dummies > 0 ? 1 : 0);
  fault(bits::count(state.gear(kDummy)) > most_dummies,
        number(bits::count(state.gear(kDummy))) + " dummies, at most " + number(most_dummies));

  // Players.
  const int worth_left = kMaxWorth - most_worth_gained(tables_);
  int skulls = state.skulls + bits::count(state.chichen);
  int corn_tiles = 0, wood_tiles = 0;
  Word monuments = state.monuments;
  fault(!set_within(monuments, monument_pool_), "a monument on display is not in the game");
  for (int seat = 0; seat < seats; ++seat) {
    const Player& player = state.player(seat);
    const std::string who = seat_text(seat) + ": ";
    int worth = player.goods.corn();
    bool packed = true;
    for (int m = 0; m < kMaterials; ++m) packed = packed && player.goods.get(m) <= kMaxWorth;
    for (int k = 0; k < kBlocks; ++k) worth += player.goods.get(k + 1) * tables_.rate[at(k)];
    fault(!packed || worth > worth_left, who + "owns materials worth more than " + number(worth_left) + " corn");
    fault(player.score < -kMostScore || player.score > kMostScore, who + "the score is out of range");
    const int away = bits::count(state.gear(seat)) + (state.start == seat + 1 ? 1 : 0);
    fault(player.workers < 1 || player.workers > tables_.workers_per_player,
          who + number(player.workers) + " workers in play");
    fault(player.hand + away != player.workers, who + number(player.hand) + " workers in hand and " + number(away) +
                                                    " at work, but " + number(player.workers) + " in play");
    for (std::size_t t = 0; t < kTemples; ++t) {
      fault(player.temple[t] < tables_.temple[t].min || player.temple[t] > tables_.temple[t].top,
            who + "there is no step " + number(player.temple[t]) + " on " + quoted(kTempleNames[t]));
    }
    fault(!set_within(player.buildings.planes, TypeCounts::kLowPlane | TypeCounts::kHighPlane),
          who + "unknown buildings");
    fault(!set_within(player.monuments, monument_pool_) || (player.monuments & monuments) != 0,
          who + "owns a monument that is elsewhere or not in the game");
    monuments |= player.monuments;
    fault(player.dark > 1, who + "the side of the board is unknown");
    fault(player.free_food > kMostFreeFood, who + "feeds too many for free");
    fault(player.keep > kPairs || (!setup && player.keep != 0), who + "a sealed choice where there is none");
    fault(player.skulls > kMaxSkulls || player.corn_tiles > kGroups * kMaxFields ||
              player.wood_tiles > kGroups * kMaxFields,
          who + "a count is out of range");
    skulls += player.skulls;
    corn_tiles += player.corn_tiles;
    wood_tiles += player.wood_tiles;
  }
  for (std::size_t t = 0; t < kTemples; ++t) {
    int on_top = 0;
    for (int seat = 0; seat < seats; ++seat) on_top += state.player(seat).temple[t] == tables_.temple[t].top ? 1 : 0;
    fault(on_top > 1, "two markers on the top step of " + quoted(kTempleNames[t]));  // TZ-44
  }

  // Components.
  fault(skulls > tables_.skull_supply, number(skulls) + " skulls, at most " + number(tables_.skull_supply));
  fault(!set_within(state.chichen, bits::first(kSkullSpaces + 1) & ~Word{1}),
        "a skull where chichen_itza has no place for it");
  const int fields = tables_.seat_count(seats).fields;
  for (int g = 0; g < kGroups; ++g) {
    const Group group = state.jungle[at(g)];
    fault(group.corn() > fields || group.wood() > group.corn() || (g == 0 && group.wood() > 0),
          "jungle group " + number(g + kFirstGroup) + " cannot hold " + number(group.corn()) + " corn and " +
              number(group.wood()) + " wood tiles");
    corn_tiles += group.corn();
    wood_tiles += group.wood();
  }
  fault(corn_tiles > kGroups * fields, number(corn_tiles) + " corn tiles, at most " + number(kGroups * fields));
  fault(wood_tiles > (kGroups - 1) * fields,
        number(wood_tiles) + " wood tiles, at most " + number((kGroups - 1) * fields));
  constexpr Word kPlanes = TypeCounts::kLowPlane | TypeCounts::kHighPlane;
  fault(!set_within(state.display.planes | state.undrawn.planes, kPlanes), "unknown buildings on display or undrawn");
  for (int t = 0; t < kTypes; ++t) {
    int tiles = state.display.get(t) + state.undrawn.get(t);
    for (int seat = 0; seat < seats; ++seat) tiles += state.player(seat).buildings.get(t);
    fault(tiles > tables_.building[at(t)].copies, number(tiles) + " tiles of " + quoted(kTypeNames[at(t)]) +
                                                      ", at most " + number(tables_.building[at(t)].copies));
  }
  fault(state.display.total() > tables_.display, "more than " + number(tables_.display) + " buildings on display");
  fault(!set_within(state.display.types(), age_types_[late ? 1 : 0]), "a building of the other age is on display");
  fault(late && !set_within(state.undrawn.types(), age_types_[1]), "age 1 buildings are left in age 2");

  // Calendar.
  // A Food Day is held in the round that reaches it, and a round is two days at most.
  const int latest = state.food_days < kFoodDays ? tables_.food[state.food_days].day + 1
                                                 : std::min(kLatestDay, tables_.food[kFoodDays - 1].day + 3);
  fault(state.day < tables_.first_day || state.day > latest, "day " + number(state.day) + " is out of range");
  fault(state.acc > kMostAcc, number(state.acc) + " corn on the teeth, at most " + number(kMostAcc));
  fault((state.phase == Phase::over) != (state.food_days == kFoodDays),
        "the game ends with the last Food Day, and only then");
  fault(state.phase == Phase::age && state.food_days != age_change_, "it is not the Food Day that changes the age");
  if (faults.size() != before) return;

  if (setup) {
    check_setup(state, faults);
  } else {
    fault(state.dealt != decltype(state.dealt){} || state.drawn != 0, "wealth tiles after the set-up");
    check_turn(state, faults);
  }
}

void Rules::check_setup(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const Phase phase = state.phase;
  fault(state.start != 0 || state.player_workers() != 0 || state.depth != 0 || state.last != 0 || state.marks != 0,
        "workers or tasks before the first turn");
  fault(state.food_days != 0, "a Food Day before the first turn");
  fault(phase == Phase::start && state.first != 0, "a starting player before he is drawn");
  for (const Task task : state.tasks) fault(task.bits != 0, "tasks before the first turn");
  const int monuments = bits::count(state.monuments), wanted = tables_.seat_count(seats_).monuments;
  fault(phase == Phase::start      ? monuments != 0
        : phase == Phase::monument ? monuments >= wanted
                                   : monuments > wanted,
        number(monuments) + " monuments on display do not fit the set-up");
  fault(phase <= Phase::monument && state.display.planes != 0, "buildings on display too early");
  fault(phase == Phase::display && (state.display.total() >= tables_.display || pile(state).planes == 0),
        "no building can be drawn");

  // The deal: from the starting player on.
  Word used = 0;
  for (int i = 0; i < seats_; ++i) {
    const int seat = (state.first + i) % seats_;
    const int turn = (state.active - state.first + seats_) % seats_;
    const Word tiles = state.dealt[at(seat)];
    const int count = bits::count(tiles), full = tables_.wealth_dealt;
    fault((tiles & ~Word{wealth_}) != 0 || (tiles & used) != 0, "a wealth tile is dealt twice or is not in the game");
    used |= tiles;
    const bool fits = phase < Phase::wealth               ? count == 0
                      : phase > Phase::wealth || i < turn ? count == full
                      : i == turn                         ? count < full
                                                          : count == 0;
    fault(!fits, seat_text(seat) + " has been dealt " + number(count) + " wealth tiles");
    const int keep = state.player(seat).keep;
    Player bare = state.player(seat);
    bare.keep = 0;
    fault(!same_bytes(bare, initial_.player(seat)), seat_text(seat) + " is not as players are before the first turn");
    fault((keep != 0) != (phase == Phase::keep && i < turn),
          seat_text(seat) + ": the order of the sealed choices is not kept");
    if (keep != 0) {
      const Pair pair = pair_of(keep - 1);
      fault(!bits::test(tiles, pair.a) || !bits::test(tiles, pair.b),
            seat_text(seat) + " keeps a tile that was not dealt to him");
    }
  }
  fault(phase != Phase::wealth && phase != Phase::keep && state.active != state.first,
        "the starting player is active here");

  // Dummies (TZ-6).
  const Word drawn = state.drawn, dummies = state.gear(kDummy);
  fault((drawn & ~Word{wealth_}) != 0 || (drawn & used) != 0, "a dummy tile is dealt as well or is not in the game");
  fault(phase < Phase::dummy && (drawn != 0 || dummies != 0), "dummies before the deal is over");
  const int due = tables_.seat_count(seats_).dummies > 0 ? dummies_due(state) : 0;
  const int placed = bits::count(dummies);
  fault(phase == Phase::dummy ? placed >= due : phase == Phase::keep && placed != due,
        number(placed) + " dummies do not fit the tiles drawn");
  for (int gear = 0; gear < kGears; ++gear) {
    Word spaces = 0, opposite = 0;
    const int wells = tables_.wells[at(gear)];
    for (Word tiles = drawn & wealth_of_gear_[at(gear)]; tiles != 0;) {
      const int space = tables_.wealth[at(bits::pop_lowest(tiles))].space;
      spaces |= bits::bit(space);
      if (gear != kChichen) opposite |= bits::bit((space + wells / 2) % wells);
    }
    const Word lane = dummies >> lane_of(gear) & bits::first(gear == kChichen ? kMaxLargeWells : kLaneStep);
    const int extra = bits::count(lane & ~spaces);
    fault((spaces & ~lane) != 0 || (lane & ~spaces & ~opposite) != 0 || extra > 1 ||
              (phase == Phase::dummy && gear != kChichen && spaces != 0 && extra != 1),
          "the dummies on " + quoted(kGearNames[at(gear)]) + " do not fit the tiles drawn");
  }
}

void Rules::check_turn(const State& state, Faults& faults) const {
  const std::size_t before = faults.size();
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const Phase phase = state.phase;
  const Player& player = state.player(state.active);
  const bool picking = is_pick_phase(phase), tasks = is_task(phase);
  const bool may_draw = state.display.total() < tables_.display && pile(state).planes != 0;
  fault((phase == Phase::refill || phase == Phase::age) && !may_draw, "no building can be drawn");
  fault(phase == Phase::advance && (state.start != 0 || player.dark != 0), "two days are not on offer");
  fault(phase == Phase::over && (state.start != 0 || state.active != 0), "the game is over");

  // Whoever stands on `start` has had his turn, or is having it.
  if (state.start != 0 && phase != Phase::age && phase != Phase::over) {
    const auto order = [&](int seat) { return (seat - state.first + seats_) % seats_; };
    const int starter = order(state.start - 1), now = order(state.active);
    const bool own_turn = starter == now && (phase == Phase::place_more || phase == Phase::refill);
    fault(starter >= now && !own_turn, seat_text(state.start - 1) + " stands on `start` before his turn");
  }
  fault(phase == Phase::age && state.active != state.first, "the round is over: the starting player is next");

  if (phase == Phase::place_more) {
    const bool mercy = state.marks == kMercyMark;
    const int placed = mercy ? 1 : state.marks;
    fault(placed < 1 || placed > player.workers - player.hand,
          number(placed) + " workers placed this turn do not fit the board");
    fault(state.last > kStart || (state.last == kStart && (mercy || state.start != state.active + 1)),
          "the last placement does not fit the board");
  } else if (picking) {
    const int place = state.last & (kIdleMark - 1), gear = (place - 1) / kMaxLargeWells,
              space = (place - 1) % kMaxLargeWells;
    const bool idle = (state.last & kIdleMark) != 0;
    const bool known =
        place == 0 ? !idle : gear < kGears && space < spaces_of(gear) && (idle ? !tasks : is_direct(gear, space));
    fault(!known, "the last pick is unknown");
    fault((state.marks & ~bits::first(kSmallGears)) != 0, "picks from space 7 on an unknown gear");
    fault(player.hand == 0, "a worker was picked, but none is in hand");
  } else {
    fault(state.last != 0 || state.marks != 0, "fields of a turn are set that this phase does not have");
  }

  // Tasks: only a few kinds can wait below another one, and there must be room for all that can still come.
  fault(tasks != (state.depth > 0), "the phase does not fit the tasks");
  int nested = 0;
  for (int i = 0; i < kMaxTasks; ++i) {
    const Task task = state.tasks[at(i)];
    if (i >= state.depth) {
      fault(task.bits != 0, "tasks above the topmost one");
      continue;
    }
    const bool sound = sound_task(state, task);
    fault(!sound, "task " + number(i) + " is unknown");
    if (!sound) continue;
    const int kind = task.kind();
    const bool second = kind == Task::kBuild && task.context() == Task::kTikalSecond;
    nested += kind == Task::kEffects || second ? 1 : 0;
    if (i + 1 < state.depth) {
      fault(!(kind == Task::kEffects || second || kind == Task::kOffer || (kind == Task::kTech && task.can_stop())),
            "task " + number(i) + " cannot wait for others");
    } else {
      fault(kind == Task::kEffects || phase != phase_of(task), "the phase does not fit the topmost task");
    }
  }
  fault(tasks && (nested + 2 * state.display.total() + 2 > kMaxTasks || state.depth - nested > 2),
        "too many tasks for what can still be built");
  if (faults.size() != before || !tasks) return;
  if (state.phase == Phase::any_action && player.goods.corn() < tables_.any_action_corn) {
    faults.emplace_back("the topmost task cannot be paid");
    return;
  }
  ActionSet<kMaxLegal> actions;
  legal(state, actions);
  fault(actions.count() == 0, "the topmost task leaves nothing to choose");
}

}  // namespace pyboard::tzolkin
