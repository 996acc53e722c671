"""Agents by text and as objects."""

import copy
import pickle
import sys
import threading

import numpy as np
import pytest

import pyboard
from pyboard import agents, search
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
        ("mcts:cutoff=2,playout_depth=3", "'playout_depth' is set twice"),
        ("random:x=1,", "'' in 'random:x=1,' is no setting"),
        *(
            (f"{name}:{option}={value}", f"{name} has no option '{option}'; allowed: ")
            for name in agents.names()
            for option in ("seed", "self", "spec", "options", "kind", "state", "progress", "stop", "player")
            for value in (1, "x")
        ),
    ],
)
def test_bad_specs_say_what_is_allowed(spec, message):
    with pytest.raises(ValueError, match="^" + message):
        agents.make(spec)


def test_a_cut_off_goes_by_its_short_name_too():
    agent = agents.make("mcts:iterations=2000,cutoff=20")
    assert agent.options == {"iterations": 2000, "playout_depth": 20}
    assert agent.name == "mcts:iterations=2000,playout_depth=20"


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_seeds_are_checked(seed):
    with pytest.raises(ValueError, match="a seed is a whole number from 0"):
        agents.random(seed)
    for wrong in (1.0, True, None, np.float64(1), np.True_, np.arange(2)):
        with pytest.raises(TypeError, match=f"a seed is a whole number, not {type(wrong).__name__}"):
            agents.random(wrong)
    with pytest.raises(ValueError, match="a seed is a whole number from 0"):
        agents.random(np.int64(-1))


def test_random_agents_pickle_and_print():
    agent = agents.random(3)
    again = pickle.loads(pickle.dumps(agent))
    assert agent.act(TIC_TAC_TOE.new_initial_state()) == again.act(TIC_TAC_TOE.new_initial_state())
    assert repr(agent) == "agents.random()"


def test_describe():
    assert agents.describe("random") == {}
    with pytest.raises(ValueError, match="no agent is called 'x'"):
        agents.describe("x")
    with pytest.raises(TypeError, match=r"game must be a pyboard\.Game, not str"):
        agents.describe("mcts", "cacao")


@pytest.mark.parametrize("name", ["greedy", "flat", "mcts"])
def test_describe_tells_the_defaults_of_a_game(name):
    for game in (pyboard.load_game("cacao", players=4), TIC_TAC_TOE):
        described = agents.describe(name, game)
        assert described.keys() == agents.describe(name).keys()
        used = {row["name"]: row["default"] for row in search.parameters(game, name)}
        assert {key: agents.parse_value(value) for key, value in described.items() if key in used} == {
            key: used[key] for key in described if key in used
        }
    # To name the defaults of the game changes nothing.
    state = decisions(2, 1)[0]
    named = ",".join(f"{key}={value}" for key, value in agents.describe(name, state.game).items())
    plain, spelt = agents.make(name), agents.make(f"{name}:{named}")
    assert (plain.act(state), plain.last.settings) == (spelt.act(state), spelt.last.settings)


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
        "mcts:iterations=0": "iterations of mcts is 0; allowed: whole numbers from 1 to 2147483647",
        "mcts:iterations=none": "iterations of mcts is None; allowed: whole numbers from 1 to 2147483647$",
        "mcts:time=0": "time of mcts is 0; allowed: numbers above 0, none",
        "mcts:nodes=1": "nodes of mcts is 1; allowed: whole numbers from 2 to 2147483648, none",
        "mcts:memory=1": "memory of mcts is 1; allowed: whole numbers from 65536 to 17179803648",
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
        agent = agents.make(f"{name}:{option}={default}")
        assert agent.options == {option: agents.parse_value(default)}
        assert agents.make(agent.name).options == agent.options


def test_budgets_that_are_none_are_as_if_not_named():
    state = decisions(2, 1)[0]
    for spec in ("flat:time=none", "mcts:time=none,nodes=none"):
        agent, plain = agents.make(spec), agents.make(spec.partition(":")[0])
        assert agent.act(state) == plain.act(state)
        assert agent.last.iterations == plain.last.iterations


EDGES = {
    "iterations": [0, 1, 2**31 - 1, 2**31, 99999999999, 2**63, 2**64, 10**400],
    "nodes": [1, 2, 2**31, 2**31 + 1, 99999999999, 2**63, 2**64],
    "time": [-1.0, 0, 0.0, 1e-300, 1e-7, 1, 1e300, float("inf"), float("nan"), 10**400, int(sys.float_info.max)],
}


def accepted(call):
    try:
        call()
    except (TypeError, ValueError):
        return False
    return True


@pytest.mark.parametrize("name", ["greedy", "flat", "mcts"])
def test_an_agent_takes_the_numbers_that_its_search_takes(name):
    """Every number at an end of what an option may be, and those beyond it."""
    state = TIC_TAC_TOE.new_initial_state()
    options = agents.describe(name)
    edges = {option: values for option, values in EDGES.items() if option in options}
    for row in search.parameters(TIC_TAC_TOE, name):
        if row["name"] in options and row["values"] is None:
            least, most = row["least"], row["most"]
            edges[row["name"]] = [least, least - 1, most, 2 * most + 1, float("nan")]
    at_once = threading.Event()
    at_once.set()
    stop = {} if name == "greedy" else {"stop": at_once}
    for option, values in edges.items():
        for value in values:
            given = {option: value}
            taken = accepted(lambda given=given: getattr(search, name)(state, **stop, **given))
            assert accepted(lambda given=given: getattr(agents, name)(**given)) == taken, given


def test_numbers_and_texts_of_numpy_are_as_good_as_those_of_python():
    agent = agents.mcts(
        seed=np.uint64(2**64 - 1),
        iterations=np.int64(5),
        nodes=np.uint8(50),
        threads=np.int16(2),
        exploration=np.float32(0.5),
        prior_weight=np.int32(1),
        utility=np.str_("win"),
    )
    assert agent.name == "mcts:iterations=5,nodes=50,threads=2,exploration=0.5,prior_weight=1,utility=win"
    assert eval(repr(agent), {"agents": agents}).options == agents.make(agent.name).options == agent.options
    same = agents.make(agent.name)
    same.reset(2**64 - 1)
    state = decisions(2, 1)[0]
    assert agent.act(state) == same.act(state)
    same.reset(np.int64(7))
    assert agents.random(np.int64(7)).act(state) == agents.random(7).act(state)
    for wrong in (True, np.True_, 5.0, np.float64(5), "5", np.arange(2), np.int64(0)):
        with pytest.raises(ValueError, match=r"iterations of mcts is .*; allowed: whole numbers from 1 to 2147483647$"):
            agents.mcts(iterations=wrong)


def test_another_thread_can_stop_a_search():
    agent = agents.mcts(iterations=10_000_000)
    agent.stop_when(lambda: True)
    with pytest.raises(agents.SearchStopped):
        agent.act(decisions(2, 1)[0])
    agent.stop_when(None)
    assert pickle.loads(pickle.dumps(agent)).options == agent.options


@pytest.mark.parametrize("spec", SEARCHERS)
def test_every_searching_agent_can_be_stopped(spec):
    state = decisions(2, 1)[0]
    agent, asked = agents.make(spec), []
    agent.stop_when(lambda: asked.append(None))
    assert agent.act(state) == agents.make(spec).act(state)
    assert asked
    agent.stop_when(lambda: True)
    with pytest.raises(agents.SearchStopped):
        agent.act(state)
    agent.stop_when(None)
    assert agent.act(state) in state.legal_actions()


@pytest.mark.parametrize("spec", SEARCHERS)
def test_a_copy_is_stopped_by_the_same(spec):
    """What stops agents from another thread cannot be copied itself."""
    event, state = threading.Event(), decisions(2, 1)[0]
    agent = agents.make(spec)
    agent.stop_when(event.is_set)
    copies = [copy.copy(agent), copy.deepcopy(agent), *copy.deepcopy([[agent], (agent,)])[0]]
    assert [one.act(state) for one in copies] == [agent.act(state)] * 3
    event.set()
    for one in (agent, *copies):
        with pytest.raises(agents.SearchStopped):
            one.act(state)
    one, same = copy.deepcopy([agent, agent])
    assert one is same


def test_a_searching_agent_beats_a_random_one():
    for spec in SEARCHERS:
        match = pyboard.play_match("cacao", [spec, "random"], games=10, seed=1)
        assert match.agents[0].win_share.mean >= 0.8, spec
