"""Nothing that a caller passes crashes the process or changes a state: it works, or the right error refuses it."""

from __future__ import annotations

import contextlib
import json
import math
import pickle
import random
import sys
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import pytest
from support.faults import FOREIGN, JUNK, at, deep, endless, faults, key_of, places, replaced, some_faults
from support.games import Setup, positions, same
from support.hashing import with_checksum

import pyboard
from pyboard import CorruptStateError, IllegalActionError, InvalidActionError, State, render, search

Call = Callable[..., object]
TEXTS = ("", " ", "x", "at", "at 1", "at 99999999999999999999 0", "\0", "at\0 1", "é", "\ud800", "a\nb", "x" * 10**6)
NO_NUMBERS = (1.0, math.nan, "1", "", None, [0], (0,), {}, b"0", object(), np.float32(0), np.array([0, 1]), np.bool_(1))


def attempt(call: Callable[..., Any], *arguments: Any, **keywords: Any) -> tuple[Any, ValueError | None]:
    """What a call returns, or None and the ValueError that it raises."""
    try:
        return call(*arguments, **keywords), None
    except ValueError as error:
        return None, error


def ways_to_pass(state: State) -> None:
    """Everything that can be asked of a position, and the rest of the game: none of it may fail."""
    for player in range(state.game.players):
        state.observation_tensor(player)
        state.observation_string(player)
        state.information_state_string(player)
        state.resample_from_infostate(player, 1).play_random(2)
    (
        str(state),
        repr(state),
        state.scores(),
        state.places(),
        state.evaluate(),
        state.returns(),
        state.transcript(forced=True),
    )
    [state.action_to_string(action) for action in state.legal_actions()]
    again = state.game.state_from_dict(state.to_dict())
    assert again == state
    rng = random.Random(1)
    while not again.is_terminal():
        again.apply_action(rng.choice(again.legal_actions()))
        if rng.random() < 0.1:  # good positions lead to good positions
            assert again.game.state_from_dict(again.to_dict()) == again
    assert again.game.deserialize_state(again.serialize()) == again
    assert again.scores()


# --- asking for a game ---


@pytest.mark.parametrize("name", ["chess", "CACAO", "cacao ", "cacao\0", "toy:none", *TEXTS])
def test_unknown_games(name: str) -> None:
    with pytest.raises(ValueError, match=r"no game is called '.*'; allowed: .*'cacao'") as error:
        pyboard.load_game(name)
    assert len(str(error.value)) < 500


@pytest.mark.parametrize("name", [None, 3, b"cacao", ["cacao"], object()])
def test_games_are_called_by_a_text(name: Any) -> None:
    with pytest.raises(TypeError, match="text"):
        pyboard.load_game(name)


def test_wrong_numbers_of_players(plain_setup: Setup) -> None:
    low, high = pyboard._core._info(plain_setup.name)["players"]
    for players in (0, low - 1, high + 1, 99, -1, -(2**31), 2**31 + low, 2**32 + low, 2**63, 2**64 + low, -(10**30)):
        if low <= players <= high:
            continue
        with pytest.raises(ValueError, match=f"players of {plain_setup.name} cannot be .*; allowed: {low} to {high}"):
            pyboard.load_game(plain_setup.name, players)
    for wrong in (2.0, "3", "", [2], {}, object(), np.float64(2)):
        with pytest.raises(TypeError, match="players must be a whole number, not "):
            pyboard.load_game(plain_setup.name, wrong)  # type: ignore[arg-type]
    assert pyboard.load_game(plain_setup.name, np.int64(low)).players == low  # type: ignore[arg-type]
    assert pyboard.load_game(plain_setup.name).players == low


def test_wrong_options(plain_setup: Setup) -> None:
    info = pyboard._core._info(plain_setup.name)
    with pytest.raises(ValueError, match=r"'flavour' is no option of .*; allowed: 'players', 'ruleset', 'components'"):
        plain_setup.load(flavour="sweet")
    with pytest.raises(ValueError, match=r"ruleset 'house' of .* is not known; allowed: 'seed'"):
        plain_setup.load(ruleset="house")
    for option in info["options"]:
        allowed = [json.dumps(value) for value in option["values"]] or [f"whole numbers from {option['minimum']}"]
        low = option["minimum"]
        for value in (*JUNK, "all ", "ALL", 2**31, -(2**31), -(2**63)):
            if value in option["values"] and type(value) in {type(v) for v in option["values"]}:
                continue
            if low is not None and type(value) is int and low <= value < 2**31:
                continue
            with pytest.raises(ValueError) as error:
                plain_setup.load(**{option["name"]: value})
            assert f"option '{option['name']}' of {plain_setup.name} cannot be " in str(error.value)
            assert all(text in str(error.value) for text in allowed)
        for value in FOREIGN:
            with pytest.raises(TypeError):
                plain_setup.load(**{option["name"]: value})
    for name, reason in info["refused"]:
        with pytest.raises(ValueError) as error:
            plain_setup.load(**{name: True})
        assert name in str(error.value)
        assert reason in str(error.value)


def test_all_faults_of_a_request_are_named_at_once(plain_setup: Setup) -> None:
    with pytest.raises(ValueError) as error:
        pyboard.load_game(
            plain_setup.name, 99, ruleset="house", flavour=1, scent=2, components={"nonsense": 1, "rubbish": [2]}
        )
    for part in ("players", "99", "'house'", "'flavour'", "'scent'", "nonsense", "rubbish"):
        assert part in str(error.value)


# --- component tables ---


def test_component_files_that_are_none(tmp_path: Path, plain_setup: Setup) -> None:
    def load(content: str | bytes) -> None:
        file = tmp_path / "tables.json"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        for name in (file, str(file)):
            with pytest.raises(ValueError, match=r"tables\.json"):
                plain_setup.load(components=name)

    for content in ("", "{", "[1, 2]", "3", "null", '"text"', "{'a': 1}", '{"a": 1,}', b"\xff\xfe\0", b'{"a": "\xff"}'):
        load(content)
    load("[" * 100_000)
    with pytest.raises(ValueError, match="there is no component file"):
        plain_setup.load(components=tmp_path / "missing.json")
    with pytest.raises(ValueError, match="cannot be read"):
        plain_setup.load(components=tmp_path)
    with pytest.raises(ValueError, match="cannot be read"):
        plain_setup.load(components="nul\0nul")
    (tmp_path / "tables.json").write_text('{"a": {"b": 1, "c": 2, "b": 3}}')
    with pytest.raises(ValueError, match=r"tables\.json.*'b' is given twice"):
        plain_setup.load(components=tmp_path / "tables.json")
    (tmp_path / "tables.json").write_text('{"a": ' + "9" * 10_000 + "}")
    with pytest.raises(ValueError, match=r"tables\.json.*cannot be read"):
        plain_setup.load(components=tmp_path / "tables.json")
    for wrong in (3, 1.5, [], object(), b"tables.json", MappingProxyType({})):
        with pytest.raises(TypeError, match="components must be a dict or the name of a JSON file, not "):
            plain_setup.load(components=wrong)


def load_or_refuse(setup: Setup, tables: Any) -> bool:
    """Whether the tables are taken; then they must be good for whole games."""
    game, error = attempt(setup.load, components=tables)
    if game is None:
        assert type(error) is ValueError
        assert 0 < len(str(error)) < 50_000
        return False
    play = game.play_random_games(6, seed=1)
    assert play.games == 6
    ways_to_pass(game.new_initial_state())
    return True


def test_faults_in_component_tables(plain_setup: Setup) -> None:
    tables = plain_setup.load().components()
    if not tables:
        pytest.skip("a game without tables")
    mutants = [mutant for _, mutant in some_faults(tables, 250) if isinstance(mutant, dict)]
    assert sum(load_or_refuse(plain_setup, mutant) for mutant in mutants), "other numbers are allowed somewhere"


@pytest.mark.slow
def test_all_faults_in_component_tables(plain_setup: Setup) -> None:
    for _, mutant in faults(plain_setup.load().components()):
        if isinstance(mutant, dict):
            load_or_refuse(plain_setup, mutant)


def test_wrong_kinds_in_component_tables_are_named(plain_setup: Setup) -> None:
    tables = plain_setup.load().components()
    every = list(places(tables))
    for path in every if len(every) < 60 else random.Random(1).sample(every, 60):
        old = at(tables, path)
        for value in (None, 1.5, "nonsense", [[[]]], {"a": 1}):
            with pytest.raises(ValueError) as error:
                plain_setup.load(components=replaced(tables, path, value))
            assert key_of(path) in str(error.value), (path, old, value)
        if isinstance(path[-1], str):
            with pytest.raises(ValueError, match="is not known here"):
                plain_setup.load(components=replaced(tables, (*path[:-1], "slip"), old))
    for value in FOREIGN:
        with pytest.raises((TypeError, ValueError)):
            plain_setup.load(components={"a": value})
    with pytest.raises(ValueError, match="deep"):
        plain_setup.load(components=endless())
    with pytest.raises(ValueError, match="deep"):
        plain_setup.load(components={"a": deep(10_000)})


def test_several_faults_in_component_tables_are_all_named(plain_setup: Setup, tmp_path: Path) -> None:
    tables = plain_setup.load().components()
    numbers = [path for path in places(tables) if type(at(tables, path)) is int]
    if len(numbers) < 3:
        pytest.skip("a game with hardly a table")
    rng = random.Random(1)
    for count in (2, 3, min(6, len(numbers))):
        chosen = rng.sample(numbers, count)
        broken = tables
        for path in chosen:
            broken = replaced(broken, path, "wrong")
        file = tmp_path / "broken.json"
        file.write_text(json.dumps(broken))
        for components in (broken, file):
            with pytest.raises(ValueError) as error:
                plain_setup.load(components=components)
            assert f"{count} faults" in str(error.value)
            for path in chosen:
                assert key_of(path) in str(error.value)


# --- actions ---


def refused(state: State, error: type[Exception] | tuple[type[Exception], ...], call: Call, *arguments: object) -> str:
    """The message with which a call is refused; the state must be as before."""
    before = state.serialize()
    with pytest.raises(error) as caught:
        call(*arguments)
    assert state.serialize() == before
    return str(caught.value)


def test_actions_that_are_no_numbers(plain_setup: Setup) -> None:
    for state in positions(plain_setup, 5):
        for wrong in (*NO_NUMBERS, True, False):
            message = refused(state, InvalidActionError, state.apply_action, wrong)
            assert "an action is a whole number, not " in message
            refused(state, InvalidActionError, state.action_to_string, wrong)
            with pytest.raises(InvalidActionError):
                state.game.action_to_string(wrong)
        for huge in (2**63, 2**64, 10**40, -(2**63) - 1, np.uint64(2**64 - 1)):
            refused(state, InvalidActionError, state.apply_action, huge)
        if not state.is_terminal():
            action = state.legal_actions()[0]
            for kind in (np.int8, np.uint8, np.int16, np.uint16, np.int32, np.int64, np.uint64):
                if action <= np.iinfo(kind).max:
                    a, b = state.clone(), state.clone()
                    a.apply_action(action)
                    b.apply_action(kind(action))
                    assert same(a, b)


def test_illegal_actions_name_what_is_allowed(plain_setup: Setup) -> None:
    for state in positions(plain_setup, 5):
        if state.is_terminal():
            continue
        bound = state.game.max_chance_outcomes() if state.is_chance_node() else state.game.num_distinct_actions()
        illegal = next((a for a in range(bound) if a not in state.legal_actions()), None)
        if illegal is not None:
            message = refused(state, IllegalActionError, state.apply_action, illegal)
            assert f"({illegal})" in message
            assert all(f"'{state.action_to_string(a)}'" in message for a in state.legal_actions()[:5])


def test_texts_that_are_no_actions(plain_setup: Setup) -> None:
    for state in positions(plain_setup, 5):
        good = [state.action_to_string(action) for action in state.legal_actions()[:3]]
        near = [f(text) for text in good for f in (str.upper, lambda t: t + " ", lambda t: " " + t, lambda t: t + "\0")]
        near += [text.replace(" ", "  ") for text in good if " " in text] + [text + " 1" for text in good]
        for text in (*TEXTS, *(text for text in near if text not in good)):
            for call in (state.apply_text, state.string_to_action):
                message = refused(state, (InvalidActionError, IllegalActionError), call, text)
                assert message
                assert len(message) < 2000
        for wrong in (None, 3, 1.5, b"x", ["x"], object()):
            refused(state, TypeError, state.apply_text, wrong)
            refused(state, TypeError, state.string_to_action, wrong)


# --- players, seeds, numbers, buffers ---


def test_players_that_are_not_there(plain_setup: Setup) -> None:
    state = plain_setup.load().new_initial_state()
    seats = plain_setup.players
    calls = (
        state.observation_tensor,
        state.observation_string,
        state.information_state_string,
        state.view,
        lambda player: state.resample_from_infostate(player, 0),
    )
    for call in calls:
        for wrong in (-1, -4, seats, 99, 2**31, 2**32, 2**64, -(2**63)):
            assert "there is no player" in refused(state, ValueError, call, wrong)
        for wrong in ("0", 0.0, [0], object()):
            refused(state, TypeError, call, wrong)
    for node in positions(plain_setup, 40):
        if node.is_chance_node() or node.is_terminal():
            assert "name the player" in refused(node, ValueError, node.observation_tensor)


class Biased:
    """A generator that gives what it was told."""

    def __init__(self, value: object) -> None:
        self.value = value

    def getrandbits(self, _: int) -> object:
        if isinstance(self.value, Exception):
            raise self.value
        return self.value


def test_seeds_and_generators(plain_setup: Setup) -> None:
    game = plain_setup.load()
    state = game.new_initial_state()
    calls = (
        lambda rng: state.clone().play_random(rng),
        lambda rng: state.resample_from_infostate(0, rng),
        lambda rng: game.play_random_games(1, seed=rng),
    )
    for call in calls:
        for seed in (0, 1, 2**64 - 1, np.int64(3), np.uint64(2**64 - 1), random.Random(1), np.random.default_rng(1)):
            call(seed)
        for wrong in (-1, 2**64, 10**30, np.int64(-1)):
            with pytest.raises(ValueError, match="a seed is a whole number from 0"):
                call(wrong)
        for wrong in (
            None,
            "1",
            1.5,
            True,
            [1],
            object(),
            np.random.RandomState(1),
            Biased("x"),
            Biased(-1),
            Biased(1.5),
        ):
            with pytest.raises(TypeError):
                call(wrong)
        with pytest.raises(ZeroDivisionError):
            call(Biased(ZeroDivisionError()))


def test_numbers_of_loops(plain_setup: Setup) -> None:
    game = plain_setup.load()
    state = game.new_initial_state()
    for wrong in (-1, 2**40 + 1, 2**64, -(10**30)):
        with pytest.raises(ValueError, match=r"n is .*; allowed: 0 to"):
            game.play_random_games(wrong)
    for wrong in (0, -1, 1025, 2**64):
        with pytest.raises(ValueError, match=r"threads is .*; allowed: 1 to 1024"):
            game.play_random_games(1, threads=wrong)
    for wrong in (-1, 10_001, 2**64):
        with pytest.raises(ValueError, match=r"depth is .*; allowed: 0 to 10000"):
            game.perft(state, wrong)
    for wrong in (1.5, "1", None, [1], object()):
        with pytest.raises(TypeError):
            game.play_random_games(wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            game.play_random_games(1, threads=wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            game.perft(state, wrong)  # type: ignore[arg-type]
        with pytest.raises(TypeError):
            game.perft(wrong, 1)  # type: ignore[arg-type]


def read_only(array: np.ndarray) -> np.ndarray:
    array.flags.writeable = False
    return array


def test_buffers_to_write_into(plain_setup: Setup) -> None:
    state = plain_setup.load().new_initial_state()
    sizes = {
        "observation": state.game.observation_tensor_shape()[0],
        "mask": state.game.max_chance_outcomes() if state.is_chance_node() else state.game.num_distinct_actions(),
    }
    right = {"observation": np.float32, "mask": np.uint8}
    calls = {
        "observation": lambda out: state.observation_tensor(0, out=out),
        "mask": lambda out: state.legal_actions_mask(out=out),
    }
    room = bytearray(4 * sizes["observation"] + 4)
    odd = memoryview(room)[1:-3].cast("f")
    assert "aligned" in refused(state, ValueError, calls["observation"], odd)
    assert not any(room)
    for what, call in calls.items():
        size, kind = sizes[what], right[what]
        buffers = [
            np.zeros(size + 1, kind),
            np.zeros(max(size - 1, 0), kind),
            np.zeros(0, kind),
            np.zeros(2 * size, kind)[::2],
            np.zeros(size, kind)[::-1],
            np.zeros(size, np.float64),
            np.zeros(size, np.int32),
            np.zeros(size, ">f4"),
            np.zeros(size, np.complex64),
            np.zeros(size, object),
            np.zeros(size, "U1"),
            np.zeros(size, [("a", kind)]),
            read_only(np.zeros(size, kind)),
            bytes(size * np.dtype(kind).itemsize),
            memoryview(bytes(size * np.dtype(kind).itemsize)),
        ]
        for out in buffers:
            if (
                isinstance(out, np.ndarray)
                and size == 1
                and out.shape == (1,)
                and out.dtype == kind
                and out.flags.writeable
            ):
                continue  # one number is contiguous in every way
            before = out.tobytes() if not isinstance(out, bytes) else out
            refused(state, ValueError, call, out)
            assert (out.tobytes() if not isinstance(out, bytes) else out) == before
        for out in (object(), "text", 3, [0] * size, (0,) * size):
            refused(state, TypeError, call, out)
        square = np.zeros((1, size), kind)
        assert call(square) is square


# --- bytes ---


def load_bytes(state: State, data: bytes) -> State | None:
    """The position that the bytes hold, if they hold any."""
    loaded, error = attempt(state.game.deserialize_state, data)
    assert error is None or (type(error) is CorruptStateError and str(error))
    return loaded


def test_bytes_cut_anywhere(plain_setup: Setup) -> None:
    for state in positions(plain_setup, 2):
        for data in (state.serialize(), state.serialize(history=False)):
            for end in range(len(data)):
                assert load_bytes(state, data[:end]) is None
                if end > 8:
                    assert load_bytes(state, with_checksum(data[:end])) is None
            for more in (b"\0", b"x" * 8, data):
                assert load_bytes(state, data + more) is None
                assert load_bytes(state, with_checksum(data + more)) is None


def test_bytes_flipped_anywhere(plain_setup: Setup) -> None:
    for state in positions(plain_setup, 2):
        for data in (state.serialize(), state.serialize(history=False)):
            for at_byte in range(len(data)):
                for bit in (1, 0x80, 0xFF):
                    broken = bytearray(data)
                    broken[at_byte] ^= bit
                    assert load_bytes(state, bytes(broken)) is None


def check_flips(
    state: State, data: bytes, rng: random.Random, bits: tuple[int, ...] = (), most: int | None = None
) -> int:
    """Flips in every byte, or in so many of them; returns how many were taken for a position."""
    taken = 0
    places = range(len(data) - 8)
    for at_byte in places if most is None or most >= len(places) else rng.sample(places, most):
        for bit in bits or (1, 0x80, rng.randrange(1, 256)):
            broken = bytearray(data)
            broken[at_byte] ^= bit
            loaded = load_bytes(state, with_checksum(bytes(broken)))
            if loaded is not None:
                taken += 1
                ways_to_pass(loaded)
    return taken


def test_bytes_flipped_with_a_right_checksum(plain_setup: Setup) -> None:
    """What the checksum does not tell, the rules do: such bytes are refused, or they are a position to play from."""
    rng = random.Random(1)
    for state in positions(plain_setup, 4):
        check_flips(state, state.serialize(), rng, most=80)
        check_flips(state, state.serialize(history=False), rng, most=80)


@pytest.mark.slow
def test_many_bytes_changed_with_a_right_checksum(setup: Setup) -> None:
    rng = random.Random(2)
    for state in positions(setup, 40):
        for data in (state.serialize(), state.serialize(history=False)):
            check_flips(state, data, rng, (1, 2, 4, 8, 16, 32, 64, 128, 255))
            head = len(state.serialize(history=False)) - 8 - state.game.state_size
            for _ in range(500):
                broken = bytearray(data)
                for _ in range(rng.randrange(1, 5)):
                    broken[rng.randrange(head, len(data) - 8)] = rng.choice((0, 1, 2, 3, 255, rng.randrange(256)))
                loaded = load_bytes(state, with_checksum(bytes(broken)))
                if loaded is not None:
                    ways_to_pass(loaded)


def test_bytes_of_nothing(plain_setup: Setup) -> None:
    state = plain_setup.load().new_initial_state()
    rng = random.Random(3)
    for size in (0, 1, 7, 8, 9, 100, 5000):
        for _ in range(20):
            data = rng.randbytes(size)
            assert load_bytes(state, data) is None
            assert load_bytes(state, state.serialize()[:8] + data) is None
    for wrong in (None, 3, "text", [1, 2], object(), 1.5):
        with pytest.raises(TypeError):
            state.game.deserialize_state(wrong)  # type: ignore[arg-type]
    data = state.serialize()
    for view in (memoryview(data)[::-1], memoryview(data)[::2], np.frombuffer(data, np.uint8)[::-1]):
        with pytest.raises(ValueError, match="contiguous"):
            state.game.deserialize_state(view)
    pickled = pickle.dumps(state).replace(data[40:60], bytes(20))
    if pickled != pickle.dumps(state):
        with pytest.raises(CorruptStateError):
            pickle.loads(pickled)


# --- dicts ---


def load_dict(state: State, position: Any) -> State | None:
    loaded, error = attempt(state.game.state_from_dict, position)
    if error is not None:
        assert type(error) is CorruptStateError
        assert state.game.name in str(error)
        assert len(str(error)) < 100_000
    return loaded


def test_faults_in_dicts(plain_setup: Setup) -> None:
    taken = 0
    for state in positions(plain_setup, 3):
        position = state.to_dict()
        before = json.dumps(position)
        for _, mutant in some_faults(position, 500):
            loaded = load_dict(state, mutant)
            if loaded is not None:
                taken += 1
                ways_to_pass(loaded)
        assert json.dumps(position) == before
    assert taken, "some numbers may be others"


@pytest.mark.slow
def test_faults_in_many_dicts(setup: Setup) -> None:
    for state in positions(setup, 60):
        for _, mutant in faults(state.to_dict()):
            loaded = load_dict(state, mutant)
            if loaded is not None:
                ways_to_pass(loaded)


def test_wrong_kinds_in_dicts_are_named(plain_setup: Setup) -> None:
    for state in positions(plain_setup, 5):
        position = state.to_dict()
        for path in places(position):
            for value in (1.5, [[[]]], {"a": {"b": 1}}, 2**70):
                with pytest.raises(CorruptStateError) as error:
                    state.game.state_from_dict(replaced(position, path, value))
                assert key_of(path) in str(error.value), (path, value)
        for key in position:
            with pytest.raises(CorruptStateError, match=f"{key} is missing|is missing"):
                state.game.state_from_dict({k: v for k, v in position.items() if k != key})
        with pytest.raises(CorruptStateError, match="slip is not known here"):
            state.game.state_from_dict({**position, "slip": 1})


def test_things_that_no_dict_holds(plain_setup: Setup) -> None:
    state = plain_setup.load().new_initial_state()
    position = state.to_dict()
    for wrong in (*FOREIGN, deep(100), deep(100_000), endless(), state, plain_setup):
        for mutant in (wrong, {"a": wrong}, *(replaced(position, path, wrong) for path in places(position))):
            assert load_dict(state, mutant) is None


def test_several_faults_in_a_dict_are_all_named(plain_setup: Setup) -> None:
    state = max(positions(plain_setup), key=lambda state: len(list(places(state.to_dict()))))
    position = state.to_dict()
    broken = dict.fromkeys(position, 1.5) | {"slip": 1, "slop": 2}
    with pytest.raises(CorruptStateError) as error:
        state.game.state_from_dict(broken)
    assert all(key in str(error.value) for key in broken)


# --- objects ---


@pytest.mark.parametrize("kind", [pyboard.State, pyboard.Game, pyboard.RandomPlay, pyboard._core._Search])
def test_objects_are_made_by_the_library_alone(kind: type) -> None:
    with pytest.raises(TypeError, match="directly"):
        kind()
    with pytest.raises(TypeError):
        kind.__new__(kind)
    with pytest.raises(TypeError):
        object.__new__(kind)
    heir = type("Heir", (kind,), {})
    with pytest.raises(TypeError):
        heir()
    with pytest.raises(TypeError):
        heir.__new__(heir)


def test_methods_of_nothing() -> None:
    """State.clone(None) and the like are refused."""
    wrongs = (None, 3, object(), pyboard.load_game("toy:matrix"), pyboard.load_game("toy:matrix").new_initial_state())
    for kind in (pyboard.State, pyboard.Game, pyboard.RandomPlay, pyboard._core._Search):
        for name in vars(kind):
            method = getattr(kind, name)
            method = method.fget if isinstance(method, property) else method
            if not callable(method) or name == "__new__" or isinstance(method, type):
                continue
            for wrong in wrongs:
                for more in ((), (wrong,), (1,), (wrong, 1), (1, 1), (1, None, None, 1, None, None)):
                    if isinstance(wrong, kind):
                        continue
                    try:
                        method(wrong, *more)
                    except (TypeError, ValueError, AttributeError):
                        continue
                    assert name in {"__copy__", "__deepcopy__", "__eq__", "__doc__"}, (kind, name, wrong, more)
    for name in ("_labels", "_load", "_info", "_games", "_search_parameters", "_seed", "_integer", "schema_leaves"):
        for count in range(7):
            for wrong in (None, object()):
                with contextlib.suppress(TypeError, ValueError):
                    getattr(pyboard._core, name)(*[wrong] * count)
    for wrong in (None, 3, "state", object()):
        for call in (search.mcts, search.flat, search.greedy, search.MCTS(pyboard.load_game("toy:matrix")).search):
            with pytest.raises(TypeError, match=r"state must be a pyboard\.State, not "):
                call(wrong)  # type: ignore[operator]
        for draw in (render.text, render.svg):
            with pytest.raises(TypeError, match=r"state must be a pyboard\.State, not "):
                draw(wrong)  # type: ignore[operator]
        with pytest.raises(TypeError, match=r"game must be a pyboard\.Game, not "):
            search.MCTS(wrong)  # type: ignore[arg-type]


def test_comparison_with_anything(plain_setup: Setup) -> None:
    state = plain_setup.load().new_initial_state()
    for other in (*JUNK, *FOREIGN, state.game):
        assert state != other
        assert state.game != (other if other is not state.game else None)


def test_references_do_not_leak(plain_setup: Setup) -> None:
    """Refusals give back what they took."""
    state = plain_setup.load().new_initial_state()
    wrong = object()
    junk = {"a": [wrong] * 10}
    before = sys.getrefcount(wrong)
    for _ in range(50):
        for call in (state.apply_action, state.apply_text, state.game.state_from_dict, state.play_random):
            with pytest.raises((TypeError, ValueError)):
                call(junk if call == state.game.state_from_dict else wrong)
    assert sys.getrefcount(wrong) <= before + 1
