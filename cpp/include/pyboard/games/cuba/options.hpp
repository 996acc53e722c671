// pyboard/games/cuba/options.hpp: the options of Cuba, and what is known before a game is chosen.
#pragma once

#include "pyboard/core/game.hpp"

namespace pyboard::cuba {

/// Options in the order of the table in `info()`.
enum Option : int {
  kBuildings,
  kBoard,
  kStartTie,
  kVoteTie,
  kStorage,
  kTradePrivilege2,
  kHarvestLimit,
  kHarvestLaw,
  kForemanSingle,
  kBeachCafeOption,
  kStartPlayer
};

struct Options {
  bool all_buildings;
  bool back;             // 3.1
  bool start_far;        // CU-16
  bool vote_once;        // CU-69
  bool located;          // CU-99
  bool lowest;           // CU-18
  bool two_products;     // CU-24
  bool law_product;      // CU-24
  bool single;           // CU-41
  bool cafe_privileges;  // CU-87
  bool fixed_start;      // p0

  [[nodiscard]] static Options from(const OptionValues& values) noexcept {
    return {values[kBuildings] == 1,       values[kBoard] == 1,      values[kStartTie] == 1,
            values[kVoteTie] == 1,         values[kStorage] == 1,    values[kTradePrivilege2] == 1,
            values[kHarvestLimit] == 1,    values[kHarvestLaw] == 1, values[kForemanSingle] == 1,
            values[kBeachCafeOption] == 1, values[kStartPlayer] == 1};
  }
  /// The beach cafe exchanges (CU-90a).
  [[nodiscard]] bool cafe_exchange() const noexcept { return all_buildings && !cafe_privileges; }
};

[[nodiscard]] const GameInfo& info();

}  // namespace pyboard::cuba
