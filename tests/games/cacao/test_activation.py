"""Step C: which workers act, what they do, and in which order."""

from __future__ import annotations

import pytest
from support.cacao import ROOM, cacao, gold, jungle_at, keeps, play, player, position, seat

from pyboard import State

# What each kind gives to n workers on one edge, from nothing: gold, cacao, sun tokens, water steps.
YIELD = [
    ("plantation1", lambda n: (0, n, 0, 0)),
    ("plantation2", lambda n: (0, min(5, 2 * n), 0, 0)),
    ("market2", lambda _: (0, 0, 0, 0)),
    ("mine1", lambda n: (n, 0, 0, 0)),
    ("mine2", lambda n: (2 * n, 0, 0, 0)),
    ("water", lambda n: (0, 0, 0, n)),
    ("sun", lambda n: (0, 0, n, 0)),
    ("temple", lambda _: (0, 0, 0, 0)),
]
# West edge with 0 to 3 workers.
WEST = ["1210", "1111", "1012", "0013"]


def lay_east_of(kind: str, tile: str, **red: int) -> State:
    state = position(
        player("w1111 w2101 w3001", "", **red),
        player("w2101"),
        jungle={(0, 0): kind},
        display=["temple", "temple"],
        pile="temple",
    )
    return play(state, "at 1 0", f"set {tile}")


@pytest.mark.rule("CA-30", "CA-33", "CA-40", "CA-43", "CA-46")
@pytest.mark.parametrize(("kind", "expected"), YIELD)
@pytest.mark.parametrize("workers", range(4))
def test_what_an_edge_gives(kind: str, expected: object, workers: int) -> None:
    state = lay_east_of(kind, WEST[workers])
    red = seat(state, 0)
    assert (red["gold"], red["cacao"], red["sun"], red["water"]) == expected(workers)  # type: ignore[operator]
    assert state.current_player() == 1, "nothing was asked"


@pytest.mark.rule("CA-42")
@pytest.mark.parametrize(("kind", "price"), [("market2", 2), ("market3", 3), ("market4", 4)])
@pytest.mark.parametrize("workers", range(1, 4))
@pytest.mark.parametrize("stock", range(1, 6))
def test_selling(kind: str, price: int, workers: int, stock: int) -> None:
    state = lay_east_of(kind, WEST[workers], cacao=stock)
    most = min(workers, stock)
    assert keeps(state) == {stock - sold: sold * price for sold in range(most + 1)}


@pytest.mark.rule("CA-41")
@pytest.mark.parametrize("stock", range(6))
def test_storage(stock: int) -> None:
    assert cacao(lay_east_of("plantation2", WEST[2], cacao=stock))[0] == min(5, stock + 4)
    assert cacao(lay_east_of("plantation1", WEST[3], cacao=stock))[0] == min(5, stock + 3)


@pytest.mark.rule("CA-44", "CA-47")
@pytest.mark.parametrize("start", [-10, -4, -1, 0, 2, 4, 7, 11, 16])
def test_water_track(start: int) -> None:
    track = [-10, -4, -1, 0, 2, 4, 7, 11, 16]
    for workers in range(4):
        state = lay_east_of("water", WEST[workers], water=start)
        assert seat(state, 0)["water"] == min(8, track.index(start) + workers)
        assert state.scores()[0] == track[min(8, track.index(start) + workers)]


@pytest.mark.rule("CA-45", "CA-47")
@pytest.mark.parametrize("tokens", range(4))
def test_sun_places(tokens: int) -> None:
    for workers in range(4):
        assert seat(lay_east_of("sun", WEST[workers], sun=tokens), 0)["sun"] == min(3, tokens + workers)


@pytest.mark.rule("CA-36")
def test_supplies_never_bind() -> None:
    """All seats full of cacao and sun tokens, and rich: the last one still takes what he can hold."""
    full = {"cacao": 5, "sun": 3, "gold": 500}
    state = position(
        player("w1111 w2101", cacao=4, sun=2, gold=500),
        *(player("w1111", "", **full) for _ in range(3)),
        jungle={(0, 0): "sun", (1, 1): "plantation1", (2, 0): "mine2", (1, -1): "temple"},
    )
    red = seat(play(state, "at 1 0", "set 1111"), 0)
    assert (red["sun"], red["cacao"], red["gold"]) == (3, 5, 502)


def filled_between(older: str, new: str, kind: str, owner: int, **seats: int) -> State:
    """Seat 0 lays at (0,-1) and fills (1,-1), which the older tile at (1,0) faces with its north edge."""
    state = position(
        player("w1111 w2101", "", **(seats if owner == 0 else {})),
        player("w1111 w2101", "", **(seats if owner == 1 else {})),
        jungle={(0, 0): "temple"} | ROOM,
        workers={(1, 0): (owner, older)},
        display=[kind],
    )
    state = play(state, "at 0 -1", f"set {new}")
    assert jungle_at(state, (1, -1)) == kind
    return state


@pytest.mark.rule("CA-31", "CA-33")
@pytest.mark.parametrize("owner", [0, 1])
@pytest.mark.parametrize(("older", "north"), [("0121", 0), ("1210", 1), ("2101", 2), ("3001", 3)])
def test_the_older_edge_acts_for_its_owner(owner: int, older: str, north: int) -> None:
    state = filled_between(older, "1012", "mine2", owner)  # the new tile shows nobody to the east
    assert gold(state) == [2 * north, 0] if owner == 0 else gold(state) == [0, 2 * north]


@pytest.mark.rule("CA-31", "CA-37")
def test_both_edges_of_one_seat_trade_together() -> None:
    # East 1 and north 2 workers at the market; 3 cacao: one decision for all of them.
    state = filled_between("2101", "1111", "market3", 0, cacao=3)
    assert (state.current_player(), keeps(state)) == (0, {3: 0, 2: 3, 1: 6, 0: 9})


@pytest.mark.rule("CA-32")
def test_no_worker_acts_twice() -> None:
    """A tile laid beside an old one does not wake the old one's other edges."""
    state = position(
        player("w1111 w2101", ""),
        player("w1111"),
        jungle={(0, 0): "mine2", (2, 0): "mine1"},
        workers={(1, 0): (1, "1111")},
    )
    state = play(state, "at -1 0", "set 0121")
    assert gold(state) == [2, 0], "only the new tile's east edge"


@pytest.mark.rule("CA-32", "CA-27")
def test_edges_to_empty_spaces_do_nothing() -> None:
    state = position(
        player("w1111 w2101", ""), player("w1111"), jungle={(0, 0): "mine1"}, workers={(0, -1): (1, "1111")}
    )
    # (1,-1) would be filled, but nothing is left.
    state = play(state, "at 1 0", "set 1111")
    assert jungle_at(state, (1, -1)) is None
    assert gold(state) == [1, 0]


@pytest.mark.rule("CA-35", "CA-37", "CA-47")
def test_automatic_effects_come_before_all_trades() -> None:
    # Seat 1's older edge faces the mine that is filled; seat 0 is asked about his market only after that.
    state = position(
        player("w1111 w2101", "", cacao=1),
        player("w1111", ""),
        jungle={(0, 0): "market2"},
        workers={(1, 0): (1, "2101")},
        display=["mine2"],
    )
    state = play(state, "at 0 -1", "set 1111")
    assert (state.current_player(), state.node_kind()) == (0, "keep")
    assert gold(state) == [2, 4], "both mines have paid"
    assert keeps(state) == {1: 0, 0: 2}


@pytest.mark.rule("CA-37")
@pytest.mark.parametrize("active", range(4))
def test_trades_go_round_from_the_active_seat(active: int) -> None:
    """All four seats have one edge at a market that is filled, and one cacao."""
    others = [(active + i) % 4 for i in (1, 2, 3)]
    seats = [player("w1111 w2101" if who == active else "w1111", cacao=1) for who in range(4)]
    state = position(
        *seats,
        jungle={(0, 0): "market3"},
        workers={(2, 1): (others[2], "1111"), (0, 3): (others[0], "1111"), (-2, 1): (others[1], "1111")},
        display=["market2", "market2"],
        pile="market4",
        active=active,
    )
    state = play(state, "at 0 1", "set 1111", "cover es")
    order = []
    while state.node_kind() == "keep":
        order.append(state.current_player())
        state = play(state, "keep 1")
    assert order == [active, *others]


@pytest.mark.rule("CA-34", "CA-35")
def test_own_order_of_edges() -> None:
    """One cacao, a plantation and a market: harvest then sell, or sell then harvest, whichever leaves more."""
    state = position(
        player("w1111 w2101", "", cacao=5),
        player("w1111"),
        jungle={(0, 0): "plantation2", (1, 1): "market4"},
        display=["temple"],
    )
    state = play(state, "at 1 0", "set 1012")  # one worker at the market, two at the plantation
    assert (cacao(state)[0], gold(state)[0]) == (5, 4), "first sells, then harvests: nothing else is as good"
