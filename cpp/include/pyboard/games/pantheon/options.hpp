// pyboard/games/pantheon/options.hpp: the options of Pantheon, and what is known before a game is chosen.
#pragma once

#include <cstdint>

#include "pyboard/core/game.hpp"

namespace pyboard::pantheon {

/// Options in the order of the table in `info()`.
enum Option : int { kStartSupply, kBonusChoice, kLootMarks, kStartSeat, kTurnCap, kMap };

struct Options {
  std::uint8_t supply;  // which table of pieces at the start
  bool choose_bonus;    // PA-40
  bool loot_marks;      // C-1
  bool random_start;
  std::uint32_t turn_cap;  // PA-173; 0: none

  [[nodiscard]] static Options from(const OptionValues& values) noexcept {
    return {static_cast<std::uint8_t>(values[kStartSupply]), values[kBonusChoice] == 1, values[kLootMarks] == 0,
            values[kStartSeat] == 1, static_cast<std::uint32_t>(values[kTurnCap])};
  }
};

[[nodiscard]] const GameInfo& info();

}  // namespace pyboard::pantheon
