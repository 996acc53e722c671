"""Batches: the same games as single States, whatever the buffers and the number of threads."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import threading
import time
from array import array
from collections import Counter
from multiprocessing import shared_memory

import numpy as np
import pytest
from support.games import Setup

import pyboard
from pyboard import CorruptStateError, Game, IllegalActionError, InvalidActionError, State
from pyboard.batch import BatchState

FIELDS = ("current_player", "legal_mask", "packed_mask", "observations", "rewards", "done")
ROWS = 24
STEPS = 120


def shapes(game: Game, rows: int) -> dict[str, tuple[tuple[int, ...], type]]:
    actions = game.num_distinct_actions()
    return {
        "current_player": ((rows,), np.int8),
        "legal_mask": ((rows, actions), np.bool_),
        "packed_mask": ((rows, -(-actions // 8)), np.uint8),
        "observations": ((rows, *game.observation_tensor_shape()), np.float32),
        "rewards": ((rows, game.players), np.float32),
        "done": ((rows,), np.bool_),
    }


def own_buffers(game: Game, rows: int) -> dict[str, np.ndarray]:
    """Arrays full of what must be overwritten."""
    buffers = {name: np.empty(shape, dtype) for name, (shape, dtype) in shapes(game, rows).items()}
    for buffer in buffers.values():
        buffer.view(np.uint8)[...] = 0xCC
    return buffers


@pytest.fixture
def small() -> Game:
    return pyboard.load_game("toy:tic_tac_toe")


@pytest.fixture
def cacao() -> Game:
    return pyboard.load_game("cacao", 2)


def check_row(batch: BatchState, buffers: dict[str, np.ndarray], row: int, state: State) -> None:
    """What a batch has written of a row against what the State says."""
    assert batch.state(row) == state
    assert buffers["current_player"][row] == state.current_player()
    assert np.flatnonzero(buffers["legal_mask"][row]).tolist() == state.legal_actions()
    unpacked = np.unpackbits(buffers["packed_mask"][row], bitorder="little")
    assert np.flatnonzero(unpacked).tolist() == state.legal_actions()
    viewer = max(state.current_player(), 0)
    np.testing.assert_array_equal(buffers["observations"][row], state.observation_tensor(viewer))


def test_rows_are_states(plain_setup: Setup) -> None:
    compare_with_states(plain_setup.load())


@pytest.mark.slow
def test_rows_are_states_with_all_options(setup: Setup) -> None:
    compare_with_states(setup.load())


def compare_with_states(game: Game) -> None:
    """Every row agrees with a State that plays the same actions; chance is taken over from the row."""
    buffers = own_buffers(game, ROWS)
    batch = BatchState(game, ROWS, seed=5, buffers=buffers)
    for _ in range(STEPS):
        before = [batch.state(row) for row in range(ROWS)]
        actions = batch.random_actions()
        batch.step(actions, auto_reset=False)
        for row, state in enumerate(before):
            if state.is_terminal():
                assert actions[row] == -1
                assert buffers["done"][row]
                assert not buffers["rewards"][row].any()
                check_row(batch, buffers, row, state)
                continue
            assert actions[row] in state.legal_actions()
            state.apply_action(actions[row])
            after = batch.state(row)
            if not state.is_chance_node():
                assert after == state
            assert not after.is_chance_node()
            check_row(batch, buffers, row, after)
            np.testing.assert_allclose(buffers["rewards"][row], after.returns(), atol=1e-6)
            assert buffers["done"][row] == after.is_terminal()
    assert batch.done.all() or game.max_game_length() is None or game.max_game_length() > STEPS


def test_chance_is_played_by_its_probabilities() -> None:
    """Kuhn poker deals two of three cards: six deals, equally often, also when the streams go on."""
    rows = 6000
    batch = BatchState(pyboard.load_game("toy:kuhn_poker"), rows, seed=2)
    for _ in range(3):
        deals = Counter(batch.state(row) for row in range(rows))
        assert len(deals) == 6
        assert all(abs(count - rows / 6) < 5 * (rows * 5 / 36) ** 0.5 for count in deals.values())
        batch.reset()


def test_auto_reset(small: Game) -> None:
    """A finished row begins anew at once; rewards and done are those of the finished game."""
    batch = BatchState(small, 1, buffers=FIELDS)
    for action in (0, 3, 1, 4):
        batch.step([action])
        assert not batch.done[0]
        assert batch.rewards[0].tolist() == [0, 0]
    batch.step([2])
    assert batch.done[0]
    assert batch.rewards[0].tolist() == [1, -1]
    assert batch.state(0) == small.new_initial_state()
    assert batch.legal_mask.all()
    assert batch.current_player[0] == 0
    batch.step([4])
    assert not batch.done[0]
    assert batch.rewards[0].tolist() == [0, 0]


def test_without_auto_reset(small: Game) -> None:
    """A finished row stays and ignores its actions, until a step with auto_reset begins it anew."""
    batch = BatchState(small, 2, buffers=FIELDS)
    for action in (0, 3, 1, 4, 2):
        batch.step([action, action], auto_reset=False)
    end = batch.state(0)
    assert end.is_terminal()
    batch.set_state(1, small.new_initial_state())
    for _ in range(2):
        batch.step([12345, batch.state(1).legal_actions()[0]], auto_reset=False)
        assert batch.state(0) == end
        assert batch.current_player[0] == -4
        assert batch.done.tolist() == [True, False]
        assert not batch.rewards.any()
        assert not batch.legal_mask[0].any()
        assert batch.random_actions()[0] == -1
    batch.step([-1, batch.state(1).legal_actions()[0]])
    assert batch.state(0) == small.new_initial_state()
    assert not batch.done.any()


@pytest.mark.parametrize("name", ["cacao", "toy:tic_tac_toe", "toy:pig"])
def test_threads_change_nothing(name: str) -> None:
    game = pyboard.load_game(name)
    rows = 1500  # several pieces of work, the last one short
    batches = [
        BatchState(game, rows, seed=11, threads=threads, buffers=own_buffers(game, rows)) for threads in (1, 2, 5)
    ]
    assert [batch.threads for batch in batches] == [1, 2, 5]

    def compare() -> None:
        for field in FIELDS:
            assert all(np.array_equal(getattr(batch, field), getattr(batches[0], field)) for batch in batches), field
        for row in range(0, rows, 97):
            assert len({batch.state(row) for batch in batches}) == 1

    for step in range(40):
        actions = [batch.random_actions() for batch in batches]
        assert all(np.array_equal(some, actions[0]) for some in actions)
        for batch in batches:
            batch.step(actions[0], auto_reset=step % 7 != 3)
        if step % 8 == 0:
            compare()
    compare()
    for batch in batches:
        batch.reset(seed=3)
    compare()


def test_threads_can_be_changed(cacao: Game) -> None:
    one, other = BatchState(cacao, 600, seed=1), BatchState(cacao, 600, seed=1)
    for threads in (1, 3, 2, 1, 4):
        other.threads = threads
        for batch in (one, other):
            batch.step(batch.random_actions())
        np.testing.assert_array_equal(one.observations, other.observations)
    with pytest.raises(ValueError, match="threads is 0; allowed: 1 to 1024"):
        other.threads = 0
    assert other.threads == 4


def test_seeds(cacao: Game) -> None:
    """A seed fixes everything; another seed gives other games; without one the streams go on."""

    def play(batch: BatchState) -> bytes:
        for _ in range(6):
            batch.step(batch.random_actions())
        return batch.observations.tobytes()

    first, second = BatchState(cacao, 8, seed=1), BatchState(cacao, 8, seed=2)
    a = play(first)
    assert a != play(second)
    first.reset(seed=1)
    assert a == play(first)
    first.reset()
    assert a != play(first)
    second.reset(1)
    assert a == play(second)
    # Rows differ: each has its own stream. Row i is the same in a batch of any size.
    assert len({BatchState(cacao, 8, seed=1).state(row) for row in range(8)}) > 1
    assert [BatchState(cacao, 3, seed=1).state(row) for row in range(3)] == [
        BatchState(cacao, 8, seed=1).state(row) for row in range(3)
    ]


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("row", [0, 300, 1023])
def test_illegal_actions(small: Game, row: int, threads: int) -> None:
    """A refused action changes nothing, in no row and no buffer, and the message says where and what is allowed."""
    buffers = own_buffers(small, 1024)
    batch = BatchState(small, 1024, threads=threads, buffers=buffers)
    batch.step(np.full(1024, 4))
    states = [batch.state(i) for i in range(1024)]
    kept = {name: buffer.copy() for name, buffer in buffers.items()}
    good = np.zeros(1024, np.int32)
    cases = [
        (4, IllegalActionError, f"row {row}: 'mark 4' \\(4\\) is not legal here; allowed: 'mark 0', 'mark 1'"),
        (9, InvalidActionError, f"row {row}: 9 is no action of toy:tic_tac_toe with 2 players; allowed: 0 to 8"),
        (-1, InvalidActionError, f"row {row}: -1 is no action"),
        (2**31 - 1, InvalidActionError, f"row {row}: 2147483647 is no action"),
        (2**32, InvalidActionError, f"row {row}: 4294967296 is no action"),  # would be 0 in 32 bits
        (-(2**63), InvalidActionError, f"row {row}: -9223372036854775808 is no action"),
    ]
    for action, error, message in cases:
        actions = good.astype(np.int64)
        actions[row] = action
        actions[row + 1 :] = 77  # the first bad row is named
        if abs(action) >= 2**31:
            actions[row + 1 :] = 0
        with pytest.raises(error, match=message):
            batch.step(actions)
        assert [batch.state(i) for i in range(1024)] == states
        assert all(np.array_equal(buffers[name], kept[name]) for name in FIELDS)
    batch.step(good)
    assert batch.state(row) != states[row]


def test_actions_in_many_forms(small: Game) -> None:
    wanted = BatchState(small, 4)
    wanted.step(np.array([0, 1, 2, 3], np.int32))
    strided = np.arange(8, dtype=np.int32)[::2] // 2
    unsigned = np.arange(4, dtype=np.uint64)
    swapped = np.arange(4, dtype=np.dtype(np.int32).newbyteorder())
    frozen = np.arange(4, dtype=np.int32)
    frozen.flags.writeable = False
    for actions in (
        [0, 1, 2, 3],
        (0, 1, 2, 3),
        range(4),
        np.arange(4),
        np.arange(4, dtype=np.int8),
        strided,
        unsigned,
        swapped,
        frozen,
        array("i", range(4)),
    ):
        batch = BatchState(small, 4)
        batch.step(actions)
        assert [batch.state(i) for i in range(4)] == [wanted.state(i) for i in range(4)]
    for actions in ([0, 1, 2], [[0, 1, 2, 3]], 3, [], None, "0123", {0: 1}):
        with pytest.raises(ValueError, match=r"actions must have shape \(4,\)"):
            batch.step(actions)
    for actions in (
        [0.0, 1.0, 2.0, 3.0],
        [True] * 4,
        [None] * 4,
        ["0", "1", "2", "3"],
        np.arange(4) * 1j,
        [2**70, 0, 0, 0],
    ):
        with pytest.raises(InvalidActionError, match="actions must be whole numbers"):
            batch.step(actions)


def test_uint64_beyond_everything(small: Game) -> None:
    with pytest.raises(InvalidActionError, match="row 1: 18446744073709551615 is no action"):
        BatchState(small, 2).step(np.array([0, 2**64 - 1], np.uint64))


def test_buffers_are_the_callers(cacao: Game) -> None:
    """Bound arrays are written in place, never replaced; attributes give the very objects."""
    buffers = own_buffers(cacao, 10)
    batch = BatchState(cacao, 10, seed=4, buffers=buffers)
    assert batch.buffers == buffers
    for _ in range(30):
        batch.step(batch.random_actions())
        for name in FIELDS:
            assert getattr(batch, name) is buffers[name]
    fresh = own_buffers(cacao, 10)
    batch.write(fresh)
    for name in FIELDS:
        np.testing.assert_array_equal(buffers[name], fresh[name])


def test_unbound_attributes_are_snapshots(cacao: Game) -> None:
    batch = BatchState(cacao, 10)
    before = batch.observations
    kept = before.copy()
    batch.step(batch.random_actions())
    np.testing.assert_array_equal(before, kept)
    assert not np.array_equal(batch.observations, before)
    for name, (shape, dtype) in shapes(cacao, 10).items():
        value = getattr(batch, name)
        assert (value.shape, value.dtype) == (shape, dtype)
    assert batch.buffers == {}


def test_buffers_by_name(small: Game) -> None:
    batch = BatchState(small, 3, buffers=("rewards", "done"))
    assert sorted(batch.buffers) == ["done", "rewards"]
    assert batch.done is batch.done
    assert batch.legal_mask is not batch.legal_mask


def test_buffers_of_other_kinds(small: Game) -> None:
    """Anything with the buffer protocol: shared memory, slices of larger arrays, plain bytes."""
    whole = np.zeros((5, 4, 9), np.uint8)
    memory = shared_memory.SharedMemory(create=True, size=4 * 2 * 4)
    try:
        rewards = np.ndarray((4, 2), np.float32, memory.buf)
        done = bytearray(4)
        batch = BatchState(small, 4, buffers={"legal_mask": whole[2], "rewards": rewards, "done": done})
        assert whole[2].all()
        assert not whole[[0, 1, 3, 4]].any()
        with pytest.raises(BufferError):
            done.append(0)  # held while the batch may write into it
        for action in (0, 3, 1, 4, 2):
            batch.step([action] * 4, auto_reset=False)
        assert bytes(done) == b"\1" * 4
        assert rewards.tolist() == [[1, -1]] * 4
        assert np.frombuffer(memory.buf, np.float32).tolist() == [1, -1] * 4
        assert batch.done is done
        del batch
        gc.collect()
        done.append(0)
        del rewards
        gc.collect()
    finally:
        memory.close()
        memory.unlink()


def bad_buffers() -> list[tuple[str, object, type[Exception], str]]:
    frozen = np.zeros((4, 2), np.float32)
    frozen.flags.writeable = False
    wide = np.zeros((8, 2), np.float32)
    odd = np.zeros(4 * 2 * 4 + 1, np.uint8)[1:].view(np.float32).reshape(4, 2)
    return [
        ("rewards", np.zeros((4, 2)), ValueError, "dtype float32 and shape \\(4, 2\\), not of float64"),
        ("rewards", np.zeros((2, 4), np.float32), ValueError, "not of float32 and shape \\(2, 4\\)"),
        ("rewards", np.zeros(8, np.float32), ValueError, "not of float32 and shape \\(8,\\)"),
        ("rewards", np.zeros((4, 2), np.int32), ValueError, "not of int32"),
        ("rewards", np.zeros((4, 2), np.dtype(np.float32).newbyteorder()), ValueError, "not of >f4"),
        ("rewards", frozen, ValueError, "read-only"),
        ("rewards", wide[::2], ValueError, "not contiguous"),
        ("rewards", np.zeros((2, 4), np.float32).T, ValueError, "not contiguous"),
        ("rewards", odd, ValueError, "not aligned"),
        ("rewards", [[0.0, 0.0]] * 4, TypeError, "not list"),
        ("rewards", None, TypeError, "not NoneType"),
        ("done", bytes(4), ValueError, "read-only"),
        ("done", bytearray(5), ValueError, "shape \\(5,\\)"),
        ("done", np.zeros(4, np.int32), ValueError, "not of int32"),
        ("done", np.zeros((), np.bool_), ValueError, "shape \\(\\)"),
        ("done", np.zeros(4, "M8[s]"), ValueError, "done must be a writable"),
        ("done", np.zeros(4, [("a", "?")]), ValueError, "done must be a writable"),
        ("done", np.zeros(4, object), ValueError, "done must be a writable"),
        ("current_player", np.zeros(4, np.uint8), ValueError, "dtype int8"),
        ("legal_mask", np.zeros((4, 8), np.bool_), ValueError, "shape \\(4, 9\\)"),
        ("packed_mask", np.zeros((4, 9), np.uint8), ValueError, "shape \\(4, 2\\)"),
        ("observations", np.zeros((4, 9), np.float32), ValueError, "shape \\(4, 18\\)"),
        (
            "reward",
            np.zeros((4, 2), np.float32),
            ValueError,
            "there is no 'reward' to write; allowed: 'current_player'",
        ),
        (3, np.zeros((4, 2), np.float32), ValueError, "there is no 3 to write"),
    ]


@pytest.mark.parametrize(("name", "buffer", "error", "message"), bad_buffers())
def test_bad_buffers(small: Game, name: str, buffer: object, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        BatchState(small, 4, buffers={name: buffer})
    batch = BatchState(small, 4)
    good = np.full(4, 99, np.int8)
    with pytest.raises(error, match=message):
        batch.write({"current_player": good, name: buffer} if name != "current_player" else {name: buffer})
    assert (good == 99).all()


def test_bad_arguments(small: Game) -> None:
    for n in (0, -1, 2**31, 10**30):
        with pytest.raises(ValueError, match=r"n is .*; allowed: 1 to 2147483647"):
            BatchState(small, n)
    for n in ("3", 2.0, None, [3]):
        with pytest.raises(TypeError, match="n must be a whole number"):
            BatchState(small, n)
    with pytest.raises(TypeError, match=r"game must be a pyboard\.Game, not str"):
        BatchState("toy:tic_tac_toe", 3)
    with pytest.raises(ValueError, match="seed"):
        BatchState(small, 3, seed=-1)
    with pytest.raises(TypeError, match="seed"):
        BatchState(small, 3, seed="x")
    with pytest.raises(TypeError, match="sequence of names, not a text"):
        BatchState(small, 3, buffers="done")
    with pytest.raises(ValueError, match="there is no 'x' to write"):
        BatchState(small, 3, buffers=["done", "x"])
    with pytest.raises(TypeError):
        BatchState.__new__(BatchState)
    batch = BatchState(small, 3)
    with pytest.raises(TypeError, match="out must be a dict of arrays"):
        batch.write([np.zeros(3, np.bool_)])
    with pytest.raises(ValueError, match="out must be a writable, C-contiguous array of dtype int32"):
        batch.random_actions(out=np.zeros(3, np.int64))
    for row in (3, -4, 10**30):
        with pytest.raises(ValueError, match=r"row is .*; allowed: -3 to 2"):
            batch.state(row)
    with pytest.raises(TypeError, match="row must be a whole number, not str"):
        batch.state("0")


def test_states_move_in_and_out(cacao: Game) -> None:
    batch = BatchState(cacao, 4, seed=9, buffers=FIELDS)
    state = cacao.new_initial_state()
    state.play_random(3)
    batch.set_state(-1, state)
    assert batch.state(3) == state
    assert batch.state(3).history() == []
    assert batch.current_player[3] == -4
    assert batch.done.tolist() == [False, False, False, True]
    copy = batch.state(0)
    copy.play_random(1)
    assert not batch.state(0).is_terminal()
    # At a chance node the row plays chance.
    batch.set_state(2, cacao.new_initial_state())
    assert not batch.state(2).is_chance_node()
    assert batch.state(2).game is cacao
    for other in (pyboard.load_game("cacao", 3), pyboard.load_game("toy:pig", 2)):
        with pytest.raises(ValueError, match="a batch of cacao with 2 players cannot hold a position of"):
            batch.set_state(0, other.new_initial_state())
    with pytest.raises(TypeError, match=r"state must be a pyboard\.State, not int"):
        batch.set_state(0, 5)
    assert len(batch) == 4
    assert batch.game is cacao
    assert repr(batch) == "<pyboard.BatchState of 4 rows of pyboard.load_game('cacao', players=2)>"


def test_a_batch_keeps_its_game() -> None:
    batch = BatchState(pyboard.load_game("toy:pig", 2, target=37), 300, threads=2)
    gc.collect()
    for _ in range(20):
        batch.step(batch.random_actions())
    assert batch.game.options == {"target": 37}
    state = batch.state(0)
    del batch
    gc.collect()
    state.play_random(1)
    assert max(state.scores()) >= 37


def test_pickle_and_copy(plain_setup: Setup) -> None:
    """Copies go on as the original does: positions, streams, results of the last step; their arrays are their own."""
    batch = BatchState(plain_setup.load(), 20, seed=3, threads=2, buffers=("rewards", "done", "legal_mask"))
    for _ in range(7):
        batch.step(batch.random_actions(), auto_reset=False)
    copies = [pickle.loads(pickle.dumps(batch)), copy.copy(batch), copy.deepcopy(batch)]
    for other in copies:
        assert other.game == batch.game
        assert other.threads == 2
        assert other.buffers.keys() == batch.buffers.keys()
        assert other.rewards is not batch.rewards
        for name in FIELDS:
            np.testing.assert_array_equal(getattr(other, name), getattr(batch, name))
    for _ in range(30):
        for some in (batch, *copies):
            some.step(some.random_actions())
    for other in copies:
        assert [other.state(i) for i in range(20)] == [batch.state(i) for i in range(20)]
        np.testing.assert_array_equal(other.rewards, batch.rewards)


def test_methods_of_what_is_no_batch(cacao: Game) -> None:
    """BatchState.reset(None) and the like are refused."""
    state = cacao.new_initial_state()
    methods = [name for name, method in vars(BatchState).items() if callable(method) and name != "__new__"]
    assert {"step", "reset", "state", "set_state", "write", "random_actions", "__reduce__"} <= set(methods)
    for name in methods:
        for wrong in (None, 3, object(), cacao, state):
            for more in ((), ({},), ([0],), (0,), (0, state), (None,), ("done",)):
                with pytest.raises(TypeError):
                    getattr(BatchState, name)(wrong, *more)
    for name in ("game", "threads", "buffers", *FIELDS):
        for wrong in (3, cacao):
            with pytest.raises(TypeError):
                vars(BatchState)[name].__get__(wrong, type(wrong))


def test_damaged_pickles(cacao: Game) -> None:
    batch = BatchState(cacao, 3)
    restore, (game, n, threads, buffers, saved) = batch.__reduce__()
    assert isinstance(restore(game, n, threads, buffers, saved), BatchState)
    for bytes_ in (saved[:-1], saved + b"0", b""):
        with pytest.raises(CorruptStateError, match=f"has {len(saved)} bytes, not {len(bytes_)}"):
            restore(game, n, threads, buffers, bytes_)
    size = cacao.state_size
    for row in range(3):
        broken = bytearray(saved)
        broken[row * size : (row + 1) * size] = b"\xff" * size
        with pytest.raises(CorruptStateError, match=f"row {row} is no position"):
            restore(game, n, threads, buffers, bytes(broken))
    streams = bytearray(saved)
    streams[3 * size + 32 : 3 * size + 64] = bytes(32)
    with pytest.raises(CorruptStateError, match="random stream is all zeros"):
        restore(game, n, threads, buffers, bytes(streams))
    start = cacao.new_initial_state()
    assert start.is_chance_node()
    bytes_ = start.serialize(history=False)[-size - 8 : -8]
    with pytest.raises(CorruptStateError, match="row 1 waits for chance"):
        restore(game, n, threads, buffers, saved[:size] + bytes_ + saved[2 * size :])


def test_actions_that_change_while_they_are_played(cacao: Game) -> None:
    """What was checked is what is played, even if another thread, or the batch itself, writes to the array."""
    rows = 2000
    batch = BatchState(cacao, rows, seed=1, threads=2)
    good = batch.random_actions()
    actions = good.copy()
    stop = threading.Event()

    def spoil() -> None:
        while not stop.is_set():
            actions[:] = good
            actions[1::2] = 619

    thread = threading.Thread(target=spoil)
    thread.start()
    outcomes = {"played": 0, "refused": 0}
    for _ in range(100):
        try:
            batch.step(actions)
            outcomes["played"] += 1
        except (IllegalActionError, InvalidActionError):
            outcomes["refused"] += 1
        batch.random_actions(out=good)
    stop.set()
    thread.join()
    assert outcomes["refused"] > 0
    for row in range(0, rows, 97):
        state = batch.state(row)
        assert cacao.state_from_dict(state.to_dict()) == state

    rewards = np.zeros((rows, cacao.players), np.float32)
    same = rewards.reshape(-1).view(np.int32)[:rows]
    aliased, plain = BatchState(cacao, rows, seed=2, buffers={"rewards": rewards}), BatchState(cacao, rows, seed=2)
    for _ in range(5):
        aliased.step(aliased.random_actions(out=same))
        plain.step(plain.random_actions())
    assert [aliased.state(row) for row in range(rows)] == [plain.state(row) for row in range(rows)]


def test_one_thread_at_a_time(cacao: Game) -> None:
    """While one thread is at work another is refused; nothing is broken afterwards."""
    rows = 100_000
    batch = BatchState(cacao, rows, buffers=["done"])
    done = {"steps": 0, "writes": 0, "refused": 0}
    errors: list[BaseException] = []
    stop = threading.Event()

    def work(what: str) -> None:
        target = {"current_player": np.empty(rows, np.int8)}
        while not stop.is_set() and not errors:
            try:
                if what == "steps":
                    batch.step(batch.random_actions())
                else:
                    batch.write(target)
                done[what] += 1
            except RuntimeError as error:
                if "another thread is using this batch" not in str(error):
                    errors.append(error)
                done["refused"] += 1
            time.sleep(0.001)

    threads = [threading.Thread(target=work, args=(what,)) for what in ("steps", "writes", "writes")]
    for thread in threads:
        thread.start()
    deadline = time.monotonic() + 60
    while min(done.values()) < 3 and time.monotonic() < deadline and not errors:
        time.sleep(0.01)
    stop.set()
    for thread in threads:
        thread.join()
    assert not errors
    assert min(done.values()) >= 3
    batch.step(batch.random_actions())


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_after_a_fork(cacao: Game) -> None:
    """The child's threads are its own; parent and child go on with the same results."""
    batch = BatchState(cacao, 2000, seed=6, threads=3)
    batch.step(batch.random_actions())
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        code = 1
        try:
            batch.step(batch.random_actions())
            os.write(writer, batch.done.tobytes() + batch.packed_mask[::100].tobytes())
            batch.threads = 1
            batch.step(batch.random_actions())
            code = 0
        finally:
            os._exit(code)
    os.close(writer)
    batch.step(batch.random_actions())
    with os.fdopen(reader, "rb") as pipe:
        told = pipe.read()
    assert os.waitpid(child, 0)[1] == 0
    assert told == batch.done.tobytes() + batch.packed_mask[::100].tobytes()
