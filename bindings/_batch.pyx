# cython: language_level=3, auto_pickle=False, autotestdict=False, binding=False, embedsignature=True, embedsignature.format=clinic
"""Batches of positions over NumPy buffers; see pyboard.batch."""

from collections.abc import Iterable, Mapping

import numpy as np

from pyboard import _core

cimport cython
from any_batch cimport *
from cpython.buffer cimport (
    PyBUF_FORMAT,
    PyBUF_STRIDES,
    PyBuffer_IsContiguous,
    PyBuffer_Release,
    PyObject_CheckBuffer,
    PyObject_GetBuffer,
)
from cpython.pycapsule cimport PyCapsule_GetPointer

cdef UnwrapState unwrap_state = <UnwrapState> PyCapsule_GetPointer(_core._unwrap_state, "pyboard.unwrap_state")
cdef UnwrapGame unwrap_game = <UnwrapGame> PyCapsule_GetPointer(_core._unwrap_game, "pyboard.unwrap_game")
cdef WrapState wrap_state = <WrapState> PyCapsule_GetPointer(_core._wrap_state, "pyboard.wrap_state")
set_error = <SetError> PyCapsule_GetPointer(_core._set_error, "pyboard.set_error")

# What can be written: its dtype and the buffer formats that have the same bytes.
_FIELDS = {
    "current_player": ("int8", "b"),
    "legal_mask": ("bool", "?bB"),
    "packed_mask": ("uint8", "B"),
    "observations": ("float32", "f"),
    "rewards": ("float32", "f"),
    "done": ("bool", "?bB"),
}
_MOST_ROWS = 2**31 - 1
_MOST_THREADS = 1024



@cython.final
cdef class _Buffer:
    """A buffer of the caller's, held open while something may be written into it."""

    cdef Py_buffer view
    cdef bint held

    def __init__(self, name, target, tuple shape, dtype, formats):
        expected = f"{name} must be a writable, C-contiguous array of dtype {dtype} and shape {shape}"
        if not PyObject_CheckBuffer(target):
            raise TypeError(f"{expected}, not {type(target).__name__}")
        try:
            PyObject_GetBuffer(target, &self.view, PyBUF_STRIDES | PyBUF_FORMAT)
        except (ValueError, BufferError) as error:
            raise ValueError(f"{expected}: {error}") from None
        self.held = True
        found = tuple([self.view.shape[axis] for axis in range(self.view.ndim)])
        layout = "B" if self.view.format is NULL else self.view.format.decode()
        if layout.lstrip("@=<") not in formats or self.view.itemsize != np.dtype(dtype).itemsize or found != shape:
            raise ValueError(f"{expected}, not of {getattr(target, 'dtype', f'format {layout}')} and shape {found}")
        if self.view.readonly:
            raise ValueError(f"{expected}; it is read-only")
        if not PyBuffer_IsContiguous(&self.view, b"C"):
            raise ValueError(f"{expected}; it is not contiguous")
        if <size_t> self.view.buf % <size_t> self.view.itemsize != 0:
            raise ValueError(f"{expected}; it is not aligned")

    def __dealloc__(self):
        if self.held:
            PyBuffer_Release(&self.view)


@cython.final
cdef class _Outputs:
    """The buffers of one call, or those bound to a batch."""

    cdef BatchOutputs pointers
    cdef dict targets
    cdef list buffers

    def __cinit__(self):
        self.targets = {}
        self.buffers = []

    cdef void add(self, str name, target, tuple shape) except *:
        dtype, formats = _FIELDS[name]
        cdef _Buffer buffer = _Buffer(name, target, shape, dtype, formats)
        self.buffers.append(buffer)
        self.targets[name] = target
        cdef void* start = buffer.view.buf
        if name == "current_player":
            self.pointers.players = <int8_t*> start
        elif name == "legal_mask":
            self.pointers.mask = <uint8_t*> start
        elif name == "packed_mask":
            self.pointers.packed_mask = <uint8_t*> start
        elif name == "observations":
            self.pointers.observations = <float*> start
        elif name == "rewards":
            self.pointers.rewards = <float*> start
        else:
            self.pointers.done = <uint8_t*> start


cdef class BatchState:
    """n positions of one game in one block of memory, stepped together.

    The batch plays chance itself, so that every row always waits for a decision, or its game is over. Each row has a
    random stream of its own: results depend on the seed, never on the number of threads. The GIL is released while
    the rows are worked on. One thread at a time may use a batch; a second one is refused with a RuntimeError.

    Six arrays describe the rows, one row each:

    - current_player, int8, (n,): the seat to decide, -4 when the game is over.
    - legal_mask, bool, (n, actions): True where the action is legal.
    - packed_mask, uint8, (n, ceil(actions / 8)): the same, eight actions a byte, lowest bit first.
    - observations, float32, (n, size): the observation tensor as the seat to decide sees it (seat 0 at the end).
    - rewards, float32, (n, players): change of returns() by the last step.
    - done, bool, (n,): True if the game that the last step was played in is over.

    Those that are bound by `buffers` are written by every `reset`, `step` and `set_state`, in place. The others are
    made anew whenever the attribute is read. A copied or unpickled batch goes on exactly as the original would; it has
    arrays of its own for what was bound.

    Args:
        game: The game of all rows.
        n: Number of rows.
        seed: A seed, a random.Random or a numpy.random.Generator; row i draws from stream i of it.
        threads: Threads that share the rows.
        buffers: What to bind: a dict from names to arrays of the caller's (anything with the buffer protocol: shared
            memory too), or a sequence of names, for which arrays are made.

    Raises:
        ValueError: If a number is out of range or a buffer does not fit.

    Example:
        >>> import pyboard
        >>> from pyboard.batch import BatchState
        >>> batch = BatchState(pyboard.load_game("cacao", players=2), 64, seed=1, buffers=["legal_mask", "done"])
        >>> finished = 0
        >>> for _ in range(200):
        ...     batch.step(batch.random_actions())
        ...     finished += int(batch.done.sum())
        >>> finished > 64
        True
    """

    cdef unique_ptr[AnyBatch] _batch
    cdef object _game
    cdef int64_t _rows
    cdef _Outputs _bound
    cdef dict _shapes
    cdef bint _busy  # somebody is at work on the rows, perhaps without the GIL
    cdef object __weakref__

    def __cinit__(self, game, n, seed=0, *, threads=1, buffers=()):
        cdef GamePointer pointer = unwrap_game(<PyObject*> game)
        if pointer.get() is NULL:
            raise TypeError(f"game must be a pyboard.Game, not {type(game).__name__}")
        rows = _core._integer(n, "n", 1, _MOST_ROWS)
        count = _core._integer(threads, "threads", 1, _MOST_THREADS)
        self._game = game
        self._rows = rows
        self._shapes = {
            "current_player": (rows,),
            "legal_mask": (rows, pointer.get().num_actions()),
            "packed_mask": (rows, (pointer.get().num_actions() + 7) // 8),
            "observations": (rows, pointer.get().observation_size()),
            "rewards": (rows, pointer.get().seats()),
            "done": (rows,),
        }
        self._bound = self._outputs(buffers if isinstance(buffers, Mapping) else self._arrays(buffers))
        self._batch = AnyBatch.make(pointer, rows, _core._seed(seed))
        self._batch.get().set_threads(count)
        self._batch.get().write(self._bound.pointers)

    cdef int _enter(self) except -1:
        if self._busy:
            raise RuntimeError("another thread is using this batch")
        self._busy = True
        return 0

    def _arrays(self, names):
        if isinstance(names, str):
            raise TypeError("buffers must be a dict of arrays or a sequence of names, not a text")
        if not isinstance(names, Iterable):
            raise TypeError(f"buffers must be a dict of arrays or a sequence of names, not {type(names).__name__}")
        return {name: np.zeros(self._shapes[name], _FIELDS[name][0]) if name in _FIELDS else None for name in names}

    cdef _Outputs _outputs(self, targets):
        unknown = [name for name in targets if name not in _FIELDS]
        if unknown:
            raise ValueError(f"there is no {unknown[0]!r} to write; allowed: {', '.join(map(repr, _FIELDS))}")
        outputs = _Outputs()
        for name, target in targets.items():
            outputs.add(name, target, self._shapes[name])
        return outputs

    def __len__(self):
        return self._rows

    def __repr__(self):
        return f"<pyboard.BatchState of {self._rows} rows of {self._game!r}>"

    @property
    def game(self):
        """The game of all rows."""
        return self._game

    @property
    def threads(self):
        """Threads that share the rows; can be changed at any time and never changes a result."""
        return self._batch.get().threads()

    @threads.setter
    def threads(self, count):
        cdef int value = _core._integer(count, "threads", 1, _MOST_THREADS)
        self._enter()
        try:
            self._batch.get().set_threads(value)
        finally:
            self._busy = False

    @property
    def buffers(self):
        """The arrays that are bound, by name, as a new dict."""
        return dict(self._bound.targets)

    def reset(self, seed=None):
        """Starts every row anew.

        Args:
            seed: Begins the rows' random streams anew, too; without it each row draws on from its own.

        Example:
            >>> import pyboard
            >>> batch = pyboard.batch.BatchState(pyboard.load_game("cacao", players=2), 2, seed=7)
            >>> first = batch.state(1)
            >>> batch.step(batch.random_actions())
            >>> batch.reset(seed=7)
            >>> batch.state(1) == first
            True
        """
        cdef cbool reseed = seed is not None
        cdef uint64_t number = _core._seed(seed) if reseed else 0
        self._enter()
        try:
            with nogil:
                if reseed:
                    self._batch.get().seed(number)
                self._batch.get().reset(self._bound.pointers)
        finally:
            self._busy = False

    def step(self, actions, *, auto_reset=True):
        """Applies one action to every row and plays chance up to the next decision.

        A row whose game is over does not look at its action: it stays as it is or, with `auto_reset`, starts anew.

        Args:
            actions: One action number per row: an int32 array, or any other whole numbers, which are converted.
            auto_reset: Whether a row starts a new game as soon as its game is over. `rewards` and `done` then tell of
                the game that ended, everything else of the new one.

        Raises:
            ValueError: If there is not exactly one action per row.
            InvalidActionError: If an entry is no action of the game.
            IllegalActionError: If an action is not legal in its row. The message names the row and what is allowed;
                nothing has changed then, in any row or buffer.

        Example:
            >>> import pyboard
            >>> batch = pyboard.batch.BatchState(pyboard.load_game("cacao", players=2), 3)
            >>> batch.step([batch.state(i).legal_actions()[0] for i in range(3)])
        """
        cdef const int32_t[::1] view = self._actions(actions)
        cdef cbool again = auto_reset
        self._enter()
        try:
            with nogil:
                self._batch.get().step(span[ConstAction](&view[0], <size_t> view.shape[0]), again, self._bound.pointers)
        finally:
            self._busy = False

    def _actions(self, actions):
        array = np.asarray(actions)
        if array.shape != (self._rows,):
            raise ValueError(f"actions must have shape {(self._rows,)}, one for each row, not {array.shape}")
        if array.dtype.kind not in "iu":
            raise _core.InvalidActionError(f"actions must be whole numbers, not {array.dtype}")
        if array.dtype.itemsize >= 4 and array.dtype != np.int32:
            limits = np.iinfo(np.int32)
            wrong = np.flatnonzero((array < limits.min) | (array > limits.max))
            if wrong.size > 0:
                row = int(wrong[0])
                last = self._game.num_distinct_actions() - 1
                raise _core.InvalidActionError(f"row {row}: {array[row]} is no action of this game; allowed: 0 to {last}")
        return np.ascontiguousarray(array, dtype=np.int32)

    def random_actions(self, out=None):
        """One uniformly random legal action for every row, drawn from the rows' own streams.

        Args:
            out: An int32 array of shape (n,) to write into; without it a new one is made.

        Returns:
            `out`, or the new array; -1 where the game is over.

        Example:
            >>> import pyboard
            >>> batch = pyboard.batch.BatchState(pyboard.load_game("cacao", players=2), 3, seed=1)
            >>> actions = batch.random_actions()
            >>> all(actions[i] in batch.state(i).legal_actions() for i in range(3))
            True
        """
        if out is None:
            out = np.empty(self._rows, np.int32)
        cdef _Buffer buffer = _Buffer("out", out, (self._rows,), "int32", "il")
        cdef int32_t* start = <int32_t*> buffer.view.buf
        self._enter()
        try:
            with nogil:
                self._batch.get().random_actions(span[int32_t](start, <size_t> self._rows))
        finally:
            self._busy = False
        return out

    def write(self, out):
        """Writes what the rows are now into arrays of the caller's.

        Args:
            out: A dict from names (see the class) to writable C-contiguous arrays of their dtype and shape.

        Raises:
            ValueError: If a name is unknown or an array does not fit; nothing has been written then.

        Example:
            >>> import numpy as np
            >>> import pyboard
            >>> batch = pyboard.batch.BatchState(pyboard.load_game("cacao", players=2), 5)
            >>> seats = np.empty(5, np.int8)
            >>> batch.write({"current_player": seats})
            >>> seats.tolist() == batch.current_player.tolist()
            True
        """
        if not isinstance(out, Mapping):
            raise TypeError(f"out must be a dict of arrays, not {type(out).__name__}")
        cdef _Outputs outputs = self._outputs(out)
        self._enter()
        try:
            with nogil:
                self._batch.get().write(outputs.pointers)
        finally:
            self._busy = False

    def _field(self, name):
        bound = self._bound.targets.get(name)
        if bound is not None:
            return bound
        array = np.empty(self._shapes[name], _FIELDS[name][0])
        self.write({name: array})
        return array

    @property
    def current_player(self):
        """Per row the seat to decide, -4 when the game is over."""
        return self._field("current_player")

    @property
    def legal_mask(self):
        """Per row and action whether it is legal."""
        return self._field("legal_mask")

    @property
    def packed_mask(self):
        """The legal mask with eight actions a byte, lowest bit first: numpy.unpackbits(..., bitorder="little")."""
        return self._field("packed_mask")

    @property
    def observations(self):
        """Per row the observation tensor as the seat to decide sees it."""
        return self._field("observations")

    @property
    def rewards(self):
        """Per row and seat the change of returns() by the last step."""
        return self._field("rewards")

    @property
    def done(self):
        """Per row whether the game that the last step was played in is over."""
        return self._field("done")

    cdef int64_t _row(self, i) except -1:
        cdef int64_t row = _core._integer(i, "row", -self._rows, self._rows - 1)
        return row + self._rows if row < 0 else row

    def state(self, i):
        """A copy of a row as an object.

        Args:
            i: The row; negative numbers count from the end.

        Returns:
            A State whose history begins at this position.

        Example:
            >>> import pyboard
            >>> batch = pyboard.batch.BatchState(pyboard.load_game("cacao", players=2), 3)
            >>> batch.state(-1).current_player() == int(batch.current_player[2])
            True
        """
        cdef int64_t row = self._row(i)
        cdef unique_ptr[AnyState] copy
        self._enter()
        try:
            copy = self._batch.get().state(row)
        finally:
            self._busy = False
        return wrap_state(copy.release())

    def set_state(self, i, state):
        """Puts a position into a row.

        Args:
            i: The row; negative numbers count from the end.
            state: A State of the same game. If chance is due, the row plays it at once from its own stream.

        Raises:
            ValueError: If the state belongs to another game.

        Example:
            >>> import pyboard
            >>> batch = pyboard.batch.BatchState(pyboard.load_game("cacao", players=2), 3)
            >>> batch.set_state(0, batch.state(1))
            >>> batch.state(0) == batch.state(1)
            True
        """
        cdef int64_t row = self._row(i)
        cdef AnyState* position = unwrap_state(<PyObject*> state)
        if position is NULL:
            raise TypeError(f"state must be a pyboard.State, not {type(state).__name__}")
        self._enter()
        try:
            self._batch.get().set_state(row, position[0], self._bound.pointers)
        finally:
            self._busy = False

    def __reduce__(self):
        self._enter()
        try:
            saved = <bytes> self._batch.get().save()
        finally:
            self._busy = False
        return _restore, (self._game, self._rows, self.threads, tuple(self._bound.targets), saved)


def _restore(game, n, threads, buffers, bytes saved):
    """A batch as it was pickled; for what was bound there are new arrays."""
    cdef BatchState batch = BatchState(game, n, threads=threads, buffers=buffers)
    cdef string_view view = string_view(<const char*> saved, <size_t> len(saved))
    batch._batch.get().load(view)
    batch._batch.get().write(batch._bound.pointers)
    return batch
