"""The native loops: random play and perft."""

from __future__ import annotations

import random

import pytest
from support.games import Setup, plain_setups, positions

from pyboard import RandomPlay, State


def totals(play: RandomPlay) -> tuple[object, ...]:
    return play.games, play.decisions, play.outcomes, play.mean_scores, play.mean_decisions, play.signature


def test_random_play_does_not_depend_on_threads(setup: Setup) -> None:
    game = setup.load()
    for count in (0, 1, 7, 60):
        one = totals(game.play_random_games(count, seed=5))
        assert one[0] == count
        for threads in (2, 3):
            assert totals(game.play_random_games(count, seed=5, threads=threads)) == one
    assert totals(game.play_random_games(60, seed=random.Random(1))) == totals(
        game.play_random_games(60, seed=random.Random(1).getrandbits(64))
    )


def test_random_play_depends_on_the_seed(setup: Setup) -> None:
    game = setup.load()
    signatures = {game.play_random_games(20, seed=seed).signature for seed in range(10)}
    assert len(signatures) == 10


def test_random_play_counts_and_scores(setup: Setup) -> None:
    """Against the same games played step by step: decisions, outcomes and scores in the mean."""
    game = setup.load()
    play = game.play_random_games(400, seed=1)
    assert play.seconds > 0
    assert play.mean_decisions == pytest.approx(play.decisions / play.games)
    decisions, outcomes, scores = 0, 0, [0.0] * game.players
    count = 40
    for seed in range(count):
        state = game.new_initial_state()
        state.play_random(seed)
        assert state.is_terminal()
        chosen = state.transcript()
        outcomes += sum(player == -1 for player, _ in chosen)
        decisions += sum(player >= 0 for player, _ in chosen)
        scores = [a + b for a, b in zip(scores, state.scores(), strict=True)]
    assert decisions / count == pytest.approx(play.mean_decisions, rel=0.35)
    assert outcomes / count == pytest.approx(play.outcomes / play.games, rel=0.35, abs=0.5)


def paths(state: State, depth: int) -> int:
    if depth == 0 or state.is_terminal():
        return 1
    total = 0
    for action in state.legal_actions():
        child = state.clone()
        child.apply_action(action)
        total += paths(child, depth - 1)
    return total


def test_perft_counts_paths(setup: Setup) -> None:
    for state in positions(setup, 12):
        for depth in range(5):
            count = state.game.perft(state, depth)
            if count > 2000:
                break
            assert count == paths(state, depth)


def test_perft_wants_its_own_states(plain_setup: Setup) -> None:
    game = plain_setup.load()
    for setup in plain_setups():
        if setup != plain_setup:
            with pytest.raises(ValueError, match="another game"):
                game.perft(setup.load().new_initial_state(), 1)
