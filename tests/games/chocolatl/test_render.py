"""Boards as text: readable, narrow, and different where positions differ."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.chocolatl import bids, opening, play

import pyboard

GOLDEN = Path(__file__).parents[2] / "render" / "golden"


@pytest.mark.parametrize("players", [3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"dice_timing": "single_pass_commit", "green_second_wave": "per_location"}])
def test_different_positions_look_different(players: int, options: dict[str, Any]) -> None:
    game = pyboard.load_game("chocolatl", players=players, **options)
    seen: dict[str, str] = {}
    for seed in range(4):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            for viewer in (None, 0):
                board = pyboard.render.text(state, viewer)
                assert max(map(len, board.splitlines())) <= 120
            board = str(state)
            position_text = json.dumps(state.to_dict())
            assert seen.setdefault(board, position_text) == position_text
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(seen) > 300


def test_sealed_cards_stay_hidden() -> None:
    package = bids((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12))
    state = play(opening((0, 1, 2), (0, 0, 0)), *package)
    board = pyboard.render.text(state, 1)
    line = next(line for line in board.splitlines() if line.startswith("p0 ") and "hand" not in line)
    assert line.split()[-12:] == ["?"] * 12
    assert "p0  hand 0 cards; not placed for sure: 0 1 2 3 4 5 6 7 8 9 10 11 12" in board
    own = pyboard.render.text(state, 0)
    assert next(line for line in own.splitlines() if line.startswith("p0 ")).split()[-2:] == ["11", "12"]
    assert board.splitlines()[-1].startswith("p1 bid: bid prophecy 1 2, ")


def random_position(players: int, seed: int, kind: str) -> pyboard.State:
    """The first position of random games from round 2 on that waits for this."""
    rng = random.Random(seed)
    while True:
        state = pyboard.load_game("chocolatl", players=players).new_initial_state()
        while not state.is_terminal():
            if state.node_kind() == kind and state.to_dict()["round"] > 1:
                return state
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("file", "players", "seed", "kind", "viewer"),
    [
        ("chocolatl-3p-dice.txt", 3, 1, "dice", None),
        ("chocolatl-4p-card2-seen-by-p0.txt", 4, 2, "card2", 0),
        ("chocolatl-5p-swap.txt", 5, 3, "swap_big", None),
    ],
)
def test_golden_boards(file: str, players: int, seed: int, kind: str, viewer: int | None) -> None:
    board = pyboard.render.text(random_position(players, seed, kind), viewer)
    assert board + "\n" == (GOLDEN / file).read_text(encoding="utf-8")
