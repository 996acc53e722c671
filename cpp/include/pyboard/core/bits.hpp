// pyboard/core/bits.hpp: sets of small integers as machine words.
// Rule code uses these helpers and never raw shifts, so that a set reads as a set.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace pyboard {

using Word = std::uint64_t;
inline constexpr int kWordBits = 64;

namespace bits {

[[nodiscard]] constexpr Word bit(int index) noexcept { return Word{1} << index; }
/// The set {0, …, count-1}; count may be 0 to 64.
[[nodiscard]] constexpr Word first(int count) noexcept { return count >= kWordBits ? ~Word{0} : bit(count) - 1; }
[[nodiscard]] constexpr bool test(Word set, int index) noexcept { return ((set >> index) & 1U) != 0; }
[[nodiscard]] constexpr int count(Word set) noexcept { return std::popcount(set); }
/// Smallest member; the set must not be empty.
[[nodiscard]] constexpr int lowest(Word set) noexcept { return std::countr_zero(set); }
/// Largest member; the set must not be empty.
[[nodiscard]] constexpr int highest(Word set) noexcept { return kWordBits - 1 - std::countl_zero(set); }
/// Removes and returns the smallest member; the set must not be empty.
constexpr int pop_lowest(Word& set) noexcept {
  const int index = std::countr_zero(set);
  set &= set - 1;
  return index;
}
/// The set of the smallest member alone; empty for the empty set.
[[nodiscard]] constexpr Word lowest_only(Word set) noexcept { return set & (~set + 1); }
/// Every member raised, or lowered, by `distance` (0 to 63); those that leave [0, 64) are lost.
[[nodiscard]] constexpr Word up(Word set, int distance) noexcept { return set << distance; }
[[nodiscard]] constexpr Word down(Word set, int distance) noexcept { return set >> distance; }
/// The n-th smallest member (n from 0); the set must have more than n members.
[[nodiscard]] constexpr int nth(Word set, int n) noexcept {
  for (; n > 0; --n) set &= set - 1;
  return lowest(set);
}

}  // namespace bits

/// A set of integers in [0, Size); trivially copyable, all bits at or above Size stay zero.
template <int Size>
struct BitSet {
  static constexpr int kSize = Size;
  static constexpr int kWords = (Size + kWordBits - 1) / kWordBits;
  std::array<Word, kWords> words;

  [[nodiscard]] constexpr bool test(int index) const noexcept {
    return bits::test(words[static_cast<std::size_t>(index >> 6)], index & 63);
  }
  constexpr void set(int index) noexcept { words[static_cast<std::size_t>(index >> 6)] |= bits::bit(index & 63); }
  constexpr void reset(int index) noexcept { words[static_cast<std::size_t>(index >> 6)] &= ~bits::bit(index & 63); }
  constexpr void clear() noexcept { words = {}; }
  [[nodiscard]] constexpr int count() const noexcept {
    int total = 0;
    for (const Word word : words) total += bits::count(word);
    return total;
  }
  [[nodiscard]] constexpr bool any() const noexcept {
    Word all = 0;
    for (const Word word : words) all |= word;
    return all != 0;
  }
  /// True if no bit at or above Size is set.
  [[nodiscard]] constexpr bool in_range() const noexcept {
    if constexpr (Size % kWordBits == 0) return true;
    return (words[kWords - 1] & ~bits::first(Size % kWordBits)) == 0;
  }
  /// Calls f(index) for every member in ascending order.
  template <class Function>
  constexpr void for_each(Function&& f) const {
    for (int w = 0; w < kWords; ++w) {
      for (Word word = words[static_cast<std::size_t>(w)]; word != 0;) f(w * kWordBits + bits::pop_lowest(word));
    }
  }
  constexpr BitSet& operator|=(const BitSet& other) noexcept {
    for (std::size_t w = 0; w < kWords; ++w) words[w] |= other.words[w];
    return *this;
  }
  constexpr BitSet& operator&=(const BitSet& other) noexcept {
    for (std::size_t w = 0; w < kWords; ++w) words[w] &= other.words[w];
    return *this;
  }
  /// Removes the members of another set.
  constexpr BitSet& remove(const BitSet& other) noexcept {
    for (std::size_t w = 0; w < kWords; ++w) words[w] &= ~other.words[w];
    return *this;
  }
  [[nodiscard]] friend constexpr BitSet operator|(BitSet a, const BitSet& b) noexcept { return a |= b; }
  [[nodiscard]] friend constexpr BitSet operator&(BitSet a, const BitSet& b) noexcept { return a &= b; }
  [[nodiscard]] constexpr BitSet without(const BitSet& other) const noexcept { return BitSet{*this}.remove(other); }
  constexpr bool operator==(const BitSet&) const noexcept = default;
};

}  // namespace pyboard
