// Generated from pyboard/data/search/cacao.json by tools/generate_tables.py; do not edit.
#pragma once

#include <cstdint>
#include <vector>

#include "pyboard/core/game.hpp"

namespace pyboard::cacao {

// clang-format off
inline std::vector<SearchDefault> default_search() {
  return {
      {"mcts", "exploration", Value(0.3), 0},
      {"mcts", "first_play_reduction", Value(0.05), 0},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 0},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 0},
      {"mcts", "prior_weight", Value(5.0), 0},
      {"mcts", "exploration", Value(0.2), 3},
      {"mcts", "first_play_reduction", Value(0.05), 3},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 3},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 3},
      {"mcts", "prior_weight", Value(5.0), 3},
      {"mcts", "tree", Value("turn"), 3},
      {"mcts", "exploration", Value(0.2), 4},
      {"mcts", "first_play_reduction", Value(0.05), 4},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 4},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 4},
      {"mcts", "prior_weight", Value(5.0), 4},
      {"mcts", "tree", Value("turn"), 4},
      {"flat", "playout_depth", Value(std::int64_t{6}), 0},
      {"", "score_least", Value(25.0), 2},
      {"", "score_range", Value(60.0), 2},
      {"", "margin_range", Value(30.0), 2},
      {"", "score_least", Value(20.0), 3},
      {"", "score_range", Value(60.0), 3},
      {"", "margin_range", Value(27.0), 3},
      {"", "score_least", Value(15.0), 4},
      {"", "score_range", Value(45.0), 4},
      {"", "margin_range", Value(24.0), 4},
  };
}
// clang-format on

}  // namespace pyboard::cacao
