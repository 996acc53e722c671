"""No cheating where something is hidden: at such positions of every game, in the middle of sealed packages too."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest
from support.games import Setup, plain_setups, walk
from support.searches import facts

from pyboard import State, search
from pyboard.search import SearchResult

GAMES = [setup for setup in plain_setups() if not setup.name.startswith("toy:")]
# Kinds of decision at which the mover cannot see what others have chosen or hold.
KINDS = {
    "cacao": {"at", "set", "lay", "keep"},
    "chocolatl": {"offer_first", "bid", "card1", "card2", "dice", "village_choice", "offer_last"},
    "cuba": {"bribe"},
    "pantheon": {"shop", "step", "turn", "movement", "follow", "coin", "take", "offer", "discard", "trade", "gallia"},
    "tzolkin": {"keep"},
}
# Of these the package of another seat may be finished or half way: its choices lie sealed.
SEALED = {"chocolatl": {"bid", "card1", "card2"}, "cuba": {"bribe"}, "tzolkin": {"keep"}}

# The playouts of a game may be those of its estimate, which take their time.
LIGHT: dict[str, Any] = {"playout_greedy": 0.0}
SEARCHES: dict[str, Callable[..., SearchResult]] = {
    "mcts": lambda state, **kw: search.mcts(state, iterations=120, **kw),
    "mcts-open": lambda state, **kw: search.mcts(state, iterations=120, **LIGHT, chance="open", playout_depth=-1, **kw),
    "mcts-closed": lambda state, **kw: search.mcts(state, iterations=120, **LIGHT, chance="closed", solver=True, **kw),
    "mcts-regret": lambda state, **kw: search.mcts(
        state, iterations=120, **LIGHT, selection="regret", final="sealed", **kw
    ),
    "mcts-informed": lambda state, **kw: search.mcts(
        state, iterations=120, prior_weight=1.0, prior_visits=1, history_weight=0.5, mast=0.3, solve_decisions=6, **kw
    ),
    "mcts-threads": lambda state, **kw: search.mcts(state, iterations=120, **LIGHT, threads=2, **kw),
    "mcts-own": lambda state, **kw: search.mcts(state, iterations=120, **LIGHT, tree="own", **kw),
    "mcts-turn": lambda state, **kw: search.mcts(state, iterations=120, **LIGHT, tree="turn", chance="closed", **kw),
    "mcts-late": lambda state, **kw: search.mcts(state, iterations=120, **LIGHT, expand_visits=3, **kw),
    "flat": lambda state, **kw: search.flat(state, iterations=120, **kw),
    "greedy": search.greedy,
}
POSITIONS = 200


def hidden(state: State) -> bool:
    """True if the mover cannot tell this position from another."""
    player = state.current_player()
    return any(state.resample_from_infostate(player, seed) != state for seed in range(3))


@cache
def hidden_decisions(setup: Setup, count: int) -> tuple[State, ...]:
    """Decisions at which something is hidden, from many games, every kind of decision in its turn."""
    game = setup.load()
    rng = random.Random(str(setup))
    by_kind: dict[str | None, list[State]] = defaultdict(list)
    for seed in range(300):
        if sum(map(len, by_kind.values())) >= 2 * count and 4 * seed >= count:
            break
        found = [state.clone() for state in walk(game, seed) if state.current_player() >= 0 and hidden(state)]
        rng.shuffle(found)
        for state in found:
            if len(by_kind[state.node_kind()]) < max(8, 2 * count // len(KINDS[setup.name])):
                by_kind[state.node_kind()].append(state)
    chosen: list[State] = []
    while len(chosen) < count and any(by_kind.values()):
        for states in by_kind.values():
            if states and len(chosen) < count:
                chosen.append(states.pop())
    return tuple(chosen)


def check(setup: Setup, name: str, count: int) -> None:
    """The same visits, means and everything else, in the true position and in others that look the same."""
    states = hidden_decisions(setup, count)
    assert len(states) == count
    different = 0
    for number, state in enumerate(states):
        expected = facts(SEARCHES[name](state, seed=number))
        assert sum(row["visits"] for row in expected["actions"]) > 0
        for seed in (1, 2):
            twin = state.resample_from_infostate(state.current_player(), seed)
            different += twin != state
            assert facts(SEARCHES[name](twin, seed=number)) == expected
    assert different >= count // 3  # a hidden thing with few values often comes out as it was


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("name", SEARCHES)
def test_where_something_is_hidden(game: Setup, name: str) -> None:
    check(game, name, 5)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("name", SEARCHES)
def test_where_something_is_hidden_at_many_positions(game: Setup, name: str) -> None:
    check(game, name, POSITIONS)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_kind_of_hidden_decision_is_among_the_positions(game: Setup) -> None:
    kinds = {state.node_kind() for state in hidden_decisions(game, POSITIONS)}
    assert kinds >= KINDS[game.name]


# ---------------------------------------------------------------- sealed choices


@cache
def sealed_pairs(setup: Setup, games: int, most: int) -> tuple[tuple[State, State], ...]:
    """Two positions that differ in what an earlier seat has sealed: decisions of a later seat of the same package."""
    return tuple(islice(_sealed_pairs(setup, games), most))


def _sealed_pairs(setup: Setup, games: int) -> Iterator[tuple[State, State]]:
    kinds = SEALED.get(setup.name, {"bid", "choose"})
    game = setup.load()
    for seed in range(games):
        rng = random.Random(f"{setup} {seed}")
        for state in walk(game, seed):
            if state.current_player() < 0 or state.node_kind() not in kinds:
                continue
            one, other = (follow(state, action, rng) for action in rng.sample(state.legal_actions(), 2))
            if one is None or other is None or one == other:
                continue
            viewer = one.current_player()
            if other.current_player() == viewer and alike(one, other, viewer):
                yield one, other


def follow(state: State, action: int, rng: random.Random) -> State | None:
    """What comes of a sealed choice, up to the first decision of another seat; None if it lies open before that."""
    first, child = state.current_player(), state.clone()
    child.apply_action(action)
    while child.current_player() == first:
        child.apply_action(rng.choice(child.legal_actions()))
    return child if child.current_player() >= 0 else None


def alike(one: State, other: State, viewer: int) -> bool:
    """True if the viewer cannot tell one from the other."""
    return one.information_state_string(viewer) == other.information_state_string(viewer)


PACKAGES = [
    *(setup for setup in GAMES if setup.name in SEALED),
    Setup("toy:sealed_auction", 2),
    Setup("toy:sealed_auction", 3),
    Setup("toy:matrix", 2, (("rounds", 3),)),
]


def check_sealed(setup: Setup, name: str, games: int, count: int) -> None:
    pairs = sealed_pairs(setup, games, count)
    assert len(pairs) == count
    for number, (one, other) in enumerate(pairs):
        assert facts(SEARCHES[name](one, seed=number)) == facts(SEARCHES[name](other, seed=number))


@pytest.mark.parametrize("package", PACKAGES, ids=str)
@pytest.mark.parametrize("name", SEARCHES)
def test_an_earlier_sealed_choice_changes_nothing(package: Setup, name: str) -> None:
    check_sealed(package, name, games=40, count=8)


@pytest.mark.slow
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("package", PACKAGES, ids=str)
@pytest.mark.parametrize("name", ["mcts", "mcts-regret", "flat"])
def test_an_earlier_sealed_choice_changes_nothing_in_many_games(package: Setup, name: str) -> None:
    check_sealed(package, name, games=400, count=POSITIONS)


@pytest.mark.parametrize("package", PACKAGES, ids=str)
def test_the_yardstick_sees_what_was_sealed(package: Setup) -> None:
    """Else the tests above would prove nothing: who searches the true position often comes to other results."""
    pairs = sealed_pairs(package, 40, 8)
    found = [[facts(search.mcts(s, iterations=200, seed=1, information="perfect")) for s in pair] for pair in pairs]
    assert sum(one["actions"] != other["actions"] for one, other in found) > len(found) // 4
