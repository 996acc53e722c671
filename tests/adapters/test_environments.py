"""The PettingZoo and Gymnasium environments: the libraries' own harnesses, and what those do not look at."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import warnings
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
import pytest
from support.games import Setup

import pyboard
from pyboard import IllegalActionError, InvalidActionError, State, agents

gymnasium = pytest.importorskip("gymnasium")
zoo_tests = pytest.importorskip("pettingzoo.test")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from pyboard.adapters import gymnasium as gym_adapter  # noqa: E402
from pyboard.adapters import pettingzoo as zoo_adapter  # noqa: E402
from pyboard.adapters.gymnasium import SeatEnv  # noqa: E402

pytestmark = [
    # What the harnesses say of every environment with masks, without bounds, or with an empty board.
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation numpy array is all zeros"),
    pytest.mark.filterwarnings("ignore:.*A Box observation space (minimum|maximum) value is"),
]


# ------------------------------------------------------------------------------------------------ PettingZoo


@pytest.mark.parametrize("make", [zoo_adapter.env, zoo_adapter.raw_env])
def test_pettingzoo_harness(plain_setup: Setup, make: Callable[..., Any], capsys: pytest.CaptureFixture[str]) -> None:
    new = partial(make, plain_setup.name, plain_setup.players)
    zoo_tests.api_test(new(), num_cycles=60)
    zoo_tests.seed_test(new, num_cycles=30)
    zoo_tests.render_test(new, custom_tests={"ansi": lambda board: isinstance(board, str) and board != ""})
    capsys.readouterr()


def play(env: Any, steps: int = 10_000) -> list[tuple[str, int]]:
    """Plays the first legal action, or a random one by the action space; returns what was played."""
    played = []
    for agent in env.agent_iter(steps):
        observation, _, terminated, truncated, _ = env.last()
        action = None if terminated or truncated else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)
        if action is not None:
            played.append((agent, int(action)))
    return played


def test_pettingzoo_follows_the_game(plain_setup: Setup) -> None:
    """Observations, masks and rewards are those of the position; a seat that is not to move has no action."""
    env = zoo_adapter.raw_env(plain_setup.load())
    env.reset(seed=4)
    total = dict.fromkeys(env.agents, 0.0)
    for _ in range(400):
        if not env.agents or env.terminations[env.agent_selection]:
            break
        position = env.position
        assert env.agent_selection == f"player_{position.current_player()}"
        for seat, agent in enumerate(env.agents):
            observation = env.observe(agent)
            np.testing.assert_array_equal(observation["observation"], position.observation_tensor(seat))
            legal = position.legal_actions() if seat == position.current_player() else []
            assert np.flatnonzero(observation["action_mask"]).tolist() == legal
            assert env.observation_space(agent).contains(observation)
        action = env.action_space(agent).sample(env.observe(env.agent_selection)["action_mask"])
        env.step(action)
        for agent in env.agents:
            total[agent] += env.rewards[agent]
    if env.position.is_terminal():
        assert list(total.values()) == env.position.returns()
        assert all(env.terminations.values())


def test_pettingzoo_copies_in_the_middle() -> None:
    """Copied and pickled environments go on like the original, chance included, and do not touch it."""
    env = zoo_adapter.env("cacao", players=3)
    env.reset(seed=5)
    for seed, agent in enumerate(env.possible_agents):
        env.action_space(agent).seed(seed)
    assert len(play(env, 20)) == 20
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    kept = env.unwrapped.position.clone()
    games = [play(other) for other in copies]
    assert env.unwrapped.position == kept
    assert play(env) == games[0] == games[1]
    assert games[0]
    for other in copies:
        assert other.unwrapped.position == env.unwrapped.position
        assert other.unwrapped.position.history() == env.unwrapped.position.history()


def test_pettingzoo_seeds() -> None:
    env = zoo_adapter.env("cacao", players=2)
    seen = []
    for seed in (1, None, 2, 1, None):
        env.reset(seed=seed)
        seen.append(env.unwrapped.position.serialize())
    assert seen[0] == seen[3]
    assert seen[1] == seen[4]
    assert len(set(seen)) == 3


def test_pettingzoo_illegal_actions() -> None:
    raw = zoo_adapter.raw_env("toy:tic_tac_toe")
    with pytest.raises(RuntimeError, match="reset"):
        raw.observe("player_0")
    raw.reset()
    raw.step(4)
    before = raw.position.clone()
    with pytest.raises(IllegalActionError, match="'mark 4' \\(4\\) is not legal here"):
        raw.step(4)
    for action in (99, None, "4", 1.5):
        with pytest.raises(InvalidActionError):
            raw.step(action)
    assert raw.position == before
    assert raw.agent_selection == "player_1"
    env = zoo_adapter.env("toy:tic_tac_toe")
    env.reset()
    env.step(4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the wrapper tells of the illegal action
        env.step(4)
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": 0, "player_1": -1}


def test_pettingzoo_arguments(capsys: pytest.CaptureFixture[str]) -> None:
    game = pyboard.load_game("toy:pig", 3, target=20)
    assert zoo_adapter.raw_env(game).possible_agents == ["player_0", "player_1", "player_2"]
    assert zoo_adapter.raw_env("toy:pig", 3, target=20).game is game
    with pytest.raises(ValueError, match="go with the name of a game"):
        zoo_adapter.raw_env(game, 3)
    with pytest.raises(ValueError, match="go with the name of a game"):
        zoo_adapter.raw_env(game, target=20)
    with pytest.raises(TypeError, match=r"must be a pyboard\.Game or the name of one, not int"):
        zoo_adapter.raw_env(3)
    with pytest.raises(ValueError, match="players of toy:pig cannot be 9"):
        zoo_adapter.raw_env("toy:pig", 9)
    with pytest.raises(ValueError, match="there is no render mode 'rgb_array'; allowed: None, 'human', 'ansi'"):
        zoo_adapter.raw_env(game, render_mode="rgb_array")
    env = zoo_adapter.raw_env("toy:tic_tac_toe", render_mode="ansi")
    state = env.game.new_initial_state()
    state.apply_action(3)
    env.reset(options={"state": state})
    assert env.position == state
    assert env.agent_selection == "player_1"
    assert env.render() == str(state)
    env.step(4)
    assert env.position != state
    with pytest.raises(ValueError, match=r"options\['state'\] must be a State of"):
        env.reset(options={"state": game.new_initial_state()})
    human = zoo_adapter.raw_env("toy:tic_tac_toe", render_mode="human")
    human.reset()
    human.step(4)
    assert capsys.readouterr().out == f"{human.game.new_initial_state()}\n{human.position}\n"
    silent = zoo_adapter.raw_env("toy:tic_tac_toe")
    silent.reset()
    with pytest.warns(UserWarning, match="render_mode"):
        assert silent.render() is None


# ------------------------------------------------------------------------------------------------- Gymnasium


@pytest.mark.parametrize("illegal", ["end", "random"])
def test_gymnasium_harness(plain_setup: Setup, illegal: str, capsys: pytest.CaptureFixture[str]) -> None:
    version = plain_setup.load().rules_version
    env = gymnasium.make(
        f"pyboard/{plain_setup.name.replace(':', '_')}-v{version}", players=plain_setup.players, illegal=illegal
    )
    check_env(env.unwrapped, skip_render_check=False)
    capsys.readouterr()


def episode(env: Any, seed: int | None, pick: Callable[[np.ndarray], int]) -> tuple[list[float], State]:
    _, info = env.reset(seed=seed)
    rewards = []
    terminated = False
    while not terminated:
        _, reward, terminated, truncated, info = env.step(pick(info["action_mask"]))
        assert not truncated
        assert "illegal_action" not in info
        rewards.append(reward)
    return rewards, env.unwrapped.position


def test_gymnasium_follows_the_game(plain_setup: Setup) -> None:
    """At every step the learner's seat is to decide, sees what it sees, and is paid at the end."""
    game = plain_setup.load()
    for seat in range(game.players):
        env = SeatEnv(game, seat=seat)
        if (game.name, seat) == ("toy:hidden_coin", 1):
            with pytest.raises(ValueError, match="seat 1 has nothing to decide"):
                env.reset()
            continue
        observation, info = env.reset(seed=seat)
        for _ in range(200):
            position = env.position
            assert position.current_player() == seat
            np.testing.assert_array_equal(observation, position.observation_tensor(seat))
            assert np.flatnonzero(info["action_mask"]).tolist() == position.legal_actions()
            assert np.flatnonzero(env.action_masks()).tolist() == position.legal_actions()
            assert env.action_masks().dtype == np.bool_
            assert env.observation_space.contains(observation)
            action = position.legal_actions()[-1]
            observation, reward, terminated, _, info = env.step(action)
            if terminated:
                assert env.position.is_terminal()
                assert reward == env.position.returns()[seat]
                assert not info["action_mask"].any()
                with pytest.raises(gymnasium.error.ResetNeeded):
                    env.step(action)
                break
            assert reward == 0


def test_gymnasium_opponents() -> None:
    """Opponents sit behind the learner in order, see a copy, and are reset with a seed for every episode."""
    log: list[tuple[str, Any]] = []

    class Watcher:
        def __init__(self, name: str) -> None:
            self.name = name

        def reset(self, seed: int) -> None:
            log.append((self.name, seed))

        def act(self, state: State) -> int:
            log.append((self.name, state.current_player()))
            action = state.legal_actions()[0]
            state.play_random(1)  # a copy: nothing happens to the game
            return action

    game = pyboard.load_game("cacao", 4)
    env = SeatEnv(game, [Watcher("a"), Watcher("b"), lambda state: state.legal_actions()[0]], seat=2)

    def first(mask: np.ndarray) -> int:
        return int(np.flatnonzero(mask)[0])

    one = episode(env, 3, first)
    seats = {name: {seat for who, seat in log[2:] if who == name} for name in "ab"}
    assert seats == {"a": {3}, "b": {0}}
    seeds = [seed for _, seed in log[:2]]
    assert len(set(seeds)) == 2
    log.clear()
    two = episode(env, 3, first)
    assert [seed for _, seed in log[:2]] == seeds
    assert (one[0], one[1]) == (two[0], two[1])
    log.clear()
    episode(env, None, first)
    assert [seed for _, seed in log[:2]] != seeds
    with pytest.raises(ValueError, match="3 opponents are needed, not 2"):
        SeatEnv(game, ["random"] * 2)
    with pytest.raises(TypeError, match="an opponent is an agent, the text of one or a function, not int"):
        SeatEnv(game, 3)
    with pytest.raises(ValueError, match="nobody"):
        SeatEnv(game, "nobody")


def test_an_opponent_that_fails_leaves_everything_as_it_was() -> None:
    broken = False

    def opponent(state: State) -> int:
        if broken:
            raise RuntimeError("not now")
        return state.legal_actions()[0]

    env = SeatEnv("toy:tic_tac_toe", opponent, seat=1)
    env.reset(seed=3)
    for failing in (False, True, True, False):
        assert env.position is not None
        before, broken = env.position.clone(), failing
        action = before.legal_actions()[0]
        if failing:
            with pytest.raises(RuntimeError, match="not now"):
                env.step(action)
            assert env.position == before
            assert env.position.history() == before.history()
        else:
            env.step(action)
            assert env.position.current_player() == 1
            assert len(env.position.history()) > len(before.history())
    broken = True
    with pytest.raises(RuntimeError, match="not now"):
        env.reset(seed=4)
    with pytest.raises(gymnasium.error.ResetNeeded, match=r"reset\(\) begins the next one"):
        env.step(0)


def test_gymnasium_against_a_search() -> None:
    """A search that looks ahead never misses a win; against it random play at tic-tac-toe loses nearly always."""
    env = SeatEnv("toy:tic_tac_toe", "mcts:iterations=300", seat=1)
    rng = np.random.default_rng(1)
    results = [episode(env, seed, lambda mask: int(rng.choice(np.flatnonzero(mask))))[0][-1] for seed in range(20)]
    assert sum(result == -1 for result in results) >= 15
    assert agents.make("mcts:iterations=300").name in str(env._opponents[0].name)


def test_gymnasium_random_seats() -> None:
    env = SeatEnv("toy:tic_tac_toe", seat=None)
    seats = [(env.reset(seed=seed), env.seat)[1] for seed in range(40)]
    assert {0, 1} == set(seats)
    assert seats == [(env.reset(seed=seed), env.seat)[1] for seed in range(40)]
    for seat in (2, -1):
        with pytest.raises(ValueError, match=f"seat is {seat}; allowed: 0 to 1"):
            SeatEnv("toy:tic_tac_toe", seat=seat)


def test_gymnasium_illegal_actions() -> None:
    def after_two(**settings: Any) -> SeatEnv:
        env = SeatEnv("toy:tic_tac_toe", lambda state: state.legal_actions()[0], **settings)
        env.reset(seed=1)
        env.step(4)
        return env

    env = after_two()
    kept = env.position.clone()
    _, reward, terminated, truncated, info = env.step(4)
    assert (reward, terminated, truncated, info["illegal_action"]) == (-1, True, False, True)
    assert env.position == kept
    with pytest.raises(gymnasium.error.ResetNeeded):
        env.step(1)
    env = after_two(illegal="raise")
    with pytest.raises(IllegalActionError):
        env.step(4)
    with pytest.raises(InvalidActionError):
        env.step(9)
    assert env.position == kept
    env = after_two(illegal="random")
    _, reward, terminated, _, info = env.step(4)
    assert (reward, terminated, info["illegal_action"]) == (0, False, True)
    assert len(env.position.history()) == 4
    with pytest.raises(ValueError, match="illegal cannot be 'ignore'; allowed: 'end', 'random', 'raise'"):
        SeatEnv("toy:tic_tac_toe", illegal="ignore")


def test_gymnasium_starts_anywhere() -> None:
    game = pyboard.load_game("toy:tic_tac_toe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    env = SeatEnv(game)
    env.reset(options={"state": state})
    assert env.step(2)[1:3] == (1, True)
    state.apply_action(2)
    with pytest.raises(ValueError, match="seat 0 has nothing to decide between here and the end of the game"):
        env.reset(options={"state": state})
    with pytest.raises(gymnasium.error.ResetNeeded, match="reset"):
        SeatEnv(game).action_masks()


def test_gymnasium_copies_in_the_middle() -> None:
    env = SeatEnv("cacao", "random", players=3)
    _, info = env.reset(seed=2)
    for _ in range(5):
        _, _, _, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
    copies = [copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    ends = []
    for one in (*copies, env):
        mask = one.action_masks()
        terminated = False
        while not terminated:
            _, _, terminated, _, info = one.step(int(np.flatnonzero(mask)[0]))
            mask = info["action_mask"]
        ends.append(one.position)
    assert ends[0] == ends[1] == ends[2]
    assert ends[0].history() == ends[2].history()


def test_gymnasium_imports_by_name() -> None:
    """Without importing the adapter, by Gymnasium's own way to name a module."""
    name = "pyboard.adapters.gymnasium:pyboard/cacao-v1"
    code = f"import gymnasium; print(gymnasium.make({name!r}, players=4).unwrapped.game)"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert result.stdout.strip() == "pyboard.load_game('cacao', players=4)"
    assert gym_adapter.SeatEnv is SeatEnv


# ------------------------------------------------------------------------------------------ missing packages


@pytest.mark.parametrize(
    ("module", "blocked", "message"),
    [
        ("gymnasium", "gymnasium", "pyboard.adapters.gymnasium needs Gymnasium: pip install gymnasium"),
        ("pettingzoo", "pettingzoo", "pyboard.adapters.pettingzoo needs PettingZoo: pip install pettingzoo"),
        ("open_spiel", "pyspiel", "pyboard.adapters.open_spiel needs OpenSpiel: pip install open_spiel"),
    ],
)
def test_missing_packages(module: str, blocked: str, message: str) -> None:
    """A clear message; the package of adapters itself always imports."""
    code = f"import sys; sys.modules[{blocked!r}] = None; import pyboard.adapters; import pyboard.adapters.{module}"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.returncode == 1
    assert result.stderr.strip().endswith(f"ImportError: {message}")
