#!/bin/sh
# Installs a wheel into a fresh environment outside the tree and plays with it.
#
# usage: check_wheel.sh PYTHON WHEEL
set -eu
python="$1"
wheel=$(cd "$(dirname "$2")" && pwd)/$(basename "$2")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
"$python" -m venv "$folder/venv" 2>/dev/null || "$python" -m virtualenv --quiet "$folder/venv"
"$folder/venv/bin/python" -m pip --disable-pip-version-check --quiet install "$wheel"
cd "$folder"
"$folder/venv/bin/python" - <<'PYTHON'
import pathlib
import random
import sys

import pyboard

home = pathlib.Path(pyboard.__file__).resolve()
assert pathlib.Path(sys.prefix).resolve() in home.parents, f"imported from {home}"
assert "toy:tic_tac_toe" not in pyboard._core._games(True), "a wheel holds no toys"
for name in pyboard.games():
    least, most = pyboard._core._info(name)["players"]
    for players in range(least, most + 1):
        game = pyboard.load_game(name, players)
        rng = random.Random(players)
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        assert game.deserialize_state(state.serialize()) == state
        assert game.play_random_games(100).games == 100
        print(f"{name}, {players} players: {state.scores()}")
    rows = pyboard.batch.BatchState(pyboard.load_game(name), 8, seed=1)
    rows.step(rows.random_actions())
PYTHON
"$folder/venv/bin/pyboard" games
