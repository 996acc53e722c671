// pyboard/search/flat.hpp: flat Monte Carlo. No tree: every root action is played out at random, and the
// budget moves to the better half again and again (sequential halving).
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/budget.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/pieces.hpp"
#include "pyboard/search/playout.hpp"
#include "pyboard/search/result.hpp"
#include "pyboard/search/worlds.hpp"

namespace pyboard {

template <Game G>
class Flat {
 public:
  Flat(const G& rules, const SearchParams& params)
      : rules_{&rules},
        worlds_(rules, params),
        playout_(rules, params),
        common_{params.common_random_numbers},
        sums_(rules.num_actions(), rules.seats()) {}

  [[nodiscard]] SearchReport run(const Cursor<G>& root, int viewer, const Budget& budget, std::uint64_t seed,
                                 Control& control) {
    sums_.clear();
    playout_.forget();
    Meter meter(budget, control);
    std::vector<Action> left = worlds_.candidates(root, viewer, seed);
    const int rounds =
        left.size() < 2 ? static_cast<int>(left.size()) : static_cast<int>(std::bit_width(left.size() - 1));
    std::int64_t passes = 0;
    bool more = true;
    // Seen by another seat the mover has some of the actions in some worlds: a pass tries those of one world.
    const bool elsewhere = worlds_.conceals() && viewer != root.node.seat;
    for (int round = 0; round < rounds && more; ++round) {
      // Equal shares of what is left, of iterations and of time.
      const std::int64_t share = (budget.iterations - meter.done()) / (rounds - round);
      const auto width = static_cast<std::int64_t>(left.size());
      const std::int64_t begun = meter.done();
      const std::int64_t quota = round + 1 == rounds ? kMaxIterations  // the last one takes whatever is left
                                                     : std::max(width, share / width * width);
      const double deadline = budget.seconds * (round + 1) / rounds;
      for (; meter.done() - begun < quota && more; ++passes) {
        const auto world = static_cast<std::uint64_t>(passes);
        const bool comes_up = !elsewhere || worlds_.deal(root, viewer, seed, world, world_);
        bool tried = false;
        for (const Action action : left) {
          if (elsewhere && !(comes_up && world_.legal.contains(action))) continue;
          more = meter.next();
          if (!more) break;
          tried = true;
          const std::uint64_t stream = common_ ? world : static_cast<std::uint64_t>(meter.done());
          try_action(root, viewer, action, seed, elsewhere ? world : stream, stream);
        }
        if (!tried && more) more = meter.next();
        if (std::isfinite(deadline) && meter.seconds() >= deadline) break;
      }
      const std::int8_t mover = root.node.seat;
      std::sort(left.begin(), left.end(), [&](Action a, Action b) {
        const double mean_a = sums_.visits(a) > 0 ? sums_.mean(a, mover) : -1.0;
        const double mean_b = sums_.visits(b) > 0 ? sums_.mean(b, mover) : -1.0;
        return mean_a != mean_b ? mean_a > mean_b : a < b;
      });
      answer_ = left.front();
      left.resize((left.size() + 1) / 2);
      std::sort(left.begin(), left.end());
    }
    return report(root, viewer, meter);
  }

 private:
  PYBOARD_IN_ONE void try_action(const Cursor<G>& root, int viewer, Action action, std::uint64_t seed,
                                 std::uint64_t world, std::uint64_t stream) noexcept {
    Rng rng(stream_seed(seed, stream));
    Cursor<G>& cursor = cursor_;
    if (!worlds_.deal(root, viewer, seed, world, cursor) || !cursor.legal.contains(action)) return;
    step(*rules_, cursor, action);
    Utilities<G> utilities;
    playout_.run(cursor, rng, utilities);
    sums_.add(action, utilities.data());
  }

  [[nodiscard]] SearchReport report(const Cursor<G>& root, int viewer, const Meter& meter) const {
    SearchReport report;
    report.actions = worlds_.rows(root, viewer, sums_);
    sort_by_visits(report.actions, root.node.seat);
    // Of the last two one may have a visit more; it is the mean that tells them apart.
    put_first(report.actions, answer_);
    report.iterations = meter.done();
    report.seconds = meter.seconds();
    report.interrupted = meter.interrupted();
    report.truncated = playout_.truncated();
    return report;
  }

  const G* rules_;
  Worlds<G> worlds_;
  Playout<G> playout_;
  bool common_;
  RootSums sums_;
  Action answer_ = 0;
  Cursor<G> cursor_;
  Cursor<G> world_;
};

}  // namespace pyboard
