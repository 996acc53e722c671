"""`pyboard analyze`: what a search thinks of a position."""

import inspect
import json
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.console import Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from pyboard import CorruptStateError, Game, State
from pyboard import agents as _agents
from pyboard import records as _records
from pyboard.cli._common import (
    INTERRUPTED,
    Components,
    GameName,
    Json,
    Options,
    Players,
    Ruleset,
    Seed,
    agent_of,
    board,
    fail,
    game_of,
    out,
    progress_bar,
)
from pyboard.cli.measure import after_random_plies
from pyboard.cli.replay import records_of
from pyboard.search import MCTS, SearchResult, _Flat


class _Position(NamedTuple):
    """What is searched, and what was played there if that is known."""

    state: State
    played: int | None = None


def analyze(
    game: GameName,
    players: Players = None,
    option: Options = None,
    ruleset: Ruleset = "seed",
    components: Components = None,
    position: Annotated[
        Path | None,
        typer.Option("--position", help="A file with the position: State.serialize(), or State.to_dict() as JSON."),
    ] = None,
    record: Annotated[
        Path | None, typer.Option("--record", "-r", help="A file with records, or a trace: a position of that game.")
    ] = None,
    number: Annotated[int, typer.Option("--number", help="Which record of the file, from 1.")] = 1,
    move: Annotated[
        int | None,
        typer.Option("--move", "-m", help="The position where this event of the record was played; see `replay`."),
    ] = None,
    plies: Annotated[int, typer.Option(help="Without a file: the position after this many random events.")] = 0,
    agent: Annotated[
        str, typer.Option("--agent", "-a", help="Who searches: mcts, flat or greedy, with options.")
    ] = "mcts:iterations=10000",
    seed: Seed = 0,
    show: Annotated[bool, typer.Option("--board/--no-board", help="Show the board first.")] = True,
    json_: Json = False,
    dot: Annotated[bool, typer.Option("--dot", help="Print a graph for Graphviz.")] = False,
) -> None:
    """Search a position, and print what every action is worth.

    On a terminal the table is shown while the search goes on; Ctrl-C ends it and keeps what was found.
    """
    if json_ and dot:
        fail("either --json or --dot")
    searcher = agent_of(agent)
    if not isinstance(searcher, _agents.SearchAgent):
        fail(f"{agent!r} does not search; allowed: {', '.join(name for name in _agents.names() if name != 'random')}")
    if record is not None:
        if position is not None or plies:
            fail("--record, --position and --plies are different ways to name a position")
        if players is not None or option or ruleset != "seed" or components is not None:
            fail("the record says what is played: no players, options, ruleset or components beside it")
        found = _from_record(game, record, number, move)
    elif move is not None or number != 1:
        fail("--move and --number need a --record")
    elif position is not None:
        if plies:
            fail("--position and --plies are different ways to name a position")
        found = _Position(_from_file(game_of(game, players, option, ruleset, components), position))
    else:
        found = _Position(_next_decision(game_of(game, players, option, ruleset, components), plies, seed))
    state = found.state
    if state.is_terminal():
        fail("the game is over in this position")
    if state.is_chance_node():
        fail("chance is due in this position; choose another")
    table = not json_ and not dot
    if show and table:
        out.print(board(state, state.current_player()))
        out.print()
    result = _search(found, searcher, seed)
    if table:
        out.print(_report(result, found.played))
    else:
        print(result.to_json() if json_ else result.to_dot())
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def _search(position: _Position, agent: _agents.SearchAgent, seed: int) -> SearchResult:
    state = position.state
    if not isinstance(agent, _agents.MctsAgent | _agents.FlatAgent):
        return agent.search(state, seed)
    settings = agent.options
    budgets = set(settings) & set(inspect.signature(MCTS.search).parameters)
    budget = {key: settings.pop(key) for key in sorted(budgets)}
    engine = (MCTS if isinstance(agent, _agents.MctsAgent) else _Flat)(state.game, **settings)
    try:
        if isinstance(agent, _agents.MctsAgent) and out.is_terminal:
            with _live() as live:
                return engine.search(
                    state,
                    seed=seed,
                    watch=lambda result: live.update(_report(result, position.played, fit=True), refresh=True),
                    **budget,
                )
        with progress_bar() as bar:
            task = bar.add_task("searching", total=budget.get("iterations"))
            return engine.search(state, seed=seed, progress=lambda done, _: bar.update(task, completed=done), **budget)
    except KeyboardInterrupt:
        if engine.last_result is None or not engine.last_result.iterations:
            raise
        return engine.last_result


@contextmanager
def _live() -> Iterator[Live]:
    with Live(console=out, transient=True, auto_refresh=False) as live:
        yield live


def _report(result: SearchResult, played: int | None = None, *, fit: bool = False) -> Group:
    """The table of a result, and the line; `fit`: no more rows than the terminal has room for."""
    mover = result.player
    seats = max((len(row.mean) for row in result.actions if row.mean), default=0)
    others = [seat for seat in range(seats) if seat != mover]
    total = max(sum(row.visits for row in result.actions), 1)
    head = f"{result.method}: p{mover}, {result.iterations:,} iterations in {result.seconds:.2f} s"
    if result.iterations and result.seconds > 0:
        head += f" ({result.iterations_per_second:,.0f}/s)"
    if result.nodes:
        head += f", {result.nodes:,} nodes"
    for word, told in (("proven", result.proven), ("memory full", result.full), ("stopped", result.interrupted)):
        if told:
            head += f", {word}"

    table = Table(box=None, pad_edge=False, header_style="dim")
    for name in ("visits", "share", f"p{mover}", *(f"p{seat}" for seat in others)):
        table.add_column(name, justify="right", no_wrap=True)
    table.add_column("action", no_wrap=True)
    shown = list(result.actions)
    room = out.height - 6
    if fit and len(shown) > room:
        shown = shown[: max(room, 1)]
    for row in shown:
        cells = [f"{row.visits:,}", f"{row.visits / total:.1%}"]
        if row.mean is None:
            cells += ["-"] * seats
        else:
            error = row.error(mover)
            own = f"{row.mean[mover]:.4f}" + (" exact" if row.proven else "" if error is None else f" ± {error:.4f}")
            cells += [own, *(f"{row.mean[seat]:.3f}" for seat in others)]
        text = Text(row.text + (" (played)" if row.action == played else ""))
        table.add_row(*cells, text, style="bold" if row.action == result.action else None)
    parts: list[Text | Table] = [Text(head), table]
    if len(shown) < len(result.actions):
        parts.append(Text(f"and {len(result.actions) - len(shown)} more", style="dim"))
    line = Text("line: ")
    for index, entry in enumerate(result.principal_variation):
        line.append(", " if index else "")
        line.append(f"p{entry.player} {entry.text}", style=f"p{entry.player}")
    if result.principal_variation:
        line.no_wrap, line.overflow = fit, "ellipsis" if fit else "fold"
        parts.append(line)
    return Group(*parts)


def _from_file(game: Game, file: Path) -> State:
    data = file.read_bytes()
    if not data.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        return game.deserialize_state(data)
    try:
        fields = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise CorruptStateError(f"{str(file)!r} is no JSON: {error}") from None
    return game.state_from_dict(fields)


def _from_record(game: str, file: Path, number: int, move: int | None) -> _Position:
    record = next((record for index, record in enumerate(records_of(file), start=1) if index == number), None)
    if record is None:
        fail(f"{str(file)!r} has no record {number}")
    if record.game != game:
        fail(f"this is a record of {record.game}, not of {game}")
    count = len(record.events)
    if move is None and record.finished:
        fail(f"the game of this record is over; choose a position with --move, 1 to {count}")
    if move is not None and not 1 <= move <= count:
        fail(f"there is no event {move}; allowed: 1 to {count}")
    before = count if move is None else move - 1
    state = next(state for index, state in enumerate(_records.replay(record)) if index == before)
    if move is None:
        return _Position(state)
    seat, text = record.events[before]
    if seat < 0:
        decision = next((i for i in range(move, count) if record.events[i][0] >= 0), None)
        fail(
            f"event {move} of this record is chance"
            + ("" if decision is None else f"; the next decision is event {decision + 1}")
        )
    return _Position(state, state.string_to_action(text))


def _next_decision(game: Game, plies: int, seed: int) -> State:
    """The position after random events, and what chance still has to do before a decision."""
    while True:
        state = after_random_plies(game, plies, seed)
        if not state.is_chance_node():
            return state
        plies += 1
