"""Matches that go on where they stopped, and the pages made of them."""

from __future__ import annotations

import json
import re
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


def test_a_match_of_other_defaults_does_not_go_on(tmp_path: Path) -> None:
    file = tmp_path / "matches.json"
    results = series.load(file)
    match = series.play(file, results, "cacao", 2, ["greedy", "random"], 4, 1, 1)
    assert match["defaults"]["mcts"]["playout_depth"] == 0
    results["matches"]["cacao 2 1: greedy - random"]["defaults"]["mcts"]["exploration"] = 9.0
    with pytest.raises(SystemExit, match="begun with other defaults of cacao; remove it"):
        series.play(file, results, "cacao", 2, ["greedy", "random"], 8, 1, 1)
    assert series.load(file)["matches"]["cacao 2 1: greedy - random"]["blocks"] == match["blocks"]


def test_seats_that_are_left_go_to_the_last_agent(tmp_path: Path) -> None:
    match = series.play(tmp_path / "m.json", {"matches": {}}, "cacao", 3, ["random", "random"], 6, 2, 1)
    rows = [row for block in match["blocks"] for row in block]
    assert len(rows) == 6
    for places, scores in rows:
        assert len(places) == len(scores) == 3
        win, placing, score, others = series.measures([places, scores])
        assert (score, others) == (scores[0], pytest.approx((scores[1] + scores[2]) / 2))
        assert 0 <= placing <= 1
        assert (win == 1) == (placing == 1)
        assert win == 0 or placing >= 0.5


def test_measures_of_a_game() -> None:
    assert series.measures([[1, 1, 3], [9, 9, 4]]) == (0.5, 0.75, 9, 6.5)
    assert series.measures([[2, 1], [5, 8]]) == (0, 0, 5, 8)


def test_summary_counts_blocks() -> None:
    won, lost = [[1, 2], [10, 5]], [[2, 1], [4, 8]]
    found = series.summary({"blocks": [[won, lost], [won, won]]})
    assert (found["win"], found["placing"], found["score"], found["others"]) == (0.75, 0.75, 8.5, 5.75)
    # Means of the blocks: 0.5 and 1; their standard deviation is 0.354.
    assert found["placing_error"] == pytest.approx(1.96 * 0.5 / 2)
    assert series.summary({"blocks": [[won, lost]]})["placing_error"] == float("inf")


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


def rows(*places: tuple[int, int]) -> list[list[list[float]]]:
    """Games of two with these places of the first agent and the other."""
    return [[[a, b], [10.0 * b, 10.0 * a]] for a, b in places]


def test_ratings_follow_results() -> None:
    won, lost = rows((1, 2)) * 20, rows((2, 1)) * 20
    skills = series.ratings([(("b", "a"), {"blocks": [won]}), (("c", "b"), {"blocks": [won]})])
    assert skills["c"][0] > skills["b"][0] > skills["a"][0]
    skills = series.ratings([(("b", "a"), {"blocks": [lost]})])
    assert skills["a"][0] > skills["b"][0]
    assert all(0 < deviation < 25 / 3 for _, deviation in skills.values())


def test_scores_of_all_seats() -> None:
    found = series.all_scores({"blocks": [rows((1, 2), (2, 1)), rows((1, 2))]})
    assert found == {"mean": 15.0, "winner": 20.0, "least": 10.0, "most": 20.0}


@pytest.mark.parametrize("name", pyboard.games())
def test_sources_add_up_to_the_scores(name: str, tmp_path: Path) -> None:
    """Whatever brought the points, in one go or in two."""
    file = tmp_path / "m.json"
    series.play(file, series.load(file), name, series.counts(name)[0], ["greedy", "random"], 4, 3, 1, with_sources=True)
    match = series.play(
        file, series.load(file), name, series.counts(name)[0], ["greedy", "random"], 8, 3, 1, with_sources=True
    )
    total = sum(sum(scores) for block in match["blocks"] for _, scores in block)
    state = pyboard.load_game(name, players=series.counts(name)[0]).new_initial_state()
    games = sum(len(block) for block in match["blocks"])
    assert sum(match["sources"].values()) + games * sum(state.scores()) == pytest.approx(total)
    assert len(match["sources"]) > 2
    first = max(match["sources"].items(), key=lambda item: item[1])[0]
    assert ladder.by_source(match).startswith(f"{first} ")


@pytest.mark.parametrize(("wins", "text"), [(90, "85%: reached"), (60, "85%: missed")])
def test_what_a_contest_asks_for(wins: int, text: str) -> None:
    pairing = next(p for p in ladder.pairings("cacao") if p.part == "contests")
    games = rows((1, 2)) * wins + rows((2, 1)) * (100 - wins)
    blocks = [games[i::25] for i in range(25)]
    assert ladder.verdict(pairing, series.summary({"blocks": blocks})) == text


def test_every_game_has_its_pairings() -> None:
    for name in pyboard.games():
        found = ladder.pairings(name)
        for players in series.counts(name):
            parts = [pairing.part for pairing in found if pairing.players == players]
            assert parts.count("ladder") == 4
            assert parts.count("scores") == 1
            assert parts.count("contests") == (1 if players == 4 else 2)
        for pairing in found:
            for spec in pairing.specs:
                agents.make(spec)


@pytest.mark.parametrize("wins", [5, 50, 95])
def test_a_weaker_rung_is_jumped(wins: int) -> None:
    _, _, (flat, flat_spec), (plain, plain_spec), (tuned, tuned_spec) = ladder.rungs("cacao", 2, ladder.RUNG_SECONDS)
    games = rows((1, 2)) * wins + rows((2, 1)) * (100 - wins)
    key = series.key_of("cacao", 2, [plain_spec, flat_spec], 1)
    results = {"seed": 1, "matches": {key: {"blocks": [games[i::25] for i in range(25)]}}}
    found = list(ladder.jumps("cacao", results))
    assert plain == "mcts, plain"
    expected = [ladder.Pairing("ladder", 2, (tuned, flat), (tuned_spec, flat_spec))]
    assert found == (expected if wins == 5 else [])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """One pairing of every part, of agents that need little time."""
    quick = [
        ladder.Pairing("ladder", 2, ("greedy", "random"), ("greedy:samples=1", "random")),
        ladder.Pairing("contests", 2, ("mcts", "greedy"), ("greedy:samples=1", "random"), 0.85),
        ladder.Pairing("scores", 2, ("mcts", "mcts"), ("random", "random")),
    ]
    monkeypatch.setattr(ladder, "pairings", lambda _: quick)


@pytest.mark.usefixtures("short")
def test_the_sections_of_a_ladder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ladder.sections(["cacao"], tmp_path) == []
    arguments = ["cacao", "--limit", "4", "--results", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["ladder.py", *arguments])
    assert ladder.main() == 0
    first = capsys.readouterr().out
    assert "| win share |" not in first  # one block has no interval
    assert "| cacao | 2 | 4 |" in first  # which scores do without
    # Random players stay far below what is told of people.
    assert " below 63 |" in first
    assert "- cacao: nothing was tried yet." in first
    arguments[2] = "8"
    monkeypatch.setattr(sys, "argv", ["ladder.py", *arguments])
    assert ladder.main() == 0
    text = capsys.readouterr().out
    assert "| cacao | 2 | greedy | random | 8 |" in text
    assert "85%: " in text
    assert len(json.loads(ladder.file_of("cacao", tmp_path).read_text(encoding="utf-8"))["matches"]) == 2  # one shared
    monkeypatch.setattr(sys, "argv", ["ladder.py", *arguments, "--page"])
    assert ladder.main() == 0
    assert capsys.readouterr().out == text


def test_something_was_tried_where_scores_are_low() -> None:
    assert "nothing was tried yet" not in "\n".join(ladder.sections(list(pyboard.games())))


def test_a_game_that_is_not_there(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "argv", ["ladder.py", "chess"])
    with pytest.raises(SystemExit):
        ladder.main()
    assert "no game is called chess; there are: cacao, " in capsys.readouterr().err


def test_the_section_of_an_ablation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert ablate.sections(["cacao"], tmp_path) == []
    base = ["cacao", "--players", "2", "--games", "4", "--time", "0.001", "--results", str(tmp_path)]
    monkeypatch.setattr(sys, "argv", ["ablate.py", *base, "--try", "exploration=0.9,mast=0.5"])
    assert ablate.main() == 0
    text = capsys.readouterr().out
    assert "| cacao | 2 | 0.001 | `exploration=0.9, mast=0.5` | 4 |" in text
    rating, said = text.strip().rsplit("|", 3)[1:3]
    assert re.fullmatch(r" [+-]\d+\.\d ± \d+\.\d ", rating)
    assert said.strip() in {"open", "better", "worse"}
    monkeypatch.setattr(sys, "argv", ["ablate.py", *base, "--page"])
    assert ablate.main() == 0
    assert capsys.readouterr().out == text
