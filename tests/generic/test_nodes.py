"""At every node: what can be done, as numbers, masks, texts and probabilities."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from support.games import Setup, positions, same

import pyboard

TEXT = re.compile(r"[!-~]+( [!-~]+)*")


def size_of_numbering(state: pyboard.State) -> int:
    return state.game.max_chance_outcomes() if state.is_chance_node() else state.game.num_distinct_actions()


def test_kinds_of_nodes(setup: Setup) -> None:
    for state in positions(setup):
        game = state.game
        player = state.current_player()
        if state.is_terminal():
            assert (player, state.node_kind(), state.is_chance_node()) == (-4, None, False)
        elif state.is_chance_node():
            assert player == -1
            assert state.node_kind() in game.chances
        else:
            assert 0 <= player < game.players
            assert state.node_kind() in game.decisions


def test_legal_actions_ascend_and_offer_a_choice(setup: Setup) -> None:
    for state in positions(setup):
        ids = state.legal_actions()
        if state.is_terminal():
            assert ids == []
            continue
        assert len(ids) >= 2, "a node with one action is no node"
        assert all(a < b for a, b in pairwise(ids))
        assert ids[0] >= 0
        assert ids[-1] < size_of_numbering(state)
        ids.clear()
        assert state.legal_actions(), "the list is the caller's own"


def test_mask_equals_list(setup: Setup) -> None:
    for state in positions(setup):
        mask = state.legal_actions_mask()
        assert mask.dtype == np.bool_
        assert mask.shape == (size_of_numbering(state),)
        assert np.flatnonzero(mask).tolist() == state.legal_actions()
        for out in (np.full(mask.shape, 7, np.uint8), np.ones(mask.shape, np.bool_), bytearray(b"\x07" * len(mask))):
            assert state.legal_actions_mask(out=out) is out
            assert np.frombuffer(out, np.uint8).tolist() == mask.astype(np.uint8).tolist()


def test_texts_and_numbers_are_one_to_one(setup: Setup) -> None:
    for state in positions(setup):
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert len(set(texts)) == len(texts)
        for action, text in zip(state.legal_actions(), texts, strict=True):
            assert TEXT.fullmatch(text), text
            assert state.is_chance_node() or text == text.lower()
            assert text.startswith("chance ") == state.is_chance_node()
            assert state.string_to_action(text) == action
            by_number, by_text = state.clone(), state.clone()
            by_number.apply_action(action)
            by_text.apply_text(text)
            assert same(by_number, by_text)


def test_every_other_number_is_refused_and_changes_nothing(setup: Setup) -> None:
    for state in positions(setup, 12 if setup.options else 40):
        before = state.serialize()
        legal = set(state.legal_actions())
        bound = size_of_numbering(state)
        for action in range(bound):
            if action in legal:
                continue
            with pytest.raises(pyboard.IllegalActionError, match=r"not (legal|possible) here|the game is over"):
                state.apply_action(action)
            # The text of a number that is not legal here must not be read as one that is.
            text = state.action_to_string(action)
            with pytest.raises(ValueError) as error:
                state.apply_text(text)
            assert error.type in (pyboard.IllegalActionError, pyboard.InvalidActionError)
        for action in (-1, bound, bound + 1, 2**16, 2**31, 2**62, -(2**62)):
            with pytest.raises(pyboard.IllegalActionError if state.is_terminal() else pyboard.InvalidActionError):
                state.apply_action(action)
            with pytest.raises(pyboard.InvalidActionError, match=r"no (outcome|action) of .*; allowed: 0 to"):
                state.action_to_string(action)
        assert state.serialize() == before


def test_actions_have_a_text_without_a_position(plain_setup: Setup) -> None:
    game = plain_setup.load()
    for action in range(game.num_distinct_actions()):
        assert TEXT.fullmatch(game.action_to_string(action))
    for action in (-1, game.num_distinct_actions(), 2**64):
        with pytest.raises(pyboard.InvalidActionError, match="allowed: 0 to"):
            game.action_to_string(action)


def test_probabilities_add_up_to_one(setup: Setup) -> None:
    for state in positions(setup):
        outcomes, weights = state.chance_outcomes(), state.chance_weights()
        if not state.is_chance_node():
            assert outcomes == weights == []
            continue
        total = sum(weight for _, weight in weights)
        assert [action for action, _ in weights] == [action for action, _ in outcomes] == state.legal_actions()
        assert all(isinstance(weight, int) and weight > 0 for _, weight in weights)
        assert sum(Fraction(weight, total) for _, weight in weights) == 1
        for (_, probability), (_, weight) in zip(outcomes, weights, strict=True):
            assert probability == weight / total
        assert sum(p for _, p in outcomes) == pytest.approx(1, abs=1e-12)


def test_nothing_can_be_played_after_the_end(setup: Setup) -> None:
    ends = [state for state in positions(setup) if state.is_terminal()]
    assert ends
    for state in ends:
        for play, argument in ((state.apply_action, 0), (state.apply_text, "x"), (state.string_to_action, "x")):
            with pytest.raises(pyboard.IllegalActionError, match="over"):
                play(argument)
        before = state.serialize()
        state.play_random(1)
        assert state.serialize() == before
