"""Every game, with every number of players and many options; and ways to walk through it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from math import prod
from typing import Any, Literal

import pyboard
from pyboard import Game, State, _core

Policy = Literal["random", "greedy"]

# Longer games (a game of dice may go on for ever) are left there.
LONGEST_WALK = 3000
# Positions of a game to look at, where a test does not say.
MOST_OF_DEFAULTS = 200
MOST_WITH_OPTIONS = 80


@dataclass(frozen=True)
class Setup:
    """A game as it is asked for; its text is the id of a test."""

    name: str
    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def load(self, **more: Any) -> Game:
        return pyboard.load_game(self.name, self.players, **dict(self.options), **more)

    def __str__(self) -> str:
        options = "".join(f"-{name}={value}" for name, value in self.options)
        return f"{self.name.replace('toy:', 'toy-')}-{self.players}p{options}"


def option_values(option: dict[str, Any]) -> list[Any]:
    """Values of an option to test, default first."""
    if option["values"]:
        return list(option["values"])
    return list(dict.fromkeys([option["default"], option["minimum"], option["default"] + 7]))


# Combinations of options per game and number of players, beside the rulesets and each value singly.
COMBINATIONS = 20


def option_sets(name: str) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Defaults, the other rulesets, each other value singly."""
    info = _core._info(name)
    yield ()
    for settings in info["rulesets"].values():
        if settings:
            yield tuple(
                (option["name"], settings[option["name"]]) for option in info["options"] if option["name"] in settings
            )
    for option in info["options"]:
        for value in option_values(option)[1:]:
            yield ((option["name"], value),)


def combined_option_sets(name: str, players: int) -> Iterator[tuple[tuple[str, Any], ...]]:
    """Twenty other combinations, the same ones every time; all of them if there are no more."""
    options = [(option["name"], option_values(option)) for option in _core._info(name)["options"]]
    known = set(option_sets(name))
    total = prod(len(values) for _, values in options)
    numbers = (
        range(total)
        if total <= COMBINATIONS + len(known)
        else random.Random(f"{name} {players}").sample(range(total), min(1000, total))
    )
    left = COMBINATIONS
    for number in numbers:
        chosen = []
        for option, values in options:
            number, index = divmod(number, len(values))
            if index > 0:
                chosen.append((option, values[index]))
        if tuple(chosen) not in known and left > 0:
            left -= 1
            yield tuple(chosen)


def _each_game() -> Iterator[tuple[str, int]]:
    """All games (developer builds: toys too) x seats."""
    for name in _core._games(True):
        least, most = _core._info(name)["players"]
        for players in range(least, most + 1):
            yield name, players


# A ruleset or value of an option is tried with so many numbers of players, each number with others of them (the rest
# are in the slow suite).
SEATS_WITH_OPTIONS = 1


@cache
def _single_setups() -> tuple[tuple[Setup, bool], ...]:
    """All games x seats x rulesets and options singly, and whether it is one of setups()."""
    found: dict[Setup, bool] = {}
    for name, players in _each_game():
        least, most = _core._info(name)["players"]
        for number, options in enumerate(option_sets(name)):
            turn = (players - least + number) % (most - least + 1)
            found.setdefault(Setup(name, players, options), not options or turn < SEATS_WITH_OPTIONS)
    return tuple(found.items())


@cache
def setups() -> tuple[Setup, ...]:
    """All games x seats; rulesets and options singly, each with one number of players."""
    return tuple(setup for setup, chosen in _single_setups() if chosen)


@cache
def combined_setups() -> tuple[Setup, ...]:
    """Rulesets and options singly with the other numbers of players; all games x seats x combinations of options."""
    return (
        *(setup for setup, chosen in _single_setups() if not chosen),
        *(
            Setup(name, players, options)
            for name, players in _each_game()
            for options in combined_option_sets(name, players)
        ),
    )


@cache
def plain_setups() -> tuple[Setup, ...]:
    """All games x seats, with default options."""
    return tuple(setup for setup in setups() if not setup.options)


def draw(state: State, rng: random.Random) -> int:
    """An outcome of a chance node, by its probability."""
    outcomes = state.chance_weights()
    return rng.choices([o for o, _ in outcomes], [w for _, w in outcomes])[0]


def choose(state: State, rng: random.Random, policy: Policy) -> int:
    """What the policy plays at a decision: anything, or (mostly) what looks best one step ahead."""
    actions = state.legal_actions()
    if policy == "random" or rng.random() < 0.05:
        return rng.choice(actions)
    mover = state.current_player()

    def value(action: int) -> float:
        child = state.clone()
        child.apply_action(action)
        return child.returns()[mover] if child.is_terminal() else 2 * child.evaluate()[mover] - 1

    rng.shuffle(actions)
    return max(actions, key=value)


def walk(game: Game, seed: int, policy: Policy = "random") -> Iterator[State]:
    """Every node of a game, the end included. It is one State that moves on: do not change it, clone what you keep."""
    rng = random.Random(f"{seed} {policy}")
    state = game.new_initial_state()
    for _ in range(LONGEST_WALK):
        yield state
        if state.is_terminal():
            return
        state.apply_action(draw(state, rng) if state.is_chance_node() else choose(state, rng, policy))


WALKS: tuple[tuple[int, Policy], ...] = ((1, "random"), (2, "random"), (3, "greedy"))


def walks(setup: Setup) -> tuple[tuple[int, Policy], ...]:
    """Games to look at every node of: two for a combination of options, more for the defaults."""
    return WALKS[1:] if setup.options else WALKS


@cache
def positions(setup: Setup, most: int | None = None) -> tuple[State, ...]:
    """Nodes of a few random and greedy games, about so many spread over them evenly."""
    if most is None:
        most = MOST_WITH_OPTIONS if setup.options else MOST_OF_DEFAULTS
    states = [state.clone() for seed, policy in walks(setup) for state in walk(setup.load(), seed, policy)]
    if len(states) <= most:
        return tuple(states)
    ends = [state for state in states if state.is_terminal()][:1]
    return (*islice(states, 0, None, -(-len(states) // most)), *ends)


def event_count(state: State) -> int:
    """Number of events so far, forced ones included."""
    return len(state.history(forced=True))


def same(a: State, b: State) -> bool:
    """Equal in everything, the history included."""
    return a.serialize() == b.serialize()
