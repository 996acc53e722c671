// A cheap estimate of the final placing (design: cut-off playouts, greedy agents, move priors).
#include <algorithm>
#include <cmath>

#include "pyboard/games/cuba/rules.hpp"

namespace pyboard::cuba {

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    std::array<int, kMaxSeats> place{};
    places(state, place);
    placing_utilities(std::span<const int>(place).first(static_cast<std::size_t>(seats_)), out);
    return;
  }
  std::array<float, kMaxSeats> points{};
  for (int seat = 0; seat < seats_; ++seat)
    points[static_cast<std::size_t>(seat)] = static_cast<float>(final_points(state, seat));
  for (int seat = 0; seat < seats_; ++seat) {
    float sum = 0;
    for (int other = 0; other < seats_; ++other) {
      if (other == seat) continue;
      const float lead = points[static_cast<std::size_t>(seat)] - points[static_cast<std::size_t>(other)];
      sum += 1.0F / (1.0F + std::exp(-lead / 8.0F));
    }
    out[static_cast<std::size_t>(seat)] = sum / static_cast<float>(seats_ - 1);
  }
}

}  // namespace pyboard::cuba
