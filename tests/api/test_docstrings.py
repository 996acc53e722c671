"""Everything public says what it is; what people call most shows how."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

import pyboard
from pyboard.batch import BatchState

NEEDED = {"gymnasium": "gymnasium", "open_spiel": "pyspiel", "pettingzoo": "pettingzoo"}


def public_modules() -> list[str]:
    found = [module.name for module in pkgutil.walk_packages(pyboard.__path__, "pyboard.")]
    return ["pyboard", *(name for name in found if not any(part.startswith(("_", "lib")) for part in name.split(".")))]


def members(holder: type) -> Iterator[tuple[str, Any]]:
    """Methods and properties that a class defines itself (fields of data classes are told by the class)."""
    for name, value in vars(holder).items():
        described = isinstance(value, property) or inspect.isgetsetdescriptor(value)
        if (
            not name.startswith("_")
            and (inspect.isroutine(value) or described)
            and not inspect.ismemberdescriptor(value)
        ):
            yield f"{holder.__name__}.{name}", value


def public_names(module: ModuleType) -> Iterator[tuple[str, Any]]:
    """What a module lists; without a list what it defines."""
    own = [name for name, value in vars(module).items() if getattr(value, "__module__", None) == module.__name__]
    for name in getattr(module, "__all__", [name for name in own if not name.startswith("_")]):
        if name in NEEDED:
            continue  # a module, which has a test of its own where its library is there
        value = getattr(module, name)
        if inspect.isclass(value):
            yield name, value
            yield from members(value)
        elif inspect.isroutine(value):
            yield name, value


@pytest.mark.parametrize("name", public_modules())
def test_everything_public_has_a_docstring(name: str) -> None:
    pytest.importorskip(NEEDED.get(name.removeprefix("pyboard.adapters."), "pyboard"))
    module = importlib.import_module(name)
    assert module.__doc__
    without = [path for path, value in public_names(module) if not (getattr(value, "__doc__", None) or "").strip()]
    assert without == []


@pytest.mark.parametrize("holder", [pyboard.Game, pyboard.State, BatchState], ids=lambda holder: holder.__name__)
def test_every_method_shows_how(holder: type) -> None:
    methods = [(path, value) for path, value in members(holder) if inspect.isroutine(value)]
    assert len(methods) > 5
    assert [path for path, value in methods if ">>>" not in value.__doc__] == []


def test_every_function_of_the_package_shows_how() -> None:
    functions = {name: value for name, value in public_names(pyboard) if inspect.isroutine(value) and "." not in name}
    assert {"games", "load_game", "play_match"} <= functions.keys()
    assert [name for name, value in functions.items() if ">>>" not in value.__doc__] == []
