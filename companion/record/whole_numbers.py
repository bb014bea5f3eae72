"""Reads JSON whose whole numbers fit into 64 bits: others overflow wherever they are calculated with or stored."""

from __future__ import annotations

import json
from typing import Any, Final

MOST: Final = 2**63 - 1
_MOST_DIGITS: Final = 20


def loads(text: str) -> Any:
    """Return the value of a JSON text.

    Raises :class:`ValueError` for a text that is none, that is nested too deep, or has a whole number beyond 64 bits.

    >>> loads("[3, 1]")
    [3, 1]
    """
    try:
        return json.loads(text, parse_int=whole_number)
    except RecursionError:
        raise ValueError("the values are nested too deep") from None


def whole_number(digits: str) -> int:
    """Return a number of at most 64 bits.  Raises :class:`ValueError` for any other."""
    if len(digits) > _MOST_DIGITS or not -MOST - 1 <= int(digits) <= MOST:
        raise ValueError("a whole number has more than 64 bits")
    return int(digits)
