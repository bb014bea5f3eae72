"""Detects a hand, a sleeve or an arm over the playing field."""

from __future__ import annotations

from typing import Final

from vision.fieldmaps import STRIDE, FieldMaps
from vision.rectify import FIELD_XYXY

LEAST_SHARE: Final = 0.0085
"""The share of the field that must be covered: two checkers.  A hand covers four times as much; on clear boards that
no net has learned from, less than one in a hundred shows so much that looks like one."""

_LIKELY: Final = 0.3
# A hand that bears a checker off lies beside the field more than over it.
_RIM: Final = 16.0


def hand_share(maps: FieldMaps) -> float:
    """How much lies under a hand or sleeve on the playing field and close round it, as a share of the field."""
    x0, y0, x1, y1 = FIELD_XYXY
    left, top = int((x0 - _RIM) / STRIDE), int((y0 - _RIM) / STRIDE)
    right, bottom = int((x1 + _RIM) / STRIDE), int((y1 + _RIM) / STRIDE)
    covered = int((maps.hand[top:bottom, left:right] > _LIKELY).sum())
    return covered * STRIDE * STRIDE / ((x1 - x0) * (y1 - y0))


def hand_over_field(maps: FieldMaps) -> bool:
    return hand_share(maps) > LEAST_SHARE
