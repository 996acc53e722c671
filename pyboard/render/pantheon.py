"""Pantheon drawn as text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from pyboard._core import Game, State

    Paint = Callable[[str, str], str]
    _Piece = tuple[str, str]  # text and its style
    _Line = list[_Piece]

__all__ = ["text"]

_WIDTH = 118
_OPTIONS = 14  # actions shown in the line about the decision
_CELL = 4
_MARGIN = 6
_TILES = {
    "support": "su",
    "half_god": "hg",
    "god": "go",
    "offering1": "o1",
    "offering2": "o2",
    "cards": "ca",
    "money": "mo",
    "movement1": "m1",
    "movement2": "m2",
}
_SHOWN = {  # members of the dict that have a place of their own; the others are the action going on
    *("phase", "scene", "epoch", "nation", "nations", "first", "active", "actor", "ender", "turns", "display"),
    *("discard", "special_money", "loot", "bag", "gods", "god_stack", "pool", "half_god_stack", "bonus_tiles"),
    "players",
}


def text(state: State, player: int | None = None, paint: Paint | None = None) -> str:
    """A board as text.

    The map shows who stands on a space: one or two seats' numbers. Elsewhere `#` is an empty column space, `@` the
    temple, two letters are a loot tile and a dot is any other empty space; a dash behind it closes it for the
    movement (PA-64). The number before a row is that of its first space.

    Args:
        state: A position of Pantheon.
        player: Shows what this seat sees; without it everything is shown.
        paint: Called with a piece of text and the name of its style for its coloured form.

    Example:
        >>> import pyboard
        >>> state = pyboard.load_game("pantheon", players=2).new_initial_state()
        >>> print(pyboard.render.text(state).splitlines()[0])
        epoch 0 of 6 · nation: - · setup: display · first: p0 · turn: p0 · acts: p0 · ended by: - · 0 actions
    """
    view = state.to_dict() if player is None else state.view(player)
    tables = _tables(state.game)
    lines: list[_Line] = [
        *_epoch_lines(view, tables),
        [],
        *_map_lines(view, tables),
        [],
        *_supply_lines(view, tables),
        [],
        *_player_lines(view, tables),
        *_action_lines(view),
        [],
        [(_status(state, player), "")],
    ]
    return "\n".join(_join(line, paint) for line in lines)


@lru_cache(maxsize=16)
def _tables(game: Game) -> dict[str, Any]:
    """The component tables, which are slow to list."""
    tables: dict[str, Any] = game.components()
    return tables


def _join(line: _Line, paint: Paint | None) -> str:
    """A line without the blanks at its end."""
    line = list(line)
    while line and not line[-1][0].strip():
        line.pop()
    if line:
        line[-1] = (line[-1][0].rstrip(), line[-1][1])
    return "".join(paint(piece, style) if paint and style else piece for piece, style in line)


def _wrapped(title: str, items: Iterable[str], separator: str = "  ") -> list[_Line]:
    """A title and items in as many lines as they need."""
    lines: list[str] = []
    row, empty = title, True
    for item in items:
        if not empty and len(row) + len(separator) + len(item) > _WIDTH:
            lines.append(row)
            row, empty = " " * len(title), True
        row += item if empty else separator + item
        empty = False
    lines.append(row + ("-" if empty else ""))
    return [[(line, "")] for line in lines]


def _counted(counts: dict[str, int]) -> list[str]:
    return [name if count == 1 else f"{name} x{count}" for name, count in counts.items()]


def _cards(hand: dict[str, int] | int) -> str:
    if isinstance(hand, int):
        return f"{hand} cards"
    return ", ".join(_counted(hand)) or "-"


def _seat(seat: int | None) -> str:
    return "-" if seat is None else f"p{seat}"


def _epoch_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[_Line]:
    parts = [
        f"epoch {view['epoch']} of {tables['scoring']['after_epochs'][-1]}",
        f"nation: {view['nation'] or '-'}",
        f"{view['scene']}: {view['phase']}",
        f"first: p{view['first']}",
        f"turn: p{view['active']}",
        f"acts: p{view['actor']}",
        f"ended by: {_seat(view['ender'])}",
        f"{view['turns']} actions",
    ]
    return [[(" · ".join(parts), "")]]


def _map_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[_Line]:
    spaces = tables["map"]["spaces"]
    owners: dict[int, list[int]] = {}
    for seat, player in enumerate(view["players"]):
        for space in player["feet"] + player["columns"]:
            owners.setdefault(int(space[1:]), []).append(seat)
    closed = {int(space[1:]) for space in view.get("closed", [])}
    temple = view["scene"] not in ("setup", "prepare", "nation")
    rows: dict[int, dict[int, int]] = {}
    for index, space in enumerate(spaces):
        rows.setdefault(space["y"], {})[space["x"]] = index
    lines: list[_Line] = []
    for y, row in sorted(rows.items()):
        line: _Line = [(f"{'s' + str(min(row.values())):<{_MARGIN}}" + ("  " if y % 2 else ""), "dim")]
        for x in range(max(row) + 1):
            if x not in row:
                line.append((" " * _CELL, ""))
                continue
            piece, style = _cell(spaces[row[x]], view, owners.get(row[x], []), temple=temple)
            line.append((f"{piece + ('-' if row[x] in closed else ''):<{_CELL}}", style))
        lines.append(line)
    return lines


def _cell(space: dict[str, Any], view: dict[str, Any], owners: list[int], *, temple: bool) -> tuple[str, str]:
    if owners:
        return "".join(map(str, owners)), f"p{owners[0]}"
    here = space.get("nation") == view["nation"]
    if here and space["type"] == "loot" and (tile := view["loot"][space["slot"] - 1]):
        return _TILES[tile], ""
    if here and space["type"] == "start" and temple:
        return "@", ""
    return ("#", "dim") if space["type"] == "column" else (".", "dim")


def _god(tile: str, tables: dict[str, Any]) -> str:
    god = tables["gods"]["tiles"][int(tile[1:])]
    value = f" {god['value']}" if god.get("value") else ""
    return f"{tile} {god['kind']}{value} ({','.join(map(str, god['cost']))})"


def _supply_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[_Line]:
    known = sum(view["display"].values()) + sum(view["discard"].values()) + len(view["special_money"])
    for player in view["players"]:
        known += player["hand"] if isinstance(player["hand"], int) else sum(player["hand"].values())
    cards = sum(entry["count"] for entry in tables["card_types"]["deck"])
    pile = cards + len(tables["special_money"]["stack_top_first"]) - known
    gods = [f"{slot}: {_god(tile, tables)}" for slot, tile in enumerate(view["gods"], start=1) if tile]
    halves = _counted(view["half_god_stack"])
    loot = [f"{slot}: {tile}" for slot, tile in enumerate(view["loot"], start=1) if tile]
    return [
        *_wrapped("display    ", [*_counted(view["display"]), f"({pile} cards in the pile)"]),
        *_wrapped("discarded  ", _counted(view["discard"])),
        *_wrapped("money      ", map(str, view["special_money"])),
        *_wrapped("gods       ", gods),
        *_wrapped("loot       ", loot),
        *_wrapped("half-gods  ", _counted(view["pool"])),
        *_wrapped("to come    ", [*_counted(view["bag"]), *(f"half-god {value}" for value in halves)]),
        *_wrapped("god stack  ", view["god_stack"], " "),
        *_wrapped("nations    ", view["nations"]),
        *(_wrapped("bonus      ", view["bonus_tiles"]) if view["bonus_tiles"] else []),
    ]


def _player_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[_Line]:
    lines: list[_Line] = []
    for seat, player in enumerate(view["players"]):
        feet = tables["pieces"]["feet_per_player"] - player["feet_in_hand"] - len(player["feet"])
        columns = tables["pieces"]["columns_per_player"] - player["columns_in_hand"] - len(player["columns"])
        levels = " ".join(f"{kind} {level}" for kind, level in player["levels"].items())
        first = f"{player['score']} points  feet {player['feet_in_hand']} (+{feet})  columns "
        first += f"{player['columns_in_hand']} (+{columns})  on board {len(player['feet'])}/{len(player['columns'])}  "
        first += f"movement {player['movement']}  half-gods {player['half_gods']} ({player['half_god_points']} points)"
        lines += [[(f"p{seat}  ", f"p{seat}"), (first, "")], [(f"    {levels}", "")]]
        lines += _wrapped("    gods: ", [f"{kind} {count}" for kind, count in player["gods"].items()])
        lines += _wrapped("    hand: ", [_cards(player["hand"])])
        if player["known"]:
            lines += _wrapped("    known: ", [_cards(player["known"])])
        if player["linked"]:
            lines += _wrapped("    linked by a jump: ", player["linked"])
        if player["bonus"]:
            lines.append([(f"    bonus: {player['bonus']}", "")])
    return lines


def _action_lines(view: dict[str, Any]) -> list[_Line]:
    """What an unfinished action or preparation has besides the board."""
    parts = []
    for key, value in view.items():
        if key in _SHOWN or key == "closed":  # the map shows these
            continue
        shown = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        parts.append(f"{key.replace('_', ' ')}: {shown or '-'}")
    return [[], *_wrapped("now        ", parts, " · ")] if parts else []


def _status(state: State, player: int | None) -> str:
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
        if index == _OPTIONS or len(line) + len(piece) + len(rest) > _WIDTH:
            return line + f", … ({len(texts)} in all)"
        line += piece
    return line
