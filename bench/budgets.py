"""The budgets, and how a benchmark says which of them it measures."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from pytest_benchmark.fixture import BenchmarkFixture

CALIBRATION = "toy:connect_four"

STATE_BYTES = {"chocolatl": 256, "tzolkin": 256, "cuba": 320, "cacao": 512, "pantheon": 512}
DECISIONS_PER_SECOND = 10e6
DECISIONS_AIM = {"cacao": 15e6, "pantheon": 15e6}  # more than half a chance event per decision
DECISIONS_AIM_ELSE = 25e6
CLONE_US = 0.3
APPLY_US = 0.1  # beside the native cost of the step
LEGAL_US = 0.25
BATCH_STEPS_PER_SECOND = 5e6
# Aims of the searches.
SEARCH_SHARE = 0.7  # of the playouts/s of random play, at the start, middle and end of a game
SEARCH_SHARE_HIDDEN = 0.5  # … where something is hidden from the searcher
THREADS_RATIO = 1.8  # iterations/s of two threads to those of one
IMPORT_MS = 60.0
INSTALL_S = 180.0


@dataclass(frozen=True)
class Row:
    """One figure of the table.

    Attributes:
        what: Its name.
        value: What was measured, in `unit`.
        unit: "B", "µs", "ms", "s", "M/s" or "x".
        budget: What it may be at most (costs) or must be at least (rates); None if it is only told.
        aim: What it should become.
        more_is_better: True for rates.
        note: How it was measured.
    """

    what: str
    value: float
    unit: str
    budget: float | None = None
    aim: float | None = None
    more_is_better: bool = False
    note: str = ""

    @property
    def kept(self) -> bool | None:
        """Whether the budget is kept; None if there is none."""
        if self.budget is None:
            return None
        return self.value >= self.budget if self.more_is_better else self.value <= self.budget

    def to_dict(self) -> dict[str, Any]:
        return {**asdict(self), "kept": self.kept}


def measure(benchmark: BenchmarkFixture, work: Callable[[], object], operations: int, **row: Any) -> None:
    """Times `work`, which does something `operations` times; the fastest round counts.

    `row` holds the fields of a Row but the value; with the unit "M/s" the value is a rate, else a time.
    """
    benchmark.extra_info["operations"] = operations
    benchmark.extra_info["row"] = row
    benchmark(work)


def row_of(result: dict[str, Any]) -> Row:
    """The figure in one entry of pytest-benchmark's JSON."""
    row = result["extra_info"]["row"]
    seconds = result["stats"]["min"] / result["extra_info"]["operations"]
    scale = {"s": 1.0, "ms": 1e3, "µs": 1e6}
    if row["unit"] == "M/s":
        return Row(value=1e-6 / seconds, more_is_better=True, **row)
    return Row(value=seconds * scale[row["unit"]], **row)
