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
from support.tzolkin import play, player, position, rich_view, seat

import pyboard
from pyboard import _core

DATA = json.loads((Path(pyboard.__file__).parent / "data" / "tzolkin.json").read_text(encoding="utf-8"))


def load(tables: dict[str, Any], players: int = 3, **options: Any) -> pyboard.Game:
    return pyboard.load_game("tzolkin", players=players, components=tables, **options)


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from leaves(value, (*path, index))
    elif isinstance(tree, int) and not isinstance(tree, bool):
        yield path


def changed(tree: dict[str, Any], path: tuple[Any, ...], step: int) -> dict[str, Any]:
    result = copy.deepcopy(tree)
    entry: Any = result
    for key in path[:-1]:
        entry = entry[key]
    entry[path[-1]] += step
    return result


def play_by_rank(state: pyboard.State, seed: int) -> str:
    """A game with choices by their rank: any change of a rule shows sooner or later."""
    rng = random.Random(seed)
    while not state.is_terminal():
        actions = state.legal_actions()
        if not state.is_chance_node() and rng.random() < 0.85:
            # Biased to what is rare: begging and idle picks are common enough.
            rich = [a for a in actions if state.action_to_string(a).split()[0] not in ("beg", "end", "stop")]
            actions = [a for a in rich if not state.action_to_string(a).endswith("none")] or rich or actions
        state.apply_action(actions[int(rng.random() * len(actions))])
    return json.dumps(state.to_dict()) + str(state.scores()) + str(state.transcript(forced=True))


def trail(game: pyboard.Game, number: int) -> str:
    """Every second game begins at the start, the others in a rich position."""
    return play_by_rank(
        game.new_initial_state() if number % 2 == 0 else game.state_from_dict(rich_view(game.players, number)), number
    )


def test_components_are_the_shipped_numbers() -> None:
    assert load({}).components() == pyboard.load_game("tzolkin", players=3).components()
    assert load(DATA) == pyboard.load_game("tzolkin", players=3)


def test_every_leaf_of_the_schema_has_its_place_in_the_file() -> None:
    numbers = _core.schema_leaves("tzolkin", DATA)
    assert len(numbers) > 700
    assert all(low <= value <= high for _, value, low, high in numbers)


MOST_GAMES = 120  # that a change gets to show in


MOST_GAMES = 120  # that a change gets to show in
# The fewest advances or buildings of an action: the second one is optional (TZ-38, TZ-54), so only 1 is accepted.
FIXED = (
    ("actions", "tikal", 0, "advances", 0),
    ("actions", "tikal", 1, "buildings", 0),
    ("actions", "tikal", 2, "advances", 0),
    ("actions", "tikal", 3, "buildings", 0),
)


@cache
def usual(players: int, number: int) -> str:
    return trail(pyboard.load_game("tzolkin", players=players, mini_expansion_2=True), number)


def variants(tree: dict[str, Any], path: tuple[Any, ...]) -> Iterator[dict[str, Any]]:
    """The tables with another number there; what would be refused alone is exchanged with its counterpart."""
    for step in (1, -1, 2, -2):
        yield changed(tree, path, step)
    swapped = copy.deepcopy(tree)
    if path[-1] == "dummy_space":
        rows = swapped["starting_wealth"]["list"]
        row = rows[path[2]]
        other = next(each for each in rows if each["dummy_gear"] == row["dummy_gear"] and each is not row)
        row["dummy_space"], other["dummy_space"] = other["dummy_space"], row["dummy_space"]
        yield swapped
    if path[:2] == ("calendar", "food_days"):
        days = swapped["calendar"]["food_days"]
        row, other = days[path[2]], days[path[2] ^ 1]
        for key in ("kind", "age"):
            row[key], other[key] = other[key], row[key]
        yield swapped


def shows(tree: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Whether a change of one number changes a game, or makes a position impossible."""
    if path[0] == "gears":
        return wells_show(tree, path)
    if path[:2] == ("mini_expansion_2_tiles", "monument"):
        return monument_shows(tree, path)
    players = int(path[1]) if path[0] == "player_count" and path[1] in ("2", "3", "4") else 3
    for variant in variants(tree, path):
        try:
            game = load(variant, players, mini_expansion_2=True)
        except ValueError:
            continue
        try:
            if any(trail(game, number) != usual(players, number) for number in range(MOST_GAMES)):
                return True
        except ValueError:  # no position any more
            return True
    return False


def wells_show(tree: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Two wells more, with dummies on spaces that are not opposite to each other on either gear."""
    spaced = copy.deepcopy(tree)
    for number, row in enumerate(spaced["starting_wealth"]["list"]):
        if row["dummy_gear"] != "chichen_itza":
            row["dummy_space"] = 1 + number % 4
    game, other = (load(each, mini_expansion_2=True) for each in (spaced, changed(spaced, path, 2)))
    starts = range(0, MOST_GAMES, 2)
    return any(trail(game, number) != trail(other, number) for number in starts)


def monument_shows(tree: dict[str, Any], path: tuple[Any, ...]) -> bool:
    """Rich positions in which m14 is the only monument on display, so that it is built in every age."""
    game, other = (load(each, mini_expansion_2=True) for each in (tree, changed(tree, path, 1)))

    def played(game: pyboard.Game, number: int) -> str:
        start = rich_view(game.players, number)
        return play_by_rank(game.state_from_dict({**start, "monuments": ["m14"]}), number)

    return any(played(game, number) != played(other, number) for number in range(MOST_GAMES))


def test_numbers_show_in_games() -> None:
    """A sample of the leaves; the slow suite has all."""
    tree = pyboard.load_game("tzolkin", players=3).components()
    paths = random.Random(7).sample(sorted(set(leaves(tree)) - set(FIXED), key=str), 80)
    assert [path for path in paths if not shows(tree, path)] == []


@pytest.mark.slow
def test_every_number_shows_in_games() -> None:
    tree = pyboard.load_game("tzolkin", players=3).components()
    paths = list(leaves(tree))
    assert set(FIXED) <= set(paths)
    assert [path for path in paths if path not in FIXED and not shows(tree, path)] == []


@pytest.mark.parametrize("path", FIXED)
def test_fixed_numbers_are_refused(path: tuple[Any, ...]) -> None:
    tree = pyboard.load_game("tzolkin", players=3).components()
    for step in (1, -1):
        with pytest.raises(ValueError, match=f"{path[1]}.{path[2]}..{path[3]}"):
            load(changed(tree, path, step))


Change = Callable[[dict[str, Any]], None]


def refused(*changes: Change) -> str:
    tree = copy.deepcopy(DATA)
    for change in changes:
        change(tree)
    with pytest.raises(ValueError) as error:
        load(tree)
    return str(error.value)


def test_all_faults_are_named_at_once() -> None:
    def food(tree: dict[str, Any]) -> None:
        tree["calendar"]["food_days"][2]["day"] = 14

    def workers(tree: dict[str, Any]) -> None:
        tree["components"]["workers"]["start_in_play"] = 6
        tree["components"]["workers"]["per_player"] = 5

    def dummies(tree: dict[str, Any]) -> None:
        tree["player_count"]["3"]["dummy_workers"] = 9
        tree["starting_wealth"]["list"][0]["dummy_space"] = 3

    def corn(tree: dict[str, Any]) -> None:
        tree["final_scoring"]["corn_per_point"] = 3

    def cost(tree: dict[str, Any]) -> None:
        tree["building_types"]["list"][0]["cost"] = {"wood": 0}

    message = refused(food, workers, dummies, corn, cost)
    for text in (
        "calendar.food_days[2].day must be later",
        "start_in_play is 6",
        "player_count.3.dummy_workers is 9",
        "starting_wealth.list[0].dummy_space is the same",
        "corn_per_point is 3",
        "building_types.list[0].cost must hold a block",
    ):
        assert text in message


def test_derived_entries_follow() -> None:
    def tiles(tree: dict[str, Any]) -> None:
        tree["building_types"]["inert_types"][0] = "a1_blue_arch"

    assert "building_types.inert_types[0]" in refused(tiles)


@pytest.mark.rule("TZ-36", "TZ-48", "TZ-81")
def test_replaced_numbers_rule() -> None:
    tables: dict[str, Any] = {"resources": {"market_rate_corn": {"gold": 5}}}
    game = pyboard.load_game("tzolkin", players=2, components=tables)
    state = game.state_from_dict(position(player(0, (0, 0, 1)), workers={"uxmal": {2: 0}}).to_dict())
    assert state.scores()[0] == 1.25
    after = play(state, "pick uxmal 2 use 2", "sell gold")
    assert seat(after)["corn"] == 5


def test_longer_effects_and_more_wells() -> None:
    tree = copy.deepcopy(DATA)
    row = tree["building_types"]["list"][0]
    row["auto"] = [{"temple": "chaac", "steps": 2}, {"tech": "theology"}, {"gold": 2}, {"points": 3}]
    row["decisions"] = ["tech_any", "temple_any"]
    tree["building_types"]["inert_types"].remove("a1_farm_one")
    tree["gears"]["list"][4]["wells"] = 14
    tree["gears"]["list"][4]["hidden_wells"] = [11, 12, 13]
    game = load(tree, players=2)
    for seed in range(5):
        state = game.new_initial_state()
        state.play_random(seed)
        assert state.is_terminal()
    usual_state = position(player(0, (1, 0, 0)), workers={"tikal": {2: 0}}, display={"a1_farm_one": 1})
    entry = usual_state.to_dict()
    entry["gears"]["chichen_itza"].append(None)
    state = play(
        game.state_from_dict(entry), "pick tikal 2 use 2", "build a1_farm_one", "tech agriculture", "temple chaac"
    )
    assert seat(state)["gold"] == 2
    assert seat(state)["score"] == 3
    assert seat(state)["temples"]["chaac"] == 3
    assert list(seat(state)["technologies"].values()) == [1, 0, 0, 1]


@pytest.mark.parametrize("monuments", [0, 2])
def test_fewer_monuments(monuments: int) -> None:
    tree = copy.deepcopy(DATA)
    tree["player_count"]["2"]["monuments"] = monuments
    state = load(tree, players=2).new_initial_state()
    state.apply_text("chance start p1")
    drawn = 0
    while state.node_kind() == "monument":
        state.apply_action(state.legal_actions()[drawn])
        drawn += 1
    assert drawn == monuments
    assert state.node_kind() == "display"
    while state.node_kind() != "turn":
        state.apply_action(state.legal_actions()[0])
    assert sum(state.to_dict()["display"].values()) == 6
    assert len(state.to_dict()["monuments"]) == monuments
