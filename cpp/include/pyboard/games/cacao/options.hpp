// pyboard/games/cacao/options.hpp: the options of Cacao, and what is known before a game is chosen.
#pragma once

#include "pyboard/core/game.hpp"

namespace pyboard::cacao {

/// Options in the order of the table in `info()`.
enum Option : int { kActivation, kLateDuplicates };

struct Options {
  bool explicit_activation;  // edge by edge instead of CA-47 to CA-49
  bool late_duplicates;      // CA-9 off

  [[nodiscard]] static Options from(const OptionValues& values) noexcept {
    return {values[kActivation] == 1, values[kLateDuplicates] == 1};
  }
};

[[nodiscard]] const GameInfo& info();

}  // namespace pyboard::cacao
