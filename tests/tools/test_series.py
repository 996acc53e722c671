"""Matches that go on where they stopped, and the pages made of them."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ablate
import ladder
import pytest
import series

import pyboard
from pyboard import agents


def test_a_match_goes_on_where_it_stopped(tmp_path: Path) -> None:
    file = tmp_path / "matches.json"
    results = series.load(file)
    first = series.play(file, results, "cacao", 2, ["greedy", "random"], 4, 1, 1)
    assert len(first["blocks"]) == 1
    assert [len(block) for block in first["blocks"]] == [4]
    more = series.play(file, series.load(file), "cacao", 2, ["greedy", "random"], 8, 1, 1)
    assert more["blocks"][0] == first["blocks"][0]
    assert len(more["blocks"]) == 2
    again = json.loads(file.read_text(encoding="utf-8"))
    assert next(iter(again["matches"].values())) == more
    fresh = series.play(tmp_path / "other.json", {"matches": {}}, "cacao", 2, ["greedy", "random"], 8, 1, 1)
    assert fresh["blocks"] == more["blocks"]  # the same games, in one go or in two
    found = series.summary(more)
    assert found["games"] == 8
    assert found["placing"] > 0.8
    assert found["score"] > found["others"]


def test_seats_that_are_left_go_to_the_last_agent(tmp_path: Path) -> None:
    match = series.play(tmp_path / "m.json", {"matches": {}}, "cacao", 3, ["random", "random"], 6, 2, 1)
    rows = [row for block in match["blocks"] for row in block]
    assert len(rows) == 6
    for win, placing, _, _ in rows:
        assert 0 <= placing <= 1
        assert (win == 1) == (placing == 1)
        assert win == 0 or placing >= 0.5


def test_summary_counts_blocks() -> None:
    blocks = [[[1, 1.0, 10, 5], [0, 0.0, 4, 8]], [[1, 1.0, 12, 6], [1, 1.0, 6, 1]]]
    found = series.summary({"blocks": blocks})
    assert (found["win"], found["placing"], found["score"], found["others"]) == (0.75, 0.75, 8.0, 5.0)
    # Means of the blocks: 0.5 and 1; their standard deviation is 0.354.
    assert found["placing_error"] == pytest.approx(1.96 * 0.5 / 2)
    assert series.summary({"blocks": blocks[:1]})["placing_error"] == float("inf")


def test_agents_of_ladder_and_ablation_can_be_made() -> None:
    for players in (2, 4):
        game = pyboard.load_game("cacao", players=players)
        rungs = ladder.rungs("cacao", players, 0.01)
        assert [name for name, _ in rungs] == ["random", "greedy", "flat", "mcts, plain", "mcts"]
        for _, text in rungs:
            agents.make(text)
        plain = series.plain(game)
        assert plain["playout_depth"] == -1  # the game cuts off
        for name, change in ablate.variants(game, None).items():
            agents.make(series.spec("mcts", {"time": 0.01, **change}))
            assert name in ablate.TRIED
    assert list(ablate.variants(game, ["mast"])) == ["mast"]
    with pytest.raises(SystemExit, match="no option to ablate is called nothing"):
        ablate.variants(game, ["nothing"])


def test_the_page_of_a_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "page.md"
    monkeypatch.setattr(ladder, "rungs", lambda *_: [("random", "random"), ("greedy", "greedy:samples=1")])
    arguments = ["cacao", "--players", "2", "--games", "4", "--results", str(tmp_path / "l.json"), "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["ladder.py", *arguments])
    assert ladder.main() == 0
    assert out.read_text(encoding="utf-8") in capsys.readouterr().out
    assert "| 2 | greedy | random | 4 |" in out.read_text(encoding="utf-8")
