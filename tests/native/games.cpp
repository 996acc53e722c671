#include "games.hpp"

#include <algorithm>
#include <cstring>

#include "check.hpp"

namespace pyboard::tests {

namespace {

/// Values of an option other than the default.
std::vector<Value> other_values(const OptionSpec& spec) {
  if (!spec.values.empty()) return {spec.values.begin() + 1, spec.values.end()};
  std::vector<Value> values;
  for (const int value : {spec.minimum, spec.default_integer + 7}) {
    if (value != spec.default_integer) values.emplace_back(value);
  }
  return values;
}

/// Defaults first, then single values; pairs too in a long run, or if there are few.
std::vector<Value> option_sets(const GameInfo& info) {
  constexpr std::size_t kFew = 3;
  const bool pairs = settings().effort > 1 || info.options.size() <= kFew;
  std::vector<Value> sets{Value::dict()};
  for (std::size_t i = 0; i < info.options.size(); ++i) {
    for (const Value& value : other_values(info.options[i])) {
      Value one = Value::dict();
      one.set(info.options[i].name, value);
      sets.push_back(one);
      for (std::size_t j = i + 1; pairs && j < info.options.size(); ++j) {
        for (const Value& second : other_values(info.options[j])) {
          Value two = one;
          two.set(info.options[j].name, second);
          sets.push_back(std::move(two));
        }
      }
    }
  }
  return sets;
}

/// Defaults with every number of seats; in a quick run everything else with one of them, each in turn.
std::vector<Setup> make_setups(bool plain) {
  std::vector<Setup> all;
  for (const GameEntry& entry : registry()) {
    const GameInfo& info = entry.info();
    const int counts = info.max_seats - info.min_seats + 1;
    for (int seats = info.min_seats; seats <= info.max_seats; ++seats) {
      int row = 0;
      for (Value& options : plain ? std::vector<Value>{Value::dict()} : option_sets(info)) {
        const bool due = row % counts == seats - info.min_seats;
        if (row == 0 || due || settings().effort > 1) all.push_back({entry.name, seats, std::move(options)});
        ++row;
      }
    }
  }
  return all;
}

}  // namespace

GamePointer Setup::load() const {
  GameRequest request;
  request.seats = seats;
  request.options = options;
  return load_game(name, request);
}

std::string Setup::text() const { return name + ", " + std::to_string(seats) + " players, " + options.json(); }

bool Setup::plain() const {
  const auto* chosen = options.get<Value::Dict>();
  return chosen == nullptr || chosen->empty();
}

const std::vector<Setup>& setups() {
  static const std::vector<Setup> kAll = make_setups(false);
  return kAll;
}

const std::vector<Setup>& plain_setups() {
  static const std::vector<Setup> kAll = make_setups(true);
  return kAll;
}

StatePointer random_position(const GamePointer& game, int steps, Rng& rng) {
  StatePointer state = AnyState::initial(game);
  for (int i = 0; i < steps && !state->is_terminal(); ++i) state->random_step(rng);
  return state;
}

int play_to_the_end(AnyState& state, Rng& rng) {
  int steps = 0;
  for (; !state.is_terminal() && steps < kLongestWalk; ++steps) state.random_step(rng);
  return steps;
}

Faults violations(const AnyState& state) {
  Faults faults;
  state.game()->violations(state.state(), faults);
  return faults;
}

std::vector<std::byte> state_bytes(const AnyState& state) {
  return {state.state(), state.state() + state.game()->state_size()};
}

void fix_checksum(std::vector<std::byte>& bytes) {
  std::uint64_t sum = 0;
  if (bytes.size() < sizeof sum) return;
  sum = hash_bytes(bytes.data(), bytes.size() - sizeof sum);
  std::memcpy(bytes.data() + bytes.size() - sizeof sum, &sum, sizeof sum);
}

void for_each_leaf(Value& tree, const std::function<void(Value&)>& f) {
  if (auto* dict = tree.get<Value::Dict>()) {
    for (auto& [key, value] : *dict) for_each_leaf(value, f);
  } else if (auto* list = tree.get<Value::List>()) {
    for (Value& value : *list) for_each_leaf(value, f);
  } else {
    f(tree);
  }
}

}  // namespace pyboard::tests
