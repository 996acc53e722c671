"""Writes the perft files of a game: positions, and how many paths of so many nodes lead on from them.

A file is text. `play` lines hold the texts of all choices and draws from the start, in order, divided by "; "; `depth N
PATHS` lines the counts, chance outcomes included, a path that ends earlier counting once. Any implementation of the
rules can read it.

usage: python tools/make_perft.py GAME [FOLDER]
"""

from __future__ import annotations

import itertools
import random
import sys
from pathlib import Path
from typing import Any

import pyboard
from pyboard import Game, State, _core

ENOUGH = 100_000
TOO_MANY = 2_000_000
MANY_OPTIONS = 6
FOLDER = Path(__file__).parents[1] / "tests" / "data" / "perft"


def variants(name: str) -> list[tuple[int, dict[str, Any]]]:
    """Players and options to write: defaults, and each other value of an option alone.

    Where a game has many options, these take turns with the numbers of players.
    """
    info = _core._info(name)
    low, high = info["players"]
    seats = range(low, high + 1)
    others = [{option["name"]: value} for option in info["options"] for value in option["values"][1:]]
    if len(others) > MANY_OPTIONS:
        plain: list[tuple[int, dict[str, Any]]] = [(players, {}) for players in seats]
        return plain + list(zip(itertools.cycle(seats), others, strict=False))
    return list(itertools.product(seats, [{}, *others]))


def option_text(value: Any) -> str:
    """An option's value as it stands in a file."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def random_game(game: Game, seed: int) -> list[State]:
    """Every node of a random game."""
    rng = random.Random(seed)
    state = game.new_initial_state()
    nodes = []
    while not state.is_terminal():
        nodes.append(state.clone())
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_weights(), strict=True)
            state.apply_action(rng.choices(outcomes, weights)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
    return nodes


def chosen(game: Game, seed: int) -> dict[str, State]:
    """An opening, a middle game, one position inside a turn for every kind of decision, an unfinished package, an end.

    In the middle of a compound turn, or of a sealed package, the seat that decides made the last choice too.
    """
    nodes = random_game(game, seed)
    decisions = [node for node in nodes if not node.is_chance_node()]
    late = decisions[len(decisions) // 2 :]
    first_kind = decisions[0].node_kind()
    if all(node.node_kind() != first_kind for node in late):  # it belongs to the set-up
        kinds = [node.node_kind() for node in late]
        first_kind = max(kinds, key=kinds.count)
    picked = {"opening": next(node for node in decisions if node.node_kind() == first_kind)}
    picked["middle"] = next(node for node in late if node.node_kind() == first_kind)
    for kind in game.decisions:
        inside = [node for node in decisions if node.node_kind() == kind != first_kind]
        if inside:
            picked[f"inside-{kind}"] = inside[len(inside) // 2]
    unfinished = [
        node for before, node in itertools.pairwise(nodes) if before.current_player() == node.current_player() >= 0
    ]
    same_kind = [node for node in unfinished if node.node_kind() == first_kind] or unfinished
    if same_kind:
        picked["inside-package"] = same_kind[len(same_kind) // 2]
    draws = [node for node in nodes if node.is_chance_node()]
    if draws:
        picked["draw"] = draws[len(draws) * 2 // 3]
    # The last position from which the whole rest of the game has enough paths.
    for node in reversed(nodes):
        left = len(nodes) - nodes.index(node) + 20
        if has_enough(game, node, left):
            picked["end"] = node
            break
    return picked


def has_enough(game: Game, state: State, depth: int) -> bool:
    """Whether so many nodes make enough paths; counts no further than that needs."""
    return any(game.perft(state, nodes) >= ENOUGH for nodes in range(1, depth + 1))


def counts(game: Game, state: State) -> list[int]:
    """Paths of one node, two nodes, and so on, until there are enough, or until the game is over on all of them."""
    result: list[int] = []
    while len(result) < 2 or (result[-1] < ENOUGH and result[-1] != result[-2]):
        result.append(game.perft(state, len(result) + 1))
    # The rest of a game near its end is counted to the last leaf.
    while result[-1] != result[-2]:
        more = game.perft(state, len(result) + 1)
        if more > TOO_MANY:
            break
        result.append(more)
    return result


def write(folder: Path, name: str, seed: int = 1) -> int:
    """Writes all files of a game; returns how many."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.perft"):
        old.unlink()
    written = 0
    for players, options in variants(name):
        game = pyboard.load_game(name, players, **options)
        for what, state in chosen(game, seed).items():
            paths = counts(game, state)
            if paths[-1] < ENOUGH:  # too near the end
                continue
            suffix = "".join(f"-{option if value is True else value}" for option, value in options.items())
            identity = f"{name}-{players}p{suffix}-{what}"
            events = [text for _, text in state.transcript()]
            lines = [f"id {identity}", f"game {name}", f"players {players}"]
            lines.append(
                " ".join(["options", *(f"{option}={option_text(value)}" for option, value in options.items())])
            )
            lines += [f"play {'; '.join(part)}" for part in (events[i : i + 8] for i in range(0, len(events), 8))]
            lines += [f"depth {depth} {count}" for depth, count in enumerate(paths, start=1)]
            (folder / f"{identity}.perft").write_text("\n".join(lines) + "\n", encoding="utf-8")
            written += 1
    return written


def main(arguments: list[str]) -> int:
    if not 1 <= len(arguments) <= 2 or arguments[0] not in pyboard.games():
        sys.stderr.write(__doc__ or "")
        return 2
    name = arguments[0]
    folder = Path(arguments[1]) if len(arguments) > 1 else FOLDER / name
    print(f"{write(folder, name)} files in {folder}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
