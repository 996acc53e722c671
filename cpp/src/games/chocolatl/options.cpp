#include "pyboard/games/chocolatl/options.hpp"

#include "pyboard/games/chocolatl/components.hpp"
#include "pyboard/games/chocolatl/default_search.hpp"

namespace pyboard::chocolatl {

Options Options::from(const OptionValues& values) noexcept {
  return {values[kGreenSecondWave] == 1, values[kOmenPoints] == 1 ? -1 : 0, values[kDiceTiming] == 1,
          values[kSwapOptional] == 1};
}

const GameInfo& info() {
  static const GameInfo kInfo = {
      .name = "chocolatl",
      .title = "Chocolatl",
      .rules_version = 1,
      .min_seats = kMinSeats,
      .max_seats = kMaxSeats,
      .options = {{.name = "green_second_wave",
                   .values = {"all_at_once", "per_location"},
                   .meaning = "when the second cards of a green round are put: all at once, or location by location "
                              "(CH-34)"},
                  {.name = "omen_immediate_points",
                   .values = {0, -1},
                   .meaning = "points on taking the omen marker (CH-74)"},
                  {.name = "dice_timing",
                   .values = {"polled_one_die", "single_pass_commit"},
                   .meaning = "how bonus dice are offered: die by die with a new poll after each roll, or once in one "
                              "pass with committed dice (CH-62)"},
                  {.name = "swap_optional",
                   .values = {false, true},
                   .meaning = "an exchange at the ball court may be declined (CH-93)"}},
      .rulesets = {{"seed", {}}, {"published", {}}},
      .refused = {},
      .decisions = {"offer_first", "bid", "card1", "card2", "dice", "village_choice", "temple_order", "swap_big",
                    "swap_small", "offer_last"},
      .chances = {"stack", "harvest", "award_big", "award_small", "bonus", "final_dice"},
      .search_defaults = default_search(),
  };
  return kInfo;
}

}  // namespace pyboard::chocolatl
