// pyboard/search/shared_tree.hpp: one tree that several threads grow at once, each by a hand of its own.
//
// A node has a lock, the highest bit of its record's `parent`, held for a choice or for adding a result: no visit is
// lost, and what is read of a node belongs together. Of a node with many visits a hand has a copy, at which it works
// without a lock; now and then it adds to the node what it has done and copies it again. Memory is handed out in
// portions by one number that is exchanged atomically. The table of keys is read and entered without locks; it grows
// while all threads pause between two iterations.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/event.hpp"
#include "pyboard/search/select.hpp"
#include "pyboard/search/tree.hpp"

namespace pyboard {

/// Threads that work in steps, and one at a time that makes the others pause between two of theirs.
class Gate {
 public:
  explicit Gate(std::size_t threads) : inside_(threads) {}

  void enter(std::size_t thread);
  void leave(std::size_t thread) noexcept { inside_[thread].flag.store(false, std::memory_order_release); }
  /// True if who is inside should leave.
  [[nodiscard]] bool closed() const noexcept { return closed_.load(std::memory_order_relaxed); }

  /// While it lives nobody is inside; who makes it must not be, either.
  class Pause {
   public:
    explicit Pause(Gate& gate);
    ~Pause() { gate_.closed_.store(false); }
    Pause(const Pause&) = delete;
    Pause& operator=(const Pause&) = delete;

   private:
    Gate& gate_;
    std::scoped_lock<std::mutex> lock_;
  };

 private:
  static constexpr std::size_t kLine = 64;  // bytes of a line of cache
  struct alignas(kLine) Flag {
    std::atomic<bool> flag = false;
  };

  std::vector<Flag> inside_;
  alignas(kLine) std::atomic<bool> closed_ = false;
  std::mutex mutex_;
};

/// The tree itself and what the threads share of its growth.
class SharedTree {
 public:
  SharedTree(int seats, int actions, TreeView::Extras extras, std::size_t memory, std::size_t threads,
             std::uint32_t losses);

 private:
  friend class TreeHand;
  using Index = TreeView::Index;

  /// Nodes in the upper half, words of edge blocks in the lower.
  using Used = std::uint64_t;
  static constexpr int kNodes = 32;
  [[nodiscard]] static std::size_t nodes_of(Used used) noexcept { return static_cast<std::size_t>(used >> kNodes); }
  [[nodiscard]] static std::size_t words_of(Used used) noexcept {
    return static_cast<std::size_t>(used & ((Used{1} << kNodes) - 1));
  }
  [[nodiscard]] std::size_t memory(Used used) const noexcept {
    return nodes_of(used) * sizeof(TreeView::Node) + (words_of(used) + table_.size()) * sizeof(Index);
  }

  [[nodiscard]] std::size_t region_words() const noexcept { return tree_.region_words_; }
  /// What was used before; nothing if that much is not left.
  [[nodiscard]] bool take(Used what, Used& before) noexcept;
  /// True if the table has no room for what every thread may take for the nodes of an iteration.
  [[nodiscard]] bool crowded() const noexcept {
    return !full_.load(std::memory_order_relaxed) &&
           nodes_of(used_.load(std::memory_order_relaxed)) + made_.size() * (portion_ + tree_.extras_.at_once - 1) >=
               tree_.table_limit_;
  }
  [[nodiscard]] bool take_nodes(std::size_t count, Used& before) noexcept {
    return take(Used{count} << kNodes, before);
  }
  void fill() noexcept { full_.store(true, std::memory_order_relaxed); }
  [[nodiscard]] bool half_full() const noexcept {
    return memory(used_.load(std::memory_order_relaxed)) > tree_.limit_ / 2;
  }
  void clear();
  void make_room();
  /// The counts go from the tree to here …
  void load() noexcept;
  /// … and back.
  void store() noexcept;

  static constexpr std::size_t kLine = 64;
  struct alignas(kLine) Count {
    std::atomic<std::size_t> edges = 0;
  };

  Tree tree_;
  std::uint32_t losses_;
  std::size_t portion_;     // nodes that a thread takes at once
  std::uint64_t life_ = 1;  // counts how often the tree has become another one
  std::span<Index> table_;
  Gate gate_;
  std::vector<Count> made_;  // by every thread
  std::size_t edges_ = 0;    // made before
  alignas(kLine) std::atomic<Used> used_ = 0;
  alignas(kLine) std::atomic<bool> full_ = false;
  std::atomic<bool> finished_ = false;
};

/// What one thread does to a shared tree; for Mcts in place of a Tree. Nodes are read and changed while they are held,
/// by the functions that say so or by the caller.
class TreeHand : public TreeView {
 public:
  static constexpr bool kShared = true;

  TreeHand(int seats, int actions, Extras extras, std::size_t memory, std::size_t threads, std::uint32_t losses);
  /// The hand of another thread, 1 … threads - 1, on the same tree.
  TreeHand(const TreeHand& first, std::size_t number);

  // Between searches, or while the other threads pause.

  void clear();
  void keep(Index root);
  /// Begins to work on what the tree has become, if that is another one.
  void refresh() noexcept;
  [[nodiscard]] Gate::Pause pause() const { return Gate::Pause(share_->gate_); }

  // While several threads search.

  /// At its end everything that the hand has done is in the tree.
  class Work {
   public:
    explicit Work(TreeHand& hand) noexcept : hand_{hand} {}
    ~Work() { hand_.end_work(); }
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

   private:
    TreeHand& hand_;
  };
  [[nodiscard]] Work work() noexcept { return Work(*this); }
  /// From here to rest() the others can make this thread pause only here.
  void begin_iteration() {
    if (!inside_ || share_->gate_.closed() || share_->crowded()) enter();
  }
  void rest() noexcept;

  /// Where this hand works on a node: at its copy, if there is one.
  [[nodiscard]] Index place(Index node) const noexcept {
    const std::size_t at = copy_of(node);
    return copies_[at].node == node ? first_copy_ + 2 * static_cast<Index>(at) : node;
  }
  [[nodiscard]] Index origin(Index place) const noexcept { return is_copy(place) ? copy_at(place).node : place; }
  /// True if columns may be read beyond their end: no other thread writes there.
  [[nodiscard]] bool padded(Index place) const noexcept { return is_copy(place); }

  /// A node that nobody else changes or reads meanwhile. A copy needs no lock.
  class Hold {
   public:
    Hold(TreeHand& hand, Index place) noexcept : hand_{hand} {
      if (!hand.is_copy(place)) hand.lock(place);
    }
    ~Hold() { hand_.unlock(); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    TreeHand& hand_;
  };
  [[nodiscard]] Hold hold(Index place) noexcept { return {*this, place}; }
  [[nodiscard]] bool full() const noexcept { return share_->full_.load(std::memory_order_relaxed); }
  void finish(bool finished) noexcept { share_->finished_.store(finished); }
  [[nodiscard]] bool finished() const noexcept { return share_->finished_.load(std::memory_order_relaxed); }

  [[nodiscard]] Index find(std::uint64_t key) const noexcept;
  /// The node of a key, which another thread may have made meanwhile; kNone if the tree is full.
  [[nodiscard]] Index add(std::uint64_t key, Index parent) noexcept;
  using Place = Index&;
  /// Gives a copy up for its node, which is then held in its place and may have other edges by now; false if it is
  /// none.
  [[nodiscard]] bool leave_copy(Index& place) noexcept;
  /// As Tree::add_edge; the node is held. A copy is left; another thread may have made the edge at the node meanwhile.
  [[nodiscard]] std::uint32_t add_edge(Index& place, Action action, std::uint32_t legal, bool counts = true) noexcept;
  void count_edge() noexcept {
    std::atomic<std::size_t>& made = share_->made_[number_].edges;
    made.store(made.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  }
  /// True if nobody has begun a visit of an edge.
  [[nodiscard]] bool fresh(const Edges& of, std::uint32_t slot) const noexcept {
    return of.visits()[slot] + of.pending()[slot] == 0;
  }
  /// Where an edge leads from now on.
  void lead(Step step, Index child) noexcept {
    const Hold held = hold(step.node);
    edges(step.node).children()[step.slot] = child;
  }

  /// The visits of a node count from here on, those of the edge when they are backed up; the node is held. Nobody else
  /// looks at a copy, so nothing is under way there.
  void begin_visit(Step step) noexcept {
    ++nodes_[step.node].visits;
    if (!is_copy(step.node)) ++edges(step.node).pending()[step.slot];
  }
  void back_up(std::span<const Step> path, const std::uint32_t* utilities) noexcept;

  [[nodiscard]] std::uint32_t counted(const Edges& from, std::uint32_t slot) const noexcept {
    const std::uint32_t visits = from.visits()[slot];
    return visits + from.pending()[slot] == 0 ? 0 : under_way(from).counted(visits, slot);
  }
  [[nodiscard]] float counted_mean(Index index, std::uint32_t slot, int seat) const noexcept {
    const Edges from = edges(index);
    const auto visits = static_cast<double>(from.visits()[slot]);
    return static_cast<float>(mean(index, slot, seat) * visits / static_cast<double>(counted(from, slot)));
  }
  [[nodiscard]] Choice best(Index place, int seat, float exploration) noexcept {
    return best(place, seat, exploration, nullptr);
  }
  [[nodiscard]] Choice best_open(Index index, int seat, float exploration) noexcept {
    return best(index, seat, exploration, edges(index).proofs(seat));
  }
  [[nodiscard]] std::uint32_t mark_available(const Edges& from, const select::Legal& legal) noexcept {
    return select::mark_available(from.count(), from.actions(), from.missed(), legal, marks_.data());
  }
  [[nodiscard]] std::uint32_t mark_few(const Edges& from, std::span<const Action> legal) noexcept {
    return select::mark_few(from.count(), from.actions(), from.missed(), legal, marks_.data());
  }
  [[nodiscard]] Choice best_marked(Index place, const Edges& from, int seat, float exploration) noexcept;
  [[nodiscard]] select::Split split_best(Index place, const Edges& from, int seat, float exploration,
                                         float prior_weight) noexcept;
  /// Room for so many edges at a node, no copy, that is about to get them and is held.
  void reserve(Index place, std::uint32_t edges) noexcept {
    if (nodes_[place].capacity < edges) static_cast<void>(widen(nodes_[place], edges));
  }

  [[nodiscard]] bool fewer_edges(std::size_t most) const noexcept { return most >= kNoParent || edge_count() < most; }
  [[nodiscard]] std::size_t edge_count() const noexcept;
  [[nodiscard]] std::size_t memory() const noexcept {
    return share_->memory(share_->used_.load(std::memory_order_relaxed));
  }

 private:
  static constexpr Index kHeld = 0x80000000U;
  static constexpr Index kNowhere = 0x80000000U;  // beyond all nodes
  static constexpr int kCopyBits = 10;
  static constexpr std::size_t kCopies = 1U << kCopyBits;

  /// What a hand keeps of a busy node: two records beside each other with blocks of their own, the node as the hand
  /// sees and changes it, and as it was when the hand last looked at it.
  struct Copy {
    Index node = kNone;
    std::uint32_t left = 0;   // visits until the hand looks again
    std::uint32_t asked = 0;  // `left` when another node last asked for the place
  };
  [[nodiscard]] bool is_copy(Index place) const noexcept { return place - first_copy_ < 2 * kCopies; }
  [[nodiscard]] const Copy& copy_at(Index place) const noexcept { return copies_[(place - first_copy_) / 2]; }
  [[nodiscard]] Copy& copy_at(Index place) noexcept { return copies_[(place - first_copy_) / 2]; }
  [[nodiscard]] static std::size_t copy_of(Index node) noexcept { return (node * 0x9e3779b1U) >> (32 - kCopyBits); }
  [[nodiscard]] Index place_of(const Copy& copy) const noexcept {
    return first_copy_ + 2 * static_cast<Index>(&copy - copies_.data());
  }
  /// Copies a busy node, unless another one that is copied is in use and would have to go.
  void copy(Index node) noexcept;
  [[nodiscard]] bool make_copies() noexcept;
  /// Copies the node, which is held; false if that is not possible now.
  [[nodiscard]] bool look(Copy& copy) noexcept;
  /// Adds to the node, which is held, what the hand has done since it looked.
  void give(const Copy& copy) noexcept;
  void give_up(Copy& copy) noexcept;

  void enter();
  void end_work() noexcept;
  void lock(Index node) noexcept;
  [[nodiscard]] static Index wait(std::atomic_ref<Index> word) noexcept;
  void unlock() noexcept {
    if (held_ == kNone) return;
    std::atomic_ref<Index>(nodes_[held_].parent).store(parent_, std::memory_order_release);
    held_ = kNone;
  }

  [[nodiscard]] select::UnderWay under_way(const Edges& from) const noexcept {
    return {from.pending(), share_->losses_};
  }
  [[nodiscard]] Choice best(Index place, int seat, float exploration, const std::uint32_t* proofs) noexcept;
  /// Nodes for this hand alone; false if the tree is full.
  [[nodiscard]] bool take_nodes() noexcept;
  /// Words for blocks; kNone if there are not so many.
  [[nodiscard]] Index take_words(std::size_t words) noexcept;
  [[nodiscard]] Index allocate(std::uint32_t capacity) noexcept;
  /// A larger block for a node that is held; false if there is no memory for it.
  [[nodiscard]] bool widen(Node& node, std::uint32_t capacity) noexcept;

  std::shared_ptr<SharedTree> share_;
  std::size_t number_;
  bool copies_allowed_;
  std::uint64_t life_ = 0;  // of the tree that is worked on
  bool inside_ = false;
  Index held_ = kNone;  // the node whose lock this hand has, one at a time
  Index parent_ = 0;    // its parent
  // Memory that was taken and not yet used, from the first to before the last.
  Index first_node_ = 0, last_node_ = 0;
  Index first_word_ = 0, last_word_ = 0;
  Index first_copy_ = kNowhere;
  std::vector<Copy> copies_;
  FreeBlocks free_;                   // blocks that this hand has left
  std::vector<std::uint32_t> marks_;  // of edges that are legal
  std::vector<float> bounds_;         // scratch of the selection
};

}  // namespace pyboard
