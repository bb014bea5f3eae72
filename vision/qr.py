"""QR codes in a picture."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import cv2

from vision.rectify import Image

_SMALL_PX: Final = 1000
"""A picture less wide than this is looked at once more at twice its size: it takes four pixels a module."""


def codes_in(image_bgr: Image) -> tuple[str, ...]:
    """The texts of the QR codes that a picture shows, BGR of shape (height, width, 3); none where it shows none.

    Takes up to half a second.  OpenCV's two detectors miss different ones, so both are asked.
    """
    found = _told(lambda: cv2.QRCodeDetectorAruco().detectAndDecodeMulti(image_bgr)[1]) or _one(image_bgr)
    if found or image_bgr.shape[1] >= _SMALL_PX:
        return found
    return _one(cv2.resize(image_bgr, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))


def _one(image: cv2.typing.MatLike) -> tuple[str, ...]:
    return _told(lambda: [cv2.QRCodeDetector().detectAndDecode(image)[0]])


def _told(look: Callable[[], Sequence[str]]) -> tuple[str, ...]:
    try:
        return tuple(text for text in look() if text)
    except (cv2.error, UnicodeDecodeError):  # on what is taken for a code and is none
        return ()
