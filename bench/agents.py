"""How strong the agents are: plays the matches, writes bench/results/agents.json and docs/agents.md.

usage: python bench/agents.py [--workers N] [--seed S] [--games N]    play, and write both files (`make agents`)
       python bench/agents.py --page                                  write the page from the results at hand
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyboard

sys.path.insert(0, str(Path(__file__).resolve().parent))
import ablate
import ladder
from series import machine, tuned

if TYPE_CHECKING:
    from pyboard.match import Progress

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "bench" / "results" / "agents.json"
PAGE = ROOT / "docs" / "agents.md"


class Pairing(NamedTuple):
    """A match, and what the first agent has to reach in it."""

    agents: tuple[str, ...]
    games: int
    least: float | None = None  # win share
    above: float | None = None  # lower end of its interval


MCTS = "mcts:iterations=1000"
FLAT = "flat:iterations=1000"
PAIRINGS = (
    Pairing((MCTS, "random"), 200, least=0.95),
    Pairing((MCTS, "greedy"), 200, least=0.6, above=0.5),
    Pairing(("greedy", "random"), 200, least=0.8),
    Pairing((FLAT, "random"), 200),
    Pairing((FLAT, "greedy"), 200),
    Pairing((MCTS, FLAT), 200),
    Pairing(("mcts:iterations=4000", MCTS), 100),
    Pairing((MCTS, "greedy", "greedy"), 150),
    Pairing((MCTS, "greedy", "greedy", "greedy"), 100),
)


def play(pairing: Pairing, seed: int, workers: int, games: int | None) -> dict[str, Any]:
    """Plays one match and returns its result as plain data."""
    name = " - ".join(pairing.agents)

    def progress(step: Progress) -> None:
        if sys.stderr.isatty():
            print(f"\r{name}: {step.done} of {step.total} ", end="", file=sys.stderr, flush=True)

    game = pyboard.load_game("cacao", players=len(pairing.agents))
    result = pyboard.play_match(
        game,
        pairing.agents,
        games=games or pairing.games,
        seed=seed,
        workers=workers,
        backend="processes",
        progress=progress,
    )
    if result.interrupted:
        raise KeyboardInterrupt
    data = result.to_dict()
    data["agents"] = [{"spec": spec, **agent} for spec, agent in zip(pairing.agents, data["agents"], strict=True)]
    data["least"], data["above"] = pairing.least, pairing.above
    share = data["agents"][0]["win_share"]
    print(f"{name}: {share['mean']:.1%} [{share['low']:.1%}, {share['high']:.1%}]", flush=True)
    return data


def reached(match: dict[str, Any]) -> bool:
    """Whether the first agent did what is asked of it."""
    share = match["agents"][0]["win_share"]
    enough = match["least"] is None or share["mean"] >= match["least"]
    return bool(enough and (match["above"] is None or share["low"] > match["above"]))


def defaults() -> dict[str, Any]:
    """What the searches have for settings at the game of the matches, per number of players."""
    seats = sorted({len(pairing.agents) for pairing in PAIRINGS})
    return {str(players): tuned(pyboard.load_game("cacao", players=players)) for players in seats}


def page(results: dict[str, Any]) -> str:
    """The page of the documentation."""
    same = "with that seed the same figures come out on every machine, the speeds aside."
    if results.get("defaults") != defaults():
        same = "the searches had other settings then than they have now."
    lines = [
        "# How strong the agents are",
        "",
        "Written by `make agents` (`bench/agents.py`) from `bench/results/agents.json`; do not edit. All matches are",
        f"at Cacao with default options, seed {results['seed']};",
        same,
        "How they are made: [Play a match](how-to/play-a-match.md).",
        "",
        "| agent | against | games | win share | 95 % interval | asked | placing | score |",
        "|---|---|--:|--:|--:|---|--:|--:|",
    ]
    for match in results["matches"]:
        first, *others = match["agents"]
        asked = [f"at least {match['least']:.0%}"] if match["least"] is not None else []
        asked += [f"interval above {match['above']:.0%}"] if match["above"] is not None else []
        verdict = f"{', '.join(asked)}: {'reached' if reached(match) else 'missed'}" if asked else ""
        share, placing = first["win_share"], first["placing"]
        opponents = f"{len(others)} × `{others[0]['spec']}`" if len(others) > 1 else f"`{others[0]['spec']}`"
        scores = " : ".join(f"{agent['score']['mean']:.1f}" for agent in (first, others[0]))
        lines.append(
            f"| `{first['spec']}` | {opponents} | {match['games']} | {share['mean']:.1%} |"
            f" {share['low']:.1%} – {share['high']:.1%} | {verdict} |"
            f" {placing['mean']:.3f} ± {placing['high'] - placing['mean']:.3f} | {scores} |"
        )
    lines += [
        "",
        "Equal players would have a win share of one half with two, a third with three and a quarter with four",
        "players. *placing* is the share of the other players beaten, *score* the mean final points of the agent and",
        "of its (first) opponent.",
        "",
        "## Speed",
        "",
        f"Decisions per second while the matches ran, on {results['machine']}, {results['workers']} games at a time:",
        "",
        "| agent | players | decisions/s |",
        "|---|--:|--:|",
    ]
    speeds: dict[tuple[str, int], float] = {}
    for match in results["matches"]:
        for agent in match["agents"]:
            if agent["decisions_per_second"]:
                speeds.setdefault((agent["spec"], match["players"]), agent["decisions_per_second"])
    lines += [f"| `{spec}` | {players} | {speed:,.0f} |" for (spec, players), speed in sorted(speeds.items())]
    lines += ["", *ladder.sections(list(pyboard.games())), *ablate.sections(list(pyboard.games()))]
    return "\n".join(lines).rstrip("\n") + "\n"


def main() -> int:
    """Plays, or only writes the page; 1 if an agent misses what is asked of it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, help="instead of the usual numbers, for a quick look")
    parser.add_argument("--page", action="store_true", help="only write the page")
    parser.add_argument("--results", type=Path, default=RESULTS, help="the file with the results")
    parser.add_argument("--out", type=Path, default=PAGE, help="the page")
    arguments = parser.parse_args()
    if arguments.page:
        results = json.loads(arguments.results.read_text(encoding="utf-8"))
    else:
        matches = [play(pairing, arguments.seed, arguments.workers, arguments.games) for pairing in PAIRINGS]
        results = {
            "version": pyboard.__version__,
            "machine": machine(),
            "workers": arguments.workers,
            "seed": arguments.seed,
            "defaults": defaults(),
            "matches": matches,
        }
        arguments.results.parent.mkdir(parents=True, exist_ok=True)
        arguments.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    arguments.out.write_text(page(results), encoding="utf-8")
    return 0 if all(reached(match) for match in results["matches"]) else 1


if __name__ == "__main__":
    sys.exit(main())
