"""Pig: exact probabilities, against the equations of the game and against published figures."""

from __future__ import annotations

import random
from fractions import Fraction

import numpy as np
import pytest
from support.exact import child, outcomes

import pyboard
from pyboard import State

ROLL, HOLD = 0, 1


def start(target: int = 100, players: int = 2) -> State:
    return pyboard.load_game("toy:pig", players, target=target).new_initial_state()


def test_the_first_roll_of_a_turn_is_compulsory() -> None:
    state = start()
    assert state.is_chance_node()
    assert state.transcript(forced=True) == [(0, "roll")]
    assert state.chance_outcomes() == [(side, pytest.approx(1 / 6)) for side in range(6)]
    state.apply_text("chance roll 5")
    assert state.current_player() == 0
    assert state.legal_actions() == [ROLL, HOLD]
    state.apply_text("hold")
    assert state.scores() == [5, 0]
    assert state.to_dict() == {"phase": "roll", "seat": 1, "scores": [5, 0], "turn_total": 0}


def test_a_one_ends_the_turn_and_takes_the_turn_total() -> None:
    state = start()
    for text in ("chance roll 6", "roll", "chance roll 6", "roll", "chance roll 1"):
        state.apply_text(text)
    assert state.to_dict() == {"phase": "roll", "seat": 1, "scores": [0, 0], "turn_total": 0}


def test_who_reaches_the_target_must_hold_and_has_won() -> None:
    state = start(target=11, players=3)
    for text in ("chance roll 1", "chance roll 6", "hold", "chance roll 5", "roll", "chance roll 6"):
        state.apply_text(text)
    assert state.is_terminal()
    assert state.transcript(forced=True)[-1] == (2, "hold")
    assert state.scores() == [0, 6, 11]
    assert state.places() == [3, 2, 1]
    assert state.returns() == [-1, 0, 1]


def test_no_bound_on_the_length() -> None:
    game = start().game
    assert game.max_game_length() is None
    assert {option: game.options[option] for option in game.options} == {"target": 100}


def test_turn_of_one_who_holds_at_twenty() -> None:
    """Probability of each turn total; published to four digits (Neller and Presser, 2004)."""

    def turn(state: State) -> dict[int, Fraction]:
        position = state.to_dict()
        if position["seat"] == 1:
            return {0: Fraction(1)}
        if not state.is_chance_node():
            return {position["turn_total"]: Fraction(1)} if position["turn_total"] >= 20 else turn(child(state, ROLL))
        total: dict[int, Fraction] = {}
        for outcome, probability in outcomes(state):
            for gain, part in turn(child(state, outcome)).items():
                total[gain] = total.get(gain, Fraction(0)) + probability * part
        return total

    gains = turn(start(target=1000))
    assert sum(gains.values()) == 1
    published = {0: 0.6245, 20: 0.0997, 21: 0.0950, 22: 0.0742, 23: 0.0542, 24: 0.0352, 25: 0.0172}
    assert gains.keys() == published.keys()
    for gain, probability in published.items():
        assert float(gains[gain]) == pytest.approx(probability, abs=5e-5)


def solved_by_equations(target: int) -> float:
    """Chance of the first of two players who both play to win: the equations of the game, iterated."""
    p = {(i, j, k): 0.5 for i in range(target) for j in range(target) for k in range(target - i)}

    def win(i: int, j: int, k: int) -> float:
        return 1.0 if i + k >= target else p[i, j, k]

    for _ in range(400):
        change = 0.0
        for (i, j, k), before in p.items():
            roll = ((1 - win(j, i, 0)) + sum(win(i, j, k + side) for side in range(2, 7))) / 6
            hold = 1 - win(j, i + k, 0) if k else 0.0
            change = max(change, abs(max(roll, hold) - before))
            p[i, j, k] = max(roll, hold)
        if change < 1e-13:
            break
    return p[0, 0, 0]


def solved_by_the_engine(target: int) -> float:
    """The same from nothing but positions and probabilities of the engine."""
    first = start(target)
    children: dict[State, list[tuple[State, float]]] = {}
    values: dict[State, float] = {}
    stack = [first]
    while stack:
        state = stack.pop()
        if state in values:
            continue
        values[state] = (state.returns()[0] + 1) / 2 if state.is_terminal() else 0.5
        chances = dict(state.chance_outcomes())
        children[state] = [(child(state, action), chances.get(action, 1.0)) for action in state.legal_actions()]
        stack += [after for after, _ in children[state]]
    for _ in range(400):
        change = 0.0
        for state, after in children.items():
            if state.is_terminal():
                continue
            if state.is_chance_node():
                value = sum(probability * values[next_state] for next_state, probability in after)
            else:
                choose = max if state.current_player() == 0 else min
                value = choose(values[next_state] for next_state, _ in after)
            change = max(change, abs(value - values[state]))
            values[state] = value
        if change < 1e-13:
            break
    return values[first]


@pytest.mark.parametrize("target", [2, 7, 12])
def test_value_for_the_first_player(target: int) -> None:
    value = solved_by_the_engine(target)
    assert value == pytest.approx(solved_by_equations(target), abs=1e-9)
    assert value > 0.5
    if target == 2:  # the first who rolls no 1 wins
        assert value == pytest.approx(6 / 7)


@pytest.mark.slow
def test_published_value_to_one_hundred() -> None:
    """The first player wins 53.06 % of all games if both play to win (Neller and Presser, 2004)."""
    target, sides = 100, range(2, 7)
    i, j, k = np.ogrid[:target, :target, :target]
    win = np.full((target, target, target + 6), 0.5)  # by own score, other score and turn total
    reached = np.arange(target)[:, None] + np.arange(target + 6) >= target
    win.transpose(1, 0, 2)[:, reached] = 1
    for _ in range(1000):
        now = win[:, :, 0]
        roll = (1 - now.T[:, :, None] + sum(win[:, :, side : side + target] for side in sides)) / 6
        hold = np.where(k > 0, 1 - now[j, np.minimum(i + k, target - 1)], 0)
        better = np.where(i + k >= target, 1, np.maximum(roll, hold))
        change = np.abs(better - win[:, :, :target]).max()
        win[:, :, :target] = better
        if change < 1e-10:
            break
    assert win[0, 0, 0] == pytest.approx(0.5306, abs=5e-5)

    # Both play by that table in the engine.
    holds = hold >= roll
    games, won = 20_000, 0
    for seed in range(games):
        rng = random.Random(seed)
        state = start()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.randrange(6))
                continue
            position = state.to_dict()
            own, other = position["scores"][position["seat"]], position["scores"][1 - position["seat"]]
            state.apply_action(HOLD if holds[own, other, position["turn_total"]] else ROLL)
        won += state.places()[0] == 1
    assert won / games == pytest.approx(0.5306, abs=0.0106)  # three standard errors
