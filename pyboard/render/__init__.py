"""Positions drawn for people: one module per game, and a plain drawing for all others.

A module `pyboard.render.<game>` has `text(state, player=None, paint=None)` and, if it can draw, `svg(state,
player=None)`; both work from the dict of the position (State.to_dict, State.view) alone.
"""

from __future__ import annotations

import importlib
import importlib.util
import json
from functools import cache
from typing import TYPE_CHECKING, Any

from pyboard import _core

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import ModuleType

    from pyboard._core import State

__all__ = ["svg", "text"]


def _checked(state: State) -> State:
    if not isinstance(state, _core.State):
        raise TypeError(f"state must be a pyboard.State, not {type(state).__name__}")
    return state


def text(state: State, player: int | None = None, paint: Callable[[str, str], str] | None = None) -> str:
    """A readable board as text: what str(state) gives.

    Args:
        state: A position of any game.
        player: Shows what this seat sees; without it everything is shown.
        paint: Called with a piece of text and the name of its style ("p0", "market", "dim"…) for its coloured form.

    Example:
        >>> import pyboard
        >>> board = str(pyboard.load_game("cacao", players=2).new_initial_state())
    """
    module = _module(_checked(state).game.name)
    if module is not None:
        drawing: str = module.text(state, player, paint)
        return drawing
    return _plain(state.to_dict() if player is None else state.view(player))


def svg(state: State, player: int | None = None) -> str | None:
    """A drawing of the board as SVG, which notebooks show of themselves.

    Args:
        state: A position of any game.
        player: Shows what this seat sees; without it everything is shown.

    Returns:
        The SVG document, or None if there is no drawing of this game.

    Example:
        >>> import pyboard
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> pyboard.render.svg(state).startswith("<svg")
        True
    """
    module = _module(_checked(state).game.name)
    if module is None or not hasattr(module, "svg"):
        return None
    drawing: str = module.svg(state, player)
    return drawing


@cache
def _module(game: str) -> ModuleType | None:
    """The module that draws a game, if there is one."""
    name = f"{__name__}.{game}"
    if not game.isidentifier() or importlib.util.find_spec(name) is None:
        return None
    return importlib.import_module(name)


def _plain(position: dict[str, Any]) -> str:
    lines = []
    for key, value in position.items():
        if isinstance(value, list) and value and all(isinstance(entry, str) for entry in value):
            lines += [f"{key}:", *(f"  {entry}" for entry in value)]
        else:
            lines.append(f"{key}: {json.dumps(value)}")
    return "\n".join(lines)
