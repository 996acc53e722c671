// Positions as dicts, and what makes a position sound.
#include <algorithm>
#include <limits>

#include "pyboard/core/names.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/pantheon/rules.hpp"

namespace pyboard::pantheon {

namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {
    "start", "display",  "hand",         "nation",    "loot",         "pool",   "god",        "gallia_god",
    "bonus", "gain_god", "second_god",   "gain_half", "bonus_choice", "gallia", "gallia_pay", "discard",
    "trade", "step",     "bonus_column", "turn",      "movement",     "follow", "coin",       "shop",
    "offer", "take",     "support",      "after",     "over"};
constexpr std::array<std::string_view, kScenes> kSceneNames = {
    "setup", "prepare", "nation", "depraccus", "bonus", "turn", "draw", "move", "stay", "buy", "worship"};
constexpr std::array<std::string_view, kPlaceStage + 1> kStageNames = {"gift",   "priest", "dancer", "temple",
                                                                       "column", "foot",   "place"};
constexpr std::array<std::string_view, 3> kTradeNames = {"any", "feet", "columns"};
constexpr std::array<std::string_view, kGodKinds - kFirstLasting> kLastingNames = {
    "depraccus", "vinthrad", "gaiviles", "gadicea", "stonkus", "pietalte", "traitera"};

/// Scenes in which a phase can stand.
constexpr std::uint16_t scenes(std::initializer_list<Scene> list) {
  Word set = 0;
  for (const Scene scene : list) set |= bits::bit(static_cast<int>(scene));
  return static_cast<std::uint16_t>(set);
}
constexpr std::array<std::uint16_t, kPhases> kScenesOf = {
    scenes({Scene::setup}),               // start
    scenes({Scene::setup, Scene::draw}),  // display
    scenes({Scene::setup, Scene::nation, Scene::depraccus, Scene::draw, Scene::move, Scene::stay, Scene::buy}),  // hand
    scenes({Scene::prepare}),                                                        // nation
    scenes({Scene::prepare}),                                                        // loot
    scenes({Scene::prepare}),                                                        // pool
    scenes({Scene::prepare}),                                                        // god
    scenes({Scene::nation}),                                                         // gallia_god
    scenes({Scene::bonus}),                                                          // bonus
    scenes({Scene::bonus, Scene::move, Scene::buy}),                                 // gain_god
    scenes({Scene::nation, Scene::bonus, Scene::move, Scene::buy, Scene::worship}),  // second_god
    scenes({Scene::nation, Scene::bonus, Scene::move, Scene::buy, Scene::worship}),  // gain_half
    scenes({Scene::setup}),                                                          // bonus_choice
    scenes({Scene::nation}),                                                         // gallia
    scenes({Scene::nation}),                                                         // gallia_pay
    scenes({Scene::nation}),                                                         // discard
    scenes({Scene::nation}),                                                         // trade
    scenes({Scene::nation, Scene::bonus, Scene::move, Scene::buy}),                  // step
    scenes({Scene::bonus}),                                                          // bonus_column
    scenes({Scene::turn}),                                                           // turn
    scenes({Scene::move}),                                                           // movement
    scenes({Scene::move}),                                                           // follow
    scenes({Scene::buy}),                                                            // coin
    scenes({Scene::nation, Scene::buy}),                                             // shop
    scenes({Scene::worship}),                                                        // offer
    scenes({Scene::draw}),                                                           // take
    scenes({Scene::move, Scene::buy}),                                               // support
    scenes({Scene::turn}),                                                           // after
    scenes({Scene::setup}),                                                          // over
};

// Bounds of positions that people set up.
constexpr int kMostScore = std::numeric_limits<std::uint16_t>::max();
constexpr int kMostMovement = 2 * kMaxMovement + kBonusMovement;

bool is_setup(const State& state) { return state.scene == Scene::setup && state.phase != Phase::over; }
bool has_temple(const State& state) { return state.scene >= Scene::depraccus; }
bool in_turns(const State& state) { return state.scene >= Scene::turn; }
bool has_due(Phase phase) {
  return phase == Phase::hand || phase == Phase::pool || phase == Phase::gain_half || phase == Phase::step ||
         phase == Phase::support;
}
bool places_pieces(const State& state) {
  return (state.scene == Scene::move && state.phase != Phase::follow) ||
         (state.scene == Scene::buy && state.phase != Phase::coin);
}
bool has_purse(const State& state) {
  return state.scene == Scene::buy || (state.scene == Scene::nation && state.phase == Phase::shop);
}
bool at_placing(const State& state) { return state.phase == Phase::movement || state.phase == Phase::shop; }

Value spaces_value(const Spaces& set) {
  Value list = Value::list();
  set.for_each([&](int space) { list.push("s" + number(space)); });
  return list;
}

/// A list of exactly kSlots names or nulls: 0 or 1 + index.
template <class Names>
void read_slots(DictReader& reader, std::string_view key, std::array<std::uint8_t, kSlots>& slots, const Names& names,
                Faults& faults) {
  reader.list(key, kSlots, kSlots, [&](const Value& entry, const std::string& path, int slot) {
    if (entry.is_null()) return;
    const auto* text = entry.get<std::string>();
    const auto index = text == nullptr ? std::nullopt : index_of(names, *text);
    if (index) {
      slots[at(slot)] = byte(1 + *index);
    } else {
      faults.push_back(path + " is " + entry.json() + ", allowed: null, " + quoted_list(names));
    }
  });
}

template <class Counts, class Names>
Counts read_counts(DictReader& reader, std::string_view key, const Names& names, int max) {
  std::array<int, std::tuple_size_v<Names>> numbers{};
  reader.counts(key, names, numbers, max);
  Counts counts{};
  for (std::size_t i = 0; i < numbers.size(); ++i) counts.set(static_cast<int>(i), numbers[i]);
  return counts;
}

Spaces read_spaces(DictReader& reader, std::string_view key, int spaces, Faults& faults) {
  Spaces set{};
  reader.list(key, 0, kMaxSpaces, [&](const Value& entry, const std::string& path, int) {
    const auto* text = entry.get<std::string>();
    const auto space =
        text != nullptr && text->starts_with('s') ? whole_number(std::string_view(*text).substr(1)) : std::nullopt;
    if (!space || *space >= spaces || set.test(*space)) {
      faults.push_back(path + " must be a space from 's0' to 's" + number(spaces - 1) + "' that is named once, not " +
                       entry.json());
      return;
    }
    set.set(*space);
  });
  return set;
}

}  // namespace

/// The special money stack, top first.
std::vector<int> Rules::money_stack(const State& state) const {
  std::vector<int> stack;
  State rest = state;
  for (int value = top_money(rest); value != 0; value = top_money(rest)) {
    if (rest.money_count(value) == 0) break;
    stack.push_back(value);
    rest.change_money(value, -1);
  }
  return stack;
}

/// Columns that belong to the network though nothing connects them with the temple: those that a jump placed (PA-57).
Spaces Rules::linked_columns(const Player& player, int nation) const noexcept {
  Spaces linked{};
  const Spaces base = network_frontier(player, nation, {});
  Spaces start{};
  start.set(start_[at(nation)]);
  (player.pieces & columns_).without(base).for_each([&](int space) {
    const Spaces around = adjacent_[at(space)].without(start);
    if (!around.without(player.near).any() && around.without(base).any()) linked.set(space);
  });
  return linked;
}

Value Rules::view(const State& state, int viewer) const {
  Value dict = Value::dict();
  dict.set("phase", kPhaseNames[at(static_cast<int>(state.phase))]);
  dict.set("scene", kSceneNames[at(static_cast<int>(state.scene))]);
  dict.set("epoch", state.epoch);
  dict.set("nation", name_or_null(state.nation - 1, kNationNames));
  dict.set("nations", names_value(state.nations, kNationNames));
  dict.set("first", state.first);
  dict.set("active", state.active);
  dict.set("actor", state.actor);
  dict.set("ender", state.ender == 0 ? Value() : Value(state.ender - 1));
  dict.set("turns", static_cast<std::int64_t>(state.turns));

  dict.set("display", counts_value(state.display, kCardNames));
  dict.set("discard", counts_value(state.discard, kCardNames));
  Value money = Value::list();
  for (const int value : money_stack(state)) money.push(value);
  dict.set("special_money", std::move(money));
  Value loot = Value::list();
  for (const int type : state.loot) loot.push(name_or_null(type - 1, kLootNames));
  dict.set("loot", std::move(loot));
  dict.set("bag", counts_value(state.bag, kLootNames));
  Value gods = Value::list();
  for (const int tile : state.gods) gods.push(name_or_null(tile - 1, kGodNames));
  dict.set("gods", std::move(gods));
  dict.set("god_stack", names_value(state.stack, kGodNames));
  Value pool = Value::dict();
  for (int value = 1; value <= kHalfGods; ++value) {
    if (state.pool_count(value) > 0) pool.set(kHalfGodNames[at(value - 1)], state.pool_count(value));
  }
  dict.set("pool", std::move(pool));
  dict.set("half_god_stack", counts_value(state.halves, kHalfGodNames));
  dict.set("bonus_tiles", names_value(state.bonuses, kBonusNames));

  Value players = Value::list();
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    Value entry = Value::dict();
    entry.set("score", player.score);
    entry.set("hand",
              viewer < 0 || viewer == seat ? counts_value(player.hand, kCardNames) : Value(player.hand.total()));
    entry.set("known", counts_value(player.known, kCardNames));
    entry.set("feet", spaces_value(player.pieces.without(columns_)));
    entry.set("columns", spaces_value(player.pieces & columns_));
    entry.set("linked", has_temple(state) ? spaces_value(linked_columns(player, state.nation - 1)) : Value::list());
    entry.set("feet_in_hand", player.feet);
    entry.set("columns_in_hand", player.columns);
    Value levels = Value::dict();
    for (int kind = 0; kind < kKinds; ++kind) levels.set(kKindNames[at(kind)], player.levels.get(kind));
    entry.set("levels", std::move(levels));
    Value lasting = Value::dict();
    for (int kind = kFirstLasting; kind < kGodKinds; ++kind) {
      const int count = player.gods.get(static_cast<GodKind>(kind));
      if (count > 0) lasting.set(kGodKindNames[at(kind)], count);
    }
    entry.set("gods", std::move(lasting));
    entry.set("movement", player.movement);
    entry.set("half_gods", player.halves);
    entry.set("half_god_points", player.half_sum);
    entry.set("bonus", name_or_null(player.bonus - 1, kBonusNames));
    players.push(std::move(entry));
  }
  dict.set("players", std::move(players));

  if (has_due(state.phase)) dict.set("due", state.due);
  if (state.scene == Scene::draw) dict.set("takes", state.count);
  if (state.phase == Phase::discard) dict.set("from", kCardNames[at(state.from)]);
  if (state.phase == Phase::step) dict.set("from", kKindNames[at(state.from)]);
  if (state.phase == Phase::trade) dict.set("gives", kTradeNames[at(state.from)]);
  if (state.phase == Phase::coin) dict.set("highest", state.from);
  if (state.phase == Phase::shop) dict.set("stage", kStageNames[at(state.from)]);
  if (has_purse(state)) dict.set("purse", state.points);
  if (places_pieces(state)) {
    if (state.scene == Scene::move) dict.set("points", state.points);
    dict.set("jumps", state.jumps);
    if (at_placing(state)) {
      dict.set("may_end", state.placed != 0);
      dict.set("closed", spaces_value(state.closed));
    }
  }
  if (state.phase == Phase::gallia_pay) dict.set("revealed", kGodNames[at(state.god - 1)]);
  if (state.phase == Phase::offer) {
    dict.set("slot", state.god);
    Value offers = Value::list();
    for (int i = 0; i < state.offered; ++i) offers.push(kKindNames[at((state.offers >> (2 * i)) & 3)]);
    dict.set("offers", std::move(offers));
  }
  return dict;
}

State Rules::from_value(const Value& dict, Faults& faults) const {
  State state{};
  const std::size_t before = faults.size();
  DictReader reader(dict, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  state.scene = static_cast<Scene>(reader.choice("scene", kSceneNames));
  state.epoch = byte(reader.integer("epoch", 0, tables_.epochs()));
  state.nation = byte(1 + reader.choice_or_null("nation", kNationNames));
  state.nations = byte(static_cast<int>(read_names(reader, "nations", kNationNames, faults)));
  state.first = byte(reader.integer("first", 0, seats_ - 1));
  state.active = byte(reader.integer("active", 0, seats_ - 1));
  state.actor = byte(reader.integer("actor", 0, seats_ - 1));
  state.ender = byte(1 + reader.integer_or_null("ender", 0, seats_ - 1, -1));
  state.turns = static_cast<std::uint32_t>(reader.integer("turns", 0, std::numeric_limits<int>::max()));
  if (has_temple(state) && state.nation == 0) reader.fault("nation", "must be named: the temple stands");

  state.display = read_counts<Cards>(reader, "display", kCardNames, kMaxDisplay);
  state.discard = read_counts<Cards>(reader, "discard", kCardNames, Cards::kMaxCount);
  std::vector<int> stack;
  reader.list("special_money", 0, kMaxSpecial, [&](const Value& entry, const std::string& path, int) {
    const auto* value = entry.get<std::int64_t>();
    if (value == nullptr || *value < 2 || *value > kMaxMoney) {
      faults.push_back(path + " is " + entry.json() + ", allowed: 2 to " + number(kMaxMoney));
      return;
    }
    stack.push_back(static_cast<int>(*value));
    state.change_money(static_cast<int>(*value), 1);
  });
  if (stack.size() > tables_.special || money_stack(state) != stack) {
    reader.fault("special_money", turned(state) ? "must descend and hold no more cards than there are"
                                                : "must be the end of the stack that the game begins with");
    state.money = 0;
  }
  read_slots(reader, "loot", state.loot, kLootNames, faults);
  state.bag = read_counts<LootCounts>(reader, "bag", kLootNames, kMaxLootTiles);
  read_slots(reader, "gods", state.gods, kGodNames, faults);
  state.stack = read_names(reader, "god_stack", kGodNames, faults);
  std::array<int, kHalfGods> pool{};
  reader.counts("pool", kHalfGodNames, pool, kMaxHalves);
  for (int i = 0; i < kHalfGods; ++i) {
    for (int k = 0; k < pool[at(i)]; ++k) state.add_to_pool(i + 1);
  }
  state.halves = read_counts<HalfGods>(reader, "half_god_stack", kHalfGodNames, kMaxHalves);
  state.bonuses = byte(static_cast<int>(read_names(reader, "bonus_tiles", kBonusNames, faults)));

  std::array<Spaces, kMaxSeats> linked{};
  reader.dicts("players", seats_, seats_, [&](DictReader& entry, int seat) {
    Player& player = state.player(seat);
    player.score = static_cast<std::uint16_t>(entry.integer("score", 0, kMostScore));
    player.hand = read_counts<Cards>(entry, "hand", kCardNames, Cards::kMaxCount);
    player.known = read_counts<Cards>(entry, "known", kCardNames, Cards::kMaxCount);
    const Spaces feet = read_spaces(entry, "feet", tables_.spaces, faults);
    const Spaces columns = read_spaces(entry, "columns", tables_.spaces, faults);
    linked[at(seat)] = read_spaces(entry, "linked", tables_.spaces, faults);
    if ((feet & columns_).any()) entry.fault("feet", "must not stand on column spaces");
    if (columns.without(columns_).any()) entry.fault("columns", "must stand on column spaces");
    if (linked[at(seat)].without(columns).any()) entry.fault("linked", "must be columns of the player");
    player.pieces = feet | columns;
    player.feet = byte(entry.integer("feet_in_hand", 0, tables_.feet));
    player.columns = byte(entry.integer("columns_in_hand", 0, tables_.columns));
    const int general_feet = tables_.feet - player.feet - feet.count();
    const int general_columns = tables_.columns - player.columns - columns.count();
    if (general_feet < 0) entry.fault("feet", "are more than the player has");
    if (general_columns < 0) entry.fault("columns", "are more than the player has");
    player.general_feet = byte(std::max(0, general_feet));
    player.general_columns = byte(std::max(0, general_columns));
    entry.dict("levels", [&](DictReader& levels) {
      for (int kind = 0; kind < kKinds; ++kind)
        player.levels.set(kind, levels.integer(kKindNames[at(kind)], 0, kMaxLevel));
      levels.finish();
    });
    std::array<int, kLastingNames.size()> gods{};
    entry.counts("gods", kLastingNames, gods, kMaxPurse);
    for (std::size_t i = 0; i < gods.size(); ++i) {
      const auto kind = static_cast<GodKind>(kFirstLasting + static_cast<int>(i));
      if (kind != GodKind::stonkus && gods[i] > kMaxOfKind) {
        entry.fault("gods", "are more than there can be of " + quoted(kLastingNames[i]));
      } else {
        player.gods.add(kind, gods[i]);
      }
    }
    player.movement = byte(entry.integer("movement", 0, kMostMovement));
    player.halves = byte(entry.integer("half_gods", 0, kHalfGods * kMaxHalves));
    player.half_sum = byte(entry.integer("half_god_points", 0, kMaxHalfSum));
    player.bonus = byte(1 + entry.choice_or_null("bonus", kBonusNames));
    entry.finish();
    if (has_temple(state) && state.nation != 0)
      player.near = network_frontier(player, state.nation - 1, linked[at(seat)]);
  });

  if (has_due(state.phase)) state.due = byte(reader.integer("due", 1, 255));
  if (state.scene == Scene::draw) state.count = byte(reader.integer("takes", 0, 255));
  if (state.phase == Phase::discard) state.from = byte(reader.choice("from", kCardNames));
  if (state.phase == Phase::step) state.from = byte(reader.choice("from", kKindNames));
  if (state.phase == Phase::trade) state.from = byte(reader.choice("gives", kTradeNames));
  if (state.phase == Phase::coin) state.from = byte(reader.integer("highest", 1, kMaxMoney));
  if (state.phase == Phase::shop) state.from = byte(reader.choice("stage", kStageNames));
  if (has_purse(state)) state.points = byte(reader.integer("purse", 0, kMaxPurse));
  if (state.scene == Scene::nation && state.phase == Phase::shop) state.placed = 1;
  if (places_pieces(state)) {
    if (state.scene == Scene::move) state.points = byte(reader.integer("points", 0, 255));
    state.jumps = byte(reader.integer("jumps", 0, kMaxOfKind));
    state.placed = 1;
    if (at_placing(state)) {
      state.placed = reader.boolean("may_end") ? 1 : 0;
      state.closed = read_spaces(reader, "closed", tables_.spaces, faults);
    } else if (state.scene == Scene::buy && state.phase != Phase::step) {
      state.from = kPlaceStage;
    }
  }
  if (state.scene == Scene::prepare) {
    for (int slot = 0; slot < kSlots; ++slot)
      state.count = byte(state.count + (state.loot[at(slot)] != 0 ? 1 : 0) + (state.gods[at(slot)] != 0 ? 1 : 0));
  }
  if (state.phase == Phase::gallia_pay) state.god = byte(1 + reader.choice("revealed", kGodNames));
  if (state.phase == Phase::offer) {
    state.god = byte(reader.integer("slot", 1, kSlots));
    reader.list("offers", 0, kMaxRows - 1, [&](const Value& entry, const std::string& path, int i) {
      const auto* text = entry.get<std::string>();
      const auto kind = text == nullptr ? std::nullopt : index_of(kKindNames, *text);
      if (!kind) {
        faults.push_back(path + " is " + entry.json() + ", allowed: " + quoted_list(kKindNames));
        return;
      }
      state.offers = byte(state.offers | (*kind << (2 * i)));
      state.offered = byte(i + 1);
    });
    if (state.gods[at(state.god - 1)] == 0) {
      reader.fault("slot", "names a slot without a god");
    } else if (state.offered >= paid_rows(state)) {
      reader.fault("offers", "are as many as the god requires: all is paid");
    }
  }
  reader.finish();
  if (faults.size() != before) return state;

  if (state.phase == Phase::offer || state.phase == Phase::gallia_pay) state.payments = open_payments(state, false);
  // The draw pile is the rest of the cards.
  for (int card = 0; card < kCards; ++card) {
    int rest = tables_.cards(card) - state.discard.get(card) - state.display.get(card);
    if (card >= kDeckCards) rest -= state.money_count(money_value(card));
    for (int seat = 0; seat < seats_; ++seat) rest -= state.player(seat).hand.get(card);
    if (rest < 0) {
      faults.push_back("there are " + number(tables_.cards(card)) + " cards " + quoted(kCardNames[at(card)]) +
                       ", but " + number(tables_.cards(card) - rest) + " are in use");
    } else {
      state.pile.set(card, rest);
    }
  }
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  const std::size_t before = faults.size();
  // Ranges: nothing below may index by an unchecked number.
  const auto fault = [&](bool bad, const char* what) {
    if (bad) faults.emplace_back(what);
  };
  fault(static_cast<int>(state.phase) >= kPhases || static_cast<int>(state.scene) >= kScenes, "the phase is unknown");
  fault(state.first >= seats_ || state.active >= seats_ || state.actor >= seats_ || state.ender > seats_,
        "a seat number is out of range");
  fault(state.epoch > tables_.epochs() || state.nation > kNations, "the epoch or the nation is out of range");
  for (int slot = 0; slot < kSlots; ++slot) {
    fault(state.loot[at(slot)] > kLootTypes || state.gods[at(slot)] > kGods, "a tile is unknown");
    fault(slot >= shown() && state.gods[at(slot)] != 0, "a god lies in a slot that is not used");
  }
  fault((state.stack & ~bits::first(kGods)) != 0, "an unknown god is in the stack");
  fault((state.bonuses & ~bits::first(kBonuses)) != 0, "an unknown bonus tile is left");
  fault(state.zero != decltype(state.zero){}, "unused bytes are not zero");
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    const Player& player = state.player(seat);
    if (seat >= seats_ && !same_bytes(player, Player{})) faults.push_back("seat " + number(seat) + " does not play");
    if (!player.hand.in_range() || !player.known.in_range() || player.pieces.without(spaces_).any() ||
        player.near.without(spaces_).any()) {
      faults.push_back(seat_text(seat) + ": unknown cards or spaces");
    }
    for (int kind = 0; kind < kKinds; ++kind) {
      if (player.levels.get(kind) > kMaxLevel) faults.push_back(seat_text(seat) + ": a level is out of range");
    }
    if (player.bonus > kBonuses) faults.push_back(seat_text(seat) + ": an unknown bonus tile");
  }
  fault(!state.pile.in_range() || !state.discard.in_range() || !state.display.in_range(), "unknown cards");
  fault(!state.bag.in_range() || !state.halves.in_range() || (state.pool >> (5 * kHalfGods)) != 0,
        "unknown loot tiles or half-gods");
  fault(state.closed.without(spaces_).any(), "an unknown space is closed");
  fault((kScenesOf[at(std::min(static_cast<int>(state.phase), kPhases - 1))] &
         bits::bit(std::min<int>(static_cast<int>(state.scene), kScenes))) == 0,
        "the phase does not fit the scene");
  const bool named = !is_setup(state) && state.phase != Phase::over && state.phase != Phase::nation;
  fault(named != (state.nation != 0), "the nation must be known exactly from its draw on");
  if (faults.size() != before) return;
  check_board(state, faults);
  check_players(state, faults);
  check_components(state, faults);
  if (faults.size() != before) return;
  check_phase(state, faults);
  if (faults.size() != before) return;

  // Something must be possible.
  const Node here = node(state);
  if (here.kind == NodeKind::decision) {
    ActionSet<kMaxLegal> actions;
    legal(state, actions);
    fault(actions.count() == 0, "the player has nothing to choose from");
  } else if (here.kind == NodeKind::chance) {
    Distribution<kOutcomes> draws;
    outcomes(state, draws);
    fault(draws.count() == 0, "there is nothing to draw");
  }
}

void Rules::check_board(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  Spaces any{};
  Spaces full{};
  bool crowded = false;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    crowded = crowded || (player.pieces & full).any();
    full |= any & player.pieces;
    any |= player.pieces;
    const Spaces feet = player.pieces.without(columns_);
    const int columns = (player.pieces & columns_).count();
    const std::string who = seat_text(seat) + ": ";
    fault(feet.count() + player.feet + player.general_feet != tables_.feet,
          who + "the feet are not " + number(tables_.feet));  // PA-2
    fault(columns + player.columns + player.general_columns != tables_.columns,
          who + "the columns are not " + number(tables_.columns));
    if (!has_temple(state)) {
      fault(feet.any(), who + "feet are on the board before the temple is");
      fault(player.near.any(), who + "a network without a temple");
    } else {
      const int nation = state.nation - 1;
      fault(player.pieces.test(start_[at(nation)]), who + "a foot stands on the space of the temple");
      fault(!(player.near == network_frontier(player, nation, linked_columns(player, nation))),
            who + "the network is not that of the pieces");
    }
  }
  fault(crowded, "three pieces are on one space");  // PA-56
}

void Rules::check_players(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  // Points that loot and bonus tiles can still give to somebody.
  bool bonus = bits::test(state.bonuses, static_cast<int>(Bonus::movement));
  for (int seat = 0; seat < seats_; ++seat)
    bonus = bonus || state.player(seat).bonus == 1 + static_cast<int>(Bonus::movement);
  int movement = bonus ? kBonusMovement : 0;
  for (int type = 0; type < kLootTypes; ++type) {
    const auto& tile = tables_.loot[at(type)];
    const auto on_board = std::count(state.loot.begin(), state.loot.end(), type + 1);
    if (tile.kind == LootKind::movement) movement += tile.amount * (state.bag.get(type) + static_cast<int>(on_board));
  }
  Word chosen = 0;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    const std::string who = seat_text(seat) + ": ";
    fault(player.movement + movement > kMostMovement, who + "too many permanent movement points");
    fault(player.half_sum < player.halves || player.half_sum > kHalfGods * player.halves,
          who + number(player.halves) + " half-gods cannot be worth " + number(player.half_sum));
    fault(!player.hand.contains(player.known), who + "cards are known that are not in the hand");
    if (player.bonus == 0) continue;
    fault(!options_.choose_bonus || state.epoch > 1, who + "a bonus tile where nobody has one");
    fault(bits::test(chosen, player.bonus - 1), who + "a bonus tile that another player has");
    chosen |= bits::bit(player.bonus - 1);
  }
  fault((chosen & state.bonuses) != 0, "a bonus tile is chosen and left");
}

void Rules::check_components(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  // Cards: every one is somewhere.
  for (int card = 0; card < kCards; ++card) {
    int count = state.pile.get(card) + state.discard.get(card) + state.display.get(card);
    if (card >= kDeckCards) count += state.money_count(money_value(card));
    for (int seat = 0; seat < seats_; ++seat) count += state.player(seat).hand.get(card);
    fault(count != tables_.cards(card),
          number(count) + " cards " + quoted(kCardNames[at(card)]) + " instead of " + number(tables_.cards(card)));
  }
  const int display = state.display.total();
  const bool filling = state.phase == Phase::start || state.phase == Phase::bonus_choice;
  if (filling) {
    fault(display != 0, "cards on display before they are drawn");
  } else if (state.phase == Phase::display) {
    const int least = state.scene == Scene::draw ? tables_.display - 1 : 0;
    fault(display < least || display >= tables_.display, number(display) + " cards on display while one is drawn");
  } else {
    fault(display != tables_.display, number(display) + " cards on display instead of " + number(tables_.display));
  }
  const int money = state.money_total();
  fault(money > tables_.special, "too much special money");
  if (money <= tables_.special) {
    fault(static_cast<int>(money_stack(state).size()) != money, "the special money is not the end of its stack");
  }

  // Loot and half-gods.
  for (int type = 0; type < kLootTypes; ++type) {
    int count = state.bag.get(type);
    for (const int tile : state.loot) count += tile == type + 1 ? 1 : 0;
    const int all = tables_.loot_count(type, seats_, options_.loot_marks);
    fault(count > all, number(count) + " loot tiles " + quoted(kLootNames[at(type)]) + ", at most " + number(all));
  }
  int on_board = 0, displayed = 0;
  const Word used = bits::first(shown());
  Word slots = 0;
  for (int i = 0; i < shown(); ++i) slots |= bits::bit(tables_.slots[at(seats_ - kMinSeats)].slot[at(i)] - 1);
  for (int slot = 0; slot < kSlots; ++slot) {
    if (state.loot[at(slot)] != 0) {
      ++on_board;
      fault(!bits::test(slots, slot), "a loot tile lies in a slot that is not used");
    }
    if (state.gods[at(slot)] != 0) {
      ++displayed;
      fault(!bits::test(used, slot), "a god lies in a slot that is not used");
    }
  }
  const bool laying = state.scene == Scene::prepare;
  const int needed = (tables_.epochs() - state.epoch) * shown() + (laying ? shown() - std::min(on_board, shown()) : 0);
  fault(state.bag.total() < needed,
        number(state.bag.total()) + " loot tiles in the bag, but " + number(needed) + " are still drawn");
  int halves = state.halves.total(), worth = 0, all_halves = 0, all_worth = 0;
  for (int value = 1; value <= kHalfGods; ++value) {
    const int left = state.halves.get(value - 1), pool = state.pool_count(value), all = tables_.half_god[at(value - 1)];
    fault(left + pool > all, number(left + pool) + " half-gods of value " + number(value) + ", at most " + number(all));
    halves += pool;
    worth += value * (left + pool);
    all_halves += all;
    all_worth += value * all;
  }
  for (int seat = 0; seat < seats_; ++seat) {
    halves += state.player(seat).halves;
    worth += state.player(seat).half_sum;
  }
  fault(halves > all_halves || worth > all_worth, "more half-gods than there are");
  fault((is_setup(state) || state.phase == Phase::nation || state.phase == Phase::over) &&
            (on_board > 0 || displayed > 0 || state.pool != 0),
        "tiles lie on the board between epochs");

  // Gods: each is in one place, and of the lasting ones nobody owns more than have been drawn.
  Word gone = bits::first(kGods) & ~state.stack;
  for (const int tile : state.gods) {
    if (tile == 0) continue;
    fault(!bits::test(gone, tile - 1), "the god " + std::string(kGodNames[at(tile - 1)]) + " is in two places");
    gone &= ~bits::bit(tile - 1);
  }
  if (state.phase == Phase::gallia_pay && state.god >= 1 && state.god <= kGods) {
    fault(!bits::test(gone, state.god - 1), "the revealed god is in two places");
    gone &= ~bits::bit(state.god - 1);
  }
  for (int kind = kFirstLasting; kind < kGodKinds; ++kind) {
    int drawn = 0, owned = 0;
    for (Word tiles = gone; tiles != 0;) {
      const int tile = bits::pop_lowest(tiles);
      if (god(tile).kind == kind) drawn += kind == static_cast<int>(GodKind::stonkus) ? god(tile).value : 1;
    }
    for (int seat = 0; seat < seats_; ++seat) owned += state.player(seat).gods.get(static_cast<GodKind>(kind));
    fault(owned > drawn, "players own " + number(owned) + " of " + quoted(kGodKindNames[at(kind)]) + ", but only " +
                             number(drawn) + " can have left the stack and the display");
  }
}

void Rules::check_phase(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const char* what) {
    if (bad) faults.emplace_back(what);
  };
  const Player& player = state.player(state.actor);
  const Phase phase = state.phase;
  const Scene scene = state.scene;
  const auto is_nation = [&](Nation nation) { return state.nation == 1 + static_cast<int>(nation); };

  // Who acts.
  const bool before_turns = !in_turns(state);
  fault(before_turns && state.active != state.first, "a turn before the turns begin");
  fault((scene == Scene::prepare || phase == Phase::over || phase == Phase::start ||
         (scene == Scene::setup && phase == Phase::display)) &&
            state.actor != state.first,
        "it is the starting player who acts");
  fault(in_turns(state) && scene != Scene::move && scene != Scene::stay && state.actor != state.active,
        "it is the active player who acts");
  fault((phase == Phase::follow || scene == Scene::stay) && state.actor == state.active,
        "the active player does not follow");
  fault(phase == Phase::start && !options_.random_start, "the starting player is not drawn");
  fault(phase == Phase::start && state.first != 0, "the starting player is not drawn yet");

  // Epoch and nation.
  fault(is_setup(state) != (state.epoch == 0), "the epoch is that of another phase");
  fault(phase == Phase::over && state.epoch != tables_.epochs(), "the game is over too early");
  fault(scene == Scene::bonus && state.epoch != 1, "bonus tiles after the first epoch");
  fault(bits::count(state.nations) != state.epoch - (phase == Phase::nation ? 1 : 0), "one nation is used in an epoch");
  fault(state.nation != 0 && !bits::test(state.nations, state.nation - 1), "the nation is not among those used");
  if (scene == Scene::nation) {
    const bool fits = phase == Phase::gallia || phase == Phase::gallia_god || phase == Phase::gallia_pay ||
                              phase == Phase::second_god || phase == Phase::gain_half
                          ? is_nation(Nation::gallia)
                      : phase == Phase::discard ? is_nation(Nation::germania) || is_nation(Nation::graecia)
                      : phase == Phase::trade   ? is_nation(Nation::aegyptus)
                      : phase == Phase::step    ? is_nation(Nation::iberia)
                      : phase == Phase::shop    ? is_nation(Nation::cartago)
                                                : is_nation(Nation::gallia) || is_nation(Nation::germania) ||
                                                      is_nation(Nation::graecia) || is_nation(Nation::roma);
    fault(!fits, "the nation has another effect");
  }

  // Bonus tiles.
  const int behind = (state.actor - state.first + seats_) % seats_;
  const int left = bits::count(state.bonuses);
  const bool drawn_later = !options_.choose_bonus && (scene < Scene::bonus) && state.epoch <= 1 && phase != Phase::over;
  if (drawn_later || phase == Phase::start) {
    fault(left != kBonuses, "bonus tiles are missing");
  } else if (!options_.choose_bonus && scene == Scene::bonus) {
    fault(left != kBonuses - behind - (phase == Phase::bonus ? 0 : 1),
          "the bonus tiles left are not those of the turn");
  } else if (phase == Phase::bonus_choice) {
    fault(left != kBonuses - behind, "the bonus tiles left are not those of the turn");
  } else {
    fault(left != 0, "bonus tiles are left that nobody can get");
  }
  if (options_.choose_bonus) {
    for (int seat = 0; seat < seats_; ++seat) {
      const int order = (seat - state.first + seats_) % seats_;
      const bool has = phase == Phase::start          ? false
                       : phase == Phase::bonus_choice ? order < behind
                       : scene == Scene::bonus ? order > behind
                                               : state.epoch <= 1 && scene < Scene::bonus && phase != Phase::over;
      fault(has != (state.player(seat).bonus != 0), "the bonus tiles are not those of the turn");
    }
  }
  if (phase == Phase::start || phase == Phase::bonus_choice || (scene == Scene::setup && phase == Phase::display)) {
    for (int seat = 0; seat < seats_; ++seat) fault(state.player(seat).hand.any(), "a hand before the cards are dealt");
  }

  // Turns.
  fault(!in_turns(state) && (state.ender != 0 || state.turns != 0), "nobody has acted yet");
  fault(scene == Scene::turn && state.ender != 0, "the epoch has ended");
  fault(state.ender != 0 && state.any_loot() && state.any_god(), "an ender, but tiles are left");
  fault(options_.turn_cap == 0 ? state.turns != 0 : state.turns >= options_.turn_cap && state.turns != 0,
        "more actions than the cap allows");
  fault(in_turns(state) && options_.turn_cap == 0 && state.ender == 0 && !state.any_loot() && !state.any_god(),
        "the epoch can never end");

  // Fields of the phase.
  int most_due = 0;
  const auto loot_amount = [&](LootKind kind) {
    int most = 0;
    for (const auto& tile : tables_.loot) most = std::max<int>(most, tile.kind == kind ? tile.amount : 0);
    return most;
  };
  if (phase == Phase::hand) {
    most_due = scene == Scene::setup                          ? tables_.start_hand
               : scene == Scene::nation                       ? (is_nation(Nation::gallia) ? kGalliaCards
                                                                 : is_nation(Nation::roma) ? kRomaCards
                                                                                           : 1)
               : scene == Scene::depraccus                    ? kDepraccusCards * player.gods.get(GodKind::depraccus)
               : scene == Scene::draw || scene == Scene::stay ? 1
                                                              : loot_amount(LootKind::cards);
  }
  if (phase == Phase::pool) most_due = kPlaesirisHalves;
  if (phase == Phase::gain_half) most_due = scene == Scene::bonus ? std::max(1, kPlaesirisHalves) : kPlaesirisHalves;
  if (phase == Phase::step)
    most_due = scene == Scene::nation ? kIberiaSteps : scene == Scene::bonus ? 1 : loot_amount(LootKind::offering);
  if (phase == Phase::support) most_due = loot_amount(LootKind::support);
  fault(has_due(phase) ? state.due < 1 || state.due > most_due : state.due != 0, "a wrong number of things is due");
  fault(scene == Scene::nation && phase == Phase::hand && !is_nation(Nation::gallia) && !is_nation(Nation::roma) &&
            player.hand.total() >= tables_.hand_adjust,
        "the hand is full");

  int on_board = 0, displayed = 0;
  for (int slot = 0; slot < kSlots; ++slot) {
    on_board += state.loot[at(slot)] != 0 ? 1 : 0;
    displayed += state.gods[at(slot)] != 0 ? 1 : 0;
  }
  if (scene == Scene::prepare) {
    fault(state.count != on_board + displayed, "the tiles laid out are not counted");
    fault(phase == Phase::loot && (on_board >= shown() || displayed > 0), "the loot tiles lie there already");
    fault(phase == Phase::god && (on_board != shown() || displayed >= shown()), "no god is due");
    fault(phase == Phase::pool && (on_board == 0 || (displayed > 0 && on_board != shown())), "no half-god is due");
    for (int i = 0; i < kSlots; ++i) {
      const int slot = i < shown() ? tables_.slots[at(seats_ - kMinSeats)].slot[at(i)] - 1 : 0;
      fault(i < shown() && (state.loot[at(slot)] != 0) != (i < on_board), "loot tiles are laid out in order");
      fault((state.gods[at(i)] != 0) != (i < displayed), "gods are laid out in order");
    }
  } else if (scene == Scene::draw) {
    fault(state.count > tables_.draw_cards + player.gods.get(GodKind::gadicea), "too many cards to take");
    fault(phase == Phase::take && state.count == 0, "no card is left to take");
  } else {
    fault(state.count != 0, "nothing is counted now");
  }

  const bool buying = has_purse(state);
  const bool placing = places_pieces(state);
  const int from = state.from;
  const int most_from = phase == Phase::discard ? kCards - 1
                        : phase == Phase::step  ? kKinds - 1
                        : phase == Phase::trade ? kGiveColumns
                        : phase == Phase::coin  ? kMaxMoney
                        : phase == Phase::shop  ? (scene == Scene::buy ? kPlaceStage : kFootStage)
                        : scene == Scene::buy   ? kPlaceStage
                                                : 0;
  fault(from > most_from, "an order is out of range");
  fault(phase == Phase::coin && from == 0, "an order is out of range");
  fault(scene == Scene::buy && phase != Phase::coin && phase != Phase::shop && phase != Phase::step &&
            from != kPlaceStage,
        "pieces are placed last");
  if (!buying && !placing) {
    fault(state.points != 0, "points outside a movement");
  } else if (scene == Scene::move) {
    fault(state.points > kBigFoot + permanent(player) + tables_.move_points, "too many movement points");
  } else {
    const int coins = phase == Phase::coin ? money_in(player, kMaxMoney) : 0;
    fault(state.points + coins > kMaxPurse, "too much money in the purse");
    fault(scene == Scene::nation && state.points > kCartagoMoney, "too much money in the purse");
  }
  fault(state.jumps > (placing ? player.gods.get(GodKind::gaiviles) : 0), "too many jumps");
  const bool loose = at_placing(state) && scene != Scene::nation;  // `end` may not be allowed yet
  fault(loose ? state.placed > 1 : state.placed != ((placing || buying) && phase != Phase::coin ? 1 : 0),
        "`end` is misplaced");
  fault(phase == Phase::shop && scene == Scene::buy && state.placed == 0 && from != 0, "nothing is bought yet");
  fault(phase == Phase::trade && from != kNoTrade && from > kGiveColumns, "an exchange of an unknown kind");
  const bool can_close = placing && at_placing(state) && state.placed != 0;
  fault(state.closed.any() && !can_close, "spaces are closed before a piece is placed");
  fault(state.closed.any() && state.closed.without(player.near).any(), "a space is closed that is not near");
  fault(scene == Scene::buy && state.closed.any() && from != kPlaceStage, "spaces are closed before a piece is placed");

  if (phase == Phase::offer) {
    fault(state.god < 1 || state.god > kSlots || state.gods[at(std::clamp<int>(state.god, 1, kSlots) - 1)] == 0,
          "no god lies in that slot");
  } else if (phase == Phase::gallia_pay) {
    fault(state.god < 1 || state.god > kGods, "an unknown god is revealed");
  } else {
    fault(state.god != 0, "a god is paid for");
  }
  if (phase == Phase::offer || phase == Phase::gallia_pay) {
    if (state.god == 0 || state.god > (phase == Phase::offer ? kSlots : kGods)) return;
    if (phase == Phase::offer && state.gods[at(state.god - 1)] == 0) return;
    fault(state.offered >= paid_rows(state), "all is paid");
    if (state.offered >= paid_rows(state)) return;
    fault((state.offers >> (2 * state.offered)) != 0, "an offer too many");
    fault(state.payments != open_payments(state, false), "the payments are not those of the hand");
    fault(phase == Phase::offer && state.payments == 0, "the god cannot be paid");
  } else {
    fault(state.payments != 0 || state.offered != 0 || state.offers != 0, "a payment for nothing");
  }
  fault(phase == Phase::discard && player.hand.total() <= tables_.hand_adjust, "there is nothing to discard");
  fault(phase == Phase::after && player.gods.get(GodKind::traitera) == 0, "an extra action without a traitera");
  fault(phase == Phase::bonus_column && player.general_columns == 0, "no column is left");
  fault(phase == Phase::step && scene != Scene::bonus && player.levels.room(from) < state.due, "too many steps");
}

}  // namespace pyboard::pantheon
