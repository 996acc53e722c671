// Positions as dicts, and what makes a position sound.
#include <algorithm>
#include <optional>

#include "pyboard/core/names.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/cuba/rules.hpp"

namespace pyboard::cuba {

namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {
    "ship_draw", "start", "take_resources", "take_products", "bill_draw", "card",    "take", "worker",
    "harvest",   "field", "trade",          "build",         "site",      "foreman", "use",  "ship",
    "load",      "bribe", "veto",           "enact",         "comply",    "cafe",    "over"};
constexpr std::array<std::string_view, 4> kThenNames = {"setup", "turn", "foreman", "round"};
constexpr std::array<std::string_view, kEntries> kEntryNames = {"distillery",
                                                                "cigar_factory",
                                                                "black_market",
                                                                "customs",
                                                                "builders_yard",
                                                                "middleman",
                                                                "general_store",
                                                                "cigar_cafe",
                                                                "rum_cafe",
                                                                "samba_school",
                                                                "monastery",
                                                                "sawmill",
                                                                "cement_factory",
                                                                "golf_course",
                                                                "treasury",
                                                                "small_trading_house 1",
                                                                "small_trading_house 2",
                                                                "small_trading_house 3",
                                                                "large_trading_house 1",
                                                                "large_trading_house 2",
                                                                "large_trading_house 3",
                                                                "lighthouse",
                                                                "newspaper",
                                                                "casino"};
constexpr int kMostBribed = 10000;

/// The phase whose memory is in use: that of a payment is the phase that pays.
Phase memory_of(const State& state) {
  if (state.phase == Phase::ship_draw && state.then == Then::use) return Phase::use;
  if (state.phase != Phase::cafe || state.payment == 0) return state.phase;
  const int action = state.payment - 1;
  if (action <= kTradeDone) return Phase::trade;
  if (action <= kUseDone) return Phase::use;
  if (action < kLoadDone) return Phase::load;
  if (action < kFirstVeto) return Phase::bribe;
  return Phase::comply;
}
bool in_parliament(Phase phase) { return phase == Phase::bribe || phase == Phase::veto || phase == Phase::enact; }
/// One of the card plays of the four laps.
bool in_laps(const State& state) {
  if (state.phase == Phase::ship_draw) return state.then == Then::turn || state.then == Then::use;
  const Phase phase = memory_of(state);
  return phase >= Phase::card && phase <= Phase::load;
}

std::span<const std::string_view> statutes(int category, bool in_force) {
  const bool printed = in_force && category < kPayCategories;
  return std::span(kStatuteNames[at(category)]).first(at(printed ? kStack + 1 : kStack));
}

}  // namespace

Value Rules::view(const State& state, int viewer) const {
  Value dict = Value::dict();
  dict.set("phase", kPhaseNames[at(static_cast<int>(state.phase))]);
  dict.set("round", state.round);
  dict.set("lap", state.lap);
  dict.set("start", state.start);
  dict.set("next_start", seat_or_null(state.next_start - 1));
  dict.set("active", state.active);
  dict.set("market", [&] {
    Value market = Value::dict();
    for (std::size_t k = 0; k < kMerchandise; ++k) market.set(kMerchandiseNames[k], state.market[k]);
    return market;
  }());
  const auto ship = [&](int place) {
    Value entry;
    if (state.ships[at(place)] == 0) return entry;
    entry.set("ship", kShipNames[at(state.ships[at(place)] - 1)]);
    entry.set("cargo", counts_value(kMerchandiseNames, [&](int k) { return state.cargo[at(place)].get(k); }));
    return entry;
  };
  Value piers = Value::list();
  for (int pier = 0; pier < kPiers; ++pier) piers.push(ship(pier));
  dict.set("piers", std::move(piers));
  dict.set("sea", ship(kSea));
  dict.set("undrawn_ships", names_value(state.undrawn, kShipNames));
  Value departed = Value::list();
  for (Word queue = state.departed; queue != 0; queue = bits::down(queue, 4))
    departed.push(kShipNames[at(static_cast<int>(queue & bits::first(4)) - 1)]);
  dict.set("departed", std::move(departed));
  Value laws, bills, stacks;
  for (std::size_t c = 0; c < kCategories; ++c) {
    laws.set(kCategoryNames[c], name_or_null(state.laws[c] - 1, kStatuteNames[c]));
    bills.set(kCategoryNames[c], name_or_null(state.bills[c] - 1, kStatuteNames[c]));
    stacks.set(kCategoryNames[c], names_value(state.stacks[c], kStatuteNames[c]));
  }
  dict.set("laws", std::move(laws));
  dict.set("bills", std::move(bills));
  dict.set("stacks", std::move(stacks));
  Value taken;
  for (int i = 0; i < kPrivileges; ++i) taken.set(kPrivilegeNames[at(i)], state.taken_of(i));
  dict.set("privileges", std::move(taken));
  dict.set("veto", seat_or_null(state.veto - 1));
  dict.set("press", name_or_null(state.press - 1, kCategoryNames));

  Value players = Value::list();
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    Value entry = Value::dict();
    entry.set("pesos", player.pesos);
    entry.set("vp", player.points);
    for (int k = 0; k < kPieces; ++k) entry.set(kPieceNames[at(k)], player.pieces.get(k));
    if (options_.located) {
      Value store;
      for (std::size_t k = 0; k < kProducts; ++k) store.set(kMerchandiseNames[k], player.store[k]);
      entry.set("store", std::move(store));
    } else {
      entry.set("stored", (player.marks & kStored) != 0);
    }
    entry.set("town_hall", (player.marks & kHallUsed) != 0);
    entry.set("pawn", kCellNames[player.pawn]);
    Value buildings = Value::dict();
    for (int cell = 0; cell < kCells; ++cell) {
      if (player.building[at(cell)] != 0)
        buildings.set(kCellNames[at(cell)], kKindNames[player.building[at(cell)] - 1U]);
    }
    entry.set("buildings", std::move(buildings));
    entry.set("hand", names_value(player.hand, kCharacterNames));
    entry.set("fourth", name_or_null(player.fourth - 1, kCharacterNames));
    players.push(std::move(entry));
  }
  dict.set("players", std::move(players));

  if (state.phase == Phase::ship_draw) dict.set("then", kThenNames[at(static_cast<int>(state.then))]);
  const Phase memory = memory_of(state);
  if (in_parliament(memory)) {
    Value part = Value::dict();
    part.set("bidders", [&] {
      Value list = Value::list();
      for (Word seats = state.bidders; seats != 0;) list.push(bits::pop_lowest(seats));
      return list;
    }());
    part.set("repeat", state.repeat != 0);
    Value bought = Value::list(), sealed = Value::list();
    for (int seat = 0; seat < seats_; ++seat) {
      const Player& player = state.player(seat);
      bought.push(player.bribed);
      // The others see that there is one, not how much.
      sealed.push(player.bribe == 0 ? Value() : viewer >= 0 && viewer != seat ? Value(true) : Value(player.bribe - 1));
    }
    part.set("bribed", std::move(bought));
    part.set("sealed", std::move(sealed));
    part.set("winner", seat_or_null(state.winner - 1));
    dict.set("parliament", std::move(part));
  }
  if (memory == Phase::trade) {
    Value part = Value::dict();
    part.set("sold", names_value(state.sold, kMerchandiseNames));
    part.set("bought", names_value(state.bought, kMerchandiseNames));
    part.set("last_sale", name_or_null(state.last_own - 1, kMerchandiseNames));
    part.set("last_purchase", name_or_null(state.last_bought - 1, kMerchandiseNames));
    part.set("last_cafe_sale", name_or_null(state.last_cafe - 1, kMerchandiseNames));
    dict.set("trade", std::move(part));
  }
  if (memory == Phase::site) dict.set("building", name_or_null(state.kind - 1, kKindNames));
  if (memory == Phase::use) {
    Value part = Value::dict();
    part.set("single", name_or_null(state.single - 1, kKindNames));
    part.set("open", names_value(state.open, kEntryNames));
    part.set("awake", names_value(state.awake, kEntryNames));
    part.set("aside", counts_value(kPieceNames, [&](int k) { return state.aside.get(k); }));
    part.set("given", counts_value(kMerchandiseNames, [&](int k) { return state.given.get(kResources + k); }));
    dict.set("foreman", std::move(part));
  }
  if (memory == Phase::load) {
    Value part = Value::dict();
    part.set("pier", state.pier);
    part.set("last_load", name_or_null(state.last_own - 1, kMerchandiseNames));
    part.set("last_cafe_load", name_or_null(state.last_cafe - 1, kMerchandiseNames));
    dict.set("load", std::move(part));
  }
  if (state.phase == Phase::cafe) {
    Value part = Value::dict();
    part.set("payment", state.payment == 0 ? Value() : Value(action_text(static_cast<Action>(state.payment - 1))));
    part.set("units", state.units);
    part.set("last", name_or_null(state.last_given - 1, kMerchandiseNames));
    dict.set("cafe", std::move(part));
  }
  return dict;
}

State Rules::from_value(const Value& dict, Faults& faults) const {
  State state{};
  DictReader reader(dict, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  state.round = byte(reader.integer("round", 0, tables_.rounds));
  state.lap = byte(reader.integer("lap", 0, kLaps));
  state.start = byte(reader.integer("start", 0, seats_ - 1));
  state.next_start = byte(1 + reader.integer_or_null("next_start", 0, seats_ - 1, -1));
  state.active = byte(reader.integer("active", 0, seats_ - 1));
  reader.dict("market", [&](DictReader& market) {
    for (std::size_t k = 0; k < kMerchandise; ++k)
      state.market[k] = byte(market.integer(kMerchandiseNames[k], 0, capacity_[k]));
    market.finish();
  });
  const auto cargo = [&](DictReader& entry, int place) {
    state.ships[at(place)] = byte(1 + entry.choice("ship", kShipNames));
    std::array<int, kMerchandise> counts{};
    entry.counts("cargo", kMerchandiseNames, counts, kMaxSpaces);
    for (int k = 0; k < kMerchandise; ++k) state.cargo[at(place)].add(k, counts[at(k)]);
    entry.finish();
  };
  reader.list("piers", kPiers, kPiers, [&](const Value& entry, const std::string& path, int pier) {
    if (entry.is_null()) return;
    DictReader inside(entry, path, faults);
    cargo(inside, pier);
  });
  if (const Value* sea = dict.find("sea"); sea != nullptr && sea->is_null()) {
    (void)reader.integer_or_null("sea", 0, 0, 0);
  } else {
    reader.dict("sea", [&](DictReader& entry) { cargo(entry, kSea); });
  }
  state.undrawn = static_cast<std::uint16_t>(read_names(reader, "undrawn_ships", kShipNames, faults));
  int gone = 0;
  reader.list("departed", 0, kShips, [&](const Value& entry, const std::string& path, int) {
    const auto* text = entry.get<std::string>();
    const auto ship = text == nullptr ? std::nullopt : index_of(kShipNames, *text);
    if (!ship) {
      faults.push_back(path + " is " + entry.json() + ", allowed: " + quoted_list(kShipNames));
      return;
    }
    state.departed |= bits::up(static_cast<Word>(*ship) + 1, 4 * gone++);
  });
  reader.dict("laws", [&](DictReader& laws) {
    for (int c = 0; c < kCategories; ++c)
      state.laws[at(c)] = byte(1 + laws.choice_or_null(kCategoryNames[at(c)], statutes(c, true)));
    laws.finish();
  });
  reader.dict("bills", [&](DictReader& bills) {
    for (int c = 0; c < kCategories; ++c)
      state.bills[at(c)] = byte(1 + bills.choice_or_null(kCategoryNames[at(c)], statutes(c, false)));
    bills.finish();
  });
  reader.dict("stacks", [&](DictReader& stacks) {
    for (int c = 0; c < kCategories; ++c)
      state.stacks[at(c)] =
          byte(static_cast<int>(read_names(stacks, kCategoryNames[at(c)], statutes(c, false), faults)));
    stacks.finish();
  });
  reader.dict("privileges", [&](DictReader& taken) {
    for (int i = 0; i < kPrivileges; ++i)
      state.taken = byte(state.taken | taken.integer(kPrivilegeNames[at(i)], 0, kSpaces) << (2 * i));
    taken.finish();
  });
  state.veto = byte(1 + reader.integer_or_null("veto", 0, seats_ - 1, -1));
  state.press = byte(1 + reader.choice_or_null("press", kCategoryNames));

  reader.dicts("players", seats_, seats_, [&](DictReader& entry, int seat) {
    Player& player = state.player(seat);
    player.pesos = static_cast<std::uint16_t>(entry.integer("pesos", 0, kMostPesos));
    player.points = static_cast<std::uint16_t>(entry.integer("vp", 0, kMostPoints));
    for (int k = 0; k < kPieces; ++k) player.pieces.add(k, entry.integer(kPieceNames[at(k)], 0, tables_.supply[at(k)]));
    if (options_.located) {
      entry.dict("store", [&](DictReader& store) {
        for (std::size_t k = 0; k < kProducts; ++k)
          player.store[k] = byte(store.integer(kMerchandiseNames[k], 0, kMaxSupply));
        store.finish();
      });
    } else if (entry.boolean("stored")) {
      player.marks |= kStored;
    }
    if (entry.boolean("town_hall")) player.marks |= kHallUsed;
    player.pawn = byte(entry.choice("pawn", kCellNames));
    entry.dict("buildings", [&](DictReader& buildings) {
      for (int cell = 1; cell < kCells; ++cell) {
        if (!buildings.has(kCellNames[at(cell)])) continue;
        const int kind = buildings.choice(kCellNames[at(cell)], kKindNames);
        player.building[at(cell)] = byte(kind + 1);
        player.built = static_cast<std::uint16_t>(player.built | bits::bit(cell));
        player.kinds |= static_cast<std::uint32_t>(bits::bit(kind));
      }
      buildings.finish();
    });
    player.hand = byte(static_cast<int>(read_names(entry, "hand", kCharacterNames, faults)));
    player.fourth = byte(1 + entry.choice_or_null("fourth", kCharacterNames));
    entry.finish();
  });

  if (state.phase == Phase::ship_draw) state.then = static_cast<Then>(reader.choice("then", kThenNames));
  if (state.phase == Phase::cafe) {
    reader.dict("cafe", [&](DictReader& part) {
      std::vector<std::string_view> one(1);
      const Value* text = dict.find("cafe")->find("payment");
      const auto* payment = text == nullptr ? nullptr : text->get<std::string>();
      int id = 0;
      while (payment != nullptr && id < kActionCount && action_text(static_cast<Action>(id)) != *payment) ++id;
      if (payment == nullptr || id == kActionCount) {
        part.fault("payment", "must be an action that is being paid");
      } else {
        one[0] = *payment;
        state.payment = static_cast<std::uint16_t>(id + 1);
      }
      if (payment != nullptr && id < kActionCount) (void)part.choice("payment", one);
      state.units = byte(part.integer("units", 1, kMaxSpaces * kMerchandise));
      state.last_given = byte(1 + part.choice_or_null("last", kMerchandiseNames));
      if (state.payment != 0) part.finish();
    });
  }
  const Phase memory = memory_of(state);
  if (in_parliament(memory)) {
    reader.dict("parliament", [&](DictReader& part) {
      part.list("bidders", 0, seats_, [&](const Value& entry, const std::string& path, int) {
        const auto* seat = entry.get<std::int64_t>();
        if (seat == nullptr || *seat < 0 || *seat >= seats_ || bits::test(state.bidders, static_cast<int>(*seat))) {
          faults.push_back(path + " must be a seat that is named once, not " + entry.json());
          return;
        }
        state.bidders = byte(state.bidders | 1 << *seat);
      });
      if (part.boolean("repeat")) state.repeat = 1;
      std::array<int, kMaxSeats> bought{};
      part.integers("bribed", std::span(bought).first(at(seats_)), 0, kMostBribed);
      for (int seat = 0; seat < seats_; ++seat)
        state.player(seat).bribed = static_cast<std::uint16_t>(bought[at(seat)]);
      part.list("sealed", seats_, seats_, [&](const Value& entry, const std::string& path, int seat) {
        if (entry.is_null()) return;
        const auto* votes = entry.get<std::int64_t>();
        if (votes == nullptr || *votes < 0 || *votes > kMaxBribe) {
          faults.push_back(path + " must be null or a number of votes from 0 to " + number(kMaxBribe) + ", not " +
                           entry.json());
          return;
        }
        state.player(seat).bribe = byte(1 + static_cast<int>(*votes));
      });
      state.winner = byte(1 + part.integer_or_null("winner", 0, seats_ - 1, -1));
      part.finish();
    });
  }
  if (memory == Phase::trade) {
    reader.dict("trade", [&](DictReader& part) {
      state.sold = byte(static_cast<int>(read_names(part, "sold", kMerchandiseNames, faults)));
      state.bought = byte(static_cast<int>(read_names(part, "bought", kMerchandiseNames, faults)));
      state.last_own = byte(1 + part.choice_or_null("last_sale", kMerchandiseNames));
      state.last_bought = byte(1 + part.choice_or_null("last_purchase", kMerchandiseNames));
      state.last_cafe = byte(1 + part.choice_or_null("last_cafe_sale", kMerchandiseNames));
      part.finish();
    });
  }
  if (memory == Phase::site) state.kind = byte(1 + reader.choice("building", kKindNames));
  if (memory == Phase::use) {
    reader.dict("foreman", [&](DictReader& part) {
      state.single = byte(1 + part.choice_or_null("single", kKindNames));
      state.open = static_cast<std::uint32_t>(read_names(part, "open", kEntryNames, faults));
      state.awake = static_cast<std::uint32_t>(read_names(part, "awake", kEntryNames, faults));
      std::array<int, kPieces> aside{};
      part.counts("aside", kPieceNames, aside, kMaxSupply);
      std::array<int, kMerchandise> given{};
      part.counts("given", kMerchandiseNames, given, kMaxSupply);
      for (int k = 0; k < kPieces; ++k) state.aside.add(k, aside[at(k)]);
      for (int k = 0; k < kMerchandise; ++k) state.given.add(kResources + k, given[at(k)]);
      part.finish();
    });
  }
  if (memory == Phase::load) {
    reader.dict("load", [&](DictReader& part) {
      state.pier = byte(part.integer("pier", 1, kPiers));
      state.last_own = byte(1 + part.choice_or_null("last_load", kMerchandiseNames));
      state.last_cafe = byte(1 + part.choice_or_null("last_cafe_load", kMerchandiseNames));
      part.finish();
    });
  }
  reader.finish();

  // What is left over (CU-4).
  for (int k = 0; k < kPieces; ++k) {
    int used = state.aside.get(k);
    for (int seat = 0; seat < seats_; ++seat) used += state.player(seat).pieces.get(k);
    if (k >= kResources) {
      used += state.market[at(k - kResources)];
      for (const Cargo cargo_there : state.cargo) used += cargo_there.get(k - kResources);
    }
    if (used > tables_.supply[at(k)]) {
      faults.push_back(number(used) + " pieces of " + quoted(kPieceNames[at(k)]) + ", at most " +
                       number(tables_.supply[at(k)]));
    } else {
      state.supply.add(k, tables_.supply[at(k)] - used);
    }
  }
  for (int kind = 0; kind < kKinds; ++kind) {
    int owned = 0;
    for (int seat = 0; seat < seats_; ++seat) {
      const auto& buildings = state.player(seat).building;
      owned += static_cast<int>(std::count(buildings.begin(), buildings.end(), kind + 1));
    }
    const int all = initial_.tiles.get(kind);
    if (owned > all)
      faults.push_back(number(owned) + " tiles of " + quoted(kKindNames[at(kind)]) + ", at most " + number(all));
    state.tiles.set(kind, std::max(0, all - owned));
  }
  return state;
}

void Rules::check_player(const State& state, int seat, Faults& faults) const {
  const Player& player = state.player(seat);
  const std::string who = seat_text(seat) + ": ";
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(who + what);
  };
  fault(player.pesos > kMostPesos, number(player.pesos) + " pesos, at most " + number(kMostPesos));
  fault(player.points > kMostPoints, number(player.points) + " points, at most " + number(kMostPoints));
  fault(player.pawn >= kCells, "the pawn stands nowhere");
  fault(player.hand >= 1 << kCharacters, "unknown cards in hand");
  fault(player.fourth > kCharacters, "an unknown fourth card");
  fault(player.marks > (kHallUsed | kStored) || (options_.located && (player.marks & kStored) != 0), "unknown marks");
  fault(player.bribe > tables_.bribe_max + 1 || player.bribed > kMostBribed, "too many votes are bought");
  std::uint32_t kinds = 0;
  unsigned built = 0;
  for (int cell = 0; cell < kCells; ++cell) {
    const int kind = player.building[at(cell)] - 1;
    if (kind < 0) continue;
    fault(cell == 0 || kind >= kKinds || !bits::test(game_kinds_, kind),
          "there is no such building for " + std::string(kCellNames[at(cell)]));
    built |= 1U << cell;
    if (kind < kKinds) kinds |= static_cast<std::uint32_t>(bits::bit(kind));
  }
  fault(player.built != built || player.kinds != kinds, "the sets of buildings do not fit the plantation");
  for (int k = 0; k < kProducts; ++k) {
    fault(player.store[at(k)] > (options_.located ? player.pieces.get(kResources + k) : 0),
          "more " + std::string(kMerchandiseNames[at(k)]) + " in the store than he has");
  }
  fault((player.marks & kHallUsed) != 0 && !bits::test(kinds, kTownHall), "he used a town hall that he does not own");
}

void Rules::check_cards(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  // Ships.
  Word used = state.undrawn;
  int ships = bits::count(used);
  const auto use_ship = [&](int ship) {
    fault(bits::test(used, ship), "the ship " + quoted(kShipNames[at(ship)]) + " is at two places");
    used |= bits::bit(ship);
    ++ships;
  };
  for (int place = 0; place < kPlaces; ++place) {
    const int ship = state.ships[at(place)];
    if (ship > 0) use_ship(ship - 1);
    for (int k = 0; k < kMerchandise; ++k)
      fault(free_spaces(state, place, k) < 0, "more pieces on a ship than it has spaces");
  }
  for (Word queue = state.departed; queue != 0; queue = bits::down(queue, 4)) {
    const int ship = static_cast<int>(queue & bits::first(4));
    fault(ship == 0, "a gap among the departed ships");
    if (ship > 0) use_ship(ship - 1);
  }
  const bool setup = state.round == 0;
  const bool drawing = state.phase == Phase::ship_draw;
  if (!setup) fault(ships < kPlaces, "too few ships are left");
  fault(!drawing && state.ships[kSea] == 0, "no ship is at sea");
  fault(drawing && (state.then == Then::setup) != setup, "ships are drawn for another moment");
  if (drawing && setup) {
    int placed = 0;
    for (const int ship : state.ships) placed += ship != 0 ? 1 : 0;
    fault(state.departed != 0 || placed + bits::count(state.undrawn) < tables_.ships_in_harbour + 1,
          "too few ships are left");
  }
  fault(drawing && (state.undrawn == 0 || draw_place(state) < 0), "no ship can be drawn");
  fault(drawing && !setup && state.ships[0] == 0 && state.ships[kSea] != 0, "the ship at sea must enter first");

  // Statutes.
  const bool all_revealed = in_laps(state) || in_parliament(memory_of(state));
  bool revealed = true;
  int missing = 0;
  for (int c = 0; c < kCategories; ++c) {
    const std::string what = "the statutes of " + quoted(kCategoryNames[at(c)]) + " ";
    const int law = state.laws[at(c)], bill = state.bills[at(c)];
    const Word stack = state.stacks[at(c)];
    fault(c < kPayCategories ? law == 0 : law > kStack, what + "have no such law");
    fault(bill != 0 && (bits::test(stack, bill - 1) || bill == law), what + "are at two places");
    fault(law > 0 && law <= kStack && bits::test(stack, law - 1), what + "are at two places");
    const bool here = all_revealed || (state.phase == Phase::bill_draw && bill != 0);
    if (state.phase == Phase::bill_draw) {
      fault(bill != 0 && !revealed, what + "are revealed out of order");
      revealed = bill != 0;
    } else if (all_revealed) {
      missing += bill == 0 ? 1 : 0;
    } else {
      fault(bill != 0, what + "have a bill at the wrong time");
    }
    const bool drawn = here || (!setup && state.phase != Phase::bill_draw);
    fault(bits::count(stack) != kStack - state.round + (setup || drawn ? 0 : 1),
          what + "do not fit the round: " + number(bits::count(stack)) + " are left");
  }
  fault(state.phase == Phase::bill_draw && revealed, "all bills are revealed");
  const bool vetoed = state.phase == Phase::enact && state.veto != 0 && state.veto != state.winner;
  fault(missing > (vetoed ? 1 : 0), "a bill is missing");
}

void Rules::check_phase(const State& state, Faults& faults) const {
  const std::size_t before = faults.size();
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const Phase phase = state.phase, memory = memory_of(state);
  const bool setup = state.round == 0;
  const bool drawing_setup = phase == Phase::ship_draw && state.then == Then::setup;
  fault(setup !=
            (drawing_setup || phase == Phase::start || phase == Phase::take_resources || phase == Phase::take_products),
        "the round does not fit the phase");
  fault(phase != Phase::ship_draw && state.then != Then::setup, "nothing goes on after a draw");
  const bool laps = in_laps(state), parliament = in_parliament(memory);
  const bool late = parliament || memory == Phase::comply || (phase == Phase::ship_draw && state.then == Then::round);
  fault(laps ? state.lap == 0 : state.lap != 0, "the lap does not fit the phase");
  fault((state.next_start != 0) != late, "the next start player does not fit the phase");
  fault((drawing_setup || phase == Phase::start || phase == Phase::over) && (state.start != 0 || state.active != 0),
        "there is no start player");
  fault(phase == Phase::bill_draw && state.active != state.start, "the start player is active here");
  fault(phase == Phase::ship_draw && state.then == Then::round && state.active != state.start,
        "the start player is active here");
  fault(!laps && !late && state.taken != 0, "privileges are taken at the wrong time");
  fault(!laps && !parliament && (state.veto != 0 || state.press != 0), "tokens at the wrong time");
  fault(state.veto != 0 && !bits::test(state.player(state.veto - 1).kinds, kChurch),
        "the veto token is with a player who has no church");
  std::uint32_t owned = 0;
  for (int seat = 0; seat < seats_; ++seat) owned |= state.player(seat).kinds;
  fault(state.press != 0 && !bits::test(owned, kNewspaper), "a press tile, but nobody has the newspaper");

  // Hands: everybody has played as many cards as laps say.
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    const std::string who = seat_text(seat) + ": ";
    int played = late || phase == Phase::over ? kLaps : 0;
    if (laps) {
      const int place = distance(state, seat), turn = distance(state, state.active);
      const bool done = place < turn || (place == turn && phase != Phase::card);
      played = done ? state.lap : state.lap - 1;
      fault((player.fourth != 0) != (done && state.lap == kLaps) ||
                (player.fourth != 0 && bits::test(player.hand, player.fourth - 1)),
            who + "the fourth card does not fit the lap");
    } else {
      fault(player.fourth != 0, who + "a fourth card outside the laps");
    }
    fault(bits::count(player.hand) != kCharacters - played,
          who + number(bits::count(player.hand)) + " cards in hand, but " + number(played) + " are played");
    fault(!laps && !parliament && (player.marks & kHallUsed) != 0, who + "a town hall at the wrong time");
    fault(!laps && !late && (player.marks & kStored) != 0, who + "stored products at the wrong time");
    fault((!parliament && player.bribed != 0) || (memory != Phase::bribe && player.bribe != 0),
          who + "bribes at the wrong time");
  }
  const auto played = [&](Phase now, int character) {
    fault(memory == now && bits::test(state.player(state.active).hand, character),
          "the card that is being played is in hand");
  };
  played(Phase::take, kTradeswoman);
  played(Phase::worker, kWorker);
  played(Phase::harvest, kWorker);
  played(Phase::field, kWorker);
  played(Phase::trade, kTradeswoman);
  played(Phase::build, kArchitect);
  played(Phase::site, kArchitect);
  played(Phase::foreman, kForeman);
  played(Phase::use, kForeman);
  played(Phase::ship, kMayor);
  played(Phase::load, kMayor);
  fault(phase == Phase::ship_draw && state.then == Then::turn && bits::test(state.player(state.active).hand, kMayor),
        "the card that is being played is in hand");

  if (faults.size() != before) return;  // a hand without its one card has no delegate

  // Parliament.
  const bool bribing = memory == Phase::bribe;
  fault(bribing ? !bits::test(state.bidders, state.active) : state.bidders != 0 || state.repeat != 0,
        "the bidders do not fit the phase");
  if (bribing) {
    const int all = static_cast<int>(bits::first(seats_));
    fault(state.repeat == 0 && state.bidders != all, "everybody bribes first");
    fault(bits::count(state.bidders) < 2, "one player cannot bribe alone");
    int tied = -1;
    for (int seat = 0; seat < seats_; ++seat) {
      const Player& player = state.player(seat);
      const bool bids = bits::test(state.bidders, seat);
      const bool sealed = phase == Phase::bribe && bids && distance(state, seat) < distance(state, state.active);
      fault((player.bribe != 0) != sealed, seat_text(seat) + ": the order of the bribes is not kept");
      fault(state.repeat == 0 && phase == Phase::bribe && player.bribed != 0,
            seat_text(seat) + " has bribed before the first bribes");
      if (sealed && player.bribe != 0) {
        const Bribes offered = bribes_of(state, seat);
        const int votes_bought = player.bribe - 1;
        fault(votes_bought != 0 && (votes_bought < offered.low || votes_bought > offered.high),
              seat_text(seat) + " cannot have bribed " + number(votes_bought) + " votes");
      }
      if (state.repeat != 0 && bids && phase == Phase::bribe) {
        fault(tied >= 0 && votes(player) != tied, "the bidders are not tied");
        tied = votes(player);
      }
    }
  }
  const bool deciding = phase == Phase::veto || phase == Phase::enact;
  fault((state.winner != 0) != deciding, "the winner does not fit the phase");
  fault(phase == Phase::enact && state.active + 1 != state.winner, "the winner enacts");
  fault(phase == Phase::veto && (state.veto == 0 || state.veto == state.winner || state.active + 1 != state.veto),
        "nobody can veto");
}

void Rules::check_action(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const Phase phase = state.phase, memory = memory_of(state);
  const Player& player = state.player(state.active);
  const bool trading = memory == Phase::trade, loading = memory == Phase::load, using_now = memory == Phase::use;
  const bool cafe = exchanges(player);

  fault(!trading && (state.sold != 0 || state.bought != 0 || state.last_bought != 0), "trades outside a trade");
  fault(!trading && !loading && (state.last_own != 0 || state.last_cafe != 0), "steps of an action outside it");
  fault((state.last_cafe != 0) && !cafe, "a step by the cafe, but he has none");
  if (trading) {
    const auto in = [](int set, int last) { return last == 0 || bits::test(static_cast<Word>(set), last - 1); };
    fault((state.sold & state.bought) != 0, "a kind is both sold and bought");
    fault(!in(state.sold, state.last_own) || !in(state.sold, state.last_cafe) || !in(state.bought, state.last_bought),
          "the last trade is none of those made");
    fault(state.sold != 0 && state.last_own == 0 && state.last_cafe == 0, "sales, but no last sale");
    fault(state.bought != 0 && state.last_bought == 0 && !cafe, "purchases, but no last purchase");
    fault(state.last_own != 0 && state.last_cafe == 0 && bits::down(state.sold, state.last_own) != 0,
          "a kind is sold that comes after the last sale");
  }
  fault(loading ? state.pier == 0 || state.ships[at(state.pier - 1)] == 0 : state.pier != 0,
        "the pier does not fit the phase");
  fault((phase == Phase::site) != (state.kind != 0) ||
            (state.kind != 0 && (!bits::test(game_kinds_, state.kind - 1) || state.tiles.get(state.kind - 1) == 0)),
        "the building to be placed is not there");

  // Foreman.
  if (!using_now) {
    fault(state.open != 0 || state.awake != 0 || state.single != 0 || state.aside.lanes != 0 || state.given.lanes != 0,
          "a foreman action outside it");
  } else {
    std::uint32_t kinds = cross_kinds(player);
    if (state.single != 0) {
      const int kind = state.single - 1;
      fault(!options_.single || bits::test(kinds, kind) || !bits::test(player.kinds, kind) ||
                kEntriesOfKind[at(kind)] == 0,
            "the single building cannot be used");
      kinds = static_cast<std::uint32_t>(bits::bit(kind));
    }
    std::uint32_t entries = 0;
    for (Word left = kinds; left != 0;) entries |= kEntriesOfKind[at(bits::pop_lowest(left))];
    fault((state.open & ~entries) != 0 || (state.awake & ~state.open) != 0, "buildings are open that are not active");
    for (const int house : {kSmallHouse, kLargeHouse}) {
      const std::uint32_t open = state.open & kEntriesOfKind[at(house)];
      fault(open != 0 && open != kEntriesOfKind[at(house)], "a trading house is open at some piers only");
    }
    fault(state.single != 0 && phase != Phase::ship_draw && state.open != entries, "the single building is used up");
    fault(state.single != 0 && phase != Phase::ship_draw && state.awake != state.open, "the single building sleeps");
    for (int k = 0; k < kPieces; ++k)
      fault(state.given.get(k) > (k < kResources ? 0 : state.aside.get(k)), "more was given than is set aside");
  }

  // Cafe.
  if (phase != Phase::cafe) {
    fault(state.payment != 0 || state.units != 0 || state.last_given != 0, "a payment outside the cafe");
    return;
  }
  fault(!cafe, "a payment by the cafe, but he has none");
  if (!cafe || !faults.empty()) return;
  const int id = state.payment - 1;
  const auto action = static_cast<Action>(id);
  bool known = false;
  const auto fits = [&](int pier, int kind, int count) {
    return state.ships[at(pier)] != 0 && bits::test(loadable(state, pier), kind) &&
           free_spaces(state, pier, kind) >= count;
  };
  if (id >= kFirstSell && id < kFirstBuy) {
    known = !bits::test(state.bought, id - kFirstSell) && id - kFirstSell >= state.last_cafe - 1;
  } else if (id >= kFirstBuy && id < kTradeDone) {
    const int k = id - kFirstBuy;
    known = !bits::test(state.sold, k) && (state.market[at(k)] > 0 || state.supply.get(kResources + k) > 0);
  } else if (is_use(action) && id != kUseDone) {
    const int entry = kEntryOfUse[at(id - kFirstUse)];
    known = bits::test(state.open, entry);
    if (id >= kUseSmallHouse && id < kUseLargeHouse) {
      known = known && fits((id - kUseSmallHouse) / kMerchandise, (id - kUseSmallHouse) % kMerchandise, 1);
    } else if (id >= kUseLargeHouse && id < kUseLighthouse) {
      const int index = id - kUseLargeHouse, count = index % kMaxHouse + 1;
      const auto& row = effect(kLargeHouse);
      known = known && count >= row.min && count <= row.max &&
              fits(index / (kMerchandise * kMaxHouse), index / kMaxHouse % kMerchandise, count);
    } else if (entry == kEntryCasino) {
      known = known && id >= kUseCasinoPesos && id - kUseCasinoPesos < effect(kCasino).max;
    } else {
      known = known && (entry == kEntryStore || entry == kEntrySamba);
    }
  } else if (id >= kFirstLoad && id < kLoadDone) {
    known = fits(state.pier - 1, id - kFirstLoad, 1) && id - kFirstLoad >= state.last_cafe - 1;
  } else if (id > kFirstBribe && id < kFirstVeto) {
    known = id - kFirstBribe <= tables_.bribe_max;
  } else if (id > kFirstComply && id < kFirstField) {
    known = true;
  }
  fault(!known, "this cannot be paid by the cafe");
  if (!known) return;
  const Need needed = need(state, action);
  const Balance units = balance(state, player, needed);
  const bool coins_left = player.pesos >= needed.pesos + cafe_pesos_ || player.points >= needed.points + cafe_points_;
  fault(!units.supplied || units.missing < 1 || state.units < 1 || state.units > units.missing ||
            units.spare < state.units || coins_left || (state.last_given != 0 && state.units == units.missing),
        "the units to be given do not fit the payment");
}

void Rules::violations(const State& state, Faults& faults) const {
  const std::size_t before = faults.size();
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  // Ranges: nothing below may index by an unchecked number.
  fault(static_cast<int>(state.phase) >= kPhases || static_cast<int>(state.then) > static_cast<int>(Then::round),
        "the phase is unknown");
  fault(state.round > tables_.rounds || state.lap > kLaps, "the round or the lap is out of range");
  fault(state.start >= seats_ || state.active >= seats_ || state.next_start > seats_ || state.veto > seats_ ||
            state.winner > seats_ || state.bidders > bits::first(seats_) || state.repeat > 1,
        "a seat number is out of range");
  fault(state.press > kCategories || state.pier > kPiers || state.kind > kKinds || state.single > kKinds ||
            state.payment > kActionCount || state.sold >= 1 << kMerchandise || state.bought >= 1 << kMerchandise,
        "a number is out of range");
  fault(state.last_own > kMerchandise || state.last_bought > kMerchandise || state.last_cafe > kMerchandise ||
            state.last_given > kMerchandise,
        "a kind of merchandise is unknown");
  fault((state.open | state.awake) > bits::first(kEntries), "an entry of the use list is unknown");
  fault(state.undrawn > bits::first(kShips), "a ship is unknown");
  for (const int ship : state.ships) fault(ship > kShips, "a ship is unknown");
  for (const Cargo cargo : state.cargo)
    fault(bits::down(cargo.nibbles, Cargo::kWidth * kMerchandise) != 0, "unknown cargo");
  for (std::size_t c = 0; c < kCategories; ++c) {
    fault(state.laws[c] > kStack + 1 || state.bills[c] > kStack || state.stacks[c] > bits::first(kStack),
          "a statute is unknown");
  }
  for (int i = 0; i < kPrivileges; ++i) fault(state.taken_of(i) > kSpaces, "too many spaces of a privilege are taken");
  fault(bits::down(state.taken, 2 * kPrivileges) != 0, "an unknown privilege");
  for (std::size_t k = 0; k < kMerchandise; ++k) fault(state.market[k] > capacity_[k], "the market is overfull");
  for (int seat = seats_; seat < kMaxSeats; ++seat)
    fault(!same_bytes(state.player(seat), Player{}), "seat " + number(seat) + " does not play");
  if (faults.size() != before) return;

  for (int seat = 0; seat < seats_; ++seat) check_player(state, seat, faults);
  for (int k = 0; k < kPieces; ++k) {  // CU-4
    int sum = state.supply.get(k) + state.aside.get(k);
    for (int seat = 0; seat < seats_; ++seat) sum += state.player(seat).pieces.get(k);
    if (k >= kResources) {
      sum += state.market[at(k - kResources)];
      for (const Cargo cargo : state.cargo) sum += cargo.get(k - kResources);
    }
    fault(sum != tables_.supply[at(k)],
          number(sum) + " pieces of " + quoted(kPieceNames[at(k)]) + ", not " + number(tables_.supply[at(k)]));
  }
  for (int kind = 0; kind < kKinds; ++kind) {
    int tiles = state.tiles.get(kind);
    for (int seat = 0; seat < seats_; ++seat) {
      const auto& buildings = state.player(seat).building;
      tiles += static_cast<int>(std::count(buildings.begin(), buildings.end(), kind + 1));
    }
    fault(tiles != initial_.tiles.get(kind),
          number(tiles) + " tiles of " + quoted(kKindNames[at(kind)]) + ", not " + number(initial_.tiles.get(kind)));
  }
  if (faults.size() != before) return;
  check_cards(state, faults);
  if (faults.size() != before) return;
  check_phase(state, faults);
  if (faults.size() != before) return;
  check_action(state, faults);
  if (faults.size() != before || node(state).kind != NodeKind::decision) return;
  ActionSet<kMaxLegal> actions;
  legal(state, actions);
  fault(actions.count() == 0 || (state.phase == Phase::use && !has_use(state)), "nothing can be done here");
}

}  // namespace pyboard::cuba
