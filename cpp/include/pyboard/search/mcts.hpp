// pyboard/search/mcts.hpp: Monte-Carlo tree search for any number of seats. Every seat maximises its own
// value (max^n); chance is sampled on the way down; where something is hidden every iteration deals it anew.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/budget.hpp"
#include "pyboard/search/keys.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/playout.hpp"
#include "pyboard/search/result.hpp"
#include "pyboard/search/tree.hpp"
#include "pyboard/search/worlds.hpp"

namespace pyboard {

template <Game G>
class Mcts {
 public:
  using State = typename G::State;

  Mcts(const G& rules, const SearchParams& params)
      : rules_{&rules},
        exploration_{static_cast<float>(params.exploration)},
        first_play_{static_cast<float>(params.first_play)},
        outcomes_in_keys_{params.chance == ChanceNodes::closed ||
                          (params.chance == ChanceNodes::automatic && rules.num_outcomes() <= kFewOutcomes)},
        worlds_(rules, params),
        varying_{worlds_.conceals() || (!outcomes_in_keys_ && rules.num_outcomes() > 0)},
        playout_(rules, params),
        rng_(0),
        tree_(rules.seats(), rules.num_actions(), varying_, static_cast<std::size_t>(params.memory)),
        root_sums_(rules.num_actions(), rules.seats()),
        path_(kMaxDepth) {}

  /// Forgets everything; the next run starts at a decision node, seen by `viewer`.
  void begin(const Cursor<G>& root, int viewer) {
    tree_.clear();
    root_keys_.start();
    root_link_ = Tree::kNone;
    root_ = root;
    viewer_ = viewer;
    kept_ = 0;
  }
  /// Moves the root along the events that led to `now` and keeps the tree below it. False, and nothing has
  /// changed, where that would be wrong or useless: another viewer, a node that was never visited, or chance
  /// that the keys do not know.
  bool follow(std::span<const Event> events, const Cursor<G>& now, int viewer) {
    if (worlds_.conceals() && viewer != viewer_) return false;
    Keys<G> keys = root_keys_;
    State state = root_.state;
    for (const Event& event : events) {
      if (event.is_outcome() && !outcomes_in_keys_) return false;
      const State before = state;
      if (event.is_outcome()) {
        rules_->apply_outcome(state, event.id);
      } else {
        rules_->apply(state, event.id);
      }
      if constexpr (PerfectInformation<G>) {
        keys.add_open(event);
      } else {
        keys.add(*rules_, before, event, state);
      }
    }
    if (!same_bytes(state, now.state)) return false;
    if (worlds_.conceals()) keys.known_to(viewer);
    const Tree::Index node = tree_.find(keys.of(now.node));
    if (node == Tree::kNone) return false;
    kept_ = tree_.node(node).visits;
    if (!events.empty()) tree_.keep(node);
    root_link_ = events.empty() ? node : 0;
    root_keys_ = keys;
    root_ = now;
    viewer_ = viewer;
    return true;
  }

  [[nodiscard]] SearchReport run(const Budget& budget, std::uint64_t seed, Control& control) {
    rng_ = Rng(seed);
    seed_ = seed;
    playout_.forget();
    load_root_sums();
    Meter meter(budget, control);
    while (meter.next() && tree_visits() < kMaxIterations) iterate(meter.done());
    return report(meter);
  }

  /// Calls f(state, action) along the line of the most visited actions, in one world of the searcher's.
  template <class Function>
  void principal_line(Function&& f) const {
    constexpr int kLongest = 64;
    Cursor<G> cursor;
    Keys<G> keys = root_keys_;
    Rng rng(seed_);
    const TrackLabels<G> track{rules_, &keys, outcomes_in_keys_};
    worlds_.place(root_, viewer_, seed_, 0, cursor, track);
    for (int length = 0; length < kLongest && cursor.node.kind != NodeKind::terminal;) {
      if (cursor.node.kind == NodeKind::chance) {
        step(*rules_, cursor, rules_->sample(cursor.state, rng), track);
        continue;
      }
      const Tree::Index node = tree_.find(keys.of(cursor.node));
      if (node == Tree::kNone) return;
      const int action = most_visited(node, cursor);
      if (action < 0) return;
      f(cursor.state, static_cast<Action>(action));
      step(*rules_, cursor, static_cast<Action>(action), track);
      ++length;
    }
  }

  [[nodiscard]] const Tree& tree() const noexcept { return tree_; }
  [[nodiscard]] const Cursor<G>& root() const noexcept { return root_; }

 private:
  static constexpr std::size_t kMaxDepth = 1024;
  static constexpr int kFewOutcomes = 8;
  static constexpr int kNoAction = -1;
  using LegalBits = BitSet<G::kActions>;

  /// The forced events between a fresh deal and the first node of the tree: labels, and the first action.
  struct TrackRoot {
    TrackLabels<G> track;
    int* first;
    [[nodiscard]] bool wants(const Event& event) const noexcept { return track.wants(event); }
    void operator()(const State& before, const Event& event, const State& after) const noexcept {
      if (*first == kNoAction && !event.is_outcome()) *first = event.id;
      track(before, event, after);
    }
  };

  [[nodiscard]] std::uint32_t tree_visits() const noexcept {
    return root_link_ == Tree::kNone ? 0 : tree_.node(root_link_).visits;
  }

  void iterate(std::int64_t number) noexcept {
    tree_.make_room();
    Cursor<G>& cursor = cursor_;
    Keys<G> keys = root_keys_;
    const TrackLabels<G> track{rules_, &keys, outcomes_in_keys_};
    int root_action = kNoAction;
    worlds_.place(root_, viewer_, seed_, static_cast<std::uint64_t>(number), cursor, TrackRoot{track, &root_action});

    std::size_t depth = 0;
    Tree::Index parent = Tree::kNone;
    bool fresh = false;
    while (!fresh && depth < kMaxDepth && cursor.node.kind != NodeKind::terminal) {
      if (cursor.node.kind == NodeKind::chance) {
        step(*rules_, cursor, rules_->sample(cursor.state, rng_), track);
        continue;
      }
      const Tree::Index node = node_of(keys, cursor.node, parent, depth);
      if (node == Tree::kNone) break;
      const std::uint32_t slot = choose(node, cursor, fresh);
      if (slot == Tree::kNone) break;
      const Action action = tree_.action(node, slot);
      assert(cursor.legal.contains(action));
      if (root_action == kNoAction) root_action = action;
      tree_.prefetch(node, slot);
      path_[depth++] = {node, slot};
      parent = node;
      step(*rules_, cursor, action, track);
    }

    Utilities<G> utilities;
    playout_.run(cursor, rng_, utilities);
    std::array<std::uint32_t, static_cast<std::size_t>(G::kMaxPlayers)> units;
    for (std::size_t seat = 0; seat < static_cast<std::size_t>(rules_->seats()); ++seat)
      units[seat] = utility_units(utilities[seat]);
    tree_.back_up(std::span(path_).first(depth), units.data());
    if (root_action != kNoAction) root_sums_.add(static_cast<Action>(root_action), utilities.data());
  }

  /// The node of the position: the one that the edge led to last time, else by its key, else a new one.
  [[nodiscard]] Tree::Index node_of(const Keys<G>& keys, const Node& at, Tree::Index parent,
                                    std::size_t depth) noexcept {
    const std::uint64_t key = keys.of(at);
    Tree::Index& link = depth == 0 ? root_link_ : tree_.edges(parent).children()[path_[depth - 1].slot];
    if (link != Tree::kNone && tree_.node(link).key == key) return link;
    Tree::Index node = tree_.find(key);
    if (node == Tree::kNone) node = tree_.add(key, parent);
    if (node != Tree::kNone) link = node;
    return node;
  }

  /// The edge to follow among the actions legal now; `fresh` if it was made for it. kNone: the tree is full
  /// and knows none of them.
  [[nodiscard]] std::uint32_t choose(Tree::Index node, const Cursor<G>& cursor, bool& fresh) noexcept {
    const auto legal = static_cast<std::uint32_t>(cursor.legal.count());
    Tree::Choice known;
    LegalBits untried;
    std::uint32_t untried_count = 0;
    if (varying_) {
      untried = legal_bits(cursor);
      known = tree_.best_available(node, cursor.node.seat, exploration_, untried.words);
      untried_count = static_cast<std::uint32_t>(untried.count());
    } else {
      const std::uint32_t tried = tree_.node(node).count;
      if (tried > 0 && (tried == legal || tree_.full() || first_play_ < kTryAll))
        known = tree_.best(node, cursor.node.seat, exploration_);
      untried_count = legal - tried;
      if (untried_count > 0) {
        untried = legal_bits(cursor);
        tree_.remove_tried(node, untried.words);
      }
    }
    if (untried_count == 0 || (known.slot != Tree::kNone && first_play_ <= known.bound)) return known.slot;
    const std::uint32_t slot = tree_.add_edge(node, pick(untried, rng_.below(untried_count)), legal);
    if (slot == Tree::kNone) return known.slot;
    fresh = true;
    return slot;
  }
  [[nodiscard]] static LegalBits legal_bits(const Cursor<G>& cursor) noexcept {
    LegalBits set{};
    // Ids ascend: a word is finished before the next one begins.
    std::size_t at = 0;
    Word word = 0;
    for (const Action action : cursor.legal.span()) {
      const std::size_t next = action / kWordBits;
      if (next != at) {
        set.words[at] = word;
        word = 0;
        at = next;
      }
      word |= bits::bit(action % kWordBits);
    }
    set.words[at] = word;
    return set;
  }
  /// The n-th member of a set.
  [[nodiscard]] static Action pick(const LegalBits& set, std::uint32_t n) noexcept {
    auto left = static_cast<int>(n);
    int base = 0;
    for (const Word word : set.words) {
      const int count = bits::count(word);
      if (left < count) return static_cast<Action>(base + bits::nth(word, left));
      left -= count;
      base += kWordBits;
    }
    return 0;
  }

  void load_root_sums() {
    root_sums_.clear();
    if (kept_ == 0) return;
    const Tree::Edges edges = tree_.edges(root_link_);
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      for (int seat = 0; seat < rules_->seats(); ++seat) {
        root_sums_.keep(edges.actions(varying_)[slot], seat, edges.visits()[slot], tree_.mean(root_link_, slot, seat));
      }
    }
  }

  [[nodiscard]] SearchReport report(const Meter& meter) const {
    SearchReport report;
    report.actions = worlds_.rows(root_, viewer_, root_sums_);
    sort_by_visits(report.actions, root_.node.seat);
    report.iterations = meter.done();
    report.seconds = meter.seconds();
    report.interrupted = meter.interrupted();
    report.kept = kept_;
    report.truncated = playout_.truncated();
    report.nodes = static_cast<std::int64_t>(tree_.edges()) + 1;
    report.memory = static_cast<std::int64_t>(tree_.memory());
    report.full = tree_.full();
    return report;
  }

  /// By the order of sort_by_visits, among the actions legal in this world; -1 if none was visited.
  [[nodiscard]] int most_visited(Tree::Index node, const Cursor<G>& cursor) const noexcept {
    const Tree::Edges edges = tree_.edges(node);
    int best = kNoAction;
    std::uint32_t best_visits = 0;
    double best_mean = 0;
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      const Action action = edges.actions(varying_)[slot];
      const std::uint32_t visits = edges.visits()[slot];
      if (visits == 0 || visits < best_visits || !cursor.legal.contains(action)) continue;
      const double mean = tree_.mean(node, slot, cursor.node.seat);
      const bool better = visits > best_visits || mean > best_mean || (mean == best_mean && action < best);
      if (!better) continue;
      best = action;
      best_visits = visits;
      best_mean = mean;
    }
    return best;
  }

  static constexpr float kTryAll = std::numeric_limits<float>::infinity();

  const G* rules_;
  float exploration_;
  float first_play_;
  bool outcomes_in_keys_;
  Worlds<G> worlds_;
  bool varying_;
  Playout<G> playout_;
  Rng rng_;
  std::uint64_t seed_ = 0;
  Tree tree_;
  RootSums root_sums_;
  Cursor<G> root_;
  Cursor<G> cursor_;
  Keys<G> root_keys_;
  Tree::Index root_link_ = Tree::kNone;
  int viewer_ = 0;
  std::int64_t kept_ = 0;
  std::vector<Tree::Step> path_;
};

}  // namespace pyboard
