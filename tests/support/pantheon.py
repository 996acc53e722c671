"""Positions of Pantheon as the worked examples need them."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
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
    "rich_view",
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
DECK = {"move": 16, "gift": 11, "priest": 11, "dancer": 11, "temple": 11, "money1": 15}
TABLES = json.loads((Path(pyboard.__file__).parent / "data" / "pantheon.json").read_text(encoding="utf-8"))
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


def rich_view(players: int, seed: int) -> dict[str, Any]:
    """A turn in which rare things are near: crowded boards, supplies that run out, an epoch about to end."""
    rng = random.Random(f"rich {players} {seed}")
    epoch, shown = rng.randint(1, 6), players + 1
    nations = rng.sample(NATIONS, epoch)
    nation = nations[-1]
    board = TABLES["map"]["spaces"]
    row = next(row for row in TABLES["nations"] if row["id"] == nation)
    temple = int(row["start"][1:])
    kinds = {space["index"]: space["type"] for space in board}

    bag = [tile for tile, count in zip(LOOT, BAG[players], strict=True) for _ in range(count)]
    rng.shuffle(bag)
    loot = [bag.pop() if rng.random() < 0.6 else None for _ in range(shown)]
    del bag[: shown * epoch - sum(tile is not None for tile in loot)]
    tiles = rng.sample(GODS, 40)
    gods = [tiles.pop() if rng.random() < 0.6 else None for _ in range(shown)]
    if not any(loot) and not any(gods):
        gods[0] = tiles.pop()
    owned = [tiles.pop() for _ in range(rng.choice((4, 10, 16)))]
    stack = tiles[: rng.choice((0, 1, 3, shown * (6 - epoch), 24))]

    halves = [value for value in range(1, 7) for _ in range(HALVES[str(value)])]
    won: list[list[int]] = [[] for _ in range(players)]
    for _ in range(rng.choice((0, 4, 12, 21))):
        rng.choice(won).append(halves.pop(0))
    pool = [halves.pop(0) for _ in range(min(len(halves), rng.randint(0, 3)))]

    turned = "persia" in nations
    money = sorted(STACK, reverse=turned)[rng.choice((0, 2, 6, 7)) :]
    deck = [card for card, count in DECK.items() for _ in range(count)]
    out = list(STACK)
    for value in money:
        out.remove(value)
    deck += [f"money{value}" for value in out]
    rng.shuffle(deck)
    display = [deck.pop() for _ in range(4)]
    hands = [[deck.pop() for _ in range(rng.choice((0, 3, 6, 12)))] for _ in range(players)]
    discard = deck[rng.choice((0, 1, 2, 3, 20)) :]
    if rng.random() < 0.3:
        hands[0] += discard
        discard = []

    taken: dict[int, int] = {temple: 2}
    seats = []
    for number in range(players):
        feet, edge = set(), [temple]
        for _ in range(rng.choice((0, 2, 6, 10))):
            near = [s for a in edge for s in board[a]["adj"] if taken.get(s, 0) < 2 and s not in feet]
            near = [s for s in near if kinds[s] != "column" and not (kinds[s] == "loot" and has_loot(row, loot, s))]
            if near:
                edge.append(rng.choice(near))
                feet.add(edge[-1])
                taken[edge[-1]] = taken.get(edge[-1], 0) + 1
        free = [s for s, kind in kinds.items() if kind == "column" and taken.get(s, 0) < 2]
        columns = set(rng.sample(free, rng.choice((0, 3, 7, 11))))
        for s in columns:
            taken[s] = taken.get(s, 0) + 1
        mine = [god for i, god in enumerate(owned) if i % players == number]
        seats.append(
            player(
                dict(Counter(hands[number])),
                [rng.choice((0, 1, 3, 4, 4)) for _ in KINDS],
                lasting(mine),
                [f"s{s}" for s in sorted(feet)],
                [f"s{s}" for s in sorted(columns)],
                score=rng.randint(0, 60),
                feet_in_hand=rng.choice((0, 1, 12 - len(feet), 12 - len(feet))),
                columns_in_hand=rng.choice((0, 1, 12 - len(columns), 12 - len(columns))),
                movement=rng.randint(0, 1),
                half_gods=len(won[number]),
                half_god_points=sum(won[number]),
            )
        )
    names = lambda found: dict(Counter(map(str, found)))  # noqa: E731
    padding = [None] * (5 - shown)
    return {
        **view(*seats, nation=nation, epoch=epoch),
        "nations": sorted(nations, key=NATIONS.index),
        "first": rng.randrange(players),
        "active": (active := rng.randrange(players)),
        "actor": active,
        "turns": rng.choice((0, 3, 390)),
        "display": names(display),
        "discard": names(discard),
        "special_money": money,
        "loot": loot + padding,
        "bag": names(bag),
        "gods": gods + padding,
        "god_stack": sorted(stack),
        "pool": names(pool),
        "half_god_stack": names(halves),
    }


def has_loot(row: dict[str, Any], loot: Sequence[str | None], space: int) -> bool:
    """Whether a tile lies there."""
    slot = row["loot_slots"].index(f"s{space}") if f"s{space}" in row["loot_slots"] else 5
    return slot < len(loot) and loot[slot] is not None


def lasting(gods: Iterable[str]) -> dict[str, int]:
    """How a player's lasting gods stand in a position; instants are left out."""
    found: Counter[str] = Counter()
    rows = {row["id"]: row for row in TABLES["gods"]["tiles"]}
    for god in gods:
        if (kind := rows[god]["kind"]) in LASTING:
            found[kind] += rows[god].get("value", 1)
    return dict(found)
