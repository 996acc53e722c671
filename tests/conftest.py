"""Fixtures of all tests."""

from __future__ import annotations

import signal

import pytest
from support.games import plain_setups, setups


def pytest_configure() -> None:
    """Ctrl-C works in tests and in the commands they start, also where the runner was started in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`setup`: every game x seats x options; `plain_setup`: every game x seats."""
    for name, values in (("setup", setups), ("plain_setup", plain_setups)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values(), ids=str)
