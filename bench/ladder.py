"""How strong the agents are at every game, at equal time per decision.

usage: python bench/ladder.py [GAME ...] [--parts ladder contests scores] [--workers N] [--seed S] [--page]

ladder: every agent against the one a rung below, 20 ms per decision, 200 games; where that one is the weaker of the
two below it, against the stronger one as well.
contests: one seat of mcts at 0.1 s per decision against greedy, and against mcts as it is without tuning, 100 games.
scores: mcts in all seats, 0.5 s per decision, 20 games.

Writes bench/results/ladder-GAME.json after every few games and takes up what is there, as long as the defaults of the
game are the same. `--page` plays nothing and
writes the page of the documentation from what there is (as `bench/agents.py --page` does).
"""

from __future__ import annotations

import argparse
import itertools
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pyboard

sys.path.insert(0, str(Path(__file__).resolve().parent))
import series

if TYPE_CHECKING:
    from collections.abc import Iterator

RESULTS = Path(__file__).resolve().parent / "results"
PARTS = ("ladder", "contests", "scores")
RUNG_SECONDS = 0.02
CONTEST_SECONDS = 0.1
SCORE_SECONDS = 0.5
GAMES = {"ladder": 200, "contests": 100, "scores": 20}
# What is reported of people (strategy notes of the specifications), by game and seats, and what winners should reach.
PEOPLE = {
    ("cacao", 2): ("no figures; a greedy player about 63", 63),
    ("cacao", 4): ("no figures; a greedy player about 45", 45),
    ("cuba", 2): ("winners 65 to 85 (three and five seats; other building cards)", 65),
    ("cuba", 4): ("winners 65 to 85 (three and five seats; other building cards)", 65),
    ("pantheon", 2): ("92 : 84 (a first game); a good agent clearly above 100", 100),
    ("pantheon", 4): ("no figures; a simple agent's winner 80 to 95", 95),
    ("tzolkin", 2): ("winners 60 to 100; casual 48 : 47", 60),
    ("tzolkin", 4): ("winners 60 to 100; casual 73 : 42 : 41 with three", 60),
}
# Where the search falls short of that: which part of the game, and what was tried.
SHORT = {
    "cuba": "Cuba with two seats: what is reported comes from three and five, and with four the search is within it. "
    "Half of the points come from statutes (`comply`), few from ships (`load`) and buildings (`use`, `on`). Tried: "
    "playouts to the end instead of the estimate (lost 31 of 32 games), other exploration, priors (on with two seats), "
    "a tree of the own turn (on with four, worse with two). More time per decision brings hardly more points: see the "
    "scores at 20 ms and at 0.1 s above.",
}
LEAST_SHARE = 0.02  # of all points: smaller sources are not named


class Pairing(NamedTuple):
    """One seat of an agent against another in all other seats, and what it is asked to win."""

    part: str
    players: int
    names: tuple[str, str]
    specs: tuple[str, str]
    least: float | None = None
    slack: float = 0.1
    """How far below `least` the lower end of the interval may be."""


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


def pairings(name: str) -> list[Pairing]:
    """Everything that is played of a game."""
    found = []
    for players in series.counts(name):
        for (below, lower), (above, upper) in itertools.pairwise(rungs(name, players, RUNG_SECONDS)):
            found.append(Pairing("ladder", players, (above, below), (upper, lower)))
    for players in series.counts(name):
        agents = dict(rungs(name, players, CONTEST_SECONDS))
        least = {2: 0.85, 4: 0.55}.get(players)
        found.append(Pairing("contests", players, ("mcts", "greedy"), (agents["mcts"], agents["greedy"]), least))
        if players < 4:
            specs = (agents["mcts"], agents["mcts, plain"])
            found.append(Pairing("contests", players, ("mcts", "mcts, plain"), specs, 0.6 if players == 2 else None))
    for players in series.counts(name):
        agent = series.spec("mcts", {"time": SCORE_SECONDS})
        found.append(Pairing("scores", players, ("mcts", "mcts"), (agent, agent)))
    return found


def standing(found: dict[str, float]) -> str:
    """Whether the first agent of a match is the stronger one, as far as the intervals tell."""
    if found["placing"] - found["placing_error"] > 0.5:
        return "yes"
    return "no" if found["placing"] + found["placing_error"] < 0.5 else "open"


def jumps(name: str, results: dict[str, Any]) -> Iterator[Pairing]:
    """Where an agent turned out weaker than the one a rung below, the next above against that one, too."""
    for players in series.counts(name):
        agents = rungs(name, players, RUNG_SECONDS)
        for (below, lower), (_, middle), (above, upper) in zip(agents, agents[1:], agents[2:], strict=False):
            match = series.find(results, name, players, [middle, lower])
            if match is not None and standing(series.summary(match)) == "no":
                yield Pairing("ladder", players, (above, below), (upper, lower))


def file_of(name: str, results: Path = RESULTS) -> Path:
    """The results of a game."""
    return results / f"ladder-{name}.json"


def verdict(pairing: Pairing, found: dict[str, float]) -> str:
    """What was asked for, and whether it was reached."""
    if pairing.least is None:
        return ""
    enough = found["win"] >= pairing.least and found["win"] - found["win_error"] >= pairing.least - pairing.slack
    return f"{pairing.least:.0%}: {'reached' if enough else 'missed'}"


def by_source(match: dict[str, Any]) -> str:
    """Points of a seat by what brought them, the largest first."""
    kept: dict[str, float] = match.get("sources", {})
    seats = sum(len(scores) for rows in match["blocks"] for _, scores in rows)
    least = LEAST_SHARE * sum(abs(points) for points in kept.values())
    ordered = sorted(kept.items(), key=lambda item: -item[1])
    return ", ".join(f"{name} {points / seats:.1f}" for name, points in ordered if abs(points) >= least)


def distance(points: float, asked: float | None) -> str:
    """How far points are from those that are asked for."""
    if asked is None:
        return ""
    return f"{abs(points - asked):.1f} {'below' if points < asked else 'above'} {asked:g}"


def sections(names: list[str], folder: Path = RESULTS) -> list[str]:
    """The sections of the page, from the results of the games that have any."""
    rows: dict[str, list[list[str]]] = {part: [] for part in PARTS}
    machines = set()
    short: dict[str, str] = {}
    for name in names:
        results = series.load(file_of(name, folder))
        machines |= {results["machine"]} if "machine" in results else set()
        found = [
            (pairing, series.find(results, name, pairing.players, list(pairing.specs)))
            for pairing in [*pairings(name), *jumps(name, results)]
        ]
        # One block has no interval; scores are told without.
        played = [
            (pairing, match)
            for pairing, match in found
            if match is not None and (len(match["blocks"]) > 1 or pairing.part == "scores")
        ]
        for players in series.counts(name):
            rated = [(p.names, m) for p, m in played if p.part == "ladder" and p.players == players]
            skills = series.ratings(rated)
            for pairing, match in played:
                if pairing.players != players:
                    continue
                shares = series.summary(match)
                above, below = pairing.names
                row = [name, str(players)]
                games = f"{shares['games']:.0f}"
                points = f"{shares['score']:.1f} : {shares['others']:.1f}"
                if pairing.part == "ladder":
                    skill = f"{skills[above][0]:.1f} ± {skills[above][1]:.1f}"
                    row += [above, below, games, series.interval(shares, "win"), series.interval(shares, "placing")]
                    row += [points, standing(shares), skill]
                elif pairing.part == "contests":
                    row += [f"{players - 1} × {below}" if players > 2 else below, games]
                    row += [series.interval(shares, "win"), points, verdict(pairing, shares)]
                else:
                    scores = series.all_scores(match)
                    row += [games, f"{scores['mean']:.1f}", f"{scores['winner']:.1f}"]
                    reported, asked = PEOPLE.get((name, players), ("no figures", None))
                    row += [f"{scores['least']:g} to {scores['most']:g}", reported]
                    row += [distance(scores["winner"], asked), by_source(match)]
                    if asked is not None and scores["winner"] < asked:
                        short[name] = SHORT.get(name, f"{name}: nothing was tried yet.")
                rows[pairing.part].append(row)
    if not any(rows.values()):
        return []
    lines = [
        "## Every game, at equal time",
        "",
        f"`bench/ladder.py` on {', '.join(sorted(machines))}, one core per game; one seat against all others, seats",
        "rotated and luck shared within a block of games; intervals are 95 %. *plain* is the search without what is",
        f"tuned for the game: UCT with random playouts. In the ladder a decision takes {RUNG_SECONDS * 1000:.0f} ms;",
        "ratings are OpenSkill's (Plackett-Luce), over the ladder of that game and number of seats; all begin at 25.",
        "",
    ]
    heads = {
        "ladder": [
            *("game", "seats", "agent", "against", "games", "win share", "placing", "score", "stronger", "rating")
        ],
        "contests": ["game", "seats", "against", "games", "win share", "score", "asked"],
        "scores": [
            "game",
            "seats",
            "games",
            "mean score",
            "of winners",
            "range",
            "people",
            "winners",
            "points of a seat by source",
        ],
    }
    texts = {
        "contests": f"One seat of `mcts` at {CONTEST_SECONDS} s per decision (`greedy` needs no time):",
        "scores": f"`mcts` in all seats, {SCORE_SECONDS} s per decision. A source is the first word of the decision"
        " that brought the points; what the last event of the game brought, most of the final scoring, is *the end*:",
    }
    for part in PARTS:
        if rows[part]:
            lines += [*([texts[part], ""] if part in texts else []), *series.table(heads[part], rows[part]), ""]
    if short:
        lines += ["Where winners stay below what is reported:", "", *(f"- {text}" for text in short.values()), ""]
    return lines


def main() -> int:
    """Plays what is missing and prints the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(pyboard.games()))
    parser.add_argument("--parts", nargs="+", choices=PARTS, default=list(PARTS))
    parser.add_argument("--players", type=int, nargs="+", help="only these numbers of players")
    parser.add_argument("--limit", type=int, help="so many games of each match at most")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--results", type=Path, default=RESULTS, help="the folder of the results")
    parser.add_argument("--page", action="store_true", help="only print what there is")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.games if name not in pyboard.games()]
    if unknown:
        parser.error(f"no game is called {', '.join(unknown)}; there are: {', '.join(pyboard.games())}")
    names = arguments.games or list(pyboard.games())
    for name in names if not arguments.page else []:
        file = file_of(name, arguments.results)
        results: dict[str, Any] = series.load(file)
        results.update({"version": pyboard.__version__, "machine": series.machine(), "seed": arguments.seed})
        # What the jumps are shows when the rungs have been played.
        for pairing in itertools.chain(pairings(name), jumps(name, results)):
            if pairing.part not in arguments.parts or pairing.players not in (arguments.players or series.counts(name)):
                continue
            games = min(GAMES[pairing.part], arguments.limit or GAMES[pairing.part])
            series.play(
                file,
                results,
                name,
                pairing.players,
                list(pairing.specs),
                games,
                arguments.seed,
                arguments.workers,
                with_sources=pairing.part == "scores",
            )
    print("\n".join(sections(names, arguments.results)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
