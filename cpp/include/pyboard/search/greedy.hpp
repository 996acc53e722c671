// pyboard/search/greedy.hpp: one step ahead by the game's own estimate.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/budget.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/playout.hpp"
#include "pyboard/search/result.hpp"
#include "pyboard/search/worlds.hpp"

namespace pyboard {

template <Game G>
class Greedy {
 public:
  Greedy(const G& rules, const SearchParams& params)
      : rules_{&rules},
        worlds_(rules, params),
        playout_(rules, params),
        samples_{params.samples},
        sums_(rules.num_actions(), rules.seats()) {}

  /// Estimates every action in the same worlds, with the same stream of chance; one is enough where nothing
  /// is dealt and no chance follows.
  [[nodiscard]] SearchReport run(const Cursor<G>& root, int viewer, const Budget& budget, std::uint64_t seed,
                                 Control& control) {
    sums_.clear();
    Meter meter(budget, control);
    const std::vector<Action> actions = worlds_.candidates(root, viewer, seed);
    bool chance = worlds_.conceals();
    bool more = true;
    for (std::int64_t sample = 0; sample < (chance ? samples_ : 1) && more; ++sample) {
      const auto number = static_cast<std::uint64_t>(sample);
      if (!worlds_.deal(root, viewer, seed, number, world_)) continue;
      for (const Action action : actions) {
        if (!world_.legal.contains(action)) continue;
        more = meter.next();
        if (!more) break;
        cursor_ = world_;
        step(*rules_, cursor_, action);
        Rng rng(stream_seed(seed, number));
        for (; cursor_.node.kind == NodeKind::chance; random_step(*rules_, cursor_, rng)) chance = true;
        Utilities<G> utilities;
        playout_.value(cursor_, utilities);
        sums_.add(action, utilities.data());
      }
    }
    SearchReport report;
    report.actions = worlds_.rows(root, viewer, sums_);
    sort_by_mean(report.actions, root.node.seat);
    report.iterations = meter.done();
    report.seconds = meter.seconds();
    report.interrupted = meter.interrupted();
    return report;
  }

 private:
  const G* rules_;
  Worlds<G> worlds_;
  Playout<G> playout_;
  std::int64_t samples_;
  RootSums sums_;
  Cursor<G> world_;
  Cursor<G> cursor_;
};

}  // namespace pyboard
