// Hidden information (section 9): what a seat learns by an event, and sealing anew the bribes it does not know.
#include "pyboard/core/text.hpp"
#include "pyboard/games/cuba/rules.hpp"

namespace pyboard::cuba {

namespace {

/// True at the bribe that opens all bribes of its step.
bool is_last_bribe(const State& state, int seats) noexcept {
  for (int seat = state.active;;) {
    seat = seat + 1 == seats ? 0 : seat + 1;
    if (seat == state.start) return true;
    if (bits::test(state.bidders, seat)) return false;
  }
}

}  // namespace

bool Rules::open(const State& before, Event /*event*/) const noexcept {
  return before.phase != Phase::bribe || is_last_bribe(before, seats_);
}

Label Rules::label(const State& before, Event event, const State& /*after*/, int viewer) const noexcept {
  if (before.phase != Phase::bribe) return open_label(event);
  if (is_last_bribe(before, seats_)) {
    Label label = token_label(kBribesOpen, before.active);
    for (Word seats = before.bidders; seats != 0;) {
      const int seat = bits::pop_lowest(seats);
      const int votes = seat == before.active ? event.id - kFirstBribe : before.player(seat).bribe - 1;
      label = with_fact(label, static_cast<std::uint64_t>(votes));
    }
    return label;
  }
  if (viewer < 0 || viewer == before.active) return open_label(event);
  return token_label(kBribeMade, before.active);
}

std::string Rules::label_text(const State& before, Event event, const State& /*after*/, int viewer) const {
  if (event.is_outcome()) {
    constexpr std::string_view kPrefix = "chance ";
    return outcome_text(before, event.id).substr(kPrefix.size());
  }
  if (before.phase == Phase::bribe) {
    if (is_last_bribe(before, seats_)) {
      std::string line = "reveal";
      for (Word seats = before.bidders; seats != 0;) {
        const int seat = bits::pop_lowest(seats);
        const int votes = seat == before.active ? event.id - kFirstBribe : before.player(seat).bribe - 1;
        line += " " + seat_text(seat) + " bribe " + std::to_string(votes);
      }
      return line;
    }
    if (viewer >= 0 && viewer != before.active) return seat_text(before.active) + " bribe";
  }
  return seat_text(event.seat) + " " + action_text(before, event.id);
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  if (state.phase != Phase::bribe) return;  // nothing else is ever hidden
  for (Word seats = state.bidders; seats != 0;) {
    const int seat = bits::pop_lowest(seats);
    Player& player = state.player(seat);
    if (seat == viewer || player.bribe == 0) continue;
    const Bribes offered = bribes_of(state, seat);  // public terms alone
    const int n = static_cast<int>(rng.below(static_cast<std::uint32_t>(offered.count())));
    player.bribe = static_cast<std::uint8_t>(1 + offered.nth(n));
  }
}

}  // namespace pyboard::cuba
