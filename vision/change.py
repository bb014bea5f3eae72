"""How likely each spot's picture has changed since an earlier look at the same board.

Camera and board stand still between two looks, so this is far surer than any count: a spot that has not changed
holds what it held.  Two rectified views are compared where their edges are: the gradient of the logarithm of light
stays what it is when a lamp is dimmed, a soft shadow falls or the exposure drifts, for light times a slowly varying
factor adds next to nothing to it.  What the field net sees is compared as well.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import COLUMNS, BoardGeometry
from vision.fieldmaps import STRIDE, FieldMaps
from vision.observation import BAR, Changes, SeenCube, SeenDie, Spot
from vision.rectify import FIELD_XYXY, VIEW_WH, Image, Points, transformed

_CELLS_WH: Final = (VIEW_WH[0] // STRIDE, VIEW_WH[1] // STRIDE)
_DARK: Final = 12.0
"""Of 255: below this light is mostly noise, and its logarithm is flattened."""
_FAINT: Final = 0.12
"""The gradient of noise and texture, in units of the logarithm a cell; differences are judged beside it."""
_MOST_SHIFT: Final = 1.5
"""Cells by which a nudged board is put right; farther ones are the work of :mod:`vision.following`."""
_HIDDEN: Final = 0.4
_LEAST_IN_SIGHT: Final = 0.35
"""A spot of which less is in sight, in one of the two looks, says nothing."""
_SAME_PLACE: Final = 0.45
"""Widths of a point: a die farther from where one lay is another one, or was moved."""
_SPOT: Final = (4.788, 2.042, 0.856, 0.677, 0.662, 0.228, -0.271)
_DIE: Final = (0.0, 0.0, 0.0, 0.0)
_NEW_DIE: Final = 0.998
_CUBE: Final = (-6.0, 10.0, 8.0)
_CUBE_CAME_OR_WENT: Final = 0.5

Values = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is kept of a look: gradients (4, 104, 128), the net's maps (4, 104, 128), what is hidden, dice and cube.

    ``dice``: places in cells, with their values.  ``cube``: its place in cells and its number, which may be unread.
    """

    edges: Values
    maps: Values
    hidden: npt.NDArray[np.bool_]
    dice: tuple[tuple[float, float, int], ...]
    cube: tuple[float, float, int | None] | None


def sight(
    view_bgr: Image, homography: Points, maps: FieldMaps, dice: Sequence[SeenDie], cube: SeenCube | None
) -> Sight:
    """What a look shows, ready to be compared; ``homography``: from the picture to the view."""
    small = cv2.resize(view_bgr, _CELLS_WH, interpolation=cv2.INTER_AREA).astype(np.float32)
    light = cv2.log(small.mean(axis=2) + _DARK)
    hue = cv2.log(small[..., 2] + _DARK) - cv2.log(small[..., 0] + _DARK)
    edges = np.stack([cv2.Scharr(part, cv2.CV_32F, *way) / 16 for part in (light, hue) for way in ((1, 0), (0, 1))])
    loose = np.maximum(np.maximum(maps.die, maps.cube), 0)
    near = cv2.dilate((loose > _HIDDEN).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    hidden = near | (np.maximum(maps.hand, maps.cover) > _HIDDEN)
    told = maps.checker * (maps.light - 0.5) * 2
    kept = np.stack([maps.checker, told, maps.checker * maps.tall, maps.checker * maps.taller])
    centers = [die.center_px for die in dice] + ([cube.center_px] if cube else [])
    places = transformed(centers or [(0.0, 0.0)], homography)
    cells = [(float(x), float(y)) for x, y in (places + 0.5) / STRIDE - 0.5]
    lying = tuple((*cell, die.value) for cell, die in zip(cells, dice, strict=False))
    return Sight(
        edges.astype(np.float32), kept.astype(np.float32), hidden, lying, (*cells[-1], cube.value) if cube else None
    )


def changes(before: Sight, now: Sight, geometry: BoardGeometry) -> Changes:
    """What has changed from one look to a later one, both of the board with this geometry."""
    pair = _Pair.of(before, now, geometry)
    spots = {spot: _likely(_SPOT, values) for spot, values in pair.spot_features().items()}
    dice = tuple(_NEW_DIE if values is None else _likely(_DIE, values) for values in pair.die_features())
    return Changes(spots, dice, pair.cube_moved())


def _likely(weights: Sequence[float], values: Sequence[float]) -> float:
    odds = weights[0] + sum(w * v for w, v in zip(weights[1:], values, strict=True))
    return 1 / (1 + math.exp(-min(max(odds, -30.0), 30.0)))


@dataclass(frozen=True, slots=True, eq=False)
class _Pair:
    """Two looks laid on each other.

    ``differing``, ``usual`` (104, 128): how much the edges differ, and how strong they are.  ``told`` (4, 104, 128):
    how far the net's maps differ.  ``clear``: 1 where nothing hides the board in either look.
    """

    before: Sight
    now: Sight
    geometry: BoardGeometry
    differing: Values
    usual: Values
    told: Values
    clear: Values
    shift: tuple[float, float]

    @classmethod
    def of(cls, before: Sight, now: Sight, geometry: BoardGeometry) -> _Pair:
        shift = _shift(before, now)
        then = _shifted(before.edges, *shift)
        clear = (~(before.hidden | now.hidden)).astype(np.float32)
        told = _told_apart(_shifted(before.maps, *shift), now.maps)
        differing = np.abs(now.edges - then).sum(axis=0)
        usual = 0.5 * (np.abs(now.edges) + np.abs(then)).sum(axis=0)
        return cls(before, now, geometry, differing, usual, told, clear, shift)

    def spot_features(self) -> dict[Spot, tuple[float, ...]]:
        """For every spot that can be compared: how unlike its edges are, and how unlike what the net saw there."""
        width = max(3, round(self.geometry.pitch / STRIDE * 0.8))
        differing, usual, room = (
            cv2.boxFilter(part, -1, (width, width), normalize=False)
            for part in (self.differing * self.clear, self.usual * self.clear, self.clear)
        )
        enough = room > 0.3 * width * width
        unlike = enough * differing / (usual + _FAINT * room + 1e-3)
        strong = enough * differing / np.maximum(room, 1.0)
        told = self.told * self.clear
        found: dict[Spot, tuple[float, ...]] = {}
        for spot, (rows, columns) in _places(self.geometry).items():
            if float(self.clear[rows, columns].mean()) < _LEAST_IN_SIGHT:
                continue
            middle = (columns.start + columns.stop) // 2
            axis = slice(middle - 1, middle + 1)
            parts = told[:, rows, columns].reshape(len(told), -1).max(axis=1)
            found[spot] = (
                math.log(0.05 + float(unlike[rows, axis].max())),
                math.log(0.02 + float(strong[rows, axis].max())),
                *(math.log(0.003 + float(v)) for v in parts),
            )
        return found

    def die_features(self) -> list[tuple[float, ...] | None]:
        """For every die how far off one lay, whether its value differs, how unlike it looks; None where none lay."""
        found: list[tuple[float, ...] | None] = []
        pitch, reach = self.geometry.pitch / STRIDE, 3
        for x, y, value in self.now.dice:
            near = [(math.dist((x, y), (a + self.shift[0], b + self.shift[1])), v) for a, b, v in self.before.dice]
            far, shown = min(near, default=(math.inf, 0))
            if far > _SAME_PLACE * pitch:
                found.append(None)
                continue
            row, column = round(y), round(x)
            box = np.s_[max(0, row - reach) : row + reach + 1, max(0, column - reach) : column + reach + 1]
            differing, usual = float(self.differing[box].sum()), float(self.usual[box].sum())
            unlike = math.log(0.05 + differing / (usual + _FAINT * self.usual[box].size + 1e-3))
            found.append((far / pitch, float(shown != value), unlike))
        return found

    def cube_moved(self) -> float | None:
        """How likely the cube was moved or turned."""
        before, now = self.before.cube, self.now.cube
        if before is None or now is None:
            return None if before is now else _CUBE_CAME_OR_WENT
        far = math.dist(now[:2], (before[0] + self.shift[0], before[1] + self.shift[1])) * STRIDE / self.geometry.pitch
        turned = before[2] is not None and now[2] is not None and before[2] != now[2]
        return _likely(_CUBE, (far, float(turned)))


def _told_apart(then: Values, now: Values) -> Values:
    """How far the maps differ, each compared with the nearest neighbours of the other: a nudge is no difference."""
    near = np.ones((3, 3), np.uint8)
    return np.stack(
        [
            np.maximum(np.maximum(b - cv2.dilate(a, near), cv2.erode(a, near) - b), 0)
            + np.maximum(np.maximum(a - cv2.dilate(b, near), cv2.erode(b, near) - a), 0)
            for a, b in zip(then, now, strict=True)
        ]
    )


def _places(geometry: BoardGeometry) -> dict[Spot, tuple[slice, slice]]:
    """The cells of every point and of the bar."""
    x0, y0, x1, y1 = (round(v / STRIDE) for v in FIELD_XYXY)
    middle, half = (y0 + y1) // 2, 0.36 * geometry.pitch
    places: dict[Spot, tuple[slice, slice]] = {}
    for column in range(COLUMNS):
        x = geometry.column_x(column)
        across = slice(max(x0, round((x - half) / STRIDE)), min(x1, round((x + half) / STRIDE)) + 1)
        places[geometry.spot(column, "top")] = slice(y0, middle - 1), across
        places[geometry.spot(column, "bottom")] = slice(middle + 1, y1), across
    reach = max(geometry.bar_fraction * (FIELD_XYXY[2] - FIELD_XYXY[0]), geometry.pitch * 0.5) / 2
    left, right = (round((geometry.middle_x + way * reach) / STRIDE) for way in (-1, 1))
    places[BAR] = slice(y0, y1), slice(left, right + 1)
    return places


def _shift(before: Sight, now: Sight) -> tuple[float, float]:
    """By how many cells the board lies farther right and down than before."""
    window = cv2.createHanningWindow(_CELLS_WH, cv2.CV_32F)
    one, other = (np.hypot(seen.edges[0], seen.edges[1]) for seen in (before, now))
    (dx, dy), sure = cv2.phaseCorrelate(one.astype(np.float32), other.astype(np.float32), window)
    if sure < 0.1 or max(abs(dx), abs(dy)) > _MOST_SHIFT:
        return 0.0, 0.0
    return float(dx), float(dy)


def _shifted(maps: Values, dx: float, dy: float) -> Values:
    if max(abs(dx), abs(dy)) < 0.02:
        return maps
    onto = np.array([[1, 0, dx], [0, 1, dy]], dtype=np.float32)
    return np.stack([cv2.warpAffine(m, onto, _CELLS_WH, borderMode=cv2.BORDER_REPLICATE) for m in maps])
