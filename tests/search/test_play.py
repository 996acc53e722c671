"""What the searches play where best play is known: against every defence, and by exact win rates."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import islice
from typing import Any

import pytest
from support.searches import children, late_boards, pig_values

import pyboard
from pyboard import State, search

Play = Callable[[State], int]

INFORMED: dict[str, Any] = {"prior_weight": 1.0, "history_weight": 0.5, "mast": 0.3}
PLAYERS: dict[str, Play] = {
    "mcts": lambda state: search.mcts(state, iterations=3000, seed=1).action,
    "mcts-solver": lambda state: search.mcts(state, iterations=1000, seed=1, solver=True).action,
    "mcts-informed": lambda state: search.mcts(state, iterations=3000, seed=1, **INFORMED).action,
    "solve": lambda state: search.solve(state).action,
}


# ---------------------------------------------------------------- tic-tac-toe, connect four


def worst(state: State, seat: int, play: Play, known: dict[State, float]) -> float:
    """What a player who follows `play` gets at least, whatever the other one does."""
    if state.is_terminal():
        return state.returns()[seat]
    if state not in known:
        if state.current_player() == seat:
            child = state.clone()
            child.apply_action(play(state))
            known[state] = worst(child, seat, play, known)
        else:
            known[state] = min(worst(child, seat, play, known) for _, child in children(state))
    return known[state]


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("name", PLAYERS)
def test_tic_tac_toe_is_never_lost(name: str, seat: int) -> None:
    """Against every way in which the other player may play, on either side."""
    known: dict[State, float] = {}
    assert worst(pyboard.load_game("toy:tic_tac_toe").new_initial_state(), seat, PLAYERS[name], known) == 0
    assert len(known) > 100


def test_who_plays_anything_loses_at_tic_tac_toe() -> None:
    start = pyboard.load_game("toy:tic_tac_toe").new_initial_state()
    assert worst(start, 0, lambda state: state.legal_actions()[0], {}) == -1


def late_positions(count: int, empty: int, seed: int) -> list[State]:
    """Connect four, not over, with so many empty places, where it matters what is played."""
    matters = (
        state for state in late_boards(empty, seed) if len({row.mean for row in search.solve(state).actions}) > 1
    )
    return list(islice(matters, count))


@pytest.mark.parametrize("solver", [False, True], ids=["plain", "solver"])
@pytest.mark.parametrize(("empty", "count"), [(12, 12), pytest.param(16, 20, marks=pytest.mark.slow)])
def test_connect_four_with_known_values(empty: int, count: int, solver: bool) -> None:
    """The answer keeps the exact value of the position."""
    for state in late_positions(count, empty, seed=3):
        exact = search.solve(state)
        mover = state.current_player()
        found = search.mcts(state, iterations=200_000, seed=1, exploration=0.5, solver=solver)
        row = next(row for row in exact.actions if row.action == found.action)
        assert row.mean == exact.values
        assert found.values[mover] == pytest.approx(exact.values[mover], abs=0.15)
        if found.proven:
            assert found.values == exact.values


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ([3, 3, 4, 4], {2, 5}),  # an open three, at either end
        ([3, 3, 4], {2, 5}),  # parries it
        ([3, 0, 3, 0, 3], {3}),  # parries three on top of each other
        ([0, 3, 0, 3, 1, 3], {3}),  # the same for the other player
    ],
)
def test_connect_four_tactics(moves: list[int], best: set[int]) -> None:
    state = pyboard.load_game("toy:connect_four").new_initial_state()
    for move in moves:
        state.apply_action(move)
    for seed in range(3):
        assert search.mcts(state, iterations=20_000, seed=seed).action in best


# ---------------------------------------------------------------- pig


def pig_state(target: int, own: int, other: int, total: int) -> State:
    game = pyboard.load_game("toy:pig", 2, target=target)
    data = game.new_initial_state().to_dict()
    data.update({"scores": [own, other], "turn_total": total, "seat": 0, "phase": "decide"})
    return game.state_from_dict(data)


Position = tuple[int, int, int, int]  # who is to move, his score, the other's, turn total
Rolls = Callable[[int, int, int], bool]  # own score, the other's, turn total: to roll once more?


def best_rolls(target: int) -> Rolls:
    values = pig_values(target)

    def rolls(own: int, other: int, total: int) -> bool:
        roll = 1 - values[other, own, 0]
        for side in range(2, 7):
            roll += 1.0 if own + total + side >= target else values[own, other, total + side]
        return total == 0 or roll / 6 > 1 - values[other, own + total, 0]

    return rolls


def win_rate(target: int, one: Rolls, other: Rolls) -> float:
    """Exact share of games that `one` wins against `other`, who begins in half of them; by iteration."""

    def following(who: int, a: int, b: int, t: int) -> list[tuple[float, Position | None]]:
        """Where the plan of who is to move leads, None to his win; weights below 0 for the other's positions."""
        if not (one, other)[who](a, b, t):
            return [(-1.0, (1 - who, b, a + t, 0))]
        ways: list[tuple[float, Position | None]] = [(-1 / 6, (1 - who, b, a, 0))]
        return ways + [(1 / 6, None if a + t + side >= target else (who, a, b, t + side)) for side in range(2, 7)]

    plans: dict[Position, list[tuple[float, Position | None]]] = {}
    open_ = [(0, 0, 0, 0), (1, 0, 0, 0)]
    while open_:  # only what can come up
        position = open_.pop()
        if position not in plans:
            plans[position] = following(*position)
            open_ += [to for _, to in plans[position] if to is not None]
    values = dict.fromkeys(plans, 0.5)  # of who is to move
    change = 1.0
    while change > 1e-7:
        change = 0.0
        for position, ways in plans.items():
            value = sum(
                weight if to is None else -weight * (1 - values[to]) if weight < 0 else weight * values[to]
                for weight, to in ways
            )
            change = max(change, abs(value - values[position]))
            values[position] = value
    return (values[0, 0, 0, 0] + 1 - values[1, 0, 0, 0]) / 2


def searched_rolls(target: int, **settings: Any) -> Rolls:
    @cache
    def rolls(own: int, other: int, total: int) -> bool:
        if total == 0:
            return True  # forced
        return search.mcts(pig_state(target, own, other, total), seed=1, **settings).text == "roll"

    return rolls


def check_pig(target: int, loss: float, **settings: Any) -> None:
    best = best_rolls(target)
    assert win_rate(target, best, best) == pytest.approx(0.5, abs=1e-6)
    share = win_rate(target, searched_rolls(target, **settings), best)
    assert 0.5 - loss < share <= 0.5 + 1e-6


@pytest.mark.parametrize(("target", "chance", "iterations"), [(18, "open", 1000), (18, "closed", 10_000)])
def test_pig_close_to_the_optimal_win_rate(target: int, chance: str, iterations: int) -> None:
    """At every position that can come up the search decides; what comes of it against best play is computed exactly."""
    check_pig(target, 0.01, iterations=iterations, chance=chance, exploration=0.6)


def test_pig_against_rules_of_thumb() -> None:
    """Who holds at once, or at 20, is found out by the computation above."""
    best = best_rolls(30)
    assert win_rate(30, lambda own, other, total: total == 0, best) < 0.1
    assert win_rate(30, lambda own, other, total: total < 20 and own + total < 30, best) < 0.43


@pytest.mark.slow
@pytest.mark.timeout(3000)
def test_longer_pig_close_to_the_optimal_win_rate() -> None:
    check_pig(30, 0.01, iterations=50_000, chance="open", exploration=0.6)
