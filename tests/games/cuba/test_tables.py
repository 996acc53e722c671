"""Component tables: the committed header, what is derived, and that every number of them matters."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from support.cuba import DATA, MERCHANDISE, bribing, complying, left, pieces, player, position, purse, seat
from support.play import offers, play

import pyboard
from pyboard import _core

Path = tuple[Any, ...]


def load(tables: dict[str, Any], players: int = 2, **options: Any) -> pyboard.Game:
    return pyboard.load_game("cuba", players=players, components=tables, **options)


def leaves(tree: Any, path: Path = ()) -> Iterator[Path]:
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from leaves(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from leaves(value, (*path, index))
    elif isinstance(tree, int) and not isinstance(tree, bool):
        yield path


def changed(tree: dict[str, Any], path: Path, step: int) -> dict[str, Any]:
    result = copy.deepcopy(tree)
    entry: Any = result
    for key in path[:-1]:
        entry = entry[key]
    entry[path[-1]] += step
    return result


MOST_GAMES = 250  # that a change gets to show in
PLAYERS = 4
# Numbers that only one value makes sense of: what a take and an enactment are has its own actions.
FIXED: set[Path] = {
    ("parliament", "enact"),
    ("setup", "resources"),
    ("setup", "products"),
    ("setup", "ship_at_sea"),
    ("buildings", "kinds", 12, "effect_data", "max"),
    ("buildings", "kinds", 13, "effect_data", "max"),
    ("buildings", "kinds", 20, "effect_data", "load"),
    ("buildings", "kinds", 20, "effect_data", "max"),
    ("buildings", "kinds", 25, "effect_data", "exchange", "product"),
    ("buildings", "kinds", 25, "effect_data", "exchange", "good"),
    ("statutes", "cards", "other", 0, "effect_data", "value"),
    ("statutes", "cards", "subsidy", 5, "effect_data", "divisor"),
}
# What random games hardly reach: these have tests of their own below.
RARE: set[Path] = {
    ("parliament", "bribe_max"),
    ("buildings", "kinds", 15, "effect_data", "max"),
    ("buildings", "kinds", 21, "effect_data", "max"),
    ("buildings", "kinds", 30, "effect_data", "vp"),
    ("buildings", "kinds", 31, "effect_data", "vp"),
}
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"ruleset": "published", "buildings": "all", "board": "back"},
    {"buildings": "all"},
)


def play_by_rank(game: pyboard.Game, seed: int) -> str:
    """A game with choices by their rank, with a taste for what is rare: any change of a rule shows sooner or later."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    while not state.is_terminal():
        actions = state.legal_actions()
        if not state.is_chance_node() and rng.random() < 0.9:
            dull = ("none", "done", "pass", "bribe 0")
            rich = [action for action in actions if not state.action_to_string(action).endswith(dull)]
            actions = rich or actions
        state.apply_action(actions[int(rng.random() * len(actions))])
    return json.dumps(state.to_dict()) + str(state.scores()) + str(state.transcript(forced=True))


@cache
def usual(number: int) -> str:
    return play_by_rank(pyboard.load_game("cuba", PLAYERS, **OPTIONS[number % len(OPTIONS)]), number)


def shows(tree: dict[str, Any], path: Path) -> bool:
    """Whether a change of one number changes a game."""
    for step in (1, -1, 2, -2, -12):
        try:
            games = [load(changed(tree, path, step), PLAYERS, **options) for options in OPTIONS]
        except ValueError:
            continue
        if any(play_by_rank(games[number % len(OPTIONS)], number) != usual(number) for number in range(MOST_GAMES)):
            return True
    return False


def all_leaves() -> list[Path]:
    return list(leaves(pyboard.load_game("cuba", players=2).components()))


def test_components_are_the_shipped_numbers() -> None:
    assert load({}).components() == pyboard.load_game("cuba", players=2).components()
    assert load(DATA) == pyboard.load_game("cuba", players=2)


def test_every_leaf_of_the_schema_has_its_place_in_the_file() -> None:
    numbers = _core.schema_leaves("cuba", DATA)
    assert len(numbers) > 600
    assert all(low <= value <= high for _, value, low, high in numbers)


def test_numbers_show_in_games() -> None:
    """A sample of the leaves; the slow suite has all."""
    tree = pyboard.load_game("cuba", players=2).components()
    paths = random.Random(3).sample(sorted(set(leaves(tree)) - FIXED - RARE, key=str), 60)
    assert [path for path in paths if not shows(tree, path)] == []


@pytest.mark.slow
def test_every_number_shows_in_games() -> None:
    tree = pyboard.load_game("cuba", players=2).components()
    assert set(all_leaves()) >= FIXED | RARE
    assert [path for path in all_leaves() if path not in FIXED | RARE and not shows(tree, path)] == []


@pytest.mark.parametrize("path", sorted(FIXED, key=str), ids=lambda path: ".".join(map(str, path)))
def test_fixed_numbers_are_refused(path: Path) -> None:
    tree = pyboard.load_game("cuba", players=2).components()
    for step in (1, -1):
        with pytest.raises(ValueError, match=str(path[-1])):
            load(changed(tree, path, step))


Change = Callable[[dict[str, Any]], None]


def with_changes(*changes: Change) -> dict[str, Any]:
    tree = pyboard.load_game("cuba", players=2).components()
    for change in changes:
        change(tree)
    return tree


def refused(*changes: Change) -> str:
    with pytest.raises(ValueError) as error:
        load(with_changes(*changes))
    return str(error.value)


def test_all_faults_are_named_at_once() -> None:
    def supply(tree: dict[str, Any]) -> None:
        tree["supply"]["water"] = 9
        tree["supply"]["citrus"] = 12

    def market(tree: dict[str, Any]) -> None:
        tree["market"]["product_track"] = [6, 5, 7]
        tree["setup"]["market_products"] = 4

    def fields(tree: dict[str, Any]) -> None:
        tree["plantation"]["layouts"]["front"][0] = ["stone", "warehouse", "citrus", "citrus"]
        tree["plantation"]["layouts"]["back_red"][1] = ["sugar", "sugar", "sugar", "water"]

    def effects(tree: dict[str, Any]) -> None:
        tree["buildings"]["kinds"][8]["effect_data"] = {"from": "sugar", "to": "sugar"}
        tree["buildings"]["kinds"][30]["effect_data"]["return_set"] = ["rum", "rum"]
        tree["buildings"]["kinds"][21]["effect_data"] = {"load": 2, "max": 1}

    def laws(tree: dict[str, Any]) -> None:
        tree["statutes"]["cards"]["subsidy"][0]["effect_data"]["gives"] = "resources"
        tree["statutes"]["cards"]["other"][3]["effect_data"]["value"] = ["rum", "rum"]

    message = refused(supply, market, fields, effects, laws)
    for text in (
        "supply.water is 9, at least 10",
        "supply.citrus is 12, at least 14",
        "market_products or setup.market_goods is more",
        "product_track must not rise",
        "front must have the warehouse on a1",
        "back_red: the cross of a2 has 3 fields of sugar",
        "kinds[8].effect_data: from and to must differ",
        "kinds[8].effect_data.to is sugar",
        "kinds[30].effect_data.return_set names a kind twice",
        "kinds[21].effect_data.load is more than max",
        "resources are given for own_unbuilt_kinds",
        "other[3].effect_data.value names a kind twice",
    ):
        assert text in message, text


def test_derived_entries_follow() -> None:
    def capacity(tree: dict[str, Any]) -> None:
        tree["market"]["product_capacity"] = 4

    def kind(tree: dict[str, Any]) -> None:
        tree["buildings"]["kinds"][3]["class"] = "convert"

    wrong = copy.deepcopy(DATA)
    capacity(wrong)
    kind(wrong)
    with pytest.raises(ValueError, match=r"product_capacity is 4[\s\S]*kinds\[3\].class"):
        load(wrong)
    longer = copy.deepcopy(DATA)
    longer["market"]["product_track"] = [6, 5, 4, 3, 2, 1]
    longer["market"]["product_capacity"] = 6
    assert load(longer).components()["market"]["product_track"][-1] == 1


@pytest.mark.rule("CU-30", "CU-32", "CU-77")
def test_replaced_numbers_rule() -> None:
    def prices(tree: dict[str, Any]) -> None:
        tree["market"]["product_track"] = [9, 8, 7, 2]
        tree["harbour"]["pier_vp"]["1"] = 7

    tables = with_changes(prices)
    state = play(position(player(sugar=1), tables=tables), "play tradeswoman")
    assert purse(play(state, "sell sugar"))[0] == 12
    assert purse(play(state, "buy citrus"))[0] == 3
    state = play(position(player(sugar=1, rum=1), tables=tables), "play mayor", "ship 1", "load sugar")
    assert purse(state)[1] == 7


@pytest.mark.rule("CU-55", "CU-57", "CU-53", "CU-84", "CU-80")
def test_replaced_effects_rule() -> None:
    def effects(tree: dict[str, Any]) -> None:
        kinds = {kind["id"]: kind["effect_data"] for kind in tree["buildings"]["kinds"]}
        kinds["small_bank"]["gain"] = {"vp": 3, "stone": 1, "cigar": 2}
        kinds["distillery"].update({"from": "citrus", "to": "cigar"})
        kinds["rum_cafe"].update({"return": "wood", "vp_each": 5})

    def laws(tree: dict[str, Any]) -> None:
        tree["statutes"]["cards"]["tax"][0]["pay"] = {"pesos": 1, "rum": 2}
        tree["statutes"]["cards"]["subsidy"][5]["effect_data"] = {
            "gives": "vp",
            "basis": "own_unbuilt_fields",
            "divisor": 2,
            "cap": 4,
        }

    tables = with_changes(effects, laws)
    built = {"b2": "small_bank", "c2": "distillery", "d2": "rum_cafe"}
    owner = player(citrus=2, wood=1, pawn="b2", buildings=built)
    state = play(position(owner, tables=tables), "play foreman", "foreman cross")
    assert (purse(state)[1], pieces(state)) == (3, {"wood": 1, "stone": 1, "citrus": 2, "cigar": 2})
    assert offers(state) == {"use distillery 1", "use distillery 2", "use rum_cafe 1", "use done"}
    assert purse(play(state, "use rum_cafe 1"))[1] == 8
    assert pieces(play(state, "use distillery 2"))["cigar"] == 4
    chosen = {"tax": "tax_1", "subsidy": "sub_materials"}
    state = play(complying(player(rum=2), laws=chosen, tables=tables), "comply tax")
    assert (purse(state), pieces(state)) == ((9, 2 + 4), {})


@pytest.mark.rule("CU-78", "CU-98", "CU-103")
def test_laws_exchanged() -> None:
    def swap(tree: dict[str, Any]) -> None:
        cards = tree["statutes"]["cards"]["other"]
        cards[4]["effect_data"], cards[3]["effect_data"] = cards[3]["effect_data"], cards[4]["effect_data"]

    tables = with_changes(swap)
    state = position(player(sugar=1, tobacco=1, rum=1), tables=tables, laws={"other": "oth_tariff"})
    assert offers(play(state, "play mayor", "ship 2")) == {"load sugar", "load tobacco"}


def test_bribe_max_is_a_bound() -> None:
    def bound(tree: dict[str, Any]) -> None:
        tree["parliament"]["bribe_max"] = 3

    state = bribing(player(pesos=30), player(pesos=30), delegates=("mayor", "mayor"), tables=with_changes(bound))
    assert offers(state) == {"bribe 0", "bribe 1", "bribe 2", "bribe 3"}


def test_numbers_of_rare_buildings() -> None:
    def numbers(tree: dict[str, Any]) -> None:
        kinds = {kind["id"]: kind["effect_data"] for kind in tree["buildings"]["kinds"]}
        kinds["rum_cafe"]["max"], kinds["large_trading_house"]["max"] = 2, 1
        kinds["samba_school"]["vp"], kinds["treasury"]["vp"] = 6, 11

    built = {"a2": "rum_cafe", "b1": "large_trading_house", "b2": "samba_school", "c2": "treasury"}
    owner = player(citrus=3, sugar=3, tobacco=1, rum=3, cigar=1, pawn="b2", buildings=built)
    for tables, most, loaded, samba, treasury in ((None, 3, 2, 5, 9), (with_changes(numbers), 2, 1, 6, 11)):
        state = position(owner, tables=tables, options={"buildings": "all"})
        state = play(state, "play foreman", "foreman cross")
        cafe = {text for text in offers(state) if "rum_cafe" in text}
        assert cafe == {f"use rum_cafe {number}" for number in range(1, most + 1)}
        assert max(int(text[-1]) for text in offers(state) if "house 2 sugar" in text) == loaded
        assert purse(play(state, "use samba_school"))[1] == samba
        assert purse(play(state, "use treasury"))[1] == treasury


def test_set_and_tiles_decide_what_there_is() -> None:
    def sets(tree: dict[str, Any]) -> None:
        kinds = tree["buildings"]["kinds"]
        kinds[24]["set"], kinds[24]["cost"], kinds[2]["tiles"] = "base", {"wood": 0, "stone": 0, "water": 0}, 0
        kinds[3]["set"] = "promo"

    state = play(position(player(wood=1, stone=2, water=1), tables=with_changes(sets)), "play architect")
    assert {"build statue", "build small_bank"} <= offers(state)
    assert not offers(state) & {"build dam", "build inn"}


def test_any_accepted_tables_play_to_the_end() -> None:
    """Numbers at the ends of their bounds, a hundred at a time."""
    numbers = {path: (low, high) for path, _, low, high in _core.schema_leaves("cuba", DATA)}
    rng = random.Random(5)
    played = 0
    for _ in range(60):
        tree = pyboard.load_game("cuba", players=2).components()
        for path in rng.sample([path for path in all_leaves() if path[-1] != "cap"], 100):
            name = "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in path)[1:]
            low, high = numbers[name]
            entry: Any = tree
            for key in path[:-1]:
                entry = entry[key]
            entry[path[-1]] = rng.choice((low, high))
        tree["supply"] = {**tree["supply"], **dict.fromkeys((*MERCHANDISE, "wood", "stone", "water"), 15)}
        tree["setup"]["market_products"], tree["setup"]["market_goods"] = 3, 2
        tree["market"].update(product_track=sorted(tree["market"]["product_track"], reverse=True))
        tree["market"].update(goods_track=sorted(tree["market"]["goods_track"], reverse=True))
        tree["buildings"]["kinds"][21]["effect_data"]["load"] = 1
        tree["statutes"]["cards"]["subsidy"][5]["effect_data"]["divisor"] = 1
        exchange = tree["buildings"]["kinds"][25]["effect_data"]["exchange"]
        exchange["vp"] = min(exchange.values())
        for options in ({"buildings": "all"}, {"ruleset": "published", "buildings": "all"}):
            game = load(tree, 5, **options)
            for seed in range(3):
                state = game.new_initial_state()
                state.play_random(seed)
                assert state.is_terminal()
                game.state_from_dict(state.to_dict())
                played += 1
    assert played == 360
    assert seat(state)["pesos"] >= 0
    assert left(position(player()), "wood") == 15
