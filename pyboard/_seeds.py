"""Random numbers that are the same on every platform and in every version of Python."""

from __future__ import annotations

from operator import index
from typing import Any

_MASK = (1 << 64) - 1
_STEP = 0x9E3779B97F4A7C15


def mix(*numbers: int) -> int:
    """64 well-mixed bits that depend on all the numbers and on their order (splitmix64, chained)."""
    value = 0
    for number in numbers:
        value = (value + _STEP + number) & _MASK
        value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & _MASK
        value ^= value >> 31
    return value


def below(bits: int, bound: int) -> int:
    """A number from 0 to bound - 1 from 64 random bits."""
    return (bits * bound) >> 64


def whole_number(value: Any) -> int | None:
    """The int that a value stands for, such as one of NumPy's; None if it is no whole number, or a truth value."""
    if isinstance(value, bool):
        return None
    try:
        return index(value)
    except TypeError:
        return None


def check_seed(seed: object) -> int:
    """The seed as an int, if it is one."""
    number = whole_number(seed)
    if number is None:
        raise TypeError(f"a seed is a whole number, not {type(seed).__name__}")
    if not 0 <= number <= _MASK:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {number}")
    return number
