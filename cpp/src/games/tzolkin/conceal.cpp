// Hidden information (section 9): what a seat learns by an event, and re-dealing what it does not know.
#include "pyboard/core/text.hpp"
#include "pyboard/games/tzolkin/rules.hpp"

namespace pyboard::tzolkin {

namespace {

/// Wealth tiles are dealt unseen by the others.
bool is_deal(const State& before, const Event& event) noexcept {
  return event.is_outcome() && before.phase == Phase::wealth;
}
/// The choice is sealed until all have made theirs.
bool is_choice(const State& before) noexcept { return before.phase == Phase::keep; }

}  // namespace

bool Rules::open(const State& before, Event event) const noexcept {
  return !is_deal(before, event) && !(is_choice(before) && next(before.active) != before.first);
}

Label Rules::label(const State& before, Event event, const State& /*after*/, int viewer) const noexcept {
  if (is_choice(before) && next(before.active) == before.first) {
    // The last choice opens all: one byte for each pair of tiles.
    Label pairs = 0;
    for (int seat = 0; seat < seats_; ++seat) {
      pairs = pairs * (kPairs + 1) +
              (seat == before.active ? static_cast<Label>(event.id - kFirstKeep + 1) : before.player(seat).keep);
    }
    return token_label(kChoicesOpen, before.active) + (pairs << kWordBits / 2);
  }
  if (viewer < 0 || viewer == before.active || open(before, event)) return open_label(event);
  return is_choice(before) ? token_label(kChoiceMade, before.active) : token_label(kWealthDeal, before.active);
}

std::string Rules::label_text(const State& before, Event event, const State& /*after*/, int viewer) const {
  const bool seen = viewer < 0 || viewer == before.active;
  if (is_choice(before) && next(before.active) == before.first) {
    std::string line = "reveal";
    for (int seat = 0; seat < seats_; ++seat) {
      const int pair = seat == before.active ? event.id - kFirstKeep : before.player(seat).keep - 1;
      line += " " + seat_text(seat) + " " + action_text(static_cast<Action>(kFirstKeep + pair));
    }
    return line;
  }
  if (is_choice(before) && !seen) return seat_text(before.active) + " keep";
  if (!event.is_outcome()) return seat_text(event.seat) + " " + action_text(before, event.id);
  if (is_deal(before, event) && !seen) return "wealth p" + std::to_string(before.active);
  constexpr std::string_view kPrefix = "chance ";
  return outcome_text(before, event.id).substr(kPrefix.size());
}

void Rules::conceal(State& state, int viewer, Rng& rng) const noexcept {
  if (!in_setup(state.phase)) return;  // after the reveal nothing is hidden
  Word unknown = wealth_ & ~state.drawn;
  if (viewer >= 0 && viewer < seats_) unknown &= ~Word{state.dealt[static_cast<std::size_t>(viewer)]};
  const auto draw = [&rng](Word& from) {
    const int tile = bits::nth(from, static_cast<int>(rng.below(static_cast<std::uint32_t>(bits::count(from)))));
    from &= ~bits::bit(tile);
    return tile;
  };
  for (int seat = 0; seat < seats_; ++seat) {
    if (seat == viewer) continue;
    std::uint32_t& dealt = state.dealt[static_cast<std::size_t>(seat)];
    const int count = bits::count(dealt);
    Word tiles = 0;
    for (int i = 0; i < count; ++i) tiles |= bits::bit(draw(unknown));
    dealt = static_cast<std::uint32_t>(tiles);
    if (state.player(seat).keep == 0) continue;
    const int a = draw(tiles), b = draw(tiles);
    state.player(seat).keep = static_cast<std::uint8_t>(1 + pair_index(std::min(a, b), std::max(a, b)));
  }
}

}  // namespace pyboard::tzolkin
