"""The hashes and the generator of the library, written again in Python."""

from __future__ import annotations

import struct

MASK = 2**64 - 1


def _fold_multiply(a: int, b: int) -> int:
    product = a * b
    return (product & MASK) ^ (product >> 64)


def hash_bytes(data: bytes, seed: int = 0) -> int:
    """The 64-bit hash that closes serialised states."""
    value = seed ^ (len(data) * 0x8EBC6AF09C88C6E3 & MASK)
    whole = len(data) // 16 * 16
    for first, second in struct.iter_unpack("<QQ", data[:whole]):
        value = _fold_multiply(first ^ 0xA0761D6478BD642F, second ^ value) ^ 0x589965CC75374CC3
    first, second = struct.unpack("<QQ", data[whole:].ljust(16, b"\0"))
    value = _fold_multiply(first ^ 0xE7037ED1A0B428DB, second ^ value)
    return _fold_multiply(value ^ 0x1D8E4E27C47D124F, 0xEB44ACCAB455D165)


def with_checksum(data: bytes) -> bytes:
    """Serialised bytes with their closing checksum made right again."""
    return data[:-8] + struct.pack("<Q", hash_bytes(data[:-8]))


def _rotate(value: int, count: int) -> int:
    return (value << count | value >> (64 - count)) & MASK


class Rng:
    """xoshiro256++ seeded by splitmix64, with Lemire's bounded draws."""

    def __init__(self, seed: int) -> None:
        self.words = []
        for _ in range(4):
            seed = (seed + 0x9E3779B97F4A7C15) & MASK
            z = seed
            z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
            z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
            self.words.append(z ^ z >> 31)

    def next(self) -> int:
        s = self.words
        result = (_rotate((s[0] + s[3]) & MASK, 23) + s[0]) & MASK
        t = s[1] << 17 & MASK
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = _rotate(s[3], 45)
        return result

    def below(self, bound: int) -> int:
        """Uniform in [0, bound): the upper half of a product, rejecting the few that would bias it."""
        product = (self.next() >> 32) * bound
        while product & 0xFFFFFFFF < 2**32 % bound:
            product = (self.next() >> 32) * bound
        return product >> 32
