"""What each option of mcts is worth: the search with one option changed against the search as it is.

usage: python bench/ablate.py GAME [--players 2 4] [--time 0.02] [--games 400] [--options NAME ...] [--workers N]

Writes bench/results/ablate-GAME.json after every few games, takes up what is there, and prints the page.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import pyboard
from pyboard import search

sys.path.insert(0, str(Path(__file__).resolve().parent))
import series
from agents import machine

RESULTS = Path(__file__).resolve().parent / "results"
# Options that are off, with the values to try.
TRIED: dict[str, dict[str, Any]] = {
    "first_play_reduction": {"first_play_reduction": 0.1},
    "variance_scaling": {"variance_scaling": True},
    "value_scaling": {"value_scaling": 1.0},
    "prior_weight": {"prior_weight": 1.0},
    "history_weight": {"history_weight": 0.5},
    "implicit_minimax": {"implicit_minimax": 0.2},
    "mast": {"mast": 0.5, "playout_depth": 10},
    "playout_greedy": {"playout_greedy": 0.5, "playout_depth": 10},
    "playout_depth": {"playout_depth": 10},
    "utility": {"utility": "margin"},
    "placing_share": {"utility": "margin", "placing_share": 0.5},
    "selection": {"selection": "regret"},
    "solver": {"solver": True},
    "solve_decisions": {"solve_decisions": 8},
    "chance": {"chance": "closed"},
    "tree": {"tree": "own"},
}


def variants(game: pyboard.Game, options: list[str] | None) -> dict[str, dict[str, Any]]:
    """What is changed: options that are on go off, the others get the value to try."""
    rows = {row["name"]: row for row in search.parameters(game)}
    found = {}
    for name, change in TRIED.items():
        on = rows[name]["default"] != rows[name]["neutral"] and name not in ("utility", "selection", "chance")
        found[name] = {name: rows[name]["neutral"]} if on else change
    unknown = [name for name in options or () if name not in found]
    if unknown:
        raise SystemExit(f"no option to ablate is called {', '.join(unknown)}; there are: {', '.join(found)}")
    return {name: found[name] for name in options or found}


def main() -> int:
    """Plays what is missing and prints the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=pyboard.games())
    parser.add_argument("--players", type=int, nargs="+", default=[2, 4])
    parser.add_argument("--time", type=float, default=0.02)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--options", nargs="+")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path)
    parser.add_argument("--out", type=Path, help="a file for the page")
    arguments = parser.parse_args()
    file = arguments.results or RESULTS / f"ablate-{arguments.game}.json"
    results = series.load(file)
    results.update({"version": pyboard.__version__, "machine": machine(), "time": arguments.time})
    rows = []
    for players in arguments.players:
        game = pyboard.load_game(arguments.game, players=players)
        base = {"time": arguments.time}
        for name, change in variants(game, arguments.options).items():
            agents = [series.spec("mcts", {**base, **change}), series.spec("mcts", base)]
            match = series.play(
                file, results, arguments.game, players, agents, arguments.games, arguments.seed, arguments.workers
            )
            found = series.summary(match)
            gain = found["placing"] - 0.5
            sure = abs(gain) > found["placing_error"]
            rows.append(
                [
                    str(players),
                    f"`{name}`",
                    "`" + ", ".join(f"{key}={value}" for key, value in change.items()) + "`",
                    f"{found['games']:.0f}",
                    series.interval(found, "placing"),
                    f"{found['score'] - found['others']:+.1f}",
                    "open" if not sure else "better" if gain > 0 else "worse",
                ]
            )
    head = ["seats", "option", "changed to", "games", "placing", "points ahead", "change is"]
    lines = [
        f"# Options of mcts at {arguments.game}",
        "",
        f"`bench/ablate.py` on {results['machine']}: one seat with the change against the defaults in all others,",
        f"{arguments.time} s per decision, seats rotated and luck shared within a block. Placing 0.5 is no difference;",
        "intervals are 95 %.",
        "",
        *series.table(head, rows),
    ]
    text = "\n".join(lines) + "\n"
    print(text)
    if arguments.out:
        arguments.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
