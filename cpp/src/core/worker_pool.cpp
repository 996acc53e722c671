#include "pyboard/core/worker_pool.hpp"

#include <algorithm>

#if defined(_WIN32)
#include <process.h>
#else
#include <unistd.h>
#endif

namespace pyboard {

namespace {

int process_number() noexcept {
#if defined(_WIN32)
  return _getpid();
#else
  return getpid();
#endif
}

}  // namespace

void WorkerPool::set_threads(int threads) {
  if (threads == threads_) return;
  stop();
  threads_ = threads;
}

void WorkerPool::start() {
  if (!workers_.empty() && process_ == process_number()) return;
  stop();
  process_ = process_number();
  stopping_.store(false, std::memory_order_relaxed);
  const std::uint32_t seen = rounds_.load(std::memory_order_relaxed);
  for (int i = 1; i < threads_; ++i) workers_.emplace_back([this, seen] { serve(seen); });
}

void WorkerPool::stop() noexcept {
  if (workers_.empty()) return;
  if (process_ != process_number()) {
    // After a fork these threads live in the parent only; their handles must be neither joined nor destroyed.
    static_cast<void>(new std::vector<std::thread>(std::move(workers_)));
    workers_.clear();
    return;
  }
  stopping_.store(true, std::memory_order_relaxed);
  rounds_.fetch_add(1, std::memory_order_release);
  rounds_.notify_all();
  for (std::thread& worker : workers_) worker.join();
  workers_.clear();
}

void WorkerPool::serve(std::uint32_t seen) {
  for (;;) {
    rounds_.wait(seen, std::memory_order_acquire);
    seen = rounds_.load(std::memory_order_acquire);
    if (stopping_.load(std::memory_order_relaxed)) return;
    take_pieces();
  }
}

void WorkerPool::take_pieces() noexcept {
  for (;;) {
    // A thread that wakes up late finds nothing open, or pieces of a later loop, which are as good.
    std::uint32_t open = open_.load(std::memory_order_relaxed);
    do {
      if (open == 0) return;
    } while (!open_.compare_exchange_weak(open, open - 1, std::memory_order_acquire, std::memory_order_relaxed));
    const std::size_t first = (open - 1) * piece_;
    try {
      work_(context_, first, std::min(first + piece_, size_));
    } catch (...) {
      const std::scoped_lock lock(error_mutex_);
      if (error_ == nullptr) error_ = std::current_exception();
    }
    if (left_.fetch_sub(1, std::memory_order_acq_rel) == 1) left_.notify_one();
  }
}

void WorkerPool::run_pieces(std::size_t size, std::size_t piece, Piece work, void* context) {
  if (threads_ == 1 || size <= piece) {
    if (size > 0) work(context, 0, size);
    return;
  }
  start();
  size_ = size;
  piece_ = piece;
  work_ = work;
  context_ = context;
  error_ = nullptr;
  const auto pieces = static_cast<std::uint32_t>((size + piece - 1) / piece);
  left_.store(pieces, std::memory_order_relaxed);
  open_.store(pieces, std::memory_order_release);
  rounds_.fetch_add(1, std::memory_order_release);
  rounds_.notify_all();
  take_pieces();
  // Only workers in the middle of a piece are waited for, not those that have not woken up yet.
  for (std::uint32_t left = left_.load(std::memory_order_acquire); left != 0;
       left = left_.load(std::memory_order_acquire)) {
    left_.wait(left, std::memory_order_acquire);
  }
  if (error_ != nullptr) std::rethrow_exception(error_);
}

}  // namespace pyboard
