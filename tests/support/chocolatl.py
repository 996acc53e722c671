"""Positions of Chocolatl as the worked examples need them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import pyboard
from pyboard import State
from support.play import offers, play

__all__ = [
    "BIG",
    "CARDS",
    "CUBES",
    "LAYERS",
    "LOCATIONS",
    "SMALL",
    "Player",
    "bids",
    "column",
    "offers",
    "opening",
    "play",
    "player",
    "position",
    "reveal",
    "seat",
    "total",
    "track",
    "view",
    "waits",
]

LOCATIONS = ("prophecy", "field", "village", "cholula", "kitchen", "ballcourt")
CARDS = range(13)
BIG = (13, 13, 14, 14, 15, 15)
SMALL = (10, 10, 11, 11, 12, 12)
LAYERS = (5, 4, 3, 2)
CUBES = 9
Cards = Sequence[int]
Player = dict[str, Any]


def player(
    cards: Cards = (), *, hand: Cards | None = None, first: int | None = None, temple: Cards | None = None, **more: Any
) -> Player:
    """One player's part of a position.

    Args:
        cards: The pair on the location that is evaluated.
        hand: The twelve cards that he plays with; without it his own cards but for the first offering.
        first: The first offering; without it the lowest card that is not among `cards`.
        temple: Cubes in each layer; without it what is missing is shared out among such players. Huts likewise.
        more: Other members of the dict.
    """
    if first is None:
        first = min(set(CARDS) - set(cards)) if hand is None else 0
    twelve = [card for card in CARDS if card != first] if hand is None else sorted(hand)
    return {"cards": tuple(cards), "twelve": twelve, "first": first, "temple": temple, "huts": None, **more}


def view(
    phase: str,
    *players: Player,
    location: str = "prophecy",
    round: int = 1,  # noqa: A002
    king: int | None = None,
    omen: int | None = None,
    arrival: Cards | None = None,
    mode: str = "one_by_one",
    active: int = 0,
    big: int | None = None,
    small: int | None = None,
    harvest: Cards = (6, 4, 1),
    cholula_over: bool | None = None,
    temple_cubes: int | None = None,
    **more: Any,
) -> dict[str, Any]:
    """A position in the middle of a round, as a dict; cards lie on the locations up to this one.

    In the phase `bid` the last player's pair is still in his hand.
    """
    seats = len(players)
    here = LOCATIONS.index(location)
    swaps = phase.startswith("swap")
    after = phase in ("offer_last", "final_dice", "over")
    villages = round - (0 if after or swaps or here > 2 else 1)
    cubes = temple_cubes if temple_cubes is not None else 2 * (round - (0 if after or swaps or here > 3 else 1))
    huts = _shared([entry["huts"] for entry in players], villages)
    temples = _temples([entry["temple"] for entry in players], cubes)
    entries = []
    for seat, entry in enumerate(players):
        left = list(entry["twelve"])
        for card in entry["cards"]:
            left.remove(card)
        placed: dict[str, list[int]] = {name: [] for name in LOCATIONS}
        if not swaps and not after:
            for index in range(here):
                placed[LOCATIONS[index]] = sorted(left[:2])
                del left[:2]
            if phase == "bid" and seat == seats - 1:
                left += entry["cards"]
            else:
                placed[location] = sorted(entry["cards"])
                if mode != "one_by_one":
                    for index in range(here + 1, 6):
                        placed[LOCATIONS[index]] = sorted(left[:2])
                        del left[:2]
        else:
            left += entry["cards"]
        rest = {key: value for key, value in entry.items() if key not in ("cards", "twelve", "first", "temple", "huts")}
        entries.append(
            {
                "score": 0,
                "hand": sorted(left),
                "placed": placed,
                "first_offering": entry["first"],
                "last_offering": None,
                "huts": huts[seat],
                "dice": 0,
                "pips": 0,
                "temple": temples[seat],
                "final_pips": 0,
                **rest,
            }
        )
    open_big, big_left = _deck(BIG, round, big)
    open_small, small_left = _deck(SMALL, round, small)
    result: dict[str, Any] = {
        "phase": phase,
        "round": round,
        "active": seats - 1 if phase == "bid" else None if phase == "over" else active,
        "king": king,
        "omen": omen,
        "arrival": list(arrival if arrival is not None else range(seats)),
        "harvest": [] if swaps or after or here > 1 else list(harvest),
        "big": None if after or phase == "swap_small" else open_big,
        "small": None if after else open_small,
        "big_left": big_left,
        "small_left": small_left,
    }
    if not swaps and not after:
        result |= {"mode": mode, "location": location}
    if phase in ("dice", "bonus"):
        result |= {"passed": [], "rolls": 0}
    return {**result, "players": entries, **more}


def _shared(given: Sequence[int | None], total: int) -> list[int]:
    """Huts: what is missing goes to those of whom nothing is said, one by one from the last one on."""
    counts = [0 if count is None else count for count in given]
    open_seats = [seat for seat, count in enumerate(given) if count is None]
    for i in range(total - sum(counts)):
        counts[open_seats[-1 - i % len(open_seats)]] += 1
    return counts


def _temples(given: Sequence[Cards | None], cubes: int) -> list[list[int]]:
    temples = [list(one) if one is not None else [0] * 4 for one in given]
    open_seats = [seat for seat, one in enumerate(given) if one is None]
    turn = 0
    for layer, spaces in enumerate(LAYERS):
        for _ in range(min(cubes, spaces) - sum(one[layer] for one in temples)):
            temples[open_seats[turn % len(open_seats)]][layer] += 1
            turn += 1
        cubes -= min(cubes, spaces)
    return temples


def _deck(cards: Cards, round: int, open_card: int | None) -> tuple[int | None, list[int]]:  # noqa: A002
    """The open card and those left, when one was drawn in each round so far."""
    if round > len(cards):
        return None, []
    left = list(cards)
    card = left[round - 1] if open_card is None else open_card
    left.remove(card)
    return card, left[round - 1 :]


def position(phase: str, *players: Player, options: dict[str, Any] | None = None, **more: Any) -> State:
    """The position of `view`."""
    game = pyboard.load_game("chocolatl", players=len(players), **(options or {}))
    return game.state_from_dict(view(phase, *players, **more))


def reveal(location: str, *players: Player, **more: Any) -> State:
    """The position after the last player has put his pair on a location: what happens there has happened.

    At `prophecy` the highest score must be one of a gold space.
    """
    state = position("bid", *players, location=location, **more)
    if location == LOCATIONS[-1]:  # his last pair is forced
        return state
    a, b = sorted(players[-1]["cards"])
    return play(state, f"bid {location} {a} {b}")


def opening(
    stack: Cards, offered: Cards, harvest: Cards = (6, 4, 1), big: int = 13, small: int = 10, **options: Any
) -> State:
    """The start of a game up to the bids of round 1."""
    state = pyboard.load_game("chocolatl", players=len(stack), **options).new_initial_state()
    return play(
        state,
        "chance stack " + " ".join(map(str, stack)),
        *(f"offer {card}" for card in offered),
        "chance harvest " + " ".join(map(str, harvest)),
        f"chance big {big}",
        f"chance small {small}",
    )


def bids(*pairs: tuple[int, int]) -> Iterable[str]:
    """The texts of a package of six pairs."""
    return [f"bid {name} {min(pair)} {max(pair)}" for name, pair in zip(LOCATIONS, pairs, strict=True)]


def waits(state: State) -> tuple[str | None, int]:
    """What a position waits for, and of whom."""
    return state.node_kind(), state.current_player()


def seat(state: State, number: int = 0) -> dict[str, Any]:
    """A player's part of the position."""
    entry: dict[str, Any] = state.to_dict()["players"][number]
    return entry


def column(state: State, key: str) -> list[Any]:
    """One member of every player's part."""
    return [entry[key] for entry in state.to_dict()["players"]]


def track(state: State) -> list[int]:
    """The scores on the track."""
    return column(state, "score")


def total(state: State, number: int, location: int | None = None) -> int:
    """A player's total as he sees it (CH-40), at the present location or at another one."""
    if location is None:
        location = LOCATIONS.index(state.to_dict()["location"])
    plane = next(plane for plane in state.game.observation_layout() if plane["name"] == "totals")
    return round(32 * float(state.observation_tensor(number)[plane["offset"] + location]))
