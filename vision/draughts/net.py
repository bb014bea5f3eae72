"""What lies on each of the 64 squares, as the trained net sees it."""

from __future__ import annotations

from typing import Final, TypeVar

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.observation import Corners
from vision.rectify import Image, Points, homography, lengths

SQUARE: Final = 24
"""Pixels of a square in the view; the net sees a square's width round the board too."""
SIDE: Final = 10 * SQUARE
_NEARBY: Final = 0.35
"""Of a square's width: the deviation of the Gaussian that is called nearby."""
_BLACK: Final = 6.0
"""Of 255: below this light is mostly noise, and its logarithm is flattened."""
_FAINT: Final = 0.06
"""A deviation of the logarithm as weak as a camera's noise on a dark square: it is not brought out further."""
EMPTY, LIGHT, DARK, COVERED = range(4)
"""The classes, in the order of the last axis."""

Classes = npt.NDArray[np.float64]
"""Shape (8, 8, 4): the probability of each class, the view's top row first."""


def view_from_picture(corners_px: Corners) -> Points:
    """Homography (3, 3) from the picture to the view; the corners are those of the 8x8 squares, the top row first."""
    return homography(corners_px, np.array([(1, 1), (9, 1), (9, 9), (1, 9)]) * SQUARE - 0.5)


def rectified(image_bgr: Image, corners_px: Corners) -> Image:
    """The view, (240, 240, 3); a picture far larger is shrunk on the way, or its fine grain would look like noise."""
    span = float(lengths(corners_px).max()) / (8 * SQUARE)
    source = cv2.GaussianBlur(image_bgr, (0, 0), 0.4 * span) if span > 1.3 else image_bgr
    view = cv2.warpPerspective(
        source, view_from_picture(corners_px), (SIDE, SIDE), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(view, dtype=np.uint8)


def brought_out(view_bgr: Image) -> npt.NDArray[np.float32]:
    """The view's local contrast (240, 240, 3): how far the logarithm of light is from its mean nearby, in deviations.

    A black man on a black square differs by a few of 255; here by as much as a white one on a grey square.
    """
    light = np.log(view_bgr.astype(np.float32) + _BLACK)
    apart = light - cv2.GaussianBlur(light, (0, 0), _NEARBY * SQUARE)
    deviation = cv2.sqrt(cv2.GaussianBlur(apart * apart, (0, 0), _NEARBY * SQUARE))
    return np.asarray(apart / (2 * deviation + _FAINT), dtype=np.float32)


def classes(view_bgr: Image) -> Classes:
    """Probabilities (8, 8, 4) for the squares of a view: seen in all eight ways it can be turned, on average."""
    views, contrasts = _all_ways(view_bgr), _all_ways(brought_out(view_bgr)).transpose(0, 3, 1, 2)
    answers = net.run("draughts", views, contrasts=np.ascontiguousarray(contrasts))
    back = [np.rot90(answer, -(k % 4)) for k, answer in enumerate(answers.transpose(0, 2, 3, 1).astype(np.float64))]
    logits = np.mean([*back[:4], *(answer[:, ::-1] for answer in back[4:])], axis=0)
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


_Pixels = TypeVar("_Pixels", np.uint8, np.float32)


def _all_ways(view: npt.NDArray[_Pixels]) -> npt.NDArray[_Pixels]:
    return np.stack([np.rot90(way, turn) for way in (view, view[:, ::-1]) for turn in range(4)])
