"""Games recorded by an independent reader of the rules, see docs/rules/README.md."""

from __future__ import annotations

import gzip
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pyboard
from pyboard import State

TRACES = Path(__file__).parents[1] / "data" / "traces"


def files(game: str) -> list[Path]:
    return sorted((TRACES / game).glob("*.jsonl.gz"))


def read(file: Path) -> list[dict[str, Any]]:
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def probabilities(state: State) -> dict[str, Fraction]:
    """The exact probability of every outcome, by its text."""
    weights = state.chance_weights()
    total = sum(weight for _, weight in weights)
    return {state.action_to_string(outcome): Fraction(weight, total) for outcome, weight in weights}


def replay(file: Path) -> State:
    """Plays a trace; every legal set, probability and result must be the recorded one."""
    head, *steps, end = read(file)
    game = pyboard.load_game(head["game"], players=head["players"], **head["options"])
    state = game.new_initial_state()
    for line, step in enumerate(steps, start=2):
        if "chance" in step:
            assert state.is_chance_node(), f"line {line}"
            assert probabilities(state) == {text: Fraction(p) for text, p in step["chance"].items()}, f"line {line}"
        else:
            assert state.current_player() == step["p"], f"line {line}"
            assert sorted(map(state.action_to_string, state.legal_actions())) == step["legal"], f"line {line}"
        state.apply_text(step["play"])
    assert state.is_terminal()
    assert state.scores() == end["scores"]
    assert state.places() == end["places"]
    return state
