#include "toys/connect_four/rules.hpp"

#include "pyboard/core/text.hpp"

namespace pyboard::connect_four {

const GameInfo& Rules::info() {
  static const GameInfo kInfo{.name = "connect_four",
                              .title = "Connect four",
                              .rules_version = 1,
                              .min_seats = 2,
                              .max_seats = 2,
                              .options = {},
                              .rulesets = {{"seed", {}}},
                              .refused = {},
                              .decisions = {"drop"},
                              .chances = {}};
  return kInfo;
}

std::vector<Plane> Rules::layout() const {
  return {{"own", {kRows, kColumns}, "1 where the viewer has a stone; rows from the bottom"},
          {"other", {kRows, kColumns}, "1 where the other seat has a stone; rows from the bottom"}};
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  std::size_t next = 0;
  for (const int seat : {viewer, 1 - viewer}) {
    const Word own = stones(state, seat);
    for (int row = 0; row < kRows; ++row) {
      for (int column = 0; column < kColumns; ++column)
        out[next++] = bits::test(own, kStep * row + column) ? 1.0F : 0.0F;
    }
  }
}

std::string Rules::label_text(const State& /*before*/, Event event, const State& /*after*/, int /*viewer*/) const {
  return seat_text(event.seat) + " " + action_text(event.id);
}

void Rules::scores(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < 2; ++seat) out[static_cast<std::size_t>(seat)] = has_line(stones(state, seat)) ? 1 : 0;
}

void Rules::places(const State& state, std::span<int> out) const noexcept {
  for (int seat = 0; seat < 2; ++seat) out[static_cast<std::size_t>(seat)] = has_line(stones(state, 1 - seat)) ? 2 : 1;
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  // The seat to move never has a line. Else: how many lines each seat can still fill.
  const int seat = to_move(state);
  int lead = 0;
  for (const int step : {1, kStep - 1, kStep, kStep + 1}) {
    lead += bits::count(lines(kBoard & ~state.last, step)) - bits::count(lines(kBoard & ~stones(state, seat), step));
  }
  const float own = has_line(state.last)  ? 0.0F
                    : state.all == kBoard ? 0.5F
                                          : std::clamp(0.5F + 0.01F * static_cast<float>(lead), 0.0F, 1.0F);
  out[static_cast<std::size_t>(seat)] = own;
  out[static_cast<std::size_t>(1 - seat)] = 1.0F - own;
}

std::string Rules::action_text(Action action) const { return "drop " + std::to_string(action); }

Action Rules::parse_action(const State& /*state*/, std::string_view text) const {
  return toys::find_text(text, kActions, "'drop <column>' with a column from 0 to 6",
                         [&](Action action) { return action_text(action); });
}

Value Rules::view(const State& state, int /*viewer*/) const {
  Value::List rows;
  for (int row = kRows - 1; row >= 0; --row) {
    std::string text;
    for (int column = 0; column < kColumns; ++column) {
      const int square = kStep * row + column;
      text += bits::test(stones(state, 0), square) ? 'x' : bits::test(stones(state, 1), square) ? 'o' : '.';
    }
    rows.emplace_back(text);
  }
  Value value = Value::dict();
  value.set("board", Value(std::move(rows)));
  return value;
}

State Rules::from_value(const Value& value, Faults& faults) const {
  Word own[2] = {0, 0};
  DictReader reader(value, "", faults);
  reader.list("board", kRows, kRows, [&](const Value& entry, const std::string& path, int index) {
    const auto* text = entry.get<std::string>();
    if (text == nullptr || text->size() != kColumns || text->find_first_not_of("xo.") != std::string::npos) {
      faults.push_back(path + " must be a text of seven of 'x', 'o' and '.', not " + entry.json());
      return;
    }
    for (int column = 0; column < kColumns; ++column) {
      const char mark = (*text)[static_cast<std::size_t>(column)];
      if (mark != '.') own[mark == 'x' ? 0 : 1] |= bits::bit(kStep * (kRows - 1 - index) + column);
    }
  });
  reader.finish();
  State state{own[0], own[0] | own[1]};
  if (to_move(state) == 0) state.last = own[1];
  return state;
}

void Rules::violations(const State& state, Faults& faults) const {
  const int count = bits::count(state.all);
  if ((state.all & ~kBoard) != 0) faults.emplace_back("stones outside the board");
  if ((state.last & ~state.all) != 0 || bits::count(state.last) != (count + 1) / 2) {
    faults.emplace_back("x must have as many stones as o, or one more");
  }
  if ((bits::down(state.all, kStep) & ~state.all) != 0) faults.emplace_back("a stone hangs in the air");
  if (!faults.empty()) return;
  // A line ends the game: all lines go through one stone, on top of its column, of the seat that moved last.
  bool possible = !has_line(state.last);
  const Word top = state.last & ~bits::down(state.all, kStep);
  for (Word rest = top; rest != 0;) possible = !has_line(state.last & ~bits::bit(bits::pop_lowest(rest))) || possible;
  if (!possible || has_line(state.all & ~state.last)) faults.emplace_back("the game went on after a line was made");
}

}  // namespace pyboard::connect_four
