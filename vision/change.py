"""How likely each spot's picture has changed since an earlier look at the same board.

Camera and board stand still between two looks, so this is far surer than any count: a spot that has not changed
holds what it held.  Two rectified views are compared where their edges are: the gradient of the logarithm of light
stays what it is when a lamp is dimmed, a soft shadow falls or the exposure drifts, for light times a slowly varying
factor adds next to nothing to it.  What the field net sees is compared as well.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.board import COLUMNS, BoardGeometry
from vision.errors import WeightsError
from vision.fieldmaps import STRIDE, FieldMaps
from vision.net import WEIGHTS
from vision.observation import BAR, Changes, SeenCube, SeenDie, Spot
from vision.rectify import FIELD_XYXY, VIEW_WH, Image, Points, transformed

CELLS_WH: Final = (VIEW_WH[0] // STRIDE, VIEW_WH[1] // STRIDE)
"""The cells of a view, as the field net's maps have them."""
_DARK: Final = 12.0
"""Of 255: below this light is mostly noise, and its logarithm is flattened."""
_FAINT: Final = 0.12
"""The gradient of noise and texture, in units of the logarithm a cell; differences are judged beside it."""
_MOST_SHIFT: Final = 1.5
"""Cells by which a nudged board is put right; farther ones are the work of :mod:`vision.following`."""
_NOISE: Final = 2.0
"""Differences up to so many times their median are noise."""
_STILL: Final = 0.02
"""Cells: by so little nothing is put right."""
_BESIDE: Final = np.array([0.05, 0.05, 0.05, 0.02, *[0.003] * 4, 0.02])
"""What is small beside each feature of a spot, whose logarithm is taken."""
_HIDDEN: Final = 0.4
LEAST_IN_SIGHT: Final = 0.35
"""A spot of which less is in sight, in one of the two looks, says nothing."""
_SAME_PLACE: Final = 0.45
"""Widths of a point: a die farther from where one lay is another one, or was moved."""
_NEW_DIE: Final = 0.998
"""Of dice where none lay before, two in a thousand had been overlooked."""
_CUBE_CAME_OR_WENT: Final = 0.5
_CUBE_MOVED: Final = 0.4
"""Widths of a point: by less, readings of a cube that lies still differ."""
_CUBE_SURE: Final = 0.97
"""Of the cube's readings in rendered games (98 % of numbers are right): that one which differs has changed."""

Values = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Patch:
    """A part of a look: edges (4, h, w), the net's maps (4, h, w), and 1 where nothing hides the board (h, w)."""

    edges: Values
    maps: Values
    clear: Values

    def part(self, rows: slice, columns: slice) -> Patch:
        """A smaller part of it, with memory of its own."""
        cut = np.s_[..., rows, columns]
        return Patch(self.edges[cut].copy(), self.maps[cut].copy(), self.clear[cut].copy())

    def shifted(self, dx: float, dy: float) -> Patch:
        """The same, so many cells farther right and down."""
        if max(abs(dx), abs(dy)) < _STILL:
            return self
        onto = np.array([[1, 0, dx], [0, 1, dy]], dtype=np.float32)
        size = self.clear.shape[1], self.clear.shape[0]

        def moved(plane: Values) -> Values:
            return np.asarray(cv2.warpAffine(plane, onto, size, borderMode=cv2.BORDER_REPLICATE))

        edges, maps = (np.stack([moved(plane) for plane in planes]) for planes in (self.edges, self.maps))
        return Patch(edges, maps, moved(self.clear))


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """What is kept of a look: the picture of the whole view, dice and cube.

    ``dice``: places in cells, with their values.  ``cube``: its place in cells and its number, which may be unread.
    """

    patch: Patch
    dice: tuple[tuple[float, float, int], ...]
    cube: tuple[float, float, int | None] | None


def picture_of(view_bgr: Image, maps: FieldMaps) -> Patch:
    """What a view shows and the net saw in it, ready to be compared."""
    small = cv2.resize(view_bgr, CELLS_WH, interpolation=cv2.INTER_AREA).astype(np.float32)
    light = cv2.log(small.mean(axis=2) + _DARK)
    hue = cv2.log(small[..., 2] + _DARK) - cv2.log(small[..., 0] + _DARK)
    edges = np.stack([cv2.Scharr(part, cv2.CV_32F, *way) / 16 for part in (light, hue) for way in ((1, 0), (0, 1))])
    loose = np.maximum(maps.die, maps.cube)
    near = cv2.dilate((loose > _HIDDEN).astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    clear = ~(near | (np.maximum(maps.hand, maps.cover) > _HIDDEN))
    told = maps.checker * (maps.light - 0.5) * 2
    kept = np.stack([maps.checker, told, maps.checker * maps.tall, maps.checker * maps.taller])
    return Patch(edges.astype(np.float32), kept.astype(np.float32), clear.astype(np.float32))


def sight(patch: Patch, homography: Points, dice: Sequence[SeenDie], cube: SeenCube | None) -> Sight:
    """A look with its dice and cube; ``homography``: from the picture to the view."""
    centers = [die.center_px for die in dice] + ([cube.center_px] if cube else [])
    places = transformed(centers or [(0.0, 0.0)], homography)
    cells = [(float(x), float(y)) for x, y in (places + 0.5) / STRIDE - 0.5]
    lying = tuple((*cell, die.value) for cell, die in zip(cells, dice, strict=False))
    return Sight(patch, lying, (*cells[-1], cube.value) if cube else None)


def changes(before: Sight, now: Sight, geometry: BoardGeometry) -> Changes:
    """What has changed from one look to a later one, both of the board with this geometry."""
    pair = Pair.of(before, now, geometry)
    spots = pair.spot_features()
    dice = tuple(
        _NEW_DIE if values is None else likely(_weights()["die"], [values])[0] for values in pair.die_features()
    )
    return Changes(dict(zip(spots, changed(list(spots.values())), strict=True)), dice, pair.cube_moved())


def changed(features: Sequence[Sequence[float]]) -> list[float]:
    """The probabilities that spots with these features of :class:`Unlike` are not as they were."""
    return likely(_weights()["spot"], features)


def likely(weights: Sequence[float], features: Sequence[Sequence[float]]) -> list[float]:
    """A logistic regression on features and their products, for each row of them."""
    if not features:
        return []
    odds = np.clip(expanded(features) @ np.array(weights), -30.0, 30.0)
    return [float(p) for p in 1 / (1 + np.exp(-odds))]


def expanded(features: Sequence[Sequence[float]]) -> npt.NDArray[np.float64]:
    """One, the features, and the products of each two of them, for each row of features."""
    rows = np.array(features, dtype=np.float64)
    first, second = np.triu_indices(rows.shape[1])
    return np.concatenate([np.ones((len(rows), 1)), rows, rows[:, first] * rows[:, second]], axis=1)


@cache
def _weights() -> dict[str, list[float]]:
    path = WEIGHTS / "change.json"
    try:
        weights: dict[str, list[float]] = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise WeightsError(f"{path} is missing: the installation is incomplete, install the package again") from error
    return weights


@dataclass(frozen=True, slots=True, eq=False)
class Unlike:
    """How two patches differ, place by place.

    ``planes`` (6, h, w): edges by their usual strength and as such, then the net's maps.
    """

    planes: Values
    noise: float

    def features(self, rows: slice, columns: slice) -> list[float]:
        """What tells whether a spot in these cells has changed: its edges, along its middle above all."""
        middle = (columns.start + columns.stop) // 2
        spot = self.planes[:, rows, columns].reshape(len(self.planes), -1)
        whole, axis = spot.max(axis=1), self.planes[:2, rows, middle - 1 : middle + 1].max(axis=(1, 2))
        found = axis[0], whole[0], spot[0].mean(), axis[1], *whole[2:], self.noise
        return [float(value) for value in np.log(_BESIDE + np.array(found))]


def noise_between(then: Patch, now: Patch) -> float:
    """By how much the edges of two looks at a whole board differ where nothing has happened, which is mostly so."""
    return float(np.median(np.abs(now.edges - then.edges).sum(axis=0)))


def agreement(then: Patch, now: Patch) -> float:
    """How far the edges of two looks that lie on each other agree where nothing hides them: correlation, -1 to 1."""
    clear = then.clear * now.clear
    one, other = then.edges * clear, now.edges * clear
    return float((one * other).sum() / max(math.sqrt(float((one * one).sum() * (other * other).sum())), 1e-9))


def unlike(then: Patch, now: Patch, pitch: float, noise: float) -> Unlike:
    """The differences of two patches of the same cells.

    ``pitch``: a point's width in pixels of the view.  ``noise``: as :func:`noise_between` says.
    """
    clear = then.clear * now.clear
    width = max(3, round(pitch / STRIDE * 0.8))
    differing = np.maximum(np.abs(now.edges - then.edges).sum(axis=0) - _NOISE * noise, 0) * clear
    usual = 0.5 * (np.abs(now.edges) + np.abs(then.edges)).sum(axis=0) * clear
    differing, usual, room = (
        cv2.boxFilter(part, -1, (width, width), normalize=False, borderType=cv2.BORDER_CONSTANT)
        for part in (differing, usual, clear)
    )
    differing *= room > 0.3 * width * width
    relative = np.asarray(differing / (usual + _FAINT * room + 1e-3), dtype=np.float32)
    strong = np.asarray(differing / np.maximum(room, 1.0), dtype=np.float32)
    return Unlike(np.concatenate([relative[None], strong[None], _told_apart(then.maps, now.maps) * clear]), noise)


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two looks laid on each other, and how they differ."""

    before: Sight
    now: Sight
    geometry: BoardGeometry
    then: Patch
    differing: Unlike
    shift: tuple[float, float]

    @classmethod
    def of(cls, before: Sight, now: Sight, geometry: BoardGeometry) -> Pair:
        shift = shift_between(before.patch, now.patch)
        then = before.patch.shifted(*shift)
        noise = noise_between(then, now.patch)
        return cls(before, now, geometry, then, unlike(then, now.patch, geometry.pitch, noise), shift)

    def spot_features(self) -> dict[Spot, list[float]]:
        """For every spot that can be compared: how unlike its edges are, and how unlike what the net saw there."""
        clear = self.then.clear * self.now.patch.clear
        return {
            spot: self.differing.features(rows, columns)
            for spot, (rows, columns) in spot_cells(self.geometry).items()
            if float(clear[rows, columns].mean()) >= LEAST_IN_SIGHT
        }

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
            then, now = self.then.edges[:, *box], self.now.patch.edges[:, *box]
            usual = 0.5 * float(np.abs(now).sum() + np.abs(then).sum()) + _FAINT * now[0].size
            differing = float(np.abs(now - then).sum()) / (usual + 1e-3)
            found.append((far / pitch, float(shown != value), math.log(0.05 + differing)))
        return found

    def cube_moved(self) -> float | None:
        """How likely the cube was moved or turned."""
        before, now = self.before.cube, self.now.cube
        if before is None or now is None:
            return None if before is now else _CUBE_CAME_OR_WENT
        far = math.dist(now[:2], (before[0] + self.shift[0], before[1] + self.shift[1])) * STRIDE / self.geometry.pitch
        turned = before[2] is not None and now[2] is not None and before[2] != now[2]
        return _CUBE_SURE if turned or far > _CUBE_MOVED else 1 - _CUBE_SURE


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


def spot_cells(geometry: BoardGeometry) -> dict[Spot, tuple[slice, slice]]:
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


def shift_between(before: Patch, now: Patch) -> tuple[float, float]:
    """By how many cells the board lies farther right and down than before."""
    window = cv2.createHanningWindow(CELLS_WH, cv2.CV_32F)
    one, other = (np.hypot(seen.edges[0], seen.edges[1]) for seen in (before, now))
    (dx, dy), sure = cv2.phaseCorrelate(one.astype(np.float32), other.astype(np.float32), window)
    if sure < 0.1 or max(abs(dx), abs(dy)) > _MOST_SHIFT:
        return 0.0, 0.0
    return float(dx), float(dy)
