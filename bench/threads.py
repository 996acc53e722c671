"""Iterations per second of two threads against one, in both modes of the tree search.

usage: python bench/threads.py [GAME ...] [--seconds S] [--repeats N] [--json FILE] [--check]

The same position, a third into a game by random moves, searched for the same time by one thread, by two with a tree
each, and by two in one tree, in turn. Two trees share nothing: what they come to is what the machine gives to two
threads, and beside it stands what one tree costs. The machine must have two cores to spare. `--check` fails below the
aim.
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


def compare(name: str, seconds: float, repeats: int) -> list[dict[str, Any]]:
    """Searches in turn with one thread and with several; the figures are medians over the rounds."""
    state = position(name)
    rates: dict[str, list[float]] = {"one": [], **{mode: [] for mode in MODES}}
    for seed in range(1, repeats + 1):
        for kind, speeds in rates.items():
            settings: dict[str, Any] = {} if kind == "one" else {"threads": THREADS, "parallel": kind}
            speeds.append(search.mcts(state, time=seconds, seed=seed, **settings).iterations_per_second)

    def ratios(mode: str, to: str) -> list[float]:
        return [a / b for a, b in zip(rates[mode], rates[to], strict=True)]

    return [
        {
            "game": name,
            "players": state.game.players,
            "mode": mode,
            "threads": THREADS,
            "one_per_second": max(rates["one"]),
            "many_per_second": max(rates[mode]),
            "median_ratio": statistics.median(ratios(mode, "one")),
            "least_ratio": min(ratios(mode, "one")),
            "to_trees_of_their_own": statistics.median(ratios(mode, "root")),
            "aim": budgets.THREADS_RATIO,
        }
        for mode in MODES
    ]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", default=GAMES)
    parser.add_argument("--seconds", type=float, default=0.5, help="time of one search")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--json", type=Path)
    parser.add_argument("--check", action="store_true")
    arguments = parser.parse_args()
    rows = []
    for name in arguments.games:
        for row in compare(name, arguments.seconds, arguments.repeats):
            rows.append(row)
            apart = "" if row["mode"] == "root" else f"; {row['to_trees_of_their_own']:.2f} of two trees"
            print(
                f"{name:<18} {row['mode']}: {row['one_per_second']:>10,.0f}/s with one thread, with {THREADS} "
                f"{row['many_per_second']:>10,.0f}/s, ratio {row['median_ratio']:.2f} (median, least "
                f"{row['least_ratio']:.2f}; aim {row['aim']:.1f}){apart}",
                flush=True,
            )
    if arguments.json is not None:
        arguments.json.write_text(json.dumps({"rows": rows}, indent=1) + "\n", encoding="utf-8")
    return 1 if arguments.check and any(row["median_ratio"] < row["aim"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
