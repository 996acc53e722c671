"""An agent of one's own, in a match against one of the package's.

usage: python examples/own_agent.py [--games N] [--workers N]
"""

import argparse

import pyboard


class Hoarder:
    """Plays Cacao as somebody who cannot part with a fruit: keeps all the cacao he can, else plays at random."""

    name = "hoarder"

    def __init__(self) -> None:
        """Begins with a helper for all other decisions."""
        self._other = pyboard.agents.random()

    def reset(self, seed: int) -> None:
        """Begins a new game."""
        self._other.reset(seed)

    def act(self, state: pyboard.State) -> int:
        """Decides."""
        if state.node_kind() == "keep":
            return max(state.legal_actions())  # ids ascend with the cacao kept
        return self._other.act(state)


def main() -> None:
    """Plays the match and prints the result."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--workers", type=int, default=1)
    arguments = parser.parse_args()

    game = pyboard.load_game("cacao", players=2)
    result = pyboard.play_match(
        game, [Hoarder(), "random"], games=arguments.games, seed=1, workers=arguments.workers, backend="processes"
    )
    print(result)
    share = result.agents[0].win_share
    verdict = "weaker" if share.high < 0.5 else "stronger" if share.low > 0.5 else "not known to be stronger or weaker"
    print(f"\nThe hoarder is {verdict} than random play.")


if __name__ == "__main__":
    main()
