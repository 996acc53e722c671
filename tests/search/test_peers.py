"""Against another implementation: OpenSpiel's MCTS, with the same settings, from the same positions."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from support.searches import load

from pyboard import State, search

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")
ismcts = pytest.importorskip("open_spiel.python.algorithms.ismcts")
python_mcts = pytest.importorskip("open_spiel.python.algorithms.mcts")
adapter = pytest.importorskip("pyboard.adapters.open_spiel")

GAMES = {"toy:tic_tac_toe": "tic_tac_toe", "toy:connect_four": "connect_four"}
UCT_C = 1.4  # for returns in [-1, 1]; utilities here lie in [0, 1]
RUNS = 12
Found = dict[int, list[tuple[float, float]]]  # per action and run: share of the visits, value for the mover


def bot(game: Any, simulations: int, seed: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
    return pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, 1000, False, seed, False)  # megabytes, solver


def both(name: str, moves: list[int]) -> tuple[State, Any]:
    state = load(name)
    other = pyspiel.load_game(GAMES[name]).new_initial_state()
    for move in moves:
        state.apply_action(move)
        other.apply_action(move)
    assert state.legal_actions() == other.legal_actions()
    return state, other


def summary(values: list[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    variance = sum((value - mean) ** 2 for value in values) / (len(values) - 1)
    return mean, math.sqrt(variance / len(values))


@pytest.mark.parametrize(
    ("name", "moves", "simulations"),
    [
        ("toy:tic_tac_toe", [], 100),
        ("toy:tic_tac_toe", [], 300),
        ("toy:tic_tac_toe", [0, 1], 200),
        ("toy:tic_tac_toe", [0, 8], 200),
        ("toy:connect_four", [], 200),
        ("toy:connect_four", [], 3000),
        ("toy:connect_four", [3, 3, 3], 2000),
        ("toy:connect_four", [3, 2, 3, 4, 2], 2000),
        ("toy:connect_four", [0, 3, 0, 3], 2000),
    ],
)
def test_root_values_and_visits_agree(name: str, moves: list[int], simulations: int) -> None:
    """While the tree seldom reaches the end of the game: there the other search drops the exploration term."""
    state, other = both(name, moves)
    mover = state.current_player()
    ours: Found = {}
    theirs: Found = {}
    for seed in range(RUNS):
        result = search.mcts(state, iterations=simulations, seed=seed, exploration=UCT_C / 2)
        for row in result.actions:
            assert row.mean is not None
            ours.setdefault(row.action, []).append((row.visits / simulations, row.mean[mover]))
        root = bot(other.get_game(), simulations, seed + 1).mcts_search(other)
        for child in root.children:
            mean = (child.total_reward / child.explore_count + 1) / 2
            theirs.setdefault(child.action, []).append((child.explore_count / simulations, mean))
    compare(ours, theirs, state.legal_actions())


def compare(ours: Found, theirs: Found, legal: list[int]) -> None:
    """Shares of the visits and values of every action agree within the noise of the runs."""
    assert sorted(ours) == sorted(theirs) == legal
    for action, pairs in ours.items():
        for index in range(2):
            a, a_error = summary([pair[index] for pair in pairs])
            b, b_error = summary([pair[index] for pair in theirs[action]])
            assert abs(a - b) < 5 * math.hypot(a_error, b_error) + 0.01, (action, index)


# ---------------------------------------------------------------- OpenSpiel's searches over our own toys


def by_us(state: State, simulations: int, runs: int, **settings: Any) -> Found:
    mover = state.current_player()
    found: Found = {}
    for seed in range(runs):
        result = search.mcts(state, iterations=simulations, seed=seed, exploration=UCT_C / 2, **settings)
        for row in result.actions:
            assert row.mean is not None
            found.setdefault(row.action, []).append((row.visits / simulations, row.mean[mover]))
    return found


def by_mcts_bot(state: State, simulations: int, runs: int) -> Found:
    """Its C++ search, where nothing is hidden."""
    found: Found = {}
    other = adapter.wrap(state)
    for seed in range(1, runs + 1):
        for child in bot(other.get_game(), simulations, seed).mcts_search(other).children:
            mean = (child.total_reward / child.explore_count + 1) / 2
            found.setdefault(child.action, []).append((child.explore_count / simulations, mean))
    return found


def by_ismcts_bot(state: State, simulations: int, runs: int) -> Found:
    """Its search over information sets, in Python."""
    found: Found = {}
    other = adapter.wrap(state)
    for seed in range(1, runs + 1):
        rollouts = python_mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))
        peer = ismcts.ISMCTSBot(
            other.get_game(), rollouts, UCT_C, simulations, random_state=np.random.RandomState(1000 + seed)
        )
        peer.run_search(other)
        for action, child in peer._root_node.child_info.items():
            mean = (child.return_sum / child.visits + 1) / 2
            found.setdefault(action, []).append((child.visits / simulations, mean))
    return found


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize(("players", "target", "rolls"), [(2, 60, 0), (2, 40, 2), (3, 40, 0), (3, 30, 1), (4, 30, 0)])
def test_chance_and_more_seats(players: int, target: int, rolls: int) -> None:
    """Pig: a die after every roll, with a node for every side in both trees, and up to four seats."""
    state = load("toy:pig", players, target=target)
    for _ in range(rolls):
        state.apply_text("roll")
        state.apply_action(state.legal_actions()[3])
    ours = by_us(state, 400, 24, chance="closed")
    compare(ours, by_mcts_bot(state, 400, 24), state.legal_actions())


def test_three_seats_come_to_the_same_solution() -> None:
    """Eight ends: both are through the whole tree at once, so they are compared by what they come to."""
    state = load("toy:three_player")
    ours, theirs = by_us(state, 3000, 2), by_mcts_bot(state, 3000, 2)
    for found in (ours, theirs):
        best = max(found, key=lambda action: found[action][0][0])
        assert state.action_to_string(best) == "left"
        for share, value in found[best]:
            assert share > 0.98
            assert value == pytest.approx(1, abs=0.03)


@pytest.mark.parametrize(
    ("name", "options", "simulations", "moves"),
    [
        ("toy:hidden_coin", {}, 400, []),
        ("toy:hidden_coin", {"coins": 2}, 400, []),
        ("toy:matrix", {}, 400, []),
        ("toy:matrix", {}, 400, [0]),
        ("toy:matrix", {"rounds": 3}, 300, []),
    ],
)
def test_hidden_and_sealed(name: str, options: dict[str, Any], simulations: int, moves: list[int]) -> None:
    """What nobody else knows, and choices that the second seat does not see: nodes by information state in both.

    Where the others hold hands of their own the two differ on purpose: there OpenSpiel's nodes know the hand that was
    dealt in this world, and ours only what has happened since the root.
    """
    state = load(name, **options)
    for move in moves:
        state.apply_action(move)
    ours = by_us(state, simulations, 10, chance="closed")
    compare(ours, by_ismcts_bot(state, simulations, 10), state.legal_actions())
