"""bench/evaluate.py: the correlations are those of SciPy, the intervals tell better from worse, pages are written."""

from __future__ import annotations

import importlib.util
import json
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

import pyboard

ROOT = Path(__file__).parents[2]
PATH = ROOT / "bench" / "evaluate.py"


@pytest.fixture(scope="module")
def evaluate() -> Any:
    spec = importlib.util.spec_from_file_location("evaluate", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_correlations(evaluate: Any, seats: int) -> None:
    rng = np.random.default_rng(seats)
    placing = rng.integers(0, 3, (40, seats)).astype(float)
    values = np.round(placing + rng.normal(size=placing.shape), 1)
    assert evaluate.spearman(values, placing) == pytest.approx(
        stats.spearmanr(values.ravel(), placing.ravel()).statistic
    )
    one = evaluate.kendall(values.reshape(1, -1), placing.reshape(1, -1))
    assert one == pytest.approx(stats.kendalltau(values.ravel(), placing.ravel()).statistic)
    # Between games nothing is compared.
    shifted = values + 100 * np.arange(40)[:, None]
    assert evaluate.kendall(shifted, placing) == pytest.approx(evaluate.kendall(values, placing))
    assert evaluate.spearman(np.zeros_like(placing), placing) == 0
    assert evaluate.kendall(np.zeros_like(placing), placing) == 0


def test_intervals_tell_better_from_worse(evaluate: Any) -> None:
    rng = np.random.default_rng(1)
    placing = rng.permuted(np.tile([0.0, 0.5, 1.0], (200, 1)), axis=1)
    near, far = placing + rng.normal(size=placing.shape) / 2, placing + 2 * rng.normal(size=placing.shape)

    def intervals(estimate: Any, score: Any) -> list[tuple[float, float]]:
        found = [evaluate.Sample(*map(list, game)) for game in zip(estimate, score, placing, strict=True)]
        return [(row["low"], row["high"]) for row in evaluate.correlations(found, 1).values()]

    assert all(low > 0 for low, _ in intervals(near, far))
    assert all(high < 0 for _, high in intervals(far, near))
    assert all(low <= 0 <= high for low, high in intervals(near, near))


def test_points_of_a_game(evaluate: Any) -> None:
    match = pyboard.play_match("tzolkin", ["random", "random"], games=1, seed=5, records=True)
    record = match.games[0].record
    samples = evaluate.samples(record)
    assert len(samples) == 3
    for sample in samples:
        assert sample.placing == match.games[0].placings()
        assert sum(sample.estimate) == pytest.approx(1, abs=1e-5)
    assert samples[0].score != samples[2].score


def test_pages_and_results_fit(evaluate: Any, tmp_path: Path) -> None:
    for path in (ROOT / "bench" / "results").glob("evaluate-*.json"):
        data = json.loads(path.read_text(encoding="utf-8"))
        assert all(evaluate.reached(result, int(players)) for players, result in data["players"].items())
        committed = (ROOT / "docs" / "games" / f"{data['game']}.md").read_text(encoding="utf-8")
        page = tmp_path / path.stem
        page.write_text(committed, encoding="utf-8")
        evaluate.write_page(page, data)
        assert page.read_text(encoding="utf-8") == committed, f"make evaluate GAME={data['game']}"
        bare = tmp_path / f"{path.stem}-bare"
        bare.write_text("# A game\n", encoding="utf-8")
        evaluate.write_page(bare, data)
        assert f"| {max(data['players'])} |" in bare.read_text(encoding="utf-8")


def test_command(evaluate: Any, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = [
        "--game",
        "cacao",
        "--players",
        "2",
        "--games",
        "4",
        "--greedy-games",
        "4",
        "--iterations",
        "5",
        "--workers",
        "1",
    ]
    monkeypatch.setattr(sys, "argv", ["evaluate.py", *arguments])
    assert evaluate.main() in (0, 1)
    out = capsys.readouterr().out
    assert "2 players, two thirds, spearman: estimate" in out
    assert "greedy against random wins" in out
