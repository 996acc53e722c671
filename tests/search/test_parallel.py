"""Several trees side by side: the same result for the same seed and number of threads, and nothing is lost."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest
from support.searches import best_actions, exploitability, facts, load, tree_policy, visits

import pyboard
from pyboard import search


@pytest.mark.parametrize(
    ("name", "players"), [("toy:connect_four", 2), ("toy:pig", 3), ("toy:sealed_auction", 3), ("cacao", 3)]
)
def test_same_seed_and_threads_same_result(name: str, players: int) -> None:
    state = load(name, players)
    found = {}
    for threads in (1, 2, 3):
        results = [facts(search.mcts(state, iterations=2001, seed=7, threads=threads)) for _ in range(3)]
        assert results[0] == results[1] == results[2]
        rows = results[0]["actions"]
        assert sum(row["visits"] for row in rows) == results[0]["iterations"] == 2001
        assert sorted(row["action"] for row in rows) == state.legal_actions()
        found[threads] = [row["visits"] for row in rows]
    assert found[1] != found[2] != found[3]


def test_sums_are_those_of_the_parts() -> None:
    """Means and spreads of two trees together are those of all their results."""
    state = load("toy:connect_four")
    both = search.mcts(state, iterations=4000, seed=3, threads=2, exploration=0.8)
    for row in both.actions:
        assert row.mean is not None
        assert row.spread is not None
        assert sum(row.mean) == pytest.approx(1)
        # Wins, losses and a few draws: the spread follows from the mean, nearly.
        assert row.spread[0] == pytest.approx((row.mean[0] * row.mean[1]) ** 0.5, abs=0.03)
    assert both.text == "drop 3"
    assert both.principal_variation[0].action == both.action
    one = search.mcts(state, iterations=2000, seed=3, exploration=0.8)
    assert both.nodes > 1.5 * one.nodes
    assert both.memory > 1.5 * one.memory


def test_known_values() -> None:
    state = pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": ["x..", ".o.", "..x"]})
    assert search.mcts(state, iterations=20_000, seed=1, threads=3).text in best_actions(state)
    proven = search.mcts(state, iterations=40_000, seed=1, threads=3, solver=True)
    assert proven.proven
    assert proven.values == (0.5, 0.5)
    assert proven.text in best_actions(state)
    start = pyboard.load_game("toy:kuhn_poker").new_initial_state()
    player = search.MCTS(start.game, threads=2, selection="regret", utility="score", score_least=-2, score_range=4)
    player.explore(start, iterations=200_000, seed=1)
    assert exploitability(start, tree_policy(start, player)) < 0.05


def test_trees_are_kept() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game, threads=2)
    first = player.search(state, iterations=2000, seed=1)
    assert first.kept == 0
    second = player.search(state, iterations=2000, seed=1)
    assert second.kept == 2000
    assert sum(visits(second).values()) == 4000
    state.apply_action(second.action)
    assert player.search(state, iterations=100, seed=1).kept > 1000


def test_memory_is_shared_out() -> None:
    result = search.mcts(load("cacao", 4), iterations=60_000, memory=1 << 20, threads=2, seed=1)
    assert result.full
    assert 0.7 * (1 << 20) < result.memory <= 1 << 20


def test_time_and_ctrl_c() -> None:
    state = load("cacao", 4)
    begin = time.perf_counter()
    result = search.mcts(state, time=0.3, threads=3)
    assert 0.3 <= result.seconds <= time.perf_counter() - begin < 1.5
    player = search.MCTS(state.game, threads=3)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    begin = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        player.search(state, time=30)
    assert time.perf_counter() - begin < 0.3 + 1.5
    assert player.last_result is not None
    assert player.last_result.interrupted
    assert sum(row.visits for row in player.last_result.actions) == player.last_result.iterations


def test_fewer_iterations_than_threads() -> None:
    result = search.mcts(load("toy:connect_four"), iterations=3, threads=8, seed=1)
    assert sum(visits(result).values()) == result.iterations == 3


@pytest.mark.parametrize(
    ("function", "settings"),
    [(search.mcts, {}), (search.mcts, {"threads": 2}), (search.flat, {}), (search.solve, {})],
)
def test_a_token_stops_a_search_which_tells_what_it_found(function: Any, settings: dict[str, Any]) -> None:
    state = load("toy:connect_four")
    token = threading.Event()
    timer = threading.Timer(0.2, token.set)
    timer.start()
    begin = time.perf_counter()
    result = function(state, time=30, stop=token, **settings)
    assert 0.15 < time.perf_counter() - begin < 1.5
    assert result.interrupted
    assert result.iterations > 100
    token.set()
    again = function(state, time=30, stop=token, **settings)  # set before it begins
    assert again.seconds < 1


def test_a_token_must_be_one() -> None:
    with pytest.raises(TypeError, match="is_set"):
        search.mcts(load("toy:pig"), stop=3)  # type: ignore[arg-type]

    class Broken:
        def is_set(self) -> bool:
            raise RuntimeError("no answer")

    with pytest.raises(RuntimeError, match="no answer"):
        search.mcts(load("cacao", 4), time=10, stop=Broken())


@pytest.mark.parametrize("threads", [1, 2])
def test_watching_a_search(threads: int) -> None:
    """What is told on the way is a result of its own, and changes nothing."""
    state = load("cacao", 2)
    seen: list[search.SearchResult] = []
    player = search.MCTS(state.game, threads=threads)
    result = player.search(state, time=0.6, seed=1, watch=seen.append)
    assert len(seen) >= 2
    assert [one.iterations for one in seen] == sorted({one.iterations for one in seen})
    for one in seen:
        assert one.iterations <= result.iterations
        assert sum(row.visits for row in one.actions) == one.iterations
        assert one.principal_variation[0].action == one.action
        assert str(one).splitlines()[-1].startswith("line: ")
    quiet = search.mcts(state, iterations=30_000, seed=1, threads=threads)
    watched = search.mcts(state, iterations=30_000, seed=1, threads=threads, watch=lambda one: None)
    assert facts(quiet) == facts(watched)

    def fail(one: search.SearchResult) -> None:
        raise RuntimeError(f"after {one.iterations}")

    with pytest.raises(RuntimeError, match="after"):
        search.mcts(state, time=10, threads=threads, watch=fail)
