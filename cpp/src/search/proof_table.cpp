#include "pyboard/search/proof_table.hpp"

#include <algorithm>

namespace pyboard {

namespace {

constexpr std::size_t kFirstBuckets = 256;
constexpr int kWorkShift = 32;
constexpr std::uint64_t kMaxWork = 0xffffffffU;

std::uint64_t work_of(const std::uint64_t* entry) noexcept { return entry[2] >> kWorkShift; }
bool empty(const std::uint64_t* entry) noexcept { return entry[2] == 0; }  // a stored proof is never `none`

}  // namespace

ProofTable::ProofTable(int values, std::size_t memory) : stride_(static_cast<std::size_t>(3 + values)), limit_{memory} {
  clear();
}

void ProofTable::clear() {
  mask_ = kFirstBuckets - 1;
  used_ = 0;
  words_.assign(kFirstBuckets * kBucket * stride_, 0);
}

ProofTable::Entry ProofTable::find(const ProofKey& key) const noexcept {
  const std::uint64_t* entry = words_.data() + bucket(key.low);
  for (std::size_t i = 0; i < kBucket; ++i, entry += stride_) {
    if (entry[0] == key.low && entry[1] == key.high && !empty(entry)) return Entry(entry);
  }
  return Entry();
}

void ProofTable::store(const ProofKey& key, Proof proof, Action best, std::uint64_t work,
                       std::span<const double> values) {
  const std::size_t room = (mask_ + 1) * kBucket;
  if (used_ > room / 2 && 2 * memory() <= limit_) grow();
  std::uint64_t* chosen = nullptr;
  std::uint64_t* entry = words_.data() + bucket(key.low);
  for (std::size_t i = 0; i < kBucket; ++i, entry += stride_) {
    if (empty(entry) || (entry[0] == key.low && entry[1] == key.high)) {
      chosen = entry;
      break;
    }
    if (chosen == nullptr || work_of(entry) < work_of(chosen)) chosen = entry;
  }
  if (empty(chosen)) ++used_;
  chosen[0] = key.low;
  chosen[1] = key.high;
  chosen[2] =
      static_cast<std::uint64_t>(proof) | (std::uint64_t{best} << 16) | (std::min(work, kMaxWork) << kWorkShift);
  for (std::size_t i = 0; i < values.size(); ++i) chosen[3 + i] = std::bit_cast<std::uint64_t>(values[i]);
}

void ProofTable::grow() {
  std::vector<std::uint64_t> old(2 * words_.size(), 0);
  words_.swap(old);
  mask_ = 2 * mask_ + 1;
  used_ = 0;
  for (std::size_t at = 0; at < old.size(); at += stride_) {
    if (!empty(&old[at])) place(&old[at]);
  }
}

void ProofTable::place(const std::uint64_t* entry) noexcept {
  // A bucket's entries are spread over two buckets of the larger table: there is room.
  std::uint64_t* to = words_.data() + bucket(entry[0]);
  while (!empty(to)) to += stride_;
  std::copy(entry, entry + stride_, to);
  ++used_;
}

}  // namespace pyboard
