"""Cacao drawn as text and as SVG."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.etree import ElementTree

from pyboard.render._text import join

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyboard._core import Game, State
    from pyboard.render._text import Line, Paint

__all__ = ["svg", "text"]

_WIDTH = 8  # columns of text per square
_OPTIONS = 12  # actions shown in the line about the decision
_STEPS = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}


class _Area(NamedTuple):
    """The used part of the table."""

    left: int
    top: int
    right: int
    bottom: int


@dataclass(frozen=True)
class _Boards:
    """What the drawing needs of the component tables."""

    track: tuple[int, ...]
    storage: int
    suns: int
    kinds: dict[str, str] = field(hash=False)


@dataclass(frozen=True)
class _Position:
    """A position's dict, put in order."""

    jungle: dict[tuple[int, int], str]
    workers: dict[tuple[int, int], dict[str, Any]]
    offers: set[tuple[int, int]]
    space: tuple[int, int] | None
    area: _Area

    @classmethod
    def of(cls, view: dict[str, Any]) -> _Position:
        jungle = {(tile["x"], tile["y"]): tile["type"] for tile in view["jungle"]}
        workers = {(tile["x"], tile["y"]): tile for tile in view["workers"]}
        offers = {(x + dx, y + dy) for x, y in jungle for dx, dy in _STEPS.values() if view["phase"] != "over"}
        used = [*jungle, *workers, *offers]
        area = _Area(min(x for x, _ in used), min(y for _, y in used), max(x for x, _ in used), max(y for _, y in used))
        space = tuple(view["space"]) if "space" in view else None
        return cls(jungle, workers, offers - set(workers), space, area)


def text(state: State, player: int | None = None, paint: Paint | None = None) -> str:
    """A board as text.

    Worker tiles show their seat between the workers on their four edges, and a `^` if they cover an older tile;
    empty spaces where a worker tile can lie show a dot; the tile being laid stands between angle brackets.

    Args:
        state: A position of Cacao.
        player: Shows what this seat sees; without it everything is shown.
        paint: Called with a piece of text and the name of its style for its coloured form.

    Example:
        >>> import pyboard
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> print(pyboard.render.text(state).splitlines()[-1])
        chance: deal w1111, deal w2101, deal w3001, deal w3100
    """
    view = state.to_dict() if player is None else state.view(player)
    boards = _boards(state.game)
    lines: list[Line] = [*_board_lines(_Position.of(view)), []]
    lines += [*_supply_lines(view, boards), [], *_player_lines(state, view, boards), [], [(_status(state, player), "")]]
    return "\n".join(join(line, paint) for line in lines)


def _board_lines(position: _Position) -> Iterable[Line]:
    area = position.area
    columns = range(area.left, area.right + 1)
    yield [(" " * 4 + "".join(f"{x:^{_WIDTH}}" for x in columns), "dim")]
    for y in range(area.top, area.bottom + 1):
        cells = [_cell(position, (x, y)) for x in columns]
        for row in range(3):
            margin = f"{y:3} " if row == 1 else " " * 4
            yield [(margin, "dim"), *((f"{rows[row]:^{_WIDTH}}", style) for rows, style in cells)]


def _cell(position: _Position, place: tuple[int, int]) -> tuple[tuple[str, str, str], str]:
    """Three rows of a square, and their style."""
    if place in position.jungle:
        kind = position.jungle[place]
        return (".-----.", _short(kind), "'-----'"), kind.rstrip("0123456789")
    if place in position.workers:
        tile = position.workers[place]
        north, east, south, west = tile["tile"]
        left, right = "<>" if place == position.space else "  "
        middle = f"{left}{west}{'^' if tile['over'] else ' '}p{tile['seat']} {east}{right}"
        return (north, middle, south), f"p{tile['seat']}"
    if place == position.space:
        return ("", "<  ?  >", ""), "space"
    return ("", "." if place in position.offers else "", ""), "dim"


def _short(kind: str) -> str:
    name = kind.rstrip("0123456789")
    value = kind[len(name) :]
    return f"{'plant' if name == 'plantation' else name} {value}".rstrip()


def _supply_lines(view: dict[str, Any], boards: _Boards) -> Iterable[Line]:
    def tiles(names: Iterable[tuple[str, str]]) -> Line:
        shown: Line = []
        for name, piece in names:
            shown += [("  ", ""), (piece, boards.kinds[name])]
        return shown[1:] or [("-", "")]

    pile = view["pile"]
    yield [("display  ", ""), *tiles((name, _short(name)) for name in view["display"])]
    count = f"{sum(pile.values())} tiles: " if pile else ""
    yield [("pile     " + count, ""), *tiles((name, f"{number} x {_short(name)}") for name, number in pile.items())]


def _player_lines(state: State, view: dict[str, Any], boards: _Boards) -> Iterable[Line]:
    scores = state.scores() if state.is_terminal() else None
    last = "  temples  score  place" if scores else "  hand and pile"
    yield [(f"    gold  cacao  sun  water{last}", "")]
    for seat, player in enumerate(view["players"]):
        water = boards.track[player["water"]]
        line = (
            f"p{seat}{'*' if seat == view['active'] and scores is None else ' '} {player['gold']:4}"
            f"  {player['cacao']:>3}/{boards.storage}  {player['sun']}/{boards.suns}  {water:>5}"
        )
        if scores is not None:
            temples = scores[seat] - player["gold"] - player["sun"] - water
            line += f"  {temples:>7}  {scores[seat]:>5}  {state.places()[seat]:>5}"
        elif isinstance(player["hand"], dict):
            line += f"  {_counts(player['hand'])} | {_counts(player['pile'])}"
        else:
            line += f"  {player['hand']} hidden of {_counts(player['left'])}"
        yield [(line, f"p{seat}")]


def _counts(tiles: dict[str, int]) -> str:
    return ", ".join(name if number == 1 else f"{number} x {name}" for name, number in tiles.items()) or "none"


def _status(state: State, player: int | None) -> str:
    mover = state.current_player()
    if state.is_terminal():
        winners = " and ".join(f"p{seat}" for seat, place in enumerate(state.places()) if place == 1)
        wins = "wins" if state.places().count(1) == 1 else "share the victory"
        return f"game over after the turn of p{state.to_dict()['active']}: {winners} {wins}"
    who = "chance" if mover < 0 else f"p{mover} to decide"
    if player is not None and mover != player:
        return f"{who}: {state.node_kind()}"  # what is offered can tell what somebody holds
    actions = state.legal_actions()
    shown = ", ".join(state.action_to_string(action).removeprefix("chance ") for action in actions[:_OPTIONS])
    more = len(actions) - _OPTIONS
    return f"{who}: {shown}{f' and {more} more' if more > 0 else ''}"


@lru_cache(maxsize=16)
def _boards(game: Game) -> _Boards:
    components = game.components()
    board = components["village_board"]
    kinds = {row["id"]: row["id"].rstrip("0123456789") for row in components["jungle_types"]["rows"]}
    return _Boards(tuple(board["water_track"]), board["storage_spaces"], board["sun_places"], kinds)


# SVG

_SQUARE = 64
_MARGIN = 28
_FONT = "font-family:sans-serif"
_SEATS = ("#c0392b", "#7d3c98", "#f4f1e6", "#e8b81c")  # red, purple, white, yellow
_ON_SEATS = ("#ffffff", "#ffffff", "#333333", "#333333")
_JUNGLE = {
    "plantation": ("#8d6239", "#ffffff"),
    "market": ("#d98a29", "#222222"),
    "mine": ("#e3c94b", "#222222"),
    "water": ("#3f8fc5", "#ffffff"),
    "sun": ("#f3a712", "#222222"),
    "temple": ("#8a8f96", "#ffffff"),
}
_GROUND = "#dfe8d2"


def svg(state: State, player: int | None = None) -> str:
    """A board as SVG.

    Args:
        state: A position of Cacao.
        player: Shows what this seat sees; without it everything is shown.

    Returns:
        A complete SVG document.

    Example:
        >>> import pyboard
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> pyboard.render.svg(state).count("<title>plantation1")
        1
    """
    view = state.to_dict() if player is None else state.view(player)
    position = _Position.of(view)
    boards = _boards(state.game)
    area = position.area
    board_width = (area.right - area.left + 1) * _SQUARE + _MARGIN
    board_height = (area.bottom - area.top + 1) * _SQUARE + _MARGIN
    notes = [join(line) for line in (*_supply_lines(view, boards), *_player_lines(state, view, boards))]
    notes.append(_status(state, player))
    width = max(board_width, 8 * max(len(line) for line in notes) + 2 * _MARGIN)
    height = board_height + 20 * len(notes) + 24
    root = ElementTree.Element(
        "svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {width} {height}", width=str(width), height=str(height)
    )
    _rectangle(root, 0, 0, width, height, "#ffffff")
    for x in range(area.left, area.right + 1):
        _label(root, _MARGIN + (x - area.left + 0.5) * _SQUARE, _MARGIN - 10, str(x), 12, "#777777")
    for y in range(area.top, area.bottom + 1):
        _label(root, _MARGIN / 2, _MARGIN + (y - area.top + 0.5) * _SQUARE + 4, str(y), 12, "#777777")
        for x in range(area.left, area.right + 1):
            group = ElementTree.SubElement(
                root,
                "g",
                transform=f"translate({_MARGIN + (x - area.left) * _SQUARE} {_MARGIN + (y - area.top) * _SQUARE})",
            )
            _draw_square(group, position, (x, y), boards)
    for index, line in enumerate(notes):
        note = _label(root, _MARGIN, board_height + 20 * (index + 1), line, 13, "#222222", anchor="start")
        note.set("style", "font-family:monospace;white-space:pre")
        note.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return ElementTree.tostring(root, encoding="unicode")


def _draw_square(group: ElementTree.Element, position: _Position, place: tuple[int, int], boards: _Boards) -> None:
    x, y = place
    if place in position.jungle:
        name = position.jungle[place]
        fill, ink = _JUNGLE[boards.kinds[name]]
        _rectangle(group, 1, 1, _SQUARE - 2, _SQUARE - 2, fill, radius=6, title=f"{name} at {x} {y}")
        kind = name.rstrip("0123456789")
        _label(group, _SQUARE / 2, _SQUARE / 2 + (4 if kind == name else -4), kind, 11, ink)
        if kind != name:
            _label(group, _SQUARE / 2, _SQUARE / 2 + 18, name[len(kind) :], 20, ink)
    elif place in position.workers:
        _draw_worker(group, position.workers[place], place)
    elif place in position.offers:
        _rectangle(group, 6, 6, _SQUARE - 12, _SQUARE - 12, _GROUND, radius=6, title=f"at {x} {y}")
    if place == position.space:
        frame = _rectangle(group, 2, 2, _SQUARE - 4, _SQUARE - 4, "none", radius=6)
        frame.set("stroke", "#111111")
        frame.set("stroke-width", "3")


def _draw_worker(group: ElementTree.Element, tile: dict[str, Any], place: tuple[int, int]) -> None:
    seat = tile["seat"]
    over = ", covers an older tile" if tile["over"] else ""
    body = _rectangle(
        group,
        1,
        1,
        _SQUARE - 2,
        _SQUARE - 2,
        _SEATS[seat],
        radius=6,
        title=f"p{seat} {tile['tile']} at {place[0]} {place[1]}{over}",
    )
    body.set("stroke", "#555555")
    middle = _SQUARE / 2
    for (dx, dy), workers in zip(_STEPS.values(), tile["tile"], strict=True):
        for index in range(int(workers)):
            along = (index - (int(workers) - 1) / 2) * 13
            ElementTree.SubElement(
                group,
                "circle",
                cx=f"{middle + dx * 24 + (along if dx == 0 else 0):g}",
                cy=f"{middle + dy * 24 + (along if dy == 0 else 0):g}",
                r="5",
                fill=_ON_SEATS[seat],
            )
    _label(group, middle, middle + 5, f"p{seat}{'^' if tile['over'] else ''}", 14, _ON_SEATS[seat])


def _rectangle(
    parent: ElementTree.Element,
    x: float,
    y: float,
    width: float,
    height: float,
    fill: str,
    *,
    radius: int = 0,
    title: str = "",
) -> ElementTree.Element:
    element = ElementTree.SubElement(
        parent, "rect", x=f"{x:g}", y=f"{y:g}", width=f"{width:g}", height=f"{height:g}", fill=fill
    )
    if radius:
        element.set("rx", str(radius))
    if title:
        ElementTree.SubElement(element, "title").text = title
    return element


def _label(
    parent: ElementTree.Element, x: float, y: float, content: str, size: int, ink: str, *, anchor: str = "middle"
) -> ElementTree.Element:
    element = ElementTree.SubElement(parent, "text", x=f"{x:g}", y=f"{y:g}", fill=ink, style=_FONT)
    element.set("font-size", str(size))
    element.set("text-anchor", anchor)
    element.text = content
    return element
