"""GNU Backgammon's Position ID: a board in 14 base64 characters.

Source: FORMATS.md section 1 of the design, checked against GNU Backgammon 1.07.
The trap: the player **not** on roll is written first.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Sequence
from typing import Final, TypeAlias

from companion.errors import InputError, quoted

Counts: TypeAlias = tuple[int, ...]
"""One player's checkers, 25 numbers: own points 1 to 24, then the bar."""

CHECKERS: Final = 15
_PLACES: Final = 25
_BYTES: Final = 10


def encode(not_on_roll: Sequence[int], on_roll: Sequence[int]) -> str:
    """Return the ID of a board; each player's own :data:`Counts`, at most 15 checkers a side."""
    bits, width = 0, 0
    for count in (*not_on_roll, *on_roll):
        bits |= ((1 << count) - 1) << width  # that many ones, then a zero
        width += count + 1
    assert width <= 8 * _BYTES, "more than 15 checkers a side have no Position ID"
    return base64.b64encode(bits.to_bytes(_BYTES, "little")).decode("ascii")[:14]


def decode(text: str) -> tuple[Counts, Counts]:
    """Return the board of an ID as (player not on roll, player on roll).

    Raises :class:`InputError` if the text is no Position ID, a side has more than 15
    checkers, or both sides have checkers on one point.
    """
    if not re.fullmatch(r"[A-Za-z0-9+/]{14}", text):
        raise InputError(f"position {quoted(text)}: expected a GNU Position ID of 14 base64 characters, or an XGID")
    try:
        bits = int.from_bytes(base64.b64decode(text + "==", validate=True), "little")
    except binascii.Error:
        raise InputError(f"position {quoted(text)}: not valid base64") from None
    counts: list[int] = []
    for _ in range(2 * _PLACES):
        ones = (bits ^ (bits + 1)).bit_length() - 1  # trailing ones
        counts.append(ones)
        bits >>= ones + 1
    first, second = tuple(counts[:_PLACES]), tuple(counts[_PLACES:])
    if bits or max(sum(first), sum(second)) > CHECKERS:
        raise InputError(f"position {quoted(text)}: a side would have more than {CHECKERS} checkers")
    if shared := _shared_points(first, second):
        raise InputError(f"position {quoted(text)}: both sides would stand on point {next(iter(shared))}")
    return first, second


def _shared_points(not_on_roll: Counts, on_roll: Counts) -> Iterable[int]:
    return [p for p in range(1, 25) if on_roll[p - 1] and not_on_roll[24 - p]]
