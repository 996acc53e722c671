#include "toys/tic_tac_toe/rules.hpp"

#include "pyboard/core/text.hpp"

namespace pyboard::tic_tac_toe {

const GameInfo& Rules::info() {
  static const GameInfo kInfo{.name = "tic_tac_toe",
                              .title = "Tic-tac-toe",
                              .rules_version = 1,
                              .min_seats = 2,
                              .max_seats = 2,
                              .options = {},
                              .rulesets = {{"seed", {}}},
                              .refused = {},
                              .decisions = {"mark"},
                              .chances = {}};
  return kInfo;
}

std::vector<Plane> Rules::layout() const {
  return {{"own", {3, 3}, "1 where the viewer has marked"}, {"other", {3, 3}, "1 where the other seat has marked"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  for (int i = 0; i < 9; ++i) {
    out[static_cast<std::size_t>(i)] = bits::test(state.squares[viewer], i) ? 1.0F : 0.0F;
    out[static_cast<std::size_t>(9 + i)] = bits::test(state.squares[1 - viewer], i) ? 1.0F : 0.0F;
  }
}

std::string Rules::label_text(const State& /*before*/, Event event, const State& /*after*/, int /*viewer*/) const {
  return seat_text(event.seat) + " " + action_text(event.id);
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < 2; ++seat) out[static_cast<std::size_t>(seat)] = has_line(state, seat) ? 1 : 0;
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < 2; ++seat) out[static_cast<std::size_t>(seat)] = has_line(state, 1 - seat) ? 2 : 1;
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  // Lines that only one seat can still fill.
  int open_lines[2] = {0, 0};
  for (const Word line : {0007U, 0070U, 0700U, 0111U, 0222U, 0444U, 0421U, 0124U}) {
    for (int seat = 0; seat < 2; ++seat) open_lines[seat] += (state.squares[1 - seat] & line) == 0 ? 1 : 0;
  }
  float own = 0.5F + 0.05F * static_cast<float>(open_lines[0] - open_lines[1]);
  for (int seat = 0; seat < 2; ++seat) {
    if (has_line(state, seat)) own = seat == 0 ? 1.0F : 0.0F;
  }
  out[0] = own;
  out[1] = 1.0F - own;
}

std::string Rules::action_text(Action action) const { return "mark " + std::to_string(action); }
Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, kActions, "'mark <square>' with a square from 0 to 8",
                         [&](Action action) { return action_text(action); });
}

Value Rules::view(const State& state, int /*viewer*/) const {
  Value::List rows;
  for (int row = 0; row < 3; ++row) {
    std::string text;
    for (int column = 0; column < 3; ++column) {
      const int square = 3 * row + column;
      text += bits::test(state.squares[0], square) ? 'x' : bits::test(state.squares[1], square) ? 'o' : '.';
    }
    rows.emplace_back(text);
  }
  Value value = Value::dict();
  value.set("board", Value(std::move(rows)));
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  State state{};
  DictReader reader(value, "", faults);
  reader.list("board", 3, 3, [&](const Value& entry, const std::string& path, int row) {
    const auto* text = entry.get<std::string>();
    if (text == nullptr || text->size() != 3 || text->find_first_not_of("xo.") != std::string::npos) {
      faults.push_back(path + " must be a text of three of 'x', 'o' and '.', not " + entry.json());
      return;
    }
    for (int column = 0; column < 3; ++column) {
      const char mark = (*text)[static_cast<std::size_t>(column)];
      if (mark == '.') continue;
      std::uint16_t& squares = state.squares[mark == 'x' ? 0 : 1];
      squares = static_cast<std::uint16_t>(squares | bits::bit(3 * row + column));
    }
  });
  reader.finish();
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  if ((taken(state) & ~bits::first(9)) != 0) faults.emplace_back("marks outside the board");
  if ((state.squares[0] & state.squares[1]) != 0) faults.emplace_back("two marks on one square");
  const int lead = bits::count(state.squares[0]) - bits::count(state.squares[1]);
  if (lead != 0 && lead != 1) faults.emplace_back("x must have as many marks as o, or one more");
  if (faults.empty() && ((has_line(state, 0) && lead == 0) || (has_line(state, 1) && lead == 1))) {
    faults.emplace_back("the game went on after a line was made");
  }
}

}  // namespace pyboard::tic_tac_toe
