"""The roller of a roll, by the half of the board where the dice are: each player rolls into one half.

Which half that is, is learned during the match from rolls whose roller is known.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Final, TypeAlias

from companion.games.rules import Side
from companion.referee.roll_evidence import RollEvidence

Halves: TypeAlias = tuple[int, int, int]
"""How often a side's dice were in the left half of the field, in the right one, and in both."""

RollerEvidence: TypeAlias = Mapping[Side, Halves]

UNKNOWN: Final[RollerEvidence] = dict.fromkeys(Side, (0, 0, 0))

_MIDDLE: Final = 0.5
# The counts before any observation: half a roll of each kind (Jeffreys's prior).
_BEFOREHAND: Final = 0.5


def with_throw(known: RollerEvidence, side: Side, throw: RollEvidence) -> RollerEvidence:
    """The counts with one more roll; a roll without places changes nothing."""
    half = _half(throw)
    if half is None:
        return known
    left, right, both = known[side]
    return {**known, side: (left + (half == 0), right + (half == 1), both + (half == 2))}


def weight(known: RollerEvidence, side: Side, throw: RollEvidence | None) -> float:
    """The log-likelihood of a side's dice being where these are (natural logarithm)."""
    half = _half(throw) if throw is not None else None
    if half is None:
        return 0.0
    halves = known[side]
    return math.log((halves[half] + _BEFOREHAND) / (sum(halves) + 3 * _BEFOREHAND))


def _half(throw: RollEvidence) -> int | None:
    if throw.is_nowhere:
        return None
    left, right = (sum((x < _MIDDLE) is there for x, _ in throw.places) for there in (True, False))
    return 2 if left == right else 0 if left > right else 1
