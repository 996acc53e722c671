"""Fixtures of all tests."""

from __future__ import annotations

import signal

import pytest
from support.games import combined_setups, plain_setups, setups


def pytest_configure() -> None:
    """Ctrl-C works in tests and in the commands they start, also where the runner was started in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`setup`: every game x seats x options, combinations of them in the slow suite; `plain_setup`: game x seats."""
    if "plain_setup" in metafunc.fixturenames:
        metafunc.parametrize("plain_setup", plain_setups(), ids=str)
    if "setup" in metafunc.fixturenames:
        slow = [pytest.param(setup, marks=pytest.mark.slow) for setup in combined_setups()]
        metafunc.parametrize("setup", [*setups(), *slow], ids=str)
