"""Which action is the answer, and what a search takes over from the one before."""

from __future__ import annotations

import math
import random
from collections.abc import Callable

import pytest
from support.searches import load, visits

from pyboard import State, search


def somewhere(name: str, seed: int, moves: int) -> State:
    """After so many random moves, in a game that is not over by then."""
    rng = random.Random(f"{name} {seed}")
    while True:
        state = load(name)
        for _ in range(moves):
            if not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        if not state.is_terminal():
            return state


@pytest.mark.parametrize("iterations", [200, 1000])
def test_flat_answers_with_the_better_of_the_last_two(iterations: int) -> None:
    """One of them may have been tried once more; that says nothing."""
    uneven = 0
    for seed in range(40):
        result = search.flat(somewhere("toy:connect_four", seed, 6), iterations=iterations, seed=seed)
        last = sorted(result.actions, key=lambda row: -row.visits)[:2]
        uneven += last[0].visits != last[1].visits
        best = max(row.mean[result.player] for row in last if row.mean is not None)
        assert result.actions[0] in last
        assert result.actions[0].action == result.action
        assert result.actions[0].mean is not None
        assert result.actions[0].mean[result.player] == best
    assert uneven > 5


@pytest.mark.parametrize("threads", [1, 2])
def test_a_proof_that_promises_more_comes_first(threads: int) -> None:
    """Proven actions get no more visits, so visits alone would pass them over."""
    with_proofs = 0
    for seed in range(60):
        state = somewhere("toy:tic_tac_toe", seed, 2)
        for iterations in (80, 200, 500):
            result = search.mcts(state, solver=True, iterations=iterations * threads, seed=seed, threads=threads)
            first = result.actions[0].mean
            proofs = [row.mean[result.player] for row in result.actions if row.proven and row.mean is not None]
            if result.proven or not proofs or first is None:
                continue
            with_proofs += 1
            assert first[result.player] >= max(proofs)
    assert with_proofs > 10


def test_the_answer_is_the_one_that_was_drawn() -> None:
    """Also where a proof was moved to the front: it is the answer as often as its share says."""
    expected = variance = 0.0
    drawn = 0
    for seed in range(1500):
        state = somewhere("toy:tic_tac_toe", seed % 50, 3)
        result = search.mcts(state, solver=True, final="average", iterations=20, seed=seed)
        first = result.actions[0]
        if result.proven or first.visits == max(visits(result).values()):
            continue
        share = first.visits / sum(visits(result).values())
        expected += share
        variance += share * (1 - share)
        drawn += result.action == first.action
    assert variance > 5
    assert abs(drawn - expected) < 4 * math.sqrt(variance)


@pytest.mark.parametrize("name", ["cacao", "pantheon"])
def test_strategies_hold_legal_actions(name: str) -> None:
    """A node may stand for several positions; asked for is the one at hand."""
    found = 0
    for seed in range(12):
        rng = random.Random(seed)
        state = load(name)
        player = search.MCTS(state.game)
        while not state.is_terminal() and len(state.history()) < 40:
            if state.is_chance_node():
                state.play_chance(rng)
                continue
            strategy = player.strategy(state) or {}
            assert set(strategy) <= set(state.legal_actions())
            assert not strategy or sum(strategy.values()) == pytest.approx(1)
            found += bool(strategy)
            if rng.random() < 0.5:
                state.apply_action(player.search(state, iterations=200, seed=seed).action)
            else:
                state.apply_action(rng.choice(state.legal_actions()))
    assert found > 20


@pytest.mark.parametrize("settings", [{}, {"tree": "own"}])
def test_a_tree_that_begins_with_chance_grows_on(settings: dict[str, str]) -> None:
    state = load("cacao", 2)
    rng = random.Random(1)
    while not state.is_chance_node():
        state.apply_action(rng.choice(state.legal_actions()))
    player = search.MCTS(state.game, **settings)
    first = player.explore(state, iterations=1000, seed=1)
    assert player.explore(state, iterations=1000, seed=2) > 1.5 * first


@pytest.mark.parametrize("threads", [1, 2])
def test_a_used_search_answers_as_a_new_one(threads: int) -> None:
    """Also where memory is short: the table of keys that the first search needed is not that of the second."""
    memory = threads << 16
    full = 0
    for seed in range(40):
        late, early = somewhere("toy:connect_four", seed, 30), somewhere("toy:connect_four", seed, 4)
        used, fresh = (search.MCTS(late.game, memory=memory, threads=threads) for _ in range(2))
        used.search(late, iterations=6000, seed=1)
        result = used.search(early, iterations=6000, seed=1)
        assert visits(result) == visits(fresh.search(early, iterations=6000, seed=1))
        full += result.full
    assert full > 20


def test_spreads_of_several_trees_are_of_new_results() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game, threads=4)
    before = visits(player.search(state, iterations=2000, seed=1))
    told = 0
    for row in player.search(state, iterations=60, seed=9).actions:
        if row.visits - before[row.text] >= 8:  # two at least in one of the trees
            assert row.spread is not None
            told += 1
    assert told > 0


@pytest.mark.parametrize("name", ["cacao", "chocolatl", "cuba", "pantheon", "tzolkin"])
@pytest.mark.parametrize("most", [2, 50, 300])
def test_nodes_are_positions_that_were_reached(name: str, most: int) -> None:
    """An action whose prior was looked up, and that still waits for its turn, leads to no position yet."""
    state = load(name)
    result = search.mcts(state, nodes=most, iterations=5000, seed=1)
    assert result.nodes <= most + 4  # sealed choices before the searcher's come on top
    assert result.nodes <= result.iterations * 5 + 1
    two = search.mcts(state, nodes=most, iterations=5000, threads=2, parallel="tree")
    assert two.nodes <= most + 8


def test_a_kept_tree_counts_the_positions_that_it_keeps() -> None:
    state = load("cacao", 2)
    player = search.MCTS(state.game)
    first = player.search(state, iterations=2000, seed=1)
    state.apply_action(first.action)
    assert 1 < player.search(state, iterations=1, seed=1).nodes < first.nodes


def test_what_a_search_without_an_answer_looks_like() -> None:
    """Too few positions to solve anything: no values, and a table all the same."""
    result = search.solve(load("toy:tic_tac_toe"), nodes=10)
    assert (result.proven, result.values) == (False, ())
    assert len(str(result).splitlines()) == 2 + len(result.actions)
    assert "root" in result.to_dot()
    assert result.to_numpy()["mean"].shape == (9, 0)


def test_results_do_not_share_their_settings() -> None:
    state = load("toy:pig")
    player = search.MCTS(state.game)
    player.search(state, iterations=5).settings.clear()
    assert player.search(state, iterations=5).settings == player.settings != {}


class Asked:
    """A stop token whose answer is no bool."""

    def __init__(self, answer: object) -> None:
        self.answer = answer

    def is_set(self) -> object:
        return self.answer


@pytest.mark.parametrize(("answer", "stops"), [("yes", True), (1, True), ("", False), (None, False)])
def test_a_stop_token_may_answer_anything(answer: object, stops: bool) -> None:
    result = search.mcts(load("cacao"), iterations=30_000, stop=Asked(answer))  # type: ignore[arg-type]
    assert result.interrupted == stops
    assert (result.iterations < 30_000) == stops


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda state: search.solve(state, nodes=0), "nodes is 0; allowed: 1 to"),
        (lambda state: search.solve(state, nodes=2**40), f"nodes is {2**40}; allowed: 1 to"),
        (lambda state: search.mcts(state, threads=1.0), r"threads cannot be 1\.0; allowed: whole numbers"),
        (lambda state: search.mcts(state, playout_depth=3.0), r"playout_depth cannot be 3\.0; allowed: whole numbers"),
        (lambda state: search.mcts(state, iterations=5).to_dot(most=-1), "most is -1; allowed: whole numbers from 0"),
        (lambda state: search.mcts(state, iterations=5).to_dot(most=2.5), r"most is 2\.5; allowed: whole numbers"),
    ],
)
def test_messages_name_what_was_given(call: Callable[[State], object], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        call(load("toy:tic_tac_toe"))


def test_a_watch_that_cannot_be_called_is_refused() -> None:
    """Before the search: a short one would never call it."""
    with pytest.raises(TypeError, match="watch must be a function of a result, not int"):
        search.mcts(load("toy:pig"), iterations=5, watch=1)  # type: ignore[arg-type]
