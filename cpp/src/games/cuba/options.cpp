#include "pyboard/games/cuba/options.hpp"

#include "pyboard/games/cuba/components.hpp"

namespace pyboard::cuba {

const GameInfo& info() {
  static constexpr std::string_view kNotBuilt =
      "the eight rounds, Cubans and car of El Presidente are not built; its buildings are the option buildings='all'";
  static const GameInfo kInfo = {
      .name = "cuba",
      .title = "Cuba",
      .rules_version = 1,
      .min_seats = kMinSeats,
      .max_seats = kMaxSeats,
      .options =
          {{.name = "buildings",
            .values = {"base", "all"},
            .meaning = "the base set of buildings, or with the expansion tiles"},
           {.name = "board", .values = {"front", "back"}, .meaning = "front sides, or the different back sides"},
           {.name = "start_tie",
            .values = {"near", "far"},
            .meaning = "a tie for the next start goes to the nearest clockwise to the start player, or to the farthest "
                       "(CU-16)"},
           {.name = "vote_tie",
            .values = {"repeat", "once"},
            .meaning = "tied bribes are repeated until decided, or once (CU-69)"},
           {.name = "storage",
            .values = {"flag", "located"},
            .meaning = "a used warehouse keeps all products of the round, or what lies in it (CU-97, 99)"},
           {.name = "trade_privilege2",
            .values = {"any", "lowest"},
            .meaning = "second privilege of the tradeswoman: any product, or the cheapest (CU-18)"},
           {.name = "harvest_limit",
            .values = {"unlimited", "two_products"},
            .meaning = "products of the worker: every field of the cross, or two and more for water (CU-24)"},
           {.name = "harvest_law",
            .values = {"field", "product"},
            .meaning = "oth_harvest: one field, or one free product (CU-24)"},
           {.name = "foreman_single",
            .values = {false, true},
            .meaning = "the foreman may use one building outside the cross instead (CU-41)"},
           {.name = "beach_cafe",
            .values = {"exchange", "privileges"},
            .meaning = "the beach cafe exchanges at any time (CU-90a), or uses taken privileges (CU-88); it is there "
                       "with buildings='all' only"},
           {.name = "start_player", .values = {"random", "seat0"}, .meaning = "the first start player: drawn, or p0"}},
      .rulesets = {{"seed", {}},
                   {"published",
                    {{"start_tie", "far"},
                     {"vote_tie", "once"},
                     {"storage", "located"},
                     {"trade_privilege2", "lowest"},
                     {"harvest_limit", "two_products"},
                     {"harvest_law", "product"},
                     {"foreman_single", true},
                     {"beach_cafe", "privileges"}}}},
      .refused = {{"el_presidente", kNotBuilt}},
      .decisions = {"setup_resources", "setup_products", "card", "privilege_take", "worker_cell", "harvest", "trade",
                    "build_kind", "build_cell", "foreman", "use", "ship", "load", "bribe", "veto", "enact", "comply",
                    "field", "cafe"},
      .chances = {"ship_draw", "start_player", "bill_draw"},
      .search_defaults = {{"mcts", "exploration", Value(0.1)},
                          {"mcts", "playout_depth", Value(std::int64_t{0})},
                          {"flat", "playout_depth", Value(std::int64_t{0})},
                          // Scores of greedy play, 40 games each: 39 to 67, 41 to 73, 43 to 75, 47 to 69 with 2 to 5
                          // seats, leads over the mean of the others up to 17; random players reach 13 to 48.
                          {"", "score_least", Value(10.0)},
                          {"", "score_range", Value(75.0)},
                          {"", "margin_range", Value(40.0)}},
  };
  return kInfo;
}

}  // namespace pyboard::cuba
