"""Scores, places, returns, rewards, estimates, and the length of games."""

from __future__ import annotations

import math

import pytest
from support.games import LONGEST_WALK, WALKS, Setup, event_count, positions, walk


def returns_of(places: list[int]) -> list[float]:
    """2 * share of the other seats beaten (ties half) - 1."""
    if len(places) == 1:
        return [0.0]
    beaten = [sum((p < q) + (p == q) / 2 for q in places) - 0.5 for p in places]
    return [2 * b / (len(places) - 1) - 1 for b in beaten]


def test_places_follow_scores(setup: Setup) -> None:
    for state in positions(setup):
        scores, places = state.scores(), state.places()
        assert len(scores) == len(places) == setup.players
        # Ranks with shared places: 1, 1, 3.
        assert all(place == 1 + sum(other < place for other in places) for place in places)
        for score, place in zip(scores, places, strict=True):
            for other_score, other_place in zip(scores, places, strict=True):
                if score > other_score:
                    assert place < other_place


def test_returns(setup: Setup) -> None:
    for state in positions(setup):
        returns = state.returns()
        assert len(returns) == setup.players
        assert sum(returns) == pytest.approx(0, abs=1e-6)
        if state.is_terminal():
            assert returns == pytest.approx(returns_of(state.places()), abs=1e-6)
        else:
            assert returns == [0.0] * setup.players


def test_rewards_add_up_to_returns(setup: Setup) -> None:
    for seed, policy in WALKS:
        total = [0.0] * setup.players
        for state in walk(setup.load(), seed, policy):
            total = [a + b for a, b in zip(total, state.rewards(), strict=True)]
        if state.is_terminal():
            assert total == pytest.approx(state.returns(), abs=1e-6)


def test_games_are_no_longer_than_said(setup: Setup) -> None:
    game = setup.load()
    longest = game.max_game_length()
    for seed, policy in (*WALKS, (4, "random"), (5, "random")):
        for count, state in enumerate(walk(game, seed, policy)):
            assert longest is None or event_count(state) <= longest
            assert count < LONGEST_WALK
        assert state.is_terminal() or longest is None


def test_estimates_are_shares(setup: Setup) -> None:
    for state in positions(setup):
        values = state.evaluate()
        assert len(values) == setup.players
        assert all(math.isfinite(v) and 0 <= v <= 1 for v in values)
        if state.is_terminal():
            assert [2 * v - 1 for v in values] == pytest.approx(state.returns(), abs=1e-5)
        assert sum(values) == pytest.approx(setup.players / 2, abs=1e-3), "somebody's gain is somebody's loss"
