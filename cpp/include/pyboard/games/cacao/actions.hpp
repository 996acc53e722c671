// pyboard/games/cacao/actions.hpp: the numbering of actions (section 7) and of outcomes.
#pragma once

#include "pyboard/games/cacao/state.hpp"

namespace pyboard::cacao {

/// Decision kinds in the order of the table in `info()`.
enum Decision : int { kAt, kSet, kCover, kLay, kKeep, kRun };
/// Chance kinds likewise.
enum Chance : int { kDeal, kReveal, kExtra, kDraw };

inline constexpr int kFirstAt = 0;                             // + corner index
inline constexpr int kFirstSet = kFirstAt + kSpaces;           // + orientation
inline constexpr int kFirstCover = kFirstSet + kOrientations;  // + set of directions - 1
inline constexpr int kFirstLay = kFirstCover + 15;             // + jungle type
inline constexpr int kFirstKeep = kFirstLay + kJungleTypes;    // + cacao kept
inline constexpr int kFirstRun = kFirstKeep + kMaxCacao + 1;   // + slot * kRunStep + workers
inline constexpr int kRunStep = 5;                             // explicit only, as `done`
inline constexpr int kSlots = 8;                               // edges of the new tile, then of older ones (section 12)
inline constexpr std::array<std::string_view, kSlots> kSlotNames = {"n", "e", "s", "w", "fn", "fe", "fs", "fw"};
inline constexpr int kDone = kFirstRun + kSlots * kRunStep;
inline constexpr int kSettleActions = kFirstRun;
inline constexpr int kExplicitActions = kDone + 1;
static_assert(kSettleActions == 620 && kExplicitActions == 661);

inline constexpr int kFirstWorkerOutcome = 0;             // deal, draw: + worker type
inline constexpr int kFirstJungleOutcome = kWorkerTypes;  // reveal, extra: + jungle type
inline constexpr int kOutcomeCount = kFirstJungleOutcome + kJungleTypes;

}  // namespace pyboard::cacao
