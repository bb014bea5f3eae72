"""QR codes in a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import cv2
import numpy as np

from vision.rectify import Image

_SMALL_PX: Final = 1000
"""A picture less wide than this is looked at once more at twice its size: it takes four pixels a module."""


def codes_in(image_bgr: Image) -> tuple[str, ...]:
    """The texts of the QR codes that a picture shows, BGR of shape (height, width, 3); none where it shows none.

    Takes up to half a second.  OpenCV's two detectors miss different ones, so both are asked.
    """
    for look in (_several, _one):
        if found := _looked(look, image_bgr):
            return found
    if image_bgr.shape[1] >= _SMALL_PX:
        return ()
    doubled = cv2.resize(image_bgr, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC)
    return _looked(_one, doubled.astype(np.uint8, copy=False))


def _looked(look: Callable[[Image], tuple[str, ...]], image_bgr: Image) -> tuple[str, ...]:
    try:
        return tuple(text for text in look(image_bgr) if text)
    except (cv2.error, UnicodeDecodeError):  # on what is taken for a code and is none
        return ()


def _several(image_bgr: Image) -> tuple[str, ...]:
    _, texts, _, _ = cv2.QRCodeDetectorAruco().detectAndDecodeMulti(image_bgr)
    return tuple(texts)


def _one(image_bgr: Image) -> tuple[str, ...]:
    text, _, _ = cv2.QRCodeDetector().detectAndDecode(image_bgr)
    return (text,)
