"""Finds the places in a picture where four squares of a chequered board meet.

There two light and two dark fields lie crosswise, so that along a small ring the picture is twice light and twice
dark: nearly all that changes along the ring is its second harmonic (compare ChESS: Bennett and Lasenby, 2014).  The
phase of that harmonic tells which two are the dark ones; from one crossing to the next it turns by half a period.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import Image, Points

Reals = npt.NDArray[np.float32]
Harmonic = npt.NDArray[np.complex64]

RADIUS: Final = 5.0
_RING: Final = 16
_BLUR: Final = 1.2
_NOISE: Final = 3.0
"""Levels that the ring of an evenly coloured place may differ by."""
_LEAST: Final = 0.45
_MOST_FOUND: Final = 350


@dataclass(frozen=True, slots=True, eq=False)
class Crossings:
    """``places``: (n, 2) x, y; ``pattern``: (n,) unit complex numbers, twice the direction of the dark fields;
    ``score``: (n,) 0 to 1.  ``field``: the signed strength at every pixel, complex, of size 0 to 1."""

    places: Points
    pattern: Harmonic
    score: Reals
    field: Harmonic


def crossings(image_bgr: Image) -> Crossings:
    """The crossings of a picture (BGR, a board's square at least 18 pixels wide), the clearest first."""
    field = _field(image_bgr)
    strength = np.abs(field)
    top = cv2.dilate(strength, np.ones((7, 7), np.uint8))
    ys, xs = np.nonzero((strength >= top) & (strength > _LEAST))
    order = np.argsort(-strength[ys, xs])[:_MOST_FOUND]
    ys, xs = ys[order], xs[order]
    score = strength[ys, xs]
    places = np.stack([xs + _peak(strength, ys, xs, 0, 1), ys + _peak(strength, ys, xs, 1, 0)], axis=1)
    return Crossings(places, (field[ys, xs] / score).astype(np.complex64), score, field)


def _peak(strength: Reals, ys: npt.NDArray[np.intp], xs: npt.NDArray[np.intp], dy: int, dx: int) -> Points:
    """How far a parabola's top lies from the pixel, along one axis."""
    height, width = strength.shape
    before = strength[np.clip(ys - dy, 0, height - 1), np.clip(xs - dx, 0, width - 1)]
    after = strength[np.clip(ys + dy, 0, height - 1), np.clip(xs + dx, 0, width - 1)]
    bend = before + after - 2 * strength[ys, xs]
    return np.asarray(np.clip(0.5 * (before - after) / np.minimum(bend, -1e-6), -0.5, 0.5), dtype=np.float64)


def _field(image_bgr: Image) -> Harmonic:
    """At each pixel the second harmonic along its ring, as a part of all that changes there; of the channel of
    L*a*b* in which it is the clearest."""
    lab = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2LAB).astype(np.float32)
    lab = np.asarray(cv2.GaussianBlur(lab, (0, 0), _BLUR), dtype=np.float32)
    best = np.zeros(lab.shape[:2], np.complex64)
    for channel in range(3):
        here = _harmonic(np.ascontiguousarray(lab[..., channel]))
        best = np.where(np.abs(here) > np.abs(best), here, best)
    return best


def _harmonic(grey: Reals) -> Harmonic:
    height, width = grey.shape
    real = np.zeros((height, width), np.float32)
    imaginary, total, square = real.copy(), real.copy(), real.copy()
    reach = int(np.ceil(RADIUS)) + 1
    padded = cv2.copyMakeBorder(grey, reach, reach, reach, reach, cv2.BORDER_REPLICATE)
    for k in range(_RING):
        angle = 2 * np.pi * k / _RING
        dx, dy = round(RADIUS * np.cos(angle)), round(RADIUS * np.sin(angle))
        at = padded[reach + dy : reach + dy + height, reach + dx : reach + dx + width]
        # Dark fields count, so light is taken negatively.
        real -= np.float32(np.cos(2 * angle)) * at
        imaginary -= np.float32(np.sin(2 * angle)) * at
        total += at
        square += at * at
    harmonic = (real + 1j * imaginary) * np.float32(2 / _RING)
    varies = np.sqrt(np.maximum(square / _RING - (total / _RING) ** 2, 0))
    # A square wave of amplitude 1 has a second harmonic of 4/pi: a perfect crossing comes to 0.9 of sqrt(2) * 0.9.
    return np.asarray(harmonic / (np.sqrt(2) * np.hypot(varies, _NOISE)), dtype=np.complex64)
