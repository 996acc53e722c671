"""Cuba in plain Python: docs/rules/cuba.md sections 2 to 12, word for word, with no thought of speed.

Every action of several decisions is a generator that does its parts in the written order. The supply is always worked
out from what lies elsewhere (CU-4).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

from reference.base import Chance, Decision, Flow, Play

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "pyboard" / "data" / "cuba.json").read_text(encoding="utf-8")
)
RESOURCES = ("wood", "stone", "water")
PRODUCTS = ("citrus", "sugar", "tobacco")
GOODS = ("rum", "cigar")
MERCHANDISE = PRODUCTS + GOODS
FIELDS = RESOURCES + PRODUCTS
PIECES = RESOURCES + MERCHANDISE
CATEGORIES = ("tax", "duty", "subsidy", "other")
CHARACTERS = ("worker", "tradeswoman", "architect", "foreman", "mayor")
PRIVILEGED = ("tradeswoman", "architect", "mayor")
CELLS = tuple(f"{column}{row}" for row in "123" for column in "abcd")
KINDS = [row["id"] for row in DATA["buildings"]["kinds"]]
HOUSES = ("small_trading_house", "large_trading_house")
ENTRIES = (
    *("distillery", "cigar_factory", "black_market", "customs", "builders_yard", "middleman", "general_store"),
    *("cigar_cafe", "rum_cafe", "samba_school", "monastery", "sawmill", "cement_factory", "golf_course", "treasury"),
    *(f"{house} {pier}" for house in HOUSES for pier in (1, 2, 3)),
    *("lighthouse", "newspaper", "casino"),
)
ON_CREDIT = ("general_store", "samba_school", "casino", *HOUSES)  # CU-90h
# W1 of CU-45: who can take a piece that was got.
TAKERS: dict[str, tuple[str, ...]] = {
    "citrus": ("middleman",),
    "sugar": ("distillery", "middleman"),
    "tobacco": ("cigar_factory", "middleman"),
    "rum": ("general_store", "samba_school", "rum_cafe"),
    "cigar": ("general_store", "samba_school", "cigar_cafe"),
}
ANY_TAKERS = {"black_market", "customs", "monastery", "treasury", *(e for e in ENTRIES if e.split()[0] in HOUSES)}

Steps = Generator["Decision | Chance", str, None]


def cross(cell: int) -> list[int]:
    """The cells of its row and its column, itself included."""
    return [other for other in range(12) if other // 4 == cell // 4 or other % 4 == cell % 4]


def pairs(kinds: Iterable[str]) -> list[tuple[str, str]]:
    return list(combinations_with_replacement(kinds, 2))


def _texts() -> dict[str, int]:
    """The numbering of section 7."""
    blocks: list[tuple[int, list[str]]] = [
        (0, [f"take {a} {b}" for a, b in pairs(RESOURCES)]),
        (6, [f"take {a} {b}" for a, b in pairs(PRODUCTS)]),
        (12, [f"play {c}" for c in CHARACTERS] + [f"privilege {c}" for c in PRIVILEGED]),
        (20, [f"take {k}" for k in FIELDS]),
        (26, [f"worker {c}" for c in CELLS]),
        (38, [f"harvest {c} {s} {t}" for c in range(3) for s in range(3) for t in range(3)]),
        (65, [f"{verb} {k}" for verb in ("sell", "buy") for k in MERCHANDISE] + ["trade done"]),
        (76, [f"build {k}" for k in KINDS] + ["build none"]),
        (109, [f"on {c}" for c in CELLS[1:]]),
        (120, ["foreman cross"] + [f"foreman single {c}" for c in CELLS]),
        (133, [f"use builders_yard {k}" for k in RESOURCES]),
        (136, [f"use builders_yard {a} {b}" for a, b in pairs(RESOURCES)]),
        (142, [f"use middleman {k}" for k in PRODUCTS]),
        (145, [f"use general_store {k}" for k in GOODS]),
        (147, [f"use black_market {p} {g}" for p in PRODUCTS for g in GOODS]),
        (153, [f"use black_market {g} {p}" for g in GOODS for p in PRODUCTS]),
        (159, [f"use cigar_factory {n}" for n in range(1, 16)]),
        (174, [f"use distillery {n}" for n in range(1, 16)]),
        (189, [f"use cigar_cafe {n}" for n in (1, 2, 3)]),
        (192, [f"use rum_cafe {n}" for n in (1, 2, 3)]),
        (195, ["use samba_school"]),
        (196, [f"use monastery {k}" for k in MERCHANDISE]),
        (201, [f"use monastery {a} {b}" for a, b in pairs(MERCHANDISE)]),
        (216, [f"use {m} {n}" for m in ("sawmill", "cement_factory", "golf_course") for n in (1, 2, 3, 4)]),
        (228, ["use treasury"]),
        (229, [f"use casino {way} {n}" for way in ("vp", "pesos") for n in (1, 2)]),
        (233, [f"use customs {a} {b}" for a in MERCHANDISE for b in MERCHANDISE if a != b]),
        (253, [f"use small_trading_house {p} {k}" for p in (1, 2, 3) for k in MERCHANDISE]),
        (268, [f"use large_trading_house {p} {k} {n}" for p in (1, 2, 3) for k in MERCHANDISE for n in (1, 2)]),
        (298, [f"use lighthouse {p}" for p in (1, 2, 3)]),
        (301, [f"use newspaper {c}" for c in CATEGORIES]),
        (305, ["use done"]),
        (306, [f"ship {p}" for p in (1, 2, 3)] + ["ship none"]),
        (310, [f"load {k}" for k in MERCHANDISE] + ["load done"]),
        (316, [f"bribe {v}" for v in range(64)]),
        (380, [f"veto {c}" for c in (*CATEGORIES, "pass")]),
        (385, [f"enact {a} {b}" for a, b in combinations(CATEGORIES, 2)]),
        (391, [f"comply {c}" for c in ("none", "tax", "duty", "both")]),
        (395, [f"field {k}" for k in FIELDS]),
        (401, [f"cafe {k}" for k in MERCHANDISE]),
    ]
    return {text: first + place for first, texts in blocks for place, text in enumerate(texts)}


NUMBERS = _texts()


@dataclass
class Player:
    seat: int
    layout: list[str]
    pesos: int = 0
    vp: int = 0
    own: Counter[str] = field(default_factory=Counter)
    store: Counter[str] = field(default_factory=Counter)  # a part of `own`, storage=located
    pawn: int = 0
    buildings: dict[int, str] = field(default_factory=dict)
    hand: list[str] = field(default_factory=lambda: list(CHARACTERS))
    fourth: str | None = None
    stored: bool = False
    town_hall: bool = False

    @property
    def unbuilt(self) -> list[int]:
        return [cell for cell in range(1, 12) if cell not in self.buildings]

    def kind_at(self, cell: int) -> str | None:
        return "warehouse" if cell == 0 else self.buildings.get(cell)

    def give(self, kind: str, count: int) -> None:
        """The yard pays first (CU-99)."""
        assert 0 <= count <= self.own[kind]
        self.own[kind] -= count
        self.store[kind] = min(self.store[kind], self.own[kind])


@dataclass
class Ship:
    id: str
    cargo: Counter[str] = field(default_factory=Counter)


@dataclass(frozen=True)
class Need:
    """What a payment asks for."""

    pesos: int = 0
    vp: int = 0
    pieces: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Use:
    text: str
    entry: str
    need: Need


class Cuba:
    def __init__(self, players: int, components: dict[str, Any] | None = None, **options: Any) -> None:
        self.data = components or DATA
        self.options = {name: row["default"] for name, row in self.data["options"].items()} | options
        self.rows = {row["id"]: row for row in self.data["buildings"]["kinds"]}
        self.spaces: dict[str, dict[str, int]] = {row["id"]: row["spaces"] for row in self.data["ships"]["cards"]}
        self.cards: dict[str, dict[str, Any]] = {
            row["id"]: row for category in CATEGORIES for row in self.data["statutes"]["cards"][category]
        }
        printed = self.data["statutes"]["printed"]
        self.cards |= {row["id"]: row for row in printed.values() if row}
        plantation = self.data["plantation"]
        sides = plantation["seat_back"] if self.options["board"] == "back" else ["front"] * players
        self.players = [
            Player(
                seat,
                [kind for row in plantation["layouts"][sides[seat]] for kind in row],
                pesos=self.data["setup"]["pesos"],
            )
            for seat in range(players)
        ]
        self.market = Counter(
            dict.fromkeys(PRODUCTS, self.data["setup"]["market_products"])
            | dict.fromkeys(GOODS, self.data["setup"]["market_goods"])
        )
        self.piers: list[Ship | None] = [None, None, None]
        self.sea: Ship | None = None
        self.undrawn = list(self.spaces)
        self.departed: list[str] = []
        self.laws: dict[str, str | None] = {c: printed[c] and printed[c]["id"] for c in CATEGORIES}
        self.bills: dict[str, str | None] = dict.fromkeys(CATEGORIES)
        self.stacks = {c: [row["id"] for row in self.data["statutes"]["cards"][c]] for c in CATEGORIES}
        self.taken = Counter[str]()
        self.veto: int | None = None
        self.press: str | None = None
        self.start = 0
        self.next_start: int | None = None
        self.round = 0
        self.lap = 1
        self.turn = 0
        self.in_foreman = False
        self.aside = Counter[str]()  # CU-2a
        self.exchanged = Counter[str]()  # CU-90d: set aside by the cafe in a foreman action
        self.bought: list[int] = [0] * players
        self.bidders: list[int] = []
        self.repeats = 0
        self.phase = "setup"
        self.result: tuple[list[int], list[int]] | None = None

    @classmethod
    def of(cls, entry: dict[str, Any], players: int, components: dict[str, Any] | None = None, **options: Any) -> Cuba:
        """From a position before a card, at the first seat of a step of bribes, or before somebody complies."""
        game = cls(players, components, **options)
        game.phase, game.round, game.start = entry["phase"], entry["round"], entry["start"]
        game.lap, game.next_start = entry["lap"], entry["next_start"]
        game.turn = (entry["active"] - entry["start"]) % players
        game.market = Counter(entry["market"])

        def ship(row: dict[str, Any] | None) -> Ship | None:
            return Ship(row["ship"], Counter(row["cargo"])) if row else None

        game.piers, game.sea = [ship(row) for row in entry["piers"]], ship(entry["sea"])
        game.undrawn, game.departed = list(entry["undrawn_ships"]), list(entry["departed"])
        game.laws, game.bills = dict(entry["laws"]), dict(entry["bills"])
        game.stacks = {c: list(cards) for c, cards in entry["stacks"].items()}
        game.taken = Counter(entry["privileges"])
        game.veto, game.press = entry["veto"], entry["press"]
        for player, row in zip(game.players, entry["players"], strict=True):
            player.pesos, player.vp = row["pesos"], row["vp"]
            player.own = Counter({kind: row[kind] for kind in PIECES})
            player.store = Counter(row.get("store", {}))
            player.stored = row.get("stored", False)
            player.town_hall = row["town_hall"]
            player.pawn = CELLS.index(row["pawn"])
            player.buildings = {CELLS.index(cell): kind for cell, kind in row["buildings"].items()}
            player.hand, player.fourth = list(row["hand"]), row["fourth"]
        if game.phase == "bribe":
            parliament = entry["parliament"]
            game.bidders, game.repeats = list(parliament["bidders"]), int(parliament["repeat"])
            game.bought = list(parliament["bribed"])
        return game

    def play(self) -> Play:
        return Play(self.flow())

    # What can be asked about a position.

    def seats(self) -> list[Player]:
        """In seat order from the start player."""
        count = len(self.players)
        return [self.players[(self.start + step) % count] for step in range(count)]

    def distance(self, seat: int) -> int:
        return (seat - self.start) % len(self.players)

    def ships(self) -> list[Ship]:
        return [ship for ship in (*self.piers, self.sea) if ship is not None]

    def supply(self, kind: str) -> int:
        """CU-4."""
        elsewhere = self.market[kind] + sum(player.own[kind] for player in self.players)
        elsewhere += sum(ship.cargo[kind] for ship in self.ships()) + self.aside[kind] + self.exchanged[kind]
        left: int = self.data["supply"][kind] - elsewhere
        assert left >= 0
        return left

    def effect(self, row: dict[str, Any]) -> dict[str, Any]:
        """`effect_data`, in the reading that the options choose."""
        for setting, other in row.get("effect_data_options", {}).items():
            name, value = setting.split("=")
            if self.options[name] == value:
                return dict(other)
        return dict(row["effect_data"])

    def law(self, param: str, default: Any) -> Any:
        """What the other law in force says about a matter."""
        card = self.laws["other"]
        if card is None:
            return default
        effect = self.effect(self.cards[card])
        return effect["value"] if effect["param"] == param else default

    def full(self, ship: Ship) -> bool:
        return all(ship.cargo[kind] == self.spaces[ship.id][kind] for kind in MERCHANDISE)

    def free(self, ship: Ship, kind: str) -> int:
        """CU-76, CU-78."""
        if kind in self.law("unloadable", ()):
            return 0
        return self.spaces[ship.id][kind] - ship.cargo[kind]

    @property
    def most_on_ship(self) -> int:
        """Of one kind: 3 with the shipped cards (CU-90g)."""
        return max(max(spaces.values()) for spaces in self.spaces.values())

    def in_harbour(self) -> set[str]:
        """The kinds that lie on ships at the piers."""
        return {kind for ship in self.piers if ship for kind in MERCHANDISE if ship.cargo[kind]}

    # The beach cafe.

    def exchanges(self, player: Player) -> bool:
        return self.options["beach_cafe"] == "exchange" and "beach_cafe" in player.buildings.values()

    def borrows(self, player: Player) -> bool:
        return self.options["beach_cafe"] == "privileges" and "beach_cafe" in player.buildings.values()

    @property
    def unit(self) -> dict[str, int]:
        rates: dict[str, int] = self.rows["beach_cafe"]["effect_data"]["exchange"]
        return rates

    def lacks(self, player: Player, need: Need) -> tuple[int, int, dict[str, int]]:
        """Units of pesos, units of VP, pieces (CU-90c)."""
        pesos = -(-max(0, need.pesos - player.pesos) // self.unit["pesos"])
        vp = -(-max(0, need.vp - player.vp) // self.unit["vp"])
        return pesos, vp, {k: max(0, need.pieces.get(k, 0) - player.own[k]) for k in PIECES}

    def spares(self, player: Player, need: Need) -> tuple[int, int, dict[str, int]]:
        pesos = max(0, player.pesos - need.pesos) // self.unit["pesos"]
        vp = max(0, player.vp - need.vp) // self.unit["vp"]
        return pesos, vp, {k: max(0, player.own[k] - need.pieces.get(k, 0)) for k in MERCHANDISE}

    def can_pay(self, player: Player, need: Need) -> bool:
        """Without the cafe."""
        pesos, vp, pieces = self.lacks(player, need)
        return pesos + vp + sum(pieces.values()) == 0

    def can_exchange(self, player: Player, need: Need) -> bool:
        """With the cafe (CU-90c)."""
        if not self.exchanges(player):
            return False
        pesos, vp, pieces = self.lacks(player, need)
        spare = self.spares(player, need)
        return 1 <= pesos + vp + sum(pieces.values()) <= spare[0] + spare[1] + sum(spare[2].values()) and all(
            count <= (self.supply(kind) + self.exchanged[kind] if kind in MERCHANDISE else 0)
            for kind, count in pieces.items()
            if count
        )

    def exchange(self, player: Player, need: Need) -> Steps:
        """CU-90d: gives units until nothing is missing."""
        pesos, vp, pieces = self.lacks(player, need)
        left = pesos + vp + sum(pieces.values())
        if left == 0:
            return
        spare_pesos, spare_vp, spare = self.spares(player, need)
        units = min(left, spare_pesos)
        player.pesos -= units * self.unit["pesos"]
        left -= units
        units = min(left, spare_vp)
        player.vp -= units * self.unit["vp"]
        left -= units
        last = 0
        while left:
            options = [
                f"cafe {kind}"
                for place, kind in enumerate(MERCHANDISE)
                if spare[kind] and place >= last and sum(spare[k] for k in MERCHANDISE[place:]) >= left
            ]
            text = yield Decision(player.seat, "cafe", tuple(options))
            kind = text.split()[1]
            last = MERCHANDISE.index(kind)
            spare[kind] -= 1
            left -= 1
            player.give(kind, 1)
            if self.in_foreman:
                self.exchanged[kind] += 1
        player.pesos += pesos * self.unit["pesos"]
        player.vp += vp * self.unit["vp"]
        for kind, count in pieces.items():
            self.exchanged[kind] -= min(count, self.exchanged[kind])
            player.own[kind] += count

    def settle(self, player: Player, need: Need) -> Steps:
        """Pays, with the help of the cafe where something is missing."""
        yield from self.exchange(player, need)
        player.pesos -= need.pesos
        player.vp -= need.vp
        assert min(player.pesos, player.vp) >= 0
        for kind, count in need.pieces.items():
            self.put_back(player, kind, count)

    def put_back(self, player: Player, kind: str, count: int) -> None:
        player.give(kind, count)
        if self.in_foreman:
            self.aside[kind] += count

    def gain(self, player: Player, kind: str, count: int) -> None:
        """CU-3, CU-90e."""
        got = min(count, self.supply(kind))
        if kind in MERCHANDISE and self.exchanges(player):
            player.pesos += self.unit["pesos"] * min(count - got, player.own[kind])
        player.own[kind] += got

    def at_hand(self, player: Player, kind: str) -> bool:
        """In the supply, or as good (CU-90e)."""
        as_good = kind in MERCHANDISE and self.exchanges(player) and player.own[kind] > 0
        return self.supply(kind) > 0 or as_good

    # The flow (section 5).

    def flow(self) -> Flow:
        if self.phase == "setup":
            yield from self.set_up()
            self.phase = "bills"
        while True:
            if self.phase == "bills":
                self.round += 1
                for category in CATEGORIES:
                    stack = self.stacks[category]
                    text = yield Chance("bill_draw", {f"chance bill_draw {card}": 1 for card in stack})
                    stack.remove(card := text.split()[-1])
                    self.bills[category] = card
                self.phase, self.lap, self.turn = "card", 1, 0
            if self.phase == "card":
                yield from self.action_phase()
                self.phase = "bribe"
                self.bidders = [player.seat for player in self.seats()]
            if self.phase == "bribe":
                yield from self.parliament()
                self.phase, self.turn = "comply", 0
            for player in self.seats()[self.turn :]:
                yield from self.comply(player)
            if self.round == self.data["rounds"]:
                break
            yield from self.end_round()
            self.phase = "bills"
        self.score()

    def set_up(self) -> Steps:
        piers = self.data["setup"]["ships_in_harbour"]
        for place in range(piers + 1):
            text = yield Chance("ship_draw", {f"chance ship_draw {ship}": 1 for ship in self.undrawn})
            ship = Ship(text.split()[-1])
            self.undrawn.remove(ship.id)
            if place < piers:
                self.piers[place] = ship
            else:
                self.sea = ship
        if self.options["start_player"] == "random":
            text = yield Chance("start_player", {f"chance start_player p{player.seat}": 1 for player in self.players})
            self.start = int(text.split()[-1][1:])
        for player in self.seats():
            for kinds, name in ((RESOURCES, "setup_resources"), (PRODUCTS, "setup_products")):
                text = yield Decision(player.seat, name, tuple(f"take {a} {b}" for a, b in pairs(kinds)))
                for kind in text.split()[1:]:
                    player.own[kind] += 1

    def action_phase(self) -> Steps:
        while self.lap <= 4:
            while self.turn < len(self.players):
                yield from self.card(self.seats()[self.turn])
                self.turn += 1
            self.turn = 0
            self.lap += 1
        best = max(self.votes(player.fourth) for player in self.players)
        tied = [player.seat for player in self.players if self.votes(player.fourth) == best]
        pick = min if self.options["start_tie"] == "near" else max
        self.next_start = pick(tied, key=self.distance)  # CU-15, CU-16
        for player in self.players:
            player.fourth = None

    def votes(self, card: str | None) -> int:
        assert card is not None
        votes: int = self.data["characters"]["votes"][card]
        return votes

    def card(self, player: Player) -> Steps:
        options = [f"play {card}" for card in CHARACTERS if card in player.hand]
        options += [f"privilege {c}" for c in PRIVILEGED if c in player.hand and self.privilege_open(player, c)]
        text = yield Decision(player.seat, "card", tuple(options))
        verb, card = text.split()
        player.hand.remove(card)
        if self.lap == 4:
            player.fourth = card
        if verb == "privilege":
            yield from self.privilege(player, card)
            return
        yield from {
            "worker": self.worker,
            "tradeswoman": self.trade,
            "architect": self.architect,
            "foreman": self.foreman,
            "mayor": self.mayor,
        }[card](player)

    # Privileges.

    def takeable(self, player: Player) -> list[str]:
        """CU-18, CU-19, CU-89."""
        taken = self.taken["tradeswoman"]
        kinds: tuple[str, ...]
        if taken == 0:
            kinds = RESOURCES
        elif self.borrows(player):
            kinds = FIELDS
        elif taken == 1:
            kinds = PRODUCTS
            if self.options["trade_privilege2"] == "lowest":
                most = max(self.market[kind] for kind in PRODUCTS)
                kinds = tuple(kind for kind in PRODUCTS if self.market[kind] == most)
        else:
            kinds = ()
        return [kind for kind in kinds if self.at_hand(player, kind)]

    def privilege_open(self, player: Player, card: str) -> bool:
        if card == "tradeswoman":
            return bool(self.takeable(player))
        return self.taken[card] < self.data["privileges"]["spaces_each"] or self.borrows(player)

    def privilege(self, player: Player, card: str) -> Steps:
        options = [f"take {kind}" for kind in self.takeable(player)]
        borrowed = self.taken[card] > 0 and self.borrows(player)
        value = self.data["privileges"]["values"][card][0 if borrowed else self.taken[card]]
        if card == "tradeswoman":
            text = yield Decision(player.seat, "privilege_take", tuple(options))
            self.gain(player, text.split()[1], 1)
        else:
            player.vp += value.get("vp", 0)
            player.pesos += value.get("pesos", 0)
        if not borrowed:
            self.taken[card] += 1

    # Worker.

    def worker(self, player: Player) -> Steps:
        text = yield Decision(player.seat, "worker_cell", tuple(f"worker {cell}" for cell in CELLS))
        player.pawn = CELLS.index(text.split()[1])
        active = Counter(player.layout[cell] for cell in cross(player.pawn) if cell in player.unbuilt)
        if self.law("worker_fields", None) is not None:  # CU-28a
            options = [f"field {kind}" for kind in FIELDS if active[kind] and self.at_hand(player, kind)]
            if options:
                text = yield Decision(player.seat, "field", tuple(options))
                self.gain(player, text.split()[1], 1)
            return
        for kind in RESOURCES:
            self.gain(player, kind, active[kind])
        limit = self.data["worker"]["free_products"] if self.options["harvest_limit"] == "two_products" else None
        limit = self.law("free_product_limit", limit)
        if limit is None:  # CU-28
            for kind in PRODUCTS:
                self.gain(player, kind, active[kind])
            return
        most = [
            min(active[kind], self.supply(kind) + (player.own[kind] if self.exchanges(player) else 0))
            for kind in PRODUCTS
        ]
        price = self.data["worker"]["water_per_further_product"]
        total, water = sum(most), player.own["water"] // price
        if total == 0:
            return
        options = [
            f"harvest {c} {s} {t}"
            for c in range(most[0] + 1)
            for s in range(most[1] + 1)
            for t in range(most[2] + 1)
            if min(limit, total) <= c + s + t <= min(total, limit + water)
        ]
        text = yield Decision(player.seat, "harvest", tuple(options))
        counts = [int(word) for word in text.split()[1:]]
        for kind, count in zip(PRODUCTS, counts, strict=True):
            self.gain(player, kind, count)
        self.put_back(player, "water", price * max(0, sum(counts) - limit))

    # Tradeswoman.

    def selling_price(self, kind: str) -> int:
        market, class_ = self.data["market"], "product" if kind in PRODUCTS else "good"
        track: list[int] = market["product_track" if class_ == "product" else "goods_track"]
        n = self.market[kind]
        return track[n] if n < len(track) else int(market[f"full_sell_{class_}"])

    def buying_price(self, kind: str) -> int:
        market = self.data["market"]
        track = market["product_track" if kind in PRODUCTS else "goods_track"]
        n = self.market[kind]
        price: int = track[n - 1] if n else market["empty_buy"]
        return price + int(self.law("purchase_surcharge", 0))

    def trade(self, player: Player) -> Steps:
        sold: set[str] = set()
        bought: set[str] = set()
        last = {"sell": 0, "buy": 0, "cafe": 0}
        on_credit = False  # after a cafe sale
        while True:
            options: dict[str, Need | None] = {}
            for place, kind in enumerate(MERCHANDISE):
                need = Need(pieces={kind: 1})
                if player.own[kind]:
                    fits = not bought and not on_credit and place >= last["sell"]
                else:
                    fits = (
                        kind not in bought and place >= last["cafe"] and self.selling_price(kind) > self.unit["pesos"]
                    )
                    fits = fits and self.can_exchange(player, need)
                if fits:
                    options[f"sell {kind}"] = need
            for place, kind in enumerate(MERCHANDISE):
                need = Need(pesos=self.buying_price(kind))
                if kind in sold or not (self.market[kind] or self.supply(kind)):
                    continue
                if self.can_pay(player, need):
                    fits = place >= last["buy"]
                else:
                    worth = need.pesos < self.unit["pesos"] or self.supply(kind) < self.most_on_ship
                    fits = worth and self.can_exchange(player, need)
                if fits:
                    options[f"buy {kind}"] = need
            options["trade done"] = None
            text = yield Decision(player.seat, "trade", tuple(options))
            if text == "trade done":
                return
            verb, kind = text.split()
            chosen = options[text]
            assert chosen is not None
            own = self.can_pay(player, chosen)
            price = self.selling_price(kind)
            yield from self.exchange(player, chosen)
            place = MERCHANDISE.index(kind)
            if verb == "sell":
                sold.add(kind)
                last["sell" if own else "cafe"] = place
                on_credit = on_credit or not own
                player.give(kind, 1)
                player.pesos += price
                track = self.data["market"]["product_capacity" if kind in PRODUCTS else "goods_capacity"]
                if self.market[kind] < track:
                    self.market[kind] += 1
            else:
                bought.add(kind)
                if own:
                    last["buy"] = place
                player.pesos -= chosen.pesos
                assert player.pesos >= 0
                if self.market[kind]:
                    self.market[kind] -= 1
                player.own[kind] += 1

    # Architect.

    def architect(self, player: Player) -> Steps:
        built = Counter(kind for other in self.players for kind in other.buildings.values())
        options = [
            f"build {kind}"
            for kind, row in self.rows.items()
            if (row["set"] == "base" or self.options["buildings"] == "all")
            and built[kind] < row["tiles"]
            and player.unbuilt
            and all(player.own[r] >= row["cost"][r] for r in RESOURCES)
        ]
        text = yield Decision(player.seat, "build_kind", (*options, "build none"))
        kind = text.split()[1]
        if kind == "none":
            return
        for resource in RESOURCES:
            self.put_back(player, resource, self.rows[kind]["cost"][resource])
        text = yield Decision(player.seat, "build_cell", tuple(f"on {CELLS[cell]}" for cell in player.unbuilt))
        player.buildings[CELLS.index(text.split()[1])] = kind

    # Foreman.

    def foreman(self, player: Player) -> Steps:
        inside = cross(player.pawn)
        active = {kind for cell in inside if (kind := player.kind_at(cell))}
        options = ["foreman cross"]
        if self.options["foreman_single"]:
            seen = set(active)
            for cell in range(12):
                kind = player.kind_at(cell)
                if cell in inside or kind is None or kind in seen:
                    continue
                seen.add(kind)
                class_ = self.rows[kind]["class"]
                usable = class_ != "permanent" and bool(self.offered(player, {kind}, set(), set()))
                if class_ == "gain" or usable:
                    options.append(f"foreman single {CELLS[cell]}")
        text = yield Decision(player.seat, "foreman", tuple(options))
        single = text != "foreman cross"
        if single:
            kind = player.kind_at(CELLS.index(text.split()[2]))
            assert kind is not None
            active = {kind}
        self.in_foreman = True
        for name, row in self.rows.items():
            if name in active and row["class"] == "gain":
                self.resolve(player, row["effect_data"])
        used: set[str] = set()
        asleep: set[str] = set()
        while uses := self.offered(player, active, used, asleep):
            options = sorted(uses, key=NUMBERS.__getitem__)
            text = yield Decision(player.seat, "use", tuple(options) if single else (*options, "use done"))
            if text == "use done":
                break
            used.add(text.split()[1])
            yield from self.use(player, uses[text], asleep)
        if "warehouse" in active:
            player.stored = True
            if self.options["storage"] == "located":
                player.store = Counter({kind: player.own[kind] for kind in PRODUCTS})
        self.in_foreman = False
        self.aside.clear()
        self.exchanged.clear()

    def resolve(self, player: Player, effect: dict[str, Any]) -> None:
        """CU-47..50, CU-52."""
        for what, amount in effect.get("gain", {}).items():
            if what == "pesos":
                player.pesos += amount
            elif what == "vp":
                player.vp += amount
            else:
                self.gain(player, what, amount)
        if "votes" in effect:
            player.town_hall = True
        if "veto" in effect:
            self.veto = player.seat
        player.vp += effect.get("vp_per_own_tile", 0) * len(player.buildings)

    def offered(self, player: Player, active: set[str], used: set[str], asleep: set[str]) -> dict[str, Use]:
        """CU-44, CU-45, CU-90h."""
        found = {}
        for kind in active - used:
            if self.rows[kind]["class"] not in ("convert", "harbour"):
                continue
            for use in self.uses(player, kind):
                if self.can_pay(player, use.need):
                    fits = use.entry not in asleep or self.sends_away(use)
                else:
                    credit = kind in ON_CREDIT and not use.text.startswith("use casino vp")
                    fits = credit and self.can_exchange(player, use.need)
                if fits:
                    found[use.text] = use
        return found

    def sends_away(self, use: Use) -> bool:
        """The exception in CU-45."""
        name, *rest = use.entry.split()
        if name not in HOUSES or not self.law("immediate_departure", False):
            return False
        ship = self.piers[int(rest[0]) - 1]
        assert ship is not None
        left = sum(self.spaces[ship.id].values()) - ship.cargo.total()
        return left == sum(use.need.pieces.values())

    def uses(self, player: Player, kind: str) -> Iterator[Use]:
        """What a building could do for whoever can pay it."""
        effect = self.rows[kind]["effect_data"]
        match kind:
            case "distillery" | "cigar_factory":
                for n in range(1, min(player.own[effect["from"]], self.supply(effect["to"])) + 1):
                    yield Use(f"use {kind} {n}", kind, Need(pieces={effect["from"]: n}))
            case "black_market":
                for gives, gets in ((PRODUCTS, GOODS), (GOODS, PRODUCTS)):
                    for x in gives:
                        for y in gets:
                            if self.supply(y):
                                yield Use(f"use {kind} {x} {y}", kind, Need(pieces={x: 1}))
            case "builders_yard" | "monastery":
                kinds = RESOURCES if kind == "builders_yard" else MERCHANDISE
                for n in range(1, effect["max"] + 1):
                    for chosen in combinations_with_replacement(kinds, n):
                        yield Use(f"use {kind} {' '.join(chosen)}", kind, Need(pieces=dict(Counter(chosen))))
            case "middleman" | "general_store":
                for x in PRODUCTS if effect["sell"] == "product" else GOODS:
                    yield Use(f"use {kind} {x}", kind, Need(pieces={x: 1}))
            case "cigar_cafe" | "rum_cafe" | "sawmill" | "cement_factory" | "golf_course":
                for n in range(1, effect["max"] + 1):
                    yield Use(f"use {kind} {n}", kind, Need(pieces={effect["return"]: n}))
            case "samba_school" | "treasury":
                yield Use(f"use {kind}", kind, Need(pieces=dict.fromkeys(effect["return_set"], 1)))
            case "casino":
                for n in range(1, effect["max"] + 1):
                    yield Use(f"use casino vp {n}", kind, Need(pesos=n * effect["pesos"]))
                    yield Use(f"use casino pesos {n}", kind, Need(vp=n * effect["vp"]))
            case "customs":
                for x in MERCHANDISE:
                    for y in MERCHANDISE:
                        if x != y and y in self.in_harbour() and self.supply(y):
                            yield Use(f"use customs {x} {y}", kind, Need(pieces={x: 1}))
            case "small_trading_house" | "large_trading_house":
                for pier, ship in enumerate(self.piers, start=1):
                    for x in MERCHANDISE if ship else ():
                        assert ship is not None
                        for n in range(1, min(effect["max"], self.free(ship, x)) + 1):
                            text = f"use {kind} {pier} {x}" + (f" {n}" if kind == "large_trading_house" else "")
                            yield Use(text, f"{kind} {pier}", Need(pieces={x: n}))
            case "lighthouse":
                for pier, ship in enumerate(self.piers, start=1):
                    if ship:
                        yield Use(f"use lighthouse {pier}", kind, Need())
            case "newspaper":
                for category in CATEGORIES:
                    yield Use(f"use newspaper {category}", kind, Need())

    def use(self, player: Player, use: Use, asleep: set[str]) -> Steps:
        _, kind, *rest = use.text.split()
        effect = self.rows[kind]["effect_data"]
        count = sum(use.need.pieces.values())
        before = self.in_harbour()
        got: str | None = None
        updated = False
        if kind in HOUSES:
            yield from self.exchange(player, use.need)
            pier, piece = int(rest[0]), rest[1]
            self.load(player, pier, piece, count)
        else:
            yield from self.settle(player, use.need)
        match kind:
            case "distillery" | "cigar_factory":
                got = effect["to"]
                player.own[got] += count
            case "black_market" | "customs":
                got = rest[1]
                player.own[got] += 1
            case "builders_yard" | "middleman" | "general_store":
                player.pesos += count * effect["pesos_each"]
            case "cigar_cafe" | "rum_cafe" | "sawmill" | "cement_factory" | "golf_course" | "monastery":
                player.vp += count * effect["vp_each"]
            case "samba_school" | "treasury":
                player.vp += effect["vp"]
            case "casino":
                player.vp += int(rest[1]) * effect["vp"] * (rest[0] == "vp")
                player.pesos += int(rest[1]) * effect["pesos"] * (rest[0] == "pesos")
            case "lighthouse":
                place = int(rest[0]) - 1
                self.piers[place], self.sea = self.sea, self.piers[place]
            case "newspaper":
                self.press = rest[0]
        now = self.in_harbour()
        if kind in HOUSES:
            ship = self.piers[int(rest[0]) - 1]
            if ship and self.law("immediate_departure", False) and self.full(ship):
                updated = True
                yield from self.harbour_update()
        asleep |= set(ENTRIES[: ENTRIES.index(use.entry)])
        if got:
            asleep -= {*ANY_TAKERS, *TAKERS[got]}
        if now - before:
            asleep -= {"customs"}
        if kind == "lighthouse":
            asleep -= {f"{house} {rest[0]}" for house in HOUSES}
        if updated:
            asleep.clear()

    # Mayor and harbour.

    def load(self, player: Player, pier: int, kind: str, count: int) -> None:
        ship = self.piers[pier - 1]
        assert ship is not None
        assert count <= self.free(ship, kind)
        player.give(kind, count)
        ship.cargo[kind] += count
        player.vp += count * int(self.data["harbour"]["pier_vp"][str(pier)])

    def loads(self, player: Player, ship: Ship, last: int, last_on_credit: int | None) -> list[str]:
        found = []
        for place, kind in enumerate(MERCHANDISE):
            if not self.free(ship, kind):
                continue
            if player.own[kind]:
                fits = last_on_credit is None and place >= last
            else:
                fits = place >= (last_on_credit or 0) and self.can_exchange(player, Need(pieces={kind: 1}))
            if fits:
                found.append(f"load {kind}")
        return found

    def mayor(self, player: Player) -> Steps:
        options = [
            f"ship {pier}"
            for pier, ship in enumerate(self.piers, start=1)
            if ship and self.loads(player, ship, 0, None)
        ]
        text = yield Decision(player.seat, "ship", (*options, "ship none"))
        if text == "ship none":
            return
        pier = int(text.split()[1])
        ship = self.piers[pier - 1]
        assert ship is not None
        done: tuple[str, ...] = ()
        last, last_on_credit = 0, None
        while True:
            text = yield Decision(player.seat, "load", (*self.loads(player, ship, last, last_on_credit), *done))
            if text == "load done":
                break
            kind = text.split()[1]
            if player.own[kind]:
                last = MERCHANDISE.index(kind)
            else:
                last_on_credit = MERCHANDISE.index(kind)
                yield from self.exchange(player, Need(pieces={kind: 1}))
            self.load(player, pier, kind, 1)
            done = ("load done",)
        if self.law("immediate_departure", False) and self.full(ship):
            yield from self.harbour_update()

    def harbour_update(self) -> Steps:
        """CU-92..96."""
        for place in (2, 1, 0):
            ship = self.piers[place]
            if ship and self.full(ship):
                self.leave(ship)
                self.piers[place] = None
        if self.sea and self.full(self.sea):
            self.leave(self.sea)
            self.sea = None
        for place in (2, 1):
            if self.piers[place] is None:
                self.piers[place], self.piers[place - 1] = self.piers[place - 1], None
        if self.piers[0] is None:
            if self.sea is None:
                self.piers[0] = yield from self.draw_ship()
            else:
                self.piers[0], self.sea = self.sea, None
        if self.sea is None:
            self.sea = yield from self.draw_ship()

    def leave(self, ship: Ship) -> None:
        self.departed.append(ship.id)
        if self.in_foreman:
            self.aside += ship.cargo

    def draw_ship(self) -> Generator[Decision | Chance, str, Ship]:
        if not self.undrawn:
            return Ship(self.departed.pop(0))
        text = yield Chance("ship_draw", {f"chance ship_draw {ship}": 1 for ship in self.undrawn})
        self.undrawn.remove(ship := text.split()[-1])
        return Ship(ship)

    # Parliament.

    def means(self, player: Player) -> int:
        """Pesos for bribes (CU-65, CU-90g)."""
        pesos = player.pesos
        if self.exchanges(player):
            units = player.vp // self.unit["vp"] + sum(player.own[kind] for kind in MERCHANDISE)
            pesos += self.unit["pesos"] * units
        return pesos

    def parliament(self) -> Steps:
        rules = self.data["parliament"]
        price = self.law("pesos_per_vote", rules["pesos_per_vote"])
        hall = self.rows["town_hall"]["effect_data"]["votes"]
        totals = {p.seat: self.votes(p.hand[0]) + hall * p.town_hall + self.bought[p.seat] for p in self.players}
        while True:
            bidders = sorted(self.bidders, key=self.distance)
            most = {seat: min(rules["bribe_max"], self.means(self.players[seat]) // price) for seat in bidders}
            sealed = {}
            for seat in bidders:
                others = [other for other in bidders if other != seat]
                least = max(1, max(totals[other] for other in others) - totals[seat])
                top = min(most[seat], max(totals[other] + most[other] for other in others) + 1 - totals[seat])
                options = ["bribe 0"] + [f"bribe {v}" for v in range(least, top + 1)]
                text = yield Decision(seat, "bribe", tuple(options))
                sealed[seat] = int(text.split()[1])
            for seat, v in sorted(sealed.items(), key=lambda item: self.exchanges(self.players[item[0]])):
                yield from self.settle(self.players[seat], Need(pesos=price * v))
                totals[seat] += v
            best = max(totals[seat] for seat in bidders)
            tied = [seat for seat in bidders if totals[seat] == best]
            again = self.repeats > 0
            self.repeats += 1
            if len(tied) == 1 or (again and (not any(sealed.values()) or self.options["vote_tie"] == "once")):
                winner = min(tied, key=self.distance)
                break
            self.bidders = tied
        self.repeats = 0
        self.bought = [0] * len(self.players)
        yield from self.enact(winner)

    def enact(self, winner: int) -> Steps:
        allowed = list(CATEGORIES)
        if self.veto is not None and self.veto != winner:
            text = yield Decision(self.veto, "veto", tuple(f"veto {c}" for c in (*CATEGORIES, "pass")))
            if text != "veto pass":
                allowed.remove(text.split()[1])
        text = yield Decision(winner, "enact", tuple(f"enact {a} {b}" for a, b in combinations(allowed, 2)))
        chosen = text.split()[1:]
        for category in chosen:
            self.laws[category] = self.bills[category]
        self.bills = dict.fromkeys(CATEGORIES)
        if self.press is not None and self.press not in chosen:
            effect = self.rows["newspaper"]["effect_data"]
            owner = next(p for p in self.players if "newspaper" in p.buildings.values())
            owner.vp += effect["vp"]
            owner.pesos += effect["pesos"]
        self.veto = self.press = None  # they serve this parliament alone (CU-49, CU-50, CU-62)
        for player in self.players:
            player.town_hall = False

    # Statutes.

    def comply(self, player: Player) -> Steps:
        asked: dict[str, Counter[str]] = {"none": Counter()}
        for category in ("tax", "duty"):
            card = self.laws[category]
            assert card is not None
            asked[category] = Counter(self.cards[card]["pay"])
        asked["both"] = asked["tax"] + asked["duty"]
        needs = {
            f"comply {what}": Need(pesos=pay["pesos"], pieces={kind: pay[kind] for kind in PIECES if pay[kind]})
            for what, pay in asked.items()
        }
        options = [t for t, need in needs.items() if self.can_pay(player, need) or self.can_exchange(player, need)]
        text = yield Decision(player.seat, "comply", tuple(options))
        yield from self.settle(player, needs[text])
        reward = self.data["statutes"]["reward"]
        player.vp += {"none": 0, "tax": reward["one"], "duty": reward["one"], "both": reward["both"]}[text.split()[1]]
        if self.laws["subsidy"] is not None:
            self.subsidy(player, self.cards[self.laws["subsidy"]]["effect_data"])

    def subsidy(self, player: Player, effect: dict[str, Any]) -> None:
        """CU-84."""
        if effect["gives"] == "resources":
            for kind in RESOURCES:
                if any(player.layout[cell] == kind for cell in player.unbuilt):
                    self.gain(player, kind, 1)
            return
        basis: Callable[[], int] = {
            "own_water": lambda: player.own["water"],
            "delegate_votes": lambda: self.votes(player.hand[0]),
            "own_tiles": lambda: len(player.buildings),
            "own_unbuilt_fields": lambda: len(player.unbuilt),
        }[effect["basis"]]
        amount = basis() // effect["divisor"]
        if effect["cap"] is not None:
            amount = min(amount, effect["cap"])
        if effect["gives"] == "vp":
            player.vp += amount
        else:
            player.pesos += amount

    # Ends.

    def end_round(self) -> Steps:
        if not self.law("no_product_loss", False):
            for player in self.players:
                for kind in PRODUCTS:
                    if self.options["storage"] == "located":
                        lost = player.own[kind] - player.store[kind]
                    else:
                        lost = 0 if player.stored else player.own[kind]
                    player.own[kind] -= lost
                    if self.exchanges(player):
                        player.pesos += self.unit["pesos"] * lost
        yield from self.harbour_update()
        for player in self.players:
            player.hand = list(CHARACTERS)
            player.stored = False
        self.taken.clear()
        assert self.next_start is not None
        self.start, self.next_start = self.next_start, None

    def score(self) -> None:
        for player in self.players:
            if self.exchanges(player):
                units = player.pesos // self.unit["pesos"] + sum(player.own[kind] for kind in MERCHANDISE)
                player.pesos %= self.unit["pesos"]
                player.vp += self.unit["vp"] * units
            player.vp += self.data["end"]["vp_per_building"] * len(player.buildings)
        rank = [(player.vp, player.pesos) for player in self.players]
        self.result = ([vp for vp, _ in rank], [1 + sum(other > mine for other in rank) for mine in rank])

    def scores(self) -> list[int]:
        assert self.result is not None
        return self.result[0]

    def places(self) -> list[int]:
        assert self.result is not None
        return self.result[1]

    def as_dict(self) -> dict[str, Any]:
        """What State.to_dict says wherever the rules wait, from the reference."""

        def ship(s: Ship | None) -> dict[str, Any] | None:
            return (
                {"ship": s.id, "cargo": {kind: s.cargo[kind] for kind in MERCHANDISE if s.cargo[kind]}} if s else None
            )

        return {
            "round": self.round,
            "start": self.start,
            "market": {kind: self.market[kind] for kind in MERCHANDISE},
            "piers": [ship(s) for s in self.piers],
            "sea": ship(self.sea),
            "undrawn_ships": self.undrawn,
            "departed": self.departed,
            "laws": self.laws,
            "stacks": self.stacks,
            "privileges": {card: self.taken[card] for card in PRIVILEGED},
            "veto": self.veto,
            "press": self.press,
            "players": [
                {
                    "pesos": player.pesos,
                    "vp": player.vp,
                    **{kind: player.own[kind] for kind in PIECES},
                    "town_hall": player.town_hall,
                    "pawn": CELLS[player.pawn],
                    "buildings": {CELLS[cell]: kind for cell, kind in sorted(player.buildings.items())},
                    "hand": player.hand,
                    "fourth": player.fourth,
                    **(
                        {"store": {kind: player.store[kind] for kind in PRODUCTS}}
                        if self.options["storage"] == "located"
                        else {"stored": player.stored}
                    ),
                }
                for player in self.players
            ],
        }
