"""What a reference game is made of.

A reference game is a Python generator that follows the flow of the rules: it yields a `Decision` or a `Chance` wherever
the rules wait for somebody, and is sent the chosen text. `Play` drives it, carries out what is forced, and remembers
the texts. There is no position object: to go back, play the texts again.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True)
class Decision:
    """A choice of a seat: the texts in the order of the action numbers."""

    seat: int
    kind: str
    options: tuple[str, ...]


@dataclass(frozen=True)
class Chance:
    """A draw: every possible text with its whole-number weight."""

    kind: str
    weights: dict[str, int]

    def probabilities(self) -> dict[str, Fraction]:
        """The exact probability of every outcome."""
        total = sum(self.weights.values())
        return {text: Fraction(weight, total) for text, weight in self.weights.items()}


Flow = Generator["Decision | Chance", str, None]


@dataclass(frozen=True)
class Step:
    """Something that happened: seat -1 is chance."""

    seat: int
    text: str
    forced: bool


class Play:
    """A game in progress: `flow` stops at every choice and draw, this stops only at real ones."""

    def __init__(self, flow: Flow) -> None:
        self._flow = flow
        self.steps: list[Step] = []
        self.node: Decision | Chance | None = None
        self._advance(lambda: next(self._flow))

    def _advance(self, go: Callable[[], Decision | Chance]) -> None:
        try:
            node = go()
            while len(texts := self._texts(node)) == 1:
                self._note(node, texts[0], forced=True)
                node = self._flow.send(texts[0])
            assert texts, f"nothing can be done at {node}"
            self.node = node
        except StopIteration:
            self.node = None

    @staticmethod
    def _texts(node: Decision | Chance) -> tuple[str, ...]:
        return node.options if isinstance(node, Decision) else tuple(node.weights)

    def _note(self, node: Decision | Chance, text: str, *, forced: bool) -> None:
        self.steps.append(Step(node.seat if isinstance(node, Decision) else -1, text, forced))

    @property
    def texts(self) -> tuple[str, ...]:
        """What can happen here."""
        return () if self.node is None else self._texts(self.node)

    def apply(self, text: str) -> None:
        """Chooses one of `texts` and runs on to the next real choice or draw."""
        assert self.node is not None
        assert text in self.texts, f"{text!r} is not among {self.texts}"
        self._note(self.node, text, forced=False)
        self._advance(lambda: self._flow.send(text))
