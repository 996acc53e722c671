#include "pyboard/games/cuba/components.hpp"

#include <span>
#include <string>

#include "pyboard/core/narrow.hpp"
#include "pyboard/core/tables.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/cuba/default_tables.hpp"

namespace pyboard::cuba {

namespace {

constexpr std::array<std::string_view, kPiers> kPierKeys = {"1", "2", "3"};

void describe_statutes(schema::Visitor& v, Tables& t) {
  const auto pay = [&v](Tables::Pay& row) {
    v.dict("pay", [&] {
      v.optional("pesos", row.pesos, 0, kMaxAmount);
      for (std::size_t k = 0; k < kMerchandise; ++k) v.optional(kMerchandiseNames[k], row.pieces[k], 0, kMaxAmount);
    });
  };
  const auto other = [&v](Tables::Other& row) {
    v.choice("param", row.param, kParamNames);
    switch (static_cast<Param>(row.param)) {
      case Param::worker_fields:
        v.integer("value", row.value, 1, 1);
        break;
      case Param::free_product_limit:
        v.integer("value", row.value, 0, kInCross);
        break;
      case Param::pesos_per_vote:
        v.integer("value", row.value, 1, kMaxAmount);
        break;
      case Param::purchase_surcharge:
        v.integer("value", row.value, 0, kMaxAmount);
        break;
      case Param::immediate_departure:
      case Param::no_product_loss:
        v.boolean("value", row.value);
        break;
      case Param::unloadable:
        v.choices("value", row.kinds, row.kind, 0, kMerchandise, kMerchandiseNames);
        break;
    }
  };
  v.dict("statutes", [&] {
    v.dict("printed", [&] {
      for (std::size_t c = 0; c < kPayCategories; ++c) v.dict(kCategoryNames[c], [&] { pay(t.pay[c][kPrinted]); });
    });
    v.dict("reward", [&] {
      v.integer("one", t.reward_one, 0, kMaxAmount);
      v.integer("both", t.reward_both, 0, kMaxAmount);
    });
    v.dict("cards", [&] {
      const auto ids = [](int category) { return std::span(kStatuteNames[at(category)]).first(kStack); };
      for (int c = 0; c < kPayCategories; ++c)
        v.rows(kCategoryNames[at(c)], ids(c), [&](int i) { pay(t.pay[at(c)][at(i)]); });
      v.rows(kCategoryNames[kSubsidy], ids(kSubsidy), [&](int i) {
        v.dict("effect_data", [&] {
          auto& row = t.subsidy[at(i)];
          v.choice("gives", row.gives, kGivesNames);
          v.choice("basis", row.basis, kBasisNames);
          v.integer("divisor", row.divisor, 1, kMaxAmount);
          v.nullable("cap", row.cap, 0, kMaxAmount);
        });
      });
      v.rows(kCategoryNames[kOther], ids(kOther), [&](int i) {
        v.dict("effect_data", [&] { other(t.other[at(i)]); });
        if (i != 0) return;
        v.dict("effect_data_options", [&] { v.dict("harvest_law=product", [&] { other(t.harvest_product); }); });
      });
    });
  });
}

void describe_effect(schema::Visitor& v, Tables::Effect& row, EffectKind kind, int building) {
  switch (kind) {
    case EffectKind::gain:
      v.dict("gain", [&] {
        v.optional("pesos", row.pesos, 0, kMaxAmount);
        v.optional("vp", row.points, 0, kMaxAmount);
        for (std::size_t k = 0; k < kPieces; ++k) v.optional(kPieceNames[k], row.pieces[k], 0, kMaxAmount);
      });
      break;
    case EffectKind::votes:
      v.integer("votes", row.votes, 0, kMaxAmount);
      break;
    case EffectKind::veto:
      v.boolean("veto", row.flag);
      break;
    case EffectKind::store:
      v.boolean("store", row.flag);
      break;
    case EffectKind::make:
      v.choice("from", row.from, kMerchandiseNames);
      v.choice("to", row.to, kMerchandiseNames);
      break;
    case EffectKind::sell:
      v.integer("max", row.max, 1, building == kBuildersYard ? kMaxSold : 1);
      v.integer("pesos_each", row.pesos, 0, kMaxAmount);
      break;
    case EffectKind::give:
      v.choice("return", row.from, kPieceNames);
      v.integer("max", row.max, 1, building == kCigarCafe || building == kRumCafe ? kMaxSips : kMaxGround);
      v.integer("vp_each", row.points, 0, kMaxAmount);
      break;
    case EffectKind::give_any:
      v.integer("max", row.max, 1, kMaxSold);
      v.integer("vp_each", row.points, 0, kMaxAmount);
      break;
    case EffectKind::give_set:
      v.choices("return_set", row.kinds, row.kind, 1, kMerchandise, kMerchandiseNames);
      v.integer("vp", row.points, 0, kMaxAmount);
      break;
    case EffectKind::load:
      v.integer("load", row.min, 1, building == kLargeHouse ? kMaxHouse : 1);
      v.integer("max", row.max, 1, building == kLargeHouse ? kMaxHouse : 1);
      break;
    case EffectKind::swap_ship:
      v.boolean("swap", row.flag);
      break;
    case EffectKind::bet:
      v.integer("pesos", row.pesos, 1, kMaxAmount);
      v.integer("vp", row.points, 1, kMaxAmount);
      v.integer("max", row.max, 1, kMaxBets);
      break;
    case EffectKind::count_tiles:
      v.integer("vp_per_own_tile", row.points, 0, kMaxAmount);
      break;
    case EffectKind::exchange:
      v.dict("exchange", [&] {
        v.integer("pesos", row.pesos, 1, kMaxAmount);
        v.integer("vp", row.points, 1, kMaxAmount);
        v.integer("product", row.min, 1, 1);
        v.integer("good", row.max, 1, 1);
      });
      break;
    case EffectKind::press:
      v.integer("vp", row.points, 0, kMaxAmount);
      v.integer("pesos", row.pesos, 0, kMaxAmount);
      break;
    case EffectKind::swap_class:
    case EffectKind::swap_cargo:
      break;
  }
}

void describe_buildings(schema::Visitor& v, Tables& t) {
  v.dict("buildings", [&] {
    v.rows("kinds", kKindNames, [&](int i) {
      auto& row = t.building[at(i)];
      const EffectKind kind = kEffectKinds[at(i)];
      const bool one = kind == EffectKind::veto || kind == EffectKind::press || kind == EffectKind::exchange;
      v.integer("tiles", row.tiles, 0, one ? 1 : kMaxTiles);
      v.dict("cost", [&] {
        for (std::size_t k = 0; k < kResources; ++k) v.integer(kResourceNames[k], row.cost[k], 0, kMaxCost);
      });
      v.choice("set", row.set, kSetNames);
      v.dict("effect_data", [&] { describe_effect(v, row.effect, kind, i); });
      if (kind != EffectKind::exchange) return;
      v.dict("effect_data_options",
             [&] { v.dict("beach_cafe=privileges", [&] { v.boolean("privileges", row.effect.privileges); }); });
    });
  });
}

void describe_board(schema::Visitor& v, Tables& t) {
  v.dict("market", [&] {
    v.numbers("product_track", t.product_spaces, t.product_track, 1, kMaxTrack, 0, kMaxAmount);
    v.numbers("goods_track", t.goods_spaces, t.goods_track, 1, kMaxTrack, 0, kMaxAmount);
    v.integer("full_sell_product", t.full_sell_product, 0, kMaxAmount);
    v.integer("full_sell_good", t.full_sell_good, 0, kMaxAmount);
    v.integer("empty_buy", t.empty_buy, 0, kMaxAmount);
  });
  v.dict("harbour", [&] {
    v.dict("pier_vp", [&] {
      for (std::size_t p = 0; p < kPiers; ++p) v.integer(kPierKeys[p], t.pier_points[p], 0, kMaxAmount);
    });
  });
  v.dict("ships", [&] {
    v.rows("cards", kShipNames, [&](int i) {
      v.dict("spaces", [&] {
        for (std::size_t k = 0; k < kMerchandise; ++k) v.integer(kMerchandiseNames[k], t.ship[at(i)][k], 0, kMaxSpaces);
      });
    });
  });
  v.dict("plantation", [&] {
    v.dict("layouts", [&] {
      for (std::size_t i = 0; i < kLayouts; ++i) {
        int rows = kRows;
        v.lists(kLayoutNames[i], rows, kRows, kRows, [&](int row) {
          int count = kColumns;
          const auto cells = std::span(t.layout[i]).subspan(at(row * kColumns), kColumns);
          v.choices("", count, cells, kColumns, kColumns, kFieldNames);
        });
      }
    });
    int count = kMaxSeats;
    v.choices("seat_back", count, t.seat_back, kMaxSeats, kMaxSeats, kLayoutNames);
  });
}

/// Spaces of a ship.
int spaces(const Tables& t, int ship) {
  int total = 0;
  for (const int count : t.ship[at(ship)]) total += count;
  return total;
}

void check_supply(const Tables& t, Faults& faults) {
  const auto enough = [&](int kind, int needed, const char* why) {
    if (t.supply[at(kind)] < needed) {
      faults.push_back("supply." + std::string(kPieceNames[at(kind)]) + " is " + number(t.supply[at(kind)]) +
                       ", at least " + number(needed) + ": " + why);
    }
  };
  for (int k = 0; k < kResources; ++k) enough(k, kStart * kMaxSeats, "all players may take it at the set-up");
  for (int k = kResources; k < kPieces; ++k) {
    const bool product = k < kResources + kProducts;
    const int market = product ? t.market_products : t.market_goods;
    enough(k, market + (product ? kStart * kMaxSeats : 0), "the market and all players' takes at the set-up");
  }
  if (t.market_products > t.product_spaces || t.market_goods > t.goods_spaces)
    faults.emplace_back("setup.market_products or setup.market_goods is more than its track has spaces");
  const auto falling = [&](const char* name, const auto& track, int count) {
    for (int i = 1; i < count; ++i) {
      if (track[at(i)] > track[at(i - 1)])
        faults.push_back(std::string("market.") + name + " must not rise: pieces lie on the dearest spaces");
    }
  };
  falling("product_track", t.product_track, t.product_spaces);
  falling("goods_track", t.goods_track, t.goods_spaces);
}

void check_plantation(const Tables& t, Faults& faults) {
  for (int i = 0; i < kLayouts; ++i) {
    const std::string where = "plantation.layouts." + std::string(kLayoutNames[at(i)]);
    const auto& cells = t.layout[at(i)];
    for (int cell = 0; cell < kCells; ++cell) {
      if ((cells[at(cell)] == kNoField) != (cell == 0))
        faults.push_back(where + " must have the warehouse on a1 and nowhere else, not on " +
                         std::string(kCellNames[at(cell)]));
      std::array<int, kNoField + 1> count{};
      for (int other = 0; other < kCells; ++other) {
        if (bits::test(cross_of(cell), other)) ++count[cells[at(other)]];
      }
      for (int k = kResources; k < kNoField; ++k) {
        if (count[at(k)] > kMaxHarvest)
          faults.push_back(where + ": the cross of " + std::string(kCellNames[at(cell)]) + " has " +
                           number(count[at(k)]) + " fields of " + std::string(kFieldNames[at(k)]) + ", at most " +
                           number(kMaxHarvest) + " can be harvested in one action");
      }
    }
  }
}

template <class Row>
void check_names(const Row& row, const std::string& where, Faults& faults) {
  unsigned seen = 0;
  for (int i = 0; i < row.kinds; ++i) {
    const unsigned kind = 1U << row.kind[at(i)];
    if ((seen & kind) != 0) faults.push_back(where + " names a kind twice");
    seen |= kind;
  }
}

void check_effects(const Tables& t, Faults& faults) {
  for (int kind = 0; kind < kKinds; ++kind) {
    const auto& effect = t.effect(kind);
    const std::string where = "buildings.kinds[" + number(kind) + "].effect_data";
    switch (kEffectKinds[at(kind)]) {
      case EffectKind::make:
        if (effect.from == effect.to) faults.push_back(where + ": from and to must differ");
        if (t.supply[at(effect.to + kResources)] > kMaxMade)
          faults.push_back(where + ".to is " + std::string(kMerchandiseNames[effect.to]) + " of which there are " +
                           number(t.supply[at(effect.to + kResources)]) + ", at most " + number(kMaxMade) +
                           ": there is no action for more");
        break;
      case EffectKind::give_set:
        check_names(effect, where + ".return_set", faults);
        break;
      case EffectKind::load:
        if (effect.min > effect.max) faults.push_back(where + ".load is more than max");
        break;
      case EffectKind::exchange:
        if (effect.points > effect.pesos)
          faults.push_back(where + ".exchange.vp is more than pesos: results could leave their range");
        break;
      case EffectKind::gain:
      case EffectKind::votes:
      case EffectKind::veto:
      case EffectKind::store:
      case EffectKind::swap_class:
      case EffectKind::sell:
      case EffectKind::give:
      case EffectKind::give_any:
      case EffectKind::swap_ship:
      case EffectKind::bet:
      case EffectKind::count_tiles:
      case EffectKind::press:
      case EffectKind::swap_cargo:
        break;
    }
  }
  for (int i = 0; i < kStack; ++i) {
    const auto& row = t.subsidy[at(i)];
    const std::string where = "statutes.cards.subsidy[" + number(i) + "].effect_data";
    const bool gives = row.gives == static_cast<std::uint8_t>(Gives::resources);
    if (gives != (row.basis == static_cast<std::uint8_t>(Basis::own_unbuilt_kinds)))
      faults.push_back(where + ": resources are given for own_unbuilt_kinds, and only for them");
    if (gives && (row.divisor != 1 || row.cap != 0))
      faults.push_back(where + ": resources have the divisor 1 and no cap");
    check_names(t.other[at(i)], "statutes.cards.other[" + number(i) + "].effect_data.value", faults);
  }
  check_names(t.harvest_product, "statutes.cards.other[0].effect_data_options.harvest_law=product.value", faults);
}

}  // namespace

void describe(schema::Visitor& v, Tables& t) {
  v.integer("rounds", t.rounds, 1, kStack);
  v.dict("supply", [&] {
    for (std::size_t k = 0; k < kPieces; ++k)
      v.integer(kPieceNames[k], t.supply[k], 0, k < kResources + kProducts ? kMaxSupply : kMaxMade);
  });
  v.dict("characters", [&] {
    v.dict("votes", [&] {
      for (std::size_t c = 0; c < kCharacters; ++c) v.integer(kCharacterNames[c], t.votes[c], 0, kMaxAmount);
    });
  });
  v.dict("privileges", [&] {
    v.dict("values", [&] {
      schema::fixed_records(v, kPrivilegeNames[kTradePrivilege], kSpaces,
                            [&](int i) { v.choice("take", t.take[at(i)], kTakeNames); });
      schema::fixed_records(v, kPrivilegeNames[kArchitectPrivilege], kSpaces,
                            [&](int i) { v.integer("vp", t.privilege_points[at(i)], 0, kMaxAmount); });
      schema::fixed_records(v, kPrivilegeNames[kMayorPrivilege], kSpaces,
                            [&](int i) { v.integer("pesos", t.privilege_pesos[at(i)], 0, kMaxAmount); });
    });
  });
  v.dict("worker", [&] {
    v.integer("free_products", t.free_products, 0, kInCross);
    v.integer("water_per_further_product", t.water_per_product, 1, kMaxAmount);
  });
  v.dict("parliament", [&] {
    v.integer("pesos_per_vote", t.pesos_per_vote, 1, kMaxAmount);
    v.integer("bribe_max", t.bribe_max, 1, kMaxBribe);
    v.integer("enact", t.enact, 2, 2);
  });
  v.dict("setup", [&] {
    v.integer("pesos", t.start_pesos, 0, kMaxAmount);
    v.integer("resources", t.start_resources, kStart, kStart);
    v.integer("products", t.start_products, kStart, kStart);
    v.integer("market_products", t.market_products, 0, kMaxTrack);
    v.integer("market_goods", t.market_goods, 0, kMaxTrack);
    v.integer("ships_in_harbour", t.ships_in_harbour, 0, kPiers);
    v.integer("ship_at_sea", t.ships_at_sea, 1, 1);
  });
  describe_board(v, t);
  describe_statutes(v, t);
  describe_buildings(v, t);
  v.dict("end", [&] { v.integer("vp_per_building", t.points_per_tile, 0, kMaxAmount); });
}

const Tables& default_tables() {
  static const auto kTables = schema::shipped<Tables>("cuba", describe, kDefaultTables);
  return kTables;
}

void check(const Tables& tables, Faults& faults) {
  check_supply(tables, faults);
  check_plantation(tables, faults);
  check_effects(tables, faults);
}

Value derived(const Tables& t) {
  Value value = Value::dict();
  Value& market = value.at("market");
  market.set("product_capacity", Value(static_cast<int>(t.product_spaces)));
  market.set("goods_capacity", Value(static_cast<int>(t.goods_spaces)));
  int most = 0;
  for (int ship = 0; ship < kShips; ++ship) most = std::max(most, spaces(t, ship));
  value.at("harbour").set("spaces_per_ship", Value(most));
  Value& privileges = value.at("privileges");
  privileges.set("markers", Value(kPrivileges * kSpaces));
  privileges.set("spaces_each", Value(kSpaces));
  Value counts = Value::dict();
  for (int field = 0; field <= kNoField; ++field) {
    const auto& front = t.layout[0];
    counts.set(kFieldNames[at(field)], Value(static_cast<int>(std::count(front.begin(), front.end(), field))));
  }
  value.at("plantation").set("field_counts", std::move(counts));
  Value kinds = Value::list();
  for (int kind = 0; kind < kKinds; ++kind) {
    Value row = Value::dict();
    row.set("kind", Value(kind));
    row.set("class", Value(kClassNames[at(class_of(kind))]));
    kinds.push(std::move(row));
  }
  value.at("buildings").set("kinds", std::move(kinds));
  return value;
}

}  // namespace pyboard::cuba
