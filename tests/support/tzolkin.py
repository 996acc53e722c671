"""Positions of Tzolk'in as the worked examples need them."""

from __future__ import annotations

from typing import Any

import pyboard
from pyboard import State
from support.play import offers, play

__all__ = ["goods", "offers", "play", "player", "position", "seat", "tech", "temples", "view", "wells"]

GEARS = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")
TEMPLES = ("chaac", "quetzalcoatl", "kukulcan")
TRACKS = ("agriculture", "extraction", "architecture", "theology")
WELLS = {gear: 13 if gear == "chichen_itza" else 10 for gear in GEARS}
Board = dict[str, dict[int, int | str]]


def player(
    corn: int = 0,
    blocks: tuple[int, int, int] = (0, 0, 0),
    temples: tuple[int, int, int] = (0, 0, 0),
    tech: tuple[int, int, int, int] = (0, 0, 0, 0),
    **more: Any,
) -> dict[str, Any]:
    """One player's part of a position; `blocks` are wood, stone, gold."""
    return {
        "corn": corn,
        **dict(zip(("wood", "stone", "gold"), blocks, strict=True)),
        "skulls": 0,
        "score": 0,
        "workers": 3,
        "temples": dict(zip(TEMPLES, temples, strict=True)),
        "technologies": dict(zip(TRACKS, tech, strict=True)),
        "buildings": {},
        "monuments": [],
        "corn_tiles": 0,
        "wood_tiles": 0,
        "side": "light",
        "free_food": 0,
        **more,
    }


def view(*players: dict[str, Any], workers: Board | None = None, **more: Any) -> dict[str, Any]:
    """A position at the beginning of p0's turn, as a dict; `workers` by gear and space: a seat or "dummy"."""
    wells: dict[str, list[int | str | None]] = {gear: [None] * WELLS[gear] for gear in GEARS}
    for gear, spaces in (workers or {}).items():
        for space, owner in spaces.items():
            wells[gear][space] = owner
    fields = len(players)
    return {
        "phase": "turn",
        "first": 0,
        "active": 0,
        "day": 1,
        "food_days": 0,
        "acc": 0,
        "skulls": 0,
        "start": None,
        "gears": wells,
        "jungle": {str(g): {"corn": fields, "wood": 0 if g == 2 else fields} for g in (2, 3, 4, 5)},
        "chichen_skulls": [],
        "display": {},
        "undrawn": {},
        "monuments": [],
        "players": list(players),
        **more,
    }


def position(
    *players: dict[str, Any], workers: Board | None = None, options: dict[str, Any] | None = None, **more: Any
) -> State:
    """The position of `view`; a second player is there if the example names one only."""
    seats = [*players, player()] if len(players) == 1 else [*players]
    game = pyboard.load_game("tzolkin", players=len(seats), **(options or {}))
    return game.state_from_dict(view(*seats, workers=workers, **more))


def seat(state: State, number: int = 0) -> dict[str, Any]:
    """A player's part of the position."""
    entry: dict[str, Any] = state.to_dict()["players"][number]
    return entry


def goods(state: State, number: int = 0) -> tuple[int, int, int, int]:
    """Corn, wood, stone and gold of a player."""
    entry = seat(state, number)
    return entry["corn"], entry["wood"], entry["stone"], entry["gold"]


def temples(state: State, number: int = 0) -> tuple[int, ...]:
    return tuple(seat(state, number)["temples"].values())


def tech(state: State, number: int = 0) -> tuple[int, ...]:
    return tuple(seat(state, number)["technologies"].values())


def wells(state: State, gear: str) -> list[int | str | None]:
    row: list[int | str | None] = state.to_dict()["gears"][gear]
    return row
