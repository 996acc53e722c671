// What a program is doing when a timer signal looks now and then: it says so in `current_part`.
#pragma once

#include <array>
#include <csignal>
#include <cstddef>
#include <signal.h>
#include <sys/time.h>

namespace pyboard::bench {

inline constexpr std::size_t kMostParts = 8;

inline volatile std::sig_atomic_t current_part = 0;
inline std::array<volatile std::sig_atomic_t, kMostParts> part_samples{};

inline void take_sample(int /*signal*/) {
  const auto part = static_cast<std::size_t>(current_part);
  part_samples[part] = part_samples[part] + 1;
}
inline void sample_on_signal() {
  struct sigaction action = {};
  action.sa_handler = &take_sample;
  action.sa_flags = SA_RESTART;
  sigaction(SIGPROF, &action, nullptr);
}

/// Looks after so much processor time each; 0: no more.
inline void sample_every(int microseconds) {
  itimerval timer{};
  timer.it_interval.tv_usec = timer.it_value.tv_usec = microseconds;
  setitimer(ITIMER_PROF, &timer, nullptr);
}
inline void clear_samples() {
  for (auto& count : part_samples) count = 0;
}
[[nodiscard]] inline int count_samples() {
  int all = 0;
  for (const auto& count : part_samples) all += count;
  return all;
}

}  // namespace pyboard::bench
