"""Trades: every option of `keep` against a search through all orders and all partial uses (CA-48 to CA-51)."""

from __future__ import annotations

import json
import random
from itertools import product

import pytest
from reference.cacao import DATA, Cacao, Edge
from support.cacao import ROOM, cacao, gold, keeps, offers, play, player, position
from support.cacao import beside as neighbour

import pyboard
from pyboard import State

GOODS = ["plantation1", "plantation2", "market2", "market3", "market4"]


def expected(stock: int, edges: list[tuple[str, int]], *, last: bool = False) -> dict[int, int]:
    """Cacao kept and gold gained, from the reference."""
    game = Cacao(2)
    spaces = [(2 * i, 0) for i in range(len(edges))]
    game.jungle = {space: kind for space, (kind, _) in zip(spaces, edges, strict=True)}
    used = [Edge("n", 0, n, space) for space, (_, n) in zip(spaces, edges, strict=True) if n]
    options = game.undominated(game.trade_outcomes(stock, used))
    return {min(options): options[min(options)]} if last else options


def crossing(tile: str, jungle: dict[str, str], stock: int, *, last: bool = False, waiting: bool = True) -> State:
    """Seat 0 lays a tile among jungle tiles, with this much cacao; `last`: it is his last, and the supply is empty."""
    hand = next(name for name, turns in ROTATIONS.items() if tile in turns)
    other = "w2101" if hand == "w1111" else "w1111"
    state = position(
        player(hand if last else f"{hand} {other}", cacao=stock),
        player("w1111"),
        jungle={neighbour((1, 0), side): kind for side, kind in jungle.items()},
        display=["temple", "temple"] if waiting else [],
        game=pyboard.load_game("cacao", 2, late_duplicates="all"),
    )
    state = play(state, "at 1 0")
    return play(state, f"set {tile}") if state.node_kind() == "set" and state.current_player() == 0 else state


ROTATIONS = {
    "w1111": ["1111"],
    "w2101": ["1210", "0121", "1012", "2101"],
    "w3001": ["1300", "0130", "0013", "3001"],
    "w3100": ["0310", "0031", "1003", "3100"],
}


def assert_options(state: State, stock: int, options: dict[int, int]) -> None:
    """The decision offers these, or it was not asked because there is only one."""
    if len(options) > 1:
        assert (state.current_player(), state.node_kind()) == (0, "keep")
        assert keeps(state) == options
    else:
        assert state.current_player() == 1
        assert {cacao(state)[0]: gold(state)[0]} == options


@pytest.mark.rule("CA-48", "CA-49", "CA-50")
@pytest.mark.parametrize("tile", [t for turns in ROTATIONS.values() for t in turns])
def test_all_tiles_among_all_pairs_of_goods(tile: str) -> None:
    for (a, b), kinds in product([("n", "e"), ("n", "s"), ("e", "w"), ("s", "w")], product(GOODS, repeat=2)):
        for stock in (0, 2, 5):
            jungle = dict(zip((a, b), kinds, strict=True))
            if kinds[0] == kinds[1] == "market4":
                continue  # there is only one
            edges = [(kind, int(tile["nesw".index(side)])) for side, kind in jungle.items()]
            assert_options(crossing(tile, jungle, stock), stock, expected(stock, edges))


@pytest.mark.rule("CA-24", "CA-26", "CA-48", "CA-50")
@pytest.mark.parametrize(
    "goods", [["market3"] * 3, ["plantation1", "plantation1", "market3"], ["market3", "plantation1", "market2"]]
)
def test_seven_edges_in_one_turn(goods: list[str]) -> None:
    """L5: four edges of the new tile, and one of an older tile at each of the three spaces filled."""
    first, second, third = goods
    state = position(
        player("w1111 w2101", cacao=3),
        player("w1111"),
        jungle={(1, -1): "market4", **ROOM},
        workers={(3, 0): (0, "2101"), (1, 2): (0, "2101"), (-1, 0): (0, "1210")},
        display=[first, second],
        pile=third,
    )
    state = play(state, "at 1 0", "set 1111", "cover es")
    if first != second:
        state = play(state, f"lay {first}")
    edges = [("market4", 1), (first, 1), (first, 1), (second, 1), (second, 2), (third, 1), (third, 2)]
    assert len(state.to_dict()["jungle"]) == 1 + len(ROOM) + 3
    assert_options(state, 3, expected(3, edges))


@pytest.mark.rule("CA-48", "CA-49", "CA-50")
def test_three_and_four_goods() -> None:
    rng = random.Random(1)
    for _ in range(600):
        tile = rng.choice(["1111", "1111", "1210", "0121", "1012", "2101"])
        kinds = rng.sample(["plantation1", "plantation1", "plantation2", "market2", "market3", "market3", "market4"], 4)
        jungle = dict(zip("nesw", kinds[: rng.choice((3, 4, 4))], strict=False))
        stock = rng.randrange(6)
        edges = [(kind, int(tile["nesw".index(side)])) for side, kind in jungle.items()]
        assert_options(crossing(tile, jungle, stock), stock, expected(stock, edges))


@pytest.mark.rule("CA-51")
def test_last_activations() -> None:
    rng = random.Random(2)
    for _ in range(300):
        tile = rng.choice(["1111", "1210", "0121", "1012", "2101", "0013", "1003"])
        kinds = rng.sample(["plantation1", "plantation2", "market2", "market3", "market4"], 2)
        jungle = dict(zip(rng.sample("nesw", 2), kinds, strict=True))
        stock = rng.randrange(6)
        edges = [(kind, int(tile["nesw".index(side)])) for side, kind in jungle.items()]
        # All three: last tile, empty display, empty pile.
        assert_options(
            crossing(tile, jungle, stock, last=True, waiting=False), stock, expected(stock, edges, last=True)
        )
        assert_options(crossing(tile, jungle, stock, last=True), stock, expected(stock, edges))
        assert_options(crossing(tile, jungle, stock, waiting=False), stock, expected(stock, edges))


@pytest.mark.rule("CA-51")
def test_last_activation_wants_an_empty_hand_and_pile() -> None:
    """Tiles in the pile count as well, and so does a draw pile behind an empty display."""
    seats = [player("w2101", "", cacao=2), player("w1111")]
    board = {(0, 0): "market4"}
    end = play(position(*seats, jungle=board), "at 1 0", "set 1012")
    assert (gold(end)[0], cacao(end)[0], end.current_player()) == (8, 0, 1)
    for hand, pile in (("w2101 w1111", ""), ("w2101 w1111 w1111", "w1111")):
        more = position(player(hand, pile, cacao=2), player("w1111"), jungle={**board, **ROOM})
        assert keeps(play(more, "at 1 0", "set 1012")) == {2: 0, 1: 4, 0: 8}
    # Three spaces to fill and two display tiles: the display is empty at the trade, the draw pile is not.
    state = position(
        player("w1111", cacao=1),
        player("w2101"),
        jungle={(0, 0): "market3"} | ROOM,
        workers={(2, 1): (1, "1111"), (0, 3): (1, "2101"), (-2, 1): (1, "1111")},
        display=["temple", "water"],
        pile="sun market2",
    )
    state = play(state, "at 0 1", "cover es", "lay water", "chance extra sun")
    assert state.to_dict()["display"] == []
    assert (state.current_player(), keeps(state)) == (0, {1: 0, 0: 3})


@pytest.mark.rule("CA-37", "CA-48", "CA-49")
def test_older_and_newer_edges_together() -> None:
    """Up to five edges of one seat in one trade: four of the new tile and one older."""
    rng = random.Random(3)
    for _ in range(200):
        # West of the new tile lies a space that is filled; the older tile beyond it shows its east edge.
        older = rng.choice(["1111", "1210", "1300", "2101"])
        tile = rng.choice(["1111", "1210", "0121", "1012", "2101"])
        if older == tile:
            continue
        kinds = rng.sample(["plantation1", "plantation1", "plantation2", "market2", "market3", "market4"], 4)
        stock = rng.randrange(6)
        jungle = {neighbour((1, 0), side): kind for side, kind in zip("nes", kinds, strict=False)}
        state = position(
            player("w1111 w2101", cacao=stock),
            player("w1111"),
            jungle={**jungle, (-2, 0): "temple"},
            workers={(-1, 0): (0, older)},
            display=[kinds[3], "temple"],
        )
        state = play(state, "at 1 0", f"set {tile}", f"lay {kinds[3]}")
        edges = [(kind, int(tile["nesw".index(side)])) for side, kind in zip("nesw", kinds, strict=True)]
        edges.append((kinds[3], int(older[1])))
        if state.node_kind() == "keep":
            assert keeps(state) == expected(stock, edges)
        else:
            assert {cacao(state)[0]: gold(state)[0]} == expected(stock, edges)


@pytest.mark.rule("CA-49", "CA-50")
@pytest.mark.parametrize("row", json.loads(DATA.read_text(encoding="utf-8"))["trade_examples"]["rows"], ids=str)
def test_trade_examples_of_the_data_file(row: dict[str, object]) -> None:
    edges = [(f"{kind}{value}", n) for kind, value, n in row["edges"]]  # type: ignore[attr-defined]
    keep = {int(c): g for c, g in row["keep"].items()}  # type: ignore[attr-defined]
    assert expected(row["s"], edges) == keep  # type: ignore[arg-type]


@pytest.mark.rule("CA-34", "CA-42", "CA-48")
def test_explicit_activation_offers_edge_by_edge() -> None:
    """Every number of workers that changes something, in the order of the slots; `done` last."""
    state = position(
        player("w2101 w1111", cacao=3),
        player("w1111"),
        jungle={(1, -1): "plantation2", (2, 0): "market4", (1, 1): "market2", (0, 0): "temple"},
        display=["temple"],
        game=pyboard.load_game("cacao", 2, activation="explicit"),
    )
    state = play(state, "at 1 0", "set 1210")
    assert offers(state) == ["run n 1", "run e 1", "run e 2", "run s 1", "done"]
    assert state.legal_actions() == [621, 626, 627, 631, 660]
    sold = play(state, "run e 2")
    assert (cacao(sold)[0], gold(sold)[0]) == (1, 8)
    assert offers(sold) == ["run n 1", "run s 1", "done"]
    full = play(sold, "run n 1", "run s 1")
    assert (cacao(full)[0], gold(full)[0], full.current_player()) == (2, 10, 1), "all slots are finished"
    left = play(state, "done")
    assert (cacao(left)[0], gold(left)[0], left.current_player()) == (3, 0, 1)


@pytest.mark.rule("CA-41")
def test_explicit_harvest_uses_no_more_workers_than_help() -> None:
    game = pyboard.load_game("cacao", 2, activation="explicit")
    for stock, most in ((0, 3), (1, 2), (2, 2), (3, 1), (4, 1), (5, 0)):  # ⌈(5 - s) / 2⌉
        state = position(
            player("w3001 w1111", cacao=stock),
            player("w1111"),
            jungle={(0, 0): "plantation2", (1, 1): "market2"},
            display=["temple"],
            game=game,
        )
        state = play(state, "at 1 0", "set 0013")
        sales = ["run s 1"] if stock else []
        assert offers(state) == [*sales, *(f"run w {m}" for m in range(1, most + 1)), "done"]


@pytest.mark.rule("CA-49")
def test_settled_options_are_the_undominated_ends_of_the_explicit_ones() -> None:
    explicit = pyboard.load_game("cacao", 2, activation="explicit")
    settle = pyboard.load_game("cacao", 2)
    rng = random.Random(4)
    for _ in range(40):
        kinds = rng.sample(["plantation1", "plantation2", "market2", "market3", "market4"], 3)
        jungle = {neighbour((1, 0), side): kind for side, kind in zip("nes", kinds, strict=True)}
        tile, stock = rng.choice(["1111", "1210", "2101"]), rng.randrange(6)
        ends = {}
        for game in (settle, explicit):
            state = position(
                player("w2101 w1111", cacao=stock), player("w1111"), jungle=jungle, display=["temple"], game=game
            )
            stack = [play(state, "at 1 0", f"set {tile}")]
            ends[game] = set()
            while stack:
                at = stack.pop()
                if at.node_kind() in ("keep", "run"):
                    stack += [play(at, at.action_to_string(action)) for action in at.legal_actions()]
                else:
                    ends[game].add((cacao(at)[0], gold(at)[0]))
        best = Cacao.undominated(ends[explicit])
        assert dict(ends[settle]) == best
