"""Reads pictures from files of any kind.

Grey, 16-bit and transparent pictures are read as colour of 8 bits (transparency is ignored), and a
picture that says how it must be turned (EXIF) is turned: its pixels are counted as a viewer shows
it.  A picture that is broken, cut short, too small for a board or too large for the memory is
refused with a sentence; a very large JPEG is read at half its size or less.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple

import cv2
import numpy as np

from vision.errors import PictureError
from vision.observation import Pixel
from vision.rectify import Image

LEAST_SIDE_PX: Final = 64
"""Below this a checker is less than three pixels wide."""
MOST_PIXELS: Final = 16_000_000
"""A larger JPEG is shrunk while it is decoded: a board does not need more, the memory does."""
MOST_HELD_PIXELS: Final = 40_000_000
"""Progressive JPEGs and other formats are held whole while they are decoded (120 MB at this size)."""

_REDUCED: Final = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_EXPECTED: Final = "expected a whole JPEG or PNG"


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """A picture as it was read: BGR, and by what factor it is smaller than its file says (1, 2, 4 or 8)."""

    image_bgr: Image
    reduced: int = 1

    def here(self, points_px: Sequence[Pixel]) -> tuple[Pixel, ...]:
        """Places in the picture as stored, in pixels of ``image_bgr``."""
        return tuple(((x + 0.5) / self.reduced - 0.5, (y + 0.5) / self.reduced - 0.5) for x, y in points_px)

    def stored(self, points_px: Sequence[Pixel]) -> tuple[Pixel, ...]:
        """Places in ``image_bgr``, in pixels of the picture as stored: the way back from :meth:`here`."""
        return tuple(((x + 0.5) * self.reduced - 0.5, (y + 0.5) * self.reduced - 0.5) for x, y in points_px)


def load_picture(path: Path) -> Image:
    """A picture file as BGR in its own size; raises PictureError naming the file.

    A picture that is too large for that is refused; :func:`open_picture` reads it smaller.
    """
    picture = open_picture(path)
    if picture.reduced > 1:
        raise PictureError(f"{path}: too large, expected at most {MOST_PIXELS // 1_000_000} million pixels")
    return picture.image_bgr


def open_picture(path: Path) -> Picture:
    """A picture file as BGR, shrunk where it is very large; raises PictureError naming the file."""
    try:
        raw = np.fromfile(path, dtype=np.uint8)
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror}), expected a picture file") from error
    size = _stated_size(raw[:_HEAD].tobytes())
    reduced = _reduction(size, path) if size else 1
    image = _decoded(raw, _REDUCED[reduced])
    if image is None:
        raise PictureError(f"{path}: not a picture, or a broken one; {_EXPECTED}")
    height, width = image.shape[:2]
    if min(height, width) < LEAST_SIDE_PX:
        raise PictureError(
            f"{path}: too small, {width}x{height} pixels; expected at least {LEAST_SIDE_PX} on the shorter side"
        )
    return Picture(image, reduced)


class _Size(NamedTuple):
    width: int
    height: int
    jpeg: bool = False
    row_by_row: bool = False


# Camera makers put a preview and notes, some 100 kB, before the picture's own header.
_HEAD: Final = 1 << 20
_MARKERS_WITHOUT_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xD9)})
_SEQUENTIAL: Final = frozenset({0xC0, 0xC1})
_FRAME_HEADERS: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}


def _reduction(size: _Size, path: Path) -> int:
    """By what factor a picture of this size is to be read smaller."""
    pixels = size.width * size.height
    if pixels > MOST_HELD_PIXELS and not size.row_by_row:
        raise PictureError(
            f"{path}: too large, {size.width}x{size.height} pixels; expected a baseline JPEG, "
            f"or at most {MOST_HELD_PIXELS // 1_000_000} million pixels"
        )
    if not size.jpeg:
        return 1
    return next((factor for factor in _REDUCED if pixels <= MOST_PIXELS * factor**2), max(_REDUCED))


def _decoded(raw: np.ndarray[tuple[int], np.dtype[np.uint8]], flag: int) -> Image | None:
    if not len(raw):
        return None
    level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # our own sentence says it
    try:
        image = cv2.imdecode(raw, flag)
    except cv2.error:
        return None  # more pixels than OpenCV takes
    finally:
        cv2.utils.logging.setLogLevel(level)
    return np.asarray(image, dtype=np.uint8) if image is not None else None


def _stated_size(head: bytes) -> _Size | None:
    """Width and height as the file's header states them, before any turning; None for other formats."""
    if head.startswith(b"\x89PNG\r\n\x1a\n") and len(head) >= 24:
        return _Size(int.from_bytes(head[16:20]), int.from_bytes(head[20:24]))
    if head.startswith(b"BM") and len(head) >= 26:
        width, height = (int.from_bytes(head[at : at + 4], "little", signed=True) for at in (18, 22))
        return _Size(abs(width), abs(height))
    if head.startswith(b"\xff\xd8"):
        return _jpeg_size(head)
    return None


def _jpeg_size(head: bytes) -> _Size | None:
    """From the frame header, found by going from marker to marker (ITU-T T.81, annex B)."""
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker = head[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
        elif marker in _MARKERS_WITHOUT_LENGTH:
            at += 2
        elif marker in _FRAME_HEADERS:
            height, width = int.from_bytes(head[at + 5 : at + 7]), int.from_bytes(head[at + 7 : at + 9])
            return _Size(width, height, jpeg=True, row_by_row=marker in _SEQUENTIAL)
        else:
            at += 2 + int.from_bytes(head[at + 2 : at + 4])
    return None
