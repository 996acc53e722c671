"""Boards as text: readable, narrow, and different where positions differ."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from support.cuba import bribing, player, position
from support.play import play

import pyboard

GOLDEN = Path(__file__).parents[2] / "render" / "golden"


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("options", [{}, {"buildings": "all", "board": "back"}, {"ruleset": "published"}])
def test_different_positions_look_different(players: int, options: dict[str, Any]) -> None:
    game = pyboard.load_game("cuba", players=players, **options)
    seen: dict[str, str] = {}
    for seed in range(2):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            board = str(state)
            assert max(map(len, board.splitlines())) <= 120
            position_text = json.dumps(state.to_dict())
            assert seen.setdefault(board, position_text) == position_text
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(seen) > 200


def test_the_unfinished_action_is_shown() -> None:
    built = {"b2": "sawmill", "c2": "rum_cafe"}
    state = play(position(player(wood=2, rum=1, pawn="b2", buildings=built)), "play foreman", "foreman cross")
    state = play(state, "use rum_cafe 1")
    lines = str(state).splitlines()
    assert "foreman: single -, open sawmill, awake sawmill, aside 1 rum, given -" in lines
    assert lines[-1] == "p0 use: use sawmill 1, use sawmill 2, use done"
    row = next(line for line in lines if line.startswith("    2  "))
    assert row.split() == ["2", "(tobacco)", "*sawmill", "rum_cafe", "(stone)"]


def test_sealed_bribes_stay_hidden() -> None:
    state = play(bribing(player(), player(), delegates=("mayor", "mayor")), "bribe 7")
    assert "sealed 7 + -" in pyboard.render.text(state)
    assert "sealed 7 + -" in pyboard.render.text(state, 0)
    for_other = pyboard.render.text(state, 1)
    assert "sealed sealed + -" in for_other
    assert "7 + -" not in for_other


def is_wanted(state: pyboard.State, kind: str, number: int) -> bool:
    """A node of this kind, from this round on; bribes once one is sealed."""
    position = state.to_dict()
    if state.node_kind() != kind or position["round"] < number:
        return False
    return kind != "bribe" or any(votes is not None for votes in position["parliament"]["sealed"])


def random_position(players: int, seed: int, kind: str, number: int, **options: Any) -> pyboard.State:
    """The first position of a random game that waits for a decision of this kind from this round on."""
    rng = random.Random(seed)
    state = pyboard.load_game("cuba", players=players, **options).new_initial_state()
    while not is_wanted(state, kind, number):
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("file", "players", "seed", "kind", "number", "viewer"),
    [
        ("cuba-2p-card.txt", 2, 1, "card", 4, None),
        ("cuba-3p-bribe-seen-by-p0.txt", 3, 2, "bribe", 2, 0),
        ("cuba-5p-use.txt", 5, 3, "use", 2, None),
    ],
)
def test_golden_boards(file: str, players: int, seed: int, kind: str, number: int, viewer: int | None) -> None:
    board = pyboard.render.text(random_position(players, seed, kind, number, buildings="all"), viewer)
    assert board + "\n" == (GOLDEN / file).read_text(encoding="utf-8")
