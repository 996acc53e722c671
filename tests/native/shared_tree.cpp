// The tree that threads share, one hand after the other: whatever is done at copies is in the tree in the end.
#include "pyboard/search/shared_tree.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "check.hpp"
#include "pyboard/core/rng.hpp"

namespace pyboard::tests {

namespace {

constexpr int kSeats = 3;
constexpr int kActions = 24;
constexpr std::size_t kMemory = 64U << 20;
constexpr float kNoPrior = -std::numeric_limits<float>::infinity();
using Index = TreeHand::Index;

/// What is known of an action at a node: counted one by one, without copies.
struct Counts {
  std::uint32_t visits = 0, missed = 0;
  std::array<std::uint64_t, kSeats> sums{};
  bool has_prior = false;
};
struct Plain {
  std::uint32_t visits = 0;
  std::map<Action, Counts> actions;  // that have an edge
};

[[nodiscard]] std::uint32_t slot_of(const TreeHand& hand, Index place, Action action) {
  const auto edges = hand.edges(place);
  for (std::uint32_t slot = 0; slot < edges.count(); ++slot) {
    if (edges.actions()[slot] == action) return slot;
  }
  return TreeHand::kNone;
}
/// What an edge leads to in these tests.
[[nodiscard]] Index child_of(std::size_t node, Action action) { return static_cast<Index>(node * kActions + action); }

/// A tree of two hands, and beside it what should be in it.
class Pair {
 public:
  Pair(std::size_t nodes, bool varying, bool priors)
      : hands_{make(varying, priors), TreeHand(hands_[0], 1)}, plain_(nodes), varying_{varying}, priors_{priors} {
    hands_[0].begin_iteration();
    for (std::size_t i = 0; i < nodes; ++i) nodes_.push_back(hands_[0].add(i + 1, TreeHand::kNoParent));
    hands_[0].rest();
  }

  /// One iteration: a path through some nodes, at each an action out of those that are legal.
  void iterate(std::size_t number, Rng& rng, std::span<const std::size_t> path) {
    TreeHand& hand = hands_[number];
    hand.begin_iteration();
    std::vector<TreeHand::Step> steps;
    std::vector<Action> chosen;
    for (const std::size_t at : path) {
      std::vector<Action> legal;
      for (Action action = 0; action < kActions; ++action) {
        if (!varying_ || rng.below(3) > 0) legal.push_back(action);
      }
      if (legal.empty()) legal.push_back(0);
      const Action action = legal[rng.below(static_cast<std::uint32_t>(legal.size()))];
      Index place = hand.place(nodes_[at]);
      bool again = false;  // not the first visit of the edge
      {
        const auto held = hand.hold(place);
        Plain& plain = plain_[at];
        const auto known = hand.edges(place);
        for (std::uint32_t slot = 0; slot < known.count(); ++slot) {
          const Action other = known.actions()[slot];
          if (std::find(legal.begin(), legal.end(), other) == legal.end()) ++plain.actions.at(other).missed;
        }
        if (varying_) static_cast<void>(hand.mark_few(known, legal));
        std::vector<Action> unknown;
        std::uint32_t slot = slot_of(hand, place, action);
        if (slot == TreeHand::kNone) {
          slot = hand.add_edge(place, action, kActions);
          CHECK(!moved(hand, place));
          const auto [added, fresh] = plain.actions.try_emplace(action);
          if (fresh) added->second.missed = plain.visits;
        }
        // Actions whose edge the hand has not seen yet count as not available.
        for (auto& [other, counts] : plain.actions) {
          if (slot_of(hand, place, other) == TreeHand::kNone) ++counts.missed;
        }
        ++plain.visits;
        CHECK_EQUAL(hand.action(place, slot), action);
        again = hand.edges(place).visits()[slot] > 0;
        if (priors_ && rng.below(8) == 0) {
          hand.edges(place).priors()[slot] = prior(at, action);
          plain.actions.at(action).has_prior = true;
        }
        steps.push_back({place, slot});
        hand.begin_visit(steps.back());
      }
      if (again) hand.lead(steps.back(), child_of(at, action));
      chosen.push_back(action);
    }
    std::array<std::uint32_t, kSeats> utilities{};
    for (std::uint32_t& utility : utilities) utility = rng.below(kUtilityUnit + 1);
    for (std::size_t i = 0; i < path.size(); ++i) {
      Counts& counts = plain_[path[i]].actions.at(chosen[i]);
      ++counts.visits;
      for (std::size_t seat = 0; seat < kSeats; ++seat) counts.sums[seat] += utilities[seat];
    }
    hand.back_up(steps, utilities.data());
    hand.rest();
  }

  [[nodiscard]] bool copied(std::size_t number, std::size_t at) const {
    return moved(hands_[number], hands_[number].place(nodes_[at]));
  }

  /// Both hands give back what they have, and everything is there.
  void check() {
    for (TreeHand& hand : hands_) static_cast<void>(hand.work());
    for (std::size_t at = 0; at < nodes_.size(); ++at) {
      const Plain& plain = plain_[at];
      CHECK(!copied(0, at) && !copied(1, at));
      const TreeHand& hand = hands_[0];
      const auto edges = hand.edges(nodes_[at]);
      CHECK_EQUAL(hand.node(nodes_[at]).visits, plain.visits);
      CHECK_EQUAL(edges.count(), plain.actions.size());
      for (const auto& [action, counts] : plain.actions) {
        const std::uint32_t slot = slot_of(hand, nodes_[at], action);
        if (slot == TreeHand::kNone) return report_failure(__FILE__, __LINE__, "an edge is lost");
        CHECK_EQUAL(edges.visits()[slot], counts.visits);
        CHECK_EQUAL(edges.pending()[slot], 0U);
        if (varying_) CHECK_EQUAL(edges.missed()[slot], counts.missed);
        if (priors_) CHECK_EQUAL(edges.priors()[slot], counts.has_prior ? prior(at, action) : kNoPrior);
        CHECK_EQUAL(edges.children()[slot], counts.visits > 1 ? child_of(at, action) : TreeHand::kNone);
        for (int seat = 0; seat < kSeats; ++seat)
          CHECK_EQUAL(std::uint64_t{edges.sums(seat)[slot]}, counts.sums[static_cast<std::size_t>(seat)]);
      }
    }
  }

 private:
  [[nodiscard]] static TreeHand make(bool varying, bool priors) {
    TreeView::Extras extras;
    extras.varying = varying;
    extras.priors = priors;
    extras.pending = true;
    return {kSeats, kActions, extras, kMemory, 2, 1};
  }
  [[nodiscard]] static bool moved(const TreeHand& hand, Index place) { return hand.origin(place) != place; }
  [[nodiscard]] static float prior(std::size_t at, Action action) {
    return static_cast<float>(child_of(at, action)) / 1024.0F;
  }

  std::array<TreeHand, 2> hands_;
  std::vector<Index> nodes_;
  std::vector<Plain> plain_;
  bool varying_;
  bool priors_;
};

constexpr std::array<std::array<bool, 2>, 4> kExtras{{{false, false}, {true, false}, {false, true}, {true, true}}};

}  // namespace

TEST(shared_tree_keeps_what_is_done_at_a_copy) {
  for (const auto [varying, priors] : kExtras) {
    set_scene(std::string(varying ? "varying " : "") + (priors ? "priors" : ""));
    Rng rng(settings().seed);
    constexpr std::array<std::size_t, 1> kPath{0};
    Pair pair(1, varying, priors);
    int copies = 0;
    for (int i = 0; i < 3000 * settings().effort; ++i) {
      // Now one hand, now the other, so that edges are added behind a copy's back.
      pair.iterate(rng.below(40) == 0 ? 1 : 0, rng, kPath);
      copies += pair.copied(0, 0) ? 1 : 0;
    }
    CHECK(copies > 1000);
    pair.check();
  }
}

TEST(shared_tree_keeps_what_hands_do_in_turn) {
  constexpr std::size_t kNodes = 1200;
  constexpr std::size_t kApart = 987;  // such nodes ask for the same place of a copy
  for (const auto [varying, priors] : kExtras) {
    set_scene(std::string(varying ? "varying " : "") + (priors ? "priors" : ""));
    Rng rng(settings().seed);
    Pair pair(kNodes, varying, priors);
    int copies = 0;
    for (int i = 0; i < 60'000 * settings().effort; ++i) {
      std::array<std::size_t, 3> path{};
      path[0] = rng.below(2);
      path[1] = 2 + rng.below(30);
      // Others by and by.
      const auto turn = static_cast<std::size_t>(i / 3000);
      path[2] = 32 + (turn % 2 * kApart + turn / 2 * 10) % (kNodes - 50) + rng.below(10);
      const std::size_t number = rng.below(2);
      pair.iterate(number, rng, std::span(path).first(1 + rng.below(3)));
      copies += pair.copied(number, path[1]) ? 1 : 0;
      if (i == 30'000) pair.check();
    }
    CHECK(copies > 1000);
    pair.check();
  }
}

}  // namespace pyboard::tests
