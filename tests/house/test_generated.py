"""What is committed beside the data it comes from is what the tools write."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from support.games import plain_setups

import pyboard
from pyboard import search

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", pyboard.games())
def test_headers_from_data(game: str) -> None:
    command = [sys.executable, ROOT / "tools" / "generate_tables.py", "--check", game]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize("game", pyboard.games())
def test_search_settings_are_those_of_the_data(game: str) -> None:
    """Every number of seats gets the last row that names it, or all; every row says which run gave it."""
    rows = json.loads((ROOT / "pyboard" / "data" / "search" / f"{game}.json").read_text(encoding="utf-8"))["settings"]
    for row in rows:
        assert row["run"]
        assert row["values"]
    for setup in plain_setups():
        if setup.name != game:
            continue
        for method in ("mcts", "flat", "greedy"):
            expected = {entry["name"]: entry["default"] for entry in search.parameters(method=method)}
            for row in rows:
                if row["method"] in ("", method) and setup.players in (row["seats"] or [setup.players]):
                    expected.update(row["values"])
            found = search.parameters(setup.load(), method)
            assert {entry["name"]: entry["default"] for entry in found} == expected
