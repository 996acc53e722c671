"""Agents by text and as objects."""

import pickle

import pytest

import pyboard
from pyboard import agents
from pyboard.match import Chance

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


SEARCHERS = ["greedy:samples=2", "flat:iterations=40", "mcts:iterations=40"]


def decisions(players, count=25):
    """Positions of a random game of Cacao at decisions."""
    state = pyboard.load_game("cacao", players=players).new_initial_state()
    chance, agent = Chance(players), agents.random(3)
    found = []
    while len(found) < count:
        if state.is_chance_node():
            state.apply_action(chance.outcome(state))
        else:
            found.append(state.clone())
            state.apply_action(agent.act(state))
    return found


@pytest.mark.parametrize("spec", SEARCHERS)
def test_searching_agents_repeat_after_reset(spec):
    states = decisions(2)
    agent = agents.make(spec)
    agent.reset(1)
    first = [agent.act(state) for state in states]
    assert agent.last is not None
    assert agent.last.action == first[-1]
    agent.reset(1)
    assert agent.last is None
    assert [agent.act(state) for state in states] == first
    assert [agents.make(spec).act(state) for state in states[:1]] == [agents.make(spec).act(states[0])]


@pytest.mark.parametrize("spec", SEARCHERS)
@pytest.mark.parametrize("players", [2, 3])
def test_searching_agents_use_only_what_their_seat_can_see(spec, players):
    """The decision is the same in all positions that look the same to the seat."""
    agent = agents.make(spec)
    for state in decisions(players):
        agent.reset(9)
        expected = agent.act(state)
        for seed in range(3):
            other = state.resample_from_infostate(state.current_player(), seed)
            agent.reset(9)
            assert agent.act(other) == expected


@pytest.mark.parametrize("spec", [*SEARCHERS, "mcts:exploration=0.5,utility=win,information=perfect"])
def test_specs_and_objects_name_each_other(spec):
    agent = agents.make(spec)
    assert agent.name == spec
    assert eval(repr(agent), {"agents": agents}).options == agent.options
    assert agents.make(agent.name).options == agent.options
    assert isinstance(agent, agents.Agent)


def test_search_options_are_checked_when_the_agent_is_made():
    for spec, message in {
        "mcts:exploration=x": "exploration of mcts is 'x'; allowed: numbers from 0",
        "mcts:iterations=0": "iterations of mcts is 0; allowed: whole numbers from 1",
        "mcts:time=0": "time of mcts is 0; allowed: numbers from 1e-06",
        "mcts:iterations=1.5": "iterations of mcts is 1.5; allowed: whole numbers from 1",
        "mcts:utility=money": "utility of mcts is 'money'; allowed: placing, win",
        "mcts:depth=3": "mcts has no option 'depth'; allowed: iterations, time, ",
        "mcts:player=1": "mcts has no option 'player'",
        "flat:common_random_numbers=1": "common_random_numbers of flat is 1; allowed: false, true",
        "greedy:samples=true": "samples of greedy is True; allowed: whole numbers from 1",
    }.items():
        with pytest.raises(ValueError, match="^" + message):
            agents.make(spec)
    with pytest.raises(ValueError, match="mcts has no option 'x'"):
        agents.mcts(x=1)


@pytest.mark.parametrize("name", ["flat", "mcts"])
def test_what_is_described_is_allowed(name):
    described = agents.describe(name)
    assert described["iterations"] == "1000"
    for option, default in described.items():
        if default != "none":
            assert agents.make(f"{name}:{option}={default}").options == {option: agents.parse_value(default)}


def test_another_thread_can_stop_a_search():
    agent = agents.mcts(iterations=10_000_000)
    agent.stop_when(lambda: True)
    with pytest.raises(agents.SearchStopped):
        agent.act(decisions(2, 1)[0])
    agent.stop_when(None)
    assert pickle.loads(pickle.dumps(agent)).options == agent.options


def test_a_searching_agent_beats_a_random_one():
    for spec in SEARCHERS:
        match = pyboard.play_match("cacao", [spec, "random"], games=10, seed=1)
        assert match.agents[0].win_share.mean >= 0.8, spec
