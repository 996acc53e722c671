// pyboard/search/solve.hpp: exact values. Every seat takes what is best for itself (max^n), chance counts by its
// weights; with two seats whose utilities add up to 1, alpha-beta. Only where nothing is hidden from anybody.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <stdexcept>
#include <unordered_map>
#include <utility>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/budget.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/playout.hpp"
#include "pyboard/search/proof_table.hpp"
#include "pyboard/search/result.hpp"

namespace pyboard {

/// True if every seat knows the whole position: what it does not know, dealt anew many times, is what was there.
template <Game G>
[[nodiscard]] bool nothing_hidden(const G& rules, const typename G::State& state) noexcept {
  if constexpr (!PerfectInformation<G>) {
    constexpr std::uint64_t kDeals = 256;
    for (std::uint64_t number = 0; number < kDeals; ++number) {
      for (int seat = 0; seat < rules.seats(); ++seat) {
        typename G::State world = state;
        Rng rng(stream_seed(0x736f6c7665ULL + static_cast<std::uint64_t>(seat), number));
        rules.conceal(world, seat, rng);
        if (!same_bytes(world, state)) return false;
      }
    }
  }
  return true;
}

template <Game G>
class Solver {
 public:
  using State = typename G::State;
  using Values = std::array<double, static_cast<std::size_t>(G::kMaxPlayers)>;

  Solver(const G& rules, const SearchParams& params)
      : rules_{&rules},
        seats_(static_cast<std::size_t>(rules.seats())),
        playout_(rules, params),
        // A seat's score alone can be good for both; everything else adds up to 1.
        zero_sum_{rules.seats() == 2 && params.utility != Utility::score},
        all_known_{PerfectInformation<G> || params.information == Information::perfect},
        all_actions_{params.all_actions},
        memory_(static_cast<std::size_t>(params.memory)),
        table_(zero_sum_ ? 1 : rules.seats(), memory_),
        history_(seats_ * static_cast<std::size_t>(rules.num_actions())) {}

  /// Rows: actions whose value is exact, best first. `proven` unless the budget was too small.
  /// Throws std::invalid_argument where something is or becomes hidden.
  [[nodiscard]] SearchReport run(const Cursor<G>& root, int /*viewer*/, const Budget& budget, std::uint64_t /*seed*/,
                                 Control& control) {
    std::optional<SearchReport> report = attempt(root, budget, control);
    if (!report)
      throw std::invalid_argument(
          "something is hidden from a player here, or will be: there is no exact value to find");
    return std::move(*report);
  }

  /// The same; nothing where something is or becomes hidden.
  [[nodiscard]] std::optional<SearchReport> attempt(const Cursor<G>& root, const Budget& budget, Control& control) {
    if (!all_known_ && !nothing_hidden(*rules_, root.state)) return std::nullopt;
    meter_.emplace(budget, control);
    report_ = {};
    stopped_ = hidden_ = false;
    depth_ = 0;
    line_.clear();
    table_.clear();
    std::fill(history_.begin(), history_.end(), 0U);
    if (rules_->max_game_length() < 0) {
      solve_cyclic(root);
    } else {
      solve_acyclic(root);
    }
    if (hidden_) return std::nullopt;
    SearchReport report = std::move(report_);
    report.iterations = meter_->done();
    report.nodes = meter_->done();
    report.seconds = meter_->seconds();
    report.interrupted = meter_->interrupted();
    return report;
  }

  /// Calls f(state, action) along a line of best play; chance takes its likeliest outcomes.
  template <class Function>
  void principal_line(Function&& f) const {
    for (const auto& [state, action] : line_) f(state, action);
  }

 private:
  static constexpr int kDeepest = 400;  // recursion takes stack
  static constexpr std::size_t kLongestLine = 64;

  // Games that end: depth first, every position once.

  void solve_acyclic(const Cursor<G>& root) {
    struct Row {
      Action action;
      Values values;
      std::int64_t work;
    };
    std::vector<Row> rows;
    const auto mover = static_cast<std::size_t>(root.node.seat);
    double best = -1;
    bool complete = true;
    for (const Action action : ordered(root)) {
      if (zero_sum_ && !all_actions_ && best >= 1) break;
      const std::int64_t before = meter_->done();
      Cursor<G> child;
      if (!follow(root, action, child)) return;
      Values values{};
      bool exact = true;
      if (zero_sum_ && !all_actions_) {
        // Only what is better than the best so far needs its exact value.
        const double bound = mover == 0 ? best : 1 - best;
        const double value = mover == 0 ? bounded(child, best, 1) : bounded(child, 0, best < 0 ? 1 : bound);
        values = {value, 1 - value};
        exact = best < 0 || values[mover] > best;
      } else {
        full(child, values);
      }
      if (stopped_) {
        complete = false;
        break;
      }
      if (!exact) continue;
      best = std::max(best, values[mover]);
      rows.push_back({action, values, std::max<std::int64_t>(meter_->done() - before, 1)});
    }
    if (hidden_) return;
    for (const Action action : root.legal.span()) {
      const auto row = std::find_if(rows.begin(), rows.end(), [&](const Row& r) { return r.action == action; });
      report_row(action, row == rows.end() ? 0 : row->work, row == rows.end() ? nullptr : &row->values);
    }
    finish(root.node.seat, complete);
    report_.memory = static_cast<std::int64_t>(table_.memory());
    if (complete) trace(root);
    hidden_ = false;  // what the line meets beyond what was looked at changes no value
  }

  /// Value of every seat, exact unless the search was stopped.
  void full(const Cursor<G>& at, Values& out) {
    if (zero_sum_) {
      const double value = bounded(at, 0, 1);
      out[0] = value;
      out[1] = 1 - value;
      return;
    }
    if (!enter()) return;
    search_full(at, out);
    --depth_;
  }

  void search_full(const Cursor<G>& at, Values& out) {
    if (at.node.kind == NodeKind::terminal) return result(at.state, out);
    const ProofKey key = key_of(at.state);
    if (const ProofTable::Entry known = table_.find(key)) {
      for (std::size_t seat = 0; seat < seats_; ++seat) out[seat] = known.value(seat);
      return;
    }
    const std::int64_t before = meter_->done();
    Action best = 0;
    if (at.node.kind == NodeKind::chance) {
      Outcomes<G> outcomes;
      rules_->outcomes(at.state, outcomes);
      if (!told_apart(at, outcomes)) return;
      Cursor<G> child;
      Values sum{};
      for (const WeightedOutcome& outcome : outcomes) {
        if (!follow(at, outcome.id, child)) return;
        Values values{};
        full(child, values);
        if (stopped_) return;
        const double weight = static_cast<double>(outcome.weight) / static_cast<double>(outcomes.total());
        for (std::size_t seat = 0; seat < seats_; ++seat) sum[seat] += weight * values[seat];
      }
      out = sum;
    } else {
      const auto mover = static_cast<std::size_t>(at.node.seat);
      double highest = -1;
      for (const Action action : at.legal.span()) {
        Cursor<G> child;
        if (!follow(at, action, child)) return;
        Values values{};
        full(child, values);
        if (stopped_) return;
        if (values[mover] > highest) {
          highest = values[mover];
          out = values;
          best = action;
        }
        if (highest >= 1) break;  // nothing is better
      }
    }
    table_.store(key, Proof::exact, best, static_cast<std::uint64_t>(meter_->done() - before),
                 std::span(out).first(seats_));
  }

  /// Value of seat 0 if it lies between alpha and beta, else a bound on its side of them.
  double bounded(const Cursor<G>& at, double alpha, double beta) {
    if (!enter()) return 0;
    const double value = search_bounded(at, alpha, beta);
    --depth_;
    return value;
  }

  double search_bounded(const Cursor<G>& at, double alpha, double beta) {
    if (at.node.kind == NodeKind::terminal) {
      Values values{};
      result(at.state, values);
      return values[0];
    }
    const ProofKey key = key_of(at.state);
    const ProofTable::Entry known = table_.find(key);
    int first = -1;
    if (known) {
      const double value = known.value(0);
      if (known.proof() == Proof::exact || (known.proof() == Proof::at_least && value >= beta) ||
          (known.proof() == Proof::at_most && value <= alpha)) {
        return value;
      }
      if (at.node.kind == NodeKind::decision) first = known.best();
    }
    const std::int64_t before = meter_->done();
    const bool chance = at.node.kind == NodeKind::chance;
    Action best = 0;
    const double value = chance ? over_outcomes(at, alpha, beta) : over_actions(at, alpha, beta, first, best);
    if (stopped_) return 0;
    const Proof proof = value <= alpha && alpha > 0 ? Proof::at_most
                        : value >= beta && beta < 1 ? Proof::at_least
                                                    : Proof::exact;
    table_.store(key, proof, best, static_cast<std::uint64_t>(meter_->done() - before), std::span(&value, 1));
    return value;
  }

  double over_actions(const Cursor<G>& at, double alpha, double beta, int first, Action& best) {
    const bool up = at.node.seat == 0;
    double value = up ? -1 : 2;
    const auto mover = static_cast<std::size_t>(at.node.seat);
    std::uint32_t* const history = &history_[mover * static_cast<std::size_t>(rules_->num_actions())];
    std::array<Action, static_cast<std::size_t>(G::kMaxLegal)> order;
    std::size_t count = 0;
    for (const Action action : at.legal.span()) order[count++] = action;
    for (std::size_t i = 0; i < count; ++i) {
      // The best of the rest, by what cut off elsewhere; the stored best comes first.
      std::size_t pick = i;
      for (std::size_t j = i; j < count; ++j) {
        if (static_cast<int>(order[j]) == first) {
          pick = j;
          break;
        }
        if (history[order[j]] > history[order[pick]]) pick = j;
      }
      std::rotate(order.begin() + static_cast<std::ptrdiff_t>(i), order.begin() + static_cast<std::ptrdiff_t>(pick),
                  order.begin() + static_cast<std::ptrdiff_t>(pick) + 1);
      const Action action = order[i];
      Cursor<G> child;
      if (!follow(at, action, child)) return 0;
      const double found = bounded(child, alpha, beta);
      if (stopped_) return 0;
      if (up ? found > value : found < value) {
        value = found;
        best = action;
      }
      if (up) {
        alpha = std::max(alpha, value);
      } else {
        beta = std::min(beta, value);
      }
      // Within the whole range the bounds themselves are exact.
      if (alpha >= beta || (up ? value >= 1 : value <= 0)) {
        const auto gain = static_cast<std::uint32_t>(count - i);
        if (history[action] > 0x7fffffffU) {
          for (std::size_t a = 0; a < static_cast<std::size_t>(rules_->num_actions()); ++a) history[a] /= 2;
        }
        history[action] += gain;
        break;
      }
    }
    return value;
  }

  /// Outcomes not seen yet are worth between 0 and 1 each: once that cannot lead into the window, stop.
  double over_outcomes(const Cursor<G>& at, double alpha, double beta) {
    Outcomes<G> outcomes;
    rules_->outcomes(at.state, outcomes);
    if (!told_apart(at, outcomes)) return 0;
    double sum = 0;
    std::uint64_t rest = outcomes.total();
    const auto total = static_cast<double>(outcomes.total());
    for (const WeightedOutcome& outcome : outcomes) {
      rest -= outcome.weight;
      const double weight = static_cast<double>(outcome.weight) / total;
      const double open = static_cast<double>(rest) / total;
      Cursor<G> child;
      if (!follow(at, outcome.id, child)) return 0;
      const double low = std::clamp((alpha - sum - open) / weight, 0.0, 1.0);
      const double high = std::clamp((beta - sum) / weight, 0.0, 1.0);
      // A window that rounding closed must stay a window.
      const double value = low < high ? bounded(child, low, high) : bounded(child, 0, 1);
      if (stopped_) return 0;
      const bool at_most = low < high && low > 0 && value <= low;
      const bool at_least = low < high && high < 1 && value >= high;
      if (at_most && sum + weight * value + open <= alpha) return sum + weight * value + open;
      if (at_least && sum + weight * value >= beta) return sum + weight * value;
      // A bound that through rounding does not settle the node: the exact value is needed.
      sum += weight * (at_most || at_least ? bounded(child, 0, 1) : value);
      if (stopped_) return 0;
    }
    return sum;
  }

  // Games that may go on for ever: all positions at once, then sweeps over them until nothing changes.

  void solve_cyclic(const Cursor<G>& root) {
    struct Link {
      std::uint32_t child;
      std::uint16_t id;
      double weight;
    };
    struct Place {
      std::size_t first;
      std::size_t count;
      Node node;
    };
    struct KeyHash {
      std::size_t operator()(const ProofKey& key) const noexcept { return static_cast<std::size_t>(key.low); }
    };
    std::vector<State> states;
    std::vector<Place> places;
    std::vector<Link> links;
    std::vector<Values> values;
    std::unordered_map<ProofKey, std::uint32_t, KeyHash> known;
    const auto index_of = [&](const Cursor<G>& at) {
      const auto [entry, fresh] = known.try_emplace(key_of(at.state), static_cast<std::uint32_t>(states.size()));
      if (fresh) {
        states.push_back(at.state);
        places.push_back({0, 0, at.node});
        Values start;
        start.fill(0.5);  // what endless play is worth
        if (at.node.kind == NodeKind::terminal) result(at.state, start);
        values.push_back(start);
      }
      return entry->second;
    };
    const auto bytes = [&] {
      constexpr std::size_t kTableEntry = 64;
      return states.size() * (sizeof(State) + sizeof(Place) + sizeof(Values) + kTableEntry) +
             links.size() * sizeof(Link);
    };
    index_of(root);
    for (std::size_t i = 0; i < states.size(); ++i) {
      if (!meter_->next() || bytes() > memory_) stopped_ = true;
      if (stopped_) break;
      Cursor<G> at;
      place(*rules_, at, State(states[i]));
      places[i].first = links.size();
      if (at.node.kind == NodeKind::chance) {
        Outcomes<G> outcomes;
        rules_->outcomes(at.state, outcomes);
        if (!told_apart(at, outcomes)) return;
        for (const WeightedOutcome& outcome : outcomes) {
          Cursor<G> child;
          if (!follow(at, outcome.id, child)) return;
          links.push_back({index_of(child), outcome.id,
                           static_cast<double>(outcome.weight) / static_cast<double>(outcomes.total())});
        }
      } else if (at.node.kind == NodeKind::decision) {
        for (const Action action : at.legal.span()) {
          Cursor<G> child;
          if (!follow(at, action, child)) return;
          links.push_back({index_of(child), action, 0});
        }
      }
      places[i].count = links.size() - places[i].first;
    }
    constexpr double kSettled = 1e-13;
    constexpr int kSweeps = 100'000;
    double change = 1;
    for (int sweep = 0; sweep < kSweeps && change > kSettled && !stopped_; ++sweep) {
      change = 0;
      for (std::size_t i = states.size(); i-- > 0;) {
        const Place& at = places[i];
        if (at.count == 0) continue;
        const std::span<const Link> from(&links[at.first], at.count);
        Values next{};
        if (at.node.kind == NodeKind::chance) {
          for (const Link& link : from) {
            for (std::size_t seat = 0; seat < seats_; ++seat) next[seat] += link.weight * values[link.child][seat];
          }
        } else {
          const auto mover = static_cast<std::size_t>(at.node.seat);
          const auto best = std::max_element(from.begin(), from.end(), [&](const Link& a, const Link& b) {
            return values[a.child][mover] < values[b.child][mover];
          });
          next = values[best->child];
        }
        for (std::size_t seat = 0; seat < seats_; ++seat)
          change = std::max(change, std::abs(next[seat] - values[i][seat]));
        values[i] = next;
      }
      stopped_ = stopped_ || meter_->over();
    }
    const bool complete = !stopped_ && change <= kSettled;
    const std::span<const Link> from(links.data(), stopped_ ? 0 : places[0].count);
    for (const Action action : root.legal.span()) {
      const auto link = std::find_if(from.begin(), from.end(), [&](const Link& l) { return l.id == action; });
      report_row(action, complete ? 1 : 0, complete ? &values[link->child] : nullptr);
    }
    finish(root.node.seat, complete);
    report_.memory = static_cast<std::int64_t>(bytes());
    std::size_t i = 0;
    for (std::size_t step = 0; complete && step < kLongestLine && places[i].count > 0; ++step) {
      const std::span<const Link> next(&links[places[i].first], places[i].count);
      const auto seat = static_cast<std::size_t>(std::max<int>(places[i].node.seat, 0));
      const bool chance = places[i].node.kind == NodeKind::chance;
      const auto best = std::max_element(next.begin(), next.end(), [&](const Link& a, const Link& b) {
        return chance ? a.weight < b.weight : values[a.child][seat] < values[b.child][seat];
      });
      if (!chance) line_.push_back({states[i], best->id});
      i = best->child;
    }
  }

  // What both share.

  /// Counts a position; false if there is no budget for it.
  [[nodiscard]] bool enter() {
    if (stopped_) return false;
    if (depth_ >= kDeepest || !meter_->next()) {
      stopped_ = true;
      return false;
    }
    ++depth_;
    return true;
  }

  /// The position after an event; false, and the search is over, if not every seat learns all of it.
  [[nodiscard]] bool follow(const Cursor<G>& from, std::uint16_t id, Cursor<G>& to) {
    to.state = from.state;
    if (from.node.kind == NodeKind::chance) {
      rules_->apply_outcome(to.state, id);
    } else {
      rules_->apply(to.state, id);
    }
    detail::check_state(*rules_, to.state);
    if (!all_known_ && !rules_->open(from.state, Event::make(from.node, id, false))) {
      hidden_ = stopped_ = true;
      return false;
    }
    settle(*rules_, to);  // what is forced is known to all who know the position
    return true;
  }
  /// Open to all may still be dark to all: false, and the search is over, if some outcomes look the same.
  [[nodiscard]] bool told_apart(const Cursor<G>& at, const Outcomes<G>& outcomes) {
    if (all_known_) return true;
    std::array<Label, static_cast<std::size_t>(G::kOutcomes)> labels;
    std::size_t count = 0;
    for (const WeightedOutcome& outcome : outcomes) {
      State after = at.state;
      rules_->apply_outcome(after, outcome.id);
      labels[count++] = rules_->label(at.state, Event::make(at.node, outcome.id, false), after, 0);
    }
    const auto end = labels.begin() + static_cast<std::ptrdiff_t>(count);
    std::sort(labels.begin(), end);
    if (std::adjacent_find(labels.begin(), end) == end) return true;
    hidden_ = stopped_ = true;
    return false;
  }

  [[nodiscard]] static ProofKey key_of(const State& state) noexcept {
    constexpr std::uint64_t kOther = 0x5851f42d4c957f2dULL;
    return {hash_bytes(&state, sizeof state), hash_bytes(&state, sizeof state, kOther)};
  }

  void result(const State& state, Values& out) const noexcept {
    Utilities<G> utilities;
    playout_.result(state, utilities);
    for (std::size_t seat = 0; seat < seats_; ++seat) out[seat] = exact(utilities[seat]);
  }
  /// Shares of seats, as 1/3, are no floats.
  [[nodiscard]] static double exact(float utility) noexcept {
    constexpr double kParts = 32'760;
    constexpr double kRounding = 1e-6;
    const double nearest = std::round(static_cast<double>(utility) * kParts) / kParts;
    return std::abs(nearest - static_cast<double>(utility)) < kRounding ? nearest : static_cast<double>(utility);
  }

  /// Root actions, those first that the game's own estimate likes.
  [[nodiscard]] std::vector<Action> ordered(const Cursor<G>& root) const {
    std::vector<std::pair<float, Action>> estimates;
    for (const Action action : root.legal.span()) {
      Cursor<G> child = root;
      step(*rules_, child, action);
      Utilities<G> utilities;
      if (child.node.kind == NodeKind::terminal) {
        playout_.result(child.state, utilities);
      } else {
        playout_.estimate(child.state, utilities);
      }
      estimates.emplace_back(-utilities[static_cast<std::size_t>(root.node.seat)], action);
    }
    std::sort(estimates.begin(), estimates.end());
    std::vector<Action> actions;
    actions.reserve(estimates.size());
    for (const auto& [estimate, action] : estimates) actions.push_back(action);
    return actions;
  }

  /// The line of best play, from what the table holds; what gave way there is searched again.
  void trace(const Cursor<G>& root) {
    Cursor<G> at = root;
    int best = report_.actions.empty() ? -1 : report_.actions.front().action;
    while (at.node.kind != NodeKind::terminal && line_.size() < kLongestLine) {
      Cursor<G> child;
      if (at.node.kind == NodeKind::chance) {
        Outcomes<G> outcomes;
        rules_->outcomes(at.state, outcomes);
        WeightedOutcome likeliest{0, 0};
        for (const WeightedOutcome& outcome : outcomes) {
          if (outcome.weight > likeliest.weight) likeliest = outcome;
        }
        if (!follow(at, likeliest.id, child)) return;
      } else {
        if (best < 0) best = best_action(at);
        if (best < 0) return;
        line_.push_back({at.state, static_cast<Action>(best)});
        if (!follow(at, static_cast<Action>(best), child)) return;
        best = -1;
      }
      at = child;
    }
  }
  /// The lowest of the best actions; -1 if the budget is gone.
  [[nodiscard]] int best_action(const Cursor<G>& at) {
    const auto mover = static_cast<std::size_t>(at.node.seat);
    double highest = -1;
    int best = -1;
    for (const Action action : at.legal.span()) {
      Cursor<G> child;
      Values values{};
      if (!follow(at, action, child)) return -1;
      full(child, values);
      if (stopped_) return -1;
      if (values[mover] > highest) {
        highest = values[mover];
        best = action;
      }
    }
    return best;
  }

  void report_row(Action action, std::int64_t work, const Values* values) {
    const auto unknown = std::vector<double>(seats_, std::numeric_limits<double>::quiet_NaN());
    ActionReport row{action, work, unknown, unknown, false, 0, 0};
    if (values != nullptr) row.mean.assign(values->begin(), values->begin() + static_cast<std::ptrdiff_t>(seats_));
    row.proven = values != nullptr;
    report_.actions.push_back(std::move(row));
  }
  void finish(int mover, bool complete) {
    sort_by_mean(report_.actions, mover);
    report_.proven = complete;
  }

  const G* rules_;
  std::size_t seats_;
  Playout<G> playout_;
  bool zero_sum_;
  bool all_known_;
  bool all_actions_;
  std::size_t memory_;
  ProofTable table_;
  std::vector<std::uint32_t> history_;  // per seat and action: how much it cut off
  std::optional<Meter> meter_;
  SearchReport report_;
  std::vector<std::pair<State, Action>> line_;
  int depth_ = 0;
  bool stopped_ = false;
  bool hidden_ = false;
};

}  // namespace pyboard
