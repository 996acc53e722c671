#include "pyboard/search/select.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

#include "pyboard/search/tree.hpp"

#if defined(__SSE4_2__)
#include <nmmintrin.h>
#elif defined(__SSE4_1__)
#include <smmintrin.h>
#endif

namespace pyboard::select {

namespace {

constexpr std::int32_t kBias = 127;
constexpr int kMantissaBits = 23;
constexpr std::int32_t kOneBits = kBias << kMantissaBits;
constexpr float kUnit = 1.0F / static_cast<float>(kUtilityUnit);

constexpr std::array<float, 4> kBulge = {0.30619105F, -0.18439786F, 0.10141737F, -0.03050173F};

/// log of a positive float: exponent and a polynomial over the mantissa in [1, 2). Vectorises.
constexpr float log_of_float(float x) noexcept {
  const auto bits = std::bit_cast<std::int32_t>(x);
  const auto exponent = static_cast<float>((bits >> kMantissaBits) - kBias);
  const float m = std::bit_cast<float>((bits & ((1 << kMantissaBits) - 1)) | kOneBits) - 1.0F;
  // The chord m*ln2 and a cubic least-squares fit of what lies above it: error below 2e-5, none at powers of two.
  const float chord = std::numbers::ln2_v<float> * (exponent + m);
  const float bulge = kBulge[0] + m * (kBulge[1] + m * (kBulge[2] + m * kBulge[3]));
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

/// The sum of the results of so many visits.
inline float sum_of(std::uint32_t visits, std::uint32_t sum) noexcept {
  return static_cast<float>(static_cast<std::int32_t>(sum)) * (unit_of(static_cast<std::int32_t>(visits)) * kUnit);
}

/// mean + weight / sqrt(counted), as (sum + weight * sqrt(counted)) / counted: root and quotient do not wait for
/// each other. The sum is that of `visits` results.
inline float bound_of(std::uint32_t visits, std::uint32_t counted, std::uint32_t sum, float weight) noexcept {
  const auto n = static_cast<float>(static_cast<std::int32_t>(counted));
  return (sum_of(visits, sum) + weight * std::sqrt(n)) * (1.0F / n);
}
inline float bound_of(std::uint32_t visits, std::uint32_t sum, float weight) noexcept {
  return bound_of(visits, visits, sum, weight);
}

/// Visits at which an action was available. A full tree may know none of the legal actions of a node: that is no
/// visit, but all of its edges were missed.
inline float available_of(std::uint32_t total, std::uint32_t missed) noexcept {
  const auto available = static_cast<std::int32_t>(total - missed);
  return static_cast<float>(available > 1 ? available : 1);
}

}  // namespace

float log_of(std::uint32_t number) noexcept {
  constexpr int kBits = std::bit_width(kLogs.size()) - 1;
  const int shift = std::max(static_cast<int>(std::bit_width(number)) - kBits, 0);
  return kLogs[number >> shift] + std::numbers::ln2_v<float> * static_cast<float>(shift);
}

#if defined(__SSE4_1__)
namespace {

/// sum_of() of four edges; `large`: one of them may have a unit above the smallest.
inline __m128 sums_of(__m128i visits, __m128i sums, bool large) noexcept {
  __m128 unit = _mm_set1_ps(kUnit);
  if (large) {
    const __m128 rounded = _mm_cvtepi32_ps(_mm_andnot_si128(_mm_set1_epi32(0x7f), visits));
    const __m128i exponent = _mm_max_epi32(
        _mm_sub_epi32(_mm_srai_epi32(_mm_castps_si128(rounded), kMantissaBits), _mm_set1_epi32(kBias + 15)),
        _mm_setzero_si128());
    const __m128i bits = _mm_add_epi32(_mm_set1_epi32(kOneBits), _mm_slli_epi32(exponent, kMantissaBits));
    unit = _mm_mul_ps(_mm_castsi128_ps(bits), unit);
  }
  return _mm_mul_ps(_mm_cvtepi32_ps(sums), unit);
}
/// bound_of() of four edges.
inline __m128 bounds_of(__m128i visits, __m128i counted, __m128i sums, __m128 weights, bool large) noexcept {
  const __m128 n = _mm_cvtepi32_ps(counted);
  const __m128 inverse = _mm_div_ps(_mm_set1_ps(1.0F), n);
  return _mm_mul_ps(_mm_add_ps(sums_of(visits, sums, large), _mm_mul_ps(weights, _mm_sqrt_ps(n))), inverse);
}

/// log_of_float() of four numbers.
inline __m128 logs_of(__m128 x) noexcept {
  const __m128i bits = _mm_castps_si128(x);
  const __m128 exponent = _mm_cvtepi32_ps(_mm_sub_epi32(_mm_srai_epi32(bits, kMantissaBits), _mm_set1_epi32(kBias)));
  const __m128i mantissa = _mm_and_si128(bits, _mm_set1_epi32((1 << kMantissaBits) - 1));
  const __m128 one = _mm_set1_ps(1.0F);
  const __m128 m = _mm_sub_ps(_mm_castsi128_ps(_mm_or_si128(mantissa, _mm_set1_epi32(kOneBits))), one);
  const __m128 chord = _mm_mul_ps(_mm_set1_ps(std::numbers::ln2_v<float>), _mm_add_ps(exponent, m));
  __m128 bulge = _mm_set1_ps(kBulge[3]);
  for (int i = 2; i >= 0; --i)
    bulge = _mm_add_ps(_mm_set1_ps(kBulge[static_cast<std::size_t>(i)]), _mm_mul_ps(m, bulge));
  return _mm_add_ps(chord, _mm_mul_ps(_mm_mul_ps(m, _mm_sub_ps(one, m)), bulge));
}

/// Roots of logarithms, for small numbers sooner looked up than computed; std::sqrt throws nothing.
// NOLINTNEXTLINE(bugprone-throwing-static-initialization)
const std::array<float, kLogs.size()> kRoots = [] {
  std::array<float, kLogs.size()> table{};
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = std::sqrt(kLogs[i]);
  return table;
}();
inline __m128 small_roots(__m128i numbers) noexcept {
  const auto root = [](int number) { return kRoots[static_cast<std::size_t>(number) % kRoots.size()]; };
  return _mm_setr_ps(root(_mm_cvtsi128_si32(numbers)), root(_mm_extract_epi32(numbers, 1)),
                     root(_mm_extract_epi32(numbers, 2)), root(_mm_extract_epi32(numbers, 3)));
}

/// Across the lanes: the highest bound, and of those that have it the lowest number.
inline Best best_of(__m128 bounds, __m128i slots) noexcept {
  __m128 highest = _mm_max_ps(bounds, _mm_shuffle_ps(bounds, bounds, _MM_SHUFFLE(1, 0, 3, 2)));
  highest = _mm_max_ps(highest, _mm_shuffle_ps(highest, highest, _MM_SHUFFLE(2, 3, 0, 1)));
  const __m128i others = _mm_castps_si128(_mm_cmpneq_ps(bounds, highest));
  __m128i lowest = _mm_or_si128(slots, _mm_srli_epi32(others, 1));
  lowest = _mm_min_epi32(lowest, _mm_shuffle_epi32(lowest, _MM_SHUFFLE(1, 0, 3, 2)));
  lowest = _mm_min_epi32(lowest, _mm_shuffle_epi32(lowest, _MM_SHUFFLE(2, 3, 0, 1)));
  return {static_cast<std::uint32_t>(_mm_cvtsi128_si32(lowest)), _mm_cvtss_f32(highest)};
}

inline __m128i four(const std::uint32_t* column) noexcept {
  return _mm_loadu_si128(reinterpret_cast<const __m128i*>(column));
}
inline __m128i four(const float* column) noexcept { return _mm_castps_si128(_mm_loadu_ps(column)); }

}  // namespace
#endif

Best best(const Columns& edges, float exploration, std::uint32_t total) noexcept {
  const float weight = exploration * std::sqrt(log_of(total));
  const auto count = static_cast<std::int32_t>(edges.count);
#if defined(__SSE4_1__)
  // The arithmetic of bound_of, four edges at a time; lanes beyond the end are masked.
  const __m128 weights = _mm_set1_ps(weight);
  const __m128i counts = _mm_set1_epi32(count);
  __m128i numbers = _mm_setr_epi32(0, 1, 2, 3);
  __m128 best_bounds = _mm_set1_ps(-1.0F);
  __m128i best_slots = numbers;
  const bool large = total > 0xffffU;  // else no edge has a larger unit
  for (std::int32_t i = 0; i < count; i += kLanes) {
    const __m128i visits = four(edges.visits + i);
    const __m128 bound = bounds_of(visits, visits, four(edges.sums + i), weights, large);
    const __m128 better =
        _mm_and_ps(_mm_cmpgt_ps(bound, best_bounds), _mm_castsi128_ps(_mm_cmplt_epi32(numbers, counts)));
    best_bounds = _mm_blendv_ps(best_bounds, bound, better);
    best_slots = _mm_blendv_epi8(best_slots, numbers, _mm_castps_si128(better));
    numbers = _mm_add_epi32(numbers, _mm_set1_epi32(kLanes));
  }
  return best_of(best_bounds, best_slots);
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

namespace {

void count_missed(std::uint32_t count, std::uint32_t available, const std::uint32_t* marks,
                  std::uint32_t* missed) noexcept {
  if (available == count) return;
  for (std::uint32_t i = 0; i < count; ++i) missed[i] += 1 + marks[i];
}

}  // namespace

std::uint32_t mark_available(std::uint32_t count, const Action* actions, std::uint32_t* missed, const Legal& legal,
                             std::uint32_t* marks) noexcept {
  std::uint32_t available = 0;
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t one = legal.contains(actions[i]) ? 1 : 0;
    marks[i] = 0 - one;
    available += one;
  }
  count_missed(count, available, marks, missed);
  return available;
}

std::uint32_t mark_few(std::uint32_t count, const Action* actions, std::uint32_t* missed, std::span<const Action> legal,
                       std::uint32_t* marks) noexcept {
  std::uint32_t available = 0;
#if defined(__SSE4_2__)
  // Eight edges against eight legal actions at a time; what lies beyond the counts takes no part.
  constexpr int kMode = _SIDD_UWORD_OPS | _SIDD_CMP_EQUAL_ANY | _SIDD_UNIT_MASK;
  constexpr int kEight = 8;
  const auto edges = static_cast<int>(count), most = static_cast<int>(legal.size());
  const auto eight = [](const Action* from) { return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from)); };
  for (int i = 0; i < edges; i += kEight) {
    const __m128i some = eight(actions + i);
    __m128i found = _mm_cmpestrm(eight(legal.data()), most, some, edges - i, kMode);
    for (int j = kEight; j < most; j += kEight)
      found = _mm_or_si128(found, _mm_cmpestrm(eight(legal.data() + j), most - j, some, edges - i, kMode));
    available += static_cast<std::uint32_t>(std::popcount(static_cast<unsigned>(_mm_movemask_epi8(found))) / 2);
    auto* const to = reinterpret_cast<__m128i*>(marks + i);
    _mm_storeu_si128(to, _mm_cvtepi16_epi32(found));
    _mm_storeu_si128(to + 1, _mm_cvtepi16_epi32(_mm_srli_si128(found, kEight)));
  }
#else
  for (std::uint32_t i = 0; i < count; ++i) {
    const std::uint32_t one = std::binary_search(legal.begin(), legal.end(), actions[i]) ? 1 : 0;
    marks[i] = 0 - one;
    available += one;
  }
#endif
  count_missed(count, available, marks, missed);
  return available;
}

Best best_marked(const Columns& edges, const std::uint32_t* missed, const std::uint32_t* marks, float exploration,
                 std::uint32_t total) noexcept {
#if defined(__SSE4_1__)
  const __m128 explorations = _mm_set1_ps(exploration);
  const __m128i totals = _mm_set1_epi32(static_cast<std::int32_t>(total));
  const auto count = static_cast<std::int32_t>(edges.count);
  const __m128i counts = _mm_set1_epi32(count);
  __m128i numbers = _mm_setr_epi32(0, 1, 2, 3);
  __m128 best_bounds = _mm_set1_ps(-1.0F);
  __m128i best_slots = numbers;
  const bool large = total > 0xffffU;
  const bool small = total < kRoots.size();
  for (std::int32_t i = 0; i < count; i += kLanes) {
    const __m128i visits = four(edges.visits + i);
    const __m128i available = _mm_max_epi32(_mm_sub_epi32(totals, four(missed + i)), _mm_set1_epi32(1));
    const __m128 roots = small ? small_roots(available) : _mm_sqrt_ps(logs_of(_mm_cvtepi32_ps(available)));
    const __m128 weights = _mm_mul_ps(explorations, roots);
    const __m128 bound = bounds_of(visits, visits, four(edges.sums + i), weights, large);
    __m128i legal = _mm_cmplt_epi32(numbers, counts);
    if (marks != nullptr) legal = _mm_and_si128(legal, four(marks + i));
    const __m128 better = _mm_and_ps(_mm_cmpgt_ps(bound, best_bounds), _mm_castsi128_ps(legal));
    best_bounds = _mm_blendv_ps(best_bounds, bound, better);
    best_slots = _mm_blendv_epi8(best_slots, numbers, _mm_castps_si128(better));
    numbers = _mm_add_epi32(numbers, _mm_set1_epi32(kLanes));
  }
  return best_of(best_bounds, best_slots);
#else
  Best best{0, -1.0F};
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    const float weight = exploration * std::sqrt(log_of_float(available_of(total, missed[i])));
    const float bound = bound_of(edges.visits[i], edges.sums[i], weight);
    if ((marks == nullptr || marks[i] != 0) && bound > best.bound) best = {i, bound};
  }
  return best;
#endif
}

namespace {

#if defined(__SSE4_1__)
/// Columns that may be read beyond their end.
struct Padded {
  template <class Number>
  static __m128i load(const Number* column, std::int32_t /*left*/) noexcept {
    return four(column);
  }
  static __m128i counted(__m128i visits, std::int32_t /*at*/, std::int32_t /*left*/) noexcept { return visits; }
};
/// Columns beside which another thread may write, and visits that are under way.
struct Shared {
  UnderWay under_way;
  template <class Number>
  static __m128i load(const Number* column, std::int32_t left) noexcept {
    if (left >= static_cast<std::int32_t>(kLanes)) return four(column);
    const auto at = [&](std::int32_t i) { return i < left ? std::bit_cast<std::int32_t>(column[i]) : 0; };
    return _mm_setr_epi32(at(0), at(1), at(2), 0);
  }
  [[nodiscard]] __m128i counted(__m128i visits, std::int32_t at, std::int32_t left) const noexcept {
    const __m128i losses = _mm_set1_epi32(static_cast<std::int32_t>(under_way.losses));
    return _mm_add_epi32(visits, _mm_mullo_epi32(losses, load(under_way.pending + at, left)));
  }
};

template <class Access>
Split split_best(const Columns& edges, const Access& access, const Priors& priors, const std::uint32_t* missed,
                 const std::uint32_t* marks, float exploration, std::uint32_t total) noexcept {
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  const float weight = missed == nullptr ? exploration * std::sqrt(log_of(total)) : 0.0F;
  const auto count = static_cast<std::int32_t>(edges.count);
  const __m128i counts = _mm_set1_epi32(count), zero = _mm_setzero_si128();
  const __m128 one = _mm_set1_ps(1.0F), none = _mm_set1_ps(kNone);
  const bool large = total > 0xffffU, small = total < kRoots.size();
  __m128i numbers = _mm_setr_epi32(0, 1, 2, 3);
  __m128 known = none, waiting = none, sums = _mm_setzero_ps();
  constexpr std::int32_t kBeyond = std::numeric_limits<std::int32_t>::max();  // above all numbers, as best_of asks
  __m128i known_slots = _mm_set1_epi32(kBeyond), waiting_slots = known_slots;
  for (std::int32_t i = 0; i < count; i += kLanes) {
    const std::int32_t left = count - i;
    const __m128i visits = access.load(edges.visits + i, left);
    const __m128i counted = access.counted(visits, i, left);
    __m128 weights = _mm_set1_ps(weight);
    if (missed != nullptr) {
      const __m128i available =
          _mm_max_epi32(_mm_sub_epi32(_mm_set1_epi32(static_cast<std::int32_t>(total)), access.load(missed + i, left)),
                        _mm_set1_epi32(1));
      const __m128 roots = small ? small_roots(available) : _mm_sqrt_ps(logs_of(_mm_cvtepi32_ps(available)));
      weights = _mm_mul_ps(_mm_set1_ps(exploration), roots);
    }
    const __m128i results = access.load(edges.sums + i, left);
    __m128 bound = bounds_of(visits, counted, results, weights, large);
    __m128 extra = _mm_setzero_ps();
    if (priors.values != nullptr) {
      const __m128 values = _mm_castsi128_ps(access.load(priors.values + i, left));
      const __m128 n = _mm_add_ps(_mm_cvtepi32_ps(counted), one);
      extra = _mm_and_ps(_mm_div_ps(_mm_mul_ps(_mm_set1_ps(priors.weight), values), n), _mm_cmpgt_ps(values, none));
      bound = _mm_add_ps(bound, extra);
    }
    __m128i legal = _mm_cmplt_epi32(numbers, counts);
    if (marks != nullptr) legal = _mm_and_si128(legal, four(marks + i));
    const __m128 visited = _mm_castsi128_ps(_mm_and_si128(legal, _mm_cmpgt_epi32(counted, zero)));
    const __m128 others = _mm_castsi128_ps(_mm_and_si128(legal, _mm_cmpeq_epi32(counted, zero)));
    sums = _mm_add_ps(sums, _mm_and_ps(visited, sums_of(visits, results, large)));
    const __m128 better = _mm_and_ps(_mm_cmpgt_ps(bound, known), visited);
    known = _mm_blendv_ps(known, bound, better);
    known_slots = _mm_blendv_epi8(known_slots, numbers, _mm_castps_si128(better));
    const __m128 earlier = _mm_and_ps(_mm_cmpgt_ps(extra, waiting), others);
    waiting = _mm_blendv_ps(waiting, extra, earlier);
    waiting_slots = _mm_blendv_epi8(waiting_slots, numbers, _mm_castps_si128(earlier));
    numbers = _mm_add_epi32(numbers, _mm_set1_epi32(kLanes));
  }
  sums = _mm_add_ps(sums, _mm_movehl_ps(sums, sums));
  const float sum = _mm_cvtss_f32(_mm_add_ss(sums, _mm_shuffle_ps(sums, sums, 1)));
  const auto found = [](Best best) { return best.slot == kBeyond ? Best{kNoSlot, kNone} : best; };
  return {found(best_of(known, known_slots)), found(best_of(waiting, waiting_slots)), sum};
}
#else
struct Padded {
  static std::uint32_t counted(std::uint32_t visits, std::uint32_t /*at*/) noexcept { return visits; }
};
struct Shared {
  UnderWay under_way;
  [[nodiscard]] std::uint32_t counted(std::uint32_t visits, std::uint32_t at) const noexcept {
    return visits + under_way.losses * under_way.pending[at];
  }
};

/// The arithmetic of four lanes, one by one.
template <class Access>
Split split_best(const Columns& edges, const Access& access, const Priors& priors, const std::uint32_t* missed,
                 const std::uint32_t* marks, float exploration, std::uint32_t total) noexcept {
  constexpr float kNone = -std::numeric_limits<float>::infinity();
  const float weight = missed == nullptr ? exploration * std::sqrt(log_of(total)) : 0.0F;
  Split split{{kNoSlot, kNone}, {kNoSlot, kNone}, 0.0F};
  std::array<float, kLanes> sums{};
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    if (marks != nullptr && marks[i] == 0) continue;
    const std::uint32_t visits = edges.visits[i], counted = access.counted(visits, i);
    const auto n = static_cast<float>(static_cast<std::int32_t>(counted));
    const bool has_prior = priors.values != nullptr && priors.values[i] > kNone;
    const float extra = has_prior ? priors.weight * priors.values[i] / (n + 1.0F) : 0.0F;
    if (counted == 0) {
      if (extra > split.waiting.bound) split.waiting = {i, extra};
      continue;
    }
    const float own =
        missed == nullptr ? weight : exploration * std::sqrt(log_of_float(available_of(total, missed[i])));
    const float bound = bound_of(visits, counted, edges.sums[i], own) + extra;
    if (bound > split.known.bound) split.known = {i, bound};
    sums[i % kLanes] += sum_of(visits, edges.sums[i]);
  }
  split.sum = (sums[0] + sums[2]) + (sums[1] + sums[3]);
  return split;
}
#endif

}  // namespace

Split split_best(const Columns& edges, const Priors& priors, const std::uint32_t* missed, const std::uint32_t* marks,
                 float exploration, std::uint32_t total) noexcept {
  return split_best(edges, Padded{}, priors, missed, marks, exploration, total);
}

Split split_best_shared(const Columns& edges, const UnderWay& under_way, const Priors& priors,
                        const std::uint32_t* missed, const std::uint32_t* marks, float exploration,
                        std::uint32_t total) noexcept {
  return split_best(edges, Shared{under_way}, priors, missed, marks, exploration, total);
}

Best best_shared(const Columns& edges, const UnderWay& under_way, const std::uint32_t* proofs, float exploration,
                 std::uint32_t total, std::uint32_t none) noexcept {
  const float weight = exploration * std::sqrt(log_of(total));
  Best best{none, -1.0F};
  std::uint32_t i = 0;
#if defined(__SSE4_1__)
  // Fours that lie inside: what is beyond a column may belong to a node that another thread holds. So the last four
  // may look at some edges again.
  if (proofs == nullptr && edges.count >= kLanes) {
    const __m128 weights = _mm_set1_ps(weight);
    const __m128i losses = _mm_set1_epi32(static_cast<std::int32_t>(under_way.losses));
    const __m128i one = _mm_set1_epi32(1);
    __m128 best_bounds = _mm_set1_ps(-1.0F);
    __m128i best_slots = _mm_setzero_si128();
    while (i < edges.count) {
      const std::uint32_t at = std::min(i, edges.count - kLanes);
      const __m128i visits = four(edges.visits + at);
      const __m128i lost = _mm_mullo_epi32(losses, four(under_way.pending + at));
      const __m128i counted = _mm_max_epi32(_mm_add_epi32(visits, lost), one);
      const __m128 bound = bounds_of(visits, counted, four(edges.sums + at), weights, total > 0xffffU);
      const __m128i numbers = _mm_add_epi32(_mm_set1_epi32(static_cast<std::int32_t>(at)), _mm_setr_epi32(0, 1, 2, 3));
      const __m128 better = _mm_cmpgt_ps(bound, best_bounds);
      best_bounds = _mm_blendv_ps(best_bounds, bound, better);
      best_slots = _mm_blendv_epi8(best_slots, numbers, _mm_castps_si128(better));
      i += kLanes;
    }
    return best_of(best_bounds, best_slots);
  }
#endif
  for (; i < edges.count; ++i) {
    const std::uint32_t visits = edges.visits[i];
    const float bound = bound_of(visits, under_way.counted(visits, i), edges.sums[i], weight);
    if (bound > best.bound && (proofs == nullptr || proofs[i] == none)) best = {i, bound};
  }
  return best;
}

Best best_marked_shared(const Columns& edges, const UnderWay& under_way, const std::uint32_t* missed,
                        const std::uint32_t* marks, float exploration, std::uint32_t total, float* scratch) noexcept {
  // All bounds first, in a loop without branches.
  const std::uint32_t* __restrict visits = edges.visits;
  const std::uint32_t* __restrict sums = edges.sums;
  const std::uint32_t* __restrict absent = missed;
  float* __restrict bounds = scratch;
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    const float log = log_of_float(available_of(total, absent[i]));
    bounds[i] = bound_of(visits[i], under_way.counted(visits[i], i), sums[i], exploration * std::sqrt(log));
  }
  Best best{0, -1.0F};
  for (std::uint32_t i = 0; i < edges.count; ++i) {
    if (marks[i] != 0 && bounds[i] > best.bound) best = {i, bounds[i]};
  }
  return best;
}

}  // namespace pyboard::select
