"""The engine against the independent reference: legal actions, draws, positions and results of whole games."""

from __future__ import annotations

import contextlib
import copy
import random
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from reference.base import Chance, Decision, Play
from reference.cuba import NUMBERS, Cuba
from support.cuba import DATA, any_view
from support.games import Setup, combined_setups, setups
from support.traces import files, probabilities, read

import pyboard
from pyboard import State

SETUPS = [setup for setup in (*setups(), *combined_setups()) if setup.name == "cuba"]
# Every value of an option that acts on cards and uses, with all buildings.
RICH = [
    Setup("cuba", players, (("buildings", "all"), *more))
    for players in (2, 3, 5)
    for more in (
        (),
        (("storage", "located"),),
        (("foreman_single", True), ("board", "back")),
        (("foreman_single", True), ("storage", "located"), ("trade_privilege2", "lowest"), ("vote_tie", "once")),
        (("harvest_limit", "two_products"), ("start_tie", "far")),
        (("harvest_law", "product"), ("board", "back")),
        (("beach_cafe", "privileges"), ("trade_privilege2", "lowest")),
    )
]
IDLE = ("trade done", "use done", "load done", "build none", "ship none", "bribe 0", "comply none", "veto pass")

# What a policy plays if it can, most of the time: beginnings of texts, the first that fits. `!` is anything but IDLE.
POLICIES: dict[str, tuple[str, ...]] = {
    "random": (),
    "busy": ("!",),
    "builder": ("build beach_cafe", "!build", "play architect", "play worker", "!"),
    "user": ("foreman single", "!use", "play foreman", "play worker", "!"),
    "shipper": (
        "!load",
        "ship 3",
        "!ship",
        "use large",
        "use small",
        "use lighthouse",
        "play mayor",
        "play foreman",
        "!",
    ),
    "trader": ("!buy", "sell", "privilege", "play tradeswoman", "take", "!"),
    "seller": ("!sell", "privilege", "play tradeswoman", "!"),
    "idle": IDLE,
    "giver": ("cafe", "comply both", "use samba", "use general", "use casino", "!load", "!buy", "play foreman", "!"),
    "port": (
        "enact tax other",
        "enact duty other",
        "enact subsidy other",
        "!load",
        "!ship",
        "use large",
        "use small",
        "!",
    ),
}


def choose(rng: random.Random, play: Play, policy: str) -> str:
    if isinstance(play.node, Chance):
        return rng.choices(list(play.node.weights), list(play.node.weights.values()))[0]
    if rng.random() < 0.85:
        for beginning in POLICIES[policy]:
            fit = [text for text in play.texts if text.startswith(beginning.removeprefix("!"))]
            if beginning.startswith("!"):
                fit = [text for text in fit if text not in IDLE]
            if fit:
                return rng.choice(fit)
    return rng.choice(play.texts)


def compare(state: State, game: Cuba, play: Play) -> None:
    """The same node, in the same position."""
    assert tuple(map(state.action_to_string, state.legal_actions())) == play.texts
    if play.node is None:
        assert state.is_terminal()
        return
    if isinstance(play.node, Chance):
        assert state.node_kind() == play.node.kind
        assert probabilities(state) == play.node.probabilities()
    else:
        assert (state.current_player(), state.node_kind()) == (play.node.seat, play.node.kind)
        assert state.legal_actions() == [NUMBERS[text] for text in play.texts]
    position, expected = state.to_dict(), game.as_dict()
    assert {key: position[key] for key in expected} == expected


def play_both(state: State, game: Cuba, rng: random.Random, policy: str, most: int = 10_000) -> set[str]:
    """Plays `most` steps or to the end; returns the kinds of decisions met."""
    play = game.play()
    kinds = set()
    for _ in range(most):
        compare(state, game, play)
        if play.node is None:
            assert state.scores() == game.scores()
            assert state.places() == game.places()
            break
        if isinstance(play.node, Decision):
            kinds.add(play.node.kind)
        text = choose(rng, play, policy)
        play.apply(text)
        state.apply_text(text)
    assert state.transcript(forced=True) == [(step.seat, step.text) for step in play.steps]
    return kinds


def games_from_the_start(setup: Setup, seeds: range, policy: str) -> None:
    for seed in seeds:
        game = Cuba(setup.players, **dict(setup.options))
        play_both(setup.load().new_initial_state(), game, random.Random(seed), policy)


def games_from(setup: Setup, seeds: range, policy: str, most: int = 10_000) -> set[str]:
    """From positions set up on purpose, where rare things are near."""
    kinds: set[str] = set()
    for seed in seeds:
        entry: dict[str, Any] = any_view(setup.players, seed, **dict(setup.options))
        state = setup.load().state_from_dict(entry)
        game = Cuba.of(entry, setup.players, **dict(setup.options))
        kinds |= play_both(state, game, random.Random(seed), policy, most)
    return kinds


@pytest.mark.parametrize("file", files("cuba"), ids=lambda file: file.name.removesuffix(".jsonl.gz"))
def test_the_reference_replays_the_traces(file: Path) -> None:
    head, *steps, end = read(file)
    game = Cuba(head["players"], **head["options"])
    play = game.play()
    for line, step in enumerate(steps, start=2):
        if isinstance(play.node, Chance):
            assert play.node.probabilities() == {text: Fraction(p) for text, p in step["chance"].items()}, line
        else:
            assert play.node is not None
            assert (play.node.seat, sorted(play.texts)) == (step["p"], step["legal"]), line
        play.apply(step["play"])
    assert play.node is None
    assert (game.scores(), game.places()) == (end["scores"], end["places"])


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_games(players: int, policy: str) -> None:
    variants = [setup for setup in SETUPS if setup.players == players]
    games_from_the_start(variants[list(POLICIES).index(policy)], range(1), policy)


@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_games_from_any_position(variant: Setup) -> None:
    for seed, policy in enumerate(POLICIES):
        games_from(variant, range(seed, seed + 1), policy, 14)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", RICH, ids=str)
def test_games_with_all_buildings(variant: Setup, policy: str) -> None:
    assert len(games_from(variant, range(20, 22), policy, 40)) > 2


def numbers(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(tree, dict | list):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from numbers(value, (*path, key))
    elif isinstance(tree, int) and not isinstance(tree, bool):
        yield path


def other_tables(seed: int) -> dict[str, Any]:
    """Forty numbers changed by a little, as far as the engine takes them."""
    rng = random.Random(seed)
    tree = copy.deepcopy(DATA)
    paths = list(numbers(pyboard.load_game("cuba", players=2).components()))
    sections = sorted({path[0] for path in paths})
    for _ in range(40):
        section = rng.choice(sections)
        *path, last = rng.choice([path for path in paths if path[0] == section])
        changed = copy.deepcopy(tree)
        entry: Any = changed
        for key in path:
            entry = entry[key]
        if last not in entry:
            continue
        entry[last] += rng.choice((1, -1, 2))
        with contextlib.suppress(ValueError):
            pyboard.load_game("cuba", players=5, components=changed)
            tree = changed
    return tree


def games_with_other_tables(seeds: range) -> None:
    for seed in seeds:
        tables = other_tables(seed)
        assert tables != DATA
        for number, setup in enumerate(RICH[seed % 7 :: 7]):
            game = Cuba(setup.players, tables, **dict(setup.options))
            state = setup.load(components=tables).new_initial_state()
            play_both(state, game, random.Random(seed), list(POLICIES)[(seed + number) % len(POLICIES)], 150)


def test_games_with_other_tables() -> None:
    games_with_other_tables(range(6))


@pytest.mark.slow
def test_many_games_with_other_tables() -> None:
    games_with_other_tables(range(100, 160))


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", [*SETUPS, *RICH], ids=str)
def test_many_games(variant: Setup, policy: str) -> None:
    games_from_the_start(variant, range(1000, 1001), policy)
    games_from(variant, range(1000, 1020), policy, 80)
