"""The page about the adapters and the examples in their docstrings do what they say."""

from __future__ import annotations

import doctest
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "adapters.md"
NEEDED = {"OpenSpiel": "pyspiel", "PettingZoo": "pettingzoo", "Gymnasium": "gymnasium"}
MODULES = {"open_spiel": "pyspiel", "pettingzoo": "pettingzoo", "gymnasium": "gymnasium"}


def sections() -> list[tuple[str, str]]:
    """(title, program) of every section with code."""
    parts = re.split(r"^## (.+)$", PAGE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    programs = [
        (title, "\n".join(re.findall(r"^```python\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)))
        for title, text in zip(parts[1::2], parts[2::2], strict=True)
    ]
    return [(title, program) for title, program in programs if program]


def test_the_page_shows_all() -> None:
    assert [title for title, _ in sections()] == list(NEEDED)


@pytest.mark.parametrize(("title", "program"), sections(), ids=[title for title, _ in sections()])
def test_programs_run(title: str, program: str) -> None:
    pytest.importorskip(NEEDED[title])
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize("module", MODULES)
def test_examples_in_docstrings_hold(module: str) -> None:
    pytest.importorskip(MODULES[module])
    result = doctest.testmod(importlib.import_module(f"pyboard.adapters.{module}"))
    assert result.failed == 0
    assert result.attempted > 0
