"""Tzolk'in drawn as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyboard.render._text import counted, join, status, wrapped

if TYPE_CHECKING:
    from pyboard._core import State
    from pyboard.render._text import Line, Paint

__all__ = ["text"]

_BLOCKS = ("wood", "stone", "gold")
_TRACKS = {"agriculture": "agri", "extraction": "extr", "architecture": "arch", "theology": "theo"}
_TEMPLES = {"chaac": "chaac", "quetzalcoatl": "quetz", "kukulcan": "kukul"}
_SPACES = {"chichen_itza": 11}  # action spaces; the other gears have 8
_SETUP = ("start", "monument", "display", "wealth", "dummy", "keep")


def text(state: State, player: int | None = None, paint: Paint | None = None) -> str:
    """A board as text.

    One line per gear shows the wells by their present space: a seat's number, `#` for a dummy, a dot for an empty
    space; the hidden wells stand behind the bar. One line per player shows what he owns.

    Args:
        state: A position of Tzolk'in.
        player: Shows what this seat sees; without it everything is shown.
        paint: Called with a piece of text and the name of its style for its coloured form.

    Example:
        >>> import pyboard
        >>> state = pyboard.load_game("tzolkin", players=2).new_initial_state()
        >>> print(pyboard.render.text(state).splitlines()[0])
        day 1 · 0 Food Days held · 0 corn on the teeth · 13 skulls left · start: free · first: p0 · active: p0
    """
    view = state.to_dict() if player is None else state.view(player)
    lines: list[Line] = [
        *_calendar_lines(view),
        [],
        *_gear_lines(view),
        [],
        *_supply_lines(view),
        [],
        *_player_lines(view),
        *_turn_lines(view),
        [],
        [(status(state, player), "")],
    ]
    return "\n".join(join(line, paint) for line in lines)


def _seat(seat: int | None) -> str:
    return "free" if seat is None else f"p{seat}"


def _calendar_lines(view: dict[str, Any]) -> list[Line]:
    held = f"{view['food_days']} Food Day{'' if view['food_days'] == 1 else 's'} held"
    parts = [
        f"day {view['day']}",
        held,
        f"{view['acc']} corn on the teeth",
        f"{view['skulls']} skulls left",
        f"start: {_seat(view['start'])}",
        f"first: p{view['first']}",
        f"active: p{view['active']}",
    ]
    return [[(" · ".join(parts), "")]]


def _gear_lines(view: dict[str, Any]) -> list[Line]:
    most = max(len(wells) for wells in view["gears"].values())
    lines: list[Line] = [[(" " * 14 + "".join(f"{space:>4}" for space in range(most)), "dim")]]
    skulls = set(view["chichen_skulls"])
    for gear, wells in view["gears"].items():
        line: Line = [(f"{gear:<14}", "")]
        for space, owner in enumerate(wells):
            bar = " |" if space == _SPACES.get(gear, 8) else "  "
            skull = "*" if gear == "chichen_itza" and space in skulls else " "
            mark = "." if owner is None else "#" if owner == "dummy" else str(owner)
            style = "dim" if not isinstance(owner, int) else f"p{owner}"
            line += [(bar + skull, ""), (mark, style)]
        lines.append(line)
    if skulls:
        lines.append([("* a skull lies on this space of chichen_itza", "dim")])
    return lines


def _supply_lines(view: dict[str, Any]) -> list[Line]:
    groups = [f"{group}: {tiles['corn']} corn, {tiles['wood']} wood" for group, tiles in view["jungle"].items()]
    return [
        *wrapped("jungle     ", groups),
        *wrapped("display    ", counted(view["display"])),
        *wrapped("monuments  ", view["monuments"]),
        *wrapped("undrawn    ", counted(view["undrawn"])),
    ]


def _player_lines(view: dict[str, Any]) -> list[Line]:
    lines: list[Line] = []
    for seat, player in enumerate(view["players"]):
        standing = sum(owner == seat for wells in view["gears"].values() for owner in wells)
        hand = player["workers"] - standing - (view["start"] == seat)
        blocks = " ".join(f"{player[block]} {block}" for block in _BLOCKS)
        temples = " ".join(f"{short} {player['temples'][name]}" for name, short in _TEMPLES.items())
        tracks = " ".join(f"{short} {player['technologies'][name]}" for name, short in _TRACKS.items())
        first = f"{player['score']} points  {player['corn']} corn {blocks} {player['skulls']} skulls  "
        first += f"workers {player['workers']} ({hand} in hand)  {player['side']} side"
        second = f"{temples}   {tracks}   tiles: {player['corn_tiles']} corn {player['wood_tiles']} wood"
        if player["free_food"]:
            second += f"   feeds {player['free_food']}"
        lines += [[(f"p{seat}  ", f"p{seat}"), (first, "")], [(f"    {second}", "")]]
        owned = counted(player["buildings"]) + player["monuments"]
        if owned:
            lines += wrapped("    ", owned)
    return lines


def _turn_lines(view: dict[str, Any]) -> list[Line]:
    """What a set-up or an unfinished turn has besides the board."""
    lines: list[Line] = []
    if "dealt" in view:
        for seat, (tiles, kept) in enumerate(zip(view["dealt"], view["kept"], strict=True)):
            shown = " ".join(tiles) if isinstance(tiles, list) else f"{tiles} tiles"
            choice = " ".join(kept) if isinstance(kept, list) else ("sealed" if kept else "-")
            if tiles or kept:
                lines.append([(f"p{seat} was dealt {shown}, keeps {choice}", "")])
        if view["dummy_tiles"]:
            lines.append([("dummy tiles " + " ".join(view["dummy_tiles"]), "")])
    if "placed" in view:
        how = "for mercy" if view["mercy"] else f"{view['placed']} this turn"
        lines.append([(f"placed {how}, the last one on {view['last_gear']}", "")])
    if "last_pick" in view:
        pick = view["last_pick"]
        last = "-" if pick is None else f"{pick['gear']} {pick['space']} ({pick['kind']})"
        seven = " ".join(view["picked_from_7"]) or "-"
        lines.append([(f"last pick {last}, acted from space 7: {seven}", "")])
    for task in reversed(view.get("tasks", [])):
        details = ", ".join(f"{key} {_detail(value)}" for key, value in task.items() if key != "task")
        lines.append([(f"to do: {task['task']}" + (f" ({details})" if details else ""), "")])
    return [[], *lines] if lines else []


def _detail(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return "+".join(value) or "-"
    return "-" if value is None else str(value)
