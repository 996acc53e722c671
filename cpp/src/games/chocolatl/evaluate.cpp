// An estimate of the final places.
#include <cmath>

#include "pyboard/games/chocolatl/rules.hpp"

namespace pyboard::chocolatl {

namespace {

constexpr std::size_t at(int index) noexcept { return static_cast<std::size_t>(index); }

}  // namespace

void Rules::outlook(const State& state, std::span<float> points) const noexcept {
  std::array<int, kMaxSeats> now{}, offerings{};
  final_points(state, now, offerings);
  for (int seat = 0; seat < seats_; ++seat) points[at(seat)] = static_cast<float>(now[at(seat)]);
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    std::array<int, kMaxSeats> order{};
    const std::span<int> all(order.data(), at(seats_));
    places(state, all);
    placing_utilities(all, out);
    return;
  }
  std::array<float, kMaxSeats> points{};
  outlook(state, points);
  const float steep = 0.12F;
  for (int seat = 0; seat < seats_; ++seat) {
    float beaten = 0.0F;
    for (int other = 0; other < seats_; ++other) {
      if (other != seat) beaten += 1.0F / (1.0F + std::exp(steep * (points[at(other)] - points[at(seat)])));
    }
    out[at(seat)] = beaten / static_cast<float>(seats_ - 1);
  }
}

}  // namespace pyboard::chocolatl
