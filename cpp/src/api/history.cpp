#include "pyboard/api/history.hpp"

#include <algorithm>

namespace pyboard {

void History::append(const Event& event) {
  if (chunk_ != nullptr) {
    const std::uint32_t at = size_ - chunk_->first;
    std::uint32_t expected = at;
    // Only one of the lists that share this chunk may continue in it; the others branch.
    if (at < kChunkEvents && chunk_->used.compare_exchange_strong(expected, at + 1, std::memory_order_acq_rel)) {
      chunk_->events[at] = event;
      ++size_;
      return;
    }
  }
  auto* chunk = new Chunk;
  chunk->first = size_;
  chunk->parent = chunk_;  // takes over our reference
  chunk->used.store(1, std::memory_order_relaxed);
  chunk->events[0] = event;
  chunk_ = chunk;
  ++size_;
}

std::vector<Event> History::events() const {
  std::vector<Event> all(size_);
  std::uint32_t end = size_;
  for (const Chunk* chunk = chunk_; chunk != nullptr && end > 0; chunk = chunk->parent) {
    if (chunk->first >= end) continue;
    std::copy(chunk->events, chunk->events + (end - chunk->first), all.begin() + chunk->first);
    end = chunk->first;
  }
  return all;
}

void History::release(Chunk* chunk) noexcept {
  // A loop, not recursion: histories may be long.
  while (chunk != nullptr && chunk->references.fetch_sub(1, std::memory_order_acq_rel) == 1) {
    Chunk* parent = chunk->parent;
    delete chunk;
    chunk = parent;
  }
}

}  // namespace pyboard
