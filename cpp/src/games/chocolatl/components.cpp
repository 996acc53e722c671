#include "pyboard/games/chocolatl/components.hpp"

#include <algorithm>
#include <string>

#include "pyboard/core/narrow.hpp"
#include "pyboard/core/tables.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/chocolatl/actions.hpp"
#include "pyboard/games/chocolatl/default_tables.hpp"

namespace pyboard::chocolatl {

namespace {

/// Copies of each value in a list of cards.
template <class Range>
std::array<int, kMaxValues> copies(const Range& cards, int count) {
  std::array<int, kMaxValues> result{};
  for (int i = 0; i < count; ++i) ++result[cards[at(i)]];
  return result;
}

}  // namespace

void describe(schema::Visitor& v, Tables& t) {
  v.dict("constants", [&] {
    v.integer("max_rounds", t.max_rounds, 1, kMaxRounds);
    v.integer("end_score", t.end_score, 1, kMaxTrack);
    v.integer("cubes_per_player", t.cubes, 1, kMaxCubes);
    v.integer("king_points", t.king_points, 0, kMaxPoints);
    v.integer("kitchen_last_points", t.kitchen_last_points, -kMaxPoints, 0);
    v.integer("temple_margin", t.temple_margin, 0, kMaxMargin);
    v.integer("final_king_points", t.final_king_points, 0, kMaxPoints);
    v.integer("final_omen_points", t.final_omen_points, -kMaxPoints, 0);
    v.integer("final_offering_majority_points", t.final_offering_majority, 0, kMaxPoints);
    v.integer("final_temple_cube_points", t.final_temple_cube, 0, kMaxPoints);
    v.integer("final_temple_majority_points", t.final_temple_majority, 0, kMaxPoints);
    v.integer("award_points_without_card_first", t.award_first, 0, kMaxPoints);
    v.integer("award_points_without_card_second", t.award_second, 0, kMaxPoints);
  });
  v.dict("floor", [&] { v.integer("min_score", t.floor, 0, kMaxTrack); });
  v.dict("bid_cards", [&] { v.integers("values", t.card, 0, kMaxValue); });
  v.dict("award_cards", [&] {
    v.numbers("big", t.big_cards, t.big, 0, kMaxRounds, 0, kMaxValue);
    v.numbers("small", t.small_cards, t.small, 0, kMaxRounds, 0, kMaxValue);
  });
  v.dict("dice", [&] {
    v.dict("harvest", [&] { v.integers("faces", t.harvest_face, 0, kMaxFace); });
    v.dict("bonus", [&] {
      v.integer("count", t.bonus_dice, 1, kMaxDice);
      v.integers("faces", t.bonus_face, 0, kMaxFace);
    });
  });
  v.rows("locations", kLocationNames, [&](int i) {
    auto& row = t.place[at(i)];
    v.integer("omen", row.omen, -kMaxModifier, kMaxModifier);
    v.integer("hut_sign", row.hut, -kMaxModifier, kMaxModifier);
    v.choices("prize_ranks", row.ranks, row.rank, 0, static_cast<int>(kRankNames.size()), kRankNames);
  });
  v.dict("temple_layers", [&] {
    schema::fixed_records(v, "layers", kLayers, [&](int i) {
      auto& row = t.layer[at(i)];
      v.integer("spaces", row.spaces, 1, kMaxSpaces);
      v.integer("points", row.points, 0, kMaxPoints);
    });
  });
  v.dict("kitchen_row", [&] {
    v.records("rounds", t.kitchen_rows, 1, kMaxRounds, [&](int i) {
      auto& row = t.kitchen[at(i)];
      v.integer("first", row.first, 0, kMaxPoints);
      v.integer("second", row.second, 0, kMaxPoints);
    });
  });
  v.dict("score_track", [&] { v.choices("colour_by_score", t.track_spaces, t.colour, 1, kMaxTrack, kColourNames); });
  v.dict("mode_by_colour", [&] {
    for (int i = 0; i < kColours; ++i) v.choice(kColourNames[at(i)], t.mode[at(i)], kModeNames);
  });
}

const Tables& default_tables() {
  static const auto kTables = schema::shipped<Tables>("chocolatl", describe, kDefaultTables);
  return kTables;
}

void check(const Tables& t, Faults& faults) {
  if (t.max_rounds > t.kitchen_rows) {
    faults.push_back("constants.max_rounds is " + number(t.max_rounds) + ", but kitchen_row.rounds has " +
                     number(t.kitchen_rows) + " spaces");
  }
  if (t.max_rounds > t.bonus_dice) {
    faults.push_back("constants.max_rounds is " + number(t.max_rounds) + ", but dice.bonus.count is " +
                     number(t.bonus_dice) + ": a die is offered in each round");
  }
  if (t.end_score > t.track_spaces) {
    faults.push_back("constants.end_score is " + number(t.end_score) + ", but score_track.colour_by_score has " +
                     number(t.track_spaces) + " entries: each space on which a round can start needs its colour");
  }
  if (t.big_cards != t.small_cards) {
    faults.push_back("award_cards.big has " + number(t.big_cards) + " cards and award_cards.small " +
                     number(t.small_cards) + ": one of each is shown in a round");
  }
  const auto own = copies(t.card, kBidCards), big = copies(t.big, t.big_cards), small = copies(t.small, t.small_cards);
  for (int value = 0; value < kMaxValues; ++value) {
    const int most = own[at(value)] + std::min(t.award_rounds(), big[at(value)] + small[at(value)]);
    if (most > kMaxCopies) {
      faults.push_back("bid_cards.values and award_cards let a hand hold " + number(most) + " cards of value " +
                       number(value) + ", at most " + number(kMaxCopies));
    }
  }
  for (int i = 0; i < kLocations; ++i) {
    const auto& row = t.place[at(i)];
    std::array<bool, kRankNames.size()> seen{};
    for (int k = 0; k < row.ranks; ++k) {
      if (seen[row.rank[at(k)]])
        faults.push_back("locations[" + number(i) +
                         "].prize_ranks names a rank twice: " + std::string(kRankNames[row.rank[at(k)]]));
      seen[row.rank[at(k)]] = true;
    }
  }
}

Value derived(const Tables& t) {
  Value value = Value::dict();
  const int values = t.values();
  Value& constants = value.at("constants");
  constants.set("hand_size", Value(kHand));
  constants.set("cards_per_location", Value(kPair));
  constants.set("locations", Value(kLocations));
  // The modifiers of the locations in short, where one number says them.
  const auto elsewhere = [&](int but, auto get) {
    std::array<int, kLocations> all{};
    for (int i = 0; i < kLocations; ++i) all[at(i)] = get(t.place[at(i == but ? (but + 1) % kLocations : i)]);
    return std::all_of(all.begin(), all.end(), [&](int one) { return one == all[0]; }) ? Value(all[0]) : Value();
  };
  const auto omen = [](const Tables::Place& row) { return int{row.omen}; };
  const auto hut = [](const Tables::Place& row) { return int{row.hut}; };
  constants.set("omen_modifier_at_prophecy", Value(omen(t.place[kProphecy])));
  constants.set("omen_modifier_elsewhere", elsewhere(kProphecy, omen));
  constants.set("hut_modifier_at_village", Value(hut(t.place[kVillage])));
  constants.set("hut_modifier_elsewhere", elsewhere(kVillage, hut));

  Value components = Value::list();
  const auto counted = [&](std::string_view id, int per_player, int count) {
    Value entry = Value::dict();
    entry.set("id", Value(id));
    entry.set("count", Value(count));
    if (per_player > 0) entry.set("per_player", Value(per_player));
    components.push(std::move(entry));
  };
  counted("game_board", 0, 1);
  counted("bid_board", 0, kMaxSeats);
  counted("spare_help_board", 0, 1);
  counted("bid_card", kBidCards, kBidCards * kMaxSeats);
  counted("award_card_big", 0, t.big_cards);
  counted("award_card_small", 0, t.small_cards);
  counted("harvest_die", 0, kHarvestDice);
  counted("bonus_die", 0, t.bonus_dice);
  counted("village_marker", 0, t.max_rounds);
  counted("cube", t.cubes, t.cubes * kMaxSeats);
  counted("score_marker", 1, kMaxSeats);
  counted("round_marker", 0, 1);
  counted("king_marker", 0, 1);
  counted("omen_marker", 0, 1);
  value.set("components", std::move(components));
  value.at("bid_cards").set("copies_per_player", Value(1));
  value.at("dice").at("harvest").set("count", Value(kHarvestDice));

  Value places = Value::list();
  for (int i = 0; i < kLocations; ++i) {
    Value row = Value::dict();
    row.set("index", Value(i + 1));
    places.push(std::move(row));
  }
  value.set("locations", std::move(places));
  const auto numbered = [](std::string_view key, int count) {
    Value list = Value::list();
    for (int i = 1; i <= count; ++i) {
      Value row = Value::dict();
      row.set(key, Value(i));
      list.push(std::move(row));
    }
    return list;
  };
  value.at("temple_layers").set("layers", numbered("layer", kLayers));
  value.at("kitchen_row").set("rounds", numbered("round", t.kitchen_rows));

  Value items = Value::list();
  const auto item = [&](std::string_view id, int points) {
    Value entry = Value::dict();
    entry.set("id", Value(id));
    if (points != 0) entry.set("points", Value(points));
    items.push(std::move(entry));
  };
  item("first_offering", 0);
  item("last_offering", 0);
  item("offering_majority", t.final_offering_majority);
  item("king", t.final_king_points);
  item("omen", t.final_omen_points);
  item("temple_cubes", t.final_temple_cube);
  item("temple_majority", t.final_temple_majority);
  item("unused_bonus_dice", 0);
  value.at("final_scoring").set("items", std::move(items));

  const Numbering n = Numbering::of(values, t.bonus_dice, 0);
  Value& numbering = value.at("action_numbering");
  numbering.set("value_count", Value(values));
  Value blocks = Value::list();
  const auto block = [&](std::string_view id, int first, int count) {
    Value entry = Value::dict();
    entry.set("id", Value(id));
    entry.set("first", Value(first));
    entry.set("count", Value(count));
    blocks.push(std::move(entry));
  };
  block("offer", 0, values);
  block("offer_none", n.offer_none, 1);
  block("bid_pair", n.bid, pair_base(values));
  block("card", n.card, values);
  block("roll", n.roll, 1);
  block("pass", n.pass, 1);
  block("take_die", n.take_die, 1);
  block("take_hut", n.take_hut, 1);
  block("first_self", n.first_self, 1);
  block("first_other", n.first_other, 1);
  block("swap", n.swap, values);
  block("roll_many", n.roll_many, t.bonus_dice);
  numbering.set("blocks", std::move(blocks));
  numbering.set("total", Value(n.actions));
  return value;
}

}  // namespace pyboard::chocolatl
