#include "pyboard/games/cacao/options.hpp"

#include "pyboard/games/cacao/components.hpp"
#include "pyboard/games/cacao/default_search.hpp"

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
      .search_defaults = default_search(),
  };
  return kInfo;
}

}  // namespace pyboard::cacao
