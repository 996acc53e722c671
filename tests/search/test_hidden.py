"""Searches use what the searching player knows and nothing else."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from support.games import Setup, draw, positions
from support.searches import facts, load, means, visits

import pyboard
from pyboard import State, search

INFORMED: dict[str, Any] = {
    "first_play_reduction": 0.2,
    "variance_scaling": True,
    "value_scaling": 0.5,
    "prior_weight": 1.0,
    "prior_visits": 1,
    "history_weight": 0.5,
    "mast": 0.3,
    "playout_greedy": 0.3,
    "solve_decisions": 6,
}
# The playouts of a game may be those of its estimate, which take their time.
LIGHT: dict[str, Any] = {"playout_greedy": 0.0}
SEARCHES = {
    "mcts": lambda state, **kw: search.mcts(state, iterations=150, **kw),
    "mcts-open": lambda state, **kw: search.mcts(state, iterations=150, **LIGHT, chance="open", **kw),
    "mcts-closed": lambda state, **kw: search.mcts(state, iterations=150, **LIGHT, chance="closed", **kw),
    "mcts-informed": lambda state, **kw: search.mcts(state, iterations=150, **INFORMED, **kw),
    "mcts-regret": lambda state, **kw: search.mcts(
        state, iterations=150, **LIGHT, selection="regret", final="average", **kw
    ),
    "mcts-own": lambda state, **kw: search.mcts(state, iterations=150, **LIGHT, tree="own", **kw),
    "mcts-turn": lambda state, **kw: search.mcts(state, iterations=150, **LIGHT, tree="turn", chance="closed", **kw),
    "flat": lambda state, **kw: search.flat(state, iterations=150, **kw),
    "greedy": search.greedy,
}


def decisions(setup: Setup, count: int) -> list[State]:
    states = [state for state in positions(setup) if state.current_player() >= 0]
    return states[:: max(len(states) // count, 1)]


@pytest.mark.parametrize("name", SEARCHES)
def test_what_looks_the_same_gets_the_same_result(setup: Setup, name: str) -> None:
    """Byte for byte, with the same seed, in the true position and in one that was dealt anew."""
    different = 0
    for state in decisions(setup, 3 if setup.options else 10):
        player = state.current_player()
        expected = facts(SEARCHES[name](state, seed=5))
        for seed in (1, 2):
            twin = state.resample_from_infostate(player, seed)
            different += twin != state
            assert facts(SEARCHES[name](twin, seed=5)) == expected
    if setup.name in ("cacao", "toy:kuhn_poker", "toy:sealed_auction", "toy:hidden_coin"):
        assert different > 0


@pytest.mark.parametrize("name", SEARCHES)
def test_another_player_may_search(plain_setup: Setup, name: str) -> None:
    """What a player expects of another seat depends on his knowledge, not on the mover's."""
    for state in decisions(plain_setup, 3):
        mover = state.current_player()
        for player in range(state.game.players):
            if player == mover:
                continue
            result = SEARCHES[name](state, seed=5, player=player)
            assert (result.player, result.viewer) == (mover, player)
            assert name == "mcts-informed" or all(row.visits > 0 for row in result.actions)
            for seed in (1, 2):
                twin = state.resample_from_infostate(player, seed)
                if twin.current_player() != mover or event_length(twin) > 0:
                    continue  # the decision was forced in that deal
                assert facts(SEARCHES[name](twin, seed=5, player=player)) == facts(result)


def test_flat_tries_what_another_player_may_have() -> None:
    """A player keeps two of four tiles that the others do not see (Tzolk'in, set-up step 7): few pairs a deal."""
    state = load("tzolkin", 4)
    for seed in range(10):
        for player in {0, 1, 2, 3} - {state.current_player()}:
            result = search.flat(state, iterations=60, seed=seed, player=player)
            assert sum(row.visits for row in result.actions) > 30
            assert len(result.actions) > 20


def event_length(state: State) -> int:
    return len(state.history(forced=True))


def test_a_cheat_dares_and_an_honest_search_does_not() -> None:
    """HC-3: nobody sees the two coins; whoever looks under the cup knows the guesses."""
    state = load("toy:hidden_coin", coins=2)
    for seed in range(5):
        honest = search.mcts(state, iterations=4000, seed=seed)
        assert (honest.text, honest.values) == ("safe", (0.5, 0.5))
        cheat = search.mcts(state, iterations=4000, seed=seed, information="perfect")
        assert cheat.text == "dare"
        assert cheat.values[0] > 0.95
        assert search.flat(state, iterations=400, seed=seed).text == "safe"


def test_guessing_in_the_tree_is_no_better_than_chance() -> None:
    """After `dare` the guesses are worth 1/4: a tree per imagined world would make them certain."""
    state = load("toy:hidden_coin", coins=2)
    state.apply_text("dare")
    result = search.mcts(state, iterations=20_000, seed=1)
    assert result.values[0] == pytest.approx(0.25, abs=0.02)
    assert min(visits(result).values()) > 6000


def test_the_one_who_sees_the_coins_may_use_them() -> None:
    """HC-1: seen by p1 they are no secret of his, and still one to p0."""
    state = load("toy:hidden_coin", coins=2, seen_by="p1")
    assert search.mcts(state, iterations=4000, seed=1).text == "safe"
    informed = search.mcts(state, iterations=4000, seed=1, player=1)
    assert informed.text == "dare"


def kuhn(p0: str, p1: str) -> State:
    state = pyboard.load_game("toy:kuhn_poker").new_initial_state()
    for card in (p0, p1):
        state.apply_action(
            next(outcome for outcome in state.legal_actions() if card in state.action_to_string(outcome).split())
        )
    return state


def test_kuhn_poker_answers_to_a_bet() -> None:
    """A king wins by calling, a jack loses either way, and a queen loses for sure if it folds."""
    for other in "JQ":
        state = kuhn(other, "K")
        state.apply_text("bet")
        result = search.mcts(state, iterations=2000, seed=1)
        assert (result.text, result.values) == ("call", (0.0, 1.0))
        assert visits(result)["fold"] < 20
    for other in "JK":
        state = kuhn(other, "Q")
        state.apply_text("bet")
        result = search.mcts(state, iterations=4000, seed=1)
        assert result.text == "call"
        # The deal is all that is uncertain: either card with the same chance.
        assert result.values == pytest.approx((0.5, 0.5), abs=0.03)
        cheat = search.mcts(state, iterations=4000, seed=1, information="perfect")
        assert means(cheat, 1)["call"] == (1.0 if other == "J" else 0.0)


def pairs(setup: Setup, player: int, seed: int) -> Iterator[tuple[State, State]]:
    """Two games that look the same to a player while they are not: decisions of his in both."""
    rng = random.Random(seed)
    a = setup.load().new_initial_state()
    while a.is_chance_node():
        a.apply_action(draw(a, rng))
    for _ in range(40):
        if a.is_terminal():
            return
        if a.current_player() == player:
            break
        a.apply_action(draw(a, rng) if a.is_chance_node() else rng.choice(a.legal_actions()))
    b = a.resample_from_infostate(player, seed)
    a = a.resample_from_infostate(player, seed + 1)  # so that both histories begin here
    for _ in range(60):
        if a.is_terminal() or b.is_terminal() or a.current_player() != b.current_player():
            return
        if a.current_player() == player:
            yield a, b
        for _ in range(20):
            options_a, options_b = (([draw(s, rng)] if s.is_chance_node() else s.legal_actions()) for s in (a, b))
            action = rng.choice(options_a)
            other = action if action in options_b else rng.choice(options_b)
            next_a, next_b = a.clone(), b.clone()
            next_a.apply_action(action)
            next_b.apply_action(other)
            if next_a.information_state_string(player) == next_b.information_state_string(player):
                break
        else:
            return
        a, b = next_a, next_b


@pytest.mark.parametrize("chance", ["open", "closed"])
@pytest.mark.parametrize(
    "hidden",
    [
        Setup("toy:sealed_auction", 3),
        Setup("toy:kuhn_poker", 2),
        Setup("toy:matrix", 2, (("rounds", 3),)),
        Setup("cacao", 3),
    ],
    ids=str,
)
def test_a_kept_tree_tells_nothing_either(hidden: Setup, chance: str) -> None:
    """Trees kept along two games that look the same to a player give him the same results."""
    kept = compared = different = 0
    for seed in range(40):
        for player in range(hidden.players):
            left, right = (search.MCTS(hidden.load(), chance=chance, tree="all") for _ in range(2))
            for a, b in pairs(hidden, player, 100 * seed):
                found = [facts(tree.search(state, iterations=60, seed=seed)) for tree, state in ((left, a), (right, b))]
                assert found[0] == found[1]
                kept += found[0]["kept"] > 0
                different += a != b
                compared += 1
    assert compared > 50
    assert different > 20 or hidden.name == "toy:matrix"
    assert kept > 0 or chance == "open"


def test_open_loop_nodes_hold_what_is_legal_now() -> None:
    """A node that stands for several hands only ever plays what the hand at hand allows."""
    rng = random.Random(3)
    for setup in (Setup("cacao", 3), Setup("toy:sealed_auction", 3)):
        for state in decisions(setup, 8):
            for chance in ("open", "closed"):
                result: Any = search.mcts(state, iterations=3000, seed=rng.randrange(1000), chance=chance)
                assert {row.action for row in result.actions} == set(state.legal_actions())
