"""The worked examples of section 11, under their numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from support.cacao import (
    START,
    beside,
    cacao,
    gold,
    jungle_at,
    keeps,
    leaves,
    offered,
    offers,
    play,
    player,
    position,
    seat,
    worker_at,
)
from support.traces import probabilities

import pyboard
from pyboard import State

HAND = "w1111 w2101 w3001"


def opening(display: tuple[str, str] = ("water", "market3"), **more: object) -> State:
    """Two players at the start, with the display and first hands as an example needs them."""
    pile = "plantation1 plantation1 plantation1 market4 mine1 sun temple temple"
    return position(player(HAND, "w1111 w2101 w2101"), player(HAND, "w1111 w2101"), display=display, pile=pile, **more)  # type: ignore[arg-type]


@pytest.mark.rule("CA-4", "CA-5", "CA-6")
def test_example_01_start_position() -> None:
    state = opening()
    assert offered(state, "at") == ["-1 0", "0 1", "1 2", "0 -1", "1 0", "2 1"]
    ids = [state.string_to_action(f"at {space}") for space in ("0 -1", "-1 0", "1 0", "0 1", "2 1", "1 2")]
    assert ids == [24, 0, 25, 1, 26, 2]
    ways = [len(offered(play(state, text), "set")) for text in offers(state)]
    assert ways == [1 + 4 + 4] * 6
    assert sum(ways) == 54


def after_example_02(red: str = "1012") -> State:
    state = play(opening(), "at 1 0", f"set {red}")
    return play(state, "keep 1") if state.node_kind() == "keep" else state


@pytest.mark.rule("CA-20", "CA-31", "CA-49")
def test_example_02_harvest_and_sale() -> None:
    state = play(opening(), "at 1 0", "set 1012")
    assert len(state.to_dict()["jungle"]) == 2, "nothing is filled"
    assert (state.current_player(), keeps(state)) == (0, {1: 2, 2: 0})
    state = play(state, "keep 1")
    assert (cacao(state)[0], gold(state)[0]) == (1, 2)


def second_turn(state: State) -> State:
    """Up to Yellow's choice of the display tile."""
    if state.is_chance_node():
        state = play(state, "chance draw w1111")
    state = play(state, "at 0 -1", "set 1111")
    assert offered(state, "lay") == ["market3", "water"]
    return play(state, "lay market3")


@pytest.mark.rule("CA-20", "CA-23", "CA-31", "CA-33")
def test_example_03_fill_and_foreign_activation() -> None:
    state = second_turn(after_example_02())
    assert jungle_at(state, (1, -1)) == "market3"
    assert state.to_dict()["display"] == ["water"]
    assert (state.current_player(), keeps(state)) == (1, {1: 0, 0: 3})
    state = play(state, "keep 0")
    assert (state.current_player(), keeps(state)) == (0, {1: 0, 0: 3}), "Red's north edge faces the new market"
    state = play(state, "keep 0")
    assert gold(state) == [5, 3]
    assert cacao(state) == [0, 0]


CROSS = {(1, -1): "plantation2", (2, 0): "market4", (1, 1): "water", (0, 0): "temple"}


@pytest.mark.rule("CA-10", "CA-11", "CA-15", "CA-51", "CA-71")
def test_example_04_overbuilding() -> None:
    def red(hand: str) -> State:
        return position(player(hand, sun=2), player("w2101", ""), jungle=CROSS, workers={(1, 0): (0, "1111")})

    assert red("w2101 w1111").scores()[0] == 2 - 10 + 6, "his west worker is alone at the temple"
    state = play(red("w2101 w1111"), "at 1 0", "set 1210")
    assert worker_at(state, (1, 0)) == (0, "1210", True)
    assert seat(state, 0)["sun"] == 1
    assert seat(state, 0)["water"] == 1, "one step, to -4"
    assert keeps(state) == {2: 0, 1: 4, 0: 8}
    assert play(state, "keep 0").scores()[0] == 8 + 1 - 4, "no worker is left at the temple"

    last = play(red("w2101"), "at 1 0", "set 1210")
    assert (gold(last)[0], cacao(last)[0], last.current_player()) == (8, 0, 1), "no decision at the last activation"


# Orientations that show 0 to 3 workers to each side.
SHOWING = {
    "n": ["0121", "1111", "2101", "3001"],
    "e": ["1012", "1111", "1210", "1300"],
    "s": ["2101", "1111", "0121", "0130"],
    "w": ["1210", "1111", "1012", "0013"],
}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}


def temple_gold(*groups: tuple[int, ...]) -> list[int]:
    """What one temple gives to seats with these workers at it (one tile for each number)."""
    sides = iter("nesw")
    workers = {}
    for who, group in enumerate(groups):
        for count in group:
            side = next(sides)
            workers[beside((0, 0), side)] = (who, SHOWING[OPPOSITE[side]][count])
    seats = [player("", "", water=0) for _ in groups]
    state = position(*seats, jungle={(0, 0): "temple"}, workers=workers, phase="over")
    assert state.is_terminal()
    return state.scores()


@pytest.mark.rule("CA-71", "CA-73")
def test_example_05_temple_with_two_first() -> None:
    yellow, red, purple = (1, 1), (2,), (1,)
    assert temple_gold(yellow, red, purple) == [3, 3, 0]


@pytest.mark.rule("CA-72", "CA-73", "CA-74")
@pytest.mark.parametrize(
    ("groups", "expected"),
    [
        ([(3,), (1,), (1,), ()], [6, 1, 1, 0]),
        ([(3,), (2,), (2,), (2,)], [6, 1, 1, 1]),
        ([(2,), (2,), (2,), ()], [2, 2, 2, 0]),
        ([(1,), (1,), (1,), (1,)], [1, 1, 1, 1]),
        ([(), (), (), (3, 2)], [0, 0, 0, 6]),
        ([(3, 1), (2,), (1,), ()], [6, 3, 0, 0]),
        ([(0,), (0,), (), ()], [0, 0, 0, 0]),
        ([(), (), (), ()], [0, 0, 0, 0]),
    ],
)
def test_example_06_temples(groups: list[tuple[int, ...]], expected: list[int]) -> None:
    assert temple_gold(*groups) == expected


def lone_tile(kind: str, tile: str, **red: int) -> State:
    """Red lays the tile to the east of a single jungle tile; its west edge faces it."""
    state = position(
        player("w1111 w2101 w3001", "", **red),
        player("w2101"),
        jungle={(0, 0): kind},
        display=("temple", "temple"),
        pile="temple",
    )
    return play(state, "at 1 0", f"set {tile}")


@pytest.mark.rule("CA-44")
def test_example_07_water() -> None:
    for before, tile, after in ((-4, "1111", -1), (11, "0013", 16), (-10, "0013", 0)):
        state = lone_tile("water", tile, water=before)
        assert state.scores()[0] == after


@pytest.mark.rule("CA-45")
def test_example_08_sun() -> None:
    assert seat(lone_tile("sun", "0013", sun=2), 0)["sun"] == 3


def crossing(tile: str, jungle: dict[str, str], stock: int, *, old: str | None = None) -> State:
    """Red lays a tile with jungle tiles on the named sides; `old` fills the west with his older edge of two."""
    tiles = {beside((1, 0), side): kind for side, kind in jungle.items()}
    workers = {}
    if old is not None:
        tiles[(-2, 0)] = "temple"
        workers[(-1, 0)] = (0, "1210")
    state = position(
        player("w1111 w2101 w3001", "w2101", cacao=stock),
        player("w2101"),
        jungle=tiles,
        workers=workers,
        display=[old] if old is not None else ["temple", "temple"],
        pile="" if old is not None else "temple",
    )
    return play(state, "at 1 0", f"set {tile}")


def settled(state: State) -> tuple[int, int]:
    """Cacao and gold of Red when nothing was asked."""
    assert state.node_kind() != "keep"
    return cacao(state)[0], gold(state)[0]


@pytest.mark.rule("CA-34", "CA-41", "CA-48", "CA-49")
def test_example_09_forced_best_order() -> None:
    assert settled(crossing("1111", {"n": "plantation2", "e": "market3"}, 4)) == (5, 3)


@pytest.mark.rule("CA-42", "CA-50")
def test_example_10_two_markets() -> None:
    assert keeps(crossing("1210", {"e": "market2", "n": "market4"}, 3)) == {3: 0, 2: 4, 1: 6, 0: 8}


@pytest.mark.rule("CA-31", "CA-37", "CA-48")
def test_example_11_plantation_and_two_markets() -> None:
    state = crossing("1210", {"e": "plantation1", "n": "market2"}, 1, old="market4")
    assert jungle_at(state, (0, 0)) == "market4"
    assert keeps(state) == {3: 0, 2: 4, 1: 8, 0: 10}


@pytest.mark.rule("CA-40", "CA-41", "CA-48", "CA-49")
def test_example_12_sell_then_harvest() -> None:
    state = crossing("1210", {"n": "plantation2", "s": "market2", "e": "market3"}, 4)
    assert keeps(state) == {5: 3, 4: 6, 3: 8}


@pytest.mark.rule("CA-40", "CA-42", "CA-49")
def test_example_13_all_four() -> None:
    jungle = {"n": "plantation1", "e": "plantation2", "s": "market4", "w": "market2"}
    assert settled(crossing("1111", jungle, 5)) == (5, 6)


@pytest.mark.rule("CA-42", "CA-49")
def test_example_14_nothing_to_sell() -> None:
    assert settled(crossing("0013", {"w": "market4"}, 0)) == (0, 0)


@pytest.mark.rule("CA-31", "CA-32", "CA-42", "CA-44")
def test_example_15_own_older_tile() -> None:
    state = position(
        player("w2101 w1111 w1111", ""),
        player("w1111 w1111 w1111", ""),
        display=["water", "temple"],
        pile="sun",
    )
    state = play(state, "at 1 0", "set 1210", "at -1 0")
    if state.node_kind() == "set":
        state = play(state, offers(state)[0])
    if state.node_kind() == "keep":
        state = play(state, "keep 0")
    purple = seat(state, 1)
    state = play(state, "at 2 1")
    if state.node_kind() == "set":
        state = play(state, "set 1111")
    state = play(state, "lay water")
    assert jungle_at(state, (2, 0)) == "water"
    assert seat(state, 0)["water"] == 3, "one worker of the new tile, two of the older one: three steps to 0"
    assert (gold(state)[0], cacao(state)[0]) == (0, 0)
    assert seat(state, 1) == purple


def two_spaces(*display: str) -> State:
    """A tile at (2, 1) that has the spaces north and south of it filled."""
    state = position(
        player("w1111 w2101 w3001"),
        player("w2101"),
        workers={(1, 0): (1, "2101"), (1, 2): (0, "0121")},
        display=display,
        pile="sun temple temple",
    )
    return play(state, "at 2 1", "set 1111")


@pytest.mark.rule("CA-22", "CA-25")
def test_example_16_two_spaces() -> None:
    state = two_spaces("temple", "mine2")
    assert offered(state, "lay") == ["mine2", "temple"]
    temple_first, mine_first = play(state, "lay temple"), play(state, "lay mine2")
    assert (jungle_at(temple_first, (2, 0)), jungle_at(temple_first, (2, 2))) == ("temple", "mine2")
    assert (jungle_at(mine_first, (2, 0)), jungle_at(mine_first, (2, 2))) == ("mine2", "temple")
    same = two_spaces("water", "water")
    assert same.node_kind() == "reveal", "no decision"
    assert (jungle_at(same, (2, 0)), jungle_at(same, (2, 2))) == ("water", "water")


def three_spaces(display: list[str]) -> State:
    """The position of example 17, before seat 2 plays his third tile."""
    laid = [(2, 1), (1, 2), (2, 3), (1, 4), (2, 5), (-1, 0), (0, 5), (-1, 4), (-2, 5), (-2, 3)]
    kinds = ["plantation1", "market2", "temple", "temple", "temple", "sun", "temple", "sun", "temple", "water"]
    spaces = [(0, 0), (1, 1), (2, 2), (1, 3), (2, 4), (1, 5), (0, 4), (-1, 5), (-2, 4), (-1, 3)]
    box = {"plantation1": 6, "plantation2": 2, "market2": 2, "market3": 4, "market4": 1, "mine1": 2, "mine2": 1}
    box |= {"water": 3, "sun": 2, "temple": 5}
    for kind in (*kinds, *display):
        box[kind] -= 1
    hands = ["w2101 w2101 w3001", "w1111 w1111 w2101", "w1111 w2101 w3001", "w2101 w2101 w3001"]
    piles = ["w2101 w2101 w3100", "w1111 w3001 w3100", "w1111 w1111 w2101 w3100", "w1111 w2101 w2101 w3100"]
    return position(
        *(player(hand, pile) for hand, pile in zip(hands, piles, strict=True)),
        jungle=dict(zip(spaces, kinds, strict=True)),
        workers={space: (i % 4, "1111" if i % 4 in (0, 3) else "1210") for i, space in enumerate(laid)},
        display=display,
        pile=" ".join(kind for kind, count in box.items() for _ in range(count)),
        active=2,
    )


@pytest.mark.rule("CA-20", "CA-24", "CA-25", "CA-26", "CA-28")
def test_example_17_three_spaces() -> None:
    start = three_spaces(["mine1", "market4"])
    assert sum(start.to_dict()["pile"].values()) == 16
    state = play(start, "at -1 2", "set 1111")
    assert offered(state, "cover") == ["ne", "nw", "ew"]
    state = play(state, "cover nw")
    assert offered(state, "lay") == ["market4", "mine1"]
    state = play(state, "lay mine1")
    assert (jungle_at(state, (-1, 1)), jungle_at(state, (-2, 2))) == ("mine1", "market4")
    assert state.node_kind() == "extra"
    assert probabilities(state)["chance extra water"] == Fraction(2, 16)
    state = play(state, "chance extra mine2")
    assert jungle_at(state, (0, 2)) == "mine2"
    # Seat 2: one worker at each of mine1 and mine2; his west worker sells nothing, south was water: one step.
    # Seat 1: `1210` at (-1,0) has 1 south at mine1, at (1,2) 0 west at mine2, at (-2,3) 1 north at the market.
    assert gold(state) == [0, 1, 3, 0]
    assert seat(state, 2)["water"] == 1
    # At the end of the turn two display tiles are revealed.
    state = play(state, "chance draw w3100")
    assert state.node_kind() == "reveal"
    state = play(state, "chance reveal water", "chance reveal water")
    assert sum(state.to_dict()["pile"].values()) == 13
    assert state.to_dict()["display"] == ["water", "water"]
    assert state.current_player() == 3
    # One type in the display, so nothing is asked after `cover`.
    same = play(three_spaces(["mine1", "mine1"]), "at -1 2", "set 1111", "cover ew")
    assert same.node_kind() == "extra"


@pytest.mark.rule("CA-10", "CA-24", "CA-27", "CA-32")
def test_example_18_shortage() -> None:
    # The spaces n (2,0) and e (3,1) of a tile at (2,1) are to be filled.
    state = position(
        player("w1111 w2101 w3001", sun=1, cacao=1),
        player("w1111 w2101", "", sun=1, cacao=1),
        jungle={(1, 1): "temple", (5, 1): "temple"},
        workers={(1, 0): (0, "1111"), (4, 1): (1, "1111")},
        display=["market3"],
    )
    assert "1 0" not in offered(state, "at"), "the display is not empty yet"
    state = play(state, "at 2 1", "set 1111")
    assert offered(state, "cover") == ["n", "e"]
    north, east = play(state, "cover n"), play(state, "cover e")
    # Only the older tile at the filled space is activated: (1,0) of seat 0 or (4,1) of seat 1.
    assert [jungle_at(north, space) for space in ((2, 0), (3, 1))] == ["market3", None]
    assert [jungle_at(east, space) for space in ((2, 0), (3, 1))] == [None, "market3"]
    for at, who in ((north, [0]), (east, [0, 1])):
        asked = []
        while at.node_kind() == "keep":
            asked.append(at.current_player())
            at = play(at, "keep 0")
        assert asked == who
        # Now the supply is empty, and the next player may overbuild.
        assert (at.current_player(), at.node_kind()) == (1, "at")
        assert at.to_dict()["display"] == []
        assert "4 1" in offered(at, "at")
        assert "1 0" not in offered(at, "at")
        # The other space stays empty for good, whatever is laid beside it.
        at.play_random(1)
        assert len(at.to_dict()["jungle"]) == 3


@pytest.mark.rule("CA-10")
def test_example_19_no_overbuilding_with_a_display_tile() -> None:
    def start(*display: str) -> State:
        red = player("w2101 w1111", sun=3)
        board = {(0, 0): "temple"}
        return position(red, player("w2101"), jungle=board, workers={(1, 0): (0, "1111")}, display=display)

    assert sorted(offered(start("temple"), "at")) == ["-1 0", "0 -1", "0 1"]
    assert sorted(offered(start(), "at")) == ["-1 0", "0 -1", "0 1", "1 0"]


@pytest.mark.rule("CA-12")
def test_example_20_once_per_space() -> None:
    state = position(
        player("w2101", sun=3),
        player("w2101"),
        jungle={(3, 1): "temple", (4, 2): "temple"},
        workers={(3, 2): (0, "1111", "over"), (4, 1): (0, "1111"), (2, 1): (1, "1111")},
    )
    assert sorted(offered(state, "at")) == ["3 0", "4 1", "4 3", "5 2"]


@pytest.mark.rule("CA-17", "CA-45")
def test_example_21_last_token() -> None:
    state = position(
        player("w2101 w1111", sun=1), player("w2101"), jungle={(0, 0): "sun"}, workers={(1, 0): (0, "1111")}
    )
    after = play(state, "at 1 0", "set 1012")
    assert seat(after, 0)["sun"] == 2


@pytest.mark.rule("CA-9")
def test_example_22_late_duplicates() -> None:
    def sets(hand: str, *display: str) -> list[str]:
        state = position(player(hand), player("w2101"), jungle={(0, 0): "temple"}, display=display)
        return offered(play(state, "at 1 0"), "set")

    assert sets("w1111 w2101 w3001") == ["1111", "1210", "0121", "1012", "1300", "0013", "3001"]
    assert sets("w1111 w2101 w3100") == ["1111", "1210", "0121", "1012", "0310", "0031", "1003"]
    assert len(sets("w1111 w2101 w3001", "temple")) == 1 + 4 + 4
    assert len(sets("w1111 w2101 w3100", "temple")) == 1 + 4 + 4


@pytest.mark.rule("CA-6")
def test_example_23_mirror_images() -> None:
    def sets(hand: str) -> list[str]:
        return offered(play(position(player(hand), player(), display=["temple"]), "at 1 0"), "set")

    assert "1003" in sets("w3100 w1111")
    assert "1003" not in sets("w3001 w2101 w1111")
    assert "0013" in sets("w3001 w1111")
    assert "0013" not in sets("w3100 w2101 w1111")


@pytest.mark.rule("CA-7")
def test_example_24_useless_placement() -> None:
    state = position(player("w3100 w1111 w2101"), player(), display=["water", "sun"], pile="temple temple")
    after = play(state, "at 0 -1", "set 3100")
    assert after.current_player() == 1
    assert len(after.to_dict()["jungle"]) == 2
    assert (gold(after), cacao(after)) == ([0, 0], [0, 0])


@pytest.mark.rule("CA-75", "CA-76", "CA-77", "CA-78")
def test_example_25_final_scores() -> None:
    def end(cacao_of_a: int) -> State:
        # Three temples: (A 6, B 3), (B 6, A 3), (C 6).
        jungle = {(0, 0): "temple", (4, 0): "temple", (8, 0): "temple"}
        workers = {
            (-1, 0): (0, "1210"),
            (0, -1): (1, "1111"),
            (4, -1): (1, "0121"),
            (5, 0): (0, "1111"),
            (9, 0): (2, "1111"),
        }
        return position(
            player("", gold=31, sun=1, water=7, cacao=cacao_of_a),
            player("", gold=35, sun=0, water=4, cacao=2),
            player("", gold=40, sun=2, water=-4),
            jungle=jungle,
            workers=workers,
            phase="over",
        )

    assert end(0).scores() == [48, 48, 44]
    assert end(0).places() == [2, 1, 3]
    assert end(2).places() == [1, 1, 3]
    assert end(2).returns() == [0.5, 0.5, -1.0]


def test_example_26_determinisation() -> None:
    """Drawn uniformly from what is left: the exact probability, and the frequency of 4,000 deals near it."""
    left = ["w1111", "w1111", "w2101", "w2101", "w3001", "w3100"]
    hands = [(a, b, c) for a, b, c in product(range(6), repeat=3) if a < b < c]
    wanted = sum(sorted(left[i] for i in hand) == ["w1111", "w2101", "w3001"] for hand in hands)
    assert Fraction(wanted, len(hands)) == Fraction(4, 20)
    state = position(
        player("w1111 w2101 w3001", "w1111"),
        player("w1111 w2101 w2101", "w1111 w3001 w3100"),
        jungle={(0, 0): "temple", (1, 1): "temple", (2, 2): "temple"},
        display=["sun", "water"],
    )
    hits = 0
    for seed in range(4000):
        dealt = seat(state.resample_from_infostate(0, seed), 1)
        assert sum(dealt["hand"].values()) == 3
        hits += dealt["hand"] == {"w1111": 1, "w2101": 1, "w3001": 1}
    assert abs(hits - 800) < 4 * (4000 * 0.2 * 0.8) ** 0.5


@pytest.mark.rule("CA-61")
def test_example_27_chance() -> None:
    for players, expected in ((2, Fraction(4, 19)), (3, Fraction(5, 26)), (4, Fraction(5, 26))):
        state = pyboard.load_game("cacao", players).new_initial_state()
        while state.node_kind() == "deal":
            state.apply_action(state.legal_actions()[0])
        assert probabilities(state)["chance reveal temple"] == expected

    def share_with(state: State, tile: str, left: int) -> Fraction:
        """Probability that one of the next draws is that tile."""
        total = Fraction(0)
        for text, probability in probabilities(state).items():
            if text == f"chance deal {tile}":
                total += probability
            elif left > 1:
                total += probability * share_with(play(state, text), tile, left - 1)
        return total

    assert share_with(pyboard.load_game("cacao", 2).new_initial_state(), "w3001", 3) == Fraction(3, 11)


@pytest.mark.rule("CA-1", "CA-60", "CA-62", "CA-70")
@pytest.mark.parametrize(("players", "turns", "draws"), [(2, 22, 8), (3, 30, 7), (4, 36, 6)])
def test_example_28_end(players: int, turns: int, draws: int) -> None:
    game = pyboard.load_game("cacao", players)
    for seed in range(5):
        state = game.new_initial_state()
        state.play_random(seed)
        laid = [who for who, text in state.transcript(forced=True) if text.startswith("set ")]
        assert laid == [turn % players for turn in range(turns)]
        drawn = [text for _, text in state.transcript(forced=True) if text.startswith("chance draw ")]
        assert len(drawn) == players * draws
    # His hand is known to all when his pile is empty: every deal of it is the same.
    state = game.new_initial_state()
    while state.is_chance_node() or any(state.to_dict()["players"][0]["pile"].values()):
        state.apply_action(state.legal_actions()[0])
    for seed in range(50):
        assert seat(state.resample_from_infostate(1, seed), 0) == seat(state, 0)


@pytest.mark.rule("CA-33")
def test_example_29_no_worker_no_activation() -> None:
    # Red's `0121` has nobody on its north edge.
    state = second_turn(after_example_02("0121"))
    assert jungle_at(state, (1, -1)) == "market3"
    assert state.current_player() == 1
    red = seat(state, 0)
    after = play(state, "keep 0")
    assert seat(after, 0) == red
    assert after.node_kind() != "keep"


@pytest.mark.parametrize(
    ("display", "expected"),
    [
        (["water", "market3"], (5106, 4744, 5)),
        (["water", "water"], (3182, 1568, 2)),
        (["plantation2", "market4"], (5429, 6512, 6)),
    ],
)
def test_example_30_counting(display: list[str], expected: tuple[int, int, int]) -> None:
    state = position(player("w1111 w2101 w3001"), player("w1111 w2101 w3100"), display=display)
    assert sum(1 for _ in leaves(state, 1, 2)) == 62
    ends = [gold(leaf) for leaf in leaves(state, 2, 2)]
    assert (len(ends), sum(map(sum, ends)), max(map(max, ends))) == expected


def test_example_31_counting_with_three_players() -> None:
    """The display is restored between turns; a tile that is never played makes every seat count as having tiles."""
    game = pyboard.load_game("cacao", 3)
    extra = ["w2101", "w1111", "w1111"]
    played = ["w1111", "w2101", "w3001"]
    tiles = {
        "w1111": {"1111"},
        "w2101": {"1210", "0121", "1012", "2101"},
        "w3001": {"1300", "0130", "0013", "3001"},
    }
    states = [
        position(*(player(f"{a} {b}") for a, b in zip(played, extra, strict=True)), display=["plantation1", "market3"])
    ]
    counts, golds, stocks = [], [], []
    for turn in range(3):
        following = []
        while states:
            state = states.pop()
            for action in state.legal_actions():
                text = state.action_to_string(action)
                if text.startswith("set ") and text[4:] not in tiles[played[turn]]:
                    continue
                child = state.clone()
                child.apply_action(action)
                (following if child.node_kind() == "at" else states).append(child)
        ends = [child.to_dict() for child in following]
        counts.append(len(ends))
        golds.append(sum(one["gold"] for end in ends for one in end["players"]))
        stocks.append(sum(one["cacao"] for end in ends for one in end["players"]))
        states = [game.state_from_dict({**end, "display": ["plantation1", "market3"]}) for end in ends]
    assert counts == [8, 340, 17_542]
    assert golds[1:] == [496, 40_428]
    assert stocks[2] == 48_936


@pytest.mark.rule("CA-24", "CA-25", "CA-26", "CA-37", "CA-42")
def test_example_32_four_seats_in_one_turn() -> None:
    state = position(
        player("w1111", cacao=2),
        player("w1111", cacao=3),
        player("w1111 w2101", cacao=4),
        player("w1111", cacao=1),
        jungle={(0, 0): "market3"},
        workers={(-2, 1): (3, "1210"), (2, 1): (0, "1012"), (0, 3): (1, "2101")},
        display=["market2", "market2"],
        pile="market4",
        active=2,
    )
    state = play(state, "at 0 1", "set 1111")
    assert offered(state, "cover") == ["es", "ew", "sw"]
    state = play(state, "cover ew")
    assert [jungle_at(state, space) for space in ((1, 1), (-1, 1), (0, 2))] == ["market2", "market2", "market4"]
    expected = [
        (2, {4: 0, 3: 4, 2: 7, 1: 9, 0: 11}),
        (3, {1: 0, 0: 2}),
        (0, {2: 0, 1: 2, 0: 4}),
        (1, {3: 0, 2: 4, 1: 8}),
    ]
    # In this order, whatever the others choose.
    for choices in product(*(options for _, options in expected)):
        at = state
        for (who, options), choice in zip(expected, choices, strict=True):
            assert (at.current_player(), keeps(at)) == (who, options)
            at = play(at, f"keep {choice}")
        assert at.node_kind() == "at"


@pytest.mark.rule("CA-49", "CA-51")
def test_example_33_last_activation() -> None:
    def lay(hand: str) -> State:
        state = position(player(hand, cacao=2), player("w1111"), jungle={(0, 0): "market4"})
        return play(state, "at 1 0", "set 1012")

    last = lay("w2101")
    assert (gold(last)[0], cacao(last)[0], last.current_player()) == (8, 0, 1)
    assert keeps(lay("w2101 w1111")) == {2: 0, 1: 4, 0: 8}
    # With harvest: of `keep 5` (0) and `keep 4` (4) the second.
    end = position(player("w2101", cacao=1), player("w1111"), jungle={(0, 0): "plantation2", (1, 1): "market4"})
    end = play(end, "at 1 0", "set 1012")
    assert (cacao(end)[0], gold(end)[0]) == (4, 4)


def activated_without_tiles(activation: str) -> State:
    state = position(
        player("", cacao=2),
        player("w1111", cacao=1),
        jungle={(0, 0): "temple"},
        workers={(1, 0): (0, "1111")},
        display=["market3"],
        active=1,
        game=pyboard.load_game("cacao", 2, activation=activation),
    )
    return play(state, "at 0 -1")


@pytest.mark.rule("CA-51", "CA-70")
def test_example_34_activated_without_tiles() -> None:
    end = activated_without_tiles("settle")
    assert end.is_terminal()
    assert (gold(end), cacao(end)) == ([3, 3], [1, 0])

    explicit = activated_without_tiles("explicit")
    assert (explicit.current_player(), offers(explicit)) == (1, ["run e 1", "done"])
    for first, seat_1 in (("run e 1", (3, 0)), ("done", (0, 1))):
        then = play(explicit, first)
        assert (then.current_player(), offers(then)) == (0, ["run fe 1", "done"])
        for second, seat_0 in (("run fe 1", (3, 1)), ("done", (0, 2))):
            over = play(then, second)
            assert over.is_terminal()
            assert list(zip(gold(over), cacao(over), strict=True)) == [seat_0, seat_1]


def test_start_tiles_are_those_of_the_specification() -> None:
    state = pyboard.load_game("cacao").new_initial_state()
    assert {(t["x"], t["y"]): t["type"] for t in state.to_dict()["jungle"]} == START
