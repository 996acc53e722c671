"""Every kind of fault, planted at every place of a tree of dicts and lists."""

from __future__ import annotations

import copy
import math
import random
from collections.abc import Callable, Iterator
from typing import Any

Path = tuple[str | int, ...]

JUNK: tuple[Any, ...] = (
    None,
    True,
    False,
    -1,
    0,
    1,
    255,
    256,
    10**9,
    -(2**31) - 1,
    2**63,
    -(10**30),
    1.5,
    math.nan,
    math.inf,
    "",
    "nonsense",
    "n\0ul",
    "\ud800",
    "é" * 5000,
    [],
    [[[]]],
    [None] * 3,
    {},
    {"a": {"b": [1]}},
    {"": 0},
    {"n\0ul": 0, "\ud800": 0, "é" * 500: 0},
)
# Things that no dict of the library holds.
FOREIGN: tuple[Any, ...] = (object(), b"bytes", {1, 2}, {3: 4}, 1 + 2j, len, {"a": object()})


def deep(levels: int) -> Any:
    """A list in a list in a list, and so on."""
    tree: Any = 0
    for _ in range(levels):
        tree = [tree]
    return tree


def endless() -> dict[str, Any]:
    """A dict that contains itself."""
    tree: dict[str, Any] = {}
    tree["a"] = tree
    return tree


def places(tree: Any, path: Path = ()) -> Iterator[Path]:
    """Paths of everything below the top, parents first."""
    items: Any = tree.items() if isinstance(tree, dict) else enumerate(tree) if isinstance(tree, list) else ()
    for key, value in items:
        yield (*path, key)
        yield from places(value, (*path, key))


def leaves(tree: Any) -> Iterator[tuple[Path, Any]]:
    """Paths and values of all that is neither dict nor list."""
    for path in places(tree):
        value = at(tree, path)
        if not isinstance(value, dict | list):
            yield path, value


def at(tree: Any, path: Path) -> Any:
    for key in path:
        tree = tree[key]
    return tree


def replaced(tree: Any, path: Path, value: Any) -> Any:
    """A copy with another value at one place; what does not lie on the way there is shared."""
    if not path:
        return value
    twin = copy.copy(tree)
    twin[path[0]] = replaced(tree[path[0]], path[1:], value) if path[1:] else value
    return twin


def changed(tree: Any, path: Path, change: Callable[[Any], None]) -> Any:
    """A copy in which `change` was done to the dict or list at one place."""
    part = copy.copy(at(tree, path))
    change(part)
    return replaced(tree, path, part)


def some_faults(tree: dict[str, Any], most: int) -> Iterator[tuple[str, Any]]:
    """About `most` of the faults, spread evenly over all kinds and places."""
    share = most / (len(JUNK) + 8) / max(1, sum(1 for _ in places(tree)))
    rng = random.Random(1)
    return (fault for fault in faults(tree) if rng.random() < share)


def faults(tree: dict[str, Any], junk: tuple[Any, ...] = JUNK) -> Iterator[tuple[str, Any]]:
    """What was done, and a tree to which it was done; not each is wrong (a number may be another one)."""
    for path in places(tree):
        old = at(tree, path)
        for value in junk:
            yield f"{path} = {value!r:.50}", replaced(tree, path, value)
        if type(old) is int:
            for value in (old + 1, old - 1, -old, old + 24, float(old), str(old)):
                yield f"{path} = {value!r}", replaced(tree, path, value)
        if isinstance(old, str):
            for value in (old.upper(), old + " ", old + "x", old[:-1], old[::-1]):
                yield f"{path} = {value!r}", replaced(tree, path, value)
        yield f"no {path}", changed(tree, path[:-1], lambda part, key=path[-1]: part.pop(key))
    for path in ((), *places(tree)):
        part = at(tree, path)
        if isinstance(part, dict):
            yield f"more in {path}", replaced(tree, (*path, "more"), 1)
        if isinstance(part, list) and part:
            yield f"{path} longer", replaced(tree, path, [*part, part[-1]])
            yield f"{path} shorter", replaced(tree, path, part[:-1])
            yield f"{path} reversed", replaced(tree, path, part[::-1])
            yield f"{path} very long", replaced(tree, path, part * 100)
    for value in junk:
        yield f"{value!r:.50} instead", value


def key_of(path: Path) -> str:
    """The name nearest to a place, which a message about it should hold."""
    return next((key for key in reversed(path) if isinstance(key, str)), "")
