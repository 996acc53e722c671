"""Pantheon drawn as text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from pyboard.render._text import counted, join, status, wrapped

if TYPE_CHECKING:
    from pyboard._core import Game, State
    from pyboard.render._text import Line, Paint

__all__ = ["text"]

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
    lines: list[Line] = [
        *_epoch_lines(view, tables),
        [],
        *_map_lines(view, tables),
        [],
        *_supply_lines(view, tables),
        [],
        *_player_lines(view, tables),
        *_action_lines(view),
        [],
        [(status(state, player), "")],
    ]
    return "\n".join(join(line, paint) for line in lines)


@lru_cache(maxsize=16)
def _tables(game: Game) -> dict[str, Any]:
    """The component tables, which are slow to list."""
    tables: dict[str, Any] = game.components()
    return tables


def _cards(hand: dict[str, int] | int) -> str:
    if isinstance(hand, int):
        return f"{hand} cards"
    return ", ".join(counted(hand)) or "-"


def _seat(seat: int | None) -> str:
    return "-" if seat is None else f"p{seat}"


def _epoch_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
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


def _map_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
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
    lines: list[Line] = []
    for y, row in sorted(rows.items()):
        line: Line = [(f"{'s' + str(min(row.values())):<{_MARGIN}}" + ("  " if y % 2 else ""), "dim")]
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


def _supply_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
    known = sum(view["display"].values()) + sum(view["discard"].values()) + len(view["special_money"])
    for player in view["players"]:
        known += player["hand"] if isinstance(player["hand"], int) else sum(player["hand"].values())
    cards = sum(entry["count"] for entry in tables["card_types"]["deck"])
    pile = cards + len(tables["special_money"]["stack_top_first"]) - known
    gods = [f"{slot}: {_god(tile, tables)}" for slot, tile in enumerate(view["gods"], start=1) if tile]
    halves = counted(view["half_god_stack"])
    loot = [f"{slot}: {tile}" for slot, tile in enumerate(view["loot"], start=1) if tile]
    return [
        *wrapped("display    ", [*counted(view["display"]), f"({pile} cards in the pile)"]),
        *wrapped("discarded  ", counted(view["discard"])),
        *wrapped("money      ", map(str, view["special_money"])),
        *wrapped("gods       ", gods),
        *wrapped("loot       ", loot),
        *wrapped("half-gods  ", counted(view["pool"])),
        *wrapped("to come    ", [*counted(view["bag"]), *(f"half-god {value}" for value in halves)]),
        *wrapped("god stack  ", view["god_stack"], " "),
        *wrapped("nations    ", view["nations"]),
        *(wrapped("bonus      ", view["bonus_tiles"]) if view["bonus_tiles"] else []),
    ]


def _player_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
    lines: list[Line] = []
    for seat, player in enumerate(view["players"]):
        feet = tables["pieces"]["feet_per_player"] - player["feet_in_hand"] - len(player["feet"])
        columns = tables["pieces"]["columns_per_player"] - player["columns_in_hand"] - len(player["columns"])
        levels = " ".join(f"{kind} {level}" for kind, level in player["levels"].items())
        first = f"{player['score']} points  feet {player['feet_in_hand']} (+{feet})  columns "
        first += f"{player['columns_in_hand']} (+{columns})  on board {len(player['feet'])}/{len(player['columns'])}  "
        first += f"movement {player['movement']}  half-gods {player['half_gods']} ({player['half_god_points']} points)"
        lines += [[(f"p{seat}  ", f"p{seat}"), (first, "")], [(f"    {levels}", "")]]
        lines += wrapped("    gods: ", [f"{kind} {count}" for kind, count in player["gods"].items()])
        lines += wrapped("    hand: ", [_cards(player["hand"])])
        if player["known"]:
            lines += wrapped("    known: ", [_cards(player["known"])])
        if player["linked"]:
            lines += wrapped("    linked by a jump: ", player["linked"])
        if player["bonus"]:
            lines.append([(f"    bonus: {player['bonus']}", "")])
    return lines


def _action_lines(view: dict[str, Any]) -> list[Line]:
    """What an unfinished action or preparation has besides the board."""
    parts = []
    for key, value in view.items():
        if key in _SHOWN or key == "closed":  # the map shows these
            continue
        shown = " ".join(map(str, value)) if isinstance(value, list) else str(value)
        parts.append(f"{key.replace('_', ' ')}: {shown or '-'}")
    return [[], *wrapped("now        ", parts, " · ")] if parts else []
