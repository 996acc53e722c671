"""Agents by text and as objects."""

import pickle

import pytest

import pyboard
from pyboard import agents

TIC_TAC_TOE = pyboard.load_game("toy:tic_tac_toe")


def test_random_repeats_after_reset():
    agent = agents.random(seed=5)
    state = TIC_TAC_TOE.new_initial_state()
    first = [agent.act(state) for _ in range(20)]
    assert len(set(first)) > 3
    assert [agent.act(state) for _ in range(20)] != first
    agent.reset(5)
    assert [agent.act(state) for _ in range(20)] == first
    agent.reset(6)
    assert [agent.act(state) for _ in range(20)] != first


def test_agents_satisfy_the_protocol():
    assert isinstance(agents.random(), agents.Agent)
    assert not isinstance(object(), agents.Agent)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("", "no agent is called ''; allowed: random, greedy, flat, mcts"),
        ("Random", "no agent is called 'Random'"),
        ("random:seed=1", "random has no option 'seed'; allowed: none"),
        ("random:", "'' in 'random:' is no setting; the form is random:key=value,key=value"),
        ("random:x", "'x' in 'random:x' is no setting"),
        ("random:x=1,x=2", "'x' is set twice"),
        ("random:x=1,", "'' in 'random:x=1,' is no setting"),
    ],
)
def test_bad_specs_say_what_is_allowed(spec, message):
    with pytest.raises(ValueError, match="^" + message):
        agents.make(spec)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_are_checked(seed):
    with pytest.raises(ValueError, match="a seed is a whole number from 0"):
        agents.random(seed)
    with pytest.raises(TypeError, match="not float"):
        agents.random(1.0)


def test_random_agents_pickle_and_print():
    agent = agents.random(3)
    again = pickle.loads(pickle.dumps(agent))
    assert agent.act(TIC_TAC_TOE.new_initial_state()) == again.act(TIC_TAC_TOE.new_initial_state())
    assert repr(agent) == "agents.random()"


def test_describe():
    assert agents.describe("random") == {}
    with pytest.raises(ValueError, match="no agent is called 'x'"):
        agents.describe("x")
