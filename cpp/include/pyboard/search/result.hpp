// pyboard/search/result.hpp: what a search found out, as numbers.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "pyboard/core/event.hpp"
#include "pyboard/core/rng.hpp"

namespace pyboard {

/// One action at the root.
struct ActionReport {
  Action action = 0;
  std::int64_t visits = 0;
  std::vector<double> mean;    // utility per seat; NaN without visits
  std::vector<double> spread;  // standard deviation of a single result per seat; NaN below two results
  bool proven = false;         // the mean is the exact value
  double share = 0;            // of the average strategy
  std::int64_t fresh = 0;      // visits of this search, which the spread is of
};

struct SearchReport {
  std::vector<ActionReport> actions;  // best first
  std::size_t chosen = 0;             // the one that is the answer
  std::int64_t iterations = 0;
  std::int64_t kept = 0;       // visits taken over from an earlier search
  std::int64_t truncated = 0;  // playouts cut off because they did not end
  double seconds = 0;
  std::int64_t nodes = 0;   // positions in the tree, the root included
  std::int64_t memory = 0;  // bytes of the tree
  bool full = false;        // the memory was used up
  bool interrupted = false;
  bool deterministic = true;  // the same seed and iterations give the same again
  bool proven = false;        // the first action is best and its value exact
};

/// Sums of results per root action: how often, how much, how different.
class RootSums {
 public:
  RootSums(int actions, int seats)
      : seats_(static_cast<std::size_t>(seats)),
        visits_(static_cast<std::size_t>(actions)),
        fresh_(visits_.size()),
        sums_(visits_.size() * seats_),
        fresh_sums_(sums_.size()),
        squares_(sums_.size()) {}

  void clear() {
    for (auto* counts : {&visits_, &fresh_}) std::fill(counts->begin(), counts->end(), 0);
    for (auto* sums : {&sums_, &fresh_sums_, &squares_}) std::fill(sums->begin(), sums->end(), 0.0);
  }
  /// Results of an earlier search, of which only the mean is known.
  void keep(Action action, int seat, std::int64_t visits, double mean) {
    visits_[action] = visits;
    sums_[action * seats_ + static_cast<std::size_t>(seat)] = mean * static_cast<double>(visits);
  }
  void add(Action action, const float* utilities) noexcept {
    ++visits_[action];
    ++fresh_[action];
    const std::size_t first = action * seats_;
    for (std::size_t seat = 0; seat < seats_; ++seat) {
      const double utility = utilities[seat];
      sums_[first + seat] += utility;
      fresh_sums_[first + seat] += utility;
      squares_[first + seat] += utility * utility;
    }
  }
  /// Adds what another thread counted.
  void add(const RootSums& other) noexcept {
    for (std::size_t i = 0; i < visits_.size(); ++i) {
      visits_[i] += other.visits_[i];
      fresh_[i] += other.fresh_[i];
    }
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      sums_[i] += other.sums_[i];
      fresh_sums_[i] += other.fresh_sums_[i];
      squares_[i] += other.squares_[i];
    }
  }
  [[nodiscard]] std::int64_t visits(Action action) const noexcept { return visits_[action]; }
  [[nodiscard]] double mean(Action action, int seat) const noexcept {
    return visits_[action] == 0
               ? std::numeric_limits<double>::quiet_NaN()
               : sums_[action * seats_ + static_cast<std::size_t>(seat)] / static_cast<double>(visits_[action]);
  }
  [[nodiscard]] ActionReport report(Action action) const {
    ActionReport row{action, visits_[action], {}, {}, false, 0, fresh_[action]};
    const auto n = static_cast<double>(fresh_[action]);
    for (std::size_t seat = 0; seat < seats_; ++seat) {
      row.mean.push_back(mean(action, static_cast<int>(seat)));
      const double sum = fresh_sums_[action * seats_ + seat];
      const double variance = n < 2 ? std::numeric_limits<double>::quiet_NaN()
                                    : (squares_[action * seats_ + seat] - sum * sum / n) / (n - 1);
      row.spread.push_back(std::sqrt(variance < 0 ? 0.0 : variance));
    }
    return row;
  }

 private:
  std::size_t seats_;
  std::vector<std::int64_t> visits_;  // of this search and the one before
  std::vector<std::int64_t> fresh_;   // of this search
  std::vector<double> sums_;
  std::vector<double> fresh_sums_;
  std::vector<double> squares_;
};

/// Most visited first; ties by the mean of `seat`, then by number.
inline void sort_by_visits(std::vector<ActionReport>& rows, int seat) {
  const auto at = static_cast<std::size_t>(seat);
  std::sort(rows.begin(), rows.end(), [at](const ActionReport& a, const ActionReport& b) {
    if (a.visits != b.visits) return a.visits > b.visits;
    if (a.visits > 0 && a.mean[at] != b.mean[at]) return a.mean[at] > b.mean[at];
    return a.action < b.action;
  });
}

/// The largest share of the average strategy first, then as sort_by_visits.
inline void sort_by_share(std::vector<ActionReport>& rows, int seat) {
  sort_by_visits(rows, seat);
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return rows[a].share != rows[b].share ? rows[a].share > rows[b].share : a < b;
  });
  std::vector<ActionReport> sorted;
  sorted.reserve(rows.size());
  for (const std::size_t i : order) sorted.push_back(std::move(rows[i]));
  rows = std::move(sorted);
}

/// Highest mean of `seat` first, then by number; what was never tried comes last.
inline void sort_by_mean(std::vector<ActionReport>& rows, int seat) {
  const auto at = static_cast<std::size_t>(seat);
  std::sort(rows.begin(), rows.end(), [at](const ActionReport& a, const ActionReport& b) {
    const double mean_a = a.visits > 0 ? a.mean[at] : -1.0;
    const double mean_b = b.visits > 0 ? b.mean[at] : -1.0;
    return mean_a != mean_b ? mean_a > mean_b : a.action < b.action;
  });
}

/// Moves an action to the front, if it has been tried.
inline void put_first(std::vector<ActionReport>& rows, Action action) {
  const auto row = std::find_if(rows.begin(), rows.end(), [&](const ActionReport& r) { return r.action == action; });
  if (row != rows.end() && row->visits > 0) std::rotate(rows.begin(), row, row + 1);
}

/// Proofs get no more visits: the best for `seat` counts as the most visited if it promises as much as the first.
inline void put_proof_first(std::vector<ActionReport>& rows, int seat) {
  const auto at = static_cast<std::size_t>(seat);
  const ActionReport* best = nullptr;
  for (const ActionReport& row : rows) {
    if (!row.proven) continue;
    if (best == nullptr || row.mean[at] > best->mean[at] ||
        (row.mean[at] == best->mean[at] && row.action < best->action)) {
      best = &row;
    }
  }
  if (best != nullptr && rows.front().visits > 0 && best->mean[at] >= rows.front().mean[at])
    put_first(rows, best->action);
}

/// Draws the answer from the average strategy.
inline void draw_answer(SearchReport& report, std::uint64_t seed) noexcept {
  constexpr std::uint64_t kDraw = 0x66696e616cULL;  // apart from all other streams of the seed
  double left = Rng(stream_seed(seed ^ kDraw, 0)).uniform();
  for (std::size_t i = 0; i < report.actions.size(); ++i) {
    if (report.actions[i].share <= 0) continue;
    report.chosen = i;
    left -= report.actions[i].share;
    if (left < 0) break;
  }
}

/// One report of several searches of the same position. Rows stand in the same actions, in any order.
[[nodiscard]] inline SearchReport merge_reports(const std::vector<SearchReport>& parts, int mover, bool by_share) {
  SearchReport all;
  const auto find = [](std::vector<ActionReport>& rows, Action action) {
    return std::find_if(rows.begin(), rows.end(), [&](const ActionReport& row) { return row.action == action; });
  };
  double weight = 0;
  const SearchReport* proven = nullptr;
  for (const SearchReport& part : parts) {
    double visits = 0;
    for (const ActionReport& row : part.actions) visits += static_cast<double>(row.visits);
    weight += visits;
    for (const ActionReport& row : part.actions) {
      auto to = find(all.actions, row.action);
      if (to == all.actions.end()) {
        const std::vector<double> none(row.mean.size(), std::numeric_limits<double>::quiet_NaN());
        to = all.actions.insert(to, ActionReport{row.action, 0, none, none, false, 0, 0});
      }
      to->share += row.share * visits;
      if (row.proven && !to->proven) to->mean = row.mean;
      // Spreads are of the fresh results, means of all.
      const auto n = static_cast<double>(to->fresh);
      const auto m = static_cast<double>(row.fresh);
      for (std::size_t seat = 0; seat < row.mean.size() && row.visits > 0; ++seat) {
        if (to->visits == 0) {
          if (!to->proven && !row.proven) to->mean[seat] = row.mean[seat];
          to->spread[seat] = row.spread[seat];
          continue;
        }
        const double apart = row.mean[seat] - to->mean[seat];
        const double sum = (n < 2 ? 0.0 : (n - 1) * to->spread[seat] * to->spread[seat]) +
                           (m < 2 ? 0.0 : (m - 1) * row.spread[seat] * row.spread[seat]) +
                           (n + m < 1 ? 0.0 : apart * apart * n * m / (n + m));
        if (n + m >= 2) to->spread[seat] = std::sqrt(sum / (n + m - 1));
        if (!to->proven && !row.proven)
          to->mean[seat] += apart * static_cast<double>(row.visits) / static_cast<double>(to->visits + row.visits);
      }
      to->visits += row.visits;
      to->fresh += row.fresh;
      to->proven = to->proven || row.proven;
    }
    all.iterations += part.iterations;
    all.kept += part.kept;
    all.truncated += part.truncated;
    all.seconds = std::max(all.seconds, part.seconds);
    all.nodes += part.nodes;
    all.memory += part.memory;
    all.full = all.full || part.full;
    all.interrupted = all.interrupted || part.interrupted;
    if (part.proven && proven == nullptr) proven = &part;
  }
  for (ActionReport& row : all.actions) row.share = weight > 0 ? row.share / weight : 0;
  sort_by_visits(all.actions, mover);
  if (by_share) {
    sort_by_share(all.actions, mover);
  }
  if (proven != nullptr) {
    const auto first = find(all.actions, proven->actions.front().action);
    std::rotate(all.actions.begin(), first, first + 1);
    all.proven = true;
  } else if (!all.actions.empty()) {
    put_proof_first(all.actions, mover);
  }
  return all;
}

}  // namespace pyboard
