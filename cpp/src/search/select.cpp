#include "pyboard/search/select.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>

#include "pyboard/search/tree.hpp"

#if defined(__SSE4_1__)
#include <smmintrin.h>
#endif

namespace pyboard::select {

namespace {

constexpr std::int32_t kBias = 127;
constexpr int kMantissaBits = 23;
constexpr std::int32_t kOneBits = kBias << kMantissaBits;
constexpr float kUnit = 1.0F / static_cast<float>(kUtilityUnit);

/// log of a positive float: exponent and a polynomial over the mantissa in [1, 2). Vectorises.
constexpr float log_of_float(float x) noexcept {
  const auto bits = std::bit_cast<std::int32_t>(x);
  const auto exponent = static_cast<float>((bits >> kMantissaBits) - kBias);
  const float m = std::bit_cast<float>((bits & ((1 << kMantissaBits) - 1)) | kOneBits) - 1.0F;
  // The chord m*ln2 and a cubic least-squares fit of what lies above it: error below 2e-5, none at powers of two.
  const float chord = std::numbers::ln2_v<float> * (exponent + m);
  const float bulge = 0.30619105F + m * (-0.18439786F + m * (0.10141737F + m * -0.03050173F));
  return chord + m * (1.0F - m) * bulge;
}

constexpr std::array<float, 1024> kLogs = [] {
  std::array<float, 1024> table{};
  for (std::size_t i = 1; i < table.size(); ++i) table[i] = log_of_float(static_cast<float>(i));
  return table;
}();

/// Exponent of the units of the sums (sum_exponent) from the visits of an edge, as a float 2^exponent.
inline float unit_of(std::int32_t visits) noexcept {
  // The low bits cannot reach the exponent once it matters, and without them the conversion is exact.
  const auto bits = std::bit_cast<std::int32_t>(static_cast<float>(visits & ~0x7f));
  const std::int32_t exponent = (bits >> kMantissaBits) - (kBias + 15);
  return std::bit_cast<float>(kOneBits + ((exponent > 0 ? exponent : 0) << kMantissaBits));
}

/// mean + weight / sqrt(visits), as (sum + weight * sqrt(visits)) / visits: root and quotient do not wait for
/// each other.
inline float bound_of(std::uint32_t visits, std::uint32_t sum, float weight) noexcept {
  const auto n = static_cast<float>(static_cast<std::int32_t>(visits));
  const float total =
      static_cast<float>(static_cast<std::int32_t>(sum)) * (unit_of(static_cast<std::int32_t>(visits)) * kUnit);
  return (total + weight * std::sqrt(n)) * (1.0F / n);
}

}  // namespace

float log_of(std::uint32_t number) noexcept {
  constexpr int kBits = std::bit_width(kLogs.size()) - 1;
  const int shift = std::max(static_cast<int>(std::bit_width(number)) - kBits, 0);
  return kLogs[number >> shift] + std::numbers::ln2_v<float> * static_cast<float>(shift);
}

Best best(const Columns& edges, float exploration, std::uint32_t total) noexcept {
  const float weight = exploration * std::sqrt(log_of(total));
  const auto count = static_cast<std::int32_t>(edges.count);
#if defined(__SSE4_1__)
  // The arithmetic of bound_of, four edges at a time; lanes beyond the end are masked.
  const __m128 weights = _mm_set1_ps(weight);
  const __m128 one = _mm_set1_ps(1.0F);
  const __m128i counts = _mm_set1_epi32(count);
  __m128i numbers = _mm_setr_epi32(0, 1, 2, 3);
  __m128 best_bounds = _mm_set1_ps(-1.0F);
  __m128i best_slots = numbers;
  const bool large = total > 0xffffU;  // else no edge has a larger unit
  for (std::int32_t i = 0; i < count; i += kLanes) {
    const __m128i visits = _mm_loadu_si128(reinterpret_cast<const __m128i*>(edges.visits + i));
    const __m128i sums = _mm_loadu_si128(reinterpret_cast<const __m128i*>(edges.sums + i));
    const __m128 n = _mm_cvtepi32_ps(visits);
    const __m128 inverse = _mm_div_ps(one, n);
    __m128 unit = _mm_set1_ps(kUnit);
    if (large) {
      const __m128 rounded = _mm_cvtepi32_ps(_mm_andnot_si128(_mm_set1_epi32(0x7f), visits));
      const __m128i exponent = _mm_max_epi32(
          _mm_sub_epi32(_mm_srai_epi32(_mm_castps_si128(rounded), kMantissaBits), _mm_set1_epi32(kBias + 15)),
          _mm_setzero_si128());
      const __m128i bits = _mm_add_epi32(_mm_set1_epi32(kOneBits), _mm_slli_epi32(exponent, kMantissaBits));
      unit = _mm_mul_ps(_mm_castsi128_ps(bits), unit);
    }
    const __m128 sum = _mm_mul_ps(_mm_cvtepi32_ps(sums), unit);
    const __m128 bound = _mm_mul_ps(_mm_add_ps(sum, _mm_mul_ps(weights, _mm_sqrt_ps(n))), inverse);
    const __m128 better =
        _mm_and_ps(_mm_cmpgt_ps(bound, best_bounds), _mm_castsi128_ps(_mm_cmplt_epi32(numbers, counts)));
    best_bounds = _mm_blendv_ps(best_bounds, bound, better);
    best_slots = _mm_blendv_epi8(best_slots, numbers, _mm_castps_si128(better));
    numbers = _mm_add_epi32(numbers, _mm_set1_epi32(kLanes));
  }
  // Across the lanes: the highest bound, and of those that have it the lowest number.
  __m128 highest = _mm_max_ps(best_bounds, _mm_shuffle_ps(best_bounds, best_bounds, _MM_SHUFFLE(1, 0, 3, 2)));
  highest = _mm_max_ps(highest, _mm_shuffle_ps(highest, highest, _MM_SHUFFLE(2, 3, 0, 1)));
  const __m128i others = _mm_castps_si128(_mm_cmpneq_ps(best_bounds, highest));
  __m128i lowest = _mm_or_si128(best_slots, _mm_srli_epi32(others, 1));
  lowest = _mm_min_epi32(lowest, _mm_shuffle_epi32(lowest, _MM_SHUFFLE(1, 0, 3, 2)));
  lowest = _mm_min_epi32(lowest, _mm_shuffle_epi32(lowest, _MM_SHUFFLE(2, 3, 0, 1)));
  return {static_cast<std::uint32_t>(_mm_cvtsi128_si32(lowest)), _mm_cvtss_f32(highest)};
#else
  Best best{0, -1.0F};
  for (std::int32_t i = 0; i < count; ++i) {
    const float bound = bound_of(edges.visits[i], edges.sums[i], weight);
    if (bound > best.bound) best = {static_cast<std::uint32_t>(i), bound};
  }
  return best;
#endif
}

Best best_open(const Columns& edges, const std::uint32_t* proofs, float exploration, std::uint32_t total,
               std::uint32_t none) noexcept {
  const float weight = exploration * std::sqrt(log_of(total));
  Best best{none, -1.0F};
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    const float bound = bound_of(edges.visits[i], edges.sums[i], weight);
    if (proofs[i] == none && bound > best.bound) best = {i, bound};
  }
  return best;
}

Best best_available(const Columns& edges, const Action* actions, std::uint32_t* missed, float exploration,
                    std::uint32_t total, std::span<Word> legal, float* scratch, std::uint32_t none) noexcept {
  // All bounds first, in a loop without branches.
  const std::uint32_t* __restrict visits = edges.visits;
  const std::uint32_t* __restrict sums = edges.sums;
  const std::uint32_t* __restrict absent = missed;
  float* __restrict bounds = scratch;
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    const float log = log_of_float(static_cast<float>(static_cast<std::int32_t>(total - absent[i])));
    bounds[i] = bound_of(visits[i], sums[i], exploration * std::sqrt(log));
  }
  Best best{none, -1.0F};
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    Word& word = legal[actions[i] / kWordBits];
    const Word bit = bits::bit(actions[i] % kWordBits);
    const bool available = (word & bit) != 0;
    missed[i] += available ? 0 : 1;
    word &= ~bit;
    const bool better = available && bounds[i] > best.bound;
    best = better ? Best{i, bounds[i]} : best;
  }
  return best;
}

}  // namespace pyboard::select
