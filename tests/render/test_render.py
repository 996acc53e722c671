"""Drawing games that have no drawing of their own."""

import pyboard
from pyboard import render


def test_other_games_are_written_plainly():
    state = pyboard.load_game("toy:tic_tac_toe").new_initial_state()
    state.apply_action(4)
    assert render.text(state) == "board:\n  ...\n  .x.\n  ..."
    assert str(state) == render.text(state) == render.text(state, 0)
    assert render.svg(state) is None


def test_no_name_of_a_game_reaches_another_module():
    assert render._module("toy:tic_tac_toe") is None
    assert render._module("nonsense") is None
    assert render._module("cacao").__name__ == "pyboard.render.cacao"
