"""Reads pictures from files of any kind.

Grey, 16-bit and transparent pictures are read as colour of 8 bits (transparency is ignored), and a
picture that says how it must be turned (EXIF) is turned: its pixels are counted as a viewer shows
it.  A picture that is broken, cut short, too small for a board or too large for the memory is
refused with a sentence; a very large JPEG is read at half its size or less.  JPEG, PNG, WebP, BMP, TIFF and the
portable formats (.ppm) are read; how large a picture of another format is cannot be told before it fills the memory.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.errors import PictureError
from vision.observation import Pixel
from vision.picture_sizes import HEAD, Size, is_cut_png, stated_size
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
    size = stated_size(raw[:HEAD].tobytes())
    image, reduced = None, 1
    if size is not None and not is_cut_png(raw.tobytes()):
        reduced = _reduction(size, path)
        image = _decoded(raw, _REDUCED[reduced])
    if image is None:
        raise PictureError(f"{path}: not a picture, or a broken one; {_EXPECTED}")
    height, width = image.shape[:2]
    if min(height, width) < LEAST_SIDE_PX:
        raise PictureError(
            f"{path}: too small, {width}x{height} pixels; expected at least {LEAST_SIDE_PX} on the shorter side"
        )
    return Picture(image, reduced)


def _reduction(size: Size, path: Path) -> int:
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
