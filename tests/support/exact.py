"""Exact values of small games by walking their trees through the Python API, in fractions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

from pyboard import State

# Points, or utilities, of every seat.
Values = tuple[Fraction, ...]


def child(state: State, action: int) -> State:
    """The position after an action or outcome."""
    after = state.clone()
    after.apply_action(action)
    return after


def outcomes(state: State) -> Iterator[tuple[int, Fraction]]:
    """The outcomes of a chance node with their exact probabilities."""
    weights = state.chance_weights()
    total = sum(weight for _, weight in weights)
    for outcome, weight in weights:
        yield outcome, Fraction(weight, total)


def points(state: State) -> Values:
    """The result in points."""
    return tuple(Fraction(score) for score in state.scores())


def shares(state: State) -> Values:
    """The result as shares of the other seats beaten, ties half."""
    return tuple((Fraction(value) + 1) / 2 for value in state.returns())


def expected(
    state: State, policy: Callable[[State], dict[int, Fraction]], utility: Callable[[State], Values] = points
) -> Values:
    """What every seat can expect if all play by the policy, which gives the probability of each action."""
    if state.is_terminal():
        return utility(state)
    mixture = outcomes(state) if state.is_chance_node() else policy(state).items()
    total = [Fraction(0)] * state.game.players
    for action, probability in mixture:
        if probability:
            for seat, value in enumerate(expected(child(state, action), policy, utility)):
                total[seat] += probability * value
    return tuple(total)


def best(state: State, utility: Callable[[State], Values] = points) -> Values:
    """Values where every seat does its best with everything open (max^n); ties go to the first action."""
    if state.is_terminal():
        return utility(state)
    values = [best(child(state, action), utility) for action in state.legal_actions()]
    if not state.is_chance_node():
        return max(values, key=lambda value: value[state.current_player()])
    weighted = zip(values, outcomes(state), strict=True)
    parts = [[probability * value for value in seats] for seats, (_, probability) in weighted]
    return tuple(sum(column, Fraction(0)) for column in zip(*parts, strict=True))


def nodes(state: State) -> Iterator[State]:
    """All nodes of the tree, the ends included; equal positions as often as they are reached."""
    yield state
    for action in state.legal_actions():
        yield from nodes(child(state, action))
