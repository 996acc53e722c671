"""Whatever a dict of a position tells apart, the board tells apart: every entry is changed in turn."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

from support.games import Setup, positions

POSITIONS = 3
Path = tuple[Any, ...]


def entries(tree: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Members of a dict, at any depth, with the dicts and lists among them."""
    if path:
        yield path, tree
    if isinstance(tree, dict):
        for key, value in tree.items():
            yield from entries(value, (*path, key))
    elif isinstance(tree, list):
        for index, value in enumerate(tree):
            yield from entries(value, (*path, index))


def others(value: Any, words: list[str], rng: random.Random) -> list[Any]:
    """What might stand there instead."""
    match value:
        case bool():
            return [not value]
        case int():
            return [value + 1, value - 1, None]
        case None:
            return [0, 1, *rng.sample(words, min(3, len(words)))]
        case str():
            return [None, *rng.sample(words, min(5, len(words)))]
        case list():
            return [value[1:], value[:-1], value[::-1], value[1:2] + value[:1] + value[2:]] if len(value) > 1 else [[]]
        case dict():
            return [{key: entry for key, entry in value.items() if key != left_out} for left_out in list(value)[:3]]
    return []


def changed(tree: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    result = copy.deepcopy(tree)
    entry: Any = result
    for key in path[:-1]:
        entry = entry[key]
    entry[path[-1]] = value
    return result


def test_positions_with_different_dicts_have_different_boards(plain_setup: Setup) -> None:
    game = plain_setup.load()
    rng = random.Random(str(plain_setup))
    compared = 0
    for state in positions(plain_setup, POSITIONS):
        there = state.to_dict()
        words = sorted({value for _, value in entries(there) if isinstance(value, str)})
        for path, value in entries(there):
            for other in others(value, words, rng):
                try:
                    changed_state = game.state_from_dict(changed(there, path, other))
                except ValueError:
                    continue
                if changed_state.to_dict() != there:
                    compared += 1
                    assert str(changed_state) != str(state), (path, value, other)
    assert compared > 0
