// Generated from pyboard/data/search/tzolkin.json by tools/generate_tables.py; do not edit.
#pragma once

#include <cstdint>
#include <vector>

#include "pyboard/core/game.hpp"

namespace pyboard::tzolkin {

// clang-format off
inline std::vector<SearchDefault> default_search() {
  return {
      {"mcts", "exploration", Value(0.2), 0},
      {"mcts", "first_play_reduction", Value(0.05), 0},
      {"mcts", "playout_depth", Value(std::int64_t{0}), 0},
      {"mcts", "prior_visits", Value(std::int64_t{0}), 0},
      {"mcts", "prior_weight", Value(5.0), 0},
      {"mcts", "tree", Value("turn"), 0},
      {"flat", "playout_depth", Value(std::int64_t{0}), 0},
      {"", "score_least", Value(-40.0), 2},
      {"", "score_range", Value(115.0), 2},
      {"", "margin_range", Value(40.0), 2},
      {"", "score_least", Value(-45.0), 3},
      {"", "score_range", Value(125.0), 3},
      {"", "margin_range", Value(35.0), 3},
      {"", "score_least", Value(-45.0), 4},
      {"", "score_range", Value(125.0), 4},
      {"", "margin_range", Value(35.0), 4},
  };
}
// clang-format on

}  // namespace pyboard::tzolkin
