"""Ctrl-C: commands end within a second and print what was done."""

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest

from pyboard import records

LIMIT = 2  # one second, and as much again because other tests run at the same time
STARTS = (
    20  # or as long as so many starts of the interpreter take: under 20 ms each on a machine with nothing else to do
)
CODE = "import pathlib, sys; from pyboard import cli; pathlib.Path(sys.argv[1]).touch(); cli.main(sys.argv[2:])"


def limit():
    """How long a command may go on after Ctrl-C, on a machine as busy as this one is now."""
    began = time.monotonic()
    subprocess.run([sys.executable, "-S", "-c", ""], check=True)
    return max(LIMIT, STARTS * (time.monotonic() - began))


def until(condition, process):
    end = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < end
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)


def worked(process):
    """Seconds that a process has had of a processor, its start among them; where that is not told, we wait."""
    stat = Path(f"/proc/{process.pid}/stat")
    if not stat.exists():
        time.sleep(2.1)
        return 2.1
    fields = stat.read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


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
        until(ready or (lambda: worked(process) > 2), process)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        out, err = process.communicate(timeout=30)
        assert time.monotonic() - began < limit()
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
    arguments = ["analyze", "cacao", "--plies", 20, "--agent", f"{method}:iterations=100000000", "--json"]
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


@pytest.mark.skipif(sys.platform == "win32", reason="no terminals to pretend")
@pytest.mark.parametrize("agent", ["mcts:iterations=100000000", "mcts:time=100,threads=2"])
def test_an_analysis_on_a_terminal_is_live(tmp_path, agent):
    """The table grows while the search goes on; Ctrl-C leaves the last one, with the line."""
    import pty

    main, side = pty.openpty()
    arguments = ["analyze", "tzolkin", "-p", "3", "--plies", "60", "--no-board", "--agent", agent]
    command = [sys.executable, "-c", CODE, str(tmp_path / "started"), *arguments]
    process = subprocess.Popen(
        command, stdin=side, stdout=side, stderr=side, env={**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    )
    os.close(side)
    shown = b""
    try:
        counts = set()
        end = time.monotonic() + 60
        while len(counts) < 4:  # tables with more and more iterations
            assert time.monotonic() < end, shown
            shown += re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", os.read(main, 1 << 16))
            counts = {int(n.replace(b",", b"")) for n in re.findall(rb"mcts: p\d, ([\d,]+) iterations", shown)}
        assert re.search(rb"visits +share", shown)
        assert b"line: " in shown
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        rest = b""
        with suppress(OSError):  # the other side is closed
            while part := os.read(main, 1 << 16):
                rest += re.sub(rb"\x1b\[[0-9;?]*[A-Za-z]", b"", part)
        assert process.wait(timeout=30) == 130
        assert time.monotonic() - began < limit()
    finally:
        process.kill()
        process.wait()
        os.close(main)
    last = rest[rest.rindex(b"mcts: p") :]
    assert b"stopped" in last.splitlines()[0]
    assert int(re.search(rb"p\d, ([\d,]+) iterations", last)[1].replace(b",", b"")) >= max(counts)
    assert b"line: p" in last
