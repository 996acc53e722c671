"""Against another implementation: OpenSpiel's MCTS, with the same settings, from the same positions."""

from __future__ import annotations

import math
from typing import Any

import pytest
from support.searches import load

from pyboard import State, search

pyspiel = pytest.importorskip("pyspiel", reason="open_spiel is not installed")

GAMES = {"toy:tic_tac_toe": "tic_tac_toe", "toy:connect_four": "connect_four"}
UCT_C = 1.4  # for returns in [-1, 1]; utilities here lie in [0, 1]
RUNS = 12


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
    ours: dict[int, list[tuple[float, float]]] = {}
    theirs: dict[int, list[tuple[float, float]]] = {}
    for seed in range(RUNS):
        result = search.mcts(state, iterations=simulations, seed=seed, exploration=UCT_C / 2)
        for row in result.actions:
            assert row.mean is not None
            ours.setdefault(row.action, []).append((row.visits / simulations, row.mean[mover]))
        root = bot(other.get_game(), simulations, seed + 1).mcts_search(other)
        for child in root.children:
            mean = (child.total_reward / child.explore_count + 1) / 2
            theirs.setdefault(child.action, []).append((child.explore_count / simulations, mean))
    assert sorted(ours) == sorted(theirs) == state.legal_actions()
    for action, pairs in ours.items():
        for index in range(2):
            a, a_error = summary([pair[index] for pair in pairs])
            b, b_error = summary([pair[index] for pair in theirs[action]])
            assert abs(a - b) < 5 * math.hypot(a_error, b_error) + 0.01, (action, index)
