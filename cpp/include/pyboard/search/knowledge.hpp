// pyboard/search/knowledge.hpp: what a search may know of an action beside its visits and its mean at a node.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/pieces.hpp"
#include "pyboard/search/playout.hpp"

namespace pyboard {

/// The settings, and which parts of a search they concern.
struct Informed {
  explicit Informed(const SearchParams& params) noexcept
      : reduction{static_cast<float>(params.first_play_reduction)},
        variance_scaling{params.variance_scaling},
        value_scaling{static_cast<float>(params.value_scaling)},
        prior_weight{static_cast<float>(params.prior_weight)},
        prior_visits{static_cast<std::uint32_t>(params.prior_visits)},
        history_weight{static_cast<float>(params.history_weight)},
        mast{params.mast},
        greedy{params.playout_greedy},
        choice{reduction >= 0 || variance_scaling || value_scaling > 0 || prior_weight > 0 || history_weight > 0},
        plain{!variance_scaling && history_weight == 0},
        playouts{mast > 0 || greedy > 0},
        table{mast > 0 || history_weight > 0} {}
  float reduction;
  bool variance_scaling;
  float value_scaling;
  float prior_weight;
  std::uint32_t prior_visits;
  float history_weight;
  double mast;
  double greedy;
  bool choice;    // nodes choose by more than visits and means
  bool plain;     // but by no more than priors and the value of a first play
  bool playouts;  // so do playouts
  bool table;     // means of actions anywhere are kept
};

/// Results of every action of every seat anywhere in a search.
class ActionTable {
 public:
  struct Entry {
    double sum = 0;  // a float would stop growing
    std::uint32_t visits = 0;
    [[nodiscard]] float mean() const noexcept { return visits == 0 ? 0.5F : static_cast<float>(sum / visits); }
  };
  /// Without seats there is none.
  ActionTable(int seats, int actions) : actions_{actions}, entries_(static_cast<std::size_t>(seats * actions)) {}

  [[nodiscard]] const Entry& at(int seat, Action action) const noexcept { return entries_[index(seat, action)]; }
  void add(int seat, Action action, float result) noexcept {
    Entry& entry = entries_[index(seat, action)];
    ++entry.visits;
    entry.sum += result;
  }
  void clear() noexcept { entries_.assign(entries_.size(), Entry{}); }

 private:
  [[nodiscard]] std::size_t index(int seat, Action action) const noexcept {
    return static_cast<std::size_t>(seat * actions_) + action;
  }

  int actions_;
  std::vector<Entry> entries_;
};

/// How far the results of one seat lie apart.
class ResultSpread {
 public:
  void add(double result) noexcept {
    count_ += 1;
    sum_ += result;
    squares_ += result * result;
  }
  /// Twice their standard deviation, at most 1.
  [[nodiscard]] float get() const noexcept {
    constexpr double kEnough = 16;
    if (count_ < kEnough) return 1.0F;
    const double variance = squares_ / count_ - (sum_ / count_) * (sum_ / count_);
    return static_cast<float>(2 * std::sqrt(variance > 0 ? variance : 0.0));
  }

 private:
  double count_ = 0;
  double sum_ = 0;
  double squares_ = 0;
};

/// Playouts whose decisions are partly those of the table or of the estimate, one action ahead.
template <Game G>
class InformedPlayout {
 public:
  struct Choice {
    std::int8_t seat;
    Action action;
  };

  InformedPlayout(const G& rules, const Informed& informed)
      : rules_{&rules}, mast_{informed.mast}, greedy_{informed.greedy}, trace_(informed.table ? kLongestTrace : 0) {}

  /// What an action leads to, and all that is forced then: sealed choices are revealed, and phases end.
  void estimate_after(const Playout<G>& playout, const Cursor<G>& at, Action action, Utilities<G>& out) noexcept {
    ahead_.state = at.state;
    ahead_.node = at.node;
    step(*rules_, ahead_, action);
    playout.value(ahead_, out);
  }

  PYBOARD_APART void run(Playout<G>& playout, const ActionTable& table, Rng& rng, Cursor<G>& cursor,
                         Utilities<G>& out) noexcept {
    traced_ = 0;
    std::int64_t decisions = 0;
    for (std::int64_t steps = 0; cursor.node.kind != NodeKind::terminal; ++steps) {
      const bool decision = cursor.node.kind == NodeKind::decision;
      if (decision && decisions++ >= playout.depth()) return playout.estimate(cursor.state, out);
      if (steps >= playout.limit()) {
        playout.note_truncated();
        return playout.estimate(cursor.state, out);
      }
      if (!decision) {
        step(*rules_, cursor, rules_->sample(cursor.state, rng));
        continue;
      }
      const Action action = choose(playout, table, rng, cursor);
      if (traced_ < trace_.size()) trace_[traced_++] = {cursor.node.seat, action};
      step(*rules_, cursor, action);
    }
    playout.result(cursor.state, out);
  }

  /// What was chosen in the last playout, for the table.
  [[nodiscard]] std::span<const Choice> trace() const noexcept { return std::span(trace_).first(traced_); }
  void forget_trace() noexcept { traced_ = 0; }

 private:
  static constexpr std::size_t kLongestTrace = 1024;

  [[nodiscard]] Action choose(const Playout<G>& playout, const ActionTable& table, Rng& rng,
                              const Cursor<G>& cursor) noexcept {
    const double die = rng.uniform();
    // Of equals any, by where the look around begins.
    const auto count = static_cast<std::uint32_t>(cursor.legal.count());
    const std::uint32_t first = rng.below(count);
    const bool by_table = die < mast_;
    if (!by_table && die >= mast_ + greedy_) return cursor.legal.nth(static_cast<int>(first));
    Action best = 0;
    float highest = -1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const Action action = cursor.legal.nth(static_cast<int>((first + i) % count));
      float value = 0;
      if (by_table) {
        const ActionTable::Entry& known = table.at(cursor.node.seat, action);
        value = known.visits == 0 ? 1.0F : known.mean();
      } else {
        Utilities<G> utilities;
        estimate_after(playout, cursor, action, utilities);
        value = utilities[static_cast<std::size_t>(cursor.node.seat)];
      }
      if (value > highest) {
        highest = value;
        best = action;
      }
    }
    return best;
  }

  const G* rules_;
  double mast_;
  double greedy_;
  Cursor<G> ahead_;
  std::vector<Choice> trace_;
  std::size_t traced_ = 0;
};

}  // namespace pyboard
