#include "pyboard/search/shared_tree.hpp"

#include <algorithm>
#include <limits>
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

/// Nodes of a portion of memory: such a part of its bytes, up to so many.
constexpr std::size_t kPortions = 1 << 16;
constexpr std::size_t kLargest = 64;

/// The records of the copies of one thread are at most such a part of the memory.
constexpr std::size_t kCopyShare = 64;
constexpr float kUnknownPrior = -std::numeric_limits<float>::infinity();

/// A record that is no node yet.
constexpr TreeView::Node kUnused = {0, TreeView::kNone, 0, TreeView::kNoParent, 0, 0};

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
    : tree_(seats, actions, extras, memory),
      losses_{losses},
      portion_{std::clamp<std::size_t>(memory / kPortions, 1, kLargest)},
      gate_(threads),
      made_(threads) {
  clear();
}

void SharedTree::clear() {
  tree_.clear();
  // A table that need not grow, with all threads waiting for each other, six times in the first milliseconds.
  constexpr std::size_t kTable = 1 << 14;
  constexpr std::size_t kShare = 16;  // of the memory
  while (tree_.table_.size() < kTable && tree_.table_.size() * sizeof(Index) * kShare < tree_.limit_)
    tree_.grow_table();
  load();
}

bool SharedTree::take(Used what, Used& before) noexcept {
  before = used_.load(std::memory_order_relaxed);
  do {
    if (full_.load(std::memory_order_relaxed) || memory(before + what) > tree_.limit_) return false;
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
  edges_ = tree_.edges_used_;
  for (Count& made : made_) made.edges.store(0);
  full_.store(tree_.full_);
  table_ = tree_.table_;
}

void SharedTree::store() noexcept {
  const Used used = used_.load();
  tree_.nodes_used_ = nodes_of(used);
  tree_.lowest_word_ = tree_.region_words_ - words_of(used);
  tree_.edges_used_ = edges_;
  for (const Count& made : made_) tree_.edges_used_ += made.edges.load();
  tree_.full_ = full_.load();
}

TreeHand::TreeHand(int seats, int actions, Extras extras, std::size_t memory, std::size_t threads, std::uint32_t losses)
    : TreeView(seats, extras),
      share_{std::make_shared<SharedTree>(seats, actions, extras, memory, threads, losses)},
      number_{0},
      // Where edges hold counts, sums and priors only, and the records of the copies are little of the memory.
      copies_allowed_{!extras.proofs && !extras.regrets && !extras.squares &&
                      memory / kCopyShare >= 2 * kCopies * sizeof(Node)},
      copies_(kCopies),
      free_(static_cast<std::size_t>(actions)),
      marks_(static_cast<std::size_t>(actions) + select::kMarkLanes),
      bounds_(static_cast<std::size_t>(actions)) {
  refresh();
}

TreeHand::TreeHand(const TreeHand& first, std::size_t number)
    : TreeView(first.seats_, first.extras_),
      share_{first.share_},
      number_{number},
      copies_allowed_{first.copies_allowed_},
      copies_(kCopies),
      free_(first.free_.actions()),
      marks_(first.marks_.size()),
      bounds_(first.bounds_.size()) {
  refresh();
}

void TreeHand::lock(Index node) noexcept {
  const std::atomic_ref<Index> word(nodes_[node].parent);
  held_ = node;
  parent_ = word.load(std::memory_order_relaxed) & ~kHeld;
  if (!word.compare_exchange_strong(parent_, parent_ | kHeld, std::memory_order_acquire, std::memory_order_relaxed))
    parent_ = wait(word);
}

TreeHand::Index TreeHand::wait(std::atomic_ref<Index> word) noexcept {
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

void TreeHand::clear() {
  share_->clear();
  ++share_->life_;
  refresh();
}

void TreeHand::keep(Index root) {
  share_->store();
  share_->tree_.keep(root);
  share_->load();
  ++share_->life_;
  refresh();
}

void TreeHand::refresh() noexcept {
  if (life_ == share_->life_) return;
  life_ = share_->life_;
  TreeView::operator=(static_cast<const TreeView&>(share_->tree_));
  free_.clear();
  std::fill(copies_.begin(), copies_.end(), Copy{});
  first_copy_ = kNowhere;
  first_node_ = last_node_ = first_word_ = last_word_ = 0;
}

void TreeHand::enter() {
  rest();
  for (;;) {
    share_->gate_.enter(number_);
    if (!share_->crowded()) break;
    share_->gate_.leave(number_);
    share_->make_room();
  }
  inside_ = true;
}

void TreeHand::rest() noexcept {
  if (inside_) share_->gate_.leave(number_);
  inside_ = false;
}

void TreeHand::end_work() noexcept {
  if (!inside_) share_->gate_.enter(number_);
  inside_ = true;
  for (Copy& copy : copies_) give_up(copy);
  rest();
}

TreeHand::Index TreeHand::find(std::uint64_t key) const noexcept {
  const std::size_t mask = share_->table_.size() - 1;
  for (std::size_t slot = static_cast<std::size_t>(key) & mask;; slot = (slot + 1) & mask) {
    const Index node = entry(share_->table_, slot).load(std::memory_order_acquire);
    if (node == kNone || nodes_[node].key == key) return node;
  }
}

bool TreeHand::take_nodes() noexcept {
  SharedTree::Used before = 0;
  std::size_t count = share_->portion_;
  if (!share_->take_nodes(count, before)) {
    count = 1;
    if (!share_->take_nodes(count, before)) {
      share_->fill();
      return false;
    }
  }
  first_node_ = static_cast<Index>(SharedTree::nodes_of(before));
  last_node_ = first_node_ + static_cast<Index>(count);
  std::fill(nodes_ + first_node_, nodes_ + last_node_, kUnused);
  return true;
}

TreeHand::Index TreeHand::add(std::uint64_t key, Index parent) noexcept {
  if (first_node_ == last_node_ && !take_nodes()) return kNone;
  const Index index = first_node_;
  nodes_[index] = {key, 0, 0, parent, 0, 0};
  const std::size_t mask = share_->table_.size() - 1;
  for (std::size_t slot = static_cast<std::size_t>(key) & mask;; slot = (slot + 1) & mask) {
    Index seen = kNone;
    if (entry(share_->table_, slot)
            .compare_exchange_strong(seen, index, std::memory_order_release, std::memory_order_acquire)) {
      ++first_node_;
      return index;
    }
    if (nodes_[seen].key != key) continue;
    // Another thread was quicker.
    nodes_[index] = kUnused;
    return seen;
  }
}

TreeHand::Index TreeHand::take_words(std::size_t words) noexcept {
  SharedTree::Used before = 0;
  if (!share_->take(words, before)) return kNone;
  return static_cast<Index>(share_->region_words() - SharedTree::words_of(before) - words);
}

TreeHand::Index TreeHand::allocate(std::uint32_t capacity) noexcept {
  if (const Index block = free_.take(words_, capacity); block != kNone) return block;
  const auto words = static_cast<Index>(block_words(capacity));
  if (last_word_ - first_word_ < words) {
    constexpr std::size_t kWordsPerNode = 16;
    Index portion = std::max(words, static_cast<Index>(kWordsPerNode * share_->portion_));
    Index taken = take_words(portion);
    if (taken == kNone) taken = take_words(portion = words);
    if (taken == kNone) {
      share_->fill();
      return kNone;
    }
    first_word_ = taken;
    last_word_ = taken + portion;
  }
  const Index block = first_word_;
  first_word_ += words;
  return block;
}

bool TreeHand::leave_copy(Index& place) noexcept {
  if (!is_copy(place)) return false;
  Copy& copy = copy_at(place);
  place = copy.node;
  lock(place);
  give(copy);
  copy.node = kNone;
  return true;
}

std::uint32_t TreeHand::add_edge(Index& place, Action action, std::uint32_t legal, bool counts) noexcept {
  if (leave_copy(place)) {
    const Edges there = edges(place);
    const std::span<const Action> actions(there.actions(), there.count());
    const auto known = std::find(actions.begin(), actions.end(), action);
    if (known != actions.end()) return static_cast<std::uint32_t>(known - actions.begin());
  }
  Node& node = nodes_[place];
  const std::uint32_t count = node.count;
  if (count == node.capacity && !widen(node, next_capacity(count, legal))) return kNone;
  if (counts) count_edge();
  return append(place, action);
}

bool TreeHand::widen(Node& node, std::uint32_t capacity) noexcept {
  const Index block = allocate(capacity);
  if (block == kNone) return false;
  move_edges(node, block, capacity, free_);
  return true;
}

std::size_t TreeHand::edge_count() const noexcept {
  std::size_t count = share_->edges_;
  for (const SharedTree::Count& made : share_->made_) count += made.edges.load(std::memory_order_relaxed);
  return count;
}

void TreeHand::back_up(std::span<const Step> path, const std::uint32_t* utilities) noexcept {
  constexpr std::uint32_t kBusy = 64;  // visits
  Index busy = kNone;
  for (const Step& step : path) {
    const Hold held = hold(step.node);
    const Edges to = edges(step.node);
    add_result(to, step.slot, ++to.visits()[step.slot], utilities);
    if (is_copy(step.node)) {
      Copy& copy = copy_at(step.node);
      if (--copy.left > 0) continue;
      lock(copy.node);
      give(copy);
      if (!look(copy)) copy.node = kNone;
    } else {
      --to.pending()[step.slot];
      if (nodes_[step.node].visits >= kBusy) busy = step.node;
    }
  }
  // Not before: copies of the path may have to go.
  if (busy != kNone && copies_allowed_) copy(busy);
}

void TreeHand::copy(Index node) noexcept {
  if (share_->half_full() || (first_copy_ == kNowhere && !make_copies())) return;
  Copy& copy = copies_[copy_of(node)];
  if (copy.node != kNone && copy.asked != copy.left) {
    copy.asked = copy.left;
    return;
  }
  give_up(copy);
  const Hold held = hold(node);
  copy.node = node;
  if (!look(copy)) copy.node = kNone;
}

bool TreeHand::make_copies() noexcept {
  // Their records lie among the blocks, at a place that an index of nodes can name.
  constexpr Index kWords = sizeof(Node) / sizeof(Index);
  const Index words = take_words(kWords * (2 * kCopies + 1));
  if (words == kNone) return false;
  first_copy_ = words / kWords + 1;
  std::fill_n(nodes_ + first_copy_, 2 * kCopies, kUnused);
  return true;
}

bool TreeHand::look(Copy& copy) noexcept {
  const Node& node = nodes_[copy.node];
  const Edges from = edges(copy.node);
  const std::uint32_t count = from.count();
  // An edge without a result counts what is under way below it, which a copy does not know. With priors most edges
  // have none, and that two threads try one at once matters less than copies do.
  if (!extras_.priors && std::find(from.visits(), from.visits() + count, 0U) != from.visits() + count) return false;
  const Index mine = place_of(copy);
  if (nodes_[mine].capacity < count) {
    const std::uint32_t capacity = count + count / 2;
    const std::size_t words = block_words(capacity) + select::kLanes;
    const Index blocks = take_words(2 * words);
    if (blocks == kNone) return false;
    for (Index i = 0; i < 2; ++i) {
      nodes_[mine + i].block = blocks + i * static_cast<Index>(words);
      nodes_[mine + i].capacity = static_cast<std::uint16_t>(capacity);
    }
  }
  for (const Index at : {mine, mine + 1}) {
    nodes_[at].key = node.key;
    nodes_[at].visits = node.visits;
    nodes_[at].count = node.count;
    const Edges to = edges(at);
    std::copy_n(from.visits(), count, to.visits());
    for (int seat = 0; seat < seats_; ++seat) std::copy_n(from.sums(seat), count, to.sums(seat));
    if (extras_.varying) std::copy_n(from.missed(), count, to.missed());
  }
  const Edges to = edges(mine);
  std::copy_n(from.children(), count, to.children());
  std::copy_n(from.actions(), count, to.actions());
  if (extras_.priors) std::copy_n(from.priors(), count, to.priors());
  std::fill_n(to.pending(), count, 0U);
  constexpr std::uint32_t kShare = 8, kLeast = 64, kMost = 1024;
  copy.left = std::clamp(node.visits / kShare, kLeast, kMost);
  return true;
}

void TreeHand::give(const Copy& copy) noexcept {
  const Index at = place_of(copy);
  const Edges mine = edges(at), before = edges(at + 1), to = edges(copy.node);
  const std::uint32_t visits = nodes_[at].visits - nodes_[at + 1].visits;
  nodes_[copy.node].visits += visits;
  for (std::uint32_t slot = 0; slot < mine.count(); ++slot) {
    if (extras_.varying) to.missed()[slot] += mine.missed()[slot] - before.missed()[slot];
    if (extras_.priors && !(to.priors()[slot] > kUnknownPrior)) to.priors()[slot] = mine.priors()[slot];
    const std::uint32_t more = mine.visits()[slot] - before.visits()[slot];
    if (more == 0) continue;
    to.children()[slot] = mine.children()[slot];
    const std::uint32_t was = to.visits()[slot];
    to.visits()[slot] = was + more;
    const int exponent = sum_exponent(was + more);
    const std::uint64_t half = (std::uint64_t{1} << exponent) / 2;
    for (int seat = 0; seat < seats_; ++seat) {
      const auto sum = [&](const Edges& of, std::uint32_t of_visits) {
        return std::uint64_t{of.sums(seat)[slot]} << sum_exponent(of_visits);
      };
      const std::uint64_t own = sum(mine, mine.visits()[slot]) - sum(before, before.visits()[slot]);
      to.sums(seat)[slot] = static_cast<std::uint32_t>((sum(to, was) + own + half) >> exponent);
    }
  }
  // Edges that are new to the hand were not available when it was there.
  for (std::uint32_t slot = mine.count(); extras_.varying && slot < to.count(); ++slot) to.missed()[slot] += visits;
}

void TreeHand::give_up(Copy& copy) noexcept {
  if (copy.node == kNone) return;
  const Hold held = hold(copy.node);
  give(copy);
  copy.node = kNone;
}

TreeHand::Choice TreeHand::best(Index place, int seat, float exploration, const std::uint32_t* proofs) noexcept {
  const Edges from = edges(place);
  if (is_copy(place)) {
    const auto [slot, bound] =
        select::best({from.count(), from.visits(), from.sums(seat)}, exploration, nodes_[place].visits + 1);
    return {slot, bound};
  }
  const auto [slot, bound] = select::best_shared({from.count(), from.visits(), from.sums(seat)}, under_way(from),
                                                 proofs, exploration, nodes_[place].visits + 1, kNone);
  return {slot, bound};
}

TreeHand::Choice TreeHand::best_marked(Index place, const Edges& from, int seat, float exploration) noexcept {
  if (is_copy(place)) {
    const auto [slot, bound] = select::best_marked({from.count(), from.visits(), from.sums(seat)}, from.missed(),
                                                   marks_.data(), exploration, nodes_[place].visits + 1);
    return {slot, bound};
  }
  const auto [slot, bound] =
      select::best_marked_shared({from.count(), from.visits(), from.sums(seat)}, under_way(from), from.missed(),
                                 marks_.data(), exploration, nodes_[place].visits + 1, bounds_.data());
  return {slot, bound};
}

select::Split TreeHand::split_best(Index place, const Edges& from, int seat, float exploration,
                                   float prior_weight) noexcept {
  const select::Columns columns{from.count(), from.visits(), from.sums(seat)};
  const select::Priors priors{extras_.priors ? from.priors() : nullptr, prior_weight};
  const std::uint32_t* const missed = extras_.varying ? from.missed() : nullptr;
  const std::uint32_t* const marks = extras_.varying ? marks_.data() : nullptr;
  const std::uint32_t total = nodes_[place].visits + 1;
  if (is_copy(place)) return select::split_best(columns, priors, missed, marks, exploration, total);
  return select::split_best_shared(columns, under_way(from), priors, missed, marks, exploration, total);
}

}  // namespace pyboard
