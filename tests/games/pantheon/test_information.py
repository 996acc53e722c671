"""Hidden hands: what each seat learns, and how what it does not know is dealt anew (section 9)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb
from typing import Any

import pytest
from scipy.stats import chisquare
from support.pantheon import movement, offers, play, player, position, seat, view

import pyboard
from pyboard import State

Hand = tuple[int, ...]
CARDS = ("move", "gift", "priest", "dancer", "temple", "money1")
DEALS = 4000


def hand_of(state: State, number: int) -> Hand:
    return tuple(seat(state, number)["hand"].get(card, 0) for card in CARDS)


def small_pool(other: dict[str, int], known: dict[str, int], pile: dict[str, int], **more: Any) -> State:
    """p1 holds `other`, of which all know `known`; the pile holds `pile`; p0 and the discard pile have the rest."""
    deck = dict(zip(CARDS, (16, 11, 11, 11, 11, 15), strict=True))
    display = {"move": 1, "gift": 1, "priest": 1, "money1": 1}
    rest = {card: deck[card] - sum(each.get(card, 0) for each in (other, pile, display)) for card in CARDS}
    owner = more.pop("owner", {})
    return position(player(), player(other, **{"known": known, **owner}), discard=rest, **more)


def hypergeometric(pool: Hand, size: int) -> dict[Hand, Fraction]:
    """Probability of each hand of `size` cards drawn uniformly from the pool."""
    result = {}
    for hand in product(*(range(count + 1) for count in pool)):
        if sum(hand) == size:
            ways = 1
            for have, drawn in zip(pool, hand, strict=True):
                ways *= comb(have, drawn)
            result[hand] = Fraction(ways, comb(sum(pool), size))
    return result


def assert_distribution(counts: Counter[Hand], expected: dict[Hand, Fraction]) -> None:
    """Chi-square at one in ten thousand; what cannot be must not come."""
    total = counts.total()
    assert counts.keys() <= expected.keys()
    pairs = [(float(weight) * total, counts[hand]) for hand, weight in expected.items()]
    assert min(weight for weight, _ in pairs) > 5
    if len(pairs) > 1:
        assert chisquare([seen for _, seen in pairs], [weight for weight, _ in pairs]).pvalue > 1e-4


def dealt(state: State, viewer: int, number: int) -> Counter[Hand]:
    return Counter(hand_of(state.resample_from_infostate(viewer, seed), number) for seed in range(DEALS))


def test_hands_are_dealt_from_what_is_unknown() -> None:
    """p1 holds three cards, one of them known; six cards can be the other two."""
    state = small_pool({"gift": 1, "move": 1, "temple": 1}, {"temple": 1}, {"gift": 1, "money1": 2, "priest": 1})
    expected = {
        tuple(count + (card == "temple") for count, card in zip(hand, CARDS, strict=True)): weight
        for hand, weight in hypergeometric((1, 2, 1, 0, 0, 2), 2).items()
    }
    assert_distribution(dealt(state, 0, 1), expected)
    assert dealt(state, 1, 1).keys() == {(1, 1, 0, 0, 1, 0)}, "he knows his own hand"


def test_a_payer_holds_what_he_pays() -> None:
    """p1 pays (2,2,1): only hands that pay it are dealt, each as often as before."""
    pending = {"phase": "offer", "scene": "worship", "active": 1, "actor": 1, "slot": 1, "offers": []}
    state = small_pool(
        {"gift": 2, "priest": 1},
        {},
        {"gift": 1, "priest": 1, "dancer": 1, "temple": 1},
        owner={"levels": (0, 1, 2, 0)},
        gods=["g23", "g32"],
        **pending,
    )
    levels = (0, 1, 2, 0)

    def pays(hand: Hand) -> bool:
        have = sorted((level + hand[1 + kind] for kind, level in enumerate(levels)), reverse=True)
        return all(a >= b for a, b in zip(have, (2, 2, 1), strict=False))

    sound = {hand: weight for hand, weight in hypergeometric((0, 3, 2, 1, 1, 0), 3).items() if pays(hand)}
    whole = sum(sound.values())
    expected = {hand: weight / whole for hand, weight in sound.items()}
    counts: Counter[Hand] = Counter()
    for seed in range(DEALS):
        deal = state.resample_from_infostate(0, seed)
        hand = list(hand_of(deal, 1))  # forced offers may have been paid already
        spent = deal.to_dict()["discard"]
        before = state.to_dict()["discard"]
        for index, card in enumerate(CARDS):
            hand[index] += spent.get(card, 0) - before.get(card, 0)
        counts[tuple(hand)] += 1
    assert_distribution(counts, expected)


MANY = {"gift": 10, "priest": 10, "dancer": 11, "temple": 11}
BUYING = {"scene": "buy", "purse": 0, "highest": 5, "money": [2, 3, 3, 4, 4, 5]}
DISCARDING = {"scene": "nation", "nation": "germania", "epoch": 2, "from": "money1", "money": [2, 3, 3, 4, 4, 5]}
PLACING = {"scene": "move", "points": 0, "jumps": 0, "may_end": False, "closed": []}


@pytest.mark.parametrize(
    ("phase", "hand", "pile", "more"),
    [
        ("coin", {"money1": 1, "money2": 1}, MANY | {"move": 14}, BUYING),
        ("movement", {"move": 1}, MANY, PLACING),
        ("discard", {"money1": 1, "money2": 1}, MANY, DISCARDING),
    ],
)
def test_needed_cards_come_first(phase: str, hand: dict[str, int], pile: dict[str, int], more: dict[str, Any]) -> None:
    """Few cards among many make the pending decision possible: one of them is there in every deal."""
    known = {"move": 6} if phase == "discard" else {}
    active = 1 if phase == "coin" else 0
    state = small_pool(known | hand, known, pile, phase=phase, active=active, actor=1, **more)
    assert state.node_kind() == phase
    for seed in range(50):
        deal = state.resample_from_infostate(0, seed)
        cards = seat(deal, 1)["hand"]
        spent = deal.to_dict()["discard"]
        before = state.to_dict()["discard"]
        assert any(cards.get(card, 0) + spent.get(card, 0) > before.get(card, 0) for card in hand)


def test_a_payment_comes_first() -> None:
    """p1 pays (3,3) with cards alone, which hardly any hand can: whatever he is dealt pays it."""
    pending = {"phase": "offer", "scene": "worship", "active": 1, "actor": 1, "slot": 1, "offers": []}
    cards = {"gift": 3, "priest": 3, "dancer": 3}
    state = small_pool(cards, {}, {"move": 15, "money1": 14}, gods=["g13", "g32"], **pending)
    assert offers(state) == {"offer gift", "offer priest"}
    for seed in range(50):
        deal = state.resample_from_infostate(0, seed)
        spent = deal.to_dict()["discard"]
        before = state.to_dict()["discard"]
        hand = seat(deal, 1)["hand"]
        have = [hand.get(card, 0) + spent.get(card, 0) - before.get(card, 0) for card in cards]
        assert sorted(have)[1:] == [3, 3]


def test_draws_into_a_hand_are_tokens() -> None:
    state = play(position(player(), player()), "draw", "take pile")
    texts = {}
    for card in ("gift", "money1"):
        after = play(state, f"chance card {card}")
        texts[card] = [after.information_state_string(viewer) for viewer in (0, 1)]
    assert texts["gift"][0] != texts["money1"][0]
    assert texts["gift"][1] == texts["money1"][1]
    taken = [play(state, "chance card gift", f"take {card}") for card in ("move", "priest")]
    assert taken[0].information_state_string(1) != taken[1].information_state_string(1)


def test_a_forced_stay_looks_like_a_chosen_one() -> None:
    others = (player(), player({"move": 1}))
    texts = []
    for hand in ({}, {"move": 1}):
        game = pyboard.load_game("pantheon", players=3)
        entry = view(player(hand), *others, phase="follow", scene="move", active=2, actor=0)
        entry["players"][0]["hand"] = hand or {"gift": 1}
        state = game.state_from_dict(entry)
        if "stay" in offers(state):
            state = play(state, "stay")
        assert state.transcript(forced=True)[-1] == (0, "stay")
        texts.append(play(state, "chance card gift").information_state_string(1))
    assert texts[0] == texts[1]


def test_known_cards() -> None:
    """+1 for a card taken face up, -1 for each of its type that is played, never below 0."""
    state = play(position(player({"gift": 1})), "draw", "take gift", "chance card dancer", "take money1")
    state = play(state, "chance card dancer", "take pile", "chance card money1")
    assert seat(state)["known"] == {"gift": 1, "money1": 1}
    start = player({"gift": 2, "money1": 2, "temple": 1}, known={"gift": 1, "money1": 1})
    state = play(position(start), "buy", "coin 1")
    assert seat(state)["known"] == {"gift": 1}
    state = play(state, "coin 1")
    assert seat(state)["known"] == {"gift": 1}


def test_views_hide_the_other_hands() -> None:
    state = movement(player({"gift": 2}), player({"priest": 3}, known={"priest": 1}))
    seen = state.view(0)["players"]
    assert (seen[0]["hand"], seen[1]["hand"]) == ({"gift": 2}, 3)
    assert seen[1]["known"] == {"priest": 1}
    assert state.view(1)["players"][0]["hand"] == 2
