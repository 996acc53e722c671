// pyboard/search/worlds.hpp: positions as they may really be, for all that a seat can tell.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/result.hpp"

namespace pyboard {

/// Deals worlds from a root position as a viewer sees it.
template <Game G>
class Worlds {
 public:
  Worlds(const G& rules, const SearchParams& params) noexcept
      : rules_{&rules}, conceals_{!PerfectInformation<G> && params.information == Information::hidden} {}

  /// True if every iteration deals what the viewer does not see; else there is one world, the true one.
  [[nodiscard]] bool conceals() const noexcept { return conceals_; }

  /// World number `number` of a seed, settled. The generator is the world's own, so that nothing else that
  /// happens depends on what was hidden. `on_event` as in settle().
  template <class OnEvent = IgnoreEvents>
  void place(const Cursor<G>& root, int viewer, std::uint64_t seed, std::uint64_t number, Cursor<G>& out,
             OnEvent on_event = {}) const noexcept {
    out = root;
    if constexpr (!PerfectInformation<G>) {
      if (!conceals_) return;
      constexpr std::uint64_t kFamily = 0x9b97f4a7c15f39ccULL;  // apart from the streams of playouts
      Rng rng(stream_seed(seed ^ kFamily, number));
      rules_->conceal(out.state, viewer, rng);
      // At the viewer's own node the legal actions are those of every world.
      if (root.node.kind == NodeKind::decision && root.node.seat == viewer) return;
      settle(*rules_, out, on_event);
    }
  }
  /// True if the root is a decision, and `placed`, which place() made of it, nothing but its copy.
  [[nodiscard]] bool unchanged(const Cursor<G>& root, int viewer, const Cursor<G>& placed) const noexcept {
    if (root.node.kind != NodeKind::decision) return false;
    return !conceals_ || (root.node.seat == viewer && same_bytes(root.state, placed.state));
  }
  /// A world in which the root decision comes up, as it always does at the viewer's own node; false if
  /// several deals give none.
  bool deal(const Cursor<G>& root, int viewer, std::uint64_t seed, std::uint64_t number,
            Cursor<G>& out) const noexcept {
    constexpr std::uint64_t kDeals = 16;
    for (std::uint64_t i = 0; i < kDeals; ++i) {
      place(root, viewer, seed, number * kDeals + i, out);
      if (out.node == root.node) return true;
    }
    return false;
  }

  /// What may be chosen at the root as far as the viewer can tell: at its own node what is legal, at
  /// another seat's what is legal in some of its worlds.
  [[nodiscard]] std::vector<Action> candidates(const Cursor<G>& root, int viewer, std::uint64_t seed) const {
    std::vector<Action> actions(root.legal.begin(), root.legal.end());
    if (!conceals_ || viewer == root.node.seat) return actions;
    constexpr std::uint64_t kWorlds = 256;
    actions.clear();
    Cursor<G> world;
    for (std::uint64_t number = 0; number < kWorlds; ++number) {
      if (deal(root, viewer, seed, number, world))
        actions.insert(actions.end(), world.legal.begin(), world.legal.end());
    }
    std::sort(actions.begin(), actions.end());
    actions.erase(std::unique(actions.begin(), actions.end()), actions.end());
    return actions;
  }

  /// The rows of a report: all that is legal at the viewer's own node, elsewhere only what was tried, lest it
  /// tell what is legal there.
  [[nodiscard]] std::vector<ActionReport> rows(const Cursor<G>& root, int viewer, const RootSums& sums) const {
    std::vector<ActionReport> rows;
    if (!conceals_ || viewer == root.node.seat) {
      for (const Action action : root.legal.span()) rows.push_back(sums.report(action));
      return rows;
    }
    for (int number = 0; number < rules_->num_actions(); ++number) {
      const auto action = static_cast<Action>(number);
      if (sums.visits(action) > 0) rows.push_back(sums.report(action));
    }
    return rows;
  }

 private:
  const G* rules_;
  bool conceals_;
};

}  // namespace pyboard
