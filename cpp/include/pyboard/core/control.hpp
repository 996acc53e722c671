// pyboard/core/control.hpp: how long work is interrupted. Loops call stop() every few thousand steps; the
// caller decides what stopping means (Ctrl-C, a time budget, another thread).
#pragma once

#include <chrono>

namespace pyboard {

/// Asks its owner whether to stop, at most every 20 ms and only from the thread that made it.
class Control {
 public:
  using Callback = bool (*)(void* context);

  Control() = default;
  Control(Callback callback, void* context) : callback_{callback}, context_{context} {}

  /// True if the work should end now; keeps saying so once it has.
  [[nodiscard]] bool stop() {
    if (stopped_ || callback_ == nullptr) return stopped_;
    const auto now = std::chrono::steady_clock::now();
    if (now - last_ < std::chrono::milliseconds(20)) return false;
    last_ = now;
    stopped_ = callback_(context_);
    return stopped_;
  }
  [[nodiscard]] bool stopped() const noexcept { return stopped_; }

 private:
  Callback callback_ = nullptr;
  void* context_ = nullptr;
  bool stopped_ = false;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

}  // namespace pyboard
