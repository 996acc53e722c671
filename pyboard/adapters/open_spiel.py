"""The games for OpenSpiel, under names like `pyboard_cacao`.

Importing this module registers every game. Players and options are OpenSpiel's parameters:
`pyspiel.load_game("pyboard_cacao(players=3,activation=explicit)")`.

A state is an ordinary `pyspiel.State`, written in Python; its attribute `position` is the pyboard.State. What forces
itself has happened, as everywhere in pyboard. Observation tensor and strings, information-state string, resampling,
serialisation, pickling and typed structs are there; an information-state tensor is not.

Two limits are OpenSpiel's own (seen with 2.0.2): the C++ bots' `step` releases the GIL and crashes with any game that
is written in Python, so use `MCTSBot.mcts_search`; and C++ `ISMCTSBot` cannot resample them, so use the one of
`open_spiel.python.algorithms.ismcts`.

Example:
    >>> import pyspiel
    >>> import pyboard.adapters.open_spiel
    >>> state = pyspiel.load_game("pyboard_cacao(players=3)").new_initial_state()
    >>> state.num_players()
    3
    >>> state.position.game.name
    'cacao'
"""

from __future__ import annotations

import json
import math
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

import pyboard
from pyboard import _core

try:
    import pyspiel
except ImportError as error:
    raise ImportError("pyboard.adapters.open_spiel needs OpenSpiel: pip install open_spiel") from error

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

__all__ = ["PyboardGame", "PyboardObserver", "PyboardState", "game_name", "register", "wrap"]

# Bound on the length of games that the options allow to go on for ever.
_ENDLESS = 1_000_000


def game_name(name: str) -> str:
    """The name under which OpenSpiel knows a game.

    Example:
        >>> from pyboard.adapters.open_spiel import game_name
        >>> game_name("cacao")
        'pyboard_cacao'
    """
    return f"pyboard_{name.replace(':', '_')}"


@cache
def _game_type(name: str) -> Any:
    info = _core._info(name)
    fewest, most = info["players"]
    usual = pyboard.load_game(name)
    return pyspiel.GameType(
        short_name=game_name(name),
        long_name=f"{info['title']} (pyboard)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
        if usual.max_chance_outcomes() > 0
        else pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION
        if usual.perfect_information
        else pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,  # shares of the others beaten, for any number of players
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=most,
        min_num_players=fewest,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": fewest, **usual.options},
    )


class PyboardObserver:
    """What a seat sees, in the form that OpenSpiel asks for.

    Args:
        game: The game.
        perfect_recall: Whether to tell everything that the seat has ever seen (text only) or what it sees now.

    Attributes:
        tensor: All numbers, None with perfect recall.
        dict: The planes by name: views of the tensor.
    """

    def __init__(self, game: pyboard.Game, *, perfect_recall: bool) -> None:
        """Makes room for one observation."""
        self._perfect_recall = perfect_recall
        self.tensor: NDArray[np.float32] | None = None
        self.dict: dict[str, NDArray[np.float32]] = {}
        if not perfect_recall:
            self.tensor = np.zeros(game.observation_tensor_shape(), np.float32)
            for plane in game.observation_layout():
                first, shape = plane["offset"], plane["shape"]
                self.dict[plane["name"]] = self.tensor[first : first + math.prod(shape)].reshape(shape)

    def set_from(self, state: PyboardState, player: int) -> None:
        """Writes what the player sees into `tensor`, and so into `dict`."""
        if self.tensor is not None:
            state.position.observation_tensor(player, out=self.tensor)

    def string_from(self, state: PyboardState, player: int) -> str:
        """What the player sees, or has seen, as text."""
        if self._perfect_recall:
            return state.position.information_state_string(player)
        return state.position.observation_string(player)


class PyboardGame(pyspiel.Game):
    """A game with its players and options, as a pyspiel.Game. Each game of pyboard has a subclass of its own.

    Args:
        params: OpenSpiel's parameters: "players" and the options.

    Attributes:
        name: What pyboard.load_game calls the game.
        game: The pyboard.Game.
    """

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Loads the game."""
        given = dict(params or {})
        options = {option: value for option, value in given.items() if option != "players"}
        self.game = pyboard.load_game(self.name, given.get("players"), **options)
        self._first = self.game.new_initial_state()
        length = self.game.max_game_length()
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.num_distinct_actions(),
            max_chance_outcomes=self.game.max_chance_outcomes(),
            num_players=self.game.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_ENDLESS if length is None else length,
        )
        super().__init__(_game_type(self.name), info, given)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its text."""
        return pyspiel.load_game, (str(self),)

    def new_initial_state(self, start: str | dict[str, Any] | None = None) -> PyboardState:
        """A new state at the first position.

        Args:
            start: Begins elsewhere: a dict as pyboard's State.to_dict gives it, or the same as JSON.
        """
        if start is None:
            return PyboardState(self, self._first.clone())
        return PyboardState(self, self.game.state_from_dict(json.loads(start) if isinstance(start, str) else start))

    def make_py_observer(self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None) -> Any:
        """An observer of what one player sees or, with perfect recall, has seen; None for any other type."""
        if params:
            raise ValueError(f"the observers have no parameters, but these were given: {dict(params)}")
        if iig_obs_type is None:
            return PyboardObserver(self.game, perfect_recall=False)
        if not iig_obs_type.public_info or iig_obs_type.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER:
            return None
        return PyboardObserver(self.game, perfect_recall=iig_obs_type.perfect_recall)


class PyboardState(pyspiel.State):
    """A position as a pyspiel.State.

    Args:
        game: Its game.
        position: The position; the state takes it over.

    Attributes:
        position: The pyboard.State.
    """

    def __init__(self, game: PyboardGame, position: pyboard.State) -> None:
        """Stands on the position."""
        super().__init__(game)
        self.position = position

    def current_player(self) -> int:
        """The player to decide, -1 for chance, -4 at the end: OpenSpiel's numbers are pyboard's."""
        return self.position.current_player()

    def is_terminal(self) -> bool:
        """True when the game is over."""
        return self.position.is_terminal()

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self.position.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The possible outcomes with their probabilities."""
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.position.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if (player == pyspiel.PlayerId.CHANCE) == self.position.is_chance_node():
            return self.position.action_to_string(action)
        return f"outcome {action}" if player < 0 else self.position.game.action_to_string(action)

    def returns(self) -> list[float]:
        """Per player 2 * (share of the others beaten, ties half) - 1 at the end, zeros before."""
        return self.position.returns()

    def resample_from_infostate(self, player: int, sampler: Any) -> PyboardState:
        """A state that looks the same to a player, with everything hidden from him dealt anew.

        Args:
            player: Whose knowledge is kept.
            sampler: A function that gives numbers from 0 to 1, as OpenSpiel's bots have; or a seed or generator.

        Returns:
            A new state. Its history is empty: it begins here.
        """
        rng = int(sampler() * 2**53) if callable(sampler) else sampler
        return PyboardState(self.get_game(), self.position.resample_from_infostate(player, rng))

    def _to_struct(self) -> dict[str, Any]:
        return self.position.to_dict()

    def _to_observation_struct(self, player: int) -> dict[str, Any]:
        return self.position.view(player)

    def _action_to_struct(self, player: int, action: int) -> dict[str, Any]:
        return {"text": self._action_to_string(player, action)}

    def _struct_to_actions(self, struct: Mapping[str, Any]) -> list[int]:
        return [self.position.string_to_action(struct["text"])]

    def __str__(self) -> str:
        """A readable board."""
        return str(self.position)


def register(name: str) -> None:
    """Makes a game known to OpenSpiel; importing the module does it for every game there is.

    Args:
        name: As in pyboard.load_game.
    """
    # A class of this module, so that it can be pickled. OpenSpiel lets go of it when Python is gone already; a class
    # survives that, because it holds itself.
    made = type(game_name(name), (PyboardGame,), {"name": name, "__module__": __name__})
    globals()[made.__name__] = made
    pyspiel.register_game(_game_type(name), made)


def wrap(state: pyboard.State) -> PyboardState:
    """A position of pyboard as a state of OpenSpiel, say to let one of its bots search it.

    Args:
        state: Any position; it is copied. The new state's history begins here.

    Raises:
        ValueError: If the game has component tables of its own, which OpenSpiel's parameters cannot say.

    Example:
        >>> import pyboard
        >>> from pyboard.adapters.open_spiel import wrap
        >>> state = pyboard.load_game("cacao", players=2).new_initial_state()
        >>> wrap(state).chance_outcomes() == state.chance_outcomes()
        True
    """
    game = pyspiel.load_game(game_name(state.game.name), {"players": state.game.players, **state.game.options})
    if game.game != state.game:
        raise ValueError("a game with component tables of its own cannot be loaded by OpenSpiel")
    return PyboardState(game, state.clone())


for _name in _core._games(True):
    register(_name)
