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

import copy
import inspect
import math
import sys
from functools import cache
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from pyboard import _core
from pyboard._seeds import below, check_seed, mix, whole_number

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Self

    from pyboard._core import Game, State
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

_MOST_NODES = 2**31  # as in bindings/search.cpp; iterations have theirs in pyboard.search


@runtime_checkable
class Agent(Protocol):
    """What play_match and the command line ask of a player.

    After `reset(seed)` an agent plays as if new, and every decision is a function of the seed and of the positions
    it was shown since; so matches can be repeated, whatever was played before and by however many workers.
    """

    @property
    def name(self) -> str:
        """A short name for tables; play_match calls an agent that has none by its class."""
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
    """A search was ended from outside; see SearchAgent.stop_when."""


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
    _match_over: Callable[[], bool] | None = None  # of the match that is being played, beside the caller's own

    def __init__(self, /, seed: int = 0, **options: Any) -> None:
        """Begins a game.

        Args:
            seed: As for reset().
            **options: Keywords of the function.
        """
        options = {key: _plain(value) for key, value in options.items()}
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

        Raises:
            SearchStopped: If stop_when says so.
        """
        self._stop_if_asked()
        options = self._options
        if (self._stopped or self._match_over) and _tells_progress(self.kind):
            options = {**options, "progress": self._stop_if_asked}
        result: SearchResult = _function(self.kind)(state, seed=seed, **options)
        return result

    def stop_when(self, stopped: Callable[[], bool] | None) -> None:
        """Lets another thread end a search, which then raises SearchStopped.

        A match asks as well: it ends as by Ctrl-C. Copies of the agent ask the same function.

        Args:
            stopped: Asked before a search, and about ten times a second while one runs that is not as short as
                greedy's; None for never.
        """
        self._stopped = stopped

    def _stop_if_asked(self, *_: float) -> None:
        if any(stopped is not None and stopped() for stopped in (self._stopped, self._match_over)):
            raise SearchStopped

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy that the same functions stop: what another thread sets cannot be copied, and must reach both."""
        memo[id(self)] = copied = copy.copy(self)
        memo.update({id(stopped): stopped for stopped in (self._stopped, self._match_over)})
        vars(copied).update(copy.deepcopy(vars(self), memo))
        return copied

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


_SHORT = {"cutoff": "playout_depth"}  # in texts
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
            true, false, none or words; `cutoff` is short for `playout_depth`. What is not named has the default of
            the game that is played, see describe().

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
        key = _SHORT.get(key, key)
        if key in options:
            raise ValueError(f"{key!r} is set twice in {spec!r}")
        options[key] = parse_value(value)
    # Before the call, which has arguments of its own that are no options.
    _check_options(name, options, {} if name == "random" else _options_of(name))
    return _KINDS[name](**options)


def describe(name: str, game: Game | None = None) -> dict[str, str]:
    """The options that an agent takes, each with its default, as texts.

    Without a game these are the general defaults, which hold unless the game brings its own (see
    pyboard.search.parameters): to name one of them may change how an agent plays. `iterations` is the budget of an
    agent that is given no other.

    Args:
        name: One of names().
        game: A game, for the defaults that an agent has there.

    Raises:
        ValueError: If there is no such agent.

    Example:
        >>> import pyboard
        >>> from pyboard import agents
        >>> agents.describe("random")
        {}
        >>> agents.describe("mcts")["exploration"]
        '0.6'
        >>> agents.describe("mcts", pyboard.load_game("cacao"))["exploration"]
        '0.3'
    """
    if game is not None and not isinstance(game, _core.Game):
        raise TypeError(f"game must be a pyboard.Game, not {type(game).__name__}")
    if name not in _KINDS:
        raise ValueError(f"no agent is called {name!r}; allowed: {', '.join(_KINDS)}")
    if name == "random":
        return {}
    defaults = {option: known.default for option, known in _options_of(name).items()}
    if game is not None:
        from pyboard import search

        own = {row["name"]: row["default"] for row in search.parameters(game, name)}
        defaults = {option: own.get(option, default) for option, default in defaults.items()}
    return {option: _text(default) for option, default in defaults.items()}


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


@cache
def _tells_progress(kind: str) -> bool:
    return "progress" in inspect.signature(_function(kind)).parameters


class _Option(NamedTuple):
    """What a setting may be."""

    default: Any
    values: tuple[Any, ...] | None  # the only ones, or
    least: float | None  # numbers between these two; without least those above 0
    most: float | None
    whole: bool

    def allows(self, value: Any) -> bool:
        if value is None:
            return self.default is None
        if self.values is not None:
            return any(value == known and type(value) is type(known) for known in self.values)
        if isinstance(value, bool) or not isinstance(value, int if self.whole else int | float):
            return False
        if self.least is None:
            return 0 < value <= sys.float_info.max or value == math.inf  # what fits into a float
        return value >= self.least and (self.most is None or value <= self.most)

    def allowed(self) -> str:
        if self.values is not None:
            return ", ".join(_text(value) for value in self.values)
        kind = "whole numbers" if self.whole else "numbers"
        least = "above 0" if self.least is None else f"from {_exact(self.least)}"
        most = "" if self.most is None else f" to {_exact(self.most)}"
        return f"{kind} {least}{most}{', none' if self.default is None else ''}"


@cache
def _options_of(kind: str) -> dict[str, _Option]:
    """The keywords of a search that an agent takes."""
    from pyboard import search

    table = {
        "iterations": _Option(search._DEFAULT_ITERATIONS, None, 1, search._MOST_ITERATIONS, True),
        "time": _Option(None, None, None, None, False),
        "nodes": _Option(None, None, 2, _MOST_NODES, True),
    }
    for row in search.parameters():
        values = None if row["values"] is None else tuple(row["values"])
        table[row["name"]] = _Option(row["default"], values, row["least"], row["most"], isinstance(row["default"], int))
    return {name: table[name] for name in inspect.signature(_function(kind)).parameters if name in table}


def _plain(value: Any) -> Any:
    """A value as Python's own type, where it is a number or text of another kind, such as NumPy's."""
    if isinstance(value, bool):
        return value
    if isinstance(value, str):
        return str(value)
    whole = whole_number(value)
    if whole is not None:
        return whole
    return float(value) if isinstance(value, Real) else value


def _exact(number: float) -> str:
    return str(int(number)) if float(number).is_integer() else f"{number:g}"


def _text(value: Any) -> str:
    return str(value) if isinstance(value, str) else str(value).lower()


def _check_options(kind: str, options: dict[str, Any], allowed: Mapping[str, _Option]) -> None:
    unknown = [repr(key) for key in options if key not in allowed]
    if unknown:
        raise ValueError(f"{kind} has no option {' and no '.join(unknown)}; allowed: {', '.join(allowed) or 'none'}")
    for key, value in options.items():
        if not allowed[key].allows(value):
            raise ValueError(f"{key} of {kind} is {value!r}; allowed: {allowed[key].allowed()}")
