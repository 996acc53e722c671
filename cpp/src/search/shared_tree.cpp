#include "pyboard/search/shared_tree.hpp"

#include <algorithm>
#include <thread>

#if defined(__x86_64__) || defined(__i386__)
#include <emmintrin.h>
#endif

namespace pyboard {

namespace {

/// Tells the processor that this is a loop which waits.
void breathe() noexcept {
#if defined(__x86_64__) || defined(__i386__)
  _mm_pause();
#endif
}

/// The number of an entry of the table of keys.
std::atomic_ref<TreeView::Index> entry(std::span<TreeView::Index> table, std::size_t slot) noexcept {
  return std::atomic_ref<TreeView::Index>(table[slot]);
}

}  // namespace

void Gate::enter(std::size_t thread) {
  for (;;) {
    // Both in the one order of all threads: either this sees that the gate is closed, or who closed it sees this.
    inside_[thread].flag.store(true);
    if (!closed_.load()) return;
    leave(thread);
    const std::scoped_lock wait(mutex_);
  }
}

Gate::Pause::Pause(Gate& gate) : gate_{gate}, lock_(gate.mutex_) {
  gate_.closed_.store(true);
  for (const Flag& inside : gate_.inside_) {
    while (inside.flag.load()) std::this_thread::yield();
  }
}

SharedTree::SharedTree(int seats, int actions, TreeView::Extras extras, std::size_t memory, std::size_t threads,
                       std::uint32_t losses)
    : tree_(seats, actions, extras, memory), threads_{threads}, losses_{losses}, gate_(threads) {
  // A table that need not grow, with all threads waiting for each other, six times in the first milliseconds.
  constexpr std::size_t kTable = 1 << 14;
  constexpr std::size_t kShare = 16;  // of the memory
  while (tree_.table_.size() < kTable && tree_.table_.size() * sizeof(Index) * kShare < memory) tree_.grow_table();
  load();
}

bool SharedTree::take(Used what, Used& before) noexcept {
  before = used_.load(std::memory_order_relaxed);
  do {
    if (full_.load(std::memory_order_relaxed) || memory(before + what) > tree_.limit_) {
      full_.store(true, std::memory_order_relaxed);
      return false;
    }
  } while (!used_.compare_exchange_weak(before, before + what, std::memory_order_relaxed));
  return true;
}

void SharedTree::make_room() {
  const Gate::Pause pause(gate_);
  if (!crowded()) return;
  store();
  tree_.grow_table();
  load();
}

void SharedTree::load() noexcept {
  used_.store(Used{tree_.nodes_used_} << kNodes | (tree_.region_words_ - tree_.lowest_word_));
  edges_.store(tree_.edges_used_);
  full_.store(tree_.full_);
  table_ = tree_.table_;
}

void SharedTree::store() noexcept {
  const Used used = used_.load();
  tree_.nodes_used_ = nodes_of(used);
  tree_.lowest_word_ = tree_.region_words_ - words_of(used);
  tree_.edges_used_ = edges_.load();
  tree_.full_ = full_.load();
}

TreeHand::TreeHand(int seats, int actions, Extras extras, std::size_t memory, std::size_t threads, std::uint32_t losses)
    : TreeView(seats, extras),
      share_{std::make_shared<SharedTree>(seats, actions, extras, memory, threads, losses)},
      number_{0},
      free_(static_cast<std::size_t>(actions) + 1),
      marks_(static_cast<std::size_t>(actions)),
      bounds_(static_cast<std::size_t>(actions)) {
  refresh();
}

TreeHand::TreeHand(const TreeHand& first, std::size_t number)
    : TreeView(first.seats_, first.extras_),
      share_{first.share_},
      number_{number},
      free_(first.free_.size()),
      marks_(first.marks_.size()),
      bounds_(first.bounds_.size()) {
  refresh();
}

TreeHand::Index TreeHand::Hold::wait(std::atomic_ref<Index> word) noexcept {
  constexpr int kPatience = 100;  // then whoever holds the node may be waiting for this very processor
  for (int tries = 0;; ++tries) {
    Index seen = word.load(std::memory_order_relaxed);
    if ((seen & kHeld) == 0 &&
        word.compare_exchange_weak(seen, seen | kHeld, std::memory_order_acquire, std::memory_order_relaxed)) {
      return seen;
    }
    if (tries < kPatience) {
      breathe();
    } else {
      std::this_thread::yield();
    }
  }
}

void TreeHand::clear() noexcept {
  share_->tree_.clear();
  share_->load();
  refresh();
}

void TreeHand::keep(Index root) {
  share_->store();
  share_->tree_.keep(root);
  share_->load();
  refresh();
}

void TreeHand::refresh() noexcept {
  TreeView::operator=(static_cast<const TreeView&>(share_->tree_));
  std::fill(free_.begin(), free_.end(), kNone);
}

void TreeHand::begin_iteration() {
  for (;;) {
    share_->gate_.enter(number_);
    if (!share_->crowded()) return;
    share_->gate_.leave(number_);
    share_->make_room();
  }
}

TreeHand::Index TreeHand::find(std::uint64_t key) const noexcept {
  const std::size_t mask = share_->table_.size() - 1;
  for (std::size_t slot = static_cast<std::size_t>(key) & mask;; slot = (slot + 1) & mask) {
    const Index node = entry(share_->table_, slot).load(std::memory_order_acquire);
    if (node == kNone || nodes_[node].key == key) return node;
  }
}

TreeHand::Index TreeHand::add(std::uint64_t key, Index parent) noexcept {
  SharedTree::Used before = 0;
  if (!share_->take(SharedTree::kOneNode, before)) return kNone;
  const auto index = static_cast<Index>(SharedTree::nodes_of(before));
  nodes_[index] = {key, 0, 0, parent, 0, 0};
  const std::size_t mask = share_->table_.size() - 1;
  for (std::size_t slot = static_cast<std::size_t>(key) & mask;; slot = (slot + 1) & mask) {
    Index seen = kNone;
    if (entry(share_->table_, slot)
            .compare_exchange_strong(seen, index, std::memory_order_release, std::memory_order_acquire)) {
      return index;
    }
    if (nodes_[seen].key != key) continue;
    // Another thread was quicker. The record is left unused: parents must stay older than their children.
    nodes_[index].block = kNone;
    nodes_[index].parent = kNoParent;
    return seen;
  }
}

TreeHand::Index TreeHand::allocate(std::uint32_t capacity) noexcept {
  Index& first = free_[capacity];
  if (first != kNone) {
    const Index block = first;
    first = words_[block];
    return block;
  }
  const std::size_t words = block_words(capacity);
  SharedTree::Used before = 0;
  if (!share_->take(words, before)) return kNone;
  return static_cast<Index>(share_->region_words() - SharedTree::words_of(before) - words);
}

std::uint32_t TreeHand::add_edge(Index index, Action action, std::uint32_t legal) noexcept {
  Node& node = nodes_[index];
  const std::uint32_t count = node.count;
  if (count == node.capacity) {
    const std::uint32_t capacity = next_capacity(count, legal);
    const Index block = allocate(capacity);
    if (block == kNone) return kNone;
    const Index old = node.block;
    move_edges(node, block, capacity);
    if (count > 0) {
      words_[old] = free_[count];
      free_[count] = old;
    }
  }
  share_->edges_.fetch_add(1, std::memory_order_relaxed);
  return append(index, action);
}

void TreeHand::back_up(std::span<const Step> path, const std::uint32_t* utilities) noexcept {
  for (const Step& step : path) {
    const Hold held = hold(step.node);
    const Edges to = edges(step.node);
    --to.pending()[step.slot];
    add_result(to, step.slot, ++to.visits()[step.slot], utilities);
  }
}

TreeHand::Choice TreeHand::best(Index index, int seat, float exploration, const std::uint32_t* proofs) noexcept {
  const Edges from = edges(index);
  const auto [slot, bound] = select::best_shared({from.count(), from.visits(), from.sums(seat)}, under_way(from),
                                                 proofs, exploration, nodes_[index].visits + 1, kNone);
  return {slot, bound};
}

TreeHand::Choice TreeHand::best_marked(Index index, const Edges& from, int seat, float exploration) noexcept {
  const auto [slot, bound] =
      select::best_marked_shared({from.count(), from.visits(), from.sums(seat)}, under_way(from), from.missed(),
                                 marks_.data(), exploration, nodes_[index].visits + 1, bounds_.data());
  return {slot, bound};
}

}  // namespace pyboard
