"""Boards as text: readable, narrow, and different where positions differ."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from support.pantheon import movement, play, player

import pyboard

GOLDEN = Path(__file__).parents[2] / "render" / "golden"


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bonus", ["random", "choose"])
def test_different_positions_look_different(players: int, bonus: str) -> None:
    game = pyboard.load_game("pantheon", players=players, bonus=bonus)
    seen: dict[str, str] = {}
    rng = random.Random(players)
    state = game.new_initial_state()
    while not state.is_terminal():
        board = str(state)
        assert max(map(len, board.splitlines())) <= 120
        position_text = json.dumps(state.to_dict())
        assert seen.setdefault(board, position_text) == position_text
        state.apply_action(rng.choice(state.legal_actions()))
    assert len(seen) > 300


def test_the_map_shows_pieces_and_tiles() -> None:
    state = movement(player({"move": 1}, feet=["s85"]), player(feet=["s85"], columns=["s54"]), loot=["cards"])
    rows = {line.split()[0]: line.split()[1:] for line in str(state).splitlines() if line.startswith("s")}
    assert rows["s80"] == [".", ".", ".", ".", "ca", "01", "@", *["."] * 6, "#", ".", "#"]
    assert rows["s48"][6] == "1"
    after = play(state, "place s87")
    assert "s70-" not in str(after)
    assert [line.split()[7] for line in str(after).splitlines() if line.startswith("s64")] == [".-"]
    assert "now        points: 0 · jumps: 0 · may end: True" in str(after)


def test_other_hands_stay_hidden() -> None:
    state = movement(player({"gift": 3}), player({"dancer": 2}))
    assert "dancer x2" in str(state)
    board = pyboard.render.text(state, 0)
    assert "gift x3" in board
    assert "dancer x2" not in board
    assert "hand: 2 cards" in board


def random_position(players: int, seed: int, kind: str, epoch: int) -> pyboard.State:
    """The first position of a random game that waits for a decision of this kind from this epoch on."""
    rng = random.Random(seed)
    state = pyboard.load_game("pantheon", players=players).new_initial_state()
    while state.node_kind() != kind or state.to_dict()["epoch"] < epoch:
        state.apply_action(rng.choice(state.legal_actions()))
    return state


@pytest.mark.parametrize(
    ("file", "players", "seed", "kind", "epoch", "viewer"),
    [
        ("pantheon-2p-turn.txt", 2, 1, "turn", 3, None),
        ("pantheon-3p-movement-seen-by-p0.txt", 3, 2, "movement", 2, 0),
        ("pantheon-4p-offer.txt", 4, 3, "offer", 1, None),
    ],
)
def test_golden_boards(file: str, players: int, seed: int, kind: str, epoch: int, viewer: int | None) -> None:
    board = pyboard.render.text(random_position(players, seed, kind, epoch), viewer)
    assert board + "\n" == (GOLDEN / file).read_text(encoding="utf-8")
