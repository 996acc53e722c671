"""Every rule of the specification is cited by a test, or listed with the reason why none can be."""

from __future__ import annotations

import ast
import json
import re
from collections import Counter
from pathlib import Path

import pytest

import pyboard

ROOT = Path(__file__).parents[2]
MOST_PER_TEST = 5


def rules_of(game: str) -> list[str]:
    """Numbers of the rules in the order of the specification."""
    text = (ROOT / "docs" / "rules" / f"{game}.md").read_text(encoding="utf-8")
    return re.findall(r"\*\*([A-Z]{2}-\d+[a-z]?)(?: [^*]*)?\*\*", text)


def citations(game: str) -> dict[str, list[str]]:
    """Rules cited by each test of the game: `@pytest.mark.rule(...)`."""
    cited = {}
    for file in sorted((ROOT / "tests" / "games" / game).rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test_"):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                    cited[f"{file.name}::{node.name}"] = [ast.literal_eval(number) for number in mark.args]
    return cited


def excused(game: str) -> dict[str, str]:
    """Rules that no test can cite, with the reason."""
    reasons = json.loads((Path(__file__).parent / "uncited_rules.json").read_text(encoding="utf-8"))
    return {number: reason for reason, numbers in reasons.get(game, {}).items() for number in numbers}


@pytest.mark.parametrize("game", pyboard.games())
def test_every_rule_is_cited(game: str) -> None:
    rules = rules_of(game)
    assert len(rules) > 20
    assert max(Counter(rules).values()) == 1, "each rule is defined once"
    cited = {number for numbers in citations(game).values() for number in numbers}
    assert cited <= set(rules), "citations of rules that do not exist"
    assert excused(game).keys() <= set(rules)
    assert not cited & excused(game).keys(), "cited and excused"
    assert all(excused(game).values())
    assert [number for number in rules if number not in cited | excused(game).keys()] == []


@pytest.mark.parametrize("game", pyboard.games())
def test_citations_are_few_at_a_time(game: str) -> None:
    for test, numbers in citations(game).items():
        assert 0 < len(numbers) <= MOST_PER_TEST, test
        assert len(set(numbers)) == len(numbers), test
