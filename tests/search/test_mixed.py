"""Mixed strategies: where choices are sealed or hands hidden the searches come near to an equilibrium."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.searches import exploitability, facts, load, means, tree_policy, visits, walk

import pyboard
from pyboard import Game, search

# What is at stake in Kuhn poker are chips, not who wins.
CHIPS: dict[str, Any] = {"utility": "score", "score_least": -2, "score_range": 4}


def pennies(*rows: tuple[int, int]) -> Game:
    """A game of two choices each; what one seat wins the other loses."""
    names = ("heads", "tails")
    table = {
        row: {column: [payoff, -payoff] for column, payoff in zip(names, payoffs, strict=True)}
        for row, payoffs in zip(names, rows, strict=True)
    }
    return pyboard.load_game("toy:matrix", game="matching_pennies", components={"matching_pennies": table})


@pytest.mark.parametrize("settings", [{"exploration": 0.6}, {"selection": "regret"}], ids=["ucb", "regret"])
def test_kuhn_poker_before_the_deal(settings: dict[str, Any]) -> None:
    """Every hand has nodes of its own; what both play on average can hardly be exploited."""
    game = pyboard.load_game("toy:kuhn_poker")
    start = game.new_initial_state()
    uniform = {state.information_state_string(): dict.fromkeys(state.legal_actions(), 0.5) for state in walk(start)}
    assert len(uniform) == 12
    assert exploitability(start, uniform) == pytest.approx(0.458, abs=0.001)
    player = search.MCTS(game, **CHIPS, **settings)
    assert player.explore(start, iterations=400_000, seed=1) > 12
    policy = tree_policy(start, player)
    assert exploitability(start, policy) < 0.05
    for name, shares in policy.items():
        assert sum(shares.values()) == pytest.approx(1), name


def test_regret_matching_comes_nearer_with_time() -> None:
    game = pyboard.load_game("toy:kuhn_poker")
    start = game.new_initial_state()
    player = search.MCTS(game, selection="regret", **CHIPS)
    found = []
    for iterations in (1000, 19_000, 380_000):  # the tree is kept in between
        player.explore(start, iterations=iterations, seed=1)
        found.append(exploitability(start, tree_policy(start, player)))
    assert found[0] > found[1] > found[2]
    assert found[2] < 0.02


@pytest.mark.parametrize(
    ("rows", "share", "value"),
    [
        (((1, -1), (-1, 1)), 1 / 2, 0.0),
        (((2, -1), (-1, 1)), 2 / 5, 1 / 5),
        (((5, -1), (-3, 1)), 2 / 5, 1 / 5),
        (((3, 1), (2, -1)), 1.0, 1.0),  # a saddle point
    ],
)
def test_matrix_games(rows: tuple[tuple[int, int], tuple[int, int]], share: float, value: float) -> None:
    """How often p0 chooses the first row, and what he gets."""
    state = pennies(*rows).new_initial_state()
    result = search.mcts(state, iterations=100_000, seed=1, selection="regret", utility="margin", margin_range=10)
    found = {row.text: row.strategy for row in result.actions}
    assert found["heads"] == pytest.approx(share, abs=0.04)
    total = sum(row.visits for row in result.actions)
    mean = sum(row.visits * row.mean[0] for row in result.actions if row.mean is not None) / total
    assert (mean - 0.5) * 10 == pytest.approx(value, abs=0.25)  # exploration costs a little


@pytest.mark.slow
def test_average_strategies_of_very_many_iterations() -> None:
    """Sums of chances outgrow what a float can add to: from 2^23 on two fifths would no longer count."""
    state = pennies((2, -1), (-1, 1)).new_initial_state()
    result = search.mcts(state, iterations=80_000_000, seed=1, selection="regret", utility="margin", margin_range=10)
    found = {row.text: row.strategy for row in result.actions}
    assert found["heads"] == pytest.approx(2 / 5, abs=0.01)


def test_the_answer_is_drawn_where_the_choice_stays_hidden() -> None:
    state = pennies((2, -1), (-1, 1)).new_initial_state()
    settings: dict[str, Any] = {"selection": "regret", "utility": "margin", "margin_range": 10, "iterations": 3000}
    drawn = Counter(search.mcts(state, seed=seed, final="sealed", **settings).text for seed in range(120))
    assert 0.2 < drawn["heads"] / 120 < 0.6
    result = search.mcts(state, seed=5, final="sealed", **settings)
    assert facts(result) == facts(search.mcts(state, seed=5, final="sealed", **settings))
    row = next(row for row in result.actions if row.action == result.action)
    assert result.values == row.mean
    best = search.mcts(state, seed=5, final="best", **settings)
    assert best.action == best.actions[0].action == max(best.actions, key=lambda row: row.strategy or 0).action


def test_what_lies_open_is_not_drawn() -> None:
    state = load("toy:connect_four")
    best = search.mcts(state, iterations=500, seed=1)
    assert search.mcts(state, iterations=500, seed=1, final="sealed").action == best.action
    drawn = {search.mcts(state, iterations=500, seed=seed, final="average").action for seed in range(40)}
    assert len(drawn) > 2
    assert [row.strategy for row in best.actions] == [row.visits / 500 for row in best.actions]


def test_no_strategy_fusion_with_regrets() -> None:
    state = load("toy:hidden_coin", coins=2)
    for seed in range(3):
        honest = search.mcts(state, iterations=20_000, seed=seed, selection="regret")
        assert honest.text == "safe"
        assert honest.values == (0.5, 0.5)
        assert means(honest, 0)["dare"] == pytest.approx(0.25, abs=0.06)
        cheat = search.mcts(state, iterations=20_000, seed=seed, selection="regret", information="perfect")
        assert cheat.text == "dare"


def test_regrets_do_not_cheat() -> None:
    """Another deal that looks the same gives the same result."""
    for name in ("toy:kuhn_poker", "toy:sealed_auction", "cacao"):
        state = load(name, 3 if name == "toy:sealed_auction" else None)
        mover = state.current_player()
        expected = facts(search.mcts(state, iterations=300, seed=3, selection="regret", final="average"))
        for seed in range(3):
            twin = state.resample_from_infostate(mover, seed)
            assert facts(search.mcts(twin, iterations=300, seed=3, selection="regret", final="average")) == expected


def test_regrets_without_secrets_find_the_best_action() -> None:
    state = pyboard.load_game("toy:tic_tac_toe").state_from_dict({"board": ["xx.", "oo.", "..."]})
    result = search.mcts(state, iterations=3000, seed=1, selection="regret")
    assert result.text == "mark 2"
    assert result.actions[0].strategy is not None
    assert result.actions[0].strategy > 0.8
    assert sum(visits(result).values()) == 3000
    three = search.mcts(load("toy:three_player"), iterations=20_000, seed=1, selection="regret")
    assert three.text == "left"


def test_strategies_at_positions_to_come() -> None:
    state = load("toy:connect_four")
    player = search.MCTS(state.game)
    assert player.strategy(state) is None
    result = player.search(state, iterations=2000, seed=1)
    shares = player.strategy(state)
    assert shares == {row.action: row.visits / 2000 for row in sorted(result.actions, key=lambda row: row.action)}
    child = state.clone()
    child.apply_action(result.action)
    below = player.strategy(child)
    assert below is not None
    assert sum(below.values()) == pytest.approx(1)
    assert player.search(state, iterations=1, seed=1).kept == 2000  # looking has moved nothing
    other = pyboard.load_game("toy:connect_four").state_from_dict(child.to_dict())
    assert player.strategy(other) is None  # another beginning
    with pytest.raises(ValueError, match="another game"):
        player.strategy(load("toy:pig"))
    with pytest.raises(TypeError, match=r"pyboard\.State"):
        player.strategy("state")  # type: ignore[arg-type]


def test_exploring_where_chance_is_due_gives_no_answer() -> None:
    game = pyboard.load_game("toy:kuhn_poker")
    start = game.new_initial_state()
    player = search.MCTS(game)
    with pytest.raises(ValueError, match="chance is to move"):
        player.search(start)
    assert player.explore(start, iterations=1000, seed=1) > 10
    assert player.last_result is None
    state = load("toy:kuhn_poker")
    assert player.search(state, iterations=10, seed=1).kept > 0  # what comes after this card
