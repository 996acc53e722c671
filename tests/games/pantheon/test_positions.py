"""Positions from dicts: exact inverses, and impossible ones refused with all their faults."""

from __future__ import annotations

import random
from typing import Any

import pytest
from support.pantheon import movement, play, player, position, seat, view

import pyboard


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("bonus", ["random", "choose"])
def test_dicts_are_exact(players: int, bonus: str) -> None:
    game = pyboard.load_game("pantheon", players=players, bonus=bonus, start_seat="random")
    rng = random.Random(players)
    state = game.new_initial_state()
    while not state.is_terminal():
        again = game.state_from_dict(state.to_dict())
        assert again == state
        assert again.serialize(history=False) == state.serialize(history=False)
        state.apply_action(rng.choice(state.legal_actions()))


def test_a_jump_can_link_a_column() -> None:
    """A column that a jump has placed belongs to the network, though nothing connects it with the temple (PA-57)."""
    state = movement(player({"move": 1}, gods={"gaiviles": 1}), player(feet=["s85"]), points=1, jumps=1)
    state = play(state, "place s101")
    assert seat(state)["linked"] == ["s101"]
    assert state.game.state_from_dict(state.to_dict()) == state
    entry = state.to_dict()
    entry["players"][0]["linked"] = []
    entry["closed"] = []
    other = state.game.state_from_dict(entry)
    assert other != state
    assert "place s116" in {state.action_to_string(a) for a in state.legal_actions()}
    assert "place s116" not in {other.action_to_string(a) for a in other.legal_actions()}


def refused(change: dict[str, Any], *players: dict[str, Any]) -> str:
    game = pyboard.load_game("pantheon", players=2)
    entry = view(*(players or (player(), player()))) | change
    with pytest.raises(pyboard.CorruptStateError) as error:
        game.state_from_dict(entry)
    return str(error.value)


def test_all_faults_are_named_at_once() -> None:
    message = refused(
        {"gods": ["g00", "g00", None, None, None], "loot": [None, None, None, "money", None], "pool": {"6": 5}},
        player(feet=["s86"], half_gods=2, half_god_points=13),
        player(known={"gift": 1}),
    )
    for text in (
        "the god g00 is in two places",
        "a loot tile lies in a slot that is not used",
        "5 half-gods of value 6, at most 4",
        "p0: a foot stands on the space of the temple",
        "p0: 2 half-gods cannot be worth 13",
        "p1: cards are known that are not in the hand",
    ):
        assert text in message


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"phase": "movement", "scene": "nation"}, "the phase does not fit the scene"),
        ({"nation": None}, "must be named: the temple stands"),
        ({"nations": ["roma", "gallia"]}, "one nation is used in an epoch"),
        ({"ender": 0}, "the epoch has ended"),
        ({"special_money": [5, 4]}, "must be the end of the stack"),
        ({"display": {"gift": 3}}, "3 cards on display instead of 4"),
        ({"discard": {"gift": 11}}, "there are 11 cards 'gift', but 12 are in use"),
        ({"bag": {"money": 2}}, "2 loot tiles in the bag, but 15 are still drawn"),
        ({"actor": 1}, "it is the active player who acts"),
        ({"turns": 400}, "more actions than the cap allows"),
        ({"phase": "after"}, "an extra action without a traitera"),
        ({"phase": "take", "scene": "draw", "takes": 4}, "too many cards to take"),
        (
            {"phase": "movement", "scene": "move", "points": 9, "jumps": 1, "may_end": True, "closed": ["s0"]},
            "too many movement points",
        ),
        (
            {"phase": "movement", "scene": "move", "points": 1, "jumps": 0, "may_end": True, "closed": ["s0"]},
            "a space is closed that is not near",
        ),
        (
            {"phase": "movement", "scene": "move", "points": 0, "jumps": 0, "may_end": False, "closed": []},
            "nothing to choose from",
        ),
        (
            {"phase": "offer", "scene": "worship", "slot": 2, "offers": []},
            "names a slot without a god",
        ),
    ],
)
def test_impossible_positions(change: dict[str, Any], fault: str) -> None:
    assert fault in refused(change)


def test_feet_and_columns_keep_to_their_spaces() -> None:
    message = refused({}, player(feet=["s54"], columns=["s55"], linked=["s101"]), player())
    assert "feet must not stand on column spaces" in message
    assert "columns must stand on column spaces" in message
    assert "linked must be columns of the player" in message
    crowded = [player(feet=["s85"]) for _ in range(3)]
    with pytest.raises(pyboard.CorruptStateError, match="three pieces are on one space"):
        position(*crowded)
