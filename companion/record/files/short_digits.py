"""A row of digits as one number, each digit with a base of its own: no part of a bit is lost."""

from __future__ import annotations

import json
import zlib
from collections.abc import Sequence
from typing import Any, Final

from companion.errors import InputError

_BYTE: Final = 256
_MOST_BYTES: Final = 2**16
_MOST_UNPACKED: Final = 2**18


class Writer:
    """Collects digits.  ``sum``: a checksum (CRC-32) over them and the values of :meth:`also`."""

    def __init__(self) -> None:
        self._digits: list[tuple[int, int]] = []
        self.sum = 0

    def digit(self, value: int, base: int) -> None:
        """Add a digit, 0 up to ``base`` - 1."""
        assert 0 <= value < base
        self._digits.append((value, base))
        self.also(str(value))

    def values(self, values: Any) -> None:
        """Add any JSON values, compressed."""
        packed = _packed(json.dumps(values, ensure_ascii=False, separators=(",", ":")).encode())
        if len(packed) >= _MOST_BYTES:
            raise InputError("the names and remarks of the match are too long for a code")
        self.digit(len(packed), _MOST_BYTES)
        for byte in packed:
            self.digit(byte, _BYTE)

    def also(self, text: str) -> None:
        """Add a value to the checksum without writing it."""
        self.sum = zlib.crc32(f"{text},".encode(), self.sum)

    def number(self, *first: tuple[int, int]) -> int:
        """Return the number; ``first``: digits, each with its base, that are read before the others."""
        number = 0
        for value, base in reversed([*first, *self._digits]):
            number = number * base + value
        return number


class Reader:
    """Gives the digits of a number in their order; after the last one comes nothing but 0."""

    def __init__(self, number: int) -> None:
        self._number = number
        self.sum = 0

    def digit(self, base: int) -> int:
        """Return the next digit."""
        self._number, value = divmod(self._number, base)
        self.also(str(value))
        return value

    def values(self) -> Any:
        """Return JSON values.  Raises ValueError if there are none."""
        packed = bytes([self.digit(_BYTE) for _ in range(self.digit(_MOST_BYTES))])
        try:
            return json.loads(_unpacked(packed))
        except (zlib.error, RecursionError) as error:
            raise ValueError(str(error)) from None

    def also(self, text: str) -> None:
        """Do as :meth:`Writer.also`."""
        self.sum = zlib.crc32(f"{text},".encode(), self.sum)

    def begin(self) -> None:
        """Begin the checksum here: the digits before it do not count."""
        self.sum = 0

    @property
    def is_at_end(self) -> bool:
        return self._number == 0


def chosen(options: Sequence[Any], at: int) -> Any:
    """Return an option.  Raises ValueError where there are not so many."""
    if at >= len(options):
        raise ValueError(f"option {at} of {len(options)}")
    return options[at]


_WORDS: Final = (
    b'"Mode":"training""Transcriber":"Site":"Event":"Round":"Helped":"light , dark "rules":"draughts-federation'
    b'draughts-box"tournament","header":{"Date":"EventDate":"20"},"names":["length":"games":['
)
"""The words of most matches, which take no room."""


def _packed(content: bytes) -> bytes:
    packing = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, _WORDS)
    return packing.compress(content) + packing.flush()


def _unpacked(packed: bytes) -> bytes:
    unpacking = zlib.decompressobj(-15, _WORDS)
    content = unpacking.decompress(packed, _MOST_UNPACKED)
    if not unpacking.eof or unpacking.unconsumed_tail or unpacking.unused_data:
        raise ValueError("the values are not whole")
    return content
