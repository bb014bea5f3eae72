"""Has anything moved between two pictures of the same camera?"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.rectify import Image

_SMALL: Final = (160, 120)
_STEP: Final = 14.0
"""Grey levels by which a cell must change to count: above a camera's noise, below a checker's edge."""

MOVED_SHARE: Final = 0.002
"""The share of changed cells from which something has moved: less than one checker of a small board."""


def moved(before_bgr: Image, after_bgr: Image) -> bool:
    """Whether the two pictures differ by more than noise and a slow change of light."""
    return moved_share(before_bgr, after_bgr) > MOVED_SHARE


def moved_share(before_bgr: Image, after_bgr: Image) -> float:
    """The share of the picture that changed, 0 to 1, an overall change of brightness taken out."""
    before, after = _grey(before_bgr), _grey(after_bgr)
    change = after - before
    return float((np.abs(change - np.median(change)) > _STEP).mean())


def _grey(image_bgr: Image) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    small = cv2.resize(image_bgr, _SMALL, interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), dtype=np.float32)
