"""docs/agents.md says what bench/results/agents.json says, and that is what is asked of the agents."""

import importlib.util
import json
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bench():
    spec = importlib.util.spec_from_file_location("bench_agents", ROOT / "bench" / "agents.py")
    module = importlib.util.module_from_spec(spec)
    sys.modules["bench_agents"] = module
    spec.loader.exec_module(module)
    yield module
    del sys.modules["bench_agents"]


@pytest.fixture(scope="module")
def results(bench):
    return json.loads(bench.RESULTS.read_text(encoding="utf-8"))


def test_the_page_is_written_from_the_results(bench, results):
    assert bench.PAGE.read_text(encoding="utf-8") == bench.page(results)


def test_every_pairing_was_played_and_reaches_what_is_asked(bench, results):
    assert len(results["matches"]) == len(bench.PAIRINGS)
    for pairing, match in zip(bench.PAIRINGS, results["matches"], strict=True):
        assert tuple(agent["spec"] for agent in match["agents"]) == pairing.agents
        assert match["games"] >= pairing.games
        assert (match["least"], match["above"]) == (pairing.least, pairing.above)
        assert bench.reached(match)


def test_what_is_missed_is_said(bench, results):
    match = json.loads(json.dumps(results["matches"][1]))
    assert bench.reached(match)
    match["agents"][0]["win_share"]["low"] = 0.5
    assert not bench.reached(match)
    match["agents"][0]["win_share"].update(low=0.55, mean=0.59)
    assert not bench.reached(match)
    assert "missed" in bench.page({**results, "matches": [match]})


def test_a_quick_look_plays_and_writes(bench, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(bench, "PAIRINGS", (bench.Pairing(("greedy", "random"), 200, least=0.8),))
    files = ["--results", tmp_path / "agents.json", "--out", tmp_path / "agents.md"]
    monkeypatch.setattr(sys, "argv", ["agents.py", "--games", "4", "--workers", "1", *map(str, files)])
    status = bench.main()
    data = json.loads((tmp_path / "agents.json").read_text())
    assert data["matches"][0]["games"] == 4
    assert status == (0 if bench.reached(data["matches"][0]) else 1)
    assert (tmp_path / "agents.md").read_text() == bench.page(data)
    assert capsys.readouterr().out.startswith("greedy - random: ")
