"""Cuba drawn as text."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyboard.render._text import counted, join, status, wrapped

if TYPE_CHECKING:
    from pyboard._core import State
    from pyboard.render._text import Line, Paint

__all__ = ["text"]

_RESOURCES = ("wood", "stone", "water")
_PRODUCTS = ("citrus", "sugar", "tobacco")
_MERCHANDISE = (*_PRODUCTS, "rum", "cigar")
_COLUMNS = "abcd"
_ROWS = "123"
_CELL = 21
_STEPS = ("parliament", "trade", "foreman", "load", "cafe")


def text(state: State, player: int | None = None, paint: Paint | None = None) -> str:
    """A board as text.

    Above market, harbour and laws, below the players with their plantations: a cell shows its building, or in brackets
    the field that it still is; `*` marks the pawn.

    Args:
        state: A position of Cuba.
        player: Shows what this seat sees; without it everything is shown.
        paint: Called with a piece of text and the name of its style for its coloured form.

    Example:
        >>> import pyboard
        >>> state = pyboard.load_game("cuba", players=2).new_initial_state()
        >>> print(pyboard.render.text(state).splitlines()[0])
        round 0 of 6 · lap 0 · start p0 · next start - · active p0 · ship_draw (setup)
    """
    view = state.to_dict() if player is None else state.view(player)
    tables = state.game.components()
    lines: list[Line] = [
        *_round_lines(view, tables),
        [],
        *_market_lines(view, tables),
        *_harbour_lines(view, tables),
        [],
        *_law_lines(view),
        *wrapped("tiles      ", counted(_tiles(view, tables, state.game.options))),
        [],
        *_player_lines(view, tables, state.game.options),
        *_step_lines(view),
        [],
        [(status(state, player), "")],
    ]
    return "\n".join(join(line, paint) for line in lines)


def _seat(seat: int | None) -> str:
    return "-" if seat is None else f"p{seat}"


def _round_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
    parts = [
        f"round {view['round']} of {tables['rounds']}",
        f"lap {view['lap']}",
        f"start p{view['start']}",
        f"next start {_seat(view['next_start'])}",
        f"active p{view['active']}",
        view["phase"] + (f" ({view['then']})" if "then" in view else ""),
    ]
    return [[(" · ".join(parts), "")]]


def _supply(view: dict[str, Any], tables: dict[str, Any]) -> dict[str, int]:
    """Pieces that are nowhere else."""
    left = {kind: count for kind, count in tables["supply"].items() if kind in (*_RESOURCES, *_MERCHANDISE)}
    ships = [ship["cargo"] for ship in (*view["piers"], view["sea"]) if ship is not None]
    for counts in (view["market"], view.get("foreman", {}).get("aside", {}), *ships):
        for kind, count in counts.items():
            left[kind] -= count
    for entry in view["players"]:
        for kind in left:
            left[kind] -= entry[kind]
    return left


def _market_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
    rows = tables["market"]
    prices = []
    for kind in _MERCHANDISE:
        track = rows["product_track" if kind in _PRODUCTS else "goods_track"]
        full = rows["full_sell_product" if kind in _PRODUCTS else "full_sell_good"]
        count = view["market"][kind]
        sell = track[count] if count < len(track) else full
        buy = track[count - 1] if count > 0 else rows["empty_buy"]
        prices.append(f"{kind} {count}/{len(track)} (sell {sell}, buy {buy})")
    supply = [f"{kind} {count}" for kind, count in _supply(view, tables).items()]
    return [*wrapped("market     ", prices), *wrapped("supply     ", supply)]


def _harbour_lines(view: dict[str, Any], tables: dict[str, Any]) -> list[Line]:
    spaces = {card["id"]: card["spaces"] for card in tables["ships"]["cards"]}
    lines: list[Line] = []
    places = [(f"pier {number + 1}", ship) for number, ship in enumerate(view["piers"])]
    for place, ship in [*places, ("sea", view["sea"])]:
        if ship is None:
            lines.append([(f"{place:<11}-", "")])
            continue
        loads = [
            f"{kind} {ship['cargo'].get(kind, 0)}/{count}" for kind, count in spaces[ship["ship"]].items() if count
        ]
        lines.append([(f"{place:<11}{ship['ship']}: " + "  ".join(loads), "")])
    lines += wrapped("unseen     ", view["undrawn_ships"], " ")
    lines += wrapped("departed   ", view["departed"], " ")
    return lines


def _law_lines(view: dict[str, Any]) -> list[Line]:
    lines: list[Line] = [[(f"{'':<11}{'law in force':<21}{'bill':<21}unseen", "dim")]]
    for category in view["laws"]:
        law, bill = view["laws"][category] or "-", view["bills"][category] or "-"
        lines += wrapped(f"{category:<11}{law:<21}{bill:<21}", view["stacks"][category], " ")
    taken = ", ".join(f"{name} {count}" for name, count in view["privileges"].items())
    lines.append([(f"privileges taken: {taken} · veto {_seat(view['veto'])} · press {view['press'] or '-'}", "")])
    return lines


def _tiles(view: dict[str, Any], tables: dict[str, Any], options: dict[str, Any]) -> dict[str, int]:
    """Building tiles that nobody owns."""
    owned = [kind for entry in view["players"] for kind in entry["buildings"].values()]
    left = {}
    for kind in tables["buildings"]["kinds"]:
        there = kind["set"] == "base" or options["buildings"] == "all"
        count = (kind["tiles"] if there else 0) - owned.count(kind["id"])
        if count > 0:
            left[kind["id"]] = count
    return left


def _player_lines(view: dict[str, Any], tables: dict[str, Any], options: dict[str, Any]) -> list[Line]:
    lines: list[Line] = []
    plantation = tables["plantation"]
    for seat, entry in enumerate(view["players"]):
        layout = "front" if options["board"] == "front" else plantation["seat_back"][seat]
        pieces = "  ".join(f"{kind} {entry[kind]}" for kind in (*_RESOURCES, *_MERCHANDISE))
        first = f"{entry['pesos']} pesos  {entry['vp']} VP  {pieces}"
        marks = []
        if "store" in entry:
            marks.append("store " + " ".join(f"{kind} {count}" for kind, count in entry["store"].items()))
        elif entry["stored"]:
            marks.append("products stored")
        if entry["town_hall"]:
            marks.append("town hall used")
        if entry["fourth"]:
            marks.append(f"fourth card {entry['fourth']}")
        hand = " ".join(entry["hand"]) or "-"
        lines += [[(f"p{seat}  ", f"p{seat}"), (first, "")], [("    hand: " + " · ".join([hand, *marks]), "")]]
        for row, number in enumerate(_ROWS):
            line: Line = [(f"    {number}  ", "dim")]
            for column, letter in enumerate(_COLUMNS):
                cell = letter + number
                pawn = "*" if entry["pawn"] == cell else " "
                field = plantation["layouts"][layout][row][column]
                what = entry["buildings"].get(cell, f"({field})")
                line.append((f"{pawn}{what:<{_CELL}}", f"p{seat}" if cell in entry["buildings"] else ""))
            lines.append(line)
    return lines


def _step_lines(view: dict[str, Any]) -> list[Line]:
    """What an unfinished action has besides the board."""
    lines: list[Line] = []
    for step in _STEPS:
        if step in view:
            details = [f"{key} {_detail(value)}" for key, value in view[step].items()]
            lines += wrapped(f"{step}: ", details, ", ")
    if "building" in view:
        lines.append([(f"to be placed: {view['building']}", "")])
    return [[], *lines] if lines else []


def _detail(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return " ".join(f"{count} {kind}" for kind, count in value.items()) or "-"
    if isinstance(value, list):
        return " + ".join("sealed" if entry is True else _detail(entry) for entry in value) or "-"
    return "-" if value is None else str(value)
