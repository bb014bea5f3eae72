"""Reads pictures from files of any kind.

Grey, 16-bit and transparent pictures are read as colour of 8 bits (transparency is ignored), and a
picture that says how it must be turned (EXIF) is turned: its pixels are counted as a viewer shows
it.  A picture that is broken, cut short, too small for a board or too large for the memory is
refused with a sentence; a very large JPEG is read at half its size or less.  Only a picture that says
how large it is (JPEG, PNG, WebP, BMP, TIFF and the portable formats do) is decoded at all: a few bytes may ask for
gigabytes of memory.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Final

import cv2
import imagesize
import numpy as np

from vision.errors import PictureError, PictureFault
from vision.observation import Pixel
from vision.rectify import Image

LEAST_SIDE_PX: Final = 64
"""Below this a checker is less than three pixels wide."""
LONGEST: Final = 20
"""How many times as long as wide a picture may be.  Judged: panoramas of telephones are up to 10 times."""
MOST_PIXELS: Final = 16_000_000
"""A larger JPEG is shrunk while it is decoded: a board does not need more, the memory does."""
MOST_HELD_PIXELS: Final = 40_000_000
"""Progressive JPEGs and other formats are held whole while they are decoded (120 MB at this size)."""

_REDUCED: Final = {
    1: cv2.IMREAD_COLOR, 2: cv2.IMREAD_REDUCED_COLOR_2, 4: cv2.IMREAD_REDUCED_COLOR_4, 8: cv2.IMREAD_REDUCED_COLOR_8
}  # fmt: skip
_EXPECTED: Final = "expected a whole JPEG or PNG"
_OTHERS: Final = (
    (0, b"%PDF", PictureFault.PDF),
    (4, b"ftyphei", PictureFault.HEIC),
    (4, b"ftypmif1", PictureFault.HEIC),
    (4, b"ftypavif", PictureFault.AVIF),
)
"""Files that people take for pictures, by the byte at which their sign stands (ISO 32000-1; ISO 23008-12)."""
_WHAT_IT_IS: Final = {
    PictureFault.BROKEN: "not a picture, or a broken one",
    PictureFault.PDF: "a PDF, not a picture",
    PictureFault.HEIC: "a picture of the kind HEIC that cannot be read",
    PictureFault.AVIF: "a picture of the kind AVIF, which is not read",
}
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_JPEG: Final = b"\xff\xd8"
_NOT_BASELINE: Final = rb"\xff[\xc2\xc3\xc5-\xc7\xc9-\xcb\xcd-\xcf]..."
"""The begin of a JPEG's frame header before height and width, of a kind that is held whole (ITU-T T.81, annex B)."""


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
        content = path.read_bytes()
    except OSError as error:
        raise PictureError(f"{path}: cannot be read ({error.strerror}), expected a picture file") from error
    return picture_in(content, str(path))


def picture_in(content: bytes, name: str) -> Picture:
    """The picture that the content of a file holds, as :func:`open_picture` reads it; ``name``: for what is wrong."""
    # A portable format's header is text of some 20 bytes; a number of a million digits would take half a minute.
    head = content[:1000] if content.startswith(b"P") else content
    width, height = imagesize.get(BytesIO(head), exif_rotation=False)
    image, reduced = None, 1
    fault = next((fault for at, sign, fault in _OTHERS if content.startswith(sign, at)), PictureFault.BROKEN)
    if fault is PictureFault.HEIC:
        image = _decoded_heic(content, name)
    elif min(width, height) > 0 and not _is_cut_png(content):
        reduced = _reduction(content, width, height, name)
        image = _decoded(content, _REDUCED[reduced])
    if image is None:
        raise PictureError(f"{name}: {_WHAT_IT_IS[fault]}; {_EXPECTED}", fault)
    height, width = image.shape[:2]
    if min(height, width) < LEAST_SIDE_PX:
        raise PictureError(
            f"{name}: too small, {width}x{height} pixels; expected at least {LEAST_SIDE_PX} on the shorter side",
            PictureFault.SMALL,
        )
    if max(height, width) > LONGEST * min(height, width):
        raise PictureError(
            f"{name}: too narrow, {width}x{height} pixels; expected at most {LONGEST} times as long as wide",
            PictureFault.SMALL,
        )
    return Picture(image, reduced)


def _reduction(content: bytes, width: int, height: int, name: str) -> int:
    """By what factor a picture of this size is to be read smaller."""
    is_jpeg = content.startswith(_JPEG)
    if width * height > MOST_HELD_PIXELS and not (is_jpeg and _is_baseline(content, width, height)):
        raise _too_large(name, width, height)
    if not is_jpeg:
        return 1
    return next((factor for factor in _REDUCED if width * height <= MOST_PIXELS * factor**2), max(_REDUCED))


def _too_large(name: str, width: int, height: int) -> PictureError:
    return PictureError(
        f"{name}: too large, {width}x{height} pixels; expected a baseline JPEG, "
        f"or at most {MOST_HELD_PIXELS // 1_000_000} million pixels",
        PictureFault.LARGE,
    )


def _is_baseline(jpeg: bytes, width: int, height: int) -> bool:
    """Whether it may be decoded row by row at a part of its size, without being held whole."""
    return not re.search(_NOT_BASELINE + re.escape(struct.pack(">HH", height, width)), jpeg, re.DOTALL)


def _is_cut_png(content: bytes) -> bool:
    """Whether a PNG names a piece longer than what is left of its file: the decoder takes memory for all of it."""
    if not content.startswith(_PNG):
        return False
    at = len(_PNG)
    while at + 12 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        at += 12 + length
        if kind == b"IEND" and at <= len(content):
            return False
    return True


def _decoded_heic(content: bytes, name: str) -> Image | None:
    """The picture of an iPhone, turned as it says; None where its library is not installed, or cannot read it."""
    try:
        import pi_heif  # a tenth of a second, which no other picture is to wait for
    except ImportError:
        return None
    try:
        held = pi_heif.open_heif(content, bgr_mode=True)
        if held.size[0] * held.size[1] > MOST_HELD_PIXELS:
            raise _too_large(name, *held.size)
        pixels = np.array(held)  # a copy: its own ones go with it
    except PictureError:
        raise
    except (ValueError, RuntimeError, SyntaxError, EOFError, LookupError, OSError):
        return None
    if pixels.ndim == 2:
        return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_GRAY2BGR), dtype=np.uint8)
    return np.ascontiguousarray(pixels[:, :, :3], dtype=np.uint8)


def _decoded(content: bytes, flag: int) -> Image | None:
    level = cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)  # our own sentence says it
    try:
        image = cv2.imdecode(np.frombuffer(content, np.uint8), flag)
    except cv2.error:
        return None  # more pixels than OpenCV takes
    finally:
        cv2.utils.logging.setLogLevel(level)
    return np.asarray(image, dtype=np.uint8) if image is not None else None
