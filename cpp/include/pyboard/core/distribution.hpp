// pyboard/core/distribution.hpp: the outcomes of a chance node with integer weights, so that
// probabilities are exact.
#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>

#include "pyboard/core/event.hpp"

namespace pyboard {

struct WeightedOutcome {
  Outcome id;
  std::uint32_t weight;
};

/// Outcomes ascending by id, each with a weight ≥ 1; probability = weight / total.
template <std::size_t Capacity>
class Distribution {
 public:
  constexpr void clear() noexcept {
    count_ = 0;
    total_ = 0;
  }
  /// Appends an outcome; ids ascend. A weight of 0 is skipped.
  constexpr void add(int id, std::uint32_t weight) noexcept {
    if (weight == 0) return;
    assert(count_ < Capacity);
    assert(count_ == 0 || items_[count_ - 1].id < id);
    items_[count_++] = {static_cast<Outcome>(id), weight};
    total_ += weight;
  }
  [[nodiscard]] constexpr int count() const noexcept { return static_cast<int>(count_); }
  [[nodiscard]] constexpr std::uint64_t total() const noexcept { return total_; }
  [[nodiscard]] constexpr const WeightedOutcome& operator[](int i) const noexcept {
    return items_[static_cast<std::size_t>(i)];
  }
  [[nodiscard]] constexpr const WeightedOutcome* begin() const noexcept { return items_.data(); }
  [[nodiscard]] constexpr const WeightedOutcome* end() const noexcept { return items_.data() + count_; }

 private:
  std::size_t count_ = 0;
  std::uint64_t total_ = 0;
  std::array<WeightedOutcome, Capacity> items_;
};

}  // namespace pyboard
