"""What tests of the searches share: exact values of small games, and comparable results."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pyboard
from pyboard import State
from pyboard.search import SearchResult

CLOCKS = ("seconds", "iterations_per_second")


def facts(result: SearchResult) -> dict[str, Any]:
    """Everything that must be the same for the same seed."""
    return {key: value for key, value in result.to_dict().items() if key not in CLOCKS}


def utilities(state: State) -> tuple[float, ...]:
    """Share of the other seats beaten, at the end."""
    return tuple((value + 1) / 2 for value in state.returns())


def visits(result: SearchResult) -> dict[str, int]:
    return {row.text: row.visits for row in result.actions}


def means(result: SearchResult, player: int) -> dict[str, float]:
    return {row.text: row.mean[player] for row in result.actions if row.mean is not None}


def solve(state: State) -> tuple[float, ...]:
    """Utilities by max^n and expectation, for games in which nothing is hidden and no position comes up again."""
    return _solved(state)[0]


def best_actions(state: State) -> set[str]:
    """Texts of all actions that are as good as the best."""
    mover = state.current_player()
    values = {state.action_to_string(action): solve(child)[mover] for action, child in children(state)}
    return {text for text, value in values.items() if value > max(values.values()) - 1e-9}


def children(state: State) -> Iterator[tuple[int, State]]:
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        yield action, child


@cache
def _solved(state: State) -> tuple[tuple[float, ...]]:
    if state.is_terminal():
        return (utilities(state),)
    if state.is_chance_node():
        weights = dict(state.chance_outcomes())
        parts = [(weights[outcome], solve(child)) for outcome, child in children(state)]
        return (tuple(sum(weight * part[seat] for weight, part in parts) for seat in range(state.game.players)),)
    mover = state.current_player()
    return (max((solve(child) for _, child in children(state)), key=lambda values: values[mover]),)


@cache
def pig_values(target: int) -> dict[tuple[int, int, int], float]:
    """Chance to win for who is to move, by (own score, other score, turn total): value iteration."""
    keys = [(a, b, t) for a in range(target) for b in range(target) for t in range(target - a)]
    values = dict.fromkeys(keys, 0.5)

    def roll(a: int, b: int, t: int) -> float:
        """PIG-2, PIG-4."""
        total = 1 - values[b, a, 0]
        for side in range(2, 7):
            total += 1.0 if a + t + side >= target else values[a, b, t + side]
        return total / 6

    change = 1.0
    while change > 1e-12:
        change = 0.0
        for a, b, t in keys:
            hold = 1 - values[b, a + t, 0] if t > 0 else 0.0
            value = max(roll(a, b, t), hold)
            change = max(change, abs(value - values[a, b, t]))
            values[a, b, t] = value
    return values


def twins(state: State, player: int, seed: int) -> State:
    """Another position that looks the same to a player."""
    return state.resample_from_infostate(player, seed)


def load(name: str, players: int | None = None, **options: Any) -> State:
    """The first decision of a game, where chance took its last outcomes."""
    state = pyboard.load_game(name, players, **options).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    return state
