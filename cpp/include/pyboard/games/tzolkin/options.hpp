// pyboard/games/tzolkin/options.hpp: the options of Tzolk'in, and what is known before a game is chosen.
#pragma once

#include "pyboard/core/game.hpp"

namespace pyboard::tzolkin {

/// Options in the order of the table in `info()`.
enum Option : int { kMiniExpansion, kMercyPayment, kAgriBonus, kDummiesBlock };

struct Options {
  bool mini_expansion;  // m14 and w22 are in the game
  bool mercy_all_corn;  // TZ-12
  bool agri_bonus;      // TZ-32: also without a tile
  bool dummies_block;   // TZ-76

  [[nodiscard]] static Options from(const OptionValues& values) noexcept {
    return {values[kMiniExpansion] == 1, values[kMercyPayment] == 1, values[kAgriBonus] == 1,
            values[kDummiesBlock] == 1};
  }
};

[[nodiscard]] const GameInfo& info();

}  // namespace pyboard::tzolkin
