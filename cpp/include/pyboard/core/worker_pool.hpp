// pyboard/core/worker_pool.hpp: threads that wait for work, for loops that are too short to start threads
// for (starting and joining one costs as much as fifty to a hundred steps of a game).
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>
#include <vector>

#include "pyboard/core/error.hpp"

namespace pyboard {

/// Runs loops over [0, size) in pieces, on the calling thread and on the pool's own ones. Which thread takes
/// which piece is not determined; work whose pieces are independent gives the same result for any number of
/// threads. One loop at a time. Survives a fork: the child starts its threads anew.
class PYBOARD_API WorkerPool {
 public:
  WorkerPool() = default;
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;
  ~WorkerPool() { stop(); }

  [[nodiscard]] int threads() const noexcept { return threads_; }
  /// Threads that share a loop, the caller included; they start at the first loop that needs them.
  void set_threads(int threads);

  /// Calls work(first, last) for consecutive pieces of at most `piece` items. Rethrows what a piece throws.
  template <class Work>
  void run(std::size_t size, std::size_t piece, Work&& work) {
    using Callable = std::remove_reference_t<Work>;
    run_pieces(
        size, piece,
        [](void* context, std::size_t first, std::size_t last) { (*static_cast<Callable*>(context))(first, last); },
        std::addressof(work));
  }

 private:
  using Piece = void (*)(void* context, std::size_t first, std::size_t last);

  void run_pieces(std::size_t size, std::size_t piece, Piece work, void* context);
  void start();
  void stop() noexcept;
  void serve(std::uint32_t seen);
  void take_pieces() noexcept;

  int threads_ = 1;
  std::vector<std::thread> workers_;
  int process_ = 0;  // that the workers live in

  // The loop that is being run: constant while a piece of it is open or being worked on.
  std::size_t size_ = 0;
  std::size_t piece_ = 1;
  Piece work_ = nullptr;
  void* context_ = nullptr;

  std::exception_ptr error_;  // the first one of this loop, protected by error_mutex_
  std::mutex error_mutex_;

  std::atomic<std::uint32_t> open_{0};    // pieces that nobody has taken; whoever lowers it may read the loop
  std::atomic<std::uint32_t> left_{0};    // pieces that are not finished
  std::atomic<std::uint32_t> rounds_{0};  // raised once per loop, and to stop
  std::atomic<bool> stopping_{false};
};

}  // namespace pyboard
