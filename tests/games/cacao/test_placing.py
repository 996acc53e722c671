"""Step A: where tiles may lie, which tiles, how they are turned, and overbuilding."""

from __future__ import annotations

import re

import pytest
from support.cacao import (
    ROOM,
    START,
    cacao,
    gold,
    jungle_at,
    keeps,
    offered,
    play,
    player,
    position,
    seat,
    worker_at,
)
from support.games import Setup, combined_setups, setups, walk

import pyboard

SETUPS = [setup for setup in (*setups(), *combined_setups()) if setup.name == "cacao"]
# Section 5: what happens in a turn, and in which order.
TURN = r"at set (cover )?(lay )?(extra )*(keep |run |done )*(draw )?(reveal )*"


def kinds(state: pyboard.State) -> list[str]:
    """The kind of every event so far, forced ones too."""
    return [text.removeprefix("chance ").split()[0] for _, text in state.transcript(forced=True)]


@pytest.mark.rule("CA-1", "CA-2")
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_turns_have_the_steps_in_order(variant: Setup) -> None:
    for seed in range(4):
        state = variant.load().new_initial_state()
        state.play_random(seed)
        text = "".join(kind + " " for kind in kinds(state))
        assert re.fullmatch(
            rf"(deal ){{{3 * variant.players}}}reveal reveal ({TURN}){{{turns(variant.players)}}}", text
        )


def turns(players: int) -> int:
    return {2: 22, 3: 30, 4: 36}[players]


@pytest.mark.rule("CA-3", "CA-4", "CA-8")
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_a_normal_placement_always_exists(variant: Setup) -> None:
    for seed in range(3):
        for state in walk(variant.load(), seed):
            if state.node_kind() != "at":
                continue
            board = state.to_dict()
            jungle = {(t["x"], t["y"]) for t in board["jungle"]}
            workers = {(t["x"], t["y"]) for t in board["workers"]}
            assert all((x + y) % 2 == 0 for x, y in jungle)
            assert all((x + y) % 2 == 1 for x, y in workers)
            beside = {(x + dx, y + dy) for x, y in jungle for dx, dy in ((0, -1), (1, 0), (0, 1), (-1, 0))}
            spaces = {tuple(map(int, text.split())) for text in offered(state, "at")}
            assert spaces - workers == beside - workers
            assert spaces - workers


@pytest.mark.rule("CA-3")
def test_tiles_on_the_wrong_spaces_are_refused() -> None:
    with pytest.raises(pyboard.CorruptStateError, match="no worker space"):
        position(player(), player(), workers={(1, -1): (0, "1111")}, display=["sun"])
    with pytest.raises(pyboard.CorruptStateError, match="no jungle space"):
        position(player(), player(), jungle={(0, 1): "temple"}, display=["sun"])


@pytest.mark.rule("CA-4")
def test_spaces_need_a_jungle_tile_of_before_the_turn() -> None:
    state = position(
        player("w1111 w2101 w3001"),
        player("w1111"),
        workers={(1, 0): (0, "1111"), (-1, 0): (0, "1111")},
        display=["sun", "water"],
        pile="temple",
    )
    before = set(offered(state, "at"))
    assert before == {"0 -1", "0 1", "2 1", "1 2"}
    # (1,-1) and (-1,-1) are filled: their free neighbours are on offer one turn later.
    state = play(state, "at 0 -1", "set 1111", "lay sun")
    assert state.current_player() == 1
    assert set(offered(state, "at")) == {"0 1", "2 1", "1 2", "1 -2", "2 -1", "-1 -2", "-2 -1"}


@pytest.mark.rule("CA-5", "CA-6")
@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        ("w1111 w1111 w1111", None),
        ("w1111 w1111 w2101", ["1111", "1210", "0121", "1012", "2101"]),
        ("w2101 w2101 w2101", ["1210", "0121", "1012", "2101"]),
        ("w3001", ["1300", "0130", "0013", "3001"]),
        ("w3100", ["0310", "0031", "1003", "3100"]),
        ("w3001 w3100", ["1300", "0130", "0013", "3001", "0310", "0031", "1003", "3100"]),
        (
            "w2101 w3100 w3001",
            [*("1210", "0121", "1012", "2101"), *("1300", "0130", "0013", "3001"), *("0310", "0031", "1003", "3100")],
        ),
    ],
)
def test_one_option_for_each_type_and_look(hand: str, expected: list[str] | None) -> None:
    state = play(position(player(hand), player(), display=["temple"]), "at -1 0")
    if expected is None:  # a single option is no decision
        assert worker_at(state, (-1, 0)) == (0, "1111", False)
    else:
        assert offered(state, "set") == expected


@pytest.mark.rule("CA-5")
def test_the_tile_leaves_the_hand() -> None:
    state = position(player("w1111 w1111 w2101", "w3001"), player(), display=["temple"])
    assert seat(play(state, "at -1 0", "set 1111"), 0)["hand"] == {"w1111": 1, "w2101": 1} | (
        {"w3001": 1}  # the only tile of the pile was drawn at once
    )
    assert seat(play(state, "at -1 0", "set 2101"), 0)["hand"] == {"w1111": 2, "w3001": 1}


LATE = {(0, 0): "temple", (1, 1): "water"}


@pytest.mark.rule("CA-9")
@pytest.mark.parametrize(
    ("space", "expected"),
    [
        ("0 -1", ["1210 0121 2101", "1300 0130 0013", "0310 0031 1003"]),
        ("1 0", ["1210 0121 1012 2101", "1300 0130 0013 3001", "0310 0031 1003 3100"]),
        ("1 2", ["1210 0121 2101", "1300 0130 3001", "0310 1003 3100"]),
        ("2 1", ["1210 0121 1012", "1300 0013 3001", "0310 0031 1003"]),
        ("-1 0", ["1210 0121 1012", "1300 0130 0013", "0310 0031 3100"]),
    ],
)
def test_late_duplicates(space: str, expected: list[str]) -> None:
    """Among rotations that show the same numbers to the jungle tiles the first is kept."""
    for tile, rotations in zip(["w2101", "w3001", "w3100"], expected, strict=True):
        for option, count in (("pruned", len(rotations.split())), ("all", 4)):
            game = pyboard.load_game("cacao", 2, late_duplicates=option)
            state = position(player(tile + " w1111"), player("w1111", ""), jungle=LATE, game=game)
            texts = offered(play(state, f"at {space}"), "set")
            assert len(texts) == 1 + count
            assert texts[0] == "1111"
            if option == "pruned":
                assert texts[1:] == rotations.split()


@pytest.mark.rule("CA-9")
def test_late_duplicates_only_from_the_start_of_a_turn() -> None:
    """The turn whose own step B uses the supply up still has all rotations; so has one with a last pile or display."""
    for display, pile in ((["sun"], ""), (["sun", "water"], ""), (["sun", "water"], "temple")):
        state = position(
            player("w2101 w1111"),
            player("w1111"),
            workers={(1, 0): (1, "1111")},
            display=display,
            pile=pile,
        )
        assert len(offered(play(state, "at 0 -1"), "set")) == 1 + 4, "this turn fills (1,-1)"


OWN = {(1, 0): (0, "1111"), (-1, 0): (0, "2101", "over"), (1, 2): (1, "1111")}


@pytest.mark.rule("CA-10", "CA-11", "CA-12", "CA-13")
@pytest.mark.parametrize(
    ("display", "tokens", "own"),
    [([], 1, True), ([], 3, True), ([], 0, False), (["sun"], 1, False), (["sun", "temple"], 3, False)],
)
def test_when_overbuilding_is_allowed(display: list[str], tokens: int, own: bool) -> None:
    state = position(player("w2101", sun=tokens), player("w1111"), workers=OWN, display=display)
    normal = {"0 -1", "0 1", "2 1"}
    assert set(offered(state, "at")) == normal | ({"1 0"} if own else set())


@pytest.mark.rule("CA-10")
def test_overbuilding_needs_an_empty_draw_pile() -> None:
    state = position(player("w2101", sun=3), player("w1111"), workers=OWN, display=["sun", "temple"], pile="water")
    assert "1 0" not in offered(state, "at")


@pytest.mark.rule("CA-11", "CA-13", "CA-15", "CA-16")
def test_overbuilding_activates_the_new_edges_again() -> None:
    jungle = {(0, 0): "mine2", (1, 1): "plantation2", (3, 1): "temple"}
    # (2,0) has two worker tiles and is empty for good.
    workers = {(1, 0): (0, "1111"), (3, 0): (1, "1111")}
    state = position(player("w2101 w1111", sun=2), player("w1111"), jungle=jungle, workers=workers)
    state = play(state, "at 1 0")
    # CA-9 looks at the sides with jungle tiles, south and west.
    assert offered(state, "set") == ["1111", "1210", "0121", "1012", "2101"]
    state = play(state, "set 1012")
    assert worker_at(state, (1, 0)) == (0, "1012", True)
    assert jungle_at(state, (2, 0)) is None
    assert seat(state, 0)["sun"] == 1
    assert gold(state) == [4, 0], "two workers at the mine of value 2"
    assert cacao(state) == [2, 0], "one worker at the plantation of value 2"


@pytest.mark.rule("CA-14")
def test_one_overbuilding_a_turn() -> None:
    state = position(player("w2101 w1111", sun=3), player("w2101", sun=3), workers=OWN, jungle=START | ROOM)
    state = play(state, "at 1 0", "set 1111")
    while state.node_kind() == "keep":
        state = play(state, "keep 0")
    assert (state.current_player(), state.node_kind()) == (1, "at")
    assert seat(state, 0)["sun"] == 2
    assert "1 2" in offered(state, "at")


@pytest.mark.rule("CA-12")
def test_an_overbuilt_space_stays_closed() -> None:
    state = position(player("w2101 w1111 w1111", sun=3), player("w2101 w2101"), workers={(1, 0): (0, "1111")})
    state = play(state, "at 1 0", "set 2101")
    while state.current_player() == 0 or state.node_kind() != "at":
        state = play(state, state.action_to_string(state.legal_actions()[0]))
    state = play(state, "at 2 1", "set 1210")
    while state.current_player() != 0 or state.node_kind() != "at":
        state = play(state, state.action_to_string(state.legal_actions()[0]))
    assert seat(state, 0)["sun"] == 2
    assert "1 0" not in offered(state, "at")


@pytest.mark.rule("CA-11", "CA-17")
@pytest.mark.parametrize(
    ("tokens", "tile", "after"), [(1, "1111", 1), (1, "1012", 2), (3, "1012", 3), (3, "1111", 3), (2, "1210", 1)]
)
def test_the_token_is_paid_before_activation(tokens: int, tile: str, after: int) -> None:
    workers = {(1, 0): (0, "1111")}
    state = position(player("w2101 w1111", sun=tokens), player("w2101"), jungle={(0, 0): "sun"}, workers=workers)
    assert seat(play(state, "at 1 0", f"set {tile}"), 0)["sun"] == after


@pytest.mark.rule("CA-7")
def test_a_tile_need_not_activate_anything() -> None:
    state = position(player("w2101 w1111"), player("w1111"), display=["sun"])
    assert "set 1210" in [f"set {text}" for text in offered(play(state, "at 1 0"), "set")]
    after = play(state, "at -1 0", "set 1012")  # nobody to the east, where the plantation lies
    assert (cacao(after), gold(after)) == ([0, 0], [0, 0])
    assert keeps(play(state, "at 1 0", "set 1012")) == {2: 0, 1: 2}
    assert START == {(0, 0): "plantation1", (1, 1): "market2"}
