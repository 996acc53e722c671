"""Sealed bribes: what each seat learns, and how what it does not know is sealed anew (section 9)."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from scipy.stats import chisquare
from support.cuba import bribing, player
from support.play import offers, play

import pyboard
from pyboard import State

DELEGATES = ("worker", "foreman", "mayor")


def parliament(pesos: int = 6, **more: Any) -> State:
    return bribing(*[player(pesos=pesos)] * 3, delegates=DELEGATES, **more)


def seen(state: State, viewer: int, last: int = 1) -> list[str]:
    """The last lines of what a seat has learnt."""
    return state.information_state_string(viewer).splitlines()[-last:]


@pytest.mark.rule("CU-65")
def test_a_sealed_bribe_is_a_bare_fact() -> None:
    start = parliament()
    states = {text: play(start, text) for text in sorted(offers(start))}
    for viewer in (1, 2):
        assert len({state.information_state_string(viewer) for state in states.values()}) == 1
        assert len({state.observation_string(viewer) for state in states.values()}) == 1
        assert len({bytes(state.observation_tensor(viewer)) for state in states.values()}) == 1
    own = {state.information_state_string(0) for state in states.values()}
    assert len(own) == len(states) == 4
    assert seen(states["bribe 4"], 1) == ["p0 bribe"]
    assert seen(states["bribe 4"], 0) == ["p0 bribe 4"]


@pytest.mark.rule("CU-65", "CU-65a")
def test_a_forced_bribe_looks_like_a_free_one() -> None:
    """p1 has no pesos and cannot choose; p2 and p0 cannot tell."""
    players = [player(pesos=6), player(pesos=0), player(pesos=6)]
    state = play(bribing(*players, delegates=DELEGATES), "bribe 4")
    assert [text for _, text in state.transcript(forced=True)] == ["bribe 4", "bribe 0"]
    for viewer in (0, 2):
        assert seen(state, viewer) == ["p1 bribe"]
    free = play(parliament(), "bribe 4", "bribe 2")
    assert seen(free, 2, 2) == seen(state, 2, 2) == ["p0 bribe", "p1 bribe"]


def test_the_last_bribe_opens_all() -> None:
    state = play(parliament(), "bribe 4", "bribe 2", "bribe 0")
    for viewer in range(3):
        assert "reveal p0 bribe 4 p1 bribe 2 p2 bribe 0" in state.information_state_string(viewer).splitlines()
    other = play(parliament(), "bribe 5", "bribe 2", "bribe 0")
    assert state.information_state_string(2) != other.information_state_string(2)


def sealed(state: State) -> list[int | None]:
    votes: list[int | None] = state.to_dict()["parliament"]["sealed"]
    return votes


def test_bribes_are_sealed_anew_uniformly() -> None:
    """Every vote that CU-65a offers is as likely as the others, independently."""
    start = parliament()
    first = sorted(int(text.split()[1]) for text in offers(start))
    after = play(start, "bribe 4")
    second = sorted(int(text.split()[1]) for text in offers(after))
    state = play(after, "bribe 2")
    assert state.current_player() == 2
    pairs: Counter[tuple[int, int]] = Counter()
    for seed in range(6000):
        votes = sealed(state.resample_from_infostate(2, seed))
        assert votes[0] is not None
        assert votes[1] is not None
        pairs[votes[0], votes[1]] += 1
    assert set(pairs) == {(a, b) for a in first for b in second}
    assert chisquare(list(pairs.values())).pvalue > 1e-4


def test_own_bribe_and_all_else_stay() -> None:
    state = play(parliament(), "bribe 4", "bribe 2")
    for viewer in range(3):
        for seed in range(50):
            other = state.resample_from_infostate(viewer, seed)
            votes = sealed(other)
            if viewer < 2:
                assert votes[viewer] == sealed(state)[viewer]
            assert votes[2] is None
            assert other.view(viewer) == state.view(viewer)
            assert other.legal_actions() == state.legal_actions()
            again = other.resample_from_infostate(viewer, seed + 1)
            assert again == state.resample_from_infostate(viewer, seed + 1), "blind to the true bribes"


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nothing_else_is_hidden(players: int) -> None:
    rng = random.Random(players)
    state = pyboard.load_game("cuba", players=players, buildings="all").new_initial_state()
    while not state.is_terminal():
        if state.node_kind() != "bribe":
            for viewer in range(players):
                assert state.view(viewer) == state.to_dict()
                assert state.resample_from_infostate(viewer, 1) == state
        state.apply_action(rng.choice(state.legal_actions()))


def test_repeated_bribes_are_sealed_again() -> None:
    state = bribing(*[player(pesos=6)] * 3, delegates=DELEGATES, bought=(0, 2, 1), bidders=(1, 2))
    state = play(state, "bribe 3")
    assert seen(state, 0) == seen(state, 2) == ["p1 bribe"]
    assert sealed(state.resample_from_infostate(1, 5)) == [None, 3, None]
    after = play(state, "bribe 1")
    assert "reveal p1 bribe 3 p2 bribe 1" in after.information_state_string(0).splitlines()
