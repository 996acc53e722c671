"""What a call from Python costs."""

from __future__ import annotations

import random
from itertools import repeat
from typing import TYPE_CHECKING, Any

import budgets
import pytest

import pyboard

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from pyboard import State

CALLS = 1000
GAMES = ["toy:connect_four", *pyboard.games()]


def record(name: str, seed: int) -> tuple[State, list[int]]:
    """The beginning of a random game, and all that is applied to it."""
    game = pyboard.load_game(name)
    state = game.new_initial_state()
    state.play_random(seed)
    return game.new_initial_state(), state.history()


def middle(name: str) -> State:
    state, actions = record(name, 1)
    for action in actions[: len(actions) // 2]:
        state.apply_action(action)
    return state


def long_game(events: int) -> State:
    """A position of a game of dice after many events."""
    state = pyboard.load_game("toy:pig", target=1_000_000).new_initial_state()
    rng = random.Random(1)
    while len(state.history()) < events:
        for _ in range(100):
            state.apply_action(rng.choice(state.legal_actions()))
    return state


def clone_many(state: State) -> None:
    clone = state.clone
    for _ in repeat(None, CALLS):
        clone()


@pytest.mark.parametrize("name", GAMES)
def test_clone(benchmark: BenchmarkFixture, name: str) -> None:
    state = middle(name)
    row = {"what": f"clone(), {name}", "unit": "µs", "budget": budgets.CLONE_US, "note": "in the middle of a game"}
    budgets.measure(benchmark, lambda: clone_many(state), CALLS, **row)


@pytest.mark.parametrize("events", [0, 1000, 10_000])
def test_clone_after_many_events(benchmark: BenchmarkFixture, events: int) -> None:
    state = long_game(events)
    row = {"what": f"clone() after {events:,} events", "unit": "µs", "budget": budgets.CLONE_US, "note": "toy:pig"}
    budgets.measure(benchmark, lambda: clone_many(state), CALLS, **row)


@pytest.mark.parametrize("name", GAMES)
def test_legal_actions(benchmark: BenchmarkFixture, name: str) -> None:
    """On average over the decisions of a game."""
    state, actions = record(name, 2)
    nodes = []
    for action in actions:
        if not state.is_chance_node():
            nodes.append(state.clone())
        state.apply_action(action)
    calls = [node.legal_actions for node in nodes]

    def work() -> None:
        for call in calls:
            call()

    row = {"what": f"legal_actions(), {name}", "unit": "µs", "budget": budgets.LEGAL_US, "note": "mean over a game"}
    budgets.measure(benchmark, work, len(calls), **row)


@pytest.mark.parametrize("name", GAMES)
def test_apply_action(benchmark: BenchmarkFixture, name: str) -> None:
    """Decisions and outcomes of whole games; the native cost is told beside it."""
    start, _ = record(name, 0)
    games = [record(name, seed)[1] for seed in range(20)]
    events = sum(map(len, games))
    # Short runs, so that one of them is not disturbed.
    play = min((start.game.play_random_games(200, seed=1) for _ in range(30)), key=lambda played: played.seconds)
    native = play.seconds / (play.decisions + play.outcomes)

    def work() -> None:
        for actions in games:
            apply = start.clone().apply_action
            for action in actions:
                apply(action)

    row: dict[str, Any] = {
        "what": f"apply_action(), {name}",
        "unit": "µs",
        "budget": budgets.APPLY_US + native * 1e6,
        "note": f"mean over games; the budget is {budgets.APPLY_US} + {native * 1e6:.3f} for the native step",
    }
    budgets.measure(benchmark, work, events, **row)
