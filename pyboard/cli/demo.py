"""`pyboard demo`: tree search plays Cacao, to watch."""

import time
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.text import Text

from pyboard import Game, State, load_game
from pyboard._seeds import mix
from pyboard.agents import Agent, SearchAgent
from pyboard.cli._common import Seed, agent_of, board, fail, out
from pyboard.match import Chance

_GAME = "cacao"
_BOARDS = 4  # boards shown in the course of a game


def demo(
    agents: Annotated[
        list[str] | None, typer.Argument(metavar="[AGENT]...", help="Who plays, one agent per seat.")
    ] = None,
    iterations: Annotated[
        int, typer.Option(help="Iterations per decision of the stronger tree search; the other has a tenth.")
    ] = 20_000,
    seed: Seed = 1,
) -> None:
    """Watch Monte-Carlo tree search play a game of Cacao: the moves, boards now and then, the result."""
    if iterations < 1:
        fail(f"iterations is {iterations}; allowed: whole numbers from 1")
    players = [agent_of(spec) for spec in agents or _usual(iterations)]
    game = load_game(_GAME, len(players))
    out.print(f"[bold]A game of Cacao[/] between {game.players} agents; seed {seed}, so it can be repeated.")
    for seat, agent in enumerate(players):
        agent.reset(mix(seed, 2, seat))
        out.print(f"  p{seat} {agent.name}", markup=False, style=f"p{seat}")
    out.print(
        "After a decision of a tree search: its expected placing per seat (1 beats all others), and its speed.\n",
        style="dim",
    )
    _run(game, players, seed)


def _usual(iterations: int) -> list[str]:
    """A strong tree search, a hasty one, and one that only looks a step ahead."""
    return [f"mcts:iterations={iterations}", f"mcts:iterations={max(1, iterations // 10)}", "greedy"]


def _run(game: Game, agents: list[Agent], seed: int) -> None:
    state = game.new_initial_state()
    chance = Chance(mix(seed, 1))
    turns = sum(sum(player["hand"].values()) + sum(player["pile"].values()) for player in state.to_dict()["players"])
    turn = 0
    began = time.perf_counter()
    bar = Progress(
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        TextColumn("turn {task.completed} of {task.total}"),
        TimeElapsedColumn(),
        console=out,
        transient=True,
        disable=not out.is_terminal,
    )
    with bar:
        task = bar.add_task("setting up", total=turns)
        while not state.is_terminal():
            seat = state.current_player()
            if seat < 0:
                outcome = chance.outcome(state)
                if state.node_kind() in ("reveal", "extra"):
                    _say(f"          {state.action_to_string(outcome)}", "dim")
                state.apply_action(outcome)
                continue
            if state.node_kind() == "at":
                if turn and turn % max(1, turns // _BOARDS) == 0:
                    out.print(Text.assemble("\n", board(state), "\n"))
                turn += 1
                bar.update(task, completed=turn)
            bar.update(task, description=f"{agents[seat].name} (p{seat}) decides: {state.node_kind()}")
            action = agents[seat].act(state.clone())
            _tell(state, turn, seat, action, agents[seat])
            state.apply_action(action)
    out.print(Text.assemble("\n", board(state), "\n"))
    decisions = sum(player >= 0 for player, _ in state.transcript())
    out.print(f"{decisions} decisions in {time.perf_counter() - began:.1f} s.")
    for seat in sorted(range(game.players), key=lambda seat: state.places()[seat]):
        out.print(
            f"  {state.places()[seat]}. p{seat} {agents[seat].name}, {state.scores()[seat]} points",
            markup=False,
            style=f"p{seat}",
        )
    out.print(
        "Play yourself: pyboard play cacao    Let agents play many games: pyboard match cacao mcts greedy", style="dim"
    )


def _tell(state: State, turn: int, seat: int, action: int, agent: Agent) -> None:
    line = f"{turn:3}  p{seat}   {state.action_to_string(action):15}"
    result = agent.last if isinstance(agent, SearchAgent) else None
    if result is not None and agent.name.startswith("mcts"):
        values = "  ".join(f"p{player} {value:.2f}" for player, value in enumerate(result.values))
        line += f"  {values}   {result.iterations_per_second / 1000:,.0f}k iterations/s"
    _say(line.rstrip(), f"p{seat}")


def _say(line: str, style: str) -> None:
    out.print(Text(line, style=style))  # as a Text, so that the bar below keeps its own colours
