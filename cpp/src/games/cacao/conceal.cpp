// Hidden information (section 9): what a seat learns by an event, and re-dealing what it does not know.
#include "pyboard/core/text.hpp"
#include "pyboard/games/cacao/rules.hpp"

namespace pyboard::cacao {

Label Rules::label(const State& before, Event event, const State& /*after*/, int viewer) const noexcept {
  if (viewer < 0 || viewer == before.active || plain(before, event)) return open_label(event);
  return token_label(before.phase == Phase::deal ? kDeal : kDraw, before.active);
}

std::string Rules::label_text(const State& before, Event event, const State& /*after*/, int viewer) const {
  if (!event.is_outcome()) return seat_text(event.seat) + " " + action_text(before, event.id);
  constexpr std::string_view kPrefix = "chance ";
  std::string text = outcome_text(before, event.id).substr(kPrefix.size());
  if (plain(before, event)) return text;
  const bool seen = viewer < 0 || viewer == before.active;
  return seat_text(before.active) + " " + (seen ? text : text.substr(0, text.find(' ')));
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  for (int seat = 0; seat < seats_; ++seat) {
    if (seat == viewer) continue;
    Player& player = state.player(seat);
    const int drawn = player.hand.total();
    WorkerCounts rest = {player.hand.word + player.pile.word};
    player.hand = {};
    int left = rest.total();
    for (int i = 0; i < drawn; ++i, --left) {
      const int type = rest.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(left))));
      rest.remove(type);
      player.hand.add(type);
    }
    player.pile = rest;
  }
}

}  // namespace pyboard::cacao
