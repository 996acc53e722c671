"""The games for Gymnasium: one seat learns, the others are played by given opponents.

Importing this module registers `pyboard/<game>-v<rules version>`, so that
`gymnasium.make("pyboard.adapters.gymnasium:pyboard/cacao-v1", players=3)` works, too.

An observation is what the seat sees (Game.observation_layout says what the numbers are); `info["action_mask"]` tells
which actions are legal. The reward comes at the end: 2 · (share of the other seats beaten, ties half) − 1. All random
numbers (chance, opponents, a seat that is drawn) come from `reset(seed=…)`.

Example:
    >>> from pyboard.adapters.gymnasium import SeatEnv
    >>> env = SeatEnv("cacao", players=2)
    >>> observation, info = env.reset(seed=1)
    >>> terminated = False
    >>> while not terminated:
    ...     action = env.action_space.sample(info["action_mask"])
    ...     observation, reward, terminated, truncated, info = env.step(action)
    >>> reward in (-1, 0, 1)
    True
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, TypeAlias

import numpy as np

from pyboard import _core, agents

try:
    import gymnasium
    from gymnasium import spaces

    from pyboard.adapters._common import RENDER_MODES, action_mask, as_game, check_render_mode, first_state, render
except ImportError as error:
    raise ImportError("pyboard.adapters.gymnasium needs Gymnasium: pip install gymnasium") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyboard import Game, State

__all__ = ["Opponent", "SeatEnv"]

Opponent: TypeAlias = "agents.Agent | Callable[[State], int] | str"
"""An agent of pyboard.agents, the text that makes one ("mcts:iterations=100"), or a function from State to action."""

_ILLEGAL = ("end", "random", "raise")
_TERMINAL = -4
_FRUITLESS = 100  # games in a row without a decision for the learner


class SeatEnv(gymnasium.Env):
    """A game as one seat meets it.

    Args:
        game: A pyboard.Game, or the name of one.
        opponents: Who plays the other seats: one for all of them, or a sequence with one for each, in the order of
            the seats after the learner's.
        players: Number of seats; only with a name.
        seat: The learner's seat; None draws one for every episode.
        illegal: What happens on an illegal action. "end": the episode ends with reward −1, as a game that is lost;
            "random": a random legal action is played in its place; "raise": an IllegalActionError, and nothing has
            changed. In the first two cases info["illegal_action"] is True.
        render_mode: "human" prints the board after every step, "ansi" makes render() return it; or None.
        **options: Options of the game; only with a name.

    Attributes:
        position: The pyboard.State; None before the first reset.
        seat: The learner's seat in this episode.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        opponents: Opponent | Sequence[Opponent] = "random",
        *,
        players: int | None = None,
        seat: int | None = 0,
        illegal: str = "end",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        """Sets up the spaces."""
        if illegal not in _ILLEGAL:
            raise ValueError(f"illegal cannot be {illegal!r}; allowed: {', '.join(map(repr, _ILLEGAL))}")
        self.game = as_game(game, players, options)
        self.render_mode = check_render_mode(render_mode)
        self.position: State | None = None
        self._drawn = seat is None
        self.seat = 0 if seat is None else _core._integer(seat, "seat", 0, self.game.players - 1)
        self._illegal = illegal
        self._over = True
        self._opponents = _opponents(opponents, self.game.players - 1)
        self.observation_space = spaces.Box(-np.inf, np.inf, tuple(self.game.observation_tensor_shape()), np.float32)
        self.action_space = spaces.Discrete(self.game.num_distinct_actions())

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begins an episode, and plays on to the learner's first decision.

        Args:
            seed: Begins all random numbers anew; without it they go on.
            options: {"state": a State} begins with that position.

        Returns:
            The observation and the info.
        """
        super().reset(seed=seed)
        start = first_state(self.game, options)
        if self._drawn:
            self.seat = int(self.np_random.integers(self.game.players))
        for opponent in self._opponents:
            if isinstance(opponent, agents.Agent):
                opponent.reset(int(self.np_random.integers(2**63)))
        self._over = True  # until there is something to decide
        for _ in range(_FRUITLESS):
            self.position = self._go_on(start.clone())
            if not self.position.is_terminal():
                self._over = False
                return self._observe(), self._info()
        raise ValueError(f"seat {self.seat} has nothing to decide between here and the end of the game")

    def step(self, action: int) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Plays an action, then everything up to the learner's next decision or the end.

        Args:
            action: A number that info["action_mask"] allows.

        Returns:
            Observation, reward, whether the episode is over, False, and the info.
        """
        position = self._position().clone()  # an opponent that fails leaves everything as it was
        if self._over:
            raise gymnasium.error.ResetNeeded("the episode is over: reset() begins the next one")
        legal = position.legal_actions()
        wrong = action not in legal
        if wrong and self._illegal == "end":
            self._over = True
            return self._observe(), -1.0, True, False, self._info(wrong)
        if wrong and self._illegal == "random":
            action = legal[self.np_random.integers(len(legal))]
        position.apply_action(action)
        self.position = self._go_on(position)
        self._over = position.is_terminal()
        return self._observe(), position.returns()[self.seat], self._over, False, self._info(wrong)

    def action_masks(self) -> NDArray[np.bool_]:
        """True where an action is legal now: what learners with masks (MaskablePPO) ask for."""
        return action_mask(self._position(), self.seat).view(np.bool_)

    def render(self) -> str | None:
        """The board as text (printed in mode "human")."""
        return render(self._position(), self.render_mode)

    def _go_on(self, position: State) -> State:
        """Plays chance and opponents until the learner is to decide or the game is over."""
        while True:
            position.play_chance(self.np_random)
            player = position.current_player()
            if player in (self.seat, _TERMINAL):
                break
            opponent = self._opponents[(player - self.seat - 1) % self.game.players]
            copy = position.clone()
            position.apply_action(opponent.act(copy) if isinstance(opponent, agents.Agent) else opponent(copy))
        if self.render_mode == "human":
            render(position, self.render_mode)
        return position

    def _observe(self) -> NDArray[np.float32]:
        return self._position().observation_tensor(self.seat)

    def _info(self, wrong: bool = False) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": action_mask(self._position(), self.seat)}
        return info | {"illegal_action": True} if wrong else info

    def _position(self) -> State:
        if self.position is None:
            raise gymnasium.error.ResetNeeded("reset() must be called first")
        return self.position


def _opponents(given: Opponent | Sequence[Opponent], count: int) -> list[agents.Agent | Callable[[State], int]]:
    """One player per other seat."""
    several = [given] * count if isinstance(given, str) or not isinstance(given, Sequence) else list(given)
    if len(several) != count:
        raise ValueError(f"{count} opponents are needed, not {len(several)}")
    made = [agents.make(one) if isinstance(one, str) else one for one in several]
    for one in made:
        if not isinstance(one, agents.Agent) and not callable(one):
            raise TypeError(f"an opponent is an agent, the text of one or a function, not {type(one).__name__}")
    return made


def _register() -> None:
    for name in _core._games(True):
        gymnasium.register(
            id=f"pyboard/{name.replace(':', '_')}-v{_core._info(name)['rules_version']}",
            entry_point="pyboard.adapters.gymnasium:SeatEnv",
            kwargs={"game": name},
        )


_register()
