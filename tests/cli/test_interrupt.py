"""Ctrl-C: commands end within a second and print what was done."""

import json
import signal
import subprocess
import sys
import time

import pytest

from pyboard import records


def interrupt(arguments, after):
    """Starts a command, sends SIGINT when `after()` is true, gives status, output and the seconds it took to end."""
    process = subprocess.Popen(
        [sys.executable, "-m", "pyboard", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        until = time.monotonic() + 60
        while not after():
            assert time.monotonic() < until
            assert process.poll() is None, process.communicate()
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
        return process.returncode, out, err, time.monotonic() - began
    finally:
        process.kill()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_match_prints_what_was_played(tmp_path, workers):
    path = tmp_path / "games.txt"
    arguments = ["match", "cacao", "random", "random", "-n", 1_000_000, "-w", workers, "--json", "--records", path]
    status, out, err, seconds = interrupt(arguments, lambda: path.exists() and path.stat().st_size > 10_000)
    assert status == 130
    assert seconds < 1
    data = json.loads(out)
    assert data["interrupted"]
    assert err == ""
    games = list(records.read(path))
    assert len(games) == data["games"] > 3
    records.final_state(games[-1])


def test_native_loops_end(tmp_path):
    path = tmp_path / "started"
    code = "import pathlib, sys; from pyboard import cli; pathlib.Path(sys.argv[1]).touch(); cli.main(sys.argv[2:])"
    command = [sys.executable, "-c", code, str(path), "perft", "cacao", "-d", "40"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        while not path.exists():
            time.sleep(0.05)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert (process.returncode, out, err) == (130, "", "interrupted\n")
    assert time.monotonic() - began < 1


def test_an_analysis_prints_what_it_found():
    began = time.monotonic()
    arguments = ["analyze", "-g", "cacao", "--plies", 20, "--with", "mcts:iterations=100000000", "--json"]
    status, out, err, seconds = interrupt(arguments, lambda: time.monotonic() - began > 3)
    assert (status, err) == (130, "")
    assert seconds < 1
    found = json.loads(out)
    assert found["interrupted"]
    assert found["iterations"] > 100


def test_bench_prints_what_was_measured():
    began = time.monotonic()
    arguments = ["bench", "toy:tic_tac_toe", "-n", 100_000, "--runs", 1_000_000, "--json"]
    status, out, err, seconds = interrupt(arguments, lambda: time.monotonic() - began > 3)
    assert (status, err) == (130, "interrupted: not every run was made\n")
    assert seconds < 1
    assert [row["game"] for row in json.loads(out)["results"]] == ["toy:connect_four", "toy:tic_tac_toe"]
