// pyboard/search/select.hpp: upper confidence bounds over columns of edges. Plain IEEE arithmetic in a fixed
// order, no library logarithm: the same choices on every platform.
#pragma once

#include <cstdint>
#include <span>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/event.hpp"

namespace pyboard::select {

/// Columns may be read, not used, up to this many numbers beyond their end.
inline constexpr std::uint32_t kLanes = 4;

/// Columns of the edges of a node.
struct Columns {
  std::uint32_t count;
  const std::uint32_t* visits;
  const std::uint32_t* sums;  // of the seat that chooses
};

struct Best {
  std::uint32_t slot;
  float bound;
};

/// Natural logarithm of a number from 1 to 2^31, good to 0.002.
[[nodiscard]] float log_of(std::uint32_t number) noexcept;

/// First of the highest mean + exploration * sqrt(log(total) / visits). There is at least one edge.
[[nodiscard]] Best best(const Columns& edges, float exploration, std::uint32_t total) noexcept;

/// The same among the edges whose value is not proven, proofs[i] == none. `slot` is `none` if all are.
[[nodiscard]] Best best_open(const Columns& edges, const std::uint32_t* proofs, float exploration, std::uint32_t total,
                             std::uint32_t none) noexcept;

/// The same among the actions of the set `legal`, each with the visits at which it was available, total -
/// missed[i], in place of the total. Takes from the set every action that has an edge, and counts for the
/// edges outside it that they were missed. `slot` is `none` if no edge is legal. `scratch` has room for `count`.
[[nodiscard]] Best best_available(const Columns& edges, const Action* actions, std::uint32_t* missed, float exploration,
                                  std::uint32_t total, std::span<Word> legal, float* scratch,
                                  std::uint32_t none) noexcept;

/// Where threads share a tree: the visits that were begun below every edge and not yet backed up count as lost ones, so
/// many each. An edge without any visit counts one.
struct UnderWay {
  const std::uint32_t* pending;
  std::uint32_t losses;
  [[nodiscard]] std::uint32_t counted(std::uint32_t visits, std::uint32_t slot) const noexcept {
    const std::uint32_t n = visits + losses * pending[slot];
    return n > 0 ? n : 1;
  }
};

/// best() and, with `proofs`, best_open() in a shared tree.
[[nodiscard]] Best best_shared(const Columns& edges, const UnderWay& under_way, const std::uint32_t* proofs,
                               float exploration, std::uint32_t total, std::uint32_t none) noexcept;
/// best_available() in a shared tree.
[[nodiscard]] Best best_available_shared(const Columns& edges, const UnderWay& under_way, const Action* actions,
                                         std::uint32_t* missed, float exploration, std::uint32_t total,
                                         std::span<Word> legal, float* scratch, std::uint32_t none) noexcept;

}  // namespace pyboard::select
