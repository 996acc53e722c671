"""Games and matches between agents."""

import copy
import json
import math
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from contextlib import contextmanager

import numpy as np
import pytest

import pyboard
from pyboard import agents
from pyboard.match import Chance, GameOutcome, MatchResult, play_game, play_match

TIC_TAC_TOE = pyboard.load_game("toy:tic_tac_toe")


class First:
    """Always the first (or last) legal action."""

    def __init__(self, name="first", index=0):
        self.name = name
        self.index = index

    def reset(self, seed):
        self.seed = seed

    def act(self, state):
        return state.legal_actions()[self.index]


class NoName:
    def reset(self, seed):
        pass

    def act(self, state):
        return state.legal_actions()[0]


class Slow(First):
    def act(self, state):
        time.sleep(0.01)
        return super().act(state)


class Illegal(First):
    def act(self, state):
        return (
            next(a for a in range(9) if a not in state.legal_actions())
            if len(state.history()) > 2
            else super().act(state)
        )


class Meddler(First):
    """Plays on in the position it is shown."""

    def act(self, state):
        action = super().act(state)
        state.apply_action(action)
        return action


@contextmanager
def ctrl_c_after(seconds):
    """Presses Ctrl-C while the block runs; a block that ends early must not pass it on to the next test."""
    main = threading.main_thread().ident
    timer = threading.Timer(seconds, signal.pthread_kill, (main, signal.SIGINT))
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()


def outcome(number, seats, places, scores=None):
    return GameOutcome(
        number, seats, scores or tuple(-p for p in places), places, (1,) * len(seats), (0.5,) * len(seats)
    )


def result(games, names=("a", "b"), rotations=2):
    return MatchResult(TIC_TAC_TOE, 0, names, tuple(games), rotations, False, 1.0)


def test_seats_rotate_and_every_agent_holds_every_seat_equally_often():
    match = play_match(TIC_TAC_TOE, ["random", First()], games=10, seed=3)
    assert [game.seats for game in match.games] == [(0, 1), (1, 0)] * 5
    assert [game.number for game in match.games] == list(range(10))


def test_games_are_rounded_up_to_whole_blocks():
    assert len(play_match(TIC_TAC_TOE, ["random", "random"], games=3).games) == 4


def test_a_match_depends_on_its_seed_alone():
    first = play_match(TIC_TAC_TOE, ["random", "random"], games=40, seed=3)
    assert play_match(TIC_TAC_TOE, ["random", "random"], games=40, seed=3) == first
    assert play_match(TIC_TAC_TOE, ["random", "random"], games=40, seed=3, workers=3).agents == first.agents
    assert play_match(TIC_TAC_TOE, ["random", "random"], games=40, seed=4).agents != first.agents
    assert play_match(TIC_TAC_TOE, ["random", "random"], games=20, seed=3).games[3].scores == first.games[3].scores


def test_processes_give_the_same_result_as_one_worker():
    serial = play_match(TIC_TAC_TOE, ["random", First()], games=40, seed=3, records=True)
    parallel = play_match(
        TIC_TAC_TOE, ["random", First()], games=40, seed=3, records=True, workers=2, backend="processes"
    )
    assert [g.record for g in parallel.games] == [g.record for g in serial.games]
    assert parallel.agents == serial.agents


def test_one_object_for_two_seats_plays_as_two_agents():
    shared = agents.random()
    same = play_match(TIC_TAC_TOE, [shared, shared], games=20, seed=3)
    assert [g.places for g in same.games] == [
        g.places for g in play_match(TIC_TAC_TOE, ["random"] * 2, games=20, seed=3).games
    ]


RUNS = [("threads", 1), ("threads", 2), ("processes", 1), ("processes", 2)]


@pytest.mark.parametrize(("backend", "workers"), RUNS)
def test_every_kind_of_agent_plays_in_every_way(backend, workers):
    """All at one table, and the same games come of it."""
    budget = {name: ":iterations=4" if "iterations" in agents.describe(name) else "" for name in agents.names()}
    specs = [name + settings for name, settings in budget.items()]
    match = play_match("cacao", specs, games=1, seed=2, workers=workers, backend=backend)
    assert match.names == tuple(specs)
    assert match.games == play_match("cacao", specs, games=1, seed=2).games
    assert not match.interrupted


@pytest.mark.parametrize(("backend", "workers"), RUNS)
def test_an_agent_without_a_name_goes_by_its_class(backend, workers):
    match = play_match(TIC_TAC_TOE, [NoName(), NoName()], games=2, workers=workers, backend=backend, records=True)
    assert match.names == ("NoName", "NoName (2)")
    assert match.games[0].record.agents == ("NoName", "NoName")
    assert len(str(match).splitlines()) == 4
    assert play_game(TIC_TAC_TOE, [NoName(), NoName()]).is_terminal()


@pytest.mark.parametrize("play", [play_game, play_match])
@pytest.mark.parametrize("name", [3, None, First.act])
def test_names_are_looked_at_before_the_first_game(play, name):
    agent = First(name)
    with pytest.raises(TypeError, match=f"the name of agent 1 must be a text, not {type(name).__name__}"):
        play(TIC_TAC_TOE, ["random", agent])
    assert not hasattr(agent, "seed")  # no game was begun


@pytest.mark.parametrize(("backend", "workers"), RUNS)
@pytest.mark.parametrize("spec", ["greedy", "flat:iterations=4", "mcts:iterations=4"])
def test_a_match_asks_what_stops_its_agents(spec, backend, workers):
    asked = []
    agent = agents.make(spec)
    agent.stop_when(lambda: asked.append(None))
    match = play_match(TIC_TAC_TOE, [agent, agent], games=2, workers=workers, backend=backend)
    assert len(match.games) == 2
    assert not match.interrupted
    during = len(asked)
    assert during > 0
    agent.act(TIC_TAC_TOE.new_initial_state())  # and it is still asked after the match
    assert len(asked) > during


@pytest.mark.parametrize(("backend", "workers"), RUNS)
@pytest.mark.parametrize("spec", ["greedy", "mcts:iterations=10"])
def test_what_stops_an_agent_ends_its_match(spec, backend, workers):
    """An event, which can neither be copied nor go to another process; set at the third game."""
    stop = threading.Event()
    agent = agents.make(spec)
    agent.stop_when(stop.is_set)
    began = time.perf_counter()
    match = play_match(
        TIC_TAC_TOE,
        [agent, agent],
        games=1_000_000,
        workers=workers,
        backend=backend,
        progress=lambda step: stop.set() if step.done == 3 else None,
    )
    assert match.interrupted
    assert 3 <= len(match.games) < 10_000
    assert str(match).splitlines()[0].endswith("interrupted")
    assert time.perf_counter() - began < 20
    with pytest.raises(agents.SearchStopped):
        play_game(TIC_TAC_TOE, [agent, "random"])
    stop.clear()
    assert play_game(TIC_TAC_TOE, [agent, "random"]).is_terminal()


def test_fewer_agents_than_seats_take_the_seats_in_turn():
    match = play_match(TIC_TAC_TOE, ["random"], games=4, seed=1)
    assert [game.seats for game in match.games] == [(0, 0)] * 4
    assert match.agents[0].win_share.mean == 0.5
    assert match.agents[0].decisions == sum(sum(game.decisions) for game in match.games)


def test_records_hold_the_games():
    match = play_match(TIC_TAC_TOE, ["random", First("f")], games=2, seed=1, records=True)
    for game in match.games:
        final = pyboard.records.final_state(game.record)
        assert tuple(final.places()) == game.places
        assert game.record.agents == tuple(["random", "f"][agent] for agent in game.seats)
    assert play_match(TIC_TAC_TOE, ["random", First("f")], games=2, seed=1).games[0].record is None


def test_progress_is_told_of_every_game():
    seen = []
    match = play_match(TIC_TAC_TOE, ["random", "random"], games=6, progress=seen.append)
    assert [(p.done, p.total) for p in seen] == [(i, 6) for i in range(1, 7)]
    assert tuple(p.outcome for p in seen) == match.games


@pytest.mark.parametrize("workers", [1, 2])
def test_interruption_keeps_what_was_done(workers):
    done = []

    def interrupt(progress):
        done.append(progress.outcome)
        if progress.done == 3:
            raise KeyboardInterrupt

    match = play_match(TIC_TAC_TOE, [Slow(), "random"], games=1000, workers=workers, progress=interrupt)
    assert match.interrupted
    assert sorted(match.games, key=lambda game: game.number) == sorted(done, key=lambda game: game.number)
    assert match.seconds < 5
    assert match.agents[0].games == 3


@pytest.mark.parametrize(("backend", "workers"), RUNS)
def test_a_match_without_an_end_is_begun_at_once(backend, workers):
    def interrupt(progress):
        assert progress.total == 2**40
        raise KeyboardInterrupt

    agents = ["random", "random"]
    match = play_match(TIC_TAC_TOE, agents, games=2**40 - 1, workers=workers, backend=backend, progress=interrupt)
    assert match.interrupted
    assert len(match.games) == 1


def test_no_two_agents_have_one_name():
    agents = [NoName() for _ in range(3)]
    for agent, name in zip(agents, ("x", "x (2)", "x"), strict=True):
        agent.name = name
    match = play_match("cacao", [*agents, "random"], games=1)
    assert match.names == ("x", "x (2)", "x (3)", "random")
    assert play_match("cacao", ["random"] * 3, games=1).names == ("random", "random (2)", "random (3)")


LOCKS_AND_CTRL_C = """
import signal, sys, threading, traceback
import pyboard

closed = []
enter = threading.Condition.__enter__
main = threading.get_ident()

def watched(condition):
    if threading.get_ident() == main:
        if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
            closed.extend(traceback.format_stack(limit=4)[:3])
    return enter(condition)

if __name__ == "__main__":
    game = pyboard.load_game("cacao", players=2)
    threading.Condition.__enter__ = watched
    match = pyboard.play_match(game, ["random"], games=20, workers=2, backend=sys.argv[1])
    threading.Condition.__enter__ = enter
    assert len(match.games) == 20
    print(*closed)
"""


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_ctrl_c_never_comes_just_as_a_lock_is_closed(tmp_path, backend):
    """A KeyboardInterrupt inside Condition.__enter__ leaves the lock closed, and threads that need it wait for ever."""
    script = tmp_path / "locks.py"
    script.write_text(LOCKS_AND_CTRL_C, encoding="utf-8")
    command = [sys.executable, script, backend]
    run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "\n", "")


def test_ctrl_c_ends_a_match_of_processes_at_once():
    began = time.perf_counter()
    with ctrl_c_after(1.0):
        match = play_match(TIC_TAC_TOE, [Slow(), Slow("second")], games=10_000, workers=2, backend="processes")
    assert match.interrupted
    assert time.perf_counter() - began < 3


def test_an_agent_gets_a_copy_of_the_position():
    assert play_game(TIC_TAC_TOE, [Meddler(), First()]) == play_game(TIC_TAC_TOE, [First(), First()])


def test_an_illegal_action_is_the_agents_fault():
    with pytest.raises(pyboard.IllegalActionError) as error:
        play_game(TIC_TAC_TOE, ["random", Illegal("cheat")])
    assert error.value.__notes__ == ["played by cheat as p1"]


@pytest.mark.parametrize("backend", ["threads", "processes"])
def test_a_fault_in_a_worker_comes_through(backend):
    with pytest.raises(pyboard.IllegalActionError):
        play_match(TIC_TAC_TOE, ["random", Illegal("cheat")], games=4, workers=2, backend=backend)


def test_play_game_watches_every_event():
    seen = []
    final = play_game(
        TIC_TAC_TOE, ["random", "random"], seed=9, watch=lambda state, action: seen.append((str(state), action))
    )
    assert [action for _, action in seen] == final.history()
    assert len({board for board, _ in seen}) == len(seen)
    assert play_game(TIC_TAC_TOE, ["random", "random"], seed=9) == final


def test_play_game_begins_where_it_is_told():
    start = TIC_TAC_TOE.new_initial_state()
    start.apply_action(4)
    final = play_game(TIC_TAC_TOE, [First(), First()], start=start)
    assert final.history()[:2] == [4, 0]
    assert start.history() == [4]


@pytest.mark.parametrize(
    ("start", "error", "message"),
    [
        (
            pyboard.load_game("toy:pig").new_initial_state(),
            ValueError,
            r"start is a position of pyboard.load_game\('toy:pig', players=2\), not of pyboard.load_game\('cacao', ",
        ),
        (
            pyboard.load_game("cacao", players=3).new_initial_state(),
            ValueError,
            "'cacao', players=3.*'cacao', players=2",
        ),
        (
            pyboard.load_game("cacao", activation="explicit").new_initial_state(),
            ValueError,
            "perhaps with other options",
        ),
        ("start", TypeError, "start must be a pyboard.State, not str"),
        ([4], TypeError, "start must be a pyboard.State, not list"),
    ],
)
def test_play_game_begins_with_a_position_of_its_game_only(start, error, message):
    agent = First()
    for game in ("cacao", pyboard.load_game("cacao", players=2)):
        with pytest.raises(error, match=message):
            play_game(game, [agent, "random"], start=start)
    assert not hasattr(agent, "seed")  # no game was begun


def test_play_game_loads_a_game_by_name():
    game = pyboard.load_game("cacao", players=3)
    assert play_game("cacao", ["random"] * 3, seed=5) == play_game(game, ["random"] * 3, seed=5)
    start = game.new_initial_state()
    assert play_game("cacao", ["random"] * 3, seed=5, start=start) == play_game(game, ["random"] * 3, seed=5)


@pytest.mark.parametrize("whole", [np.int64, np.uint8, np.array])
def test_whole_numbers_of_numpy_are_as_good_as_those_of_python(whole):
    expected = play_match(TIC_TAC_TOE, ["random", "random"], games=4, seed=7, workers=2)
    match = play_match(TIC_TAC_TOE, ["random", "random"], games=whole(4), seed=whole(7), workers=whole(2))
    assert match == expected
    assert json.loads(match.to_json())["seed"] == 7
    assert play_game(TIC_TAC_TOE, ["random"] * 2, seed=whole(7)) == play_game(TIC_TAC_TOE, ["random"] * 2, seed=7)
    state = pyboard.load_game("cacao").new_initial_state()
    assert Chance(whole(7)).outcome(state) == Chance(7).outcome(state)


@pytest.mark.parametrize(
    "wrong", [True, np.True_, 2.0, np.float64(2), "2", None, np.arange(2), np.int64(0), 2**40 + 1, 10**400]
)
@pytest.mark.parametrize(("argument", "most"), [("games", 2**40), ("workers", 1024)])
def test_what_is_no_whole_number_from_1(argument, most, wrong):
    with pytest.raises(ValueError, match=f"^{argument} is .*; allowed: whole numbers from 1 to {most}$"):
        play_match(TIC_TAC_TOE, ["random", "random"], **{argument: wrong})


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"agents": ["random"] * 3}, "3 agents for 2 seats; allowed: 1 to 2"),
        ({"agents": []}, "0 agents for 2 seats"),
        ({"agents": "random"}, "expected a list of agents"),
        ({"agents": ["randon"]}, "no agent is called 'randon'; allowed: random, greedy, flat, mcts"),
        ({"games": 0}, "games is 0; allowed: whole numbers from 1"),
        ({"workers": True}, "workers is True"),
        ({"seed": -1}, "a seed is a whole number from 0"),
        ({"backend": "ray"}, "backend is 'ray'; allowed: 'threads', 'processes'"),
    ],
)
def test_bad_arguments_are_named(arguments, message):
    with pytest.raises(ValueError, match="^.*" + message.replace("*", r"\*")):
        play_match(TIC_TAC_TOE, **{"agents": ["random", "random"], **arguments})


@pytest.mark.parametrize(
    ("game", "agents", "error", "message"),
    [
        ("cacao", "random", ValueError, "expected a list of agents"),
        ("cacao", ["random", None], TypeError, "agent 1 is no agent: NoneType has no method reset"),
        ("cacao", [3, "random"], TypeError, "agent 0 is no agent: int has no method reset"),
        (None, ["random"], TypeError, "game must be a pyboard.Game or the name of one, not NoneType"),
        (TIC_TAC_TOE.new_initial_state(), ["random"], TypeError, "game must be a pyboard.Game"),
        ("cacao", ["random"] * 5, ValueError, "players of cacao cannot be 5; allowed: 2 to 4"),
    ],
)
def test_what_is_no_game_and_no_agent(game, agents, error, message):
    with pytest.raises(error, match=message):
        play_match(game, agents, games=1)
    with pytest.raises(error, match=message):
        play_game(game, agents)


def test_play_game_wants_an_agent_for_every_seat():
    with pytest.raises(ValueError, match="1 agents for 2 seats"):
        play_game(TIC_TAC_TOE, ["random"])


def test_win_shares_and_placings():
    three = outcome(0, (0, 1, 2), (1, 1, 3))
    assert three.win_shares() == [0.5, 0.5, 0]
    assert three.placings() == [0.75, 0.75, 0]
    assert outcome(0, (0, 1, 2, 3), (2, 1, 4, 2)).placings() == pytest.approx([0.5, 1, 0, 0.5])


def test_results_are_averaged_per_agent_not_per_seat():
    match = result([outcome(0, (0, 1), (1, 2), (5, 3)), outcome(1, (1, 0), (2, 1), (4, 8))])
    first, second = match.agents
    assert first.win_share.mean == 1
    assert second.win_share.mean == 0
    assert (first.score.mean, second.score.mean) == (6.5, 3.5)
    assert first.placing.mean == 1
    assert first.decisions == 2
    assert first.decisions_per_second == 2


def test_an_unfinished_block_does_not_count():
    whole = [outcome(0, (0, 1), (1, 2)), outcome(1, (1, 0), (1, 2))]
    match = result([*whole, outcome(2, (0, 1), (1, 2))])
    assert match.agents[0].win_share.mean == 0.5
    assert match.agents[0].games == 3
    assert result([outcome(0, (0, 1), (1, 2))]).agents[0].win_share.mean == 1


def test_result_as_data_and_text():
    match = play_match(TIC_TAC_TOE, ["random", "random"], games=4, seed=2)
    data = json.loads(match.to_json(games=True))
    assert data["game"] == "toy:tic_tac_toe"
    assert [agent["name"] for agent in data["agents"]] == ["random", "random (2)"]
    assert data["agents"][0]["win_share"]["mean"] == match.agents[0].win_share.mean
    assert len(data["outcomes"]) == 4
    assert "outcomes" not in match.to_dict()
    single = play_match(TIC_TAC_TOE, ["random"], games=1).to_dict()["agents"][0]
    assert single["placing"]["low"] is None
    lines = str(match).splitlines()
    assert lines[0].endswith("seed 2: 4 games")
    assert [line.split()[0] for line in lines[1:]] == ["agent", "random", "random"]


def test_ratings_order_agents_by_strength():
    pytest.importorskip("openskill")
    games = [outcome(i, (i % 2, 1 - i % 2), (1, 2) if i % 2 == 0 else (2, 1)) for i in range(10)]
    ratings = result(games).ratings()
    assert ratings["a"][0] > 25 > ratings["b"][0]
    assert math.isclose(ratings["a"][1], ratings["b"][1])


def test_chance_refuses_other_nodes():
    with pytest.raises(ValueError, match="no chance node"):
        Chance(1).outcome(TIC_TAC_TOE.new_initial_state())


def test_play_match_loads_a_game_by_name():
    assert play_match("toy:tic_tac_toe", ["random", "random"], games=2).game == TIC_TAC_TOE


def test_the_draw_of_an_agent_is_uniform():
    picks = Counter()
    agent = agents.random(seed=1)
    for _ in range(9000):
        picks[agent.act(TIC_TAC_TOE.new_initial_state())] += 1
    assert sum((count - 1000) ** 2 / 1000 for count in picks.values()) < 26.1  # chi-squared, 8 degrees, 0.1 %


def test_chance_draws_with_the_exact_probabilities():
    state = pyboard.load_game("cacao", players=2).new_initial_state()
    draws = Counter(Chance(seed).outcome(state) for seed in range(11_000))
    expected = dict(state.chance_outcomes())
    assert draws.keys() == expected.keys()
    chi_squared = sum((draws[outcome] - 11_000 * p) ** 2 / (11_000 * p) for outcome, p in expected.items())
    assert chi_squared < 16.3  # 3 degrees, 0.1 %


def test_successive_draws_are_independent():
    game = pyboard.load_game("toy:pig", players=2)
    pairs = Counter()
    for seed in range(2000):
        state, chance, rolls = game.new_initial_state(), Chance(seed), []
        while len(rolls) < 3:
            if state.is_chance_node():
                rolls.append(chance.outcome(state))
                state.apply_action(rolls[-1])
            else:
                state.apply_action(state.string_to_action("roll"))
        pairs[rolls[0], rolls[1]] += 1
        pairs[rolls[1], rolls[2]] += 1
    assert len(pairs) == 36
    assert sum((count - 4000 / 36) ** 2 / (4000 / 36) for count in pairs.values()) < 70  # 35 degrees, 0.04 %


def first_events(match, number):
    """The tiles dealt and the display of a game."""
    return [text for player, text in match.games[number].record.events if player < 0][:8]


def test_the_games_of_a_block_share_their_luck():
    match = play_match("cacao", ["random", "random", "random"], games=6, seed=1, records=True)
    deals = [first_events(match, number) for number in range(6)]
    assert deals[0] == deals[1] == deals[2]
    assert deals[3] == deals[4] == deals[5]
    assert deals[0] != deals[3]
    decisions = [tuple(text for player, text in game.record.events if player >= 0) for game in match.games]
    assert len(set(decisions)) == 6


def test_shared_luck_narrows_the_difference_between_equal_agents():
    """Blocks of equal agents differ less than single games: what pairing is for."""
    paired = play_match("cacao", [First("a", -1), First("b", -1)], games=40, seed=1)
    assert {game.scores for game in paired.games[::2]} == {game.scores for game in paired.games[1::2]}
    assert paired.agents[0].score.low == pytest.approx(paired.agents[1].score.low)


def test_threads_stop_in_the_middle_of_a_search():
    began = time.perf_counter()
    endless = agents.mcts(iterations=1_000_000_000)
    with ctrl_c_after(0.5):
        match = play_match("cacao", [endless, "random"], games=10, workers=2)
    assert match.interrupted
    assert match.games == ()
    assert time.perf_counter() - began < 2
    copy.deepcopy(endless)  # nothing of the match is left in the agent
