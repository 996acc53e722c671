"""Options by which the tree and the playouts know more than visits and means."""

from __future__ import annotations

from typing import Any

import pytest
from support.searches import PLAIN, best_actions, children, facts, load, means, visits
from support.searches import solve as slow_solve

import pyboard
from pyboard import State, search

ON: dict[str, dict[str, Any]] = {
    "first_play_reduction": {"first_play_reduction": 0.1},
    "variance_scaling": {"variance_scaling": True},
    "value_scaling": {"value_scaling": 1.0},
    "prior_weight": {"prior_weight": 1.0},
    "priors at once": {"prior_weight": 1.0, "prior_visits": 0, "first_play_reduction": 0.2},
    "history_weight": {"history_weight": 1.0},
    "mast": {"mast": 0.7},
    "playout_greedy": {"playout_greedy": 0.5},
}
ALL: dict[str, Any] = {name: value for settings in ON.values() for name, value in settings.items()}
OFF = {row["name"]: row["neutral"] for row in search.parameters() if row["name"] in ALL}


def tic_tac_toe(*rows: str) -> State:
    return pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": list(rows)})


def test_neutral_values_change_nothing() -> None:
    assert len(OFF) == 8
    for name, players in (("toy:connect_four", 2), ("toy:pig", 3), ("cacao", 3)):
        state = load(name, players)
        plain = search.mcts(state, iterations=500, seed=1, **PLAIN)
        off = search.mcts(state, iterations=500, seed=1, **{**OFF, "prior_visits": 7})
        assert {**facts(plain), "settings": 0} == {**facts(off), "settings": 0}


@pytest.mark.parametrize("name", ON)
def test_each_changes_the_search_and_none_breaks_it(name: str) -> None:
    state = load("toy:connect_four")
    plain = search.mcts(state, iterations=3000, seed=1)
    found = search.mcts(state, iterations=3000, seed=1, **ON[name])
    assert visits(found) != visits(plain)
    assert sum(visits(found).values()) == 3000
    assert found.text in ("drop 2", "drop 3", "drop 4")
    assert facts(found) == facts(search.mcts(state, iterations=3000, seed=1, **ON[name]))


@pytest.mark.parametrize("name", [*ON, "all"])
def test_known_values_stay_known(name: str) -> None:
    settings = ALL if name == "all" else ON[name]
    for rows in (("x..", "...", "..."), ("x..", ".o.", "..x"), ("xo.", ".x.", "...")):
        state = tic_tac_toe(*rows)
        result = search.mcts(state, iterations=20_000, seed=1, **settings)
        assert result.text in best_actions(state)
    three = search.mcts(load("toy:three_player"), iterations=20_000, seed=1, **settings)
    assert three.text == "left"
    assert three.values == pytest.approx(slow_solve(load("toy:three_player")), abs=0.05)


@pytest.mark.parametrize("name", [*ON, "all"])
def test_proofs_hold_beside_them(name: str) -> None:
    settings = ALL if name == "all" else ON[name]
    state = tic_tac_toe("xo.", ".x.", "...")
    result = search.mcts(state, iterations=20_000, seed=1, solver=True, **settings)
    assert result.proven
    assert result.values == slow_solve(state)


def test_priors_decide_what_is_tried_first() -> None:
    state = load("toy:connect_four")
    mover = state.current_player()
    estimates = {action: child.evaluate()[mover] for action, child in children(state)}
    best = max(estimates, key=lambda action: (estimates[action], -action))
    first = search.mcts(state, iterations=1, seed=1, prior_weight=1, prior_visits=0)
    assert first.action == best
    order = sorted(estimates, key=lambda action: (-estimates[action], action))
    few = search.mcts(state, iterations=4, seed=1, prior_weight=1, prior_visits=0)
    assert {row.action for row in few.actions if row.visits} == set(order[:4])


def test_first_play_reduction_lets_actions_wait() -> None:
    state = load("cacao", 2)
    count = len(state.legal_actions())
    plain = search.mcts(state, iterations=count, seed=1, **PLAIN)
    assert all(row.visits == 1 for row in plain.actions)
    settings = {**PLAIN, "first_play_reduction": 0.0}
    waiting = search.mcts(state, iterations=count, seed=1, exploration=0.1, **settings)
    assert sum(row.visits == 0 for row in waiting.actions) > count // 4


def test_playouts_by_estimate_are_better_than_random_ones() -> None:
    """A win that is there is taken: after a blunder the playouts say so at once."""
    state = tic_tac_toe("xx.", "oo.", "...")
    blunders = dict.fromkeys((0.0, 1.0), 0.0)
    for share in blunders:
        for seed in range(40):  # one playout per action
            result = search.mcts(state, iterations=5, seed=seed, playout_greedy=share)
            blunders[share] += means(result, 0)["mark 8"]
    assert blunders[1.0] == 0.0  # o completes his row
    assert blunders[0.0] > 4


def test_value_scaling_follows_the_spread_of_results() -> None:
    """Where all results are near one another exploration shrinks with them."""
    state = load("toy:connect_four")
    settings: dict[str, Any] = {"utility": "margin", "margin_range": 100, "iterations": 4000, "seed": 1}
    plain = search.mcts(state, **settings)
    scaled = search.mcts(state, value_scaling=1.0, **settings)
    assert plain.actions[0].visits < 900  # 7 actions, and results between 0.495 and 0.505
    assert scaled.actions[0].visits > 1.5 * plain.actions[0].visits
