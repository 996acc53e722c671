// The observation tensor: what lies open, per seat from the viewer on, and what of the cards a seat knows.
#include "pyboard/core/narrow.hpp"
#include "pyboard/core/plane_writer.hpp"
#include "pyboard/games/chocolatl/rules.hpp"

namespace pyboard::chocolatl {

namespace {

constexpr float kScoreScale = 1.0F / 40.0F;
constexpr float kFinalScale = 1.0F / 80.0F;
constexpr float kTotalScale = 1.0F / 32.0F;
constexpr int kSeatNumbers = 13;
constexpr int kCardNumbers = 3;

}  // namespace

std::vector<Plane> Rules::layout() const {
  return {
      {"phase",
       {kPhases},
       "stack, offer_first, harvest, big, small, bid, card1, card2, dice, bonus, village, temple, swap_big, "
       "swap_small, offer_last, final_dice, over"},
      {"round", {tables_.max_rounds}, "1 for the round"},
      {"mode", {kModes}, "while cards lie on the locations: all_at_once, one_by_one, two_waves"},
      {"location", {kLocations}, "1 for the location of the package or of the evaluation"},
      {"seats",
       {seats_, kSeatNumbers},
       "per seat from the viewer on: score / 40, huts / rounds, dice / rounds, cubes / all, pips rolled here / 32, "
       "place in the stack / seats, king, omen, decides or rolls, is the 2nd, has passed, points so far in the final "
       "scoring without hidden offerings / 80, sum of the cards that are not shown / 80"},
      {"temple", {seats_, kLayers}, "per seat from the viewer on: cubes in each layer / its spaces"},
      {"layers", {kLayers}, "free spaces of each layer / its spaces"},
      {"unseen",
       {seats_, values_},
       "per seat from the viewer on: cards of each value that the others cannot place (hand, sealed cards, unknown "
       "offering) / 3"},
      {"hand", {values_}, "the viewer's cards in hand of each value / 3"},
      {"placed",
       {seats_, kLocations, 2, kCardNumbers},
       "per seat from the viewer on, location and card: 1 if one lies there, 1 if the viewer sees it, its value / 16"},
      {"totals", {seats_, kLocations}, "per seat from the viewer on: total of what the viewer sees / 32 (CH-40)"},
      {"first_offering", {seats_, 2}, "per seat from the viewer on: 1 if the viewer knows it, its value / 16"},
      {"last_offering", {seats_, 3}, "likewise, and 1 if one was made"},
      {"harvest", {kHarvestDice}, "white dice, largest first / 6"},
      {"kitchen", {2}, "points of the first and the second in this round / 12"},
      {"open_awards", {2, values_}, "the open big and small card"},
      {"awards_left", {2, values_}, "big and small cards not yet drawn / 6"},
      {"rolls", {1}, "dice that are being rolled / rounds"},
  };
}

void Rules::observe(const State& state, int viewer, std::span<float> out) const noexcept {
  PlaneWriter writer(out);
  const auto seat_at = [&](int place) { return (viewer + place) % seats_; };
  const Opened open = opened(state);
  const bool known = offerings_known(state);
  const bool active = state.phase != Phase::stack && state.phase != Phase::harvest && state.phase != Phase::big &&
                      state.phase != Phase::small && state.phase != Phase::over;
  const auto sees_last = [&](int seat) { return seat == viewer || state.phase != Phase::offer_last; };

  writer.add_one_hot(static_cast<int>(state.phase), kPhases);
  writer.add_one_hot(state.round - 1, tables_.max_rounds);
  writer.add_one_hot(in_round(state.phase) ? state.mode : -1, kModes);
  writer.add_one_hot(in_round(state.phase) ? state.location : -1, kLocations);

  // Points of what the viewer knows.
  State seen = state;
  for (int seat = 0; seat < seats_; ++seat) {
    Player& player = seen.player(seat);
    player.first = seat == viewer || known ? player.first : std::uint8_t{0};
    player.last = sees_last(seat) ? player.last : std::uint8_t{0};
  }
  std::array<int, kMaxSeats> points{}, offerings{};
  final_points(seen, points, offerings);
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place);
    const Player& player = state.player(seat);
    writer.add_scaled(player.score, kScoreScale);
    writer.add_ratio(player.huts, tables_.max_rounds);
    writer.add_ratio(player.dice, tables_.max_rounds);
    writer.add_ratio(player.cubes, tables_.cubes);
    writer.add_scaled(player.pips, kTotalScale);
    writer.add_ratio(state.phase == Phase::stack ? 0 : player.height + 1, seats_);
    writer.add_flag(state.king == seat + 1);
    writer.add_flag(state.omen == seat + 1);
    writer.add_flag(active && state.active == seat);
    writer.add_flag(state.second == seat + 1);
    writer.add_flag(bits::test(state.passed, seat));
    writer.add_scaled(points[at(seat)], kFinalScale);
    writer.add_scaled(unseen(state, seat).sum(), kFinalScale);
  }
  for (int place = 0; place < seats_; ++place) {
    for (int layer = 0; layer < kLayers; ++layer)
      writer.add_ratio(state.player(seat_at(place)).temple[at(layer)], tables_.layer[at(layer)].spaces);
  }
  for (int layer = 0; layer < kLayers; ++layer)
    writer.add_ratio(free_spaces(state, layer), tables_.layer[at(layer)].spaces);
  const auto add_cards = [&](const Cards& cards) {
    for (int value = 0; value < values_; ++value) writer.add_ratio(cards.get(value), 3);
  };
  for (int place = 0; place < seats_; ++place) add_cards(unseen(state, seat_at(place)));
  add_cards(state.player(viewer).hand);
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place);
    const Player& player = state.player(seat);
    for (int slot = 0; slot < kHand; ++slot) {
      const int card = player.placed[at(slot)];
      const bool sees = card != 0 && (seat == viewer || !is_sealed(player, open, slot));
      writer.add_flag(card != 0);
      writer.add_flag(sees);
      writer.add_ratio(sees ? card - 1 : 0, 16);
    }
  }
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place);
    Player player = state.player(seat);
    for (int slot = 0; slot < kHand; ++slot) {
      // A card that is not there, or not seen, counts as 0.
      if (player.placed[at(slot)] == 0 || (seat != viewer && is_sealed(state.player(seat), open, slot)))
        player.placed[at(slot)] = 1;
    }
    for (int location = 0; location < kLocations; ++location) {
      const bool here = in_round(state.phase) && location == state.location;
      writer.add_scaled(total(state, player, seat, location) - (here ? 0 : player.pips), kTotalScale);
    }
  }
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place), first = state.player(seat).first;
    const bool sees = first != 0 && (seat == viewer || known);
    writer.add_flag(sees);
    writer.add_ratio(sees ? first - 1 : 0, 16);
  }
  for (int place = 0; place < seats_; ++place) {
    const int seat = seat_at(place), last = state.player(seat).last;
    const bool sees = last != 0 && sees_last(seat);
    writer.add_flag(sees);
    writer.add_ratio(sees && last != Player::kNothing ? last - 1 : 0, 16);
    writer.add_flag(last != 0);
  }
  for (const std::uint8_t die : state.harvest) writer.add_ratio(die, 6);
  const auto& kitchen = tables_.kitchen[at(state.round - 1)];
  writer.add_ratio(kitchen.first, 12);
  writer.add_ratio(kitchen.second, 12);
  writer.add_one_hot(state.big - 1, values_);
  writer.add_one_hot(state.small - 1, values_);
  const auto add_deck = [&](const auto& deck, Word left) {
    const auto plane = writer.take(values_);
    while (left != 0) plane[deck[at(bits::pop_lowest(left))]] += 1.0F / 6.0F;
  };
  add_deck(tables_.big, state.big_left);
  add_deck(tables_.small, state.small_left);
  writer.add_ratio(state.rolls, tables_.max_rounds);
}

}  // namespace pyboard::chocolatl
