"""pyboard.search.MCTS keeps its tree between moves where that is sound."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from support.games import Setup, positions
from support.searches import PLAIN, facts, load, visits

import pyboard
from pyboard import State, search


def applied(state: State, *actions: int) -> State:
    child = state.clone()
    for action in actions:
        child.apply_action(action)
    return child


@pytest.mark.parametrize("name", ["toy:connect_four", "toy:tic_tac_toe", "toy:three_player"])
def test_the_subtree_is_kept(name: str) -> None:
    state = load(name)
    player = search.MCTS(state.game)
    first = player.search(state, iterations=20_000, seed=1)
    assert first.kept == 0
    reply = first.principal_variation[1].action
    after = applied(state, first.action, reply)
    second = player.search(after, iterations=100, seed=2)
    assert 0 < second.kept < first.iterations
    assert sum(row.visits for row in second.actions) == second.kept + 100
    assert second.nodes < first.nodes
    assert second.memory < first.memory
    # It knew before what is best here.
    assert second.action == first.principal_variation[2].action


def test_kept_visits_are_those_of_the_edges_before() -> None:
    state = load("toy:connect_four")
    for action in state.legal_actions():
        player = search.MCTS(state.game)
        first = player.search(state, iterations=5000, seed=1)
        edge = next(row for row in first.actions if row.action == action)
        # Every visit of the edge but the first went on to the node behind it.
        assert player.search(applied(state, action), iterations=1, seed=1).kept == edge.visits - 1


def test_searching_on_is_one_long_search() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game)
    for count in range(4):
        result = player.search(state, iterations=500, seed=count)
        assert result.kept == 500 * count
        assert sum(row.visits for row in result.actions) == 500 * (count + 1)


def test_means_are_kept_and_spread_is_new() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game)
    first = player.search(state, iterations=5000, seed=1)
    second = player.search(state, iterations=1, seed=1)
    rows = {row.action: row for row in second.actions}
    for row in first.actions:
        mean = rows[row.action].mean
        assert mean is not None
        assert row.mean is not None
        # One result more at most.
        assert mean[0] == pytest.approx(row.mean[0], abs=1 / row.visits)
        assert rows[row.action].spread is None


def test_what_is_kept_is_a_function_of_the_calls() -> None:
    state = load("cacao", 2)
    found = []
    for _ in range(2):
        player = search.MCTS(state.game)
        results = [facts(player.search(state, iterations=400, seed=1))]
        following = applied(state, results[0]["action"])
        results.append(facts(player.search(following, iterations=400, seed=2)))
        assert results[1]["kept"] > 0
        found.append(results)
    assert found[0] == found[1]


def test_nothing_is_kept_where_it_would_be_wrong() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game)
    child = applied(state, 3)
    assert player.search(child, iterations=200).kept == 0
    assert player.search(state, iterations=200).kept == 0  # back
    assert player.search(applied(state, 3), iterations=200).kept > 0
    assert player.search(applied(state, 2), iterations=200).kept == 0  # aside
    other = pyboard.load_game("toy:connect_four").state_from_dict(applied(state, 2, 2).to_dict())
    assert player.search(other, iterations=200).kept == 0  # another beginning
    player.reset()
    assert player.search(other, iterations=200).kept == 0
    assert player.search(other, iterations=200).kept == 200


def test_chance_between_positions() -> None:
    """Kept where outcomes have nodes of their own; a node that stands for all outcomes says too little about one."""
    state = load("toy:pig", 2)
    roll = next(action for action in state.legal_actions() if state.action_to_string(action) == "roll")
    after = applied(state, roll, 4)
    assert after.current_player() == state.current_player()
    for chance, kept in (("closed", True), ("open", False)):
        player = search.MCTS(state.game, chance=chance)
        player.search(state, iterations=2000, seed=1)
        assert (player.search(after, iterations=10, seed=1).kept > 0) == kept


def test_another_player_starts_anew_where_things_are_hidden() -> None:
    state = next(s for s in positions(Setup("cacao", 2)) if s.current_player() == 0 and len(s.history()) > 8)
    player = search.MCTS(state.game)
    player.search(state, iterations=100, player=0)
    assert player.search(state, iterations=100, player=1).kept == 0
    assert player.search(state, iterations=100, player=0).kept == 0
    open_game = load("toy:connect_four")
    player = search.MCTS(open_game.game)
    player.search(open_game, iterations=100, player=0)
    assert player.search(open_game, iterations=100, player=1).kept == 100


def test_a_full_tree_gets_room_again() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game, memory=1 << 18)
    first = player.search(state, iterations=100_000, seed=1)
    assert first.full
    for _ in range(6):
        state.apply_action(first.action)
        second = player.search(state, iterations=2000, seed=1)
        assert second.kept > 0
        assert second.memory <= 1 << 18
        first = second
    assert not second.full


def test_playing_a_whole_game_with_one_tree() -> None:
    state = load("toy:connect_four")
    players = [search.MCTS(state.game), search.MCTS(state.game)]
    kept = 0
    while not state.is_terminal():
        result = players[state.current_player()].search(state, iterations=300, seed=1)
        assert sum(visits(result).values()) == result.kept + 300
        kept += result.kept
        state.apply_action(result.action)
    assert kept > 500


@pytest.mark.parametrize(("game", "chance"), [(5, "closed"), (7, "closed"), (9, "open")])
def test_no_visit_is_lost_when_memory_is_used_up_at_the_root(game: int, chance: str) -> None:
    """A kept tree may be nearly full while the new root has tried few of its many actions."""
    rng = random.Random(game)
    state = pyboard.load_game("chocolatl", 4).new_initial_state()
    plain = {**PLAIN, "exploration": 0.6, "playout_depth": -1, "utility": "placing", "tree": "all", "chance": chance}
    players = [search.MCTS(state.game, memory=1 << 17, **plain) for _ in range(4)]
    full = 0
    for _ in range(16):
        if state.is_chance_node():
            state.play_chance(rng)
            continue
        result = players[state.current_player()].search(state, iterations=400, seed=rng.randrange(1 << 40))
        assert sum(visits(result).values()) == 400 + result.kept
        full += result.full and result.kept > 0
        state.apply_action(result.action)
    assert full > 0


SCARCE = """
import random, resource, sys
import pyboard
from pyboard import search

def in_use():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()

game = pyboard.load_game("cacao", players=2)
state = game.new_initial_state()
luck = random.Random(3)
while state.is_chance_node() or len(state.history(forced=True)) < 80:
    state.apply_action(luck.choice(state.legal_actions()))
searcher = search.MCTS(game, memory=1 << 25, exploration=0.05, prior_weight=0)
before = searcher.search(state, iterations=150_000, seed=1)
state.apply_action(before.action)
while state.is_chance_node():
    state.apply_action(state.legal_actions()[0])
_, most = resource.getrlimit(resource.RLIMIT_AS)
resource.setrlimit(resource.RLIMIT_AS, (in_use() + int(float(sys.argv[1]) * before.memory), most))
try:
    result = searcher.search(state, iterations=200, seed=2)
except MemoryError:
    print("refused")
    resource.setrlimit(resource.RLIMIT_AS, (most, most))
    result = searcher.search(state, iterations=200, seed=2)
print(result.nodes, result.kept, sum(action.visits for action in result.actions))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing tells how much memory is in use")
def test_a_tree_that_finds_no_room_to_move_keeps_a_part_or_stays():
    def searched(room: float) -> tuple[list[str], int, int, int]:
        run = subprocess.run([sys.executable, "-c", SCARCE, str(room)], check=True, capture_output=True, text=True)
        *refused, counts = run.stdout.splitlines()
        nodes, kept, visits = map(int, counts.split())
        return refused, nodes, kept, visits

    for _, _, kept, counted in (whole := searched(20), part := searched(1), none := searched(0)):
        assert counted == kept + 200
    assert (whole[0], part[0], none[0]) == ([], [], ["refused"])
    assert whole[1:] == none[1:]  # who is refused can try again
    assert 200 < part[1] < whole[1]
