"""Native random play, chance included, and batches."""

from __future__ import annotations

from typing import TYPE_CHECKING

import budgets
import pytest

import pyboard
from pyboard import _core
from pyboard.batch import BatchState

if TYPE_CHECKING:
    from pytest_benchmark.fixture import BenchmarkFixture

    from pyboard import Game

GAMES = [
    (name, players)
    for name in pyboard.games()
    for players in range(_core._info(name)["players"][0], _core._info(name)["players"][1] + 1)
]
ROWS = 4096


def games_for(game: Game, decisions: int = 20_000) -> int:
    """How many random games make about so many decisions."""
    return max(1, round(decisions / game.play_random_games(200, seed=1).mean_decisions))


@pytest.mark.parametrize(("name", "players"), [(budgets.CALIBRATION, 2), *GAMES])
def test_random_play(benchmark: BenchmarkFixture, name: str, players: int) -> None:
    game = pyboard.load_game(name, players)
    games = games_for(game)
    play = game.play_random_games(games, seed=1)
    toy = name.startswith("toy:")
    budgets.measure(
        benchmark,
        lambda: game.play_random_games(games, seed=1),
        play.decisions,
        what=f"random play, {name}, {players} players",
        unit="M/s",
        budget=None if toy else budgets.DECISIONS_PER_SECOND / 1e6,
        aim=None if toy else budgets.DECISIONS_AIM.get(name, budgets.DECISIONS_AIM_ELSE) / 1e6,
        note="decisions, one core" + ("; the calibration" if name == budgets.CALIBRATION else ""),
    )


@pytest.mark.parametrize(("name", "players"), [(budgets.CALIBRATION, 2), *GAMES])
def test_batch_steps(benchmark: BenchmarkFixture, name: str, players: int) -> None:
    written = ["current_player", "legal_mask", "rewards", "done"]
    batch = BatchState(pyboard.load_game(name, players), ROWS, seed=1, threads=2, buffers=written)
    actions = batch.random_actions()

    def step() -> None:
        batch.step(actions)
        batch.random_actions(out=actions)

    budgets.measure(
        benchmark,
        step,
        ROWS,
        what=f"batch steps, {name}, {players} players",
        unit="M/s",
        budget=budgets.BATCH_STEPS_PER_SECOND / 1e6,
        note=f"{ROWS} rows, everything but observations, random actions drawn natively, two threads",
    )
