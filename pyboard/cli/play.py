"""`pyboard play`: a person against agents."""

import copy
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.columns import Columns
from rich.markup import escape

from pyboard import Game, State
from pyboard import agents as _agents
from pyboard import records as _records
from pyboard._seeds import mix
from pyboard.cli._common import (
    Components,
    GameName,
    Options,
    Players,
    Ruleset,
    Seed,
    agent_of,
    board,
    check_writable,
    err,
    fail,
    game_of,
    out,
)
from pyboard.match import Chance
from pyboard.records import Record

_HELP = """\
a number    play the action with this number
a text      play the action with this text, such as: at 1 0
moves       list the legal actions again
board       show the board again
hint        ask the tree search what it would play
undo        go back to your decision before
save FILE   write the game so far as a record
quit        leave the game"""


def play(
    game: GameName,
    agents: Annotated[
        list[str] | None,
        typer.Argument(metavar="[AGENT]...", help="The opponents; without them mcts. Too few take turns."),
    ] = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    seed: Seed = 0,
    players: Players = None,
    option: Options = None,
    ruleset: Ruleset = "seed",
    components: Components = None,
    record: Annotated[Path | None, typer.Option(help="Write the game to this file when it ends, or you leave.")] = None,
) -> None:
    """Play against agents in the terminal."""
    opponents = agents or ["mcts"]
    seats = len(opponents) + 1 if players is None and len(opponents) > 1 else players
    played = game_of(game, seats, option, ruleset, components)
    if not 0 <= seat < played.players:
        fail(f"there is no seat {seat}; allowed: 0 to {played.players - 1}")
    if len(opponents) >= played.players:
        fail(f"{len(opponents)} opponents for {played.players - 1} seats")
    session = _Session(played, seat, opponents, seed)
    if record is not None:
        check_writable(record)
    try:
        session.run()
    finally:
        if record is not None:
            session.save(record)


class _Moment(NamedTuple):
    """A decision of the person that can be returned to."""

    state: State
    chance: Chance


class _Left(Exception):
    """The person leaves."""


class _Session:
    def __init__(self, game: Game, seat: int, opponents: list[str], seed: int) -> None:
        self._game = game
        self._seat = seat
        self._state = game.new_initial_state()
        self._chance = Chance(mix(seed, 1))
        self._seed = seed
        self._agents: dict[int, _agents.Agent] = {}
        self._moments: list[_Moment] = []
        self._told = 0  # events that the person has been told of
        others = [player for player in range(game.players) if player != seat]
        for index, player in enumerate(others):
            agent = agent_of(opponents[index % len(opponents)])
            agent.reset(mix(seed, 2, player))
            self._agents[player] = agent

    def run(self) -> None:
        rivals = ", ".join(f"p{player} {agent.name}" for player, agent in self._agents.items())
        out.print(
            f"You are p{self._seat} in {self._game.name} against {rivals}. Type help for what you can do.", markup=False
        )
        try:
            while not self._state.is_terminal():
                if self._state.is_chance_node():
                    self._state.apply_action(self._chance.outcome(self._state))
                elif self._state.current_player() == self._seat:
                    self._decide()
                else:
                    self._let_agent_play()
        except (_Left, EOFError):
            out.print("You left the game.")
            return
        self._tell()
        out.print(board(self._state, self._seat))
        place = self._state.places()[self._seat]
        shared = self._state.places().count(place) > 1
        out.print(f"You finished in place {place}{' (shared)' if shared else ''} of {self._game.players}.")

    def save(self, path: Path) -> None:
        """Writes the game so far."""
        names = [
            self._agents[player].name if player in self._agents else "person" for player in range(self._game.players)
        ]
        _records.write(Record.of(self._state, seed=self._seed, agents=names), path)
        err.print(f"written to {path}", markup=False)

    def _let_agent_play(self) -> None:
        agent = self._agents[self._state.current_player()]
        with err.status(escape(f"{agent.name} is thinking")):
            action = agent.act(self._state.clone())
        self._state.apply_action(action)

    def _decide(self) -> None:
        self._tell()
        out.print(board(self._state, self._seat))
        self._moments.append(_Moment(self._state.clone(), copy.deepcopy(self._chance)))
        texts = [self._state.action_to_string(action) for action in self._state.legal_actions()]
        self._list(texts)
        while True:
            answer = " ".join(input(f"p{self._seat}> ").split())
            if self._answer(answer, texts):
                return

    def _answer(self, answer: str, texts: list[str]) -> bool:
        """Carries out what was typed; true if the decision is over."""
        match answer.split():
            case []:
                pass
            case ["help" | "?"]:
                out.print(_HELP, markup=False)
            case ["moves"]:
                self._list(texts)
            case ["board"]:
                out.print(board(self._state, self._seat))
            case ["hint"]:
                self._hint()
            case ["save", *words] if words:
                try:
                    self.save(Path(" ".join(words)))
                except (OSError, ValueError) as error:
                    out.print(f"cannot be written: {error}", markup=False)
            case ["quit" | "exit"]:
                self._moments.pop()
                raise _Left
            case ["undo"]:
                if len(self._moments) < 2:
                    out.print("There is nothing to undo.")
                    return False
                self._moments.pop()
                self._state, self._chance = self._moments.pop()
                self._told = min(self._told, len(self._news()))
                return True
            case [number] if number.isdecimal():
                chosen = int(number) if len(number) < 10 else 0  # Python refuses to read thousands of digits
                if not 1 <= chosen <= len(texts):
                    out.print(f"There is no action {number}; allowed: 1 to {len(texts)}.")
                    return False
                self._state.apply_text(texts[chosen - 1])
                return True
            case _:
                try:
                    self._state.apply_text(answer)
                except ValueError as error:
                    out.print(f"{error}. Type moves for the legal actions.", markup=False)
                    return False
                return True
        return False

    def _hint(self) -> None:
        from pyboard import search

        with err.status("thinking"):
            result = search.mcts(self._state, iterations=2000, seed=mix(self._seed, 3, len(self._state.history())))
        utility = next(row["default"] for row in search.parameters(self._game) if row["name"] == "utility")
        out.print(
            f"The tree search would play: {result.text} (expected {utility} {result.values[self._seat]:.2f})",
            markup=False,
        )

    def _list(self, texts: list[str]) -> None:
        width = len(str(len(texts)))
        entries = [f"[dim]{number:{width}}[/] {escape(text)}" for number, text in enumerate(texts, start=1)]
        out.print(Columns(entries, padding=(0, 3), equal=True), soft_wrap=False)

    def _news(self) -> list[str]:
        """What the person's seat has learnt, one line per event."""
        return self._state.information_state_string(self._seat).split("\n")[1:]

    def _tell(self) -> None:
        news = self._news()
        events = self._state.transcript(forced=True)
        for (player, _), line in list(zip(events, news, strict=True))[self._told :]:
            if player != self._seat:
                out.print(f"  {line}", markup=False, style="dim" if player < 0 else f"p{player}")
        self._told = len(news)
