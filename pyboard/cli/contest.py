"""`pyboard match` and `selfplay`: games between agents."""

import importlib.util
import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from pyboard import Game
from pyboard import records as _records
from pyboard._signals import uninterrupted
from pyboard.cli._common import (
    INTERRUPTED,
    Components,
    GameName,
    Json,
    Options,
    Players,
    Ruleset,
    Seed,
    Workers,
    agent_of,
    check_writable,
    err,
    fail,
    game_of,
    out,
    percent,
    progress_bar,
    worker_count,
)
from pyboard.match import Estimate, GameOutcome, MatchResult, Progress, play_match
from pyboard.records import Record

Agents = Annotated[
    list[str],
    typer.Argument(metavar="AGENT...", help="Agents, such as random or mcts:iterations=500; see `pyboard agents`."),
]
Games = Annotated[
    int, typer.Option("--games", "-n", help="How many games; rounded up so that all seats are shared evenly.")
]


def match(
    game: GameName,
    agents: Agents,
    games: Games = 100,
    seed: Seed = 0,
    players: Players = None,
    option: Options = None,
    ruleset: Ruleset = "seed",
    components: Components = None,
    workers: Workers = 0,
    records: Annotated[Path | None, typer.Option(help="Write the games to this file.")] = None,
    ratings: Annotated[bool, typer.Option(help="Add OpenSkill ratings.")] = False,
    json_: Json = False,
) -> None:
    """Let agents play many games with rotated seats, and say how sure the result is."""
    if ratings and importlib.util.find_spec("openskill") is None:
        fail("ratings need the package openskill: pip install 'pyboard[ratings]'")
    played = game_of(game, _seats(players, agents), option, ruleset, components)
    result = _play(played, agents, games, seed, workers, records)
    if json_:
        print(result.to_json())
    else:
        _print_result(result, games, ratings)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def selfplay(
    game: GameName,
    agents: Agents,
    output: Annotated[Path, typer.Option("--out", help="File for the records; compressed if it ends with .gz.")],
    games: Games = 100,
    seed: Seed = 0,
    players: Players = None,
    option: Options = None,
    ruleset: Ruleset = "seed",
    components: Components = None,
    workers: Workers = 0,
    append: Annotated[bool, typer.Option(help="Keep what the file holds.")] = False,
) -> None:
    """Let agents play, and write the records of the games to a file."""
    played = game_of(game, _seats(players, agents), option, ruleset, components)
    if output.exists() and not append:
        fail(f"{str(output)!r} exists; --append adds to it")
    result = _play(played, agents, games, seed, workers, output, append=append)
    events = sum(len(game.record.events) for game in result.games if game.record is not None)
    where = f"written to {output}" if result.games else "nothing written"
    out.print(f"{len(result.games)} games with {events:,} events in {result.seconds:.1f} s, {where}", markup=False)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def _seats(players: int | None, agents: list[str]) -> int | None:
    """Seats asked for; else one per agent where that is more than one, else the game's own default."""
    return players if players is not None else (len(agents) if len(agents) > 1 else None)


class _Writer:
    """Writes records in the order of the games, whatever order they are finished in."""

    def __init__(self, path: Path, append: bool) -> None:
        check_writable(path)
        self._path = path
        self._append = append
        self._waiting: dict[int, Record] = {}
        self._next = 0
        self._date = datetime.now(UTC).date().isoformat()

    def take(self, outcomes: Iterable[GameOutcome]) -> None:
        """Writes what is next in order, and keeps the rest."""
        with uninterrupted():
            for outcome in outcomes:
                if outcome.record is not None and outcome.number >= self._next:
                    self._waiting[outcome.number] = outcome.record
            ready = []
            while self._next in self._waiting:
                ready.append(self._waiting.pop(self._next))
                self._next += 1
            self._write(ready)

    def finish(self, outcomes: Iterable[GameOutcome]) -> None:
        """Writes all that is left, also what a Ctrl-C came before."""
        self.take(outcomes)
        self._write([self._waiting[number] for number in sorted(self._waiting)])

    def _write(self, records: list[Record]) -> None:
        if records:
            dated = [replace(record, date=self._date) for record in records]
            _records.write(dated, self._path, append=self._append)
            self._append = True  # only the first games take the place of what the file held


def _play(
    game: Game, agents: list[str], games: int, seed: int, workers: int, path: Path | None, *, append: bool = False
) -> MatchResult:
    players = [agent_of(agent) for agent in agents]
    wins: Counter[int] = Counter()
    writer = None if path is None else _Writer(path, append)
    with progress_bar() as bar:
        task = bar.add_task("playing", total=games)

        def progress(step: Progress) -> None:
            if writer is not None:
                writer.take([step.outcome])
            for agent, share in zip(step.outcome.seats, step.outcome.win_shares(), strict=True):
                wins[agent] += share  # type: ignore[assignment]
            standing = "  ".join(f"{players[a].name} {wins[a]:g}" for a in range(len(players)))
            bar.update(task, completed=step.done, total=step.total, description=f"wins: {standing}")

        try:
            result = play_match(
                game,
                players,
                games=games,
                seed=seed,
                workers=worker_count(workers),
                backend="processes",
                records=path is not None,
                progress=progress,
            )
        except BaseException:
            if writer is not None:
                writer.finish(())  # a worker that died takes no other game with it
            raise
    if writer is not None:
        writer.finish(result.games)
    return result


def _print_result(result: MatchResult, wanted: int, ratings: bool) -> None:
    if result.interrupted:
        err.print(f"interrupted after {len(result.games)} of {wanted} games")
    if not result.games:
        return
    rated = result.ratings() if ratings else {}
    table = Table(box=None, pad_edge=False)
    table.add_column("agent")
    for column in ("win share", "95 % interval", "placing", "score", "decisions/s", *(["rating"] if ratings else [])):
        table.add_column(column, justify="right", no_wrap=True)
    for agent in result.agents:
        win = agent.win_share
        row: list[str | Text] = [Text(agent.name), percent(win.mean), f"{percent(win.low)} - {percent(win.high)}"]
        row += [_plus_minus(agent.placing, 3), _plus_minus(agent.score, 2), f"{agent.decisions_per_second:,.0f}"]
        if ratings:
            row.append("{:.1f} ± {:.1f}".format(*rated[agent.name]))
        table.add_row(*row)
    out.print(f"{result.game!r}, seed {result.seed}: {len(result.games)} games in {result.seconds:.1f} s", markup=False)
    out.print(table)
    out.print("win share: part of the first places; placing: share of the other players beaten", style="dim")


def _plus_minus(estimate: Estimate, digits: int) -> str:
    spread = estimate.high - estimate.mean
    return f"{estimate.mean:.{digits}f}" + (f" ± {spread:.{digits}f}" if math.isfinite(spread) else "")
