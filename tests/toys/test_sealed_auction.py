"""The sealed auction in full: what every seat knows after every event, against a table of cards that keeps track.

`Table` is the game as people play it: it follows the rules of tests/toys/sealed_auction/rules.hpp on its own, and for
each event it says what each seat learns. The whole tree is walked once per variant and compared with it.
"""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from typing import Any

import pytest
from scipy.stats import chi2

import pyboard
from pyboard import Game, State, _core

Fact = tuple[Any, ...]
Position = dict[str, Any]
Arrangement = tuple[Any, ...]

PRIZES = (2, 3)


@dataclass(frozen=True)
class Variant:
    players: int
    kinds: int
    hand: int

    def load(self) -> Game:
        return pyboard.load_game("toy:sealed_auction", self.players, kinds=self.kinds, hand=self.hand)

    @property
    def copies(self) -> int:
        """Copies of each value: the fewest that leave a card or more after the deal (SA-1)."""
        copies = 1
        while copies * self.kinds <= self.players * self.hand:
            copies += 1
        return copies

    def __str__(self) -> str:
        return f"{self.players}p-{self.kinds}kinds-hand{self.hand}"


SMALL = [Variant(2, 2, 2), Variant(2, 3, 2), Variant(2, 2, 3), Variant(3, 2, 2)]
MEDIUM = [Variant(3, 3, 2), Variant(3, 2, 3)]
LARGE = pytest.param(Variant(2, 3, 3), marks=pytest.mark.slow)  # half of the time of all


@dataclass
class Table:
    """What lies where, and what each seat has learned so far."""

    variant: Variant
    deck: Counter[int] = field(default_factory=Counter)
    hands: list[Counter[int]] = field(default_factory=list)
    bids: list[list[int]] = field(default_factory=list)  # per seat: left, right
    phase: str = "deal"
    seat: int = 0
    opened: int = 0
    gift: int = 0
    knowledge: list[tuple[Fact, ...]] = field(default_factory=list)

    @staticmethod
    def start(variant: Variant) -> Table:
        deck = Counter(dict.fromkeys(range(1, variant.kinds + 1), variant.copies))
        seats = range(variant.players)
        return Table(variant, deck, [Counter() for _ in seats], [[] for _ in seats], knowledge=[() for _ in seats])

    def choices(self) -> dict[str, int]:
        """What can happen next, with the weights of chance; empty at the end."""
        hand = self.hands[self.seat]
        if self.phase in ("deal", "draw"):
            return {f"chance {self.phase} {value}": count for value, count in self.deck.items() if count}
        if self.phase == "bid":
            return {f"bid {value}": 1 for value, count in hand.items() if count}
        gifts = [value for value, count in hand.items() if count and value >= 2]
        if self.phase == "offer":
            return {"stay": 1, **({"give": 1} if gifts else {})}
        return {f"gift {value}": 1 for value in gifts} if self.phase == "gift" else {}

    def happen(self, text: str) -> None:
        """Carries out one event and tells the seats."""
        seat, opened_before = self.seat, self.opened
        verb, *rest = text.removeprefix("chance ").split()
        value = int(rest[0]) if rest else 0
        secret = verb in ("deal", "draw", "bid")
        if verb in ("deal", "draw"):
            self.deck[value] -= 1
            self.hands[seat][value] += 1
        elif verb in ("bid", "gift"):
            self.hands[seat][value] -= 1
        if verb == "deal" and self.hands[seat].total() == self.variant.hand:
            self.seat, self.phase = (seat + 1, "deal") if seat + 1 < self.variant.players else (0, "bid")
        elif verb == "draw":
            self.phase = "offer"
        elif verb == "give":
            self.phase = "gift"
        elif verb == "bid":
            self.bids[seat].append(value)
            if len(self.bids[seat]) == 2:
                self.seat = seat + 1
                if self.seat == self.variant.players:
                    self.opened = 1
                    best = self.winner(0)
                    self.seat, self.phase = (best, "draw") if best is not None else (0, "over")
        elif verb in ("stay", "gift"):
            self.gift = value
            self.seat, self.phase = 0, "over"
        if self.phase == "over":
            self.opened = 2
        shown = tuple(tuple(bids[i] for bids in self.bids) for i in range(opened_before, self.opened))
        for viewer in range(self.variant.players):
            seen = value if viewer == seat or not secret else None
            self.knowledge[viewer] = (*self.knowledge[viewer], (verb, seat, seen, shown))

    def winner(self, location: int) -> int | None:
        cards = [bids[location] for bids in self.bids]
        return cards.index(max(cards)) if cards.count(max(cards)) == 1 else None

    def scores(self) -> list[int]:
        points = [0] * self.variant.players
        for location in range(2):
            best = self.winner(location)
            if best is not None:
                points[best] += PRIZES[location]
        if self.gift:
            best = self.winner(0)
            assert best is not None
            points[best] += self.gift - 1
        return points

    def position(self) -> Position:
        """The position as State.to_dict has it."""

        def cards(counts: Counter[int]) -> dict[str, int]:
            return {str(value): counts[value] for value in range(1, self.variant.kinds + 1)}

        return {
            "phase": self.phase,
            "seat": None if self.phase == "over" else self.seat,
            "opened": self.opened,
            "deck": cards(self.deck),
            "seats": [
                {"hand": cards(hand), "bids": [*bids, None, None][:2]}
                for hand, bids in zip(self.hands, self.bids, strict=True)
            ],
            "gift": self.gift or None,
        }

    def arrangement(self) -> Arrangement:
        """The position as one hashable value."""
        values = range(1, self.variant.kinds + 1)
        cards = [[cards[value] for value in values] for cards in (self.deck, *self.hands)]
        return (self.phase, self.seat, self.opened, self.gift, *map(tuple, cards), *map(tuple, self.bids))

    def copy(self) -> Table:
        return replace(
            self,
            deck=self.deck.copy(),
            hands=[hand.copy() for hand in self.hands],
            bids=[list(bids) for bids in self.bids],
            knowledge=list(self.knowledge),
        )

    def deals(self, viewer: int) -> Iterator[tuple[Table, int]]:
        """All that the viewer must count with: the unseen single cards dealt anew in every way.

        Yields:
            Each arrangement with the number of deals of single cards that lead to it.
        """
        others = [seat for seat in range(self.variant.players) if seat != viewer]
        slots = [(seat, None) for seat in others for _ in range(self.hands[seat].total())]
        slots += [(seat, i) for seat in others for i in range(self.opened, len(self.bids[seat]))]
        unseen = self.deck.copy()
        for seat in others:
            unseen.update(self.hands[seat])
            unseen.update(self.bids[seat][self.opened :])
        table = self.copy()
        for seat in others:
            table.hands[seat].clear()

        def deal(rest: list[tuple[int, int | None]], weight: int) -> Iterator[tuple[Table, int]]:
            if not rest:
                if self.phase != "gift" or self.seat == viewer or any(table.hands[self.seat][v] for v in (2, 3)):
                    found = table.copy()
                    found.deck = unseen.copy()
                    yield found, weight
                return
            (seat, bid), *rest = rest
            for value in range(1, self.variant.kinds + 1):
                count = unseen[value]
                if not count:
                    continue
                unseen[value] -= 1
                if bid is None:
                    table.hands[seat][value] += 1
                else:
                    table.bids[seat][bid] = value
                yield from deal(rest, weight * count)
                if bid is None:
                    table.hands[seat][value] -= 1
                unseen[value] += 1

        return deal(slots, 1)


@dataclass
class Node:
    """A node of the tree: where the engine stops because there is a choice or a draw, and the ends."""

    state: State
    table: Table
    forced: tuple[bool, ...]  # per event so far


@dataclass
class Tree:
    nodes: list[Node]
    # After any event, forced or not: what can truly lie on the table, by viewer and what he knows.
    consistent: dict[tuple[int, tuple[Fact, ...]], set[Arrangement]]


@cache
def tree(variant: Variant) -> Tree:
    """Every history, walked by the engine and by the table side by side."""
    found = Tree([], defaultdict(set))

    def note(table: Table) -> None:
        arrangement = table.arrangement()
        for viewer, known in enumerate(table.knowledge):
            found.consistent[viewer, known].add(arrangement)

    def visit(state: State, table: Table, forced: tuple[bool, ...]) -> None:
        found.nodes.append(Node(state, table, forced))
        for action in state.legal_actions():
            child, there = state.clone(), table.copy()
            child.apply_action(action)
            for _, text in child.transcript(forced=True)[len(forced) :]:
                there.happen(text)
                note(there)
            skipped = len(child.history(forced=True)) - len(forced) - 1
            visit(child, there, (*forced, False, *[True] * skipped))

    start = Table.start(variant)
    note(start)
    visit(variant.load().new_initial_state(), start, ())
    return found


def package(table: Table, seat: int) -> range:
    """The numbers of the events by which a seat makes its two bids."""
    first = table.variant.players * table.variant.hand + 2 * seat
    return range(first, first + 2)


@pytest.fixture(params=[*SMALL, *MEDIUM, LARGE], ids=str)
def variant(request: pytest.FixtureRequest) -> Variant:
    return request.param


@pytest.fixture(params=SMALL, ids=str)
def small(request: pytest.FixtureRequest) -> Variant:
    return request.param


def test_rules_agree_with_the_table(variant: Variant) -> None:
    ends = 0
    for node in tree(variant).nodes:
        state, table = node.state, node.table
        assert state.to_dict() == table.position()
        texts = {state.action_to_string(action) for action in state.legal_actions()}
        assert texts == set(table.choices())
        if state.is_chance_node():
            weights = {state.action_to_string(outcome): weight for outcome, weight in state.chance_weights()}
            assert weights == table.choices()
        if state.is_terminal():
            ends += 1
            points = table.scores()
            assert state.scores() == points
            assert state.places() == [1 + sum(other > own for other in points) for own in points]
        else:
            assert len(texts) >= 2
            assert state.current_player() == (-1 if state.is_chance_node() else table.seat)
    assert ends == variant.load().perft(variant.load().new_initial_state(), 100)


def test_forced_steps_are_those_with_one_choice(variant: Variant) -> None:
    """Also that each kind of step is forced for some hands and free for others, which is what this game is for."""
    seen: set[tuple[str, bool]] = set()
    for node in tree(variant).nodes:
        if not node.state.is_terminal():
            continue
        table = Table.start(variant)
        for (_, text), forced in zip(node.state.transcript(forced=True), node.forced, strict=True):
            assert (len(table.choices()) == 1) == forced
            seen.add((text.removeprefix("chance ").split()[0], forced))
            table.happen(text)
    kinds = {"bid", "draw", "stay"} | ({"gift"} if variant.hand == 3 and variant.kinds == 3 else set())
    if (variant.players, variant.kinds, variant.hand) == (3, 2, 3):
        kinds.remove("draw")  # one card is left there
    for kind in kinds:
        assert {(kind, True), (kind, False)} <= seen


def test_information_states_are_what_a_seat_knows(variant: Variant) -> None:
    """With equal ones he knows, sees and may do the same; with different knowledge they differ."""
    for viewer in range(variant.players):
        by_text: dict[str, tuple[Any, ...]] = {}
        texts: dict[tuple[Fact, ...], str] = {}
        labels: dict[tuple[int, ...], str] = {}
        for node in tree(variant).nodes:
            state, known = node.state, node.table.knowledge[viewer]
            text = state.information_state_string(viewer)
            own = state.legal_actions() if state.current_player() == viewer else None
            sees = (known, state.observation_string(viewer), state.observation_tensor(viewer).tobytes(), own)
            assert by_text.setdefault(text, sees) == sees
            assert texts.setdefault(known, text) == text
            assert labels.setdefault(tuple(_core._labels(state, viewer)), text) == text
        assert len(by_text) == len(texts) == len(labels) > 1


def test_information_states_hold_one_line_per_event(variant: Variant) -> None:
    for node in tree(variant).nodes:
        for viewer in range(variant.players):
            assert node.state.information_state_string(viewer).count("\n") == len(node.forced)
            assert len(_core._labels(node.state, viewer)) == len(node.forced)


def test_tokens_do_not_depend_on_what_was_forced(variant: Variant) -> None:
    """To the others a package is two tokens, always the same; what then lies open stands behind the last of all."""
    patterns: dict[int, set[tuple[bool, ...]]] = defaultdict(set)
    numbers: dict[tuple[int, int], set[tuple[int, ...]]] = defaultdict(set)
    for node in tree(variant).nodes:
        if len(node.forced) < package(node.table, variant.players - 1).stop:
            continue
        left = " ".join(str(bids[0]) for bids in node.table.bids)
        right = " ".join(str(bids[1]) for bids in node.table.bids)
        for seat in range(variant.players):
            events = package(node.table, seat)
            patterns[seat].add(tuple(node.forced[i] for i in events))
            for viewer in range(variant.players):
                if viewer == seat:
                    continue
                lines = node.state.information_state_string(viewer).split("\n")[1:]
                expected = [f"p{seat} bids", f"p{seat} bids"]
                if seat == variant.players - 1:
                    expected[1] += f"; left: {left}"
                    expected[1] += f"; right: {right}" if node.table.winner(0) is None else ""
                assert [lines[i] for i in events] == expected
                if seat != variant.players - 1:
                    numbers[seat, viewer].add(tuple(_core._labels(node.state, viewer)[i] for i in events))
    for seat in range(variant.players):
        # The second bid is free only from two cards; the first and the second are forced with equal ones.
        assert {(False, True), (True, True)} <= patterns[seat]
        assert ((False, False) in patterns[seat]) == (variant.hand == 3)
    assert all(len(tokens) == 1 for tokens in numbers.values())


def test_what_lies_open_is_learned_by_everybody_at_once(variant: Variant) -> None:
    """Once a location is open every seat knows every bid there; until then the others' bids can be this or that."""
    possible: dict[tuple[str, int, bool], set[tuple[int, ...]]] = defaultdict(set)
    for node in tree(variant).nodes:
        table = node.table
        if any(len(bids) < 2 for bids in table.bids):
            continue
        for viewer in range(variant.players):
            text = node.state.information_state_string(viewer)
            for location in range(2):
                possible[text, location, location < table.opened].add(tuple(bids[location] for bids in table.bids))
    lying_open = [bids for (_, _, is_open), bids in possible.items() if is_open]
    closed = [bids for (_, _, is_open), bids in possible.items() if not is_open]
    assert all(len(bids) == 1 for bids in lying_open)
    assert any(len(bids) > 1 for bids in closed)


def deals(table: Table, viewer: int) -> dict[Arrangement, tuple[Position, Fraction]]:
    """The positions that conceal can give, with their stated probabilities."""
    weights: Counter[Arrangement] = Counter()
    positions: dict[Arrangement, Position] = {}
    for dealt, weight in table.deals(viewer):
        weights[dealt.arrangement()] += weight
        positions[dealt.arrangement()] = dealt.position()
    total = weights.total()
    return {arrangement: (positions[arrangement], Fraction(weight, total)) for arrangement, weight in weights.items()}


def test_concealed_positions_are_the_consistent_ones(variant: Variant) -> None:
    """A deal of the unseen cards is possible exactly if some history with this knowledge leads to it."""
    seen: set[tuple[int, tuple[Fact, ...]]] = set()
    for node in tree(variant).nodes:
        for viewer in range(variant.players):
            known = node.table.knowledge[viewer]
            if (viewer, known) in seen:
                continue
            seen.add((viewer, known))
            assert deals(node.table, viewer).keys() == tree(variant).consistent[viewer, known]
    assert len(seen) > variant.players


def test_concealing_depends_on_what_the_viewer_knows_and_the_seed_alone(variant: Variant) -> None:
    dealt: dict[tuple[int, str, int], bytes] = {}
    met = 0
    for node in tree(variant).nodes:
        for viewer in range(variant.players):
            known = node.state.information_state_string(viewer)
            for seed in (1, 2**40 + 3):
                other = node.state.resample_from_infostate(viewer, seed)
                assert other.information_state_string(viewer).startswith(known)
                met += (viewer, known, seed) in dealt
                assert dealt.setdefault((viewer, known, seed), other.serialize(history=False)) == other.serialize(
                    history=False
                )
                if node.state.current_player() == viewer:
                    assert other.legal_actions() == node.state.legal_actions()
                    assert other.information_state_string(viewer) == known
    assert met > 0


def information_sets(variant: Variant, phases: tuple[str, ...], most: int) -> list[tuple[Node, int]]:
    """One node for each information set of each seat; some of them if there are many."""
    sets: dict[tuple[int, tuple[Fact, ...]], tuple[Node, int]] = {}
    for node in tree(variant).nodes:
        if node.table.phase in phases:
            for viewer in range(variant.players):
                sets.setdefault((viewer, node.table.knowledge[viewer]), (node, viewer))
    found = list(sets.values())
    return found if len(found) <= most else random.Random(len(found)).sample(found, most)


def chi_square(variant: Variant, chosen: list[tuple[Node, int]], samples: int) -> None:
    """Draws from each information set and compares with the stated probabilities, one by one and all together."""
    statistic, freedom = 0.0, 0
    for number, (node, viewer) in enumerate(chosen):
        # A position that leaves another seat no choice goes on by itself: compare where that ends.
        expected: dict[State, Fraction] = defaultdict(Fraction)
        for position, probability in deals(node.table, viewer).values():
            expected[variant.load().state_from_dict(position)] += probability
        assert sum(expected.values()) == 1
        counts = Counter(node.state.resample_from_infostate(viewer, (number << 32) + i) for i in range(samples))
        assert counts.keys() <= expected.keys()
        for state, probability in expected.items():
            if samples * probability >= 25:
                assert state in counts
        # Rare positions are thrown together.
        groups = sorted(((float(samples * p), counts[state]) for state, p in expected.items()), reverse=True)
        while len(groups) > 1 and groups[-1][0] < 5:
            (a, x), (b, y) = groups.pop(), groups.pop()
            groups.append((a + b, x + y))
            groups.sort(reverse=True)
        part = sum((count - mean) ** 2 / mean for mean, count in groups)
        if len(groups) > 1:
            assert chi2.sf(part, len(groups) - 1) > 1e-3 / len(chosen)
        statistic, freedom = statistic + part, freedom + len(groups) - 1
    assert freedom > 0
    assert 1e-3 < chi2.sf(statistic, freedom) < 1 - 1e-3


def test_distribution_of_concealed_positions(small: Variant) -> None:
    chi_square(small, information_sets(small, ("deal", "bid", "draw", "offer", "gift", "over"), 60), 1500)


@pytest.mark.parametrize("phase", ["bid", "draw", "offer", "gift", "over"])
def test_distribution_with_longer_hands(phase: str) -> None:
    """In the middle of packages, and where a seat has said `give` and not yet chosen."""
    for variant in (Variant(2, 3, 3), Variant(3, 3, 2)):
        chosen = information_sets(variant, (phase,), 12)
        assert chosen or (phase == "gift" and variant.hand == 2)
        if chosen:
            chi_square(variant, chosen, 3000)


def test_a_seat_that_gives_holds_a_card_to_give() -> None:
    """What the stated probabilities mean in one case, counted by hand."""
    # p0 has won the left location, drawn a card and said `give`. p1 does not see 1, 1, 2, 3, 3: two of them are
    # p0's hand, one is his right bid, two are the deck. Of the ten hands of single cards, 1 1 cannot give.
    state = (
        Variant(2, 3, 3)
        .load()
        .state_from_dict(
            {
                "phase": "gift",
                "seat": 0,
                "opened": 1,
                "deck": {"1": 1, "2": 0, "3": 1},
                "seats": [
                    {"hand": {"1": 0, "2": 1, "3": 1}, "bids": [3, 1]},
                    {"hand": {"1": 1, "2": 0, "3": 0}, "bids": [2, 2]},
                ],
                "gift": None,
            }
        )
    )
    hands: Counter[tuple[int, ...]] = Counter()
    bids_of_twos_and_threes: Counter[int] = Counter()
    samples = 9000
    for seed in range(samples):
        position = state.resample_from_infostate(1, seed).to_dict()
        hand = Counter({int(value): count for value, count in position["seats"][0]["hand"].items()})
        hand[position["gift"] or 0] += 1  # with one kind of card to give, it is given at once
        hands[tuple(sorted(value for value in hand.elements() if value))] += 1
        if position["gift"] is None:
            bids_of_twos_and_threes[position["seats"][0]["bids"][1]] += 1
    expected = {(1, 2): 2, (1, 3): 4, (2, 3): 2, (3, 3): 1}
    assert hands.keys() == expected.keys()
    for hand, ways in expected.items():
        assert hands[hand] == pytest.approx(samples * ways / 9, rel=0.1)
    # With 2 3 in hand, two of the three other cards are ones.
    assert bids_of_twos_and_threes.keys() == {1, 3}
    assert bids_of_twos_and_threes[1] == pytest.approx(hands[2, 3] * 2 / 3, rel=0.1)
