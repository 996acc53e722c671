#include "toys/hidden_coin/rules.hpp"

#include "pyboard/core/text.hpp"

namespace pyboard::hidden_coin {

namespace {

enum Decision { kChoose, kGuess };

constexpr std::array<std::string_view, 5> kPhaseNames = {"toss", "choose", "guess", "safe", "shown"};
constexpr std::array<std::string_view, 2> kSideNames = {"heads", "tails"};
constexpr std::array<std::string_view, 4> kActionNames = {"safe", "dare", "heads", "tails"};

Side side_of(int index) noexcept { return static_cast<Side>(index + 1); }
int index_of(Side side) noexcept { return static_cast<int>(side) - 1; }
/// How many coins are tossed, or guessed.
int count(const Side (&sides)[kMaxCoins]) noexcept {
  return static_cast<int>(std::find(std::begin(sides), std::end(sides), Side::none) - sides);
}
std::string_view name_of(Side side) { return kSideNames[static_cast<std::size_t>(index_of(side))]; }

}  // namespace

const GameInfo& Rules::info() {
  static const GameInfo kInfo{
      .name = "hidden_coin",
      .title = "Hidden coin",
      .rules_version = 1,
      .min_seats = 2,
      .max_seats = 2,
      .options = {{.name = "coins", .values = {2, 1, 3}, .meaning = "coins that are tossed and must be guessed"},
                  {.name = "seen_by", .values = {"nobody", "p1"}, .meaning = "who sees the coins at once"}},
      .rulesets = {{"seed", {}}},
      .refused = {},
      .decisions = {"choose", "guess"},
      .chances = {"toss"}};
  return kInfo;
}

Rules::Rules(int /*seats*/, const OptionValues& options, const Tables& /*tables*/)
    : coins_{static_cast<int>(*info().options[0].values[static_cast<std::size_t>(options[0])].get<std::int64_t>())},
      p1_sees_{options[1] == 1} {}

Node Rules::node(const State& state) const noexcept {
  switch (state.phase) {
    case Phase::toss:
      return Node::chance(0);
    case Phase::choose:
      return Node::decision(0, kChoose);
    case Phase::guess:
      return Node::decision(0, kGuess);
    case Phase::safe:
    case Phase::shown:
      return Node::terminal();
  }
  return Node::terminal();
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  out.add_bits(bits::first(2), state.phase == Phase::choose ? kSafe : kHeads);
}

void Rules::apply(State& state, Action action) const noexcept {
  if (action == kSafe) {
    state.phase = Phase::safe;  // HC-2
  } else if (action == kDare) {
    state.phase = Phase::guess;
  } else {
    const int next = count(state.guess);  // HC-3
    state.guess[next] = side_of(action - kHeads);
    if (next + 1 == coins_) state.phase = Phase::shown;
  }
}

void Rules::outcomes(const State& /*state*/, Distribution<kOutcomes>& out) const noexcept {
  out.add(0, 1);
  out.add(1, 1);
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {  // HC-1
  const int next = count(state.coin);
  state.coin[next] = side_of(outcome);
  if (next + 1 == coins_) state.phase = Phase::choose;
}

Label Rules::label(const State& before, Event event, const State& after, int viewer) const noexcept {
  if (event.is_outcome()) return sees(before, viewer) ? open_label(event) : token_label(0, kChancePlayer);
  Label label = open_label(event);
  if (after.phase == Phase::shown) {
    for (int i = 0; i < coins_; ++i) label = with_fact(label, static_cast<std::uint64_t>(after.coin[i]));
  }
  return label;
}

std::string Rules::label_text(const State& before, Event event, const State& after, int viewer) const {
  if (event.is_outcome()) return sees(before, viewer) ? outcome_text(before, event.id) : "chance tosses a coin";
  std::string text = seat_text(event.seat) + " " + action_text(event.id);
  if (after.phase == Phase::shown) {
    text += "; shown:";
    for (int i = 0; i < coins_; ++i) text += " " + std::string(name_of(after.coin[i]));
  }
  return text;
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  if (sees(state, viewer)) return;
  const int tossed = count(state.coin);
  for (int i = 0; i < tossed; ++i) state.coin[i] = side_of(static_cast<int>(rng.below(2)));
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  const bool shown = state.phase == Phase::shown;
  const bool right = std::equal(std::begin(state.coin), std::end(state.coin), std::begin(state.guess));
  const int draw = state.phase == Phase::safe ? 1 : 0;
  out[0] = shown ? (right ? 2 : 0) : draw;
  out[1] = shown ? (right ? 0 : 2) : draw;
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  int points[2];
  scores(state, points);
  toys::places_by(points, out);
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  int numbers[2];
  places(state, numbers);
  placing_utilities(numbers, out);  // even before the end
}

std::vector<Plane> Rules::layout() const {
  return {{"phase", {static_cast<int>(kPhaseNames.size())}, "1 for the phase: toss, choose, guess, safe, shown"},
          {"coins", {coins_, 3}, "per coin: 1 if it is tossed and not seen, 1 for heads, 1 for tails"},
          {"guesses", {coins_, 2}, "per coin: 1 for heads, 1 for tails"},
          {"seat", {1}, "the viewer's seat, 0 or 1"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  std::fill(out.begin(), out.end(), 0.0F);
  float* next = out.data();
  next[static_cast<int>(state.phase)] = 1.0F;
  next += kPhaseNames.size();
  for (int i = 0; i < coins_; ++i, next += 3) {
    if (state.coin[i] != Side::none) next[sees(state, viewer) ? static_cast<int>(state.coin[i]) : 0] = 1.0F;
  }
  for (int i = 0; i < coins_; ++i, next += 2) {
    if (state.guess[i] != Side::none) next[index_of(state.guess[i])] = 1.0F;
  }
  *next = static_cast<float>(viewer);
}

std::string Rules::action_text(Action action) const { return std::string(kActionNames[action]); }

std::string Rules::outcome_text(const State& /*state*/, Outcome outcome) const {
  return "chance " + std::string(kSideNames[outcome]);
}

Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, kActions, "'safe', 'dare', 'heads' or 'tails'",
                         [&](Action action) { return action_text(action); });
}

Outcome Rules::parse_outcome(const State& state, std::string_view text) const {
  return toys::find_text(text, kOutcomes, "'chance heads' or 'chance tails'",
                         [&](Outcome outcome) { return outcome_text(state, outcome); });
}

Value Rules::view(const State& state, int viewer) const {
  const auto list = [&](const Side(&sides)[kMaxCoins], bool seen) {
    Value all = Value::list();
    for (int i = 0; i < count(sides); ++i) all.push(seen ? name_of(sides[i]) : std::string_view("hidden"));
    return all;
  };
  Value value = Value::dict();
  value.set("phase", kPhaseNames[static_cast<std::size_t>(state.phase)]);
  value.set("coins", list(state.coin, sees(state, viewer)));
  value.set("guesses", list(state.guess, true));
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  State state{};
  DictReader reader(value, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  const auto read = [&](std::string_view key, Side(&sides)[kMaxCoins]) {
    reader.list(key, 0, coins_, [&](const Value& entry, const std::string& path, int i) {
      const int side = toys::read_name(entry, kSideNames, path, faults);
      if (side >= 0) sides[i] = side_of(side);
    });
  };
  read("coins", state.coin);
  read("guesses", state.guess);
  reader.finish();
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  if (state.phase > Phase::shown) {
    faults.emplace_back("unknown phase");
    return;
  }
  const int tossed = count(state.coin), guessed = count(state.guess);
  for (int i = 0; i < kMaxCoins; ++i) {
    if (state.coin[i] > Side::tails || state.guess[i] > Side::tails) faults.emplace_back("unknown side of a coin");
    if (i >= std::min(tossed, coins_) && state.coin[i] != Side::none) {
      faults.emplace_back("coins are tossed in order, and no more than there are");
    }
    if (i >= std::min(guessed, coins_) && state.guess[i] != Side::none) {
      faults.emplace_back("coins are guessed in order, and no more than there are");
    }
  }
  const bool all_tossed = tossed == coins_, all_guessed = guessed == coins_;
  if (all_tossed == (state.phase == Phase::toss)) faults.emplace_back("the coins do not fit the phase");
  if (all_guessed != (state.phase == Phase::shown) || (guessed > 0 && state.phase < Phase::guess) ||
      (guessed > 0 && state.phase == Phase::safe)) {
    faults.emplace_back("the guesses do not fit the phase");
  }
}

}  // namespace pyboard::hidden_coin
