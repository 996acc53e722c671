#include "pyboard/games/pantheon/options.hpp"

#include "pyboard/games/pantheon/components.hpp"
#include "pyboard/games/pantheon/default_search.hpp"

namespace pyboard::pantheon {

const GameInfo& info() {
  static const GameInfo kInfo = {
      .name = "pantheon",
      .title = "Pantheon",
      .rules_version = 1,
      .min_seats = kMinSeats,
      .max_seats = kMaxSeats,
      .options = {{.name = "start_supply",
                   .values = {"seed", "by_players"},
                   .meaning = "feet and columns at the start: the same for all, or by the number of players (C-2)"},
                  {.name = "bonus",
                   .values = {"random", "choose"},
                   .meaning = "bonus tiles are drawn, or chosen openly from the starting player on (C-3)"},
                  {.name = "loot_marks",
                   .values = {"use", "ignore"},
                   .meaning = "loot tiles marked 3 or 4 leave the game with fewer players, or never (C-1)"},
                  {.name = "start_seat", .values = {"seat0", "random"}, .meaning = "the starting player: p0, or drawn"},
                  {.name = "turn_cap",
                   .values = {},
                   .minimum = 0,
                   .default_integer = 400,
                   .meaning = "an epoch ends after so many actions; 0 for never (PA-173)"},
                  {.name = "map", .values = {"reconstructed-1"}, .meaning = "the map table in use"}},
      .rulesets = {{"seed", {}}, {"published", {{"loot_marks", "ignore"}}}},
      .refused = {},
      .decisions = {"bonus_choice", "gallia", "gallia_pay", "discard", "trade", "step", "bonus_column", "turn",
                    "movement", "follow", "coin", "shop", "offer", "take", "support", "after"},
      .chances = {"start", "card", "nation", "loot", "half_god", "god", "bonus"},
      .search_defaults = default_search(),
  };
  return kInfo;
}

}  // namespace pyboard::pantheon
