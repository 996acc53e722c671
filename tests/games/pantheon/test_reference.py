"""The engine against the independent reference: legal actions, draws, positions and results of whole games."""

from __future__ import annotations

import copy
import random
from collections import Counter
from typing import Any

import pytest
from reference.base import Chance, Play
from reference.pantheon import DATA, NUMBERS, Pantheon
from support.games import Setup, combined_setups, setups
from support.pantheon import rich_view
from support.traces import probabilities

import pyboard
from pyboard import State

PLAIN = [setup for setup in setups() if setup.name == "pantheon"]
SETUPS = [*PLAIN, *(setup for setup in combined_setups() if setup.name == "pantheon")]


def choose(rng: random.Random, game: Pantheon, play: Play, policy: str) -> str:
    if isinstance(play.node, Chance):
        return rng.choices(list(play.node.weights), list(play.node.weights.values()))[0]
    if rng.random() < 0.9:
        for beginning in POLICIES[policy]:
            if beginning.startswith("place "):
                fit = [text for text in play.texts if text.startswith("place") and tastes(game, text, beginning)]
            else:
                fit = [text for text in play.texts if text.startswith(beginning)]
            if fit:
                return rng.choice(fit)
    return rng.choice(play.texts)


def tastes(game: Pantheon, text: str, taste: str) -> bool:
    space = int(text.split()[1][1:])
    loot = game.nation is not None and game.loot_at(space) is not None
    match taste:
        case "place loot":
            return loot
        case "place column":
            return space in game.column_spaces
        case "place shared":
            return bool(game.owners(space))
        case "place plain":
            return not loot
    raise ValueError(taste)


# What a policy plays if it can, most of the time: beginnings of texts, the first that fits.
POLICIES: dict[str, tuple[str, ...]] = {
    "random": (),
    "greedy": ("worship", "place loot", "place column", "extra", "follow", "place", "move", "take move", "take money"),
    "gods": ("worship", "gallia god", "offer", "extra", "up", "coin", "buy", "draw"),
    "columns": ("support columns", "trade foot", "place column", "buy column", "move", "follow", "buy", "coin"),
    "loot": ("place loot", "follow", "move", "take move", "buy", "coin", "place"),
    "crowd": ("place shared", "place plain", "follow", "move", "take move", "draw", "pass"),
    "slow": ("pass", "place plain", "draw", "take pile", "gallia cards", "stay", "end"),
    "steps": ("up", "buy", "coin", "take money", "draw", "refuse", "end"),
    "spender": ("coin", "buy foot", "buy column", "place loot", "place shared", "place", "buy", "take money", "extra"),
    "drawer": ("draw", "take pile"),
}


def compare(state: State, game: Pantheon, play: Play) -> None:
    """The same node, in the same position."""
    position = state.to_dict()
    expected = game.as_dict()
    if play.node is None:
        assert state.is_terminal()
    elif isinstance(play.node, Chance):
        assert state.node_kind() == play.node.kind
        assert probabilities(state) == play.node.probabilities()
    else:
        assert (state.current_player(), state.node_kind()) == (play.node.seat, play.node.kind)
        assert tuple(map(state.action_to_string, state.legal_actions())) == play.texts
        assert state.legal_actions() == [NUMBERS[text] for text in play.texts]
    for seat, row in enumerate(expected.pop("players")):
        found = position["players"][seat]
        assert not {key: (seat, found[key], row[key]) for key in row if found[key] != row[key]}
    assert not {key: (position[key], expected[key]) for key in expected if position[key] != expected[key]}


def play_both(state: State, game: Pantheon, rng: random.Random, policy: str) -> None:
    """Plays to the end."""
    play = game.play()
    while True:
        compare(state, game, play)
        if play.node is None:
            break
        text = choose(rng, game, play, policy)
        play.apply(text)
        state.apply_text(text)
    assert state.scores() == game.scores()
    assert state.places() == game.places()
    assert state.transcript() == [(step.seat, step.text) for step in play.steps if not step.forced]
    assert state.transcript(forced=True) == [(step.seat, step.text) for step in play.steps]


def play_from_the_start(setup: Setup, seed: int, policy: str, components: dict[str, Any] | None = None) -> Pantheon:
    game = Pantheon(setup.players, **dict(setup.options), components=components)
    state = setup.load(components=components).new_initial_state()
    play_both(state, game, random.Random(seed), policy)
    return game


def play_from_a_rich_position(players: int, seed: int, policy: str) -> Pantheon:
    """From a position set up on purpose, where rare things are near."""
    entry = rich_view(players, seed)
    game = Pantheon.of(entry, players)
    play_both(pyboard.load_game("pantheon", players).state_from_dict(entry), game, random.Random(seed), policy)
    return game


def short_of_everything(seed: int) -> dict[str, Any]:
    """Other components: few cards, half-gods and pieces, cheap and dear tiles, column spaces anywhere."""
    rng = random.Random(f"short {seed}")
    data = copy.deepcopy(DATA)
    for row in data["card_types"]["deck"]:
        row["count"] = rng.choice((4, 5, 8))
    for group in ("low", "high"):
        for value in data["half_gods"][group]:
            data["half_gods"][group][value] = rng.choice((0, 1, 1, 2))
    prices = sorted(rng.sample(range(1, 9), 4))
    data["offering_tiles"]["price_by_level"] = dict(zip("1234", prices, strict=True))
    for tile in data["gods"]["tiles"]:
        tile["cost"] = sorted((rng.randint(1, 3) for _ in range(rng.randint(1, 4))), reverse=True)
    columns = data["pieces"]["columns_per_player"] = rng.choice((7, 8, 10))
    data["pieces"]["feet_per_player"] = rng.choice((8, 9))
    data["scoring"]["column_points_each"] = [[1, 3, 1], [4, 6, 2], [7, columns, 3]]
    data["draw_action_cards"], data["hand_adjust_nations"] = rng.choice((2, 4)), rng.choice((3, 5, 9))
    spaces = data["map"]["spaces"]
    for kind, other in (("column", "plain"), ("plain", "column")):
        for space in rng.sample([space for space in spaces if space["type"] == kind], 12):
            space["type"] = other
    return data


def endless(setup: Setup, policy: str) -> bool:
    return ("turn_cap", 0) in setup.options and policy in ("slow", "drawer", "steps", "crowd")


@pytest.mark.parametrize("number", range(len(PLAIN)), ids=lambda number: str(PLAIN[number]))
def test_games(number: int) -> None:
    variant = PLAIN[number]
    policies = [policy for policy in POLICIES if not endless(variant, policy)]
    play_from_the_start(variant, number, policies[number % len(policies)])


@pytest.mark.parametrize("policy", POLICIES)
def test_games_from_rich_positions(policy: str) -> None:
    number = list(POLICIES).index(policy)
    play_from_a_rich_position(2 + number % 3, number, policy)


def test_games_with_other_components() -> None:
    events: Counter[str] = Counter()
    for seed, policy in enumerate(("random", "greedy", "loot", "gods")):
        setup = Setup("pantheon", 2 + seed % 3, (("turn_cap", 20),))
        events += play_from_the_start(setup, seed, policy, short_of_everything(seed)).events
    assert min(events[name] for name in ("recall", "no half-god", "empty pool", "jump", "turn cap")) > 0


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_many_games(variant: Setup, policy: str) -> None:
    if not endless(variant, policy):
        play_from_the_start(variant, 1000, policy)


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_many_games_from_rich_positions(players: int, policy: str) -> None:
    for seed in range(1000, 1010):
        play_from_a_rich_position(players, seed, policy)


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("cap", [1, 2, 5, 30])
def test_many_games_with_other_components(cap: int, policy: str) -> None:
    for seed in range(1000, 1006):
        setup = Setup("pantheon", 2 + seed % 3, (("turn_cap", cap),))
        play_from_the_start(setup, seed, policy, short_of_everything(seed))
