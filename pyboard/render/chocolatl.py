"""Chocolatl drawn as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyboard.render._text import join, status

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pyboard._core import State
    from pyboard.render._text import Line, Paint

__all__ = ["text"]

_CELL = 10


def text(state: State, player: int | None = None, paint: Paint | None = None) -> str:
    """A board as text.

    One line per player shows what he owns and his cards on the six locations: a dot for a card that is not there yet,
    a question mark for one that lies face down. Below stand the hands.

    Args:
        state: A position of Chocolatl.
        player: Shows what this seat sees; without it everything is shown.
        paint: Called with a piece of text and the name of its style for its coloured form.

    Example:
        >>> import pyboard
        >>> state = pyboard.load_game("chocolatl", players=3).new_initial_state()
        >>> print(pyboard.render.text(state).splitlines()[0])
        round 1 · stack
    """
    view = state.to_dict() if player is None else state.view(player)
    tables = state.game.components()
    lines: list[Line] = [
        *_round_lines(view, tables),
        [],
        *_player_lines(view, tables),
        [],
        *_hand_lines(view),
        [],
        [(status(state, player), "")],
    ]
    return "\n".join(join(line, paint) for line in lines)


def _seat(seat: int | None) -> str:
    return "-" if seat is None else f"p{seat}"


def _row(values: Iterable[Any]) -> str:
    return " ".join(map(str, values)) or "-"


def _card(card: int | None) -> str:
    return "-" if card is None else str(card)


def _round_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
    parts = [f"round {view['round']}", view["phase"]]
    if "location" in view:
        parts += [f"at {view['location']}", view["mode"]]
    if view["active"] is not None:
        parts.append(f"active {_seat(view['active'])}")
    if "second" in view:
        parts.append(f"2nd {_seat(view['second'])}")
    if "passed" in view:
        parts += [f"passed {_row(map(_seat, view['passed']))}", f"rolling {view['rolls']}"]
    markers = [
        f"king {_seat(view['king'])}",
        f"omen {_seat(view['omen'])}",
        f"stack (bottom first) {_row(map(_seat, view['arrival']))}",
    ]
    kitchen = tables["kitchen_row"]["rounds"][view["round"] - 1]
    board = [
        f"white dice {_row(view['harvest'])}",
        f"kitchen {kitchen['first']} / {kitchen['second']}",
        f"big {_card(view['big'])} (left {_row(view['big_left'])})",
        f"small {_card(view['small'])} (left {_row(view['small_left'])})",
    ]
    return [[(" · ".join(line), "")] for line in (parts, markers, board)]


def _offering(card: int | str | None) -> str:
    return "-" if card is None else "?" if card == "sealed" else str(card)


def _player_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
    cubes = tables["constants"]["cubes_per_player"]
    layers = [row["spaces"] for row in tables["temple_layers"]["layers"]]
    places = list(view["players"][0]["placed"])
    head = f"{'':4}{'score':>6}{'huts':>5}{'dice':>5}{'pips':>5}{'cubes':>6}  {'temple':<10}{'offered':<9}"
    lines: list[Line] = [[(head, "dim"), *((f"{name:<{_CELL}}", "dim") for name in places)]]
    totals = [0] * len(layers)
    for seat, player in enumerate(view["players"]):
        temple = player["temple"]
        totals = [a + b for a, b in zip(totals, temple, strict=True)]
        supply = cubes - player["huts"] - sum(temple)
        offered = f"{_offering(player['first_offering'])} {_offering(player['last_offering'])}"
        pips = player["pips"] or player["final_pips"]
        own = f"{player['score']:>6}{player['huts']:>5}{player['dice']:>5}{pips:>5}{supply:>6}"
        line: Line = [(f"p{seat:<3}", f"p{seat}"), (f"{own}  {_row(temple):<10}{offered:<9}", "")]
        for name in places:
            cards = ["?" if card == "sealed" else str(card) for card in player["placed"][name]]
            here = name == view.get("location")
            cell = " ".join(cards + ["."] * (2 - len(cards)))
            line.append((f"{cell:<{_CELL}}", "market" if here else ""))
        lines.append(line)
    free = [spaces - stand for spaces, stand in zip(layers, totals, strict=True)]
    lines.append([(f"{'':4}{'free':>27}  {_row(free)}", "dim")])
    return lines


def _hand_lines(view: dict[str, Any]) -> list[Line]:
    lines: list[Line] = []
    for seat, player in enumerate(view["players"]):
        hand = player["hand"]
        shown = _row(hand) if isinstance(hand, list) else f"{hand} cards; not placed for sure: {_row(player['unseen'])}"
        lines.append([(f"p{seat:<3}", f"p{seat}"), (f"hand {shown}", "")])
    return lines
