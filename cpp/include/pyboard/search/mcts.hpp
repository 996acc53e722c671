// pyboard/search/mcts.hpp: Monte-Carlo tree search for any number of seats. Every seat maximises its own
// value (max^n); chance is sampled on the way down; where something is hidden every iteration deals it anew.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/budget.hpp"
#include "pyboard/search/keys.hpp"
#include "pyboard/search/knowledge.hpp"
#include "pyboard/search/landmarks.hpp"
#include "pyboard/search/params.hpp"
#include "pyboard/search/pieces.hpp"
#include "pyboard/search/playout.hpp"
#include "pyboard/search/result.hpp"
#include "pyboard/search/shared_tree.hpp"
#include "pyboard/search/tree.hpp"
#include "pyboard/search/worlds.hpp"

namespace pyboard {

/// With a TreeHand for `T` it is one of several threads that grow one tree.
template <Game G, class T = Tree>
class Mcts {
 public:
  using State = typename G::State;

  /// `first` and `number`: for the other threads of a shared tree.
  Mcts(const G& rules, const SearchParams& params, const Mcts* first = nullptr, std::size_t number = 0)
      : rules_{&rules},
        exploration_{static_cast<float>(params.exploration)},
        first_play_{static_cast<float>(params.first_play)},
        outcomes_in_keys_{params.chance == ChanceNodes::closed ||
                          (params.chance == ChanceNodes::automatic && rules.num_outcomes() <= kFewOutcomes)},
        worlds_(rules, params),
        sharing_{params.tree},
        expand_visits_{static_cast<std::uint32_t>(params.expand_visits)},
        varying_{worlds_.conceals() || (!outcomes_in_keys_ && rules.num_outcomes() > 0) ||
                 sharing_ != TreeSharing::all},
        informed_(params),
        takes_back_{TakesBack<G> && worlds_.conceals() && params.sealed_choices == SealedBefore::searched},
        regrets_{params.selection == Selection::regret},
        regret_exploration_{static_cast<float>(params.regret_exploration)},
        final_{params.final},
        solver_{params.solver && !varying_ && !regrets_},
        playout_(rules, params),
        rng_(0),
        tree_(make_tree(params, first, number)),
        root_sums_(rules.num_actions(), rules.seats()),
        path_(kMaxDepth),
        notes_(solver_ || informed_.choice ? kMaxDepth : 0),
        mixed_(regrets_ ? kMaxDepth : 0),
        slots_(regrets_ ? kMixedRoom : 0),
        chances_(slots_.size()),
        table_(informed_.table ? rules.seats() : 0, rules.num_actions()),
        informed_playout_(rules, informed_),
        landmarks_(!T::kShared && sharing_ == TreeSharing::all && !regrets_ && !informed_.choice && !solver_) {}

  /// Forgets everything; the next run starts at this decision or chance node, seen by `viewer`.
  void begin(const Cursor<G>& root, int viewer) {
    tree_.clear();
    tree_.finish(false);
    landmarks_.clear();
#ifndef NDEBUG
    std::fill(met_.begin(), met_.end(), Met{});
#endif
    root_keys_.start(sharing_);
    root_link_ = Tree::kNone;
    root_ = root;
    viewer_ = viewer;
    kept_ = 0;
    take_back_sealed();
  }
  /// Moves the root along the events that led to `now` and keeps the tree below it. False, and nothing has
  /// changed, where that would be wrong or useless: another viewer, a node that was never visited, or chance
  /// that the keys do not know.
  bool follow(std::span<const Event> events, const Cursor<G>& now, int viewer) {
    if (worlds_.conceals() && viewer != viewer_) return false;
    if (sealed_.taken_back) return follow_sealed(now);
    if (can_take_back(now, viewer)) return false;
    Keys<G> keys = root_keys_;
    if (!extend(keys, events, now.state, false)) return false;
    if (now.node.kind != NodeKind::decision) {
      // Chance has no node: the tree goes on only if nothing has happened.
      if (!events.empty()) return false;
      kept_ = 0;
      root_link_ = Tree::kNone;
      landmarks_.clear();
      viewer_ = viewer;
      return true;
    }
    if (worlds_.conceals()) keys.known_to(viewer);
    const Tree::Index node = tree_.find(keys.of(now.node));
    if (node == Tree::kNone) return false;
    kept_ = tree_.node(node).visits;
    if (!events.empty()) tree_.keep(node);
    landmarks_.clear();
    root_link_ = events.empty() ? node : 0;
    root_keys_ = keys;
    root_ = now;
    viewer_ = viewer;
    return true;
  }

  /// The average strategy of who is to move at a position that lies ahead of the root: every action tried there with
  /// its share. Empty where the tree has no node for it.
  [[nodiscard]] std::vector<std::pair<Action, double>> strategy(std::span<const Event> events,
                                                                const Cursor<G>& now) const {
    std::vector<std::pair<Action, double>> shares;
    Keys<G> keys = root_keys_;
    if (now.node.kind != NodeKind::decision || !extend(keys, events, now.state, true)) return shares;
    const Tree::Index node = tree_.find(keys.of(now.node));
    if (node == Tree::kNone) return shares;
    const Tree::Edges edges = tree_.edges(node);
    double total = 0;
    bool drawn = false;
    for (std::uint32_t slot = 0; regrets_ && slot < edges.count(); ++slot) drawn = drawn || edges.strategy()[slot] > 0;
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      // A node may stand for positions with other legal actions.
      if (!now.legal.contains(edges.actions()[slot])) continue;
      const double share = drawn ? static_cast<double>(edges.strategy()[slot]) : edges.visits()[slot];
      shares.emplace_back(edges.actions()[slot], share);
      total += share;
    }
    if (total == 0) shares.clear();
    for (auto& [action, share] : shares) share /= total;
    std::sort(shares.begin(), shares.end());
    return shares;
  }

  [[nodiscard]] SearchReport run(const Budget& budget, std::uint64_t seed, Control& control) {
    start(seed);
    Budget left = budget;
    left.iterations = std::min(budget.iterations, most_iterations());
    Meter meter(left, control);
    work(meter, budget.nodes);
    return report(meter);
  }

  // In the parts of run(), for threads that share a tree.

  /// Looks at the same root as the first thread, on its tree.
  void join(const Mcts& first) {
    tree_.refresh();
    root_keys_ = first.root_keys_;
    root_link_ = first.root_link_;
    root_ = first.root_;
    sealed_ = first.sealed_;
    viewer_ = first.viewer_;
    kept_ = 0;
  }
  /// What is yet to be found out begins at nothing. Not while another thread is at work.
  void start(std::uint64_t seed) {
    rng_ = Rng(seed);
    seed_ = seed;
    done_ = 0;
    playout_.forget();
    table_.clear();
    spread_ = {};
    landmarks_apply_ = landmarks_.used();
    astray_ = 0;
    load_root_sums();
    tree_.finish(solver_ && root_.node.kind == NodeKind::decision && root_link_ != Tree::kNone &&
                 tree_.settled(root_link_, root_.node.seat, root_legal()) != Tree::kNone);
  }
  /// Visits are counted in 31 bits: iterations that the root has room for.
  [[nodiscard]] std::int64_t most_iterations() const noexcept {
    if (root_link_ == Tree::kNone) return kMaxIterations;
    return kMaxIterations - tree_.node(sealed_.taken_back ? 0 : root_link_).visits;
  }
  /// Iterations until the meter, or the number of nodes, says that it is enough; one at least.
  void work(Meter& meter, std::int64_t nodes) {
    meter_ = &meter;
    const auto most_edges = static_cast<std::size_t>(std::max<std::int64_t>(nodes - 1, 0));
    [[maybe_unused]] const auto working = tree_.work();
    const auto next = [&] {
      if (meter.due()) tree_.rest();
      return meter.next();
    };
    while (!tree_.finished() && (tree_.fewer_edges(most_edges) || meter.done() == 0) && next()) {
      tree_.begin_iteration();
      iterate(meter.done());
      if constexpr (T::kShared) ++done_;
    }
    meter_ = nullptr;
  }
  /// Takes the root from a thread that was there, if this one never was.
  void meet(const Mcts& other) noexcept {
    if (root_link_ == Tree::kNone) root_link_ = other.root_link_;
  }
  /// What this thread and the others have found, all of them done or pausing.
  template <class Others>
  [[nodiscard]] SearchReport report_all(const Meter& meter, const Others& others) const {
    RootSums sums = root_sums_;
    std::int64_t iterations = done_;
    std::int64_t truncated = playout_.truncated();
    for (const auto& other : others) {
      sums.add(other->root_sums_);
      iterations += other->done_;
      truncated += other->playout_.truncated();
    }
    SearchReport found = report(meter, sums);
    found.iterations = iterations;
    found.truncated = truncated;
    return found;
  }
  /// The other threads wait between two iterations as long as this lives; not asked from within one.
  [[nodiscard]] auto pause() const { return tree_.pause(); }
  [[nodiscard]] const Meter* meter() const noexcept { return meter_; }

  /// Calls f(state, action) along the line of the most visited actions, in one world of the searcher's. It begins
  /// with `first`, if that is an action.
  template <class Function>
  void principal_line(Function&& f, int first = kNoAction) const {
    constexpr int kLongest = 64;
    Cursor<G> cursor;
    Keys<G> keys = first_keys();
    Rng rng(seed_);
    const TrackLabels<G> track{rules_, &keys, outcomes_in_keys_};
    if (sealed_.taken_back) {
      replay_sealed(cursor, keys);
    } else {
      worlds_.place(root_, viewer_, seed_, 0, cursor, track);
    }
    for (int length = 0; length < kLongest && cursor.node.kind != NodeKind::terminal;) {
      if (cursor.node.kind == NodeKind::chance) {
        step(*rules_, cursor, rules_->sample(cursor.state, rng), track);
        continue;
      }
      const Tree::Index node = tree_.find(keys.of(cursor.node));
      if (node == Tree::kNone) return;
      int action = most_visited(node, cursor);
      if (length == 0 && first != kNoAction && cursor.legal.contains(first)) action = first;
      if (action < 0) return;
      f(cursor.state, static_cast<Action>(action));
      step(*rules_, cursor, static_cast<Action>(action), track);
      ++length;
    }
  }

  /// For whoever is called back while run() is under way: what it has found so far. Nothing else may be asked.
  [[nodiscard]] bool running() const noexcept { return meter_ != nullptr; }
  [[nodiscard]] SearchReport so_far() const { return report(*meter_); }
  /// True if the answer is drawn from the average strategy here.
  [[nodiscard]] bool draws() const noexcept {
    return final_ == FinalChoice::average || (final_ == FinalChoice::sealed && sealed());
  }
  /// True if nodes keep average strategies of their own.
  [[nodiscard]] bool mixes() const noexcept { return regrets_; }
  [[nodiscard]] std::int64_t root_visits(Action action) const noexcept { return root_sums_.visits(action); }
  [[nodiscard]] const T& tree() const noexcept { return tree_; }
  [[nodiscard]] const Cursor<G>& root() const noexcept { return root_; }
  [[nodiscard]] int viewer() const noexcept { return viewer_; }

 private:
  static constexpr std::size_t kMaxDepth = 1024;
  static constexpr float kMostVariance = 0.25F;  // of numbers between 0 and 1
  static constexpr int kFewOutcomes = 8;
  static constexpr int kNoAction = -1;
  static constexpr std::uint32_t kMostSealed = SealedChoices::capacity() * G::kMaxPlayers;
  static constexpr std::uint32_t kMixedRoom = 1U << 16;  // slots along one path
  static constexpr float kLeastChance = 1e-6F;
  static constexpr float kMostStrategy = 1 << 21;  // sums of chances above are halved: floats would stop growing
  static constexpr int kAstray = 16;
  using LegalBits = BitSet<G::kActions>;

  /// The forced events between a fresh deal and the first node of the tree: labels, and the first action.
  struct TrackRoot {
    TrackLabels<G> track;
    int* first;  // none: not asked for
    [[nodiscard]] bool begin(const State& before, const Event& event) const noexcept {
      if (first != nullptr && *first == kNoAction && !event.is_outcome()) *first = event.id;
      return track.begin(before, event);
    }
    void operator()(const State& before, const Event& event, const State& after) const noexcept {
      track(before, event, after);
    }
  };

  /// For proofs: the node that a step of the path leaves, and whether its action leads to one position only.
  struct Note {
    std::uint16_t legal;
    std::int8_t seat;
    bool sure;
    std::uint32_t better;  // a proven edge that the seat would rather take than the one that is looked into
  };

  /// Tells keys of the events from the root to a position; false if they do not lead there, or if there is something
  /// that the searcher's nodes do not tell apart, unless that may be skipped.
  [[nodiscard]] bool extend(Keys<G>& keys, std::span<const Event> events, const State& end, bool skip) const noexcept {
    State state = root_.state;
    for (const Event& event : events) {
      const bool left_out = event.is_outcome() && !outcomes_in_keys_;
      const bool forgotten = keys.own() && !event.is_outcome() && event.seat != viewer_;
      if ((left_out || forgotten) && !skip) return false;
      const State before = state;
      if (event.is_outcome()) {
        rules_->apply_outcome(state, event.id);
      } else {
        rules_->apply(state, event.id);
      }
      if (left_out) continue;
      if (keys.own()) {
        keys.add_own(event);
      } else if constexpr (PerfectInformation<G>) {
        keys.add_plain(event);
      } else {
        keys.add(*rules_, before, event, state);
      }
    }
    return same_bytes(state, end);
  }

  [[nodiscard]] std::uint32_t root_legal() const noexcept { return static_cast<std::uint32_t>(root_.legal.count()); }
  [[nodiscard]] T make_tree(const SearchParams& params, const Mcts* first, std::size_t number) const {
    const Tree::Extras extras{.varying = varying_,
                              .proofs = solver_,
                              .regrets = regrets_,
                              .priors = informed_.prior_weight > 0,
                              .squares = informed_.variance_scaling,
                              .pending = T::kShared,
                              .at_once = takes_back_ ? kMostSealed : 1};
    const auto memory = static_cast<std::size_t>(params.memory);
    if constexpr (T::kShared) {
      if (first != nullptr) return T(first->tree_, number);
      return T(rules_->seats(), rules_->num_actions(), extras, memory, static_cast<std::size_t>(params.threads),
               static_cast<std::uint32_t>(params.virtual_loss));
    } else {
      return T(rules_->seats(), rules_->num_actions(), extras, memory);
    }
  }

  /// In the middle of a package of sealed choices: how it began, and what the searcher has chosen since. The tree then
  /// begins there, and the others, whose choices are unknown, choose as they would.
  struct Sealed {
    bool taken_back = false;
    Cursor<G> start;
    Keys<G> keys;
    SealedChoices own;
    // Within an iteration.
    bool ahead = false;    // the searcher's decision is still to come
    std::size_t next = 0;  // of his own choices
  };
  [[nodiscard]] const Cursor<G>& first_node() const noexcept { return sealed_.taken_back ? sealed_.start : root_; }
  [[nodiscard]] const Keys<G>& first_keys() const noexcept { return sealed_.taken_back ? sealed_.keys : root_keys_; }

  [[nodiscard]] bool ahead() const noexcept {
    if constexpr (TakesBack<G>) return sealed_.ahead;
    return false;
  }

  void take_back_sealed() noexcept {
    sealed_.taken_back = false;
    if constexpr (TakesBack<G>) {
      if (!takes_back_ || root_.node.kind != NodeKind::decision || root_.node.seat != viewer_) return;
      State state = root_.state;
      if (!rules_->take_back(state, viewer_, sealed_.own)) return;
      sealed_.start.state = state;
      sealed_.start.node = rules_->node(state);
      sealed_.taken_back = true;
      sealed_.keys = root_keys_;
      Cursor<G> cursor;
      replay_sealed(cursor, root_keys_);
    }
  }
  /// True if the tree of a search from there would begin earlier.
  [[nodiscard]] bool can_take_back(const Cursor<G>& at, int viewer) const noexcept {
    if constexpr (TakesBack<G>) {
      State state = at.state;
      SealedChoices own;
      return takes_back_ && at.node.kind == NodeKind::decision && at.node.seat == viewer &&
             rules_->take_back(state, viewer, own);
    }
    return false;
  }
  /// The same package, further on: the tree stays as it is. Else false.
  [[nodiscard]] bool follow_sealed(const Cursor<G>& now) {
    if constexpr (TakesBack<G>) {
      Keys<G> keys = sealed_.keys;
      State state = now.state;
      SealedChoices own;
      if (now.node.kind != NodeKind::decision || now.node.seat != viewer_ || !rules_->take_back(state, viewer_, own) ||
          !same_bytes(state, sealed_.start.state)) {
        return false;
      }
      std::swap(own, sealed_.own);
      Cursor<G> cursor;
      replay_sealed(cursor, keys);
      const Tree::Index node = tree_.find(keys.of(now.node));
      if (node == Tree::kNone) {
        std::swap(own, sealed_.own);
        return false;
      }
      kept_ = tree_.node(node).visits;
      root_link_ = node;
      root_keys_ = keys;
      root_ = now;
    }
    return true;
  }
  /// From the beginning of the package to the searcher's decision: the most visited choices of the others, or any.
  void replay_sealed(Cursor<G>& cursor, Keys<G>& keys) const noexcept {
    const TrackLabels<G> track{rules_, &keys, outcomes_in_keys_};
    worlds_.place(sealed_.start, viewer_, seed_, 0, cursor, track);
    for (std::size_t own = 0; cursor.node.kind == NodeKind::decision;) {
      int action = kNoAction;
      if (cursor.node.seat == viewer_) {
        if (own == sealed_.own.size()) return;
        action = sealed_.own[own++];
      } else {
        const Tree::Index node = tree_.find(keys.of(cursor.node));
        if (node != Tree::kNone) action = most_visited(node, cursor);
        if (action == kNoAction) action = cursor.legal.nth(0);
      }
      step(*rules_, cursor, static_cast<Action>(action), track);
    }
  }

  PYBOARD_IN_ONE void iterate(std::int64_t number) noexcept {
    Cursor<G>& cursor = cursor_;
    Keys<G> keys = first_keys();
    const TrackLabels<G> track{rules_, &keys, outcomes_in_keys_};
    int root_action = kNoAction;
    if constexpr (TakesBack<G>) {
      sealed_.ahead = sealed_.taken_back;
      sealed_.next = 0;
    }
    bool reached = false;
    worlds_.place(first_node(), viewer_, seed_, static_cast<std::uint64_t>(number), cursor,
                  TrackRoot{track, ahead() ? nullptr : &root_action});

    std::size_t depth = 0;
    Tree::Index parent = Tree::kNoParent;
    Tree::Index link = ahead() ? Tree::kNone : root_link_;
    bool fresh = false;
    bool known = false;
    bool sure = false;                   // there is but one position that the node at hand can have
    std::uint32_t chosen = Tree::kNone;  // an edge of the first node, before it is looked at
    if constexpr (!T::kShared) {
      if (landmarks_apply_) {
        sure = !ahead() && !keys.split() && worlds_.unchanged(root_, viewer_, cursor);
        if (sure) walk(cursor, keys, link, depth, chosen);
        astray_ = sure ? 0 : astray_ + 1;
        if (astray_ == kAstray) give_up_landmarks();
      }
      assert(chosen == Tree::kNone || tree_.node(link).key == keys.of(cursor.node));
      if (depth > 0) {
        parent = path_[depth - 1].node;
        root_action = tree_.action(path_[0].node, path_[0].slot);
      }
    }
    traverser_ = static_cast<int>(number % rules_->seats());
    mixed_used_ = 0;
    while (!fresh && depth < kMaxDepth && cursor.node.kind != NodeKind::terminal) {
      if (cursor.node.kind == NodeKind::chance) {
        sure = false;
        step(*rules_, cursor, rules_->sample(cursor.state, rng_), track);
        continue;
      }
      if constexpr (TakesBack<G>) {
        if (ahead() && cursor.node.seat == viewer_) {
          if (sealed_.next < sealed_.own.size()) {
            step(*rules_, cursor, sealed_.own[sealed_.next++], track);
            continue;
          }
          sealed_.ahead = false;
          reached = true;
        }
      }
      // NOLINTNEXTLINE(misc-const-correctness): a hand on a shared tree may move it
      Tree::Index place = node_of(keys, cursor.node, parent, link, depth);
      if (place == Tree::kNone) {
        if (go_on_without(cursor, track, root_action)) continue;
        break;
      }
      if (reached) root_link_ = tree_.origin(place);
      reached = false;
      Action action = 0;
      bool lost = false;  // the tree is full and knows none of the actions
      {
        [[maybe_unused]] const auto held = tree_.hold(place);
        complete_ = false;
        std::uint32_t slot = std::exchange(chosen, Tree::kNone);
        if (slot == Tree::kNone && ahead() && !regrets_) slot = repeat(place, cursor);
        if (slot == Tree::kNone) {
          slot = regrets_           ? draw(place, cursor, fresh, depth)
                 : informed_.choice ? choose_informed(place, cursor, fresh)
                                    : choose(place, cursor, fresh);
        }
        if (slot == Tree::kNone) {
          lost = true;
        } else {
          const Tree::Edges edges = tree_.edges(place);
          if constexpr (T::kShared) fresh = tree_.fresh(edges, slot);
          action = edges.actions()[slot];
          assert(cursor.legal.contains(action));
          link = edges.children()[slot];
          path_[depth] = {place, slot};
          tree_.begin_visit(path_[depth++]);
          if (solver_) known = tree_.proven(place, slot);
          if (expand_visits_ > 1 && edges.visits()[slot] < expand_visits_) fresh = true;
        }
      }
      if (lost) {
        if (go_on_without(cursor, track, root_action)) continue;
        break;
      }
      if (ahead()) {
        fresh = false;  // on to the decision that is asked about
      } else if (root_action == kNoAction) {
        root_action = action;
      }
      tree_.prefetch(link);
      parent = place;
      if (solver_ || informed_.choice) {
        notes_[depth - 1] = {static_cast<std::uint16_t>(cursor.legal.count()), cursor.node.seat, false, better_};
        if (known) break;
      }
      if (sure && complete_) {
        const Tree::Step from = depth > 1 ? path_[depth - 2] : Tree::Step{Tree::kNone, 0};
        landmarks_.keep(place, from, cursor, keys.hash(cursor.node.seat), tree_.node(place).visits);
      }
      step(*rules_, cursor, action, track);
      sure = sure && !keys.split();
      if (solver_) notes_[depth - 1].sure = cursor.node.kind != NodeKind::chance;
    }

    Utilities<G> utilities;
    Units units;
    const auto seats = static_cast<std::size_t>(rules_->seats());
    if (known) {
      informed_playout_.forget_trace();
      read_proof(path_[depth - 1].node, path_[depth - 1].slot, units);
      for (std::size_t seat = 0; seat < seats; ++seat)
        utilities[seat] = static_cast<float>(units[seat]) / static_cast<float>(kUtilityUnit);
    } else {
      const bool over = cursor.node.kind == NodeKind::terminal;
      if (informed_.playouts) {
        informed_playout_.run(playout_, table_, rng_, cursor, utilities);
      } else {
        playout_.run(cursor, rng_, utilities);
      }
      for (std::size_t seat = 0; seat < seats; ++seat) units[seat] = utility_units(utilities[seat]);
      if (solver_ && over && depth > 0 && notes_[depth - 1].sure) prove(depth, units);
    }
    if (informed_.choice || informed_.playouts) note_results(depth, utilities);
    if (regrets_) count_regrets(depth, utilities[static_cast<std::size_t>(traverser_)]);
    if (solver_) {
      depth = back_up_chosen(depth, units);
      for (std::size_t seat = 0; seat < seats; ++seat)
        utilities[seat] = static_cast<float>(units[seat]) / static_cast<float>(kUtilityUnit);
    }
    tree_.back_up(std::span(path_).first(depth), units.data());
    if constexpr (!T::kShared) {
      if (landmarks_apply_) look_ahead(depth);
    }
    if (root_action != kNoAction) root_sums_.add(static_cast<Action>(root_action), utilities.data());
  }

  /// Where the tree has no room for what the iteration needs: chooses at random before the decision that is asked
  /// about, and there, so that every iteration counts. False: it ends with a playout from here.
  PYBOARD_APART bool go_on_without(Cursor<G>& cursor, const TrackLabels<G>& track, int& root_action) noexcept {
    const bool before = ahead();
    if (!before && root_action != kNoAction) return false;
    const Action action =
        cursor.legal.nth(static_cast<int>(rng_.below(static_cast<std::uint32_t>(cursor.legal.count()))));
    if (!before) root_action = action;
    step(*rules_, cursor, action, track);
    return before;
  }

  using Units = std::array<std::uint32_t, static_cast<std::size_t>(G::kMaxPlayers)>;

  /// The exact value of an edge.
  PYBOARD_APART void read_proof(Tree::Index node, std::uint32_t slot, Units& units) noexcept {
    [[maybe_unused]] const auto held = tree_.hold(node);
    for (int seat = 0; seat < rules_->seats(); ++seat)
      units[static_cast<std::size_t>(seat)] = tree_.proof(node, slot, seat);
  }
  /// The last step of the path led to the end: that is a proof, and perhaps settles the nodes above it.
  PYBOARD_APART void prove(std::size_t depth, Units units) noexcept {
    for (;;) {
      {
        const Tree::Step last = path_[depth - 1];
        [[maybe_unused]] const auto held = tree_.hold(last.node);
        // With several threads another may have been quicker; the first proof stands.
        if (!tree_.proven(last.node, last.slot)) tree_.prove(last, units.data());
        --depth;
        const std::uint32_t slot = tree_.settled(last.node, notes_[depth].seat, notes_[depth].legal);
        if (slot == Tree::kNone) return;
        for (int seat = 0; seat < rules_->seats(); ++seat)
          units[static_cast<std::size_t>(seat)] = tree_.proof(last.node, slot, seat);
      }
      if (depth == 0) {
        if (root_.node.kind == NodeKind::decision) tree_.finish(true);
        return;
      }
      if (!notes_[depth - 1].sure) return;
    }
  }

  /// Backs up the lower parts of the path: where a proven edge was better than the one that was looked into, its
  /// value goes further up. Returns the length of what is left and in `units` its result.
  PYBOARD_APART std::size_t back_up_chosen(std::size_t depth, Units& units) noexcept {
    for (std::size_t at = depth; at-- > 1;) {
      const std::uint32_t better = notes_[at].better;
      if (better == Tree::kNone) continue;
      tree_.back_up(std::span(path_).subspan(at, depth - at), units.data());
      read_proof(path_[at].node, better, units);
      depth = at;
    }
    return depth;
  }

  /// From the root down, as long as landmarks tell all that the choices depend on: puts the cursor at the last of them,
  /// with the edge that is to be followed there. Nothing happens where the root is none.
  void walk(Cursor<G>& cursor, Keys<G>& keys, Tree::Index& at, std::size_t& depth, std::uint32_t& chosen) noexcept {
    if (at == Tree::kNone || !landmarks_.has(at)) return;
    for (;;) {
      chosen = landmarks_.slot(at);
      const Tree::Index next = landmarks_.next(at);
      if (next == Tree::kNone || !landmarks_.follows(next, {at, chosen}) || depth + 1 >= kMaxDepth) break;
      path_[depth++] = {at, chosen};
      at = next;
    }
    const auto& landmark = landmarks_.at(at);
    cursor = landmark.cursor;
    keys.go_on(landmark.hash);
  }

  /// Where every deal changes the root there will be none, and looking for them has its price.
  PYBOARD_APART void give_up_landmarks() noexcept {
    landmarks_apply_ = false;
    landmarks_.clear();
  }

  /// What the next visit will choose at the landmarks of the path. Told now, the choices of a path are independent of
  /// each other; on the way down each would wait for the one before.
  void look_ahead(std::size_t depth) noexcept {
    for (std::size_t i = 0; i < depth; ++i) {
      const Tree::Index node = path_[i].node;
      if (!landmarks_.has(node)) continue;
      if (!landmarks_.complete(node, tree_.node(node).count)) {
        landmarks_.drop(node);
        continue;
      }
      const int seat = landmarks_.seat(node);
      const std::uint32_t slot =
          (varying_ ? tree_.best_available(node, seat, exploration_) : tree_.best(node, seat, exploration_)).slot;
      landmarks_.choose(node, slot, tree_.child(node, slot));
    }
  }

#ifndef NDEBUG
  /// The keys met last, each with its decision.
  struct Met {
    std::uint64_t key;
    Node at;
  };
  /// False if a key was met lately at a decision of another seat or kind.
  [[nodiscard]] bool one_decision(std::uint64_t key, const Node& at) {
    Met& met = met_[key % met_.size()];
    if (met.key == key) return met.at == at;
    met = {key, at};
    return true;
  }
#endif
  /// Where the tree is changed for the position: at the node that the edge led to last time, else at the one of its
  /// key, else at a new one.
  [[nodiscard]] Tree::Index node_of(const Keys<G>& keys, const Node& at, Tree::Index parent, Tree::Index link,
                                    std::size_t depth) noexcept {
    const std::uint64_t key = keys.of(at);
    assert(one_decision(key, at));
    if (link != Tree::kNone) {
      const Tree::Index place = tree_.place(link);
      if (tree_.node(place).key == key) return place;
    }
    Tree::Index node = tree_.find(key);
    if (node == Tree::kNone) node = tree_.add(key, tree_.origin(parent));
    if (node == Tree::kNone) return node;
    if (depth == 0) {
      if (!sealed_.taken_back) root_link_ = node;
    } else {
      tree_.lead(path_[depth - 1], node);
    }
    return tree_.place(node);
  }

  /// The edge to follow among the actions legal now; `fresh` if it was made for it. kNone: the tree is full
  /// and knows none of them.
  [[nodiscard]] std::uint32_t choose(typename T::Place node, const Cursor<G>& cursor, bool& fresh) noexcept {
    if (varying_) return choose_available(node, cursor, fresh);
    const auto legal = static_cast<std::uint32_t>(cursor.legal.count());
    better_ = Tree::kNone;
    Tree::Choice known;
    LegalBits untried;
    const std::uint32_t tried = tree_.node(node).count;
    if (tried > 0 && (tried == legal || tree_.full() || first_play_ < kTryAll))
      known = solver_ ? best_open(node, cursor.node.seat) : tree_.best(node, cursor.node.seat, exploration_);
    const std::uint32_t untried_count = legal - tried;
    complete_ = untried_count == 0;
    if (untried_count > 0) {
      untried = legal_bits(cursor);
      tree_.remove_tried(node, untried.words);
    }
    if (untried_count == 0 || (known.slot != Tree::kNone && first_play_ <= known.bound)) return known.slot;
    const std::uint32_t slot = tree_.add_edge(node, pick(untried, rng_.below(untried_count)), legal);
    if (slot == Tree::kNone) return known.slot;
    better_ = Tree::kNone;
    fresh = true;
    return slot;
  }
  /// The same where a node may have other legal actions at every visit.
  [[nodiscard]] std::uint32_t choose_available(typename T::Place node, const Cursor<G>& cursor, bool& fresh) noexcept {
    const auto legal = static_cast<std::uint32_t>(cursor.legal.count());
    const Tree::Edges edges = tree_.edges(node);
    const std::uint32_t available = mark_legal(node, edges, cursor);
    Tree::Choice known;
    const bool all_tried = available == legal;
    complete_ = all_tried && edges.count() == legal;
    if (all_tried || (available > 0 && (first_play_ < kTryAll || tree_.full())))
      known = tree_.best_marked(node, edges, cursor.node.seat, exploration_);
    if (all_tried || (known.slot != Tree::kNone && first_play_ <= known.bound)) return known.slot;
    const Action action = untried(edges, cursor, rng_.below(legal - available));
    const std::uint32_t slot = tree_.add_edge(node, action, legal);
    if (slot == Tree::kNone) return known.slot;
    fresh = true;
    return slot;
  }

  /// Every other time, at a sealed choice made before the searcher's: one of the earlier visits of the node again, each
  /// as likely, lest two seats that choose by the same bounds go in step. kNone: none this time.
  [[nodiscard]] std::uint32_t repeat(typename T::Place node, const Cursor<G>& cursor) noexcept {
    if (rng_.below(2) == 0) return Tree::kNone;
    const Tree::Edges edges = tree_.edges(node);
    std::uint32_t visits = 0;
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      if (cursor.legal.contains(edges.actions()[slot])) visits += edges.visits()[slot];
    }
    if (visits == 0) return Tree::kNone;
    std::uint32_t left = rng_.below(visits);
    for (std::uint32_t slot = 0;; ++slot) {
      if (!cursor.legal.contains(edges.actions()[slot])) continue;
      if (left < edges.visits()[slot]) return slot;
      left -= edges.visits()[slot];
    }
  }

  /// choose() with everything that may be known of an action beside its visits and mean.
  PYBOARD_APART [[nodiscard]] std::uint32_t choose_informed(typename T::Place node, const Cursor<G>& cursor,
                                                            bool& fresh) noexcept {
    const int seat = cursor.node.seat;
    better_ = Tree::kNone;
    if (informed_.prior_weight > 0 && tree_.node(node).visits >= informed_.prior_visits) look_up_priors(node, cursor);
    const float exploration = exploration_ * (1.0F + informed_.value_scaling * (spread_.get() - 1.0F));
    const Seen seen = look_over(node, cursor, exploration);
    const Tree::Choice known = seen.known;
    const bool first_plays = seen.waiting.slot != Tree::kNone || seen.untried > 0;
    if (solver_) {
      const std::uint32_t proven = tree_.best_proven(node, seat);
      if (proven != Tree::kNone) {
        const auto value = static_cast<float>(tree_.mean(node, proven, seat));
        if (known.slot == Tree::kNone && !first_plays) return proven;
        if (known.slot != Tree::kNone && value >= known.bound) better_ = proven;
      }
    }
    if (!first_plays) return known.slot;
    const std::uint32_t visits = tree_.node(node).visits;
    // With a reduction, as if it had been tried once: so its turn comes.
    const float first = informed_.reduction < 0 ? first_play_
                        : visits == 0           ? kTryAll
                                                : seen.sum / static_cast<float>(visits) - informed_.reduction +
                                                      exploration * std::sqrt(select::log_of(visits + 1));
    if (known.slot != Tree::kNone &&
        first + (seen.waiting.slot == Tree::kNone ? 0.0F : seen.waiting.bound) <= known.bound) {
      return known.slot;
    }
    better_ = Tree::kNone;
    fresh = true;
    if (seen.waiting.slot != Tree::kNone) {
      tree_.count_edge();
      return seen.waiting.slot;
    }
    LegalBits untried = legal_bits(cursor);
    tree_.remove_tried(node, untried.words);
    const std::uint32_t slot =
        tree_.add_edge(node, pick(untried, rng_.below(seen.untried)), static_cast<std::uint32_t>(cursor.legal.count()));
    if (slot != Tree::kNone) return slot;
    fresh = false;
    return known.slot;
  }

  /// Of the edges of a node whose actions are legal, those with the highest bound.
  struct Seen {
    Tree::Choice known{Tree::kNone, -kTryAll};    // of those that were visited and are not proven
    Tree::Choice waiting{Tree::kNone, -kTryAll};  // of the others, but for the value of a first play
    float sum = 0;                                // of results
    std::uint32_t untried = 0;                    // actions without an edge
  };
  [[nodiscard]] Seen look_over(Tree::Index node, const Cursor<G>& cursor, float exploration) noexcept {
    const Tree::Edges edges = tree_.edges(node);
    if (informed_.plain && !solver_) {
      const auto legal = static_cast<std::uint32_t>(cursor.legal.count());
      const std::uint32_t available = varying_ ? mark_legal(node, edges, cursor) : edges.count();
      const auto [known, waiting, sum] =
          tree_.split_best(node, edges, cursor.node.seat, exploration, informed_.prior_weight);
      static_assert(select::kNoSlot == Tree::kNone);
      return {{known.slot, known.bound}, {waiting.slot, waiting.bound}, sum, legal - available};
    }
    return look_over_one_by_one(node, edges, cursor, exploration);
  }
  [[nodiscard]] Seen look_over_one_by_one(Tree::Index node, const Tree::Edges& edges, const Cursor<G>& cursor,
                                          float exploration) noexcept {
    const int seat = cursor.node.seat;
    const std::uint32_t total = tree_.node(node).visits + 1;
    const float log_of_total = select::log_of(total);
    LegalBits untried = legal_bits(cursor);
    Seen seen;
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      const Action action = edges.actions()[slot];
      Word& word = untried.words[action / kWordBits];
      const Word bit = bits::bit(action % kWordBits);
      const bool available = (word & bit) != 0;
      word &= ~bit;
      if (!available) {
        if (varying_) ++edges.missed()[slot];
        continue;
      }
      const std::uint32_t visits = tree_.counted(edges, slot);
      const auto n = static_cast<float>(visits);
      const float mean = visits == 0 ? 0.0F : tree_.counted_mean(node, slot, seat);
      seen.sum += n * mean;
      if (tree_.proven(node, slot)) continue;
      float extra = 0;
      if (informed_.prior_weight > 0) {
        const float prior = edges.priors()[slot];
        if (prior > -kTryAll) extra += informed_.prior_weight * prior / (n + 1.0F);
      }
      if (informed_.history_weight > 0)
        extra += informed_.history_weight * table_.at(seat, action).mean() / (n * (1.0F - mean) + 1.0F);
      if (visits == 0) {
        if (extra > seen.waiting.bound) seen.waiting = {slot, extra};
        continue;
      }
      const std::uint32_t missed = varying_ ? edges.missed()[slot] : 0;
      const float log = missed == 0 ? log_of_total : select::log_of(total - missed);
      float scale = exploration * std::sqrt(log / n);
      if (informed_.variance_scaling) {
        // As if four results had been as far apart as can be.
        const float variance = (n * (edges.squares()[slot] - mean * mean) + 4 * kMostVariance) / (n + 4);
        scale *= std::sqrt(std::min(std::max(variance, 0.0F), kMostVariance) / kMostVariance);
      }
      const float bound = mean + scale + extra;
      if (bound > seen.known.bound) seen.known = {slot, bound};
    }
    seen.untried = static_cast<std::uint32_t>(untried.count());
    return seen;
  }

  /// Gives every legal action an edge that knows what the action adds to the estimate of its seat.
  PYBOARD_APART void look_up_priors(typename T::Place node, const Cursor<G>& cursor) noexcept {
    LegalBits missing = legal_bits(cursor);
    const auto seat = static_cast<std::size_t>(cursor.node.seat);
    Utilities<G> before;
    bool first = true;
    const auto gain = [&](Action action) {
      if (first) playout_.estimate(cursor.state, before);
      first = false;
      Utilities<G> after;
      informed_playout_.estimate_after(playout_, cursor, action, after);
      return after[seat] - before[seat];
    };
    const Tree::Edges edges = tree_.edges(node);
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      const Action action = edges.actions()[slot];
      Word& word = missing.words[action / kWordBits];
      const Word bit = bits::bit(action % kWordBits);
      if ((word & bit) != 0 && !(edges.priors()[slot] > -kTryAll)) edges.priors()[slot] = gain(action);
      word &= ~bit;
    }
    const auto more = static_cast<std::uint32_t>(missing.count());
    if (more == 0) return;
    if (tree_.leave_copy(node)) return look_up_priors(node, cursor);
    tree_.reserve(node, edges.count() + more);
    for (const Action action : cursor.legal.span()) {
      if ((missing.words[action / kWordBits] & bits::bit(action % kWordBits)) == 0) continue;
      const std::uint32_t slot = tree_.add_edge(node, action, static_cast<std::uint32_t>(cursor.legal.count()), false);
      if (slot == Tree::kNone) return;
      tree_.edges(node).priors()[slot] = gain(action);
    }
  }
  /// What the extras keep of an iteration, before it is backed up.
  PYBOARD_APART void note_results(std::size_t depth, const Utilities<G>& utilities) noexcept {
    spread_.add(utilities[static_cast<std::size_t>(std::max<int>(root_.node.seat, 0))]);
    if (informed_.variance_scaling) {
      for (std::size_t at = 0; at < depth; ++at) {
        const float value = utilities[static_cast<std::size_t>(notes_[at].seat)];
        [[maybe_unused]] const auto held = tree_.hold(path_[at].node);
        const Tree::Edges edges = tree_.edges(path_[at].node);
        float& mean = edges.squares()[path_[at].slot];
        mean += (value * value - mean) / static_cast<float>(edges.visits()[path_[at].slot] + 1);
      }
    }
    if (!informed_.table) return;
    const auto add = [&](int seat, Action action) {
      table_.add(seat, action, utilities[static_cast<std::size_t>(seat)]);
    };
    for (std::size_t at = 0; at < depth && informed_.choice; ++at) {
      [[maybe_unused]] const auto held = tree_.hold(path_[at].node);
      add(notes_[at].seat, tree_.action(path_[at].node, path_[at].slot));
    }
    for (const auto& choice : informed_playout_.trace()) add(choice.seat, choice.action);
  }

  /// A node at which a seat drew from its strategy: where its slots and chances lie, and which was drawn.
  struct Mixed {
    std::uint32_t first;
    std::uint32_t count;  // 0: nothing was drawn
    std::uint32_t drawn;
    float chance;  // with which it was drawn
    std::int8_t seat;
  };

  /// In place of choose(): every action once, then by regret matching. Each iteration counts the regrets of one
  /// seat, which explores; the others follow their strategies, and these enter their averages.
  PYBOARD_APART [[nodiscard]] std::uint32_t draw(typename T::Place node, const Cursor<G>& cursor, bool& fresh,
                                                 std::size_t depth) noexcept {
    Mixed& mixed = mixed_[depth];
    mixed = {mixed_used_, 0, 0, 1.0F, cursor.node.seat};
    LegalBits untried = legal_bits(cursor);
    const auto legal = static_cast<std::uint32_t>(cursor.legal.count());
    if (mixed_used_ + tree_.node(node).count > kMixedRoom) return Tree::kNone;
    std::uint32_t* const slots = slots_.data() + mixed_used_;
    float* const chances = chances_.data() + mixed_used_;
    const std::uint32_t count = tree_.match_regrets(node, untried.words, slots, chances);
    if (count < legal) {
      const std::uint32_t slot = tree_.add_edge(node, pick(untried, rng_.below(legal - count)), legal);
      if (slot != Tree::kNone) {
        fresh = true;
        return slot;
      }
      if (count == 0) return Tree::kNone;
    }
    const bool explores = cursor.node.seat == traverser_;
    const float uniform = explores ? regret_exploration_ / static_cast<float>(count) : 0.0F;
    const float own = explores ? 1.0F - regret_exploration_ : 1.0F;
    auto left = static_cast<float>(rng_.uniform());
    std::uint32_t drawn = count - 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      left -= uniform + own * chances[i];
      if (left < 0) {
        drawn = i;
        break;
      }
    }
    mixed.count = count;
    mixed.drawn = drawn;
    mixed.chance = std::max(uniform + own * chances[drawn], kLeastChance);
    mixed_used_ += count;
    return slots[drawn];
  }

  /// Before the path is backed up: regrets of the traverser, from what the iteration brought it, with the means of
  /// the edges for what was not drawn; strategies of the others.
  PYBOARD_APART void count_regrets(std::size_t depth, float value) noexcept {
    while (depth-- > 0) {
      const Mixed& mixed = mixed_[depth];
      if (mixed.count == 0) continue;
      const Tree::Index node = path_[depth].node;
      [[maybe_unused]] const auto held = tree_.hold(node);
      const Tree::Edges edges = tree_.edges(node);
      const std::uint32_t* const slots = slots_.data() + mixed.first;
      const float* const chances = chances_.data() + mixed.first;
      if (mixed.seat != traverser_) {
        float most = 0;
        for (std::uint32_t i = 0; i < mixed.count; ++i) most = std::max(most, edges.strategy()[slots[i]] += chances[i]);
        if (most > kMostStrategy) {
          for (std::uint32_t slot = 0; slot < edges.count(); ++slot) edges.strategy()[slot] /= 2;
        }
        continue;
      }
      const auto mean = [&](std::uint32_t i) {
        const bool tried = edges.visits()[slots[i]] > 0;
        return tried ? static_cast<float>(tree_.mean(node, slots[i], mixed.seat)) : 0.5F;
      };
      const float base = mean(mixed.drawn);
      const float drawn = base + (value - base) / mixed.chance;
      float expected = 0;
      for (std::uint32_t i = 0; i < mixed.count; ++i) expected += chances[i] * (i == mixed.drawn ? drawn : mean(i));
      for (std::uint32_t i = 0; i < mixed.count; ++i)
        edges.regrets()[slots[i]] += (i == mixed.drawn ? drawn : mean(i)) - expected;
      value = expected;
    }
  }

  /// What is proven needs no more visits: the best of the other edges, as long as there are any. Notes the proven
  /// edge that is better than all of them may be.
  PYBOARD_APART [[nodiscard]] Tree::Choice best_open(Tree::Index node, int seat) noexcept {
    const std::uint32_t proven = tree_.best_proven(node, seat);
    Tree::Choice open = tree_.best_open(node, seat, exploration_);
    if (proven == Tree::kNone) return open;
    const float value = static_cast<float>(tree_.proof(node, proven, seat)) / static_cast<float>(kUtilityUnit);
    if (open.slot == Tree::kNone) return {proven, value};
    if (value >= open.bound) better_ = proven;
    return open;
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
  /// Marks the edges whose actions are legal; how many they are.
  [[nodiscard]] std::uint32_t mark_legal(Tree::Index node, const Tree::Edges& edges, const Cursor<G>& cursor) noexcept {
    if (tree_.padded(node) && cursor.legal.count() <= select::kFew) return tree_.mark_few(edges, cursor.legal.span());
    return tree_.mark_available(edges, stamp_legal(cursor));
  }
  /// Stamps the legal actions: a set that costs nothing to clear.
  [[nodiscard]] select::Legal stamp_legal(const Cursor<G>& cursor) noexcept {
    if (++stamp_ == 0) {
      stamps_.fill(0);
      stamp_ = 1;
    }
    for (const Action action : cursor.legal.span()) stamps_[action] = stamp_;
    return {stamps_.data(), stamp_};
  }
  /// The n-th of the legal actions that have no edge.
  [[nodiscard]] Action untried(const Tree::Edges& edges, const Cursor<G>& cursor, std::uint32_t n) noexcept {
    const std::uint32_t visit = stamp_legal(cursor).visit;
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) stamps_[edges.actions()[slot]] = 0;
    for (const Action action : cursor.legal.span()) {
      if (stamps_[action] == visit && n-- == 0) return action;
    }
    return 0;
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
        root_sums_.keep(edges.actions()[slot], seat, edges.visits()[slot], tree_.mean(root_link_, slot, seat));
      }
    }
  }

  [[nodiscard]] SearchReport report(const Meter& meter) const { return report(meter, root_sums_); }
  [[nodiscard]] SearchReport report(const Meter& meter, const RootSums& sums) const {
    SearchReport report;
    report.actions = worlds_.rows(root_, viewer_, sums);
    if (root_.node.kind == NodeKind::decision) {
      add_strategy(report);
      if (solver_) add_proofs(report);
      if (draws() && !report.proven) draw_answer(report, seed_);
    } else {
      report.actions.clear();
    }
    report.iterations = meter.done();
    report.seconds = meter.seconds();
    report.interrupted = meter.interrupted();
    report.kept = kept_;
    report.truncated = playout_.truncated();
    report.nodes = static_cast<std::int64_t>(tree_.edge_count()) + 1;
    report.memory = static_cast<std::int64_t>(tree_.memory());
    report.full = tree_.full();
    return report;
  }

  /// Best first, and the average strategy.
  void add_strategy(SearchReport& report) const {
    const auto mover = static_cast<int>(root_.node.seat);
    sort_by_visits(report.actions, mover);
    double total = 0;
    for (ActionReport& row : report.actions) {
      row.share = static_cast<double>(row.visits);
      total += row.share;
    }
    if (regrets_ && root_link_ != Tree::kNone && mover == viewer_) {
      double sum = 0;
      const Tree::Edges edges = tree_.edges(root_link_);
      for (std::uint32_t slot = 0; slot < edges.count(); ++slot) sum += static_cast<double>(edges.strategy()[slot]);
      if (sum > 0) {
        total = sum;
        for (ActionReport& row : report.actions) row.share = 0;
        for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
          const auto row = std::find_if(report.actions.begin(), report.actions.end(),
                                        [&](const ActionReport& r) { return r.action == edges.actions()[slot]; });
          if (row != report.actions.end()) row->share = static_cast<double>(edges.strategy()[slot]);
        }
        sort_by_share(report.actions, mover);
      }
    }
    for (ActionReport& row : report.actions) row.share = total > 0 ? row.share / total : 0;
  }
  /// True if other seats do not see what is chosen at the root.
  [[nodiscard]] bool sealed() const noexcept {
    const auto actions = root_.legal.span();
    return std::any_of(actions.begin(), actions.end(), [&](Action action) {
      return !rules_->open(root_.state, Event::make(root_.node, action, false));
    });
  }

  /// Exact values in place of means, and the action that settles the root first.
  void add_proofs(SearchReport& report) const {
    if (root_link_ == Tree::kNone) return;
    const Tree::Edges edges = tree_.edges(root_link_);
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      if (!tree_.proven(root_link_, slot)) continue;
      const Action action = edges.actions()[slot];
      const auto row = std::find_if(report.actions.begin(), report.actions.end(),
                                    [&](const ActionReport& r) { return r.action == action; });
      if (row == report.actions.end()) continue;
      row->proven = true;
      for (int seat = 0; seat < rules_->seats(); ++seat)
        row->mean[static_cast<std::size_t>(seat)] = tree_.mean(root_link_, slot, seat);
    }
    const std::uint32_t best = tree_.settled(root_link_, root_.node.seat, root_legal());
    report.proven = best != Tree::kNone;
    if (!report.proven) return put_proof_first(report.actions, root_.node.seat);
    const auto first = std::find_if(report.actions.begin(), report.actions.end(),
                                    [&](const ActionReport& r) { return r.action == edges.actions()[best]; });
    std::rotate(report.actions.begin(), first, first + 1);
  }

  /// By the order of sort_by_visits, among the actions legal in this world; -1 if none was visited.
  [[nodiscard]] int most_visited(Tree::Index node, const Cursor<G>& cursor) const noexcept {
    const Tree::Edges edges = tree_.edges(node);
    if (solver_) {
      const std::uint32_t slot =
          tree_.settled(node, cursor.node.seat, static_cast<std::uint32_t>(cursor.legal.count()));
      if (slot != Tree::kNone) return edges.actions()[slot];
    }
    int best = kNoAction;
    std::uint32_t best_visits = 0;
    double best_mean = 0;
    for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
      const Action action = edges.actions()[slot];
      const std::uint32_t visits = edges.visits()[slot];
      if (visits == 0 || visits < best_visits || !cursor.legal.contains(action)) continue;
      const double mean = tree_.mean(node, slot, cursor.node.seat);
      const bool better = visits > best_visits || mean > best_mean || (mean == best_mean && action < best);
      if (!better) continue;
      best = action;
      best_visits = visits;
      best_mean = mean;
    }
    if (solver_ && best >= 0) {
      const std::uint32_t proven = tree_.best_proven(node, cursor.node.seat);
      if (proven != Tree::kNone && tree_.mean(node, proven, cursor.node.seat) >= best_mean)
        return edges.actions()[proven];
    }
    return best;
  }

  static constexpr float kTryAll = std::numeric_limits<float>::infinity();

  const G* rules_;
  float exploration_;
  float first_play_;
  bool outcomes_in_keys_;
  Worlds<G> worlds_;
  TreeSharing sharing_;
  std::uint32_t expand_visits_;
  bool varying_;
  Informed informed_;
  bool takes_back_;
  bool regrets_;
  float regret_exploration_;
  FinalChoice final_;
  bool solver_;
  Playout<G> playout_;
  Rng rng_;
  std::uint64_t seed_ = 0;
  T tree_;
  RootSums root_sums_;
  Cursor<G> root_;
  Sealed sealed_;
  Cursor<G> cursor_;
  Keys<G> root_keys_;
  Tree::Index root_link_ = Tree::kNone;
  int viewer_ = 0;
  std::int64_t kept_ = 0;
  std::int64_t done_ = 0;         // iterations in a shared tree
  const Meter* meter_ = nullptr;  // of the run that is under way
  std::array<std::uint32_t, static_cast<std::size_t>(G::kActions)> stamps_{};
  std::uint32_t stamp_ = 0;
  std::vector<Tree::Step> path_;
  std::vector<Note> notes_;
  std::vector<Mixed> mixed_;
  std::vector<std::uint32_t> slots_;
  std::vector<float> chances_;
  std::uint32_t mixed_used_ = 0;
  ActionTable table_;
  ResultSpread spread_;  // of the root's mover
  InformedPlayout<G> informed_playout_;
  Landmarks<G> landmarks_;
  bool landmarks_apply_ = false;
  int astray_ = 0;         // iterations in a row whose deal changed the root
  bool complete_ = false;  // the node that chose last has an edge for all that is legal, and for nothing else
  int traverser_ = 0;
  std::uint32_t better_ = Tree::kNone;
#ifndef NDEBUG
  std::vector<Met> met_ = std::vector<Met>(1 << 16);
#endif
};

}  // namespace pyboard
