#include "toys/pig/rules.hpp"

#include "pyboard/core/text.hpp"

namespace pyboard::pig {

namespace {

constexpr std::array<std::string_view, 3> kPhaseNames = {"decide", "roll", "over"};
constexpr int kMaxTarget = 1'000'000;

}  // namespace

const GameInfo& Rules::info() {
  static const GameInfo kInfo{.name = "pig",
                              .title = "Pig",
                              .rules_version = 1,
                              .min_seats = 2,
                              .max_seats = kMaxSeats,
                              .options = {{.name = "target",
                                           .values = {},
                                           .minimum = 1,
                                           .default_integer = 100,
                                           .meaning = "points that win; more than a million count as a million"}},
                              .rulesets = {{"seed", {}}},
                              .refused = {},
                              .decisions = {"turn"},
                              .chances = {"roll"}};
  return kInfo;
}

Rules::Rules(int seats, const OptionValues& options, const Tables& /*tables*/)
    : seats_{seats}, target_{static_cast<std::uint32_t>(std::min(options[0], kMaxTarget))} {}

Node Rules::node(const State& state) const noexcept {
  switch (state.phase) {
    case Phase::decide:
      return Node::decision(state.seat, 0);
    case Phase::roll:
      return Node::chance(0);
    case Phase::over:
      return Node::terminal();
  }
  return Node::terminal();
}

void Rules::legal(const State& state, ActionSet<kMaxLegal>& out) const noexcept {
  if (!must_hold(state)) out.add(kRoll);     // PIG-4
  if (state.turn_total > 0) out.add(kHold);  // PIG-1
}

void Rules::apply(State& state, Action action) const noexcept {
  if (action == kRoll) {
    state.phase = Phase::roll;
    return;
  }
  const bool won = must_hold(state);
  state.score[state.seat] += state.turn_total;  // PIG-3
  if (won) {
    state.turn_total = 0;
    state.phase = Phase::over;
  } else {
    end_turn(state);
  }
}

void Rules::outcomes(const State& /*state*/, Distribution<kOutcomes>& out) const noexcept {
  for (int side = 0; side < kSides; ++side) out.add(side, 1);
}

void Rules::apply_outcome(State& state, Outcome outcome) const noexcept {
  state.phase = Phase::decide;
  if (outcome == 0) {
    end_turn(state);  // PIG-2
  } else {
    state.turn_total += outcome + 1U;
  }
}

void Rules::end_turn(State& state) const noexcept {
  state.turn_total = 0;
  state.seat = static_cast<std::uint8_t>(state.seat + 1 == seats_ ? 0 : state.seat + 1);
}

std::string Rules::label_text(const State& before, Event event, const State& /*after*/, int /*viewer*/) const {
  return event.is_outcome() ? outcome_text(before, event.id) : seat_text(event.seat) + " " + action_text(event.id);
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (std::size_t seat = 0; seat < out.size(); ++seat) out[seat] = static_cast<int>(state.score[seat]);
}

void Rules::places(const State& state, std::span<int> out) const noexcept { toys::places_by(state.score, out); }

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    int places[kMaxSeats];
    const std::span<int> all(places, static_cast<std::size_t>(seats_));
    toys::places_by(state.score, all);
    placing_utilities(all, out);
    return;
  }
  // Half of the lead in points (the turn total at half its worth), as a share of the target.
  float points[kMaxSeats] = {};
  float sum = 0;
  for (std::size_t seat = 0; seat < out.size(); ++seat) {
    points[seat] = static_cast<float>(state.score[seat]);
    if (seat == state.seat) points[seat] += 0.5F * static_cast<float>(state.turn_total);
    sum += points[seat];
  }
  for (std::size_t seat = 0; seat < out.size(); ++seat) {
    const float others = (sum - points[seat]) / static_cast<float>(seats_ - 1);
    out[seat] = std::clamp(0.5F + 0.5F * (points[seat] - others) / static_cast<float>(target_), 0.0F, 1.0F);
  }
}

std::vector<Plane> Rules::layout() const {
  return {{"scores", {seats_}, "score / target, beginning with the viewer, clockwise"},
          {"turn_total", {1}, "points at stake / target"},
          {"turn", {seats_}, "1 for the seat whose turn it is, beginning with the viewer"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  const float scale = 1.0F / static_cast<float>(target_);
  const auto count = static_cast<std::size_t>(seats_);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t seat = (static_cast<std::size_t>(viewer) + i) % count;
    out[i] = scale * static_cast<float>(state.score[seat]);
    out[count + 1 + i] = seat == state.seat ? 1.0F : 0.0F;
  }
  out[count] = scale * static_cast<float>(state.turn_total);
}

std::string Rules::action_text(Action action) const { return action == kRoll ? "roll" : "hold"; }

std::string Rules::outcome_text(const State& /*state*/, Outcome outcome) const {
  return "chance roll " + std::to_string(outcome + 1);
}

Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, kActions, "'roll' or 'hold'", [&](Action action) { return action_text(action); });
}

Outcome Rules::parse_outcome(const State& state, std::string_view text) const {
  return toys::find_text(text, kOutcomes, "'chance roll <pips>' with pips from 1 to 6",
                         [&](Outcome outcome) { return outcome_text(state, outcome); });
}

Value Rules::view(const State& state, int /*viewer*/) const {
  Value value = Value::dict();
  value.set("phase", kPhaseNames[static_cast<std::size_t>(state.phase)]);
  value.set("seat", state.seat);
  Value scores = Value::list();
  for (int seat = 0; seat < seats_; ++seat) scores.push(static_cast<std::int64_t>(state.score[seat]));
  value.set("scores", std::move(scores));
  value.set("turn_total", static_cast<std::int64_t>(state.turn_total));
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  State state{};
  DictReader reader(value, "", faults);
  state.phase = static_cast<Phase>(reader.choice("phase", kPhaseNames));
  state.seat = static_cast<std::uint8_t>(reader.integer("seat", 0, seats_ - 1));
  int scores[kMaxSeats] = {};
  reader.integers("scores", std::span<int>(scores, static_cast<std::size_t>(seats_)), 0, 2 * kMaxTarget);
  for (int seat = 0; seat < seats_; ++seat) state.score[seat] = static_cast<std::uint32_t>(scores[seat]);
  state.turn_total = static_cast<std::uint32_t>(reader.integer("turn_total", 0, 2 * kMaxTarget));
  reader.finish();
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  if (state.phase > Phase::over) faults.emplace_back("unknown phase");
  if (state.seat >= seats_) faults.emplace_back("no such seat is to move");
  if (state.unused[0] != 0 || state.unused[1] != 0) faults.emplace_back("unused bytes are set");
  for (int seat = seats_; seat < kMaxSeats; ++seat) {
    if (state.score[seat] != 0) faults.emplace_back("a seat that is not there has points");
  }
  if (!faults.empty()) return;
  const bool over = state.phase == Phase::over;
  // The last roll brings at most six points more than were needed to reach target - 1.
  const std::uint32_t most = target_ - 1 + kSides;
  for (int seat = 0; seat < seats_; ++seat) {
    const std::uint32_t score = state.score[seat];
    const bool winner = over && seat == state.seat;
    if (score == 1) faults.push_back(seat_text(seat) + " cannot have 1 point");
    if (winner ? score < target_ || score > most : score >= target_) {
      faults.push_back(seat_text(seat) + " has " + std::to_string(score) + " points, which does not fit the phase");
    }
  }
  if (state.turn_total == 1 || state.turn_total > most || (over && state.turn_total != 0))
    faults.emplace_back("the turn total is impossible");
  if (!over && state.score[state.seat] + state.turn_total > most)
    faults.emplace_back("the turn total is impossible: it was enough before the last roll");
  if (state.phase == Phase::roll && must_hold(state)) faults.emplace_back("a roll is due where holding wins");
}

}  // namespace pyboard::pig
