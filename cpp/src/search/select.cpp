#include "pyboard/search/select.hpp"

#include <bit>
#include <cmath>

#include "pyboard/search/tree.hpp"

namespace pyboard::select {

namespace {

constexpr std::int32_t kBias = 127;
constexpr int kMantissaBits = 23;
constexpr std::int32_t kOneBits = kBias << kMantissaBits;

/// log of a positive float: exponent and a polynomial over the mantissa in [1, 2). Vectorises.
inline float log_of_float(float x) noexcept {
  const auto bits = std::bit_cast<std::int32_t>(x);
  const auto exponent = static_cast<float>((bits >> kMantissaBits) - kBias);
  const float m = std::bit_cast<float>((bits & ((1 << kMantissaBits) - 1)) | kOneBits) - 1.0F;
  // The chord m*ln2 and a cubic least-squares fit of what lies above it: error below 2e-5, none at powers of two.
  const float chord = 0.69314718F * (exponent + m);
  const float bulge = 0.30619105F + m * (-0.18439786F + m * (0.10141737F + m * -0.03050173F));
  return chord + m * (1.0F - m) * bulge;
}

/// Units of the sums of an edge, 2^sum_exponent / kUtilityUnit, from the float of its visits.
inline float unit_of(std::int32_t visits) noexcept {
  // The low byte cannot reach the exponent once it matters, and without it the conversion is exact.
  const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(visits & ~0x7f));
  const std::int32_t exponent = (bits >> kMantissaBits) - (kBias + 15);
  return std::bit_cast<float>(kOneBits + ((exponent > 0 ? exponent : 0) << kMantissaBits)) *
         (1.0F / static_cast<float>(kUtilityUnit));
}

}  // namespace

float log_of(std::uint32_t number) noexcept {
  return log_of_float(static_cast<float>(static_cast<std::int32_t>(number)));
}

void upper_bounds(std::uint32_t count, const std::uint32_t* __restrict visits, const std::uint32_t* __restrict sums,
                  float exploration, float log_total, float* __restrict bounds) noexcept {
  const float square = exploration * exploration * log_total;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto n = static_cast<std::int32_t>(visits[i]);
    const float inverse = 1.0F / static_cast<float>(n);
    const float mean = static_cast<float>(static_cast<std::int32_t>(sums[i])) * unit_of(n) * inverse;
    bounds[i] = mean + std::sqrt(square * inverse);
  }
}

void upper_bounds_available(std::uint32_t count, const std::uint32_t* __restrict visits,
                            const std::uint32_t* __restrict sums, const std::uint32_t* __restrict missed,
                            float exploration, std::uint32_t total, float* __restrict bounds) noexcept {
  const float square = exploration * exploration;
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto n = static_cast<std::int32_t>(visits[i]);
    const float inverse = 1.0F / static_cast<float>(n);
    const float mean = static_cast<float>(static_cast<std::int32_t>(sums[i])) * unit_of(n) * inverse;
    const float available = static_cast<float>(static_cast<std::int32_t>(total - missed[i]));
    bounds[i] = mean + std::sqrt(square * log_of_float(available) * inverse);
  }
}

std::uint32_t highest(std::uint32_t count, const float* bounds) noexcept {
  std::uint32_t best = 0;
  float bound = bounds[0];
  for (std::uint32_t i = 1; i < count; ++i) {
    if (bounds[i] > bound) {
      bound = bounds[i];
      best = i;
    }
  }
  return best;
}

}  // namespace pyboard::select
