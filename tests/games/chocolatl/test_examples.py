"""The worked examples of section 11, under their numbers."""

from __future__ import annotations

from typing import Any

import pytest
from support.chocolatl import (
    CARDS,
    Player,
    bids,
    column,
    offers,
    opening,
    play,
    player,
    position,
    reveal,
    seat,
    total,
    track,
    waits,
)

from pyboard import State

A, B, C, D, E = range(5)


@pytest.mark.rule("CH-23", "CH-51", "CH-53")
def test_example_01_start_stack() -> None:
    state = opening((C, A, B), (2, 2, 2))
    assert state.to_dict()["arrival"] == [C, A, B]
    package = bids((1, 12), (0, 3), (4, 5), (6, 7), (8, 9), (10, 11))
    state = play(state, *package, *package, *package)
    # Ranking B, A, C: B is king and scores 1. At the field the king comes first, and C has the omen.
    assert state.to_dict()["king"] == B
    assert state.to_dict()["omen"] == C
    assert track(state) == [4, 1 + 6, 1]


def after_prophecy_and_field() -> State:
    return play(
        opening((A, C, B), (0, 0, 0)),
        *bids((12, 5), (2, 4), (1, 3), (6, 7), (8, 9), (10, 11)),
        *bids((9, 8), (1, 2), (3, 4), (5, 6), (7, 10), (11, 12)),
        *bids((3, 1), (2, 5), (4, 6), (7, 8), (9, 10), (11, 12)),
    )


@pytest.mark.rule("CH-54", "CH-70", "CH-72")
def test_example_02_prophecy_in_round_1() -> None:
    state = after_prophecy_and_field()
    assert state.to_dict()["king"] == B, "17 as A, and above him"
    assert state.to_dict()["omen"] == C
    assert track(state)[B] == 1 + 1, "a point at prophecy, the smallest die at the field"


@pytest.mark.rule("CH-41", "CH-52", "CH-73")
def test_example_03_omen_at_once() -> None:
    # C 2+5-1 and A 2+4 tie with 6 at score 0, and C is above A.
    state = after_prophecy_and_field()
    assert track(state) == [4, 2, 6]
    assert state.to_dict()["arrival"] == [C, A, B]


@pytest.mark.rule("CH-25", "CH-76")
def test_example_04_field() -> None:
    seats = player((8, 10)), player((11, 12)), player((1, 2)), player((5, 6))
    state = reveal("field", *seats, king=B, omen=C)
    assert track(state) == [4, 6, 0, 1]
    assert state.to_dict()["arrival"] == [C, B, A, D]
    assert state.to_dict()["harvest"] == []


@pytest.mark.rule("CH-76")
def test_example_05_equal_dice() -> None:
    seats = player((8, 10)), player((11, 12)), player((1, 2)), player((5, 6))
    assert track(reveal("field", *seats, king=B, omen=C, harvest=(5, 5, 2))) == [5, 5, 0, 2]


@pytest.mark.rule("CH-55", "CH-76")
def test_example_06_three_players() -> None:
    seats = player((8, 10)), player((11, 12)), player((1, 2))
    assert track(reveal("field", *seats, king=B, omen=C, harvest=(3, 1, 1))) == [1, 3, 1]


@pytest.mark.rule("CH-41", "CH-42")
def test_example_07_omen_and_huts() -> None:
    seats = player((1, 2), huts=0), player((4, 5), huts=2), player((7, 8))
    village = position("bid", *seats, location="village", round=3, king=A, omen=B)
    assert total(village, B) == 9 - 1 - 2
    kitchen = position("bid", *seats, location="kitchen", round=2, king=A, omen=B)
    assert total(kitchen, B) == 9 - 1 + 2
    prophecy = position("bid", *[{**entry, "score": 1} for entry in seats], round=3, omen=B)
    assert total(prophecy, B) == 9 + 1 + 2


@pytest.mark.rule("CH-40")
def test_example_08_negative_total() -> None:
    seats = player((8, 9), huts=0), player((0, 1), huts=3), player((0, 1), huts=3)
    state = reveal("village", *seats, round=7, king=A, omen=C)
    assert total(state, C) == 1 - 1 - 3
    assert total(state, B) == 1 - 3
    assert waits(state) == ("village_choice", A)
    assert state.to_dict()["second"] == B, "-3 ranks behind -2"


@pytest.mark.rule("CH-50", "CH-51", "CH-52", "CH-53")
def test_example_09_king_tie() -> None:
    seats = (
        player((12, 2), huts=0, score=20),
        player((11, 3), huts=0, score=12),
        player((10, 4), huts=0, score=12),
        player((3, 5), huts=2, score=5),  # 8 + 2 huts - 1 for the omen
    )
    state = reveal("kitchen", *seats, round=2, king=A, omen=D)
    assert track(state) == [20 + 9, 12, 12 + 3, 5 - 2], "A, C, B, D"
    below = reveal("kitchen", *seats, round=2, king=A, omen=D, arrival=(A, C, B, D))
    assert track(below) == [20 + 9, 12 + 3, 12, 5 - 2], "with the markers the other way: A, B, C, D"


@pytest.mark.rule("CH-20", "CH-21", "CH-23")
def test_example_10_stack() -> None:
    seats = (
        player((12, 11), score=9),
        player((10, 9), score=9),
        player((1, 2), score=12),
        player((7, 8)),
        player((0, 1)),
    )
    state = reveal("field", *seats, king=D, omen=E, harvest=(3, 3, 1))
    assert track(state) == [12, 12, 12, 1, 0]
    assert state.to_dict()["arrival"] == [C, E, A, B, D]
    tie = play(state, "bid village 5 6", "bid village 3 8", "bid village 5 6", "bid village 3 4", "bid village 5 6")
    assert waits(tie) == ("village_choice", B), "B, A, C"
    assert tie.to_dict()["second"] == A


@pytest.mark.rule("CH-22", "CH-24", "CH-90", "CH-91")
def test_example_11_kitchen_floor() -> None:
    def kitchen(score: int) -> State:
        seats = player((12, 11), score=1), player((8, 9), score=6), player((1, 2), score=score)
        return reveal("kitchen", *seats, king=B, omen=C, arrival=(C, B, A))

    assert track(kitchen(1)) == [9, 10, 0]
    assert kitchen(1).to_dict()["arrival"] == [A, B, C]
    assert track(kitchen(0)) == [9, 10, 0]
    assert kitchen(0).to_dict()["arrival"] == [C, A, B], "C did not move"


@pytest.mark.rule("CH-22", "CH-90", "CH-92")
def test_example_12_kitchen_in_round_7() -> None:
    seats = player((12, 11), huts=3, dice=1), player((8, 9), huts=2, score=8), player((1, 2), huts=2, score=9)
    state = reveal("kitchen", *seats, round=7, king=B, omen=C)
    assert waits(state) == ("dice", A), "at the ball court"
    assert track(state) == [12, 8, 7]
    assert state.to_dict()["arrival"] == [B, A, C], "B did not move"


@pytest.mark.rule("CH-43", "CH-77", "CH-78")
def test_example_13_village() -> None:
    seats = player((5, 6)), player((11, 12)), player((1, 2)), player((8, 10))
    state = reveal("village", *seats, king=A, omen=C)
    assert waits(state) == ("village_choice", B)
    assert offers(state) == {"take die", "take hut"}
    assert column(play(state, "take hut"), "dice") == [0, 0, 0, 1], "D must take the other one"
    state = play(state, "take die")
    assert column(state, "dice") == [0, 1, 0, 0]
    assert column(state, "huts") == [0, 0, 0, 1]
    state = play(state, "bid cholula 7 8", "bid cholula 6 8", "bid cholula 7 8", "bid cholula 6 9")
    assert total(state, D) == 15 + 1
    assert waits(state) == ("dice", B)


@pytest.mark.rule("CH-80", "CH-81", "CH-82")
def test_example_14_three_ahead() -> None:
    def cubes(first: int) -> list[list[int]]:
        seats = player((first - 9, 9), huts=0), player((2, 10), huts=0), player((0, 1), huts=1)
        return column(reveal("cholula", *seats, king=B, omen=C), "temple")

    assert cubes(15) == [[2, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert cubes(14) == [[1, 0, 0, 0], [1, 0, 0, 0], [0, 0, 0, 0]]


@pytest.mark.rule("CH-81", "CH-83", "CH-86", "CH-88")
def test_example_15_order_decision() -> None:
    seats = (
        player((12, 1), huts=0, temple=(2, 0, 0, 0), score=3),
        player((12, 2), huts=0, temple=(1, 0, 0, 0), score=9),
        player((0, 3), huts=3, temple=(1, 0, 0, 0), score=2),
    )
    state = reveal("cholula", *seats, round=3, king=B, omen=C)
    assert waits(state) == ("temple_order", B)
    assert offers(state) == {"first self", "first other"}
    own = play(state, "first self")
    assert column(own, "temple") == [[2, 1, 0, 0], [2, 0, 0, 0], [1, 0, 0, 0]]
    assert track(own) == [3, 9 + 5, 2], "A and B tie, B is king"
    other = play(state, "first other")
    assert column(other, "temple") == [[3, 0, 0, 0], [1, 1, 0, 0], [1, 0, 0, 0]]
    assert track(other) == [3 + 5, 9, 2]


@pytest.mark.rule("CH-86", "CH-88", "CH-89")
def test_example_16_layer_tie_without_the_king() -> None:
    def scores(a: int, c: int, arrival: tuple[int, ...]) -> list[int]:
        seats = (
            player((1, 2), huts=0, temple=(1, 2, 0, 0), score=a),
            player((3, 4), huts=0, temple=(2, 0, 0, 0), score=5),
            player((12, 11), huts=0, temple=(1, 1, 0, 0), score=c),
            player((0, 1), huts=5, temple=(1, 0, 0, 0), score=2),
        )
        state = reveal("cholula", *seats, round=5, king=D, omen=B, arrival=arrival)
        assert column(state, "temple")[C] == [1, 2, 1, 0], "the second cube opens the next layer, which scores nothing"
        return track(state)

    assert scores(18, 15, (A, B, C, D)) == [18, 5, 15 + 4, 2]
    assert scores(18, 18, (A, B, C, D)) == [18, 5, 18 + 4, 2]
    assert scores(18, 18, (C, B, A, D)) == [18 + 4, 5, 18, 2]


@pytest.mark.rule("CH-82", "CH-83")
def test_example_17_no_question() -> None:
    seats = player((12, 2), huts=0), player((12, 1), huts=0), player((0, 3), huts=4, temple=(0, 0, 0, 0))
    state = reveal("cholula", *seats, round=4, king=B, omen=C)
    assert sum(map(sum, column(state, "temple"))) == 8
    assert waits(state) == ("bid", A)


@pytest.mark.rule("CH-84", "CH-100")
def test_example_18_shortage() -> None:
    seats = (
        player((9, 10), huts=3, temple=(3, 1, 0, 0), score=4),
        player((11, 12), huts=0, temple=(1, 1, 0, 0)),
        player((1, 2), huts=1, temple=(1, 1, 0, 0)),
    )
    state = reveal("village", *seats, round=5, king=B, omen=C)
    assert waits(state) == ("village_choice", B)
    state = play(state, "take die", "bid cholula 6 12", "bid cholula 8 10", "bid cholula 7 8", "pass")
    # 18 + 4 huts to 18: the cube completes layer 2, the second one is forfeited.
    assert column(state, "temple") == [[3, 2, 0, 0], [1, 1, 0, 0], [1, 1, 0, 0]]
    assert track(state)[A] == 4 + 4
    state.play_random(1)
    assert state.to_dict()["round"] == 5, "A has no cube: the game is over"


@pytest.mark.rule("CH-51", "CH-62", "CH-63", "CH-65")
def test_example_19_dice_poll() -> None:
    def kitchen(c_score: int, king: int = A, omen: int = C, b_cards: tuple[int, int] = (12, 1)) -> State:
        seats = (
            player((12, 1), huts=2, score=20),
            player(b_cards, huts=0, score=10, dice=1),
            player((10, 0) if omen == C else (9, 0), huts=0, score=c_score, dice=1),
        )
        return reveal("kitchen", *seats, round=2, king=king, omen=omen)

    state = kitchen(4)
    assert waits(state) == ("dice", C), "the worst with a stake"
    assert offers(state) == {"roll", "pass"}
    state = play(state, "pass")
    assert waits(state) == ("dice", B)
    state = play(state, "roll", "chance bonus 2")
    assert waits(state) == ("dice", C), "15 at best, level with B and with the lower score"
    done = play(state, "roll", "chance bonus 5")
    assert column(done, "dice") == [0, 0, 0]
    assert track(done) == [20 + 9, 10 + 3, 4 - 2], "A, B, C"

    late = play(kitchen(14), "pass", "roll", "chance bonus 2")
    assert late.to_dict()["location"] == "ballcourt", "C cannot pass B any more and is not asked again"
    assert column(late, "dice") == [0, 0, 1]
    assert track(late) == [20 + 9, 10 + 3, 14 - 2]

    without = play(kitchen(4, king=C, omen=B, b_cards=(12, 2)), "pass", "roll", "chance bonus 2", "pass")
    assert track(without) == [20 + 3, 10 + 9, 4 - 2], "B has the lower score"


@pytest.mark.rule("CH-60", "CH-61", "CH-63", "CH-64")
def test_example_20_several_dice() -> None:
    seats = (
        player((12, 1), huts=3),
        player((12, 2), huts=0),
        player((12, 0), huts=0, score=7),
        player((3, 5), huts=0, dice=3),
    )
    state = reveal("kitchen", *seats, round=3, king=A, omen=C)
    assert waits(state) == ("dice", D)
    state = play(state, "roll")
    assert state.node_kind() == "bonus"
    assert seat(state, D)["dice"] == 2
    state = play(state, "chance bonus 1")
    assert total(state, D) == 9
    assert waits(state) == ("dice", D)
    state = play(state, "roll", "chance bonus 3")
    assert total(state, D) == 12
    assert waits(state) == ("dice", D), "18 is more than 16"
    state = play(state, "pass")
    assert column(state, "dice") == [0, 0, 0, 1]
    assert track(state)[C] == 7 - 2, "D is not last any more"


@pytest.mark.rule("CH-30")
@pytest.mark.parametrize(
    ("scores", "mode", "kind"),
    [
        ((0, 0, 0), "all_at_once", "bid"),
        ((13, 3, 2), "one_by_one", "bid"),
        ((3, 14, 2), "two_waves", "card1"),
        ((3, 2, 15), "all_at_once", "bid"),
        ((14, 14, 6), "two_waves", "card1"),
    ],
)
def test_example_21_mode(scores: tuple[int, int, int], mode: str, kind: str) -> None:
    seats = [player(score=score) for score in scores]
    state = position("swap_small", *seats, round=2, king=A, omen=B, active=C)
    state = play(state, "swap 1", "chance harvest 3 3 1", "chance big 15", "chance small 11")
    assert waits(state) == (kind, A)
    assert state.to_dict()["mode"] == mode


@pytest.mark.rule("CH-70", "CH-72", "CH-75")
def test_example_22_omen_holder_wins_prophecy() -> None:
    seats = player((12, 3), huts=0, score=1), player((1, 3), huts=2), player((5, 10), huts=0)
    before = position("bid", *seats, round=3, omen=C)
    assert [total(before, number) for number in range(3)] == [15, 6, 0 + 1], "C's cards are still in his hand"
    state = play(before, "bid prophecy 5 10")
    assert state.to_dict()["king"] == C
    assert state.to_dict()["omen"] == B
    assert track(state) == [1, 0, 1]
    field = play(state, "bid field 4 5", "bid field 4 5")
    assert total(field, B) == 9 + 2 - 1
    assert total(field, C) == 0, "no -1 any more"


@pytest.mark.rule("CH-93", "CH-94", "CH-98")
def test_example_23_exchange() -> None:
    seats = player(first=5), player(first=3), player(first=7)
    state = position("swap_big", *seats, round=2, big=14, small=11, king=A, omen=B, active=A, second=C)
    assert offers(state) == {f"swap {card}" for card in CARDS if card != 5}
    state = play(state, "swap 0")
    assert waits(state) == ("swap_small", C)
    state = play(state, "swap 1")
    assert seat(state, A)["hand"] == [1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 14]
    assert seat(state, C)["hand"] == [0, 2, 3, 4, 5, 6, 8, 9, 10, 11, 11, 12]
    assert len(seat(state, B)["hand"]) == 12
    assert (state.to_dict()["big"], state.to_dict()["small"]) == (None, None)


@pytest.mark.rule("CH-95", "CH-96")
def test_example_24_round_7() -> None:
    seats = player((5, 6), huts=3), player((11, 12), huts=2), player((1, 2), huts=2)
    state = reveal("ballcourt", *seats, round=7, king=B, omen=C)
    assert track(state) == [3, 6, 0]
    assert waits(state) == ("offer_last", A)


@pytest.mark.rule("CH-4")
def test_example_25_options_by_value() -> None:
    seats = player((1, 2)), player((3, 4)), player((11, 12), hand=(1, 2, 3, 4, 5, 6, 7, 8, 11, 11, 12, 12))
    state = position(
        "bid", *seats, location="kitchen", round=3, king=A, omen=B, small=10, small_left=[10, 11, 12], big=15
    )
    assert seat(state, C)["hand"] == [11, 11, 12, 12]
    assert offers(state) == {"bid kitchen 11 11", "bid kitchen 11 12", "bid kitchen 12 12"}


@pytest.mark.rule("CH-100", "CH-101")
@pytest.mark.parametrize(("score", "rounds"), [(40, 5), (42, 4)])
def test_example_26_end_check(score: int, rounds: int) -> None:
    seats = player((12, 11)), player((9, 10)), player((6, 7)), player((1, 2), score=score, huts=0)
    state = reveal("kitchen", *seats, round=4, king=A, omen=B)
    assert track(state)[D] == score - 2
    assert state.to_dict()["round"] == 4
    while state.to_dict()["round"] == 4 and state.node_kind() != "offer_last":
        state.apply_action(state.legal_actions()[0])
    assert state.to_dict()["round"] == rounds
    assert state.node_kind() == ("harvest" if rounds == 5 else "offer_last")


@pytest.mark.rule("CH-111", "CH-112", "CH-113", "CH-115", "CH-117")
def test_example_27_final_scoring() -> None:
    seats = (
        player(
            hand=(1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12), first=5, last_offering=14, score=41, dice=2, temple=(2, 2, 0, 0)
        ),
        player(hand=[c for c in range(12) if c != 8], first=8, last_offering=12, score=37, temple=(2, 1, 1, 0)),
        player(hand=[c for c in range(12) if c != 7], first=7, last_offering=12, score=30, dice=1, temple=(1, 1, 0, 0)),
    )
    state = position("final_dice", *seats, round=5, king=A, omen=B)
    state = play(state, "chance final p0 3", "chance final p0 6", "chance final p2 1")
    assert state.scores() == [79, 64, 52]
    assert state.places() == [1, 2, 3]


@pytest.mark.rule("CH-118")
@pytest.mark.parametrize(("b_track", "b_last", "places"), [(44, 11, [1, 2, 3, 4]), (40, 12, [1, 1, 3, 4])])
def test_example_28_tie_at_the_end(b_track: int, b_last: int, places: list[int]) -> None:
    def offered(first: int, last: int, **more: Any) -> Player:
        return player(hand=[c for c in CARDS if c not in (first, last)], first=first, last_offering=last, **more)

    seats = (
        offered(8, 12, score=40, temple=(2, 2, 0, 0)),
        offered(8, b_last, score=b_track, temple=(2, 2, 0, 0)),
        offered(8, 0, score=30, temple=(1, 0, 1, 0)),
        offered(8, 0, score=20, temple=(0, 0, 0, 0)),
    )
    state = position("over", *seats, round=5, king=C, omen=D)
    assert state.scores()[A] == state.scores()[B] == 40 + 20 + 3 + 4 + 3
    assert state.places() == places


def test_example_29_deduction() -> None:
    state = opening((A, B, C, D), (5, 5, 5, 5))
    package = bids((0, 1), (2, 3), (4, 6), (7, 8), (9, 10), (11, 12))
    state = play(state, *package, *package, *package)
    assert seat_seen(state, A, D) is not None
    state = play(state, *package)
    assert seat_seen(state, A, D) == "sealed", "the cards of the last locations are not shown yet"
    while state.node_kind() != "swap_big":
        state.apply_action(state.legal_actions()[-1])
    assert [seat_seen(state, viewer, D) for viewer in range(4)] == [5, 5, 5, 5]


def seat_seen(state: State, viewer: int, number: int) -> object:
    return state.view(viewer)["players"][number]["first_offering"]


@pytest.mark.rule("CH-34")
def test_example_30_two_waves() -> None:
    seats = [player(first=10, score=2), player(first=10), player(first=10)]
    state = position("swap_small", *seats, round=1, king=B, omen=C, active=C)
    state = play(state, "swap 1", "chance harvest 3 3 1", "chance big 15", "chance small 11")
    places = ("prophecy", "field", "village", "cholula", "kitchen", "ballcourt")
    assert offers(state) == {f"card prophecy {card}" for card in CARDS if card != 10}
    state = play(state, *(f"card {name} {card}" for name, card in zip(places, (12, 1, 2, 3, 4, 5), strict=True)))
    assert state.view(B)["players"][A]["placed"]["prophecy"] == ["sealed"]
    for other in (B, C):
        first = [card for card in seat(state, other)["hand"] if card > 2][:6]
        state = play(state, *(f"card {name} {card}" for name, card in zip(places, first, strict=True)))
    assert state.view(B)["players"][A]["placed"]["prophecy"] == [12], "the first wave is shown"
    assert offers(state) == {f"card prophecy {card}" for card in (0, 6, 7, 8, 9, 11)}
    state = play(state, "card prophecy 0")
    assert total(state, A, 0) == 12 + 0
    assert state.view(B)["players"][A]["placed"]["prophecy"] == [12, "sealed"]
    state = play(state, *(f"card {name} {card}" for name, card in zip(places[1:], (6, 7, 8, 9, 11), strict=True)))
    seconds = [seat(state, B)["hand"], seat(state, C)["hand"]]
    for hand in seconds:
        state = play(state, *(f"card {name} {card}" for name, card in zip(places, hand, strict=True)))
    shown = state.view(B)["players"][A]["placed"]
    assert list(shown.values()) == [[0, 12], [1, 6], [2, 7], [3, 8], [4, 9], [5, 11]]


@pytest.mark.rule("CH-65")
def test_example_31_no_stake() -> None:
    def village(c_cards: tuple[int, int]) -> State:
        seats = (
            player((12, 11), huts=0, dice=1),
            player((12, 5), huts=0, score=5),
            player(c_cards, huts=0, score=3, dice=1),
            player((4, 6), huts=3, dice=1),
        )
        return reveal("village", *seats, round=4, king=D, omen=B)

    assert waits(village((4, 5))) == ("village_choice", A), "nobody is asked"
    asked = village((4, 6))
    assert waits(asked) == ("dice", C)
    assert waits(play(asked, "pass")) == ("village_choice", A), "alone"


@pytest.mark.rule("CH-65", "CH-80")
def test_example_32_margin_of_3() -> None:
    def cholula(a: int, b: int, dice: tuple[int, int]) -> State:
        seats = (
            player((a - 2 - 9, 9), huts=2, dice=dice[0]),
            player((b + 1 - 10, 10), huts=0, dice=dice[1]),
            player((1, 3), huts=0),
        )
        return reveal("cholula", *seats, round=2, king=C, omen=B)

    def cubes(state: State) -> list[int]:
        return [sum(temple) for temple in column(state, "temple")]

    before = [1, 1, 0]
    assert cubes(cholula(23, 13, (1, 1))) == [before[A] + 2, before[B], before[C]], "19 is 4 behind"
    asked = cholula(21, 13, (1, 1))
    assert waits(asked) == ("dice", B)
    assert waits(play(asked, "pass")) == ("dice", A)
    alone = cholula(14, 12, (1, 0))
    assert waits(alone) == ("dice", A)
    assert cubes(play(alone, "roll", "chance bonus 1")) == [before[A] + 2, before[B], before[C]]
    assert cubes(play(alone, "pass")) == [before[A] + 1, before[B] + 1, before[C]]


@pytest.mark.rule("CH-110")
def test_example_33_offering_nothing() -> None:
    seats = player(first=3, score=40), player(first=0), player(first=3)
    state = position("offer_last", *seats, round=3, king=A, omen=B)
    assert offers(state) == {f"offer {card}" for card in CARDS if card != 3}
    state = play(state, "offer 12")
    assert offers(state) == {f"offer {card}" for card in CARDS if card != 0} | {"offer none"}
    end = play(state, "offer none", "offer 0")
    assert end.is_terminal()
    assert column(end, "last_offering") == [12, "none", 0]
