"""Players: what decides for a seat.

An agent is any object with a `name`, `reset(seed)` and `act(state)` (see Agent). The ones here come as functions,
`random()`, `greedy()`, `flat(...)`, `mcts(...)`, and by text, `make("mcts:iterations=1000")`, as on the command line.

Agents are handed the whole position and must not use what their seat cannot see: those of this module either pick
among the legal actions blindly or leave the thinking to pyboard.search, which deals everything hidden anew.

Example:
    >>> import pyboard
    >>> from pyboard import agents
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> state.play_random(3)
    >>> agents.make("random").name
    'random'
"""

from __future__ import annotations

import inspect
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from pyboard._seeds import below, check_seed, mix

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from pyboard._core import State
    from pyboard.search import SearchResult

__all__ = [
    "Agent",
    "FlatAgent",
    "GreedyAgent",
    "MctsAgent",
    "RandomAgent",
    "SearchAgent",
    "SearchStopped",
    "describe",
    "flat",
    "greedy",
    "make",
    "mcts",
    "names",
    "parse_value",
    "random",
]


@runtime_checkable
class Agent(Protocol):
    """What play_match and the command line ask of a player.

    After `reset(seed)` an agent plays as if new, and every decision is a function of the seed and of the positions
    it was shown since; so matches can be repeated, whatever was played before and by however many workers.
    """

    @property
    def name(self) -> str:
        """A short name for tables."""
        ...

    def reset(self, seed: int) -> None:
        """Forgets the game before and begins a new one."""
        ...

    def act(self, state: State) -> int:
        """Decides.

        Args:
            state: The position, at a decision of the agent's seat; a copy, to do with as one likes.

        Returns:
            One of state.legal_actions().
        """
        ...


class RandomAgent:
    """Every legal action is equally likely."""

    name = "random"

    def __init__(self, seed: int = 0) -> None:
        """Begins a game.

        Args:
            seed: As for reset().
        """
        self.reset(seed)

    def reset(self, seed: int) -> None:
        """Begins a new game with its own random numbers."""
        self._seed = check_seed(seed)
        self._decisions = 0

    def act(self, state: State) -> int:
        """Picks one of the legal actions."""
        legal: list[int] = state.legal_actions()
        self._decisions += 1
        return legal[below(mix(self._seed, self._decisions), len(legal))]

    def __repr__(self) -> str:
        """How to make one like it."""
        return "agents.random()"


class SearchStopped(Exception):
    """A search was ended by another thread; see SearchAgent.stop_when."""


class SearchAgent:
    """An agent that asks a function of pyboard.search; every decision has its own seed.

    Attributes:
        kind: Name of the function.
        name: The text that makes such an agent.
        last: What the search found at the last decision; None before the first.
    """

    kind: str
    last: SearchResult | None
    _stopped: Callable[[], bool] | None = None

    def __init__(self, seed: int = 0, **options: Any) -> None:
        """Begins a game.

        Args:
            seed: As for reset().
            **options: Keywords of the function.
        """
        _check_options(self.kind, options, _options_of(self.kind))
        self._options = options
        settings = ",".join(f"{key}={_text(value)}" for key, value in options.items())
        self.name = f"{self.kind}:{settings}" if settings else self.kind
        self.reset(seed)

    @property
    def options(self) -> dict[str, Any]:
        """The settings that the search gets, without those left at their defaults."""
        return dict(self._options)

    def reset(self, seed: int) -> None:
        """Begins a new game with its own random numbers."""
        self._seed = check_seed(seed)
        self._decisions = 0
        self.last = None

    def act(self, state: State) -> int:
        """Searches, and takes the best action found."""
        self._decisions += 1
        self.last = self.search(state, mix(self._seed, self._decisions))
        return self.last.action

    def search(self, state: State, seed: int) -> SearchResult:
        """Searches a position with the agent's options.

        Args:
            state: A position at a decision.
            seed: Decides everything that is random.
        """
        options = self._options if self._stopped is None else {**self._options, "progress": self._stop_if_asked}
        result: SearchResult = _function(self.kind)(state, seed=seed, **options)
        return result

    def stop_when(self, stopped: Callable[[], bool] | None) -> None:
        """Lets another thread end a search, which then raises SearchStopped.

        Args:
            stopped: Asked about ten times a second; None for never.
        """
        self._stopped = stopped

    def _stop_if_asked(self, *_: float) -> None:
        if self._stopped is not None and self._stopped():
            raise SearchStopped

    def __repr__(self) -> str:
        """How to make one like it."""
        return f"agents.{self.kind}({', '.join(f'{key}={value!r}' for key, value in self._options.items())})"


class GreedyAgent(SearchAgent):
    """Looks one action ahead and takes what the game's own estimate likes best; see pyboard.search.greedy."""

    kind = "greedy"


class FlatAgent(SearchAgent):
    """Flat Monte Carlo: plays every action out many times, the better ones more often; see pyboard.search.flat."""

    kind = "flat"


class MctsAgent(SearchAgent):
    """Monte-Carlo tree search; see pyboard.search.mcts."""

    kind = "mcts"


def random(seed: int = 0) -> RandomAgent:
    """An agent that picks any legal action.

    Args:
        seed: As for Agent.reset.

    Example:
        >>> from pyboard import agents
        >>> agents.random().name
        'random'
    """
    return RandomAgent(seed)


def greedy(seed: int = 0, **options: Any) -> GreedyAgent:
    """An agent that looks one action ahead.

    Args:
        seed: As for Agent.reset.
        **options: Keywords of pyboard.search.greedy.

    Raises:
        ValueError: If there is no such option; the message names those there are.

    Example:
        >>> from pyboard import agents
        >>> agents.greedy().name
        'greedy'
    """
    return GreedyAgent(seed, **options)


def flat(seed: int = 0, **options: Any) -> FlatAgent:
    """An agent that compares the legal actions by random playouts.

    Args:
        seed: As for Agent.reset.
        **options: Keywords of pyboard.search.flat, such as `iterations` or `time` per decision.

    Raises:
        ValueError: If there is no such option; the message names those there are.

    Example:
        >>> from pyboard import agents
        >>> agents.flat(iterations=500).name
        'flat:iterations=500'
    """
    return FlatAgent(seed, **options)


def mcts(seed: int = 0, **options: Any) -> MctsAgent:
    """An agent that searches a tree.

    Args:
        seed: As for Agent.reset.
        **options: Keywords of pyboard.search.mcts, such as `iterations`, `time` or `nodes` per decision, or
            `threads` with `parallel`.

    Raises:
        ValueError: If there is no such option; the message names those there are.

    Example:
        >>> from pyboard import agents
        >>> agents.mcts(iterations=1000).name
        'mcts:iterations=1000'
        >>> agents.mcts(threads=2, parallel="tree").name
        'mcts:threads=2,parallel=tree'
    """
    return MctsAgent(seed, **options)


_KINDS: dict[str, Callable[..., Agent]] = {"random": random, "greedy": greedy, "flat": flat, "mcts": mcts}


def names() -> list[str]:
    """Names of the agents there are, for make().

    Example:
        >>> from pyboard import agents
        >>> agents.names()
        ['random', 'greedy', 'flat', 'mcts']
    """
    return list(_KINDS)


def make(spec: str) -> Agent:
    """An agent from a text such as "random" or "mcts:iterations=1000,exploration=1.4".

    Args:
        spec: A name of names(), then, after a colon, options as key=value with commas between. Values are numbers,
            true, false, none or words.

    Raises:
        ValueError: If the name, an option or a value is not known; the message names what is allowed.

    Example:
        >>> from pyboard import agents
        >>> agents.make("mcts:iterations=1000,exploration=1.4")
        agents.mcts(iterations=1000, exploration=1.4)
    """
    if not isinstance(spec, str):
        raise TypeError(f"an agent is named by a text, not {type(spec).__name__}")
    name, colon, settings = spec.partition(":")
    if name not in _KINDS:
        raise ValueError(f"no agent is called {name!r}; allowed: {', '.join(_KINDS)}")
    options: dict[str, Any] = {}
    for setting in settings.split(",") if colon else ():
        key, equals, value = setting.partition("=")
        if not equals or not key or not value:
            raise ValueError(f"{setting!r} in {spec!r} is no setting; the form is {name}:key=value,key=value")
        if key in options:
            raise ValueError(f"{key!r} is set twice in {spec!r}")
        options[key] = parse_value(value)
    if name == "random":
        _check_options(name, options, {})
    return _KINDS[name](**options)


def describe(name: str) -> dict[str, str]:
    """The options that an agent takes, each with its default, as texts.

    Args:
        name: One of names().

    Example:
        >>> from pyboard import agents
        >>> agents.describe("random")
        {}
    """
    if name not in _KINDS:
        raise ValueError(f"no agent is called {name!r}; allowed: {', '.join(_KINDS)}")
    if name == "random":
        return {}
    return {option: _text(known.default) for option, known in _options_of(name).items()}


def parse_value(text: str) -> Any:
    """A number, truth value or None where a text is one, else the text itself.

    Args:
        text: The value of a setting in a text.

    Example:
        >>> from pyboard import agents
        >>> agents.parse_value("1.5"), agents.parse_value("true"), agents.parse_value("hidden")
        (1.5, True, 'hidden')
    """
    words = {"true": True, "false": False, "none": None}
    if text in words:
        return words[text]
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _function(kind: str) -> Callable[..., Any]:
    from pyboard import search

    function: Callable[..., Any] = getattr(search, kind)
    return function


class _Option(NamedTuple):
    """What a setting may be."""

    default: Any
    values: tuple[Any, ...] | None  # the only ones, or
    least: float | None  # numbers between these two
    most: float | None
    whole: bool

    def allows(self, value: Any) -> bool:
        if self.values is not None:
            return any(value == known and type(value) is type(known) for known in self.values)
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            return False
        return (self.least is None or value >= self.least) and (self.most is None or value <= self.most)

    def allowed(self) -> str:
        if self.values is not None:
            return ", ".join(_text(value) for value in self.values)
        kind = "whole numbers" if self.whole else "numbers"
        return f"{kind} from {self.least:g}" + ("" if self.most is None else f" to {self.most:g}")


@cache
def _options_of(kind: str) -> dict[str, _Option]:
    """The keywords of a search that an agent takes."""
    from pyboard import search

    table = {
        "iterations": _Option(search._DEFAULT_ITERATIONS, None, 1, None, True),
        "time": _Option(None, None, 1e-6, None, False),
        "nodes": _Option(None, None, 2, None, True),
    }
    for row in search.parameters():
        values = None if row["values"] is None else tuple(row["values"])
        table[row["name"]] = _Option(row["default"], values, row["least"], row["most"], isinstance(row["default"], int))
    return {name: table[name] for name in inspect.signature(_function(kind)).parameters if name in table}


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str) else str(value).lower()


def _check_options(kind: str, options: dict[str, Any], allowed: Mapping[str, _Option]) -> None:
    unknown = [repr(key) for key in options if key not in allowed]
    if unknown:
        raise ValueError(f"{kind} has no option {' and no '.join(unknown)}; allowed: {', '.join(allowed) or 'none'}")
    for key, value in options.items():
        if not allowed[key].allows(value):
            raise ValueError(f"{key} of {kind} is {value!r}; allowed: {allowed[key].allowed()}")
