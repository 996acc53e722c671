"""What a seat sees and knows, and positions dealt anew from it.

An information state is a text: what the seat saw at the beginning, then one line per event. A re-dealt position has
the same lines, and perhaps more: the new deal can leave another seat, or chance, a single choice, and then that
happens at once.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest
from support.games import Setup, draw, event_count, positions, same, walk

from pyboard import State, _core

SEEDS = (0, 1, 2**63 + 5)


def sees(state: State, viewer: int) -> tuple[str, bytes]:
    return state.observation_string(viewer), state.observation_tensor(viewer).tobytes()


def own_actions(state: State, viewer: int) -> list[int] | None:
    """The legal set at a seat's own node; what others may do is not promised to anybody."""
    return state.legal_actions() if state.current_player() == viewer else None


def test_observation_tensors(setup: Setup) -> None:
    for state in positions(setup, 60):
        game = state.game
        shape = tuple(game.observation_tensor_shape())
        for viewer in range(game.players):
            tensor = state.observation_tensor(viewer)
            assert tensor.dtype == np.float32
            assert tensor.shape == shape
            assert np.isfinite(tensor).all()
            out = np.full(shape, np.nan, np.float32)
            assert state.observation_tensor(viewer, out=out) is out
            assert out.tobytes() == tensor.tobytes(), "every number is written"
        if not state.is_terminal() and not state.is_chance_node():
            mover = state.current_player()
            assert state.observation_tensor().tobytes() == state.observation_tensor(mover).tobytes()
            assert state.observation_string() == state.observation_string(mover)
            assert state.information_state_string() == state.information_state_string(mover)


def test_observation_layout_covers_the_tensor(setup: Setup) -> None:
    game = setup.load()
    end = 0
    for plane in game.observation_layout():
        assert plane["offset"] == end
        assert plane["meaning"]
        end += int(np.prod(plane["shape"], dtype=int))
    assert (end,) == tuple(game.observation_tensor_shape())
    assert len({plane["name"] for plane in game.observation_layout()}) == len(game.observation_layout())


def test_views_are_observations(setup: Setup) -> None:
    for state in positions(setup, 30):
        for viewer in range(setup.players):
            assert isinstance(state.view(viewer), dict)
            assert state.view(viewer) == state.clone().view(viewer)


def test_information_states_only_grow(setup: Setup) -> None:
    """Perfect recall: one line per event, whether it was forced or not, and no line ever changes."""
    for seed in (1, 2):
        before = [""] * setup.players
        first_lines = None
        for state in walk(setup.load(), seed):
            texts = [state.information_state_string(viewer) for viewer in range(setup.players)]
            lines = [text.count("\n") for text in texts]
            assert len(set(lines)) == 1, "everybody notices every event"
            first_lines = lines[0] - event_count(state) if first_lines is None else first_lines
            assert lines[0] - event_count(state) == first_lines
            for old, new in zip(before, texts, strict=True):
                assert new.startswith(old)
                assert not old or new == old or new[len(old)] == "\n"
            before = texts


def assert_redealt(state: State, viewer: int, other: State) -> bool:
    """Checks a position dealt anew for a viewer; True if nothing forced followed."""
    known, knows = state.information_state_string(viewer), other.information_state_string(viewer)
    forced = event_count(other)
    assert other.history() == [], "nothing has been chosen since"
    assert knows.count("\n") - known.count("\n") == forced
    if forced:
        assert knows.startswith(known + "\n")
        assert state.current_player() != viewer, "at his own node the viewer keeps his choice"
        return False
    assert knows == known
    assert sees(other, viewer) == sees(state, viewer)
    assert other.current_player() == state.current_player()
    assert other.node_kind() == state.node_kind()
    assert own_actions(other, viewer) == own_actions(state, viewer)
    return True


def test_redealt_positions_look_the_same(setup: Setup) -> None:
    quiet = 0
    for state in positions(setup):
        for viewer in range(setup.players):
            other = state.resample_from_infostate(viewer, SEEDS[event_count(state) % len(SEEDS)])
            quiet += assert_redealt(state, viewer, other)
            assert other.game.state_from_dict(other.to_dict()) == other, "no violations"
            other.play_random(3)
            assert other.is_terminal()
    assert quiet > 0


def test_redealing_is_a_function_of_the_seed(setup: Setup) -> None:
    for state in positions(setup, 30):
        before = state.serialize()
        for viewer in range(setup.players):
            assert same(state.resample_from_infostate(viewer, 5), state.resample_from_infostate(viewer, 5))
            assert same(
                state.resample_from_infostate(viewer, random.Random(8)),
                state.resample_from_infostate(viewer, random.Random(8).getrandbits(64)),
            )
        assert state.serialize() == before


def test_redealing_is_blind(setup: Setup) -> None:
    """What is dealt does not depend on what is hidden: a deal of a deal is the deal."""
    checked = 0
    for state in positions(setup):
        for viewer in range(setup.players):
            first = state.resample_from_infostate(viewer, 77)
            if event_count(first):
                continue
            for seed in SEEDS:
                once, twice = state.resample_from_infostate(viewer, seed), first.resample_from_infostate(viewer, seed)
                assert once.serialize(history=False) == twice.serialize(history=False)
                checked += 1
    assert checked > 0


def event_lines(state: State, viewer: int) -> int:
    return state.information_state_string(viewer).count("\n")


def follow(start: State, viewer: int, target: str, most: int) -> Iterator[State]:
    """Positions after `start` in which the viewer knows exactly `target`."""
    stack = [start.clone()]
    for _ in range(most):
        if not stack:
            return
        state = stack.pop()
        knows = state.information_state_string(viewer)
        if knows == target:
            yield state
        elif target.startswith(knows + "\n") and not state.is_terminal():
            for action in state.legal_actions():
                stack.append(state.clone())
                stack[-1].apply_action(action)


def assert_twins(a: State, b: State, viewer: int) -> None:
    """Two positions that the viewer cannot tell apart."""
    assert sees(a, viewer) == sees(b, viewer)
    assert (a.current_player() == viewer) == (b.current_player() == viewer)
    assert own_actions(a, viewer) == own_actions(b, viewer)
    assert a.is_terminal() == b.is_terminal()
    if a.node_kind() == b.node_kind() and a.current_player() == b.current_player():
        for seed in SEEDS:
            dealt = [x.resample_from_infostate(viewer, seed).serialize(history=False) for x in (a, b)]
            assert dealt[0] == dealt[1]


def twins_along(setup: Setup, seed: int, ahead: int, most: int) -> int:
    """Follows a game from a true position and from a re-dealt one; both must look alike all the way."""
    nodes = [state.clone() for state in walk(setup.load(), seed)]
    found = 0
    for i in range(0, len(nodes) - 1, max(1, len(nodes) // 40)):
        for viewer in range(setup.players):
            other = nodes[i].resample_from_infostate(viewer, seed + i)
            end = nodes[min(i + ahead, len(nodes) - 1)]
            known = len(_core._labels(nodes[i], viewer))
            forced = event_lines(other, viewer) - event_lines(nodes[i], viewer)
            dealt = len(_core._labels(other, viewer)) - forced
            for twin in follow(other, viewer, end.information_state_string(viewer), most):
                assert_twins(end, twin, viewer)
                # What reads the same is the same to the searches.
                assert _core._labels(end, viewer)[known:] == _core._labels(twin, viewer)[dealt:]
                found += 1
                break
    return found


def test_what_looks_alike_goes_on_looking_alike(plain_setup: Setup) -> None:
    assert twins_along(plain_setup, 1, 3, 60) > 0


@pytest.mark.slow
def test_what_looks_alike_goes_on_looking_alike_for_long(setup: Setup) -> None:
    for seed in range(2, 12):
        for ahead in (1, 2, 5, 9):
            assert twins_along(setup, seed, ahead, 400) > 0


def breadth_first(setup: Setup, most: int) -> Iterator[State]:
    """All positions from the start on, as far as `most` reaches."""
    level = [setup.load().new_initial_state()]
    count = 0
    while level and count < most:
        following = []
        for state in level:
            yield state
            count += 1
            if count >= most:
                return
            for action in state.legal_actions():
                following.append(state.clone())
                following[-1].apply_action(action)
        level = following


def collect(states: Iterator[State], players: int) -> None:
    """Equal information states must have equal observations and own legal sets."""
    known: dict[tuple[int, str], State] = {}
    for state in states:
        for viewer in range(players):
            twin = known.setdefault((viewer, state.information_state_string(viewer)), state)
            if twin is not state:
                assert_twins(twin, state, viewer)


def test_equal_information_states_are_alike_near_the_start(setup: Setup) -> None:
    collect(breadth_first(setup, 400), setup.players)


def test_equal_information_states_are_alike_in_random_games(setup: Setup) -> None:
    def states() -> Iterator[State]:
        game = setup.load()
        for seed in range(20):
            rng = random.Random(seed)
            state = game.new_initial_state()
            # The first steps are where games still meet.
            for _ in range(12):
                yield state.clone()
                if state.is_terminal():
                    break
                state.apply_action(draw(state, rng) if state.is_chance_node() else rng.choice(state.legal_actions()))

    collect(states(), setup.players)
