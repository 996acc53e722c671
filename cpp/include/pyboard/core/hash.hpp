// pyboard/core/hash.hpp: 64-bit hashes of state bytes and of sequences of labels.
// A multiply-and-fold mixer over 16 bytes at a time; not meant against adversaries.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace pyboard {

static_assert(std::endian::native == std::endian::little,
              "state bytes and hashes are defined for little-endian machines");

namespace detail {
[[nodiscard]] inline std::uint64_t fold_multiply(std::uint64_t a, std::uint64_t b) noexcept {
#if defined(__SIZEOF_INT128__)
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(a) * b;
  return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
#else
  const std::uint64_t a_low = a & 0xffffffffULL, a_high = a >> 32, b_low = b & 0xffffffffULL, b_high = b >> 32;
  const std::uint64_t low = a_low * b_low, middle1 = a_high * b_low, middle2 = a_low * b_high;
  const std::uint64_t carry = (low >> 32) + (middle1 & 0xffffffffULL) + (middle2 & 0xffffffffULL);
  const std::uint64_t high = a_high * b_high + (middle1 >> 32) + (middle2 >> 32) + (carry >> 32);
  return (a * b) ^ high;
#endif
}
}  // namespace detail

/// Extends a running hash by one number; order matters.
[[nodiscard]] inline std::uint64_t hash_combine(std::uint64_t hash, std::uint64_t value) noexcept {
  return detail::fold_multiply(hash ^ 0xa0761d6478bd642fULL, value ^ 0xe7037ed1a0b428dbULL) + hash;
}

/// Hash of `size` bytes.
[[nodiscard]] inline std::uint64_t hash_bytes(const void* data, std::size_t size, std::uint64_t seed = 0) noexcept {
  const auto* bytes = static_cast<const unsigned char*>(data);
  std::uint64_t hash = seed ^ (size * 0x8ebc6af09c88c6e3ULL);
  std::uint64_t pair[2];
  constexpr std::size_t kStep = sizeof pair;
  for (; size >= kStep; size -= kStep, bytes += kStep) {
    std::memcpy(pair, bytes, kStep);
    hash = detail::fold_multiply(pair[0] ^ 0xa0761d6478bd642fULL, pair[1] ^ hash) ^ 0x589965cc75374cc3ULL;
  }
  pair[0] = pair[1] = 0;
  if (size > 0) std::memcpy(pair, bytes, size);
  hash = detail::fold_multiply(pair[0] ^ 0xe7037ed1a0b428dbULL, pair[1] ^ hash);
  return detail::fold_multiply(hash ^ 0x1d8e4e27c47d124fULL, 0xeb44accab455d165ULL);
}

}  // namespace pyboard
