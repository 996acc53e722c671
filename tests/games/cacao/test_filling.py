"""Step B: which jungle spaces are filled, with what, and who chooses."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import pytest
from support.cacao import ROOM, beside, jungle_at, offered, offers, play, player, position
from support.traces import probabilities

from pyboard import State

NEW = (0, 1)  # where the tile is laid; the jungle tile at (0,0) lies to its north
# An older worker tile beside each of the other spaces, touching nothing else that matters.
OLDER = {"e": (2, 1), "s": (0, 3), "w": (-2, 1)}


def filling(
    sides: str,
    display: list[str],
    pile: str = "",
    hand: str = "w1111 w2101",
    *,
    owners: Mapping[str, int] | None = None,
) -> State:
    """Seat 0 has laid a tile that brings a second worker tile to the spaces on these sides."""
    owners = owners or {}
    state = position(
        player(hand),
        player("w1111"),
        jungle={(0, 0): "temple"} | ROOM,
        workers={OLDER[side]: (owners.get(side, 1), "1111") for side in sides},
        display=display,
        pile=pile,
    )
    return play(state, "at 0 1", "set 1111")


def filled(state: State) -> dict[str, str]:
    """Jungle tiles beside the new tile, by their side."""
    tiles = {side: jungle_at(state, beside(NEW, side)) for side in "nesw"}
    return {side: tile for side, tile in tiles.items() if tile is not None}


@pytest.mark.rule("CA-20", "CA-21", "CA-23")
@pytest.mark.parametrize("side", list(OLDER))
def test_one_space_one_display_tile(side: str) -> None:
    state = filling(side, ["sun"])
    assert state.current_player() == 1, "nothing was asked"
    assert filled(state) == {"n": "temple", side: "sun"}
    assert state.to_dict()["display"] == []


@pytest.mark.rule("CA-20")
def test_nothing_is_filled_with_one_worker_tile() -> None:
    state = filling("", ["sun", "temple"])
    assert filled(state) == {"n": "temple"}
    assert state.to_dict()["display"] == ["sun", "temple"]


@pytest.mark.rule("CA-20")
@pytest.mark.parametrize("owner", [0, 1])
def test_whoever_owns_the_older_tile(owner: int) -> None:
    assert filled(filling("e", ["sun"], owners={"e": owner}))["e"] == "sun"


@pytest.mark.rule("CA-20", "CA-27")
def test_spaces_beside_older_tiles_alone_are_not_filled() -> None:
    """Only neighbours of the new tile are looked at: an old gap stays a gap, even when tiles are there again."""
    state = position(
        player("w1111 w2101"),
        player("w1111"),
        jungle={(0, 0): "temple"} | ROOM,
        workers={(2, 1): (1, "1111"), (0, 3): (1, "1111"), (1, 2): (0, "1111")},
    )
    # (1,1) and (0,2) are gaps with two worker tiles each.
    state = play(state, "at 0 -1", "set 1111")
    assert [jungle_at(state, space) for space in ((1, 1), (0, 2), (1, 3), (2, 2))] == [None] * 4


@pytest.mark.rule("CA-22", "CA-23", "CA-25")
def test_the_player_chooses_among_two_types() -> None:
    state = filling("e", ["sun", "water"], "mine1")
    assert offered(state, "lay") == ["water", "sun"], "in the order of the types"
    for chosen, other in (("sun", "water"), ("water", "sun")):
        after = play(state, f"lay {chosen}")
        assert filled(after) == {"n": "temple", "e": chosen}
        assert after.to_dict()["display"] == sorted([other, "mine1"], key=["mine1", "water", "sun"].index)


@pytest.mark.rule("CA-25")
def test_two_spaces_get_both_display_tiles() -> None:
    for sides in ("es", "ew", "sw"):
        state = filling(sides, ["sun", "water"], "market3 market3")
        assert offered(state, "lay") == ["water", "sun"]
        first, second = sides
        assert filled(play(state, "lay sun")) == {"n": "temple", first: "sun", second: "water"}
        assert filled(play(state, "lay water")) == {"n": "temple", first: "water", second: "sun"}


@pytest.mark.rule("CA-25")
@pytest.mark.parametrize("sides", ["e", "es"])
def test_no_choice_with_one_type(sides: str) -> None:
    state = filling(sides, ["water", "water"])
    assert state.current_player() == 1
    assert filled(state) == {"n": "temple"} | dict.fromkeys(sides, "water")
    assert state.to_dict()["display"] == ["water"] * (2 - len(sides))


@pytest.mark.rule("CA-24", "CA-27")
@pytest.mark.parametrize(
    ("sides", "expected"), [("es", ["e", "s"]), ("ew", ["e", "w"]), ("sw", ["s", "w"]), ("esw", ["e", "s", "w"])]
)
def test_more_spaces_than_one_display_tile(sides: str, expected: list[str]) -> None:
    state = filling(sides, ["sun"])
    assert offered(state, "cover") == expected
    for side in expected:
        after = play(state, f"cover {side}")
        assert filled(after) == {"n": "temple", side: "sun"}
        assert after.current_player() == 1


@pytest.mark.rule("CA-24", "CA-25", "CA-26")
def test_three_spaces_two_types() -> None:
    state = filling("esw", ["sun", "water"], "market3 market3 mine2")
    assert offered(state, "cover") == ["es", "ew", "sw"]
    for pair, rest in (("es", "w"), ("ew", "s"), ("sw", "e")):
        at = play(state, f"cover {pair}")
        assert offered(at, "lay") == ["water", "sun"]
        at = play(at, "lay sun")
        assert filled(at) == {"n": "temple", pair[0]: "sun", pair[1]: "water"}
        assert at.node_kind() == "extra"
        assert probabilities(at) == {"chance extra market3": Fraction(2, 3), "chance extra mine2": Fraction(1, 3)}
        at = play(at, "chance extra mine2")
        assert filled(at)[rest] == "mine2"
        # Both tiles of the pile are alike: they are revealed without a node.
        assert at.to_dict()["display"] == ["market3", "market3"]
        assert at.current_player() == 1


@pytest.mark.rule("CA-24", "CA-27")
def test_three_spaces_two_tiles_and_no_pile() -> None:
    state = filling("esw", ["water", "water"])
    assert offered(state, "cover") == ["es", "ew", "sw"], "a decision although the tiles are alike"
    after = play(state, "cover ew")
    assert filled(after) == {"n": "temple", "e": "water", "w": "water"}
    assert after.to_dict()["display"] == []


@pytest.mark.rule("CA-22")
def test_nothing_is_filled_from_an_empty_display() -> None:
    state = filling("esw", [])
    assert filled(state) == {"n": "temple"}
    assert state.current_player() == 1


@pytest.mark.rule("CA-28", "CA-61")
def test_the_display_is_refilled_at_the_end_of_the_turn() -> None:
    # A market is filled and sold to before the draw and the reveals.
    state = position(
        player("w1111 w2101 w2101", "w1111 w2101", cacao=1),
        player("w1111"),
        jungle={(0, 0): "temple"},
        workers={(2, 1): (1, "1111")},
        display=["market2", "market2"],
        pile="sun water",
    )
    state = play(state, "at 0 1", "set 1111")
    assert state.node_kind() == "keep"
    assert state.to_dict()["display"] == ["market2"]
    state = play(state, "keep 0")
    assert offers(state) == ["chance draw w1111", "chance draw w2101"]
    state = play(state, "chance draw w2101")
    assert offers(state) == ["chance reveal water", "chance reveal sun"]
    assert sorted(play(state, "chance reveal sun").to_dict()["display"]) == ["market2", "sun"]
