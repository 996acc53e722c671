"""Positions that no game reaches, but that people set up: refused, or safe to play to the end.

Tiles are scattered over the table, many worker tiles with no jungle tile beside them; turns are stopped in the middle.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from support.cacao import DIRECTIONS, Space, beside, player, position
from support.games import Setup

import pyboard
from pyboard import CorruptStateError, Game, State

Position = dict[str, Any]
TILES = {
    "w1111": ["1111"],
    "w2101": ["1210", "0121", "1012", "2101"],
    "w3001": ["1300", "0130", "0013", "3001"],
    "w3100": ["0310", "0031", "1003", "3100"],
}


def neighbours(space: Space) -> list[Space]:
    return [beside(space, direction) for direction in DIRECTIONS]


def at(p: int, q: int) -> Space:
    """Table coordinates of a cell of the lattice (3.2)."""
    return p + q, p - q


def box(game: Game) -> list[str]:
    """All jungle tiles in play."""
    start = game.new_initial_state().to_dict()
    return [tile["type"] for tile in start["jungle"]] + list(Counter(start["pile"]).elements())


def draw_cells(rng: random.Random, most: int) -> list[Space]:
    """Jungle spaces: strewn about, grown from one another, or in a straight line."""
    far = rng.choice([0, 0, 0, 0, 40, -90])
    wide, high = rng.choice([2, 5, 10]), rng.choice([0, 2, 5, 10])
    shape = rng.choice(["strewn", "grown", "line"])
    cells = {at(far, 0)}
    p = q = 0
    for _ in range(rng.choice([rng.randrange(most), most])):
        if shape == "strewn":
            p, q = rng.randint(-wide, wide), rng.randint(-high, high)
        elif shape == "grown":
            p, q = rng.choice([(p + 1, q), (p - 1, q), (p, q + 1), (p, q - 1)])
        else:
            p = (p + 1) % 18
        cells.add(at(far + p, q))
    return sorted(cells)


def scattered(game: Game, rng: random.Random) -> Position:
    """A position at `at`: components are right, where they lie is not."""
    bag = rng.sample(box(game), len(box(game)))
    cells = draw_cells(rng, len(bag) - 3)
    jungle = [{"x": x, "y": y, "type": bag.pop()} for x, y in cells]
    supply = rng.random() < 0.5
    display = [bag.pop() for _ in range(min(2, len(bag)))] if supply else []
    bag = bag[: rng.randrange(len(bag) + 1)] if supply else []

    seats = [list(Counter(one["pile"]).elements()) for one in game.new_initial_state().to_dict()["players"]]
    seats = [rng.sample(tiles, len(tiles)) for tiles in seats]
    spaces = [space for cell in cells for space in neighbours(cell)]
    laid: dict[Space, tuple[int, str, bool]] = {}
    beside_workers: Counter[Space] = Counter()
    for _ in range(rng.randrange(2 * len(cells) + 3)):
        x, y = rng.choice(spaces)
        if rng.random() < 0.4:  # apart
            x, y = x + rng.randint(-4, 4), y + rng.choice([-2, 0, 2])
        seat = rng.randrange(game.players)
        if (x + y) % 2 == 0 or (x, y) in laid or not seats[seat]:
            continue
        if supply and any(beside_workers[space] and space not in cells for space in neighbours((x, y))):
            continue  # it would have been filled
        tile = rng.choice(TILES[seats[seat].pop()])
        over = not supply and bool(seats[seat]) and rng.random() < 0.2
        if over:
            seats[seat].pop()
        laid[x, y] = seat, tile, over
        beside_workers.update(neighbours((x, y)))
    left = rng.randrange(1, 9)
    seats = [tiles[: left - rng.randrange(2)] for tiles in seats]
    if not any(seats):
        seats[0] = ["w2101"]
    players = [
        {
            "gold": rng.choice([0, 7, 55_000]),
            "cacao": rng.randrange(6),
            "sun": rng.randrange(4),
            "water": rng.randrange(9),
            "hand": dict(Counter(tiles[:3])),
            "pile": dict(Counter(tiles[3:])),
        }
        for tiles in seats
    ]
    return {
        "phase": "at",
        "active": rng.choice([seat for seat, tiles in enumerate(seats) if tiles]),
        "display": display,
        "pile": dict(Counter(bag)),
        "jungle": jungle,
        "workers": [
            {"x": x, "y": y, "seat": seat, "tile": tile, "over": over} for (x, y), (seat, tile, over) in laid.items()
        ],
        "players": players,
    }


def stopped(game: Game, d: Position, rng: random.Random) -> Position:
    """The same in the middle of a turn: some own tile counts as just laid, with older ones around it."""
    cells = {(tile["x"], tile["y"]) for tile in d["jungle"]}
    taken = {(tile["x"], tile["y"]) for tile in d["workers"]}
    own = [
        (tile["x"], tile["y"])
        for tile in d["workers"]
        if tile["seat"] == d["active"] and (rng.random() < 0.1 or cells & {*neighbours((tile["x"], tile["y"]))})
    ]
    hand = d["players"][d["active"]]["hand"]
    if not own or not hand:
        return d
    spot = rng.choice(own)
    piles = [dict(one["pile"]) for one in d["players"]]
    older, new, old = [], "", ""
    for direction in DIRECTIONS:
        cell = beside(spot, direction)
        free = [space for space in neighbours(cell) if space not in taken]
        seats = [seat for seat, pile in enumerate(piles) if pile]
        if not free or not seats or rng.random() < 0.3:
            continue
        (x, y), seat = rng.choice(free), rng.choice(seats)
        taken.add((x, y))
        tile = rng.choice(list(piles[seat]))
        piles[seat] = {each: count - (each == tile) for each, count in piles[seat].items() if count > (each == tile)}
        older.append({"x": x, "y": y, "seat": seat, "tile": rng.choice(TILES[tile]), "over": False})
        old, new = (old + direction, new) if cell in cells else (old, new + direction)
    gone = rng.choice(list(hand))
    hand = {tile: count - (tile == gone) for tile, count in hand.items() if count > (tile == gone)}
    players = [one | {"pile": pile} for one, pile in zip(d["players"], piles, strict=True)]
    players[d["active"]]["hand"] = hand
    trade = "run" if game.options["activation"] == "explicit" else "keep"
    phase = rng.choice(["cover", "lay", "lay", "extra", trade] if new and d["display"] else [trade])
    more: dict[str, Any] = {}
    if phase == "cover" and len(new) == 2:
        more = {"display": d["display"][:1], "pile": {}}
    elif phase == "lay":
        more = {"fill": new[:2]}
    elif phase == "extra":
        more = {"filled": old, "display": []}
    elif phase == trade:
        more = {"filled": old, "actor": rng.choice([d["active"], rng.randrange(game.players)])}
    if phase == "run":
        sides = [direction for direction in DIRECTIONS if beside(spot, direction) in cells]
        slots = sides + ["f" + direction for direction in old] or ["n"]
        more["slots"] = rng.sample(slots, rng.randint(1, min(2, len(slots))))
    return d | {"phase": phase, "space": list(spot), "players": players, "workers": d["workers"] + older, **more}


def play_out(state: State, rng: random.Random) -> None:
    """To the end: every position on the way is one, and hidden tiles are dealt without a look at them."""
    game = state.game
    while True:
        assert game.deserialize_state(state.serialize(history=False)) == state
        assert game.state_from_dict(state.to_dict()) == state
        for seat in range(game.players):
            once, other = (state.resample_from_infostate(seat, seed) for seed in (1, 2))
            if state.current_player() == seat:
                assert once.view(seat) == state.view(seat)
                assert once.legal_actions() == state.legal_actions()
            if other.view(seat) == state.view(seat):  # nothing forced followed
                assert other.resample_from_infostate(seat, 1) == once
        state.evaluate()
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))
    assert min(state.places()) == 1


def try_positions(setup: Setup, seed: int, count: int) -> Counter[str]:
    """Sets up positions and plays those that are accepted; how many of each phase these were."""
    rng = random.Random(seed)
    game = setup.load()
    accepted: Counter[str] = Counter()
    for _ in range(count):
        d = scattered(game, rng)
        if rng.random() < 0.6:
            d = stopped(game, d, rng)
        try:
            state = game.state_from_dict(d)
        except CorruptStateError:
            continue
        accepted[d["phase"]] += 1
        play_out(state, rng)
    return accepted


SETUPS = [Setup("cacao", players, (("activation", way),)) for players in (2, 3, 4) for way in ("settle", "explicit")]


@pytest.mark.parametrize("table", SETUPS, ids=str)
def test_scattered_tiles(table: Setup) -> None:
    accepted = try_positions(table, 1, 120)
    assert accepted["at"] >= 5
    assert accepted.total() > accepted["at"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2, 12))
@pytest.mark.parametrize("table", SETUPS, ids=str)
def test_many_scattered_tiles(table: Setup, seed: int) -> None:
    assert try_positions(table, seed, 1500).total() > 100


@pytest.mark.rule("CA-4")
@pytest.mark.parametrize(("phase", "more"), [("cover", {}), ("lay", {"fill": "ne"})])
def test_a_tile_was_laid_beside_a_jungle_tile(phase: str, more: dict[str, str]) -> None:
    """So at most three spaces are to be filled at once (L4), and at most seven edges are activated (L5)."""
    workers = dict.fromkeys(((1, 0), (1, -2), (3, 0), (-1, 0)), (0, "1111")) | {(1, 2): (0, "2101")}
    seats = player("w2101", cacao=3), player("w2101")
    supply = {"display": ["plantation2", "market3"], "pile": "plantation2 market3 market3"}
    with pytest.raises(CorruptStateError, match="beside no jungle tile"):
        position(*seats, jungle={(8, 8): "temple"}, workers=workers, phase=phase, space=[1, 0], **supply, **more)
    del workers[-1, 0]
    jungle = {(0, 0): "temple", (8, 8): "temple", (9, 9): "temple"}
    state = position(*seats, jungle=jungle, workers=workers, phase=phase, space=[1, 0], **supply, **more)
    assert state.node_kind() == phase


@pytest.mark.rule("CA-4")
def test_a_tile_whose_spaces_were_all_filled_now() -> None:
    cells = {(1, -1): "market2", (2, 0): "market3", (1, 1): "plantation2", (0, 0): "plantation1"}
    workers = dict.fromkeys(((1, 0), (1, -2), (3, 0), (-1, 0)), (0, "1111")) | {(1, 2): (0, "2101")}
    seats = player("w2101", cacao=5), player("w2101")
    turn = {"phase": "keep", "space": [1, 0], "actor": 0}
    with pytest.raises(CorruptStateError, match="beside no jungle tile"):
        position(*seats, jungle=cells, workers=workers, filled="nesw", **turn)
    state = position(*seats, jungle=cells, workers=workers, filled="nes", **turn)
    assert len(state.legal_actions()) > 1


def test_boards_far_away() -> None:
    """The distance is named, however far."""
    seats = player("w2101"), player("w2101")
    for far in (101, 110, 124):
        for x, y in ((far, far), (-far, -far), (far, -far), (-far, far)):
            with pytest.raises(CorruptStateError, match=f"begins {far} diagonals from the origin, at most 100"):
                position(*seats, jungle={(x, y): "temple"})
    state = position(*seats, jungle={(100, 100): "temple"})
    assert "at 100 99" in [state.action_to_string(action) for action in state.legal_actions()]
    with pytest.raises(CorruptStateError, match="could begin 101 diagonals"):
        position(*seats, jungle={(100, 100): "temple"}, display=["sun"])


@pytest.mark.parametrize("ends", [(), ("low",), ("high",), ("low", "high")], ids="-".join)
def test_boards_that_grow_as_wide_as_they_can(ends: tuple[str, ...]) -> None:
    """A strip of 20 cells, two short of the widest, and players who lengthen it wherever they can (3.4)."""
    game = pyboard.load_game("cacao", 4)
    rng = random.Random(1)
    widths = set()
    for tiles in range(1, 8):
        bag = box(game)
        jungle = {at(p, 0): bag.pop() for p in range(20)}
        corner = {"low": (0, -1), "high": (19, 20)}  # on the outermost diagonals a = 0 and a = 20
        workers = {corner[end]: (seat, "1111") for seat, end in enumerate(ends)}
        hands = [player(" ".join(["w2101"] * ((tiles + seat) // 4))) for seat in range(4)]
        supply = {"display": bag[:2], "pile": " ".join(bag[2:])}
        if 20 + (tiles + len(ends)) // 2 > 22:
            with pytest.raises(CorruptStateError, match="could become 23 cells wide, at most 22"):
                position(*hands, jungle=jungle, workers=workers, active=3, game=game, **supply)
            break
        start = position(*hands, jungle=jungle, workers=workers, active=3, game=game, **supply)
        for attempt in range(30):
            state = start.clone()
            while not state.is_terminal():
                actions = state.legal_actions()
                if state.node_kind() == "at" and attempt:
                    out = [abs(diagonal(state.action_to_string(action)) - 10) for action in actions]
                    actions = [action for action, far in zip(actions, out, strict=True) if far == max(out)]
                state.apply_action(rng.choice(actions))
                assert game.deserialize_state(state.serialize(history=False)) == state
                widths.add(len({tile["x"] + tile["y"] for tile in state.to_dict()["jungle"]}))
    assert max(widths) == 22
    assert tiles == 6 - len(ends)


def diagonal(text: str) -> int:
    """The coordinate a of a worker space (3.2)."""
    x, y = map(int, text.split()[1:])
    return (x + y + 1) // 2
