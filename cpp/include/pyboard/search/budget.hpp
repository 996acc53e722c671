// pyboard/search/budget.hpp: how long a search may go on, and the meter that watches it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <limits>

#include "pyboard/core/control.hpp"

namespace pyboard {

/// Visits are counted in 31 bits.
inline constexpr std::int64_t kMaxIterations = 0x7fffffff;

/// Iterations that several threads take in portions, each as fast as it is.
class IterationPool {
 public:
  explicit IterationPool(std::int64_t iterations) noexcept : all_{iterations}, left_{iterations} {}

  /// How many more a thread may make, `most` at most.
  [[nodiscard]] std::int64_t take(std::int64_t most) noexcept {
    return std::clamp<std::int64_t>(left_.fetch_sub(most, std::memory_order_relaxed), 0, most);
  }
  [[nodiscard]] std::int64_t taken() const noexcept {
    return all_ - std::max<std::int64_t>(left_.load(std::memory_order_relaxed), 0);
  }

 private:
  std::int64_t all_;
  std::atomic<std::int64_t> left_;
};

struct Budget {
  std::int64_t iterations = kMaxIterations;
  double seconds = std::numeric_limits<double>::infinity();
  std::int64_t nodes = std::numeric_limits<std::int64_t>::max();  // positions of a tree
  IterationPool* pool = nullptr;                                  // more iterations, once those above are made
  std::int64_t* done = nullptr;  // told how many iterations there were whenever the clock is read
};

/// Counts iterations. The clock is read about once a millisecond: a reading costs as much as a short playout.
class Meter {
 public:
  using Clock = std::chrono::steady_clock;

  Meter(const Budget& budget, Control& control)
      : budget_{budget},
        control_{&control},
        start_{Clock::now()},
        last_{start_},
        next_reading_{stride_},
        next_check_{std::min<std::int64_t>(budget.iterations, stride_)} {}

  /// True if there is budget for one more iteration, which is then counted.
  [[nodiscard]] bool next() {
    if (due() && !check()) return false;
    ++done_;
    return true;
  }
  /// True if next() is going to look at more than a number.
  [[nodiscard]] bool due() const noexcept { return done_ >= next_check_; }
  /// Looks at the clock and the caller's wishes now: true if the search must end.
  [[nodiscard]] bool over() { return seconds() >= budget_.seconds || control_->stop(); }
  [[nodiscard]] std::int64_t done() const noexcept { return done_; }
  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }
  [[nodiscard]] bool interrupted() const noexcept { return control_->stopped(); }

 private:
  bool check() {
    if (done_ >= budget_.iterations && !take_more()) return false;
    if (done_ < next_reading_) {
      next_check_ = std::min(next_reading_, budget_.iterations);
      return true;
    }
    const Clock::time_point now = Clock::now();
    if (budget_.done != nullptr) *budget_.done = budget_.pool == nullptr ? done_ : budget_.pool->taken();
    if (std::chrono::duration<double>(now - start_).count() >= budget_.seconds || control_->stop()) return false;
    const auto since = now - last_;
    if (since < std::chrono::microseconds(500)) stride_ *= 2;
    if (since > std::chrono::milliseconds(2) && stride_ > 1) stride_ /= 2;
    last_ = now;
    next_reading_ = done_ + stride_;
    next_check_ = std::min(next_reading_, budget_.iterations);
    return true;
  }
  bool take_more() noexcept {
    if (budget_.pool == nullptr) return false;
    // So few that threads end within a fraction of a millisecond of each other.
    constexpr std::int64_t kLargest = 64;
    const std::int64_t more = budget_.pool->take(std::clamp<std::int64_t>(stride_ / 8, 1, kLargest));
    budget_.iterations += more;
    return more > 0;
  }

  Budget budget_;
  Control* control_;
  Clock::time_point start_;
  Clock::time_point last_;
  std::int64_t done_ = 0;
  std::int64_t stride_ = 1;
  std::int64_t next_reading_;  // of the clock
  std::int64_t next_check_;
};

}  // namespace pyboard
