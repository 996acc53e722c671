// pyboard/core/exponential.hpp: e^x for estimates. Plain IEEE arithmetic in a fixed order: the same bits on every
// platform, which those of the libraries are not.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <numbers>

namespace pyboard {

/// e^x, good to 3 units in the last place; beyond -87 and 88 that of the nearest of the two.
[[nodiscard]] constexpr float exp_of(float x) noexcept {
  // x = k ln 2 + rest, ln 2 in two parts, the first of few bits.
  constexpr auto kPerLn2 = std::numbers::log2e_v<float>;
  constexpr float kLn2High = 0.693359375F;  // NOLINT(modernize-use-std-numbers): a part of it
  constexpr float kLn2Low = -2.12194440e-4F;
  constexpr int kBias = 127;
  constexpr int kMantissa = 23;
  x = std::clamp(x, -87.0F, 88.0F);
  const auto k = static_cast<int>(x * kPerLn2 + (x < 0.0F ? -0.5F : 0.5F));
  const auto whole = static_cast<float>(k);
  const float rest = (x - whole * kLn2High) - whole * kLn2Low;
  // The series of e^rest, for |rest| up to half of ln 2.
  float sum = 1.0F / 720.0F;
  sum = sum * rest + 1.0F / 120.0F;
  sum = sum * rest + 1.0F / 24.0F;
  sum = sum * rest + 1.0F / 6.0F;
  sum = sum * rest + 0.5F;
  sum = sum * rest + 1.0F;
  sum = sum * rest + 1.0F;
  return sum * std::bit_cast<float>(static_cast<std::uint32_t>(k + kBias) << kMantissa);
}

}  // namespace pyboard
