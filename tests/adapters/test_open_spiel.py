"""The games in OpenSpiel: its own harness, its bots and its generic algorithms."""

from __future__ import annotations

import io
import pickle
import subprocess
import sys
import unittest
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from support.games import Setup, plain_setups, positions

import pyboard

pyspiel = pytest.importorskip("pyspiel")

from absl import flags  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import cfr, exploitability, generate_playthrough, ismcts, mcts  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from pyboard.adapters import open_spiel as adapter  # noqa: E402

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")


def spiel_text(setup: Setup) -> str:
    """The game as OpenSpiel's text, only with what differs from the defaults."""
    parameters = ",".join(f"{name}={value}" for name, value in (("players", setup.players), *setup.options))
    return f"{adapter.game_name(setup.name)}({parameters})"


def load(setup: Setup) -> Any:
    return pyspiel.load_game(spiel_text(setup))


def first_decision(game: Any, seed: int = 1) -> Any:
    rng = np.random.RandomState(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        outcomes, shares = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(rng.choice(outcomes, p=shares))
    return state


def test_every_game_is_registered() -> None:
    names = {game_type.short_name for game_type in pyspiel.registered_games()}
    assert {f"pyboard_{name.replace(':', '_')}" for name in pyboard._core._games(True)} <= names
    assert "pyboard_cacao" in names


def test_parameters() -> None:
    """Players and every option are parameters, with pyboard's defaults and pyboard's checks."""
    for setup in plain_setups():
        game = load(setup)
        assert game.game == setup.load()
        assert game.get_parameters() == {"players": setup.players, **setup.load().options}
        assert game.num_players() == setup.players
    game = pyspiel.load_game("pyboard_toy_pig(players=3,target=20)")
    assert game.game == pyboard.load_game("toy:pig", 3, target=20)
    assert pyspiel.load_game(str(game)).game == game.game
    assert pickle.loads(pickle.dumps(game)).game == game.game
    with pytest.raises(ValueError, match="players of cacao cannot be 7"):
        pyspiel.load_game("pyboard_cacao(players=7)")
    with pytest.raises(ValueError, match="activation"):
        pyspiel.load_game("pyboard_cacao(activation=never)")
    with pytest.raises(pyspiel.SpielError):
        pyspiel.load_game("pyboard_cacao(no_such_option=1)")


def test_game_types() -> None:
    cacao = pyspiel.load_game("pyboard_cacao").get_type()
    assert cacao.chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    assert cacao.information == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert (cacao.min_num_players, cacao.max_num_players) == (2, 4)
    four = pyspiel.load_game("pyboard_toy_connect_four").get_type()
    assert four.chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
    assert four.information == pyspiel.GameType.Information.PERFECT_INFORMATION


def test_random_simulation(plain_setup: Setup) -> None:
    pyspiel.random_sim_test(load(plain_setup), num_sims=1, serialize=True, verbose=False)


@pytest.mark.slow
def test_random_simulations_with_all_options(setup: Setup) -> None:
    pyspiel.random_sim_test(load(setup), num_sims=5, serialize=True, verbose=False)


def test_states_are_the_positions(plain_setup: Setup) -> None:
    """Every answer of the OpenSpiel state is the pyboard State's."""
    game = load(plain_setup)
    for position in positions(plain_setup, most=40):
        state = adapter.wrap(position)
        assert state.position == position
        assert state.position is not position
        assert state.current_player() == position.current_player()
        assert state.is_terminal() == position.is_terminal()
        assert state.legal_actions() == position.legal_actions()
        assert state.returns() == position.returns()
        assert state.rewards() == position.rewards()
        assert str(state) == str(position)
        assert state.chance_outcomes() == position.chance_outcomes() if state.is_chance_node() else True
        for action in position.legal_actions():
            assert state.action_to_string(action) == position.action_to_string(action)
        for player in range(game.num_players()):
            assert state.information_state_string(player) == position.information_state_string(player)
            assert state.observation_string(player) == position.observation_string(player)
            np.testing.assert_array_equal(state.observation_tensor(player), position.observation_tensor(player))
        copy = state.clone()
        assert copy.position == position
        assert copy.position is not state.position


def test_history_and_serialisation() -> None:
    game = pyspiel.load_game("pyboard_cacao(players=3)")
    state = first_decision(game)
    for _ in range(30):
        state.apply_action(state.legal_actions()[-1])
    assert state.history() == state.position.history()
    again = game.deserialize_state(state.serialize())
    assert again.history() == state.history()
    assert again.position.history() == state.position.history()
    assert pickle.loads(pickle.dumps(state)).position == state.position
    text = pyspiel.serialize_game_and_state(game, state)
    other_game, other = pyspiel.deserialize_game_and_state(text)
    assert str(other_game) == str(game)
    assert other.position == state.position
    assert game.new_initial_state(state.position.to_dict()).position == state.position


def test_structs() -> None:
    state = first_decision(pyspiel.load_game("pyboard_cacao"))
    assert state.to_dict() == state.position.to_dict()
    for player in range(2):
        assert state.to_observation_struct(player).to_dict() == state.position.view(player)


def test_observers() -> None:
    game = pyspiel.load_game("pyboard_cacao")
    state = first_decision(game)
    observation = make_observation(game)
    observation.set_from(state, 1)
    np.testing.assert_array_equal(observation.tensor, state.position.observation_tensor(1))
    layout = game.game.observation_layout()
    assert list(observation.dict) == [plane["name"] for plane in layout]
    for plane in layout:
        values = observation.dict[plane["name"]]
        assert values.shape == plane["shape"]
        assert values.ravel()[0] == observation.tensor[plane["offset"]]
        assert values.base is not None
    assert observation.string_from(state, 0) == state.position.observation_string(0)
    recall = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    assert recall.tensor is None
    assert recall.string_from(state, 0) == state.position.information_state_string(0)
    public = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE)
    assert make_observation(game, public) is None
    with pytest.raises(ValueError, match="no parameters"):
        make_observation(game, None, {"x": 1})


# --------------------------------------------------------------------------------------- OpenSpiel's API test

TINY = [
    "pyboard_toy_kuhn_poker",
    "pyboard_toy_hidden_coin",
    "pyboard_toy_matrix",
    "pyboard_toy_three_player",
    "pyboard_toy_sealed_auction(kinds=2,hand=2)",
]


@pytest.fixture(scope="module")
def api_test() -> Any:
    from open_spiel.integration_tests import api_test

    if not flags.FLAGS.is_parsed():
        flags.FLAGS(["tests"])
    return api_test


def run_cases(base: type[unittest.TestCase], game_text: str, leave_out: Sequence[str] = ()) -> int:
    """Runs all test methods of one of OpenSpiel's classes for a game; returns how many there were."""
    case = type("Case", (base,), {"game_name": game_text, "game": pyspiel.load_game(game_text)})
    loader = unittest.TestLoader()
    names = [name for name in loader.getTestCaseNames(case) if name not in leave_out]
    out = io.StringIO()
    result = unittest.TextTestRunner(out).run(unittest.TestSuite(case(name) for name in names))
    assert result.wasSuccessful(), out.getvalue()
    return result.testsRun


def test_api_on_partial_trees(api_test: Any, plain_setup: Setup) -> None:
    assert run_cases(api_test.EnforceAPIOnPartialTreeBase, spiel_text(plain_setup)) >= 5


@pytest.mark.parametrize("game_text", TINY)
def test_api_on_full_trees(api_test: Any, monkeypatch: pytest.MonkeyPatch, game_text: str) -> None:
    """The tests of whole trees; for the tensor of the information state, which there is not, stand the text's bytes."""
    monkeypatch.setattr(
        adapter.PyboardState,
        "information_state_tensor",
        lambda self, *player: list(self.information_state_string(*player).encode()),
    )
    leave_out = ["test_number_of_nodes", "test_game_is_perfect_recall"]
    if game_text == "pyboard_toy_kuhn_poker":  # OpenSpiel has its own, with the same tree
        leave_out.clear()
        for table in (api_test.TOTAL_NUM_STATES, api_test.PERFECT_RECALL_NUM_STATES):
            monkeypatch.setitem(table, game_text, table["kuhn_poker"])
    assert run_cases(api_test.EnforceAPIOnFullTreeBase, game_text, leave_out) >= 6


@pytest.mark.parametrize("game_text", TINY)
def test_perfect_recall(game_text: str) -> None:
    """Where a player's information state is the same, so is everything that he saw and did at his own nodes before.

    (OpenSpiel's test also wants as many nodes of the others before it; those that are forced here and not there, which
    he cannot tell, are no nodes.)
    """
    game = pyspiel.load_game(game_text)
    before: dict[tuple[int, str], list[tuple[str, int]]] = {}

    def visit(state: Any, own: list[list[tuple[str, int]]]) -> None:
        if state.is_terminal():
            return
        player = state.current_player()
        if player >= 0:
            now = state.information_state_string(player)
            assert before.setdefault((player, now), own[player]) == own[player]
        for action in state.legal_actions():
            longer = [*own]
            if player >= 0:
                longer[player] = [*own[player], (now, action)]
            visit(state.child(action), longer)

    visit(game.new_initial_state(), [[] for _ in range(game.num_players())])
    assert len(before) > 1


# ---------------------------------------------------------------------------------------------------- bots


def test_native_mcts_finds_the_win() -> None:
    """X can complete a row; OpenSpiel's C++ search, which runs over the Python state, proves it."""
    game = pyspiel.load_game("pyboard_toy_tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 1.4, 500, 10, True, 3, False)
    root = bot.mcts_search(state)
    assert root.best_child().action == 2
    assert root.best_child().outcome == [1, -1]


def test_native_mcts_plays_cacao() -> None:
    state = first_decision(pyspiel.load_game("pyboard_cacao(players=3)"))
    bot = pyspiel.MCTSBot(state.get_game(), pyspiel.RandomRolloutEvaluator(1, 3), 1.4, 30, 10, False, 3, False)
    root = bot.mcts_search(state)
    assert root.explore_count == 30
    assert sorted(child.action for child in root.children) == state.legal_actions()
    assert state.position == first_decision(state.get_game()).position


def test_wrapped_positions_can_be_searched() -> None:
    position = pyboard.load_game("toy:connect_four").new_initial_state()
    for column in (3, 0, 3, 0, 3, 1):
        position.apply_action(column)
    state = adapter.wrap(position)
    assert state.history() == []
    bot = pyspiel.MCTSBot(state.get_game(), pyspiel.RandomRolloutEvaluator(1, 3), 1.4, 300, 10, True, 3, False)
    assert bot.mcts_search(state).best_child().action == 3
    tables = pyboard.load_game("toy:matrix").components()
    changed = pyboard.load_game("toy:matrix", components=shifted(tables))
    with pytest.raises(ValueError, match="component tables of its own"):
        adapter.wrap(changed.new_initial_state())


def shifted(tree: Any) -> Any:
    """Component tables that differ in every number."""
    if isinstance(tree, dict):
        return {key: shifted(value) for key, value in tree.items()}
    if isinstance(tree, list):
        return [shifted(value) for value in tree]
    return tree + 1 if isinstance(tree, int) and not isinstance(tree, bool) else tree


def python_rollouts(seed: int) -> Any:
    return mcts.RandomRolloutEvaluator(1, np.random.RandomState(seed))


def test_python_mcts() -> None:
    game = pyspiel.load_game("pyboard_toy_tic_tac_toe")
    state = game.new_initial_state()
    for action in (4, 0, 8, 2):
        state.apply_action(action)
    bot = mcts.MCTSBot(game, 1.4, 300, python_rollouts(1), random_state=np.random.RandomState(1))
    assert bot.step(state) == 1  # O threatens the upper row


@pytest.mark.parametrize(
    ("game_text", "iterations"),
    [
        ("pyboard_cacao", 30),
        ("pyboard_cacao(players=4)", 20),
        ("pyboard_toy_kuhn_poker", 200),
        ("pyboard_toy_sealed_auction(players=3)", 200),
    ],
)
def test_information_set_mcts(game_text: str, iterations: int) -> None:
    """Resampling at every iteration; the bot itself asserts that the information state stays the same."""
    game = pyspiel.load_game(game_text)
    bot = ismcts.ISMCTSBot(
        game=game,
        evaluator=python_rollouts(2),
        uct_c=1.4,
        max_simulations=iterations,
        random_state=np.random.RandomState(2),
        allow_inconsistent_action_sets=True,
    )
    state = first_decision(game, seed=3)
    kept = state.position.clone()
    policy = bot.get_policy(state)
    assert sorted(action for action, _ in policy) == state.legal_actions()
    assert sum(share for _, share in policy) == pytest.approx(1)
    assert state.position == kept


def test_resampling() -> None:
    """Other worlds, equal for the player who knows; from numbers of OpenSpiel's samplers or from a seed."""
    state = first_decision(pyspiel.load_game("pyboard_cacao(players=3)"), seed=5)
    player = state.current_player()
    sampler = pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    worlds = [state.resample_from_infostate(player, sampler) for _ in range(30)]
    assert {world.information_state_string(player) for world in worlds} == {state.information_state_string(player)}
    assert len({world.position for world in worlds}) > 10
    assert state.resample_from_infostate(player, 5).position == state.resample_from_infostate(player, 5).position
    world = worlds[0]
    world.apply_action(world.legal_actions()[0])
    assert world.history() == world.position.history()


# ------------------------------------------------------------------------------------- generic algorithms


def test_cfr_converges() -> None:
    """C++ and Python CFR drive the deal of hidden cards; both come near an equilibrium."""
    game = pyspiel.load_game("pyboard_toy_kuhn_poker")
    native = pyspiel.CFRSolver(game)
    for _ in range(60):
        native.evaluate_and_update_policy()
    assert pyspiel.nash_conv(game, native.average_policy()) < 0.1
    python = cfr.CFRSolver(game)
    for _ in range(20):
        python.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, python.average_policy()) < 0.3


def test_playthroughs() -> None:
    """A whole game written down, with every value of the API; the same one every time."""
    for game_text in ("pyboard_toy_kuhn_poker", "pyboard_toy_tic_tac_toe"):
        text = generate_playthrough.playthrough(game_text, action_sequence=None, seed=1)
        assert text == generate_playthrough.playthrough(game_text, action_sequence=None, seed=1)
        assert "IsTerminal() = True" in text


def test_reinforcement_learning_environment() -> None:
    environment = rl_environment.Environment("pyboard_cacao", players=2)
    step = environment.reset()
    total = np.zeros(2)
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.game.observation_tensor_size()
        step = environment.step([step.observations["legal_actions"][player][0]])
        total += step.rewards
    assert total.tolist() == environment.get_state.returns()


def test_python_ends_quietly() -> None:
    """OpenSpiel lets go of the games when Python is gone already."""
    code = (
        "import pyspiel, pyboard.adapters.open_spiel as a; s = pyspiel.load_game('pyboard_toy_pig').new_initial_state()"
    )
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (result.returncode, result.stderr) == (0, "")
