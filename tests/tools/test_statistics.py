"""The intervals of match results, against published values and simulation."""

import math
import random

import pytest

from pyboard._statistics import Estimate, mean_interval, share_interval, student_quantile


@pytest.mark.parametrize(
    ("freedom", "quantile"),
    [(1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (10, 2.228), (29, 2.045), (30, 2.042), (120, 1.980)],
)
def test_student_quantile_agrees_with_the_tables(freedom, quantile):
    assert student_quantile(freedom) == pytest.approx(quantile, abs=5e-4)


def test_wilson_interval():
    # Textbook values: 9 of 10, and the rule of three's better cousin for 0 of 10.
    mean, low, high = share_interval([1] * 9 + [0], [])
    assert (mean, low, high) == pytest.approx((0.9, 0.5958, 0.9821), abs=1e-4)
    mean, low, high = share_interval([0] * 10, [0] * 5)
    assert (mean, low, high) == pytest.approx((0, 0, 0.2775), abs=1e-4)


def test_blocks_that_go_together_widen_the_interval_and_opposed_ones_do_not_narrow_it():
    shares = [1, 1, 0, 0] * 25
    single = share_interval(shares, [])
    together = share_interval(shares, [1, 0] * 25)
    opposed = share_interval(shares, [0.5] * 50)
    assert together.high - together.low > 1.35 * (single.high - single.low)
    assert opposed == single


def test_mean_interval():
    mean, low, high = mean_interval([1.0, 2.0, 3.0])
    assert mean == 2.0
    assert (low, high) == pytest.approx((2 - 4.3027 / math.sqrt(3), 2 + 4.3027 / math.sqrt(3)), abs=1e-3)


def test_too_little_to_tell():
    assert all(math.isnan(value) for value in share_interval([], []))
    assert all(math.isnan(value) for value in mean_interval([]))
    mean, low, high = mean_interval([4.0])
    assert mean == 4.0
    assert math.isnan(low)
    assert math.isnan(high)


def test_intervals_cover_the_truth_as_often_as_they_say():
    rng = random.Random(5)
    hits = {"share": 0, "mean": 0}
    for _ in range(1000):
        shares = [float(rng.random() < 0.8) for _ in range(60)]
        blocks = [(a + b) / 2 for a, b in zip(shares[::2], shares[1::2], strict=True)]
        for name, interval in (("share", share_interval(shares, blocks)), ("mean", mean_interval(blocks))):
            hits[name] += interval.low <= 0.8 <= interval.high
    assert 930 <= hits["share"] <= 985
    assert 920 <= hits["mean"] <= 975


def test_estimate_reads_well():
    assert str(Estimate(0.5, 0.4, 0.6)) == "0.5 [0.4, 0.6]"
