// Searches whose visits are frozen: the same on every build type, compiler and vector width. The file is that of
// tests/search/test_trees.py, which compares the same lines from Python.
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "check.hpp"
#include "games.hpp"
#include "pyboard/api/any_search.hpp"
#include "pyboard/search/params.hpp"

namespace pyboard::tests {

namespace {

Value setting_value(const std::string& text) {
  if (text == "true" || text == "false") return {text == "true"};
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  if (end == text.c_str() || *end != '\0') return {text};
  if (text.find_first_not_of("-0123456789") == std::string::npos) return {std::int64_t{std::atoi(text.c_str())}};
  return {number};
}

/// The position after `steps` events that everybody can repeat, and on to a decision.
StatePointer walked(const GamePointer& game, int steps) {
  StatePointer state = AnyState::initial(game);
  for (std::size_t number = 0; !state->is_terminal(); ++number, --steps) {
    if (steps <= 0 && !state->is_chance_node()) return state;
    std::vector<Action> ids(state->legal().begin(), state->legal().end());
    if (state->is_chance_node()) {
      ids.clear();
      for (const WeightedOutcome& outcome : state->outcomes()) ids.push_back(outcome.id);
    }
    state->apply(ids[(7 * number + 3) % ids.size()]);
  }
  return nullptr;
}

/// "nodes action=visits ...", best first.
std::string found(const SearchReport& report) {
  std::string text = std::to_string(report.nodes);
  for (const ActionReport& row : report.actions)
    text += " " + std::to_string(row.action) + "=" + std::to_string(row.visits);
  return text;
}

}  // namespace

TEST(trees_are_the_same_everywhere) {
  if (settings().trees.empty()) return;
  std::ifstream file(settings().trees);
  CHECK(file.good());
  int compared = 0;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    const std::size_t bar = line.find(" | ");
    std::istringstream words(line.substr(0, bar));
    std::string name;
    std::string method;
    std::int64_t seats = 0;
    int steps = 0;
    Budget budget;
    std::uint64_t seed = 0;
    words >> name >> seats >> steps >> method >> budget.iterations >> seed;
    Value given = Value::dict();
    for (std::string setting; words >> setting;) {
      const std::size_t equals = setting.find('=');
      given.set(setting.substr(0, equals), setting_value(setting.substr(equals + 1)));
    }
    const bool known = std::ranges::any_of(registry(), [&](const GameEntry& entry) { return entry.name == name; });
    if (!known || find_game(name).search == nullptr) continue;
    set_scene(line.substr(0, bar));
    GameRequest request;
    request.seats = seats;
    const StatePointer state = walked(load_game(name, request), steps);
    CHECK(state != nullptr);
    if (state == nullptr) continue;
    const SearchParams params = read_params(given, method, {}, static_cast<int>(seats));
    const auto engine = make_search(state->game(), method == "flat" ? SearchMethod::flat : SearchMethod::mcts, params);
    Control control;
    const SearchResult result = engine->run(*state, state->current_player(), budget, seed, control);
    CHECK_EQUAL(found(result.report), line.substr(bar + 3));
    ++compared;
  }
  CHECK(compared > 0 || registry().empty() || find_game(registry().front().name).search == nullptr);
}

}  // namespace pyboard::tests
