"""Searches find the known values of small games."""

from __future__ import annotations

import math
import random
import statistics
from typing import Any

import pytest
from support.games import Setup, plain_setups, positions
from support.searches import PLAIN, best_actions, children, load, means, pig_values, solve, visits

import pyboard
from pyboard import State, search


def tic_tac_toe(*rows: str) -> State:
    return pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": list(rows)})


def test_tic_tac_toe_is_a_draw() -> None:
    state = load("toy:tic_tac_toe")
    assert solve(state) == (0.5, 0.5)
    result = search.mcts(state, iterations=400_000, seed=1)
    assert result.values == pytest.approx((0.5, 0.5), abs=0.03)
    assert not result.full


@pytest.mark.parametrize(
    "rows",
    [
        ("x..", "...", "..."),  # a corner: only the middle holds the draw
        (".x.", "...", "..."),
        ("x..", ".o.", "..x"),  # an edge holds the draw, a corner loses
        ("xx.", "oo.", "..."),  # win at once
        ("xo.", ".x.", "..."),  # parry
        ("x.o", ".x.", "..."),
        ("o.x", ".x.", "o.."),
    ],
)
def test_tic_tac_toe_best_action(rows: tuple[str, ...]) -> None:
    state = tic_tac_toe(*rows)
    for seed in range(3):
        result = search.mcts(state, iterations=10_000, seed=seed)
        assert result.text in best_actions(state)
        line = state.clone()
        for entry in result.principal_variation[:2]:
            assert entry.text in best_actions(line)
            line.apply_action(entry.action)


def test_a_win_that_is_there_is_seen_at_once() -> None:
    state = tic_tac_toe("xx.", "oo.", "...")
    result = search.mcts(state, iterations=500, seed=1)
    assert (result.text, result.values) == ("mark 2", (1.0, 0.0))
    assert search.greedy(state).text == "mark 2"
    assert search.flat(state, iterations=500).text == "mark 2"


def test_three_players_each_maximise_their_own() -> None:
    state = load("toy:three_player")
    expected = solve(state)
    result = search.mcts(state, iterations=20_000, seed=1)
    assert result.text == "left"
    assert result.values == pytest.approx(expected, abs=0.01)
    assert [entry.text for entry in result.principal_variation] == ["left", "left", "left"]
    # Random play misleads whoever does not look ahead.
    assert search.flat(state, iterations=2000, seed=1).text == "right"


def test_at_every_node_of_the_three_player_tree() -> None:
    nodes = [load("toy:three_player")]
    while nodes:
        state = nodes.pop()
        if state.is_terminal():
            continue
        result = search.mcts(state, iterations=5000, seed=2)
        assert result.text in best_actions(state)
        assert result.values == pytest.approx(solve(state), abs=0.02)
        nodes += [child for _, child in children(state)]


def pig_position(target: int, own: int, other: int, total: int) -> State:
    game = pyboard.load_game("toy:pig", 2, target=target)
    data = game.new_initial_state().to_dict()
    data.update({"scores": [own, other], "turn_total": total, "seat": 0, "phase": "decide"})
    return game.state_from_dict(data)


def test_pig_against_value_iteration() -> None:
    target = 20
    values = pig_values(target)
    for own, other, total in ((0, 0, 4), (0, 0, 15), (10, 12, 6), (5, 16, 8), (15, 4, 3), (18, 18, 0), (8, 0, 11)):
        hold = 1 - values[other, own + total, 0] if total > 0 and own + total < target else None
        roll = 1 - values[other, own, 0]
        for side in range(2, 7):
            roll += 1.0 if own + total + side >= target else values[own, other, total + side]
        roll /= 6
        state = pig_position(target, own, other, total)
        if state.current_player() != 0 or len(state.legal_actions()) < 2:
            continue  # one of the two was forced
        result = search.mcts(state, iterations=300_000, seed=1, exploration=0.3)
        found = means(result, 0)
        assert hold is not None
        if abs(roll - hold) > 0.02:
            assert result.text == ("roll" if roll > hold else "hold")
        assert max(found.values()) == pytest.approx(max(roll, hold), abs=0.03)


def test_closed_chance_tells_outcomes_apart() -> None:
    state = pig_position(20, 5, 5, 6)
    closed = search.mcts(state, iterations=5000, seed=1, chance="closed")
    assert closed.nodes > 2 * search.mcts(state, iterations=5000, seed=1, chance="open").nodes
    # Few outcomes: closed by default. Many: open.
    assert search.mcts(state, iterations=5000, seed=1).nodes == closed.nodes
    state = load("cacao", 2)
    nodes = {chance: search.mcts(state, iterations=500, seed=1, chance=chance).nodes for chance in ("auto", "open")}
    assert nodes["auto"] == nodes["open"]


def test_nobody_wins_at_matching_pennies() -> None:
    """Sealed choices: p1 cannot answer what p0 has chosen."""
    state = load("toy:matrix")
    result = search.mcts(state, iterations=50_000, seed=1)
    assert result.values == pytest.approx((0.5, 0.5), abs=0.01)
    counts = visits(result)
    assert min(counts.values()) > 0.4 * 50_000
    # Who sees the true position answers best.
    state.apply_action(state.legal_actions()[0])
    blind = search.mcts(state, iterations=20_000, seed=1)
    assert blind.values[1] == pytest.approx(0.5, abs=0.02)
    cheat = search.mcts(state, iterations=20_000, seed=1, information="perfect")
    assert cheat.values[1] > 0.99


@pytest.mark.parametrize(("name", "players"), [("cacao", 2), ("cacao", 3), ("chocolatl", 4), ("cuba", 5)])
def test_estimates_of_wins(name: str, players: int) -> None:
    """As if a seat came before each of the others with the same chance: a power of the placing, in shares of one."""
    state = pyboard.load_game(name, players).new_initial_state()
    settings: dict[str, Any] = {**PLAIN, "playout_depth": 0, "seed": 5, "iterations": 1}
    while not state.is_terminal():
        if state.current_player() >= 0:
            found = {
                key: search.mcts(state, utility=key, placing_share=share, **settings).actions[0].mean
                for key, share in (("placing", 0), ("win", 0))
            }
            mixed = search.mcts(state, utility="win", placing_share=0.25, **settings).actions[0].mean
            placing, win = found["placing"], found["win"]
            assert placing is not None
            assert win is not None
            powers = [value ** (players - 1) for value in placing]
            if players == 2 or max(placing) < 1:  # a finished game is no estimate
                expected = placing if players == 2 else [power / sum(powers) for power in powers]
                assert win == pytest.approx(expected, abs=1e-4)
                assert mixed == pytest.approx(
                    [0.75 * w + 0.25 * p for w, p in zip(win, placing, strict=True)], abs=1e-4
                )
        legal = state.legal_actions()
        state.apply_action(legal[len(state.history()) * 7 % len(legal)])


def test_utility_win_ignores_second_places() -> None:
    state = load("toy:three_player")
    state.apply_text("left")
    state.apply_text("left")
    # The seat that moves last cannot win; by placing it prefers to share second place, by wins it does not care.
    placing = search.mcts(state, iterations=2000, seed=1)
    win = search.mcts(state, iterations=2000, seed=1, utility="win")
    assert placing.text == "left"
    assert visits(placing)["left"] > 1900
    assert all(value == 0 for value in means(win, 2).values())
    assert sum(win.values) == pytest.approx(1)
    assert abs(visits(win)["left"] - visits(win)["right"]) <= 1


def test_utilities_by_points() -> None:
    """Every finished game counts by a line through the points, cut off at its ends."""
    checked = 0
    for players in (2, 3):
        state = load("cacao", players)
        while not state.is_terminal():
            last = state.clone()
            _random_event(state)
        while last.is_chance_node():  # the last decision
            last.play_chance(1)
        if last.is_terminal():
            continue
        settings = {"information": "perfect", "all_actions": True}
        for action, child in children(last):
            if not child.is_terminal():
                continue
            points = child.scores()
            score = search.solve(last, utility="score", score_least=40, score_range=20, **settings)
            margin = search.solve(last, utility="margin", margin_range=10, **settings)
            mixed = search.solve(last, utility="margin", margin_range=10, placing_share=0.25, **settings)
            rows = [next(row for row in found.actions if row.action == action) for found in (score, margin, mixed)]
            for seat in range(players):
                others = (sum(points) - points[seat]) / (players - 1)
                lead = min(max(0.5 + (points[seat] - others) / 20, 0), 1)
                placing = (child.returns()[seat] + 1) / 2
                assert all(row.mean is not None for row in rows)
                assert rows[0].mean[seat] == pytest.approx(min(max((points[seat] - 40) / 20, 0), 1), abs=1e-4)
                assert rows[1].mean[seat] == pytest.approx(lead, abs=1e-4)
                assert rows[2].mean[seat] == pytest.approx(0.75 * lead + 0.25 * placing, abs=1e-4)
                checked += 1
    assert checked > 4


def _random_event(state: State) -> None:
    rng = random.Random(len(state.history()))
    if state.is_chance_node():
        state.play_chance(rng)
    else:
        state.apply_action(rng.choice(state.legal_actions()))


def test_scales_of_points_belong_to_game_and_seats() -> None:
    rows = {n: {r["name"]: r["default"] for r in search.parameters(pyboard.load_game("cacao", n))} for n in (2, 3, 4)}
    assert [rows[n]["margin_range"] for n in rows] == [30, 27, 24]
    assert {r["name"]: r["default"] for r in search.parameters()}["margin_range"] == 50
    with pytest.raises(ValueError, match="placing_share cannot be 2"):
        search.mcts(load("cacao", 2), placing_share=2)


@pytest.mark.parametrize("game", [setup for setup in plain_setups() if not setup.name.startswith("toy:")], ids=str)
def test_scales_of_points_tell_results_apart(game: Setup) -> None:
    """Of games played with some care few end beyond the ends of the lines, and the lines are not far longer."""
    scale = {row["name"]: row["default"] for row in search.parameters(game.load())}
    points, leads = [], []
    for outcome in pyboard.play_match(
        game.load(),
        ["mcts:iterations=200,playout_greedy=0,prior_weight=0,first_play_reduction=-1,utility=placing"],
        games=5,
        seed=5,
    ).games:
        total = sum(outcome.scores)
        for score in map(float, outcome.scores):
            points.append((score - scale["score_least"]) / scale["score_range"])
            leads.append((score - (float(total) - score) / (game.players - 1)) / scale["margin_range"])
    assert sum(0 <= share <= 1 for share in points) >= 0.95 * len(points)
    assert sum(-1 <= share <= 1 for share in leads) >= 0.9 * len(leads)
    assert max(points) - min(points) > 0.15
    assert max(leads) - min(leads) > 0.3


@pytest.mark.parametrize("name", ["toy:tic_tac_toe", "toy:connect_four", "cacao"])
def test_playout_depth_zero_is_the_estimate(name: str) -> None:
    state = load(name, 2)
    count = len(state.legal_actions())
    result = search.mcts(state, iterations=count, playout_depth=0, seed=1, **PLAIN)
    for action, child in children(state):
        row = next(row for row in result.actions if row.action == action)
        assert row.visits == 1
        assert row.mean == pytest.approx(child.evaluate(), abs=1e-6)
    assert means(search.greedy(state), 0) == pytest.approx(means(result, 0), abs=1e-6)


def test_playouts_that_do_not_end_are_counted() -> None:
    state = load("toy:pig", 2, target=1_000_000)
    result = search.mcts(state, iterations=20, playout_limit=100, seed=1)
    assert result.truncated == 20
    assert search.flat(state, iterations=20, playout_limit=100, seed=1).truncated == 20
    assert search.mcts(load("toy:pig", 2), iterations=200, seed=1).truncated == 0


def test_exploration_spreads_the_visits() -> None:
    state = load("toy:connect_four")
    shares = []
    for exploration in (0.0, 0.3, 0.7, 3.0, 100.0):
        result = search.mcts(state, iterations=5000, seed=1, exploration=exploration)
        shares.append(result.actions[0].visits / 5000)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.9
    assert shares[-1] == pytest.approx(1 / 7, abs=0.01)


def test_first_play_lets_actions_wait() -> None:
    state = load("cacao", 2)
    all_tried = search.mcts(state, iterations=len(state.legal_actions()), seed=1, **PLAIN)
    assert all(row.visits == 1 for row in all_tried.actions)
    # Below any bound: the first action is tried for ever, others never.
    one = search.mcts(state, iterations=100, seed=1, first_play=0, **PLAIN)
    assert sorted(row.visits for row in one.actions)[-2:] == [0, 100]
    some = search.mcts(state, iterations=2000, seed=1, first_play=0.5, **PLAIN)
    assert some.actions[0].visits > 300


def test_counting_is_exact_beyond_16_bits() -> None:
    """Means in the tree, kept in 32 bits per seat, against sums in double precision."""
    state = load("toy:three_player")
    player = search.MCTS(state.game, exploration=1000)
    first = player.search(state, iterations=1_500_000, seed=1)
    again = player.search(state, iterations=1, seed=1)  # takes its rows from the tree
    assert min(row.visits for row in first.actions) > 1 << 17
    for text, mean in means(first, 1).items():
        assert means(again, 1)[text] == pytest.approx(mean, abs=1e-4)
        assert math.isfinite(mean)


def test_sequential_halving_moves_the_budget_to_the_better_half() -> None:
    state = load("toy:connect_four")
    result = search.flat(state, iterations=7000, seed=1)
    counts = [row.visits for row in result.actions]
    # 7, 4, 2 actions share a third of the budget each.
    assert counts[0] == pytest.approx(7000 / 3 * (1 / 7 + 1 / 4 + 1 / 2), abs=3)
    assert counts[1] == pytest.approx(counts[0], abs=1)
    assert counts[2:4] == [pytest.approx(7000 / 3 * (1 / 7 + 1 / 4), abs=3)] * 2
    assert counts[4:] == [7000 // 21] * 3
    assert result.text == "drop 3"
    values = means(result, 0)
    assert values["drop 3"] > values["drop 4"] > values["drop 6"]


def test_common_random_numbers_make_differences_surer() -> None:
    """Over many seeds the difference of two late actions varies less if both meet the same hands and draws."""
    state = next(
        state
        for state in positions(Setup("cacao", 2))
        if state.current_player() >= 0 and state.action_to_string(state.legal_actions()[0]).startswith("keep")
    )
    first, second, *_ = state.legal_actions()

    def deviation(common: bool) -> float:
        differences = []
        for seed in range(200):
            result = search.flat(state, iterations=64, seed=seed, common_random_numbers=common)
            found = {row.action: row.mean[state.current_player()] for row in result.actions if row.mean is not None}
            differences.append(found[first] - found[second])
        return statistics.pstdev(differences)

    assert deviation(True) < 0.85 * deviation(False)


def test_greedy_takes_what_the_estimate_likes_best() -> None:
    state = load("toy:connect_four")
    for _ in range(6):
        mover = state.current_player()
        estimates = {action: child.evaluate()[mover] for action, child in children(state)}
        result = search.greedy(state)
        assert result.action == max(estimates, key=lambda action: (estimates[action], -action))
        assert result.iterations == len(estimates)
        state.apply_action(result.action)


def test_greedy_averages_over_chance() -> None:
    state = load("toy:pig", 2)
    mover = state.current_player()
    roll = dict(children(state))[next(a for a in state.legal_actions() if state.action_to_string(a) == "roll")]
    exact = expected_estimate(roll, mover, 8)
    result = search.greedy(state, samples=20_000, seed=1)
    assert result.iterations == 2 * 20_000
    row = next(row for row in result.actions if row.text == "roll")
    error = row.error(mover)
    assert error is not None
    assert row.mean is not None
    assert row.mean[mover] == pytest.approx(exact, abs=5 * error)


def expected_estimate(state: State, seat: int, rolls: int) -> float:
    """Expected estimate at the next decision; rolling only ones so often is neglected."""
    if not state.is_chance_node() or rolls == 0:
        return state.evaluate()[seat]
    weights = dict(state.chance_outcomes())
    return sum(weights[outcome] * expected_estimate(child, seat, rolls - 1) for outcome, child in children(state))
