// pyboard/core/cursor.hpp: the driver. A Cursor is a State together with its node and legal set; settle()
// carries out every forced action and outcome, step() applies a choice and settles. Nobody else skips
// forced nodes: playouts, search, batches and the Python State all stand on these two.
#pragma once

#include <stdexcept>
#include <type_traits>

#include "pyboard/core/game.hpp"

namespace pyboard {

template <Game G>
struct Cursor {
  Node node;
  LegalSet<G> legal;  // filled at decisions, empty elsewhere
  typename G::State state;
};

/// For callers that do not care for events; costs nothing.
struct IgnoreEvents {};

/// Callers that want the bare events, f(event), say so with a member kEventsOnly; the others are called as
/// f(before, event, after), which costs a copy of the State; a member begin(before, event), called ahead of it, may
/// spare it by saying false: nothing more is needed.
template <class F>
concept EventsOnly = requires { requires F::kEventsOnly; };

namespace detail {

/// Debug builds look at every position.
template <Game G>
inline void check_state([[maybe_unused]] const G& game, [[maybe_unused]] const typename G::State& state) {
#if defined(PYBOARD_CHECK_STATES)
  Faults faults;
  game.violations(state, faults);
  if (!faults.empty()) throw std::logic_error(join_faults("position after an event", faults));
#endif
}

template <Game G, class OnEvent>
inline void carry_out(const G& game, Cursor<G>& cursor, std::uint16_t id, bool forced, OnEvent& on_event) {
  const auto advance = [&] {
    if (cursor.node.kind == NodeKind::chance) {
      game.apply_outcome(cursor.state, id);
    } else {
      game.apply(cursor.state, id);
    }
  };
  if constexpr (std::is_same_v<OnEvent, IgnoreEvents>) {
    advance();
  } else if constexpr (EventsOnly<OnEvent>) {
    on_event(Event::make(cursor.node, id, forced));
    advance();
  } else {
    const Event event = Event::make(cursor.node, id, forced);
    bool wanted = true;
    if constexpr (requires { on_event.begin(cursor.state, event); }) wanted = on_event.begin(cursor.state, event);
    if (wanted) {
      const typename G::State before = cursor.state;
      advance();
      on_event(before, event, cursor.state);
    } else {
      advance();
    }
  }
  check_state(game, cursor.state);
}

}  // namespace detail

/// Moves to the next node with a real choice or draw, or to the end. `on_event(before, event, after)` is
/// called for every forced event.
template <Game G, class OnEvent = IgnoreEvents>
inline void settle(const G& game, Cursor<G>& cursor, OnEvent on_event = {}) {
  for (;;) {
    cursor.node = game.node(cursor.state);
    cursor.legal.clear();
    if (cursor.node.kind == NodeKind::decision) {
      game.legal(cursor.state, cursor.legal);
      if (cursor.legal.count() != 1) return;
      detail::carry_out(game, cursor, cursor.legal.nth(0), true, on_event);
    } else if (cursor.node.kind == NodeKind::chance) {
      const int outcome = game.forced_outcome(cursor.state);
      if (outcome < 0) return;
      detail::carry_out(game, cursor, static_cast<Outcome>(outcome), true, on_event);
    } else {
      return;
    }
  }
}

/// Applies a legal action, or a possible outcome at a chance node, and settles.
template <Game G, class OnEvent = IgnoreEvents>
inline void step(const G& game, Cursor<G>& cursor, std::uint16_t id, OnEvent on_event = {}) {
  detail::carry_out(game, cursor, id, false, on_event);
  settle(game, cursor, on_event);
}

/// A settled cursor at the given position.
template <Game G, class OnEvent = IgnoreEvents>
inline void place(const G& game, Cursor<G>& cursor, const typename G::State& state, OnEvent on_event = {}) {
  cursor.state = state;
  settle(game, cursor, on_event);
}

/// One uniformly random step: an action with equal chances, an outcome by its probability.
template <Game G, class OnEvent = IgnoreEvents>
inline void random_step(const G& game, Cursor<G>& cursor, Rng& rng, OnEvent on_event = {}) {
  const std::uint16_t id =
      cursor.node.kind == NodeKind::chance
          ? game.sample(cursor.state, rng)
          : cursor.legal.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(cursor.legal.count()))));
  step(game, cursor, id, on_event);
}

}  // namespace pyboard
