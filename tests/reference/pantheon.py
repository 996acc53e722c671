"""Pantheon in plain Python: docs/rules/pantheon.md sections 2 to 12, word for word, with no thought of speed."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any

from reference.base import Chance, Decision, Flow, Play

DATA = json.loads((Path(__file__).parents[2] / "pyboard" / "data" / "pantheon.json").read_text(encoding="utf-8"))
NUMBERS: dict[str, int] = {row["text"]: row["id"] for row in DATA["actions"]["list"]}

KINDS = ("gift", "priest", "dancer", "temple")
CARDS = ("move", *KINDS, "money1", "money2", "money3", "money4", "money5")
BONUSES = ("support", "half_god", "god", "column", "offering", "movement")
COINS = range(1, 6)

Payment = tuple[int, ...]  # cards per kind


def money_card(value: int) -> str:
    return f"money{value}"


@dataclass
class Player:
    score: int = 0
    hand: Counter[str] = field(default_factory=Counter)
    known: Counter[str] = field(default_factory=Counter)
    feet: set[int] = field(default_factory=set)
    columns: set[int] = field(default_factory=set)
    linked: set[int] = field(default_factory=set)  # columns of the network
    feet_in_hand: int = 0
    columns_in_hand: int = 0
    levels: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    gods: Counter[str] = field(default_factory=Counter)  # stonkus: the sum of the values
    movement: int = 0
    half_gods: int = 0
    half_god_points: int = 0
    bonus: str | None = None

    def pieces(self) -> set[int]:
        return self.feet | self.columns

    def permanent(self) -> int:
        return self.movement + self.gods["vinthrad"]

    def money(self, most: int = 5) -> int:
        """What the money cards up to a value are worth."""
        return sum(value * self.hand[money_card(value)] for value in COINS if value <= most)


@dataclass
class Run:
    """The placements of one movement or purchase (PA-61, 64)."""

    jumps_used: int = 0
    closed: set[int] = field(default_factory=set)


class Pantheon:
    """One game. `flow()` is section 5; everything else is what it asks for."""

    def __init__(
        self,
        players: int,
        *,
        start_supply: str = "seed",
        bonus: str = "random",
        loot_marks: str = "use",
        start_seat: str = "seat0",
        turn_cap: int = 400,
        map: str = "reconstructed-1",  # noqa: A002
        components: dict[str, Any] | None = None,
    ) -> None:
        data = components or DATA
        assert map == data["map"]["name"]
        self.n = players
        self.choose_bonus = bonus == "choose"
        self.random_start = start_seat == "random"
        self.cap = turn_cap
        supply = data["start_supply"][start_supply][str(players)]
        self.feet_each = data["pieces"]["feet_per_player"]
        self.columns_each = data["pieces"]["columns_per_player"]
        self.players = [Player(feet_in_hand=supply["feet"], columns_in_hand=supply["columns"]) for _ in range(players)]

        self.adjacent = {row["index"]: row["adj"] for row in data["map"]["spaces"]}
        self.column_spaces = {row["index"] for row in data["map"]["spaces"] if row["type"] == "column"}
        self.nations = [row["id"] for row in data["nations"]]
        self.start_of = {row["id"]: int(row["start"][1:]) for row in data["nations"]}
        self.slots_of = {row["id"]: [int(s[1:]) for s in row["loot_slots"]] for row in data["nations"]}

        self.god_kind = {row["id"]: row["kind"] for row in data["gods"]["tiles"]}
        self.god_cost = {row["id"]: row["cost"] for row in data["gods"]["tiles"]}
        self.god_value = {row["id"]: row.get("value", 0) for row in data["gods"]["tiles"]}
        self.god_stack = list(self.god_kind)

        self.loot_rows = {row["id"]: row for row in data["loot_tiles"]["types"]}
        marks = [mark for mark in ("0", "3", "4") if loot_marks == "ignore" or int(mark) <= players]
        self.bag = Counter(
            {name: sum(row["count_by_mark"].get(mark, 0) for mark in marks) for name, row in self.loot_rows.items()}
        )
        self.shown = data["loot_tiles"]["per_epoch"][str(players)]
        self.low = Counter({int(v): count for v, count in data["half_gods"]["low"].items()})
        self.high = Counter({int(v): count for v, count in data["half_gods"]["high"].items()})
        self.special_money: list[int] = list(data["special_money"]["stack_top_first"])
        self.pile = Counter({row["id"]: row["count"] for row in data["card_types"]["deck"]})
        self.card_points = data["card_types"]["deck"][0]["points"]
        self.discard: Counter[str] = Counter()
        self.display: Counter[str] = Counter()
        self.display_size = data["display_size"]
        self.start_hand = data["start_hand"]
        self.draw_cards = data["draw_action_cards"]
        self.hand_adjusted = data["hand_adjust_nations"]
        self.price = [0] + [data["offering_tiles"]["price_by_level"][str(level)] for level in (1, 2, 3, 4)]
        self.column_rows = data["scoring"]["column_points_each"]
        self.ender_points = data["scoring"]["epoch_end_bonus"]

        self.epoch = 0
        self.first = 0
        self.active = 0
        self.nation: str | None = None
        self.used_nations: set[str] = set()
        self.temple: int | None = None
        self.loot: list[str | None] = [None] * 5
        self.gods: list[str | None] = [None] * 5
        self.pool: Counter[int] = Counter()
        self.bonus_tiles = list(BONUSES)
        self.ender: int | None = None
        self.turns = 0
        self.from_position = False
        self.events: Counter[str] = Counter()  # rare things that happened

    @staticmethod
    def of(position: dict[str, Any], players: int, **options: Any) -> Pantheon:
        """A game that begins at the turn of a position (State.to_dict)."""
        game = Pantheon(players, **options)
        assert position["phase"] == "turn"
        game.from_position = True
        spaces = lambda names: {int(name[1:]) for name in names}  # noqa: E731
        game.epoch, game.nation = position["epoch"], position["nation"]
        game.temple = game.start_of[position["nation"]]
        game.used_nations = set(position["nations"])
        game.first, game.active = position["first"], position["active"]
        game.turns = position["turns"]
        game.display, game.discard = Counter(position["display"]), Counter(position["discard"])
        game.special_money = list(position["special_money"])
        game.loot, game.gods = list(position["loot"]), list(position["gods"])
        game.bag, game.god_stack = Counter(position["bag"]), list(position["god_stack"])
        game.pool = Counter({int(value): count for value, count in position["pool"].items()})
        halves = {int(value): count for value, count in position["half_god_stack"].items()}
        game.low = Counter({value: halves.get(value, 0) for value in game.low})
        game.high = Counter({value: halves.get(value, 0) for value in game.high})
        game.bonus_tiles = list(position["bonus_tiles"])
        game.players = [
            Player(
                score=row["score"],
                hand=Counter(row["hand"]),
                known=Counter(row["known"]),
                feet=spaces(row["feet"]),
                columns=spaces(row["columns"]),
                linked=spaces(row["linked"]),
                feet_in_hand=row["feet_in_hand"],
                columns_in_hand=row["columns_in_hand"],
                levels=[row["levels"][kind] for kind in KINDS],
                gods=Counter(row["gods"]),
                movement=row["movement"],
                half_gods=row["half_gods"],
                half_god_points=row["half_god_points"],
                bonus=row["bonus"],
            )
            for row in position["players"]
        ]
        for counter in (game.display, game.discard, *(player.hand for player in game.players)):
            game.pile.subtract(counter)
        out = Counter(DATA["special_money"]["stack_top_first"])
        out.subtract(game.special_money)
        game.pile.update({money_card(value): count for value, count in out.items()})
        return game

    def play(self) -> Play:
        return Play(self.flow())

    # --- flow (section 5) ---

    def flow(self) -> Flow:
        if self.from_position:
            for player in self.players:
                self.link(player)
            yield from self.turns_of_epoch()
            yield from self.end_of_epoch()
        else:
            yield from self.setup()
        while self.epoch < 6:
            self.epoch += 1
            yield from self.prepare()
            yield from self.turns_of_epoch()
            yield from self.end_of_epoch()

    def setup(self) -> Flow:
        if self.random_start:
            text = yield Chance("start", {f"chance start p{seat}": 1 for seat in range(self.n)})
            self.first = int(text[-1])
        if self.choose_bonus:
            for seat in self.seats(self.first):
                text = yield self.decision(seat, "bonus_choice", [f"bonus {kind}" for kind in self.bonus_tiles])
                self.players[seat].bonus = text.removeprefix("bonus ")
                self.bonus_tiles.remove(text.removeprefix("bonus "))
        for _ in range(self.display_size):
            yield from self.draw_card(self.display)
        for seat in self.seats(self.first):
            yield from self.draw_to(seat, self.start_hand)

    def prepare(self) -> Flow:
        left = [nation for nation in self.nations if nation not in self.used_nations]
        self.temple = None
        for player in self.players:
            player.linked = set()
        text = yield Chance("nation", {f"chance nation {nation}": 1 for nation in left})
        self.nation = text.split()[-1]
        self.used_nations.add(self.nation)
        for slot in range(self.shown):  # PA-21
            if not +self.bag:
                break
            text = yield Chance("loot", {f"chance loot {name}": c for name, c in self.bag.items() if c})
            name = text.split()[-1]
            self.bag[name] -= 1
            self.loot[slot] = name
            if self.loot_rows[name]["kind"] == "half_god":
                yield from self.half_god_to_pool()
        for slot in range(self.shown):  # PA-22
            tile = yield from self.draw_god()
            if tile is None:
                break
            self.gods[slot] = tile
            if self.god_kind[tile] == "plaesiris":
                for _ in range(2):
                    yield from self.half_god_to_pool()
        for seat in self.seats(self.first):  # PA-25
            yield from self.nation_effect(seat)
            if self.nation == "persia":
                break
        self.temple = self.start_of[self.nation]  # PA-34
        for player in self.players:
            self.link(player)
        for seat in self.seats(self.first):  # PA-36
            yield from self.draw_to(seat, 2 * self.players[seat].gods["depraccus"])
        if self.epoch == 1:
            for seat in self.seats(self.first):
                yield from self.bonus(seat)
        self.active = self.first

    def turns_of_epoch(self) -> Flow:
        while True:
            player = self.players[self.active]
            while True:
                yield from self.action(self.active)
                self.turns += self.cap > 0  # without a cap nobody counts
                if self.ended() or not player.gods["traitera"]:
                    break
                text = yield self.decision(self.active, "after", ["extra", "pass"])
                if text == "pass":
                    break
                player.gods["traitera"] -= 1
            if self.ended():
                return
            self.active = (self.active + 1) % self.n

    def ended(self) -> bool:
        return self.ender is not None or (self.cap > 0 and self.turns >= self.cap)

    def end_of_epoch(self) -> Flow:
        if self.ender is not None:
            self.players[self.ender].score += self.ender_points
            self.first = (self.ender + 1) % self.n
        else:
            self.events["turn cap"] += 1
            self.first = (self.first + 1) % self.n
        for player in self.players:
            player.feet_in_hand += len(player.feet)
            player.feet = set()
            player.linked = set()
        self.temple = None
        self.nation = None
        self.loot = [None] * 5
        self.gods = [None] * 5
        self.pool = Counter()
        self.ender = None
        self.turns = 0
        if self.epoch in (3, 6):
            for player in self.players:
                count = len(player.columns)
                player.score += next((count * each for low, high, each in self.column_rows if low <= count <= high), 0)
                player.score += player.half_god_points
                player.score += player.gods["pietalte"] * max(player.levels)
        return
        yield

    def seats(self, first: int) -> list[int]:
        return [(first + i) % self.n for i in range(self.n)]

    @staticmethod
    def decision(seat: int, kind: str, texts: Iterable[str]) -> Decision:
        return Decision(seat, kind, tuple(sorted(texts, key=NUMBERS.__getitem__)))

    # --- cards ---

    def draw_card(self, to: Counter[str]) -> Flow:
        """One card leaves the draw pile (PA-3, 4)."""
        if not +self.pile:
            self.pile, self.discard = self.discard, Counter()
            self.events["reshuffle"] += 1
            if not +self.pile:
                self.events["recall"] += 1
                for player in self.players:
                    self.pile += player.hand
                    player.hand.clear()
                    player.known.clear()
        text = yield Chance("card", {f"chance card {card}": count for card, count in self.pile.items() if count > 0})
        card = text.split()[-1]
        self.pile[card] -= 1
        to[card] += 1

    def draw_to(self, seat: int, count: int) -> Flow:
        for _ in range(count):
            yield from self.draw_card(self.players[seat].hand)

    @staticmethod
    def receive(player: Player, card: str) -> None:
        """A card taken face up."""
        player.hand[card] += 1
        player.known[card] += 1

    def lose(self, player: Player, card: str) -> None:
        """A card played, paid or discarded (PA-6)."""
        assert player.hand[card] > 0
        player.hand[card] -= 1
        player.known[card] = max(0, player.known[card] - 1)
        self.discard[card] += 1

    def take_money(self, player: Player) -> None:
        if self.special_money:
            self.receive(player, money_card(self.special_money.pop(0)))
        else:
            self.events["no special money"] += 1

    # --- half-gods ---

    def draw_half_god(self) -> Generator[Decision | Chance, str, int | None]:
        group = self.low if +self.low else self.high
        if not +group:
            self.events["no half-god"] += 1
            return None
        text = yield Chance("half_god", {f"chance half_god {value}": c for value, c in group.items() if c})
        value = int(text.split()[-1])
        group[value] -= 1
        return value

    def half_god_to_pool(self) -> Flow:
        value = yield from self.draw_half_god()
        if value is not None:
            self.pool[value] += 1

    def gain_drawn_half_god(self, player: Player) -> Flow:
        value = yield from self.draw_half_god()
        if value is not None:
            player.half_gods += 1
            player.half_god_points += value

    def gain_highest(self, player: Player) -> None:
        if not +self.pool:
            self.events["empty pool"] += 1
            return
        value = max(+self.pool)
        self.pool[value] -= 1
        player.half_gods += 1
        player.half_god_points += value

    # --- gods ---

    def draw_god(self) -> Generator[Decision | Chance, str, str | None]:
        if not self.god_stack:
            self.events["no god"] += 1
            return None
        text = yield Chance("god", {f"chance god {tile}": 1 for tile in self.god_stack})
        tile = text.split()[-1]
        self.god_stack.remove(tile)
        return tile

    def gain(self, seat: int, tile: str, *, displayed: bool) -> Flow:
        """PA-106."""
        player = self.players[seat]
        player.score += self.epoch
        match self.god_kind[tile]:
            case "seperi":
                second = yield from self.draw_god()
                if second is None:
                    return
                if self.god_kind[second] == "seperi":
                    player.score += self.epoch
                    self.events["two seperis"] += 1
                else:
                    yield from self.gain(seat, second, displayed=False)
            case "plaesiris":
                for _ in range(2):
                    if displayed:
                        self.gain_highest(player)
                    else:
                        yield from self.gain_drawn_half_god(player)
            case "taksator":
                self.take_money(player)
            case "stonkus":
                player.gods["stonkus"] += self.god_value[tile]
            case kind:
                player.gods[kind] += 1

    def gain_top_god(self, seat: int) -> Flow:
        tile = yield from self.draw_god()
        if tile is not None:
            yield from self.gain(seat, tile, displayed=False)

    # --- payments (PA-101 to 104) ---

    def assignments(self, player: Player, tile: str, cost: list[int]) -> list[tuple[tuple[int, ...], Payment]]:
        """Those that count, each with its payment."""
        levels = [0, 0, 0, 0] if self.god_kind[tile] == "pietalte" else player.levels
        first: dict[Payment, tuple[int, ...]] = {}
        for kinds in permutations(range(4), len(cost)):  # in lexicographic order
            if all(levels[k] + player.hand[KINDS[k]] >= c for k, c in zip(kinds, cost, strict=True)):
                payment = [0, 0, 0, 0]
                for k, c in zip(kinds, cost, strict=True):
                    payment[k] = max(0, c - levels[k])
                first.setdefault(tuple(payment), kinds)
        contains = lambda a, b: a != b and all(x >= y for x, y in zip(a, b, strict=True))  # noqa: E731
        return [(kinds, p) for p, kinds in first.items() if not any(contains(p, other) for other in first)]

    def pay(self, player: Player, payment: Payment) -> None:
        for kind, count in zip(KINDS, payment, strict=True):
            for _ in range(count):
                self.lose(player, kind)

    def worship(self, seat: int, slot: int) -> Flow:
        player, tile = self.players[seat], self.gods[slot]
        assert tile is not None
        ways = self.assignments(player, tile, self.god_cost[tile])
        for i in range(len(self.god_cost[tile])):
            text = yield self.decision(seat, "offer", {f"offer {KINDS[kinds[i]]}" for kinds, _ in ways})
            ways = [way for way in ways if text == f"offer {KINDS[way[0][i]]}"]
        self.pay(player, ways[0][1])
        self.gods[slot] = None
        if not any(self.gods):
            self.ender = seat
            self.events["ended by a god"] += 1
        yield from self.gain(seat, tile, displayed=True)

    # --- nations ---

    def nation_effect(self, seat: int) -> Flow:
        player = self.players[seat]
        match self.nation:
            case "gallia":
                yield from self.gallia(seat)
            case "germania" | "graecia":
                while player.hand.total() < self.hand_adjusted:
                    yield from self.draw_card(player.hand)
                last = 0
                while (over := player.hand.total() - self.hand_adjusted) > 0:
                    fit = [
                        card
                        for i, card in enumerate(CARDS)
                        if i >= last and player.hand[card] and sum(player.hand[c] for c in CARDS[i:]) >= over
                    ]
                    text = yield self.decision(seat, "discard", [f"discard {card}" for card in fit])
                    last = CARDS.index(text.split()[-1])
                    self.lose(player, CARDS[last])
            case "aegyptus":
                yield from self.aegyptus(seat)
            case "persia":
                self.special_money.sort(reverse=True)
            case "iberia":
                yield from self.steps(seat, 1)
            case "cartago":
                yield from self.shop(seat, 2, cartago=True)
            case "roma":
                yield from self.draw_to(seat, 2)

    def gallia(self, seat: int) -> Flow:
        player = self.players[seat]
        options = ["gallia cards"] + (["gallia god"] if self.god_stack else [])
        if (yield self.decision(seat, "gallia", options)) == "gallia cards":
            yield from self.draw_to(seat, 2)
            return
        tile = yield from self.draw_god()
        assert tile is not None
        ways = self.assignments(player, tile, self.god_cost[tile][:1])
        offers = {f"offer {KINDS[kinds[0]]}": payment for kinds, payment in ways}
        text = yield self.decision(seat, "gallia_pay", [*offers, "refuse"])
        if text != "refuse":
            self.pay(player, offers[text])
            yield from self.gain(seat, tile, displayed=False)

    def general_feet(self, player: Player) -> int:
        return self.feet_each - player.feet_in_hand - len(player.feet)

    def general_columns(self, player: Player) -> int:
        return self.columns_each - player.columns_in_hand - len(player.columns)

    def aegyptus(self, seat: int) -> Flow:
        player = self.players[seat]
        direction = None
        while True:
            options = ["end"]
            if direction != "trade column" and player.feet_in_hand and self.general_columns(player):
                options.append("trade foot")
            if direction != "trade foot" and player.columns_in_hand and self.general_feet(player):
                options.append("trade column")
            direction = yield self.decision(seat, "trade", options)
            if direction == "end":
                return
            change = 1 if direction == "trade column" else -1
            player.feet_in_hand += change
            player.columns_in_hand -= change

    def steps(self, seat: int, count: int) -> Flow:
        """Offering steps (PA-75)."""
        levels = self.players[seat].levels
        left = min(count, 16 - sum(levels))
        if left < count:
            self.events["all levels full"] += 1
        last = 0
        while left:
            fit = [f"up {KINDS[k]}" for k in range(last, 4) if levels[k] < 4 and sum(4 - v for v in levels[k:]) >= left]
            text = yield self.decision(seat, "step", fit)
            last = KINDS.index(text.split()[-1])
            levels[last] += 1
            left -= 1

    def bonus(self, seat: int) -> Flow:
        player = self.players[seat]
        if not self.choose_bonus:
            text = yield Chance("bonus", {f"chance bonus {kind}": 1 for kind in self.bonus_tiles})
            kind = text.split()[-1]
            self.bonus_tiles.remove(kind)
        else:
            assert player.bonus is not None
            kind = player.bonus
        match kind:
            case "support":
                player.feet_in_hand += min(1, self.general_feet(player))
                player.columns_in_hand += min(1, self.general_columns(player))
            case "half_god":
                yield from self.gain_drawn_half_god(player)
            case "god":
                yield from self.gain_top_god(seat)
            case "column":
                fit = [
                    s
                    for s in self.column_spaces
                    if s not in player.columns and sum(s in other.columns for other in self.players) < 2
                ]
                if fit and self.general_columns(player):
                    text = yield self.decision(seat, "bonus_column", [f"place s{s}" for s in fit])
                    player.columns.add(int(text.split()[-1][1:]))
                    self.link(player)
            case "offering":
                kinds = [f"up {kind}" for kind, level in zip(KINDS, player.levels, strict=True) if level == 0]
                if kinds:
                    text = yield self.decision(seat, "step", kinds)
                    player.levels[KINDS.index(text.split()[-1])] = 1
            case "movement":
                player.movement += 1

    # --- board ---

    def link(self, player: Player) -> None:
        """Columns of the network (PA-55)."""
        while True:
            near = self.near(player)
            more = {s for s in player.columns - player.linked if s in near}
            if not more:
                return
            player.linked |= more

    def near(self, player: Player) -> set[int]:
        assert self.temple is not None
        return {t for s in {self.temple} | player.feet | player.linked for t in self.adjacent[s]}

    def owners(self, space: int) -> list[Player]:
        return [player for player in self.players if space in player.pieces()]

    def cost(self, player: Player, space: int) -> int | None:
        """Cost to enter (PA-54, 56), if it can be entered."""
        owners = self.owners(space)
        supply = player.columns_in_hand if space in self.column_spaces else player.feet_in_hand
        if space == self.temple or player in owners or len(owners) >= 2 or supply == 0:
            return None
        return 1 + len(owners)

    def reachable(self, player: Player, jumps: int) -> set[int]:
        near = self.near(player)
        found = set(near)
        if jumps > 0:
            for j in near:
                owners = self.owners(j)
                if j != self.temple and owners and not any(other is player for other in owners):
                    found.update(self.adjacent[j])
        return found

    def can_enter(self, player: Player, points: int, jumps: int, closed: Iterable[int] = ()) -> list[int]:
        """Spaces that can be reached and entered with so many points."""
        found = []
        for space in self.reachable(player, jumps) - set(closed):
            cost = self.cost(player, space)
            if cost is not None and cost <= points:
                found.append(space)
        return found

    def loot_at(self, space: int) -> str | None:
        assert self.nation is not None
        slots = self.slots_of[self.nation]
        return self.loot[slots.index(space)] if space in slots else None

    def put(self, seat: int, space: int, run: Run) -> Flow:
        """A piece comes to the board, with all that follows."""
        player = self.players[seat]
        near = self.near(player)
        tile = self.loot_at(space)
        if space not in near:
            run.jumps_used += 1
            self.events["jump"] += 1
        if tile is None:
            few = self.pile.total() < 2
            for s in near:
                loot = self.loot_at(s)
                if loot is not None:
                    if few and self.loot_rows[loot]["kind"] == "cards":
                        self.events["cards tile kept open"] += 1
                    else:
                        run.closed.add(s)
                elif s < space or space not in near:
                    run.closed.add(s)
        else:
            run.closed.clear()
        if space in self.column_spaces:
            player.columns.add(space)
            player.columns_in_hand -= 1
            player.linked.add(space)
        else:
            player.feet.add(space)
            player.feet_in_hand -= 1
        self.link(player)
        if tile is not None:
            assert self.nation is not None
            self.loot[self.slots_of[self.nation].index(space)] = None
            if not any(self.loot):
                self.ender = seat
                self.events["ended by loot"] += 1
            yield from self.take_loot(seat, tile)

    def take_loot(self, seat: int, tile: str) -> Flow:
        player, row = self.players[seat], self.loot_rows[tile]
        match row["kind"]:
            case "support":
                options = []
                if self.general_feet(player):
                    options.append("support feet")
                if self.general_columns(player):
                    options.append("support columns")
                if not options:
                    self.events["nothing to support with"] += 1
                    return
                text = yield self.decision(seat, "support", options)
                if text == "support feet":
                    player.feet_in_hand += min(row["amount"], self.general_feet(player))
                else:
                    player.columns_in_hand += min(row["amount"], self.general_columns(player))
            case "half_god":
                self.gain_highest(player)
            case "god":
                yield from self.gain_top_god(seat)
            case "offering":
                yield from self.steps(seat, row["steps"])
            case "cards":
                yield from self.draw_to(seat, row["amount"])
            case "money":
                self.take_money(player)
            case "movement":
                player.movement += row["points"]

    # --- actions ---

    def action(self, seat: int) -> Flow:
        player = self.players[seat]
        options = ["draw"]
        if self.can_move(player, 1):
            options.append("move")
        wealth = player.money() + player.gods["stonkus"]
        if wealth >= 1 and self.can_buy(player, wealth):
            options.append("buy")
        for slot, tile in enumerate(self.gods):
            if tile and self.assignments(player, tile, self.god_cost[tile]):
                options.append(f"worship {slot + 1}")
        text = yield self.decision(seat, "turn", options)
        match text.split():
            case ["move"]:
                yield from self.move(seat)
            case ["buy"]:
                yield from self.buy(seat)
            case ["worship", slot]:
                yield from self.worship(seat, int(slot) - 1)
            case ["draw"]:
                yield from self.draw_action(seat)

    def can_move(self, player: Player, big_foot: int) -> bool:
        points = big_foot + player.permanent() + self.card_points * player.hand["move"]
        return bool(self.can_enter(player, points, player.gods["gaiviles"]))

    def move(self, active: int) -> Flow:
        yield from self.movement(active, 1)
        for seat in self.seats(active)[1:]:
            options = ["stay"] + (["follow"] if self.can_move(self.players[seat], 0) else [])
            if (yield self.decision(seat, "follow", options)) == "follow":
                yield from self.movement(seat, 0)
            else:
                yield from self.draw_to(seat, 1)

    def movement(self, seat: int, big_foot: int) -> Flow:
        player, run = self.players[seat], Run()
        played = spent = placed = 0
        while True:
            left = big_foot + player.permanent() + self.card_points * played - spent
            points = left + self.card_points * player.hand["move"]
            jumps = player.gods["gaiviles"] - run.jumps_used
            spaces = self.can_enter(player, points, jumps, run.closed)
            text = yield self.decision(seat, "movement", [f"place s{s}" for s in spaces] + ["end"] * (placed > 0))
            if text == "end":
                return
            space = int(text.split()[1][1:])
            cost = self.cost(player, space)
            assert cost is not None
            while cost > left:
                self.lose(player, "move")
                played += 1
                left += self.card_points
            spent += cost
            placed += 1
            yield from self.put(seat, space, run)

    def can_buy(self, player: Player, money: int) -> bool:
        """PA-82."""
        return (
            any(level < 4 and self.price[level + 1] - self.price[level] <= money for level in player.levels)
            or (money >= 1 and (self.general_columns(player) > 0 or self.general_feet(player) > 0))
            or bool(self.can_enter(player, money, player.gods["gaiviles"]))
        )

    def buy(self, seat: int) -> Flow:
        player = self.players[seat]
        purse, last = player.gods["stonkus"], max(COINS)
        while True:
            options = ["shop"] if self.can_buy(player, purse) else []
            held = [value for value in COINS if value <= last and player.hand[money_card(value)]]
            options += [f"coin {value}" for value in held if self.can_buy(player, purse + player.money(value))]
            text = yield self.decision(seat, "coin", options)
            if text == "shop":
                break
            last = int(text.split()[1])
            self.lose(player, money_card(last))
            purse += last
        yield from self.shop(seat, purse)

    def shop(self, seat: int, purse: int, *, cartago: bool = False) -> Flow:
        """PA-83; in Cartago nothing may be placed (PA-31)."""
        player, run = self.players[seat], Run()
        phase, last, bought = "a", 0, 0
        while True:
            options = ["end"] if bought or cartago else []
            if phase == "a":
                for k in range(last, 4):
                    level = player.levels[k]
                    if level < 4 and self.price[level + 1] - self.price[level] <= purse:
                        options.append(f"up {KINDS[k]}")
            if phase <= "b" and purse >= 1 and self.general_columns(player):
                options.append("buy column")
            if phase <= "c" and purse >= 1 and self.general_feet(player):
                options.append("buy foot")
            if not cartago:
                jumps = player.gods["gaiviles"] - run.jumps_used
                options += [f"place s{s}" for s in self.can_enter(player, purse, jumps, run.closed)]
            text = yield self.decision(seat, "shop", options)
            bought += 1
            match text.split():
                case ["end"]:
                    return
                case ["up", kind]:
                    last = KINDS.index(kind)
                    level = player.levels[last]
                    purse -= self.price[level + 1] - self.price[level]
                    player.levels[last] += 1
                case ["buy", "column"]:
                    phase = "b"
                    purse -= 1
                    player.columns_in_hand += 1
                case ["buy", "foot"]:
                    phase = "c"
                    purse -= 1
                    player.feet_in_hand += 1
                case ["place", name]:
                    phase = "d"
                    cost = self.cost(player, int(name[1:]))
                    assert cost is not None
                    purse -= cost
                    yield from self.put(seat, int(name[1:]), run)

    def draw_action(self, seat: int) -> Flow:
        player = self.players[seat]
        for _ in range(self.draw_cards + player.gods["gadicea"]):
            text = yield self.decision(seat, "take", ["take pile"] + [f"take {card}" for card in +self.display])
            card = text.split()[1]
            if card == "pile":
                yield from self.draw_card(player.hand)
            else:
                self.display[card] -= 1
                self.receive(player, card)
                yield from self.draw_card(self.display)

    # --- results ---

    def scores(self) -> list[int]:
        return [player.score for player in self.players]

    def places(self) -> list[int]:
        ranks = [(player.score, player.half_gods) for player in self.players]
        return [1 + sum(other > rank for other in ranks) for rank in ranks]

    def as_dict(self) -> dict[str, Any]:
        """What State.to_dict says of it, without what is in the middle of an action."""
        named = lambda counter: {str(key): count for key, count in sorted((+counter).items())}  # noqa: E731
        spaces = lambda found: [f"s{s}" for s in sorted(found)]  # noqa: E731
        return {
            "epoch": self.epoch,
            "nations": [nation for nation in self.nations if nation in self.used_nations],
            "first": self.first,
            "ender": self.ender,
            "turns": self.turns,
            "display": named(self.display),
            "discard": named(self.discard),
            "special_money": self.special_money,
            "loot": self.loot,
            "bag": named(self.bag),
            "gods": self.gods,
            "god_stack": sorted(self.god_stack),
            "pool": named(self.pool),
            "half_god_stack": named(self.low + self.high),
            "players": [
                {
                    "score": player.score,
                    "hand": named(player.hand),
                    "known": named(player.known),
                    "feet": spaces(player.feet),
                    "columns": spaces(player.columns),
                    "feet_in_hand": player.feet_in_hand,
                    "columns_in_hand": player.columns_in_hand,
                    "levels": dict(zip(KINDS, player.levels, strict=True)),
                    "gods": named(player.gods),
                    "movement": player.movement,
                    "half_gods": player.half_gods,
                    "half_god_points": player.half_god_points,
                }
                for player in self.players
            ],
        }
