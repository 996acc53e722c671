"""Counts of paths from stored positions; the native tests read the same files."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

import pyboard
from pyboard import State

FOLDER = Path(__file__).parents[1] / "data" / "perft"
FILES = sorted(FOLDER.rglob("*.perft"))
QUICK = 700_000
SLOW_WALK = 1500


@dataclass
class Perft:
    """One file, see tools/make_perft.py."""

    identity: str = ""
    game: str = ""
    players: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    events: list[str] = field(default_factory=list)
    depths: dict[int, int] = field(default_factory=dict)

    def state(self) -> State:
        state = pyboard.load_game(self.game, self.players, **self.options).new_initial_state()
        for text in self.events:
            state.apply_text(text)
        return state


def option_value(text: str) -> Any:
    if text in ("true", "false"):
        return text == "true"
    return int(text) if text.lstrip("-").isdigit() else text


def read(file: Path) -> Perft:
    perft = Perft()
    for line in file.read_text(encoding="utf-8").splitlines():
        key, _, rest = line.partition(" ")
        if key == "id":
            perft.identity = rest
        elif key == "game":
            perft.game = rest
        elif key == "players":
            perft.players = int(rest)
        elif key == "options":
            perft.options = {name: option_value(value) for name, _, value in (o.partition("=") for o in rest.split())}
        elif key == "play":
            perft.events += rest.split("; ")
        else:
            assert key == "depth", line
            depth, paths = rest.split()
            perft.depths[int(depth)] = int(paths)
    return perft


def walked(state: State, depth: int) -> int:
    """The same count, step by step."""
    if depth == 0 or state.is_terminal():
        return 1
    total = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        total += walked(child, depth - 1)
    return total


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_perft(file: Path) -> None:
    perft = read(file)
    assert perft.identity == file.stem
    state = perft.state()
    assert max(perft.depths.values()) >= 100_000
    for depth, paths in perft.depths.items():
        if paths <= QUICK:
            assert state.game.perft(state, depth) == paths
        if paths <= SLOW_WALK:
            assert walked(state, depth) == paths


@pytest.mark.slow
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_deepest_perft(file: Path) -> None:
    perft = read(file)
    state = perft.state()
    depth = max(perft.depths)
    assert state.game.perft(state, depth) == perft.depths[depth]


@pytest.mark.parametrize("game", sorted({file.parent.name for file in FILES}))
def test_there_are_four_positions_for_every_player_count(game: str) -> None:
    """An opening, a middle game, an end, and one in the middle of a compound turn or of a sealed package."""
    low, high = pyboard._core._info(game)["players"]
    found = [perft for file in FILES if file.parent.name == game and not (perft := read(file)).options]
    for players in range(low, high + 1):
        here = {
            perft.identity.removeprefix(f"{game}-{players}p-"): perft for perft in found if perft.players == players
        }
        assert {"opening", "middle", "end"} <= here.keys()
        assert len(here) >= 4
        inside = [perft.state() for what, perft in here.items() if what.startswith("inside-")]
        assert any(state.transcript() and state.transcript()[-1][0] == state.current_player() for state in inside)
