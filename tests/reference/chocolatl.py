"""Chocolatl in plain Python: docs/rules/chocolatl.md sections 2 to 12, word for word, with no thought of speed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise, permutations, product
from pathlib import Path
from typing import Any

from reference.base import Chance, Decision, Flow, Play

DATA = Path(__file__).parents[2] / "pyboard" / "data" / "chocolatl.json"
PROPHECY, FIELD, VILLAGE, CHOLULA, KITCHEN, BALLCOURT = range(6)
LOCATIONS = ("prophecy", "field", "village", "cholula", "kitchen", "ballcourt")


class Tables:
    """What the rules read from the component data."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.constants = data["constants"]
        self.cards = list(data["bid_cards"]["values"])
        self.decks = {kind: list(data["award_cards"][kind]) for kind in ("big", "small")}
        self.award_rounds = len(self.decks["big"])
        self.harvest = data["dice"]["harvest"]["faces"]
        self.bonus = data["dice"]["bonus"]["faces"]
        self.omen = [row["omen"] for row in data["locations"]]
        self.hut = [row["hut_sign"] for row in data["locations"]]
        self.prize_ranks = [row["prize_ranks"] for row in data["locations"]]
        self.layers = [(row["spaces"], row["points"]) for row in data["temple_layers"]["layers"]]
        self.kitchen = [(row["first"], row["second"]) for row in data["kitchen_row"]["rounds"]]
        self.colours = data["score_track"]["colour_by_score"]
        self.modes = data["mode_by_colour"]
        self.floor = data["floor"]["min_score"]
        self.values = 1 + max(self.cards + self.decks["big"] + self.decks["small"])

    def number_of(self, text: str) -> int:
        """The number of an action (section 7)."""
        v: int = self.values
        words = text.split()
        verb, last = words[0], words[-1]
        bids, cards = v + 1, v + 1 + v * (v + 1) // 2
        singles = {"roll": 0, "pass": 1, "take die": 2, "take hut": 3, "first self": 4, "first other": 5}
        if text == "offer none":
            return v
        if text in singles:
            return cards + v + singles[text]
        if verb == "bid":
            a, b = int(words[2]), int(words[3])
            return bids + b * (b + 1) // 2 + a
        offsets = {"offer": 0, "card": cards, "swap": cards + v + 6, "roll": cards + 2 * v + 5}
        return offsets[verb] + int(last)


@dataclass
class Player:
    hand: Counter[int]
    cubes: int
    score: int = 0
    huts: int = 0
    dice: int = 0
    pips: int = 0
    temple: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    placed: list[list[int]] = field(default_factory=lambda: [[] for _ in LOCATIONS])
    first_offering: int | None = None
    last_offering: int | None = None
    offered_none: bool = False
    final_pips: int = 0

    def offerings(self) -> int:
        return (self.first_offering or 0) + (self.last_offering or 0)


class Chocolatl:
    """One game. `flow()` is section 5; everything else is what it asks for."""

    def __init__(
        self,
        players: int,
        *,
        green_second_wave: str = "all_at_once",
        omen_immediate_points: int = 0,
        dice_timing: str = "polled_one_die",
        swap_optional: bool = False,
        components: dict[str, Any] | None = None,
    ) -> None:
        self.tables = Tables(components or json.loads(DATA.read_text(encoding="utf-8")))
        self.constants = self.tables.constants
        self.per_location = green_second_wave == "per_location"
        self.omen_points = omen_immediate_points
        self.single_pass = dice_timing == "single_pass_commit"
        self.swap_optional = swap_optional
        self.players = [
            Player(hand=Counter(self.tables.cards), cubes=self.constants["cubes_per_player"]) for _ in range(players)
        ]
        self.seats = range(players)
        self.round = 1
        self.arrival: list[int] = []
        self.king: int | None = None
        self.omen: int | None = None
        self.harvest: list[int] = []
        self.open: dict[str, int | None] = {"big": None, "small": None}
        self.decks = {kind: Counter(cards) for kind, cards in self.tables.decks.items()}
        self.mode: str | None = None
        self.location: int | None = None
        self.passed: set[int] = set()
        self.peak = [0] * players  # the highest score of the round
        self.begins = "stack"
        self.fired: Counter[str] = Counter()  # rare rules that had an effect

    def note(self, rule: str, happened: bool = True) -> None:
        self.fired[rule] += happened

    @staticmethod
    def of(position: dict[str, Any], **options: Any) -> Chocolatl:
        """A game that goes on from the beginning of a round or from the last offering (State.to_dict)."""
        game = Chocolatl(len(position["players"]), **options)
        assert position["phase"] in ("harvest", "offer_last")
        game.begins = position["phase"]
        game.round, game.arrival = position["round"], list(position["arrival"])
        game.king, game.omen = position["king"], position["omen"]
        game.decks = {kind: Counter(position[f"{kind}_left"]) for kind in game.decks}
        for player, row in zip(game.players, position["players"], strict=True):
            player.hand = Counter(row["hand"])
            player.score, player.huts, player.dice = row["score"], row["huts"], row["dice"]
            player.temple, player.first_offering = list(row["temple"]), row["first_offering"]
            player.cubes -= player.huts + sum(player.temple)
        return game

    def play(self) -> Play:
        return Play(self.flow())

    # --- flow (section 5) ---

    def flow(self) -> Flow:
        if self.begins == "stack":
            yield from self.set_up()
        if self.begins != "offer_last":
            while True:
                yield from self.play_round()
                if self.over():
                    break
                self.round += 1
        yield from self.final()

    def ask(self, seat: int, kind: str, options: Iterable[str]) -> Flow:
        text = yield Decision(seat, kind, tuple(sorted(set(options), key=self.tables.number_of)))
        self.answer = text

    def draw(self, kind: str, outcomes: Iterable[str]) -> Flow:
        """One of equally likely outcomes; equal texts are one with the summed weight."""
        self.answer = yield Chance(kind, dict(Counter(outcomes)))

    def set_up(self) -> Flow:
        orders = (" ".join(map(str, order)) for order in permutations(self.seats))
        yield from self.draw("stack", (f"chance stack {order}" for order in orders))
        self.arrival = [int(word) for word in self.answer.split()[2:]]
        for p in self.seats:
            player = self.players[p]
            yield from self.ask(p, "offer_first", (f"offer {card}" for card in player.hand))
            player.first_offering = self.take(player, self.answer)

    @staticmethod
    def take(player: Player, text: str) -> int:
        """Takes the card that a text names last out of the hand."""
        card = int(text.rsplit(maxsplit=1)[-1])
        assert player.hand[card] > 0
        player.hand = player.hand - Counter([card])
        return card

    def play_round(self) -> Flow:
        self.peak = [0 for _ in self.seats]
        dice = product(self.tables.harvest, repeat=3)
        texts = (" ".join(map(str, sorted(faces, reverse=True))) for faces in dice)
        yield from self.draw("harvest", (f"chance harvest {text}" for text in texts))  # R1
        self.harvest = [int(word) for word in self.answer.split()[2:]]
        if self.round <= self.tables.award_rounds:  # R4
            for kind in ("big", "small"):
                yield from self.draw(f"award_{kind}", (f"chance {kind} {card}" for card in self.decks[kind].elements()))
                card = int(self.answer.split()[-1])
                self.open[kind] = card
                self.decks[kind] = self.decks[kind] - Counter([card])
        self.king = None  # R5, CH-71
        self.mode = self.tables.modes[self.tables.colours[max(player.score for player in self.players)]]  # CH-30
        if self.mode == "all_at_once":
            for p in self.seats:
                for location in range(6):
                    yield from self.bid(p, location)
        elif self.mode == "two_waves":
            for kind in ("card1", "card2"):
                if kind == "card1" or not self.per_location:
                    for p in self.seats:
                        for location in range(6):
                            yield from self.card(p, location, kind)
        for location in range(6):  # R8
            self.location = location
            for p in self.seats:
                if self.mode == "one_by_one":
                    yield from self.bid(p, location)
                elif self.mode == "two_waves" and self.per_location:
                    yield from self.card(p, location, "card2")
            yield from self.evaluate(location)
            for player in self.players:
                player.pips = 0
        self.take_back()  # R9
        self.mode = self.location = None

    def bid(self, p: int, location: int) -> Flow:
        player = self.players[p]
        cards = sorted(player.hand.elements())
        pairs = {(a, b) for i, a in enumerate(cards) for b in cards[i + 1 :]}
        yield from self.ask(p, "bid", (f"bid {LOCATIONS[location]} {a} {b}" for a, b in pairs))
        a, b = map(int, self.answer.split()[2:])
        player.hand = player.hand - Counter([a, b])
        player.placed[location] = [a, b]

    def card(self, p: int, location: int, kind: str) -> Flow:
        player = self.players[p]
        yield from self.ask(p, kind, (f"card {LOCATIONS[location]} {card}" for card in player.hand))
        player.placed[location].append(self.take(player, self.answer))

    def take_back(self) -> None:
        """CH-5."""
        for player in self.players:
            player.pips = 0
            for pair in player.placed:
                player.hand.update(pair)
            player.placed = [[] for _ in LOCATIONS]

    def over(self) -> bool:
        """CH-100."""
        end = self.constants["end_score"]
        self.note("CH-100 fell back", max(self.peak) >= end > max(player.score for player in self.players))
        self.note("CH-100 cubes", any(player.cubes == 0 for player in self.players))
        self.note("CH-100 score", any(player.score >= end for player in self.players))
        self.note("CH-100 round", self.round == self.constants["max_rounds"])
        return (
            self.round == self.constants["max_rounds"]
            or any(player.cubes == 0 for player in self.players)
            or any(player.score >= self.constants["end_score"] for player in self.players)
        )

    # --- totals, ranking, score (CH-20 to CH-55) ---

    def total(self, p: int, location: int) -> int:
        player = self.players[p]
        omen = self.tables.omen[location] if self.omen == p else 0  # CH-41
        huts = player.huts * self.tables.hut[location]  # CH-42
        return int(sum(player.placed[location]) + omen + huts + player.pips)

    def totals(self, location: int) -> list[int]:
        return [self.total(p, location) for p in self.seats]

    def chain(self, p: int) -> tuple[bool, int, int]:
        """Who of equal ones is first, smallest first: king, lower score, upper marker (CH-51 to CH-53)."""
        return p != self.king, self.players[p].score, -self.arrival.index(p)

    def before(self, p: int, total_p: int, q: int, total_q: int) -> bool:
        """Whether p with that total ranks before q with that one."""
        return (-total_p, self.chain(p)) < (-total_q, self.chain(q))

    def ranking(self, totals: Sequence[int]) -> list[int]:
        return sorted(self.seats, key=lambda p: (-totals[p], self.chain(p)))

    def score(self, p: int, points: int) -> None:
        """CH-20 to CH-24."""
        player = self.players[p]
        new = player.score + points
        if points < 0:
            self.note("CH-24", new < self.tables.floor)
            new = max(new, min(self.tables.floor, player.score))
            self.note("CH-22 loss", new == player.score)
        if new != player.score:
            player.score = new
            others = [other for other in self.players if other.score == new]
            self.note(f"CH-21 {'forwards' if points > 0 else 'backwards'}", len(others) > 1)
            self.peak[p] = max(self.peak[p], new)
            self.arrival.remove(p)
            self.arrival.append(p)

    # --- bonus dice (CH-60 to CH-66) ---

    def has_stake(self, q: int, location: int, totals: Sequence[int], reach: Sequence[int]) -> bool:
        """CH-65."""
        if not self.players[q].dice:
            return False
        others = [i for i in self.seats if i != q]
        best = 1 + sum(self.before(i, totals[i], q, reach[q]) for i in others)
        worst = 1 + sum(self.before(i, reach[i], q, totals[q]) for i in others)
        prizes = {len(self.seats) if rank == "last" else rank for rank in self.tables.prize_ranks[location]}
        if best < worst and prizes & set(range(best, worst + 1)):
            self.note("CH-65a")
            return True
        if location != CHOLULA or best != worst:
            return False
        within = self.constants["temple_margin"] - 1
        first = self.ranking(totals)[0]
        if best == 1:
            stake = any(totals[q] - reach[i] <= within for i in others)
        else:
            stake = best == 2 and totals[first] - reach[q] <= within
        self.note(f"CH-65b {best}", stake)
        self.note("CH-65 none", not stake)
        return stake

    def reach(self, totals: Sequence[int], done: Iterable[int] = ()) -> list[int]:
        return [totals[p] + (0 if p in done else max(self.tables.bonus) * self.players[p].dice) for p in self.seats]

    def poll(self, location: int) -> Flow:
        """CH-62."""
        self.passed = set()
        while True:
            totals = self.totals(location)
            reach = self.reach(totals)
            asked = [
                p for p in self.ranking(totals) if p not in self.passed and self.has_stake(p, location, totals, reach)
            ]
            if not asked:
                break
            p = asked[-1]
            yield from self.ask(p, "dice", ("roll", "pass"))
            if self.answer == "pass":
                self.passed.add(p)
            else:
                yield from self.roll(p)
                self.passed = set()

    def roll(self, p: int, number: int = 1) -> Flow:
        self.players[p].dice -= number
        for _ in range(number):
            yield from self.roll_one(p)

    def roll_one(self, p: int) -> Flow:
        yield from self.draw("bonus", (f"chance bonus {face}" for face in self.tables.bonus))
        self.players[p].pips += int(self.answer.split()[-1])

    def single_pass_of_dice(self, location: int) -> Flow:
        """Section 12, `dice_timing`."""
        order = [p for p in reversed(self.ranking(self.totals(location))) if self.players[p].dice]
        for k, p in enumerate(order):
            totals = self.totals(location)
            if not self.has_stake(p, location, totals, self.reach(totals, order[:k])):
                continue
            yield from self.ask(p, "dice", ("pass", *(f"roll {k + 1}" for k in range(self.players[p].dice))))
            if self.answer != "pass":
                yield from self.roll(p, int(self.answer.split()[1]))

    # --- the locations (CH-70 to CH-98) ---

    def note_ranking(self, totals: Sequence[int], ranking: Sequence[int]) -> None:
        self.note("CH-40 negative", min(totals) < 0)
        for p, q in pairwise(ranking):
            if totals[p] == totals[q]:
                if p == self.king:
                    self.note("CH-51")
                elif self.players[p].score != self.players[q].score:
                    self.note("CH-52")
                else:
                    self.note("CH-53")

    def evaluate(self, location: int) -> Flow:
        yield from self.single_pass_of_dice(location) if self.single_pass else self.poll(location)
        totals = self.totals(location)
        ranking = self.ranking(totals)
        first, second, last = ranking[0], ranking[1], ranking[-1]
        self.note_ranking(totals, ranking)
        if location == PROPHECY:
            self.king = first  # CH-70
            self.score(first, self.constants["king_points"])
            self.note("CH-72 kept", self.omen == last)
            self.note("CH-72 holder wins", self.omen == first)
            if self.omen != last:  # CH-72
                self.omen = last
                self.score(last, self.omen_points)
        elif location == FIELD:  # CH-76
            for p, pips in zip(ranking, self.harvest, strict=False):
                self.score(p, pips)
            self.harvest = []
        elif location == VILLAGE:
            yield from self.ask(first, "village_choice", ("take die", "take hut"))  # CH-77
            dice, hut = (first, second) if self.answer == "take die" else (second, first)
            self.players[dice].dice += 1  # CH-78
            self.players[hut].huts += 1
            self.players[hut].cubes -= 1
        elif location == CHOLULA:
            yield from self.cholula(first, second, totals[first] - totals[second])
        elif location == KITCHEN:
            points = self.tables.kitchen[self.round - 1]
            self.score(first, points[0])  # CH-90
            self.score(second, points[1])
            self.score(last, self.constants["kitchen_last_points"])  # CH-91
        elif self.round <= self.tables.award_rounds:
            self.take_back()  # the twelve cards lie open: where they lie does not matter any more
            yield from self.swap(first, "big")  # CH-93
            yield from self.swap(second, "small")
        else:  # CH-95
            self.score(first, self.constants["award_points_without_card_first"])
            self.score(second, self.constants["award_points_without_card_second"])

    def free_layer(self) -> tuple[int, int] | None:
        """The lowest unfinished layer of the temple and its free spaces."""
        for layer, (spaces, _) in enumerate(self.tables.layers):
            if free := spaces - sum(player.temple[layer] for player in self.players):
                return layer, free
        return None

    def cholula(self, first: int, second: int, lead: int) -> Flow:
        if lead >= self.constants["temple_margin"]:  # CH-80
            order = [first, first]
        else:
            order = [first, second]  # CH-81
            free = self.free_layer()
            if free and free[1] == 1 and all(self.players[p].cubes for p in order):  # CH-83
                yield from self.ask(first, "temple_order", ("first self", "first other"))
                if self.answer == "first other":
                    order = [second, first]
        for p in order:
            self.place(p)

    def place(self, p: int) -> None:
        free = self.free_layer()
        if not self.players[p].cubes or free is None:  # CH-84, CH-85
            self.note("CH-84")
            return
        layer, spaces = free
        self.players[p].cubes -= 1
        self.players[p].temple[layer] += 1
        if spaces == 1:  # CH-86, CH-88
            most = max(self.seats, key=lambda q: self.players[q].temple[layer])
            tied = [q for q in self.seats if self.players[q].temple[layer] == self.players[most].temple[layer]]
            winner = min(tied, key=self.chain)
            if len(tied) > 1:
                equal = sum(self.players[q].score == self.players[winner].score for q in tied)
                self.note("CH-88 king" if winner == self.king else "CH-88 marker" if equal > 1 else "CH-88 score")
            self.score(winner, self.tables.layers[layer][1])

    def swap(self, p: int, kind: str) -> Flow:
        player = self.players[p]
        options = [f"swap {card}" for card in player.hand]
        yield from self.ask(p, f"swap_{kind}", options + (["pass"] if self.swap_optional else []))
        card = self.open[kind]
        assert card is not None
        if self.answer != "pass":
            self.take(player, self.answer)  # CH-94
            player.hand[card] += 1
        self.open[kind] = None

    # --- end (section 10) ---

    def final(self) -> Flow:
        for p in self.seats:
            player = self.players[p]
            options = [f"offer {card}" for card in player.hand]
            yield from self.ask(p, "offer_last", options + ([] if player.hand[0] else ["offer none"]))  # CH-110
            if self.answer == "offer none":
                player.offered_none = True
                self.note("CH-110 none")
            else:
                player.last_offering = int(self.answer.split()[1])
        for player in self.players:
            if player.last_offering is not None:
                player.hand = player.hand - Counter([player.last_offering])
        for p in self.seats:
            player = self.players[p]
            while player.dice:  # CH-117
                texts = (f"chance final p{p} {face}" for face in self.tables.bonus)
                yield from self.draw("final_dice", texts)
                player.dice -= 1
                player.final_pips += int(self.answer.split()[-1])

    def scores(self) -> list[int]:
        constants = self.constants
        offered = [player.offerings() for player in self.players]
        cubes = [sum(player.temple) for player in self.players]
        result = []
        for p, player in enumerate(self.players):
            points = player.score + offered[p] + player.final_pips  # CH-111, CH-117
            points += cubes[p] * constants["final_temple_cube_points"]  # CH-115
            if offered[p] == max(offered):  # CH-112
                points += constants["final_offering_majority_points"]
            if p == self.king:  # CH-113
                points += constants["final_king_points"]
            if p == self.omen:  # CH-114
                points += constants["final_omen_points"]
            if cubes[p] == max(cubes):  # CH-116
                points += constants["final_temple_majority_points"]
            result.append(points)
        return result

    def places(self) -> list[int]:
        """CH-118."""
        keys = [(points, player.offerings()) for points, player in zip(self.scores(), self.players, strict=True)]
        self.note("CH-118 offerings", len({key[0] for key in keys}) < len(set(keys)))
        self.note("CH-118 shared", len(set(keys)) < len(keys))
        return [1 + sum(other > key for other in keys) for key in keys]

    # --- the position (State.to_dict) ---

    def as_dict(self) -> dict[str, Any]:
        """The position, without what follows from the node; cards that lie on a location in ascending order."""
        return {
            "round": self.round,
            "king": self.king,
            "omen": self.omen,
            "arrival": self.arrival,
            "harvest": self.harvest,
            **self.open,
            **{f"{kind}_left": sorted(deck.elements()) for kind, deck in self.decks.items()},
            "players": [
                {
                    "score": player.score,
                    "hand": sorted(player.hand.elements()),
                    "placed": dict(zip(LOCATIONS, map(sorted, player.placed), strict=True)),
                    "first_offering": player.first_offering,
                    "last_offering": "none" if player.offered_none else player.last_offering,
                    "huts": player.huts,
                    "dice": player.dice,
                    "pips": player.pips,
                    "temple": player.temple,
                    "final_pips": player.final_pips,
                }
                for player in self.players
            ],
        }
