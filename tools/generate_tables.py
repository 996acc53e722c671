#!/usr/bin/env python3
"""Write the C++ header with a game's default component tables from its data file.

The header is committed, so that building needs no Python package of ours; a test regenerates it and
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


def main(arguments: list[str] | None = None) -> int:
    """Run the command line; returns the exit status."""
    parser = argparse.ArgumentParser(description="Write the default component tables of games as C++ headers.")
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    parser.add_argument("games", nargs="+", metavar="GAME")
    options = parser.parse_args(arguments)
    differing = 0
    for game in options.games:
        path, text = header_path(game), header_text(game)
        same = path.exists() and path.read_text(encoding="utf-8") == text
        if not same and not options.check:
            path.write_text(text, encoding="utf-8")
        if not same:
            differing += 1
            print(f"{path.relative_to(ROOT)}: {'is not up to date' if options.check else 'written'}")
    return 1 if options.check and differing else 0


if __name__ == "__main__":
    sys.exit(main())
