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
/// Marks may be written up to this many beyond their end.
inline constexpr std::uint32_t kMarkLanes = 8;
/// So many legal actions are few.
inline constexpr int kFew = 16;

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

/// The actions that are legal now, as those that bear the stamp of this visit.
struct Legal {
  const std::uint32_t* stamps;  // by action
  std::uint32_t visit;
  [[nodiscard]] bool contains(Action action) const noexcept { return stamps[action] == visit; }
};
/// Writes a mark for every edge, all bits if its action is legal, else none; counts for the others that they were
/// missed. Returns how many are legal.
[[nodiscard]] std::uint32_t mark_available(std::uint32_t count, const Action* actions, std::uint32_t* missed,
                                           const Legal& legal, std::uint32_t* marks) noexcept;
/// The same for few actions, in place of the stamps their list, which may be read beyond its end.
[[nodiscard]] std::uint32_t mark_few(std::uint32_t count, const Action* actions, std::uint32_t* missed,
                                     std::span<const Action> legal, std::uint32_t* marks) noexcept;
/// best() among the marked edges, or among all where `marks` is null, each with the visits at which it was available,
/// total - missed[i], in place of the total. There is at least one.
[[nodiscard]] Best best_marked(const Columns& edges, const std::uint32_t* missed, const std::uint32_t* marks,
                               float exploration, std::uint32_t total) noexcept;

/// What is known of every edge beside its visits and sums.
struct Priors {
  const float* values;  // negative infinity where there is none; null: none at all
  float weight;
};
inline constexpr std::uint32_t kNoSlot = 0xffffffffU;
/// Edges that were visited and edges that were not are two matters where first plays have a value of their own. Of what
/// there is none, the slot is kNoSlot.
struct Split {
  Best known;    // visited, the highest mean + exploration * sqrt(log(total) / visits) + prior
  Best waiting;  // not visited, the highest prior
  float sum;     // of all results
};
/// Among the marked edges, as best_marked(); where `missed` is null none ever was. A prior counts as
/// weight * value / (visits + 1).
[[nodiscard]] Split split_best(const Columns& edges, const Priors& priors, const std::uint32_t* missed,
                               const std::uint32_t* marks, float exploration, std::uint32_t total) noexcept;

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
/// split_best() in a shared tree. An edge of which a visit is under way counts as visited.
[[nodiscard]] Split split_best_shared(const Columns& edges, const UnderWay& under_way, const Priors& priors,
                                      const std::uint32_t* missed, const std::uint32_t* marks, float exploration,
                                      std::uint32_t total) noexcept;
/// best_marked() in a shared tree. `scratch` has room for `count`.
[[nodiscard]] Best best_marked_shared(const Columns& edges, const UnderWay& under_way, const std::uint32_t* missed,
                                      const std::uint32_t* marks, float exploration, std::uint32_t total,
                                      float* scratch) noexcept;

}  // namespace pyboard::select
