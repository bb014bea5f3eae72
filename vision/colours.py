"""The colours of checkers' faces."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import Image

Lab = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Swatch:
    """The colour of a checker and where it lay in the view (pixels)."""

    x: float
    y: float
    colour: Lab


@dataclass(frozen=True, slots=True)
class SideColours:
    """Faces that are known to be Light's and Dark's; colours are CIE L*a*b* in bytes (0 to 255)."""

    light: tuple[Swatch, ...]
    dark: tuple[Swatch, ...]

    @property
    def bgr(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The usual colours of Light and of Dark as BGR bytes, for drawing."""
        return _usual_bgr(self.light), _usual_bgr(self.dark)


def lightness(swatches: Sequence[Swatch]) -> float:
    """The usual L* of some checkers, 0 to 255; 0 without any."""
    return float(np.median([s.colour[0] for s in swatches])) if swatches else 0.0


def sampled(view_lab: Image, x: float, y: float, radius: float) -> Lab:
    """The colour of the face round a place in a view that was converted to L*a*b*."""
    height, width = view_lab.shape[:2]
    x0, x1 = max(0, int(x - radius)), min(width, int(x + radius) + 2)
    y0, y1 = max(0, int(y - radius)), min(height, int(y + radius) + 2)
    return face_colour(view_lab[y0:y1, x0:x1].reshape(-1, 3))


def face_colour(pixels: npt.NDArray[np.uint8]) -> Lab:
    """The colour of a face from its pixels (n, 3): hue by the median, lightness by the darker ones.

    A lamp's reflection lightens a part of a glossy face; nothing darkens it.  Mid grey without pixels.
    """
    if not len(pixels):
        return (128.0, 128.0, 128.0)
    ordered = np.sort(pixels, axis=0)
    middle = ordered[len(ordered) // 2]
    return float(ordered[int(0.15 * (len(ordered) - 1)), 0]), float(middle[1]), float(middle[2])


def _usual_bgr(swatches: Sequence[Swatch]) -> tuple[int, int, int]:
    usual = np.median([s.colour for s in swatches] or [(128.0, 128.0, 128.0)], axis=0)
    pixel = cv2.cvtColor(usual[None, None].astype(np.uint8), cv2.COLOR_LAB2BGR)[0, 0]
    return int(pixel[0]), int(pixel[1]), int(pixel[2])
