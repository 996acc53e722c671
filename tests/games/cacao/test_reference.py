"""The engine against the independent reference: legal actions, draws, positions and results of whole games."""

from __future__ import annotations

import pytest
from reference.compare import POLICIES, play_games
from support.games import Setup, combined_setups, setups

SETUPS = [setup for setup in (*setups(), *combined_setups()) if setup.name == "cacao"]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_games(variant: Setup, policy: str) -> None:
    play_games(variant, range(3), policy)


@pytest.mark.slow
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_many_games(variant: Setup, policy: str) -> None:
    play_games(variant, range(1000, 1200), policy)
