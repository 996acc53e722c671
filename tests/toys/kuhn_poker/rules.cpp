#include "toys/kuhn_poker/rules.hpp"

#include "pyboard/core/text.hpp"

namespace pyboard::kuhn_poker {

namespace {

enum Decision { kOpen, kAnswer };

constexpr std::array<std::string_view, 8> kPhaseNames = {"deal_p0",    "deal_p1",    "p0_opens", "p1_opens",
                                                         "p1_answers", "p0_answers", "folded",   "shown"};
constexpr std::array<std::string_view, kCards> kCardNames = {"J", "Q", "K"};
constexpr std::array<std::string_view, 2> kSeatNames = {"p0", "p1"};
constexpr std::string_view kHidden = "hidden";

std::string card_text(int card) { return std::string(kCardNames[static_cast<std::size_t>(card)]); }

}  // namespace

const GameInfo& Rules::info() {
  static const GameInfo kInfo{.name = "kuhn_poker",
                              .title = "Kuhn poker",
                              .rules_version = 1,
                              .min_seats = 2,
                              .max_seats = 2,
                              .options = {},
                              .rulesets = {{"seed", {}}},
                              .refused = {},
                              .decisions = {"open", "answer"},
                              .chances = {"deal"}};
  return kInfo;
}

Word Rules::deck(const State& state) noexcept {
  Word cards = bits::first(kCards);
  for (const std::uint8_t card : state.card) cards &= ~bits::bit(card);
  return cards;
}

Node Rules::node(const State& state) const noexcept {
  switch (state.phase) {
    case Phase::deal_p0:
    case Phase::deal_p1:
      return Node::chance(0);
    case Phase::p0_opens:
      return Node::decision(0, kOpen);
    case Phase::p1_opens:
      return Node::decision(1, kOpen);
    case Phase::p1_answers:
      return Node::decision(1, kAnswer);
    case Phase::p0_answers:
      return Node::decision(0, kAnswer);
    case Phase::folded:
    case Phase::shown:
      return Node::terminal();
  }
  return Node::terminal();
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  const bool opens = state.phase == Phase::p0_opens || state.phase == Phase::p1_opens;
  out.add(opens ? kCheck : kFold);
  out.add(opens ? kBet : kCall);
}

void Rules::apply(State& state, Action action) const noexcept {  // KP-2
  const int seat = state.phase == Phase::p0_opens || state.phase == Phase::p0_answers ? 0 : 1;
  switch (static_cast<Move>(action)) {
    case kCheck:
      state.phase = seat == 0 ? Phase::p1_opens : Phase::shown;
      return;
    case kBet:
      ++state.chips[seat];
      state.phase = seat == 0 ? Phase::p1_answers : Phase::p0_answers;
      return;
    case kFold:
      state.loser = static_cast<std::uint8_t>(seat);
      state.phase = Phase::folded;
      return;
    case kCall:
      ++state.chips[seat];
      state.phase = Phase::shown;
      return;
  }
}

void Rules::outcomes(const State& state, Distribution<kOutcomes>& out) const noexcept {
  for (Word cards = deck(state); cards != 0;) out.add(bits::pop_lowest(cards), 1);
}

Outcome Rules::sample(const State& state, Rng& rng) const noexcept {
  const Word cards = deck(state);
  return static_cast<Outcome>(
      bits::nth(cards, static_cast<int>(rng.below(static_cast<std::uint32_t>(bits::count(cards))))));
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  const bool first = state.phase == Phase::deal_p0;
  state.card[first ? 0 : 1] = static_cast<std::uint8_t>(outcome);
  state.phase = first ? Phase::deal_p1 : Phase::p0_opens;
}

bool Rules::open(const State& /*before*/, Event event) const noexcept { return !event.is_outcome(); }

Label Rules::label(const State& before, Event event, const State& after, int viewer) const noexcept {
  if (event.is_outcome()) {
    const int receiver = before.phase == Phase::deal_p0 ? 0 : 1;
    return viewer == receiver ? open_label(event) : token_label(0, receiver);
  }
  if (after.phase != Phase::shown) return open_label(event);
  return with_fact(with_fact(open_label(event), after.card[0]), after.card[1]);  // KP-3
}

std::string Rules::label_text(const State& before, Event event, const State& after, int viewer) const {
  if (event.is_outcome()) {
    const int receiver = before.phase == Phase::deal_p0 ? 0 : 1;
    return seat_text(receiver) + " gets " + (viewer == receiver ? card_text(event.id) : "a card");
  }
  std::string text = seat_text(event.seat) + " " + action_text(event.id);
  if (after.phase == Phase::shown) text += "; shown: " + card_text(after.card[0]) + " " + card_text(after.card[1]);
  return text;
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  const int other = 1 - viewer;
  if (sees(state, viewer, other) || state.card[other] == kNoCard) return;
  const Word unknown = bits::first(kCards) & ~bits::bit(state.card[viewer]);
  state.card[other] = static_cast<std::uint8_t>(
      bits::nth(unknown, static_cast<int>(rng.below(static_cast<std::uint32_t>(bits::count(unknown))))));
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  const bool over = state.phase >= Phase::folded;
  const int loser = state.phase == Phase::folded ? state.loser : state.card[0] < state.card[1] ? 0 : 1;
  for (int seat = 0; seat < 2; ++seat) {
    out[static_cast<std::size_t>(seat)] = !over ? 0 : seat == loser ? -state.chips[loser] : state.chips[loser];
  }
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  int points[2];
  scores(state, points);
  toys::places_by(points, out);
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  int points[2];
  scores(state, points);
  float own = points[0] == points[1] ? 0.5F : points[0] > points[1] ? 1.0F : 0.0F;
  // Before the end the higher card wins more often, not always.
  if (state.phase < Phase::folded && state.card[1] != kNoCard) own = state.card[0] > state.card[1] ? 0.75F : 0.25F;
  out[0] = own;
  out[1] = 1.0F - own;
}

std::vector<Plane> Rules::layout() const {
  return {{"own_card", {kCards}, "1 for the viewer's card: J, Q, K"},
          {"other_card", {kCards}, "1 for the other card once it is shown: J, Q, K"},
          {"phase", {static_cast<int>(kPhaseNames.size())}, "1 for the phase"},
          {"chips", {2}, "chips in the pot / 2, the viewer's first"},
          {"seat", {1}, "the viewer's seat, 0 or 1"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  std::fill(out.begin(), out.end(), 0.0F);
  float* next = out.data();
  for (const int seat : {viewer, 1 - viewer}) {
    if (state.card[seat] != kNoCard && sees(state, viewer, seat)) next[state.card[seat]] = 1.0F;
    next += kCards;
  }
  next[static_cast<int>(state.phase)] = 1.0F;
  next += kPhaseNames.size();
  for (const int seat : {viewer, 1 - viewer}) *next++ = 0.5F * static_cast<float>(state.chips[seat]);
  *next = static_cast<float>(viewer);
}

std::string Rules::action_text(Action action) const {
  static constexpr std::array<std::string_view, kActions> kNames = {"check", "bet", "fold", "call"};
  return std::string(kNames[action]);
}

std::string Rules::outcome_text(const State& /*state*/, Outcome outcome) const {
  return "chance deal " + card_text(outcome);
}

Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, kActions, "'check', 'bet', 'fold' or 'call'",
                         [&](Action action) { return action_text(action); });
}

Outcome Rules::parse_outcome(const State& state, std::string_view text) const {
  return toys::find_text(text, kOutcomes, "'chance deal <card>' with J, Q or K",
                         [&](Outcome outcome) { return outcome_text(state, outcome); });
}

Value Rules::view(const State& state, int viewer) const {
  Value value = Value::dict();
  value.set("phase", kPhaseNames[static_cast<std::size_t>(state.phase)]);
  Value cards = Value::list();
  Value chips = Value::list();
  for (int seat = 0; seat < 2; ++seat) {
    if (state.card[seat] == kNoCard) {
      cards.push({});
    } else {
      cards.push(sees(state, viewer, seat) ? kCardNames[state.card[seat]] : kHidden);
    }
    chips.push(state.chips[seat]);
  }
  value.set("cards", std::move(cards));
  value.set("chips", std::move(chips));
  value.set("folded", state.phase == Phase::folded ? Value(kSeatNames[state.loser]) : Value());
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  State state = initial();
  DictReader reader(value, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  reader.list("cards", 2, 2, [&](const Value& entry, const std::string& path, int seat) {
    if (entry.is_null()) return;
    const int card = toys::read_name(entry, kCardNames, path, faults);
    if (card >= 0) state.card[seat] = static_cast<std::uint8_t>(card);
  });
  int chips[2] = {1, 1};
  reader.integers("chips", chips, 1, 2);
  for (int seat = 0; seat < 2; ++seat) state.chips[seat] = static_cast<std::uint8_t>(chips[seat]);
  const int loser = reader.choice_or_null("folded", kSeatNames);
  state.loser = static_cast<std::uint8_t>(std::max(loser, 0));
  if ((loser >= 0) != (state.phase == Phase::folded)) reader.fault("folded", "does not fit the phase");
  reader.finish();
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  if (state.phase > Phase::shown) {
    faults.emplace_back("unknown phase");
    return;
  }
  const int dealt = state.phase == Phase::deal_p0 ? 0 : state.phase == Phase::deal_p1 ? 1 : 2;
  for (int seat = 0; seat < 2; ++seat) {
    if (seat < dealt ? state.card[seat] >= kCards : state.card[seat] != kNoCard) {
      faults.push_back("the card of " + seat_text(seat) + " does not fit the phase");
    }
  }
  if (dealt == 2 && state.card[0] == state.card[1]) faults.emplace_back("both seats have the same card");
  if (state.loser > (state.phase == Phase::folded ? 1 : 0)) faults.emplace_back("no such seat can have folded");
  int chips[2] = {1, 1};
  bool fits = true;
  switch (state.phase) {
    case Phase::deal_p0:
    case Phase::deal_p1:
    case Phase::p0_opens:
    case Phase::p1_opens:
      break;
    case Phase::p1_answers:
      chips[0] = 2;
      break;
    case Phase::p0_answers:
      chips[1] = 2;
      break;
    case Phase::folded:
      chips[state.loser == 0 ? 1 : 0] = 2;
      break;
    case Phase::shown:
      fits = state.chips[0] == state.chips[1] && (state.chips[0] == 1 || state.chips[0] == 2);
      break;
  }
  if (state.phase != Phase::shown) fits = state.chips[0] == chips[0] && state.chips[1] == chips[1];
  if (!fits) faults.emplace_back("the chips do not fit the phase");
}

}  // namespace pyboard::kuhn_poker
