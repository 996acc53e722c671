"""Matches that can be put down and taken up again: played in blocks, each written as soon as it is over."""

from __future__ import annotations

import json
import math
import sys
from pathlib import Path
from typing import Any

import pyboard
from pyboard import records, search

ROTATIONS = 2  # blocks hold so many rounds of the seats


def counts(name: str) -> list[int]:
    """Numbers of players that a game is measured with: the smallest, and four."""
    return sorted({pyboard.load_game(name).players, 4})


def plain(game: pyboard.Game, method: str = "mcts") -> dict[str, Any]:
    """Settings that undo what a game has for defaults: the method as it is without tuning."""
    general = {row["name"]: row["default"] for row in search.parameters(method=method)}
    own = {row["name"]: row["default"] for row in search.parameters(game, method)}
    scales = ("score_least", "score_range", "margin_range")
    return {name: value for name, value in general.items() if own[name] != value and name not in scales}


def tuned(game: pyboard.Game) -> dict[str, dict[str, Any]]:
    """What a game has for defaults, per method."""
    found = {}
    for method in ("mcts", "flat", "greedy"):
        own = {row["name"]: row["default"] for row in search.parameters(game, method)}
        found[method] = {name: own[name] for name in plain(game, method)}
    return found


def spec(kind: str, settings: dict[str, Any]) -> str:
    """The text of an agent."""
    texts = [f"{key}={str(value).lower() if isinstance(value, bool) else value}" for key, value in settings.items()]
    return f"{kind}:{','.join(texts)}" if texts else kind


def machine() -> str:
    """The processor, as the system names it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        return "an unnamed machine"
    names = [line.split(":", 1)[1].strip() for line in text.splitlines() if line.startswith("model name")]
    return f"{names[0]}, {len(names)} cores" if names else "an unnamed machine"


def load(file: Path) -> dict[str, Any]:
    """What was played so far."""
    results: dict[str, Any] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    results.setdefault("matches", {})
    return results


def save(file: Path, results: dict[str, Any]) -> None:
    """Writes all or nothing, a line for every match."""
    file.parent.mkdir(parents=True, exist_ok=True)
    draft = file.with_suffix(".part")
    head = [f"{json.dumps(key)}: {json.dumps(value)}" for key, value in results.items() if key != "matches"]
    lines = [
        f"  {json.dumps(key)}: {json.dumps(match, separators=(',', ':'))}" for key, match in results["matches"].items()
    ]
    matches = ",\n".join(lines)
    draft.write_text("{" + ",\n".join([*head, f'"matches": {{\n{matches}\n}}']) + "}\n", encoding="utf-8")
    draft.replace(file)


def key_of(name: str, players: int, agents: list[str], seed: int) -> str:
    """The name of a match among the results."""
    return f"{name} {players} {seed}: " + " - ".join(agents)


def find(results: dict[str, Any], name: str, players: int, agents: list[str]) -> dict[str, Any] | None:
    """A match that was played, of the seed that the results name; None if there is none with a whole block."""
    match = results["matches"].get(key_of(name, players, agents, results.get("seed", 1)))
    return match if match and match["blocks"] else None


def sources(record: records.Record) -> dict[str, float]:
    """Points of all seats together by the first word of the event that brought them; "the end" for what came last.

    Chance is named by the decision before it, which waited for it.
    """
    found: dict[str, float] = {}
    word = "the start"
    states = records.replay(record)
    before = sum(next(states).scores())
    for (player, text), state in zip(record.events, states, strict=True):
        if player >= 0:
            word = text.split()[0]
        now = sum(state.scores())
        name = "the end" if state.is_terminal() else word
        if now != before:
            found[name] = found.get(name, 0) + now - before
        before = now
    return found


def play(
    file: Path,
    results: dict[str, Any],
    name: str,
    players: int,
    agents: list[str],
    games: int,
    seed: int,
    workers: int,
    with_sources: bool = False,
) -> dict[str, Any]:
    """Plays what is missing of a match of the first agent against the others, who may be fewer than the seats.

    Every seat that the agents leave is taken by the last of them. Blocks of whole rotations share their luck, and
    block b of a seed is the same game for game whoever plays, so that matches can be compared pair by pair. The points
    of all games by their sources are kept with the match, if asked for.

    Raises:
        SystemExit: The match was begun with other defaults of the game.
    """
    game = pyboard.load_game(name, players=players)
    seats = [*agents, *[agents[-1]] * (players - len(agents))]
    key = key_of(name, players, agents, seed)
    match = results["matches"].setdefault(
        key, {"game": name, "players": players, "agents": agents, "seed": seed, "defaults": tuned(game), "blocks": []}
    )
    if match.get("defaults") != tuned(game):
        raise SystemExit(f"{file}: '{key}' was begun with other defaults of {name}; remove it to play it anew")
    size = players * ROTATIONS
    while len(match["blocks"]) * size < games:
        block = len(match["blocks"])
        result = pyboard.play_match(
            game,
            seats,
            games=size,
            seed=seed * 1_000_003 + block,
            workers=workers,
            backend="processes",
            records=with_sources,
        )
        if result.interrupted:
            raise KeyboardInterrupt
        rows = []
        for outcome in result.games:
            seat = outcome.seats.index(0)
            order = [seat, *(other for other in range(players) if other != seat)]
            rows.append([[outcome.places[s] for s in order], [outcome.scores[s] for s in order]])
            if outcome.record is not None:
                kept = match.setdefault("sources", {})
                for source, points in sources(outcome.record).items():
                    kept[source] = kept.get(source, 0) + points
        match["blocks"].append(rows)
        save(file, results)
        share = summary(match)
        if sys.stderr.isatty():
            print(f"\r{key}: {share['games']} games, placing {share['placing']:.3f} ", end="", file=sys.stderr)
    return dict(match)


def measures(row: list[list[float]]) -> tuple[float, float, float, float]:
    """Of the first agent in a game: share of the win, share of the others beaten, points; mean points of the others."""
    places, scores = row
    win = 1 / places.count(1) if places[0] == 1 else 0.0
    beaten = sum(1 if place > places[0] else 0.5 if place == places[0] else 0 for place in places[1:])
    others = len(places) - 1
    return win, beaten / others, scores[0], sum(scores[1:]) / others


def summary(match: dict[str, Any]) -> dict[str, float]:
    """Means over the games of the first agent; 95 % intervals over the blocks, which share their luck."""
    blocks = [[measures(row) for row in rows] for rows in match["blocks"]]
    means = [[sum(row[i] for row in rows) / len(rows) for i in range(4)] for rows in blocks]
    count = len(means)
    found: dict[str, float] = {"games": sum(len(rows) for rows in blocks)}
    for i, what in enumerate(("win", "placing", "score", "others")):
        mean = sum(row[i] for row in means) / count
        spread = math.sqrt(sum((row[i] - mean) ** 2 for row in means) / (count - 1)) if count > 1 else float("nan")
        found[what] = mean
        found[what + "_error"] = 1.96 * spread / math.sqrt(count) if count > 1 else float("inf")
    return found


def ratings(matches: list[tuple[tuple[str, str], dict[str, Any]]]) -> dict[str, tuple[float, float]]:
    """OpenSkill's ratings (Plackett-Luce) of named agents, mean and deviation, over matches of one against all others.

    The games are taken round by round from all matches in turn, so that none counts as older than the others.
    """
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    skills = {name: model.rating(name=name) for names, _ in matches for name in names}
    games = [[row for rows in match["blocks"] for row in rows] for _, match in matches]
    for number in range(max((len(rows) for rows in games), default=0)):
        for (names, _), rows in zip(matches, games, strict=True):
            if number >= len(rows):
                continue
            places = rows[number][0]
            first, second = names
            teams = [[skills[first]], *[[skills[second]]] * (len(places) - 1)]
            (own,), *others = model.rate(teams, ranks=[float(place) for place in places])
            # Every seat of the second agent is a player of its own; what they change is taken on average.
            mu, sigma = (sum(getattr(skill, part) for (skill,) in others) / len(others) for part in ("mu", "sigma"))
            skills[first], skills[second] = own, model.rating(mu=mu, sigma=sigma, name=second)
    return {name: (skill.mu, skill.sigma) for name, skill in skills.items()}


def all_scores(match: dict[str, Any]) -> dict[str, float]:
    """Points over all seats of a match: mean, of winners, least and most."""
    games = [scores for rows in match["blocks"] for _, scores in rows]
    scores = [score for game in games for score in game]
    return {
        "mean": sum(scores) / len(scores),
        "winner": sum(max(game) for game in games) / len(games),
        "least": min(scores),
        "most": max(scores),
    }


def table(head: list[str], rows: list[list[str]]) -> list[str]:
    """A table of a page."""
    return ["| " + " | ".join(head) + " |", "|" + "---|" * len(head), *("| " + " | ".join(row) + " |" for row in rows)]


def interval(found: dict[str, float], what: str) -> str:
    """A mean with its 95 % interval."""
    return f"{found[what]:.3f} ± {found[what + '_error']:.3f}"
