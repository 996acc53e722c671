"""The games for PettingZoo, as agent-environment-cycle environments.

Agents are `player_0`, `player_1`, …, by seat. An observation is a dict: `observation`, what the seat sees
(Game.observation_layout says what the numbers are), and `action_mask`, all zeros unless it is the agent's turn. Rewards
come at the end: 2 · (share of the other seats beaten, ties half) − 1. Chance is played by the environment, with
random numbers from `reset(seed=…)`.

Unlike most, these environments may be copied (`copy.deepcopy`) and pickled in the middle of a game.

Example:
    >>> from pyboard.adapters import pettingzoo
    >>> env = pettingzoo.env("cacao", players=2)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, terminated, truncated, info = env.last()
    ...     over = terminated or truncated
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))
    >>> env.agents
    []
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

try:
    from gymnasium import spaces
    from gymnasium.utils import seeding
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from pyboard.adapters._common import RENDER_MODES, action_mask, as_game, check_render_mode, first_state, render
except ImportError as error:
    raise ImportError("pyboard.adapters.pettingzoo needs PettingZoo: pip install pettingzoo") from error

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from pyboard import Game, State

__all__ = ["BoardGameEnv", "env", "raw_env"]


class BoardGameEnv(AECEnv):
    """A game with one agent per seat.

    An illegal action raises IllegalActionError and changes nothing; env() has the milder way of PettingZoo.

    Args:
        game: A pyboard.Game, or the name of one.
        players: Number of seats; only with a name.
        render_mode: "human" prints the board after every step, "ansi" makes render() return it; or None.
        **options: Options of the game; only with a name.

    Attributes:
        position: The pyboard.State; None before the first reset.
    """

    def __init__(
        self, game: Game | str, players: int | None = None, *, render_mode: str | None = None, **options: Any
    ) -> None:
        """Sets up agents and spaces."""
        super().__init__()
        self.game = as_game(game, players, options)
        self.render_mode = check_render_mode(render_mode)
        self.metadata = {
            "name": f"{self.game.name.replace(':', '_')}_v{self.game.rules_version}",
            "render_modes": RENDER_MODES,
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.position: State | None = None
        self.possible_agents = [f"player_{seat}" for seat in range(self.game.players)]
        self.agents: list[str] = []
        self._rng, _ = seeding.np_random()
        shape = tuple(self.game.observation_tensor_shape())
        actions = self.game.num_distinct_actions()
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(-np.inf, np.inf, shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """The space of an agent's observations; the same object every time."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The space of an agent's actions; the same object every time."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a game.

        Args:
            seed: Begins the random numbers of chance anew; without it they go on.
            options: {"state": a State} begins with that position.
        """
        if seed is not None:
            self._rng, _ = seeding.np_random(seed)
        self.position = first_state(self.game, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on()

    def _go_on(self) -> None:
        """Plays chance, then hands over to who is to decide or pays out."""
        position = self._position()
        position.play_chance(self._rng)
        if position.is_terminal():
            self.rewards = dict(zip(self.agents, position.returns(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[position.current_player()]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | None) -> None:
        """Plays the action of the selected agent.

        Args:
            action: A legal action; None for an agent whose game is over.

        Raises:
            InvalidActionError: If it is no action of the game.
            IllegalActionError: If it is not legal here. Nothing has changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._position().apply_action(action)  # type: ignore[arg-type]  # None is refused, too
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._go_on()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """What an agent sees, and which actions it has."""
        position = self._position()
        seat = self.possible_agents.index(agent)
        return {"observation": position.observation_tensor(seat), "action_mask": action_mask(position, seat)}

    def render(self) -> str | None:
        """The board as text (printed in mode "human")."""
        return render(self._position(), self.render_mode)

    def close(self) -> None:
        """Nothing to release."""

    def _position(self) -> State:
        if self.position is None:
            raise RuntimeError("reset() must be called first")
        return self.position


raw_env = BoardGameEnv


def env(
    game: Game | str, players: int | None = None, *, render_mode: str | None = None, **options: Any
) -> wrappers.OrderEnforcingWrapper:
    """A BoardGameEnv in PettingZoo's usual wrappers.

    An illegal action ends the game: who played it gets −1, the others 0. Calls in the wrong order are refused.

    Args:
        game: A pyboard.Game, or the name of one.
        players: Number of seats; only with a name.
        render_mode: "human" prints the board after every step, "ansi" makes render() return it; or None.
        **options: Options of the game; only with a name.
    """
    inner = BoardGameEnv(game, players, render_mode=render_mode, **options)
    return wrappers.OrderEnforcingWrapper(
        wrappers.AssertOutOfBoundsWrapper(wrappers.TerminateIllegalWrapper(inner, illegal_reward=-1))
    )
