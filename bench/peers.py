"""Simulations per second of our tree search and of OpenSpiel's C++ MCTSBot, side by side.

usage: python bench/peers.py [--simulations N ...] [--repeats N] [--json FILE] [--check]

Same start position, same exploration (1.4 for returns in [-1, 1]), one full random rollout per simulation, solver off,
one thread. Both are measured in processor time of this thread, in turn, in one process, with a calibration (random
play of connect four) before and after; the figures that count are the ratios. `--check` fails below the budgets.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pyspiel

import pyboard
from pyboard import search

if TYPE_CHECKING:
    from collections.abc import Callable

UCT_C = 1.4
GAMES = {"toy:connect_four": ("connect_four", 5.0), "toy:tic_tac_toe": ("tic_tac_toe", 3.0)}  # peer's name, budget


def seconds(work: Callable[[], object]) -> float:
    """Processor time of this thread."""
    start = time.thread_time()
    work()
    return time.thread_time() - start


def calibration() -> float:
    """Decisions per second of native random play of connect four, in millions."""
    game = pyboard.load_game("toy:connect_four")
    rates = []
    for seed in range(3):
        took = seconds(lambda seed=seed: rates_of.append(game.play_random_games(100_000, seed=seed).decisions))
        rates.append(rates_of.pop() / took / 1e6)
    return max(rates)


rates_of: list[int] = []


def compare(name: str, simulations: int, repeats: int) -> dict[str, Any]:
    """Runs both in turn and returns their rates and the ratio."""
    peer_name, budget = GAMES[name]
    state = pyboard.load_game(name).new_initial_state()
    game = pyspiel.load_game(peer_name)
    other = game.new_initial_state()
    ours, theirs, nodes, memory = [], [], 0, 0
    for seed in range(1, repeats + 1):
        evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
        bot = pyspiel.MCTSBot(game, evaluator, UCT_C, simulations, 2000, False, seed, False)  # megabytes, no solver
        theirs.append(simulations / seconds(lambda bot=bot: bot.mcts_search(other)))
        start = time.thread_time()
        result = search.mcts(state, iterations=simulations, seed=seed, exploration=UCT_C / 2)
        ours.append(simulations / (time.thread_time() - start))
        nodes, memory = result.nodes, result.memory
    pairs = [a / b for a, b in zip(ours, theirs, strict=True)]
    return {
        "game": name,
        "simulations": simulations,
        "ours_per_second": max(ours),
        "peer_per_second": max(theirs),
        "ratio": max(ours) / max(theirs),
        "median_ratio": statistics.median(pairs),
        "least_ratio": min(pairs),
        "budget": budget,
        "bytes_per_node": memory / nodes,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--simulations", type=int, nargs="+", default=[1000, 10_000, 100_000])
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    before = calibration()
    rows = []
    for name in GAMES:
        for simulations in arguments.simulations:
            repeats = max(arguments.repeats, min(50, 200_000 // simulations))
            row = compare(name, simulations, repeats)
            rows.append(row)
            print(
                f"{name:<18} {simulations:>7,} simulations: {row['ours_per_second']:>10,.0f}/s, OpenSpiel "
                f"{row['peer_per_second']:>10,.0f}/s, ratio {row['ratio']:.1f} (median of pairs "
                f"{row['median_ratio']:.1f}, least {row['least_ratio']:.1f}; budget {row['budget']:.0f})",
                flush=True,
            )
    after = calibration()
    print(f"calibration: {before:.1f} before, {after:.1f} after (million random decisions of connect four per second)")
    if arguments.json is not None:
        data = {"calibration": [before, after], "rows": rows}
        arguments.json.write_text(json.dumps(data, indent=1) + "\n", encoding="utf-8")
    return 1 if arguments.check and any(row["median_ratio"] < row["budget"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
