"""Games as text: write, read and replay records, and the traces of docs/rules/README.md.

A record is a few lines of UTF-8 text. The first is a JSON object that says what is played; then comes one line per
decision or chance event that was not forced; the last is a JSON object with the result::

    {"pyboard": 1, "game": "cacao", "players": 2, "options": {}, "rules_version": 1, "fingerprint": "90ab…", …}
    *> chance deal w1111
    p0> at 1 0
    {"scores": [39, 27], "places": [1, 2]}

Chance is written down, so a record replays without any random numbers. A file may hold many records, one after the
other, with empty lines and lines that begin with # between any two lines. Names that end with .gz are compressed.

Example:
    >>> import io, pyboard
    >>> from pyboard import records
    >>> game = pyboard.load_game("cacao", players=2)
    >>> state = game.new_initial_state()
    >>> state.play_random(1)
    >>> text = records.dumps(records.Record.of(state))
    >>> records.final_state(records.loads(text)) == state
    True
"""

from __future__ import annotations

import gzip
import io
import json
import math
import os
import re
import zlib
from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, NoReturn

from pyboard._core import CorruptStateError
from pyboard._games import load_game

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pyboard._core import Game, State

__all__ = [
    "FORMAT",
    "Record",
    "dumps",
    "final_state",
    "loads",
    "read",
    "read_trace",
    "replay",
    "trace_lines",
    "write",
    "write_trace",
]

FORMAT = 1
"""Version of the record format, the value of "pyboard" in the first line."""

_FIRST = {  # the first line: what it may hold, and of which type
    "pyboard": int,
    "game": str,
    "players": int,
    "options": dict,
    "components": dict,
    "rules_version": int,
    "fingerprint": str,
    "start": dict,
    "seed": int,
    "agents": list,
    "date": str,
    "info": dict,
}
_NEEDED = ("pyboard", "game", "players")
_TYPE_NAMES = {int: "a whole number", str: "a text", dict: "an object", list: "a list"}
_FIELDS: dict[str, tuple[Any, str]] = {  # the same for a Record; what is not needed may be None
    "game": (str, "a text"),
    "players": (int, "a whole number"),
    "options": (Mapping, "a dict"),
    "components": (Mapping, "a dict or None"),
    "rules_version": (int, "a whole number or None"),
    "fingerprint": (int, "a whole number or None"),
    "start": (Mapping, "a dict or None"),
    "events": (tuple | list, "a tuple of players with texts"),
    "seed": (int, "a whole number or None"),
    "agents": (tuple | list, "a tuple of texts or None"),
    "date": (str, "a text or None"),
    "info": (Mapping, "a dict"),
}
_UNFINISHED = {"unfinished": True}
_LONGEST_LINE = 1 << 24
_SURROGATE = re.compile(r"\\u[dD]|[\ud800-\udfff]")
_SHARE = re.compile(r"[0-9]{1,40}(/0*[1-9][0-9]{0,39})?")  # Fraction itself would take 1e999999999, and for ever


@dataclass(frozen=True)
class Record:
    """A game as it was played, or the part of it that was."""

    game: str
    """Name of the game."""
    players: int
    options: Mapping[str, Any] = field(default_factory=dict)
    """What differs from the defaults of the game."""
    components: Mapping[str, Any] | None = None
    """Component tables, where they are not those of the package."""
    rules_version: int | None = None
    fingerprint: int | None = None
    """Identifies game, rules version, players, options and tables; replaying checks it."""
    start: Mapping[str, Any] | None = None
    """The position it begins with as State.to_dict gives it; None for the start of the game."""
    events: tuple[tuple[int, str], ...] = ()
    """(player, text) per unforced event; the player is -1 for chance."""
    scores: tuple[float, ...] | None = None
    """Final points per seat; None if the game was not finished."""
    places: tuple[int, ...] | None = None
    seed: int | None = None
    agents: tuple[str, ...] | None = None
    """Who played, per seat."""
    date: str | None = None
    info: Mapping[str, Any] = field(default_factory=dict)
    """Anything else worth keeping, as JSON can hold it."""
    lines: tuple[int, ...] = field(default=(), compare=False, repr=False)
    """Line numbers in the file it was read from: of the first line, of every event and of the last line."""

    @property
    def finished(self) -> bool:
        """Whether the game was played to its end."""
        return self.scores is not None

    @classmethod
    def of(
        cls,
        state: State,
        *,
        start: State | None = None,
        seed: int | None = None,
        agents: Iterable[str] | None = None,
        date: str | None = None,
        info: Mapping[str, Any] | None = None,
    ) -> Record:
        """The record of a game from the history of a position.

        Args:
            state: The last position, with its history.
            start: The position in which the history begins; without it the start of the game.
            seed: Kept with the record.
            agents: Names of the players per seat, kept with the record.
            date: Kept with the record.
            info: Anything else to keep, as JSON can hold it.

        Raises:
            ValueError: If the history does not lead from the start to the position, or a record cannot hold what is
                to be kept with it; the message names what it can.

        Example:
            >>> import pyboard
            >>> from pyboard.records import Record
            >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
            >>> state.apply_action(0)
            >>> Record.of(state).events
            ((-1, 'chance deal w1111'),)
        """
        game = state.game
        usual = load_game(game.name, game.players)
        names: Any = tuple(agents) if isinstance(agents, Iterable) and not isinstance(agents, str) else agents
        record = cls(
            game=game.name,
            players=game.players,
            options={key: value for key, value in game.options.items() if usual.options[key] != value},
            components=None if game.components() == usual.components() else game.components(),
            rules_version=game.rules_version,
            fingerprint=game.fingerprint,
            start=None if start is None else start.to_dict(),
            events=tuple(state.transcript()),
            scores=tuple(state.scores()) if state.is_terminal() else None,
            places=tuple(state.places()) if state.is_terminal() else None,
            seed=seed,
            agents=names,
            date=date,
            info={} if info is None else dict(info) if isinstance(info, Mapping) else info,
        )
        _head_text(record)
        try:
            same = final_state(record) == state
        except CorruptStateError:
            same = False
        if not same:
            where = "the start of the game" if start is None else "the start given"
            raise ValueError(f"the history of the state does not lead there from {where}")
        return record

    def load_game(self) -> Game:
        """The game that the record was played with.

        Raises:
            CorruptStateError: If there is no such game here, or its rules are others by now.
        """
        line = self.lines[0] if self.lines else None
        components = None if self.components is None else dict(self.components)
        game = _game(self.game, self.players, components, self.options, line)
        if self.fingerprint is not None and self.fingerprint != game.fingerprint:
            versions = f"rules version {self.rules_version}, here {game.rules_version}"
            _fail(line, f"the record was made by other rules of {self.game} ({versions})")
        return game

    def header(self) -> dict[str, Any]:
        """The first line as a dict."""
        head: dict[str, Any] = {"pyboard": FORMAT, "game": self.game, "players": self.players}
        head["options"] = dict(self.options)
        fingerprint = None if self.fingerprint is None else f"{self.fingerprint:016x}"
        optional = {
            "components": self.components,
            "rules_version": self.rules_version,
            "fingerprint": fingerprint,
            "start": self.start,
            "seed": self.seed,
            "agents": None if self.agents is None else list(self.agents),
            "date": self.date,
            "info": self.info or None,
        }
        head.update((key, value) for key, value in optional.items() if value is not None)
        return head


def dumps(record: Record) -> str:
    """A record as text, with a line feed after every line.

    Args:
        record: The record.

    Raises:
        ValueError: If the record holds what would not read back, such as an event with a line feed, or `info` with
            something that is no JSON; the message names it.
    """
    if not isinstance(record, Record):
        raise TypeError(f"a record is a pyboard.records.Record, not {type(record).__name__}")
    lines = [_head_text(record), *_event_texts(record), _json(_checked_result(record))]
    try:
        longest = max(len(line.encode()) for line in lines)
    except UnicodeEncodeError as error:
        raise ValueError(f"the record cannot be text in UTF-8: {error}") from None
    if longest + 1 >= _LONGEST_LINE:
        raise ValueError(f"a line of the record has {longest} bytes; allowed: up to {_LONGEST_LINE - 2}")
    return "".join(f"{line}\n" for line in lines)


def loads(text: str) -> Record:
    """The only record in a text.

    Args:
        text: What dumps gave.

    Raises:
        CorruptStateError: If it is not exactly one record; the message names the line.
    """
    if not isinstance(text, str):
        raise TypeError(f"a record is a text, not {type(text).__name__}")
    records = list(read(io.StringIO(text)))
    if len(records) != 1:
        raise CorruptStateError(f"expected one record, found {len(records)}")
    return records[0]


def write(records: Record | Iterable[Record], target: str | PathLike[str] | IO[str], *, append: bool = False) -> int:
    """Writes records to a file, each as soon as it comes.

    A file is not touched before there is something to write: what cannot be written leaves it as it was. Of an
    iterator, which is written as it goes, that is the first record; those before a faulty one stay in the file. Where
    the disk is full the file keeps the whole records.

    Args:
        records: One record or many.
        target: A path (compressed if it ends with .gz), or a text file open for writing.
        append: Whether to keep what the file at the path holds.

    Returns:
        How many records were written.

    Raises:
        ValueError: As for dumps.
        OSError: The file cannot be opened or written; it is named.

    Example:
        >>> import io, pyboard
        >>> from pyboard import records
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> records.write(records.Record.of(state), io.StringIO())
        1
    """
    if isinstance(records, Record):
        records = [records]
    if not isinstance(records, Iterable):
        raise TypeError(f"records are one pyboard.records.Record or many, not {type(records).__name__}")
    texts: Iterator[str] = map(dumps, records)
    if isinstance(records, Sequence):
        texts = iter(list(texts))  # all are there, so all are checked
    first = next(texts, None)
    if first is None and append:
        return 0
    count = 0
    whole: int | None = None  # bytes that are whole records, once the file is open
    try:
        with _text_file(target, "at" if append else "wt") as file:
            whole = _size(target)
            for text in chain(() if first is None else (first,), texts):
                with _named(target):
                    file.write(text)
                    file.flush()
                count += 1
                whole = _size(target)
    except OSError:
        if whole is not None and _size(target) > whole:  # a part of a record would spoil the next that is appended
            os.truncate(target, whole)  # type: ignore[arg-type]
        raise
    return count


def read(source: str | PathLike[str] | IO[str] | IO[bytes]) -> Iterator[Record]:
    r"""Reads records one after the other; none is held longer than its caller does.

    Args:
        source: A path (compressed if it ends with .gz), or an open file.

    Yields:
        The records. They are well-formed; only replaying finds out whether they are games.

    Raises:
        CorruptStateError: If a line is not what it should be; the message names the line.

    Example:
        >>> import io
        >>> from pyboard import records
        >>> file = io.StringIO('{"pyboard": 1, "game": "cacao", "players": 2}\n{"unfinished": true}\n')
        >>> [record.game for record in records.read(file)]
        ['cacao']
    """
    head: dict[str, Any] | None = None
    events: list[tuple[int, str]] = []
    lines: list[int] = []
    number = 0
    for number, line in _lines(source):
        if not line or line.startswith("#"):
            continue
        lines.append(number)
        if head is None:
            head = _first_line(line, number)
        elif line.startswith("{"):
            yield _record(head, events, _last_line(line, number, head["players"]), lines)
            head, events, lines = None, [], []
        else:
            events.append(_event(line, number, head["players"]))
    if head is not None:
        _fail(number, "the record has no last line with its result")


def replay(record: Record) -> Iterator[State]:
    """Plays a record, and checks all of it.

    Args:
        record: The record.

    Yields:
        The position at the start, then the one after each event; every one is a State of its own.

    Raises:
        CorruptStateError: If something in the record is not legal, or the result differs; the message names the
            line where the record was read from a file, else the event.

    Example:
        >>> import pyboard
        >>> from pyboard import records
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> state.play_random(5)
        >>> record = records.Record.of(state)
        >>> len(list(records.replay(record))) == len(record.events) + 1
        True
    """
    state = _start(record)
    yield state.clone()
    for index, (player, text) in enumerate(record.events):
        place = record.lines[index + 1] if record.lines else None
        what = None if record.lines else f"event {index + 1}"
        due = state.current_player()
        if state.is_terminal():
            _fail(place, f"the game is over, but the record goes on with {text!r}", what)
        if player != due:
            waits = "chance" if due < 0 else f"p{due}"
            _fail(place, f"{'chance' if player < 0 else f'p{player}'} cannot act, {waits} is due", what)
        try:
            state.apply_text(text)
        except ValueError as error:
            _fail(place, str(error), what)
        yield state.clone()
    place = record.lines[-1] if record.lines else None
    if record.finished and not state.is_terminal():
        _fail(place, "the record has a result, but the game is not over")
    if record.finished and (tuple(state.scores()) != record.scores or tuple(state.places()) != record.places):
        _fail(place, f"the result is scores {state.scores()}, places {state.places()}")


def final_state(record: Record) -> State:
    """The last position of a record, with its history; checks all of it.

    Args:
        record: The record.

    Raises:
        CorruptStateError: As for replay.
    """
    *_, last = replay(record)
    return last


def trace_lines(record: Record) -> Iterator[str]:
    """A finished game as the lines of a trace (docs/rules/README.md): with all that was legal, and all chances.

    Args:
        record: The record.

    Raises:
        ValueError: If the record is not finished, has its own component tables, or does not begin at the start.
        CorruptStateError: As for replay.
    """
    if record.components is not None or record.start is not None:
        raise ValueError("a trace can hold neither component tables nor a start position")
    if not record.finished:
        raise ValueError("a trace holds a finished game")
    yield _json({"trace": 1, "game": record.game, "players": record.players, "options": dict(record.options)}, True)
    states = replay(record)
    for state, (player, text) in zip(states, record.events, strict=False):
        if player < 0:
            chances = {name: str(share) for name, share in sorted(_chances(state).items())}
            yield _json({"chance": chances, "play": text}, True)
        else:
            yield _json({"p": player, "legal": _legal(state), "play": text}, True)
    for _ in states:
        pass
    yield _json(_result(record), True)


def write_trace(record: Record, target: str | PathLike[str] | IO[str]) -> None:
    """Writes a finished game as a trace.

    Args:
        record: The record.
        target: A path (compressed if it ends with .gz), or a text file open for writing.

    Raises:
        ValueError: As for trace_lines.
    """
    text = "".join(f"{line}\n" for line in trace_lines(record))  # all of it, before the file is touched
    with _text_file(target, "wt") as file, _named(target):
        file.write(text)


def read_trace(source: str | PathLike[str] | IO[str] | IO[bytes]) -> Record:
    """Reads a trace, and checks that the engine offers exactly what the trace says at every node.

    Args:
        source: A path (compressed if it ends with .gz), or an open file.

    Returns:
        The same game as a record.

    Raises:
        CorruptStateError: If a line is not what it should be, or the engine differs; the message names the line.
    """
    state: State | None = None
    done = False
    last = 0
    for last, line in _lines(source):
        if done:
            _fail(last, "the trace goes on after its result")
        entry = _object(line, last)
        if state is None:
            state = _trace_start(entry, last)
        elif "play" in entry:
            _trace_step(state, entry, last)
        else:
            _trace_end(state, entry, last)
            done = True
    if state is None or not done:
        _fail(last or None, "the trace ends before its result")
    return Record.of(state)


def _json(data: Any, compact: bool = False) -> str:
    return json.dumps(data, ensure_ascii=compact, allow_nan=False, separators=(",", ":") if compact else (", ", ": "))


def _result(record: Record) -> dict[str, Any]:
    """The last line of a finished game; whole numbers without a point."""
    scores = [int(score) if score == int(score) else score for score in record.scores or ()]
    return {"scores": scores, "places": list(record.places or ())}


def _head_text(record: Record) -> str:
    """The first line, of a record with nothing in it that the reader would refuse."""
    for key, (kind, allowed) in _FIELDS.items():
        value = getattr(record, key)
        if value is None and allowed.endswith("None"):
            continue
        if not isinstance(value, kind) or isinstance(value, bool):
            raise ValueError(f"{key!r} of a record must be {allowed}, not {value!r:.80}")
    if record.players < 1:
        raise ValueError(f"'players' of a record is {record.players}; allowed: whole numbers from 1")
    if record.fingerprint is not None and not 0 <= record.fingerprint < 1 << 64:
        raise ValueError(f"'fingerprint' of a record is {record.fingerprint}; allowed: 0 to 2**64 - 1")
    for name in record.agents or ():
        if not isinstance(name, str):
            raise ValueError(f"'agents' of a record must be a tuple of texts or None, not with {name!r:.80}")
    head = record.header()
    for key, value in head.items():
        try:
            json.loads(_json({key: value}), object_pairs_hook=_once)
        except (TypeError, ValueError, RecursionError) as error:
            raise ValueError(f"{key!r} of a record must be what JSON can hold: {error}") from None
    return _json(head)


def _event_texts(record: Record) -> list[str]:
    """The lines of the events."""
    lines = []
    for event in record.events:
        if not isinstance(event, tuple | list) or len(event) != 2:
            raise ValueError(f"an event of a record is a player and a text, not {event!r:.80}")
        player, text = event
        if isinstance(player, bool) or not isinstance(player, int) or not -1 <= player < record.players:
            raise ValueError(
                f"the player of an event is {player!r:.80}; allowed: -1 for chance, 0 to {record.players - 1}"
            )
        if not isinstance(text, str) or not text or "\n" in text or "\r" in text or text != text.strip():
            raise ValueError(f"{text!r} cannot be a line of a record")
        lines.append(f"{'*' if player < 0 else f'p{player}'}> {text}")
    return lines


def _checked_result(record: Record) -> dict[str, Any]:
    """The last line."""
    if record.scores is None and record.places is None:
        return _UNFINISHED
    results: tuple[tuple[str, Any, Any], ...] = (("scores", record.scores, int | float), ("places", record.places, int))
    for key, values, kinds in results:
        if (
            not isinstance(values, tuple | list)
            or len(values) != record.players
            or not all(
                isinstance(value, kinds) and not isinstance(value, bool) and abs(value) < math.inf for value in values
            )
        ):
            kind = "whole numbers" if kinds is int else "numbers"
            raise ValueError(f"{key!r} of a record must be {record.players} {kind}, not {values!r:.80}")
    return _result(record)


def _fail(line: int | None, message: str, event: str | None = None) -> NoReturn:
    where = f"line {line}: " if line is not None else f"{event}: " if event else ""
    raise CorruptStateError(where + message) from None


@contextmanager
def _text_file(target: str | PathLike[str] | IO[str], mode: str) -> Iterator[IO[str]]:
    if not isinstance(target, str | PathLike):
        yield target
        return
    path = Path(target)
    opener: Any = gzip.open if path.suffix == ".gz" else open
    file = opener(path, mode, encoding="utf-8", newline="\n")
    try:
        yield file
    finally:
        with _named(path):
            file.close()


@contextmanager
def _named(target: str | PathLike[str] | IO[str]) -> Iterator[None]:
    """What goes wrong with a file is told by its name."""
    try:
        yield
    except OSError as error:
        if error.filename is None and isinstance(target, str | PathLike):
            error.filename = str(target)
        raise


def _size(target: str | PathLike[str] | IO[str]) -> int:
    """Bytes of the regular file at a path, else 0."""
    if not isinstance(target, str | PathLike):
        return 0
    path = Path(target)
    return path.stat().st_size if path.is_file() else 0


def _lines(source: str | PathLike[str] | IO[str] | IO[bytes]) -> Iterator[tuple[int, str]]:
    """Lines with their numbers, without the blanks around them."""
    with ExitStack() as stack:
        file: Any = source
        if isinstance(source, str | PathLike):
            path = Path(source)
            file = stack.enter_context(path.open("rb"))
            if path.suffix == ".gz":
                file = stack.enter_context(gzip.GzipFile(fileobj=file))
        number = 0
        while True:
            number += 1
            try:
                line = file.readline(_LONGEST_LINE)
                text = line.decode("utf-8") if isinstance(line, bytes) else line
            except (UnicodeDecodeError, EOFError, gzip.BadGzipFile, zlib.error) as error:
                _fail(number, f"cannot be read: {error}")
            if not text:
                return
            if len(line) == _LONGEST_LINE:
                _fail(number, "the line is too long")
            if number == 1:
                text = text.removeprefix("\ufeff")  # as some editors begin a file
            yield number, text.strip()


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise ValueError(f"{digits:.80} is too large a number")
    return number


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        raise ValueError("a key is there twice")
    return result


def _object(line: str, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line, parse_constant=_no_constant, parse_float=_finite, object_pairs_hook=_once)
        if _SURROGATE.search(line):  # half of one is JSON, but no text that could be written again
            _json(data).encode()
    except (ValueError, RecursionError) as error:
        _fail(number, f"is not JSON: {error}")
    if not isinstance(data, dict):
        _fail(number, f"must be a JSON object, not {type(data).__name__}")
    return data


def _check(data: dict[str, Any], types: Mapping[str, type], needed: Sequence[str], number: int) -> None:
    for key in needed:
        if key not in data:
            _fail(number, f"{key!r} is missing")
    for key, value in data.items():
        if key not in types:
            _fail(number, f"{key!r} is not known; allowed: {', '.join(types)}")
        if not isinstance(value, types[key]) or isinstance(value, bool):
            _fail(number, f"{key!r} must be {_TYPE_NAMES[types[key]]}, not {type(value).__name__}")


def _first_line(line: str, number: int) -> dict[str, Any]:
    if not line.startswith("{"):
        _fail(number, "a record begins with a JSON object")
    head = _object(line, number)
    if head.get("pyboard") != FORMAT:
        found = f"version {head['pyboard']!r}" if "pyboard" in head else "no version"
        _fail(number, f"is no record of version {FORMAT}: 'pyboard' has {found}")
    _check(head, _FIRST, _NEEDED, number)
    if head["players"] < 1:
        _fail(number, f"'players' is {head['players']}; allowed: whole numbers from 1")
    if not all(isinstance(name, str) for name in head.get("agents", [])):
        _fail(number, "'agents' must be a list of texts")
    if "fingerprint" in head:
        digits = head["fingerprint"]
        if len(digits) != 16 or not set(digits) <= set("0123456789abcdef"):
            _fail(number, "'fingerprint' must be 16 hexadecimal digits")
    return head


def _last_line(line: str, number: int, players: int) -> dict[str, Any]:
    last = _object(line, number)
    if last == _UNFINISHED:
        return {}
    _check(last, {"scores": list, "places": list}, ("scores", "places"), number)
    for key, kinds in (("scores", (int, float)), ("places", (int,))):
        values = last[key]
        if len(values) != players or not all(type(value) in kinds for value in values):
            _fail(number, f"{key!r} must be a list of {players} numbers")
    return last


def _event(line: str, number: int, players: int) -> tuple[int, str]:
    who, arrow, text = line.partition("> ")
    if arrow and text == text.strip():
        if who == "*":
            return -1, text
        if who[:1] == "p" and who[1:].isascii() and who[1:].isdigit() and len(who) < 5 and int(who[1:]) < players:
            return int(who[1:]), text
    _fail(number, f"must be 'p0> …' to 'p{players - 1}> …' or '*> …', or a JSON object with the result")


def _record(head: dict[str, Any], events: list[tuple[int, str]], last: dict[str, Any], lines: list[int]) -> Record:
    fields = {key: value for key, value in head.items() if key != "pyboard"}
    if "fingerprint" in fields:
        fields["fingerprint"] = int(fields["fingerprint"], 16)
    if "agents" in fields:
        fields["agents"] = tuple(fields["agents"])
    fields.update((key, tuple(value)) for key, value in last.items())
    return Record(**fields, events=tuple(events), lines=tuple(lines))


def _game(
    name: str, players: int, components: dict[str, Any] | None, options: Mapping[str, Any], line: int | None
) -> Game:
    """A game by what a file says. Its options are no arguments: tables, least of all from other files, are none."""
    wrong = [key for key in options if key in ("name", "players", "components")]
    if wrong:
        _fail(line, f"{wrong[0]!r} is no option of a game")
    try:
        return load_game(name, players, components=components, **options)
    except (ValueError, TypeError) as error:
        _fail(line, str(error))


def _start(record: Record) -> State:
    game = record.load_game()
    if record.start is None:
        return game.new_initial_state()
    try:
        return game.state_from_dict(dict(record.start))
    except (ValueError, TypeError) as error:
        _fail(record.lines[0] if record.lines else None, str(error))


def _legal(state: State) -> list[str]:
    return sorted(state.action_to_string(action) for action in state.legal_actions())


def _chances(state: State) -> dict[str, Fraction]:
    weights = state.chance_weights()
    total = sum(weight for _, weight in weights)
    return {state.action_to_string(outcome): Fraction(weight, total) for outcome, weight in weights}


def _trace_start(entry: dict[str, Any], line: int) -> State:
    if entry.get("trace") != 1:
        _fail(line, "is no trace of version 1")
    types = {"trace": int, "game": str, "players": int, "options": dict}
    _check(entry, types, tuple(types), line)
    return _game(entry["game"], entry["players"], None, entry["options"], line).new_initial_state()


def _trace_step(state: State, entry: dict[str, Any], line: int) -> None:
    chance = "chance" in entry
    _check(entry, {"chance": dict, "play": str} if chance else {"p": int, "legal": list, "play": str}, ("play",), line)
    if state.is_terminal():
        _fail(line, "the game is over, but the trace goes on")
    if chance != state.is_chance_node() or (not chance and entry.get("p") != state.current_player()):
        due = "chance" if state.is_chance_node() else f"p{state.current_player()}"
        _fail(line, f"{due} is due")
    if chance:
        if not all(isinstance(share, str) and _SHARE.fullmatch(share) for share in entry["chance"].values()):
            _fail(line, "'chance' must hold texts with fractions")
        wanted = {text: Fraction(share) for text, share in entry["chance"].items()}
        here = _chances(state)
        if wanted != here:
            names = sorted(set(wanted.items()) ^ set(here.items()))
            _fail(line, f"the outcomes differ, first at {names[0][0]!r}")
    elif entry.get("legal") != _legal(state):
        wanted_texts = {text for text in entry.get("legal", ()) if isinstance(text, str)}
        both = sorted(wanted_texts ^ set(_legal(state)))
        _fail(line, f"the legal actions differ, first at {both[0]!r}" if both else "'legal' is not sorted")
    try:
        state.apply_text(entry["play"])
    except ValueError as error:
        _fail(line, str(error))


def _trace_end(state: State, entry: dict[str, Any], line: int) -> None:
    if not state.is_terminal():
        _fail(line, "the trace ends, but the game is not over")
    if entry != {"scores": list(state.scores()), "places": list(state.places())}:
        _fail(line, f"the result is scores {state.scores()}, places {state.places()}")
