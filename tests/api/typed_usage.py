"""How people use the package, for the type checker: test_types.py runs it over this file. Nothing here is executed."""

import random
from typing import assert_type

import numpy as np
from numpy.typing import NDArray

import pyboard
from pyboard import Game, RandomPlay, State
from pyboard.batch import BatchState

game = pyboard.load_game("cacao", players=3, activation="explicit")
assert_type(game, Game)
assert_type(game.max_game_length(), int | None)
assert_type(game.play_random_games(10, seed=np.random.default_rng(1)), RandomPlay)
assert_type(pyboard.games(), list[str])

state = game.new_initial_state()
assert_type(state, State)
assert_type(state.legal_actions(), list[int])
assert_type(state.chance_outcomes(), list[tuple[int, float]])
state.play_chance(random.Random(1))
state.apply_action(np.int64(3))
assert_type(state.clone().resample_from_infostate(0, rng=5), State)
assert_type(state.serialize(), bytes)

# Without out= an array, with it the very object.
assert_type(state.legal_actions_mask(), NDArray[np.bool_])
assert_type(state.legal_actions_mask(out=bytearray(9)), bytearray)
assert_type(state.observation_tensor(1), NDArray[np.float32])
numbers: NDArray[np.float32] = np.zeros(9, np.float32)
assert_type(state.observation_tensor(1, out=numbers), NDArray[np.float32])

batch = BatchState(game, 100, seed=1, threads=2, buffers={"observations": numbers, "done": bytearray(100)})
assert_type(batch.random_actions(), NDArray[np.int32])
batch.step([1, 2, 3], auto_reset=False)
batch.write({"rewards": numbers})
assert_type(batch.state(3), State)
assert_type(batch.current_player, NDArray[np.int8])

# What is wrong is found: the checker complains about every ignore that is not needed.
state.apply_action("3")  # type: ignore[arg-type]
state.play_random()  # type: ignore[call-arg]
state.legal_actions().append("x")  # type: ignore[arg-type]
game.name = "other"  # type: ignore[misc]
game.deserialize_state("text")  # type: ignore[arg-type]
BatchState(game)  # type: ignore[call-arg]
batch.done = numbers  # type: ignore[misc, assignment]
