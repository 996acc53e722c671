// The exponential of the estimates: good, and the same bits everywhere.
#include "pyboard/core/exponential.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "check.hpp"

namespace pyboard::tests {

namespace {

constexpr int kSteps = 100'000;

float argument(int i) { return static_cast<float>(i - kSteps / 2) * (174.0F / kSteps); }

}  // namespace

TEST(core_exponential_is_good) {
  double worst = 0;
  for (int i = 0; i <= kSteps; ++i) {
    const double exact = std::exp(static_cast<double>(argument(i)));
    worst = std::max(worst, std::abs(static_cast<double>(exp_of(argument(i))) - exact) / exact);
  }
  CHECK(worst < 3 * 1.2e-7);
  CHECK(exp_of(0.0F) == 1.0F);
  CHECK(exp_of(-1e30F) == exp_of(-87.0F));
  CHECK(exp_of(1e30F) == exp_of(88.0F));
  CHECK(std::isfinite(exp_of(88.0F)));
  CHECK(exp_of(-87.0F) > 0.0F);
}

TEST(core_exponential_is_the_same_everywhere) {
  std::uint64_t bits = 0;
  for (int i = 0; i <= kSteps; ++i)
    bits = bits * 0x9e3779b97f4a7c15ULL + std::bit_cast<std::uint32_t>(exp_of(argument(i)));
  CHECK_EQUAL(bits, 0x4a762b40c7371390ULL);
}

}  // namespace pyboard::tests
