"""Self-play as training data: observations, legal masks, actions and final results as NumPy arrays.

usage: python examples/selfplay_dataset.py OUTPUT.npz [--games N]
"""

import argparse
from pathlib import Path

import numpy as np

import pyboard
from pyboard import records


def main() -> None:
    """Plays the games, replays their records and writes the arrays."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("--games", type=int, default=10)
    arguments = parser.parse_args()

    game = pyboard.load_game("cacao", players=3)
    match = pyboard.play_match(game, ["greedy", "random", "random"], games=arguments.games, seed=1, records=True)
    observations, masks, actions, returns = [], [], [], []
    for outcome in match.games:
        assert outcome.record is not None
        positions = list(records.replay(outcome.record))
        result = positions[-1].returns()
        for state, (player, text) in zip(positions, outcome.record.events, strict=False):
            if player < 0:
                continue
            observations.append(state.observation_tensor(player))
            masks.append(np.packbits(state.legal_actions_mask()))
            actions.append(state.string_to_action(text))
            returns.append(result[player])
    np.savez_compressed(
        arguments.output,
        observations=np.stack(observations),
        masks=np.stack(masks),
        actions=np.array(actions, dtype=np.int16),
        returns=np.array(returns, dtype=np.float32),
    )
    print(f"{len(actions)} decisions of {len(match.games)} games in {arguments.output}")


if __name__ == "__main__":
    main()
