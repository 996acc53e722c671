"""Tree searches: what is the best move here, how sure is that, what is the position worth to every player?

Example:
    >>> import pyboard
    >>> from pyboard import search
    >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
    >>> while state.is_chance_node():
    ...     state.apply_action(state.legal_actions()[0])
    >>> result = search.mcts(state, iterations=200, seed=1)
    >>> result.action in state.legal_actions()
    True
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from operator import index
from typing import TYPE_CHECKING, Any, Protocol

from pyboard import _core

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from pyboard._core import Game, State

    class StopToken(Protocol):
        """What a search asks whether to stop, such as a threading.Event."""

        def is_set(self) -> bool:
            """True if the search is to stop."""
            ...

    Seed = int | random.Random | np.random.Generator
    Progress = Callable[[int, float], object]
    Watch = Callable[["SearchResult"], object]

__all__ = ["MCTS", "ActionStats", "LineEntry", "SearchResult", "flat", "greedy", "mcts", "parameters", "solve"]

_DEFAULT_ITERATIONS = 1000
_MOST_ITERATIONS = 2**31 - 1
_ITERATIONS_PER_NODE = 10


def parameters(game: Game | None = None, method: str = "mcts") -> list[dict[str, Any]]:
    """All settings of the searches, straight from the native table.

    Args:
        game: A game, for the defaults that it has; without it the general ones.
        method: "mcts", "flat", "greedy" or "solve".

    Returns:
        One dict per setting: "name", "default", "neutral" (the value that switches it off), "least" and "most"
        or "values", and "meaning".

    Raises:
        ValueError: If there is no such method.
        TypeError: If `game` is no game.

    Example:
        >>> from pyboard import search
        >>> [row["name"] for row in search.parameters()][:2]
        ['exploration', 'first_play']
    """
    if game is not None:
        _check_game(game)
    return _core._search_parameters(method, game)


def _check_game(game: object) -> None:
    if not isinstance(game, _core.Game):
        raise TypeError(f"game must be a pyboard.Game, not {type(game).__name__}")


@dataclass(frozen=True, slots=True)
class ActionStats:
    """What a search found out about one action at the root.

    Attributes:
        action: Its number.
        text: Its text.
        visits: How often the search tried it.
        mean: Mean utility per player, None if it was never tried.
        spread: Standard deviation of a single result per player, None below two results.
        proven: True if the mean is the exact value.
        strategy: Share in the average strategy of mcts; None in other searches.
    """

    action: int
    text: str
    visits: int
    mean: tuple[float, ...] | None
    spread: tuple[float, ...] | None
    proven: bool = False
    strategy: float | None = None

    def error(self, player: int) -> float | None:
        """Standard error of the mean of a player, None below two results.

        Example:
            >>> from pyboard.search import ActionStats
            >>> ActionStats(0, "pass", 100, (0.5, 0.5), (0.4, 0.4)).error(0)
            0.04
        """
        return None if self.spread is None else self.spread[player] / self.visits**0.5


@dataclass(frozen=True, slots=True)
class LineEntry:
    """One action of the principal variation: who, what, and its text."""

    player: int
    action: int
    text: str


@dataclass(frozen=True, slots=True)
class SearchResult:
    """What a search found out.

    Attributes:
        method: Name of the search.
        action: The best action, or with `final` the one drawn from the average strategy.
        text: Its text.
        player: The player to move.
        viewer: The player whose knowledge the search used.
        values: Utility of that action per player: what the position is worth.
        actions: All root actions, best first.
        principal_variation: The line of the best actions; where chance comes in between, in one sampled world.
        iterations: Iterations of this call.
        kept: Visits of the root taken over from an earlier call.
        truncated: Playouts that had to be cut off because they did not end.
        seconds: Wall-clock time of this call.
        nodes: Positions in the tree.
        memory: Bytes of the tree.
        full: True if the memory limit stopped the growth of the tree.
        interrupted: True if the search was stopped from outside.
        deterministic: False if several threads grew one tree: the same seed and iterations need not give the same
            result again.
        proven: True if `action` is best play and `values` are exact.
        settings: All settings it ran with.
    """

    method: str
    action: int
    text: str
    player: int
    viewer: int
    values: tuple[float, ...]
    actions: tuple[ActionStats, ...]
    principal_variation: tuple[LineEntry, ...]
    iterations: int
    kept: int
    truncated: int
    seconds: float
    nodes: int
    memory: int
    full: bool
    interrupted: bool
    deterministic: bool
    proven: bool
    settings: dict[str, Any]

    @property
    def iterations_per_second(self) -> float:
        """Speed of this call."""
        return self.iterations / self.seconds if self.seconds > 0 else float("inf")

    def to_dict(self) -> dict[str, Any]:
        """Everything as dicts, lists and numbers.

        Example:
            >>> import pyboard
            >>> from pyboard import search
            >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
            >>> while state.is_chance_node():
            ...     state.apply_action(state.legal_actions()[0])
            >>> search.mcts(state, iterations=10).to_dict()["iterations"]
            10
        """
        data = asdict(self)
        data["iterations_per_second"] = self.iterations_per_second
        return data

    def to_json(self, *, indent: int | None = None) -> str:
        """Everything as JSON; the speed of a call that took no time the clock could tell is null.

        Args:
            indent: As in json.dumps.

        Example:
            >>> import json, pyboard
            >>> from pyboard import search
            >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
            >>> while state.is_chance_node():
            ...     state.apply_action(state.legal_actions()[0])
            >>> json.loads(search.mcts(state, iterations=10).to_json())["player"]
            0
        """
        data = self.to_dict()
        # JSON has no infinity.
        if self.seconds <= 0:
            data["iterations_per_second"] = None
        data["settings"] = {name: "inf" if value == float("inf") else value for name, value in self.settings.items()}
        return json.dumps(data, indent=indent, ensure_ascii=False, allow_nan=False)

    def to_numpy(self) -> NDArray[np.void]:
        """The root actions as a structured array, best first.

        Returns:
            Fields "action", "visits", "proven", "strategy" (NaN in other searches than mcts), and per player "mean"
            and "spread" (NaN where unknown).

        Example:
            >>> import pyboard
            >>> from pyboard import search
            >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
            >>> while state.is_chance_node():
            ...     state.apply_action(state.legal_actions()[0])
            >>> rows = search.mcts(state, iterations=100, seed=1).to_numpy()
            >>> int(rows["visits"].sum()), rows["mean"].shape[1]
            (100, 2)
        """
        import numpy as np

        players = len(self.values) or max((len(row.mean) for row in self.actions if row.mean), default=0)
        unknown = (float("nan"),) * players
        layout = np.dtype(
            [
                ("action", np.int32),
                ("visits", np.int64),
                ("proven", np.bool_),
                ("strategy", np.float64),
                ("mean", np.float64, (players,)),
                ("spread", np.float64, (players,)),
            ]
        )
        rows = [
            (
                row.action,
                row.visits,
                row.proven,
                float("nan") if row.strategy is None else row.strategy,
                row.mean or unknown,
                row.spread or unknown,
            )
            for row in self.actions
        ]
        return np.array(rows, dtype=layout)

    def to_dot(self, *, most: int = 12) -> str:
        """The root actions and the principal variation as a graph for Graphviz.

        Args:
            most: Actions to draw, best first.

        Raises:
            ValueError: If `most` is not a whole number from 0.

        Example:
            >>> import pyboard
            >>> from pyboard import search
            >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
            >>> while state.is_chance_node():
            ...     state.apply_action(state.legal_actions()[0])
            >>> search.mcts(state, iterations=100, seed=1).to_dot().splitlines()[0]
            'digraph search {'
        """
        if not hasattr(most, "__index__") or index(most) < 0:
            raise ValueError(f"most is {most!r}; allowed: whole numbers from 0")

        def quoted(*lines: str) -> str:
            return '"' + "\\n".join(line.replace("\\", "\\\\").replace('"', '\\"') for line in lines) + '"'

        lines = ["digraph search {", "  rankdir=LR;", '  node [shape=box, fontname="sans-serif"];']
        lines.append(
            f"  root [label={quoted(self.method, f'player {self.player}', f'{self.iterations:,} iterations')}];"
        )
        shown = [*self.actions[:most], *(row for row in self.actions[most:] if row.action == self.action)]
        for row in shown:
            value = "-" if row.mean is None else " ".join(f"{mean:.3f}" for mean in row.mean)
            label = quoted(row.text, f"{row.visits:,} visits", value + (" exact" if row.proven else ""))
            style = ", style=bold" if row.action == self.action else ""
            lines.append(f"  a{row.action} [label={label}{style}];")
            lines.append(f"  root -> a{row.action}{' [style=bold]' if row.action == self.action else ''};")
        last = f"a{self.action}"
        for depth, entry in enumerate(self.principal_variation[1:], start=1):
            lines.append(f"  v{depth} [label={quoted(f'player {entry.player}', entry.text)}];")
            lines.append(f"  {last} -> v{depth};")
            last = f"v{depth}"
        return "\n".join([*lines, "}"])

    def __str__(self) -> str:
        """A table of the actions, best first."""
        total = max(sum(row.visits for row in self.actions), 1)
        width = max([6 * (len(row.mean) - 1) for row in self.actions if row.mean] or [0])
        head = f"{self.method}: player {self.player}, {self.iterations:,} iterations in {self.seconds:.2f} s"
        if self.proven:
            head += ", proven"
        if self.kept:
            head += f" and {self.kept:,} kept"
        lines = [
            head,
            f"{'visits':>10} {'share':>6}  {'value ± error':<17} {'others':<{width}} action",
        ]
        for row in self.actions:
            line = f"{row.visits:>10,} {row.visits / total:>6.1%}  "
            if row.mean is None:
                lines.append(f"{line}{'-':<17} {'':<{width}} {row.text}")
                continue
            error = row.error(self.player)
            own = f"{row.mean[self.player]:.4f}"
            own += " exact" if row.proven else "" if error is None else f" ± {error:.4f}"
            others = " ".join(f"{value:.3f}" for player, value in enumerate(row.mean) if player != self.player)
            lines.append(f"{line}{own:<17} {others:<{width}} {row.text}")
        if self.principal_variation:
            lines.append("line: " + ", ".join(f"p{entry.player} {entry.text}" for entry in self.principal_variation))
        return "\n".join(lines)


_Row = tuple[int, str, int, tuple[float | None, ...], tuple[float | None, ...], bool, float]


def _stats(row: _Row, mixes: bool) -> ActionStats:
    action, text, visits, mean, spread, proven, share = row
    known = tuple(value for value in mean if value is not None)
    known_spread = tuple(value for value in spread if value is not None)
    return ActionStats(action, text, visits, known or None, known_spread or None, proven, share if mixes else None)


def _result(method: str, found: dict[str, Any], settings: dict[str, Any]) -> SearchResult:
    rows = tuple(_stats(row, method == "mcts") for row in found["actions"])
    best = rows[found["chosen"]]
    return SearchResult(
        method=method,
        action=best.action,
        text=best.text,
        player=found["player"],
        viewer=found["viewer"],
        values=best.mean or (),
        actions=rows,
        principal_variation=tuple(LineEntry(*entry) for entry in found["line"]),
        iterations=found["iterations"],
        kept=found["kept"],
        truncated=found["truncated"],
        seconds=found["seconds"],
        nodes=found["nodes"],
        memory=found["memory"],
        full=found["full"],
        interrupted=found["interrupted"],
        deterministic=found["deterministic"],
        proven=found["proven"],
        settings=dict(settings),
    )


def _given(**settings: Any) -> dict[str, Any]:
    """The settings that were named; the others keep the defaults of the native table."""
    return {name: value for name, value in settings.items() if value is not None}


def _most_iterations(iterations: int | None, time: float | None, nodes: int | None) -> int | None:
    """The iterations of a search; a small game may have fewer positions than `nodes`."""
    if iterations is not None or time is not None:
        return iterations
    if nodes is None or not hasattr(nodes, "__index__"):
        return _DEFAULT_ITERATIONS
    return max(1, min(_ITERATIONS_PER_NODE * index(nodes), _MOST_ITERATIONS))


def _game_of(state: State) -> Game:
    if not isinstance(state, _core.State):
        raise TypeError(f"state must be a pyboard.State, not {type(state).__name__}")
    return state.game


_PER_SEARCH = ("iterations", "time", "nodes", "seed", "player", "progress", "stop", "watch")


class MCTS:
    """A Monte-Carlo tree search that keeps its tree between moves.

    When a search is asked about a position that lies ahead of the last one, what it learnt about it is kept where
    that is sound: not across chance that the tree does not tell apart (chance="open"), and of hidden things only
    what the searching player knows. SearchResult.kept says how many visits were taken over.

    Args:
        game: The game.
        **settings: As in mcts(); see parameters().

    Raises:
        ValueError: If a setting is not known or not allowed; the message names what is.
        TypeError: If a budget, a seed or anything else is given that belongs to a single search.

    Example:
        >>> import pyboard
        >>> from pyboard import search
        >>> game = pyboard.load_game("cacao", players=2)
        >>> state = game.new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.legal_actions()[0])
        >>> player = search.MCTS(game)
        >>> player.search(state, iterations=100).kept
        0
        >>> player.search(state, iterations=100).kept
        100
    """

    _method = "mcts"

    def __init__(self, game: Game, **settings: Any) -> None:
        """A search that knows nothing yet."""
        _check_game(game)
        if misplaced := [name for name in settings if name in _PER_SEARCH]:
            raise TypeError(f"{', '.join(misplaced)}: to be given to search() and explore(), not to MCTS()")
        self._search = _core._Search.make(game, self._method, settings)
        self._settings: dict[str, Any] = self._search.params()

    def search(
        self,
        state: State,
        *,
        iterations: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        seed: Seed = 0,
        player: int | None = None,
        progress: Progress | None = None,
        stop: StopToken | None = None,
        watch: Watch | None = None,
    ) -> SearchResult:
        """Searches a position; the arguments are those of mcts()."""
        _game_of(state)
        iterations = _most_iterations(iterations, time, nodes)
        if watch is not None and not callable(watch):
            raise TypeError(f"watch must be a function of a result, not {type(watch).__name__}")
        told = None if watch is None else lambda found: watch(_result(self._method, found, self._settings))
        found = self._search.run(state, iterations, time, seed, player, progress, stop, told, nodes=nodes)
        return _result(self._method, found, self._settings)

    def explore(
        self,
        state: State,
        *,
        iterations: int | None = None,
        time: float | None = None,
        nodes: int | None = None,
        seed: Seed = 0,
        player: int | None = None,
        progress: Progress | None = None,
        stop: StopToken | None = None,
    ) -> int:
        """Grows the tree below a position without asking for a decision; chance may be due there.

        With a root before the deal, every player's hand leads to nodes of its own.

        Args:
            state: A position that is not the end.
            iterations: As in mcts().
            time: As in mcts().
            nodes: As in mcts().
            seed: As in mcts().
            player: The player whose knowledge is used; without it the player to move, at chance player 0.
            progress: As in mcts().
            stop: As in mcts().

        Returns:
            Positions in the tree.

        Example:
            >>> import pyboard
            >>> from pyboard import search
            >>> game = pyboard.load_game("cacao", players=2)
            >>> search.MCTS(game).explore(game.new_initial_state(), iterations=100) > 1
            True
        """
        _game_of(state)
        iterations = _most_iterations(iterations, time, nodes)
        found = self._search.run(state, iterations, time, seed, player, progress, stop, explore=True, nodes=nodes)
        return int(found["nodes"])

    def strategy(self, state: State) -> dict[int, float] | None:
        """The average strategy of who is to move, as far as the tree knows: shares of the legal actions tried there.

        Args:
            state: A position that lies ahead of the one searched last, or that one.

        Returns:
            Shares that add up to 1, or None where the tree does not reach.

        Example:
            >>> import pyboard
            >>> from pyboard import search
            >>> game = pyboard.load_game("cacao", players=2)
            >>> state = game.new_initial_state()
            >>> while state.is_chance_node():
            ...     state.apply_action(state.legal_actions()[0])
            >>> player = search.MCTS(game)
            >>> player.strategy(state) is None
            True
            >>> result = player.search(state, iterations=100)
            >>> round(sum(player.strategy(state).values()), 6)
            1.0
        """
        _game_of(state)
        return self._search.strategy(state)

    @property
    def settings(self) -> dict[str, Any]:
        """All settings with their values."""
        return dict(self._settings)

    @property
    def last_result(self) -> SearchResult | None:
        """What the last search found, also one that was interrupted by Ctrl-C or by an error of `progress`."""
        found = self._search.last()
        return None if found is None else _result(self._method, found, self._settings)

    def reset(self) -> None:
        """Forgets the tree."""
        self._search.reset()


class _Flat(MCTS):
    """The flat search, with a result that outlives an interruption."""

    _method = "flat"


def mcts(
    state: State,
    *,
    iterations: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    seed: Seed = 0,
    player: int | None = None,
    information: str | None = None,
    exploration: float | None = None,
    first_play: float | None = None,
    first_play_reduction: float | None = None,
    variance_scaling: bool | None = None,
    value_scaling: float | None = None,
    prior_weight: float | None = None,
    prior_visits: int | None = None,
    history_weight: float | None = None,
    mast: float | None = None,
    playout_greedy: float | None = None,
    playout_depth: int | None = None,
    playout_limit: int | None = None,
    utility: str | None = None,
    placing_share: float | None = None,
    score_least: float | None = None,
    score_range: float | None = None,
    margin_range: float | None = None,
    chance: str | None = None,
    expand_visits: int | None = None,
    tree: str | None = None,
    memory: int | None = None,
    threads: int | None = None,
    parallel: str | None = None,
    virtual_loss: int | None = None,
    selection: str | None = None,
    regret_exploration: float | None = None,
    sealed_choices: str | None = None,
    final: str | None = None,
    solver: bool | None = None,
    solve_decisions: int | None = None,
    solve_nodes: int | None = None,
    progress: Progress | None = None,
    stop: StopToken | None = None,
    watch: Watch | None = None,
) -> SearchResult:
    """Monte-Carlo tree search of a decision: UCT for any number of players, each maximising its own utility.

    Chance is sampled on the way down. Where something is hidden every iteration first deals anew what the searching
    player does not know, so the search cannot cheat. The same seed and iterations give the same result everywhere.

    Args:
        state: A position where a player is to move.
        iterations: Iterations at most; without any budget 1000.
        time: Seconds at most.
        nodes: Positions in the tree at which the search ends; without another budget also after ten iterations for
            each, as a small game may have fewer. Threads may pass it by one each, and an iteration that begins before
            sealed choices by theirs.
        seed: A seed or a generator.
        player: The player whose knowledge is used; without it the player to move.
        information: "hidden" (default), or "perfect" to search the true position as a yardstick.
        exploration: Weight of the exploration term.
        first_play: Value that an action never tried counts with; inf tries all first.
        first_play_reduction: An action never tried counts as if tried once, with the mean of its node less so much;
            negative: with first_play.
        variance_scaling: True to scale exploration by the spread of an action's results.
        value_scaling: How far exploration is scaled by the spread of all results, 0 to 1.
        prior_weight: Weight of what an action adds to the game's estimate (progressive bias).
        prior_visits: Visits of a node after which that is looked up.
        history_weight: Weight of an action's mean anywhere in the search (progressive history).
        mast: Share of playout decisions by the action's mean anywhere in the search.
        playout_greedy: Share of playout decisions by the game's estimate.
        playout_depth: Random decisions before the game's own estimate takes over; -1 plays to the end.
        playout_limit: Steps after which a playout that does not end is cut off.
        utility: "placing", "win", "score" (own points) or "margin" (lead over the mean of the others).
        placing_share: Weight of "placing" when it is mixed into another utility.
        score_least: Points that "score" counts as 0.
        score_range: Points above them that it counts as 1.
        margin_range: Lead that "margin" counts as 1.
        chance: "open": a node stands for all outcomes before it; "closed": one node per outcome; "auto" (default):
            closed in games of few outcomes.
        expand_visits: Visits of an action after which the position behind it enters the tree.
        tree: What tells the nodes of a player apart: "all" that it has learnt, its "own" actions, or which "turn" of
            its own it is in and what it did in that.
        memory: Bytes of the tree; when they are used up the tree stops growing and the search goes on. Trees of several
            threads share them, but each has 64 KiB at least.
        threads: Threads that search together.
        parallel: "root" (default): every thread grows a tree of its own with its share of iterations, nodes and
            memory; the result depends on the number of threads, not on their speed, unless `time` ends the search.
            "tree": all grow one tree, which reaches deeper; but then the result depends on their speed as well
            (SearchResult.deterministic). With one thread both are the same.
        virtual_loss: In a shared tree, lost visits that an action counts for every thread that is trying it, so
            that the others try something else.
        selection: "ucb" (default), or "regret" for mixed strategies by regret matching at every node.
        regret_exploration: Share of uniform choices of the player whose regrets an iteration counts.
        sealed_choices: Sealed choices that others have made before, unseen by the searcher: "searched" (default): the
            tree begins before them, and the others choose as they would; "dealt": all are equally likely.
        final: "best" (default); "sealed": an action that stays hidden from others is drawn from the average
            strategy; "average": every action is.
        solver: True to prove values up the tree from finished games; a proven root ends the search. It changes nothing
            in games that may hide something (Game.perfect_information is False; information="perfect" searches them
            as if they did not), where chance is open, with tree="own" or "turn", and with selection="regret".
        solve_decisions: Where nothing is hidden and at most so many decisions seem left, solve() is tried first.
        solve_nodes: Positions that it may look at.
        progress: Called about ten times a second with the iterations so far and the seconds.
        stop: A threading.Event, or anything with is_set(): once it is set the search ends and tells what it found.
        watch: Called about ten times a second with what was found so far, the running principal variation in it; of
            several trees, in the first of them.

    Settings that are not named have the defaults that parameters(state.game) lists. Games bring their own: `tree`,
    `utility`, `exploration` and others differ from game to game.

    Returns:
        The result; a call that is interrupted raises what interrupted it (MCTS.last_result keeps what it found).

    Raises:
        ValueError: If nobody is to move, or if a setting is not known or not allowed.

    Example:
        >>> import pyboard
        >>> from pyboard import search
        >>> state = pyboard.load_game("cacao", players=3).new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.legal_actions()[0])
        >>> result = search.mcts(state, iterations=300, seed=7)
        >>> len(result.values)
        3
    """
    settings = _given(
        information=information,
        exploration=exploration,
        first_play=first_play,
        first_play_reduction=first_play_reduction,
        variance_scaling=variance_scaling,
        value_scaling=value_scaling,
        prior_weight=prior_weight,
        prior_visits=prior_visits,
        history_weight=history_weight,
        mast=mast,
        playout_greedy=playout_greedy,
        playout_depth=playout_depth,
        playout_limit=playout_limit,
        utility=utility,
        placing_share=placing_share,
        score_least=score_least,
        score_range=score_range,
        margin_range=margin_range,
        chance=chance,
        expand_visits=expand_visits,
        tree=tree,
        memory=memory,
        threads=threads,
        parallel=parallel,
        virtual_loss=virtual_loss,
        selection=selection,
        regret_exploration=regret_exploration,
        sealed_choices=sealed_choices,
        final=final,
        solver=solver,
        solve_decisions=solve_decisions,
        solve_nodes=solve_nodes,
    )
    search = MCTS(_game_of(state), **settings)
    return search.search(
        state,
        iterations=iterations,
        time=time,
        nodes=nodes,
        seed=seed,
        player=player,
        progress=progress,
        stop=stop,
        watch=watch,
    )


def flat(
    state: State,
    *,
    iterations: int | None = None,
    time: float | None = None,
    seed: Seed = 0,
    player: int | None = None,
    information: str | None = None,
    playout_depth: int | None = None,
    playout_limit: int | None = None,
    utility: str | None = None,
    placing_share: float | None = None,
    score_least: float | None = None,
    score_range: float | None = None,
    margin_range: float | None = None,
    solve_decisions: int | None = None,
    solve_nodes: int | None = None,
    common_random_numbers: bool | None = None,
    progress: Progress | None = None,
    stop: StopToken | None = None,
) -> SearchResult:
    """Flat Monte Carlo with sequential halving: plays every action out, then the better half more often, and so on.

    Every playout deals anew what the searching player does not know.

    Args:
        state: A position where a player is to move.
        iterations: Playouts at most; without any budget 1000.
        time: Seconds at most.
        seed: A seed or a generator.
        player: The player whose knowledge is used; without it the player to move.
        information: "hidden" (default), or "perfect" to play out the true position as a yardstick.
        playout_depth: Random decisions before the game's own estimate takes over; -1 plays to the end.
        playout_limit: Steps after which a playout that does not end is cut off.
        utility: "placing" (default), "win", "score" (own points) or "margin" (lead over the mean of the others).
        placing_share: Weight of "placing" when it is mixed into another utility.
        score_least: Points that "score" counts as 0.
        score_range: Points above them that it counts as 1.
        margin_range: Lead that "margin" counts as 1.
        solve_decisions: Where nothing is hidden and at most so many decisions seem left, solve() is tried first.
        solve_nodes: Positions that it may look at.
        common_random_numbers: True (default): playout i of every action meets the same deal and stream of chance.
        progress: Called about ten times a second with the playouts so far and the seconds.
        stop: A threading.Event, or anything with is_set(): once it is set the search ends and tells what it found.

    Returns:
        The result; visits tell how far an action came, memory and nodes are 0.

    Raises:
        ValueError: If nobody is to move, or if a setting is not allowed.

    Example:
        >>> import pyboard
        >>> from pyboard import search
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.legal_actions()[0])
        >>> result = search.flat(state, iterations=500, seed=7)
        >>> result.actions[0].visits >= result.actions[-1].visits
        True
    """
    settings = _given(
        information=information,
        playout_depth=playout_depth,
        playout_limit=playout_limit,
        utility=utility,
        placing_share=placing_share,
        score_least=score_least,
        score_range=score_range,
        margin_range=margin_range,
        solve_decisions=solve_decisions,
        solve_nodes=solve_nodes,
        common_random_numbers=common_random_numbers,
    )
    if iterations is None and time is None:
        iterations = _DEFAULT_ITERATIONS
    search = _core._Search.make(_game_of(state), "flat", settings)
    return _result("flat", search.run(state, iterations, time, seed, player, progress, stop), search.params())


def greedy(
    state: State,
    *,
    seed: Seed = 0,
    player: int | None = None,
    information: str | None = None,
    samples: int | None = None,
) -> SearchResult:
    """Looks one action ahead: applies each legal action and asks the game's own estimate.

    Where something is hidden or chance follows, the estimate is averaged over sampled worlds and outcomes, the same
    for every action.

    Args:
        state: A position where a player is to move.
        seed: A seed or a generator.
        player: The player whose knowledge is used; without it the player to move.
        information: "hidden" (default), or "perfect" to look at the true position as a yardstick.
        samples: Worlds and outcomes to average over.

    Returns:
        The result, highest estimate first.

    Raises:
        ValueError: If nobody is to move, or if a setting is not allowed.

    Example:
        >>> import pyboard
        >>> from pyboard import search
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.legal_actions()[0])
        >>> result = search.greedy(state, seed=7)
        >>> result.action in state.legal_actions()
        True
    """
    search = _core._Search.make(_game_of(state), "greedy", _given(information=information, samples=samples))
    return _result("greedy", search.run(state, None, None, seed, player, None), search.params())


def solve(
    state: State,
    *,
    nodes: int | None = None,
    time: float | None = None,
    information: str | None = None,
    utility: str | None = None,
    placing_share: float | None = None,
    score_least: float | None = None,
    score_range: float | None = None,
    margin_range: float | None = None,
    all_actions: bool | None = None,
    memory: int | None = None,
    progress: Progress | None = None,
    stop: StopToken | None = None,
) -> SearchResult:
    """Exact values of an ending: every player does what is best for itself, chance counts by its probabilities.

    Positions are remembered, so each is looked at once; with two players whose utilities add up to 1 what cannot
    matter is left out (alpha-beta). In games without end the values are those to which repeated sweeps over all
    positions settle. Where several actions are equally good for who is to move, the lowest number is played; with
    more than two players other choices among them may give the others other values.

    Args:
        state: A position where a player is to move, and where nothing is hidden from anybody, now and later.
        nodes: Positions to look at, at most.
        time: Seconds at most.
        information: "hidden" (default), or "perfect" to solve the game in which everybody sees everything.
        utility: "placing" (default), "win", "score" (own points) or "margin" (lead over the mean of the others).
        placing_share: Weight of "placing" when it is mixed into another utility.
        score_least: Points that "score" counts as 0.
        score_range: Points above them that it counts as 1.
        margin_range: Lead that "margin" counts as 1.
        all_actions: True (default): the exact value of every action; False: actions that cannot be best are dropped
            as soon as that is certain, and have no mean.
        memory: Bytes of remembered positions.
        progress: Called about ten times a second with the positions so far and the seconds.
        stop: A threading.Event, or anything with is_set(): once it is set the search ends and tells what it found.

    Returns:
        The result. `proven` says whether the budget was enough; if not, `values` are empty or those of the best
        action among the rows that are proven. Visits are the positions looked at for an action, 0 where it was not
        finished.

    Raises:
        ValueError: If nobody is to move, if something is hidden, or if a setting is not allowed.

    Example:
        >>> import pyboard
        >>> from pyboard import search
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> while state.is_chance_node():
        ...     state.apply_action(state.legal_actions()[0])
        >>> search.solve(state)
        Traceback (most recent call last):
        ValueError: something is hidden from a player here, or will be: there is no exact value to find
    """
    settings = _given(
        information=information,
        utility=utility,
        placing_share=placing_share,
        score_least=score_least,
        score_range=score_range,
        margin_range=margin_range,
        all_actions=all_actions,
        memory=memory,
    )
    search = _core._Search.make(_game_of(state), "solve", settings)
    return _result("solve", search.run(state, nodes, time, 0, None, progress, stop), search.params())
