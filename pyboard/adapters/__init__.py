"""The games in the clothes of other libraries.

| module | makes | needs |
|---|---|---|
| `pyboard.adapters.open_spiel` | games for `pyspiel.load_game("pyboard_cacao(players=3)")` | `open_spiel` |
| `pyboard.adapters.pettingzoo` | an `AECEnv` | `pettingzoo` |
| `pyboard.adapters.gymnasium` | an `Env` for one seat, against given opponents | `gymnasium` |

Each module imports its library when it is imported itself, and says how to get it if it is missing.
"""

from __future__ import annotations

import importlib
from typing import Any

__all__ = ["gymnasium", "open_spiel", "pettingzoo"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        return importlib.import_module(f"pyboard.adapters.{name}")
    raise AttributeError(f"module 'pyboard.adapters' has no attribute {name!r}")
