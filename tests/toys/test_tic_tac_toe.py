"""Tic-tac-toe against its published counts."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from support.exact import child, nodes

import pyboard
from pyboard import State

# Games that end after 5, 6, 7, 8 and 9 marks.
ENDINGS = {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}


@pytest.fixture
def start() -> State:
    return pyboard.load_game("toy:tic_tac_toe").new_initial_state()


def test_paths(start: State) -> None:
    """Paths by depth; one that has ended is counted once."""
    expected, going_on, ended = [], 1, 0
    for depth in range(1, 10):
        going_on *= 10 - depth
        expected.append(going_on + ended)
        ended += ENDINGS.get(depth, 0)
        going_on -= ENDINGS.get(depth, 0)
    assert expected[:5] == [9, 72, 504, 3024, 15120]
    assert expected[-1] == 255168
    assert [start.game.perft(start, depth) for depth in range(1, 10)] == expected


@pytest.mark.slow
def test_results_of_all_games(start: State) -> None:
    results = Counter(tuple(state.scores()) for state in nodes(start) if state.is_terminal())
    assert results == {(1, 0): 131184, (0, 1): 77904, (0, 0): 46080}


def test_positions_and_the_value_of_each(start: State) -> None:
    values: dict[State, float] = {}

    def value(state: State) -> float:
        """For p0, by best play."""
        if state not in values:
            if state.is_terminal():
                values[state] = state.returns()[0]
            else:
                choose = max if state.current_player() == 0 else min
                values[state] = choose(value(child(state, action)) for action in state.legal_actions())
        return values[state]

    # 5478 positions can come up; those with one square left and no line are no nodes: the last mark is forced.
    lines = [{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}]
    boards = [(set(x), set(o)) for x in combinations(range(9), 4) for o in combinations(set(range(9)) - set(x), 4)]
    forced = sum(not any(line <= x or line <= o for line in lines) for x, o in boards)
    assert value(start) == 0
    assert len(values) == 5478 - forced
    assert sum(state.is_terminal() for state in values) == 958


@pytest.mark.parametrize(
    ("board", "fault"),
    [
        (["xx.", "...", "..."], "x must have as many marks as o, or one more"),
        (["o..", "...", "..."], "x must have as many marks as o, or one more"),
        (["xxx", "oo.", "o.."], "the game went on after a line was made"),
        (["ooo", "xx.", "x.x"], "the game went on after a line was made"),
    ],
)
def test_impossible_boards(start: State, board: list[str], fault: str) -> None:
    with pytest.raises(pyboard.CorruptStateError, match=fault):
        start.game.state_from_dict({"board": board})
