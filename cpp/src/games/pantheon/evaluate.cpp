// An estimate of the final placing: expected final points per seat, turned into the share of seats beaten.
#include <algorithm>
#include <cmath>

#include "pyboard/games/pantheon/rules.hpp"

namespace pyboard::pantheon {

namespace {

constexpr std::size_t at(int index) noexcept { return static_cast<std::size_t>(index); }

}  // namespace

float Rules::expected_points(const State& state, int seat) const noexcept {
  const Player& player = state.player(seat);
  return static_cast<float>(player.score + scoring_points(player));
}

void Rules::evaluate(const State& state, std::span<float> out) const noexcept {
  if (state.phase == Phase::over) {
    std::array<int, kMaxSeats> ranks{};
    const auto places_of = std::span(ranks).first(at(seats_));
    places(state, places_of);
    placing_utilities(places_of, out);
    return;
  }
  std::array<float, kMaxSeats> points{};
  for (int seat = 0; seat < seats_; ++seat) points[at(seat)] = expected_points(state, seat);
  for (int seat = 0; seat < seats_; ++seat) {
    float share = 0.0F;
    for (int other = 0; other < seats_; ++other) {
      if (other != seat) share += 1.0F / (1.0F + std::exp((points[at(other)] - points[at(seat)]) / 20.0F));
    }
    out[at(seat)] = share / static_cast<float>(seats_ - 1);
  }
}

}  // namespace pyboard::pantheon
