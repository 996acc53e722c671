"""Ctrl-C: commands end within a second and print what was done."""

import json
import signal
import subprocess
import sys
import time

import pytest

from pyboard import records

LIMIT = 2  # one second, and as much again because other tests run at the same time
CODE = "import pathlib, sys; from pyboard import cli; pathlib.Path(sys.argv[1]).touch(); cli.main(sys.argv[2:])"


def until(condition, process):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def interrupt(folder, arguments, ready=None):
    """Starts a command and sends SIGINT when `ready()` is true, or else after it has worked for a while.

    Returns:
        Exit status, standard output and standard error.
    """
    started = folder / "started"
    command = [sys.executable, "-c", CODE, str(started), *map(str, arguments)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        until(started.exists, process)
        if ready is None:
            time.sleep(1.5)
        else:
            until(ready, process)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
        assert time.monotonic() - began < LIMIT
        return process.returncode, out, err
    finally:
        process.kill()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_prints_what_was_played(tmp_path, workers):
    path = tmp_path / "games.txt"
    arguments = ["match", "cacao", "random", "random", "-n", 1_000_000, "-w", workers, "--json", "--records", path]
    status, out, err = interrupt(tmp_path, arguments, lambda: path.exists() and path.stat().st_size > 10_000)
    assert (status, err) == (130, "")
    data = json.loads(out)
    assert data["interrupted"]
    games = list(records.read(path))
    assert len(games) == data["games"] > 3
    records.final_state(games[-1])


def test_native_loops_end(tmp_path):
    assert interrupt(tmp_path, ["perft", "cacao", "-d", 40]) == (130, "", "interrupted\n")


@pytest.mark.parametrize("method", ["mcts", "flat"])
def test_an_analysis_prints_what_it_found(tmp_path, method):
    arguments = ["analyze", "-g", "cacao", "--plies", 20, "--with", f"{method}:iterations=100000000", "--json"]
    status, out, err = interrupt(tmp_path, arguments)
    assert (status, err) == (130, "")
    found = json.loads(out)
    assert found["interrupted"]
    assert found["iterations"] > 100


def test_bench_prints_what_was_measured(tmp_path):
    arguments = ["bench", "toy:tic_tac_toe", "-n", 10_000, "--runs", 1_000_000, "--json"]
    status, out, err = interrupt(tmp_path, arguments)
    assert (status, err) == (130, "interrupted: not every run was made\n")
    assert [row["game"] for row in json.loads(out)["results"]] == ["toy:connect_four", "toy:tic_tac_toe"]
