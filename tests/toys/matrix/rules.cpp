#include "toys/matrix/rules.hpp"

#include <stdexcept>

#include "pyboard/core/text.hpp"
#include "toys/matrix/default_tables.hpp"

namespace pyboard::matrix {

namespace {

constexpr std::array<std::string_view, kGames> kGameNames = {"matching_pennies", "rock_paper_scissors",
                                                             "prisoners_dilemma"};
constexpr std::array<std::array<std::string_view, kMaxChoices>, kGames> kChoiceNames = {
    {{"heads", "tails"}, {"rock", "paper", "scissors"}, {"cooperate", "defect"}}};
constexpr std::array<int, kGames> kChoices = {2, 3, 2};
constexpr std::string_view kHidden = "sealed";

std::span<const std::string_view> choices_of(int game) {
  const auto g = static_cast<std::size_t>(game);
  return std::span(kChoiceNames[g]).first(static_cast<std::size_t>(kChoices[g]));
}

}  // namespace

const GameInfo& Rules::info() {
  static const GameInfo kInfo{.name = "matrix",
                              .title = "Matrix game",
                              .rules_version = 1,
                              .min_seats = 2,
                              .max_seats = 2,
                              .options = {{.name = "game",
                                           .values = {kGameNames[0], kGameNames[1], kGameNames[2]},
                                           .meaning = "the table that is played"},
                                          {.name = "rounds", .values = {1, 2, 3}, .meaning = "how often it is played"}},
                              .rulesets = {{"seed", {}}},
                              .refused = {},
                              .decisions = {"choose"},
                              .chances = {}};
  return kInfo;
}

void Rules::describe(schema::Visitor& visitor, Tables& tables) {
  for (int game = 0; game < kGames; ++game) {
    const auto names = choices_of(game);
    visitor.keyed(kGameNames[static_cast<std::size_t>(game)], names, [&, game, names](int row) {
      for (std::size_t column = 0; column < names.size(); ++column) {
        visitor.integers(names[column], tables.payoffs[game][row][column], -kMaxPayoff, kMaxPayoff);
      }
    });
  }
}

const Tables& Rules::default_tables() {
  static const Tables kTables = [] {
    Tables tables{};
    if (!schema::load([&](schema::Visitor& visitor) { describe(visitor, tables); }, kDefaultTables)) {
      throw std::logic_error("the default tables of matrix do not fit its schema");
    }
    return tables;
  }();
  return kTables;
}

Rules::Rules(int /*seats*/, const OptionValues& options, const Tables& tables)
    : tables_{tables},
      game_{options[0]},
      rounds_{options[1] + 1},
      choices_{kChoices[static_cast<std::size_t>(options[0])]} {}

std::span<const std::string_view> Rules::names() const noexcept { return choices_of(game_); }

void Rules::apply(State& state, Action action) const noexcept {
  const auto choice = static_cast<std::uint8_t>(action + 1);
  if (state.sealed == 0) {  // MX-1
    state.sealed = choice;
    return;
  }
  const auto& payoffs = tables_.payoffs[game_][state.sealed - 1][action];
  for (int seat = 0; seat < 2; ++seat)
    state.score[seat] = static_cast<std::int16_t>(state.score[seat] + payoffs[seat]);  // MX-2
  state.shown[0] = state.sealed;
  state.shown[1] = choice;
  state.sealed = 0;
  ++state.rounds;
}

Label Rules::label(const State& /*before*/, Event event, const State& after, int viewer) const noexcept {
  if (event.seat == 1) return with_fact(open_label(event), after.shown[0]);
  return viewer == 0 ? open_label(event) : token_label(0, 0);
}

std::string Rules::label_text(const State& /*before*/, Event event, const State& after, int viewer) const {
  if (event.seat == 1)
    return "open: " + action_text(static_cast<Action>(after.shown[0] - 1)) + " " + action_text(event.id);
  return viewer == 0 ? "p0 " + action_text(event.id) : "p0 has chosen";
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  if (viewer == 1 && state.sealed != 0)
    state.sealed = static_cast<std::uint8_t>(1 + rng.below(static_cast<std::uint32_t>(choices_)));
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (std::size_t seat = 0; seat < 2; ++seat) out[seat] = state.score[seat];
}

void Rules::places(const State& state, std::span<int> out) const noexcept { toys::places_by(state.score, out); }

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  int numbers[2];
  places(state, numbers);
  placing_utilities(numbers, out);
}

std::vector<Plane> Rules::layout() const {
  return {{"own_choice", {choices_}, "1 for the viewer's own sealed choice"},
          {"sealed", {1}, "1 if p0 has made his choice of this round"},
          {"shown", {2, choices_}, "1 for the choices of the last round, the viewer's first"},
          {"scores", {2}, "scores / 10, the viewer's first"},
          {"round", {1}, "share of the rounds that are over"},
          {"seat", {1}, "the viewer's seat, 0 or 1"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  std::fill(out.begin(), out.end(), 0.0F);
  float* next = out.data();
  if (viewer == 0 && state.sealed != 0) next[state.sealed - 1] = 1.0F;
  next += choices_;
  *next++ = state.sealed != 0 ? 1.0F : 0.0F;
  for (const int seat : {viewer, 1 - viewer}) {
    if (state.shown[seat] != 0) next[state.shown[seat] - 1] = 1.0F;
    next += choices_;
  }
  for (const int seat : {viewer, 1 - viewer}) *next++ = 0.1F * static_cast<float>(state.score[seat]);
  *next++ = static_cast<float>(state.rounds) / static_cast<float>(rounds_);
  *next = static_cast<float>(viewer);
}

std::string Rules::action_text(Action action) const { return std::string(names()[action]); }

Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, choices_, quoted_list(names()).c_str(),
                         [&](Action action) { return action_text(action); });
}

Value Rules::view(const State& state, int viewer) const {
  const auto choice = [&](int index) {
    return index == 0 ? Value() : Value(names()[static_cast<std::size_t>(index - 1)]);
  };
  Value value = Value::dict();
  value.set("round", state.rounds);
  value.set("sealed", state.sealed != 0 && viewer == 1 ? Value(kHidden) : choice(state.sealed));
  value.set("shown", Value(Value::List{choice(state.shown[0]), choice(state.shown[1])}));
  value.set("scores", Value(Value::List{state.score[0], state.score[1]}));
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  State state{};
  DictReader reader(value, "", faults);
  state.rounds = static_cast<std::uint8_t>(reader.integer("round", 0, rounds_));
  state.sealed = static_cast<std::uint8_t>(1 + reader.choice_or_null("sealed", names()));
  reader.list("shown", 2, 2, [&](const Value& entry, const std::string& path, int seat) {
    if (entry.is_null()) return;
    state.shown[seat] = static_cast<std::uint8_t>(toys::read_name(entry, names(), path, faults) + 1);
  });
  int scores[2] = {0, 0};
  reader.integers("scores", scores, -kMaxPayoff * rounds_, kMaxPayoff * rounds_);
  for (int seat = 0; seat < 2; ++seat) state.score[seat] = static_cast<std::int16_t>(scores[seat]);
  reader.finish();
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  if (state.rounds > rounds_) faults.emplace_back("more rounds than are played");
  if (state.sealed > choices_ || state.shown[0] > choices_ || state.shown[1] > choices_)
    faults.emplace_back("unknown choice");
  if (!faults.empty()) return;
  if (state.rounds == rounds_ && state.sealed != 0) faults.emplace_back("a choice is sealed after the end");
  for (int seat = 0; seat < 2; ++seat) {
    if ((state.shown[seat] != 0) != (state.rounds > 0)) faults.emplace_back("the choices shown do not fit the round");
    // Loose bounds; which scores can be reached depends on the table.
    if (std::abs(state.score[seat]) > kMaxPayoff * state.rounds)
      faults.push_back("the score of " + seat_text(seat) + " cannot be reached");
  }
}

}  // namespace pyboard::matrix
