// pyboard/search/proof_table.hpp: what is known for certain of positions, by 128 bits of hash of their bytes.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "pyboard/core/event.hpp"

namespace pyboard {

/// Two independent hashes: with one of 64 bits a wrong proof would be conceivable in a long search.
struct ProofKey {
  std::uint64_t low;
  std::uint64_t high;
  bool operator==(const ProofKey&) const noexcept = default;
};

/// What a stored value says about the true one.
enum class Proof : std::uint8_t { none, exact, at_least, at_most };

/// Buckets of four entries; the one that was the least work gives way. Grows up to its share of memory.
class ProofTable {
 public:
  /// `values`: numbers per entry. `memory`: bytes that it may grow to.
  ProofTable(int values, std::size_t memory);

  class Entry {
   public:
    explicit Entry(const std::uint64_t* words = nullptr) noexcept : words_{words} {}
    [[nodiscard]] explicit operator bool() const noexcept { return words_ != nullptr; }
    [[nodiscard]] Proof proof() const noexcept { return static_cast<Proof>(words_[2] & 0xffU); }
    [[nodiscard]] Action best() const noexcept { return static_cast<Action>(words_[2] >> 16); }
    [[nodiscard]] double value(std::size_t i) const noexcept { return std::bit_cast<double>(words_[3 + i]); }

   private:
    const std::uint64_t* words_;
  };

  [[nodiscard]] Entry find(const ProofKey& key) const noexcept;
  /// `work`: positions that were looked at for it.
  void store(const ProofKey& key, Proof proof, Action best, std::uint64_t work, std::span<const double> values);
  void clear();
  [[nodiscard]] std::size_t memory() const noexcept { return words_.size() * sizeof(std::uint64_t); }

 private:
  static constexpr std::size_t kBucket = 4;

  [[nodiscard]] std::size_t bucket(std::uint64_t low) const noexcept { return (low & mask_) * kBucket * stride_; }
  void grow();
  void place(const std::uint64_t* entry) noexcept;

  std::size_t stride_;  // words per entry: key, facts, values
  std::size_t limit_;
  std::size_t mask_ = 0;  // buckets - 1
  std::size_t used_ = 0;
  std::vector<std::uint64_t> words_;
};

}  // namespace pyboard
