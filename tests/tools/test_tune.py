"""bench/tune.py: what it proposes is taken, studies go on where they stopped, the best are played once more."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
import series

import pyboard

optuna = pytest.importorskip("optuna")  # of the group `bench`
import tune  # noqa: E402

pytestmark = pytest.mark.slow


def run(monkeypatch: pytest.MonkeyPatch, folder: Path, *more: str) -> int:
    words = ["cacao", "--players", "2", "--time", "0.0005", "--games", "4", "--results", str(folder), *more]
    monkeypatch.setattr(sys, "argv", ["tune.py", *words])
    return tune.main()


def trials(folder: Path) -> list[Any]:
    study = tune.open_study(folder / "tune-cacao-2p.log", "tune-cacao-2p", 1)
    return [trial for trial in study.trials if trial.state == optuna.trial.TrialState.COMPLETE]


@pytest.mark.parametrize("name", pyboard.games())
def test_the_search_takes_what_is_proposed(name: str) -> None:
    """And what is off is off, whatever the defaults of the game are."""
    game = pyboard.load_game(name)
    study = optuna.create_study(sampler=optuna.samplers.RandomSampler(seed=1))
    seen: dict[str, set[bool]] = {name: set() for name in tune.NEUTRAL}
    for _ in range(60):
        trial = study.ask()
        settings = tune.propose(trial)
        search = pyboard.search.MCTS(game, **settings)
        for option, neutral in tune.NEUTRAL.items():
            assert search.settings[option] == settings[option]
            seen[option].add(settings[option] == neutral)
        assert (settings["first_play_reduction"] >= 0) == trial.params["reduce"]
        assert (settings["prior_weight"] > 0) == trial.params["priors"]
    assert all(kinds == {False, True} for kinds in seen.values())


def test_a_study_goes_on(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(monkeypatch, tmp_path, "--trials", "2", "--confirm", "0") == 0
    first = trials(tmp_path)
    assert len(first) == 2
    printed = capsys.readouterr().out
    assert "the best of 2 trials, 4 games each, against mcts:time=0.0005" in printed
    assert "other games" not in printed
    assert run(monkeypatch, tmp_path, "--trials", "5", "--confirm", "8") == 0
    found = trials(tmp_path)
    assert [trial.params for trial in found[:2]] == [trial.params for trial in first]
    assert len({json.dumps(trial.params, sort_keys=True) for trial in found}) == 5  # nothing is proposed twice
    rows = [line for line in capsys.readouterr().out.splitlines() if line.startswith("| `mcts:")]
    assert len(rows) == tune.CONFIRMED
    # The three best, in games that no trial has played.
    assert float(rows[0].split("|")[2]) == pytest.approx(max(trial.value for trial in found), abs=5e-4)
    matches = series.load(tmp_path / "tune-cacao-2p.json")["matches"].values()
    assert sorted((match["seed"], len(match["blocks"])) for match in matches) == [(1, 1)] * 5 + [(2, 2)] * 3


def test_a_trial_that_was_broken_off_is_the_next(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []
    play = series.play

    def interrupted(*arguments: Any) -> dict[str, Any]:
        asked.append(arguments[4][0])
        if len(asked) == 2:
            raise KeyboardInterrupt
        return play(*arguments)

    monkeypatch.setattr(series, "play", interrupted)
    assert run(monkeypatch, tmp_path, "--trials", "3", "--confirm", "0") == 130
    assert "stopped; the same command goes on from here" in capsys.readouterr().err
    assert run(monkeypatch, tmp_path, "--trials", "3", "--confirm", "0") == 0
    assert len(asked) == 4
    assert asked[2] == asked[1]
    assert [trial.user_attrs["agent"] for trial in trials(tmp_path)] == [asked[0], asked[2], asked[3]]
