// Generated from pyboard/data/search/chocolatl.json by tools/generate_tables.py; do not edit.
#pragma once

#include <cstdint>
#include <vector>

#include "pyboard/core/game.hpp"

namespace pyboard::chocolatl {

// clang-format off
inline std::vector<SearchDefault> default_search() {
  return {
      {"mcts", "exploration", Value(0.05), 0},
      {"mcts", "first_play_reduction", Value(0.05), 0},
      {"mcts", "playout_depth", Value(std::int64_t{8}), 0},
      {"mcts", "playout_greedy", Value(1.0), 0},
      {"mcts", "prior_weight", Value(5.0), 0},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 0},
      {"mcts", "tree", Value("turn"), 0},
      {"mcts", "utility", Value("win"), 0},
      {"flat", "playout_depth", Value(std::int64_t{0}), 0},
      {"", "score_least", Value(10.0), 0},
      {"", "score_range", Value(85.0), 0},
      {"", "margin_range", Value(60.0), 0},
  };
}
// clang-format on

}  // namespace pyboard::chocolatl
