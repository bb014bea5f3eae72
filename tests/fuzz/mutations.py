"""Changes an input at random: bytes, numbers, words that readers know, and pieces of other inputs."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Final

_NUMBER: Final = re.compile(rb"-?\d+(?:\.\d+)?")
NUMBERS: Final = (
    b"0", b"-1", b"1", b"2", b"25", b"64", b"255", b"65536", b"2147483648", b"9223372036854775807",
    b"9223372036854775808", b"-9223372036854775809", b"1" + b"0" * 400, b"1e400", b"-1e400", b"0.1", b"1e308", b"NaN",
    b"Infinity", b"true", b"null", b'"7"', b"[]", b"{}", b"9" * 5000,
)  # fmt: skip
WORDS: Final = (
    b"\0", b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\xe2\x80\xa8", b"\\ud800", b'"\\ud800"', b"\\u0000", b"[", b"]",
    b"(", b")", b"{", b"}", b'"', b"'", b"\\", b":", b";", b",", b"=", b"\n", b"\r\n", b"\t", b" ", b"%00", b"%", b"&",
    b"../", b"/", b"-", b"#", b".", b"null", b"\xf0\x9f\x8e\xb2", b"\xc5\xbb",
)  # fmt: skip
_MOST_CHANGES: Final = 5


def mutated(content: bytes, others: Sequence[bytes], words: Sequence[bytes], chance: random.Random, most: int) -> bytes:
    """An input that was changed in one to a few places; ``others`` to take pieces of; at most ``most`` bytes."""
    made = bytearray(content)
    for _ in range(chance.randint(1, _MOST_CHANGES)):
        made = _changed(made, others, words, chance)
    return bytes(made[:most])


def _changed(made: bytearray, others: Sequence[bytes], words: Sequence[bytes], chance: random.Random) -> bytearray:
    at = chance.randrange(len(made) + 1)
    length = min(chance.choice((1, 1, 2, 4, 16, 64, 256)), len(made) - at)
    match chance.randrange(9):
        case 0 if length:
            made[at] ^= 1 << chance.randrange(8)
        case 1 if length:
            made[at] = chance.randrange(256)
        case 2:
            del made[at : at + length]
        case 3:
            made[at:at] = made[at : at + length] * chance.choice((1, 1, 2, 50))
        case 4:
            made[at:at] = chance.choice(words or WORDS)
        case 5:
            made[at : at + length] = chance.choice(WORDS)
        case 6:
            _renumber(made, at, chance)
        case 7 if others:
            other = chance.choice(others)
            start = chance.randrange(len(other) + 1)
            made[at : at + length] = other[start : start + chance.choice((4, 16, 64, 256, 4096))]
        case _:
            del made[at + chance.randrange(len(made) - at + 1) :]
    return made


def _renumber(made: bytearray, at: int, chance: random.Random) -> None:
    found = _NUMBER.search(made, at) or _NUMBER.search(made)
    if found:
        fresh = chance.choice(NUMBERS) if chance.random() < 0.7 else str(chance.randint(-3, 30)).encode()
        made[found.start() : found.end()] = fresh
