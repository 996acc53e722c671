"""Iterations per second of two threads against one, in both modes of the tree search.

usage: python bench/threads.py [--seconds S] [--repeats N] [--json FILE] [--check]

The same position, a third into a game by random moves, searched for the same time by one thread and by two, in turn.
The machine must have two cores to spare. `--check` fails below the aim.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
from pathlib import Path
from typing import Any

import budgets

import pyboard
from pyboard import search

GAMES = ("toy:connect_four", *pyboard.games())
MODES = ("root", "tree")
THREADS = 2


def position(name: str) -> pyboard.State:
    """A decision a third into a game with the smallest number of players."""
    state = pyboard.load_game(name).new_initial_state()
    whole = state.clone()
    whole.play_random(1)
    steps = len(whole.history()) // 3
    seed = 0
    while not state.is_terminal() and (len(state.history()) < steps or state.current_player() < 0):
        legal = state.legal_actions()
        state.apply_action(legal[(7 * seed + 3) % len(legal)])
        seed += 1
    return state


def compare(name: str, mode: str, seconds: float, repeats: int) -> dict[str, Any]:
    """Searches in turn with one thread and with several; the figure is the median ratio of the pairs."""
    state = position(name)
    settings: dict[str, Any] = {"threads": THREADS, "parallel": mode}
    one, many = [], []
    for seed in range(1, repeats + 1):
        one.append(search.mcts(state, time=seconds, seed=seed).iterations_per_second)
        many.append(search.mcts(state, time=seconds, seed=seed, **settings).iterations_per_second)
    ratios = [b / a for a, b in zip(one, many, strict=True)]
    return {
        "game": name,
        "players": state.game.players,
        "mode": mode,
        "threads": THREADS,
        "one_per_second": max(one),
        "many_per_second": max(many),
        "median_ratio": statistics.median(ratios),
        "least_ratio": min(ratios),
        "aim": budgets.THREADS_RATIO,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="time of one search")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    rows = []
    for name in GAMES:
        for mode in MODES:
            row = compare(name, mode, arguments.seconds, arguments.repeats)
            rows.append(row)
            print(
                f"{name:<18} {mode}: {row['one_per_second']:>10,.0f}/s with one thread, with {THREADS} "
                f"{row['many_per_second']:>10,.0f}/s, ratio {row['median_ratio']:.2f} (median of pairs, least "
                f"{row['least_ratio']:.2f}; aim {row['aim']:.1f})",
                flush=True,
            )
    if arguments.json is not None:
        arguments.json.write_text(json.dumps({"rows": rows}, indent=1) + "\n", encoding="utf-8")
    return 1 if arguments.check and any(row["median_ratio"] < row["aim"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
