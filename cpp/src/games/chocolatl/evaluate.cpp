// An estimate of the final places: what each seat can expect of the locations still to come in this round, by the
// cards that lie there and those that may, of later rounds, and of the final scoring.
#include <algorithm>
#include <cmath>

#include "pyboard/core/exponential.hpp"
#include "pyboard/core/narrow.hpp"
#include "pyboard/games/chocolatl/rules.hpp"

namespace pyboard::chocolatl {

namespace {

// Fitted to the places in 1100 games of searching players, three to five at a table (least squares over positions).
constexpr float kRoundGain = 3.96F;      // of all seats: the leader's points in a round are about a share of this
constexpr float kPipWorth = 0.292F;      // points of one more pip of strength in a whole round
constexpr float kHutPlaces = 5.2F;       // pips of a hut in a round, less one at the village
constexpr float kDieWorth = 10.2F;       // beside its pips at the end: it may win a location
constexpr float kCubeWorth = 3.06F;      // a point, and its part in majorities
constexpr float kKingWorth = 3.09F;      // ties of the round
constexpr float kOmenWorth = 11.3F;      // of taking it: the bids until it goes on
constexpr float kOmenHeld = 0.000134F;   // of what is left of that
constexpr float kCardDeviation = 6.18F;  // of a card that is not there yet
constexpr float kDieDeviation = 1.43F;   // of a total, for each die that may be thrown
constexpr float kLeastDeviation = 1.24F;
constexpr float kRoundDeviation = 6.57F;  // of the points of a seat in one round
constexpr float kEndDeviation = 1.41F;

/// exp(x / softness) in every lane.
template <class Lanes>
void soften(Lanes& lanes, float softness) noexcept {
  const float scale = 1.0F / softness;
  for (float& x : lanes) x = exp_of(x * scale);
}

/// A cheap distribution function of x / sqrt(variance).
float share(float x, float variance) noexcept { return 0.5F + 0.5F * x / std::sqrt(1.6F * variance + x * x); }

}  // namespace

/// Chances of each rank: how many of the others come before a seat, each independently of the rest.
Rules::Ranks Rules::rank_chances(const BySeat& mean, const BySeat& variance) const noexcept {
  // Not cleared: that would take a third of the time, and no more is read than is written.
  Ranks ranks;
  std::array<BySeat, kMaxSeats> before;
  for (int a = 0; a < seats_; ++a) {
    for (int b = 0; b < a; ++b) {
      for (std::size_t i = 0; i < kLanes; ++i) {
        const float behind =
            share(mean[at(b)][i] - mean[at(a)][i], variance[at(a)][i] + variance[at(b)][i]);  // b before a
        before[at(a)][at(b)][i] = behind;
        before[at(b)][at(a)][i] = 1.0F - behind;
      }
    }
  }
  for (int seat = 0; seat < seats_; ++seat) {
    auto& chance = ranks[at(seat)];
    chance[0].fill(1.0F);
    int others = 0;
    for (int other = 0; other < seats_; ++other) {
      if (other == seat) continue;
      const Lanes& p = before[at(seat)][at(other)];
      for (std::size_t i = 0; i < kLanes; ++i) chance[at(others + 1)][i] = chance[at(others)][i] * p[i];
      for (int rank = others; rank > 0; --rank) {
        for (std::size_t i = 0; i < kLanes; ++i)
          chance[at(rank)][i] = chance[at(rank)][i] * (1.0F - p[i]) + chance[at(rank - 1)][i] * p[i];
      }
      ++others;
      for (std::size_t i = 0; i < kLanes; ++i) chance[0][i] *= 1.0F - p[i];
    }
  }
  return ranks;
}

/// Expected points of each seat at the end, and how far they may still be off.
float Rules::outlook(const State& state, std::span<float> points) const noexcept {
  const Phase phase = state.phase;
  const auto seats = at(seats_);
  const bool final = phase >= Phase::offer_last;

  // What a seat owns.
  std::array<float, kMaxSeats> strength{}, track{};
  std::array<int, kMaxSeats> highest{}, lowest{}, missing_sum{};
  Lanes offered{};
  float lead = 0.0F;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const Player& player = state.players[seat];
    const Word values = player.hand.values();
    const int hand = player.hand.sum();
    int sum = hand, high = values == 0 ? 0 : bits::highest(values),
        low = values == 0 ? kMaxValue : bits::lowest(values);
    for (const std::uint8_t card : player.placed) {
      if (card == 0) continue;
      sum += card - 1;
      high = std::max(high, card - 1);
      low = std::min(low, card - 1);
    }
    missing_sum[seat] = hand;
    highest[seat] = high;
    lowest[seat] = low;
    strength[seat] = static_cast<float>(sum) + kHutPlaces * static_cast<float>(player.huts);
    track[seat] = static_cast<float>(player.score);
    lead = std::max(lead, track[seat]);
  }

  // Rounds after this one.
  const int first_open = !in_round(phase) ? (phase < Phase::bid ? 0 : kLocations)
                         : is_evaluation(phase) || (phase == Phase::bid && state.mode == kOneByOne) ||
                                 (phase == Phase::card2 && options_.wave_by_location)
                             ? state.location
                             : 0;
  const float ahead = static_cast<float>(kLocations - first_open) / kLocations;  // of this round
  const float gain = kRoundGain / static_cast<float>(seats_);
  const auto left = static_cast<float>(tables_.max_rounds - state.round);
  const float to_go = (static_cast<float>(tables_.end_score) - lead) / gain - ahead;
  const float rounds = final ? 0.0F : std::clamp(to_go + 0.35F, 0.0F, left);
  const float ends = final ? 1.0F : left == 0.0F ? 1.0F : std::clamp(0.9F - to_go, 0.0F, 1.0F);
  const float pip = kPipWorth * rounds;
  const float die = final ? 3.5F : 3.5F + (kDieWorth - 3.5F) * std::min(1.0F, rounds + ahead);
  const float hut = kHutPlaces * pip;
  const float cube = static_cast<float>(tables_.final_temple_cube) + (kCubeWorth - 1.0F);

  float mean_strength = 0.0F;
  for (std::size_t seat = 0; seat < seats; ++seat) mean_strength += strength[seat] / static_cast<float>(seats_);
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const Player& player = state.players[seat];
    points[seat] = track[seat] + pip * (strength[seat] - mean_strength) + die * static_cast<float>(player.dice) +
                   static_cast<float>(player.final) +
                   static_cast<float>(tables_.final_temple_cube * player.temple_cubes());
    // The highest card is what a seat will offer.
    const int last = player.last == 0 ? highest[seat] : player.last == Player::kNothing ? 0 : player.last - 1;
    offered[seat] = static_cast<float>(std::max(player.first - 1, 0) + last);
    points[seat] += offered[seat];
    const bool king = state.king == static_cast<int>(seat) + 1, omen = state.omen == static_cast<int>(seat) + 1;
    if (king && phase >= Phase::bid) {  // before the bids he gives it back
      points[seat] += ends * static_cast<float>(tables_.final_king_points) + ahead * kKingWorth;
    }
    if (omen) {
      const bool settled = in_round(phase) ? first_open > 0 : phase > Phase::temple;  // this round's holder
      points[seat] +=
          settled ? ends * static_cast<float>(tables_.final_omen_points) - (1.0F - ends) * kOmenHeld : -kOmenHeld;
    }
  }

  // Majorities, softly while cards and cubes can still come. Every lane is computed, of the seats there are some used.
  const auto sum_of = [&](const Lanes& lanes) {
    float total = 0.0F;
    for (std::size_t seat = 0; seat < seats; ++seat) total += lanes[seat];
    return total;
  };
  const auto majority = [&](Lanes counts, float reward, float softness) {
    const float most = *std::max_element(counts.begin(), counts.end());
    for (float& count : counts) count -= most;
    soften(counts, softness);
    const float whole = final ? reward : reward / sum_of(counts);
    for (std::size_t seat = 0; seat < seats; ++seat) points[seat] += whole * counts[seat];
  };
  Lanes cubes{};
  for (std::size_t seat = 0; seat < seats; ++seat) cubes[seat] = static_cast<float>(state.players[seat].temple_cubes());
  const float later = rounds + ahead;
  majority(offered, static_cast<float>(tables_.final_offering_majority), final ? 0.3F : 1.0F + 0.8F * later);
  majority(cubes, static_cast<float>(tables_.final_temple_majority), final ? 0.3F : 0.5F + 0.5F * later);
  if (final) return kEndDeviation;

  // Layers that will be finished.
  for (int layer = 0; layer < kLayers; ++layer) {
    int stand = 0;
    for (std::size_t seat = 0; seat < seats; ++seat) stand += state.players[seat].temple[at(layer)];
    const int spaces = tables_.layer[at(layer)].spaces;
    if (stand == 0 || stand == spaces) continue;
    const auto free = static_cast<float>(spaces - stand);
    const float chance = std::min(1.0F, 2.0F * later / free);
    Lanes weight{};
    for (std::size_t seat = 0; seat < seats; ++seat)
      weight[seat] = static_cast<float>(state.players[seat].temple[at(layer)]);
    soften(weight, 0.25F + 0.4F * free);
    const float whole = chance * static_cast<float>(tables_.layer[at(layer)].points) / sum_of(weight);
    for (std::size_t seat = 0; seat < seats; ++seat) points[seat] += whole * weight[seat];
  }

  // What an award card is worth to a seat: strength, and a better last offering.
  const auto exchange = [&](std::size_t seat, int value) {
    return pip * static_cast<float>(std::max(value - lowest[seat], 0)) +
           static_cast<float>(std::max(value - highest[seat], 0));
  };
  if (phase == Phase::swap_big) {
    points[state.active] += exchange(state.active, state.big - 1);
    points[at(state.second - 1)] += exchange(at(state.second - 1), state.small - 1);
  } else if (phase == Phase::swap_small) {
    points[state.active] += exchange(state.active, state.small - 1);
  }

  const float deviation =
      std::sqrt(kEndDeviation * kEndDeviation + kRoundDeviation * kRoundDeviation * (rounds + 0.6F * ahead));
  if (first_open == kLocations) return deviation;

  // Strength at the locations, and how sure it is; of use where they are still to be evaluated.
  BySeat mean, variance;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    const Player& player = state.players[seat];
    const bool omen = state.omen == static_cast<int>(seat) + 1;
    Lanes known{}, missing{};
    for (std::size_t location = 0; location < at(kLocations); ++location) {
      const auto& place = tables_.place[location];
      const int a = player.placed[location * kPair], b = player.placed[location * kPair + 1];
      known[location] = static_cast<float>(std::max(a - 1, 0) + std::max(b - 1, 0) + place.hut * player.huts +
                                           (omen ? place.omen : 0));
      missing[location] = static_cast<float>((a == 0 ? 1 : 0) + (b == 0 ? 1 : 0));
    }
    if (state.location < kLocations) known[state.location] += static_cast<float>(player.pips);
    // The chain of ties, where only it decides.
    if (state.king == static_cast<int>(seat) + 1) {
      for (std::size_t location = kProphecy + 1; location < at(kLocations); ++location) known[location] += 0.5F;
    }
    const int cards = player.hand.total();
    const float average = cards == 0 ? 0.0F : static_cast<float>(missing_sum[seat]) / static_cast<float>(cards);
    const float all =
        0.05F * static_cast<float>(player.dice) - 0.004F * track[seat] + 0.001F * static_cast<float>(player.height);
    const float sure = kLeastDeviation * kLeastDeviation / 2 +
                       kDieDeviation * kDieDeviation * static_cast<float>(std::min<int>(player.dice, 2)) * 0.5F;
    const float unsure = kCardDeviation * kCardDeviation * (cards > 2 ? 1.0F : 0.3F);
    for (std::size_t i = 0; i < kLanes; ++i) {
      mean[seat][i] = known[i] + missing[i] * average + all;
      variance[seat][i] = sure + missing[i] * unsure;
    }
  }
  const Ranks ranks = rank_chances(mean, variance);

  std::array<Lanes, kMaxSeats> prizes{};  // by rank
  const auto last = at(seats_ - 1);
  for (int location = first_open; location < kLocations; ++location) {
    const auto prize = [&](std::size_t rank) -> float& { return prizes[rank][at(location)]; };
    if (phase == Phase::village && location == kVillage) {
      points[state.active] += std::max(die, hut);
      points[at(state.second - 1)] += std::min(die, hut);
      continue;
    }
    if (phase == Phase::temple && location == kCholula) {
      points[state.active] += cube;
      points[at(state.second - 1)] += cube;
      continue;
    }
    switch (static_cast<Location>(location)) {
      case kProphecy:
        prize(0) =
            static_cast<float>(tables_.king_points) + kKingWorth + ends * static_cast<float>(tables_.final_king_points);
        prize(last) -= kOmenWorth - ends * static_cast<float>(tables_.final_omen_points);
        break;
      case kField: {
        static constexpr std::array<float, kHarvestDice> kUsual = {4.96F, 3.5F, 2.04F};
        const bool rolled = phase > Phase::harvest;
        for (std::size_t i = 0; i < kHarvestDice; ++i)
          prize(i) = rolled ? static_cast<float>(state.harvest[i]) : kUsual[i];
        break;
      }
      case kVillage:
        prize(0) = std::max(die, hut);
        prize(1) = std::min(die, hut);
        break;
      case kCholula: {
        prize(0) = 1.5F * cube;
        prize(1) = 0.5F * cube;
        break;
      }
      case kKitchen: {
        const auto& row = tables_.kitchen[at(state.round - 1)];
        prize(0) = static_cast<float>(row.first);
        prize(1) = static_cast<float>(row.second);
        prize(last) += static_cast<float>(tables_.kitchen_last_points);
        break;
      }
      case kBallcourt:
        break;
    }
  }
  const bool cards = state.round <= award_rounds_;
  for (std::size_t seat = 0; seat < seats; ++seat) {
    Lanes sums{};
    for (std::size_t rank = 0; rank < seats; ++rank) {
      for (std::size_t i = 0; i < kLanes; ++i) sums[i] += ranks[seat][rank][i] * prizes[rank][i];
    }
    for (const float sum : sums) points[seat] += sum;
    const float first = !cards           ? static_cast<float>(tables_.award_first)
                        : state.big == 0 ? 6.0F * pip
                                         : exchange(seat, state.big - 1);
    const float second = !cards             ? static_cast<float>(tables_.award_second)
                         : state.small == 0 ? 4.0F * pip
                                            : exchange(seat, state.small - 1);
    points[seat] += ranks[seat][0][kBallcourt] * first + ranks[seat][1][kBallcourt] * second;
  }
  return deviation;
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
  const float deviation = outlook(state, points);
  for (int seat = 0; seat < seats_; ++seat) out[at(seat)] = 0.0F;
  const float each = 1.0F / static_cast<float>(seats_ - 1);
  for (int a = 0; a < seats_; ++a) {
    for (int b = 0; b < a; ++b) {
      const float ahead = share(points[at(a)] - points[at(b)], deviation * deviation);
      out[at(a)] += each * ahead;
      out[at(b)] += each * (1.0F - ahead);
    }
  }
}

}  // namespace pyboard::chocolatl
