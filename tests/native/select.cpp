// Choices among the edges of a node: those of a plain reading of what they should be, and the same bits everywhere.
#include "pyboard/search/select.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "check.hpp"
#include "pyboard/core/rng.hpp"
#include "pyboard/search/tree.hpp"

namespace pyboard::tests {

namespace {

constexpr float kNothing = -std::numeric_limits<float>::infinity();
constexpr std::uint32_t kMost = 23;  // edges
constexpr int kNodes = 20'000;

/// A node of the search, of any shape.
struct Edges {
  std::uint32_t count = 0, total = 1, losses = 1;
  float exploration = 0;
  bool varying = false, has_priors = false;
  std::vector<std::uint32_t> visits, sums, missed, marks, pending;
  std::vector<float> priors;

  explicit Edges(Rng& rng) {
    for (auto* column : {&visits, &sums, &missed, &marks, &pending}) column->resize(kMost + select::kMarkLanes);
    priors.resize(kMost + select::kMarkLanes);
    count = 1 + rng.below(kMost);
    exploration = static_cast<float>(rng.below(100)) / 100.0F;
    losses = 1 + rng.below(3);
    varying = rng.below(2) == 0;
    has_priors = rng.below(4) > 0;
    const std::uint32_t most = rng.below(8) == 0 ? 200'000 : 300;
    for (std::uint32_t i = 0; i < count; ++i) {
      visits[i] = rng.below(4) == 0 ? 0 : rng.below(most);
      sums[i] = static_cast<std::uint32_t>((std::uint64_t{visits[i]} * rng.below(kUtilityUnit + 1)) >>
                                           sum_exponent(visits[i]));
      pending[i] = rng.below(5) == 0 ? rng.below(3) : 0;
      marks[i] = rng.below(3) == 0 ? 0 : 0xffffffffU;
      priors[i] = rng.below(9) == 0 ? kNothing : static_cast<float>(rng.uniform() - 0.5);
      total += visits[i] + pending[i];
    }
    for (std::uint32_t i = 0; i < count; ++i) missed[i] = rng.below(2) == 0 ? rng.below(total) : 0;
  }
  [[nodiscard]] select::Columns columns() const { return {count, visits.data(), sums.data()}; }
  [[nodiscard]] select::Priors known() const { return {has_priors ? priors.data() : nullptr, kWeight}; }
  [[nodiscard]] select::Split alone() const {
    return select::split_best(columns(), known(), varying ? missed.data() : nullptr, varying ? marks.data() : nullptr,
                              exploration, total);
  }
  [[nodiscard]] select::Split shared() const {
    return select::split_best_shared(columns(), {pending.data(), losses}, known(), varying ? missed.data() : nullptr,
                                     varying ? marks.data() : nullptr, exploration, total);
  }
  static constexpr float kWeight = 5.0F;

  /// Checks what was found, with the definition in double precision.
  void check(const select::Split& found, bool counts_pending) const {
    double known_bound = -1e300, waiting_bound = -1e300, sum = 0;
    std::uint32_t tried = 0, waiting = 0;
    std::vector<double> bounds(count, -1e300);
    for (std::uint32_t i = 0; i < count; ++i) {
      if (varying && marks[i] == 0) continue;
      const std::uint32_t n = visits[i] + (counts_pending ? losses * pending[i] : 0);
      const bool has = has_priors && priors[i] > kNothing;
      const double extra = has ? static_cast<double>(kWeight) * static_cast<double>(priors[i]) / (n + 1.0) : 0.0;
      if (n == 0) {
        bounds[i] = extra;
        waiting_bound = std::max(waiting_bound, extra);
        ++waiting;
        continue;
      }
      const double result = std::ldexp(static_cast<double>(sums[i]), sum_exponent(visits[i])) / kUtilityUnit;
      const double available = varying ? total - missed[i] : total;
      bounds[i] = result / n + static_cast<double>(exploration) * std::sqrt(std::log(available) / n) + extra;
      known_bound = std::max(known_bound, bounds[i]);
      sum += result;
      ++tried;
    }
    constexpr double kNear = 0.005;  // the logarithm is good to 0.002
    CHECK(std::abs(static_cast<double>(found.sum) - sum) <= 1e-4 * (sum + 1));
    CHECK_EQUAL(found.known.slot == select::kNoSlot, tried == 0);
    CHECK_EQUAL(found.waiting.slot == select::kNoSlot, waiting == 0);
    CHECK(tried == 0 || found.known.slot < count);
    if (tried > 0 && found.known.slot < count) {
      CHECK(bounds[found.known.slot] > known_bound - kNear);
      CHECK(std::abs(static_cast<double>(found.known.bound) - known_bound) < kNear);
    }
    CHECK(waiting == 0 || found.waiting.slot < count);
    if (waiting > 0 && found.waiting.slot < count) {
      CHECK(bounds[found.waiting.slot] > waiting_bound - kNear);
      CHECK(std::abs(static_cast<double>(found.waiting.bound) - waiting_bound) < kNear);
    }
  }
};

}  // namespace

TEST(select_splits_edges_as_defined) {
  Rng rng(1);
  for (int node = 0; node < kNodes; ++node) {
    const Edges edges(rng);
    edges.check(edges.alone(), false);
    edges.check(edges.shared(), true);
  }
}

TEST(select_splits_edges_the_same_everywhere) {
  Rng rng(2);
  std::uint64_t bits = 0;
  const auto mix = [&](std::uint32_t word) { bits = bits * 0x9e3779b97f4a7c15ULL + word; };
  for (int node = 0; node < kNodes; ++node) {
    const Edges edges(rng);
    for (const select::Split& split : {edges.alone(), edges.shared()}) {
      for (const select::Best& best : {split.known, split.waiting}) {
        mix(best.slot);
        mix(std::bit_cast<std::uint32_t>(best.bound));
      }
      mix(std::bit_cast<std::uint32_t>(split.sum));
    }
  }
  CHECK_EQUAL(bits, 0x73612a134b645609ULL);
}

}  // namespace pyboard::tests
