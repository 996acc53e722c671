#include "toys/three_player/rules.hpp"

#include "pyboard/core/text.hpp"

namespace pyboard::three_player {

namespace {

/// Points of p0, p1, p2 after left-left-left, left-left-right, …
constexpr std::array<std::array<int, kSeats>, 8> kPoints = {
    {{3, 2, 2}, {1, 2, 0}, {0, 4, 2}, {1, 0, 3}, {3, 1, 2}, {2, 1, 3}, {2, 2, 3}, {3, 1, 1}}};
constexpr std::array<std::string_view, 2> kMoveNames = {"left", "right"};

bool went_right(const State& state, int move) noexcept { return bits::test(state.path, state.moves - 1 - move); }

}  // namespace

const GameInfo& Rules::info() {
  static const GameInfo kInfo{.name = "three_player",
                              .title = "Three players, three moves",
                              .rules_version = 1,
                              .min_seats = kSeats,
                              .max_seats = kSeats,
                              .options = {},
                              .rulesets = {{"seed", {}}},
                              .refused = {},
                              .decisions = {"move"},
                              .chances = {}};
  return kInfo;
}

std::string Rules::label_text(const State& /*before*/, Event event, const State& /*after*/, int /*viewer*/) const {
  return seat_text(event.seat) + " " + action_text(event.id);
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  std::fill(out.begin(), out.end(), 0);
  if (state.moves == kSeats) std::copy(kPoints[state.path].begin(), kPoints[state.path].end(), out.begin());
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  int points[kSeats];
  scores(state, points);
  toys::places_by(points, out);
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  int numbers[kSeats];
  places(state, numbers);
  placing_utilities(numbers, out);  // all equal before the end
}

std::vector<Plane> Rules::layout() const {
  return {{"moves", {kSeats, 2}, "per move: 1 for left, 1 for right; none if it is not made yet"},
          {"seat", {kSeats}, "1 for the viewer's seat"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  std::fill(out.begin(), out.end(), 0.0F);
  for (int move = 0; move < state.moves; ++move)
    out[static_cast<std::size_t>(2 * move + (went_right(state, move) ? 1 : 0))] = 1.0F;
  out[static_cast<std::size_t>(2 * kSeats + viewer)] = 1.0F;
}

Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, kActions, "'left' or 'right'", [&](Action action) { return action_text(action); });
}

Value Rules::view(const State& state, int /*viewer*/) const {
  Value moves = Value::list();
  for (int move = 0; move < state.moves; ++move) moves.push(kMoveNames[went_right(state, move) ? 1 : 0]);
  Value value = Value::dict();
  value.set("moves", std::move(moves));
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  State state{};
  DictReader reader(value, "", faults);
  reader.list("moves", 0, kSeats, [&](const Value& entry, const std::string& path, int /*index*/) {
    const int move = toys::read_name(entry, kMoveNames, path, faults);
    if (move >= 0) apply(state, static_cast<Action>(move));
  });
  reader.finish();
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  if (state.moves > kSeats) {
    faults.emplace_back("more moves than seats");
  } else if ((state.path & ~bits::first(state.moves)) != 0) {
    faults.emplace_back("the path is longer than the moves made");
  }
}

}  // namespace pyboard::three_player
