"""Rules and options that no worked example shows, each from a position of its own."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from support.chocolatl import (
    CARDS,
    LOCATIONS,
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
    view,
    waits,
)

import pyboard
from pyboard import State

A, B, C, D = range(4)


def rotated(state: State) -> State:
    """The same position with every player one seat on."""
    seats = state.game.players
    entry = state.to_dict()

    def on(number: int | None) -> int | None:
        return None if number is None else (number + 1) % seats

    for key in ("active", "king", "omen", "second"):
        if key in entry:
            entry[key] = on(entry[key])
    for key in ("arrival", "passed"):
        if key in entry:
            entry[key] = [on(number) for number in entry[key]]
    entry["players"] = entry["players"][-1:] + entry["players"][:-1]
    return state.game.state_from_dict(entry)


@pytest.mark.rule("CH-1")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_rule_depends_on_the_seat(players: int) -> None:
    """From an evaluation on, a game and the same game with everybody one seat on go alike."""
    rng = random.Random(players)
    compared = 0
    for seed in range(30):
        state = pyboard.load_game("chocolatl", players=players).new_initial_state()
        rng = random.Random(seed)
        while not state.is_terminal():
            if state.node_kind() in ("dice", "village_choice", "temple_order", "swap_big", "swap_small"):
                other = rotated(state)
                assert (other.current_player() - state.current_player()) % players == 1
                assert other.legal_actions() == state.legal_actions()
                for action in state.legal_actions():
                    after, after_other = state.clone(), other.clone()
                    after.apply_action(action)
                    after_other.apply_action(action)
                    assert track(after_other) == track(after)[-1:] + track(after)[:-1]
                    assert after_other.node_kind() == after.node_kind()
                    compared += 1
            state.apply_action(rng.choice(state.legal_actions()))
    assert compared > 500


@pytest.mark.rule("CH-2", "CH-3")
def test_thirteen_cards_of_which_one_is_given_away() -> None:
    state = play(pyboard.load_game("chocolatl", players=3).new_initial_state(), "chance stack 0 1 2")
    assert offers(state) == {f"offer {card}" for card in CARDS}
    state = play(state, "offer 7", "offer 0", "offer 12", "chance harvest 2 2 2", "chance big 13", "chance small 12")
    assert [len(seat(state, number)["hand"]) for number in range(3)] == [12, 12, 12]
    assert column(state, "first_offering") == [7, 0, 12]
    rng = random.Random(1)
    while not state.is_terminal():
        if state.node_kind() in ("swap_big", "offer_last"):
            assert column(state, "first_offering") == [7, 0, 12]
            assert all(f"{verb} 7" not in offers(state) for verb in ("swap", "offer") if state.current_player() == A)
        state.apply_action(rng.choice(state.legal_actions()))
    assert column(state, "first_offering") == [7, 0, 12]


@pytest.mark.rule("CH-4", "CH-5", "CH-35")
def test_two_cards_on_each_location_and_all_come_back() -> None:
    state = opening((0, 1, 2), (0, 0, 0))
    assert len(offers(state)) == 66
    for name in LOCATIONS[:5]:
        assert all(int(text.split()[2]) < int(text.split()[3]) for text in offers(state)), "a pair is one option"
        state.apply_action(state.legal_actions()[0])
        assert len(seat(state)["placed"][name]) == 2
    assert state.current_player() == B, "the sixth pair is forced"
    assert state.transcript(forced=True)[-1] == (0, "bid ballcourt 11 12")
    while state.node_kind() != "swap_big":
        state.apply_action(state.legal_actions()[0])
    assert all(cards == [] for entry in column(state, "placed") for cards in entry.values())
    assert column(state, "hand") == [list(range(1, 13))] * 3


@pytest.mark.rule("CH-6", "CH-79", "CH-87")
@pytest.mark.parametrize("players", [3, 5])
def test_what_is_used_never_comes_back(players: int) -> None:
    for seed in range(25):
        rng = random.Random(seed)
        state = pyboard.load_game("chocolatl", players=players).new_initial_state()
        full = 0
        given, villages = 0, 0
        while not state.is_terminal():
            before = state.to_dict()
            state.apply_action(rng.choice(state.legal_actions()))
            after = state.to_dict()
            villages += before["phase"] == "village_choice"
            assert sum(column(state, "huts")) == villages
            given += before["phase"] == "village_choice"
            held = sum(column(state, "dice"))
            rolled = sum(1 for _, text in state.transcript() if text.startswith(("chance bonus", "chance final")))
            pending = 1 if after["phase"] == "bonus" else 0
            assert held + rolled + pending == given
            layers = [sum(entry["temple"][i] for entry in after["players"]) for i in range(4)]
            now = sum(cubes == spaces for cubes, spaces in zip(layers, (5, 4, 3, 2), strict=True))
            assert now - full in (0, 1)
            full = now


@pytest.mark.rule("CH-31")
def test_no_round_starts_with_40_points() -> None:
    def start(score: int) -> State:
        return position("bid", player((5, 6), score=score), player((3, 4)), player((1, 2)), round=2, omen=A)

    with pytest.raises(pyboard.CorruptStateError, match="no round begins with a score of 40 or more"):
        start(40)
    assert start(37).node_kind() == "bid"


@pytest.mark.rule("CH-32")
def test_all_at_once_opens_one_location_at_a_time() -> None:
    state = opening((0, 1, 2), (0, 0, 0), dice_timing="polled_one_die")
    package = bids((1, 2), (3, 4), (5, 6), (7, 8), (9, 10), (11, 12))
    state = play(state, *package)
    assert all(cards == ["sealed"] * 2 for cards in state.view(B)["players"][A]["placed"].values())
    state = play(state, *package, *package)
    assert state.node_kind() == "village_choice"
    seen = state.view(B)["players"][A]["placed"]
    assert [seen[name] for name in LOCATIONS[:3]] == [[1, 2], [3, 4], [5, 6]]
    assert [seen[name] for name in LOCATIONS[3:]] == [["sealed"] * 2] * 3


@pytest.mark.rule("CH-33")
def test_one_by_one_bids_after_each_evaluation() -> None:
    seats = player((1, 12), score=1), player((3, 4)), player((5, 6))
    state = position("bid", *seats, round=2, omen=A)
    assert len(offers(state)) == 66
    state = play(state, "bid prophecy 5 6")
    assert state.to_dict()["king"] == A
    assert waits(state) == ("bid", A)
    assert len(offers(state)) == 45
    assert all(text.startswith("bid field ") for text in offers(state))
    state = play(state, "bid field 2 3")
    assert state.view(B)["players"][A]["placed"]["field"] == ["sealed"] * 2
    assert state.view(B)["players"][A]["placed"]["prophecy"] == [1, 12]


@pytest.mark.rule("CH-66", "CH-117")
def test_unused_dice_are_rolled_at_the_end() -> None:
    seats = player(score=40, dice=2), player(dice=1), player()
    state = position("offer_last", *seats, round=4, king=A, omen=B)
    state = play(state, "offer 12", "offer 12", "offer 12")
    before = state.scores()
    assert state.node_kind() == "final_dice"
    assert offers(state) == {f"chance final p0 {face}" for face in range(1, 7)}
    state = play(state, "chance final p0 2", "chance final p0 6")
    assert offers(state) == {f"chance final p1 {face}" for face in range(1, 7)}
    state = play(state, "chance final p1 4")
    assert state.is_terminal()
    assert [after - score for after, score in zip(state.scores(), before, strict=True)] == [8, 4, 0]


@pytest.mark.rule("CH-71")
def test_the_king_is_returned_before_the_bids() -> None:
    seats = player(score=1), player(), player()
    state = position("swap_small", *seats, round=2, king=A, omen=B, active=C)
    state = play(state, "swap 1", "chance harvest 3 3 1")
    assert state.to_dict()["king"] == A
    state = play(state, "chance big 15", "chance small 11")
    assert state.to_dict()["king"] is None
    assert state.to_dict()["omen"] == B


@pytest.mark.rule("CH-24", "CH-72", "CH-74")
@pytest.mark.parametrize("points", [0, -1])
def test_taking_the_omen(points: int) -> None:
    def scores(loser: int, omen: int, **more: Any) -> list[int]:
        seats = player((12, 11), score=7), player((9, 10), score=5), player((1, 2), score=loser)
        return track(reveal("prophecy", *seats, round=2, omen=omen, options={"omen_immediate_points": points}, **more))

    assert scores(3, A) == [8, 5, 3 + points]
    assert scores(3, C) == [8, 5, 3], "he keeps it"
    assert scores(0, A) == [8, 5, 0], "not below 0"


def tables(**changes: Any) -> dict[str, Any]:
    """Component tables: a temple with other layers."""
    layers = [
        {"layer": i + 1, "spaces": spaces, "points": points} for i, (spaces, points) in enumerate(changes["layers"])
    ]
    return {"temple_layers": {"layers": layers}}


@pytest.mark.rule("CH-85", "CH-102")
def test_a_full_temple() -> None:
    game = pyboard.load_game("chocolatl", players=3, components=tables(layers=[(1, 5), (1, 4), (1, 3), (1, 2)]))
    entry = view(
        "bid", player((12, 11)), player((9, 10)), player((1, 2), huts=2), location="cholula", round=2, king=A, omen=B
    )
    entry["players"][0]["temple"] = [1, 0, 0, 0]
    entry["players"][1]["temple"] = [0, 1, 0, 0]
    entry["players"][2]["temple"] = [0, 0, 0, 0]
    state = game.state_from_dict(entry)
    state.apply_text("bid cholula 1 2")
    assert column(state, "temple") == [[1, 0, 1, 1], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert track(state) == [3 + 2, 0, 0]
    while state.to_dict()["round"] == 2:
        state.apply_action(state.legal_actions()[0])
    while state.node_kind() != "swap_big":
        state.apply_action(state.legal_actions()[-1])
    assert state.to_dict()["round"] == 3, "the game goes on with a full temple"
    assert column(state, "temple") == [[1, 0, 1, 1], [0, 1, 0, 0], [0, 0, 0, 0]]


@pytest.mark.rule("CH-84")
def test_a_missing_cube_is_not_placed_for_another() -> None:
    spent = (
        player((6, 11), huts=5, temple=(3, 1, 0, 0)),
        player((12, 9), huts=0, temple=(1, 1, 0, 0)),
        player((1, 2), huts=0, temple=(1, 1, 0, 0)),
    )
    after = reveal("cholula", *spent, round=5, king=C, omen=B)
    # A 22 to B 20: one cube each, but A has none; nobody is asked who is first.
    assert column(after, "temple") == [[3, 1, 0, 0], [1, 2, 0, 0], [1, 1, 0, 0]]
    assert waits(after) == ("bid", A)


@pytest.mark.rule("CH-86", "CH-88", "CH-89")
def test_only_a_complete_layer_scores() -> None:
    first = player((12, 11), huts=0), player((2, 10), huts=0), player((0, 1), huts=1)
    assert track(reveal("cholula", *first, round=1, king=B, omen=C)) == [0, 0, 0]
    seats = (
        player((12, 11), huts=0, temple=(1, 0, 0, 0)),
        player((2, 10), huts=0, temple=(0, 0, 0, 0)),
        player((0, 1), huts=3, temple=(3, 0, 0, 0)),
    )
    state = reveal("cholula", *seats, round=3, king=B, omen=C)
    assert column(state, "temple") == [[2, 1, 0, 0], [0, 0, 0, 0], [3, 0, 0, 0]]
    assert track(state) == [0, 0, 5], "the majority of the layer, not its builder"


@pytest.mark.rule("CH-92", "CH-97")
def test_a_kitchen_space_and_award_cards_for_each_round() -> None:
    for number, (first, second) in enumerate(((8, 4), (9, 3), (9, 3), (10, 2), (10, 2), (11, 1)), start=1):
        seats = player((12, 11), score=1), player((8, 9)), player((1, 2), score=5)
        state = reveal("kitchen", *seats, round=number, king=B, omen=C)
        assert state.node_kind() == "swap_big"
        assert track(state) == [1 + first, second, 3]
        awards = state.to_dict()
        assert len(awards["big_left"]) == len(awards["small_left"]) == 6 - number
        state.apply_action(state.legal_actions()[0])
        assert state.to_dict()["big"] is None
        state.apply_action(state.legal_actions()[0])
        assert state.to_dict()["small"] is None, "none is left over"


@pytest.mark.rule("CH-96")
def test_the_others_get_nothing_at_the_ball_court() -> None:
    seats = player((12, 11)), player((9, 10)), player((5, 6)), player((1, 2))
    state = reveal("ballcourt", *seats, king=A, omen=D)
    hands = column(state, "hand")
    state = play(state, "swap 1", "swap 1")
    assert column(state, "hand")[2:] == hands[2:]
    assert track(state) == [0] * 4
    assert 13 in seat(state, A)["hand"]
    assert seat(state, B)["hand"].count(10) == 2


@pytest.mark.rule("CH-114", "CH-116")
def test_omen_and_temple_in_the_final_scoring() -> None:
    seats = (
        player(hand=[c for c in CARDS if c not in (0, 5)], last_offering=5, score=40, temple=(2, 2, 1, 0)),
        player(hand=[c for c in CARDS if c not in (0, 6)], last_offering=6, score=1, temple=(3, 2, 0, 0)),
        player(hand=[c for c in CARDS if c not in (0, 6)], last_offering=6, score=0, temple=(0, 0, 0, 0)),
    )
    state = position("over", *seats, round=5, king=A, omen=C)
    assert state.scores() == [40 + 5 + 3 + 5 + 3, 1 + 6 + 3 + 5 + 3, 0 + 6 + 3 - 3]


@pytest.mark.rule("CH-62", "CH-65")
def test_one_pass_with_committed_dice() -> None:
    options = {"dice_timing": "single_pass_commit"}
    seats = (
        player((12, 1), huts=3, score=2),
        player((12, 2), huts=0, dice=1),
        player((12, 0), huts=0, score=7, dice=0),
        player((3, 5), huts=0, dice=2),
    )
    state = reveal("kitchen", *seats, round=3, king=A, omen=C, options=options)
    assert waits(state) == ("dice", D)
    assert offers(state) == {"pass", "roll 1", "roll 2"}
    two = play(state, "roll 2")
    assert seat(two, D)["dice"] == 0
    two = play(two, "chance bonus 1")
    assert two.node_kind() == "bonus", "all dice before the next player"
    two = play(two, "chance bonus 6")
    assert total(two, D) == 8 + 7
    assert waits(two) == ("dice", B)
    done = play(two, "roll 1", "chance bonus 6")
    assert done.node_kind() == "swap_big", "nobody is asked twice"
    assert track(done) == [2 + 3, 9, 5, 0], "B, A, D, C"
    passed = play(state, "pass")
    assert waits(passed) == ("dice", B), "who passed is not asked again"
    passed = play(passed, "roll 1", "chance bonus 1")
    assert track(passed) == [2 + 9, 3, 7, 0], "A, B, C, D"


@pytest.mark.rule("CH-65")
def test_one_pass_skips_for_good() -> None:
    """A player without a stake at his turn is skipped, and his dice do not count any more."""
    options = {"dice_timing": "single_pass_commit"}
    seats = (
        player((12, 11), huts=0, dice=1),
        player((12, 6), huts=0, dice=1),
        player((3, 4), huts=3, dice=1, score=9),
    )
    # C reaches 9, B 18 to 24, A has 23.
    state = reveal("village", *seats, round=4, king=A, omen=C, options=options)
    assert waits(state) == ("dice", B), "C is skipped: the third of three gets nothing at the village"
    assert waits(play(state, "pass")) == ("village_choice", A), "A cannot be passed any more"
    polled = reveal("village", *seats, round=4, king=A, omen=C)
    assert waits(polled) == ("dice", B)
    assert waits(play(polled, "pass")) == ("dice", A), "with a new poll B could still roll"


PRIZE_RANKS = {row["id"]: row["prize_ranks"] for row in pyboard.load_game("chocolatl", 3).components()["locations"]}


def with_a_stake(there: dict[str, Any]) -> set[int]:
    """CH-65 by its last sentence: two pips of one's own dice lead to different holders of prize ranks, or margins."""
    location, rows = there["location"], there["players"]
    seats = range(len(rows))
    ranks = [len(rows) - 1 if rank == "last" else rank - 1 for rank in PRIZE_RANKS[location]]
    cards = [sum(row["placed"][location]) + row["pips"] for row in rows]
    huts = [row["huts"] * (-1 if location == "village" else 1) for row in rows]
    omen = [(1 if location == "prophecy" else -1) if there["omen"] == number else 0 for number in seats]
    pips = [[0, *range(1, 6 * row["dice"] + 1)] for row in rows]

    def effect(rolled: tuple[int, ...]) -> tuple[int, ...]:
        totals = [sum(parts) for parts in zip(cards, huts, omen, rolled, strict=True)]
        order = sorted(
            seats,
            key=lambda number: (
                -totals[number],
                there["king"] != number,
                rows[number]["score"],
                -there["arrival"].index(number),
            ),
        )
        lead = totals[order[0]] - totals[order[1]]
        return (*(order[rank] for rank in ranks if rank < len(rows)), location == "cholula" and lead >= 3)

    found = set()
    for number in seats:
        for others in itertools.product(*(pips[other] if other != number else [0] for other in seats)):
            own = ((*others[:number], rolled, *others[number + 1 :]) for rolled in pips[number])
            if len({effect(rolled) for rolled in own}) > 1:
                found.add(number)
                break
    return found


@pytest.mark.rule("CH-65")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_who_is_asked_is_who_can_change_something(players: int) -> None:
    """Over all that the dice can show, at every poll of random games, and where nobody was asked."""
    polls, quiet = 0, 0
    for seed in range(60):
        rng = random.Random(seed)
        state = pyboard.load_game("chocolatl", players=players).new_initial_state()
        polled = (0, "")  # the last poll's round and location
        while not state.is_terminal():
            there = state.to_dict()
            here = (there["round"], there.get("location", ""))
            dice = sum(row["dice"] for row in there["players"])
            if state.node_kind() == "dice" and here != polled and dice <= 4:
                asked, after = set(), state.clone()
                while after.node_kind() == "dice" and (after.to_dict()["round"], after.to_dict()["location"]) == here:
                    asked.add(after.current_player())
                    after.apply_text("pass")
                assert asked == with_a_stake(there)
                polls += 1
            elif state.node_kind() in ("village_choice", "temple_order") and here != polled and 0 < dice <= 4:
                assert with_a_stake(there) == set()
                quiet += 1
            if state.node_kind() == "dice":
                polled = here
            keep = state.node_kind() == "dice" and rng.random() < 0.8
            state.apply_action(state.string_to_action("pass") if keep else rng.choice(state.legal_actions()))
    assert polls > 300
    assert quiet > 20


@pytest.mark.rule("CH-93", "CH-97")
def test_an_exchange_may_be_declined() -> None:
    seats = player(first=5), player(first=3), player(first=7)
    more: dict[str, Any] = {"round": 2, "big": 14, "small": 11, "king": A, "omen": B, "active": A, "second": C}
    state = position("swap_big", *seats, options={"swap_optional": True}, **more)
    assert offers(state) == {"pass", *(f"swap {card}" for card in CARDS if card != 5)}
    declined = play(state, "pass")
    assert declined.to_dict()["big"] is None
    assert seat(declined, A)["hand"] == [card for card in CARDS if card != 5]
    assert "pass" in offers(declined)
    assert waits(declined) == ("swap_small", C)
    taken = play(declined, "swap 0")
    assert 11 in seat(taken, C)["hand"]
    assert play(declined, "pass").to_dict()["big_left"] == taken.to_dict()["big_left"], "the card leaves the game"
    assert "pass" not in offers(position("swap_big", *seats, **more))


@pytest.mark.rule("CH-34")
def test_second_cards_location_by_location() -> None:
    options = {"green_second_wave": "per_location"}
    seats = [player(first=10, score=2, huts=1), player(first=10), player(first=10)]
    state = position("swap_small", *seats, round=1, king=B, omen=C, active=C, options=options)
    state = play(state, "swap 1", "chance harvest 3 3 1", "chance big 15", "chance small 11")
    for hand in ((12, 1, 2, 3, 4, 5), (12, 0, 2, 3, 4, 5), (12, 0, 2, 3, 4, 5)):
        state = play(state, *(f"card {name} {card}" for name, card in zip(LOCATIONS, hand, strict=True)))
    assert waits(state) == ("card2", A)
    assert offers(state) == {f"card prophecy {card}" for card in (0, 6, 7, 8, 9, 11)}
    state = play(state, "card prophecy 11")
    assert state.current_player() == B, "one card, then the next player"
    assert state.view(B)["players"][A]["placed"]["prophecy"] == [12, "sealed"]
    state = play(state, "card prophecy 9", "card prophecy 9")
    assert state.to_dict()["king"] == A
    assert waits(state) == ("card2", A)
    assert state.view(B)["players"][A]["placed"]["prophecy"] == [11, 12]
    assert state.view(B)["players"][A]["placed"]["ballcourt"] == [5]
    state = play(state, *["card field 6"] * 3)
    assert track(state)[A] == 2 + 1 + 3
    assert state.to_dict()["harvest"] == []


def test_nobody_exchanges_twice_in_a_round() -> None:
    """The 2nd has not had the card of this round yet, so he cannot own one more than the rounds before gave."""
    two = (1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 13, 13)
    for owner in (B, C):
        seats = [player(hand=two) if number == owner else player() for number in range(3)]
        more: dict[str, Any] = {"round": 2, "king": A, "omen": B, "active": C}
        if owner == C:
            with pytest.raises(pyboard.CorruptStateError, match="p2: owns 2 award cards, at most 1 by now"):
                position("swap_small", *seats, **more)
        else:
            assert waits(position("swap_small", *seats, **more)) == ("swap_small", C)
