// Input that wishes us ill: bytes cut and flipped, trees with changed leaves. Everything is refused with the
// right error or is a position that can be played to its end.
#include <algorithm>
#include <optional>

#include "check.hpp"
#include "games.hpp"

namespace pyboard::tests {

namespace {

/// The position in `bytes`, or null if they are refused; any other exception than CorruptStateError goes out.
StatePointer read(const GamePointer& game, const std::vector<std::byte>& bytes) {
  try {
    return AnyState::deserialize(game, bytes);
  } catch (const CorruptStateError& error) {
    CHECK(std::string_view(error.what()).size() > 10);
    return nullptr;
  }
}

void play_safely(const StatePointer& state, Rng& rng) {
  if (state == nullptr) return;
  CHECK_EQUAL(join_faults("position", violations(*state)), join_faults("position", {}));
  const int viewer = static_cast<int>(rng.below(static_cast<std::uint32_t>(state->game()->seats())));
  (void)state->game()->view(state->state(), viewer);
  const StatePointer dealt = state->resample(viewer, rng.next());
  play_to_the_end(*dealt, rng);
  play_to_the_end(*state, rng);
  CHECK_EQUAL(join_faults("position", violations(*state)), join_faults("position", {}));
}

void flip(std::vector<std::byte>& bytes, std::size_t bit) { bytes[bit / 8] ^= static_cast<std::byte>(1U << (bit % 8)); }

/// Positions early, in the middle and near the end.
std::vector<StatePointer> some_positions(const GamePointer& game, Rng& rng) {
  std::vector<StatePointer> positions;
  StatePointer whole = AnyState::initial(game);
  const int length = play_to_the_end(*whole, rng);
  for (const int part : {0, 1, 2, 3}) positions.push_back(random_position(game, length * part / 3, rng));
  return positions;
}

Value changed(const Value& leaf, Rng& rng) {
  switch (rng.below(8)) {
    case 0:
      return {};
    case 1:
      return {true};
    case 2:
      return {std::string("x")};
    case 3:
      return {static_cast<std::int64_t>(rng.next())};
    case 4:
      return Value::dict();
    case 5:
      return {0.5};
    default:
      if (const auto* number = leaf.get<std::int64_t>()) {
        return {*number + static_cast<std::int64_t>(rng.below(9)) - 4};
      }
      return Value::list();
  }
}

/// `tree` with some leaves changed.
Value tampered(const Value& tree, int changes, Rng& rng) {
  Value copy = tree;
  std::vector<Value*> leaves;
  for_each_leaf(copy, [&](Value& leaf) { leaves.push_back(&leaf); });
  for (int i = 0; i < changes && !leaves.empty(); ++i) {
    Value& leaf = *leaves[rng.below(static_cast<std::uint32_t>(leaves.size()))];
    if (leaf.get<Value::Dict>() != nullptr || leaf.get<Value::List>() != nullptr) continue;
    leaf = changed(leaf, rng);
  }
  return copy;
}

}  // namespace

TEST(bytes_cut_short) {
  for (const Setup& setup : plain_setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    const StatePointer state = random_position(game, 8, rng);
    for (const bool with_history : {false, true}) {
      const auto bytes = state->serialize(with_history);
      for (std::size_t size = 0; size < bytes.size(); ++size) {
        std::vector<std::byte> part(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size));
        CHECK(read(game, part) == nullptr);
        fix_checksum(part);
        CHECK(read(game, part) == nullptr);
      }
      std::vector<std::byte> longer = bytes;
      longer.push_back(std::byte{0});
      fix_checksum(longer);
      CHECK(read(game, longer) == nullptr);
    }
  }
}

TEST(bytes_with_flipped_bits) {
  for (const Setup& setup : setups()) {
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    for (const StatePointer& state : some_positions(game, rng)) {
      set_scene(setup.text() + " after " + std::to_string(state->events().size()) + " events");
      for (const bool with_history : {false, true}) {
        const auto bytes = state->serialize(with_history);
        const std::size_t bits = 8 * bytes.size();
        for (int i = 0; i < repeats(14, 20); ++i) {
          std::vector<std::byte> copy = bytes;
          const std::uint32_t flips = 1 + rng.below(3);
          for (std::uint32_t j = 0; j < flips; ++j) flip(copy, rng.below(static_cast<std::uint32_t>(bits)));
          if (copy != bytes) CHECK(read(game, copy) == nullptr);
          fix_checksum(copy);
          play_safely(read(game, copy), rng);
        }
      }
    }
  }
}

// Every bit, or in a quick run every 41st from a random one on.
TEST(states_with_one_flipped_bit) {
  for (const Setup& setup : plain_setups()) {
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    for (const StatePointer& state : some_positions(game, rng)) {
      set_scene(setup.text() + " after " + std::to_string(state->events().size()) + " events");
      const auto bytes = state->serialize(false);
      const std::size_t first = 8 * (bytes.size() - sizeof(std::uint64_t) - game->state_size());
      const std::size_t stride = settings().effort > 1 ? 1 : 41;
      for (std::size_t bit = rng.below(static_cast<std::uint32_t>(stride)); bit < 8 * game->state_size();
           bit += stride) {
        std::vector<std::byte> copy = bytes;
        flip(copy, first + bit);
        fix_checksum(copy);
        play_safely(read(game, copy), rng);
      }
    }
  }
}

TEST(dicts_with_changed_leaves) {
  for (const Setup& setup : setups()) {
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    for (const StatePointer& state : some_positions(game, rng)) {
      set_scene(setup.text() + " after " + std::to_string(state->events().size()) + " events");
      const Value tree = game->view(state->state(), -1);
      for (int i = 0; i < repeats(14, 20); ++i) {
        const Value bad = tampered(tree, 1 + static_cast<int>(rng.below(2)), rng);
        try {
          play_safely(AnyState::from_value(game, bad), rng);
        } catch (const CorruptStateError& error) {
          CHECK(std::string_view(error.what()).size() > 10);
        }
      }
    }
  }
}

TEST(tables_with_changed_leaves) {
  for (const Setup& setup : plain_setups()) {
    set_scene(setup.text());
    const Value tree = setup.load()->components();
    Rng rng(settings().seed);
    Control control;
    for (int i = 0; i < repeats(40, 60); ++i) {
      const Value tables = tampered(tree, 1 + static_cast<int>(rng.below(2)), rng);
      GameRequest request;
      request.seats = setup.seats;
      request.components = &tables;
      GamePointer game;
      try {
        game = load_game(setup.name, request);
      } catch (const std::invalid_argument& error) {
        CHECK(std::string_view(error.what()).size() > 10);
        continue;
      }
      set_scene(setup.text() + ", tables " + tables.json());
      StatePointer state = AnyState::initial(game);
      CHECK_EQUAL(join_faults("position", violations(*state)), join_faults("position", {}));
      CHECK_EQUAL(game->play_random_games(5, rng.next(), 1, control).games, 5);
      play_safely(random_position(game, 12, rng), rng);
    }
  }
}

TEST(texts_that_are_no_actions) {
  for (const Setup& setup : setups()) {
    set_scene(setup.text());
    const GamePointer game = setup.load();
    Rng rng(settings().seed);
    for (const StatePointer& state : some_positions(game, rng)) {
      if (state->is_terminal()) continue;
      const std::uint16_t known = state->is_chance_node() ? state->outcomes().front().id : state->legal().front();
      const std::string text = state->text(known);
      const auto before = state_bytes(*state);
      for (int i = 0; i < 100; ++i) {
        std::string bad = text;
        switch (rng.below(4)) {
          case 0:
            bad.resize(rng.below(static_cast<std::uint32_t>(bad.size())));
            break;
          case 1:
            bad += static_cast<char>(rng.below(256));
            break;
          case 2:
            bad[rng.below(static_cast<std::uint32_t>(bad.size()))] = static_cast<char>(rng.below(256));
            break;
          default:
            bad.insert(rng.below(static_cast<std::uint32_t>(bad.size())), std::to_string(rng.next()));
        }
        try {
          const std::uint16_t id = state->parse(bad);
          CHECK_EQUAL(state->text(id), bad);  // texts have one form
        } catch (const InvalidActionError&) {
          continue;
        } catch (const IllegalActionError&) {
          continue;
        }
      }
      for (const std::int64_t id : {std::int64_t{-1}, std::int64_t{1} << 40, std::int64_t{0x10000}}) {
        CHECK_THROWS(state->apply(id), InvalidActionError);
      }
      CHECK(state_bytes(*state) == before);
    }
  }
}

}  // namespace pyboard::tests
