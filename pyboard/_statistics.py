"""The intervals that match results are reported with."""

from __future__ import annotations

import math
from functools import cache
from statistics import NormalDist, fmean, variance
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

LEVEL = 0.95
_Z = NormalDist().inv_cdf(0.5 + LEVEL / 2)


class Estimate(NamedTuple):
    """A mean with its 95 % interval; `low` and `high` are NaN where there is too little to tell."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.3g} [{self.low:.3g}, {self.high:.3g}]"


def share_interval(shares: Sequence[float], blocks: Sequence[float]) -> Estimate:
    """Wilson's interval of a mean of numbers from 0 to 1, one per game.

    The games of a block (one per rotation of the seats) share their chance events. If that makes blocks vary more
    than single games would, the number of games counts for less by the same factor; it never counts for more.

    Args:
        shares: One number per game.
        blocks: The mean of each block.
    """
    games = len(shares)
    if games == 0:
        return Estimate(math.nan, math.nan, math.nan)
    mean = fmean(shares)
    effective = float(games)
    if len(blocks) > 1:
        spread = variance(blocks) / len(blocks)
        if spread > 0:
            effective = min(effective, mean * (1 - mean) / spread)
    ratio = _Z * _Z / effective
    center = (mean + ratio / 2) / (1 + ratio)
    half = _Z / (1 + ratio) * math.sqrt(mean * (1 - mean) / effective + ratio / (4 * effective))
    return Estimate(mean, max(0.0, center - half), min(1.0, center + half))


def mean_interval(blocks: Sequence[float]) -> Estimate:
    """Student's interval of a mean over independent blocks.

    Args:
        blocks: The mean of each block.
    """
    if not blocks:
        return Estimate(math.nan, math.nan, math.nan)
    mean = fmean(blocks)
    if len(blocks) == 1:
        return Estimate(mean, math.nan, math.nan)
    half = student_quantile(len(blocks) - 1) * math.sqrt(variance(blocks) / len(blocks))
    return Estimate(mean, mean - half, mean + half)


@cache
def student_quantile(freedom: int) -> float:
    """The t with 95 % of Student's distribution between -t and t.

    Args:
        freedom: Degrees of freedom, 1 or more.
    """
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if _student_share(middle, freedom) < LEVEL else (low, middle)
    return math.sqrt(freedom) * math.tan(low)


def _student_share(angle: float, freedom: int) -> float:
    """The share between -t and t, where t = sqrt(freedom) * tan(angle): a finite series for whole freedoms."""
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(1 + odd, freedom, 2):
        total += term
        term *= cosine * cosine * k / (k + 1)
    if not odd:
        return sine * total
    return 2 / math.pi * (angle + sine * total)
