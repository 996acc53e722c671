"""Positions are values: they copy, compare, hash, pickle, and go to bytes and dicts and back."""

from __future__ import annotations

import copy
import json
import pickle
from itertools import pairwise

from support.games import Setup, positions, same, walk, walks

import pyboard


def test_steps_leave_other_copies_alone(setup: Setup) -> None:
    for state in positions(setup, 60):
        before = state.serialize()
        others = [state.clone(), copy.copy(state), copy.deepcopy(state)]
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            assert child.history() == [*state.history(), action]
        assert state.serialize() == before
        assert all(other.serialize() == before for other in others)


def test_branches_of_a_history_do_not_mix(setup: Setup) -> None:
    """Clones share the events they have in common, and only those."""
    trunk = setup.load().new_initial_state()
    branches: list[tuple[pyboard.State, list[int]]] = []
    for state in walk(setup.load(), 11):
        trunk = state.clone()
        for action in trunk.legal_actions()[:2]:
            branch = trunk.clone()
            branch.apply_action(action)
            branches.append((branch, [*trunk.history(), action]))
        if len(branches) > 200:
            break
    for branch, expected in branches:
        assert branch.history() == expected
    # Going on from an old branch after newer ones exist must not disturb anybody.
    for branch, expected in branches[:50]:
        longer = branch.clone()
        longer.play_random(5)
        assert longer.history()[: len(expected)] == expected
        assert branch.history() == expected


def test_equality_and_hash_are_those_of_the_position(setup: Setup) -> None:
    states = positions(setup)
    for state in states:
        again = state.game.deserialize_state(state.serialize(history=False))
        assert again == state
        assert hash(again) == hash(state)
        assert again.history() == []
        assert state != "a text"
        assert state != state.serialize()
        assert not state == 3  # noqa: SIM201 (the operator itself is tested)
    # Equal bytes, equal hash, equal State: three ways to say the same.
    by_bytes: dict[bytes, pyboard.State] = {}
    for state in states:
        other = by_bytes.setdefault(state.serialize(history=False), state)
        assert other == state
    distinct = set(states)
    assert len(distinct) == len(by_bytes)
    hashes = {hash(state) for state in by_bytes.values()}
    assert len(hashes) == len(by_bytes), "64 bits do not collide among so few"


def test_a_step_makes_another_position(setup: Setup) -> None:
    for seed, policy in walks(setup):
        for a, b in pairwise(state.clone() for state in walk(setup.load(), seed, policy)):
            assert a != b


def test_bytes_round_trip(setup: Setup) -> None:
    for state in positions(setup, 100):
        game = state.game
        data = state.serialize()
        assert isinstance(data, bytes)
        for source in (data, bytearray(data), memoryview(data)):
            again = game.deserialize_state(source)
            assert again == state
            assert same(again, state)
            assert again.history(forced=True) == state.history(forced=True)
            assert again.legal_actions() == state.legal_actions()
        for player in range(game.players):
            assert again.information_state_string(player) == state.information_state_string(player)
        short = game.deserialize_state(state.serialize(history=False))
        assert short.serialize(history=False) == state.serialize(history=False)
        assert short.to_dict() == state.to_dict()


def test_pickle_round_trip(setup: Setup) -> None:
    game = setup.load()
    assert pickle.loads(pickle.dumps(game)) is game
    for state in positions(setup, 20):
        for protocol in (2, pickle.HIGHEST_PROTOCOL):
            again = pickle.loads(pickle.dumps(state, protocol))
            assert same(again, state)
            assert again.game is state.game


def test_dict_round_trip(setup: Setup) -> None:
    for state in positions(setup):
        position = state.to_dict()
        again = state.game.state_from_dict(position)
        assert again == state
        assert again.history(forced=True) == []
        assert again.to_dict() == position
        # JSON can say all of it.
        assert state.game.state_from_dict(json.loads(json.dumps(position))) == state


def test_games_are_shared_by_what_they_are(setup: Setup) -> None:
    game = setup.load()
    assert setup.load() is game
    assert copy.copy(game) is game
    assert copy.deepcopy(game) is game
    assert game.name == setup.name
    assert game.players == setup.players
    assert {name: game.options[name] for name, _ in setup.options} == dict(setup.options)
    assert setup.load(components=game.components()) is game, "the default tables, given back, are the same game"
    assert repr(game).startswith(f"pyboard.load_game('{setup.name}', players={setup.players}")


def test_positions_of_different_games_differ(setup: Setup) -> None:
    game = setup.load()
    mine = game.new_initial_state()
    others = [pyboard.load_game("toy:tic_tac_toe").new_initial_state()] if setup.name != "toy:tic_tac_toe" else []
    others += [Setup(setup.name, n).load().new_initial_state() for n in players_beside(setup)]
    for other in others:
        assert mine != other
        assert game != other.game
        for data in (other.serialize(), other.serialize(history=False)):
            try:
                game.deserialize_state(data)
            except pyboard.CorruptStateError as error:
                assert "another game" in str(error)  # noqa: PT017
            else:
                raise AssertionError("bytes of another game were read")


def players_beside(setup: Setup) -> list[int]:
    low, high = pyboard._core._info(setup.name)["players"]
    return [n for n in range(low, high + 1) if n != setup.players]


def test_texts_for_people(setup: Setup) -> None:
    for state in positions(setup, 20):
        assert setup.name in repr(state)
        assert "\n" not in repr(state)
        assert str(state)
