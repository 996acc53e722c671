"""Positions of Cacao set up by hand, and questions about them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import pyboard
from pyboard import Game, State

Space = tuple[int, int]
NORTH, EAST, SOUTH, WEST = (0, -1), (1, 0), (0, 1), (-1, 0)
DIRECTIONS = {"n": NORTH, "e": EAST, "s": SOUTH, "w": WEST}
# More jungle tiles far away, where tiles that are still to come could lie.
ROOM = {(8, 0): "temple", (9, 1): "plantation1", (10, 0): "plantation1"}
START = {(0, 0): "plantation1", (1, 1): "market2"}
# Index of a value on the water track.
TRACK = {-10: 0, -4: 1, -1: 2, 0: 3, 2: 4, 4: 5, 7: 6, 11: 7, 16: 8}


def beside(space: Space, direction: str) -> Space:
    dx, dy = DIRECTIONS[direction]
    return space[0] + dx, space[1] + dy


def player(hand: str = "w2101 w2101 w2101", pile: str = "", **more: int) -> dict[str, Any]:
    """A seat: tiles as texts, one word per tile; `water` is the value of the field."""
    count = lambda words: {tile: words.split().count(tile) for tile in sorted(set(words.split()))}  # noqa: E731
    value = more.pop("water", -10)
    return {"gold": 0, "cacao": 0, "sun": 0, "water": TRACK[value], "hand": count(hand), "pile": count(pile), **more}


def position(
    *seats: dict[str, Any],
    jungle: Mapping[Space, str] = START,
    workers: Mapping[Space, tuple[int, str] | tuple[int, str, str]] | None = None,
    display: Sequence[str] = (),
    pile: str = "",
    active: int = 0,
    phase: str = "at",
    game: Game | None = None,
    **more: Any,
) -> State:
    """Sets up a position; a worker tile is (seat, edges n e s w), with a third "over" if it covers another."""
    game = game or pyboard.load_game("cacao", len(seats))
    return game.state_from_dict(
        {
            "phase": phase,
            "active": active,
            **more,
            "display": list(display),
            "pile": {tile: pile.split().count(tile) for tile in set(pile.split())},
            "jungle": [{"x": x, "y": y, "type": kind} for (x, y), kind in jungle.items()],
            "workers": [
                {"x": x, "y": y, "seat": tile[0], "tile": tile[1], "over": len(tile) > 2}
                for (x, y), tile in (workers or {}).items()
            ],
            "players": list(seats),
        }
    )


def play(state: State, *texts: str) -> State:
    """The position after these actions and outcomes; the given one stays as it is."""
    state = state.clone()
    for text in texts:
        state.apply_text(text)
    return state


def offers(state: State) -> list[str]:
    """Texts of all that can happen."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def offered(state: State, kind: str) -> list[str]:
    """The second halves of the actions of a kind; nothing else may be on offer."""
    texts = offers(state)
    assert all(text.startswith(kind + " ") for text in texts), texts
    return [text.removeprefix(kind + " ") for text in texts]


def seat(state: State, who: int) -> dict[str, Any]:
    return state.to_dict()["players"][who]


def gold(state: State) -> list[int]:
    return [player["gold"] for player in state.to_dict()["players"]]


def cacao(state: State) -> list[int]:
    return [player["cacao"] for player in state.to_dict()["players"]]


def jungle_at(state: State, space: Space) -> str | None:
    return next((t["type"] for t in state.to_dict()["jungle"] if (t["x"], t["y"]) == space), None)


def worker_at(state: State, space: Space) -> tuple[int, str, bool] | None:
    tiles = state.to_dict()["workers"]
    return next(((t["seat"], t["tile"], t["over"]) for t in tiles if (t["x"], t["y"]) == space), None)


def keeps(state: State) -> dict[int, int]:
    """At `keep`: the gold gained with each number of cacao kept."""
    who = state.current_player()
    before = gold(state)[who]
    result = {}
    for text in offered(state, "keep"):
        after = play(state, f"keep {text}")
        assert cacao(after)[who] == int(text)
        result[int(text)] = gold(after)[who] - before
    return result


def leaves(state: State, turns: int, seats: int) -> Iterator[State]:
    """Every way through the next turns, seen at the start of the turn after them."""
    stack = [(state, turns)]
    while stack:
        at, left = stack.pop()
        for action in at.legal_actions():
            child = at.clone()
            child.apply_action(action)
            over = child.is_terminal() or child.to_dict()["active"] != at.to_dict()["active"]
            if over and left == 1:
                yield child
            else:
                stack.append((child, left - over))
