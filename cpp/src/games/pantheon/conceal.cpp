// Hidden information (section 9): what a seat learns by an event, and re-dealing what it does not know.
#include <algorithm>

#include "pyboard/core/narrow.hpp"
#include "pyboard/core/text.hpp"
#include "pyboard/games/pantheon/rules.hpp"

namespace pyboard::pantheon {

namespace {}  // namespace

Label Rules::label(const State& before, Event event, const State& /*after*/, int viewer) const noexcept {
  if (viewer < 0 || viewer == before.actor || plain(before, event)) return open_label(event);
  return token_label(kCardDraw, before.actor);
}

std::string Rules::label_text(const State& before, Event event, const State& /*after*/, int viewer) const {
  if (!event.is_outcome()) return seat_text(event.seat) + " " + action_text(before, event.id);
  constexpr std::string_view kPrefix = "chance ";
  std::string text = outcome_text(before, event.id).substr(kPrefix.size());
  if (plain(before, event)) return text;
  const bool seen = viewer < 0 || viewer == before.actor;
  return seat_text(before.actor) + " " + (seen ? text : "card");
}

/// Whether the actor could have come to his pending decision with the hand that he has, and has an action.
bool Rules::can_decide(const State& state) const noexcept {
  const Player& player = state.player(state.actor);
  switch (state.phase) {
    case Phase::discard: {
      int cards = 0;
      for (int card = state.from; card < kCards; ++card) cards += player.hand.get(card);
      return cards >= player.hand.total() - tables_.hand_adjust;
    }
    case Phase::movement:
      return state.placed != 0 || reach(state, state.actor, state.jumps, points_within(player, state.points)).any();
    case Phase::coin:
      return state.points + money_in(player, state.from) >= cheapest(state, state.actor);
    case Phase::offer:
      return state.payments != 0;
    case Phase::start:
    case Phase::display:
    case Phase::hand:
    case Phase::nation:
    case Phase::loot:
    case Phase::pool:
    case Phase::god:
    case Phase::gallia_god:
    case Phase::bonus:
    case Phase::gain_god:
    case Phase::second_god:
    case Phase::gain_half:
    case Phase::bonus_choice:
    case Phase::gallia:
    case Phase::gallia_pay:
    case Phase::trade:
    case Phase::step:
    case Phase::bonus_column:
    case Phase::turn:
    case Phase::follow:
    case Phase::shop:
    case Phase::take:
    case Phase::support:
    case Phase::after:
    case Phase::over:
      break;
  }
  return true;
}

/// The assignments that go on from the offers made so far (PA-103).
std::uint32_t Rules::open_payments(const State& state, bool any_hand) const noexcept {
  const int rows = paid_rows(state);
  std::uint32_t left = payments(state.player(state.actor), paid_god(state), rows, any_hand);
  for (int i = 0; i < state.offered; ++i) left &= assignments_with(rows, i, (state.offers >> (2 * i)) & 3);
  return left;
}

/// Cards that the actor must hold beside those that are known of him: the fewest, for one way to go on. `pool`:
/// what can be dealt, `room`: how many he gets.
Cards Rules::needed_cards(const State& state, Cards pool, int room) const noexcept {
  const Player& player = state.player(state.actor);  // his hand: the known cards alone
  Cards needed{};
  const auto take = [&](int card) {
    pool.remove(card);
    needed.add(card);
    --room;
  };
  switch (state.phase) {
    case Phase::discard: {
      int missing = player.hand.total() + room - tables_.hand_adjust;
      for (int card = state.from; card < kCards; ++card) missing -= player.hand.get(card);
      for (int card = state.from; card < kCards; ++card) {
        for (; missing > 0 && pool.has(card); --missing) take(card);
      }
      break;
    }
    case Phase::movement: {
      for (int points = points_within(player, state.points);
           !reach(state, state.actor, state.jumps, points).any() && room > 0 && pool.has(kMove);
           points += tables_.move_points) {
        take(kMove);
      }
      break;
    }
    case Phase::coin: {
      int missing = cheapest(state, state.actor) - state.points - money_in(player, state.from);
      for (int value = state.from; value > 0; --value) {
        for (; missing > 0 && room > 0 && pool.has(money_card(value)); missing -= value) take(money_card(value));
      }
      break;
    }
    case Phase::offer: {
      const int rows = paid_rows(state);
      for (Word left = open_payments(state, true); left != 0;) {
        const std::uint32_t cards = payment(player, paid_god(state), rows, bits::pop_lowest(left));
        Cards missing{};
        for (int kind = 0; kind < kKinds; ++kind) {
          const int card = offering_card(kind);
          missing.set(card, std::max(0, static_cast<int>((cards >> (8 * kind)) & 127U) - player.hand.get(card)));
        }
        if (missing.total() <= room && pool.contains(missing)) return missing;
      }
      break;
    }
    case Phase::start:
    case Phase::display:
    case Phase::hand:
    case Phase::nation:
    case Phase::loot:
    case Phase::pool:
    case Phase::god:
    case Phase::gallia_god:
    case Phase::bonus:
    case Phase::gain_god:
    case Phase::second_god:
    case Phase::gain_half:
    case Phase::bonus_choice:
    case Phase::gallia:
    case Phase::gallia_pay:
    case Phase::trade:
    case Phase::step:
    case Phase::bonus_column:
    case Phase::turn:
    case Phase::follow:
    case Phase::shop:
    case Phase::take:
    case Phase::support:
    case Phase::after:
    case Phase::over:
      break;
  }
  return needed;
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  // Every other seat keeps what is known of its hand; the rest goes into one pool with the draw pile.
  Cards pool = state.pile;
  std::array<int, kMaxSeats> missing{};
  for (int seat = 0; seat < seats_; ++seat) {
    if (seat == viewer) continue;
    Player& player = state.player(seat);
    missing[at(seat)] = player.hand.total() - player.known.total();
    pool = pool.plus(player.hand.minus(player.known));
    player.hand = player.known;
  }
  const auto deal_to = [&](int seat, int count) {
    Player& player = state.player(seat);
    for (int left = pool.total(); count > 0; --count, --left) {
      const int card = pool.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(left))));
      pool.remove(card);
      player.hand.add(card);
    }
  };
  const bool pays = state.phase == Phase::offer || state.phase == Phase::gallia_pay;
  const auto settle_payments = [&] {
    if (pays) state.payments = open_payments(state, false);
  };

  // The actor first: only hands with which his pending decision has a legal action (README 13).
  const int actor = state.actor;
  if (actor != viewer && missing[at(actor)] > 0) {
    const Cards all = pool;
    Player& player = state.player(actor);
    const int count = missing[at(actor)];
    bool sound = false;
    for (int attempt = 0; attempt < kConcealAttempts && !sound; ++attempt) {
      pool = all;
      player.hand = player.known;
      deal_to(actor, count);
      settle_payments();
      sound = can_decide(state);
    }
    if (!sound) {
      pool = all;
      player.hand = player.known;
      const Cards needed = needed_cards(state, pool, count);
      player.hand = player.hand.plus(needed);
      pool = pool.minus(needed);
      deal_to(actor, count - needed.total());
      settle_payments();
    }
    missing[at(actor)] = 0;
  }
  for (int seat = 0; seat < seats_; ++seat) deal_to(seat, missing[at(seat)]);
  state.pile = pool;
}

}  // namespace pyboard::pantheon
