"""What drawings as text have in common: lines of styled pieces, lists that wrap, the line about the decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyboard._core import State

    Paint = Callable[[str, str], str]
    Piece = tuple[str, str]  # text and its style
    Line = list[Piece]

WIDTH = 118
OPTIONS = 14  # actions shown in the line about the decision


def join(line: Line, paint: Paint | None = None) -> str:
    """A line without the blanks at its end."""
    line = list(line)
    while line and not line[-1][0].strip():
        line.pop()
    if line:
        line[-1] = (line[-1][0].rstrip(), line[-1][1])
    return "".join(paint(piece, style) if paint and style else piece for piece, style in line)


def wrapped(title: str, items: Iterable[str], separator: str = "  ") -> list[Line]:
    """A title and items in as many lines as they need."""
    lines: list[str] = []
    row, empty = title, True
    for item in items:
        if not empty and len(row) + len(separator) + len(item) > WIDTH:
            lines.append(row)
            row, empty = " " * len(title), True
        row += item if empty else separator + item
        empty = False
    lines.append(row + ("-" if empty else ""))
    return [[(line, "")] for line in lines]


def counted(counts: dict[str, int]) -> list[str]:
    """Names, with their number where it is not one."""
    return [name if count == 1 else f"{name} x{count}" for name, count in counts.items()]


def status(state: State, player: int | None) -> str:
    """Who decides what, with the first of the actions, as far as the seat may see them; or the result."""
    if state.is_terminal():
        scores = ", ".join(f"p{seat} {score:g}" for seat, score in enumerate(state.scores()))
        return f"over: {scores}"
    if player is not None and state.current_player() != player:
        who = "chance" if state.is_chance_node() else f"p{state.current_player()}"
        return f"{who}: {state.node_kind()}"
    who = "chance" if state.is_chance_node() else f"p{state.current_player()} {state.node_kind()}"
    texts = [state.action_to_string(action).removeprefix("chance ") for action in state.legal_actions()]
    line = f"{who}: "
    for index, option in enumerate(texts):
        piece = ("" if index == 0 else ", ") + option
        rest = f", … ({len(texts)} in all)"
        if index == OPTIONS or len(line) + len(piece) + len(rest) > WIDTH:
            return line + rest
        line += piece
    return line
