"""Sealed choices that others have made before the searcher: they choose as they would, not at random."""

from __future__ import annotations

from typing import Any

import pytest
from support.searches import facts

import pyboard
from pyboard import State, search

# What p0 gets; p1 gets as much less. The first row is better whatever p1 does, so p1 has to take tails; against a p0
# who takes any row as often as the other, heads would be better.
TABLE = {"heads": {"heads": [1, -1], "tails": [0, 0]}, "tails": {"heads": [-5, 5], "tails": [-1, 1]}}
POINTS: dict[str, Any] = {"utility": "margin", "margin_range": 12}


@pytest.mark.parametrize("settings", [{}, {"selection": "regret"}, {"threads": 2, "parallel": "tree"}])
@pytest.mark.parametrize("unseen", ["heads", "tails"])
def test_the_other_chooses_as_he_would(settings: dict[str, Any], unseen: str) -> None:
    game = pyboard.load_game("toy:matrix", game="matching_pennies", components={"matching_pennies": TABLE})
    state = game.new_initial_state()
    state.apply_action(state.string_to_action(unseen))
    found = search.mcts(state, iterations=20_000, seed=1, **POINTS, **settings)
    assert found.actions[0].text == "tails"
    assert found.actions[0].mean == pytest.approx((0.5, 0.5), abs=0.02)
    assert [action.text for action in found.principal_variation] == ["tails"]
    assert sum(row.visits for row in found.actions) == found.iterations == 20_000
    dealt = search.mcts(state, iterations=20_000, seed=1, sealed_choices="dealt", **POINTS, **settings)
    assert dealt.actions[0].text == "heads"
    assert dealt.actions[0].mean == pytest.approx((0.5 - 4 / 24, 0.5 + 4 / 24), abs=0.02)


def package(players: int, mode: str) -> State:
    """The first decision of p1 in a package of sealed bids of this kind (CH-32 to CH-34)."""
    for seed in range(50):
        state = pyboard.load_game("chocolatl", players=players).new_initial_state()
        number = seed
        while not state.is_terminal():
            if state.is_chance_node():
                state.play_chance(number)
            elif state.current_player() == 1 and mode in (state.node_kind(), state.to_dict().get("mode")):
                if state.node_kind() in ("bid", "card2"):
                    return state
                state.apply_action(state.legal_actions()[0])
            else:
                state.apply_action(state.legal_actions()[number % len(state.legal_actions())])
            number += 1
    raise AssertionError(f"no bids of mode {mode}")


@pytest.mark.parametrize("mode", ["all_at_once", "one_by_one", "card2"])
def test_the_tree_is_kept_within_the_package(mode: str) -> None:
    state = package(3, mode)
    player = search.MCTS(state.game, playout_depth=0)
    first = player.search(state, iterations=3000, seed=1)
    assert first.kept == 0
    assert sum(row.visits for row in first.actions) == 3000
    again = player.search(state, iterations=100, seed=1)
    assert again.kept == 3000
    following = state.clone()
    following.apply_action(first.action)
    second = player.search(following, iterations=100, seed=2)
    if following.current_player() == 1:
        assert mode != "one_by_one"
        assert second.kept == next(row.visits for row in again.actions if row.action == first.action) - 1
        assert second.nodes > again.nodes  # with what the others may have chosen
    else:
        assert second.kept == 0


@pytest.mark.parametrize("mode", ["all_at_once", "one_by_one", "card2"])
@pytest.mark.parametrize("players", [3, 5])
def test_what_was_chosen_does_not_matter(mode: str, players: int) -> None:
    state = package(players, mode)
    while state.current_player() == 1 and not state.is_chance_node():
        expected = facts(search.mcts(state, iterations=200, seed=4))
        for seed in range(3):
            twin = state.resample_from_infostate(1, seed)
            assert facts(search.mcts(twin, iterations=200, seed=4)) == expected
        state.apply_action(expected["action"])
