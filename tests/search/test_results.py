"""What every search promises for every game: sums, determinism, budgets, errors."""

from __future__ import annotations

import json
import math
import os
import random
import signal
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from support.games import Setup, positions
from support.searches import CLOCKS, PLAIN, facts, load, visits

import pyboard
from pyboard import State, search
from pyboard.search import SearchResult

Search = Callable[..., SearchResult]

SEARCHES: dict[str, Search] = {"mcts": search.mcts, "flat": search.flat, "greedy": search.greedy}
BUDGETED: dict[str, Search] = {"mcts": search.mcts, "flat": search.flat}


def decisions(setup: Setup, count: int) -> list[State]:
    """Some decision nodes of a game, first and last among them."""
    states = [state for state in positions(setup) if state.current_player() >= 0]
    step = max(len(states) // count, 1)
    return [*states[::step][:count], states[-1]]


def run(name: str, state: State, **arguments: Any) -> SearchResult:
    if name == "greedy":
        arguments.pop("iterations", None)
    return SEARCHES[name](state, **arguments)


@pytest.mark.parametrize("name", SEARCHES)
def test_rows_and_sums(plain_setup: Setup, name: str) -> None:
    settings = {row["name"]: row["default"] for row in search.parameters(plain_setup.load(), name)}
    wins = settings.get("utility") == "win"
    for state in decisions(plain_setup, 4):
        result = run(name, state, iterations=300, seed=3)
        legal = state.legal_actions()
        mover = state.current_player()
        assert sorted(row.action for row in result.actions) == legal
        assert sum(row.visits for row in result.actions) == result.iterations
        assert result.iterations == 300 or name == "greedy"
        assert (result.method, result.player, result.viewer) == (name, mover, mover)
        assert (result.kept, result.truncated, result.full, result.interrupted) == (0, 0, False, False)
        assert result.action == result.actions[0].action
        assert result.values == result.actions[0].mean
        for row in result.actions:
            assert row.text == state.action_to_string(row.action)
            assert (row.mean is None) == (row.visits == 0)
            assert (row.spread is None) == (row.visits < 2)
            if row.mean is None:
                continue
            assert len(row.mean) == state.game.players
            assert all(0 <= value <= 1 for value in row.mean)
            if name != "greedy":  # an estimate need not add up, results do
                assert sum(row.mean) == pytest.approx(1 if wins else state.game.players / 2)
            if row.spread is not None:
                # Numbers in [0, 1] spread at most by half, up to the correction for small samples.
                assert all(0 <= value <= 0.5 * math.sqrt(row.visits / (row.visits - 1)) + 1e-9 for value in row.spread)
                assert row.error(mover) == pytest.approx(row.spread[mover] / math.sqrt(row.visits))
        # Of the last two of flat the better one is the answer, though the other may have a visit more.
        for a, b in pairwise(result.actions[name == "flat" :]):
            if name == "greedy":
                assert a.mean is not None
                assert b.mean is not None
                assert (-a.mean[mover], a.action) < (-b.mean[mover], b.action)
            elif a.strategy is None or b.strategy is None:
                assert a.visits >= b.visits
            else:
                assert a.strategy >= b.strategy  # by upper confidence bounds the share of visits


@pytest.mark.parametrize("name", SEARCHES)
def test_same_seed_same_result(plain_setup: Setup, name: str) -> None:
    for state in decisions(plain_setup, 2):
        results = [facts(run(name, state, iterations=200, seed=seed)) for seed in (1, 1, 2)]
        assert results[0] == results[1]
        rng = random.Random(9)
        assert facts(run(name, state, iterations=200, seed=rng)) == facts(
            run(name, state, iterations=200, seed=random.Random(9).getrandbits(64))
        )


@pytest.mark.parametrize("name", SEARCHES)
def test_the_seed_matters(name: str) -> None:
    state = load("toy:pig", 3)
    results = [facts(run(name, state, iterations=200, seed=seed))["actions"] for seed in range(8)]
    assert len({repr(rows) for rows in results}) == 8


@pytest.mark.parametrize("name", SEARCHES)
def test_searching_leaves_the_state_alone(plain_setup: Setup, name: str) -> None:
    for state in decisions(plain_setup, 2):
        before = state.serialize()
        run(name, state, iterations=50)
        assert state.serialize() == before


@pytest.mark.parametrize("name", SEARCHES)
def test_nobody_to_move(name: str) -> None:
    game = pyboard.load_game("toy:kuhn_poker")
    state = game.new_initial_state()
    with pytest.raises(ValueError, match="chance is to move"):
        run(name, state)
    with pytest.raises(ValueError, match="chance is to move"):
        run(name, state, player=0)
    state.play_random(1)
    for player in (None, 0):
        with pytest.raises(ValueError, match="the game is over"):
            run(name, state, player=player)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"iterations": 0}, "iterations is 0; allowed: 1 to"),
        ({"iterations": 2**40}, "allowed: 1 to 2147483647"),
        ({"time": 0}, "time is 0; allowed: more than 0 seconds"),
        ({"time": math.nan}, "allowed: more than 0 seconds"),
        ({"player": 2}, "allowed: 0 to 1"),
        ({"player": -1}, "allowed: 0 to 1"),
        ({"seed": -1}, r"0 to 2\*\*64 - 1"),
        ({"exploration": -0.1}, "exploration cannot be -0.1; allowed: numbers from 0 to 1000000"),
        ({"exploration": math.nan}, "exploration cannot be"),
        ({"first_play": -1}, "first_play cannot be -1; allowed: numbers from 0 to inf"),
        ({"playout_depth": -2}, "playout_depth cannot be -2; allowed: whole numbers from -1 to"),
        ({"playout_depth": 1.5}, "playout_depth cannot be 1.5; allowed: whole numbers"),
        ({"utility": "score!"}, "allowed: 'placing', 'win'"),
        ({"information": "perfekt"}, "information cannot be \"perfekt\"; allowed: 'hidden', 'perfect'"),
        ({"chance": 1}, "allowed: 'auto', 'open', 'closed'"),
        ({"memory": 1000}, "memory cannot be 1000; allowed: whole numbers from 65536 to"),
        ({"memory": 2**40}, "allowed: whole numbers from 65536 to"),
        ({"exploration": -1, "utility": "x", "memory": 0}, "(?s)3 faults.*exploration.*utility.*memory"),
    ],
)
def test_bad_arguments(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        search.mcts(load("toy:tic_tac_toe"), **arguments)


@pytest.mark.parametrize(
    "arguments", [{"iterations": 1.5}, {"iterations": "many"}, {"time": "long"}, {"time": True}, {"seed": "x"}]
)
def test_arguments_of_the_wrong_type(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        search.mcts(load("toy:tic_tac_toe"), **arguments)


def test_unknown_settings_are_named() -> None:
    with pytest.raises(ValueError, match="there is no setting 'explore'; allowed: 'exploration', 'first_play'"):
        search.MCTS(pyboard.load_game("toy:pig"), explore=1)


def test_what_belongs_to_one_search_is_no_setting() -> None:
    with pytest.raises(TypeError, match=r"^iterations, seed: to be given to search\(\) and explore"):
        search.MCTS(pyboard.load_game("toy:pig"), iterations=10, seed=1)


def test_parameters_are_those_of_a_game() -> None:
    for wrong in ("cacao", 3, search):
        with pytest.raises(TypeError, match=r"game must be a pyboard\.Game, not (str|int|module)"):
            search.parameters(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"no search .none.; allowed: .mcts., .flat., .greedy., .solve."):
        search.parameters(method="none")


def test_parameters_describe_what_there_is() -> None:
    rows = {row["name"]: row for row in search.parameters()}
    defaults = search.MCTS(pyboard.load_game("toy:pig")).settings
    assert {name: row["default"] for name, row in rows.items()} == defaults
    state = load("toy:pig")
    for name, row in rows.items():
        assert len(row["meaning"]) > 20
        if row["values"] is not None:
            assert row["default"] in row["values"]
            assert row["neutral"] in row["values"]
            for value in row["values"]:
                assert search.MCTS(state.game, **{name: value}).settings[name] == value
        else:
            assert row["least"] <= row["default"] <= row["most"]
            assert row["least"] <= row["neutral"] <= row["most"]
            assert search.MCTS(state.game, **{name: row["least"]}).settings[name] == row["least"]
            with pytest.raises(ValueError, match=name):
                search.MCTS(state.game, **{name: row["least"] - 2})


def test_a_state_of_another_game_is_refused() -> None:
    player = search.MCTS(pyboard.load_game("toy:pig", target=50))
    with pytest.raises(ValueError, match="cannot search a position of"):
        player.search(load("toy:pig", target=60), iterations=1)


@pytest.mark.parametrize("name", BUDGETED)
def test_time_budget(name: str) -> None:
    state = load("cacao", 4)
    for seconds in (0.05, 0.3):
        begin = time.perf_counter()
        result = BUDGETED[name](state, time=seconds)
        took = time.perf_counter() - begin
        assert result.iterations > 0
        assert seconds <= result.seconds <= took
        assert result.seconds < seconds + 0.5  # a busy machine may not give us the processor at once


@pytest.mark.parametrize("name", BUDGETED)
def test_the_first_budget_used_up_counts(name: str) -> None:
    state = load("cacao", 2)
    assert BUDGETED[name](state, iterations=50, time=60).iterations == 50
    assert BUDGETED[name](state, iterations=10**9, time=0.05).seconds < 0.55
    assert BUDGETED[name](state).iterations == 1000


def test_memory_limit() -> None:
    state = load("cacao", 4)
    for memory in (1 << 16, 1 << 18, 1 << 20):
        small = search.mcts(state, iterations=40_000, memory=memory, seed=1, **PLAIN)
        assert small.full
        assert memory * 0.7 < small.memory <= memory
        assert sum(row.visits for row in small.actions) == 40_000
        assert small.nodes < 40_000
    large = search.mcts(state, iterations=40_000, seed=1, **PLAIN)
    assert not large.full
    assert large.memory > 1 << 20
    # Chance may bring an iteration to a node it knows and end it there: never more nodes than iterations.
    assert 30_000 < large.nodes <= 40_001


@pytest.mark.parametrize("threads", [1, 2])
def test_memory_used_up_before_sealed_choices(threads: int) -> None:
    """Iterations begin with the first choice of a package, also when there is no room left for its edges (CH-110)."""
    state = load("chocolatl", 3)
    full = 0
    for number in range(12):
        while state.is_chance_node():
            state.play_chance(number)
        settings: dict[str, Any] = {"threads": threads, "parallel": "tree", **PLAIN}
        result = search.mcts(state, iterations=1000, memory=1 << 17, seed=number, **settings)
        assert sum(visits(result).values()) == result.iterations == 1000
        full += result.full
        state.apply_action(state.legal_actions()[0])
    assert full == 4  # the others came with less


@pytest.mark.parametrize("again", ["search", "reset"])
def test_a_search_is_not_asked_by_its_own_progress(again: str) -> None:
    """It would wait for itself for ever; another search may be asked."""
    state = load("cacao", 2)
    player = search.MCTS(state.game)
    calls = {"search": lambda: player.search(state, iterations=1), "reset": player.reset}

    def progress(done: int, seconds: float) -> None:
        assert search.mcts(state, iterations=1).iterations == 1
        calls[again]()

    with pytest.raises(RuntimeError, match="this search is running"):
        player.search(state, time=30, progress=progress)
    assert player.search(state, iterations=20).iterations == 20


def test_progress_and_an_error_in_it() -> None:
    state = load("cacao", 2)
    seen: list[tuple[int, float]] = []
    player = search.MCTS(state.game)
    result = player.search(state, time=1, progress=lambda done, seconds: seen.append((done, seconds)))
    assert 3 <= len(seen) <= 10
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(seen))
    assert seen[-1][0] <= result.iterations

    def fail(done: int, seconds: float) -> None:
        raise RuntimeError(f"after {done} in {seconds}")

    player.reset()
    assert player.last_result is None
    with pytest.raises(RuntimeError, match="after"):
        player.search(state, time=30, progress=fail)
    last = player.last_result
    assert last is not None
    assert last.interrupted
    assert last.seconds < 2
    assert sum(row.visits for row in last.actions) == last.iterations > 0


def test_ctrl_c_ends_the_search_and_keeps_what_it_found() -> None:
    state = load("cacao", 4)
    player = search.MCTS(state.game)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    begin = time.perf_counter()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            player.search(state, time=30)
    finally:
        timer.cancel()
    assert time.perf_counter() - begin < 0.3 + 1
    assert player.last_result is not None
    assert player.last_result.interrupted
    assert player.last_result.iterations > 100


def test_searches_in_threads_do_not_disturb_each_other() -> None:
    state = load("cacao", 3)
    expected = [facts(search.mcts(state, iterations=2000, seed=seed)) for seed in range(4)]
    found: dict[int, dict[str, Any]] = {}

    def work(seed: int) -> None:
        found[seed] = facts(search.mcts(state, iterations=2000, seed=seed))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(4)] == expected


def test_one_search_used_by_two_threads() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game)
    results: list[SearchResult] = []
    threads = [threading.Thread(target=lambda: results.append(player.search(state, iterations=5000))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(result.kept for result in results) == [0, 5000, 10_000, 15_000]


def test_json_and_dict_and_table() -> None:
    state = load("cacao", 3)
    result = search.mcts(state, iterations=500, seed=4)
    data = json.loads(result.to_json())
    assert data["settings"]["first_play"] == "inf"
    assert [row["visits"] for row in data["actions"]] == list(visits(result).values())
    assert data["principal_variation"][0] == {"player": 0, "action": result.action, "text": result.text}
    assert set(data) == {*result.to_dict()}
    assert {*CLOCKS} <= set(data)
    table = str(result).splitlines()
    assert len(table) == len(result.actions) + 3
    at_once = replace(result, seconds=0.0)
    assert at_once.iterations_per_second == math.inf
    assert json.loads(at_once.to_json())["iterations_per_second"] is None
    assert result.text in table[2]
    assert f"{result.actions[0].visits:,}" in table[2]
    assert "500 iterations" in table[0]
    unvisited = search.mcts(state, iterations=2, seed=4, **PLAIN)
    assert sum(row.mean is None for row in unvisited.actions) == len(unvisited.actions) - 2
    assert "-" in str(unvisited).splitlines()[-2]


@pytest.mark.parametrize("name", ["toy:tic_tac_toe", "toy:connect_four", "toy:three_player"])
def test_principal_variation_can_be_played(name: str) -> None:
    """Without chance and secrets it is a line of the game itself."""
    for state in decisions(Setup(name, load(name).game.players), 5):
        result = search.mcts(state, iterations=3000, seed=2)
        line = state.clone()
        for entry in result.principal_variation:
            assert entry.player == line.current_player()
            assert entry.text == line.action_to_string(entry.action)
            line.apply_action(entry.action)
        assert result.principal_variation[0].action == result.action


def test_rows_as_an_array() -> None:
    state = load("cacao", 3)
    result = search.mcts(state, iterations=200, seed=4)
    rows = result.to_numpy()
    assert rows.dtype.names == ("action", "visits", "proven", "strategy", "mean", "spread")
    assert rows["action"].tolist() == [row.action for row in result.actions]
    assert rows["visits"].sum() == 200
    assert rows["strategy"].sum() == pytest.approx(1)
    assert rows["mean"].shape == (len(result.actions), 3)
    assert rows["mean"][0].tolist() == list(result.values)
    assert not rows["proven"].any()
    few = search.mcts(state, iterations=1, seed=4).to_numpy()
    assert np.isnan(few["mean"][1:]).all()
    assert np.isnan(few["spread"]).all()
    assert np.isnan(search.flat(state, iterations=50).to_numpy()["strategy"]).all()


def test_rows_as_a_graph() -> None:
    result = search.mcts(load("cacao", 2), iterations=3000, seed=4)
    graph = result.to_dot(most=5)
    assert graph.startswith("digraph search {")
    assert graph.endswith("}")
    assert graph.count("root ->") == 5
    assert graph.count('"') % 2 == 0
    assert result.text in graph
    assert f"a{result.action} -> v1" in graph
    assert "exact" in search.solve(load("toy:tic_tac_toe")).to_dot()
