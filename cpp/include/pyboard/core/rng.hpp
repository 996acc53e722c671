// pyboard/core/rng.hpp: the random generator of the project: xoshiro256++ seeded by splitmix64
// (Blackman and Vigna, 2018), bounded draws by Lemire's method (2019). The same numbers on every
// platform; tests hold the published vectors. The standard library's distributions differ between
// implementations and are never used.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace pyboard {

/// One step of splitmix64: advances the state and returns the next number.
constexpr std::uint64_t splitmix64(std::uint64_t& state) noexcept {
  state += 0x9e3779b97f4a7c15ULL;
  std::uint64_t z = state;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
  return z ^ (z >> 31);
}

/// A seed for stream number `stream` of the family `seed`; streams are independent for all purposes here.
[[nodiscard]] constexpr std::uint64_t stream_seed(std::uint64_t seed, std::uint64_t stream) noexcept {
  std::uint64_t state = seed;
  state = splitmix64(state) ^ (stream * 0xd1342543de82ef95ULL);
  return splitmix64(state);
}

/// xoshiro256++ with the draws that games and searches need.
class Rng {
 public:
  using Words = std::array<std::uint64_t, 4>;

  constexpr explicit Rng(std::uint64_t seed) noexcept : words_{} {
    for (std::uint64_t& word : words_) word = splitmix64(seed);
  }
  constexpr explicit Rng(const Words& words) noexcept : words_{words} {}

  constexpr std::uint64_t next() noexcept {
    const std::uint64_t result = std::rotl(words_[0] + words_[3], 23) + words_[0];
    const std::uint64_t shifted = words_[1] << 17;
    words_[2] ^= words_[0];
    words_[3] ^= words_[1];
    words_[1] ^= words_[2];
    words_[0] ^= words_[3];
    words_[2] ^= shifted;
    words_[3] = std::rotl(words_[3], 45);
    return result;
  }
  /// Uniform in [0, bound); bound ≥ 1.
  constexpr std::uint32_t below(std::uint32_t bound) noexcept {
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) {
      const std::uint32_t threshold = (0U - bound) % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }
  /// Uniform in [0, 1) with 53 random bits.
  constexpr double uniform() noexcept { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  [[nodiscard]] constexpr const Words& words() const noexcept { return words_; }

 private:
  Words words_;
};

}  // namespace pyboard
