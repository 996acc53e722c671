#!/usr/bin/env python3
"""Write the C++ headers with a game's default component tables and search settings from its data files.

The headers are committed, so that building needs no Python package of ours; a test regenerates them and
compares byte for byte. The engine's own schema says which numbers the rules read, and in which order.

usage: generate_tables.py [--check] GAME...
    --check  write nothing; exit with status 1 if a header is not what would be written
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from pyboard import _core

ROOT = Path(__file__).resolve().parent.parent


def data_path(game: str) -> Path:
    """Where the data file of a game lies in the source tree; toys keep theirs beside their rules."""
    toy = game.removeprefix("toy:")
    return Path("pyboard", "data", f"{game}.json") if toy == game else Path("tests", "toys", toy, "components.json")


def header_path(game: str, root: Path = ROOT) -> Path:
    """Where the header of a game lies in the source tree."""
    toy = game.removeprefix("toy:")
    folder = Path("cpp", "include", "pyboard", "games", game) if toy == game else Path("tests", "toys", toy)
    return root / folder / "default_tables.hpp"


def header_text(game: str, root: Path = ROOT) -> str:
    """The header as it must be."""
    data, name = data_path(game), game.removeprefix("toy:")
    components = json.loads((root / data).read_text(encoding="utf-8"))
    leaves = _core.schema_leaves(game, components)
    lines = [
        f"// Generated from {data.as_posix()} by tools/generate_tables.py; do not edit.",
        "#pragma once",
        "",
        "#include <array>",
        "",
        f"namespace pyboard::{name} {{",
        "",
        "// clang-format off",
        f"inline constexpr std::array<int, {len(leaves)}> kDefaultTables = {{",
        *(f"    {value},  // {path}" for path, value, _, _ in leaves),
        "};",
        "// clang-format on",
        "",
        f"}}  // namespace pyboard::{name}",
        "",
    ]
    return "\n".join(lines)


def search_data_path(game: str) -> Path:
    """Where the settings of the searches that were found for a game lie, with the runs that gave them."""
    return Path("pyboard", "data", "search", f"{game}.json")


def search_header_path(game: str, root: Path = ROOT) -> Path:
    """Where their header lies in the source tree."""
    return root / "cpp" / "include" / "pyboard" / "games" / game / "default_search.hpp"


def cpp_value(value: float | bool | str) -> str:
    """A setting as a C++ expression."""
    if isinstance(value, bool):
        return f"Value({str(value).lower()})"
    if isinstance(value, int):
        return f"Value(std::int64_t{{{value}}})"
    return f'Value("{value}")' if isinstance(value, str) else f"Value({value!r})"


def search_header_text(game: str, root: Path = ROOT) -> str:
    """That header as it must be. Later rows win, so settings for some seats stand behind those for all."""
    data = search_data_path(game)
    rows = json.loads((root / data).read_text(encoding="utf-8"))["settings"]
    entries = [
        f'      {{"{row["method"]}", "{name}", {cpp_value(value)}, {seats}}},'
        for row in rows
        for seats in row["seats"] or [0]
        for name, value in row["values"].items()
    ]
    lines = [
        f"// Generated from {data.as_posix()} by tools/generate_tables.py; do not edit.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "#include <vector>",
        "",
        '#include "pyboard/core/game.hpp"',
        "",
        f"namespace pyboard::{game} {{",
        "",
        "// clang-format off",
        "inline std::vector<SearchDefault> default_search() {",
        "  return {",
        *entries,
        "  };",
        "}",
        "// clang-format on",
        "",
        f"}}  // namespace pyboard::{game}",
        "",
    ]
    return "\n".join(lines)


def headers(game: str, root: Path = ROOT) -> dict[Path, str]:
    """All headers of a game that come from data, as they must be."""
    found = {header_path(game, root): header_text(game, root)}
    if not game.startswith("toy:"):
        found[search_header_path(game, root)] = search_header_text(game, root)
    return found


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description="Write what games take from data as C++ headers.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    parser.add_argument("games", nargs="+", metavar="GAME")
    options = parser.parse_args(arguments)
    differing = 0
    for game in options.games:
        for path, text in headers(game).items():
            if path.exists() and path.read_text(encoding="utf-8") == text:
                continue
            if not options.check:
                path.write_text(text, encoding="utf-8")
            differing += 1
            print(f"{path.relative_to(ROOT)}: {'is not up to date' if options.check else 'written'}")
    return 1 if options.check and differing else 0


if __name__ == "__main__":
    sys.exit(main())
