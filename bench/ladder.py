"""Every agent against the one a rung below, at equal time per decision.

usage: python bench/ladder.py GAME [--players 2 4] [--time 0.02] [--games 200] [--workers N] [--seed S]

Writes bench/results/ladder-GAME.json after every few games, takes up what is there, and prints the page.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import pyboard

sys.path.insert(0, str(Path(__file__).resolve().parent))
import itertools

import series
from agents import machine

RESULTS = Path(__file__).resolve().parent / "results"


def rungs(name: str, players: int, seconds: float) -> list[tuple[str, str]]:
    """Names and texts of the agents, from the lowest rung up."""
    game = pyboard.load_game(name, players=players)
    budget = {"time": seconds}
    return [
        ("random", "random"),
        ("greedy", "greedy"),
        ("flat", series.spec("flat", budget)),
        ("mcts, plain", series.spec("mcts", {**budget, **series.plain(game)})),
        ("mcts", series.spec("mcts", budget)),
    ]


def page(name: str, results: dict[str, object], rows: list[list[str]]) -> str:
    """The page of the documentation."""
    head = ["seats", "agent", "against", "games", "wins", "placing", "score", "theirs"]
    lines = [
        f"# Ladder of {name}",
        "",
        f"`bench/ladder.py` on {results['machine']}: one seat against all others, {results['time']} s per decision,",
        "seats rotated and luck shared within a block; intervals are 95 %.",
        "",
        *series.table(head, rows),
    ]
    return "\n".join(lines) + "\n"


def main() -> int:
    """Plays what is missing and prints the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=pyboard.games())
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--time", type=float, default=0.02)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--out", type=Path, help="a file for the page")
    arguments = parser.parse_args()
    file = arguments.results or RESULTS / f"ladder-{arguments.game}.json"
    results = series.load(file)
    results.update({"version": pyboard.__version__, "machine": machine(), "time": arguments.time})
    rows = []
    for players in arguments.players:
        ladder = rungs(arguments.game, players, arguments.time)
        for (below, lower), (above, upper) in itertools.pairwise(ladder):
            match = series.play(
                file,
                results,
                arguments.game,
                players,
                [upper, lower],
                arguments.games,
                arguments.seed,
                arguments.workers,
            )
            found = series.summary(match)
            rows.append(
                [
                    str(players),
                    above,
                    below,
                    f"{found['games']:.0f}",
                    series.interval(found, "win"),
                    series.interval(found, "placing"),
                    f"{found['score']:.1f}",
                    f"{found['others']:.1f}",
                ]
            )
    text = page(arguments.game, results, rows)
    print(text)
    if arguments.out:
        arguments.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
