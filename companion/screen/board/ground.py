"""The empty board as pixels: frame and bar of wood, field and points of leather, made by chance and drawn once.

Pictures are uint8 (height, width, 4), red, green, blue, opacity, the lowest row first as Kivy counts.  No Kivy here.
"""

from __future__ import annotations

import math
from typing import Any, Final

import cv2
import numpy as np

from companion.games.rules import Side
from companion.screen.board.layout import BoardLayout, Box
from companion.screen.theme import THEME, Colour

Picture = Any

_FINER: Final = 2
"""Drawn so many times larger and then made smaller, for smooth edges."""
_GRAIN: Final = 0.09
_BAR_GRAIN: Final = 0.025
_LEATHER: Final = 0.02
_SEED: Final = 64


class Painting:
    """An empty board of ``box`` in the making: frame of wood with a raised edge, and what is painted on it.

    ``wood``, ``upright`` (grain along y) and ``leather``: how the shade of a material varies, as large as the picture.
    """

    def __init__(self, box: Box, *, small: bool) -> None:
        width, height = (max(1, round(side)) * _FINER for side in box[2:])
        self._box, self._shape = box, (height, width)
        self._picture = np.zeros((height, width, 3), np.float32)
        chance = np.random.default_rng(_SEED)
        wood, leather = _wood(chance, height, width), _leather(chance, height, width)
        self.wood, self.upright = _GRAIN * wood, _BAR_GRAIN * _wood(chance, width, height).T
        self.fine_wood, self.leather = _BAR_GRAIN * wood, _LEATHER * leather
        corner = THEME.px(5 if small else 10)
        self._opacity = self.mask(box, corner)
        self.paint(self._opacity, THEME.frame_edge)
        face = self.mask(box.inset(THEME.px(1.5)), corner)
        self.paint(face, THEME.frame, self.wood)
        _lit(self._picture, face, THEME.px(1.4), 0.07)

    def mask(self, inner: Box, corner: float = 0.0) -> Picture:
        """The place of a box with rounded corners."""
        moved = inner._replace(x=inner.x - self._box.x, y=inner.y - self._box.y)
        return _mask(self._shape, moved, corner)

    def polygon(self, corners: tuple[tuple[float, float], ...]) -> Picture:
        """The place of a polygon."""
        return _polygon(self._shape, corners, self._box)

    def paint(self, where: Picture, colour: Colour, varied: Picture | float = 0.0) -> None:
        """Paint a place in a colour whose shade varies."""
        part = _part(where)
        share = where[part] / np.float32(255) if where.dtype == np.uint8 else where[part]
        shade = np.array(colour[:3], np.float32) * (
            1 + (varied[part][..., None] if isinstance(varied, np.ndarray) else varied)
        )
        self._picture[part] += share[..., None] * (shade - self._picture[part])

    def sink(self, where: Picture, wide_px: float, by: float) -> None:
        """Shade the edge of a place that lies lower."""
        _sunk(self._picture, where, wide_px, by)

    def done(self) -> Picture:
        """The picture, uint8 (height, width, 4)."""
        height, width = self._shape
        shown = np.dstack([np.clip(self._picture, 0, 1), self._opacity])
        small = cv2.resize(shown, (width // _FINER, height // _FINER), interpolation=cv2.INTER_AREA)
        made: Picture = np.round(small * 255).astype(np.uint8)
        return made


def ground(layout: BoardLayout) -> Picture:
    """The board of a layout without anything that changes, as large as its box in whole pixels.

    The mean colours of field, points and bar are those of the theme; wood and leather vary around them, so little
    that checkers stand out from them everywhere.
    """
    board = Painting(layout.box, small=layout.small)
    field = board.mask(layout.field)
    board.paint(field, THEME.field, board.leather)
    for point in range(1, 25):
        _point(layout, point, board)
    board.paint(board.mask(layout.bar), THEME.bar, board.upright)
    edge = THEME.px(1.2)
    for x in (layout.bar.x, layout.bar.x + layout.bar.width - edge):
        board.paint(board.mask(layout.bar._replace(x=x, width=edge)), THEME.frame_edge)
    board.sink(field, THEME.px(2.0), 0.45)
    for well, round_by in _wells(layout):
        inner = board.mask(well, round_by)
        board.paint(inner, THEME.well, board.fine_wood)
        board.sink(inner, THEME.px(2.5), 0.5)
    return board.done()


def _point(layout: BoardLayout, point: int, board: Painting) -> None:
    """A point with a dark seam around it, so that it stands out from a field of the same lightness."""
    box = layout.point(point)
    foot, way = (box.y, 1) if layout.in_lower_row(point) else (box.y + box.height, -1)
    seam = THEME.px(0.9)
    pale = THEME.point_pale if point % 2 else THEME.point_deep
    for inset, colour, varied in ((0.0, THEME.point_seam, 0.0), (seam, pale, board.leather)):
        left, right = box.x + seam + inset, box.x + box.width - seam - inset
        tip = box.height * 0.93 - inset * 2 * box.height / box.width
        board.paint(board.polygon(((left, foot), (right, foot), (box.center[0], foot + way * tip))), colour, varied)


def _wells(layout: BoardLayout) -> list[tuple[Box, float]]:
    """Where borne-off checkers and the cube lie, with the radius of the corners."""
    wells = [(layout.tray(side), THEME.px(4)) for side in Side]
    if layout.small:
        return wells
    rail = layout.cube(None)
    foot, head = sorted((layout.cube(Side.LIGHT).y, layout.cube(Side.DARK).y))
    return [*wells, (Box(rail.x, foot, rail.width, head + rail.height - foot).inset(-THEME.px(2)), THEME.px(8))]


def _mask(shape: tuple[int, int], box: Box, corner: float) -> Picture:
    """1 inside a box with rounded corners, 0 outside."""
    mask = np.zeros(shape, np.float32)
    x, y, width, height = box
    part = _within(shape[0], y, y + height), _within(shape[1], x, x + width)
    rows, columns = (
        (np.arange(side, dtype=np.float32)[span] + 0.5) / _FINER for side, span in zip(shape, part, strict=True)
    )
    right = np.abs(columns - box.center[0])[None, :] - width / 2 + corner
    up = np.abs(rows - box.center[1])[:, None] - height / 2 + corner
    outside = np.hypot(np.maximum(right, 0), np.maximum(up, 0)) + np.minimum(np.maximum(right, up), 0)
    mask[part] = np.clip((corner - outside) * _FINER + 0.5, 0.0, 1.0)
    return mask


def _within(side: int, low: float, high: float) -> slice:
    """Where of ``side`` rows or columns something from ``low`` to ``high`` can be seen, with its smoothed edge."""
    first, last = ((edge * _FINER) for edge in (low, high))
    return slice(max(0, math.floor(first) - 1), max(0, min(side, math.ceil(last) + 1)))


def _part(where: Picture) -> tuple[slice, slice]:
    """The smallest part of a picture that holds all of a mask."""
    rows, columns = np.flatnonzero(where.any(axis=1)), np.flatnonzero(where.any(axis=0))
    if not len(rows):
        return slice(0), slice(0)
    return slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)


def _polygon(shape: tuple[int, int], corners: tuple[tuple[float, float], ...], box: Box) -> Picture:
    mask = np.zeros(shape, np.uint8)
    places = [((x - box.x) * _FINER - 0.5, (y - box.y) * _FINER - 0.5) for x, y in corners]
    cv2.fillConvexPoly(mask, np.round(np.array(places) * 16).astype(np.int32), 255, cv2.LINE_AA, shift=4)
    return mask


def _wood(chance: np.random.Generator, height: int, width: int) -> Picture:
    """Grain along x, around 0 and at most 2 from it."""
    fine = cv2.resize(chance.standard_normal((height, max(2, width // 160))), (width, height))
    broad = cv2.resize(chance.standard_normal((max(2, height // 14), max(2, width // 240))), (width, height))
    return _even(cv2.GaussianBlur(fine, (0, 0), sigmaX=6, sigmaY=1.2) * 1.6 + broad)


def _leather(chance: np.random.Generator, height: int, width: int) -> Picture:
    """Mottled, around 0 and at most 2 from it."""
    return _even(cv2.GaussianBlur(chance.standard_normal((height, width)), (0, 0), 1.6))


def _even(noise: Picture) -> Picture:
    return np.clip((noise - noise.mean()) / max(float(noise.std()), 1e-6), -2.0, 2.0).astype(np.float32)


def _lit(picture: Picture, where: Picture, wide: float, by: float) -> None:
    """Lighten the edge of a raised part."""
    part = _part(where)
    near = np.exp(-cv2.distanceTransform((where > 0.5).astype(np.uint8), cv2.DIST_L2, 5)[part] / (wide * _FINER))
    picture[part] += (by * near * where[part])[..., None]


def _sunk(picture: Picture, where: Picture, wide: float, by: float) -> None:
    """Shade the edge of a part that lies lower."""
    part = _part(where)
    near = np.exp(-cv2.distanceTransform((where > 0.5).astype(np.uint8), cv2.DIST_L2, 5)[part] / (wide * _FINER))
    picture[part] *= 1 - (by * near * where[part])[..., None]
