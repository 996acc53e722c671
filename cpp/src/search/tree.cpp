#include "pyboard/search/tree.hpp"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <utility>

#include "pyboard/search/select.hpp"

namespace pyboard {

namespace {

constexpr std::size_t kSmallestRegion = 1 << 15;
constexpr std::size_t kFirstTable = 256;

}  // namespace

Tree::Tree(int seats, int actions, Extras extras, std::size_t memory)
    : TreeView(seats, extras),
      limit_{memory},
      free_(static_cast<std::size_t>(actions)),
      marks_(static_cast<std::size_t>(actions) + select::kMarkLanes) {
  // Memory that is not touched costs nothing, so the whole limit is reserved at once; a system that
  // promises no more than it has gives less.
  std::size_t bytes = memory;
  while (region_ == nullptr && bytes >= kSmallestRegion) {
    region_.reset(static_cast<std::uint32_t*>(std::malloc(bytes)));
    if (region_ == nullptr) bytes /= 2;
  }
  if (region_ == nullptr) throw std::bad_alloc();
  limit_ = bytes;
  region_words_ = bytes / sizeof(std::uint32_t) - select::kLanes;  // so that reading beyond a column stays inside
  words_ = region_.get();
  nodes_ = reinterpret_cast<Node*>(words_);
  clear();
}

void Tree::clear() noexcept {
  nodes_used_ = 0;
  edges_used_ = 0;
  lowest_word_ = region_words_;
  full_ = finished_ = false;
  free_.clear();
  table_.assign(kFirstTable, kNone);  // so that a tree does not depend on what was searched before
  table_limit_ = table_.size() / 8 * 5;
}

void Tree::grow_table() {
  const std::size_t size = table_.size() * 2;
  if (memory() + size * sizeof(Index) > limit_) {
    full_ = true;
    return;
  }
  std::vector<Index> larger(size, kNone);
  table_.swap(larger);
  table_limit_ = size / 8 * 5;
  for (std::size_t i = 0; i < nodes_used_; ++i) {
    if (nodes_[i].block != kNone) enter(static_cast<Index>(i));
  }
}

void Tree::enter(Index node) noexcept {
  const std::size_t mask = table_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(nodes_[node].key) & mask;
  while (table_[slot] != kNone) slot = (slot + 1) & mask;
  table_[slot] = node;
}

Tree::Index Tree::find(std::uint64_t key) const noexcept {
  const std::size_t mask = table_.size() - 1;
  for (std::size_t slot = static_cast<std::size_t>(key) & mask; table_[slot] != kNone; slot = (slot + 1) & mask) {
    if (nodes_[table_[slot]].key == key) return table_[slot];
  }
  return kNone;
}

Tree::Index Tree::add(std::uint64_t key, Index parent) noexcept {
  if (full_ || nodes_used_ >= table_limit_ || memory() + sizeof(Node) > limit_) {
    full_ = true;
    return kNone;
  }
  const auto index = static_cast<Index>(nodes_used_++);
  nodes_[index] = {key, 0, 0, parent, 0, 0};
  enter(index);
  return index;
}

Tree::Index Tree::allocate(std::uint32_t capacity) noexcept {
  if (const Index block = free_.take(words_, capacity); block != kNone) return block;
  const std::size_t words = block_words(capacity);
  if (full_ || memory() + words * sizeof(std::uint32_t) > limit_) return kNone;
  lowest_word_ -= words;
  return static_cast<Index>(lowest_word_);
}

std::uint32_t Tree::add_edge(Index index, Action action, std::uint32_t legal, bool counts) noexcept {
  Node& node = nodes_[index];
  const std::uint32_t count = node.count;
  if (count == node.capacity && !widen(node, next_capacity(count, legal))) {
    full_ = true;
    return kNone;
  }
  if (counts) count_edge();
  return append(index, action);
}

bool Tree::widen(Node& node, std::uint32_t capacity) noexcept {
  const Index block = allocate(capacity);
  if (block == kNone) return false;
  move_edges(node, block, capacity, free_);
  return true;
}

void TreeView::move_edges(Node& node, Index block, std::uint32_t capacity, FreeBlocks& free) const noexcept {
  const std::uint32_t count = node.count, before = node.capacity;
  for (std::size_t column = 0; column < layout_.count; ++column) {
    std::memcpy(words_ + block + column * capacity, words_ + node.block + column * before,
                count * sizeof(std::uint32_t));
  }
  std::memcpy(words_ + block + layout_.count * capacity, words_ + node.block + layout_.count * before,
              count * sizeof(Action));
  free.give(words_, node.block, before);
  node.block = block;
  node.capacity = static_cast<std::uint16_t>(capacity);
}

std::uint32_t TreeView::append(Index index, Action action) noexcept {
  Node& node = nodes_[index];
  const std::uint32_t count = node.count++;
  const Edges to = edges(index);
  to.visits()[count] = 0;
  to.children()[count] = kNone;
  for (int seat = 0; seat < seats_; ++seat) to.sums(seat)[count] = 0;
  if (extras_.varying) to.missed()[count] = node.visits;
  for (int seat = 0; extras_.proofs && seat < seats_; ++seat) to.proofs(seat)[count] = kNone;
  if (extras_.regrets) to.regrets()[count] = to.strategy()[count] = 0.0F;
  if (extras_.priors) to.priors()[count] = -std::numeric_limits<float>::infinity();
  if (extras_.squares) to.squares()[count] = 0.0F;
  if (extras_.pending) to.pending()[count] = 0;
  to.actions()[count] = action;
  return count;
}

void TreeView::remove_tried(Index index, std::span<Word> legal) const noexcept {
  const Edges from = edges(index);
  const Action* actions = from.actions();
  for (std::uint32_t i = 0; i < from.count(); ++i) legal[actions[i] / kWordBits] &= ~bits::bit(actions[i] % kWordBits);
}

std::uint32_t TreeView::match_regrets(Index index, std::span<Word> legal, std::uint32_t* slots,
                                      float* chances) const noexcept {
  const Edges from = edges(index);
  const Action* actions = from.actions();
  const float* regrets = from.regrets();
  std::uint32_t count = 0;
  float sum = 0;
  for (std::uint32_t i = 0; i < from.count(); ++i) {
    Word& word = legal[actions[i] / kWordBits];
    const Word bit = bits::bit(actions[i] % kWordBits);
    if ((word & bit) == 0) continue;
    word &= ~bit;
    slots[count] = i;
    chances[count] = std::max(regrets[i], 0.0F);
    sum += chances[count++];
  }
  for (std::uint32_t i = 0; i < count; ++i) chances[i] = sum > 0 ? chances[i] / sum : 1.0F / static_cast<float>(count);
  return count;
}

void Tree::back_up(std::span<const Step> path, const std::uint32_t* utilities) noexcept {
  for (const Step& step : path) {
    Node& node = nodes_[step.node];
    ++node.visits;
    const Edges to = edges(step.node);
    add_result(to, step.slot, ++to.visits()[step.slot], utilities);
  }
}

void TreeView::set_exact_sums(const Edges& to, std::uint32_t slot) const noexcept {
  const std::uint32_t visits = to.visits()[slot];
  for (int seat = 0; seat < seats_; ++seat) {
    to.sums(seat)[slot] =
        static_cast<std::uint32_t>((std::uint64_t{to.proofs(seat)[slot]} * visits) >> sum_exponent(visits));
  }
}

void TreeView::prove(Step step, const std::uint32_t* utilities) const noexcept {
  const Edges to = edges(step.node);
  for (int seat = 0; seat < seats_; ++seat) to.proofs(seat)[step.slot] = utilities[seat];
  set_exact_sums(to, step.slot);
}

std::uint32_t TreeView::best_proven(Index index, int seat) const noexcept {
  const Edges from = edges(index);
  const std::uint32_t* values = from.proofs(seat);
  const Action* actions = from.actions();
  std::uint32_t best = kNone;
  for (std::uint32_t slot = 0; slot < from.count(); ++slot) {
    if (values[slot] == kNone) continue;
    if (best == kNone || values[slot] > values[best] ||
        (values[slot] == values[best] && actions[slot] < actions[best])) {
      best = slot;
    }
  }
  return best;
}

std::uint32_t TreeView::settled(Index index, int seat, std::uint32_t legal) const noexcept {
  const std::uint32_t best = best_proven(index, seat);
  if (best == kNone) return kNone;
  const Edges from = edges(index);
  const std::uint32_t* values = from.proofs(seat);
  if (values[best] >= kUtilityUnit) return best;
  const bool all = from.count() == legal && std::find(values, values + legal, kNone) == values + legal;
  return all ? best : kNone;
}

double TreeView::mean(Index index, std::uint32_t slot, int seat) const noexcept {
  const Edges from = edges(index);
  const std::uint32_t visits = from.visits()[slot];
  if (proven(index, slot)) return static_cast<double>(from.proofs(seat)[slot]) / kUtilityUnit;
  if (visits == 0) return 0.0;
  return static_cast<double>(std::uint64_t{from.sums(seat)[slot]} << sum_exponent(visits)) /
         (static_cast<double>(visits) * kUtilityUnit);
}

void Tree::keep(Index root) {
  // What hangs below the root is kept, the root first and parents before their children, though the indices of several
  // threads' nodes are in no order. The ancestors of a node are asked until one is known.
  constexpr Index kLeft = kNone - 1;
  std::vector<Index> moved(nodes_used_, kNone);
  std::vector<Index> kept = {root};
  std::vector<Index> asked;
  moved[root] = 0;
  for (Index i = 0; i < nodes_used_; ++i) {
    Index at = i;
    for (; at < nodes_used_ && moved[at] == kNone; at = nodes_[at].parent) asked.push_back(at);
    const bool below = at < nodes_used_ && moved[at] != kLeft;
    for (; !asked.empty(); asked.pop_back()) {
      moved[asked.back()] = below ? static_cast<Index>(kept.size()) : kLeft;
      if (below) kept.push_back(asked.back());
    }
  }
  std::replace(moved.begin(), moved.end(), kLeft, kNone);
  Tree smaller(seats_, static_cast<int>(free_.actions()), extras_, limit_);
  smaller.table_.assign(table_.size(), kNone);
  smaller.table_limit_ = table_limit_;
  for (const Index i : kept) {
    const Node& from = nodes_[i];
    const Index to = smaller.add(from.key, i == root ? kNoParent : moved[from.parent]);
    if (to == kNone) break;
    Node& node = smaller.nodes_[to];
    const Index block = from.count == 0 ? 0 : smaller.allocate(from.capacity);
    if (block == kNone) break;
    const std::size_t words = from.count == 0 ? 0 : block_words(from.capacity);
    std::memcpy(smaller.words_ + block, words_ + from.block, words * sizeof(std::uint32_t));
    node.block = block;
    node.visits = from.visits;
    node.count = from.count;
    node.capacity = from.capacity;
    const Edges copied = smaller.edges(to);
    const auto waiting = std::count(copied.visits(), copied.visits() + from.count, 0U);
    smaller.edges_used_ += from.count - static_cast<std::size_t>(waiting);
    Index* children = copied.children();
    for (std::uint32_t e = 0; e < from.count; ++e) children[e] = children[e] == kNone ? kNone : moved[children[e]];
  }
  // Where memory for a second region was refused, what has found no room is gone.
  for (Index i = 0; i < smaller.nodes_used_; ++i) {
    const Edges left = smaller.edges(i);
    for (std::uint32_t e = 0; e < left.count(); ++e) {
      if (left.children()[e] >= smaller.nodes_used_) left.children()[e] = kNone;
    }
  }
  *this = std::move(smaller);
}

}  // namespace pyboard
