"""Tzolk'in in plain Python: docs/rules/tzolkin.md sections 2 to 12, word for word, with no thought of speed.

Every compound action is a generator that does its parts in the written order; the stack of tasks is Python's own.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any

from reference.base import Chance, Decision, Flow, Play

DATA: dict[str, Any] = json.loads(
    (Path(__file__).parents[2] / "pyboard" / "data" / "tzolkin.json").read_text(encoding="utf-8")
)
BLOCKS = ("wood", "stone", "gold")
TEMPLES = ("chaac", "quetzalcoatl", "kukulcan")
TRACKS = ("agriculture", "extraction", "architecture", "theology")
GEARS = ("palenque", "yaxchilan", "tikal", "uxmal", "chichen_itza")
SMALL = GEARS[:4]
PLACES = (*GEARS, "start")
TYPES = [row["type"] for row in DATA["building_types"]["list"]]
ROWS = {row["type"]: row for row in DATA["building_types"]["list"]}
INERT = {TYPES[number] for number in (0, 1, 2, 3, 11, 13, 14, 16, 21, 23, 26)}  # TZ-56a
STEPPING = {TYPES[number] for number in (16, 21, 23, 26)}
LAST = dict.fromkeys(SMALL, 7) | {"chichen_itza": 10}
DIRECT = {("palenque", 1), *(("yaxchilan", t) for t in range(1, 6)), ("uxmal", 3)}  # TZ-27a
MULTISETS = [m for size in (1, 2, 3) for m in combinations_with_replacement(BLOCKS, size)]
Place = tuple[int, int]  # gear, space


def listed(blocks: Iterable[str]) -> str:
    """`2 wood 1 gold`."""
    count = Counter(blocks)
    return " ".join(f"{count[kind]} {kind}" for kind in BLOCKS if count[kind])


def number_of(text: str) -> int:
    """The numbering of section 7."""
    verb, *rest = text.split()
    match verb:
        case "beg":
            return TEMPLES.index(rest[0])
        case "place":
            return 3 + PLACES.index(rest[0])
        case "end":
            return 9
        case "pick":
            target = 0 if rest[3] == "none" else int(rest[3])
            if rest[0] == "chichen_itza":
                return 202 + int(rest[1]) * 10 + target
            return 10 + (GEARS.index(rest[0]) * 8 + int(rest[1])) * 6 + target
        case "harvest":
            return 312 + ("corn", "wood", "free").index(rest[0])
        case "burn":
            return 315 + TEMPLES.index(rest[0])
        case "tech":
            return 318 + TRACKS.index(rest[0])
        case "pay" | "gain":
            texts = [listed(m) for m in MULTISETS]
            return (322 if verb == "pay" else 341) + texts.index(" ".join(rest))
        case "temple":
            return 350 + TEMPLES.index(rest[0])
        case "build":
            mode = {"": 0, "keep": 1, "save wood": 2, "save stone": 3, "save gold": 4}[" ".join(rest[1:])]
            return 353 + TYPES.index(rest[0]) * 5 + mode
        case "monument":
            return 487 + int(rest[0][1:])
        case "sell":
            return 502 + BLOCKS.index(rest[0])
        case "buy":
            return 505 + BLOCKS.index(rest[0])
        case "stop":
            return 508
        case "do":
            first = {"palenque": 508, "yaxchilan": 513, "tikal": 516, "uxmal": 521}[rest[0]]
            return first + int(rest[1])
        case "offer":
            return 526 + BLOCKS.index(rest[0])
        case "advance":
            return 528 + int(rest[0])
        case "keep":
            low, high = (int(tile[1:]) for tile in rest)
            return 531 + (high - 1) * (high - 2) // 2 + low - 1
    raise ValueError(text)


@dataclass
class Player:
    corn: int = 0
    blocks: Counter[str] = field(default_factory=Counter)
    skulls: int = 0
    score: int = 0
    workers: int = 3
    temples: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TEMPLES, 0))
    tech: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TRACKS, 0))
    buildings: Counter[str] = field(default_factory=Counter)
    monuments: list[str] = field(default_factory=list)
    corn_tiles: int = 0
    wood_tiles: int = 0
    light: bool = True
    free_food: int = 0
    dealt: list[str] = field(default_factory=list)
    kept: tuple[str, str] | None = None


@dataclass
class Picks:
    """What the picks of a turn so far forbid."""

    idle: Place | None = None  # TZ-27
    direct: Place | None = None  # TZ-27a
    from_seven: set[str] = field(default_factory=set)  # TZ-27b


class Tzolkin:
    """One game. `flow()` is section 5; everything else is what it asks for."""

    def __init__(
        self,
        players: int,
        *,
        mini_expansion_2: bool = False,
        mercy_payment: str = "free",
        agri_bonus_without_tile: bool = False,
        dummies_block_double_advance: bool = False,
    ) -> None:
        self.n = players
        self.mini = mini_expansion_2
        self.mercy_all_corn = mercy_payment == "all_corn"
        self.agri_bonus = agri_bonus_without_tile
        self.dummies_block = dummies_block_double_advance
        self.table = DATA["player_count"][str(players)]
        self.players = [Player() for _ in range(players)]
        self.gears: dict[str, list[int | str | None]] = {
            gear: [None] * (13 if gear == "chichen_itza" else 10) for gear in GEARS
        }
        self.start: int | None = None
        fields = self.table["fields_per_jungle_group"]
        self.jungle = {g: [fields, 0 if g == 2 else fields] for g in (2, 3, 4, 5)}
        self.supply = 13
        self.chichen: set[int] = set()
        self.display: Counter[str] = Counter()
        self.undrawn = Counter({row["type"]: row["copies"] for row in ROWS.values()})
        self.monuments: list[str] = []
        self.day, self.acc, self.food_days, self.first = 1, 0, 0, 0
        self.active = 0
        self.wealth_rows = {row["id"]: row for row in DATA["starting_wealth"]["list"]}
        self.monument_rows = {row["id"]: row for row in DATA["monuments"]["list"]}
        if mini_expansion_2:
            extra = DATA["mini_expansion_2_tiles"]
            self.wealth_rows["w22"] = extra["wealth"]
            self.monument_rows["m14"] = extra["monument"]
        self.from_position = False

    @staticmethod
    def of(position: dict[str, Any], players: int, **options: Any) -> Tzolkin:
        """A game that begins at the turn of a position (State.to_dict)."""
        game = Tzolkin(players, **options)
        assert position["phase"] == "turn"
        game.from_position = True
        game.gears = {gear: list(row) for gear, row in position["gears"].items()}
        game.start = position["start"]
        game.jungle = {int(g): [row["corn"], row["wood"]] for g, row in position["jungle"].items()}
        game.supply, game.chichen = position["skulls"], set(position["chichen_skulls"])
        game.display, game.undrawn = Counter(position["display"]), Counter(position["undrawn"])
        game.monuments = list(position["monuments"])
        game.day, game.acc, game.food_days = position["day"], position["acc"], position["food_days"]
        game.first, game.active = position["first"], position["active"]
        game.players = [
            Player(
                corn=row["corn"],
                blocks=Counter({kind: row[kind] for kind in BLOCKS}),
                skulls=row["skulls"],
                score=row["score"],
                workers=row["workers"],
                temples=dict(row["temples"]),
                tech=dict(row["technologies"]),
                buildings=Counter(row["buildings"]),
                monuments=list(row["monuments"]),
                corn_tiles=row["corn_tiles"],
                wood_tiles=row["wood_tiles"],
                light=row["side"] == "light",
                free_food=row["free_food"],
            )
            for row in position["players"]
        ]
        return game

    def play(self) -> Play:
        return Play(self.flow())

    def flow(self) -> Flow:
        if not self.from_position:
            yield from self.setup()
            self.active = self.first
        skip = (self.active - self.first) % self.n
        while True:
            for k in range(skip, self.n):
                self.active = (self.first + k) % self.n
                yield from self.turn(self.active)
                yield from self.end_turn(self.active, last=k == self.n - 1)
            skip = 0
            if self.food_day_due():
                yield from self.food_day()
            yield from self.advance()
            if self.food_days == 4:
                return

    # Choices.

    def ask(self, seat: int, kind: str, options: Iterable[str]) -> Flow:
        text = yield Decision(seat, kind, tuple(sorted(set(options), key=number_of)))
        self.answer = text

    # Setup (section 4).

    def draw(self, kind: str, weights: dict[str, int]) -> Flow:
        self.answer = yield Chance(kind, weights)

    def age_tiles(self, age: int) -> dict[str, int]:
        """Texts of a draw from an age's undrawn tiles (section 8)."""
        weights = {}
        for kind in TYPES:
            left = self.undrawn[kind]
            if ROWS[kind]["age"] == age and left:
                weights[f"chance building {ROWS[kind]['tiles'][ROWS[kind]['copies'] - left]}"] = left
        return weights

    def fill_display(self, kind: str) -> Flow:
        age = 2 if self.food_days >= 2 or kind == "age" else 1
        while self.display.total() < 6 and (weights := self.age_tiles(age)):
            yield from self.draw(kind, weights)
            tile = self.answer.split()[-1]
            drawn = next(each for each in TYPES if tile in ROWS[each]["tiles"])
            self.undrawn[drawn] -= 1
            self.display[drawn] += 1

    def setup(self) -> Flow:
        yield from self.draw("start", {f"chance start p{seat}": 1 for seat in range(self.n)})
        self.first = self.active = int(self.answer[-1])
        for _ in range(self.n + 2):
            left = [m for m in self.monument_rows if m not in self.monuments]
            yield from self.draw("monument", {f"chance monument {m}": 1 for m in left})
            self.monuments.append(self.answer.split()[-1])
        yield from self.fill_display("display")
        order = [(self.first + k) % self.n for k in range(self.n)]
        undealt = list(self.wealth_rows)
        for seat in order:
            self.active = seat
            for _ in range(4):
                yield from self.draw("wealth", {f"chance wealth p{seat} {w}": 1 for w in undealt})
                tile = self.answer.split()[-1]
                undealt.remove(tile)
                self.players[seat].dealt.append(tile)
        self.active = self.first
        yield from self.dummies(undealt)
        for seat in order:
            self.active = seat
            tiles = sorted(self.players[seat].dealt)
            yield from self.ask(seat, "keep", [f"keep {a} {b}" for a, b in combinations(tiles, 2)])
            low, high = self.answer.split()[1:]
            self.players[seat].kept = (low, high)
        for seat in order:
            kept = self.players[seat].kept
            assert kept is not None
            for tile in kept:
                self.take_wealth(self.players[seat], self.wealth_rows[tile])

    def dummies(self, undealt: list[str]) -> Flow:
        """TZ-6; w22 places none and raises the number."""
        due, placed, gears = self.table["dummy_workers"], 0, set()
        while placed < due:
            yield from self.draw("dummy", {f"chance dummy {w}": 1 for w in undealt})
            tile = self.answer.split()[-1]
            undealt.remove(tile)
            if tile == "w22":
                due += 1
                continue
            gear, space = self.wealth_rows[tile]["dummy_gear"], self.wealth_rows[tile]["dummy_space"]
            self.gears[gear][space] = "dummy"
            placed += 1
            if gear not in gears and gear != "chichen_itza" and placed < due:
                self.gears[gear][(space + 5) % 10] = "dummy"
                placed += 1
            gears.add(gear)

    def take_wealth(self, player: Player, row: dict[str, Any]) -> None:
        gain, effect = row["gain"], row["effect"]
        player.corn += gain.get("corn", 0)
        for kind in BLOCKS:
            player.blocks[kind] += gain.get(kind, 0)
        self.gain_skulls(player, gain.get("skull", 0))
        if "temple" in effect:
            self.rise(player, effect["temple"])
        if "temple_down" in effect and player.temples[effect["temple_down"]] > -1:
            player.temples[effect["temple_down"]] -= 1
        if "tech" in effect:
            player.tech[effect["tech"]] = min(3, player.tech[effect["tech"]] + 1)
        player.free_food += effect.get("feed_free", 0)
        for _ in range(effect.get("worker", 0)):
            self.gain_worker(player)

    # Small effects.

    def gain_skulls(self, player: Player, count: int) -> None:
        gained = min(count, self.supply)
        self.supply -= gained
        player.skulls += gained

    @staticmethod
    def gain_worker(player: Player) -> None:
        player.workers = min(6, player.workers + 1)

    def rising(self, player: Player) -> list[str]:
        """TZ-44."""
        found = []
        for temple in TEMPLES:
            top = DATA["temples"][temple]["top"]
            step = player.temples[temple]
            held = any(other is not player and other.temples[temple] == top for other in self.players)
            if step < top and not (step + 1 == top and held):
                found.append(temple)
        return found

    def rise(self, player: Player, temple: str) -> None:
        if temple in self.rising(player):
            player.temples[temple] += 1
            if player.temples[temple] == DATA["temples"][temple]["top"]:
                player.light = True

    @staticmethod
    def falling(player: Player) -> list[str]:
        return [temple for temple in TEMPLES if player.temples[temple] > -1]

    def any_temple(self, seat: int) -> Flow:
        """TZ-46."""
        player = self.players[seat]
        if options := self.rising(player):
            yield from self.ask(seat, "temple", [f"temple {temple}" for temple in options])
            self.rise(player, self.answer.split()[1])

    def tracks(self, player: Player) -> list[str]:
        """Tracks whose advance is not void (TZ-41)."""
        void = set()
        if player.tech["agriculture"] == 3 and not self.rising(player):
            void.add("agriculture")
        if player.tech["theology"] == 3 and self.supply == 0:
            void.add("theology")
        return [track for track in TRACKS if track not in void]

    @staticmethod
    def price(player: Player, track: str) -> int:
        return (1, 2, 3, 1)[player.tech[track]]

    def payable(self, player: Player) -> list[str]:
        return [track for track in self.tracks(player) if self.price(player, track) <= player.blocks.total()]

    def advance_track(self, seat: int, track: str) -> Flow:
        player = self.players[seat]
        if player.tech[track] < 3:
            player.tech[track] += 1
        elif track == "agriculture":
            yield from self.any_temple(seat)
        elif track == "extraction":
            yield from self.gain_blocks(seat, 2)
        elif track == "architecture":
            player.score += 3
        else:
            self.gain_skulls(player, 1)

    def gain_blocks(self, seat: int, count: int) -> Flow:
        options = [f"gain {listed(m)}" for m in MULTISETS if len(m) == count]
        yield from self.ask(seat, "gain", options)
        self.players[seat].blocks.update(self.read(self.answer))

    @staticmethod
    def read(text: str) -> Counter[str]:
        words = text.split()[1:]
        return Counter({kind: int(count) for count, kind in zip(words[::2], words[1::2], strict=True)})

    def pay_blocks(self, seat: int, count: int) -> Flow:
        player = self.players[seat]
        options = [m for m in MULTISETS if len(m) == count and not Counter(m) - player.blocks]
        yield from self.ask(seat, "pay", [f"pay {listed(m)}" for m in options])
        player.blocks.subtract(self.read(self.answer))

    # Turn.

    def on_gears(self, seat: int) -> list[tuple[str, int]]:
        return [(gear, space) for gear in GEARS for space, owner in enumerate(self.gears[gear]) if owner == seat]

    def in_hand(self, seat: int) -> int:
        return self.players[seat].workers - len(self.on_gears(seat)) - (self.start == seat)

    def lowest_free(self, gear: str) -> int | None:
        free = [space for space in range(LAST[gear] + 1) if self.gears[gear][space] is None]
        return min(free, default=None)

    def cost_of(self, place: str, placed: int) -> int | None:
        """Corn for the next worker there; None if there is no room."""
        if place == "start":
            return placed if self.start is None else None
        space = self.lowest_free(place)
        return None if space is None else placed + space

    def placeable(self, seat: int, placed: int, since: int) -> list[str]:
        if self.in_hand(seat) == 0:
            return []
        costs = {place: self.cost_of(place, placed) for place in PLACES[since:]}
        return [place for place, cost in costs.items() if cost is not None and cost <= self.players[seat].corn]

    def turn(self, seat: int) -> Flow:
        player = self.players[seat]
        while True:
            places = self.placeable(seat, 0, 0)
            begs = self.falling(player) if player.corn <= 2 else []
            picks = self.pick_options(seat, Picks())
            mercy = not places and not begs and not self.on_gears(seat)
            if mercy:
                lowest = {gear: self.lowest_free(gear) for gear in GEARS}
                least = min(space for space in lowest.values() if space is not None)
                places = [gear for gear in GEARS if lowest[gear] == least]
            options = [f"beg {t}" for t in begs] + [f"place {p}" for p in places] + picks
            yield from self.ask(seat, "turn", options)
            verb, *rest = self.answer.split()
            if verb == "beg":
                player.temples[rest[0]] -= 1
                player.corn = 3
                continue
            if verb == "place":
                yield from self.placing(seat, rest[0], mercy)
            else:
                yield from self.picking(seat, self.answer)
            return

    def placing(self, seat: int, place: str, mercy: bool) -> Flow:
        player = self.players[seat]
        placed = 0
        while True:
            cost = self.cost_of(place, placed)
            assert cost is not None
            if mercy:
                player.corn -= player.corn if self.mercy_all_corn else 0
            else:
                player.corn -= cost
            if place == "start":
                self.start = seat
            else:
                space = self.lowest_free(place)
                assert space is not None
                self.gears[place][space] = seat
            placed += 1
            more = [] if mercy else self.placeable(seat, placed, PLACES.index(place))
            yield from self.ask(seat, "place_more", [*(f"place {p}" for p in more), "end"])
            if self.answer == "end":
                return
            place = self.answer.split()[1]

    # Picking up (TZ-20 to TZ-28).

    def targets(self, player: Player, gear: str, space: int) -> dict[int, int]:
        """Step-back cost of every target (TZ-21, TZ-22)."""
        if gear != "chichen_itza":
            if space >= 6:
                return dict.fromkeys(range(3 if gear == "tikal" else 1, 6), 0)
            return {t: space - t for t in range(1, space + 1)}
        theology = player.tech["theology"] >= 1
        if space == 10 or (space == 9 and theology):
            return dict.fromkeys(range(1, 10), 0)
        costs = {t: space - t for t in range(1, space + 1)}
        if theology:
            costs[space + 1] = 0
        return costs

    def pick_options(self, seat: int, picks: Picks) -> list[str]:
        player = self.players[seat]
        options = []
        for gear, space in self.on_gears(seat):
            place = (GEARS.index(gear), space)
            if gear != "chichen_itza" and space == 6 and gear in picks.from_seven:
                continue
            if picks.idle is None or place > picks.idle:
                options.append(f"pick {gear} {space} use none")
            if picks.idle is not None:
                continue
            for target, cost in self.targets(player, gear, space).items():
                direct = cost == 0 and (gear, target) in DIRECT
                if direct and picks.direct is not None and place < picks.direct:
                    continue
                if cost <= player.corn and self.performable(seat, gear, target, player.corn - cost):
                    options.append(f"pick {gear} {space} use {target}")
        return options

    def picking(self, seat: int, text: str) -> Flow:
        player = self.players[seat]
        picks = Picks()
        while text != "end":
            _, gear, at, _, use = text.split()
            space = int(at)
            cost = 0 if use == "none" else self.targets(player, gear, space)[int(use)]
            self.gears[gear][space] = None
            if use == "none":
                picks.idle = (GEARS.index(gear), space)
            else:
                direct = cost == 0 and (gear, int(use)) in DIRECT
                picks.direct = (GEARS.index(gear), space) if direct else None
                if space == 7 and gear != "chichen_itza":
                    picks.from_seven.add(gear)
                player.corn -= cost
                yield from self.perform(seat, gear, int(use), uxmal=3 if space <= 5 else 0)
            yield from self.ask(seat, "pick_more", [*self.pick_options(seat, picks), "end"])
            text = self.answer

    def performable(self, seat: int, gear: str, target: int, corn: int) -> bool:
        player = self.players[seat]
        match gear, target:
            case "palenque", 1:
                return True
            case "palenque", _:
                return bool(self.harvests(player, target))
            case "yaxchilan", _:
                return target != 4 or self.supply >= 1
            case "tikal", (1 | 3):
                return bool(self.payable(player))
            case "tikal", 2:
                return bool(self.build_texts(player, level=player.tech["architecture"]))
            case "tikal", 4:
                texts = self.build_texts(player, level=player.tech["architecture"])
                return bool(texts or self.buildable_monuments(player))
            case "tikal", 5:
                return player.blocks.total() >= 1 and bool(self.rising(player))
            case "uxmal", 1:
                return corn >= 3 and bool(self.rising(player))
            case "uxmal", 2:
                return player.blocks.total() >= 1 or corn >= 2
            case "uxmal", 3:
                return player.workers < 6
            case "uxmal", 4:
                return bool(self.for_corn(player, corn))
            case "uxmal", 5:
                return corn >= 1
            case _:
                return player.skulls >= 1 and target not in self.chichen

    def perform(self, seat: int, gear: str, target: int, uxmal: int) -> Flow:
        player = self.players[seat]
        match gear, target:
            case "palenque", 1:
                player.corn += 4 if player.tech["agriculture"] >= 2 else 3
            case "palenque", _:
                yield from self.harvest(seat, target)
            case "yaxchilan", _:
                gain = DATA["actions"]["yaxchilan"][target - 1]["gain"]
                player.corn += gain.get("corn", 0)
                for level, kind in enumerate(BLOCKS, start=1):
                    if kind in gain:
                        player.blocks[kind] += gain[kind] + (player.tech["extraction"] >= level)
                if "skull" in gain:
                    self.gain_skulls(player, 2 if player.tech["theology"] == 3 else 1)
            case "tikal", 1:
                yield from self.paid_advances(seat, 1)
            case "tikal", 2:
                yield from self.build_one(seat, self.build_texts(player, level=player.tech["architecture"]))
            case "tikal", 3:
                yield from self.paid_advances(seat, 2)
            case "tikal", 4:
                yield from self.build_two(seat)
            case "tikal", 5:
                yield from self.two_temples(seat)
            case "uxmal", 1:
                player.corn -= 3
                yield from self.any_temple(seat)
            case "uxmal", 2:
                yield from self.trade(seat, optional=False)
            case "uxmal", 3:
                self.gain_worker(player)
            case "uxmal", 4:
                yield from self.ask(seat, "build", self.for_corn(player, player.corn))
                kind = self.answer.split()[1]
                player.corn -= self.corn_price(player, kind)
                yield from self.take_building(seat, kind, player.tech["architecture"])
            case "uxmal", 5:
                yield from self.any_action(seat, uxmal, optional=False)
            case _:
                yield from self.put_skull(seat, target)

    # Palenque.

    def harvests(self, player: Player, group: int) -> list[str]:
        """TZ-31."""
        corn, wood = self.jungle[group]
        options = []
        if corn > wood:
            options.append("harvest corn")
        if wood > 0:
            options.append("harvest wood")
        if corn <= wood:
            if player.tech["agriculture"] >= 2:
                options.append("harvest free")
            if wood > 0:
                options += [f"burn {temple}" for temple in self.falling(player)]
        return options

    def harvest(self, seat: int, group: int) -> Flow:
        player = self.players[seat]
        yield from self.ask(seat, "harvest", self.harvests(player, group))
        base = {2: 4, 3: 5, 4: 7, 5: 9}[group]
        bonus = {0: 0, 1: 1, 2: 1, 3: 3}[player.tech["agriculture"]]
        verb, what = self.answer.split()
        if what == "wood":
            self.jungle[group][1] -= 1
            player.wood_tiles += 1
            player.blocks["wood"] += {3: 2, 4: 3, 5: 4}[group] + (player.tech["extraction"] >= 1)
        elif what == "free":
            player.corn += base + (bonus if self.agri_bonus else 0)
        else:
            if verb == "burn":
                self.jungle[group][1] -= 1
                player.temples[what] -= 1
            self.jungle[group][0] -= 1
            player.corn_tiles += 1
            player.corn += base + bonus

    # Tikal.

    def paid_advances(self, seat: int, most: int) -> Flow:
        """TZ-38 to TZ-42."""
        player = self.players[seat]
        yield from self.ask(seat, "tech", [f"tech {track}" for track in self.payable(player)])
        track = self.answer.split()[1]
        bonus = track == "extraction" and player.tech[track] == 3
        yield from self.pay_blocks(seat, self.price(player, track))
        yield from self.advance_track(seat, track)
        if most == 1:
            return
        since = 0 if bonus else TRACKS.index(track)
        options = [f"tech {each}" for each in self.payable(player) if TRACKS.index(each) >= since]
        yield from self.ask(seat, "tech", [*options, "stop"])
        if self.answer != "stop":
            track = self.answer.split()[1]
            yield from self.pay_blocks(seat, self.price(player, track))
            yield from self.advance_track(seat, track)

    def free_advances(self, seat: int, count: int) -> Flow:
        since = 0
        for _ in range(count):
            options = [f"tech {t}" for t in self.tracks(self.players[seat]) if TRACKS.index(t) >= since]
            if not options:
                return
            yield from self.ask(seat, "tech", options)
            track = self.answer.split()[1]
            since = TRACKS.index(track)
            yield from self.advance_track(seat, track)

    def two_temples(self, seat: int) -> Flow:
        """TZ-47."""
        player = self.players[seat]
        yield from self.pay_blocks(seat, 1)
        able = self.rising(player)
        if len(able) == 1:
            self.rise(player, able[0])
            return
        yield from self.ask(seat, "temple", [f"temple {temple}" for temple in able[:-1]])
        first = self.answer.split()[1]
        self.rise(player, first)
        yield from self.ask(seat, "temple", [f"temple {temple}" for temple in able[able.index(first) + 1 :]])
        self.rise(player, self.answer.split()[1])

    # Building.

    @staticmethod
    def affords(player: Player, cost: Counter[str]) -> bool:
        return all(player.blocks[kind] >= cost[kind] for kind in BLOCKS)

    def shown(self) -> list[str]:
        return [kind for kind in TYPES if self.display[kind] > 0]

    def build_texts(self, player: Player, level: int) -> list[str]:
        """Texts with block payment at this level of architecture, without `keep`."""
        texts = []
        for kind in self.shown():
            cost = Counter(ROWS[kind]["cost"])
            if level < 3:
                if self.affords(player, cost):
                    texts.append(f"build {kind}")
                continue
            texts += [
                f"build {kind} save {saved}"
                for saved in BLOCKS
                if cost[saved] >= 1 and self.affords(player, cost - Counter([saved]))
            ]
        return texts

    def corn_price(self, player: Player, kind: str) -> int:
        return 2 * Counter(ROWS[kind]["cost"]).total() - (2 if player.tech["architecture"] == 3 else 0)

    def for_corn(self, player: Player, corn: int) -> list[str]:
        return [f"build {kind}" for kind in self.shown() if self.corn_price(player, kind) <= corn]

    def buildable_monuments(self, player: Player) -> list[str]:
        found = []
        for monument in self.monuments:
            cost = Counter(self.monument_rows[monument]["cost"])
            if self.affords(player, cost) and player.skulls >= cost["skull"]:
                found.append(f"monument {monument}")
        return found

    def pay_for(self, player: Player, text: str) -> str:
        _, kind, *mode = text.split()
        cost = Counter(ROWS[kind]["cost"])
        if mode[:1] == ["save"]:
            cost -= Counter([mode[1]])
        player.blocks.subtract(cost)
        return kind

    def build_one(self, seat: int, options: list[str]) -> Flow:
        """One building with all of architecture (TZ-53, TZ-57)."""
        player = self.players[seat]
        yield from self.ask(seat, "build", options)
        if self.answer != "stop":
            kind = self.pay_for(player, self.answer)
            yield from self.take_building(seat, kind, player.tech["architecture"])

    def build_two(self, seat: int) -> Flow:
        """TZ-54, TZ-56, TZ-56a, TZ-56b."""
        player = self.players[seat]
        level = player.tech["architecture"]
        options = self.build_texts(player, level)
        if level >= 1:
            for kind in self.shown():
                inert = kind in INERT and not (kind in STEPPING and self.display["a2_brown_action"] > 0)
                if not inert and self.affords(player, Counter(ROWS[kind]["cost"])):
                    options.append(f"build {kind} keep")
        yield from self.ask(seat, "build", options + self.buildable_monuments(player))
        text = self.answer
        if text.startswith("monument"):
            self.take_monument(player, text.split()[1])
            return
        kept = text.endswith("keep")
        first = self.pay_for(player, text)
        saved = text.split()[3] if "save" in text else None
        yield from self.take_building(seat, first, 0 if kept else level)
        used = level >= 1 and not kept
        options = []
        for option in self.build_texts(player, 0 if used else player.tech["architecture"]):
            second = option.split()[1]
            lower = first in INERT and second in INERT and TYPES.index(second) < TYPES.index(first)
            if lower and (saved is None or ROWS[second]["cost"].get(saved, 0) > 0):
                continue
            options.append(option)
        yield from self.ask(seat, "build", [*options, "stop"])
        if self.answer != "stop":
            second = self.pay_for(player, self.answer)
            yield from self.take_building(seat, second, 0 if used else player.tech["architecture"])

    def take_building(self, seat: int, kind: str, level: int) -> Flow:
        """TZ-55: the cost is paid."""
        player = self.players[seat]
        player.corn += level >= 1
        player.score += 2 * (level >= 2)
        self.display[kind] -= 1
        player.buildings[kind] += 1
        for part in ROWS[kind]["auto"]:
            if "temple" in part:
                for _ in range(part["steps"]):
                    self.rise(player, part["temple"])
            elif "tech" in part:
                if part["tech"] in self.tracks(player):
                    yield from self.advance_track(seat, part["tech"])
            elif "skull" in part:
                self.gain_skulls(player, part["skull"])
            elif "worker" in part:
                self.gain_worker(player)
            else:
                player.corn += part.get("corn", 0)
                player.score += part.get("points", 0)
                for block in BLOCKS:
                    player.blocks[block] += part.get(block, 0)
        decisions = ROWS[kind]["decisions"]
        if decisions and decisions[0] == "tech_any":
            yield from self.free_advances(seat, len(decisions))
            return
        for decision in decisions:
            if decision == "temple_any":
                yield from self.any_temple(seat)
            elif decision == "extra_build":
                texts = self.build_texts(player, player.tech["architecture"])
                yield from self.build_one(seat, [*texts, "stop"])
            elif decision == "trade_optional":
                yield from self.trade(seat, optional=True)
            else:
                yield from self.any_action(seat, 4, optional=True)

    def take_monument(self, player: Player, monument: str) -> None:
        cost = Counter(self.monument_rows[monument]["cost"])
        skulls = cost.pop("skull", 0)
        player.blocks.subtract(cost)
        player.skulls -= skulls
        self.supply += skulls
        self.monuments.remove(monument)
        player.monuments.append(monument)
        if monument == "m14":
            player.score += (40, 31, 22, 13)[self.food_days]

    # Uxmal.

    def trade(self, seat: int, *, optional: bool) -> Flow:
        """TZ-48."""
        player = self.players[seat]
        rate = {"wood": 2, "stone": 3, "gold": 4}
        done: list[tuple[str, str]] = []
        while True:
            options = []
            last = BLOCKS.index(done[-1][1]) if done else 0
            buying = bool(done) and done[-1][0] == "buy"
            for index, kind in enumerate(BLOCKS):
                if not buying and index >= last and player.blocks[kind] > 0:
                    options.append(f"sell {kind}")
                if ("sell", kind) not in done and player.corn >= rate[kind] and not (buying and index < last):
                    options.append(f"buy {kind}")
            if done or optional:
                options.append("stop")
            yield from self.ask(seat, "trade", options)
            if self.answer == "stop":
                return
            verb, kind = self.answer.split()
            sign = 1 if verb == "sell" else -1
            player.corn += sign * rate[kind]
            player.blocks[kind] -= sign
            done.append((verb, kind))

    def any_action(self, seat: int, uxmal: int, *, optional: bool) -> Flow:
        """TZ-51."""
        player = self.players[seat]
        if optional and player.corn == 0:
            return
        offered = [(gear, t) for gear in ("palenque", "yaxchilan") for t in range(1, 6)]
        offered += [("tikal", t) for t in (3, 4, 5)] + [("uxmal", t) for t in range(1, uxmal + 1)]
        options = [f"do {gear} {t}" for gear, t in offered if self.performable(seat, gear, t, player.corn - 1)]
        yield from self.ask(seat, "do", [*options, "stop"] if optional else options)
        if self.answer == "stop":
            return
        _, gear, target = self.answer.split()
        player.corn -= 1
        yield from self.perform(seat, gear, int(target), uxmal=0)

    # Chichen Itza.

    def put_skull(self, seat: int, space: int) -> Flow:
        player = self.players[seat]
        row = DATA["actions"]["chichen_itza"][space - 1]
        player.skulls -= 1
        self.chichen.add(space)
        player.score += row["points"]
        self.rise(player, row["temple"])
        if row["block"]:
            yield from self.gain_blocks(seat, 1)
        if player.tech["theology"] >= 2 and player.blocks.total() >= 1 and self.rising(player):
            options = [f"offer {kind}" for kind in BLOCKS if player.blocks[kind] > 0]
            yield from self.ask(seat, "offer", [*options, "stop"])
            if self.answer != "stop":
                player.blocks[self.answer.split()[1]] -= 1
                yield from self.any_temple(seat)

    # End of turn and round.

    def food_day_due(self) -> bool:
        return self.day >= (8, 14, 21, 27)[self.food_days]

    def end_turn(self, seat: int, *, last: bool) -> Flow:
        if not (last and self.food_day_due() and self.food_days in (1, 3)):  # TZ-63
            yield from self.fill_display("refill")
        if self.start == seat:
            self.players[seat].corn += self.acc
            self.acc = 0

    def food_day(self) -> Flow:
        for player in self.players:
            feeding = [(part, n) for kind, n in player.buildings.items() for part in ROWS[kind]["auto"]]
            free = player.free_food + sum(part.get("feed_free", 0) * n for part, n in feeding)
            each = max(0, 2 - sum(part.get("feed_discount", 0) * n for part, n in feeding))
            hungry = max(0, player.workers - free)
            if each > 0:
                fed = min(hungry, player.corn // each)
                player.corn -= fed * each
                player.score -= 3 * (hungry - fed)
        self.active = self.first
        if self.food_days == 1:
            self.display.clear()
            self.undrawn = Counter({kind: n for kind, n in self.undrawn.items() if ROWS[kind]["age"] == 2})
            yield from self.fill_display("age")
        if self.food_days in (0, 2):
            self.materials()
        else:
            self.temple_points()
        self.food_days += 1

    def materials(self) -> None:
        entitled = [p for p in self.players if p.temples["kukulcan"] >= 4]
        for player in self.players:
            chaac, quetz, kukul = (player.temples[temple] for temple in TEMPLES)
            player.blocks["stone"] += (chaac >= 1) + (chaac >= 3)
            player.blocks["gold"] += (quetz >= 2) + (quetz >= 4)
            player.blocks["wood"] += (kukul >= 1) + (kukul >= 3)
        if len(entitled) <= self.supply:
            for player in entitled:
                self.gain_skulls(player, 1)

    def temple_points(self) -> None:
        for temple in TEMPLES:
            row = DATA["temples"][temple]
            bonus = row["age1_bonus" if self.food_days == 1 else "age2_bonus"]
            highest = max(player.temples[temple] for player in self.players)
            leaders = [player for player in self.players if player.temples[temple] == highest]
            for player in self.players:
                player.score += row["points"][str(player.temples[temple])]
                if player in leaders:
                    player.score += bonus if len(leaders) == 1 else bonus // 2

    def advance(self) -> Flow:
        days = 1
        if self.start is None:
            self.acc += 1
        else:
            seat = self.start
            self.start = None
            self.first = (seat + 1) % self.n if self.first == seat else seat
            blockers = [self.gears[gear][LAST[gear] - 1] for gear in GEARS]
            blocked = any(isinstance(owner, int) or (owner == "dummy" and self.dummies_block) for owner in blockers)
            if self.food_days < 4 and self.players[seat].light and not blocked:
                self.active = seat
                yield from self.ask(seat, "advance", ["advance 1", "advance 2"])
                days = int(self.answer[-1])
                if days == 2:
                    self.players[seat].light = False
        self.day += days
        for _ in range(days):
            for gear in GEARS:
                wells = self.gears[gear]
                if isinstance(wells[LAST[gear]], int):
                    wells[LAST[gear]] = None
                self.gears[gear] = [wells[-1], *wells[:-1]]

    # Result (section 10).

    def monument_points(self, seat: int, monument: str) -> int:
        player = self.players[seat]

        def of(colour: str) -> int:
            tiles = sum(n for kind, n in player.buildings.items() if ROWS[kind]["colour"] == colour)
            return tiles + sum(self.monument_rows[m]["colour"] == colour for m in player.monuments)

        rules: dict[str, Callable[[], int]] = {
            "m01": lambda: 4 * of("brown"),
            "m02": lambda: 2 * (player.buildings.total() + len(player.monuments)),
            "m03": lambda: 4 * player.corn_tiles,
            "m04": lambda: 4 * player.wood_tiles,
            "m05": lambda: (8 - self.n) * sum(len(p.monuments) for p in self.players),
            "m06": lambda: 4 * of("green"),
            "m07": lambda: (0, 9, 20, 33, 33)[list(player.tech.values()).count(3)],
            "m08": lambda: 3 * sum(player.tech.values()),
            "m09": lambda: 6 * (player.workers - 3),
            "m10": lambda: 4 * of("blue"),
            "m11": lambda: sum(DATA["temples"][t]["points"][str(player.temples[t])] for t in TEMPLES),
            "m12": lambda: 3 * max(0, *player.temples.values()),
            "m13": lambda: 3 * len(self.chichen),
            "m14": lambda: 0,
        }
        return rules[monument]()

    def scores(self) -> list[float]:
        found = []
        for seat, player in enumerate(self.players):
            blocks = player.blocks
            corn = player.corn + 2 * blocks["wood"] + 3 * blocks["stone"] + 4 * blocks["gold"]
            monuments = sum(self.monument_points(seat, m) for m in player.monuments)
            found.append(player.score + corn / 4 + 3 * player.skulls + monuments)
        return found

    def places(self) -> list[int]:
        order = [(score, len(self.on_gears(seat))) for seat, score in enumerate(self.scores())]
        return [1 + sum(other > own for other in order) for own in order]

    # Comparison.

    def as_dict(self) -> dict[str, Any]:
        """What State.to_dict says, as far as it is on the table."""
        present = lambda counts: {kind: n for kind, n in counts.items() if n}  # noqa: E731
        return {
            "first": self.first,
            "active": self.active,
            "day": self.day,
            "food_days": self.food_days,
            "acc": self.acc,
            "skulls": self.supply,
            "start": self.start,
            "gears": self.gears,
            "jungle": {str(g): {"corn": corn, "wood": wood} for g, (corn, wood) in self.jungle.items()},
            "chichen_skulls": sorted(self.chichen),
            "display": present(self.display),
            "undrawn": present(self.undrawn),
            "monuments": sorted(self.monuments),
            "players": [
                {
                    "corn": player.corn,
                    **{kind: player.blocks[kind] for kind in BLOCKS},
                    "skulls": player.skulls,
                    "score": player.score,
                    "workers": player.workers,
                    "temples": player.temples,
                    "technologies": player.tech,
                    "buildings": present(player.buildings),
                    "monuments": sorted(player.monuments),
                    "corn_tiles": player.corn_tiles,
                    "wood_tiles": player.wood_tiles,
                    "side": "light" if player.light else "dark",
                    "free_food": player.free_food,
                }
                for player in self.players
            ],
        }
