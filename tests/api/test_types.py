"""The type stubs: as strict checkers read them, and against the modules themselves."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")

ROOT = Path(__file__).parents[2]


def run(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_usage_is_typed() -> None:
    run("mypy", "--strict", "tests/api/typed_usage.py")


def test_stubs_match_the_modules() -> None:
    run("mypy.stubtest", "pyboard._core", "pyboard._batch", "--allowlist", "tests/stubtest_allowlist.txt")


def test_the_package_says_that_it_is_typed() -> None:
    assert (ROOT / "pyboard" / "py.typed").exists()
    for stub in ("_core.pyi", "_batch.pyi"):
        assert (ROOT / "pyboard" / stub).exists()
