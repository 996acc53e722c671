// pyboard/core/action_set.hpp: the legal actions of a node, ascending.
// Inside it is a list: over several hundred ids, filling, counting and taking the n-th of a bit set cost
// two to five times as much (docs/design/02-action-set.md holds the measurement).
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "pyboard/core/bits.hpp"
#include "pyboard/core/event.hpp"

namespace pyboard {

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
  std::uint16_t count_ = 0;
  Action ids_[Capacity];
};

}  // namespace pyboard
