"""When a position enters the tree, and when another of its actions is tried."""

from __future__ import annotations

from typing import Any

import pytest
from support.searches import best_actions, children, facts, load
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
