"""Games by name: options, rulesets and component files."""

from __future__ import annotations

import json
from functools import cache
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pyboard import _core

if TYPE_CHECKING:
    from pyboard._core import Game

_DATA = Path(__file__).parent / "data"


def games() -> list[str]:
    """Names of the games there are, for load_game.

    Example:
        >>> import pyboard
        >>> pyboard.games()[0]
        'cacao'
    """
    return _core._games()


@cache
def _shipped(name: str) -> dict[str, Any] | None:
    """The component file that the package carries for a game, if it has one."""
    path = _DATA / f"{name}.json"
    if name not in _core._games() or not path.exists():
        return None
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def _no_key_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """A dict of JSON; a key that is given twice is a slip that would go unseen."""
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise ValueError(f"{next(key for key in keys if keys.count(key) > 1)!r} is given twice")
    return found


def _read_components(components: str | PathLike[str] | dict[str, Any]) -> dict[str, Any]:
    if isinstance(components, dict):
        return components
    if not isinstance(components, str | PathLike):
        raise TypeError(f"components must be a dict or the name of a JSON file, not {type(components).__name__}")
    path = Path(components)
    try:
        data = json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=_no_key_twice)
    except FileNotFoundError:
        raise ValueError(f"there is no component file {str(path)!r}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise ValueError(f"the component file {str(path)!r} cannot be read: {error}") from None
    except RecursionError as error:
        raise ValueError(f"the component file {str(path)!r} is not JSON: {error}") from None
    except ValueError as error:
        problem = "is not JSON" if isinstance(error, json.JSONDecodeError) else "cannot be read"
        raise ValueError(f"the component file {str(path)!r} {problem}: {error}") from None
    if not isinstance(data, dict):
        raise ValueError(f"the component file {str(path)!r} must hold a dict, not {type(data).__name__}")
    return data


def load_game(
    name: str,
    players: int | None = None,
    *,
    ruleset: str = "seed",
    components: str | PathLike[str] | dict[str, Any] | None = None,
    **options: Any,
) -> Game:
    """A game with its number of players, options and component tables.

    Args:
        name: One of games().
        players: Number of seats; without it the smallest number that the game allows.
        ruleset: A named set of options: "seed", or "published" for the game as it was published.
        components: A JSON file, or a dict, that replaces component tables, in whole or in part.
        **options: Options of the game; they override the ruleset.

    Returns:
        The game object; the same object for the same arguments.

    Raises:
        ValueError: If anything is not known or not allowed. The message names every fault and what is allowed.

    Example:
        >>> import pyboard
        >>> pyboard.load_game("cacao", players=3).players
        3
    """
    tables = None if components is None else _read_components(components)
    return _core._load(name, players, ruleset, options, tables, None if tables is None else _shipped(name))


def _make_game(name: str, players: int, options: dict[str, Any], components: dict[str, Any] | None) -> Game:
    """What a pickled Game is made from."""
    return load_game(name, players, components=components, **options)
