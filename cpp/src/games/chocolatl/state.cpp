// Positions as dicts, and what makes a position sound.
#include <algorithm>
#include <span>
#include <tuple>

#include "pyboard/core/names.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/chocolatl/rules.hpp"

namespace pyboard::chocolatl {

namespace {

constexpr std::array<std::string_view, kPhases> kPhaseNames = {
    "stack", "offer_first",    "harvest",      "award_big", "award_small", "bid",        "card1",      "card2", "dice",
    "bonus", "village_choice", "temple_order", "swap_big",  "swap_small",  "offer_last", "final_dice", "over"};
constexpr std::string_view kSealed = "sealed";
constexpr std::string_view kNone = "none";

// Bounds of positions that people set up; a whole game fits on top of them.
constexpr int kMostScore = 4000;

Value cards_value(const Cards& cards) {
  Value list = Value::list();
  for (Word left = cards.values(); left != 0;) {
    const int value = bits::pop_lowest(left);
    for (int i = cards.get(value); i > 0; --i) list.push(value);
  }
  return list;
}

template <class Deck>
Value deck_value(const Deck& deck, Word left) {
  Value list = Value::list();
  while (left != 0) list.push(int{deck[at(bits::pop_lowest(left))]});
  return list;
}

Value seats_value(Word seats) {
  Value list = Value::list();
  while (seats != 0) list.push(bits::pop_lowest(seats));
  return list;
}

/// Numbers of a list in [min, max], checked one by one.
std::vector<int> read_numbers(DictReader& reader, std::string_view key, int most, int min, int max, Faults& faults) {
  std::vector<int> numbers;
  reader.list(key, 0, most, [&](const Value& entry, const std::string& path, int) {
    const auto* value = entry.get<std::int64_t>();
    if (value == nullptr || *value < min || *value > max) {
      faults.push_back(path + " is " + entry.json() + ", allowed: " + number(min) + " to " + number(max));
    } else {
      numbers.push_back(static_cast<int>(*value));
    }
  });
  return numbers;
}

bool has_location(Phase phase) { return in_round(phase); }
bool has_active(Phase phase) { return phase == Phase::offer_first || (phase >= Phase::bid && phase < Phase::over); }
bool has_second(Phase phase) { return phase == Phase::village || phase == Phase::temple || phase == Phase::swap_big; }
bool has_poll(Phase phase) { return phase == Phase::dice || phase == Phase::bonus; }

}  // namespace

Value Rules::view(const State& state, int viewer) const {
  const Opened open = opened(state);
  const bool known = offerings_known(state);
  Value dict = Value::dict();
  dict.set("phase", kPhaseNames[at(static_cast<int>(state.phase))]);
  dict.set("round", int{state.round});
  dict.set("active", seat_or_null(has_active(state.phase) ? state.active : -1));
  dict.set("king", seat_or_null(state.king - 1));
  dict.set("omen", seat_or_null(state.omen - 1));
  Value stack = Value::list();
  for (int height = 0; state.phase != Phase::stack && height < seats_; ++height) {
    for (int seat = 0; seat < seats_; ++seat) {
      if (state.player(seat).height == height) stack.push(seat);
    }
  }
  dict.set("arrival", std::move(stack));
  Value harvest = Value::list();
  for (const std::uint8_t die : state.harvest) {
    if (harvest_lies(state)) harvest.push(int{die});
  }
  dict.set("harvest", std::move(harvest));
  dict.set("big", state.big == 0 ? Value() : Value(state.big - 1));
  dict.set("small", state.small == 0 ? Value() : Value(state.small - 1));
  dict.set("big_left", deck_value(tables_.big, state.big_left));
  dict.set("small_left", deck_value(tables_.small, state.small_left));
  if (has_location(state.phase)) {
    dict.set("mode", kModeNames[state.mode]);
    dict.set("location", kLocationNames[state.location]);
  }
  if (has_second(state.phase)) dict.set("second", state.second - 1);
  if (has_poll(state.phase)) {
    dict.set("passed", seats_value(state.passed));
    dict.set("rolls", int{state.rolls});
  }

  Value players = Value::list();
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    const bool own = viewer < 0 || viewer == seat;
    Value entry = Value::dict();
    entry.set("score", int{player.score});
    if (own) {
      entry.set("hand", cards_value(player.hand));
    } else {
      entry.set("hand", player.hand.total());
      entry.set("unseen", cards_value(unseen(state, seat)));
    }
    Value placed = Value::dict();
    for (int location = 0; location < kLocations; ++location) {
      Value cards = Value::list();
      for (int which = 0; which < kPair; ++which) {
        const int slot = location * kPair + which, card = player.placed[at(slot)];
        if (card == 0) continue;
        cards.push(own || !is_sealed(player, open, slot) ? Value(card - 1) : Value(kSealed));
      }
      placed.set(kLocationNames[at(location)], std::move(cards));
    }
    entry.set("placed", std::move(placed));
    const auto offering = [&](int card, bool seen) {
      if (card == 0) return Value();
      if (!seen) return Value(kSealed);
      return card == Player::kNothing ? Value(kNone) : Value(card - 1);
    };
    entry.set("first_offering", offering(player.first, own || known));
    entry.set("last_offering", offering(player.last, own || state.phase != Phase::offer_last));
    entry.set("huts", int{player.huts});
    entry.set("dice", int{player.dice});
    entry.set("pips", int{player.pips});
    Value temple = Value::list();
    for (const std::uint8_t cubes : player.temple) temple.push(int{cubes});
    entry.set("temple", std::move(temple));
    entry.set("final_pips", int{player.final});
    players.push(std::move(entry));
  }
  dict.set("players", std::move(players));
  return dict;
}

State Rules::from_value(const Value& dict, Faults& faults) const {
  State state{};
  DictReader reader(dict, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  state.round = byte(reader.integer("round", 1, tables_.max_rounds));
  const int active = reader.integer_or_null("active", 0, seats_ - 1, -1);
  if ((active >= 0) != has_active(state.phase))
    reader.fault("active", has_active(state.phase) ? "must be a seat in this phase" : "must be null in this phase");
  state.active = byte(std::max(active, 0));
  state.king = byte(1 + reader.integer_or_null("king", 0, seats_ - 1, -1));
  state.omen = byte(1 + reader.integer_or_null("omen", 0, seats_ - 1, -1));
  const auto arrival = read_numbers(reader, "arrival", seats_, 0, seats_ - 1, faults);
  auto sorted = arrival;
  std::sort(sorted.begin(), sorted.end());
  const bool whole =
      static_cast<int>(arrival.size()) == seats_ && std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
  if (state.phase == Phase::stack ? !arrival.empty() : !whole) {
    reader.fault("arrival", state.phase == Phase::stack ? "must be empty before the stack is drawn"
                                                        : "must name every seat once, the oldest first");
  }
  for (std::size_t i = 0; i < arrival.size(); ++i) state.player(arrival[i]).height = byte(static_cast<int>(i));
  const auto harvest = read_numbers(reader, "harvest", kHarvestDice, 0, kMaxFace, faults);
  for (std::size_t i = 0; i < harvest.size(); ++i) state.harvest[i] = byte(harvest[i]);
  state.big = byte(1 + reader.integer_or_null("big", 0, kMaxValue, -1));
  state.small = byte(1 + reader.integer_or_null("small", 0, kMaxValue, -1));
  const auto deck = [&](std::string_view key, const auto& cards, int count) {
    Word left = 0;
    const Word all = bits::first(count);
    for (const int value : read_numbers(reader, key, kMaxRounds, 0, kMaxValue, faults)) {
      // Of equal cards the last ones are left.
      int card = count - 1;
      while (card >= 0 && (cards[at(card)] != value || bits::test(left, card))) --card;
      if (card < 0) {
        reader.fault(key, "has more cards of value " + number(value) + " than the deck");
      } else {
        left |= bits::bit(card);
      }
    }
    return static_cast<std::uint16_t>(left & all);
  };
  state.big_left = deck("big_left", tables_.big, tables_.big_cards);
  state.small_left = deck("small_left", tables_.small, tables_.small_cards);
  if (has_location(state.phase)) {
    state.mode = byte(reader.choice("mode", kModeNames));
    state.location = byte(reader.choice("location", kLocationNames));
  }
  if (has_second(state.phase)) state.second = byte(1 + reader.integer("second", 0, seats_ - 1));
  if (has_poll(state.phase)) {
    for (const int seat : read_numbers(reader, "passed", seats_, 0, seats_ - 1, faults)) {
      if (bits::test(state.passed, seat)) reader.fault("passed", "names " + seat_text(seat) + " twice");
      state.passed = byte(static_cast<int>(state.passed | bits::bit(seat)));
    }
    state.rolls = byte(reader.integer("rolls", 0, tables_.bonus_dice));
  }
  if (static_cast<int>(harvest.size()) != (harvest_lies(state) ? kHarvestDice : 0)) {
    reader.fault("harvest", harvest_lies(state) ? "must hold the three white dice" : "must be empty here");
  }

  reader.dicts("players", seats_, seats_, [&](DictReader& entry, int seat) {
    Player& player = state.player(seat);
    player.score = static_cast<std::int16_t>(entry.integer("score", 0, kMostScore));
    std::array<int, kMaxValues> count{};
    for (const int value : read_numbers(entry, "hand", kBidCards, 0, kMaxValue, faults)) {
      if (++count[at(value)] > kMaxCopies) {
        entry.fault("hand", "has more than " + number(kMaxCopies) + " cards of value " + number(value));
      } else {
        player.hand.add(value);
      }
    }
    entry.dict("placed", [&](DictReader& placed) {
      for (int location = 0; location < kLocations; ++location) {
        const auto cards = read_numbers(placed, kLocationNames[at(location)], kPair, 0, kMaxValue, faults);
        for (std::size_t i = 0; i < cards.size(); ++i) player.card(location, static_cast<int>(i)) = byte(1 + cards[i]);
      }
      placed.finish();
    });
    player.first = byte(1 + entry.integer_or_null("first_offering", 0, kMaxValue, -1));
    const Value* players = dict.find("players");
    const auto* list = players == nullptr ? nullptr : players->get<Value::List>();
    const Value* last = list == nullptr ? nullptr : (*list)[at(seat)].find("last_offering");
    if (last != nullptr && last->get<std::string>() != nullptr) {
      static constexpr std::array<std::string_view, 1> kNothing = {kNone};
      (void)entry.choice("last_offering", kNothing);
      player.last = Player::kNothing;
    } else {
      player.last = byte(1 + entry.integer_or_null("last_offering", 0, kMaxValue, -1));
    }
    player.huts = byte(entry.integer("huts", 0, tables_.max_rounds));
    player.dice = byte(entry.integer("dice", 0, tables_.bonus_dice));
    player.pips = byte(entry.integer("pips", 0, kMaxFace * kMaxDice));
    std::array<int, kLayers> temple{};
    entry.integers("temple", temple, 0, kMaxSpaces);
    for (int layer = 0; layer < kLayers; ++layer) player.temple[at(layer)] = byte(temple[at(layer)]);
    player.final = byte(entry.integer("final_pips", 0, kMaxFace * kMaxDice));
    entry.finish();
    const int used = player.huts + player.temple_cubes();
    if (used > tables_.cubes) {
      entry.fault("temple", "and the huts take " + number(used) + " cubes, more than the " + number(tables_.cubes) +
                                " that a player has");
    } else {
      player.cubes = byte(tables_.cubes - used);
    }
  });
  reader.finish();
  return state;
}

/// The white dice lie on the field until it is over.
bool Rules::harvest_lies(const State& state) const noexcept {
  if (state.phase == Phase::big || state.phase == Phase::small) return true;
  if (!in_round(state.phase)) return false;
  const bool by_location = is_evaluation(state.phase) || (state.phase == Phase::bid && state.mode == kOneByOne) ||
                           (state.phase == Phase::card2 && options_.wave_by_location);
  return !by_location || state.location <= kField;
}

/// How many cards of a seat lie on a location.
int Rules::cards_at(const State& state, int seat, int location) const noexcept {
  if (!in_round(state.phase)) return 0;
  const bool by_location = options_.wave_by_location;
  // Of a package that is being put: whether this seat has put that card already.
  const auto put_whole = [&] { return seat < state.active || (seat == state.active && location < state.location); };
  const auto put_here = [&] {
    return location < state.location || (location == state.location && seat < state.active);
  };
  if (state.phase == Phase::card1) return put_whole() ? 1 : 0;
  if (state.phase == Phase::card2) return 1 + ((by_location ? put_here() : put_whole()) ? 1 : 0);
  if (state.phase == Phase::bid) return (state.mode == kOneByOne ? put_here() : put_whole()) ? kPair : 0;
  const bool open = location <= state.location;
  if (state.mode == kOneByOne) return open ? kPair : 0;
  return state.mode == kTwoWaves && by_location && !open ? 1 : kPair;
}

void Rules::violations(const State& state, Faults& faults) const {
  const std::size_t before = faults.size();
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  // Ranges: nothing below may index by an unchecked number.
  fault(static_cast<int>(state.phase) >= kPhases, "the phase is unknown");
  fault(state.round < 1 || state.round > tables_.max_rounds, "round " + number(state.round) + " is out of range");
  fault(state.active >= seats_ || state.king > seats_ || state.omen > seats_ || state.second > seats_,
        "a seat number is out of range");
  fault(state.location >= kLocations || state.mode >= kModes, "the location or the mode is unknown");
  fault(state.zero != 0, "unused bytes are not zero");
  fault((state.passed & ~bits::first(seats_)) != 0, "a seat that does not play has passed");
  fault(state.big > values_ || state.small > values_, "an open award card has no such value");
  for (int seat = 0; seat < kMaxSeats; ++seat) {
    const Player& player = state.player(seat);
    if (seat >= seats_) {
      fault(!same_bytes(player, Player{}), "seat " + number(seat) + " does not play");
      continue;
    }
    const std::string who = seat_text(seat) + ": ";
    fault((player.hand.values() & ~static_cast<Cards::Plane>(bits::first(values_))) != 0,
          who + "unknown cards in hand");
    for (const std::uint8_t card : player.placed) fault(card > values_, who + "an unknown card on a location");
    fault(player.first > values_ || (player.last > values_ && player.last != Player::kNothing),
          who + "an unknown card is offered");
    fault(player.score < 0 || player.score > kMostScore, who + "the score is out of range");
    fault(player.cubes > tables_.cubes || player.huts > tables_.max_rounds || player.dice > tables_.bonus_dice ||
              player.height >= seats_,
          who + "a count is out of range");
    for (const std::uint8_t cubes : player.temple) fault(cubes > kMaxSpaces, who + "a count is out of range");
    fault(player.zero != decltype(player.zero){}, who + "unused bytes are not zero");
  }
  if (faults.size() != before) return;
  check_cards(state, faults);
  check_table(state, faults);
  if (faults.size() == before) check_turn(state, faults);
}

/// Cards: everybody's own thirteen but for those exchanged, each where the phase has it.
void Rules::check_cards(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const Phase phase = state.phase;
  const auto copies = [](const auto& cards, int count) {
    std::array<int, kMaxValues> result{};
    for (int i = 0; i < count; ++i) ++result[cards[at(i)]];
    return result;
  };
  const auto gone_from = [](const auto& deck, int count, Word left) {
    std::array<int, kMaxValues> result{};
    for (int i = 0; i < count; ++i) result[deck[at(i)]] += bits::test(left, i) ? 0 : 1;
    return result;
  };
  const auto own = copies(tables_.card, kBidCards);
  const auto big = gone_from(tables_.big, tables_.big_cards, state.big_left);
  const auto small = gone_from(tables_.small, tables_.small_cards, state.small_left);
  std::array<int, kMaxValues> exchanged{};  // award cards that have left their deck and do not lie open
  for (int value = 0; value < kMaxValues; ++value) exchanged[at(value)] = big[at(value)] + small[at(value)];
  if (state.big != 0) --exchanged[at(state.big - 1)];
  if (state.small != 0) --exchanged[at(state.small - 1)];
  for (int value = 0; value < kMaxValues; ++value)
    fault(exchanged[at(value)] < 0, "the open award card " + number(value) + " is still in its deck");

  // One exchange in each round; at `swap_small` the 1st has had his.
  const auto most_exchanges = [&](int seat) {
    const bool had = phase >= Phase::offer_last || (phase == Phase::swap_small && seat != state.active);
    return std::min(award_rounds_, state.round - (had ? 0 : 1));
  };
  int all_exchanges = 0;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    const std::string who = seat_text(seat) + ": ";
    std::array<int, kMaxValues> cards{};
    for (int value = 0; value < values_; ++value) cards[at(value)] = player.hand.get(value);
    int placed = 0;
    for (int location = 0; location < kLocations; ++location) {
      const int wanted = cards_at(state, seat, location);
      const int first = player.card(location, 0), second = player.card(location, 1);
      fault((first != 0) != (wanted >= 1) || (second != 0) != (wanted == kPair),
            who + "the cards on '" + std::string(kLocationNames[at(location)]) +
                "' do not fit the phase: " + number(wanted) + " must lie there");
      const bool pair = first != 0 && second != 0;
      const bool sorted =
          state.mode != kTwoWaves || is_evaluation(phase) || (options_.wave_by_location && location < state.location);
      fault(pair && sorted && first > second,
            who + "the cards on '" + std::string(kLocationNames[at(location)]) + "' must ascend");
      for (const int card : {first, second}) {
        if (card == 0) continue;
        ++cards[at(card - 1)];
        ++placed;
      }
    }
    const bool offered = phase > Phase::offer_first || (phase == Phase::offer_first && seat < state.active);
    fault((player.first != 0) != offered, who + "the first offering does not fit the phase");
    if (player.first != 0) ++cards[at(player.first - 1)];
    const bool revealed = phase == Phase::final_dice || phase == Phase::over;
    const bool offered_last = revealed || (phase == Phase::offer_last && seat < state.active);
    fault((player.last != 0) != offered_last, who + "the last offering does not fit the phase");
    const bool card = player.last != 0 && player.last != Player::kNothing;
    if (card && revealed) ++cards[at(player.last - 1)];
    fault(card && !revealed && player.hand.get(player.last - 1) == 0, who + "the last offering is not in hand");
    fault(player.last == Player::kNothing && player.hand.get(0) != 0, who + "must offer the 0 to offer nothing");
    const int expected = kBidCards - placed - (offered ? 1 : 0) - (card && revealed ? 1 : 0);
    fault(player.hand.total() != expected,
          who + number(player.hand.total()) + " cards in hand, must be " + number(expected));
    int exchanges = 0;
    for (int value = 0; value < values_; ++value) {
      const int extra = cards[at(value)] - own[at(value)];
      if (extra <= 0) continue;
      exchanges += extra;
      exchanged[at(value)] -= extra;
    }
    all_exchanges += exchanges;
    fault(exchanges > most_exchanges(seat),
          who + "owns " + number(exchanges) + " award cards, at most " + number(most_exchanges(seat)) + " by now");
  }
  const int gone = state.round - (phase >= Phase::offer_last ? 0 : 1);
  const int all = 2 * std::min(gone, award_rounds_) + (phase == Phase::swap_small ? 1 : 0);
  fault(all_exchanges > all, number(all_exchanges) + " award cards are owned, at most " + number(all) + " by now");
  for (int value = 0; value < values_; ++value)
    fault(exchanged[at(value)] < 0, "more award cards of value " + number(value) + " are owned than have been won");
}

/// What stands and lies on the board.
void Rules::check_table(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const Phase phase = state.phase;
  const bool before_play = phase <= Phase::offer_first;
  fault(before_play && state.round != 1, "the offerings come before round 1");

  // Award cards: one of each deck in every round that has them.
  const bool awards = state.round <= award_rounds_;
  fault((phase == Phase::big || phase == Phase::small) && !awards, "this round has no award cards");
  const int drawn_before = std::min(state.round - 1, award_rounds_);
  const auto check_deck = [&](int cards, Word left, bool drawn, const char* which) {
    fault((left & ~bits::first(cards)) != 0, std::string("unknown cards are left in the ") + which + " deck");
    const int wanted = cards - drawn_before - (drawn && awards ? 1 : 0);
    fault(bits::count(left) != wanted,
          number(bits::count(left)) + " cards are left in the " + which + " deck, must be " + number(wanted));
  };
  check_deck(tables_.big_cards, state.big_left, phase > Phase::big, "big");
  check_deck(tables_.small_cards, state.small_left, phase > Phase::small, "small");
  const auto first_drawn_first = [&](const auto& deck, int cards, Word left) {
    for (int i = 0; i < cards; ++i) {
      for (int j = 0; j < i; ++j) {
        if (deck[at(i)] == deck[at(j)] && bits::test(left, j) && !bits::test(left, i)) return false;
      }
    }
    return true;
  };
  fault(!first_drawn_first(tables_.big, tables_.big_cards, state.big_left) ||
            !first_drawn_first(tables_.small, tables_.small_cards, state.small_left),
        "of equal award cards the first must be drawn first");
  const bool big_open = awards && phase > Phase::big && phase <= Phase::swap_big;
  const bool small_open = awards && phase > Phase::small && phase <= Phase::swap_small;
  fault((state.big != 0) != big_open, "the open big card does not fit the phase");
  fault((state.small != 0) != small_open, "the open small card does not fit the phase");
  for (const auto& [card, deck, cards, left] :
       {std::tuple{state.big, std::span<const std::uint8_t>(tables_.big), int{tables_.big_cards}, Word{state.big_left}},
        std::tuple{state.small, std::span<const std::uint8_t>(tables_.small), int{tables_.small_cards},
                   Word{state.small_left}}}) {
    bool there = card == 0;
    for (int i = 0; i < cards; ++i) there = there || (deck[at(i)] == card - 1 && !bits::test(left, i));
    fault(!there, "the open award card " + number(card - 1) + " is none of its deck");
  }

  // White dice.
  const bool white = harvest_lies(state);
  bool faces = true;
  for (int i = 0; i < kHarvestDice; ++i) {
    const int die = state.harvest[at(i)];
    const auto* end = harvest_faces_.face.begin() + harvest_faces_.count;
    faces = faces && (white ? std::find(harvest_faces_.face.begin(), end, die) != end : die == 0);
    faces = faces && (i == 0 || die <= state.harvest[at(i - 1)]);
  }
  fault(!faces, white ? "the white dice must show faces that they have, the largest first"
                      : "no white dice lie on the field here");

  // Markers. In a round `prophecy` comes first, and the king goes back before the bids.
  const bool opened_one = in_round(phase) && !(phase == Phase::card1 || state.location == 0 ||
                                               (phase == Phase::bid && state.mode != kOneByOne) ||
                                               (phase == Phase::card2 && !options_.wave_by_location));
  const bool prophecy_over = opened_one || phase > Phase::temple;
  const bool between = phase >= Phase::harvest && phase <= Phase::small;
  fault((state.king != 0) != (prophecy_over || (between && state.round > 1)), "the king marker does not fit the phase");
  fault((state.omen != 0) != (prophecy_over || state.round > 1), "the omen marker does not fit the phase");
  fault(state.king != 0 && state.king == state.omen, "king and omen belong to different players");

  Word heights = 0;
  for (int seat = 0; seat < seats_; ++seat) heights |= bits::bit(state.player(seat).height);
  fault(phase == Phase::stack ? heights != bits::bit(0) : heights != bits::first(seats_),
        "the stack of score markers is no order of the seats");

  // Huts, dice and cubes: one hut and one die for each village that is over.
  const bool village_over = (in_round(phase) && opened_one && state.location > kVillage) || phase > Phase::temple;
  const bool cholula_over = (in_round(phase) && opened_one && state.location > kCholula) || phase > Phase::temple;
  const int villages = state.round - (village_over ? 0 : 1);
  int huts = 0, dice = state.rolls, temple = 0;
  bool out_of_cubes = false, ends = state.round == tables_.max_rounds;
  for (int seat = 0; seat < seats_; ++seat) {
    const Player& player = state.player(seat);
    const std::string who = seat_text(seat) + ": ";
    huts += player.huts;
    dice += player.dice;
    temple += player.temple_cubes();
    const auto thrown = [&](int pips) { return largest_face_ == 0 ? 0 : (pips + largest_face_ - 1) / largest_face_; };
    dice += thrown(player.pips) + thrown(player.final);
    fault(largest_face_ == 0 && (player.pips != 0 || player.final != 0), who + "dice without pips show some");
    fault(player.cubes + player.huts + player.temple_cubes() != tables_.cubes,
          who + "cubes in supply, village and temple must be " + number(tables_.cubes) + " in all");
    fault(!village_over && player.cubes == 0, who + "no round begins without a cube");
    out_of_cubes = out_of_cubes || player.cubes == 0;
    ends = ends || player.cubes == 0 || player.score >= tables_.end_score;
    const bool started = prophecy_over || phase == Phase::dice || phase == Phase::bonus;
    fault(!started && player.score >= tables_.end_score,
          who + "no round begins with a score of " + number(tables_.end_score) + " or more");
    fault(!is_evaluation(phase) && player.pips != 0, who + "pips of dice without an evaluation");
    fault(phase != Phase::final_dice && phase != Phase::over && player.final != 0,
          who + "dice of the final scoring too early");
    fault(before_play && player.score != 0, who + "points before round 1");
  }
  fault(huts != villages, number(huts) + " huts, must be " + number(villages) + ": one for each village so far");
  fault(dice > villages, number(dice) + " bonus dice, at most " + number(villages) + " so far");
  for (int layer = 0; layer < kLayers; ++layer) {
    const int free = free_spaces(state, layer);
    fault(free < 0, "temple layer " + number(layer + 1) + " holds more cubes than it has spaces");
    int above = 0;
    for (int higher = layer + 1; higher < kLayers; ++higher) {
      for (int seat = 0; seat < seats_; ++seat) above += state.player(seat).temple[at(higher)];
    }
    fault(free > 0 && above > 0, "temple layer " + number(layer + 1) + " is not full below others");
  }
  // Two cubes in each round, but for those that their owners lack in the last one (CH-84).
  const auto cubes_by = [&](int rounds) { return std::min(2 * rounds, temple_spaces_); };
  const int wanted = cubes_by(state.round - (cholula_over ? 0 : 1));
  const int fewest = cholula_over && out_of_cubes ? cubes_by(state.round - 1) : wanted;
  fault(temple < fewest || temple > wanted, number(temple) + " cubes in the temple, must be " +
                                                (fewest < wanted ? number(fewest) + " to " : "") + number(wanted));
  fault(phase >= Phase::offer_last && !ends, "the game is not over: another round follows");
}

/// Who is to decide, and what only the present phase has.
void Rules::check_turn(const State& state, Faults& faults) const {
  const auto fault = [&](bool bad, const std::string& what) {
    if (bad) faults.push_back(what);
  };
  const Phase phase = state.phase;
  const bool by_location = options_.wave_by_location;
  fault(!in_round(phase) && (state.location != 0 || state.mode != 0), "there is a location or a mode between rounds");
  fault(!has_active(phase) && state.active != 0, "nobody decides here");
  fault(has_second(phase) != (state.second != 0), "the 2nd does not fit the phase");
  fault(!has_poll(phase) && state.rolls != 0, "dice are rolled where there are none");
  fault(!has_poll(phase) && state.passed != 0, "seats have passed where there is no poll");

  if (in_round(phase)) {
    fault(phase == Phase::bid && state.mode == kTwoWaves, "in two waves single cards are put");
    fault((phase == Phase::card1 || phase == Phase::card2) && state.mode != kTwoWaves,
          "single cards are put in two waves only");
    const bool fresh = phase == Phase::card1 ||
                       (phase == Phase::bid && (state.mode != kOneByOne || state.location == 0)) ||
                       (phase == Phase::card2 && (!by_location || state.location == 0));
    fault(fresh && state.mode != mode_for(state), "the mode is not that of the space of the highest score");
  }
  if (phase == Phase::final_dice) {
    for (int seat = 0; seat < seats_; ++seat) {
      const Player& player = state.player(seat);
      fault(seat < state.active && player.dice != 0, seat_text(seat) + " rolls his dice before others");
      fault(seat > state.active && player.final != 0, seat_text(seat) + " has rolled dice before his turn");
    }
    fault(state.player(state.active).dice == 0, seat_text(state.active) + " has no die to roll");
  }
  if (phase == Phase::over) {
    for (int seat = 0; seat < seats_; ++seat) fault(state.player(seat).dice != 0, seat_text(seat) + " has a die left");
  }
  if (!is_evaluation(phase) && phase != Phase::swap_big && phase != Phase::swap_small) return;
  if (phase == Phase::swap_big) {
    fault(state.second == state.active + 1, "the 1st and the 2nd are the same");
    return;
  }
  if (phase == Phase::swap_small) return;

  // The poll: seats without a stake are not asked, and whoever passed was worse placed than who is asked.
  fault(phase == Phase::village && state.location != kVillage, "the choice at the village is made there");
  fault(phase == Phase::temple && state.location != kCholula, "the order of cubes is chosen at the temple");
  const Keys now = keys(state, state.location);
  if (phase == Phase::dice) {
    std::uint8_t passed = state.passed;
    fault(state.rolls != 0, "dice are rolled where there are none");
    fault(asked(state, passed) != state.active, seat_text(state.active) + " is not the one to be asked");
    fault(passed != state.passed, "seats without a stake have been skipped");
  }
  if (phase == Phase::bonus) {
    fault(state.rolls == 0, "no die is rolled");
    fault(!options_.single_pass && (state.rolls != 1 || state.passed != 0),
          "one die is rolled, and the poll opens again");
    fault(options_.single_pass && !bits::test(state.passed, state.active), "who rolls has had his turn");
  }
  if (!options_.single_pass && phase == Phase::dice) {
    const unsigned stake = stakes(state, now, 0);
    for (Word set = state.passed; set != 0;) {
      const int seat = bits::pop_lowest(set);
      fault(!bits::test(stake, seat) || now[at(seat)] > now[at(state.active)],
            seat_text(seat) + " has passed without being asked");
    }
  }
  if (phase == Phase::village || phase == Phase::temple) {
    const Seats order = ranking(now);
    fault(order[0] != state.active || order[1] != state.second - 1, "the 1st and the 2nd do not fit the totals");
  }
  if (phase == Phase::temple) {
    const int layer = open_layer(state);
    fault(layer == kLayers || free_spaces(state, layer) != 1 || state.player(state.active).cubes == 0 ||
              state.player(state.second - 1).cubes == 0 ||
              total_of(now[at(state.active)]) - total_of(now[at(state.second - 1)]) >= tables_.temple_margin,
          "the order of cubes is not asked here");  // CH-83
  }
}

}  // namespace pyboard::chocolatl
