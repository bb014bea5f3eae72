"""A picture as the camera delivers it: a small grey version is cheap, and it is decoded fully only on demand.

Most frames are only compared with the one before.  For that a small grey picture is enough, and a
JPEG decoder makes one at a fraction of the whole picture's cost (it needs only the mean of each
block), so a frame keeps what the camera gave and is made whole on demand.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final, Protocol, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.errors import FramesError

Image: TypeAlias = NDArray[np.uint8]
"""BGR, shape (height, width, 3)."""

Grey: TypeAlias = NDArray[np.uint8]
"""Shape (height, width)."""

GLANCE_WIDTH: Final = 160
"""A glance is at least this wide where the picture is."""

Box: TypeAlias = tuple[int, int, int, int]
"""A rectangle in a picture, pixels: left, top, right, bottom; right and bottom just outside."""

_REDUCED: Final = (
    cv2.IMREAD_REDUCED_GRAYSCALE_8,
    cv2.IMREAD_REDUCED_GRAYSCALE_4,
    cv2.IMREAD_REDUCED_GRAYSCALE_2,
    cv2.IMREAD_GRAYSCALE,
)


_REDUCED_BGR: Final = {8: cv2.IMREAD_REDUCED_COLOR_8, 4: cv2.IMREAD_REDUCED_COLOR_4, 2: cv2.IMREAD_REDUCED_COLOR_2}


class Picture(Protocol):
    """What a camera took.  All ways to see it raise :class:`FramesError` where it is broken."""

    def whole(self) -> Image:
        """The picture, BGR."""

    def glance(self) -> Grey:
        """The picture grey and small, some 160 to 320 pixels wide."""

    def small(self, widest_px: int) -> tuple[Image, int]:
        """The picture, BGR, not wider than that, and by what whole number it is smaller."""


@dataclass(frozen=True, slots=True, eq=False)
class Plain:
    """A picture that is there already, BGR."""

    image_bgr: Image

    def whole(self) -> Image:
        return self.image_bgr

    def glance(self) -> Grey:
        return np.asarray(cv2.cvtColor(_shrunk(self.image_bgr), cv2.COLOR_BGR2GRAY), dtype=np.uint8)

    def small(self, widest_px: int) -> tuple[Image, int]:
        return _divided(self.image_bgr, widest_px)


@dataclass(frozen=True, slots=True, eq=False)
class Planes:
    """A raw picture, I420: the grey plane, then both colours at half size; shape (height * 3 / 2, width).

    Its levels go from 0 to 255, as in a JPEG (sYCC) and unlike in a film.
    """

    planes: Grey

    def whole(self) -> Image:
        return self._joined(self.grey.shape[1], self.grey.shape[0], cv2.INTER_LINEAR)

    def _joined(self, width: int, height: int, interpolation: int) -> Image:
        """Grey and colours brought to one size, BGR."""
        grey = self.grey
        blue, red = self.planes[grey.shape[0] :].reshape(2, grey.shape[0] // 2, grey.shape[1] // 2)
        parts = [cv2.resize(part, (width, height), interpolation=interpolation) for part in (grey, red, blue)]
        return np.asarray(cv2.cvtColor(cv2.merge(parts), cv2.COLOR_YCrCb2BGR), dtype=np.uint8)

    @property
    def grey(self) -> Grey:
        """The picture grey, in its whole size."""
        return self.planes[: self.planes.shape[0] * 2 // 3]

    def glance(self) -> Grey:
        return _shrunk(self.grey)

    def small(self, widest_px: int) -> tuple[Image, int]:
        height, width = self.grey.shape
        factor = max(1, math.ceil(width / widest_px))
        return self._joined(width // factor, height // factor, cv2.INTER_AREA), factor


@dataclass(frozen=True, slots=True, eq=False)
class Encoded:
    """A picture file, or a frame as a camera compressed it.  ``name`` is for the error's sentence.

    ``width``: how wide it should be, where that is known: it is made small while it is decoded then.
    """

    content: bytes
    name: str
    width: int = 0

    def whole(self) -> Image:
        return self._decoded(cv2.IMREAD_COLOR)

    def glance(self) -> Grey:
        for flag in _REDUCED:
            grey = self._decoded(flag)
            if grey.shape[1] >= GLANCE_WIDTH:
                break
        return grey

    def small(self, widest_px: int) -> tuple[Image, int]:
        wanted = math.ceil(self.width / widest_px)
        reduced = next((factor for factor in _REDUCED_BGR if factor <= wanted), 1)
        image, further = _divided(self._decoded(_REDUCED_BGR.get(reduced, cv2.IMREAD_COLOR)), widest_px)
        return image, reduced * further

    def _decoded(self, flag: int) -> NDArray[np.uint8]:
        image = cv2.imdecode(np.frombuffer(self.content, dtype=np.uint8), flag) if self.content else None
        if image is None:
            raise FramesError(
                f"{self.name}: cannot be read as a picture; it is broken, cut short, or no picture at all"
            )
        return np.asarray(image, dtype=np.uint8)


def same(one: Picture, other: Picture) -> bool:
    """Whether two pictures are the same to the last bit, as no sensor gives them."""
    match one, other:
        case Encoded(before), Encoded(after):
            return before == after
        case Planes(before_yuv), Planes(after_yuv):
            return _equal(before_yuv, after_yuv)
        case Plain(before_bgr), Plain(after_bgr):
            return _equal(before_bgr, after_bgr)
    return False


def _equal(before: NDArray[np.uint8], after: NDArray[np.uint8]) -> bool:
    # A few rows first: as a rule they differ.
    return np.array_equal(before[::_SOME_ROWS], after[::_SOME_ROWS]) and np.array_equal(before, after)


_SOME_ROWS: Final = 64
_BLACK: Final = 16
"""Grey levels that an open lens leaves behind where anything at all is to be seen."""


def is_black(picture: Picture) -> bool:
    """Whether nothing is to be seen: the lens is covered, or the room is dark."""
    try:
        return bool(np.percentile(picture.glance(), 99) < _BLACK)
    except FramesError:
        return False


_TORN: Final = 2.4
"""By how many times rows differ more than columns: in pictures of boards 0.4 to 1.9, in torn ones 2.5 to 20."""


def is_torn(grey: Grey) -> bool:
    """Whether a picture's rows do not fit together: it has been read with a width that it has not."""
    rows = grey[: grey.shape[0] // 8 * 8].reshape(-1, 8, grey.shape[1])[:, :2].astype(np.int16)
    down = np.abs(rows[:, 1] - rows[:, 0]).mean()
    across = np.abs(np.diff(rows[:, 0], axis=1)).mean()
    return bool(down > _TORN * max(float(across), _FLAT))


_FLAT: Final = 1.0

_WIDEST_PX: Final = 960
_QUALITY: Final = 50  # more pixels show more of a die than finer ones
_LEAST_PX: Final = 16


def jpeg(image_bgr: Image, box: Box, *, most_bytes: int) -> bytes:
    """The content of ``box``, compressed to ``most_bytes`` at most: made smaller until it fits.

    Its longer side is 960 pixels at most.  Raises :class:`FramesError` if the box contains no picture.
    """
    left, top, right, bottom = box
    cut = image_bgr[max(0, top) : max(0, bottom), max(0, left) : max(0, right)]
    if not cut.size:
        raise FramesError(f"rectangle {box}: holds nothing of a picture {image_bgr.shape[1]} x {image_bgr.shape[0]}")
    side_px = min(_WIDEST_PX, max(cut.shape[:2]))
    while side_px >= _LEAST_PX:
        done, content = cv2.imencode(".jpg", _fitted(cut, side_px), [cv2.IMWRITE_JPEG_QUALITY, _QUALITY])
        if done and len(content) <= most_bytes:
            return bytes(content)
        # Bytes go roughly with the area: the second attempt nearly always fits.
        side_px = int(side_px * min(0.9, 0.97 * math.sqrt(most_bytes / max(1, len(content)))))
    raise FramesError(f"rectangle {box}: cannot be compressed to {most_bytes} bytes")


def _fitted(image: Image, side_px: int) -> Image:
    scale = side_px / max(image.shape[:2])
    if scale >= 1:
        return image
    size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _divided(image: Image, widest_px: int) -> tuple[Image, int]:
    factor = max(1, math.ceil(image.shape[1] / widest_px))
    return _smaller(image, factor) if factor > 1 else image, factor


def _shrunk(image: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return _smaller(image, max(1, image.shape[1] // GLANCE_WIDTH))


def _smaller(image: NDArray[np.uint8], factor: int) -> NDArray[np.uint8]:
    size = (image.shape[1] // factor, max(1, image.shape[0] // factor))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
