// tests/native/games.hpp: every registered game with every number of players and option values.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "pyboard/api/any_state.hpp"
#include "pyboard/api/registry.hpp"

namespace pyboard::tests {

using StatePointer = std::unique_ptr<AnyState>;

struct Setup {
  std::string name;
  int seats;
  Value options;

  [[nodiscard]] GamePointer load() const;
  [[nodiscard]] std::string text() const;
  /// All options have their defaults.
  [[nodiscard]] bool plain() const;
};

/// Defaults, each other option value singly, and pairs of options: all in a long run, else of games with few.
[[nodiscard]] const std::vector<Setup>& setups();
/// All games and seats with default options.
[[nodiscard]] const std::vector<Setup>& plain_setups();

/// Games of dice may go on for ever; walks end here.
inline constexpr int kLongestWalk = 3000;

/// A position after at most `steps` random steps, not at the end unless the game is over by then.
[[nodiscard]] StatePointer random_position(const GamePointer& game, int steps, Rng& rng);
/// Plays on at random; returns the number of steps.
int play_to_the_end(AnyState& state, Rng& rng);
[[nodiscard]] Faults violations(const AnyState& state);
[[nodiscard]] std::vector<std::byte> state_bytes(const AnyState& state);

/// Corrects the checksum of serialised bytes that were tampered with.
void fix_checksum(std::vector<std::byte>& bytes);
/// Calls f for every leaf of a tree: numbers, texts, truth values and nulls.
void for_each_leaf(Value& tree, const std::function<void(Value&)>& f);

}  // namespace pyboard::tests
