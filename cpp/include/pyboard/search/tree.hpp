// pyboard/search/tree.hpp: the search tree. It knows no game: a node is a key, an edge is an action number
// with visits and one value per seat.
//
// One region of memory holds everything: node records grow from its bottom, blocks of edges from its top.
// Links are 32-bit indices. Edges are made at their first visit. When the region is full the tree stops
// growing; what is there stays usable.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <span>
#include <vector>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/event.hpp"
#include "pyboard/search/select.hpp"

namespace pyboard {

/// Utilities are summed as whole numbers of 1/kUtilityUnit: sums do not depend on their order, and placings
/// of 2 to 8 seats are exact (multiples of 1/4 to 1/14).
inline constexpr std::uint32_t kUtilityUnit = 32'760;

[[nodiscard]] inline std::uint32_t utility_units(float utility) noexcept {
  return (static_cast<std::uint32_t>(utility * (2.0F * static_cast<float>(kUtilityUnit))) + 1) / 2;  // rounded
}

/// From 2^16 visits on the sums of an edge count in units that double with the visits, so that 31 bits
/// suffice: the exponent of the unit after `visits` visits.
[[nodiscard]] constexpr int sum_exponent(std::uint32_t visits) noexcept {
  return visits < 0x10000U ? 0 : static_cast<int>(std::bit_width(visits)) - 16;
}

/// What a tree is made of: reading it, choosing in it, proving. Growing is the affair of Tree, and of several threads
/// at once of TreeHand.
class TreeView {
 public:
  using Index = std::uint32_t;
  static constexpr Index kNone = 0xffffffffU;
  static constexpr Index kNoParent = 0x7fffffffU;

  struct Node {
    std::uint64_t key;
    Index block;             // word where the edges begin
    std::uint32_t visits;    // = those of its edges
    Index parent;            // node from which it was first reached; the highest bit is for TreeHand
    std::uint16_t count;     // edges
    std::uint16_t capacity;  // edges that the block has room for
  };
  static_assert(sizeof(Node) == 24);

  /// What edges may hold beside visits, children and sums.
  struct Extras {
    bool varying = false;       // the legal actions of a node may differ from visit to visit
    bool proofs = false;        // exact values
    bool regrets = false;       // regrets and average strategies
    bool priors = false;        // what the game's estimate says of the action
    bool squares = false;       // mean of squares for the seat that chooses
    bool pending = false;       // threads under way below the edge
    std::uint32_t at_once = 1;  // nodes that an iteration may add
  };
  /// Where the columns of an edge block lie.
  struct Layout {
    Layout(int seats, Extras extras) noexcept
        : missed(2 + static_cast<std::size_t>(seats)),
          proofs{missed + (extras.varying ? 1 : 0)},
          regrets{proofs + (extras.proofs ? static_cast<std::size_t>(seats) : 0)},
          priors{regrets + (extras.regrets ? 2 : 0)},
          squares{priors + (extras.priors ? 1 : 0)},
          pending{squares + (extras.squares ? 1 : 0)},
          count{pending + (extras.pending ? 1 : 0)} {}
    std::size_t missed;
    std::size_t proofs;
    std::size_t regrets;
    std::size_t priors;
    std::size_t squares;
    std::size_t pending;
    std::size_t count;
  };

  /// The edges of a node, as columns of `capacity` numbers.
  class Edges {
   public:
    Edges(std::uint32_t* block, const Node& node, const Layout& layout) noexcept
        : block_{block}, capacity_{node.capacity}, count_{node.count}, layout_{&layout} {}
    [[nodiscard]] std::uint32_t count() const noexcept { return count_; }
    [[nodiscard]] std::uint32_t* visits() const noexcept { return block_; }
    [[nodiscard]] Index* children() const noexcept { return block_ + capacity_; }  // the node it led to last
    [[nodiscard]] std::uint32_t* sums(int seat) const noexcept {
      return block_ + capacity_ * (2 + static_cast<std::size_t>(seat));
    }
    /// How often the node was visited while the action was not legal; only in trees with varying legal sets.
    [[nodiscard]] std::uint32_t* missed() const noexcept { return block_ + capacity_ * layout_->missed; }
    /// Exact value of a seat in units of utility, kNone where it is not known; only in trees with proofs.
    [[nodiscard]] std::uint32_t* proofs(int seat) const noexcept {
      return block_ + capacity_ * (layout_->proofs + static_cast<std::size_t>(seat));
    }
    /// Sum of regrets, and of the probabilities with which the strategy chose the edge; only in trees with regrets.
    [[nodiscard]] float* regrets() const noexcept {
      return reinterpret_cast<float*>(block_ + capacity_ * layout_->regrets);
    }
    [[nodiscard]] float* strategy() const noexcept {
      return reinterpret_cast<float*>(block_ + capacity_ * (layout_->regrets + 1));
    }
    /// Negative infinity where it was not looked up.
    [[nodiscard]] float* priors() const noexcept { return reals(layout_->priors); }
    [[nodiscard]] float* squares() const noexcept { return reals(layout_->squares); }
    /// Visits that were begun and not yet backed up; only in trees that threads share.
    [[nodiscard]] std::uint32_t* pending() const noexcept { return block_ + capacity_ * layout_->pending; }
    [[nodiscard]] Action* actions() const noexcept {
      return reinterpret_cast<Action*>(block_ + capacity_ * layout_->count);
    }

   private:
    [[nodiscard]] float* reals(std::size_t column) const noexcept {
      return reinterpret_cast<float*>(block_ + capacity_ * column);
    }

    std::uint32_t* block_;
    std::size_t capacity_;
    std::uint32_t count_;
    const Layout* layout_;
  };

  /// One step of a path from the root: an edge by its place.
  struct Step {
    Index node;
    std::uint32_t slot;
  };

  /// Asks for a node ahead of its use.
  void prefetch(Index index) const noexcept {
#if defined(__GNUC__)
    if (index != kNone) __builtin_prefetch(&nodes_[index]);
#endif
  }
  [[nodiscard]] const Node& node(Index index) const noexcept { return nodes_[index]; }
  [[nodiscard]] Edges edges(Index index) const noexcept {
    return {words_ + nodes_[index].block, nodes_[index], layout_};
  }
  [[nodiscard]] Action action(Index index, std::uint32_t slot) const noexcept { return edges(index).actions()[slot]; }
  /// The node that an edge led to last.
  [[nodiscard]] Index child(Index index, std::uint32_t slot) const noexcept { return edges(index).children()[slot]; }
  /// An edge with its upper confidence bound.
  struct Choice {
    std::uint32_t slot = kNone;
    float bound = 0;
  };
  /// Takes the actions that have an edge out of a set.
  void remove_tried(Index index, std::span<Word> legal) const noexcept;

  /// True if the value of an edge is exact.
  [[nodiscard]] bool proven(Index index, std::uint32_t slot) const noexcept {
    return extras_.proofs && edges(index).proofs(0)[slot] != kNone;
  }
  /// The exact value of a seat, in units of utility.
  [[nodiscard]] std::uint32_t proof(Index index, std::uint32_t slot, int seat) const noexcept {
    return edges(index).proofs(seat)[slot];
  }
  /// Makes the value of an edge exact; from now on it is its mean.
  void prove(Step step, const std::uint32_t* utilities) const noexcept;
  /// The best proven edge for a seat, of equals the lowest action; kNone if there is none.
  [[nodiscard]] std::uint32_t best_proven(Index index, int seat) const noexcept;
  /// The edge that settles a node for the seat that chooses there: one of the highest value there is, or the first
  /// of the best once all `legal` actions are proven. kNone: not settled.
  [[nodiscard]] std::uint32_t settled(Index index, int seat, std::uint32_t legal) const noexcept;

  /// The strategy that the regrets of a node lead to, among its edges in the set `legal`, which loses every action
  /// that has an edge: writes slots and probabilities, returns how many. At least room for all edges.
  [[nodiscard]] std::uint32_t match_regrets(Index index, std::span<Word> legal, std::uint32_t* slots,
                                            float* chances) const noexcept;

  [[nodiscard]] double mean(Index index, std::uint32_t slot, int seat) const noexcept;
  [[nodiscard]] int seats() const noexcept { return seats_; }

 protected:
  TreeView(int seats, Extras extras) noexcept : seats_{seats}, extras_{extras}, layout_(seats, extras) {}

  [[nodiscard]] std::size_t block_words(std::size_t capacity) const noexcept {
    return layout_.count * capacity + (capacity + 1) / 2;
  }
  /// Room for edges grows by half, never beyond what can be needed.
  [[nodiscard]] static constexpr std::uint32_t next_capacity(std::uint32_t capacity, std::uint32_t legal) noexcept {
    const std::uint32_t grown = capacity + std::max(capacity / 2, 1U);
    return std::min(grown, std::max(legal, capacity + 1));
  }
  /// Blocks that were left, a list for every capacity: a free block begins with the index of the next.
  class FreeBlocks {
   public:
    /// `actions`: the largest capacity.
    explicit FreeBlocks(std::size_t actions) : first_(actions + 1, kNone) {}
    [[nodiscard]] std::size_t actions() const noexcept { return first_.size() - 1; }
    void clear() noexcept { std::fill(first_.begin(), first_.end(), kNone); }
    /// kNone if there is none of that capacity.
    [[nodiscard]] Index take(const std::uint32_t* words, std::uint32_t capacity) noexcept {
      const Index block = first_[capacity];
      if (block != kNone) first_[capacity] = words[block];
      return block;
    }
    void give(std::uint32_t* words, Index block, std::uint32_t capacity) noexcept {
      if (capacity == 0) return;
      words[block] = first_[capacity];
      first_[capacity] = block;
    }

   private:
    std::vector<Index> first_;
  };
  /// Gives a node whose block has no room left a larger one, with what is in the old, which is free then.
  void move_edges(Node& node, Index block, std::uint32_t capacity, FreeBlocks& free) const noexcept;
  /// Appends an edge without visits to a block that has room; its slot.
  std::uint32_t append(Index index, Action action) noexcept;
  /// Adds a result to the sums of an edge that now has so many visits.
  void add_result(const Edges& to, std::uint32_t slot, std::uint32_t visits,
                  const std::uint32_t* utilities) const noexcept {
    if (extras_.proofs && to.proofs(0)[slot] != kNone) {
      set_exact_sums(to, slot);
      return;
    }
    if (visits < 0x10000U) {
      for (int seat = 0; seat < seats_; ++seat) to.sums(seat)[slot] += utilities[seat];
      return;
    }
    // The unit doubles whenever the visits do; what falls below it is rounded up in its share of cases.
    const int exponent = sum_exponent(visits);
    const std::uint32_t below = (std::uint32_t{1} << exponent) - 1;
    const std::uint32_t dither = (visits * 0x9e3779b1U) & below;
    for (int seat = 0; seat < seats_; ++seat) {
      std::uint32_t& sum = to.sums(seat)[slot];
      if ((visits & (visits - 1)) == 0) sum = (sum + 1) / 2;
      sum += (utilities[seat] + dither) >> exponent;
    }
  }
  void set_exact_sums(const Edges& to, std::uint32_t slot) const noexcept;

  int seats_;
  Extras extras_;
  Layout layout_;
  std::uint32_t* words_ = nullptr;
  Node* nodes_ = nullptr;
};

/// A tree that one thread grows.
class Tree : public TreeView {
 public:
  /// `actions`: size of the numbering.
  Tree(int seats, int actions, Extras extras, std::size_t memory);

  // Growing. All of it happens in memory that is there already, except for make_room().

  /// Call between iterations: room for the nodes of one more in the table of keys; notes when the memory is used up.
  void make_room() {
    while (nodes_used_ + extras_.at_once > table_limit_ && !full_) grow_table();
  }
  [[nodiscard]] bool full() const noexcept { return full_; }
  [[nodiscard]] Index find(std::uint64_t key) const noexcept;
  /// A new node without edges; kNone if the tree is full.
  [[nodiscard]] Index add(std::uint64_t key, Index parent) noexcept;
  /// A new edge without visits, its slot; kNone if the tree is full. `legal` is how many actions are legal now.
  /// An edge that is only to wait for its turn counts from count_edge() on.
  [[nodiscard]] std::uint32_t add_edge(Index index, Action action, std::uint32_t legal, bool counts = true) noexcept;
  void count_edge() noexcept { ++edges_used_; }
  /// Room for so many edges at a node that is about to get them.
  void reserve(Index index, std::uint32_t edges) noexcept {
    if (nodes_[index].capacity < edges) static_cast<void>(widen(nodes_[index], edges));
  }
  void clear() noexcept;
  /// Keeps what lies below a node (which becomes node 0) and forgets the rest.
  void keep(Index root);
  /// Where an edge leads from now on.
  void lead(Step step, Index child) noexcept { edges(step.node).children()[step.slot] = child; }

  // What threads that share a tree do otherwise, see TreeHand.
  static constexpr bool kShared = false;
  struct Hold {};
  [[nodiscard]] Hold hold(Index /*node*/) const noexcept { return {}; }
  struct Work {};
  [[nodiscard]] Work work() const noexcept { return {}; }
  void begin_iteration() { make_room(); }
  void rest() const noexcept {}
  [[nodiscard]] Index place(Index node) const noexcept { return node; }
  [[nodiscard]] Index origin(Index place) const noexcept { return place; }
  [[nodiscard]] bool leave_copy(Index /*place*/) const noexcept { return false; }
  [[nodiscard]] bool padded(Index /*place*/) const noexcept { return true; }
  using Place = Index;
  void begin_visit(Step /*step*/) const noexcept {}
  /// What an edge counts as visited in a choice, and its mean over that.
  [[nodiscard]] std::uint32_t counted(const Edges& from, std::uint32_t slot) const noexcept {
    return from.visits()[slot];
  }
  [[nodiscard]] float counted_mean(Index index, std::uint32_t slot, int seat) const noexcept {
    return static_cast<float>(mean(index, slot, seat));
  }

  /// The edge with the highest upper confidence bound for a seat; all edges are legal.
  [[nodiscard]] Choice best(Index index, int seat, float exploration) const noexcept {
    const Edges from = edges(index);
    const auto [slot, bound] =
        select::best({from.count(), from.visits(), from.sums(seat)}, exploration, nodes_[index].visits + 1);
    return {slot, bound};
  }
  /// The same among the edges that are not proven; kNone if all are.
  [[nodiscard]] Choice best_open(Index index, int seat, float exploration) const noexcept {
    const Edges from = edges(index);
    const auto [slot, bound] = select::best_open({from.count(), from.visits(), from.sums(seat)}, from.proofs(seat),
                                                 exploration, nodes_[index].visits + 1, kNone);
    return {slot, bound};
  }
  /// Marks the edges whose actions are legal and counts for the others that they were not; returns how many are.
  [[nodiscard]] std::uint32_t mark_available(const Edges& from, const select::Legal& legal) noexcept {
    return select::mark_available(from.count(), from.actions(), from.missed(), legal, marks_.data());
  }
  [[nodiscard]] std::uint32_t mark_few(const Edges& from, std::span<const Action> legal) noexcept {
    return select::mark_few(from.count(), from.actions(), from.missed(), legal, marks_.data());
  }
  /// The best of the edges marked last; there is at least one.
  [[nodiscard]] Choice best_marked(Index index, const Edges& from, int seat, float exploration) const noexcept {
    const auto [slot, bound] = select::best_marked({from.count(), from.visits(), from.sums(seat)}, from.missed(),
                                                   marks_.data(), exploration, nodes_[index].visits + 1);
    return {slot, bound};
  }
  /// The best of all edges, in a tree where legal sets may vary.
  [[nodiscard]] Choice best_available(Index index, int seat, float exploration) const noexcept {
    const Edges from = edges(index);
    const auto [slot, bound] = select::best_marked({from.count(), from.visits(), from.sums(seat)}, from.missed(),
                                                   nullptr, exploration, nodes_[index].visits + 1);
    return {slot, bound};
  }
  /// Visited and waiting edges among those marked last, in a tree without varying legal sets among all.
  [[nodiscard]] select::Split split_best(Index index, const Edges& from, int seat, float exploration,
                                         float prior_weight) const noexcept {
    const select::Priors priors{extras_.priors ? from.priors() : nullptr, prior_weight};
    return select::split_best({from.count(), from.visits(), from.sums(seat)}, priors,
                              extras_.varying ? from.missed() : nullptr, extras_.varying ? marks_.data() : nullptr,
                              exploration, nodes_[index].visits + 1);
  }
  /// Adds one result, in units of utility per seat, to every edge of a path and its node.
  void back_up(std::span<const Step> path, const std::uint32_t* utilities) noexcept;
  /// Nothing is left to be found out: the value of the root is exact.
  void finish(bool finished) noexcept { finished_ = finished; }
  [[nodiscard]] bool finished() const noexcept { return finished_; }

  // Reports.
  [[nodiscard]] std::size_t node_count() const noexcept { return nodes_used_; }
  /// Edges that are visited.
  [[nodiscard]] std::size_t edge_count() const noexcept { return edges_used_; }
  [[nodiscard]] bool fewer_edges(std::size_t most) const noexcept { return edges_used_ < most; }
  /// Bytes in use.
  [[nodiscard]] std::size_t memory() const noexcept {
    return nodes_used_ * sizeof(Node) + (region_words_ - lowest_word_) * sizeof(std::uint32_t) +
           table_.size() * sizeof(Index);
  }

 private:
  friend class SharedTree;

  struct Free {
    void operator()(std::uint32_t* region) const noexcept { std::free(region); }
  };

  [[nodiscard]] Index allocate(std::uint32_t capacity) noexcept;
  /// A larger block for a node; false if there is no memory for it.
  [[nodiscard]] bool widen(Node& node, std::uint32_t capacity) noexcept;
  void grow_table();
  void enter(Index node) noexcept;

  std::size_t limit_;  // bytes
  bool full_ = false;
  bool finished_ = false;

  std::unique_ptr<std::uint32_t, Free> region_;
  std::size_t region_words_ = 0;
  std::size_t nodes_used_ = 0;
  std::size_t edges_used_ = 0;
  std::size_t lowest_word_ = 0;

  std::vector<Index> table_;  // open addressing; node by key
  std::size_t table_limit_ = 0;
  FreeBlocks free_;
  std::vector<std::uint32_t> marks_;  // of edges that are legal
};

}  // namespace pyboard
