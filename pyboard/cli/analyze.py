"""`pyboard analyze`: what a search thinks of a position."""

from itertools import islice
from pathlib import Path
from typing import Annotated

import typer
from rich.live import Live
from rich.text import Text

from pyboard import Game, State
from pyboard import agents as _agents
from pyboard import records as _records
from pyboard.cli._common import (
    INTERRUPTED,
    Components,
    Json,
    Options,
    Players,
    Ruleset,
    Seed,
    board,
    fail,
    game_of,
    out,
    progress_bar,
)
from pyboard.cli.measure import after_random_plies
from pyboard.cli.replay import records_of
from pyboard.search import MCTS, SearchResult, _Flat


def analyze(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", help="A record, a trace, or a serialised state (with --game).")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", "-g", help="Name of a game, if there is no record.")] = None,
    players: Players = None,
    option: Options = None,
    ruleset: Ruleset = "seed",
    components: Components = None,
    record: Annotated[int, typer.Option("--record", "-r", help="Which record of the file, from 1.")] = 1,
    at: Annotated[int | None, typer.Option(help="The position after this many events of the record.")] = None,
    plies: Annotated[int, typer.Option(help="Without a file: the position after this many random events.")] = 0,
    search: Annotated[str, typer.Option("--with", help="The search: mcts, flat or greedy, with options.")] = "mcts",
    seed: Seed = 0,
    show: Annotated[bool, typer.Option("--board/--no-board", help="Show the board first.")] = True,
    json_: Json = False,
) -> None:
    """Search a position, and print what every action is worth."""
    agent = _agents.make(search)
    if not isinstance(agent, _agents.SearchAgent):
        fail(f"{search!r} does not search; allowed: {', '.join(name for name in _agents.names() if name != 'random')}")
    if file is None:
        if game is None:
            fail("nothing to analyze: name a file, or a game with --game")
        state = _next_decision(game_of(game, players, option, ruleset, components), plies, seed)
    elif _is_record(file):
        state = _from_record(file, record, at)
    else:
        if game is None:
            fail("a serialised state needs its game: --game, --players and the options")
        state = game_of(game, players, option, ruleset, components).deserialize_state(file.read_bytes())
    if state.is_terminal():
        fail("the game is over in this position")
    if state.is_chance_node():
        fail("chance is due in this position; choose another with --at or --plies")
    if show and not json_:
        out.print(board(state, state.current_player()))
        out.print()
    result = _search(state, agent, seed)
    print(result.to_json()) if json_ else out.print(str(result), markup=False)
    if result.interrupted:
        raise typer.Exit(INTERRUPTED)


def _search(state: State, agent: _agents.SearchAgent, seed: int) -> SearchResult:
    if not isinstance(agent, _agents.MctsAgent | _agents.FlatAgent):
        return agent.search(state, seed)
    settings = agent.options
    budget = {key: settings.pop(key) for key in ("iterations", "time") if key in settings}
    engine = (MCTS if isinstance(agent, _agents.MctsAgent) else _Flat)(state.game, **settings)
    try:
        if isinstance(agent, _agents.MctsAgent) and out.is_terminal:
            with Live(console=out, transient=True, auto_refresh=False) as live:

                def show(result: SearchResult) -> None:
                    lines = str(result).splitlines()
                    room = max(out.height - 2, 3)
                    live.update(Text("\n".join([*lines[: room - 1], lines[-1]][:room])), refresh=True)

                return engine.search(state, seed=seed, watch=show, **budget)
        with progress_bar() as bar:
            task = bar.add_task("searching", total=budget.get("iterations"))
            return engine.search(state, seed=seed, progress=lambda done, _: bar.update(task, completed=done), **budget)
    except KeyboardInterrupt:
        if engine.last_result is None or not engine.last_result.iterations:
            raise
        return engine.last_result


def _is_record(file: Path) -> bool:
    with file.open("rb") as stream:
        start = stream.read(16).lstrip()
    return file.suffix == ".gz" or start[:1] in (b"{", b"#", b"")


def _from_record(file: Path, number: int, at: int | None) -> State:
    known = list(islice(records_of(file), max(0, number)))
    if number < 1 or len(known) < number:
        fail(f"{str(file)!r} has no record {number}")
    record = known[-1]
    if at is None and record.finished:
        fail(f"the game of this record is over; choose a position with --at, 0 to {len(record.events) - 1}")
    wanted = len(record.events) if at is None else at
    if not 0 <= wanted <= len(record.events):
        fail(f"there is no event {wanted}; allowed: 0 to {len(record.events)}")
    return next(state for index, state in enumerate(_records.replay(record)) if index == wanted)


def _next_decision(game: Game, plies: int, seed: int) -> State:
    """The position after random events, and what chance still has to do before a decision."""
    while True:
        state = after_random_plies(game, plies, seed)
        if not state.is_chance_node():
            return state
        plies += 1
