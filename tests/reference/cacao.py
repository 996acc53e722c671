"""Cacao in plain Python: docs/rules/cacao.md sections 2 to 12, word for word, with no thought of speed.

The table is unbounded: tiles lie in dicts under their true coordinates. Trades are found by trying everything.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

from reference.base import Chance, Decision, Flow, Play

Space = tuple[int, int]

DIRECTIONS = "nesw"
DELTA = {"n": (0, -1), "e": (1, 0), "s": (0, 1), "w": (-1, 0)}
OPPOSITE = {"n": "s", "e": "w", "s": "n", "w": "e"}
DATA = Path(__file__).parents[2] / "pyboard" / "data" / "cacao.json"


def neighbour(space: Space, direction: str) -> Space:
    dx, dy = DELTA[direction]
    return space[0] + dx, space[1] + dy


def corner_id(space: Space) -> int:
    """Index of a worker space inside the block `at` of the action numbering (section 7)."""
    x, y = space
    a, b = (x + y + 1) // 2, (x - y + 1) // 2
    return (b % 24) * 24 + a % 24


@dataclass
class Tile:
    """A worker tile on the table; `nesw` are the workers on its four edges."""

    owner: int
    nesw: str

    def workers(self, direction: str) -> int:
        return int(self.nesw[DIRECTIONS.index(direction)])


@dataclass
class Player:
    gold: int = 0
    cacao: int = 0
    sun: int = 0
    water: int = 0  # index on the track
    hand: Counter[str] = field(default_factory=Counter)
    pile: Counter[str] = field(default_factory=Counter)

    def tiles_left(self) -> int:
        return self.hand.total() + self.pile.total()


@dataclass(frozen=True)
class Edge:
    """An activated edge (CA-30): `workers` of `owner` face the jungle tile at `space`."""

    slot: str
    owner: int
    workers: int
    space: Space


class Tables:
    """What the rules read from the component data."""

    def __init__(self, data: dict[str, Any], players: int) -> None:
        rows = data["worker_types"]["rows"]
        self.worker_types = [row["id"] for row in rows]
        removed = data["worker_tiles_per_player"]["by_players"][str(players)]["removed"]
        self.worker_tiles = Counter(
            {row["id"]: row["count_in_box_per_player"] - removed.get(row["id"], 0) for row in rows}
        )
        # 2.2: ids run through the types and their distinct rotations, clockwise from the pictured position.
        self.orientations: list[str] = []
        self.rotations: dict[str, list[str]] = {}
        for row in rows:
            east, south, west, north = row["eswn"]
            nesw = f"{north}{east}{south}{west}"
            turned = [nesw[-r:] + nesw[:-r] if r else nesw for r in range(4)]
            self.rotations[row["id"]] = list(dict.fromkeys(turned))
            self.orientations += self.rotations[row["id"]]

        self.jungle_types = [row["id"] for row in data["jungle_types"]["rows"]]
        self.kind = {row["id"]: row["kind"] for row in data["jungle_types"]["rows"]}
        self.value = {row["id"]: row["value"] for row in data["jungle_types"]["rows"]}
        self.jungle = Counter({row["id"]: row["count"] for row in data["jungle_types"]["rows"]})
        if players == 2:
            self.jungle.subtract(data["jungle_removed_two_players"]["rows"])
        self.start: dict[Space, str] = {(row["x"], row["y"]): row["type"] for row in data["start_tiles"]["rows"]}
        self.draw_pile = self.jungle - Counter(self.start.values())

        village = data["village_board"]
        self.water_track = village["water_track"]
        self.water_start = village["water_start_index"]
        self.storage = village["storage_spaces"]
        self.sun_places = village["sun_places"]
        self.display_size = data["display_size"]["value"]
        self.hand_size = data["hand_size"]["value"]
        self.temple_first = data["temple_scoring"]["first"]
        self.temple_second = data["temple_scoring"]["second"]
        self.temple_minimum = data["temple_scoring"]["minimum_workers"]


class Cacao:
    """One game. `flow()` is section 5; everything else is what it asks for."""

    def __init__(
        self,
        players: int,
        *,
        activation: str = "settle",
        late_duplicates: str = "pruned",
        components: dict[str, Any] | None = None,
    ) -> None:
        self.tables = Tables(components or json.loads(DATA.read_text(encoding="utf-8")), players)
        self.explicit = activation == "explicit"
        self.prune = late_duplicates == "pruned"
        self.players = [
            Player(water=self.tables.water_start, pile=Counter(self.tables.worker_tiles)) for _ in range(players)
        ]
        self.jungle: dict[Space, str] = dict(self.tables.start)
        self.workers: dict[Space, list[Tile]] = {}  # the last of a list lies on top
        self.draw_pile = Counter(self.tables.draw_pile)
        self.display: Counter[str] = Counter()
        self.active = 0

    def start(self) -> Play:
        """Begins the game."""
        return Play(self.flow())

    # --- flow (section 5) ---

    def flow(self) -> Flow:
        yield from self.set_up()
        yield from self.turns()

    def set_up(self) -> Flow:
        for player in self.players:
            for _ in range(self.tables.hand_size):
                yield from self.take_worker_tile(player, "deal")
        yield from self.fill_display()

    def turns(self) -> Flow:
        while any(player.tiles_left() for player in self.players):
            if self.players[self.active].tiles_left():
                yield from self.turn()
            self.active = (self.active + 1) % len(self.players)  # CA-62

    def turn(self) -> Flow:
        player = self.players[self.active]
        supply_was_empty = not self.draw_pile.total() and not self.display.total()  # CA-9, CA-10

        text = yield Decision(self.active, "at", self.at_options(supply_was_empty))
        space = tuple(int(number) for number in text.split()[1:])
        assert len(space) == 2
        overbuilt = space in self.workers
        text = yield Decision(self.active, "set", self.set_options(space, supply_was_empty))
        nesw = text.split()[1]
        player.hand = player.hand - Counter([self.type_of(nesw)])
        self.workers.setdefault(space, []).append(Tile(self.active, nesw))
        if overbuilt:
            player.sun -= 1  # CA-11, CA-17

        filled: dict[str, Space] = {}
        if not overbuilt:  # CA-16
            yield from self.fill(space, filled)
        yield from self.activate(space, filled)

        if any(one.tiles_left() for one in self.players):  # ruling 23: the last turn has no steps D and E
            if player.pile.total():  # CA-60
                yield from self.take_worker_tile(player, "draw")
            yield from self.fill_display()

    # --- drawing ---

    def take_worker_tile(self, player: Player, kind: str) -> Flow:
        weights = {f"chance {kind} {tile}": player.pile[tile] for tile in self.tables.worker_types if player.pile[tile]}
        text = yield Chance(kind, weights)
        tile = text.split()[2]
        player.pile = player.pile - Counter([tile])
        player.hand = player.hand + Counter([tile])

    def take_jungle_tile(self, kind: str, taken: list[str]) -> Flow:
        weights = {
            f"chance {kind} {tile}": self.draw_pile[tile] for tile in self.tables.jungle_types if self.draw_pile[tile]
        }
        text = yield Chance(kind, weights)
        taken.append(text.split()[2])
        self.draw_pile = self.draw_pile - Counter(taken[-1:])

    def fill_display(self) -> Flow:
        while self.display.total() < self.tables.display_size and self.draw_pile.total():  # CA-61
            taken: list[str] = []
            yield from self.take_jungle_tile("reveal", taken)
            self.display = self.display + Counter(taken)

    # --- step A: placing ---

    def at_options(self, supply_is_empty: bool) -> tuple[str, ...]:
        spaces = {neighbour(jungle, d) for jungle in self.jungle for d in DIRECTIONS} - self.workers.keys()  # CA-4
        if supply_is_empty and self.players[self.active].sun > 0:  # CA-10, CA-11
            spaces |= {
                s for s, stack in self.workers.items() if len(stack) == 1 and stack[0].owner == self.active
            }  # CA-12
        return tuple(f"at {x} {y}" for x, y in sorted(spaces, key=corner_id))

    def set_options(self, space: Space, supply_was_empty: bool) -> tuple[str, ...]:
        texts = []
        facing = [d for d in DIRECTIONS if neighbour(space, d) in self.jungle]
        for tile in self.tables.worker_types:
            if not self.players[self.active].hand[tile]:
                continue
            seen = set()
            for nesw in self.tables.rotations[tile]:  # CA-6
                shown = tuple(nesw[DIRECTIONS.index(d)] for d in facing)
                if supply_was_empty and self.prune and shown in seen:  # CA-9
                    continue
                seen.add(shown)
                texts.append(f"set {nesw}")
        return tuple(texts)

    def type_of(self, nesw: str) -> str:
        return next(tile for tile, rotations in self.tables.rotations.items() if nesw in rotations)

    # --- step B: filling ---

    def fill(self, space: Space, filled: dict[str, Space]) -> Flow:
        """Fills what is to be filled; `filled` gets the spaces by their direction from the new tile."""
        to_fill = [d for d in DIRECTIONS if self.is_to_be_filled(neighbour(space, d))]
        shown = self.display.total()
        if not to_fill or not shown:  # CA-22
            return
        covered = to_fill
        if len(to_fill) > shown:  # CA-24
            subsets = sorted(combinations(to_fill, shown), key=lambda ds: sum(1 << DIRECTIONS.index(d) for d in ds))
            text = yield Decision(self.active, "cover", tuple("cover " + "".join(ds) for ds in subsets))
            covered = list(text.split()[1])
        if len(types := [t for t in self.tables.jungle_types if self.display[t]]) > 1:  # CA-25
            text = yield Decision(self.active, "lay", tuple(f"lay {t}" for t in types))
            first = text.split()[1]
        else:
            first = types[0]
        for direction in covered:
            tile = first if direction == covered[0] else next(t for t in types if self.display[t])
            self.display = self.display - Counter([tile])
            filled[direction] = neighbour(space, direction)
            self.jungle[filled[direction]] = tile
        for direction in to_fill:  # CA-26
            if direction not in covered and self.draw_pile.total():
                taken: list[str] = []
                yield from self.take_jungle_tile("extra", taken)
                filled[direction] = neighbour(space, direction)
                self.jungle[filled[direction]] = taken[0]

    def is_to_be_filled(self, space: Space) -> bool:
        return space not in self.jungle and sum(neighbour(space, d) in self.workers for d in DIRECTIONS) >= 2  # CA-20

    # --- step C: activation ---

    def activate(self, space: Space, filled: dict[str, Space]) -> Flow:
        new = self.workers[space][-1]
        facing = [d for d in DIRECTIONS if neighbour(space, d) in self.jungle]
        edges = [Edge(d, new.owner, new.workers(d), neighbour(space, d)) for d in facing]  # CA-31 (a)
        for d, jungle in filled.items():  # CA-31 (b)
            for side in DIRECTIONS:
                older = neighbour(jungle, side)
                if older != space and older in self.workers:
                    tile = self.workers[older][-1]
                    edges.append(Edge("f" + d, tile.owner, tile.workers(OPPOSITE[side]), jungle))

        for edge in edges:  # CA-37, CA-47
            self.automatic_effect(edge)
        for i in range(len(self.players)):
            seat = (self.active + i) % len(self.players)
            own = [e for e in edges if e.owner == seat and e.workers and self.kind(e) in ("plantation", "market")]
            if own:
                yield from (self.run_edges(seat, own) if self.explicit else self.trade(seat, own))

    def kind(self, edge: Edge) -> str:
        return self.tables.kind[self.jungle[edge.space]]

    def value(self, edge: Edge) -> int:
        return self.tables.value[self.jungle[edge.space]]

    def automatic_effect(self, edge: Edge) -> None:
        player, total = self.players[edge.owner], edge.workers * self.value(edge)
        if self.kind(edge) == "mine":  # CA-43
            player.gold += total
        elif self.kind(edge) == "water":  # CA-44
            player.water = min(len(self.tables.water_track) - 1, player.water + total)
        elif self.kind(edge) == "sun":  # CA-45
            player.sun = min(self.tables.sun_places, player.sun + total)

    def trade(self, seat: int, edges: list[Edge]) -> Flow:
        player = self.players[seat]
        gains = self.undominated(self.trade_outcomes(player.cacao, edges))
        if not player.tiles_left() and not self.display.total() and not self.draw_pile.total():  # CA-51
            gains = {min(gains): gains[min(gains)]}
        text = yield Decision(seat, "keep", tuple(f"keep {cacao}" for cacao in sorted(gains)))
        player.cacao = int(text.split()[1])
        player.gold += gains[player.cacao]

    def trade_outcomes(self, cacao: int, edges: list[Edge]) -> set[tuple[int, int]]:
        """All pairs (cacao, gold gained) that some order of all edges reaches (CA-48)."""
        reached = {(frozenset(range(len(edges))), cacao, 0)}
        ends = set()
        while reached:
            left, s, gold = reached.pop()
            if not left:
                ends.add((s, gold))
            for i in left:
                edge, rest = edges[i], left - {i}
                if self.kind(edge) == "plantation":
                    reached.add(
                        (rest, min(self.tables.storage, s + self.value(edge) * edge.workers), gold)
                    )  # CA-40, CA-41
                else:
                    for m in range(min(edge.workers, s) + 1):  # CA-42
                        reached.add((rest, s - m, gold + m * self.value(edge)))
        return ends

    @staticmethod
    def undominated(outcomes: set[tuple[int, int]]) -> dict[int, int]:
        """Cacao kept → gold gained, for the outcomes that no other one beats (CA-49)."""
        return {c: g for c, g in outcomes if not any(c2 >= c and g2 >= g and (c2, g2) != (c, g) for c2, g2 in outcomes)}

    def run_edges(self, seat: int, edges: list[Edge]) -> Flow:
        """Edge by edge: `activation = explicit` (section 12)."""
        player = self.players[seat]
        slots = [*DIRECTIONS, *("f" + d for d in DIRECTIONS)]
        left = sorted(edges, key=lambda edge: slots.index(edge.slot))
        while left:
            texts = []
            for edge in left:
                room = self.tables.storage - player.cacao
                most = -(-room // self.value(edge)) if self.kind(edge) == "plantation" else player.cacao
                texts += [f"run {edge.slot} {m}" for m in range(1, min(edge.workers, most) + 1)]
            text = yield Decision(seat, "run", (*texts, "done"))
            if text == "done":
                return
            _, slot, number = text.split()
            edge = next(edge for edge in left if edge.slot == slot)
            left.remove(edge)
            if self.kind(edge) == "plantation":
                player.cacao = min(self.tables.storage, player.cacao + int(number) * self.value(edge))
            else:
                player.cacao -= int(number)
                player.gold += int(number) * self.value(edge)

    # --- result (section 10) ---

    def temple_gold(self, counts: list[int]) -> list[int]:
        """Gold of each seat for one temple where it has so many workers (CA-71 to CA-74)."""
        gold = [0] * len(counts)
        best = max(counts)
        if best < self.tables.temple_minimum:
            return gold
        first = [seat for seat, count in enumerate(counts) if count == best]
        for seat in first:
            gold[seat] = self.tables.temple_first // len(first)
        others = [count for count in counts if self.tables.temple_minimum <= count < best]
        if len(first) == 1 and others:
            second = [seat for seat, count in enumerate(counts) if count == max(others)]
            for seat in second:
                gold[seat] = self.tables.temple_second // len(second)
        return gold

    def temples(self) -> list[int]:
        total = [0] * len(self.players)
        for space, jungle in self.jungle.items():
            if self.tables.kind[jungle] != "temple":
                continue
            counts = [0] * len(self.players)
            for d in DIRECTIONS:
                if stack := self.workers.get(neighbour(space, d)):
                    counts[stack[-1].owner] += stack[-1].workers(OPPOSITE[d])
            total = [a + b for a, b in zip(total, self.temple_gold(counts), strict=True)]
        return total

    def scores(self) -> list[int]:
        """Final score per seat (CA-75 to CA-78)."""
        return [
            player.gold + temples + player.sun + self.tables.water_track[player.water]
            for player, temples in zip(self.players, self.temples(), strict=True)
        ]

    def places(self) -> list[int]:
        """1 for the best; ties are broken by cacao (CA-78)."""
        keys = [(score, player.cacao) for score, player in zip(self.scores(), self.players, strict=True)]
        return [1 + sum(other > key for other in keys) for key in keys]
