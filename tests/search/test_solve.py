"""Exact values: against slow solvers of another kind, and searches that must come to the same."""

from __future__ import annotations

import random
import threading
import time
from itertools import islice

import pytest
from support.searches import best_actions, children, endings, late_boards, load, means, pig_values, visits
from support.searches import solve as slow_solve

import pyboard
from pyboard import State, search


def connect_four(columns: str) -> State:
    """A position by the columns that were played, 1 to 7."""
    state = pyboard.load_game("toy:connect_four").new_initial_state()
    for column in columns:
        state.apply_action(int(column) - 1)
    return state


def test_tic_tac_toe_is_a_draw() -> None:
    state = load("toy:tic_tac_toe")
    result = search.solve(state)
    assert result.proven
    assert result.values == (0.5, 0.5)
    assert all(row.proven and row.mean == (0.5, 0.5) for row in result.actions)
    assert len(result.principal_variation) == 8  # the ninth is forced
    assert result.iterations < 5478 * 2  # each of its positions is entered a few times at most
    assert "exact" in str(result)
    assert "proven" in str(result)


def test_every_position_of_tic_tac_toe_on_some_ways() -> None:
    rng = random.Random(3)
    for _ in range(30):
        state = load("toy:tic_tac_toe")
        while not state.is_terminal():
            result = search.solve(state)
            assert result.values == slow_solve(state)
            assert {row.text for row in result.actions if row.mean == result.values} == best_actions(state)
            quick = search.solve(state, all_actions=False)
            assert quick.proven
            assert quick.values == result.values
            assert quick.text in best_actions(state)
            state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.parametrize(
    ("columns", "value"),
    [
        ("2252576253462244111563365343671351441", 0.0),
        ("7422341735647741166133573473242566", 1.0),
        ("23163416124767223154467471272416755633", 0.5),
    ],
)
def test_connect_four_endings(columns: str, value: float) -> None:
    state = connect_four(columns)
    mover = state.current_player()
    result = search.solve(state)
    assert result.proven
    assert result.values[mover] == value
    assert result.values == slow_solve(state)
    line = state.clone()
    for entry in result.principal_variation:  # every action of the line keeps the value
        assert search.solve(line).values == result.values
        line.apply_action(entry.action)
    assert line.is_terminal()


def test_connect_four_against_the_slow_solver() -> None:
    for state in islice(late_boards(9), 6):
        result = search.solve(state)
        assert result.values == slow_solve(state)
        for action, child in children(state):
            row = next(row for row in result.actions if row.action == action)
            assert row.mean == slow_solve(child)


def test_three_players_each_maximise_their_own() -> None:
    state = load("toy:three_player")
    result = search.solve(state)
    assert result.values == slow_solve(state)
    assert [entry.text for entry in result.principal_variation] == ["left", "left", "left"]
    win = search.solve(state, utility="win")
    assert sum(win.values) == pytest.approx(1)


def test_pig_against_value_iteration() -> None:
    target = 20
    values = pig_values(target)
    game = pyboard.load_game("toy:pig", 2, target=target)
    for own, other, total in ((0, 0, 4), (10, 12, 6), (5, 16, 8), (15, 4, 3), (8, 0, 11)):
        data = game.new_initial_state().to_dict()
        data.update({"scores": [own, other], "turn_total": total, "seat": 0, "phase": "decide"})
        state = game.state_from_dict(data)
        result = search.solve(state)
        assert result.proven
        assert result.values[0] == pytest.approx(values[own, other, total], abs=1e-9)
        hold = next(row for row in result.actions if row.text == "hold")
        assert hold.mean is not None
        assert hold.mean[0] == pytest.approx(1 - values[other, own + total, 0], abs=1e-9)


def test_cacao_with_everything_open_against_the_slow_solver() -> None:
    """Chance in between: outcomes that cannot matter are left out, and the values are the same."""
    solved = 0
    for state in endings("cacao", 2, 3, 12):
        result = search.solve(state, information="perfect")
        assert result.proven
        assert result.values == pytest.approx(slow_solve(state), abs=1e-9)
        full = {row.text: row.mean for row in result.actions}
        quick = search.solve(state, information="perfect", all_actions=False)
        assert quick.values == pytest.approx(result.values, abs=1e-9)
        assert full[quick.text] == pytest.approx(result.values, abs=1e-9)
        solved += len(state.legal_actions()) > 2
    assert solved > 4


def test_more_seats_than_two_against_the_slow_solver() -> None:
    for state in endings("cacao", 3, 2, 6):
        result = search.solve(state, information="perfect")
        assert result.proven
        mover = state.current_player()
        assert result.values[mover] == pytest.approx(slow_solve(state)[mover], abs=1e-9)


@pytest.mark.parametrize(
    ("name", "players"),
    [("toy:kuhn_poker", 2), ("toy:matrix", 2), ("toy:hidden_coin", 2), ("toy:sealed_auction", 3), ("cacao", 2)],
)
def test_what_is_hidden_has_no_exact_value(name: str, players: int) -> None:
    state = load(name, players)
    with pytest.raises(ValueError, match="something is hidden"):
        search.solve(state, nodes=10_000)
    if name != "cacao":
        assert search.solve(state, information="perfect").proven


def test_budgets() -> None:
    state = connect_four("44")
    small = search.solve(state, nodes=1000)
    assert (small.iterations, small.proven, small.values) == (1000, False, ())
    assert all(row.mean is None and not row.proven for row in small.actions)
    begin = time.perf_counter()
    assert not search.solve(state, time=0.2).proven
    assert 0.2 <= time.perf_counter() - begin < 1
    assert not search.solve(load("toy:pig", 2), nodes=100).proven
    with pytest.raises(RuntimeError, match="enough"):
        search.solve(state, progress=_stop)


def _stop(done: int, seconds: float) -> None:
    raise RuntimeError("enough")


def test_memory_is_kept() -> None:
    state = connect_four("4455")
    result = search.solve(state, nodes=400_000, memory=1 << 20)
    assert 1 << 19 <= result.memory <= 1 << 20
    small = search.solve(connect_four("742234173564774116613357347"), memory=1 << 16)
    assert small.proven
    assert small.values == search.solve(connect_four("742234173564774116613357347")).values


def test_threads_may_solve_side_by_side() -> None:
    states = list(islice(late_boards(13), 4))
    expected = [search.solve(state).to_dict()["actions"] for state in states]
    found: dict[int, object] = {}

    def work(index: int) -> None:
        found[index] = search.solve(states[index]).to_dict()["actions"]

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(states))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[index] for index in range(len(states))] == expected


# ---------------------------------------------------------------- proofs in the tree, and solving by itself


def test_the_tree_proves_a_draw() -> None:
    state = load("toy:tic_tac_toe")
    result = search.mcts(state, iterations=200_000, solver=True, seed=1)
    assert result.proven
    assert result.values == (0.5, 0.5)
    assert result.iterations < 200_000
    assert sum(visits(result).values()) == result.iterations


def test_a_win_ends_the_search() -> None:
    state = pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": ["xx.", "oo.", "..."]})
    result = search.mcts(state, iterations=10_000, solver=True, seed=1)
    assert (result.text, result.values, result.proven) == ("mark 2", (1.0, 0.0), True)
    assert result.iterations < 20
    assert result.principal_variation[0].text == "mark 2"


def test_proofs_are_true() -> None:
    proven = 0
    for state in islice(late_boards(9, seed=5), 12):
        exact = search.solve(state)
        for iterations in (50, 500, 50_000):
            result = search.mcts(state, iterations=iterations, solver=True, seed=2)
            for row in result.actions:
                if row.proven:
                    assert row.mean == next(r.mean for r in exact.actions if r.action == row.action)
                    proven += 1
            if result.proven:
                assert result.values == exact.values
        assert result.proven
    assert proven > 30


def test_proofs_with_three_players_and_a_kept_tree() -> None:
    state = load("toy:three_player")
    player = search.MCTS(state.game, solver=True)
    first = player.search(state, iterations=500, seed=1)
    assert first.proven
    assert first.values == slow_solve(state)
    state.apply_text("left")
    second = player.search(state, iterations=500, seed=1)
    assert second.proven
    assert second.kept > 0
    assert second.values == slow_solve(state)


def test_no_proofs_where_chance_or_secrets_are_in_the_way() -> None:
    assert not search.mcts(load("toy:kuhn_poker"), iterations=500, solver=True).proven
    plain = search.mcts(load("toy:pig", 2), iterations=500, seed=1)
    with_solver = search.mcts(load("toy:pig", 2), iterations=500, seed=1, solver=True)
    assert not with_solver.proven
    assert visits(plain) == visits(with_solver)


@pytest.mark.parametrize("function", [search.mcts, search.flat])
def test_searches_solve_endings_by_themselves(function: object) -> None:
    assert callable(function)
    state = connect_four("2252576253462244111563365343671351441")
    result = function(state, iterations=50, solve_decisions=8, seed=1)
    assert result.proven
    assert result.values == search.solve(state).values
    assert not function(state, iterations=50, solve_decisions=1, seed=1).proven
    assert not function(state, iterations=50, solve_decisions=8, solve_nodes=2, seed=1).proven
    early = load("toy:connect_four")
    same = function(early, iterations=200, seed=1)
    assert means(same, 0) == means(function(early, iterations=200, seed=1, solve_decisions=20), 0)
    hidden = load("cacao", 2)
    assert not function(hidden, iterations=50, solve_decisions=1000, seed=1).proven
