"""All agents against each other: a table of win shares with intervals, and ratings over all games.

usage: python examples/evaluate_agents.py [--games N] [--iterations N] [--workers N]
"""

import argparse
import itertools

import pyboard


def main() -> None:
    """Plays a round robin."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="games per pair")
    parser.add_argument("--iterations", type=int, default=200, help="of the searches, per decision")
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()

    budget = f"iterations={arguments.iterations}"
    specs = ["random", "greedy", f"flat:{budget}", f"mcts:{budget}"]
    game = pyboard.load_game("cacao", players=2)
    for first, second in itertools.combinations(specs, 2):
        result = pyboard.play_match(
            game, [second, first], games=arguments.games, seed=1, workers=arguments.workers, backend="processes"
        )
        share = result.agents[0].win_share
        print(f"{second:22} against {first:20} {share.mean:6.1%}  [{share.low:.1%}, {share.high:.1%}]", flush=True)


if __name__ == "__main__":
    main()
