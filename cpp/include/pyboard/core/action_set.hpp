// pyboard/core/action_set.hpp: the legal actions of a node, ascending.
// Inside it is a list: for the few actions that most nodes have, filling it and looking at them costs about
// half of what a bit set of the whole numbering costs (docs/design/02-action-set.md holds the measurement).
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/event.hpp"

namespace pyboard {

/// A set of at most eight small numbers as a list, ascending.
struct SmallList {
  static constexpr int kMost = 8;
  using Ids = std::array<Action, kMost>;
  Ids ids{};
  std::uint16_t count = 0;
};

/// The lists of all sets of numbers below Size, by set.
template <int Size>
  requires(Size <= SmallList::kMost)
inline constexpr auto kSmallLists = [] {
  std::array<SmallList, std::size_t{1} << Size> lists{};
  for (std::size_t set = 0; set < lists.size(); ++set) {
    for (Word left = set; left != 0;) lists[set].ids[lists[set].count++] = static_cast<Action>(bits::pop_lowest(left));
  }
  return lists;
}();

/// Ids in ascending order, written by add and add_bits. The memory layout (count, then ids) is the same
/// for every capacity, so that code that knows no game can read any of them through ActionList.
template <std::size_t Capacity>
class ActionSet {
 public:
  static constexpr std::size_t kCapacity = Capacity;

  constexpr void clear() noexcept { count_ = 0; }
  /// Appends an id; it must be larger than all before.
  constexpr void add(int id) noexcept {
    assert(count_ < Capacity);
    assert(count_ == 0 || ids_[count_ - 1] < id);
    ids_[count_++] = static_cast<Action>(id);
  }
  /// Appends base + i for every member i of the set.
  constexpr void add_bits(Word set, int base) noexcept {
    std::uint32_t count = count_;
    while (set != 0) {
      assert(count < Capacity);
      ids_[count++] = static_cast<Action>(base + bits::pop_lowest(set));
    }
    count_ = static_cast<std::uint16_t>(count);
  }
  /// Appends the first `count` of some ids that are larger than all before; copies the whole array.
  template <std::size_t Size>
  constexpr void add_first(const std::array<Action, Size>& ids, int count) noexcept {
    assert(count_ + Size <= Capacity + kTail && count <= static_cast<int>(Size));
    std::copy(ids.begin(), ids.end(), ids_ + count_);
    count_ = static_cast<std::uint16_t>(count_ + count);
  }
  /// Appends base + i for the members i of a small set, which a table holds as a list: no loop, no branch.
  void add_listed(const SmallList& list, int base) noexcept {
    assert(count_ + list.count <= static_cast<int>(Capacity));
    SmallList::Ids ids = list.ids;
    for (Action& id : ids) id = static_cast<Action>(id + base);
    std::memcpy(ids_ + count_, ids.data(), sizeof ids);
    count_ = static_cast<std::uint16_t>(count_ + list.count);
  }
  /// Appends base + i for every member i of a large, sparse set: four at a time from each word that is not
  /// empty, whether they are there or not, so that few branches are unforeseeable.
  template <int Size>
  void add_sparse(const BitSet<Size>& set, int base) noexcept {
    Word used = 0;
    for (int w = 0; w < BitSet<Size>::kWords; ++w)
      used |= static_cast<Word>(set.words[static_cast<std::size_t>(w)] != 0) << w;
    Action* out = ids_ + count_;
    while (used != 0) {
      const int w = bits::pop_lowest(used);
      Word left = set.words[static_cast<std::size_t>(w)];
      Action* const end = out + bits::count(left);
      assert(end <= ids_ + Capacity);
      const Word first = static_cast<Word>(base + w * kWordBits) * 0x0001'0001'0001'0001;
      for (; left != 0; out += kSlack) {
        Word four = first;
        for (int i = 0; i < kSlack; ++i) {
          four += static_cast<Word>(bits::lowest(left | bits::bit(kWordBits - 1))) << (16 * i);
          left &= left - 1;
        }
        std::memcpy(out, &four, sizeof four);
      }
      out = end;
    }
    count_ = static_cast<std::uint16_t>(out - ids_);
  }
  [[nodiscard]] constexpr int count() const noexcept { return count_; }
  [[nodiscard]] constexpr Action nth(int n) const noexcept { return ids_[static_cast<std::size_t>(n)]; }
  [[nodiscard]] constexpr const Action* begin() const noexcept { return ids_; }
  [[nodiscard]] constexpr const Action* end() const noexcept { return ids_ + count_; }
  [[nodiscard]] constexpr std::span<const Action> span() const noexcept { return {ids_, count_}; }
  [[nodiscard]] constexpr bool contains(int id) const noexcept {
    return id >= 0 && id <= 0xffff && std::binary_search(begin(), end(), static_cast<Action>(id));
  }
  /// One byte per action of the game: 1 if legal.
  constexpr void mask(std::span<std::uint8_t> out) const noexcept {
    std::fill(out.begin(), out.end(), std::uint8_t{0});
    for (const Action id : span()) out[id] = 1;
  }

 private:
  static constexpr int kSlack = 4;  // ids written at a time
  static constexpr int kTail = 8;   // what may be written past the end
  std::uint16_t count_ = 0;
  Action ids_[Capacity + kTail];
};

}  // namespace pyboard
