"""Boards as text: readable, narrow, and different where positions differ."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from support.tzolkin import play, player, position

import pyboard


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("mini", [False, True])
def test_different_positions_look_different(players: int, mini: bool) -> None:
    game = pyboard.load_game("tzolkin", players=players, mini_expansion_2=mini)
    seen: dict[str, str] = {}
    for seed in range(3):
        rng = random.Random(seed)
        state = game.new_initial_state()
        while not state.is_terminal():
            board = str(state)
            assert max(map(len, board.splitlines())) <= 120
            position_text = json.dumps(state.to_dict())
            assert seen.setdefault(board, position_text) == position_text
            state.apply_action(rng.choice(state.legal_actions()))
    assert len(seen) > 300


def test_the_unfinished_action_is_shown() -> None:
    state = position(player(0, (2, 1, 0)), workers={"tikal": {3: 0}})
    state = play(state, "pick tikal 3 use 3", "tech agriculture")
    lines = str(state).splitlines()
    assert "to do: pay (amount 1, for agriculture, more yes)" in lines
    assert lines[-1] == "p0 pay: pay 1 wood, pay 1 stone"
    gears = {line.split()[0]: line.split()[1:] for line in lines if line.startswith(("palenque", "tikal"))}
    assert gears["tikal"] == ["."] * 8 + ["|", ".", "."], "the worker was picked"


def test_sealed_tiles_stay_hidden() -> None:
    state = pyboard.load_game("tzolkin", players=2).new_initial_state()
    rng = random.Random(5)
    while state.node_kind() != "keep":
        state.apply_action(rng.choice(state.legal_actions()))
    own, other = state.current_player(), 1 - state.current_player()
    tiles = state.to_dict()["dealt"]
    for_other = pyboard.render.text(state, other)
    assert " ".join(tiles[other]) in for_other
    assert " ".join(tiles[own]) not in for_other
    assert for_other.splitlines()[-1] == f"p{own}: keep"


GOLDEN = Path(__file__).parents[2] / "render" / "golden"


def random_position(players: int, seed: int, kind: str, day: int) -> pyboard.State:
    """The first position of a random game that waits for a decision of this kind from this day on."""
    rng = random.Random(seed)
    state = pyboard.load_game("tzolkin", players=players).new_initial_state()
    while state.node_kind() != kind or state.to_dict()["day"] < day:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("file", "players", "seed", "kind", "day", "viewer"),
    [
        ("tzolkin-2p-turn.txt", 2, 1, "turn", 13, None),
        ("tzolkin-3p-keep-seen-by-p0.txt", 3, 2, "keep", 1, 0),
        ("tzolkin-4p-pay.txt", 4, 3, "pay", 9, None),
    ],
)
def test_golden_boards(file: str, players: int, seed: int, kind: str, day: int, viewer: int | None) -> None:
    board = pyboard.render.text(random_position(players, seed, kind, day), viewer)
    assert board + "\n" == (GOLDEN / file).read_text(encoding="utf-8")
