"""Games between agents: one game, or a match with rotated seats and confidence intervals.

Example:
    >>> import pyboard
    >>> result = pyboard.play_match("cacao", ["random", "random"], games=4, seed=1)
    >>> [agent.name for agent in result.agents]
    ['random', 'random (2)']
"""

from __future__ import annotations

import copy
import itertools
import json
import math
import multiprocessing
import queue
import signal
import threading
import time
from collections import Counter
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from statistics import fmean
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from zlib import crc32

from pyboard import _core
from pyboard import agents as _agents
from pyboard._games import load_game
from pyboard._seeds import below, check_seed, mix, whole_number
from pyboard._signals import uninterrupted
from pyboard._statistics import LEVEL, Estimate, mean_interval, share_interval

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

    from pyboard._core import Game, State
    from pyboard.agents import Agent
    from pyboard.records import Record

__all__ = [
    "AgentResult",
    "Chance",
    "Estimate",
    "GameOutcome",
    "MatchResult",
    "Progress",
    "play_game",
    "play_match",
]

_CHANCE, _AGENT = 1, 2  # separate the streams that are derived from one seed
_BETWEEN_QUESTIONS = 0.1  # seconds, as in a search
_MOST_GAMES, _MOST_WORKERS = 2**40, 1024


class Chance:
    """Plays chance from a seed: the k-th event of a kind always falls on the same part of its distribution.

    So two games with the same seed have the same luck as far as that has a meaning, whatever the players do:
    the third tile drawn is the same one as long as the pile is the same.
    """

    def __init__(self, seed: int) -> None:
        """Begins a game.

        Args:
            seed: 0 to 2**64 - 1.
        """
        self._seed = check_seed(seed)
        self._counts: Counter[str] = Counter()

    def outcome(self, state: State) -> int:
        """Draws an outcome for a chance node, with its exact probability.

        Args:
            state: A position with state.is_chance_node().
        """
        kind = state.node_kind() or ""
        self._counts[kind] += 1
        weights: list[tuple[int, int]] = state.chance_weights()
        rest = below(mix(self._seed, crc32(kind.encode()), self._counts[kind]), sum(weight for _, weight in weights))
        for outcome, weight in weights:
            rest -= weight
            if rest < 0:
                return outcome
        raise ValueError("this is no chance node")


@dataclass(frozen=True)
class GameOutcome:
    """One game of a match."""

    number: int
    """Which game of the match: games with the same number // rotations share their chance events."""
    seats: tuple[int, ...]
    """Which agent sat on each seat, as an index into the agents of the match."""
    scores: tuple[float, ...]
    """Final points per seat."""
    places: tuple[int, ...]
    """Places per seat: 1 is best, ties share a place."""
    decisions: tuple[int, ...]
    """Decisions made per seat."""
    seconds: tuple[float, ...] = field(compare=False)
    """Time spent deciding per seat."""
    record: Record | None = None
    """The whole game, where play_match was asked to keep it."""

    def win_shares(self) -> list[float]:
        """Per seat: 1 for the winner, a fraction for each of several winners, 0 for all others."""
        winners = self.places.count(1)
        return [1 / winners if place == 1 else 0.0 for place in self.places]

    def placings(self) -> list[float]:
        """Per seat: the share of the other seats beaten, a tie counting half."""
        others = max(1, len(self.places) - 1)
        return [
            sum((place < other) + 0.5 * (place == other) for seat, other in enumerate(self.places) if seat != own)
            / others
            for own, place in enumerate(self.places)
        ]


class Progress(NamedTuple):
    """How far a match is, after each game."""

    done: int
    total: int
    outcome: GameOutcome


@dataclass(frozen=True)
class AgentResult:
    """What an agent reached in a match, averaged over the seats that it held."""

    name: str
    games: int
    """Games played; a game in which the agent holds two seats counts once."""
    win_share: Estimate
    """Mean share of first places: Wilson's interval, see MatchResult."""
    placing: Estimate
    """Mean share of the other seats beaten, ties half."""
    score: Estimate
    """Mean final points."""
    decisions: int
    seconds: float = field(compare=False)
    """Time spent deciding."""

    @property
    def decisions_per_second(self) -> float:
        """Speed; NaN if the agent never had to decide."""
        return self.decisions / self.seconds if self.seconds > 0 else math.nan

    def to_dict(self) -> dict[str, Any]:
        """All of it as plain dicts and numbers; what is not known is None."""
        estimates = {"win_share": self.win_share, "placing": self.placing, "score": self.score}
        return {
            "name": self.name,
            "games": self.games,
            **{key: {k: _finite(v) for k, v in value._asdict().items()} for key, value in estimates.items()},
            "decisions": self.decisions,
            "decisions_per_second": _finite(self.decisions_per_second),
        }


@dataclass(frozen=True)
class MatchResult:
    """All games of a match, and what they say about the agents.

    The intervals hold 95 %. A *block* is the games, one per rotation of the seats, that share their chance events.
    `win_share` has Wilson's interval over the games, made wider where the games of a block go together; it is never
    narrower than for independent games. `placing` and `score` have Student's interval over the means of the blocks.
    An unfinished last block counts for neither, unless it is the only one.
    """

    game: Game
    seed: int
    names: tuple[str, ...]
    games: tuple[GameOutcome, ...]
    rotations: int
    """Games per block."""
    interrupted: bool
    """Whether Ctrl-C, or SearchAgent.stop_when of an agent, ended the match early."""
    seconds: float = field(compare=False)
    """Wall-clock time."""

    @cached_property
    def agents(self) -> tuple[AgentResult, ...]:
        """One result per agent, in the order given to play_match."""
        blocks: dict[int, list[GameOutcome]] = {}
        for outcome in self.games:
            blocks.setdefault(outcome.number // self.rotations, []).append(outcome)
        whole = [block for block in blocks.values() if len(block) == self.rotations] or list(blocks.values())
        return tuple(self._agent(index, name, whole) for index, name in enumerate(self.names))

    def _agent(self, agent: int, name: str, blocks: Sequence[Sequence[GameOutcome]]) -> AgentResult:
        def mean(outcome: GameOutcome, values: Sequence[float]) -> float:
            return fmean(value for value, holder in zip(values, outcome.seats, strict=True) if holder == agent)

        shares = [[mean(game, game.win_shares()) for game in block] for block in blocks]
        own = [
            (d, s) for g in self.games for d, s, a in zip(g.decisions, g.seconds, g.seats, strict=True) if a == agent
        ]
        return AgentResult(
            name=name,
            games=len(self.games),
            win_share=share_interval(
                [share for block in shares for share in block], [fmean(block) for block in shares]
            ),
            placing=mean_interval([fmean(mean(game, game.placings()) for game in block) for block in blocks]),
            score=mean_interval([fmean(mean(game, game.scores) for game in block) for block in blocks]),
            decisions=sum(decisions for decisions, _ in own),
            seconds=sum(seconds for _, seconds in own),
        )

    def ratings(self) -> dict[str, tuple[float, float]]:
        """Ratings by OpenSkill's Plackett-Luce model, all games taken in order, everybody beginning equal.

        Returns:
            Per agent its mean and standard deviation of skill. An agent with several seats in a game is rated by
            the best of them.

        Raises:
            ImportError: If the package openskill is not installed.
        """
        try:
            from openskill.models import PlackettLuce
        except ImportError:
            raise ImportError("ratings need the package openskill: pip install 'pyboard[ratings]'") from None
        model = PlackettLuce()
        ratings = [model.rating(name=name) for name in self.names]
        for outcome in self.games:
            best: dict[int, int] = {}
            for holder, place in zip(outcome.seats, outcome.places, strict=True):
                best[holder] = min(place, best.get(holder, place))
            if len(best) < 2:
                continue
            rated = model.rate([[ratings[holder]] for holder in best], ranks=[float(place) for place in best.values()])
            for holder, (rating,) in zip(best, rated, strict=True):
                ratings[holder] = rating
        return {name: (rating.mu, rating.sigma) for name, rating in zip(self.names, ratings, strict=True)}

    def to_dict(self, *, games: bool = False) -> dict[str, Any]:
        """The result as plain dicts, lists and numbers.

        Args:
            games: Whether to list every game, too.
        """
        result: dict[str, Any] = {
            "game": self.game.name,
            "players": self.game.players,
            "options": self.game.options,
            "rules_version": self.game.rules_version,
            "seed": self.seed,
            "games": len(self.games),
            "rotations": self.rotations,
            "interrupted": self.interrupted,
            "seconds": self.seconds,
            "level": LEVEL,
            "agents": [agent.to_dict() for agent in self.agents],
        }
        if games:
            result["outcomes"] = [
                {"number": g.number, "seats": list(g.seats), "scores": list(g.scores), "places": list(g.places)}
                for g in self.games
            ]
        return result

    def to_json(self, *, games: bool = False) -> str:
        """The result as JSON text; see to_dict."""
        return json.dumps(self.to_dict(games=games), allow_nan=False)

    def __str__(self) -> str:
        """A table with one line per agent."""
        head = f"{self.game!r}, seed {self.seed}: {len(self.games)} games{', interrupted' if self.interrupted else ''}"
        width = max(len(name) for name in self.names)
        lines = [
            head,
            f"{'agent':{width}}  {'win share [95 %]':>22}  {'placing [95 %]':>20}  {'score':>7}  {'decisions/s':>11}",
        ]
        for agent in self.agents:
            win, placing = agent.win_share, agent.placing
            lines.append(
                f"{agent.name:{width}}  {win.mean:8.1%} [{win.low:5.1%}, {win.high:5.1%}]"
                f"  {placing.mean:6.3f} [{placing.low:.3f}, {placing.high:.3f}]"
                f"  {agent.score.mean:7.2f}  {agent.decisions_per_second:11,.0f}"
            )
        return "\n".join(lines)


def play_game(
    game: Game | str,
    agents: Sequence[Agent | str],
    *,
    seed: int = 0,
    start: State | None = None,
    watch: Callable[[State, int], None] | None = None,
) -> State:
    """Plays one game to its end.

    Args:
        game: A game, or the name of one (with a seat per agent then).
        agents: One per seat, or texts for agents.make.
        seed: Decides chance and the agents' own random numbers.
        start: A position of the same game to begin with; without it the start.
        watch: Called before every event with the position and the action or outcome that comes; must not change
            the position.

    Returns:
        The final position; its history is the game.

    Raises:
        ValueError: If there is not one agent per seat, or if `start` is a position of another game, be it by options.
        SearchStopped: If SearchAgent.stop_when of an agent says so.
        IllegalActionError: If an agent plays an action that is not legal.

    Example:
        >>> import pyboard
        >>> from pyboard.match import play_game
        >>> play_game(pyboard.load_game("cacao", players=2), ["random", "random"], seed=7).is_terminal()
        True
    """
    players = _instances(agents)
    game = _game(game, len(players))
    seed = check_seed(seed)
    if len(players) != game.players:
        raise ValueError(f"{len(players)} agents for {game.players} seats; there must be one for each seat")
    if start is not None and not isinstance(start, _core.State):
        raise TypeError(f"start must be a pyboard.State, not {type(start).__name__}")
    if start is not None and start.game != game:
        raise ValueError(
            f"start is a position of {start.game!r}, not of {game!r}, perhaps with other options or tables"
        )
    for seat, agent in enumerate(players):
        agent.reset(mix(seed, _AGENT, seat))
    state = game.new_initial_state() if start is None else start.clone()
    _play(state, players, Chance(mix(seed, _CHANCE)), watch=watch)
    return state


def play_match(
    game: Game | str,
    agents: Sequence[Agent | str],
    *,
    games: int = 100,
    seed: int = 0,
    workers: int = 1,
    backend: Literal["threads", "processes"] = "threads",
    records: bool = False,
    progress: Callable[[Progress], None] | None = None,
) -> MatchResult:
    """Plays many games between agents, with rotated seats and shared luck.

    Every block of games has the same chance events and one game per rotation of the seats, so nobody wins by his
    seat or by better luck. The result depends on the seed alone, not on the number of workers (unless an agent
    decides by the clock).

    Args:
        game: A game, or the name of one (with a seat per agent then).
        agents: Agents, or texts for agents.make. Fewer agents than seats take the seats in turn. An agent without a
            name goes by that of its class.
        games: How many games; rounded up to whole blocks.
        seed: Decides everything that is random.
        workers: How many games are played at the same time.
        backend: "threads" suits agents that search in native code; each thread gets its own copies of the agents
            (copy.deepcopy). "processes" also speeds up agents written in Python; agents that are objects must
            pickle, and a script needs `if __name__ == "__main__":`.
        records: Whether to keep each game's record in GameOutcome.record.
        progress: Called after every game, in the calling thread. Games finish in any order if there are workers.

    Returns:
        The result. Ctrl-C ends the match, and so does an agent's SearchAgent.stop_when; what was played is kept, and
        `interrupted` is true.

    Raises:
        ValueError: If an argument is not allowed; the message names what is.

    Example:
        >>> import pyboard
        >>> game = pyboard.load_game("cacao", players=2)
        >>> result = pyboard.play_match(game, ["random", "random"], games=10, seed=1)
        >>> result == pyboard.play_match(game, ["random", "random"], games=10, seed=1)
        True
        >>> len(result.games)
        10
    """
    players = _instances(agents)
    game = _game(game, len(players))
    games, workers = _count("games", games, _MOST_GAMES), _count("workers", workers, _MOST_WORKERS)
    seed = check_seed(seed)
    if backend not in ("threads", "processes"):
        raise ValueError(f"backend is {backend!r}; allowed: 'threads', 'processes'")
    if not 1 <= len(players) <= game.players:
        raise ValueError(f"{len(players)} agents for {game.players} seats; allowed: 1 to {game.players}")
    plan = _Plan(game, len(players), seed, records)
    names = _unique([_name(agent) for agent in players])
    total = -(-games // plan.rotations) * plan.rotations
    began = time.perf_counter()
    outcomes: list[GameOutcome] = []
    interrupted = False
    run = _serial if workers == 1 else _in_processes if backend == "processes" else _in_threads
    stream = run(plan, players, total, workers)
    try:
        for outcome in stream:
            outcomes.append(outcome)
            if progress is not None:
                progress(Progress(len(outcomes), total, outcome))
    except (KeyboardInterrupt, _agents.SearchStopped):
        interrupted = True
    finally:
        stream.close()
    return MatchResult(
        game=game,
        seed=seed,
        names=names,
        games=tuple(sorted(outcomes, key=lambda outcome: outcome.number)),
        rotations=plan.rotations,
        interrupted=interrupted,
        seconds=time.perf_counter() - began,
    )


def _play(
    state: State,
    agents: Sequence[Agent],
    chance: Chance,
    *,
    watch: Callable[[State, int], None] | None = None,
    stop: threading.Event | None = None,
) -> tuple[list[int], list[float]]:
    """Plays on to the end; returns decisions and seconds per seat."""
    decisions = [0] * len(agents)
    seconds = [0.0] * len(agents)
    while True:
        seat = state.current_player()
        if seat >= 0:
            if stop is not None and stop.is_set():
                raise _agents.SearchStopped
            began = time.perf_counter()
            action = agents[seat].act(state.clone())
            seconds[seat] += time.perf_counter() - began
            decisions[seat] += 1
        elif state.is_chance_node():
            action = chance.outcome(state)
        else:
            return decisions, seconds
        if watch is not None:
            watch(state, action)
        try:
            state.apply_action(action)
        except ValueError as error:
            error.add_note(f"played by {_name(agents[seat])} as p{seat}")
            raise


@dataclass(frozen=True)
class _Plan:
    """Which agent sits where in which game, and with which random numbers."""

    game: Game
    agents: int
    seed: int
    records: bool

    @property
    def rotations(self) -> int:
        """Different ways to seat the agents by rotation."""
        return self.agents if self.game.players % self.agents == 0 else self.game.players

    def seats(self, index: int) -> tuple[int, ...]:
        players = self.game.players
        return tuple((seat - index) % players % self.agents for seat in range(players))

    def play(self, instances: _Instances, index: int, stop: threading.Event | None = None) -> GameOutcome:
        seats = self.seats(index)
        used: Counter[int] = Counter()
        agents = []
        for seat, agent in enumerate(seats):
            player = instances.get(agent, used[agent])
            used[agent] += 1
            player.reset(mix(self.seed, _AGENT, index, seat))
            agents.append(player)
        state = self.game.new_initial_state()
        chance_seed = mix(self.seed, _CHANCE, index // self.rotations)
        decisions, seconds = _play(state, agents, Chance(chance_seed), stop=stop)
        record = None
        if self.records:
            from pyboard.records import Record

            record = Record.of(state, seed=chance_seed, agents=[_name(agent) for agent in agents])
        return GameOutcome(
            index, seats, tuple(state.scores()), tuple(state.places()), tuple(decisions), tuple(seconds), record
        )


class _Instances:
    """The agent objects of one worker: an agent that holds several seats is copied."""

    def __init__(self, agents: Sequence[Agent], stop: threading.Event | None = None) -> None:
        self._known = {(index, 0): agent for index, agent in enumerate(agents)}
        _listen(agents, stop)

    def get(self, agent: int, copy_number: int) -> Agent:
        if (agent, copy_number) not in self._known:
            self._known[agent, copy_number] = copy.deepcopy(self._known[agent, 0])
        return self._known[agent, copy_number]


def _listen(agents: Sequence[Agent], stop: threading.Event | None) -> None:
    """Lets searches end when the event is set, too."""
    for agent in agents:
        if isinstance(agent, _agents.SearchAgent):
            agent._match_over = None if stop is None else stop.is_set


def _game(game: Game | str, players: int) -> Game:
    if isinstance(game, str):
        return load_game(game, players=players)
    if not isinstance(game, _core.Game):
        raise TypeError(f"game must be a pyboard.Game or the name of one, not {type(game).__name__}")
    return game


def _count(name: str, value: object, most: int) -> int:
    number = whole_number(value)
    if number is None or not 1 <= number <= most:
        raise ValueError(f"{name} is {value!r:.80}; allowed: whole numbers from 1 to {most}")
    return number


def _name(agent: Agent) -> str:
    name: str = getattr(agent, "name", type(agent).__name__)
    return name


def _instances(agents: Sequence[Agent | str]) -> list[Agent]:
    if isinstance(agents, str):
        raise ValueError("agents is one text; expected a list of agents")
    result: list[Agent] = []
    for agent in agents:
        player = _agents.make(agent) if isinstance(agent, str) else agent
        for method in ("reset", "act"):
            if not callable(getattr(player, method, None)):
                raise TypeError(f"agent {len(result)} is no agent: {type(player).__name__} has no method {method}")
        if not isinstance(_name(player), str):
            raise TypeError(f"the name of agent {len(result)} must be a text, not {type(_name(player)).__name__}")
        result.append(copy.deepcopy(player) if any(player is other for other in result) else player)
    return result


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def _unique(names: Sequence[str]) -> tuple[str, ...]:
    """Names with a number behind all but the first of those that are the same; one that no other agent has."""
    result: list[str] = []
    for name in names:
        others = {*names, *result}
        numbered = (f"{name} ({number})" for number in itertools.count(2))
        result.append(next(other for other in numbered if other not in others) if name in result else name)
    return tuple(result)


def _serial(plan: _Plan, agents: list[Agent], total: int, workers: int) -> Generator[GameOutcome, None, None]:  # noqa: ARG001
    instances = _Instances(agents)
    for index in range(total):
        yield plan.play(instances, index)


def _in_threads(plan: _Plan, agents: list[Agent], total: int, workers: int) -> Generator[GameOutcome, None, None]:
    stop = threading.Event()
    following = iter(range(total))
    one_by_one = threading.Lock()
    done: queue.SimpleQueue[GameOutcome | BaseException] = queue.SimpleQueue()

    def work(instances: _Instances) -> None:
        try:
            while not stop.is_set():
                with one_by_one:
                    index = next(following, None)
                if index is None:
                    return
                done.put(plan.play(instances, index, stop))
        except BaseException as error:
            done.put(error)

    sets = [agents, *(copy.deepcopy(agents) for _ in range(1, min(workers, total)))]
    threads = [threading.Thread(target=work, args=(_Instances(own, stop),)) for own in sets]
    try:
        with uninterrupted():
            for thread in threads:
                thread.start()
        for _ in range(total):
            result = done.get()
            if isinstance(result, BaseException):
                raise result
            yield result
    finally:
        with uninterrupted():
            stop.set()
        for thread in threads:
            if thread.ident is not None:  # it was started
                thread.join()
        _listen(agents, None)


def _unstoppable(agent: Agent) -> Agent:
    """The agent as it goes to another process, where a function that stops it would know nothing."""
    if isinstance(agent, _agents.SearchAgent):
        agent = copy.copy(agent)
        agent.stop_when(None)
    return agent


_worker: tuple[_Plan, _Instances] | None = None  # of this process


def _begin_worker(plan: _Plan, agents: list[Agent]) -> None:
    global _worker  # noqa: PLW0603
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the parent, which ends its workers
    _worker = (plan, _Instances(agents))


def _work(index: int) -> GameOutcome:
    assert _worker is not None
    plan, instances = _worker
    return plan.play(instances, index)


def _in_processes(plan: _Plan, agents: list[Agent], total: int, workers: int) -> Generator[GameOutcome, None, None]:
    stoppable = [agent for agent in agents if isinstance(agent, _agents.SearchAgent) and agent._stopped is not None]
    before = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        min(workers, total),
        multiprocessing.get_context("spawn"),
        initializer=_begin_worker,
        initargs=(plan, [_unstoppable(agent) for agent in agents]),
    )
    done: queue.SimpleQueue[Future[GameOutcome]] = queue.SimpleQueue()
    following = iter(range(total))

    def submit(count: int) -> None:
        for index in itertools.islice(following, count):
            executor.submit(_work, index).add_done_callback(done.put)

    finished = False
    try:
        # The executor shares locks with a thread of its own: a Ctrl-C that leaves one of them closed hangs both.
        with uninterrupted():
            # A window of tasks, not all at once: what is queued inside cannot be taken back.
            submit(2 * workers)
        for _ in range(total):
            while True:
                # Whoever wants a search to end says so in this process.
                for agent in stoppable:
                    agent._stop_if_asked()
                with suppress(queue.Empty):
                    future = done.get(timeout=_BETWEEN_QUESTIONS)
                    break
            with uninterrupted():
                outcome = future.result()
                submit(1)
            yield outcome
        finished = True
    except BrokenProcessPool:
        message = "a worker process died (a script must call play_match under `if __name__ == '__main__':`)"
        raise RuntimeError(message) from None
    finally:
        manager = getattr(executor, "_executor_manager_thread", None)
        executor.shutdown(wait=finished, cancel_futures=True)
        if not finished:
            for process in set(multiprocessing.active_children()) - before:
                process.terminate()
            if manager is not None:
                # It ends now that the workers are gone; the end of the interpreter must not wake it while it closes.
                manager.join(timeout=5)
