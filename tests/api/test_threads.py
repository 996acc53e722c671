"""States in several threads and processes.

Threads may read one State together while none changes it; clones, which share their history, may go separate ways in
different threads at the same time.
"""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from support.games import Setup, draw, positions, walk

import pyboard
from pyboard import Game, State

THREADS = 6


@pytest.fixture(autouse=True)
def switch_often() -> Iterator[None]:
    """Makes the interpreter change threads as often as it can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


def together(work: Callable[[int], object]) -> list[object]:
    """work(0), work(1), … at the same time, all begun at one moment."""
    start = threading.Barrier(THREADS)

    def run(number: int) -> object:
        start.wait()
        return work(number)

    with ThreadPoolExecutor(THREADS) as pool:
        return list(pool.map(run, range(THREADS)))


def everything(state: State) -> list[object]:
    """All that can be asked of a State."""
    seats = range(state.game.players)
    return [
        state.legal_actions(),
        state.chance_outcomes(),
        state.history(True),
        state.transcript(),
        state.scores(),
        state.places(),
        state.returns(),
        state.to_dict(),
        state.serialize(),
        hash(state),
        repr(state),
        [state.action_to_string(action) for action in state.legal_actions()],
        [state.information_state_string(seat) for seat in seats],
        [state.observation_tensor(seat).tobytes() for seat in seats],
        [state.resample_from_infostate(seat, 1).serialize() for seat in seats],
        state.clone() == state,
        state.game.perft(state, 1),
    ]


def test_reading_together(plain_setup: Setup) -> None:
    for state in positions(plain_setup, most=3):
        wanted = everything(state)
        assert together(lambda _, state=state: [everything(state) for _ in range(3)]) == [[wanted] * 3] * THREADS


def play_on(state: State, seed: int, steps: int) -> list[int]:
    """Random steps by Python's generator; what was applied."""
    rng = random.Random(seed)
    played = []
    for _ in range(steps):
        if state.is_terminal():
            break
        action = draw(state, rng) if state.is_chance_node() else rng.choice(state.legal_actions())
        state.apply_action(action)
        played.append(action)
    return played


@pytest.mark.parametrize("prefix", [0, 1, 40, 55, 56, 57, 112, 300])
def test_clones_go_separate_ways(prefix: int) -> None:
    """Histories branch in all threads at once: around the borders of the chunks that they share, too."""
    root = pyboard.load_game("toy:pig", 2, target=1_000_000).new_initial_state()
    before = play_on(root, 1, prefix)
    assert len(before) == prefix

    def work(number: int) -> None:
        for round_ in range(40):
            mine = root.clone()
            played = play_on(mine, 100 * number + round_, 30)
            twig = mine.clone()
            longer = play_on(mine, round_, 30)
            other = play_on(twig, 7 + round_, 60)
            assert mine.history() == before + played + longer
            assert twig.history() == before + played + other
            assert root.history() == before

    together(work)
    assert play_on(root, 5, 10) == root.history()[prefix:]


def test_cloning_and_dropping_together(plain_setup: Setup) -> None:
    """Clones of clones made and dropped in all threads; the last one standing holds the whole history."""
    state = [each.clone() for each in walk(plain_setup.load(), 3)][-2]
    wanted = state.serialize()

    def work(_: int) -> bytes:
        clones = [state]
        for i in range(300):
            clones.append(clones[i % len(clones)].clone())
            if i % 3 == 0:
                del clones[len(clones) // 2]
        return clones[-1].serialize()

    assert together(work) == [wanted] * THREADS
    assert state.serialize() == wanted


def test_a_state_is_whole_while_it_is_played_out() -> None:
    """Whoever looks meanwhile sees the position before or after."""
    root = pyboard.load_game("toy:pig", 2, target=500_000).new_initial_state()
    for seed in range(3):
        state, end = root.clone(), root.clone()
        end.play_random(seed)
        allowed = {root.serialize(), end.serialize()}
        done = threading.Event()

        def look(state: State = state, done: threading.Event = done, allowed: set[bytes] = allowed) -> bool:
            while not done.is_set():
                if state.serialize() not in allowed:
                    return False
            return True

        with ThreadPoolExecutor(1) as pool:
            looked = pool.submit(look)
            state.play_random(seed)
            done.set()
            assert looked.result()
        assert state.serialize() == end.serialize()


def test_paths_are_counted_from_one_position() -> None:
    """Whatever others do with the State meanwhile."""
    game = pyboard.load_game("toy:pig", 2, target=1_000_000)
    state = game.new_initial_state()
    kinds = set()  # from a decision, from a roll
    for seed in range(20):
        kinds.add(game.perft(state, 9))
        play_on(state, seed, 1)
    assert len(kinds) == 2
    counts = set()
    done = threading.Event()

    def change() -> None:
        while not done.is_set():
            play_on(state, 1, 10)

    with ThreadPoolExecutor(1) as pool:
        changed = pool.submit(change)
        for _ in range(6):
            counts.add(game.perft(state, 9))
        done.set()
        changed.result()
    assert counts <= kinds


def test_native_work_in_several_threads() -> None:
    """Loops without the GIL, on one Game: the results are those of one thread."""
    game = pyboard.load_game("cacao", 3)
    alone = [game.play_random_games(60, seed=seed).signature for seed in range(THREADS)]

    def work(number: int) -> list[object]:
        state = game.new_initial_state()
        state.play_random(number)
        play = game.play_random_games(60, seed=number, threads=2)
        return [play.signature, state.serialize()]

    def one(number: int) -> list[object]:
        state = game.new_initial_state()
        state.play_random(number)
        return [alone[number], state.serialize()]

    assert together(work) == [one(number) for number in range(THREADS)]


def test_games_are_shared_by_threads() -> None:
    """One object per setting, whoever asks first; dropped and made again meanwhile."""

    def work(number: int) -> None:
        for i in range(200):
            game = pyboard.load_game("toy:pig", 2, target=20 + i % 3)
            assert game.options == {"target": 20 + i % 3}
            assert game.new_initial_state().game is game
            if number % 2:
                del game

    together(work)


# ------------------------------------------------------------------------------------------------- processes


def echo(state: State) -> tuple[State, bytes, Game]:
    """Runs in another process."""
    state.game.perft(state, 1)
    return state, state.serialize(), state.game


def finish(state: State) -> list[int]:
    """Runs in another process."""
    state.play_random(17)
    return state.history()


@pytest.fixture(scope="module", params=["fork", "spawn", "forkserver"])
def pool(request: pytest.FixtureRequest) -> Iterator[ProcessPoolExecutor]:
    if request.param not in multiprocessing.get_all_start_methods():
        pytest.skip(f"this system cannot {request.param}")
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(request.param)) as executor:
        yield executor


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_states_cross_processes(pool: ProcessPoolExecutor) -> None:
    games = [
        pyboard.load_game("cacao", 4, activation="explicit"),
        pyboard.load_game("toy:pig", 3, target=33),
        pyboard.load_game("toy:sealed_auction", 2),
    ]
    states = [state.clone() for game in games for state in walk(game, 2)][::9]
    for state, (back, bytes_, game) in zip(states, pool.map(echo, states), strict=True):
        assert back == state
        assert back.history(True) == state.history(True)
        assert bytes_ == state.serialize()
        assert game is state.game
        assert back.game is state.game
    assert list(pool.map(finish, states)) == [finish(state.clone()) for state in states]


def shifted_tables() -> Game:
    tables = pyboard.load_game("toy:matrix").components()

    def shift(tree: object) -> object:
        if isinstance(tree, dict):
            return {key: shift(value) for key, value in tree.items()}
        if isinstance(tree, list):
            return [shift(value) for value in tree]
        return tree + 1 if type(tree) is int else tree

    return pyboard.load_game("toy:matrix", components=shift(tables))


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_component_tables_cross_processes(pool: ProcessPoolExecutor) -> None:
    """A pickled game is its arguments, replaced tables included."""
    game = shifted_tables()
    assert game != pyboard.load_game("toy:matrix")
    _, _, back = pool.submit(echo, game.new_initial_state()).result()
    assert back is game
    assert back.components() == game.components()


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_every_protocol(protocol: int) -> None:
    state = pyboard.load_game("cacao", 2).new_initial_state()
    play_on(state, 1, 30)
    back = pickle.loads(pickle.dumps([state, state.game, state], protocol))
    assert back[0] == state
    assert back[0] is back[2]
    assert back[1] is state.game
    assert copy.deepcopy([state, state])[0].history() == state.history()
    play = state.game.play_random_games(3, seed=1)
    same = pickle.loads(pickle.dumps(play, protocol))
    for twin in (same, copy.copy(play), copy.deepcopy(play)):
        assert repr(twin) == repr(play)
        assert (twin.signature, twin.mean_scores, twin.seconds) == (play.signature, play.mean_scores, play.seconds)
