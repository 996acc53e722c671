"""Searches of every game whose visits are frozen: the same on every platform, build type and vector width.

The file tests/data/search/trees.txt is read here and by the native tests (tests/native/trees.cpp), which the slow suite
builds in several ways. After a change that is meant to change them: python tests/search/test_trees.py
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pyboard
from pyboard import State, search
from pyboard.agents import parse_value

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "tests" / "data" / "search" / "trees.txt"

# Every setting that adds arithmetic to the choices or to the playouts.
INFORMED = (
    "exploration=0.5 first_play_reduction=0.2 variance_scaling=true value_scaling=0.5 prior_weight=1 prior_visits=1 "
    "history_weight=0.5 mast=0.3 playout_greedy=0.2 playout_depth=8"
)
KINDS = {
    "plain": "mcts 300 1 exploration=0.6",
    "cut": "mcts 3000 2 exploration=0.1 playout_depth=0",
    "closed": "mcts 500 3 exploration=0.3 playout_depth=6 chance=closed",
    "informed": f"mcts 300 4 {INFORMED}",
    "regret": "mcts 400 5 selection=regret final=sealed playout_depth=4",
    "margin": "mcts 300 6 utility=margin margin_range=40 placing_share=0.3 playout_depth=-1",
    "two": "mcts 400 7 threads=2 playout_depth=0 exploration=0.2",
    "flat": "flat 400 8 playout_depth=5",
    "own": "mcts 600 9 tree=own playout_depth=0 exploration=0.2",
    "turn": "mcts 600 10 tree=turn chance=closed playout_depth=2 selection=regret",
    "late": "mcts 600 11 expand_visits=4 playout_depth=0 exploration=0.2",
    "priors": "mcts 600 12 prior_weight=5 prior_visits=0 first_play_reduction=0.05 playout_depth=0 exploration=0.1",
    "later": "mcts 600 13 prior_weight=2 prior_visits=3 tree=turn playout_greedy=1 playout_depth=4 exploration=0.2",
}
TOYS = (
    # Beyond 2^16 visits sums have another unit.
    "toy:connect_four 2 5 mcts 100000 1 exploration=0.7",
    "toy:connect_four 2 8 mcts 5000 2 solver=true exploration=0.4",
    "toy:connect_four 2 5 mcts 100000 15 exploration=0.7 first_play_reduction=0.1",
    f"toy:connect_four 2 3 mcts 2000 3 {INFORMED}",
    "toy:connect_four 2 0 flat 3000 4 common_random_numbers=false",
    "toy:tic_tac_toe 2 1 mcts 3000 5 solver=true",
    "toy:three_player 3 0 mcts 3000 6 utility=win variance_scaling=true",
    "toy:pig 3 9 mcts 3000 7 chance=closed value_scaling=1",
    "toy:pig 2 6 mcts 3000 8 chance=open",
    "toy:pig 3 6 mcts 3000 14 tree=own",
    "toy:pig 2 6 mcts 100000 16 tree=own first_play_reduction=0.1",
    "toy:kuhn_poker 2 3 mcts 3000 9 selection=regret utility=score score_least=-2 score_range=4",
    "toy:kuhn_poker 2 3 mcts 3000 10 chance=closed",
    "toy:matrix 2 1 mcts 3000 11 selection=regret final=average",
    "toy:hidden_coin 2 2 mcts 3000 12 exploration=1.4",
    "toy:sealed_auction 3 9 mcts 3000 13 chance=closed",
)
# Near the end the same positions are visited again and again.
ENDINGS = (
    "cacao 2 84 mcts 4000 1 exploration=0.5",
    "cacao 4 126 mcts 4000 2 exploration=1.2 information=perfect",
    "chocolatl 3 106 mcts 4000 3 exploration=0.5",
    "chocolatl 4 205 mcts 4000 4 exploration=0.5 chance=open",
    "cuba 2 122 mcts 4000 5 exploration=0.5",
    "cuba 4 225 mcts 4000 6 exploration=0.2 first_play=0.7",
    "pantheon 2 470 mcts 4000 7 exploration=0.5",
    "tzolkin 2 118 mcts 20000 8 exploration=0.5",
    "tzolkin 4 225 mcts 4000 9 exploration=0.5 mast=0.3",
)


def cases() -> Iterator[str]:
    yield from TOYS
    yield from ENDINGS
    for name in pyboard.games():
        least, most = pyboard._core._info(name)["players"]
        for number, (kind, search_) in enumerate(KINDS.items()):
            players = most if kind == "flat" else least + number % (most - least + 1)
            yield f"{name} {players} {12 * (number % 8) + 4} {search_}"


def walked(name: str, players: int, steps: int) -> State:
    """The position after so many events that everybody can repeat, and on to a decision."""
    state = pyboard.load_game(name, players).new_initial_state()
    number = 0
    while steps > 0 or state.current_player() < 0:
        legal = state.legal_actions()
        state.apply_action(legal[(7 * number + 3) % len(legal)])
        number += 1
        steps -= 1
    return state


def found(case: str) -> str:
    """What a search finds: nodes, then action=visits, best first."""
    name, players, steps, method, iterations, seed, *settings = case.split()
    # Not the defaults of the game: tuning changes nothing here.
    given: dict[str, Any] = {row["name"]: row["default"] for row in search.parameters(method=method)}
    given.update({key: parse_value(value) for key, _, value in (setting.partition("=") for setting in settings)})
    engine = (search._Flat if method == "flat" else search.MCTS)(pyboard.load_game(name, int(players)), **given)
    result = engine.search(walked(name, int(players), int(steps)), iterations=int(iterations), seed=int(seed))
    return " ".join([str(result.nodes), *(f"{row.action}={row.visits}" for row in result.actions)])


def lines() -> dict[str, str]:
    text = FILE.read_text(encoding="utf-8")
    return dict(line.split(" | ") for line in text.splitlines() if not line.startswith("#"))


def test_every_case_is_in_the_file() -> None:
    assert list(lines()) == list(cases())


@pytest.mark.parametrize("case", list(cases()))
def test_frozen(case: str) -> None:
    assert found(case) == lines()[case]


def has(*flags: str) -> bool:
    """True if the processor has these extensions."""
    info = Path("/proc/cpuinfo")
    words = set(info.read_text(encoding="utf-8").split()) if info.exists() else set()
    return words.issuperset(flags)


CLANG = next(filter(None, map(shutil.which, ("clang++-19", "clang++-18", "clang++"))), None)
BUILDS = {
    "debug": ("-DCMAKE_BUILD_TYPE=Debug", "-DCMAKE_CXX_FLAGS_DEBUG=-O0 -D_GLIBCXX_ASSERTIONS"),
    "no-vectors": ("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-mno-sse4.1 -fno-tree-vectorize"),
    "wide-vectors": ("-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS=-mavx2 -mfma -mbmi2 -O3"),
    "clang": ("-DCMAKE_BUILD_TYPE=Release", f"-DCMAKE_CXX_COMPILER={CLANG}"),
}


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("build", BUILDS)
def test_other_builds_grow_the_same_trees(build: str) -> None:
    """With assertions, with narrower and wider vectors and fused operations at hand, and by another compiler."""
    if build == "clang" and CLANG is None:
        pytest.skip("no clang here")
    if build == "wide-vectors" and not has("avx2", "fma", "bmi2"):
        pytest.skip("this processor has no such vectors")
    folder = ROOT / "build" / f"trees-{build}"
    configure = ["cmake", "-S", ROOT, "-B", folder, "-G", "Ninja", *BUILDS[build]]
    configure += ["-DPYBOARD_DEVELOPER=ON", "-DPYBOARD_PYTHON=OFF", "-DPYBOARD_NATIVE_TESTS=ON"]
    run(*configure)
    run("cmake", "--build", folder, "--target", "pyboard_native_tests")
    told = run(folder / "tests" / "native" / "pyboard_native_tests", "--trees", FILE, "trees_are_the_same")
    assert told.startswith("ok")


def run(*command: Any) -> str:
    environment = {**os.environ, "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
    done = subprocess.run(
        [str(word) for word in command], cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


if __name__ == "__main__":
    head = (
        "# game players steps search iterations seed settings | nodes action=visits; see tests/search/test_trees.py\n"
    )
    FILE.write_text(head + "".join(f"{case} | {found(case)}\n" for case in cases()), encoding="utf-8")
