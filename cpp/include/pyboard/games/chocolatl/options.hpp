// pyboard/games/chocolatl/options.hpp: the options of Chocolatl, and what is known before a game is chosen.
#pragma once

#include "pyboard/core/game.hpp"

namespace pyboard::chocolatl {

/// Options in the order of the table in `info()`.
enum Option : int { kGreenSecondWave, kOmenPoints, kDiceTiming, kSwapOptional };

struct Options {
  bool wave_by_location;  // CH-34: the second card of a location is put when its turn comes
  int omen_points;        // on taking the omen marker
  bool single_pass;       // CH-62: one pass with committed dice
  bool swap_optional;     // CH-93: an exchange may be declined

  [[nodiscard]] static Options from(const OptionValues& values) noexcept;
};

[[nodiscard]] const GameInfo& info();

}  // namespace pyboard::chocolatl
