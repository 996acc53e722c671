"""Several threads in one tree: no visit is lost, budgets hold, and it plays as well as one thread."""

from __future__ import annotations

import os
import signal
import threading
import time
from typing import Any

import pytest
from support.searches import PLAIN, best_actions, exploitability, facts, load, tree_policy, visits

import pyboard
from pyboard import agents, search

KINDS: dict[str, dict[str, Any]] = {
    "plain": {},
    "no virtual loss": {"virtual_loss": 0},
    "large virtual loss": {"virtual_loss": 5},
    "first play": {"first_play": 0.6, "exploration": 0.3},
    "informed": {"first_play_reduction": 0.1, "variance_scaling": True, "history_weight": 0.5, "mast": 0.3},
    "own actions": {"tree": "own"},
    "late nodes": {"expand_visits": 4},
    "priors": {"prior_weight": 2.0, "prior_visits": 1, "playout_depth": 4},
    "late priors": {"prior_weight": 2.0, "prior_visits": 200, "playout_depth": 4},
}


def connect_four(*moves: int) -> pyboard.State:
    state = pyboard.load_game("toy:connect_four").new_initial_state()
    for column in moves:
        state.apply_text(f"drop {column}")
    return state


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["toy:connect_four", "toy:three_player", "cacao"])
def test_no_visit_is_lost(name: str, kind: str) -> None:
    state = load(name, 3 if name == "toy:three_player" else 2)
    result = search.mcts(state, iterations=5000, seed=3, threads=4, parallel="tree", **KINDS[kind])
    assert result.iterations == sum(visits(result).values()) == 5000
    assert sorted(row.action for row in result.actions) == state.legal_actions()
    for row in result.actions:
        if row.mean is not None and kind not in ("estimates", "priors", "late priors"):  # which need not add up
            assert sum(row.mean) == pytest.approx(len(row.mean) / 2)
    assert not result.deterministic
    assert result.principal_variation[0].action == result.action


@pytest.mark.parametrize("virtual_loss", [0, 1, 3])
def test_visits_of_nodes_and_edges_agree(virtual_loss: int) -> None:
    """Who made an edge goes no further, everybody else visits the node below it: one visit less, all the way down."""
    state = load("toy:connect_four")
    player = search.MCTS(state.game, threads=4, parallel="tree", virtual_loss=virtual_loss)
    result = player.search(state, iterations=40_000, seed=2)
    for ply in range(6):
        edge = result.actions[0].visits
        state.apply_action(result.actions[0].action)
        result = player.search(state, iterations=10, seed=ply)
        assert result.kept == edge - 1
        assert sum(visits(result).values()) == result.kept + 10
    assert result.kept > 100


@pytest.mark.parametrize("name", ["toy:connect_four", "cacao", "chocolatl"])
@pytest.mark.parametrize("iterations", [300, 20_000, 300_000])
def test_what_the_tree_keeps_is_what_was_found(name: str, iterations: int) -> None:
    """Threads work at copies of busy nodes; afterwards the tree has all their visits and results."""
    state = load(name, 3 if name == "chocolatl" else 2)
    player = search.MCTS(state.game, threads=3, parallel="tree", playout_depth=0)
    found = {row.action: row for row in player.search(state, iterations=iterations, seed=4).actions}
    again = player.search(state, iterations=1, seed=5)
    assert again.kept == iterations
    grown = [row.action for row in again.actions if row.visits != found[row.action].visits]
    assert len(grown) == 1
    for row in again.actions:
        if row.action in grown:
            assert row.visits == found[row.action].visits + 1
        else:
            assert row.mean == pytest.approx(found[row.action].mean, abs=1e-4)


@pytest.mark.parametrize("name", ["toy:connect_four", "toy:pig", "toy:sealed_auction", "cacao"])
def test_one_thread_is_the_same_in_both_modes(name: str) -> None:
    state = load(name, 2)
    found = [facts(search.mcts(state, iterations=1500, seed=5, parallel=parallel)) for parallel in ("root", "tree")]
    assert [one.pop("settings")["parallel"] for one in found] == ["root", "tree"]
    assert found[0] == found[1]
    assert found[0]["deterministic"]
    assert search.mcts(state, iterations=50, threads=2).deterministic


@pytest.mark.parametrize("threads", [2, 4])
@pytest.mark.parametrize(
    ("moves", "answer"),
    [
        ((3, 3, 2, 2), {"drop 1", "drop 4"}),  # three in a row, open at both ends
        ((0, 3, 0, 3, 0), {"drop 0"}),  # the only block
        ((3, 0, 3, 0, 3, 6), {"drop 3"}),  # wins at once
    ],
)
def test_tactics(moves: tuple[int, ...], answer: set[str], threads: int) -> None:
    state = connect_four(*moves)
    one = search.mcts(state, iterations=8000, seed=1)
    many = search.mcts(state, iterations=8000, seed=1, threads=threads, parallel="tree")
    assert one.text in answer
    assert many.text in answer
    mover = state.current_player()
    assert many.values[mover] == pytest.approx(one.values[mover], abs=0.1)


@pytest.mark.parametrize("solver", [False, True])
def test_solved_positions(solver: bool) -> None:
    for rows in (["x..", ".o.", "..x"], ["xo.", ".x.", "..o"], ["xox", ".o.", "..."]):
        state = pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": rows})
        result = search.mcts(state, iterations=40_000, seed=1, threads=3, parallel="tree", solver=solver)
        assert result.text in best_actions(state)
        if not solver:
            continue
        exact = search.solve(state)
        assert result.proven
        assert result.values == exact.values
        assert result.iterations < 40_000
        values = {row.action: row.mean for row in exact.actions}
        for row in result.actions:
            assert not row.proven or row.mean == values[row.action]


def test_mixed_strategies() -> None:
    start = pyboard.load_game("toy:kuhn_poker").new_initial_state()
    settings: dict[str, Any] = {"utility": "score", "score_least": -2, "score_range": 4}
    player = search.MCTS(start.game, threads=3, parallel="tree", selection="regret", **settings)
    player.explore(start, iterations=200_000, seed=1)
    assert exploitability(start, tree_policy(start, player)) < 0.05


def test_what_is_hidden_stays_hidden() -> None:
    """The values do not depend on what the searcher cannot see, beyond noise."""
    state = load("toy:sealed_auction", 3)
    mover = state.current_player()
    dealt = state.resample_from_infostate(mover, 8)
    one, other = (
        search.mcts(at, iterations=40_000, seed=3, threads=3, parallel="tree").values[mover] for at in (state, dealt)
    )
    assert one == pytest.approx(other, abs=0.05)


def test_the_tree_is_kept() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game, threads=3, parallel="tree")
    assert player.search(state, iterations=3000, seed=1).kept == 0
    again = player.search(state, iterations=1000, seed=2)
    assert again.kept == 3000
    assert sum(visits(again).values()) == 4000
    shares = player.strategy(state)
    assert shares is not None
    assert shares[again.action] == pytest.approx(again.actions[0].visits / 4000)
    state.apply_action(again.action)
    assert player.search(state, iterations=100, seed=1).kept == again.actions[0].visits - 1
    player.reset()
    assert player.search(state, iterations=100, seed=1).kept == 0


@pytest.mark.parametrize("parallel", ["root", "tree"])
def test_memory_nodes_and_iterations(parallel: str) -> None:
    state = load("cacao", 4)
    settings: dict[str, Any] = {"threads": 2, "parallel": parallel, "seed": 1, **PLAIN}
    small = search.mcts(state, iterations=30_000, memory=1 << 18, **settings)
    assert small.full
    assert 0.5 * (1 << 18) < small.memory <= 1 << 18
    assert sum(visits(small).values()) == small.iterations == 30_000
    few = search.mcts(state, iterations=3, **{**settings, "threads": 8})
    assert sum(visits(few).values()) == few.iterations == 3
    nodes = search.mcts(state, nodes=2000, **settings)
    assert 2000 <= nodes.nodes <= 2002
    assert nodes.iterations >= 1998
    assert sum(visits(nodes).values()) == nodes.iterations


def test_a_budget_of_nodes() -> None:
    state = load("toy:connect_four")
    result = search.mcts(state, nodes=500, seed=1)
    assert result.nodes == 500
    assert facts(result) == facts(search.mcts(state, iterations=result.iterations, seed=1))
    assert search.mcts(state, nodes=500, iterations=50, seed=1).iterations == 50
    # Ten iterations for each, where a game has fewer positions; and a kept tree that has them already.
    ending = pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": ["xox", "oxo", "..."]})
    short = search.mcts(ending, nodes=700)
    assert short.iterations == 7000
    assert short.nodes < 700
    player = search.MCTS(state.game)
    player.search(state, iterations=2000)
    assert player.search(state, nodes=100).iterations == 1
    assert player.explore(state, nodes=2500) == 2500
    assert agents.make("mcts:nodes=300").act(state) in state.legal_actions()


def test_time_tokens_and_ctrl_c() -> None:
    state = load("cacao", 4)
    settings: dict[str, Any] = {"threads": 3, "parallel": "tree"}
    begin = time.perf_counter()
    result = search.mcts(state, time=0.3, **settings)
    assert 0.3 <= result.seconds <= time.perf_counter() - begin < 3
    token = threading.Event()
    threading.Timer(0.2, token.set).start()
    result = search.mcts(state, time=60, stop=token, **settings)
    assert result.interrupted
    assert sum(visits(result).values()) == result.iterations
    player = search.MCTS(state.game, **settings)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    begin = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        player.search(state, time=60)
    assert time.perf_counter() - begin < 5
    assert player.last_result is not None
    assert player.last_result.interrupted
    assert sum(visits(player.last_result).values()) == player.last_result.iterations


def test_watching() -> None:
    """What is told on the way is of one moment, of all threads."""
    seen: list[search.SearchResult] = []
    counts: list[int] = []
    state = load("cacao", 2)
    result = search.mcts(
        state,
        time=0.7,
        seed=1,
        threads=3,
        parallel="tree",
        watch=seen.append,
        progress=lambda done, seconds: counts.append(done),
    )
    assert len(seen) >= 2
    assert [one.iterations for one in seen] == sorted(one.iterations for one in seen)
    for one in seen:
        assert 0 < one.iterations <= result.iterations
        assert sum(visits(one).values()) == one.iterations
        assert one.principal_variation[0].action == one.action
        assert not one.deterministic
    assert counts == sorted(counts)
    for count, one in zip(counts, seen, strict=False):
        assert count > one.iterations / 2

    def fail(one: search.SearchResult) -> None:
        raise RuntimeError(f"after {one.iterations}")

    with pytest.raises(RuntimeError, match="after"):
        search.mcts(state, time=30, threads=3, parallel="tree", watch=fail)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"parallel": "leaf"}, "parallel cannot be \"leaf\"; allowed: 'root', 'tree'"),
        ({"virtual_loss": -1}, "virtual_loss cannot be -1; allowed: whole numbers from 0 to 1000"),
        ({"virtual_loss": 0.5}, "virtual_loss cannot be 0.5"),
        ({"nodes": 1}, "nodes is 1; allowed: "),
        ({"nodes": -5}, "nodes is -5; allowed: "),
        ({"threads": 0, "parallel": "tree"}, "threads cannot be 0"),
    ],
)
def test_wrong_settings(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        search.mcts(load("toy:pig"), **settings)


def test_a_wrong_kind_of_number() -> None:
    with pytest.raises(TypeError, match="nodes"):
        search.mcts(load("toy:pig"), nodes="many")  # type: ignore[arg-type]


def test_agents() -> None:
    state = load("toy:connect_four")
    agent = agents.make("mcts:iterations=2000,threads=2,parallel=tree,virtual_loss=2")
    assert agent.name == "mcts:iterations=2000,threads=2,parallel=tree,virtual_loss=2"
    assert agent.act(state) in state.legal_actions()
    assert isinstance(agent, agents.MctsAgent)
    assert agent.last is not None
    assert not agent.last.deterministic
    with pytest.raises(ValueError, match="parallel of mcts is 'both'; allowed: root, tree"):
        agents.make("mcts:parallel=both")
    with pytest.raises(ValueError, match="nodes of mcts is 1; allowed: whole numbers from 2"):
        agents.make("mcts:nodes=1")
    with pytest.raises(ValueError, match="flat has no option 'parallel'"):
        agents.make("flat:parallel=tree")
