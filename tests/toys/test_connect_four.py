"""Connect four against published counts and against rules written down a second time, square by square."""

from __future__ import annotations

import random

import pytest
from support.exact import child

import pyboard
from pyboard import State

COLUMNS, ROWS = 7, 6


@pytest.fixture
def start() -> State:
    return pyboard.load_game("toy:connect_four").new_initial_state()


def test_paths(start: State) -> None:
    assert [start.game.perft(start, depth) for depth in range(1, 8)] == [7, 49, 343, 2401, 16807, 117649, 823536]


def test_positions_by_number_of_stones(start: State) -> None:
    counts, level = [], {start}
    for _ in range(6):
        level = {child(state, action) for state in level for action in state.legal_actions()}
        counts.append(len(level))
    assert counts == [7, 49, 238, 1120, 4263, 16422]


class Columns:
    """The rules once more: columns as lists of seats, lines searched in all directions."""

    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(COLUMNS)]
        self.count = 0
        self.winner: int | None = None

    def legal(self) -> list[int]:
        return [i for i, column in enumerate(self.columns) if len(column) < ROWS]

    def at(self, column: int, row: int) -> int | None:
        inside = 0 <= column < COLUMNS and 0 <= row < len(self.columns[column])
        return self.columns[column][row] if inside else None

    def drop(self, column: int) -> None:
        seat = self.count % 2
        self.columns[column].append(seat)
        self.count += 1
        row = len(self.columns[column]) - 1
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1)):
            length = 1
            for sign in (1, -1):
                step = 1
                while self.at(column + sign * step * dx, row + sign * step * dy) == seat:
                    length, step = length + 1, step + 1
            if length >= 4:
                self.winner = seat

    def over(self) -> bool:
        return self.winner is not None or self.count == COLUMNS * ROWS

    def board(self) -> list[str]:
        marks = {None: ".", 0: "x", 1: "o"}
        return ["".join(marks[self.at(column, row)] for column in range(COLUMNS)) for row in reversed(range(ROWS))]


def test_random_games_agree_with_the_slow_rules(start: State) -> None:
    ends = set()
    for seed in range(300):
        rng = random.Random(seed)
        state, slow = start.clone(), Columns()
        while not state.is_terminal():
            assert not slow.over()
            assert state.current_player() == slow.count % 2
            assert state.legal_actions() == slow.legal()
            before = len(state.history(forced=True))
            state.apply_action(rng.choice(state.legal_actions()))
            for column in state.history(forced=True)[before:]:
                slow.drop(column)
            assert state.to_dict() == {"board": slow.board()}
        assert slow.over()
        assert state.scores() == [int(slow.winner == seat) for seat in (0, 1)]
        ends.add(slow.winner)
    assert ends >= {0, 1}


def test_a_full_board_is_a_draw(start: State) -> None:
    """The last column is filled by force: with one column left there is one action."""
    state = start.clone()
    for column in [
        0,
        1,
        0,
        1,
        1,
        0,
        0,
        1,
        0,
        1,
        1,
        0,
        2,
        3,
        2,
        3,
        3,
        2,
        2,
        3,
        2,
        3,
        3,
        2,
        4,
        5,
        4,
        5,
        5,
        4,
        4,
        5,
        4,
        5,
    ]:
        state.apply_action(column)
    state.apply_action(5)
    assert state.legal_actions() == [4, 6]
    state.apply_action(4)
    assert state.is_terminal()
    assert state.places() == [1, 1]
    assert state.returns() == [0.0, 0.0]
    assert state.history()[-1] == 4
    assert state.history(forced=True)[-6:] == [6] * 6


def test_the_first_move_in_the_middle_looks_best(start: State) -> None:
    values = [child(start, action).evaluate()[0] for action in start.legal_actions()]
    assert values == pytest.approx(values[::-1])
    assert max(values) == values[3] > values[0]


@pytest.mark.parametrize(
    ("rows", "fault"),
    [
        (["x......", "......."], "a stone hangs in the air"),
        (["o......"], "x must have as many stones as o, or one more"),
        (["xx....."], "x must have as many stones as o, or one more"),
        (["ooo....", "xxxx..."], ""),
        (["oo.....", "xxxx.oo"], "the game went on after a line was made"),
        (["ooox...", "xxxx.o."], "the game went on after a line was made"),
        (["x......", "x......", "x......", "x......", "oooo..."], "the game went on after a line was made"),
        (["xxxx...", "oooo..."], "the game went on after a line was made"),
    ],
)
def test_impossible_boards(start: State, rows: list[str], fault: str) -> None:
    position = {"board": ["......."] * (ROWS - len(rows)) + rows}
    if not fault:
        assert start.game.state_from_dict(position).scores() == [1, 0]
        return
    with pytest.raises(pyboard.CorruptStateError, match=fault):
        start.game.state_from_dict(position)
