"""Detects movement between two pictures of the same camera.

Both are looked at grey and small, a cell being the mean of some 8 by 8 pixels.  What the light does is
taken out first, each row of cells by itself: a lamp on the mains sends light and dark bands over a
picture whose rows are exposed one after the other.  What is left is compared with the noise that
the two pictures have in common, and smoothed over the size of a die, the smallest thing that counts.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

Grey = npt.NDArray[np.uint8]
Cells = npt.NDArray[np.float32]

CELLS_WH: Final = (160, 120)
_HALF: Final = CELLS_WH[0] // 2

_LEAST_STEP: Final = 8.0
"""Grey levels by which a spot must change to count: above a good camera's noise, below a worn checker."""
_MOST_STEP: Final = 32.0
"""A spot that changes by this much has moved, however much noise there seems to be."""
_TIMES_NOISE: Final = 4.0
"""The chance maximum of the whole picture is some 2.3 times the noise of a cell, of its noisiest part twice that."""

_SPOT: Final = (3, 3)
_DARK: Final = 8.0
"""Added to both pictures, so that in the dark a level more or less is no change of light."""
_CLIPPED: Final = 250.0


def moved(before: Grey, after: Grey) -> bool:
    """Whether two pictures (grey, any size, small ones do) differ by more than noise and a change of light."""
    change = _change(_cells(before), _cells(after))
    smooth = cv2.blur(change, _SPOT)
    step = np.clip(_TIMES_NOISE * _noise(change - smooth), _LEAST_STEP, _MOST_STEP)
    return bool(np.abs(smooth).max() > step)


def _cells(grey: Grey) -> Cells:
    if grey.shape != CELLS_WH[::-1]:
        grey = np.asarray(cv2.resize(grey, CELLS_WH, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    return grey.astype(np.float32)


def _change(before: Cells, after: Cells) -> Cells:
    """The change other than of light, in grey levels."""
    light = np.partition((after + _DARK) / (before + _DARK), _HALF, axis=1)[:, _HALF, None]  # their median
    change = after + _DARK - light * (before + _DARK)
    change[(before > _CLIPPED) & (after > _CLIPPED)] = 0.0
    return np.asarray(change, dtype=np.float32)


def _noise(rough: Cells) -> float:
    """The standard deviation of a cell, from what it does not share with its neighbours: movement is not noise."""
    median = np.partition(np.abs(rough), rough.size // 2, axis=None)[rough.size // 2]
    return 1.4826 * float(median)  # of a normal distribution; edges that moved are few
