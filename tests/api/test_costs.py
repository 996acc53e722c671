"""What calls from Python may cost, in bounds that hold on a slow and busy machine.

They break when a mistake makes costs grow with the length of a game. The figures themselves are measured by bench/.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from timeit import Timer

import pytest

import pyboard
from pyboard import State


def nanoseconds(call: Callable[[], object], number: int = 3000) -> float:
    """Processor time of a call, the best of many."""
    return min(Timer(call, timer=time.process_time).repeat(15, number)) / number * 1e9


def long_state(events: int) -> State:
    state = pyboard.load_game("toy:pig", 2, target=1_000_000).new_initial_state()
    roll = 0
    while len(state.history(forced=True)) < events:
        for _ in range(max(1, events // 2)):
            state.apply_action(5 if state.is_chance_node() else roll)  # sixes for ever
    return state


@pytest.mark.parametrize("events", [1000, 20_000])
def test_a_clone_costs_the_same_at_any_length(events: int) -> None:
    short, long = long_state(10), long_state(events)
    cost = nanoseconds(short.clone)
    assert nanoseconds(long.clone) < 2 * cost
    assert cost < 3000  # the budget is 300


def test_actions_cost_the_same_at_any_length() -> None:
    def step(state: State) -> Callable[[], object]:
        copy = state.clone()

        def go_on() -> None:
            copy.apply_action(5 if copy.is_chance_node() else 0)
            copy.legal_actions()

        return go_on

    cost = nanoseconds(step(long_state(10)))
    assert nanoseconds(step(long_state(20_000))) < 2.5 * cost
    assert cost < 5000
