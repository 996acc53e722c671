"""What each option of mcts is worth: the search with one option changed against the search as it is.

usage: python bench/ablate.py GAME [--players N ...] [--time 0.02] [--games 400] [--options NAME ...] [--workers N]
       python bench/ablate.py GAME --try "OPTION=VALUE,…" […]    a change that is in no list
       python bench/ablate.py GAME --method flat […]             what is worth something there
       python bench/ablate.py GAME --page

Writes bench/results/ablate-GAME.json after every few games, takes up what is there (not what was begun with other
defaults of the game than today's), and prints the section of the page.
"""

from __future__ import annotations

import argparse
import math
import sys
from pathlib import Path
from typing import Any, NamedTuple

import pyboard
from pyboard import search

sys.path.insert(0, str(Path(__file__).resolve().parent))
import series

RESULTS = Path(__file__).resolve().parent / "results"
# Options that are off, with the values to try.
TRIED: dict[str, dict[str, Any]] = {
    "first_play_reduction": {"first_play_reduction": 0.1},
    "variance_scaling": {"variance_scaling": True},
    "value_scaling": {"value_scaling": 1.0},
    "prior_weight": {"prior_weight": 1.0},
    "history_weight": {"history_weight": 0.5},
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
    "expand_visits": {"expand_visits": 4},
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


def file_of(name: str, results: Path = RESULTS) -> Path:
    """The results of a game."""
    return results / f"ablate-{name}.json"


class Tried(NamedTuple):
    """A match, told apart into what its agents have in common and what not."""

    match: dict[str, Any]
    method: str
    seconds: str
    change: str


def matches_of(results: dict[str, Any]) -> list[Tried]:
    """The matches that were played."""
    found = []
    for match in results["matches"].values():
        changed, base = (agent.partition(":")[2].split(",") for agent in match["agents"])
        if match["blocks"]:
            method = match["agents"][0].partition(":")[0]
            seconds = next((part.removeprefix("time=") for part in base if part.startswith("time=")), "")
            found.append(Tried(match, method, seconds, ", ".join(part for part in changed if part not in base)))
    return found


def rows_of(results: dict[str, Any]) -> list[list[str]]:
    """Rows of the table. All changes to an agent are rated together, so that they can be compared."""
    rows = []
    matches = matches_of(results)
    pools: dict[tuple[Any, ...], list[Tried]] = {}
    for tried in matches:
        pool = (tried.match["players"], tried.method, tried.seconds, tried.match["seed"])
        pools.setdefault(pool, []).append(tried)
    for (players, method, seconds, seed), pooled in pools.items():
        skills = series.ratings([((f"with {tried.change}", "base"), tried.match) for tried in pooled])
        mean, deviation = skills["base"]
        for tried in pooled:
            found = series.summary(tried.match)
            gain = found["placing"] - 0.5
            sure = abs(gain) > found["placing_error"]
            own, spread = skills[f"with {tried.change}"]
            rows.append(
                [
                    tried.match["game"],
                    str(players),
                    seconds,
                    ("" if method == "mcts" else f"{method}: ")
                    + f"`{tried.change}`"
                    + ("" if seed == 1 else ", again"),
                    f"{found['games']:.0f}",
                    series.interval(found, "placing"),
                    f"{found['score']:.1f} : {found['others']:.1f}",
                    f"{own - mean:+.1f} ± {math.hypot(spread, deviation):.1f}",
                    "open" if not sure else "better" if gain > 0 else "worse",
                ]
            )
    return rows


def sections(names: list[str], folder: Path = RESULTS) -> list[str]:
    """The sections of the page, from the results of the games that have any."""
    head = ["game", "seats", "seconds", "changed", "games", "placing", "score", "rating ahead", "change is"]
    lines = []
    texts = {
        "ablate": (
            "What the options are worth",
            "What is not *better* stays off; what looks better by little is played once more, in other games.",
        ),
        "tried": (
            "What was tried",
            "The settings were those of the time. What is better at no game with those of today was taken out again.",
        ),
    }
    for prefix, (title, remark) in texts.items():
        rows, machines = [], set()
        for name in names:
            results = series.load(folder / f"{prefix}-{name}.json")
            found = rows_of(results)
            rows += found
            machines |= {results["machine"]} if found else set()
        if not rows:
            continue
        lines += [
            f"## {title}",
            "",
            f"`bench/ablate.py` on {', '.join(sorted(machines))}: one seat of `mcts` (or `flat`) with the change",
            "against the defaults in all others, seats rotated and luck shared in a block of games. Placing 0.5 is no",
            "difference; intervals are 95 %. Ratings are OpenSkill's; *ahead* is how far they lie above that of the",
            "defaults, with both deviations; below 3 they say little.",
            remark,
            "",
            *series.table(head, rows),
            "",
        ]
    return lines


def main() -> int:
    """Plays what is missing and prints the section."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", choices=pyboard.games())
    parser.add_argument("--players", type=int, nargs="+", help="by default the smallest number, and four")
    parser.add_argument("--time", type=float, default=0.02)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--method", choices=["mcts", "flat"], default="mcts")
    parser.add_argument("--options", nargs="+")
    parser.add_argument("--try", dest="changes", nargs="+", help="OPTION=VALUE,…")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the results")
    parser.add_argument("--page", action="store_true", help="only print what there is")
    arguments = parser.parse_args()
    file = file_of(arguments.game, arguments.results)
    results = series.load(file)
    for players in (arguments.players or series.counts(arguments.game)) if not arguments.page else []:
        game = pyboard.load_game(arguments.game, players=players)
        results.update({"version": pyboard.__version__, "machine": series.machine()})
        base = series.spec(arguments.method, {"time": arguments.time})
        changes = arguments.changes
        if changes is None and arguments.method == "flat":
            changes = ["common_random_numbers=false"]
        elif changes is None:
            changes = [series.spec("", change)[1:] for change in variants(game, arguments.options).values()]
        for change in changes:
            agents = [f"{base},{change}", base]
            series.play(
                file, results, arguments.game, players, agents, arguments.games, arguments.seed, arguments.workers
            )
    print("\n".join(sections([arguments.game], arguments.results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
