"""The engine against the independent reference: legal actions, draws, positions and results of whole games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest
from reference.base import Chance, Play
from reference.chocolatl import LOCATIONS, Chocolatl
from support.chocolatl import BIG, CARDS, CUBES, LAYERS, SMALL, player, view
from support.games import Setup, combined_setups, setups
from support.traces import probabilities

import pyboard
from pyboard import State

SETUPS = [setup for setup in (*setups(), *combined_setups()) if setup.name == "chocolatl"]


def strength(text: str) -> int:
    """Of a bid, an exchange or an offering: the sum of the cards."""
    return sum(int(word) for word in text.split() if word.isdigit())


def alike(game: Chocolatl, play: Play, seed: int) -> str | None:
    """Everybody with the same hand bids the same: equal totals everywhere."""
    kind = play.texts[0].split()[0]
    if kind not in ("bid", "card"):
        return None
    fraction = random.Random(f"{seed} {game.round} {play.texts[0].split()[1]} {len(play.texts) // 10}").random()
    return play.texts[int(fraction * len(play.texts))]


def ranked(game: Chocolatl, play: Play, strong: tuple[str, ...], weak: tuple[str, ...] = ()) -> str | None:
    """Bids much at some locations and little at others."""
    words = play.texts[0].split()
    if words[0] not in ("bid", "card"):
        return None
    if words[1] in strong:
        return max(play.texts, key=strength)
    if words[1] in weak:
        return min(play.texts, key=strength)
    return None


def first_that_fits(play: Play, *beginnings: str) -> str | None:
    for beginning in beginnings:
        if fit := [text for text in play.texts if text.startswith(beginning)]:
            return fit[0]
    return None


def close(play: Play) -> str | None:
    """Bids near the middle: small differences, so that dice and the margin of the temple matter."""
    if play.texts[0].split()[0] != "bid":
        return None
    mean = sum(map(strength, play.texts)) / len(play.texts)
    return min(play.texts, key=lambda text: abs(strength(text) - mean))


POLICIES = ("random", "alike", "close", "keeper", "gambler", "settler", "builder", "patient", "miser", "spender")


def wanted(game: Chocolatl, play: Play, policy: str, seed: int) -> str | None:
    """What a policy with a taste plays if it can."""
    assert play.node is not None
    seat = play.node.seat if not isinstance(play.node, Chance) else -1
    match policy:
        case "alike":  # ties; keeps the dice until late
            late = game.location is not None and game.location >= 3 and game.round > 2
            return alike(game, play, seed) or first_that_fits(play, "roll" if late else "pass")
        case "close":
            return close(play) or first_that_fits(play, "take hut")
        case "keeper":  # many dice left at the end
            return first_that_fits(play, "pass", "take die")
        case "gambler":  # all dice at once
            return first_that_fits(play, "take die", "roll 3", "roll 2", "roll")
        case "settler":  # p0 runs out of cubes in the village and at the temple
            taste = ("village", "cholula") if seat == 0 else ()
            return ranked(game, play, taste, () if seat == 0 else taste) or first_that_fits(
                play, "take hut" if seat == 0 else "take die"
            )
        case "builder":
            return ranked(game, play, ("cholula",)) or first_that_fits(play, "first other", "pass")
        case "patient":  # few points: the leader bids little where there are many
            leader = max(game.seats, key=lambda p: game.players[p].score)
            return ranked(game, play, *(((), ("field", "kitchen")) if seat == leader else (("kitchen",), ())))
        case "miser":  # gives the best cards away
            if play.texts[0].startswith(("swap", "offer")):
                return max(play.texts, key=strength)
        case "spender":  # gives the lowest cards; no 0 at the end
            if play.texts[0].startswith(("swap", "offer")):
                return min(play.texts, key=lambda text: strength(text) if text != "pass" else 99)
    return None


def choose(rng: random.Random, game: Chocolatl, play: Play, policy: str, seed: int) -> str:
    if isinstance(play.node, Chance):
        return rng.choices(list(play.node.weights), list(play.node.weights.values()))[0]
    if rng.random() < 0.9 and (text := wanted(game, play, policy, seed)):
        return text
    return rng.choice(play.texts)


def normalised(position: dict[str, Any]) -> dict[str, Any]:
    """Cards that lie on a location in ascending order."""
    for row in position["players"]:
        row["placed"] = {name: sorted(pair) for name, pair in row["placed"].items()}
    return position


def compare(state: State, game: Chocolatl, play: Play) -> None:
    """The same node, in the same position."""
    position = normalised(state.to_dict())
    if play.node is None:
        assert state.is_terminal()
    elif isinstance(play.node, Chance):
        assert state.node_kind() == play.node.kind
        assert probabilities(state) == play.node.probabilities()
    else:
        assert (state.current_player(), state.node_kind()) == (play.node.seat, play.node.kind)
        assert tuple(map(state.action_to_string, state.legal_actions())) == play.texts
        assert state.legal_actions() == [game.tables.number_of(text) for text in play.texts]
        if play.node.kind == "dice":
            assert position["location"] == LOCATIONS[game.location or 0]
            if not game.single_pass:
                assert set(position["passed"]) == game.passed
    expected = game.as_dict()
    assert {key: position[key] for key in expected} == expected
    assert position.get("mode") == (game.mode if state.node_kind() not in ("swap_big", "swap_small") else None)


def play_both(state: State, game: Chocolatl, policy: str, seed: int) -> Counter[str]:
    """Plays to the end; returns what was met and how often."""
    rng = random.Random(f"{seed} {policy}")
    play = game.play()
    met: Counter[str] = Counter()
    while True:
        compare(state, game, play)
        if play.node is None:
            break
        met[play.node.kind] += 1
        text = choose(rng, game, play, policy, seed)
        play.apply(text)
        state.apply_text(text)
    assert state.scores() == game.scores()
    assert state.places() == game.places()
    assert state.transcript(forced=True) == [(step.seat, step.text) for step in play.steps]
    assert state.transcript() == [(step.seat, step.text) for step in play.steps if not step.forced]
    return met + game.fired


def late_view(players: int, seed: int) -> dict[str, Any]:
    """The beginning of a round, with many dice and few cubes; sometimes the last offering."""
    rng = random.Random(seed)
    number = rng.randint(2, 7)
    shown = number - 1
    few = rng.sample(range(players), rng.choice((1, 2, players)))  # who gets everything
    decks = {"big": rng.sample(BIG, len(BIG)), "small": rng.sample(SMALL, len(SMALL))}
    firsts = [rng.choice(CARDS) for _ in range(players)]
    hands = [[card for card in CARDS if card != first] for first in firsts]
    for k in range(shown):
        for cards, p in zip(decks.values(), rng.sample(range(players), 2), strict=True):
            given = rng.choice(hands[p]) if rng.random() < 0.5 else min(hands[p])
            hands[p].remove(given)
            hands[p].append(cards[k])
    cubes = [CUBES - 1] * players  # everybody keeps one
    temples = [[0] * len(LAYERS) for _ in range(players)]
    huts = [0] * players
    built = 0
    for layer, spaces in enumerate(LAYERS):
        for _ in range(spaces):
            if built < 2 * shown:
                able = [p for p in few if cubes[p]] or [p for p in range(players) if cubes[p]]
                p = rng.choice(able)
                cubes[p] -= 1
                temples[p][layer] += 1
                built += 1
    for _ in range(shown):
        p = rng.choice([p for p in few if cubes[p]] or [p for p in range(players) if cubes[p]])
        cubes[p] -= 1
        huts[p] += 1
    dice = Counter(rng.choice(few if rng.random() < 0.5 else range(players)) for _ in range(shown))
    top = rng.choice((8, 20, 39))
    scores = [rng.choice((0, 1, 7, top - 1, top, rng.randint(0, top))) for _ in range(players)]
    seats = [
        player(hand=hands[p], first=firsts[p], temple=temples[p], huts=huts[p], dice=dice[p], score=scores[p])
        for p in range(players)
    ]
    king, omen = rng.sample(range(players), 2)
    arrival = rng.sample(range(players), players)
    entry = view("offer_last", *seats, round=shown, king=king, omen=omen, arrival=arrival)
    entry |= {f"{kind}_left": sorted(cards[shown:]) for kind, cards in decks.items()}
    return entry | {"phase": "harvest", "round": number, "active": None}


def games_from_the_start(setup: Setup, seeds: range, policy: str) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed in seeds:
        game = Chocolatl(setup.players, **dict(setup.options))
        met += play_both(setup.load().new_initial_state(), game, policy, seed)
    return met


def games_from_late_rounds(setup: Setup, seeds: range, policy: str) -> Counter[str]:
    met: Counter[str] = Counter()
    for seed in seeds:
        entry = late_view(setup.players, seed)
        state = setup.load().state_from_dict(entry)
        met += play_both(state, Chocolatl.of(entry, **dict(setup.options)), policy, seed)
    return met


def other_tables(rng: random.Random) -> dict[str, Any]:
    """Components of which about a third are not the usual ones."""
    tables: dict[str, Any] = pyboard.load_game("chocolatl", players=3).components()
    bounds = {
        "max_rounds": (1, 7),
        "end_score": (1, 60),
        "cubes_per_player": (1, 12),
        "king_points": (0, 4),
        "kitchen_last_points": (-6, 0),
        "temple_margin": (0, 9),
        "final_king_points": (0, 5),
        "final_omen_points": (-5, 0),
        "final_offering_majority_points": (0, 5),
        "final_temple_cube_points": (0, 3),
        "final_temple_majority_points": (0, 5),
        "award_points_without_card_first": (0, 8),
        "award_points_without_card_second": (0, 8),
    }

    def change(table: dict[str, Any], key: str, make: Callable[[], Any]) -> None:
        if rng.random() < 0.3:
            table[key] = make()

    def numbers(count: int, *mosts: int) -> list[int]:
        most = rng.choice(mosts)
        return [rng.randint(0, most) for _ in range(count)]

    for key, (low, high) in bounds.items():
        change(tables["constants"], key, lambda low=low, high=high: rng.randint(low, high))
    change(tables["floor"], "min_score", lambda: rng.randint(0, 5))
    change(tables["bid_cards"], "values", lambda: numbers(13, 3, 12, 20))
    if rng.random() < 0.3:
        cards = rng.randint(0, 7)
        tables["award_cards"] = {kind: sorted(numbers(cards, 5, 15, 25)) for kind in ("big", "small")}
    for dice in tables["dice"].values():
        change(dice, "faces", lambda: numbers(6, 7))
    for row in tables["locations"]:
        change(row, "omen", lambda: rng.randint(-3, 3))
        change(row, "hut_sign", lambda: rng.randint(-2, 2))
        change(row, "prize_ranks", lambda: rng.sample([1, 2, 3, 4, "last"], rng.randint(0, 3)))
    for row in tables["temple_layers"]["layers"]:
        change(row, "spaces", lambda: rng.randint(1, 6))
        change(row, "points", lambda: rng.randint(0, 6))
    for row in tables["kitchen_row"]["rounds"]:
        change(row, "first", lambda: rng.randint(0, 12))
        change(row, "second", lambda: rng.randint(0, 12))
    colours = ("red", "gold", "green")
    change(tables["score_track"], "colour_by_score", lambda: ["start", *rng.choices(colours, k=59)])
    for colour in tables["mode_by_colour"]:
        change(tables["mode_by_colour"], colour, lambda: rng.choice(("all_at_once", "one_by_one", "two_waves")))
    return tables


def games_with_other_tables(seeds: range) -> int:
    """Games with replaced components; returns how many there were: some are refused (a hand of many equal cards)."""
    played = 0
    for seed in seeds:
        rng = random.Random(seed)
        tables, setup, policy = other_tables(rng), rng.choice(SETUPS), rng.choice(POLICIES)
        try:
            table = setup.load(components=tables)
        except ValueError:
            continue
        game = Chocolatl(setup.players, components=tables, **dict(setup.options))
        play_both(table.new_initial_state(), game, policy, seed)
        played += 1
    return played


# What must come up somewhere: both sides of every rule that seldom matters.
RARE = {
    "CH-21 backwards",
    "CH-21 forwards",
    "CH-22 loss",
    "CH-24",
    "CH-40 negative",
    "CH-51",
    "CH-52",
    "CH-53",
    "CH-65 none",
    "CH-65a",
    "CH-65b 1",
    "CH-65b 2",
    "CH-72 holder wins",
    "CH-72 kept",
    "CH-84",
    "CH-88 king",
    "CH-88 marker",
    "CH-88 score",
    "CH-100 cubes",
    "CH-100 fell back",
    "CH-100 round",
    "CH-100 score",
    "CH-110 none",
    "CH-118 offerings",
    "CH-118 shared",
}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", [setup for setup in SETUPS if len(setup.options) in (0, 4)], ids=str)
def test_games(variant: Setup, policy: str) -> None:
    games_from_the_start(variant, range(1), policy)


def test_games_from_late_rounds() -> None:
    met: Counter[str] = Counter()
    for number, variant in enumerate(SETUPS):
        for policy in POLICIES:
            met += games_from_late_rounds(variant, range(number, number + 1), policy)
    assert met.keys() >= RARE


def test_games_with_other_tables() -> None:
    assert games_with_other_tables(range(60)) > 50


@pytest.mark.slow
def test_many_games_with_other_tables() -> None:
    assert games_with_other_tables(range(1000, 3000)) > 1800


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_many_games(variant: Setup, policy: str) -> None:
    games_from_the_start(variant, range(1000, 1006), policy)
    games_from_late_rounds(variant, range(1000, 1012), policy)
