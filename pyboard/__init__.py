"""Modern board games for machines: exact rules, fast positions, native tree search.

Example:
    >>> import pyboard
    >>> "cacao" in pyboard.games()
    True
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from pyboard._core import (
    CorruptStateError,
    Game,
    IllegalActionError,
    InvalidActionError,
    RandomPlay,
    State,
    __version__,
)
from pyboard._games import _make_game as _make_game
from pyboard._games import games, load_game

if TYPE_CHECKING:
    from pyboard import agents as agents
    from pyboard import batch as batch
    from pyboard import match as match
    from pyboard import records as records
    from pyboard import render as render
    from pyboard import search as search
    from pyboard.match import play_match as play_match

__all__ = [
    "CorruptStateError",
    "Game",
    "IllegalActionError",
    "InvalidActionError",
    "RandomPlay",
    "State",
    "__version__",
    "games",
    "load_game",
    "play_match",
]

# Imported when first asked for, so that `import pyboard` stays fast and needs no NumPy.
_LAZY = {
    "agents": "pyboard.agents",
    "batch": "pyboard.batch",
    "match": "pyboard.match",
    "play_match": "pyboard.match:play_match",
    "records": "pyboard.records",
    "render": "pyboard.render",
    "search": "pyboard.search",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        module, _, attribute = _LAZY[name].partition(":")
        value = importlib.import_module(module)
        value = getattr(value, attribute) if attribute else value
        globals()[name] = value
        return value
    raise AttributeError(f"module 'pyboard' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
