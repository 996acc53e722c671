// pyboard/api/history.hpp: the events of a State since its beginning, as a persistent list. Clones share
// all that they have in common, so a clone costs the same at any length.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "pyboard/core/error.hpp"
#include "pyboard/core/event.hpp"

namespace pyboard {

/// A list that is copied in constant time and appended to in place while nobody else has appended at the
/// same spot; otherwise it branches. Copies may be used in different threads.
class PYBOARD_API History {
 public:
  History() noexcept = default;
  History(const History& other) noexcept : chunk_{other.chunk_}, size_{other.size_} { retain(chunk_); }
  History(History&& other) noexcept : chunk_{other.chunk_}, size_{other.size_} {
    other.chunk_ = nullptr;
    other.size_ = 0;
  }
  History& operator=(History other) noexcept {
    std::swap(chunk_, other.chunk_);
    std::swap(size_, other.size_);
    return *this;
  }
  ~History() { release(chunk_); }

  void append(const Event& event);
  [[nodiscard]] std::uint32_t size() const noexcept { return size_; }
  /// All events, oldest first.
  [[nodiscard]] std::vector<Event> events() const;

 private:
  static constexpr std::uint32_t kChunkEvents = 56;
  struct Chunk {
    std::atomic<std::uint32_t> references{1};
    std::atomic<std::uint32_t> used{0};
    std::uint32_t first = 0;  // position of events[0] in the list
    Chunk* parent = nullptr;  // holds the events before `first`
    Event events[kChunkEvents];
  };

  static void retain(Chunk* chunk) noexcept {
    if (chunk != nullptr) chunk->references.fetch_add(1, std::memory_order_relaxed);
  }
  static void release(Chunk* chunk) noexcept;

  Chunk* chunk_ = nullptr;
  std::uint32_t size_ = 0;
};

}  // namespace pyboard
