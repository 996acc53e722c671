"""Positions of Pantheon as the worked examples need them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyboard
from pyboard import State
from support.play import offers, play

__all__ = [
    "before_effects",
    "draw",
    "events",
    "held",
    "movement",
    "offers",
    "places",
    "play",
    "player",
    "position",
    "seat",
    "view",
]

KINDS = ("gift", "priest", "dancer", "temple")
NATIONS = ("gallia", "germania", "graecia", "aegyptus", "persia", "iberia", "cartago", "roma")
GODS = tuple(f"g{tile:02}" for tile in range(40))
LASTING = {kind: first for first, kind in enumerate(("depraccus", "vinthrad", "gaiviles", "gadicea"), start=3)} | {
    "stonkus": 7,
    "pietalte": 8,
    "traitera": 9,
}
STACK = [2, 2, 3, 3, 4, 4, 5]
BAG = {2: (3, 6, 3, 2, 1, 3, 3, 2, 1), 3: (4, 8, 4, 3, 1, 4, 4, 3, 1), 4: (5, 10, 5, 3, 2, 5, 5, 3, 2)}
LOOT = ("support", "half_god", "god", "offering1", "offering2", "cards", "money", "movement1", "movement2")
HALVES = {"1": 3, "2": 3, "3": 3, "4": 4, "5": 4, "6": 4}
SLOTS = {"roma": ("s84", "s73", "s67", "s136", "s55"), "cartago": ("s147", "s99", "s152", "s130", "s135")}


def player(
    hand: dict[str, int] | None = None,
    levels: Sequence[int] = (0, 0, 0, 0),
    gods: dict[str, int] | None = None,
    feet: Iterable[str] = (),
    columns: Iterable[str] = (),
    **more: Any,
) -> dict[str, Any]:
    """One player's part of a position."""
    return {
        "score": 0,
        "hand": hand or {},
        "known": {},
        "feet": list(feet),
        "columns": list(columns),
        "linked": [],
        "feet_in_hand": 4,
        "columns_in_hand": 3,
        "levels": dict(zip(KINDS, levels, strict=True)),
        "gods": gods or {},
        "movement": 0,
        "half_gods": 0,
        "half_god_points": 0,
        "bonus": None,
        **more,
    }


def view(
    *players: dict[str, Any],
    nation: str | None = "roma",
    epoch: int = 1,
    loot: Sequence[str | None] = (),
    gods: Sequence[str | None] = (),
    gone: Iterable[str] = (),
    money: Sequence[int] | None = None,
    pool: Iterable[int] = (),
    **more: Any,
) -> dict[str, Any]:
    """A position at the beginning of p0's turn, as a dict; nothing lies on the board but what is named.

    Args:
        players: Their parts.
        nation: The present nation; those before it are the first that fit.
        epoch: The epoch.
        loot: Loot tiles by slot.
        gods: Displayed gods by slot.
        gone: Gods that have left the stack; of lasting gods enough for the players leave it anyway.
        money: The special money stack, top first.
        pool: Half-gods in the pool.
        more: Other members of the dict.
    """
    phase = more.get("phase", "turn")
    earlier = epoch - (0 if nation is None and phase != "nation" else 1)
    used = [name for name in NATIONS if name != nation][:earlier] + ([nation] if nation else [])
    left = set(GODS) - set(gone) - {god for god in gods if god}
    revealed = more.get("revealed")
    left.discard(revealed)
    owned: dict[str, int] = {}
    for entry in players:
        for kind, count in entry["gods"].items():
            owned[kind] = owned.get(kind, 0) + (2 if kind == "stonkus" and count else count)
    for kind, count in owned.items():
        tiles = [f"g{4 * LASTING[kind] + i:02}" for i in (3, 2, 1, 0)]
        for tile in [tile for tile in tiles if tile in left][:count]:
            left.discard(tile)
    bag = dict(zip(LOOT, BAG[len(players)], strict=True))
    for tile in loot:
        if tile:
            bag[tile] -= 1
    halves = {} if any(entry["half_gods"] for entry in players) else dict(HALVES)
    counts: dict[str, int] = {}
    for value in pool:
        counts[str(value)] = counts.get(str(value), 0) + 1
        halves[str(value)] = max(0, halves.get(str(value), 0) - 1)
    in_turns = more.get("scene", "turn") in ("turn", "draw", "move", "stay", "buy", "worship")
    turned = "persia" in used and not (nation == "persia" and more.get("scene") == "prepare")
    return {
        "phase": "turn",
        "scene": "turn",
        "epoch": epoch,
        "nation": nation,
        "nations": sorted(used, key=NATIONS.index),
        "first": 0,
        "active": 0,
        "actor": 0,
        "ender": None,
        "turns": 0,
        "display": {"move": 1, "gift": 1, "priest": 1, "money1": 1},
        "discard": {},
        "special_money": sorted(STACK, reverse=turned) if money is None else list(money),
        "loot": [*loot, *[None] * (5 - len(loot))],
        "bag": {tile: count for tile, count in bag.items() if count},
        "gods": [*gods, *[None] * (5 - len(gods))],
        "god_stack": sorted(left),
        "pool": counts,
        "half_god_stack": {value: count for value, count in halves.items() if count},
        "bonus_tiles": []
        if in_turns or epoch > 1
        else ["support", "half_god", "god", "column", "offering", "movement"],
        "players": list(players),
        **more,
    }


def position(*players: dict[str, Any], options: dict[str, Any] | None = None, **more: Any) -> State:
    """The position of `view`; a second player is there if the example names none or one."""
    seats = [*players, *[player()] * (2 - len(players))]
    game = pyboard.load_game("pantheon", players=len(seats), **(options or {}))
    return game.state_from_dict(view(*seats, **more))


def movement(*players: dict[str, Any], points: int = 1, jumps: int = 0, **more: Any) -> State:
    """p0 is about to place the first piece of his movement."""
    return position(
        *players,
        phase="movement",
        scene="move",
        points=points,
        jumps=jumps,
        may_end=False,
        closed=[],
        **more,
    )


def before_effects(*players: dict[str, Any], nation: str, last: str = "g32", **more: Any) -> State:
    """All is laid out but the last god, which is drawn now: the nation's effect begins."""
    seats = [*players, *[player()] * (2 - len(players))]
    shown = len(seats) + 1
    loot = more.pop("loot", ["money", "money", "cards", "cards", "support"][:shown])
    gods = ["g33", "g34", "g35", "g12"][: shown - 1]
    state = position(*seats, nation=nation, loot=loot, gods=gods, phase="god", scene="prepare", **more)
    return play(state, f"chance god {last}")


def seat(state: State, number: int = 0) -> dict[str, Any]:
    """A player's part of the position."""
    entry: dict[str, Any] = state.to_dict()["players"][number]
    return entry


def places(state: State) -> set[str]:
    """Spaces where a piece can be placed now."""
    return {text.removeprefix("place ") for text in offers(state, "place")}


def held(state: State, number: int = 0) -> int:
    """Cards in a hand."""
    return sum(seat(state, number)["hand"].values())


def events(state: State) -> list[str]:
    """Texts of all that happened, forced steps too."""
    return [text for _, text in state.transcript(forced=True)]


def draw(state: State) -> State:
    """The position after all chance events that come next, whatever they bring."""
    state = state.clone()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    return state
