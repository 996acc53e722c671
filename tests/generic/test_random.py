"""Random numbers are the library's own, the same everywhere: its generator and hash written again in Python agree."""

from __future__ import annotations

import struct

import pytest
from support.games import Setup, positions
from support.hashing import Rng, hash_bytes


def test_generator_gives_the_published_numbers() -> None:
    """What the native tests hold for the library, held here for its copy."""
    rng = Rng(0)
    rng.words = [1, 2, 3, 4]
    assert [rng.next() for _ in range(10)] == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
        9973669472204895162,
        14011001112246962877,
        12406186145184390807,
        15849039046786891736,
        10450023813501588000,
    ]
    assert Rng(0).words[0] == 0xE220A8397B1DCDAF


def test_checksums_are_hashes_of_the_bytes(plain_setup: Setup) -> None:
    for state in positions(plain_setup, 10):
        for data in (state.serialize(), state.serialize(history=False)):
            assert struct.unpack("<Q", data[-8:])[0] == hash_bytes(data[:-8])


def test_random_play_draws_one_number_for_each_choice(plain_setup: Setup) -> None:
    """A decision takes the n-th legal action; nothing that is forced takes a number."""
    if plain_setup.load().chances:
        pytest.skip("games draw by chance in their own ways")
    for seed in (0, 1, 2**64 - 1):
        played, mine = plain_setup.load().new_initial_state(), plain_setup.load().new_initial_state()
        played.play_random(seed)
        rng = Rng(seed)
        while not mine.is_terminal():
            legal = mine.legal_actions()
            mine.apply_action(legal[rng.below(len(legal))])
        assert mine.serialize() == played.serialize()


@pytest.mark.parametrize("seed", [0, 12345])
def test_sums_of_random_draws_are_even(plain_setup: Setup, seed: int) -> None:
    """At chance nodes near the start every outcome comes as often as its weight says (chi-square)."""
    state = plain_setup.load().new_initial_state()
    if not state.is_chance_node():
        pytest.skip("the game does not begin with chance")
    weights = dict(state.chance_weights())
    total = sum(weights.values())
    count = 3000
    seen = dict.fromkeys(weights, 0)
    for i in range(count):
        child = state.clone()
        child.play_random(seed + i)
        seen[child.history()[0]] += 1
    square = sum((seen[o] - count * w / total) ** 2 / (count * w / total) for o, w in weights.items())
    freedom = len(weights) - 1
    assert square < freedom + 5 * (2 * freedom) ** 0.5 + 3
