// Generated from pyboard/data/search/pantheon.json by tools/generate_tables.py; do not edit.
#pragma once

#include <cstdint>
#include <vector>

#include "pyboard/core/game.hpp"

namespace pyboard::pantheon {

// clang-format off
inline std::vector<SearchDefault> default_search() {
  return {
      {"mcts", "exploration", Value(0.1), 0},
      {"mcts", "first_play_reduction", Value(0.05), 0},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 0},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 0},
      {"mcts", "prior_weight", Value(5.0), 0},
      {"flat", "playout_depth", Value(std::int64_t{40}), 0},
      {"", "score_least", Value(0.0), 2},
      {"", "score_range", Value(200.0), 2},
      {"", "margin_range", Value(100.0), 2},
      {"", "score_least", Value(0.0), 3},
      {"", "score_range", Value(200.0), 3},
      {"", "margin_range", Value(70.0), 3},
      {"", "score_least", Value(0.0), 4},
      {"", "score_range", Value(200.0), 4},
      {"", "margin_range", Value(60.0), 4},
  };
}
// clang-format on

}  // namespace pyboard::pantheon
