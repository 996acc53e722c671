"""Random play against the figures of section 16, which an independent implementation measured over 1,000 games each."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest
from support.cacao import player, position
from support.games import walk

import pyboard
from pyboard import State

PLAYERS = (2, 3, 4)
GAMES = 600


@cache
def ends(players: int) -> tuple[State, ...]:
    game = pyboard.load_game("cacao", players)
    states = []
    for seed in range(GAMES):
        state = game.new_initial_state()
        state.play_random(seed)
        states.append(state)
    return tuple(states)


# Means per game; the tolerance is four standard errors of both measurements together.
@pytest.mark.parametrize(
    ("players", "decisions", "outcomes", "score"),
    [(2, 60.8, 37.2, 33.9), (3, 83.5, 50.7, 29.7), (4, 94.3, 55.6, 21.9)],
)
def test_means_of_native_random_play(players: int, decisions: float, outcomes: float, score: float) -> None:
    play = pyboard.load_game("cacao", players).play_random_games(4000, seed=16)
    assert play.mean_decisions == pytest.approx(decisions, abs=0.6)
    assert play.outcomes / play.games == pytest.approx(outcomes, abs=0.3)
    assert sum(play.mean_scores) / players == pytest.approx(score, abs=0.9)


@pytest.mark.parametrize(
    ("players", "longest", "winner"), [(2, (50, 71), 38.7), (3, (72, 96), 36.5), (4, (83, 109), 29.8)]
)
def test_spread_of_random_games(players: int, longest: tuple[int, int], winner: float) -> None:
    counts = [sum(who >= 0 for who, _ in state.transcript()) for state in ends(players)]
    low, high = longest
    assert low - 4 <= min(counts) <= low + 6
    assert high - 6 <= max(counts) <= high + 4
    assert sum(max(state.scores()) for state in ends(players)) / GAMES == pytest.approx(winner, abs=1.3)


@pytest.mark.parametrize(
    ("players", "expected"),
    [
        (2, {"at": 22.0, "set": 16.7, "lay": 13.2, "keep": 8.7, "cover": 0.24}),
        (3, {"at": 30.0, "set": 24.7, "lay": 17.8, "keep": 10.8, "cover": 0.24}),
        (4, {"at": 36.0, "set": 28.4, "lay": 17.8, "keep": 11.9, "cover": 0.25}),
    ],
)
def test_kinds_of_decisions(players: int, expected: dict[str, float]) -> None:
    seen = Counter(text.split()[0] for state in ends(players) for who, text in state.transcript() if who >= 0)
    assert seen.keys() == expected.keys()
    for kind, mean in expected.items():
        assert seen[kind] / GAMES == pytest.approx(mean, abs=0.0 if kind == "at" else 0.5 if mean > 1 else 0.09)


@pytest.mark.parametrize(("players", "mean", "most"), [(2, 6.5, 29), (3, 7.4, 31), (4, 7.7, 29)])
def test_numbers_of_legal_actions(players: int, mean: float, most: int) -> None:
    game = pyboard.load_game("cacao", players)
    counts = [len(s.legal_actions()) for seed in range(60) for s in walk(game, seed) if s.current_player() >= 0]
    assert sum(counts) / len(counts) == pytest.approx(mean, abs=0.25)
    assert most - 8 <= max(counts) <= 37, "37 is the most that any policy has reached"


@pytest.mark.parametrize(("players", "overbuildings"), [(2, 0.95), (3, 1.43), (4, 2.51)])
def test_overbuildings(players: int, overbuildings: float) -> None:
    over = sum(tile["over"] for state in ends(players) for tile in state.to_dict()["workers"])
    assert over / GAMES == pytest.approx(overbuildings, abs=0.25)


@pytest.mark.parametrize(("players", "gold"), [(2, 14), (3, 12), (4, 9)])
def test_temples_give_a_share_of_the_score(players: int, gold: float) -> None:
    """Section 15: temples give 14 / 12 / 9 gold per player on average."""
    total = 0
    track = pyboard.load_game("cacao").components()["village_board"]["water_track"]
    for state in ends(players):
        for score, one in zip(state.scores(), state.to_dict()["players"], strict=True):
            total += score - one["gold"] - one["sun"] - track[one["water"]]
    assert total / GAMES / players == pytest.approx(gold, abs=1.5)


# --- estimates ---


def estimate(**red: int) -> float:
    state = position(
        player("w1111 w2101 w3001", "w3100", **red),
        player("w1111 w2101 w3001", "w3100", gold=10, cacao=1, sun=1, water=0),
        display=["temple", "temple"],
        pile="market3",
    )
    return state.evaluate()[0]


@pytest.mark.parametrize(
    ("name", "values"),
    [("gold", range(0, 31, 5)), ("cacao", range(6)), ("sun", range(4)), ("water", [-10, -4, -1, 0, 2, 4, 7, 11, 16])],
)
def test_more_is_worth_more(name: str, values: list[int]) -> None:
    base = {"gold": 10, "cacao": 1, "sun": 1, "water": 0}
    estimates = [estimate(**(base | {name: value})) for value in values]
    assert estimates == sorted(estimates)
    assert estimates[0] < estimates[-1]


def test_equal_seats_are_estimated_equal() -> None:
    state = pyboard.load_game("cacao", 4).new_initial_state()
    assert state.evaluate() == pytest.approx([0.5] * 4, abs=0.15)


def test_estimates_foretell_the_end_better_than_nothing() -> None:
    """Over random games: who leads in the estimate two thirds through wins clearly more often than half the time."""
    game = pyboard.load_game("cacao", 2)
    right = 0
    games = 150
    for seed in range(games):
        nodes = [state.clone() for state in walk(game, seed)]
        leader = max(range(2), key=nodes[len(nodes) * 2 // 3].evaluate().__getitem__)
        right += nodes[-1].returns()[leader] > 0
    assert right > 0.65 * games
