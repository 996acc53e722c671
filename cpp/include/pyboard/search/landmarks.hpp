// pyboard/search/landmarks.hpp: positions between which the tree alone says how it goes on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pyboard/core/cursor.hpp"
#include "pyboard/search/tree.hpp"

namespace pyboard {

/// Copies of the positions of some nodes that are visited often. As long as the deal leaves the root as it is, no
/// chance is drawn and every event is open, a node is one position: the labels since the root tell all that happened.
/// So an edge leads to the same node again, and where the edges are those of all legal actions it takes no rules to
/// follow them.
template <Game G>
class Landmarks {
 public:
  using Index = TreeView::Index;
  struct Landmark {
    Cursor<G> cursor;
    std::uint64_t hash;  // of the labels, which all seats have in common
  };

  explicit Landmarks(bool use) { marks_.reserve(use ? kPlaces : 0); }

  [[nodiscard]] bool used() const noexcept { return marks_.capacity() > 0; }
  void clear() noexcept {
    tags_.fill(Tag{});
    marks_.clear();
  }
  [[nodiscard]] bool has(Index node) const noexcept { return tag_of(node).node == node; }
  /// True if it has a node that was reached by this edge. In another deal an edge may lead further: what is chosen here
  /// is forced there.
  [[nodiscard]] bool follows(Index node, TreeView::Step from) const noexcept {
    const Tag& tag = tag_of(node);
    return tag.node == node && tag.from == from.node && tag.from_slot == from.slot;
  }
  [[nodiscard]] const Landmark& at(Index node) const noexcept { return marks_[tag_of(node).mark]; }
  [[nodiscard]] int seat(Index node) const noexcept { return tag_of(node).seat; }
  /// True if a node with so many edges has none but those of the legal actions.
  [[nodiscard]] bool complete(Index node, std::uint32_t edges) const noexcept { return tag_of(node).legal == edges; }
  /// The edge that the next visit takes, and the node to which it led last.
  [[nodiscard]] std::uint32_t slot(Index node) const noexcept { return tag_of(node).slot; }
  [[nodiscard]] Index next(Index node) const noexcept { return tag_of(node).next; }

  void choose(Index node, std::uint32_t slot, Index next) noexcept {
    Tag& tag = tags_[node % kPlaces];
    tag.slot = static_cast<std::uint16_t>(slot);
    tag.next = next;
  }
  void drop(Index node) noexcept { tags_[node % kPlaces].node = TreeView::kNone; }
  /// Copies the position of a complete node that has been visited so often, if it pays and the place is not that of
  /// another that was visited half as often. What is chosen there is yet to be told.
  void keep(Index node, TreeView::Step from, const Cursor<G>& cursor, std::uint64_t hash,
            std::uint32_t visits) noexcept {
    Tag& tag = tags_[node % kPlaces];
    if (visits < kWorth || (tag.node != TreeView::kNone && (tag.node == node || tag.visits > visits / 2))) return;
    const bool first = tag.mark == kNoMark;
    const auto mark = first ? static_cast<std::uint16_t>(marks_.size()) : tag.mark;
    tag = {node,
           TreeView::kNone,
           from.node,
           visits,
           0,
           static_cast<std::uint16_t>(from.slot),
           static_cast<std::uint16_t>(cursor.legal.count()),
           mark,
           cursor.node.seat};
    if (first) marks_.emplace_back();  // there is room for all
    marks_[mark] = {cursor, hash};
  }

 private:
  static constexpr std::size_t kPlaces = 1024;
  static constexpr std::uint32_t kWorth = 4;  // visits
  static constexpr std::uint16_t kNoMark = 0xffff;

  struct Tag {
    Index node = TreeView::kNone;
    Index next = TreeView::kNone;
    Index from = TreeView::kNone;  // by which edge it was reached
    std::uint32_t visits = 0;      // when it was copied
    std::uint16_t slot = 0;
    std::uint16_t from_slot = 0;
    std::uint16_t legal = 0;
    std::uint16_t mark = kNoMark;
    std::int8_t seat = 0;
  };

  [[nodiscard]] const Tag& tag_of(Index node) const noexcept { return tags_[node % kPlaces]; }

  std::array<Tag, kPlaces> tags_{};
  std::vector<Landmark> marks_;
};

}  // namespace pyboard
