// pyboard/core/plane_writer.hpp: fills an observation tensor front to back.
#pragma once

#include <algorithm>
#include <span>

#include "pyboard/core/bits.hpp"

namespace pyboard {

/// Writes numbers one after another into a tensor that starts as zeros.
class PlaneWriter {
 public:
  explicit PlaneWriter(std::span<float> out) noexcept : out_{out} { std::fill(out.begin(), out.end(), 0.0F); }
  /// The next `count` numbers.
  std::span<float> take(int count) noexcept {
    const auto part = out_.first(static_cast<std::size_t>(count));
    out_ = out_.subspan(static_cast<std::size_t>(count));
    return part;
  }
  void add(float value) noexcept { take(1)[0] = value; }
  void add_flag(bool value) noexcept { add(value ? 1.0F : 0.0F); }
  void add_ratio(int value, int whole) noexcept {
    add(whole == 0 ? 0.0F : static_cast<float>(value) / static_cast<float>(whole));
  }
  void add_scaled(int value, float scale) noexcept { add(static_cast<float>(value) * scale); }
  /// `count` numbers: 1 where the set has a member.
  void add_set(Word set, int count) noexcept {
    for (int i = 0; i < count; ++i) add_flag(bits::test(set, i));
  }
  /// `count` numbers: 1 at `index`, or nowhere if it is not among them.
  void add_one_hot(int index, int count) noexcept {
    const auto part = take(count);
    if (index >= 0 && index < count) part[static_cast<std::size_t>(index)] = 1.0F;
  }

 private:
  std::span<float> out_;
};

}  // namespace pyboard
