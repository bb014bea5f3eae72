"""Telling the two sides apart by the colour of their checkers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import Image

Lab = tuple[float, float, float]

_DOUBT: Final = 0.002  # no colour is ever surer than this
# How far a colour may be from a checker's that was seen before and still be its like: L*, a*, b*.
_SPREAD: Final[Lab] = (9.0, 5.0, 5.0)
# Pixels of the view over which light falls alike, and how much a checker farther away counts all the same.
_REACH: Final = 70.0
_FAR: Final = 0.02


@dataclass(frozen=True, slots=True)
class Swatch:
    """The colour of a checker and where it lay in the view (pixels)."""

    x: float
    y: float
    colour: Lab


@dataclass(frozen=True, slots=True)
class SideColours:
    """Checkers that are known to be Light's and Dark's; colours are CIE L*a*b* in bytes (0 to 255).

    A checker is whose checkers it looks like.  Those that lay near it count most: a lamp that
    shines on one corner of the board whitens dark checkers there, and only there.
    """

    light: tuple[Swatch, ...]
    dark: tuple[Swatch, ...]

    def light_likelihood(self, seen: Swatch) -> float:
        """How likely a checker is Light's, 0 to 1."""
        light, dark = _likeness(seen, self.light), _likeness(seen, self.dark)
        return min(max(1.0 / (1.0 + math.exp(min(max(dark - light, -30.0), 30.0))), _DOUBT), 1 - _DOUBT)

    @property
    def bgr(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """The usual colours of Light and of Dark as BGR bytes, for drawing."""
        return _usual_bgr(self.light), _usual_bgr(self.dark)


def clustered(seen: Sequence[Swatch]) -> SideColours:
    """Two sides told apart where nothing is known: two clusters, the lighter one is Light's."""
    if len(seen) < 2:
        only = seen[0] if seen else Swatch(0.0, 0.0, (128.0, 128.0, 128.0))
        brighter = only.colour[0] > 128
        other = Swatch(only.x, only.y, (20.0 if brighter else 235.0, 128.0, 128.0))
        return SideColours((only if brighter else other,), (other if brighter else only,))
    values = np.array([swatch.colour for swatch in seen], dtype=np.float32)
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.1)
    cv2.setRNGSeed(1)
    _, labels, centers = cv2.kmeans(values, 2, np.empty(0, np.int32), criteria, 5, cv2.KMEANS_PP_CENTERS)
    brighter_label = int(centers[1][0] > centers[0][0])
    is_light = labels.ravel() == brighter_label
    return SideColours(
        tuple(s for s, light in zip(seen, is_light, strict=True) if light),
        tuple(s for s, light in zip(seen, is_light, strict=True) if not light),
    )


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
    green_red, blue_yellow = (float(v) for v in np.median(pixels[:, 1:], axis=0))
    return float(np.quantile(pixels[:, 0], 0.15)), green_red, blue_yellow


def _likeness(seen: Swatch, known: Sequence[Swatch]) -> float:
    """Logarithm of how dense checkers like this one are among the known, near ones counting most."""
    if not known:
        return -30.0
    weights = [_FAR + math.exp(-((seen.x - s.x) ** 2 + (seen.y - s.y) ** 2) / (2 * _REACH * _REACH)) for s in known]
    powers = [-_difference(seen.colour, s.colour) for s in known]
    highest = max(powers)
    density = sum(w * math.exp(p - highest) for w, p in zip(weights, powers, strict=True)) / sum(weights)
    return highest + math.log(max(density, 1e-12))


def _difference(one: Lab, other: Lab) -> float:
    return sum((a - b) ** 2 / (2 * s * s) for a, b, s in zip(one, other, _SPREAD, strict=True))


def _usual_bgr(swatches: Sequence[Swatch]) -> tuple[int, int, int]:
    usual = np.median([s.colour for s in swatches] or [(128.0, 128.0, 128.0)], axis=0)
    pixel = cv2.cvtColor(usual[None, None].astype(np.uint8), cv2.COLOR_LAB2BGR)[0, 0]
    return int(pixel[0]), int(pixel[1]), int(pixel[2])
