"""Hidden coins: the value of guessing, for one who cannot see them and for one who can."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from support.exact import Values, best, expected, nodes, shares

import pyboard
from pyboard import State

SAFE, DARE, HEADS, TAILS = range(4)
COINS = [1, 2, 3]


def start(coins: int = 2, seen_by: str = "nobody") -> State:
    return pyboard.load_game("toy:hidden_coin", coins=coins, seen_by=seen_by).new_initial_state()


def by_information(coins: int, choices: dict[str, int]) -> Values:
    """Values of a strategy of p0 that names an action for each of his information states."""
    return expected(start(coins), lambda state: {choices[state.information_state_string(0)]: Fraction(1)}, shares)


@pytest.mark.parametrize("coins", COINS)
def test_every_strategy_of_one_who_cannot_see(coins: int) -> None:
    """All pure strategies over information states: the best guess is right once in two to the number of coins."""
    own = {
        state.information_state_string(0): state.legal_actions()
        for state in nodes(start(coins))
        if state.current_player() == 0
    }
    assert len(own) == 2**coins  # to dare, and one guess after each row of guesses
    gains: dict[int, set[Fraction]] = {SAFE: set(), DARE: set()}
    for actions in product(*own.values()):
        gains[actions[0]].add(by_information(coins, dict(zip(own, actions, strict=True)))[0])
    assert gains == {SAFE: {Fraction(1, 2)}, DARE: {Fraction(1, 2**coins)}}


@pytest.mark.parametrize("coins", COINS)
def test_a_cheat_always_guesses_right(coins: int) -> None:
    """With everything open the best value is 1: who searches each imagined world on its own dares."""
    assert best(start(coins), shares) == (1, 0)


def test_what_is_right_with_two_coins_is_wrong_for_a_cheat() -> None:
    state = start()
    for text in ("chance heads", "chance tails"):
        state.apply_text(text)
    assert state.legal_actions() == [SAFE, DARE]
    dared = state.clone()
    dared.apply_text("dare")
    assert best(dared, shares) == (1, 0)
    safe = state.clone()
    safe.apply_text("safe")
    assert safe.scores() == [1, 1]
    assert safe.places() == [1, 1]


@pytest.mark.parametrize("seen_by", ["nobody", "p1"])
def test_who_sees_what_when(seen_by: str) -> None:
    for first, second in product(("heads", "tails"), repeat=2):
        state = start(2, seen_by)
        state.apply_text(f"chance {first}")
        state.apply_text(f"chance {second}")
        hidden, seen = ["hidden", "hidden"], [first, second]
        assert state.view(0)["coins"] == hidden
        assert state.view(1)["coins"] == (seen if seen_by == "p1" else hidden)
        state.apply_text("dare")
        state.apply_text("heads")
        assert state.view(0)["coins"] == hidden
        assert state.scores() == [0, 0]
        state.apply_text("tails")
        assert state.is_terminal()
        right = seen == ["heads", "tails"]
        assert state.scores() == ([2, 0] if right else [0, 2])
        for seat in (0, 1):
            assert state.view(seat)["coins"] == seen
            assert state.information_state_string(seat).endswith(f"p0 tails; shown: {first} {second}")


def test_safe_leaves_the_coins_covered() -> None:
    texts = set()
    for first, second in product(("heads", "tails"), repeat=2):
        state = start()
        for text in (f"chance {first}", f"chance {second}", "safe"):
            state.apply_text(text)
        texts.add((state.information_state_string(0), state.information_state_string(1), state.observation_string(0)))
    assert len(texts) == 1


def test_coins_are_tossed_anew_evenly() -> None:
    samples = 4000
    for seen_by in ("nobody", "p1"):
        state = start(2, seen_by)
        for text in ("chance heads", "chance tails", "dare", "tails"):
            state.apply_text(text)
        for seat in (0, 1):
            tossed = Counter(
                tuple(state.resample_from_infostate(seat, seed).to_dict()["coins"]) for seed in range(samples)
            )
            if seat == 1 and seen_by == "p1":
                assert tossed.keys() == {("heads", "tails")}
                continue
            assert len(tossed) == 4
            for count in tossed.values():
                assert count == pytest.approx(samples / 4, abs=0.05 * samples)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"phase": "toss"}, "the coins do not fit the phase"),
        ({"coins": ["heads"]}, "the coins do not fit the phase"),
        ({"guesses": ["heads"]}, "the guesses do not fit the phase"),
        ({"phase": "shown"}, "the guesses do not fit the phase"),
        ({"coins": ["heads", "edge"]}, "coins\\[1\\] is \"edge\", allowed: 'heads', 'tails'"),
    ],
)
def test_impossible_positions(changes: dict[str, object], fault: str) -> None:
    position = {"phase": "choose", "coins": ["heads", "tails"], "guesses": []}
    game = start().game
    assert game.state_from_dict(position).legal_actions() == [SAFE, DARE]
    with pytest.raises(pyboard.CorruptStateError, match=fault):
        game.state_from_dict({**position, **changes})
