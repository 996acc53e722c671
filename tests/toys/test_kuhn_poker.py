"""Kuhn poker: its known equilibrium, found again through the API, and who sees which card when."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest
from support.exact import expected, nodes

import pyboard
from pyboard import State

CHECK, BET, FOLD, CALL = range(4)


@pytest.fixture
def start() -> State:
    return pyboard.load_game("toy:kuhn_poker").new_initial_state()


def after(start: State, *texts: str) -> State:
    state = start.clone()
    for text in texts:
        state.apply_text(text)
    return state


def equilibrium(alpha: Fraction) -> dict[tuple[str, str], Fraction]:
    """One of Kuhn's equilibria: how often each card bets, or calls, by kind of node."""
    third, one, none = Fraction(1, 3), Fraction(1), Fraction(0)
    return {
        ("p0 open", "J"): alpha,
        ("p0 open", "Q"): none,
        ("p0 open", "K"): 3 * alpha,
        ("p0 answer", "J"): none,
        ("p0 answer", "Q"): alpha + third,
        ("p0 answer", "K"): one,
        ("p1 open", "J"): third,
        ("p1 open", "Q"): none,
        ("p1 open", "K"): one,
        ("p1 answer", "J"): none,
        ("p1 answer", "Q"): third,
        ("p1 answer", "K"): one,
    }


def place(state: State) -> tuple[str, str]:
    """The decision, by what its seat sees: kind of node and card."""
    seat = state.current_player()
    return f"p{seat} {state.node_kind()}", state.view(seat)["cards"][seat]


def values(start: State, strategy: dict[tuple[str, str], Fraction]) -> tuple[Fraction, ...]:
    def policy(state: State) -> dict[int, Fraction]:
        cautious, bold = state.legal_actions()
        return {cautious: 1 - strategy[place(state)], bold: strategy[place(state)]}

    return expected(start, policy)


def test_the_tree(start: State) -> None:
    everything = list(nodes(start))
    assert sum(state.is_terminal() for state in everything) == 30
    assert start.game.perft(start, 5) == 30
    decisions = [state for state in everything if state.current_player() >= 0]
    sets = {state.information_state_string() for state in decisions}
    assert len(decisions) == 24
    assert len(sets) == 12
    assert len({place(state) for state in decisions}) == 12
    for state in decisions:
        assert len(state.legal_actions()) == 2


@pytest.mark.parametrize("alpha", [Fraction(0), Fraction(1, 6), Fraction(1, 3)])
def test_value_of_the_equilibrium(start: State, alpha: Fraction) -> None:
    assert values(start, equilibrium(alpha)) == (Fraction(-1, 18), Fraction(1, 18))


@pytest.mark.parametrize("seat", [0, 1])
def test_nobody_gains_by_leaving_the_equilibrium(start: State, seat: int) -> None:
    """All 64 pure strategies of a seat against the other's equilibrium."""
    strategy = equilibrium(Fraction(1, 6))
    own = [where for where in strategy if where[0].startswith(f"p{seat}")]
    pure = product((Fraction(0), Fraction(1)), repeat=len(own))
    gains = [values(start, {**strategy, **dict(zip(own, choices, strict=True))})[seat] for choices in pure]
    assert len(gains) == 64
    assert max(gains) == (Fraction(-1, 18), Fraction(1, 18))[seat]
    assert min(gains) < max(gains)


def test_results(start: State) -> None:
    deal = ("chance deal K", "chance deal J")
    results = {
        ("check", "check"): [1, -1],
        ("check", "bet", "fold"): [-1, 1],
        ("check", "bet", "call"): [2, -2],
        ("bet", "fold"): [1, -1],
        ("bet", "call"): [2, -2],
    }
    for moves, scores in results.items():
        state = after(start, *deal, *moves)
        assert state.is_terminal()
        assert state.scores() == scores
        assert state.places() == ([1, 2] if scores[0] > 0 else [2, 1])


def test_cards_are_shown_after_a_call_and_not_after_a_fold(start: State) -> None:
    for cards in permutations("JQK", 2):
        deal = tuple(f"chance deal {card}" for card in cards)
        called, folded = after(start, *deal, "bet", "call"), after(start, *deal, "bet", "fold")
        for seat in (0, 1):
            assert called.information_state_string(seat).endswith(f"; shown: {cards[0]} {cards[1]}")
            assert called.view(seat)["cards"] == list(cards)
            hidden = list(cards)
            hidden[1 - seat] = "hidden"
            assert folded.view(seat)["cards"] == hidden
            lines = folded.information_state_string(seat).split("\n")[1:]
            assert lines[1 - seat] == f"p{1 - seat} gets a card"
            assert lines[2:] == ["p0 bet", "p1 fold"]


def test_information_states_tell_the_own_card_and_nothing_else(start: State) -> None:
    for seat in (0, 1):
        known: dict[str, set[tuple[str, ...]]] = {}
        for state in nodes(start):
            cards = state.to_dict()["cards"]
            known.setdefault(state.information_state_string(seat), set()).add(tuple(cards))
        for text, cards in known.items():
            own = {pair[seat] for pair in cards}
            other = {pair[1 - seat] for pair in cards}
            assert len(own) == 1
            dealt = None not in other
            shown = "shown" in text
            assert len(other) == (1 if shown or not dealt else 3 if own == {None} else 2)


def test_the_other_card_is_dealt_anew_evenly(start: State) -> None:
    samples = 3000
    for moves in ((), ("bet",), ("check", "bet"), ("bet", "fold")):
        state = after(start, "chance deal Q", "chance deal K", *moves)
        for seat, own in ((0, "Q"), (1, "K")):
            dealt = Counter(
                state.resample_from_infostate(seat, seed).to_dict()["cards"][1 - seat] for seed in range(samples)
            )
            assert dealt.keys() == set("JQK") - {own}
            for count in dealt.values():
                assert count == pytest.approx(samples / 2, abs=0.05 * samples)
    # p1 has no card yet: p0's can be any.
    state = after(start, "chance deal Q")
    dealt = Counter(state.resample_from_infostate(1, seed).to_dict()["cards"][0] for seed in range(samples))
    assert dealt.keys() == set("JQK")
    for count in dealt.values():
        assert count == pytest.approx(samples / 3, abs=0.05 * samples)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"cards": ["K", "K"]}, "both seats have the same card"),
        ({"cards": ["K", None]}, "the card of p1 does not fit the phase"),
        ({"chips": [2, 1]}, "the chips do not fit the phase"),
        ({"folded": "p0"}, "folded does not fit the phase"),
        ({"phase": "p1_answers"}, "the chips do not fit the phase"),
    ],
)
def test_impossible_positions(start: State, changes: dict[str, object], fault: str) -> None:
    position = after(start, "chance deal K", "chance deal J").to_dict()
    with pytest.raises(pyboard.CorruptStateError, match=fault):
        start.game.state_from_dict({**position, **changes})
