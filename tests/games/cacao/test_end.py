"""The end of a turn, the end of the game, and the result."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from reference.cacao import Cacao
from support.cacao import beside, offers, play, player, position
from support.games import Setup, combined_setups, setups, walk

import pyboard
from pyboard import State

SETUPS = [setup for setup in (*setups(), *combined_setups()) if setup.name == "cacao"]
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
# Orientations that show 0 to 3 workers to each side, of different tiles where it matters.
SHOWING = {
    "n": ["0121", "1111", "2101", "3001"],
    "e": ["1012", "1111", "1210", "1300"],
    "s": ["2101", "1111", "0121", "0130"],
    "w": ["1210", "1111", "1012", "0013"],
}


@pytest.mark.rule("CA-60", "CA-61", "CA-62")
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_hands_display_and_turns_between_turns(variant: Setup) -> None:
    for seed in range(3):
        turn = 0
        for state in walk(variant.load(), seed):
            if state.node_kind() != "at":
                continue
            board = state.to_dict()
            laid = sum(text.startswith("set ") for _, text in state.transcript(forced=True))
            turn = laid
            assert state.current_player() == turn % variant.players
            for who, one in enumerate(board["players"]):
                hand, pile = sum(one["hand"].values()), sum(one["pile"].values())
                own = turn // variant.players + (who < turn % variant.players)
                assert hand + pile == {2: 11, 3: 10, 4: 9}[variant.players] - own
                assert hand == min(3, hand + pile)
            assert len(board["display"]) == 2 or not board["pile"]
        assert state.is_terminal()
        assert turn <= {2: 21, 3: 29, 4: 35}[variant.players]


@pytest.mark.rule("CA-60")
def test_a_draw_is_skipped_with_an_empty_pile() -> None:
    for pile, expected in (("", []), ("w3001", ["chance draw w3001"])):
        hand = "w1111 w2101 w2101"
        state = position(player(hand, pile), player("w1111"), display=["sun", "temple"], pile="water")
        state = play(state, "at -1 0", "set 2101")
        assert [text for _, text in state.transcript(forced=True)[2:]] == ["keep 1", *expected]


@pytest.mark.rule("CA-70")
def test_a_seat_without_tiles_takes_no_turn() -> None:
    """Artificial: seat 1 has nothing left, the others play on."""
    state = position(player("w1111 w2101"), player(""), player("w1111"), display=["sun"])
    order = [state.current_player()]
    state = play(state, "at 2 1", "set 1111")
    while not state.is_terminal():
        if state.node_kind() == "at":
            order.append(state.current_player())
        state = play(state, offers(state)[0])
    assert order == [0, 2, 0]


@pytest.mark.rule("CA-70")
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_the_supply_is_empty_at_the_end(variant: Setup) -> None:
    for seed in range(10):
        state = variant.load().new_initial_state()
        state.play_random(seed)
        end = state.to_dict()
        assert end["phase"] == "over"
        assert end["display"] == []
        assert end["pile"] == {}
        assert all(not one["hand"] and not one["pile"] for one in end["players"])


def temple(edges: dict[str, tuple[int, int]], seats: int) -> State:
    """A finished game with one temple: side -> (seat, workers)."""
    workers = {beside((0, 0), s): (who, SHOWING[OPPOSITE[s]][n]) for s, (who, n) in edges.items()}
    everybody = [player("", "", water=0) for _ in range(seats)]
    return position(*everybody, jungle={(0, 0): "temple"}, workers=workers, phase="over")


@pytest.mark.rule("CA-71", "CA-72", "CA-73", "CA-74")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_temples_against_the_reference(seats: int) -> None:
    """All ways to share the sides of a temple among the seats, and some numbers of workers."""
    reference = Cacao(seats)
    seen = set()
    for owners in product(range(seats), repeat=4):
        for numbers in (
            (1, 1, 1, 1),
            (2, 1, 1, 2),
            (0, 1, 2, 3),
            (3, 2, 1, 1),
            (2, 2, 2, 1),
            (0, 0, 0, 2),
            (0, 0, 0, 0),
        ):
            counts = [sum(n for owner, n in zip(owners, numbers, strict=True) if owner == who) for who in range(seats)]
            if owners.count(owners[0]) == 4 and numbers == (1, 1, 1, 1):
                continue  # more tiles with one worker on each side than a seat has
            state = temple({s: (o, n) for s, o, n in zip("nesw", owners, numbers, strict=True)}, seats)
            assert state.scores() == reference.temple_gold(counts)
            seen.add(tuple(state.scores()))
    assert {tuple(6 if i == who else 0 for i in range(seats)) for who in range(seats)} <= seen


@pytest.mark.rule("CA-72", "CA-73")
@pytest.mark.parametrize(
    ("counts", "gold"),
    [
        ((2, 1, 1, 1), (6, 1, 1, 1)),
        ((2, 1, 1, 0), (6, 1, 1, 0)),
        ((2, 1, 0, 0), (6, 3, 0, 0)),
        ((2, 2, 1, 0), (3, 3, 0, 0)),
    ],
)
def test_temples_for_every_order_of_seats(counts: tuple[int, ...], gold: tuple[int, ...]) -> None:
    for order in permutations(range(4)):
        edges = {side: (who, counts[place]) for side, (who, place) in zip("nesw", enumerate(order), strict=True)}
        assert temple(edges, 4).scores() == [gold[place] for place in order]


@pytest.mark.rule("CA-71", "CA-15")
def test_only_top_tiles_count_at_temples() -> None:
    board = {"jungle": {(0, 0): "temple"}, "phase": "over"}
    for tile in (((0, "1111")), (0, "1111", "over")):
        state = position(player("", water=0), player("", water=0), workers={(1, 0): tile}, **board)  # type: ignore[arg-type, dict-item]
        assert state.scores() == [6, 0]


@pytest.mark.rule("CA-71")
def test_each_temple_counts_on_its_own() -> None:
    jungle = {(0, 0): "temple", (2, 0): "temple"}
    workers = {(1, 0): (0, "1210"), (0, -1): (1, "1111"), (2, 1): (1, "1111")}
    # (0,0): seat 0 shows 0 to the west, seat 1 has 1. (2,0): seat 0 shows 2 to the east, seat 1 has 1.
    state = position(player("", water=0), player("", water=0), jungle=jungle, workers=workers, phase="over")
    assert state.scores() == [6, 6 + 3]


@pytest.mark.rule("CA-75", "CA-76", "CA-77", "CA-78")
def test_final_scores_add_up() -> None:
    for sun, water, gold, stock in product(range(4), (-10, -4, -1, 0, 2, 4, 7, 11, 16), (0, 17), (0, 5)):
        state = position(player("", gold=gold, sun=sun, water=water, cacao=stock), player("", water=0), phase="over")
        assert state.scores() == [gold + sun + water, 0]


@pytest.mark.rule("CA-78")
@pytest.mark.parametrize(
    ("ends", "places"),
    [
        ([(10, 0), (10, 1), (9, 5), (10, 1)], [3, 1, 4, 1]),
        ([(10, 2), (10, 2), (10, 2), (10, 2)], [1, 1, 1, 1]),
        ([(1, 0), (2, 0), (3, 0), (4, 0)], [4, 3, 2, 1]),
        ([(5, 1), (5, 0), (5, 0), (7, 0)], [2, 3, 3, 1]),
    ],
)
def test_ties_are_broken_by_cacao(ends: list[tuple[int, int]], places: list[int]) -> None:
    state = position(*(player("", gold=g, cacao=c, water=0) for g, c in ends), phase="over")
    assert state.places() == places
    assert state.scores() == [g for g, _ in ends]


@pytest.mark.rule("CA-2")
def test_modules_are_refused() -> None:
    for module in ("map", "watering", "chocolate", "huts", "gem_mines", "tree_of_life", "emperor", "new_workers"):
        with pytest.raises(ValueError, match="not built"):
            pyboard.load_game("cacao", 3, **{module: True})
