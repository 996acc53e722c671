"""Component tables: the committed header, what is derived, and that every number of them matters."""

from __future__ import annotations

import copy
import itertools
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.pantheon import LOOT, player, view

import pyboard
from pyboard import State, _core

DATA = json.loads((Path(pyboard.__file__).parent / "data" / "pantheon.json").read_text(encoding="utf-8"))
MOST_GAMES = 12  # that a change gets to show in
KINDS = ("gift", "priest", "dancer", "temple")
Leaf = tuple[Any, ...]
Tree = dict[str, Any]

# The four players use all five slots, so their list cannot differ.
FIXED = tuple(("map", "loot_slots_by_players", "4", i) for i in range(5))


def load(tables: Tree, players: int = 4, **options: Any) -> pyboard.Game:
    return pyboard.load_game("pantheon", players=players, components=tables, **options)


def leaves(tree: Any, path: Leaf = ()) -> Iterator[Leaf]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from leaves(value, (*path, index))
    elif isinstance(tree, int) and not isinstance(tree, bool):
        yield path


def numbers_of(tree: Tree) -> list[Leaf]:
    """Numbers that can be changed: only loot spaces have a slot (0 elsewhere)."""
    return [path for path in leaves(tree) if path not in FIXED and not (path[-1] == "slot" and at(tree, path) == 0)]


def at(tree: Any, path: Leaf) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def changed(tree: Tree, *changes: tuple[Leaf, Any]) -> Tree:
    result = copy.deepcopy(tree)
    for path, value in changes:
        at(result, path[:-1])[path[-1]] = value
    return result


def variants(tree: Tree, path: Leaf) -> Iterator[Tree]:
    """The tables with another number there, and with what must change together with it."""
    value = at(tree, path)
    for step in (1, -1, 2, -2):
        yield changed(tree, (path, value + step))
    if path[0] == "gods":  # requirements do not increase
        cost = at(tree, path[:-1])
        if isinstance(cost, list):
            for new in (value + 1, value - 1):
                row = [
                    max(c, new) if i < path[-1] else new if i == path[-1] else min(c, new) for i, c in enumerate(cost)
                ]
                yield changed(tree, (path[:-1], row))
    if path[0] == "loot_tiles" and path[1] == "per_epoch":
        for new in (value - 1, value + 1):
            slots = list(range(1, new + 1))
            yield changed(tree, (path, new), (("map", "loot_slots_by_players", path[2]), slots))
    if path[:2] == ("map", "loot_slots_by_players"):
        count = len(at(tree, path[:-1]))
        for slots in itertools.combinations(range(1, 6), count):
            if slots[path[-1]] != value:
                yield changed(tree, (path[:-1], list(slots)))
    if path[:2] == ("scoring", "column_points_each"):
        bands = copy.deepcopy(tree["scoring"]["column_points_each"])
        band, place = path[2], path[3]
        if place == 1 and band + 1 < len(bands):
            bands[band][1] -= 1
            bands[band + 1][0] -= 1
        if place == 0 and band > 0:
            bands[band][0] -= 1
            bands[band - 1][1] -= 1
        if place == 1 and band + 1 == len(bands):
            bands[band][1] += 1
        yield changed(
            tree,
            (("scoring", "column_points_each"), bands),
            (("pieces", "columns_per_player"), bands[-1][1]),
        )
        if band == 0:  # the first band begins with 1, whatever happens: no band before it
            yield changed(tree, (("scoring", "column_points_each"), [[1, 1, 5], [2, 3, 1], *bands[1:]]))
    if path == ("pieces", "columns_per_player"):
        bands = copy.deepcopy(tree["scoring"]["column_points_each"])
        bands[-1][1] += 1
        yield changed(tree, (path, value + 1), (("scoring", "column_points_each"), bands))
    if path[:2] == ("map", "spaces"):
        yield from other_maps(tree, path)


def other_maps(tree: Tree, path: Leaf) -> Iterator[Tree]:
    spaces = copy.deepcopy(tree["map"]["spaces"])
    here = path[2]
    if path[3] == "slot":
        mine = spaces[here]
        other = next(
            s for s in spaces if s.get("nation") == mine["nation"] and s.get("slot") not in (None, mine["slot"])
        )
        mine["slot"], other["slot"] = other["slot"], mine["slot"]
    elif path[3] == "adj":  # the border leads elsewhere
        there = spaces[here]["adj"][path[4]]
        far = (here + 77) % len(spaces)
        for a, b in ((here, there), (there, here)):
            spaces[a]["adj"].remove(b)
        for a, b in ((here, far), (far, here)):
            spaces[a]["adj"] = sorted({*spaces[a]["adj"], b})
    else:
        return
    yield changed(tree, (("map", "spaces"), spaces))


def by_rank(state: State, seed: int) -> list[str]:
    """A game with the same choices by their rank: any change of a rule shows sooner or later."""
    rng = random.Random(seed)
    lines = []
    while not state.is_terminal():
        actions = state.legal_actions()
        if state.is_chance_node():
            lines.append(str(state.chance_weights()))
        elif rng.random() < 0.7:
            rich = [a for a in actions if state.action_to_string(a).split()[0] not in ("draw", "take", "end", "stay")]
            actions = rich or actions
        state.apply_action(actions[int(rng.random() * len(actions))])
    return [*lines, json.dumps(state.to_dict()), str(state.scores()), str(state.transcript(forced=True))]


def trail(game: pyboard.Game, number: int) -> list[str]:
    return by_rank(game.new_initial_state(), number)


def worship(game: pyboard.Game, tile: str) -> list[str]:
    """What a player with many cards can pay for a god, and what it brings."""
    lines = []
    for hand, levels in (((9, 9, 9, 9), (0, 0, 0, 0)), ((1, 2, 1, 0), (3, 2, 1, 0)), ((2, 0, 1, 1), (4, 1, 1, 1))):
        cards = dict(zip(KINDS, hand, strict=True))
        entry = view(player(cards, levels), player(), player(), player(), gods=[tile], loot=["money", "cards"])
        state = game.state_from_dict(entry)
        lines.append(str([state.action_to_string(a) for a in state.legal_actions()]))
        while state.node_kind() in ("turn", "offer") and state.current_player() == 0:
            texts = [state.action_to_string(a) for a in state.legal_actions()]
            if state.node_kind() == "turn" and "worship 1" not in texts:
                break
            state.apply_text("worship 1" if state.node_kind() == "turn" else texts[0])
        lines.append(json.dumps(state.to_dict()))
    return lines


def around(game: pyboard.Game, path: Leaf) -> list[str]:
    """Where a player can go from a space of the map, and how the board looks."""
    spaces = game.components()["map"]["spaces"]
    here = path[2]
    lines = [str(game.new_initial_state())]
    for nation in ("gallia", "roma"):
        start = next(i for i, s in enumerate(spaces) if s["type"] == "start" and s.get("nation") == nation)
        if start == here:
            entry = player({"move": 2})
        elif spaces[here]["type"] == "column":
            entry = player({"move": 2}, columns=[f"s{here}"], linked=[f"s{here}"])
        else:
            entry = player({"move": 2}, feet=[f"s{here}"])
        position = view(entry, player(), player(), player(), nation=nation, loot=list(LOOT[:5]), epoch=2)
        state = game.state_from_dict(position)
        state.apply_text("move")
        lines.append(str(sorted(state.action_to_string(a) for a in state.legal_actions())))
        lines.append(str(state))
    if spaces[here].get("nation"):
        position = view(player(), player(), player(), player(), nation=spaces[here]["nation"], loot=list(LOOT[:5]))
        lines.append(str(game.state_from_dict(position)))
    return lines


def probes(path: Leaf) -> list[Callable[[pyboard.Game], list[str]]]:
    """Where a change of this number shows, the quickest first."""
    if path[0] == "gods":
        tile = f"g{path[2]:02}"
        return [lambda game: worship(game, tile)]
    if path[:2] == ("map", "spaces"):
        return [lambda game: around(game, path)]
    return [lambda game, number=number: trail(game, number) for number in range(MOST_GAMES)]  # type: ignore[misc]


def setup_of(path: Leaf) -> tuple[int, dict[str, Any]]:
    if path[0] == "start_supply":
        return int(path[2]), {"start_supply": path[1]}
    if path[:2] in (("loot_tiles", "per_epoch"), ("map", "loot_slots_by_players")):
        return int(path[2]), {}
    return 4, {}


@cache
def usual(path: Leaf, index: int) -> list[str]:
    players, options = setup_of(path)
    return probes(path)[index](pyboard.load_game("pantheon", players=players, **options))


def shows(tree: Tree, path: Leaf) -> bool:
    """Whether a change of one number changes a game, or makes a position impossible."""
    players, options = setup_of(path)
    for variant in variants(tree, path):
        try:
            game = load(variant, players, **options)
        except ValueError:
            continue
        for index, probe in enumerate(probes(path)):
            own = path[0] == "gods" or path[:2] == ("map", "spaces") or setup_of(path) != (4, {})
            try:
                if probe(game) != usual(path if own else ("any",), index):
                    return True
            except ValueError:  # no position any more
                return True
    return False


def test_components_are_the_shipped_numbers() -> None:
    assert load({}).components() == pyboard.load_game("pantheon", players=4).components()
    assert load(DATA) == pyboard.load_game("pantheon", players=4)


def test_every_leaf_of_the_schema_has_its_place_in_the_file() -> None:
    numbers = _core.schema_leaves("pantheon", DATA)
    assert len(numbers) > 2000
    assert all(low <= value <= high for _, value, low, high in numbers)


def test_numbers_show_in_games() -> None:
    """A sample of the leaves; the slow suite has all."""
    tree = pyboard.load_game("pantheon", players=4).components()
    paths = sorted(numbers_of(tree), key=str)
    on_map = [path for path in paths if path[:2] == ("map", "spaces")]
    others = [path for path in paths if path[:2] != ("map", "spaces")]
    rng = random.Random(7)
    assert [path for path in [*rng.sample(on_map, 25), *rng.sample(others, 50)] if not shows(tree, path)] == []


@pytest.mark.slow
@pytest.mark.parametrize("part", range(16))
def test_every_number_shows_in_games(part: int) -> None:
    tree = pyboard.load_game("pantheon", players=4).components()
    assert [path for path in numbers_of(tree)[part::16] if not shows(tree, path)] == []


def refused(tree: Tree) -> str:
    with pytest.raises(ValueError) as error:
        load(tree)
    return str(error.value)


@pytest.mark.parametrize("path", FIXED)
def test_fixed_numbers_are_refused(path: Leaf) -> None:
    value = at(DATA, path)
    for step in (1, -1):
        assert "loot_slots_by_players.4" in refused(changed(DATA, (path, value + step)))


def test_all_faults_are_named_at_once() -> None:
    spaces = copy.deepcopy(DATA["map"]["spaces"])
    spaces[0]["adj"] = [1]
    spaces[36]["type"] = "plain"
    spaces[38]["slot"] = 2
    message = refused(
        changed(
            DATA,
            (("map", "spaces"), spaces),
            (("offering_tiles", "price_by_level", "3"), 4),
            (("gods", "tiles", 0, "cost"), [2, 3]),
            (("scoring", "after_epochs"), [6, 3]),
            (("scoring", "column_points_each", 1, 0), 5),
            (("start_supply", "seed", "2", "feet"), 13),
            (("loot_tiles", "per_epoch", "2"), 4),
            (("card_types", "deck", 0, "count"), 1),
            (("card_types", "deck", 1, "count"), 1),
            (("card_types", "deck", 2, "count"), 1),
            (("card_types", "deck", 3, "count"), 1),
            (("card_types", "deck", 4, "count"), 1),
            (("half_gods", "high", "6"), 20),
            (("half_gods", "high", "5"), 20),
            (("half_gods", "high", "4"), 20),
        )
    )
    for text in (
        "price_by_level.3 must be more",
        "gods.tiles[0].cost must not increase",
        "after_epochs must ascend",
        "column_points_each[1] must begin with 4",
        "start_supply.seed.2.feet is more",
        "loot_slots_by_players.2 must name 4 slots",
        "card_types.deck holds 20 cards, at least 24",
        "half_gods are worth",
        "map.spaces[16].adj names 0, but not the other way round",
        "map.spaces[36].nation must stand",
        "'gallia' has 0 start spaces",
        "'gallia' has 2 spaces with slot 2",
    ):
        assert text in message


def test_derived_entries_follow() -> None:
    assert "nations[0].start is" in refused(changed(DATA, (("nations", 0, "start"), "s37")))
    assert "gods.kinds[0].tiles" in refused(changed(DATA, (("gods", "kinds", 0, "tiles"), 5)))
    assert "card_types.deck[1].value" in refused(changed(DATA, (("card_types", "deck", 1, "value"), 2)))


def test_a_larger_map_grows_the_numbering() -> None:
    spaces = copy.deepcopy(DATA["map"]["spaces"])
    spaces[159]["adj"].append(160)
    spaces.append({"x": 15, "y": 10, "type": "plain", "adj": [159]})
    game = load({"map": {"spaces": spaces}}, players=2)
    assert game.num_distinct_actions() == 63 + 161
    assert game.action_to_string(63 + 160) == "place s160"
    for seed in range(3):
        state = game.new_initial_state()
        state.play_random(seed)
        assert state.is_terminal()


def test_no_cards_at_the_start() -> None:
    state = load({"start_hand": 0}, players=2, start_seat="random").new_initial_state()
    for text in ("chance start p1", *["chance card gift"] * 4):
        state.apply_text(text)
    assert state.node_kind() == "nation"
    state.play_random(1)
    assert state.is_terminal()
    again = state.game.new_initial_state()
    again.play_random(2)
    assert again.is_terminal()


def test_effects_change_with_their_parameters() -> None:
    types = copy.deepcopy(DATA["loot_tiles"]["types"])
    types[6] = {"id": "money", "kind": "movement", "points": 3, "count_by_mark": {"0": 3, "3": 1, "4": 1}}
    gods = copy.deepcopy(DATA["gods"]["tiles"])
    gods[0] |= {"kind": "stonkus", "value": 4}
    game = load({"loot_tiles": {"types": types}, "gods": {"tiles": gods}}, players=2)
    entry = view(player({"move": 1}, (3, 2, 0, 0), feet=["s85"]), player(), loot=["money", "money"], gods=["g00"])
    state = game.state_from_dict(entry)
    moved = state.clone()
    for text in ("move", "place s84"):
        moved.apply_text(text)
    assert moved.to_dict()["players"][0]["movement"] == 3
    state.apply_text("worship 1")
    assert state.to_dict()["players"][0]["gods"] == {"stonkus": 4}


def test_any_accepted_tables_play_to_the_end() -> None:
    """Numbers at the ends of their bounds or next to what is shipped, many at a time."""
    bounds = {path: (low, high) for path, _, low, high in _core.schema_leaves("pantheon", DATA)}
    tree = pyboard.load_game("pantheon", players=4).components()
    # Numbers that must agree with others have tests of their own.
    apart = {("scoring", "column_points_each"), ("scoring", "after_epochs"), ("loot_tiles", "per_epoch")}
    paths = [path for path in leaves(tree) if path[0] != "map" and path[:2] not in apart]
    rng = random.Random(11)
    played = 0
    for _ in range(150):
        tables = copy.deepcopy(tree)
        for path in rng.sample(paths, rng.choice((4, 10, 25))):
            low, high = bounds["".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:]]
            value = at(tables, path) + rng.choice((-1, 1))
            at(tables, path[:-1])[path[-1]] = rng.choice((low, high, min(max(value, low), high)))
        for tile in tables["gods"]["tiles"]:
            tile["cost"].sort(reverse=True)
        prices = sorted(tables["offering_tiles"]["price_by_level"].values())
        for level in range(1, 4):
            prices[level] = max(prices[level], prices[level - 1] + 1)
        tables["offering_tiles"]["price_by_level"] = dict(zip("1234", prices, strict=True))
        players = rng.choice((2, 3, 4))
        options = rng.choice(({}, {"start_supply": "by_players"}, {"bonus": "choose"}, {"loot_marks": "ignore"}))
        try:
            game = load(tables, players, turn_cap=40, **options)
        except ValueError:
            continue
        state = game.new_initial_state()
        for step in range(200):
            if state.is_terminal():
                break
            state.apply_action(rng.choice(state.legal_actions()))
            if step % 20 == 0:
                assert game.state_from_dict(state.to_dict()) == state
                state.resample_from_infostate(step % players, step)
        state.play_random(1)
        assert state.is_terminal()
        game.state_from_dict(state.to_dict())
        played += 1
    assert played > 40
