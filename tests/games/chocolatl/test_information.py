"""Sealed choices: what each seat learns, and how what it does not know is dealt anew (section 9)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import combinations
from typing import Any

from scipy.stats import chisquare
from support.chocolatl import CARDS, LOCATIONS, bids, column, opening, play, player, position, seat

import pyboard
from pyboard import State, _core

A, B, C, D = range(4)
DEALS = 4000


def lines(state: State, viewer: int) -> list[str]:
    """What a seat has noticed, one line per event."""
    return state.information_state_string(viewer).split("\n")[1:]


def dealt(state: State, viewer: int, what: Callable[[State], Hashable]) -> Counter[Hashable]:
    return Counter(what(state.resample_from_infostate(viewer, seed)) for seed in range(DEALS))


def assert_distribution(counts: Counter[Hashable], weights: dict[Any, int]) -> None:
    """Chi-square at one in ten thousand; what cannot be must not come."""
    assert counts.keys() <= weights.keys()
    total = sum(weights.values())
    expected = [DEALS * weight / total for weight in weights.values()]
    assert min(expected) > 5
    assert chisquare([counts[key] for key in weights], expected).pvalue > 1e-4


# --- labels ---


def test_sealed_choices_are_bare_facts() -> None:
    """The same lines for the others, whatever was put, and however many steps were forced."""
    start = opening((A, B, C), (3, 3, 3))
    packages = [
        bids((0, 1), (2, 4), (5, 6), (7, 8), (9, 10), (11, 12)),
        bids((0, 12), (1, 11), (2, 10), (4, 9), (5, 8), (6, 7)),
    ]
    seen = []
    for package in packages:
        state = play(start, *package)
        assert state.current_player() == B
        seen.append([lines(state, viewer) for viewer in (B, C)])
    assert seen[0] == seen[1]
    assert seen[0][0][-6:] == [f"p0 bid {name}" for name in LOCATIONS]


def test_equal_cards_leave_the_same_tokens() -> None:
    """A package whose steps are all forced, and one with choices."""
    twelve = (1, 2, 3, 4, 5, 6, 7, 8, 11, 11, 12, 12)
    more: dict[str, Any] = {"small": 10, "small_left": [10, 11, 12], "big": 15, "round": 3, "king": A, "omen": B}
    free = player((1, 2), hand=twelve), player((3, 4)), player((5, 6))
    state = position("bid", *free, location="cholula", **more)
    before = len(lines(state, A))
    state = play(state, "bid cholula 5 6", "bid kitchen 11 12")
    assert lines(state, B)[before:] == ["p2 bid cholula; cholula: p0 1 2, p1 3 4, p2 5 6", "p0 bid kitchen"]


def test_offerings_are_tokens() -> None:
    start = play(pyboard.load_game("chocolatl", players=3).new_initial_state(), "chance stack 1 2 0")
    twins = [play(start, f"offer {card}") for card in (0, 7)]
    assert lines(twins[0], B) == lines(twins[1], B)
    assert lines(twins[0], B)[-1] == "p0 offer"
    assert lines(twins[0], A)[-1] == "p0 offer 0"
    assert twins[0].observation_string(B) == twins[1].observation_string(B)

    seats = player(first=3, score=40), player(first=0), player(first=3)
    state = position("offer_last", *seats, round=3, king=A, omen=B)
    state = play(state, "offer 12")
    twins = [play(state, text) for text in ("offer none", "offer 5")]
    assert lines(twins[0], C) == lines(twins[1], C)
    assert twins[0].observation_tensor(C).tobytes() == twins[1].observation_tensor(C).tobytes()
    assert lines(play(twins[0], "offer 9"), A)[-1] == "p2 offer; offerings: p0 12, p1 none, p2 9"


def test_the_event_that_opens_a_location_carries_its_cards() -> None:
    package = bids((0, 1), (2, 4), (5, 6), (7, 8), (9, 10), (11, 12))
    state = play(opening((A, B, C), (3, 3, 3)), *package, *package, *package)
    shown = [
        f"; {name}: p0 {a} {b}, p1 {a} {b}, p2 {a} {b}"
        for name, a, b in zip(LOCATIONS, (0, 2, 5, 7, 9, 11), (1, 4, 6, 8, 10, 12), strict=True)
    ]
    assert lines(state, A)[-1] == "p2 bid ballcourt" + "".join(shown[:3])
    assert lines(state, C)[-1] == "p2 bid ballcourt 11 12" + "".join(shown[:3])
    state = play(state, "take hut")
    while state.node_kind() != "swap_big":
        state = play(state, "pass")
    assert "".join(line[line.find(";") :] for line in lines(state, A) if ";" in line) == "".join(shown)


def test_two_waves_are_shown_wave_by_wave() -> None:
    for wave in ("all_at_once", "per_location"):
        seats = [player(first=10, score=2), player(first=10), player(first=10)]
        state = position("swap_small", *seats, round=1, king=B, omen=C, active=C, options={"green_second_wave": wave})
        state = play(state, "swap 1", "chance harvest 3 3 1", "chance big 15", "chance small 11")
        for number in range(3):
            hand = seat(state, number)["hand"][:6]
            state = play(state, *(f"card {name} {card}" for name, card in zip(LOCATIONS, hand, strict=True)))
        line = lines(state, A)[-1]
        assert line.startswith("p2 card ballcourt; prophecy: p0 0, p1 0, p2 0; field: p0 1, p1 1, p2 2; ")
        assert line.count(";") == 6
        while "; prophecy: p0 0 " not in lines(state, A)[-1]:
            state.apply_action(state.legal_actions()[0])
        # One by one the field opens with its own cards only.
        opened = [line for line in lines(state, A) if "; prophecy: p0 0 " in line]
        assert len(opened) == 1
        assert opened[0].count(";") == (1 if wave == "per_location" else 6)


def assert_labels_follow_the_lines(starts: list[State], viewers: tuple[int, ...]) -> None:
    """To the searches events are alike if and only if they read alike, all through the round."""
    labels: dict[tuple[int, str], tuple[int, ...]] = {}
    texts: dict[tuple[int, tuple[int, ...]], str] = {}
    shared = 0
    for start in starts:
        state, current_round = start.clone(), start.to_dict()["round"]
        while not state.is_terminal() and state.to_dict()["round"] == current_round:
            for viewer in viewers:
                text = "\n".join(lines(state, viewer))
                found = tuple(_core._labels(state, viewer))
                shared += (viewer, text) in labels
                assert labels.setdefault((viewer, text), found) == found
                assert texts.setdefault((viewer, found), text) == text
            state.apply_action(state.legal_actions()[0])
    assert shared >= len(viewers)


def test_labels_open_no_card_before_its_time() -> None:
    pairs = [(0, 1), (2, 4), (5, 6), (7, 8), (9, 10), (11, 12)]
    others = [
        [*pairs[:3], pairs[5], pairs[4], pairs[3]],
        [pairs[0], (2, 5), (4, 6), *pairs[3:]],
        [(0, 2), (1, 4), *pairs[2:]],
    ]
    start = play(opening((A, B, C), (3, 3, 3)), *bids(*pairs), *bids(*pairs))
    assert_labels_follow_the_lines([play(start, *bids(*package)) for package in [pairs, *others]], (A, B))


def test_labels_open_no_wave_before_its_time() -> None:
    for wave in ("all_at_once", "per_location"):
        seats = [player(first=10, score=2), player(first=10), player(first=10)]
        state = position("swap_small", *seats, round=1, king=B, omen=C, active=C, options={"green_second_wave": wave})
        state = play(state, "swap 1", "chance harvest 3 3 1", "chance big 15", "chance small 11")
        hand = seat(state, C)["hand"]
        for number in (A, B):
            own = seat(state, number)["hand"][:6]
            state = play(state, *(f"card {name} {card}" for name, card in zip(LOCATIONS, own, strict=True)))
        orders = [hand[:6], [*hand[:4], hand[5], hand[4]], [hand[1], hand[0], *hand[2:6]], hand[6:12]]
        worlds = [
            play(state, *(f"card {name} {card}" for name, card in zip(LOCATIONS, order, strict=True)))
            for order in orders
        ]
        # … and worlds that differ in the second wave only.
        twins = [worlds[0].clone(), worlds[0].clone()]
        while twins[0].current_player() != C or twins[0].node_kind() != "card2":
            for twin in twins:
                twin.apply_action(twin.legal_actions()[0])
        twins[1].apply_action(twins[1].legal_actions()[-1])
        assert_labels_follow_the_lines([*worlds, *twins], (A, B))


def test_offerings_are_known_when_twelve_cards_were_shown() -> None:
    package = bids((0, 1), (2, 4), (5, 6), (7, 8), (9, 10), (11, 12))
    state = play(opening((A, B, C), (3, 3, 3)), *package, *package, *package)
    seen: set[str] = set()
    while state.to_dict().get("location") in LOCATIONS[:5]:
        assert state.view(B)["players"][A]["first_offering"] == "sealed"
        assert 3 in state.view(B)["players"][A]["unseen"]
        seen.add(str(state.node_kind()))
        state.apply_action(state.legal_actions()[-1])
    assert "village_choice" in seen
    assert state.view(B)["players"][A]["first_offering"] == 3


# --- conceal ---


def test_first_offerings_are_dealt_from_what_was_not_shown() -> None:
    package = bids((0, 1), (2, 4), (5, 6), (7, 8), (9, 10), (11, 12))
    state = play(opening((A, B, C), (3, 3, 3)), *package, *package, *package)
    assert state.node_kind() == "village_choice"
    left = (3, 7, 8, 9, 10, 11, 12)
    assert_distribution(dealt(state, A, lambda s: seat(s, B)["first_offering"]), dict.fromkeys(left, 1))
    pairs = dict.fromkeys(combinations(left, 2), 1)
    assert_distribution(dealt(state, A, lambda s: tuple(seat(s, B)["placed"]["kitchen"])), pairs)
    other = state.resample_from_infostate(A, 1)
    assert column(other, "placed")[A] == column(state, "placed")[A]
    assert [seat(other, B)["placed"][name] for name in LOCATIONS[:3]] == [[0, 1], [2, 4], [5, 6]]


def test_sealed_pairs_are_single_cards() -> None:
    """A value that a seat owns twice counts twice."""
    twelve = (1, 2, 3, 4, 5, 6, 7, 8, 11, 11, 12, 12)
    more: dict[str, Any] = {"small": 10, "small_left": [10, 11, 12], "big": 15, "round": 3, "king": A, "omen": B}
    seats = player((11, 12), hand=twelve), player((3, 4)), player((5, 6))
    state = position("bid", *seats, location="kitchen", **more)
    pairs = Counter(tuple(sorted(pair)) for pair in combinations(state.view(B)["players"][A]["unseen"], 2))
    assert pairs == {(11, 11): 1, (11, 12): 4, (12, 12): 1}
    assert_distribution(dealt(state, B, lambda s: tuple(seat(s, A)["placed"]["kitchen"])), dict(pairs))


def test_half_made_packages_of_others() -> None:
    """p0 has put two of his six cards; to the others all twelve are alike."""
    seats = [player(first=10, score=2), player(first=10), player(first=10)]
    state = position("swap_small", *seats, round=1, king=B, omen=C, active=C)
    state = play(state, "swap 1", "chance harvest 3 3 1", "chance big 15", "chance small 11")
    state = play(state, "card prophecy 12", "card field 0")
    twelve = [card for card in CARDS if card != 10]
    assert_distribution(dealt(state, B, lambda s: seat(s, A)["placed"]["field"][0]), dict.fromkeys(twelve, 1))
    other = state.resample_from_infostate(B, 3)
    assert other.current_player() == A
    assert len(other.legal_actions()) == 10
    assert seat(other, A)["placed"]["village"] == []
    mine = state.resample_from_infostate(A, 3)
    assert mine.to_dict() == state.to_dict(), "his own cards stay, and nobody else has put any"


def test_first_offerings_at_the_start() -> None:
    start = play(pyboard.load_game("chocolatl", players=4).new_initial_state(), "chance stack 0 1 2 3", "offer 5")
    assert_distribution(dealt(start, B, lambda s: seat(s, A)["first_offering"]), dict.fromkeys(CARDS, 1))
    assert len(seat(start.resample_from_infostate(B, 1), C)["hand"]) == 13


def test_last_offerings() -> None:
    seats = player(first=3, score=40), player(first=0), player(first=3)
    state = play(position("offer_last", *seats, round=3, king=A, omen=B), "offer 12", "offer 7")
    zero = {card: 1 for card in CARDS if card != 3}
    assert_distribution(dealt(state, C, lambda s: seat(s, A)["last_offering"]), zero)
    nothing = {**{card: 1 for card in CARDS if card != 0}, "none": 1}
    assert_distribution(dealt(state, C, lambda s: seat(s, B)["last_offering"]), nothing)
    assert state.resample_from_infostate(C, 1).to_dict()["players"][A]["hand"] == seat(state, A)["hand"]


def test_nothing_is_hidden_between_the_rounds() -> None:
    seats = player(first=5), player(first=3), player(first=7)
    state = position("swap_big", *seats, round=2, king=A, omen=B, active=A, second=C)
    for viewer in range(3):
        assert state.resample_from_infostate(viewer, 8).to_dict() == state.to_dict()
