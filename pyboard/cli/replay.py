"""`pyboard replay`: records and traces, shown and checked."""

import gzip
import json
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from pyboard import records as _records
from pyboard.cli._common import board, fail, out
from pyboard.records import Record


def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="Records, or a trace.")],
    number: Annotated[int | None, typer.Option("--record", "-r", help="Only this record of the file, from 1.")] = None,
    at: Annotated[int | None, typer.Option(help="Show the position after this many events, and nothing else.")] = None,
    boards: Annotated[bool, typer.Option(help="Show the board after every event.")] = False,
    player: Annotated[int | None, typer.Option(help="Show what this seat sees.")] = None,
    check: Annotated[bool, typer.Option(help="Only check that everything is legal and the results are right.")] = False,
    trace: Annotated[Path | None, typer.Option(help="Write the record as a trace to this file.")] = None,
) -> None:
    """Play recorded games again: every event is checked, and so is the result."""
    shown = games = events = 0
    traced = None
    for games, record in enumerate(records_of(file), start=1):
        if number is not None and games != number:
            continue
        shown += 1
        if trace is not None:
            if shown > 1:
                fail("a trace holds one game; choose it with --record")
            traced = record
        events += len(record.events)
        if check:
            _records.final_state(record)
        else:
            _show(record, at, boards, player)
    if not shown:
        fail(f"{str(file)!r} has no record{'' if number is None else f' {number}'}{f', only {games}' if games else ''}")
    if trace is not None and traced is not None:  # only now is it clear that it is the only one
        _records.write_trace(traced, trace)
    if check:
        out.print(f"{shown} game{'s' if shown > 1 else ''} with {events:,} events: all legal, all results right")


def records_of(file: Path) -> Iterator[Record]:
    """The records in a file; a trace counts as one."""
    opener = gzip.open if file.suffix == ".gz" else open
    try:
        with opener(file, "rb") as stream:
            first = stream.readline(1 << 16)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        first = b""  # the reader says what is wrong, with the line
    if _begins_a_trace(first):
        yield _records.read_trace(file)
    else:
        yield from _records.read(file)


def _begins_a_trace(line: bytes) -> bool:
    try:
        head = json.loads(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and "trace" in head


def _show(record: Record, at: int | None, boards: bool, player: int | None) -> None:
    state = None
    if at is not None and not 0 <= at <= len(record.events):
        fail(f"there is no event {at}; allowed: 0 to {len(record.events)}")
    if at is None:
        options = "".join(f", {key}={value}" for key, value in record.options.items())
        names = f": {', '.join(record.agents)}" if record.agents else ""
        out.print(f"{record.game}, {record.players} players{options}{names}", markup=False, style="bold")
    for index, state in enumerate(_records.replay(record)):
        if at is not None:
            if index == at:
                out.print(board(state, player))
            continue
        if index > 0:
            seat, text = record.events[index - 1]
            out.print(
                f"{index:5} {'  ' if seat < 0 else f'p{seat}'} {text}",
                markup=False,
                style="dim" if seat < 0 else f"p{seat}",
            )
        if boards:
            out.print(board(state, player))
    if at is None and not boards and state is not None:
        out.print(board(state, player))
