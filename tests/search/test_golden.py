"""Small searches whose results are frozen: the same numbers on every platform.

After a change that is meant to change them: python tests/search/test_golden.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pyboard
from pyboard import State, search

FILE = Path(__file__).parent.parent / "data" / "search" / "golden.json"
CASES: dict[str, tuple[str, int, int, dict[str, Any]]] = {
    # name: game, players, random steps from the start, settings
    "tic_tac_toe": ("toy:tic_tac_toe", 2, 0, {}),
    "tic_tac_toe-greedy": ("toy:tic_tac_toe", 2, 2, {"exploration": 0.1, "first_play": 0.6}),
    "connect_four": ("toy:connect_four", 2, 5, {}),
    "connect_four-cut-off": ("toy:connect_four", 2, 8, {"playout_depth": 4}),
    "three_player": ("toy:three_player", 3, 0, {"utility": "win"}),
    "pig": ("toy:pig", 3, 9, {"chance": "closed"}),
    "pig-open": ("toy:pig", 2, 6, {}),
    "kuhn_poker": ("toy:kuhn_poker", 2, 3, {"chance": "closed"}),
    "sealed_auction": ("toy:sealed_auction", 3, 9, {"chance": "closed"}),
    "sealed_auction-perfect": ("toy:sealed_auction", 2, 5, {"information": "perfect", "chance": "closed"}),
}


def position(name: str, players: int, steps: int) -> State:
    state = pyboard.load_game(name, players).new_initial_state()
    seed = 0
    while steps > 0 or state.current_player() < 0:
        legal = state.legal_actions()
        state.apply_action(legal[(7 * seed + 3) % len(legal)])
        seed += 1
        steps -= 1
    return state


def found(case: str) -> dict[str, Any]:
    name, players, steps, settings = CASES[case]
    state = position(name, players, steps)
    # Named here, so that another default changes nothing.
    settings = {"exploration": 0.7, "playout_depth": -1, "chance": "open", **settings}
    tree = search.mcts(state, iterations=400, seed=11, **settings)
    shared = {key: value for key, value in settings.items() if key in ("playout_depth", "utility", "information")}
    flat = search.flat(state, iterations=400, seed=11, **shared)
    return {
        "state": str(state.to_dict()),
        "nodes": tree.nodes,
        "visits": [[row.action, row.visits] for row in tree.actions],
        "means": [list(row.mean or ()) for row in tree.actions],
        "line": [entry.text for entry in tree.principal_variation],
        "flat": [[row.action, row.visits] for row in flat.actions],
        "flat_means": [list(row.mean or ()) for row in flat.actions],
    }


@pytest.mark.parametrize("case", CASES)
def test_frozen(case: str) -> None:
    expected = json.loads(FILE.read_text(encoding="utf-8"))[case]
    result = found(case)
    for key in ("means", "flat_means"):
        rows = expected.pop(key)
        assert len(rows) == len(result[key])
        for row, values in zip(rows, result.pop(key), strict=True):
            assert values == pytest.approx(row, abs=1e-6)
    assert result == expected


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(json.dumps({case: found(case) for case in CASES}, indent=1) + "\n", encoding="utf-8")
