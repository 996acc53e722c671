"""The engine and the reference of Cacao side by side: the same nodes, draws, positions and results."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from support.games import Setup
from support.traces import probabilities

from pyboard import State
from reference.base import Chance, Decision, Play
from reference.cacao import DIRECTIONS, Cacao, neighbour

Policy = Callable[[random.Random, Cacao, Play], str]


def at_random(rng: random.Random, game: Cacao, play: Play) -> str:
    if isinstance(play.node, Chance):
        return rng.choices(list(play.node.weights), list(play.node.weights.values()))[0]
    return rng.choice(play.texts)


def spaces_filled_by(game: Cacao, text: str) -> int:
    """How many jungle spaces would be filled by a tile laid there."""
    x, y = map(int, text.split()[1:])
    if (x, y) in game.workers:
        return -1
    filled = 0
    for d in DIRECTIONS:
        space = neighbour((x, y), d)
        filled += space not in game.jungle and any(neighbour(space, e) in game.workers for e in DIRECTIONS)
    return filled


def preferring(key: Callable[[Cacao, str], float], share: float = 0.85) -> Policy:
    """Plays `at` by a preference, most of the time; everything else at random."""

    def choose(rng: random.Random, game: Cacao, play: Play) -> str:
        if isinstance(play.node, Decision) and play.node.kind == "at" and rng.random() < share:
            best = max(key(game, text) for text in play.texts)
            return rng.choice([text for text in play.texts if key(game, text) == best])
        return at_random(rng, game, play)

    return choose


POLICIES: dict[str, Policy] = {
    "random": at_random,
    "many fills": preferring(spaces_filled_by),
    "few fills": preferring(lambda game, text: -spaces_filled_by(game, text)),
    "prepares fills": preferring(lambda game, text: -abs(spaces_filled_by(game, text) - 1)),
    "east": preferring(lambda game, text: int(text.split()[1])),
    "north-west": preferring(lambda game, text: -sum(map(int, text.split()[1:]))),
    "overbuilds": preferring(lambda game, text: (int(text.split()[1]), int(text.split()[2])) in game.workers),
}


def as_dict(game: Cacao) -> dict[str, Any]:
    """What State.to_dict says between turns, from the reference."""
    counts = lambda counter, names: {name: counter[name] for name in names if counter[name]}  # noqa: E731
    return {
        "jungle": {(x, y, kind) for (x, y), kind in game.jungle.items()},
        "workers": {(x, y, s[-1].owner, s[-1].nesw, len(s) > 1) for (x, y), s in game.workers.items()},
        "display": sorted(game.display.elements()),
        "pile": counts(game.draw_pile, game.tables.jungle_types),
        "players": [
            {
                "gold": player.gold,
                "cacao": player.cacao,
                "sun": player.sun,
                "water": player.water,
                "hand": counts(player.hand, game.tables.worker_types),
                "pile": counts(player.pile, game.tables.worker_types),
            }
            for player in game.players
        ],
    }


def normalised(position: dict[str, Any]) -> dict[str, Any]:
    return {
        "jungle": {(tile["x"], tile["y"], tile["type"]) for tile in position["jungle"]},
        "workers": {(t["x"], t["y"], t["seat"], t["tile"], t["over"]) for t in position["workers"]},
        "display": sorted(position["display"]),
        "pile": position["pile"],
        "players": position["players"],
    }


def compare(state: State, game: Cacao, play: Play) -> None:
    """The same node, in the same position."""
    if play.node is None:
        assert state.is_terminal()
    elif isinstance(play.node, Chance):
        assert state.is_chance_node()
        assert state.node_kind() == play.node.kind
        assert probabilities(state) == play.node.probabilities()
    else:
        assert (state.current_player(), state.node_kind()) == (play.node.seat, play.node.kind)
    assert tuple(map(state.action_to_string, state.legal_actions())) == play.texts
    assert normalised(state.to_dict()) == as_dict(game)


def play_both(state: State, game: Cacao, play: Play, rng: random.Random, policy: Policy) -> None:
    while True:
        compare(state, game, play)
        if play.node is None:
            break
        text = policy(rng, game, play)
        play.apply(text)
        state.apply_text(text)
    assert state.scores() == game.scores()
    assert state.places() == game.places()
    assert state.transcript(forced=True) == [(step.seat, step.text) for step in play.steps]
    assert state.transcript() == [(step.seat, step.text) for step in play.steps if not step.forced]


def play_games(setup: Setup, seeds: range, policy: str, components: dict[str, Any] | None = None) -> None:
    for seed in seeds:
        state = setup.load(components=components).new_initial_state()
        game = Cacao(setup.players, **dict(setup.options), components=components)
        play_both(state, game, game.start(), random.Random(seed), POLICIES[policy])
