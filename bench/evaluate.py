"""How good the estimate of a game is: its order of the seats against their final places, and what one greedy seat wins.

Per number of players: games of the `mcts` agent with itself (without greedy playouts, which would take hours). At a
third, half and two thirds of their decisions the estimate of every seat and its score as it stands are compared with
the final placing, by two rank correlations: Spearman's over all seats of all games, and Kendall's tau-b over the pairs
of seats that met in a game. The interval is that of the paired difference, by bootstrap over games. Then one `greedy`
seat against `random` in all others, and random play, for their shares of wins and mean scores. Writes
bench/results/evaluate-<game>.json and the tables between the marks on docs/games/<game>.md, at its end if it has none;
returns 1 if Spearman's is not surely higher for the estimate at some point, or greedy wins too little.

usage: python bench/evaluate.py --game tzolkin [--games 400] [--iterations 300] [--seed 1] [--workers N]
       python bench/evaluate.py --game tzolkin --page      only write the page, from the results at hand
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

import pyboard
from pyboard import _core, records, search

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pyboard.match import MatchResult
    from pyboard.records import Record

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results"
PAGES = ROOT / "docs" / "games"

POINTS = {"a third": 1 / 3, "half": 1 / 2, "two thirds": 2 / 3}
# Lower ends that the share of wins of one greedy seat has to reach.
GREEDY = {2: 0.80, 3: 0.55, 4: 0.45, 5: 0.35}
RESAMPLES = 2000
BEGIN = "<!-- evaluate: begin (written by `make evaluate`) -->"
END = "<!-- evaluate: end -->"


def searcher(game: pyboard.Game, iterations: int) -> str:
    """The agent whose games are looked at."""
    greedy = {row["name"]: row["default"] for row in search.parameters(game)}["playout_greedy"] > 0
    return f"mcts:iterations={iterations}" + (",playout_greedy=0,playout_depth=0" if greedy else "")


class Sample(NamedTuple):
    """One point of one game: a number per seat."""

    estimate: list[float]
    score: list[float]
    placing: list[float]


def samples(record: Record) -> list[Sample]:
    """The points of a game, in the order of POINTS."""
    decisions = [state.clone() for state in records.replay(record) if state.current_player() >= 0]
    final = records.final_state(record)
    placing = [(value + 1) / 2 for value in final.returns()]
    chosen = [decisions[int(len(decisions) * part)] for part in POINTS.values()]
    return [Sample(state.evaluate(), [float(s) for s in state.scores()], placing) for state in chosen]


def ranks(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Ranks from 1, ties sharing their mean rank."""
    _, where, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    mean: np.ndarray[Any, Any] = (last - (counts - 1) / 2)[where]
    return mean


def spearman(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> float:
    """Rank correlation over all seats of all games; 0 if nothing is ranked."""
    x, y = ranks(a.ravel()), ranks(b.ravel())
    x, y = x - x.mean(), y - y.mean()
    norm = float(np.sqrt((x @ x) * (y @ y)))
    return float(x @ y) / norm if norm > 0 else 0.0


def kendall(a: np.ndarray[Any, Any], b: np.ndarray[Any, Any]) -> float:
    """Tau-b over the pairs of seats of the same game."""
    first, second = np.triu_indices(a.shape[1], 1)
    x, y = np.sign(a[:, first] - a[:, second]), np.sign(b[:, first] - b[:, second])
    norm = float(np.sqrt(np.abs(x).sum() * np.abs(y).sum()))
    return float((x * y).sum()) / norm if norm > 0 else 0.0


def correlations(found: Sequence[Sample], seed: int) -> dict[str, Any]:
    """Both correlations of the estimate and of the score, and the intervals of their differences."""
    estimate, score, placing = (np.array([sample[i] for sample in found]) for i in range(3))
    result: dict[str, Any] = {}
    rng = np.random.default_rng(seed)
    for name, measure in (("spearman", spearman), ("kendall", kendall)):
        of_estimate, of_score = measure(estimate, placing), measure(score, placing)
        differences = []
        for _ in range(RESAMPLES):
            pick = rng.integers(0, len(found), len(found))
            differences.append(measure(estimate[pick], placing[pick]) - measure(score[pick], placing[pick]))
        low, high = np.quantile(differences, (0.025, 0.975))
        result[name] = {
            "estimate": of_estimate,
            "score": of_score,
            "difference": of_estimate - of_score,
            "low": float(low),
            "high": float(high),
        }
    return result


def own_results(match: MatchResult) -> dict[str, Any]:
    """Share of wins and mean score of the first agent, and the score of the others."""
    first, *others = match.agents
    share = first.win_share
    return {
        "games": len(match.games),
        "win_share": share.mean,
        "low": share.low,
        "high": share.high,
        "score": first.score.mean,
        "score_of_others": fmean(agent.score.mean for agent in others),
    }


def measure(name: str, players: int, arguments: argparse.Namespace) -> dict[str, Any]:
    """All figures for one number of players."""
    game = pyboard.load_game(name, players=players)
    match = pyboard.play_match(
        game,
        [searcher(game, arguments.iterations)],
        games=arguments.games,
        seed=arguments.seed,
        workers=arguments.workers,
        backend="processes",
        records=True,
    )
    if match.interrupted:
        raise KeyboardInterrupt
    by_game = [samples(outcome.record) for outcome in match.games if outcome.record is not None]
    random = game.play_random_games(20_000, seed=arguments.seed)
    result: dict[str, Any] = {
        "games": len(match.games),
        "points": {
            point: correlations([found[i] for found in by_game], arguments.seed) for i, point in enumerate(POINTS)
        },
        "mcts_score": fmean(score for outcome in match.games for score in outcome.scores),
        "mcts_winner": fmean(max(outcome.scores) for outcome in match.games),
        "random_score": fmean(random.mean_scores),
        "greedy": own_results(
            pyboard.play_match(
                game,
                ["greedy", *["random"] * (players - 1)],
                games=arguments.greedy_games,
                seed=arguments.seed,
                workers=arguments.workers,
                backend="processes",
            )
        ),
    }
    report(players, result)
    return result


def report(players: int, result: dict[str, Any]) -> None:
    for point, both in result["points"].items():
        for kind, row in both.items():
            print(
                f"{players} players, {point}, {kind}: estimate {row['estimate']:.3f}, score {row['score']:.3f},"
                f" difference {row['difference']:+.3f} [{row['low']:+.3f}, {row['high']:+.3f}]",
                flush=True,
            )
    greedy = result["greedy"]
    print(
        f"{players} players: greedy against random wins {greedy['win_share']:.1%}"
        f" [{greedy['low']:.1%}, {greedy['high']:.1%}]; mean scores: mcts {result['mcts_score']:.1f},"
        f" greedy {greedy['score']:.1f}, random {result['random_score']:.1f}",
        flush=True,
    )


def reached(result: dict[str, Any], players: int) -> bool:
    """Whether the estimate surely ranks all seats better than the score, at every point, and greedy wins enough."""
    better = all(both["spearman"]["low"] > 0 for both in result["points"].values())
    return better and result["greedy"]["low"] >= GREEDY[players]


def tables(data: dict[str, Any]) -> list[str]:
    """The part of the page."""
    agent = data.get("agent", f"mcts:iterations={data['iterations']}")
    lines = [
        (
            f"Measured by `make evaluate GAME={data['game']}` (seed {data['seed']}; figures in"
            f" `bench/results/evaluate-{data['game']}.json`). Rank correlation with the final placing, in games of"
            f" `{agent}` with itself: of the estimate, of the score if the game ended now,"
            " and their paired difference with its 95 % interval (bootstrap over games). Spearman's over all seats;"
            " Kendall's tau-b over pairs of seats of the same game."
        ),
        "",
        (
            "| players | games | decisions played | Spearman: estimate | score | difference"
            " | Kendall: estimate | score | difference |"
        ),
        "|--:|--:|---|--:|--:|---|--:|--:|---|",
    ]
    for players, result in data["players"].items():
        for point, both in result["points"].items():
            cells = " | ".join(
                f"{row['estimate']:.2f} | {row['score']:.2f}"
                f" | {row['difference']:+.2f} ({row['low']:+.2f} to {row['high']:+.2f})"
                for row in both.values()
            )
            lines.append(f"| {players} | {result['games']} | {point} | {cells} |")
    lines += [
        "",
        "One `greedy` seat against `random` in all others, seats rotated, and mean scores (random play: 20,000 games):",
        "",
        (
            "| players | games | greedy wins | 95 % interval | asked (lower end) | score of greedy | of its opponents"
            " | `mcts` with itself: all seats | winner | random play |"
        ),
        "|--:|--:|--:|---|--:|--:|--:|--:|--:|--:|",
    ]
    for players, result in data["players"].items():
        greedy = result["greedy"]
        lines.append(
            f"| {players} | {greedy['games']} | {greedy['win_share']:.1%} | {greedy['low']:.1%} – {greedy['high']:.1%}"
            f" | {GREEDY[int(players)]:.0%} | {greedy['score']:.1f} | {greedy['score_of_others']:.1f}"
            f" | {result['mcts_score']:.1f} | {result['mcts_winner']:.1f} | {result['random_score']:.1f} |"
        )
    return lines


def write_page(page: Path, data: dict[str, Any]) -> None:
    """Replaces what stands between the marks."""
    text = page.read_text(encoding="utf-8")
    if BEGIN not in text:
        text = f"{text.rstrip()}\n\n## The estimate, measured\n\n{BEGIN}\n{END}\n"
    start, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    body = "\n".join(tables(data))
    page.write_text(f"{text[:start]}\n\n{body}\n\n{text[end:]}", encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="tzolkin", choices=pyboard.games())
    parser.add_argument("--players", type=int, nargs="*", help="only these numbers; nothing is written")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--greedy-games", type=int, default=400)
    parser.add_argument("--iterations", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--page", action="store_true", help="only write the page from the results at hand")
    arguments = parser.parse_args()
    path, page = RESULTS / f"evaluate-{arguments.game}.json", PAGES / f"{arguments.game}.md"
    if arguments.page:
        write_page(page, json.loads(path.read_text(encoding="utf-8")))
        return 0
    least, most = _core._info(arguments.game)["players"]
    counts = arguments.players or range(least, most + 1)
    results = {str(players): measure(arguments.game, players, arguments) for players in counts}
    if not arguments.players:
        data = {
            "game": arguments.game,
            "pyboard": pyboard.__version__,
            "seed": arguments.seed,
            "iterations": arguments.iterations,
            "agent": searcher(pyboard.load_game(arguments.game), arguments.iterations),
            "players": results,
        }
        path.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
        write_page(page, data)
    return 0 if all(reached(result, int(players)) for players, result in results.items()) else 1


if __name__ == "__main__":
    sys.exit(main())
