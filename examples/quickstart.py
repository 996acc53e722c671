"""Ten minutes with pyboard: load a game, look around, play, search, save.

usage: python examples/quickstart.py
"""

import pickle

import pyboard
from pyboard import records, search


def main() -> None:
    """Plays a game of Cacao, half by hand and half by tree search."""
    game = pyboard.load_game("cacao", players=2)
    print(f"{game!r}: {game.num_distinct_actions()} action numbers, positions of {game.state_size} bytes")

    # Chance is explicit: until the tiles are dealt, nobody decides.
    state = game.new_initial_state()
    while state.is_chance_node():
        outcome, probability = max(state.chance_outcomes(), key=lambda pair: pair[1])
        print(f"{state.action_to_string(outcome)} (probability {probability:.3f})")
        state.apply_action(outcome)

    # Actions are numbers, and texts.
    print(f"p{state.current_player()} may play {[state.action_to_string(a) for a in state.legal_actions()]}")
    state.apply_text("at 1 0")

    # Positions are values: copies are cheap, equal positions are equal.
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert copy != state
    assert pickle.loads(pickle.dumps(state)) == state

    # What does the tree search say?
    result = search.mcts(state, iterations=2000, seed=1)
    print(f"\n{result}\n")
    state.apply_action(result.action)
    print(state)

    # Play to the end: search for p0, chance and p1 at random.
    rng = 7
    while not state.is_terminal():
        rng += 1
        if state.current_player() == 0:
            state.apply_action(search.mcts(state, iterations=200, seed=rng).action)
        else:
            state.apply_action(state.legal_actions()[rng % len(state.legal_actions())])
    print(f"\nscores {state.scores()}, places {state.places()}, returns {state.returns()}")

    # A record is text; replaying it checks every move.
    text = records.dumps(records.Record.of(state, agents=["mcts", "random"]))
    assert records.final_state(records.loads(text)) == state
    print("\n".join(text.splitlines()[:12]))


if __name__ == "__main__":
    main()
