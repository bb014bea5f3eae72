"""How likely each square is not as it was in an earlier look at the same board.

Two views are compared where their edges are, since light that slowly varies adds next to nothing to the gradient of its
logarithm, and by what the net saw on the square.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.draughts.net import COVERED, Classes
from vision.draughts.numbering import SPOTS, place_of
from vision.observation import Spot
from vision.rectify import Image

_BLACK: Final = 14.0
"""Of 255: below this light is mostly noise, and its logarithm is flattened."""
_STEP: Final = 16
"""Pixels of a square: the weights below were fitted to edges of this size."""
_FAINT: Final = 0.02
"""The gradient of noise, in units of the logarithm a pixel; differences are judged beside it."""
_HIDDEN: Final = 0.3
_WEIGHTS: Final = (9.0, 7.0, -7.0)
"""Of the difference of edges (0 to 1), of that of the classes (0 to 1), and a constant: logarithms of odds."""
_LEAST, _MOST = 0.001, 0.999


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is kept of a look: the edges of its view (2, h, w), and what the net saw (8, 8, 4)."""

    edges: npt.NDArray[np.float32]
    classes: Classes


def sight(view_bgr: Image, seen: Classes) -> Sight:
    small = cv2.resize(view_bgr, (10 * _STEP, 10 * _STEP), interpolation=cv2.INTER_AREA)
    smooth = cv2.GaussianBlur(small, (0, 0), 1.0).astype(np.float32)
    light = cv2.log(smooth.mean(axis=2) + _BLACK)
    edges = np.stack([cv2.Scharr(light, cv2.CV_32F, *way) / 32 for way in ((1, 0), (0, 1))])
    return Sight(np.asarray(edges, dtype=np.float32), seen)


def changes(before: Sight, here: Sight, turns: int) -> dict[Spot, float]:
    """For each square that neither look has covered the probability that it has changed."""
    apart, beside = (
        _by_square(np.abs(part).sum(axis=0))
        for part in (here.edges - before.edges, np.concatenate([here.edges, before.edges]))
    )
    edges = apart / (beside + 2 * _FAINT)
    classes = 1 - (before.classes[..., :3] * here.classes[..., :3]).sum(axis=2)
    odds = _WEIGHTS[0] * edges + _WEIGHTS[1] * classes + _WEIGHTS[2]
    chances = np.clip(1 / (1 + np.exp(-odds)), _LEAST, _MOST)
    hidden = np.maximum(before.classes[..., COVERED], here.classes[..., COVERED]) > _HIDDEN
    places = {square: place_of(square, turns) for square in SPOTS}
    return {square: float(chances[place]) for square, place in places.items() if not hidden[place]}


def _by_square(plane: npt.NDArray[np.float32]) -> npt.NDArray[np.float64]:
    """The mean over each square (8, 8)."""
    inner = plane[_STEP:-_STEP, _STEP:-_STEP].reshape(8, _STEP, 8, _STEP)
    return np.asarray(inner.mean(axis=(1, 3)), dtype=np.float64)
