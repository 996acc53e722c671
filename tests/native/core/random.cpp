// The generator and the hashes: published vectors, frozen values, and that they spread evenly.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "pyboard/core/hash.hpp"
#include "pyboard/core/rng.hpp"

namespace pyboard::tests {

TEST(core_splitmix64_gives_the_published_numbers) {
  std::uint64_t state = 1234567;
  for (const std::uint64_t expected : {6457827717110365317ULL, 3203168211198807973ULL, 9817491932198370423ULL,
                                       4593380528125082431ULL, 16408922859458223821ULL}) {
    CHECK_EQUAL(splitmix64(state), expected);
  }
}

TEST(core_xoshiro_gives_the_published_numbers) {
  Rng rng(Rng::Words{1, 2, 3, 4});
  for (const std::uint64_t expected : {41943041ULL, 58720359ULL, 3588806011781223ULL, 3591011842654386ULL,
                                       9228616714210784205ULL, 9973669472204895162ULL, 14011001112246962877ULL,
                                       12406186145184390807ULL, 15849039046786891736ULL, 10450023813501588000ULL}) {
    CHECK_EQUAL(rng.next(), expected);
  }
}

TEST(core_seeds_are_spread_by_splitmix64) {
  const Rng rng(0);
  CHECK_EQUAL(rng.words()[0], 0xe220a8397b1dcdafULL);
  CHECK_EQUAL(rng.words()[3], 0xf88bb8a8724c81ecULL);
  Rng first(0);
  CHECK_EQUAL(first.next(), 0x53175d61490b23dfULL);
  CHECK_EQUAL(stream_seed(0, 0), 0xa706dd2f4d197e6fULL);
  CHECK_EQUAL(stream_seed(0, 1), 0x02fc2b3650561b21ULL);
  CHECK_EQUAL(stream_seed(1, 0), 0x5e41ab087439611eULL);
  CHECK_EQUAL(stream_seed(5, 7), 0xb5459bc6117edae0ULL);
  std::set<std::uint64_t> seeds;
  for (std::uint64_t family = 0; family < 100; ++family) {
    for (std::uint64_t stream = 0; stream < 100; ++stream) seeds.insert(stream_seed(family, stream));
  }
  CHECK_EQUAL(seeds.size(), 10'000U);
}

TEST(core_bounded_draws_are_frozen) {
  Rng rng(42);
  const std::array<std::uint32_t, 9> bounds = {1, 2, 3, 6, 10, 100, 1000, 2147483649U, 4294967295U};
  const std::array<std::uint32_t, 9> expected = {0, 0, 2, 4, 7, 58, 125, 2004347673U, 2403203735U};
  for (std::size_t i = 0; i < bounds.size(); ++i) CHECK_EQUAL(rng.below(bounds[i]), expected[i]);
}

TEST(core_bounded_draws_are_uniform) {
  // Chi-square with b - 1 degrees of freedom: mean b - 1, variance 2 (b - 1); 5 standard deviations.
  Rng rng(7);
  for (const std::uint32_t bound : {2U, 3U, 5U, 6U, 7U, 13U, 100U, 620U}) {
    const int draws = 1000 * static_cast<int>(bound);
    std::vector<int> counts(bound);
    for (int i = 0; i < draws; ++i) ++counts.at(rng.below(bound));
    double square = 0;
    for (const int count : counts) square += (count - 1000.0) * (count - 1000.0) / 1000.0;
    const double freedom = bound - 1.0;
    CHECK(std::abs(square - freedom) < 5 * std::sqrt(2 * freedom) + 3);
  }
  // Bounds that do not divide 2^32 at all: the halves must still be even.
  int low = 0;
  constexpr std::uint32_t kHuge = 3'000'000'000U;
  for (int i = 0; i < 100'000; ++i) low += rng.below(kHuge) < kHuge / 2 ? 1 : 0;
  CHECK(std::abs(low - 50'000) < 5 * 158);
}

TEST(core_uniform_lies_between_0_and_1) {
  Rng rng(3);
  double sum = 0;
  double least = 1;
  double most = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double value = rng.uniform();
    least = std::min(least, value);
    most = std::max(most, value);
    sum += value;
  }
  CHECK(least >= 0 && least < 0.001);
  CHECK(most < 1 && most > 0.999);
  CHECK(std::abs(sum / 100'000 - 0.5) < 0.005);
}

TEST(core_hashes_are_frozen) {
  CHECK_EQUAL(hash_bytes("", 0), 0x2e608ea90608e3e6ULL);
  CHECK_EQUAL(hash_bytes("a", 1), 0x7addb190fc30cfacULL);
  CHECK_EQUAL(hash_bytes("a", 1, 1), 0x8b678dba6e2703d2ULL);
  CHECK_EQUAL(hash_bytes("0123456789abcdef", 16), 0x71f282c4e9d19952ULL);
  std::array<unsigned char, 100> bytes{};
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<unsigned char>(i);
  CHECK_EQUAL(hash_bytes(bytes.data(), bytes.size()), 0xcec4305f57b63d09ULL);
  CHECK_EQUAL(hash_bytes(bytes.data(), bytes.size(), 1ULL << 63), 0xfdca24c939333ff1ULL);
  CHECK_EQUAL(hash_combine(0, 0), 0x1ff5c2923a788d2cULL);
  CHECK_EQUAL(hash_combine(1, 2), 0xf7858b38a8499beaULL);
  CHECK(hash_combine(hash_combine(0, 1), 2) != hash_combine(hash_combine(0, 2), 1));
}

namespace {

int differing(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b); }

}  // namespace

TEST(core_hashes_change_half_their_bits) {
  Rng rng(11);
  for (const std::size_t size : {1U, 7U, 8U, 15U, 16U, 17U, 64U, 384U}) {
    std::vector<unsigned char> bytes(size);
    for (auto& byte : bytes) byte = static_cast<unsigned char>(rng.next());
    const std::uint64_t before = hash_bytes(bytes.data(), size);
    int total = 0;
    int least = 64;
    for (std::size_t bit = 0; bit < 8 * size; ++bit) {
      bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1U << (bit % 8)));
      const int changed = differing(before, hash_bytes(bytes.data(), size));
      bytes[bit / 8] = static_cast<unsigned char>(bytes[bit / 8] ^ (1U << (bit % 8)));
      total += changed;
      least = std::min(least, changed);
    }
    const double mean = total / (8.0 * static_cast<double>(size));
    CHECK(mean > 28 && mean < 36);
    CHECK(least >= 10);
  }
  int total = 0;
  for (int bit = 0; bit < 64; ++bit) total += differing(hash_combine(5, 9), hash_combine(5, 9 ^ (1ULL << bit)));
  CHECK(total > 28 * 64 && total < 36 * 64);
}

TEST(core_hashes_of_near_bytes_do_not_collide) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  std::array<unsigned char, 32> bytes{};
  for (std::size_t size = 0; size <= bytes.size(); ++size, ++count) seen.insert(hash_bytes(bytes.data(), size));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (unsigned value = 1; value < 256; ++value, ++count) {
      bytes[i] = static_cast<unsigned char>(value);
      seen.insert(hash_bytes(bytes.data(), bytes.size()));
    }
    bytes[i] = 0;
  }
  CHECK_EQUAL(seen.size(), count);
}

}  // namespace pyboard::tests
