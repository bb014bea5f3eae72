"""Checkers, dice and cube as pixels, with rim, shade and shadow: each drawn once and kept as a texture.

Pictures are uint8 (height, width, 4), red, green, blue, opacity, the lowest row first as Kivy counts.  Sizes are
window pixels.  The light comes from above.  No Kivy here.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cv2
import numpy as np

from companion.screen.theme import Colour

Picture = Any

_FINER: Final = 4
"""Drawn so many times larger and then made smaller, for smooth edges."""
_SHADOW: Final = 0.42

PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (1, 1), (-1, 0), (1, 0), (-1, -1), (1, -1)),
}
"""Where the pips of a face are: right and up, each -1, 0 or 1."""


def checker(radius: float, colour: Colour, edge: Colour, *, edge_px: float, ringed: bool) -> Picture:
    """A checker from above: an edge, a raised rim, a face in its colour; ``ringed``: with a ring on the face."""
    x, y = _grid(margin := margin_of(radius), 2 * radius, 2 * radius)
    out = np.hypot(x, y)
    face = _plain(out.shape, colour)
    up = y / radius
    inner = radius * 0.76
    face += (0.05 * up * (out < inner))[..., None]
    # A raised rim: lit outside above, inside below.
    rim = _within(inner - out, 0.5) - 1
    face -= rim[..., None] * (0.03 + 0.07 * up)[..., None]
    groove = np.exp(-(((out - inner) / max(0.6, radius * 0.05)) ** 2))
    face -= (groove * (0.10 + 0.09 * up))[..., None]
    if ringed:
        _mix(face, edge, 0.7 * _within(max(0.7, radius * 0.04) - np.abs(out - radius * 0.5), 0.5))
    _mix(face, edge, _within(out - (radius - edge_px), 0.5))
    return _over_shadow(face, radius - out, radius, margin)


def die(size: float, value: int, colour: Colour, pip: Colour) -> Picture:
    """A die with its pips sunk into the upper face."""
    x, y = _grid(margin := margin_of(size / 2), size, size)
    face, inside = _block(x, y, size, colour, size * 0.2)
    radius = size * 0.105
    for right, up in PIPS[value]:
        out = np.hypot(x - right * size * 0.27, y - up * size * 0.27)
        _mix(face, (1.0, 1.0, 1.0, 1.0), 0.5 * _within(radius - np.hypot(x - right * size * 0.27,
             y - up * size * 0.27 + size * 0.025), 0.5))  # fmt: skip
        _mix(face, pip, _within(radius - out, 0.5))
    return _over_shadow(face, inside, size / 2, margin)


def cube(size: float, colour: Colour, ink: Colour) -> Picture:
    """The doubling cube with a line engraved around the upper face, which is left free for the number."""
    x, y = _grid(margin := margin_of(size / 2), size, size)
    face, inside = _block(x, y, size, colour, size * 0.16)
    line = max(0.6, size * 0.016)
    _mix(face, ink, 0.75 * _within(line - np.abs(inside - size * 0.09), 0.5))
    _mix(face, ink, _within(line * 1.4 - inside, 0.5))
    return _over_shadow(face, inside, size / 2, margin)


def margin_of(half: float) -> int:
    """The room for the shadow around a picture of something ``half`` as high, in whole pixels on each side."""
    return math.ceil(half * 0.3) + 1


def _block(x: Picture, y: Picture, size: float, colour: Colour, corner: float) -> tuple[Picture, Picture]:
    """A block with rounded edges, and how far each place lies inside it."""
    inside = _inside(x, y, size, size, corner)
    face = _plain(x.shape, colour)
    face += (0.02 * y / size)[..., None]
    edge = np.exp(-((inside / (size * 0.055)) ** 2))
    face += (edge * np.where(y > 0, 0.06, -0.22) * np.clip(np.abs(y) / size * 2.4, 0, 1))[..., None]
    return face, inside


def _inside(x: Picture, y: Picture, width: float, height: float, corner: float) -> Picture:
    """The distance to the edge of a rounded box around the origin, negative outside."""
    right, up = np.abs(x) - width / 2 + corner, np.abs(y) - height / 2 + corner
    outside = np.hypot(np.maximum(right, 0), np.maximum(up, 0))
    return corner - outside - np.minimum(np.maximum(right, up), 0)


def _grid(margin: int, width: float, height: float) -> tuple[Picture, Picture]:
    columns, rows = (2 * (margin + math.ceil(side / 2)) for side in (width, height))
    across, along = ((np.arange(n * _FINER) + 0.5) / _FINER - n / 2 for n in (columns, rows))
    x, y = np.meshgrid(across, along)
    return x, y


def _plain(shape: tuple[int, ...], colour: Colour) -> Picture:
    return np.broadcast_to(np.array(colour[:3]), (*shape, 3)).copy()


def _within(distance: Picture, soft: float) -> Picture:
    """1 where a distance is positive, 0 where it is not, and between them over a pixel."""
    return np.clip(distance + soft, 0.0, 1.0)


def _mix(face: Picture, colour: Colour, share: Picture) -> None:
    face += share[..., None] * (np.array(colour[:3]) - face)


def _over_shadow(face: Picture, inside: Picture, half: float, margin: int) -> Picture:
    """A face cut out at its edge and laid over its soft shadow."""
    body = (inside > 0).astype(float)
    right, down = round(half * 0.06 * _FINER), round(half * 0.12 * _FINER)
    shadow = np.roll(cv2.GaussianBlur(body, (0, 0), max(1.0, margin * 0.33 * _FINER)), (-down, right), (0, 1))
    opacity = body + _SHADOW * shadow * (1 - body)
    shone = np.dstack([np.clip(face, 0, 1) * body[..., None], opacity])
    small: Picture = cv2.resize(shone, (body.shape[1] // _FINER, body.shape[0] // _FINER), interpolation=cv2.INTER_AREA)
    small[..., :3] /= np.maximum(small[..., 3:], 1e-6)
    return np.round(np.clip(small, 0, 1) * 255).astype(np.uint8)
