"""What a State remembers: numbers and texts of all events, from which the position can be played again."""

from __future__ import annotations

from support.games import Setup, event_count, positions, same, walk


def test_history_replays_to_the_same_state(setup: Setup) -> None:
    for state in positions(setup, 25):
        by_number, by_text = setup.load().new_initial_state(), setup.load().new_initial_state()
        for action, (player, text) in zip(state.history(), state.transcript(), strict=True):
            assert by_number.current_player() == player
            assert by_number.action_to_string(action) == text
            by_number.apply_action(action)
            by_text.apply_text(text)
        assert same(by_number, state)
        assert same(by_text, state)


def test_forced_events_are_remembered_apart(setup: Setup) -> None:
    for state in positions(setup, 25):
        chosen, all_events = state.transcript(), state.transcript(forced=True)
        assert len(chosen) == len(state.history())
        assert len(all_events) == event_count(state) >= len(chosen)
        rest = iter(all_events)
        assert all(event in rest for event in chosen), "the chosen events are among all, in order"


def test_history_counts_the_nodes(setup: Setup) -> None:
    for count, state in enumerate(walk(setup.load(), 6)):
        assert len(state.history()) == count


def test_events_before_the_first_node_are_forced(setup: Setup) -> None:
    state = setup.load().new_initial_state()
    assert state.history() == []
    assert state.transcript() == []
