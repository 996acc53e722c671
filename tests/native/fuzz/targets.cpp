#include "fuzz/targets.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>
#include <string>

#include "games.hpp"

namespace pyboard::fuzz {

namespace {

using tests::Setup;
using tests::StatePointer;

constexpr int kMostSteps = 1200;

void require(bool condition, const std::string& what) {
  if (!condition) throw std::logic_error(what);
}

/// Takes choices from the front of the input; zeros when it is used up.
class Bytes {
 public:
  explicit Bytes(Input input) : input_{input} {}

  [[nodiscard]] bool empty() const { return input_.empty(); }
  std::uint8_t byte() {
    if (input_.empty()) return 0;
    const std::uint8_t value = input_.front();
    input_ = input_.subspan(1);
    return value;
  }
  std::uint32_t number() { return byte() | (std::uint32_t{byte()} << 8U); }
  /// In [0, bound): one byte where that is enough.
  std::uint32_t below(std::size_t bound) {
    return (bound <= 256 ? byte() : number()) % static_cast<std::uint32_t>(bound);
  }
  Input rest() {
    const Input all = input_;
    input_ = {};
    return all;
  }
  std::string text() {
    const Input all = rest();
    return {reinterpret_cast<const char*>(all.data()), all.size()};
  }

 private:
  Input input_;
};

/// Games are made once and kept.
GamePointer choose_game(Bytes& bytes) {
  static std::vector<GamePointer> games(tests::setups().size());
  const std::size_t chosen = bytes.below(games.size());
  if (games[chosen] == nullptr) games[chosen] = tests::setups()[chosen].load();
  return games[chosen];
}

void check_position(const AnyState& state) {
  const Faults faults = tests::violations(state);
  require(faults.empty(), join_faults("position", faults));
}

/// Plays with choices from the input, then at random. Fuzzers are built with PYBOARD_CHECK_STATES: the driver
/// looks at every position on the way.
void play(AnyState& state, Bytes& bytes) {
  const AnyGame& game = *state.game();
  std::vector<float> seen(static_cast<std::size_t>(game.observation_size()));
  int steps = 0;
  for (; !state.is_terminal() && !bytes.empty() && steps < kMostSteps; ++steps) {
    if (state.is_chance_node()) {
      const auto outcomes = state.outcomes();
      state.apply(outcomes[bytes.below(outcomes.size())].id);
    } else {
      state.apply(state.legal()[bytes.below(state.legal().size())]);
    }
    game.observe(state.state(), steps % game.seats(), seen);
  }
  Rng rng(static_cast<std::uint64_t>(steps));
  const StatePointer dealt = state.resample(steps % game.seats(), rng.next());
  check_position(*dealt);
  tests::play_to_the_end(*dealt, rng);
  check_position(*dealt);
  check_position(state);
}

/// A position of a game that the input chooses, some random steps after its beginning.
StatePointer choose_position(Bytes& bytes) {
  const GamePointer game = choose_game(bytes);
  const std::uint32_t steps = bytes.number() % 400;
  Rng rng(bytes.byte());
  return tests::random_position(game, static_cast<int>(steps), rng);
}

// Choices, never raw action numbers: every input is a game.
void fuzz_play(Input input) {
  Bytes bytes(input);
  const StatePointer state = AnyState::initial(choose_game(bytes));
  play(*state, bytes);
  const StatePointer back = AnyState::deserialize(state->game(), state->serialize(true));
  require(*back == *state, "serialised and read back, the position differs");
}

// Serialised positions with changed, inserted and removed bytes, under a right checksum.
void fuzz_bytes(Input input) {
  Bytes bytes(input);
  const StatePointer state = choose_position(bytes);
  std::vector<std::byte> serialised = state->serialize((bytes.byte() & 1U) != 0);
  const std::uint32_t changes = bytes.below(24);
  for (std::uint32_t i = 0; i < changes && !serialised.empty(); ++i) {
    const auto at = static_cast<std::ptrdiff_t>(bytes.number() % serialised.size());
    const std::uint8_t how = bytes.byte();
    const auto value = static_cast<std::byte>(bytes.byte());
    if (how < 224) {
      serialised[static_cast<std::size_t>(at)] ^= value;
    } else if (how < 240) {
      serialised.insert(serialised.begin() + at, value);
    } else {
      serialised.erase(serialised.begin() + at);
    }
  }
  tests::fix_checksum(serialised);
  try {
    const StatePointer read = AnyState::deserialize(state->game(), serialised);
    check_position(*read);
    play(*read, bytes);
  } catch (const CorruptStateError&) {
    return;
  }
}

// Any text at any node.
void fuzz_text(Input input) {
  Bytes bytes(input);
  const StatePointer state = choose_position(bytes);
  if (state->is_terminal()) return;
  const auto before = tests::state_bytes(*state);
  std::string text;
  if ((bytes.byte() & 1U) != 0) {
    const auto ids = state->is_chance_node() ? state->outcomes().front().id : state->legal().front();
    text = state->text(ids).substr(0, bytes.below(16));
  }
  text += bytes.text();
  try {
    const std::uint16_t id = state->parse(text);
    require(state->text(id) == text, "'" + text + "' was read as '" + state->text(id) + "'");
  } catch (const InvalidActionError&) {
    require(tests::state_bytes(*state) == before, "reading a text changed the position");
  } catch (const IllegalActionError&) {
    require(tests::state_bytes(*state) == before, "reading a text changed the position");
  }
}

/// A tree that the input describes.
Value make_tree(Bytes& bytes, int depth) {
  switch (bytes.byte() % (depth > 3 ? 6 : 8)) {
    case 0:
      return {};
    case 1:
      return {(bytes.byte() & 1U) != 0};
    case 2:
      return {static_cast<std::int64_t>(static_cast<std::int8_t>(bytes.byte()))};
    case 3:
      return {static_cast<std::int64_t>(bytes.number()) << (bytes.byte() % 48)};
    case 4:
      return {static_cast<double>(bytes.number()) / 3.0};
    case 5:
      return {std::string(bytes.byte() % 8U, static_cast<char>(bytes.byte()))};
    case 6: {
      Value list = Value::list();
      for (std::uint32_t n = bytes.below(5); n > 0; --n) list.push(make_tree(bytes, depth + 1));
      return list;
    }
    default: {
      Value dict = Value::dict();
      for (std::uint32_t n = bytes.below(5); n > 0; --n) {
        dict.set(std::string(1, static_cast<char>('a' + bytes.byte() % 26)), make_tree(bytes, depth + 1));
      }
      return dict;
    }
  }
}

/// All places of a tree, inner ones too.
void collect(Value& tree, std::vector<Value*>& places) {
  places.push_back(&tree);
  if (auto* dict = tree.get<Value::Dict>()) {
    for (auto& [key, value] : *dict) collect(value, places);
  } else if (auto* list = tree.get<Value::List>()) {
    for (Value& value : *list) collect(value, places);
  }
}

/// Edits a few places: another tree, a neighbouring number, a member or entry more or less.
void edit(Value& tree, Bytes& bytes) {
  for (std::uint32_t n = bytes.below(8); n > 0; --n) {
    std::vector<Value*> places;
    collect(tree, places);
    Value& place = *places[bytes.number() % places.size()];
    const std::uint8_t how = bytes.byte();
    if (auto* number = place.get<std::int64_t>(); number != nullptr && how < 160) {
      *number += static_cast<std::int8_t>(bytes.byte());
    } else if (auto* list = place.get<Value::List>(); list != nullptr && how < 96 && !list->empty()) {
      if (how < 48) {
        list->erase(list->begin() + bytes.below(list->size()));
      } else {
        list->push_back(Value((*list)[bytes.below(list->size())]));
      }
    } else if (auto* dict = place.get<Value::Dict>(); dict != nullptr && how < 96 && !dict->empty()) {
      if (how < 48) {
        dict->erase(dict->begin() + bytes.below(dict->size()));
      } else {
        std::swap((*dict)[bytes.below(dict->size())].second, (*dict)[bytes.below(dict->size())].second);
      }
    } else {
      place = make_tree(bytes, 0);
    }
  }
}

// Positions as dicts.
void fuzz_dict(Input input) {
  Bytes bytes(input);
  const StatePointer state = choose_position(bytes);
  Value tree = state->game()->view(state->state(), -1);
  edit(tree, bytes);
  try {
    const StatePointer read = AnyState::from_value(state->game(), tree);
    play(*read, bytes);
  } catch (const CorruptStateError&) {
    return;
  }
}

// Component tables.
void fuzz_tables(Input input) {
  Bytes bytes(input);
  const auto& all = tests::plain_setups();
  const Setup& setup = all[bytes.below(all.size())];
  const Value shipped = setup.load()->components();
  Value tables = shipped;
  edit(tables, bytes);
  GameRequest request;
  request.seats = setup.seats;
  request.components = &tables;
  request.shipped = &shipped;
  GamePointer game;
  try {
    game = load_game(setup.name, request);
  } catch (const std::invalid_argument&) {
    return;
  }
  const StatePointer state = AnyState::initial(game);
  check_position(*state);
  play(*state, bytes);
}

constexpr std::array<Target, 5> kTargets = {
    {{"play", fuzz_play}, {"bytes", fuzz_bytes}, {"text", fuzz_text}, {"dict", fuzz_dict}, {"tables", fuzz_tables}}};

}  // namespace

std::span<const Target> targets() { return kTargets; }

const Target& find_target(std::string_view name) {
  for (const Target& target : kTargets) {
    if (target.name == name) return target;
  }
  throw std::invalid_argument("no target is called '" + std::string(name) + "'");
}

}  // namespace pyboard::fuzz
