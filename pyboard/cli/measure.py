"""`pyboard perft` and `bench`: counts and speeds."""

import json
import time
from typing import Annotated, Any

import typer
from rich.table import Table

from pyboard import Game, State, _core, load_game
from pyboard.cli._common import (
    INTERRUPTED,
    Components,
    GameName,
    Json,
    Options,
    Players,
    Ruleset,
    Seed,
    err,
    fail,
    game_of,
    options_of,
    out,
    progress_bar,
)
from pyboard.match import Chance

_CALIBRATION = "toy:connect_four"


def perft(
    game: GameName,
    depth: Annotated[int, typer.Option("--depth", "-d", help="Nodes per path.")],
    players: Players = None,
    option: Options = None,
    ruleset: Ruleset = "seed",
    components: Components = None,
    plies: Annotated[int, typer.Option(help="Begin after this many random decisions and chance events.")] = 0,
    seed: Seed = 0,
    divide: Annotated[bool, typer.Option(help="List the count of every first action or outcome.")] = False,
    json_: Json = False,
) -> None:
    """Count the paths of a length, chance included: a check of the rules, and a measure of speed."""
    played = game_of(game, players, option, ruleset, components)
    state = after_random_plies(played, plies, seed)
    if depth < 0:
        fail(f"depth is {depth}; allowed: whole numbers from 0")
    began = time.perf_counter()
    parts: dict[str, int] = {}
    if divide and depth > 0:
        for action in state.legal_actions():
            child = state.clone()
            child.apply_action(action)
            text = state.action_to_string(action)
            parts[text] = played.perft(child, depth - 1)
            if not json_:
                out.print(f"{text:24} {parts[text]:,}", markup=False)
    paths = sum(parts.values()) if parts else played.perft(state, depth)
    seconds = time.perf_counter() - began
    if json_:
        result = {"game": played.name, "players": played.players, "options": played.options, "depth": depth}
        print(json.dumps({**result, "plies": plies, "seed": seed, "paths": paths, "seconds": seconds, "divide": parts}))
        return
    rate = f", {paths / seconds:,.0f}/s" if seconds > 0.001 else ""
    out.print(f"{paths:,} paths of {depth} nodes in {seconds:.3f} s{rate}")


def bench(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Name of a game; without it all.")] = None,
    players: Players = None,
    option: Options = None,
    ruleset: Ruleset = "seed",
    games: Annotated[int, typer.Option("--games", "-n", help="Random games per run.")] = 1000,
    runs: Annotated[int, typer.Option(help="Runs; the fastest counts.")] = 10,
    threads: Annotated[int, typer.Option(help="Threads of a run.")] = 1,
    seed: Seed = 0,
    json_: Json = False,
) -> None:
    """Measure native random play, beside a calibration game that tells fast machines from slow ones."""
    for name, number in (("games", games), ("runs", runs), ("threads", threads)):
        if number < 1:
            fail(f"{name} is {number}; allowed: whole numbers from 1")
    options = options_of(option)
    todo = []
    for name in [game] if game else _core._games():
        low, high = _core._info(name)["players"]
        seats = range(low, high + 1) if players is None else [players]
        todo += [load_game(name, count, ruleset=ruleset, **options) for count in seats]
    calibration = load_game(_CALIBRATION) if _CALIBRATION in _core._games(toys=True) else None
    best: dict[Game, Any] = {}
    interrupted = False
    with progress_bar() as bar:
        task = bar.add_task("measuring", total=runs * (len(todo) + (calibration is not None)))
        try:
            for _ in range(runs):  # in turns, so that a slow moment of the machine does not hit one game alone
                for each in ([calibration] if calibration else []) + todo:
                    bar.update(task, description=f"{each.name}, {each.players} players")
                    play = each.play_random_games(games, seed=seed, threads=threads)
                    if each not in best or play.seconds < best[each].seconds:
                        best[each] = play
                    bar.advance(task)
        except KeyboardInterrupt:
            if not best:
                raise
            interrupted = True
    rows = [_row(each, best[each], best[calibration] if calibration else None) for each in best]
    if json_:
        print(json.dumps({"games": games, "runs": runs, "threads": threads, "seed": seed, "results": rows}))
    else:
        _print_rows(rows)
        note = f"best of {runs} runs of {games} games, {threads} thread{'s' if threads > 1 else ''}, seed {seed}"
        if calibration is not None:
            note += f"; ratio: decisions/s to those of {_CALIBRATION}"
        out.print(note, style="dim")
    if interrupted:
        err.print("interrupted: not every run was made")
        raise typer.Exit(INTERRUPTED)


def after_random_plies(game: Game, plies: int, seed: int) -> State:
    """The position after random decisions and chance events."""
    from pyboard import agents

    if plies < 0:
        fail(f"plies is {plies}; allowed: whole numbers from 0")
    state = game.new_initial_state()
    chance, agent = Chance(seed), agents.random(seed)
    for ply in range(plies):
        if state.is_terminal():
            fail(f"the game is over after {ply} plies")
        state.apply_action(chance.outcome(state) if state.is_chance_node() else agent.act(state))
    return state


def _row(game: Game, play: Any, calibration: Any) -> dict[str, Any]:
    speed = play.decisions / play.seconds
    return {
        "game": game.name,
        "players": game.players,
        "games": play.games,
        "decisions": play.decisions,
        "outcomes": play.outcomes,
        "seconds": play.seconds,
        "decisions_per_second": speed,
        "events_per_second": (play.decisions + play.outcomes) / play.seconds,
        "ratio": None if calibration is None else speed / (calibration.decisions / calibration.seconds),
        "mean_decisions": play.mean_decisions,
        "mean_scores": list(play.mean_scores),
        "signature": f"{play.signature:016x}",
    }


def _print_rows(rows: list[dict[str, Any]]) -> None:
    table = Table(box=None, pad_edge=False)
    table.add_column("game")
    for column in ("players", "decisions/s", "ratio", "events/s", "decisions/game", "signature"):
        table.add_column(column, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(
            row["game"],
            str(row["players"]),
            f"{row['decisions_per_second'] / 1e6:.2f} M",
            "-" if row["ratio"] is None else f"{row['ratio']:.3f}",
            f"{row['events_per_second'] / 1e6:.2f} M",
            f"{row['mean_decisions']:.1f}",
            row["signature"],
        )
    out.print(table)
