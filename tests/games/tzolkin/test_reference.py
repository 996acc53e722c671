"""The engine against the independent reference: legal actions, draws, positions and results of whole games."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from reference.base import Chance, Decision, Play
from reference.tzolkin import Tzolkin, number_of
from support.games import Setup, combined_setups, setups
from support.traces import probabilities
from support.tzolkin import poor_view, rich_view

from pyboard import State

SINGLE = [setup for setup in setups() if setup.name == "tzolkin"]
SETUPS = [*SINGLE, *(setup for setup in combined_setups() if setup.name == "tzolkin")]
IDLE = ("end", "stop", "beg", "place")

# What a policy plays if it can, most of the time: beginnings of texts, the first that fits.
POLICIES: dict[str, tuple[str, ...]] = {
    "random": (),
    "busy": ("!",),
    "builder": (
        "monument",
        "build",
        "do tikal 4",
        "pick tikal 4",
        "pick tikal 7",
        "pick tikal 2",
        "place tikal",
        "pick yax",
    ),
    "keeper": (
        "build a1_blue_arch",
        "tech architecture",
        "build",
        "do tikal 4",
        "pick tikal 3",
        "pick tikal 4",
        "place tikal",
    ),
    "scholar": ("tech", "pick tikal 3", "pick tikal 1", "do tikal 3", "build a2_green", "pick yax", "place tikal"),
    "priest": ("temple", "offer", "pick chichen", "pick tikal 5", "pick uxmal 1", "pick yaxchilan 4", "place chichen"),
    "trader": (
        "sell",
        "buy",
        "do uxmal",
        "pick uxmal 5",
        "pick uxmal 2",
        "pick uxmal 3",
        "pick uxmal 4",
        "place uxmal",
    ),
    "farmer": ("burn", "harvest free", "harvest", "pick palenque", "place palenque", "advance 2"),
    "hasty": ("place start", "advance 2", "end"),
    "beggar": ("beg", "place start", "place", "burn"),
}


def choose(rng: random.Random, play: Play, policy: str) -> str:
    if isinstance(play.node, Chance):
        return rng.choices(list(play.node.weights), list(play.node.weights.values()))[0]
    if rng.random() < 0.85:
        for beginning in POLICIES[policy]:
            if beginning == "!":
                fit = [text for text in play.texts if not text.startswith(IDLE) and not text.endswith("none")]
            else:
                fit = [text for text in play.texts if text.startswith(beginning) and not text.endswith("none")]
            if fit:
                return rng.choice(fit)
    return rng.choice(play.texts)


def compare(state: State, game: Tzolkin, play: Play) -> None:
    """The same node, in the same position."""
    assert tuple(map(state.action_to_string, state.legal_actions())) == play.texts
    position = state.to_dict()
    expected = game.as_dict()
    if play.node is None:
        assert state.is_terminal()
        expected["active"] = position["active"]
    elif isinstance(play.node, Chance):
        assert state.node_kind() == play.node.kind
        assert probabilities(state) == play.node.probabilities()
    else:
        assert (state.current_player(), state.node_kind()) == (play.node.seat, play.node.kind)
        assert state.legal_actions() == [number_of(text) for text in play.texts]
    position["monuments"] = sorted(position["monuments"])
    for row in position["players"]:
        row["monuments"] = sorted(row["monuments"])
    assert {key: position[key] for key in expected} == expected


def play_both(state: State, game: Tzolkin, rng: random.Random, policy: str) -> set[str]:
    """Plays to the end; returns the kinds of decisions met."""
    play = game.play()
    kinds = set()
    while True:
        compare(state, game, play)
        if play.node is None:
            break
        if isinstance(play.node, Decision):
            kinds.add(play.node.kind)
        text = choose(rng, play, policy)
        play.apply(text)
        state.apply_text(text)
    assert state.scores() == game.scores()
    assert state.places() == game.places()
    assert state.transcript(forced=True) == [(step.seat, step.text) for step in play.steps]
    return kinds


def games_from_the_start(setup: Setup, seeds: range, policy: str) -> None:
    for seed in seeds:
        game = Tzolkin(setup.players, **dict(setup.options))
        play_both(setup.load().new_initial_state(), game, random.Random(seed), policy)


def games_from(setup: Setup, make: Callable[[int, int], dict[str, Any]], seeds: range, policy: str) -> set[str]:
    """From positions set up on purpose, where rare things are near."""
    kinds: set[str] = set()
    for seed in seeds:
        entry = make(setup.players, seed)
        if not dict(setup.options).get("mini_expansion_2"):
            entry["monuments"] = entry["monuments"][:13]
        state = setup.load().state_from_dict(entry)
        game = Tzolkin.of(entry, setup.players, **dict(setup.options))
        kinds |= play_both(state, game, random.Random(seed), policy)
    return kinds


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", [setup for setup in SETUPS if len(setup.options) != 1], ids=str)
def test_games(variant: Setup, policy: str) -> None:
    games_from_the_start(variant, range(1), policy)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", SINGLE, ids=str)
def test_games_from_rich_positions(variant: Setup, policy: str) -> None:
    kinds = games_from(variant, rich_view, range(1), policy)
    assert len(kinds) > 4


@pytest.mark.parametrize("variant", SINGLE, ids=str)
def test_games_from_poor_positions(variant: Setup) -> None:
    games_from(variant, poor_view, range(6), "beggar")


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_many_games(variant: Setup, policy: str) -> None:
    games_from_the_start(variant, range(1000, 1004), policy)
    games_from(variant, rich_view, range(1000, 1008), policy)
    games_from(variant, poor_view, range(1000, 1008), policy)
