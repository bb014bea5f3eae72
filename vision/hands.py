"""Is a hand, a sleeve or an arm over the playing field?"""

from __future__ import annotations

from typing import Final

from vision.fieldmaps import STRIDE, FieldMaps
from vision.rectify import FIELD_XYXY

LEAST_SHARE: Final = 0.006
"""The share of the field that must be covered: about the area of one checker."""


def hand_share(maps: FieldMaps) -> float:
    """The share of the playing field that lies under a hand or sleeve, 0 to 1."""
    x0, y0, x1, y1 = (int(v / STRIDE) for v in FIELD_XYXY)
    return float((maps.hand[y0:y1, x0:x1] > 0.5).mean())


def hand_over_field(maps: FieldMaps) -> bool:
    return hand_share(maps) > LEAST_SHARE
