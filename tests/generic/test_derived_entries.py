"""Entries of a data file that follow from others may stand as they are, and only so."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyboard

DATA = Path(pyboard.__file__).parent / "data"


def numbers(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Paths of the whole numbers of a tree."""
    if isinstance(tree, (dict, list)):
        for key, value in tree.items() if isinstance(tree, dict) else enumerate(tree):
            yield from numbers(value, (*path, key))
    elif isinstance(tree, int) and not isinstance(tree, bool):
        yield path


def follows(name: str, tree: Any, path: tuple[Any, ...], step: int) -> bool:
    """Whether a file with another number there is refused, because the number follows from others."""
    place = tree
    for key in path[:-1]:
        place = place[key]
    place[path[-1]] += step
    try:
        pyboard.load_game(name, components=tree)
    except ValueError as error:
        return "follows from other entries" in str(error)
    finally:
        place[path[-1]] -= step
    return False


@pytest.mark.parametrize("name", pyboard.games())
def test_shipped_entries_are_what_follows(name: str) -> None:
    """Who refuses one more refuses one less: then nothing but the shipped number follows."""
    tree = json.loads((DATA / f"{name}.json").read_text(encoding="utf-8"))
    read = set(numbers(pyboard.load_game(name).components()))
    derived = 0
    for path in numbers(tree):
        if path in read:
            continue
        more, less = (follows(name, tree, path, step) for step in (1, -1))
        assert more == less, path
        derived += more
    assert derived > 20
