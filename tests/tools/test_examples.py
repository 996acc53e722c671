"""The examples run."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name, *arguments):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["", *sys.path]).strip(os.pathsep)}
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *map(str, arguments)]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, timeout=240, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_own_agent():
    assert "The hoarder is weaker than random play." in run("own_agent.py", "--games", 400)


def test_quickstart():
    out = run("quickstart.py")
    assert "p0 may play ['at 0 1'" in out or "p0 may play [" in out
    assert '"game": "cacao"' in out


def test_evaluate_agents():
    assert len(run("evaluate_agents.py", "--games", 2, "--iterations", 20).splitlines()) == 6


def test_selfplay_dataset(tmp_path):
    numpy = pytest.importorskip("numpy")
    path = tmp_path / "data.npz"
    assert str(path) in run("selfplay_dataset.py", path, "--games", 3)
    with numpy.load(path) as data:
        count = len(data["actions"])
        assert data["observations"].shape[0] == data["masks"].shape[0] == data["returns"].shape[0] == count > 200
        masks = numpy.unpackbits(data["masks"], axis=1)
        assert masks[numpy.arange(count), data["actions"]].all()
        assert set(data["returns"]) <= {-1.0, -0.5, 0.0, 0.5, 1.0}
