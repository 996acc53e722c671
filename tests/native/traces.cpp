// Replays the recorded games. C++ reads no JSON and no gzip, so tools/flatten_traces.py writes them as lines
// of fields divided by tabs:
//   game  NAME PLAYERS OPTION=VALUE …     a record begins
//   act   SEAT PLAY LEGAL …               a decision: what was played, everything that was legal
//   draw  PLAY OUTCOME=P/Q …              a chance event
//   end   SCORE … | PLACE …               the result
#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include "check.hpp"
#include "games.hpp"

namespace pyboard::tests {

namespace {

std::vector<std::string> split(const std::string& line, char at) {
  std::vector<std::string> parts;
  std::size_t start = 0;
  for (std::size_t i = 0; i <= line.size(); ++i) {
    if (i != line.size() && line[i] != at) continue;
    parts.push_back(line.substr(start, i - start));
    start = i + 1;
  }
  return parts;
}

std::int64_t number(const std::string& text) {
  std::int64_t value = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), value);
  CHECK(result.ec == std::errc() && result.ptr == text.data() + text.size());
  return value;
}

/// Scores are written in points, which may be fractions; the engine counts in units of 1/score_unit.
int score_units(const std::string& points, int unit) {
  double value = 0;
  const auto result = std::from_chars(points.data(), points.data() + points.size(), value);
  CHECK(result.ec == std::errc() && result.ptr == points.data() + points.size());
  const double units = value * unit;
  CHECK(units == std::floor(units));
  return static_cast<int>(units);
}

Value option_value(const std::string& text) {
  if (text == "true" || text == "false") return {text == "true"};
  if (!text.empty() && text.find_first_not_of("-0123456789") == std::string::npos) return {number(text)};
  return {text};
}

StatePointer begin(const std::vector<std::string>& fields) {
  GameRequest request;
  request.seats = number(fields.at(2));
  for (std::size_t i = 3; i < fields.size(); ++i) {
    const std::size_t equals = fields[i].find('=');
    request.options.set(fields[i].substr(0, equals), option_value(fields[i].substr(equals + 1)));
  }
  return AnyState::initial(load_game(fields.at(1), request));
}

void check_decision(const AnyState& state, const std::vector<std::string>& fields) {
  CHECK_EQUAL(state.current_player(), number(fields.at(1)));
  std::set<std::string> have;
  if (!state.is_chance_node()) {
    for (const Action action : state.legal()) have.insert(state.text(action));
  }
  CHECK(have == std::set<std::string>(fields.begin() + 3, fields.end()));
}

void check_draw(const AnyState& state, const std::vector<std::string>& fields) {
  CHECK(state.is_chance_node());
  std::map<std::string, std::int64_t> have;
  std::int64_t total = 0;
  if (state.is_chance_node()) {
    for (const WeightedOutcome& outcome : state.outcomes()) {
      have[state.text(outcome.id)] = outcome.weight;
      total += outcome.weight;
    }
  }
  CHECK_EQUAL(have.size(), fields.size() - 2);
  for (std::size_t i = 2; i < fields.size(); ++i) {
    const std::size_t equals = fields[i].rfind('=');
    const std::size_t slash = fields[i].rfind('/');
    const std::int64_t p = number(fields[i].substr(equals + 1, slash - equals - 1));
    const std::int64_t q = number(fields[i].substr(slash + 1));
    const auto found = have.find(fields[i].substr(0, equals));
    CHECK(found != have.end() && found->second * q == p * total);
  }
}

void check_result(const AnyState& state, const std::vector<std::string>& fields) {
  CHECK(state.is_terminal());
  const auto seats = static_cast<std::size_t>(state.game()->seats());
  std::vector<int> scores(seats);
  std::vector<int> places(seats);
  state.game()->scores(state.state(), scores);
  state.game()->places(state.state(), places);
  CHECK_EQUAL(fields.size(), 2 + 2 * seats);
  for (std::size_t s = 0; s < seats; ++s) {
    CHECK_EQUAL(scores[s], score_units(fields.at(1 + s), state.game()->info().score_unit));
    CHECK_EQUAL(places[s], number(fields.at(2 + seats + s)));
  }
}

}  // namespace

TEST(traces_replay) {
  if (settings().traces.empty()) return;
  std::ifstream file(settings().traces);
  CHECK(file.good());
  StatePointer state;
  int games = 0;
  int row = 0;
  bool known = false;
  for (std::string line; std::getline(file, line);) {
    ++row;
    set_scene(settings().traces + ", line " + std::to_string(row));
    const std::vector<std::string> fields = split(line, '\t');
    if (fields[0] == "game") {
      // Traces may lie here before their game does.
      known = std::ranges::any_of(registry(), [&](const GameEntry& entry) { return entry.name == fields.at(1); });
      if (known) state = begin(fields);
      games += known ? 1 : 0;
    } else if (!known) {
      continue;
    } else if (fields[0] == "act") {
      check_decision(*state, fields);
      state->apply_text(fields.at(2));
    } else if (fields[0] == "draw") {
      check_draw(*state, fields);
      state->apply_text(fields.at(1));
    } else if (fields[0] == "end") {
      check_result(*state, fields);
    } else {
      CHECK_EQUAL(fields[0], "a known kind of line");
    }
  }
  CHECK(games > 0);
}

}  // namespace pyboard::tests
