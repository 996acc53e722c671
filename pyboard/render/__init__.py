"""Positions drawn for people: one module per game, and a plain drawing for all others."""

from __future__ import annotations

import importlib
import importlib.util
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyboard._core import State


def text(state: State) -> str:
    """A readable board as text: what str(state) gives.

    Args:
        state: A position of any game.

    Example:
        >>> import pyboard
        >>> board = str(pyboard.load_game("cacao", players=2).new_initial_state())
    """
    name = state.game.name
    if importlib.util.find_spec(f"pyboard.render.{name}") is not None if name.isidentifier() else False:
        drawing: str = importlib.import_module(f"pyboard.render.{name}").text(state)
        return drawing
    return _plain(state.to_dict())


def _plain(position: dict[str, Any]) -> str:
    lines = []
    for key, value in position.items():
        if isinstance(value, list) and value and all(isinstance(entry, str) for entry in value):
            lines += [f"{key}:", *(f"  {entry}" for entry in value)]
        else:
            lines.append(f"{key}: {json.dumps(value)}")
    return "\n".join(lines)
