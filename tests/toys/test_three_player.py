"""The tree for three players: what each way of looking at it thinks best."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.exact import Values, best, child, expected, nodes, points, shares

import pyboard
from pyboard import State

LEFT, RIGHT = 0, 1


@pytest.fixture
def start() -> State:
    return pyboard.load_game("toy:three_player").new_initial_state()


def after(start: State, *moves: int) -> State:
    for move in moves:
        start = child(start, move)
    return start


def test_the_tree(start: State) -> None:
    assert [state.current_player() for state in (start, after(start, LEFT), after(start, RIGHT, LEFT))] == [0, 1, 2]
    ends = {tuple(state.scores()) for state in nodes(start) if state.is_terminal()}
    assert len(ends) == 8
    assert sum(state.is_terminal() for state in nodes(start)) == start.game.perft(start, 3) == 8


@pytest.mark.parametrize("utility", [points, shares])
def test_the_solution_is_unique(start: State, utility) -> None:
    """At every node one action is better for its seat than the other, and the path is left, left, left."""
    for state in nodes(start):
        if not state.is_terminal():
            seat = state.current_player()
            left, right = (best(child(state, move), utility)[seat] for move in (LEFT, RIGHT))
            assert left != right
            if state.history() == [LEFT] * seat:
                assert left > right
    assert best(start, utility) == utility(after(start, LEFT, LEFT, LEFT))


def test_values_of_the_solution(start: State) -> None:
    assert best(start, points) == (3, 2, 2)
    assert best(start, shares) == (1, Fraction(1, 4), Fraction(1, 4))
    assert best(after(start, RIGHT), points) == (2, 2, 3)


def test_the_kingmaker(start: State) -> None:
    """After left, left p2 cannot win, but says who does."""
    ends = [after(start, LEFT, LEFT, move) for move in (LEFT, RIGHT)]
    assert [end.places().index(1) for end in ends] == [0, 1]
    assert all(end.places()[2] > 1 for end in ends)
    assert [end.places()[2] for end in ends] == [2, 3]


def paranoid(state: State) -> Fraction:
    """For p0, if the others only want to hurt him."""
    if state.is_terminal():
        return shares(state)[0]
    values = [paranoid(child(state, move)) for move in (LEFT, RIGHT)]
    return max(values) if state.current_player() == 0 else min(values)


def test_who_fears_a_coalition_goes_wrong(start: State) -> None:
    assert [paranoid(after(start, move)) for move in (LEFT, RIGHT)] == [0, Fraction(1, 4)]


def test_who_does_not_look_ahead_goes_wrong(start: State) -> None:
    def anything(state: State) -> dict[int, Fraction]:
        return dict.fromkeys(state.legal_actions(), Fraction(1, 2))

    def average(move: int) -> Values:
        return expected(after(start, move), anything, shares)

    assert average(LEFT)[0] == Fraction(1, 2)
    assert average(RIGHT)[0] == Fraction(11, 16)
