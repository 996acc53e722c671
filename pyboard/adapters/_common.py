"""What the environments share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import gymnasium
import numpy as np

import pyboard

if TYPE_CHECKING:
    from numpy.typing import NDArray


def as_game(game: pyboard.Game | str, players: int | None, options: dict[str, Any]) -> pyboard.Game:
    """The game itself, or the one of that name."""
    if isinstance(game, str):
        return pyboard.load_game(game, players, **options)
    if not isinstance(game, pyboard.Game):
        raise TypeError(f"game must be a pyboard.Game or the name of one, not {type(game).__name__}")
    if players is not None or options:
        raise ValueError("players and options go with the name of a game; a pyboard.Game has its own")
    return game


def first_state(game: pyboard.Game, options: dict[str, Any] | None) -> pyboard.State:
    """Where an episode begins: what reset(options={"state": ...}) says, or the first position."""
    state = (options or {}).get("state")
    if state is None:
        return game.new_initial_state()
    if not isinstance(state, pyboard.State) or state.game != game:
        raise ValueError(f"options['state'] must be a State of {game!r}, not {state!r}")
    return state.clone()


RENDER_MODES = ["human", "ansi"]


def check_render_mode(mode: str | None) -> str | None:
    """The mode itself, if it is one."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"there is no render mode {mode!r}; allowed: None, {', '.join(map(repr, RENDER_MODES))}")
    return mode


def render(state: pyboard.State, mode: str | None) -> str | None:
    """The board as text, or printed for "human"."""
    if mode is None:
        gymnasium.logger.warn("render() needs a render_mode: pass one when making the environment")
        return None
    if mode == "human":
        print(state)
        return None
    return str(state)


def action_mask(state: pyboard.State, seat: int) -> NDArray[np.int8]:
    """1 where the seat may play the action now: nowhere if another one is to decide."""
    mask = np.zeros(state.game.num_distinct_actions(), np.int8)
    if state.current_player() == seat:
        state.legal_actions_mask(out=mask)
    return mask
