"""Component tables: every number of them matters, the rules follow changed ones, and derived entries are derived."""

from __future__ import annotations

import copy
import json
import random
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from reference.cacao import DATA
from reference.compare import play_games
from support.faults import Path as TreePath
from support.faults import at, leaves, replaced
from support.games import Setup

import pyboard
from pyboard import Game, _core

FILE = json.loads(DATA.read_text(encoding="utf-8"))
TABLES = pyboard.load_game("cacao").components()
PLAYERS = (2, 3, 4)
ROOT = Path(__file__).parents[3]

NUMBERS = [path for path, value in leaves(TABLES) if type(value) is int]
NAMES = [path for path, value in leaves(TABLES) if isinstance(value, str) and path[-1] != "id"]
# CA-71 to CA-74 count workers at temples; no rule reads a value of the tile.
WITHOUT_EFFECT = {("jungle_types", "rows", 9, "value")}
# All edges of `w1111` are equal, else it had more rotations than its one number of the action numbering.
TOGETHER = {("worker_types", "rows", 0, "eswn", i): ("worker_types", "rows", 0, "eswn") for i in range(4)}


def name_of(path: TreePath) -> str:
    return ".".join(map(str, path))


def seen(game: Game) -> tuple[Any, ...]:
    """What anybody can observe of a game: how random games go and end."""
    play = game.play_random_games(150, seed=3)
    return play.signature, tuple(play.mean_scores), play.decisions, play.outcomes


@cache
def usual(players: int) -> tuple[Any, ...]:
    return seen(pyboard.load_game("cacao", players))


def variants(path: TreePath) -> list[dict[str, Any]]:
    """Tables in which one entry is another one."""
    old = at(TABLES, path)
    if path in TOGETHER:
        return [replaced(TABLES, TOGETHER[path], [new] * 4) for new in (0, 2, 3)]
    if isinstance(old, str):
        names = {row["id"] for row in TABLES["jungle_types"]["rows"]} if path[-1] == "type" else KINDS
        # Tiles of other kinds than temples have a value.
        base = replaced(TABLES, (*path[:-1], "value"), 1) if old == "temple" else TABLES
        return [replaced(base, path, new) for new in sorted(names - {old})]
    return [replaced(TABLES, path, old + step) for step in (1, -1, 2, -2)]


KINDS = {row["kind"] for row in TABLES["jungle_types"]["rows"]}


def accepted(tables: dict[str, Any], players: int) -> Game | None:
    try:
        return pyboard.load_game("cacao", players, components=tables)
    except ValueError:
        return None


@pytest.mark.parametrize("path", NUMBERS + NAMES, ids=name_of)
def test_every_entry_matters(path: TreePath) -> None:
    """A change that is accepted shows in the games of some player count."""
    games = [(n, game) for tables in variants(path) for n in PLAYERS if (game := accepted(tables, n)) is not None]
    assert games, "some other value is allowed"
    assert any(seen(game) != usual(players) for players, game in games) == (path not in WITHOUT_EFFECT)
    assert all(game.components() != TABLES for _, game in games)


@pytest.mark.parametrize("path", NUMBERS + NAMES, ids=name_of)
def test_rules_follow_changed_entries(path: TreePath) -> None:
    """The reference, given the same tables, plays the same games."""
    for i, tables in enumerate(variants(path)):
        players = PLAYERS[i % 3]
        if accepted(tables, players) is not None:
            play_games(Setup("cacao", players), range(i, i + 1), "random", tables)


def changed_tables(rng: random.Random) -> dict[str, Any] | None:
    """Several entries changed at once, if that is allowed."""
    tables = TABLES
    for _ in range(rng.randrange(2, 9)):
        candidate = copy.deepcopy(tables)
        path = rng.choice(NUMBERS + NAMES)
        change = rng.choice(variants(path))
        target = path[:-1] if path[-1] == "kind" else TOGETHER.get(path, path)
        candidate = replaced(candidate, target, at(change, target))
        if all(accepted(candidate, n) for n in PLAYERS):
            tables = candidate
    return None if tables == TABLES else tables


@pytest.mark.parametrize("seed", range(12))
def test_rules_follow_many_changed_entries(seed: int) -> None:
    rng = random.Random(seed)
    if (tables := changed_tables(rng)) is not None:
        for players in PLAYERS:
            options = rng.choice([(), (("activation", "explicit"),), (("late_duplicates", "all"),)])
            play_games(Setup("cacao", players, options), range(seed, seed + 1), "random", tables)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 400))
def test_rules_follow_very_many_changed_entries(seed: int) -> None:
    rng = random.Random(seed)
    if (tables := changed_tables(rng)) is not None:
        for players in PLAYERS:
            options = rng.choice([(), (("activation", "explicit"),), (("late_duplicates", "all"),)])
            for policy in ("random", rng.choice(["many fills", "few fills", "overbuilds", "east"])):
                play_games(Setup("cacao", players, options), range(seed, seed + 2), policy, tables)


def test_components_are_what_the_file_says() -> None:
    """Each entry that the rules read stands in the data file, with the same value (0 where the file leaves it out)."""
    for path, value in leaves(TABLES):
        entry: Any = FILE
        for key in path:
            entry = entry.get(key, 0) if isinstance(entry, dict) else entry[key]
        assert entry == value, path
    paths = [path for path, *_ in _core.schema_leaves("cacao", FILE)]
    lengths = {"start_tiles.rows.count", "village_board.water_track.count"}  # of lists that may be longer or shorter
    assert len(set(paths) - lengths) == len(NUMBERS) + len(NAMES)


@pytest.mark.parametrize("players", PLAYERS)
def test_derived_entries_equal_the_file(players: int) -> None:
    """What follows from the tables is what the file lists, for every entry that is derived."""
    derived = pyboard.load_game("cacao", players).derived_components()
    count = 0
    for path, value in leaves(derived):
        assert at(FILE, path) == value, path
        count += 1
    assert count > 100
    assert {"orientations", "jungle_in_play", "jungle_draw_pile_at_setup", "worker_tiles_per_player"} <= set(derived)


def test_the_whole_file_is_the_default_game() -> None:
    for players in PLAYERS:
        assert pyboard.load_game("cacao", players, components=FILE) is pyboard.load_game("cacao", players)
        assert pyboard.load_game("cacao", players, components=str(DATA)) is pyboard.load_game("cacao", players)


def test_derived_entries_are_no_input() -> None:
    wrong = replaced(FILE, ("jungle_in_play", "by_players", "3", "water"), 9)
    with pytest.raises(
        ValueError, match=r"jungle_in_play\.by_players\.3\.water is 9 but follows from other entries: 3"
    ):
        pyboard.load_game("cacao", 3, components=wrong)
    # With its source changed it may stand as it was or as it follows.
    more = replaced(FILE, ("jungle_types", "rows", 7, "count"), 4)
    game = pyboard.load_game("cacao", 3, components=more)
    assert game.derived_components()["jungle_in_play"]["by_players"]["3"]["water"] == 4
    as_derived = replaced(more, ("jungle_in_play", "by_players", "3", "water"), 4)
    assert pyboard.load_game("cacao", 3, components=as_derived) is game


def test_parts_are_enough() -> None:
    """A file may hold only what it changes."""
    game = pyboard.load_game("cacao", 2, components={"village_board": {"sun_places": 5}})
    assert game.components() == replaced(TABLES, ("village_board", "sun_places"), 5)
    assert "components" in repr(game)


def test_numbers_of_the_specification() -> None:
    """Sections 2, 3.6 and 7, from the page itself."""
    page = (ROOT / "docs" / "rules" / "cacao.md").read_text(encoding="utf-8")
    for row in FILE["jungle_types"]["rows"]:
        assert f"| {row['index']} | `{row['id']}` |" in page
    track = " | ".join(map(str, TABLES["village_board"]["water_track"]))
    assert f"| value | {track} |" in page
    for players, explicit in ((2, False), (3, True), (4, False)):
        game = pyboard.load_game("cacao", players, activation="explicit" if explicit else "settle")
        assert game.num_distinct_actions() == (661 if explicit else 620)
    for text, action in FILE["flat_actions"]["examples"].items():
        if not text.startswith("at "):  # the place of `at` depends on the position
            assert pyboard.load_game("cacao").action_to_string(action) == text
