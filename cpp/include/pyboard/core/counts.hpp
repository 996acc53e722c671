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

/// Counts of an even number of up to ten kinds, at most 63 of each, in one word. Kinds are drawn in an order
/// of their own: the even ones first.
template <int Lanes>
struct WideCounts {
  static_assert(Lanes % 2 == 0 && Lanes <= 10);
  static constexpr int kLanes = Lanes;
  static constexpr int kWidth = 6;
  static constexpr int kMaxCount = (1 << kWidth) - 1;
  std::uint64_t word;

  [[nodiscard]] constexpr int get(int kind) const noexcept {
    return static_cast<int>((word >> (kWidth * kind)) & kLaneMask);
  }
  constexpr void set(int kind, int count) noexcept {
    word = (word & ~(kLaneMask << (kWidth * kind))) | (static_cast<std::uint64_t>(count) << (kWidth * kind));
  }
  constexpr void add(int kind) noexcept { word += std::uint64_t{1} << (kWidth * kind); }
  constexpr void remove(int kind) noexcept { word -= std::uint64_t{1} << (kWidth * kind); }
  [[nodiscard]] constexpr bool has(int kind) const noexcept { return get(kind) != 0; }
  [[nodiscard]] constexpr bool any() const noexcept { return word != 0; }
  /// All of both; no count may pass kMaxCount.
  [[nodiscard]] constexpr WideCounts plus(WideCounts other) const noexcept { return {word + other.word}; }
  /// Without these, which must be among them.
  [[nodiscard]] constexpr WideCounts minus(WideCounts other) const noexcept { return {word - other.word}; }
  /// True if there are as many of each kind.
  [[nodiscard]] constexpr bool contains(WideCounts other) const noexcept {
    return (((even() | kGuards) - other.even()) & ((odd() | kGuards) - other.odd()) & kGuards) == kGuards;
  }
  [[nodiscard]] constexpr int total() const noexcept {
    return static_cast<int>((((even() + odd()) * kOnes) >> kTop) & kPairMask);
  }
  /// The kind of the n-th component, n below total().
  [[nodiscard]] constexpr int nth(int n) const noexcept {
    const std::uint64_t first = even() * kOnes, second = odd() * kOnes;
    const int evens = static_cast<int>((first >> kTop) & kPairMask);
    const bool late = n >= evens;
    const std::uint64_t sums = late ? second : first;
    const auto index = static_cast<std::uint64_t>(late ? n - evens : n);
    return 2 * std::popcount(((kOnes * index | kGuards) - (sums & kPairs)) & kGuards) + (late ? 1 : 0);
  }
  /// The only kind that is there, or -1 if there are several or none.
  [[nodiscard]] constexpr int only() const noexcept {
    if (word == 0) return -1;
    const int kind = std::countr_zero(word) / kWidth;
    return (word & ~(kLaneMask << (kWidth * kind))) == 0 ? kind : -1;
  }
  /// True if no bit lies outside the lanes.
  [[nodiscard]] constexpr bool in_range() const noexcept {
    if constexpr (Lanes * kWidth == 64) return true;
    return (word >> (Lanes * kWidth)) == 0;
  }
  constexpr bool operator==(const WideCounts&) const noexcept = default;

 private:
  static constexpr std::uint64_t kLaneMask = kMaxCount;
  static constexpr int kTop = 2 * kWidth * (Lanes / 2 - 1);
  static constexpr std::uint64_t kPairMask = (std::uint64_t{1} << (2 * kWidth - 1)) - 1;
  static constexpr std::uint64_t repeat(std::uint64_t value) noexcept {
    std::uint64_t all = 0;
    for (int i = 0; i < Lanes / 2; ++i) all |= value << (2 * kWidth * i);
    return all;
  }
  static constexpr std::uint64_t kOnes = repeat(1);
  static constexpr std::uint64_t kPairs = repeat((std::uint64_t{1} << (2 * kWidth)) - 1);
  static constexpr std::uint64_t kGuards = repeat(std::uint64_t{1} << (2 * kWidth - 1));

  [[nodiscard]] constexpr std::uint64_t even() const noexcept { return word & repeat(kLaneMask); }
  [[nodiscard]] constexpr std::uint64_t odd() const noexcept { return (word >> kWidth) & repeat(kLaneMask); }
};

}  // namespace pyboard
