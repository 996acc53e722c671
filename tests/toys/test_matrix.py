"""Matrix games: known equilibria, sealed choices, and tables that can be replaced."""

from __future__ import annotations

import copy
import json
import pickle
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from support.exact import Values, expected

import pyboard
from pyboard import Game

FOLDER = Path(__file__).parent / "matrix"
SHIPPED = json.loads((FOLDER / "components.json").read_text(encoding="utf-8"))
GAMES = list(SHIPPED)


def load(game: str, **more: Any) -> Game:
    return pyboard.load_game("toy:matrix", game=game, **more)


def value(game: Game, *mixtures: tuple[Fraction, ...]) -> Values:
    """Expected scores of one round when p0 and p1 mix their choices like this."""
    return expected(game.new_initial_state(), lambda state: dict(enumerate(mixtures[state.current_player()])))


def pure(choice: int, choices: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(i == choice)) for i in range(choices))


@pytest.mark.parametrize(
    ("name", "mixture", "scores"),
    [
        ("matching_pennies", (Fraction(1, 2),) * 2, (0, 0)),
        ("rock_paper_scissors", (Fraction(1, 3),) * 3, (0, 0)),
        ("prisoners_dilemma", (Fraction(0), Fraction(1)), (1, 1)),
    ],
)
def test_equilibria(name: str, mixture: tuple[Fraction, ...], scores: tuple[int, int]) -> None:
    game = load(name)
    choices = game.num_distinct_actions()
    assert value(game, mixture, mixture) == scores
    for choice in range(choices):
        assert value(game, pure(choice, choices), mixture)[0] <= scores[0]
        assert value(game, mixture, pure(choice, choices))[1] <= scores[1]


@pytest.mark.parametrize("name", GAMES)
def test_scores_are_those_of_the_table(name: str) -> None:
    game = load(name)
    for row, cells in SHIPPED[name].items():
        for column, payoffs in cells.items():
            state = game.new_initial_state()
            state.apply_text(row)
            state.apply_text(column)
            assert state.is_terminal()
            assert state.scores() == payoffs
            assert state.places() == [1 + (payoffs[1 - seat] > payoffs[seat]) for seat in (0, 1)]


def test_a_choice_is_sealed_until_both_are_made() -> None:
    game = load("rock_paper_scissors", rounds=2)
    seen = {0: set(), 1: set()}
    for choice in ("rock", "paper", "scissors"):
        state = game.new_initial_state()
        state.apply_text(choice)
        assert state.current_player() == 1
        assert state.legal_actions() == [0, 1, 2]
        for seat in (0, 1):
            seen[seat].add(
                (
                    state.information_state_string(seat),
                    state.observation_string(seat),
                    bytes(state.observation_tensor(seat)),
                )
            )
        state.apply_text("paper")
        for seat in (0, 1):
            assert state.information_state_string(seat).endswith(f"\nopen: {choice} paper")
            assert state.view(seat)["shown"] == [choice, "paper"]
        assert state.current_player() == 0
    assert len(seen[0]) == 3
    assert len(seen[1]) == 1


def test_a_sealed_choice_is_made_anew_evenly() -> None:
    state = load("rock_paper_scissors").new_initial_state()
    state.apply_text("rock")
    samples = 3000
    chosen = Counter(state.resample_from_infostate(1, seed).to_dict()["sealed"] for seed in range(samples))
    assert chosen.keys() == {"rock", "paper", "scissors"}
    for count in chosen.values():
        assert count == pytest.approx(samples / 3, abs=0.05 * samples)
    assert {state.resample_from_infostate(0, seed).to_dict()["sealed"] for seed in range(50)} == {"rock"}


def leaves(tree: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if isinstance(tree, int):
        yield path
    for key, entry in enumerate(tree) if isinstance(tree, list) else tree.items() if isinstance(tree, dict) else ():
        yield from leaves(entry, (*path, key))


def changed(tree: Any, path: tuple[Any, ...], number: Any) -> Any:
    tree = copy.deepcopy(tree)
    at = tree
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = number
    return tree


def results(game: Game) -> list[list[int]]:
    found = []
    for a in range(game.num_distinct_actions()):
        for b in range(game.num_distinct_actions()):
            state = game.new_initial_state()
            state.apply_action(a)
            state.apply_action(b)
            found.append(state.scores())
    return found


def test_the_committed_tables_are_those_of_the_file() -> None:
    for name in GAMES:
        assert load(name).components() == SHIPPED
        assert load(name, components=SHIPPED) is load(name)
        assert load(name, components=str(FOLDER / "components.json")) is load(name)


@pytest.mark.parametrize("path", list(leaves(SHIPPED)), ids=lambda path: ".".join(map(str, path)))
def test_every_number_of_the_table_counts(path: tuple[Any, ...]) -> None:
    usual, other = load(path[0]), load(path[0], components=changed(SHIPPED, path, 42))
    assert other != usual
    assert other.fingerprint != usual.fingerprint
    differing = [
        (x, y) for a, b in zip(results(usual), results(other), strict=True) for x, y in zip(a, b, strict=True) if x != y
    ]
    assert len(differing) == 1
    assert differing[0][1] == 42


def test_part_of_the_tables_can_be_replaced() -> None:
    game = load("prisoners_dilemma", components={"prisoners_dilemma": {"defect": {"defect": [-7, -8]}}})
    expected_tables = changed(
        changed(SHIPPED, ("prisoners_dilemma", "defect", "defect", 0), -7),
        ("prisoners_dilemma", "defect", "defect", 1),
        -8,
    )
    assert game.components() == expected_tables
    assert game is load("prisoners_dilemma", components=expected_tables)


def test_replaced_tables_travel_with_the_game() -> None:
    game = load("matching_pennies", components={"matching_pennies": {"heads": {"heads": [9, -9]}}})
    other = pickle.loads(pickle.dumps(game))
    assert other == game
    assert hash(other) == hash(game)
    state = game.new_initial_state()
    state.apply_text("heads")
    state.apply_text("heads")
    again = pickle.loads(pickle.dumps(state))
    assert again == state
    assert again.scores() == [9, -9]
    with pytest.raises(pyboard.CorruptStateError, match="another game"):
        load("matching_pennies").deserialize_state(state.serialize())


def test_all_faults_of_a_table_are_told_at_once() -> None:
    with pytest.raises(ValueError, match="components of toy:matrix") as error:
        load(
            "matching_pennies",
            components={
                "matching_pennies": {"heads": {"heads": [100, -1], "edge": [0, 0]}, "tails": {"tails": [1]}},
                "rock_paper_scissors": {"rock": {"paper": ["x", 1.5]}, "well": {}},
                "chess": {},
            },
        )
    for fault in (
        "matching_pennies.heads.heads[0] is 100, allowed: -99 to 99",
        "matching_pennies.heads.edge is not known here",
        "matching_pennies.tails.tails has 1 entries, must have 2",
        "rock_paper_scissors.rock.paper[0] must be a whole number, not a text",
        "rock_paper_scissors.rock.paper[1] must be a whole number, not a real number",
        "rock_paper_scissors.well is not known here",
        "chess is not known here",
    ):
        assert fault in str(error.value)


def test_the_committed_header_is_up_to_date() -> None:
    root = FOLDER.parent.parent.parent
    command = [sys.executable, root / "tools" / "generate_tables.py", "--check", "toy:matrix"]
    run = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
