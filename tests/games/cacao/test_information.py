"""Hidden hands: what each seat learns, and how what it does not know is dealt anew (section 9)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest
from reference.cacao import Cacao
from scipy.stats import chisquare
from support.cacao import offers, play, player, position, seat
from support.games import Setup, combined_setups, event_count, setups, walk

import pyboard
from pyboard import State

SETUPS = [setup for setup in (*setups(), *combined_setups()) if setup.name == "cacao"]
TYPES = ["w1111", "w2101", "w3001", "w3100"]
ROTATIONS = Cacao(2).tables.rotations
Hand = tuple[int, ...]


def hand_of(state: State, who: int) -> Hand:
    return tuple(seat(state, who)["hand"].get(tile, 0) for tile in TYPES)


def left_of(state: State, who: int) -> Hand:
    one = seat(state, who)
    return tuple(one["hand"].get(tile, 0) + one["pile"].get(tile, 0) for tile in TYPES)


def hand_dealt(state: State, who: int, active: int) -> Hand:
    """The hand of a re-dealt position as it was dealt: forced steps may have followed."""
    hand = list(hand_of(state, who))
    for player_, text in state.transcript(forced=True):
        kind, _, rest = text.removeprefix("chance ").partition(" ")
        if kind == "at":
            active = player_
        if active == who and kind == "set":
            hand[next(i for i, tile in enumerate(TYPES) if rest in ROTATIONS[tile])] += 1
        if active == who and kind == "draw":
            hand[TYPES.index(rest)] -= 1
    return tuple(hand)


def hypergeometric(left: Hand, size: int) -> dict[Hand, Fraction]:
    """Probability of each hand of `size` tiles drawn uniformly from what is left."""
    total = comb(sum(left), size)
    hands = (hand for hand in product(*(range(n + 1) for n in left)) if sum(hand) == size)
    result = {}
    for hand in hands:
        ways = 1
        for have, drawn in zip(left, hand, strict=True):
            ways *= comb(have, drawn)
        result[hand] = Fraction(ways, total)
    assert sum(result.values()) == 1
    return result


def dealt(state: State, viewer: int, who: int, count: int) -> Counter[Hand]:
    return Counter(hand_of(state.resample_from_infostate(viewer, seed), who) for seed in range(count))


def assert_distribution(counts: Counter[Hand], expected: dict[Hand, Fraction]) -> None:
    """Chi-square at one in ten thousand; what cannot be must not come."""
    total = counts.total()
    assert counts.keys() <= expected.keys()
    hands = sorted(expected, key=lambda hand: expected[hand])
    # Rare hands are counted together, so that every class has ten or more.
    classes: list[tuple[float, int]] = []
    weight, seen = 0.0, 0
    for hand in hands:
        weight += float(expected[hand]) * total
        seen += counts[hand]
        if weight >= 10:
            classes.append((weight, seen))
            weight, seen = 0.0, 0
    if weight:
        last = classes.pop()
        classes.append((last[0] + weight, last[1] + seen))
    if len(classes) > 1:
        assert chisquare([c[1] for c in classes], [c[0] for c in classes]).pvalue > 1e-4


EXAMPLE_26 = {"jungle": {(0, 0): "temple", (1, 1): "temple", (2, 2): "temple"}, "display": ["sun", "water"]}


def test_hands_are_hypergeometric() -> None:
    """The opponent of example 26: two of two types and one of two others are left."""
    state = position(
        player("w1111 w2101 w3001", "w1111"), player("w1111 w2101 w2101", "w1111 w3001 w3100"), **EXAMPLE_26
    )  # type: ignore[arg-type]
    expected = hypergeometric((2, 2, 1, 1), 3)
    assert expected[1, 1, 1, 0] == Fraction(4, 20)
    assert_distribution(dealt(state, 0, 1, 20_000), expected)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_hands_are_hypergeometric_along_games(players: int) -> None:
    hands_along_a_game(Setup("cacao", players), 300)


@pytest.mark.slow
@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_hands_are_hypergeometric_along_games_in_many_deals(variant: Setup) -> None:
    hands_along_a_game(variant, 4000)


def hands_along_a_game(variant: Setup, deals: int) -> None:
    """At every kind of node, for every viewer and other seat: also in the middle of somebody's turn."""
    kinds = set()
    for state in walk(variant.load(), 5):
        if state.is_terminal() or state.node_kind() in kinds or not any(left_of(state, 0)):
            continue
        kinds.add(state.node_kind())
        for viewer in range(variant.players):
            for who in range(variant.players):
                if who == viewer:
                    assert dealt(state, viewer, who, 20) == {hand_of(state, who): 20}
                    continue
                others = (state.resample_from_infostate(viewer, seed) for seed in range(deals))
                hands = Counter(hand_dealt(other, who, state.to_dict()["active"]) for other in others)
                assert_distribution(hands, hypergeometric(left_of(state, who), sum(hand_of(state, who))))
    assert {"deal", "at", "set", "lay", "draw", "reveal"} <= kinds


@pytest.mark.parametrize("variant", SETUPS, ids=str)
def test_what_is_kept_and_what_is_dealt(variant: Setup) -> None:
    """Hand sizes and tiles left stay, the viewer's own things stay, everything on the table stays."""
    for state in walk(variant.load(), 6):
        before = state.to_dict()
        for viewer in range(variant.players):
            other = state.resample_from_infostate(viewer, 9)
            if event_count(other):
                continue
            after = other.to_dict()
            assert after["players"][viewer] == before["players"][viewer]
            for who in range(variant.players):
                assert left_of(other, who) == left_of(state, who)
                assert sum(hand_of(other, who)) == sum(hand_of(state, who))
            assert {k: v for k, v in after.items() if k != "players"} == {
                k: v for k, v in before.items() if k != "players"
            }


def test_other_hands_and_draws_are_tokens() -> None:
    state = pyboard.load_game("cacao", 3).new_initial_state()
    twin = state.clone()
    # Seats 0 and 2 get different tiles; seat 1 gets the same.
    for one, hands in ((state, ["w1111"] * 3 + ["w2101"] * 3 + ["w2101"] * 3), (twin, ["w2101"] * 9)):
        for tile in hands:
            one.apply_text(f"chance deal {tile}")
    assert state.information_state_string(1) == twin.information_state_string(1)
    assert state.information_state_string(0) != twin.information_state_string(0)
    assert state.information_state_string(2) == twin.information_state_string(2)
    lines = state.information_state_string(1).splitlines()[-9:]
    assert lines == ["p0 deal"] * 3 + ["p1 deal w2101"] * 3 + ["p2 deal"] * 3


def test_a_forced_draw_looks_like_a_draw() -> None:
    """The others see the same whether the pile held two types or one."""

    def turn(pile: str) -> State:
        state = position(
            player("w1111 w2101 w3100", pile), player("w1111"), display=["sun", "temple"], pile="water water"
        )
        state = play(state, "at 1 0", "set 2101")
        return play(state, "chance draw w1111") if state.is_chance_node() else state

    drawn, forced = turn("w1111 w2101"), turn("w1111 w1111")
    assert [text for _, text in drawn.transcript()] != [text for _, text in forced.transcript()]
    assert drawn.information_state_string(1).splitlines()[1:] == forced.information_state_string(1).splitlines()[1:]
    assert "p0 draw" in forced.information_state_string(1).splitlines()
    assert "p0 draw w1111" in forced.information_state_string(0).splitlines()
    assert "forced" not in forced.information_state_string(1)


def test_a_forced_set_looks_like_a_choice() -> None:
    def turn(hand: str) -> State:
        state = play(position(player(hand), player("w1111"), display=["sun", "temple"], pile="water"), "at -1 0")
        return play(state, "set 1111") if state.node_kind() == "set" else state

    chosen, forced = turn("w1111 w2101 w2101"), turn("w1111 w1111 w1111")
    assert chosen.information_state_string(1).splitlines()[1:] == forced.information_state_string(1).splitlines()[1:]


def test_observations_do_not_show_other_hands() -> None:
    """Two positions that differ in another seat's hand alone look the same, as text and as numbers."""
    one = position(player("w1111 w2101 w3001", "w3100"), player("w1111 w1111 w2101", "w3001"), display=["sun"])
    two = position(player("w1111 w2101 w3001", "w3100"), player("w1111 w2101 w3001", "w1111"), display=["sun"])
    assert one != two
    assert one.observation_string(0) == two.observation_string(0)
    assert one.observation_tensor(0).tobytes() == two.observation_tensor(0).tobytes()
    assert one.observation_string(1) != two.observation_string(1)
    assert one.observation_tensor(1).tobytes() != two.observation_tensor(1).tobytes()
    for seed in range(30):
        assert one.resample_from_infostate(0, seed) == two.resample_from_infostate(0, seed)


def test_the_viewer_comes_first_in_his_observation() -> None:
    """Seats are rotated: what seat 1 sees of himself is where seat 0 sees himself."""
    game = pyboard.load_game("cacao", 3)
    planes = {plane["name"]: plane for plane in game.observation_layout()}
    state = position(
        player("w1111 w1111 w1111", gold=1), player("w2101 w2101 w2101", gold=2), player("w3001 w2101", gold=3),
        display=["sun"], game=game,
    )  # fmt: skip
    hand = slice(planes["hand"]["offset"], planes["hand"]["offset"] + 4)
    assert state.observation_tensor(0)[hand].tolist() == [1, 0, 0, 0]
    assert state.observation_tensor(1)[hand].tolist() == [0, 1, 0, 0]
    rows, columns = planes["seats"]["shape"]
    for viewer in range(3):
        start = planes["seats"]["offset"]
        table = state.observation_tensor(viewer)[start : start + rows * columns].reshape(rows, columns)
        assert [round(value * 64) for value in table[:, 0]] == [(viewer + i) % 3 + 1 for i in range(3)]


def test_every_number_of_the_tensor_can_be_other_than_zero() -> None:
    """Over many games no plane stays dark."""
    for players in (2, 3, 4):
        for activation in ("settle", "explicit"):
            game = pyboard.load_game("cacao", players, activation=activation)
            lit = {plane["name"]: False for plane in game.observation_layout()}
            for seed in range(60):
                for state in walk(game, seed):
                    if seed >= 4 and state.node_kind() not in ("cover", "extra", "lay", "run", "keep"):
                        continue
                    tensor = state.observation_tensor(0)
                    for plane in game.observation_layout():
                        end = plane["offset"] + len(tensor[plane["offset"] :][: _size(plane["shape"])])
                        lit[plane["name"]] |= bool(tensor[plane["offset"] : end].any())
                if all(lit.values()):
                    break
            unused = {"keep"} if activation == "explicit" else {"slots"}
            assert {name for name, on in lit.items() if not on} == unused


def _size(shape: tuple[int, ...]) -> int:
    size = 1
    for extent in shape:
        size *= extent
    return size


def test_offers_of_other_seats_follow_from_their_hands() -> None:
    """A re-dealt hand changes what the seat may do, never what lies on the table."""
    state = position(
        player("w1111 w2101 w3001", "w3100 w2101"), player("w1111"), display=["sun", "temple"], pile="water"
    )
    state = play(state, "at 1 0")
    sets = {tuple(offers(state.resample_from_infostate(1, seed))) for seed in range(60)}
    assert len(sets) > 3
    assert all(text.startswith("set ") for texts in sets for text in texts)
