#include "pyboard/games/cuba/options.hpp"

#include "pyboard/games/cuba/components.hpp"
#include "pyboard/games/cuba/default_search.hpp"

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
      .search_defaults = default_search(),
  };
  return kInfo;
}

}  // namespace pyboard::cuba
