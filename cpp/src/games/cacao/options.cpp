#include "pyboard/games/cacao/options.hpp"

#include "pyboard/games/cacao/components.hpp"

namespace pyboard::cacao {

const GameInfo& info() {
  static constexpr std::string_view kNotBuilt =
      "the modules of the expansions are not built; the base game is complete without them";
  static const GameInfo kInfo = {
      .name = "cacao",
      .title = "Cacao",
      .rules_version = 1,
      .min_seats = kMinSeats,
      .max_seats = kMaxSeats,
      .options =
          {{.name = "activation",
            .values = {"settle", "explicit"},
            .meaning =
                "settle: everything that costs nothing is carried out, each trade is one decision (CA-47 to CA-49); "
                "explicit: plantations and markets edge by edge"},
           {.name = "late_duplicates",
            .values = {"pruned", "all"},
            .meaning =
                "pruned: rotations that cannot differ any more are one option (CA-9); all: every rotation always"}},
      .rulesets = {{"seed", {}}, {"published", {}}},
      .refused = {{"modules", kNotBuilt},
                  {"map", kNotBuilt},
                  {"watering", kNotBuilt},
                  {"chocolate", kNotBuilt},
                  {"huts", kNotBuilt},
                  {"gem_mines", kNotBuilt},
                  {"tree_of_life", kNotBuilt},
                  {"emperor", kNotBuilt},
                  {"new_workers", kNotBuilt},
                  {"big_game", kNotBuilt}},
      .decisions = {"at", "set", "cover", "lay", "keep", "run"},
      .chances = {"deal", "reveal", "extra", "draw"},
      // Against mcts without a cut-off, at equal time: 89 % of 120 games; playouts of 6 for flat: 56 % against greedy
      // instead of 30 %.
      .search_defaults = {{"mcts", "exploration", Value(0.3)},
                          {"mcts", "playout_depth", Value(std::int64_t{0})},
                          {"flat", "playout_depth", Value(std::int64_t{6})},
                          // Scores of greedy play, 25 games each: 51 to 79 with 2 seats, 43 to 75, 35 to 56 with 4;
                          // leads over the mean of the others up to 21, 19, 16. Weak play falls below.
                          {"", "score_least", Value(25.0), 2},
                          {"", "score_least", Value(20.0), 3},
                          {"", "score_least", Value(15.0), 4},
                          {"", "score_range", Value(60.0), 2},
                          {"", "score_range", Value(60.0), 3},
                          {"", "score_range", Value(45.0), 4},
                          {"", "margin_range", Value(30.0), 2},
                          {"", "margin_range", Value(27.0), 3},
                          {"", "margin_range", Value(24.0), 4}},
  };
  return kInfo;
}

}  // namespace pyboard::cacao
