"""Positions of Tzolk'in as the worked examples need them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyboard
from pyboard import State
from support.play import offers, play

__all__ = ["goods", "offers", "play", "player", "position", "seat", "tech", "temples", "view", "wells"]

GEARS = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")
TEMPLES = ("chaac", "quetzalcoatl", "kukulcan")
TRACKS = ("agriculture", "extraction", "architecture", "theology")
WELLS = {gear: 13 if gear == "chichen_itza" else 10 for gear in GEARS}
_DATA = json.loads((Path(pyboard.__file__).parent / "data" / "tzolkin.json").read_text(encoding="utf-8"))
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


RICH_AGES = (
    {"day": 7, "food_days": 0},
    {"day": 13, "food_days": 1},
    {"day": 19, "food_days": 2},
    {"day": 22, "food_days": 3},
)


def rich_view(players: int, seed: int) -> dict[str, Any]:
    """A position in which everybody can afford much, with all monuments on display, sometimes without buildings."""
    rng = random.Random(seed)
    bare = seed % 3 == 0
    age = RICH_AGES[seed // 2 % len(RICH_AGES)]
    rows = _DATA["building_types"]["list"]
    types = [row["type"] for row in rows if row["age"] == (1 if age["food_days"] < 2 else 2)]
    display = {} if bare else dict.fromkeys(rng.sample(types, 6), 1)
    seats = [
        player(
            rng.randint(0, 25),
            tuple(rng.randint(3, 5) if bare else rng.randint(0, 5) for _ in range(3)),
            temples=(rng.randint(-1, 4), rng.randint(-1, 6), rng.randint(-1, 5)),
            tech=(rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 3), rng.randint(0, 3)),
            skulls=rng.randint(0, 2),
            workers=rng.randint(4, 6),
            free_food=rng.randint(0, 1),
        )
        for _ in range(players)
    ]
    board: dict[str, dict[int, int | str]] = {gear: {} for gear in GEARS}
    for number in range(players):
        board["tikal"][4 + number] = number  # where monuments are built
        for _ in range(3):
            gear = rng.choice(GEARS)
            board[gear][rng.randrange(11 if gear == "chichen_itza" else 8)] = number
    return view(
        *seats,
        workers=board,
        display=display,
        undrawn={}
        if bare
        else {
            row["type"]: row["copies"] - display.get(row["type"], 0)
            for row in rows
            if (row["age"] == 2 or age["food_days"] < 2) and row["copies"] > display.get(row["type"], 0)
        },
        monuments=[f"m{number:02}" for number in range(1, 15)],
        skulls=13 - sum(row["skulls"] for row in seats),
        **age,
    )


def poor_view(players: int, seed: int) -> dict[str, Any]:
    """A position without corn or hope: little corn, temples at the bottom, the cheap spaces taken."""
    rng = random.Random(seed)
    entry = rich_view(players, 4 * seed + 1)
    left = dict.fromkeys(range(1, players), 5)
    for gear in GEARS:
        wells: list[int | str | None] = [None] * WELLS[gear]
        for space in range(rng.choice((1, 2, 3))):
            owners = [owner for owner, count in left.items() if count]
            wells[space] = rng.choice(owners) if owners else "dummy"
            if owners:
                left[int(wells[space] or 0)] -= 1
        entry["gears"][gear] = wells
    entry["first"] = entry["start"] = 1  # p0 is the last of the round
    for number, row in enumerate(entry["players"]):
        row["workers"] = 6 if number else rng.randint(3, 6)
        row["corn"] = rng.randint(0, 2) if number == 0 else row["corn"]
        if number == 0:
            row["temples"] = dict.fromkeys(TEMPLES, -1)
    return entry
