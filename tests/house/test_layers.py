"""Includes point downwards only, in the order that cpp/README.md shows."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HEADERS = ROOT / "cpp" / "include"
SOURCES = sorted([*(ROOT / "cpp").rglob("*.hpp"), *(ROOT / "cpp").rglob("*.cpp")])
INCLUDE = re.compile(r'^#include "pyboard/([^"]+)"', re.MULTILINE)
# What each layer may include.
BELOW = {
    "core": {"core"},
    "games": {"core", "games"},
    "search": {"core", "search"},
    "api": {"core", "search", "api"},  # games come in through generated files alone
}


def parts(path: Path) -> tuple[str, ...]:
    """("games", "cacao", "rules") of a header or a body."""
    for start in (HEADERS / "pyboard", ROOT / "cpp" / "src"):
        if path.is_relative_to(start):
            return path.relative_to(start).with_suffix("").parts
    raise AssertionError(path)


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT / "cpp")))
def test_includes_point_downwards(path: Path) -> None:
    layer, *rest = parts(path)
    for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
        other, *below = included.split("/")
        assert other in BELOW[layer], included
        if layer == "games" and other == "games":
            assert below[0] == rest[0], f"{included}: games do not know each other"
        assert (HEADERS / "pyboard" / included).exists(), included


def test_bindings_stand_on_the_api() -> None:
    for path in (ROOT / "bindings").iterdir():
        for included in INCLUDE.findall(path.read_text(encoding="utf-8")):
            assert not included.startswith("games/"), f"{path.name} knows a game: {included}"


def test_the_map_shows_every_folder() -> None:
    text = (ROOT / "cpp" / "README.md").read_text(encoding="utf-8")
    places = [text.index(f"`include/pyboard/{layer}") for layer in ("core", "games", "search", "api")]
    assert places == sorted(places)
    for folder in (path for path in (HEADERS / "pyboard").iterdir() if path.is_dir()):
        assert folder.name in BELOW, f"{folder.name} has no place in the order"
