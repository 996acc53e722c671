// pyboard/core/counts.hpp: how many there are of each kind (a bag, a hand, a lazy deck), packed into one
// word, so that totals and draws are a few instructions.
#pragma once

#include <bit>
#include <concepts>
#include <cstdint>

namespace pyboard {

/// Counts of `Lanes` kinds, `Width` bits each; the top bit of a lane stays free, so the sum of all counts
/// must stay below 2^(Width-1).
template <std::unsigned_integral Int, int Lanes, int Width>
struct PackedCounts {
  static_assert(Lanes * Width <= static_cast<int>(8 * sizeof(Int)) && Width >= 2);
  static constexpr int kLanes = Lanes;
  static constexpr int kMaxTotal = (1 << (Width - 1)) - 1;
  Int word;

  [[nodiscard]] constexpr int get(int kind) const noexcept {
    return static_cast<int>((word >> (Width * kind)) & kLaneMask);
  }
  constexpr void set(int kind, int count) noexcept {
    word = static_cast<Int>((word & ~(kLaneMask << (Width * kind))) | (static_cast<Int>(count) << (Width * kind)));
  }
  constexpr void add(int kind) noexcept { word = static_cast<Int>(word + (Int{1} << (Width * kind))); }
  constexpr void remove(int kind) noexcept { word = static_cast<Int>(word - (Int{1} << (Width * kind))); }
  [[nodiscard]] constexpr bool any() const noexcept { return word != 0; }
  [[nodiscard]] constexpr int total() const noexcept {
    return static_cast<int>((below() >> (Width * (Lanes - 1))) & kLaneMask);
  }
  /// The kind of the n-th component (n from 0, below total()), kinds in ascending order.
  [[nodiscard]] constexpr int nth(int n) const noexcept {
    // A lane keeps its guard bit where the sum up to and with its kind is at most n.
    return std::popcount(static_cast<Int>((((kOnes * static_cast<Int>(n)) | kGuards) - below()) & kGuards));
  }
  /// The only kind that is there, or -1 if there are several or none.
  [[nodiscard]] constexpr int only() const noexcept {
    const Int there = present();
    return std::has_single_bit(there) ? std::countr_zero(there) / Width : -1;
  }
  /// The kinds that are there, bit i for kind i.
  [[nodiscard]] constexpr unsigned kinds() const noexcept {
    unsigned set = 0;
    for (int i = 0; i < Lanes; ++i) set |= (get(i) != 0 ? 1U : 0U) << i;
    return set;
  }
  /// True if no bit lies outside the lanes and the sum of the counts is within kMaxTotal.
  [[nodiscard]] constexpr bool in_range() const noexcept {
    int sum = 0;
    Int used = 0;
    for (int i = 0; i < Lanes; ++i) {
      sum += get(i);
      used = static_cast<Int>(used | (kLaneMask << (Width * i)));
    }
    return sum <= kMaxTotal && (word & ~used) == 0;
  }
  constexpr bool operator==(const PackedCounts&) const noexcept = default;

 private:
  static constexpr Int kLaneMask = static_cast<Int>((Int{1} << Width) - 1);
  static constexpr Int repeat(Int value) noexcept {
    Int all = 0;
    for (int i = 0; i < Lanes; ++i) all = static_cast<Int>(all | (value << (Width * i)));
    return all;
  }
  static constexpr Int kOnes = repeat(1);
  static constexpr Int kGuards = repeat(Int{1} << (Width - 1));

  /// Lane i: the sum of the counts of kinds 0 to i.
  [[nodiscard]] constexpr Int below() const noexcept { return static_cast<Int>(word * kOnes); }
  /// The guard bit of every lane whose count is not 0.
  [[nodiscard]] constexpr Int present() const noexcept {
    return static_cast<Int>((word + (kGuards - kOnes)) & kGuards);
  }
};

}  // namespace pyboard
