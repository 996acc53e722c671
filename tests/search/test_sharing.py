"""Nodes that know less than their movers: own actions only."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.searches import best_actions, facts, load, pig_values, visits
from support.searches import solve as slow_solve

import pyboard
from pyboard import State, search

OWN: dict[str, dict[str, Any]] = {"own": {"tree": "own"}, "turn": {"tree": "turn"}}


def tic_tac_toe(*rows: str) -> State:
    return pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": list(rows)})


def settled(name: str, players: int) -> State:
    state: State = load(name, players)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    return state


def test_the_default_is_that_of_the_game() -> None:
    row = next(row for row in search.parameters() if row["name"] == "tree")
    assert (row["default"], row["neutral"], row["values"]) == ("all", "all", ["all", "own", "turn"])
    state = load("cacao", 3)
    settings: dict[str, Any] = {"iterations": 500, "seed": 1}
    assert facts(search.mcts(state, **settings)) == facts(search.mcts(state, tree="turn", **settings))
    assert facts(search.mcts(state, **settings)) != facts(search.mcts(state, tree="own", **settings))
    two = load("cacao", 2)
    assert facts(search.mcts(two, **settings)) == facts(search.mcts(two, tree="all", **settings))
    with pytest.raises(ValueError, match="tree cannot be"):
        search.mcts(state, tree="self")


@pytest.mark.parametrize("name", OWN)
def test_a_node_forgets_what_others_did(name: str) -> None:
    """The second seat's strategy is the same whatever the first has chosen; else it depends on it."""
    for settings, same in ((OWN[name], True), ({}, False)):
        game = pyboard.load_game("toy:three_player")
        player = search.MCTS(game, **settings)
        player.search(game.new_initial_state(), iterations=2000, seed=1)
        found = []
        for action in ("left", "right"):
            state = game.new_initial_state()
            state.apply_text(action)
            found.append(player.strategy(state))
        assert found[0] is not None
        assert (found[0] == found[1]) == same


def rolls(state: State, sides: tuple[str, ...]) -> State:
    """The position after p0 has rolled these sides."""
    for side in sides:
        if state.current_player() >= 0:
            state.apply_text("roll")
        outcome = next(o for o in state.legal_actions() if side in state.action_to_string(o).split())
        state.apply_action(outcome)
    return state


@pytest.mark.parametrize("name", OWN)
def test_what_chance_brings_belongs_to_who_acted_last(name: str) -> None:
    """With closed chance every own roll leads to a node of its own, with open chance all lead to one."""
    start = settled("toy:pig", 2)
    for chance, same in (("closed", False), ("open", True)):
        player = search.MCTS(start.game, chance=chance, **OWN[name])
        player.search(start, iterations=5000, seed=1)
        own = [player.strategy(rolls(start.clone(), (side,))) for side in ("2", "6")]
        assert all(own)
        assert (own[0] == own[1]) == same


def positions_of_pig(target: int) -> Iterator[tuple[State, str]]:
    """Decisions between rolling and holding, each with the better choice where it is clearly better."""
    values = pig_values(target)
    for own, other, total in ((0, 0, 4), (0, 0, 15), (10, 12, 6), (5, 16, 8), (15, 4, 3), (8, 0, 11)):
        game = pyboard.load_game("toy:pig", 2, target=target)
        data = game.new_initial_state().to_dict()
        data.update({"scores": [own, other], "turn_total": total, "seat": 0, "phase": "decide"})
        state = game.state_from_dict(data)
        if state.current_player() != 0 or len(state.legal_actions()) < 2:
            continue
        hold = 1 - values[other, own + total, 0]
        roll = 1 - values[other, own, 0]
        for side in range(2, 7):
            roll += 1.0 if own + total + side >= target else values[own, other, total + side]
        roll /= 6
        if abs(roll - hold) > 0.05:
            yield state, "roll" if roll > hold else "hold"


@pytest.mark.parametrize("name", OWN)
def test_own_actions_are_enough_for_a_race(name: str) -> None:
    found = 0
    for state, best in positions_of_pig(20):
        assert search.mcts(state, iterations=50_000, seed=1, exploration=0.3, **OWN[name]).text == best
        found += 1
    assert found >= 4


@pytest.mark.parametrize("name", OWN)
def test_own_actions_are_enough_where_nobody_answers(name: str) -> None:
    matrix = search.mcts(load("toy:matrix"), iterations=50_000, seed=1, **OWN[name])
    assert matrix.values == pytest.approx((0.5, 0.5), abs=0.01)
    assert min(visits(matrix).values()) > 0.4 * 50_000
    assert search.mcts(settled("toy:hidden_coin", 2), iterations=20_000, seed=1, **OWN[name]).text == "safe"
    # A win, and a threat that is met.
    assert search.mcts(tic_tac_toe("xx.", "oo.", "..."), iterations=500, seed=1, **OWN[name]).text == "mark 2"
    assert search.mcts(tic_tac_toe("xo.", ".x.", "..."), iterations=5000, seed=1, **OWN[name]).text == "mark 8"


@pytest.mark.parametrize("name", OWN)
def test_last_decisions_are_exact(name: str) -> None:
    """Where only the root is left to decide there is nothing to forget."""
    for rows, value in ((("xox", "xoo", ".x."), 0.5), (("oxo", "xxo", "..x"), 0.5)):
        state = tic_tac_toe(*rows)
        result = search.mcts(state, iterations=2000, seed=1, exploration=0.1, **OWN[name])
        assert {result.text} == best_actions(state)
        assert result.values[state.current_player()] == pytest.approx(value, abs=0.02)
        assert result.values == pytest.approx(slow_solve(state), abs=0.02)


def test_own_plans_go_deeper() -> None:
    """With the same iterations the principal line is longer where four seats answer each other."""
    for game in ("cuba", "tzolkin"):
        state = settled(game, 4)
        settings: dict[str, Any] = {"iterations": 3000, "seed": 1, "playout_depth": 0, "exploration": 0.1}
        line = {tree: len(search.mcts(state, tree=tree, **settings).principal_variation) for tree in ("all", "own")}
        assert line["own"] > 1.3 * line["all"]


def test_proofs_are_left_out() -> None:
    """A node stands for many positions: what is proven in one need not hold in another."""
    state = tic_tac_toe("xo.", ".x.", "...")
    assert search.mcts(state, iterations=3000, seed=1, solver=True).proven
    assert not search.mcts(state, iterations=3000, seed=1, solver=True, tree="own").proven


@pytest.mark.parametrize("name", OWN)
def test_a_kept_tree_begins_anew_after_others_acted(name: str) -> None:
    state = settled("toy:pig", 2)
    mover = state.current_player()
    player = search.MCTS(state.game, chance="closed", **OWN[name])
    player.search(state, iterations=2000, seed=1)
    rolls(state, ("6",))
    assert state.current_player() == mover
    assert player.search(state, iterations=100, seed=1).kept > 0
    state.apply_text("hold")
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[-1])
    assert state.current_player() != mover
    assert player.search(state, iterations=100, seed=1).kept == 0
