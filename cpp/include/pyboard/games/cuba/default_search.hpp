// Generated from pyboard/data/search/cuba.json by tools/generate_tables.py; do not edit.
#pragma once

#include <cstdint>
#include <vector>

#include "pyboard/core/game.hpp"

namespace pyboard::cuba {

// clang-format off
inline std::vector<SearchDefault> default_search() {
  return {
      {"mcts", "exploration", Value(0.2), 0},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 0},
      {"mcts", "prior_weight", Value(5.0), 2},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 2},
      {"mcts", "exploration", Value(0.1), 3},
      {"mcts", "first_play_reduction", Value(0.05), 3},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 3},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 3},
      {"mcts", "prior_weight", Value(5.0), 3},
      {"mcts", "tree", Value("turn"), 3},
      {"mcts", "exploration", Value(0.1), 4},
      {"mcts", "first_play_reduction", Value(0.05), 4},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 4},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 4},
      {"mcts", "prior_weight", Value(5.0), 4},
      {"mcts", "tree", Value("turn"), 4},
      {"mcts", "exploration", Value(0.1), 5},
      {"mcts", "first_play_reduction", Value(0.05), 5},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 5},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 5},
      {"mcts", "prior_weight", Value(5.0), 5},
      {"mcts", "tree", Value("turn"), 5},
      {"flat", "playout_depth", Value(std::int64_t{0}), 0},
      {"", "score_least", Value(10.0), 0},
      {"", "score_range", Value(75.0), 0},
      {"", "margin_range", Value(40.0), 0},
  };
}
// clang-format on

}  // namespace pyboard::cuba
