"""Component tables: the committed header, what is derived, and that every number of them matters."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.chocolatl import offers, play, player, track, view

import pyboard
from pyboard import _core

DATA = json.loads((Path(pyboard.__file__).parent / "data" / "chocolatl.json").read_text(encoding="utf-8"))
MOST_GAMES = 150  # that a change gets to show in


def load(tables: dict[str, Any], players: int = 3, **options: Any) -> pyboard.Game:
    return pyboard.load_game("chocolatl", players=players, components=tables, **options)


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of all numbers and names that are no ids."""
    if isinstance(tree, dict):
        for key, value in tree.items():
            if key != "id":
                yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from leaves(value, (*path, index))
    else:
        yield path


def at(tree: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def replaced(tree: dict[str, Any], path: tuple[Any, ...], value: Any) -> dict[str, Any]:
    result = copy.deepcopy(tree)
    at(result, path[:-1])[path[-1]] = value
    return result


def variants(tree: dict[str, Any], path: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The tables with something else there."""
    old = at(tree, path)
    names = {"score_track": ("red", "gold", "green"), "mode_by_colour": ("all_at_once", "one_by_one", "two_waves")}
    if path[0] in names:
        others: list[Any] = [name for name in names[path[0]] if name != old]
    elif path[2:3] == ("prize_ranks",):
        taken = at(tree, path[:-1])
        others = [rank for rank in (4, 2, 3, 1, "last") if rank not in taken]
    else:
        others = [old + step for step in (1, -1, 2, -2)]
    for other in others:
        yield replaced(tree, path, other)


def trail(game: pyboard.Game, seed: int) -> str:
    """A game with choices by their rank, dice kept for later: any change of a rule shows sooner or later."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.node_kind() == "dice" and rng.random() < 0.5:
            actions = actions[-1:]
        state.apply_action(actions[int(rng.random() * len(actions))])
    return json.dumps(state.to_dict()) + str(state.scores()) + str(state.transcript(forced=True))


@cache
def usual(players: int, seed: int) -> str:
    return trail(pyboard.load_game("chocolatl", players=players), seed)


def shows(tree: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Whether a change changes a game or the numbering of the actions."""
    for variant in variants(tree, path):
        for players in (5, 3):
            try:
                game = load(variant, players)
            except ValueError:
                break
            if game.num_distinct_actions() != 198:
                return True
            if any(trail(game, seed) != usual(players, seed) for seed in range(MOST_GAMES)):
                return True
    return False


def without_effect(path: tuple[Any, ...]) -> bool:
    """Colours of spaces on which no round starts: the first kitchen gives 8 points, and with 40 the game is over."""
    return path[0] == "score_track" and (1 <= path[-1] < 8 or path[-1] >= 40)


def test_components_are_the_shipped_numbers() -> None:
    assert load({}).components() == pyboard.load_game("chocolatl", players=3).components()
    assert load(DATA) == pyboard.load_game("chocolatl", players=3)


def test_every_leaf_of_the_schema_has_its_place_in_the_file() -> None:
    numbers = _core.schema_leaves("chocolatl", DATA)
    assert len(numbers) == 174
    assert all(low <= value <= high for _, value, low, high in numbers)


def test_every_number_shows_in_games() -> None:
    tree = pyboard.load_game("chocolatl", players=3).components()
    paths = [path for path in leaves(tree) if not without_effect(path)]
    assert len(paths) > 130
    assert [path for path in paths if not shows(tree, path)] == []


Change = Callable[[dict[str, Any]], None]


def refused(*changes: Change) -> str:
    tree = copy.deepcopy(DATA)
    for change in changes:
        change(tree)
    with pytest.raises(ValueError) as error:
        load(tree)
    return str(error.value)


def test_all_faults_are_named_at_once() -> None:
    def rounds(tree: dict[str, Any]) -> None:
        tree["constants"]["max_rounds"] = 9

    def end(tree: dict[str, Any]) -> None:
        tree["constants"]["end_score"] = 70

    def decks(tree: dict[str, Any]) -> None:
        tree["award_cards"]["big"] = [13, 14]

    def hand(tree: dict[str, Any]) -> None:
        tree["bid_cards"]["values"] = [5] * 13

    def ranks(tree: dict[str, Any]) -> None:
        tree["locations"][1]["prize_ranks"] = [1, 2, 2]

    message = refused(rounds, end, decks, hand, ranks)
    for text in (
        "constants.max_rounds is 9, but kitchen_row.rounds has 7 spaces",
        "constants.max_rounds is 9, but dice.bonus.count is 7",
        "constants.end_score is 70, but score_track.colour_by_score has 60 entries",
        "award_cards.big has 2 cards and award_cards.small 6",
        "let a hand hold 13 cards of value 5, at most 7",
        "locations[1].prize_ranks names a rank twice: 2",
    ):
        assert text in message


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("constants", "hand_size"), 11),
        (("constants", "omen_modifier_elsewhere"), -2),
        (("action_numbering", "value_count"), 17),
        (("action_numbering", "blocks", 2, "first"), 18),
        (("components", 7, "count"), 8),
        (("kitchen_row", "rounds", 3, "round"), 5),
        (("final_scoring", "items", 3, "points"), 4),
    ],
)
def test_derived_entries_follow(path: tuple[Any, ...], value: int) -> None:
    def change(tree: dict[str, Any]) -> None:
        at(tree, path[:-1])[path[-1]] = value

    assert "follows from other entries" in refused(change)


def test_the_numbering_grows_with_the_largest_card() -> None:
    tables = {"award_cards": {"big": [13, 13, 14, 14, 15, 20]}}
    game = load(tables)
    values = 21
    assert game.num_distinct_actions() == values + 7 + values * (values + 1) // 2 + 2 * values + 7
    assert game.action_to_string(20) == "offer 20"
    assert game.action_to_string(21) == "offer none"
    assert game.action_to_string(22) == "bid 0 0"
    assert game.action_to_string(game.num_distinct_actions() - 1) == "roll 7"
    for seed in range(20):
        state = game.new_initial_state()
        state.play_random(seed)
        assert state.is_terminal()


def test_longer_games_with_other_faces() -> None:
    """Ten rounds, ten dice with three faces, seven award cards."""
    tables: dict[str, Any] = {
        "constants": {"max_rounds": 10, "end_score": 60, "cubes_per_player": 25},
        "award_cards": {"big": [13, 13, 14, 14, 15, 15, 16], "small": [10, 10, 11, 11, 12, 12, 12]},
        "dice": {"bonus": {"count": 10, "faces": [0, 0, 2, 2, 2, 5]}, "harvest": {"faces": [1, 1, 1, 3, 3, 3]}},
        "kitchen_row": {"rounds": [{"round": i + 1, "first": 1, "second": 0} for i in range(10)]},
    }
    game = load(tables)
    rounds = set()
    for seed in range(60):
        state = game.new_initial_state()
        state.play_random(seed)
        rounds.add(state.to_dict()["round"])
    assert max(rounds) == 10
    state = game.new_initial_state()
    play_to(state, "harvest")
    weights = {state.action_to_string(outcome): weight for outcome, weight in state.chance_weights()}
    assert weights == {
        "chance harvest 1 1 1": 27,
        "chance harvest 3 1 1": 81,
        "chance harvest 3 3 1": 81,
        "chance harvest 3 3 3": 27,
    }
    die = game.state_from_dict(_with_die(tables))
    assert [die.action_to_string(outcome) for outcome in die.legal_actions()] == [
        "chance bonus 0",
        "chance bonus 2",
        "chance bonus 5",
    ]
    assert [weight for _, weight in die.chance_weights()] == [2, 3, 1]


def test_award_cards_without_value() -> None:
    """The only card that can come is no event of chance, whatever it shows (section 5)."""
    for kind, other in (("big", 10), ("small", 13)):
        rest = "small" if kind == "big" else "big"
        state = load({"award_cards": {kind: [0] * 6, rest: [other] * 6}}).new_initial_state()
        while state.node_kind() != "bid":
            assert state.node_kind() not in ("big", "small")
            state.apply_action(state.legal_actions()[0])
        shown = [text for _, text in state.transcript(forced=True)]
        assert f"chance {kind} 0" in shown
        assert f"chance {rest} {other}" in shown


def test_all_prize_ranks_at_every_location() -> None:
    ranks = [1, 2, 3, 4, 5, "last"]
    tree = load({}, players=5).components()
    for row in tree["locations"]:
        row["prize_ranks"] = ranks
    game = load(tree, players=5)
    assert [row["prize_ranks"] for row in game.components()["locations"]] == [ranks] * len(tree["locations"])
    assert [row["omen"] for row in game.components()["locations"]] == [row["omen"] for row in tree["locations"]]


def play_to(state: pyboard.State, kind: str) -> None:
    while state.node_kind() != kind:
        state.apply_action(state.legal_actions()[0])


def _with_die(tables: dict[str, Any]) -> dict[str, Any]:
    seats = player((12, 2), huts=2), player((12, 3), dice=1), player((1, 2))
    entry = view("dice", *seats, location="kitchen", round=2, king=0, omen=2, active=1)
    entry |= {"big_left": [14, 14, 15, 15, 16], "small_left": [11, 11, 12, 12, 12], "big": 13, "small": 10}
    state = load(tables).state_from_dict(entry)
    return play(state, "roll").to_dict()


@pytest.mark.rule("CH-24", "CH-91")
def test_replaced_numbers_rule() -> None:
    tables = {"floor": {"min_score": 2}, "constants": {"kitchen_last_points": -5}}
    game = load(tables)
    for score, after in ((9, 4), (5, 2), (2, 2), (1, 1)):
        seats = player((12, 11)), player((9, 10)), player((1, 2), score=score)
        state = game.state_from_dict(view("bid", *seats, location="kitchen", king=0, omen=1))
        state.apply_text("bid kitchen 1 2")
        assert track(state)[2] == after
    assert offers(load({}).new_initial_state())
