// pyboard/search/shared_tree.hpp: one tree that several threads grow at once, each by a hand of its own.
//
// A node has a lock, the highest bit of its record's `parent`, held for a choice or for adding a result: no visit is
// lost, and what is read of a node belongs together. Memory is handed out by one number that is exchanged atomically.
// The table of keys is read and entered without locks; it grows while all threads pause between two iterations.
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
  static constexpr Used kOneNode = Used{1} << kNodes;
  [[nodiscard]] static std::size_t nodes_of(Used used) noexcept { return static_cast<std::size_t>(used >> kNodes); }
  [[nodiscard]] static std::size_t words_of(Used used) noexcept {
    return static_cast<std::size_t>(used & (kOneNode - 1));
  }
  [[nodiscard]] std::size_t memory(Used used) const noexcept {
    return nodes_of(used) * sizeof(TreeView::Node) + (words_of(used) + table_.size()) * sizeof(Index);
  }

  [[nodiscard]] std::size_t region_words() const noexcept { return tree_.region_words_; }
  /// What was used before; nothing, and the tree is full, if that much is not left.
  [[nodiscard]] bool take(Used what, Used& before) noexcept;
  /// True if the table has no room for one more node of every thread.
  [[nodiscard]] bool crowded() const noexcept {
    return !full_.load(std::memory_order_relaxed) &&
           nodes_of(used_.load(std::memory_order_relaxed)) + threads_ >= tree_.table_limit_;
  }
  void make_room();
  /// The counts go from the tree to here …
  void load() noexcept;
  /// … and back.
  void store() noexcept;

  Tree tree_;
  std::size_t threads_;
  std::uint32_t losses_;
  std::span<Index> table_;
  Gate gate_;
  alignas(64) std::atomic<Used> used_ = 0;
  std::atomic<std::size_t> edges_ = 0;
  alignas(64) std::atomic<bool> full_ = false;
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

  /// A node that nobody else changes or reads meanwhile.
  class Hold {
   public:
    explicit Hold(Index& word) noexcept : word_{word}, free_{taken(word_)} {}
    ~Hold() { word_.store(free_, std::memory_order_release); }
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

   private:
    [[nodiscard]] static Index taken(std::atomic_ref<Index> word) noexcept {
      Index seen = word.load(std::memory_order_relaxed) & ~kHeld;
      if (!word.compare_exchange_strong(seen, seen | kHeld, std::memory_order_acquire, std::memory_order_relaxed))
        seen = wait(word);
      return seen;
    }
    [[nodiscard]] static Index wait(std::atomic_ref<Index> word) noexcept;

    std::atomic_ref<Index> word_;
    Index free_;
  };

  // Between searches, or while the other threads pause.

  void clear() noexcept;
  void keep(Index root);
  /// Begins to work on what the tree has become.
  void refresh() noexcept;
  [[nodiscard]] Gate::Pause pause() const { return Gate::Pause(share_->gate_); }

  // While several threads search.

  void begin_iteration();
  void end_iteration() noexcept { share_->gate_.leave(number_); }
  [[nodiscard]] Hold hold(Index node) noexcept { return Hold(nodes_[node].parent); }
  [[nodiscard]] bool full() const noexcept { return share_->full_.load(std::memory_order_relaxed); }
  void finish(bool finished) noexcept { share_->finished_.store(finished); }
  [[nodiscard]] bool finished() const noexcept { return share_->finished_.load(std::memory_order_relaxed); }

  [[nodiscard]] Index find(std::uint64_t key) const noexcept;
  /// The node of a key, which another thread may have made meanwhile; kNone if the tree is full.
  [[nodiscard]] Index add(std::uint64_t key, Index parent) noexcept;
  /// As Tree::add_edge; the node is held.
  [[nodiscard]] std::uint32_t add_edge(Index index, Action action, std::uint32_t legal) noexcept;
  /// Where an edge leads from now on.
  void lead(Step step, Index child) noexcept {
    const Hold held = hold(step.node);
    edges(step.node).children()[step.slot] = child;
  }

  /// The visits of a node count from here on, those of the edge when they are backed up; the node is held.
  void begin_visit(Step step) noexcept {
    ++nodes_[step.node].visits;
    ++edges(step.node).pending()[step.slot];
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
  [[nodiscard]] Choice best(Index index, int seat, float exploration) noexcept {
    return best(index, seat, exploration, nullptr);
  }
  [[nodiscard]] Choice best_open(Index index, int seat, float exploration) noexcept {
    return best(index, seat, exploration, edges(index).proofs(seat));
  }
  [[nodiscard]] std::uint32_t mark_available(const Edges& from, const select::Legal& legal) noexcept {
    return select::mark_available(from.count(), from.actions(), from.missed(), legal, marks_.data());
  }
  [[nodiscard]] Choice best_marked(Index index, const Edges& from, int seat, float exploration) noexcept;

  [[nodiscard]] std::size_t edge_count() const noexcept { return share_->edges_.load(std::memory_order_relaxed); }
  [[nodiscard]] std::size_t memory() const noexcept {
    return share_->memory(share_->used_.load(std::memory_order_relaxed));
  }

 private:
  static constexpr Index kHeld = 0x80000000U;

  [[nodiscard]] select::UnderWay under_way(const Edges& from) const noexcept {
    return {from.pending(), share_->losses_};
  }
  [[nodiscard]] Choice best(Index index, int seat, float exploration, const std::uint32_t* proofs) noexcept;
  [[nodiscard]] Index allocate(std::uint32_t capacity) noexcept;

  std::shared_ptr<SharedTree> share_;
  std::size_t number_;
  std::vector<Index> free_;           // as in Tree, of the blocks that this hand has left
  std::vector<std::uint32_t> marks_;  // of edges that are legal
  std::vector<float> bounds_;         // scratch of the selection
};

}  // namespace pyboard
