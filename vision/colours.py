"""Telling the two sides apart by the colour of their checkers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.rectify import Image

Lab = tuple[float, float, float]
_DOUBT: Final = 0.002  # no colour is ever surer than this


@dataclass(frozen=True, slots=True)
class SideColours:
    """The colours of both sides' checkers, CIE L*a*b* as OpenCV scales it for bytes (0 to 255).

    ``spread``: standard deviation of each channel within a side.
    """

    light: Lab
    dark: Lab
    spread: Lab

    def light_likelihood(self, colour: Lab) -> float:
        """How likely a checker of this colour is Light's, 0 to 1 (two normal distributions, equal spread)."""
        total = 0.0
        for value, light, dark, spread in zip(colour, self.light, self.dark, self.spread, strict=True):
            total += ((value - dark) ** 2 - (value - light) ** 2) / (2 * spread * spread)
        sure = 1.0 / (1.0 + float(np.exp(-np.clip(total, -30, 30))))
        return float(np.clip(sure, _DOUBT, 1 - _DOUBT))

    def bgr(self, lab: Lab) -> tuple[int, int, int]:
        """One of the colours as BGR bytes, for drawing."""
        pixel = cv2.cvtColor(np.array([[lab]], dtype=np.uint8), cv2.COLOR_LAB2BGR)[0, 0]
        return int(pixel[0]), int(pixel[1]), int(pixel[2])


def learned(light: Sequence[Lab], dark: Sequence[Lab]) -> SideColours:
    """The colours of two sets of checkers known to be Light's and Dark's."""
    lights, darks = np.array(light, dtype=float), np.array(dark, dtype=float)
    inner = np.concatenate([lights - np.median(lights, axis=0), darks - np.median(darks, axis=0)])
    # Other lights than today's will come: a floor keeps a lucky first picture from being too sure.
    spread = np.maximum(inner.std(axis=0), (12.0, 5.0, 5.0))
    return SideColours(_lab(np.median(lights, axis=0)), _lab(np.median(darks, axis=0)), _lab(spread))


def clustered(colours: Sequence[Lab]) -> SideColours:
    """Two sides told apart where nothing is known: two clusters, the lighter one is Light's."""
    values = np.array(colours, dtype=np.float32)
    if len(values) < 2:
        only = values[0] if len(values) else np.array([128, 128, 128], dtype=np.float32)
        brighter = bool(only[0] > 128)
        other = np.array([20.0 if brighter else 235.0, 128, 128])
        return learned([_lab(only if brighter else other)], [_lab(other if brighter else only)])
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 50, 0.1)
    cv2.setRNGSeed(1)
    _, labels, centers = cv2.kmeans(values, 2, np.empty(0, np.int32), criteria, 5, cv2.KMEANS_PP_CENTERS)
    brighter_label = int(centers[1][0] > centers[0][0])
    is_light = labels.ravel() == brighter_label
    return learned([_lab(v) for v in values[is_light]], [_lab(v) for v in values[~is_light]])


def sampled(view_lab: Image, x: float, y: float, radius: float) -> Lab:
    """The colour of the disc round a place in a view that was converted to L*a*b* (median of each channel)."""
    height, width = view_lab.shape[:2]
    x0, x1 = max(0, int(x - radius)), min(width, int(x + radius) + 2)
    y0, y1 = max(0, int(y - radius)), min(height, int(y + radius) + 2)
    patch = view_lab[y0:y1, x0:x1].reshape(-1, 3)
    return median_lab(patch)


def median_lab(pixels: npt.NDArray[np.uint8]) -> Lab:
    """The median of each channel over pixels (n, 3); mid grey where there are none."""
    return _lab(np.median(pixels, axis=0)) if len(pixels) else (128.0, 128.0, 128.0)


def _lab(values: npt.ArrayLike) -> Lab:
    lightness, green_red, blue_yellow = (float(v) for v in np.asarray(values))
    return lightness, green_red, blue_yellow
