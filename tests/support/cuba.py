"""Positions of Cuba as the worked examples need them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pyboard
from pyboard import State

DATA: dict[str, Any] = json.loads((Path(pyboard.__file__).parent / "data" / "cuba.json").read_text(encoding="utf-8"))
RESOURCES = ("wood", "stone", "water")
MERCHANDISE = ("citrus", "sugar", "tobacco", "rum", "cigar")
CHARACTERS = ("worker", "tradeswoman", "architect", "foreman", "mayor")
CATEGORIES = ("tax", "duty", "subsidy", "other")
SHIPS = tuple(f"s{number:02}" for number in range(1, 16))
STATUTES = {category: [card["id"] for card in DATA["statutes"]["cards"][category]] for category in CATEGORIES}
LATE = ("bribe", "veto", "enact", "comply")
Ship = str | tuple[str, dict[str, int]] | None


def player(**more: Any) -> dict[str, Any]:
    """One player's part of a position; pieces, `vp`, `buildings` by cell and all else as named."""
    return {
        "pesos": 10,
        "vp": 0,
        **dict.fromkeys((*RESOURCES, *MERCHANDISE), 0),
        "town_hall": False,
        "pawn": "a1",
        "buildings": {},
        "fourth": None,
        **more,
    }


def _ship(entry: Ship) -> dict[str, Any] | None:
    if entry is None:
        return None
    name, cargo = (entry, {}) if isinstance(entry, str) else entry
    return {"ship": name, "cargo": cargo}


def view(
    *players: dict[str, Any],
    options: dict[str, Any] | None = None,
    supply: dict[str, int] | None = None,
    piers: tuple[Ship, Ship, Ship] = ("s01", "s02", None),
    sea: Ship = "s09",
    laws: dict[str, str] | None = None,
    bills: dict[str, str] | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position in lap 1 of round 2, p0 about to play a card, as a dict.

    `supply` says how many pieces of a kind are left: the last player gets the others. Cards in hand follow from the
    lap; `hand` of a player overrides them.
    """
    chosen = options or {}
    located = chosen.get("storage") == "located" or chosen.get("ruleset") == "published"
    phase, number = more.get("phase", "card"), more.get("round", 2)
    active, start, lap = more.get("active", 0), more.get("start", 0), more.get("lap", 0 if phase in LATE else 1)
    in_force = {"tax": "tax_printed", "duty": "duty_printed", "subsidy": None, "other": None, **(laws or {})}
    seats = []
    for seat, entry in enumerate(players):
        place, turn = (seat - start) % len(players), (active - start) % len(players)
        played = 4 if lap == 0 else lap if place < turn or (place == turn and phase != "card") else lap - 1
        storage: dict[str, Any] = {"store": dict.fromkeys(MERCHANDISE[:3], 0)} if located else {"stored": False}
        seats.append({**storage, "hand": list(CHARACTERS[played:]), **entry})
    revealed = {
        category: (bills or {}).get(category) or next(card for card in STATUTES[category] if card != in_force[category])
        for category in CATEGORIES
    }
    stacks = {
        category: [card for card in STATUTES[category] if card not in (in_force[category], revealed[category])][
            : 6 - number
        ]
        for category in CATEGORIES
    }
    ships = [_ship(entry) for entry in (*piers, sea)]
    used = {ship["ship"] for ship in ships if ship is not None} | set(more.get("departed", []))
    result = {
        "phase": phase,
        "round": number,
        "lap": lap,
        "start": start,
        "next_start": 0 if phase in LATE else None,
        "active": active,
        "market": {"citrus": 3, "sugar": 3, "tobacco": 3, "rum": 2, "cigar": 2},
        "piers": ships[:3],
        "sea": ships[3],
        "undrawn_ships": [ship for ship in SHIPS if ship not in used],
        "departed": [],
        "laws": in_force,
        "bills": dict.fromkeys(CATEGORIES) if phase == "comply" else revealed,
        "stacks": stacks,
        "privileges": {"tradeswoman": 0, "architect": 0, "mayor": 0},
        "veto": None,
        "press": None,
        "players": seats,
        **more,
    }
    for kind, left in (supply or {}).items():
        used_up = sum(entry[kind] for entry in seats) + result["market"].get(kind, 0)
        used_up += sum(ship["cargo"].get(kind, 0) for ship in ships if ship is not None)
        seats[-1][kind] += DATA["supply"][kind] - used_up - left
    return result


def position(*players: dict[str, Any], options: dict[str, Any] | None = None, tables: Any = None, **more: Any) -> State:
    """The position of `view`; a second player is there if the example names one only."""
    seats = [*players, player()] if len(players) == 1 else [*players]
    chosen = dict(options or {})
    if tables is not None:
        chosen["components"] = tables
    game = pyboard.load_game("cuba", players=len(seats), **chosen)
    return game.state_from_dict(view(*seats, options=options, **more))


def bribing(
    *players: dict[str, Any],
    delegates: tuple[str, ...],
    bought: tuple[int, ...] | None = None,
    bidders: tuple[int, ...] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> State:
    """The first seat of a step of bribes, with these delegates."""
    seats = [{**entry, "hand": [card]} for entry, card in zip(players, delegates, strict=True)]
    count, start = len(seats), more.get("start", 0)
    who = bidders or tuple(range(count))
    parliament = {
        "bidders": list(who),
        "repeat": bidders is not None,
        "bribed": list(bought or (0,) * count),
        "sealed": [None] * count,
        "winner": None,
    }
    active = min(who, key=lambda seat: (seat - start) % count)
    return position(*seats, phase="bribe", active=active, parliament=parliament, options=options, **more)


def complying(
    *players: dict[str, Any],
    delegates: tuple[str, ...] | None = None,
    options: dict[str, Any] | None = None,
    **more: Any,
) -> State:
    """The first seat's decision about the laws; `round` 6 is the last one."""
    entries = [*players, player()] if len(players) == 1 else [*players]
    cards = delegates or ("worker",) * len(entries)
    seats = [{**entry, "hand": [card]} for entry, card in zip(entries, cards, strict=True)]
    return position(*seats, phase="comply", options=options, **more)


def seat(state: State, number: int = 0) -> dict[str, Any]:
    """A player's part of the position."""
    entry: dict[str, Any] = state.to_dict()["players"][number]
    return entry


def pieces(state: State, number: int = 0) -> dict[str, int]:
    """The pieces that a player has."""
    entry = seat(state, number)
    return {kind: entry[kind] for kind in (*RESOURCES, *MERCHANDISE) if entry[kind]}


def purse(state: State, number: int = 0) -> tuple[int, int]:
    """Pesos and VP of a player."""
    entry = seat(state, number)
    return entry["pesos"], entry["vp"]


def left(state: State, kind: str) -> int:
    """Pieces of a kind in the supply."""
    dump = state.to_dict()
    ships = [ship for ship in (*dump["piers"], dump["sea"]) if ship is not None]
    used = sum(entry[kind] for entry in dump["players"]) + dump["market"].get(kind, 0)
    used += sum(ship["cargo"].get(kind, 0) for ship in ships)
    used += dump.get("foreman", {}).get("aside", {}).get(kind, 0)
    total: int = DATA["supply"][kind] - used
    return total


def harbour(state: State) -> tuple[str | None, ...]:
    """The ships at piers 1, 2, 3 and at sea."""
    dump = state.to_dict()
    return tuple(ship and ship["ship"] for ship in (*dump["piers"], dump["sea"]))


def any_view(players: int, seed: int, **options: Any) -> dict[str, Any]:
    """Some position before a card, with buildings, pieces and cargo where few games have them, as a dict."""
    rng = random.Random(seed)
    number, lap, start = rng.choice((2, 3, 4, 5, 5, 6)), rng.randint(1, 4), rng.randrange(players)
    turn = rng.randrange(players)
    left = dict(DATA["supply"])

    def some(kind: str, most: int) -> int:
        count = rng.randint(0, min(most, left[kind]))
        left[kind] -= count
        return count

    market = {kind: some(kind, DATA["market"]["product_capacity"]) for kind in MERCHANDISE[:3]}
    market |= {kind: some(kind, DATA["market"]["goods_capacity"]) for kind in MERCHANDISE[3:]}
    gone = {c: rng.sample(STATUTES[c], number) for c in CATEGORIES}  # the last is the bill
    printed = {"tax": "tax_printed", "duty": "duty_printed", "subsidy": None, "other": None}
    laws = {c: rng.choice(gone[c][:-1]) if rng.random() < 0.8 else printed[c] for c in CATEGORIES}
    if rng.random() < 0.3 and gone["other"][-1] != "oth_port":
        laws["other"] = "oth_port"
        gone["other"] = ["oth_port", *[card for card in gone["other"] if card != "oth_port"][-number + 1 :]]

    deck = rng.sample(SHIPS, len(SHIPS))
    spaces = {row["id"]: row["spaces"] for row in DATA["ships"]["cards"]}

    def loaded(name: str, may_be_full: bool) -> dict[str, Any]:
        rate = rng.choice((0, 0.3, 0.8, 1))
        cargo = {kind: sum(rng.random() < rate for _ in range(spaces[name][kind])) for kind in MERCHANDISE}
        cargo = {kind: min(count, left[kind]) for kind, count in cargo.items()}
        if not may_be_full and sum(cargo.values()) == DATA["harbour"]["spaces_per_ship"]:
            cargo[rng.choice([kind for kind in MERCHANDISE if cargo[kind]])] -= 1
        for kind, count in cargo.items():
            left[kind] -= count
        return {"ship": name, "cargo": {kind: count for kind, count in cargo.items() if count}}

    port = laws["other"] == "oth_port"
    ships = [loaded(deck.pop(), not port) if rng.random() < 0.8 else None for _ in range(3)]
    sea = loaded(deck.pop(), not port and rng.random() < 0.3)
    unseen = rng.choice((0, 1, 2, len(deck)))
    if sum(ship is not None for ship in ships) + 1 + unseen < len(SHIPS):
        departed, undrawn = deck[unseen:], sorted(deck[:unseen])
    else:
        departed, undrawn = [], sorted(deck)

    tiles = [
        row["id"]
        for row in DATA["buildings"]["kinds"]
        for _ in range(row["tiles"])
        if row["set"] == "base" or options.get("buildings") == "all"
    ]
    rng.shuffle(tiles)
    if "beach_cafe" in tiles and rng.random() < 0.8:
        tiles.remove("beach_cafe")
        tiles.append("beach_cafe")
    cells = [f"{column}{row}" for row in "123" for column in "abcd"]
    rich = rng.choice((2, 4, 9))
    entries: list[dict[str, Any]] = [{}] * players
    for seat in rng.sample(range(players), players):
        played = lap if (seat - start) % players < turn else lap - 1
        cards = rng.sample(CHARACTERS, 5)
        built = sorted(rng.sample(cells[1:], min(rng.choice((3, 6, 9, 10)), len(tiles))), key=cells.index)
        entries[seat] = {
            "pesos": rng.choice((0, 1, 3, 4, 7, 12, 40, 70)),
            "vp": rng.choice((0, 1, 2, 5, 30)),
            **{kind: some(kind, rich) for kind in (*RESOURCES, *MERCHANDISE)},
            "pawn": rng.choice(cells),
            "buildings": {cell: tiles.pop() for cell in built},
            "hand": [card for card in CHARACTERS if card not in cards[:played]],
            "fourth": cards[3] if played == 4 else None,
        }
    for entry in entries:
        used = "foreman" not in entry["hand"]
        entry["town_hall"] = used and "town_hall" in entry["buildings"].values()
        if options.get("storage") == "located":
            entry["store"] = {kind: rng.randint(0, entry[kind]) for kind in MERCHANDISE[:3]}
        else:
            entry["stored"] = used and rng.random() < 0.5
    # Nobody has more privileges than cards played for them; two spaces each.
    taken = {
        card: rng.randint(0, min(2, sum(card not in entry["hand"] for entry in entries)))
        for card in ("tradeswoman", "architect", "mayor")
    }
    owner = {kind: seat for seat, entry in enumerate(entries) for kind in entry["buildings"].values()}

    def active(kind: str) -> bool:
        return kind in owner and "foreman" not in entries[owner[kind]]["hand"]

    if rng.random() < 0.4:  # somebody drained the supply
        for kind in (*RESOURCES, *MERCHANDISE):
            if rng.random() < 0.5:
                entries[rng.randrange(players)][kind] += left[kind] - (few := rng.choice((0, 0, 1)) * (left[kind] > 0))
                left[kind] = few
    return {
        "phase": "card",
        "round": number,
        "lap": lap,
        "start": start,
        "next_start": None,
        "active": (start + turn) % players,
        "market": market,
        "piers": ships,
        "sea": sea,
        "undrawn_ships": undrawn,
        "departed": departed,
        "laws": laws,
        "bills": {c: gone[c][-1] for c in CATEGORIES},
        "stacks": {c: [card for card in STATUTES[c] if card not in gone[c]] for c in CATEGORIES},
        "privileges": taken,
        "veto": owner["church"] if active("church") else None,
        "press": rng.choice(CATEGORIES) if active("newspaper") else None,
        "players": entries,
    }
