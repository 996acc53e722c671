"""When a position enters the tree, and when another of its actions is tried."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from support.searches import PLAIN, best_actions, children, facts, load
from support.searches import solve as slow_solve

import pyboard
from pyboard import State, search


def tic_tac_toe(*rows: str) -> State:
    return pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": list(rows)})


def test_the_neutral_value_changes_nothing() -> None:
    row = next(row for row in search.parameters() if row["name"] == "expand_visits")
    assert (row["default"], row["neutral"], row["least"]) == (1, 1, 1)
    state = load("cacao", 3)
    settings: dict[str, Any] = {"iterations": 500, "seed": 1}
    assert facts(search.mcts(state, **settings)) == facts(search.mcts(state, expand_visits=1, **settings))


def test_below_the_threshold_the_tree_is_the_root() -> None:
    state = load("toy:connect_four")
    settings: dict[str, Any] = {"iterations": 700, "seed": 1, "expand_visits": 1000}
    assert search.mcts(state, **settings).nodes == 1 + len(state.legal_actions())
    estimated = search.mcts(state, playout_depth=0, **settings)
    for action, child in children(state):
        row = next(row for row in estimated.actions if row.action == action)
        assert row.mean == pytest.approx(child.evaluate(), abs=1e-4)


@pytest.mark.parametrize("count", [2, 3, 10])
def test_a_position_enters_after_so_many_visits(count: int) -> None:
    """The first iteration that goes on beyond an action of the root is the one after."""
    state = tic_tac_toe("xox", "xoo", ".x.")  # two actions, and behind each a forced end
    longer = tic_tac_toe("xo.", "oxx", "..o")  # three, then two
    for position, deeper in ((state, False), (longer, True)):
        actions = len(position.legal_actions())
        player = search.MCTS(position.game, expand_visits=count, exploration=1000.0)
        before = player.search(position, iterations=count * actions, seed=1)
        assert [row.visits for row in before.actions] == [count] * actions
        assert before.nodes == 1 + actions
        after = player.search(position, iterations=1, seed=1)
        assert after.nodes == 1 + actions + (1 if deeper else 0)


def test_known_values_stay_known() -> None:
    for rows in (("x..", "...", "..."), ("x..", ".o.", "..x"), ("xo.", ".x.", "...")):
        state = tic_tac_toe(*rows)
        late = search.mcts(state, iterations=20_000, seed=1, expand_visits=5)
        assert late.text in best_actions(state)
        assert late.nodes < search.mcts(state, iterations=20_000, seed=1).nodes
    three = search.mcts(load("toy:three_player"), iterations=20_000, seed=1, expand_visits=5)
    assert three.text == "left"
    assert three.values == pytest.approx(slow_solve(load("toy:three_player")), abs=0.05)


def test_proofs_hold_beside_it() -> None:
    state = tic_tac_toe("xo.", ".x.", "...")
    result = search.mcts(state, iterations=20_000, seed=1, solver=True, expand_visits=5)
    assert result.proven
    assert result.values == slow_solve(state)


def expected_tries(iterations: int, widening: float, legal: int) -> int:
    """Actions tried at a root: another one while there are fewer than widening times the root of its visits."""
    tried = 0
    for visits in range(iterations):
        tried += tried == 0 or (
            tried < legal and np.float32(tried) < np.float32(widening) * np.sqrt(np.float32(visits))
        )
    return tried


@pytest.mark.parametrize("widening", [0.01, 0.5, 1.0, 2.5, 100.0])
@pytest.mark.parametrize(
    "options",
    [{}, {"tree": "own"}, {"prior_weight": 0.5, "prior_visits": 8}, {"history_weight": 0.5}, {"mast": 0.5}],
    ids=["plain", "own", "priors", "history", "mast"],
)
@pytest.mark.parametrize("name", ["toy:connect_four", "tzolkin", "cacao"])
def test_widening_tries_by_the_root_of_the_visits(name: str, options: dict[str, Any], widening: float) -> None:
    state = load(name)
    legal = len(state.legal_actions())
    settings: dict[str, Any] = {"playout_depth": 0, **PLAIN, **options}
    for iterations in (1, 2, 10, 100, 400):
        result = search.mcts(state, iterations=iterations, seed=1, widening=widening, **settings)
        tried = [row for row in result.actions if row.visits > 0]
        assert len(tried) == expected_tries(iterations, widening, legal)
        assert sum(row.visits for row in tried) == iterations


def test_neutral_widening_changes_nothing() -> None:
    row = next(row for row in search.parameters() if row["name"] == "widening")
    assert (row["default"], row["neutral"], row["least"]) == (0, 0, 0)
    state = load("cacao", 3)
    settings: dict[str, Any] = {"iterations": 500, "seed": 1}
    assert facts(search.mcts(state, **settings)) == facts(search.mcts(state, widening=0.0, **settings))
    # It is an affair of upper confidence bounds.
    settings["selection"] = "regret"
    without, with_it = (facts(search.mcts(state, widening=widening, **settings)) for widening in (0.0, 0.5))
    assert {**without, "settings": 0} == {**with_it, "settings": 0}


def test_known_values_stay_known_with_widening() -> None:
    for rows in (("x..", "...", "..."), ("x..", ".o.", "..x"), ("xo.", ".x.", "...")):
        state = tic_tac_toe(*rows)
        assert search.mcts(state, iterations=20_000, seed=1, widening=0.3).text in best_actions(state)
        proven = search.mcts(state, iterations=20_000, seed=1, solver=True, widening=0.3)
        assert not proven.proven or proven.values == slow_solve(state)
        assert proven.text in best_actions(state)


def test_other_actions_wait_behind_the_ones_that_were_tried() -> None:
    """With one action per node the tree is a single line."""
    state = load("toy:connect_four")
    result = search.mcts(state, iterations=50, seed=1, widening=1e-6)
    assert [row.visits for row in result.actions if row.visits > 0] == [50]
