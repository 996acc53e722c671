"""What tests of the searches share: exact values of small games, and comparable results."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pyboard
from pyboard import State
from pyboard.search import MCTS, SearchResult

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


# Neither priors nor anything else by which the games' defaults may order the actions of a node.
PLAIN: dict[str, Any] = {"first_play_reduction": -1, "prior_weight": 0.0, "playout_greedy": 0.0}


def load(name: str, players: int | None = None, **options: Any) -> State:
    """The first decision of a game, where chance took its last outcomes."""
    state = pyboard.load_game(name, players, **options).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    return state


Policy = dict[str, dict[int, float]]


def walk(state: State) -> Iterator[State]:
    """All decision positions that can come up, also those of hidden outcomes."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        yield state
    for _, child in children(state):
        yield from walk(child)


def exploitability(start: State, policy: Policy) -> float:
    """Mean over two seats of what the best reply to a policy wins; for tiny games. By information state."""
    gain = 0.0
    for seat in (0, 1):
        own = sorted({s.information_state_string() for s in walk(start) if s.current_player() == seat})
        legal = {s.information_state_string(): s.legal_actions() for s in walk(start)}
        gain += max(
            _expected(start, seat, policy, dict(zip(own, choice, strict=True)))
            for choice in itertools.product(*(legal[name] for name in own))
        )
    return gain / 2


def _expected(state: State, seat: int, policy: Policy, reply: dict[str, int]) -> float:
    if state.is_terminal():
        return float(state.scores()[seat])
    if state.is_chance_node():
        weights = dict(state.chance_outcomes())
        return sum(weights[outcome] * _expected(child, seat, policy, reply) for outcome, child in children(state))
    name = state.information_state_string()
    if state.current_player() == seat:
        child = state.clone()
        child.apply_action(reply[name])
        return _expected(child, seat, policy, reply)
    return sum(
        policy[name].get(action, 0.0) * _expected(child, seat, policy, reply) for action, child in children(state)
    )


def tree_policy(start: State, player: MCTS) -> Policy:
    """What a search that has explored the game from its start would play everywhere; anything where it never was."""
    policy = {}
    for state in walk(start):
        legal = state.legal_actions()
        policy[state.information_state_string()] = player.strategy(state) or dict.fromkeys(legal, 1 / len(legal))
    return policy


def endings(name: str, players: int, decisions: int, games: int, seed: int = 1) -> Iterator[State]:
    """A position per random game: the last one with so many decisions to come in that game."""
    rng = random.Random(seed)
    for _ in range(games):
        state = pyboard.load_game(name, players).new_initial_state()
        seen = []
        while not state.is_terminal():
            if state.current_player() >= 0:
                seen.append(state.clone())
            state.play_chance(rng) if state.is_chance_node() else state.apply_action(rng.choice(state.legal_actions()))
        yield seen[-decisions]


def late_boards(empty: int, seed: int = 1) -> Iterator[State]:
    """Connect four positions that are not over, with so many empty places."""
    rng = random.Random(seed)
    while True:
        state = pyboard.load_game("toy:connect_four").new_initial_state()
        while not state.is_terminal() and len(state.history()) < 42 - empty:
            state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            yield state
