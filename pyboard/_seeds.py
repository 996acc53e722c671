"""Random numbers that are the same on every platform and in every version of Python."""

from __future__ import annotations

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


def check_seed(seed: object) -> int:
    """The seed itself, if it is one."""
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise TypeError(f"a seed is a whole number, not {type(seed).__name__}")
    if not 0 <= seed <= _MASK:
        raise ValueError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed}")
    return seed
