"""Finds the board: the corners of the playing field in a picture.

The finder net looks at the whole picture, then closer at the board it found there, rectified, so that a board far
away, tilted or turned is seen at one size and from one side.  The last look says how likely a whole board lies just
there.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.errors import BoardNotFoundError
from vision.observation import Corners
from vision.rectify import (
    Image,
    Points,
    as_corners,
    farthest,
    homography,
    inverse,
    lengths,
    scaled,
    shrunk,
    transformed,
)

FINDER_WH: Final = (320, 240)
SECOND_LOOK: Final = ((44.0, 30.0), (276.0, 30.0), (276.0, 210.0), (44.0, 210.0))
"""Where a closer look puts the field: at its true shape, with a frame and a tray in sight."""
LEAST_CONFIDENCE: Final = 1e-4
"""Below this no board is reported; from there to :data:`SURE` a doubtful one, which a person should look at.

Of 30 rasterised boards only one had less, found three points beside; of squares with pieces none had 1e-14."""
SURE: Final = 0.8
Map = npt.NDArray[np.float64]

_STRIDE: Final = 4  # pixels of the window to a cell of the maps
_POINT: Final = (SECOND_LOOK[1][0] - SECOND_LOOK[0][0]) / 13  # pixels of a closer look; twelve points and a bar
_CONTENT: Final = 0.9  # of the window is the picture, the rest margin: a corner may lie just outside the picture
_GREY: Final = (127, 127, 127)
_LEAST_FIELD: Final = 40  # cells: a board a tenth as wide as the picture
_SUREST: Final = 4.0  # logarithm of the net's odds: of a cell it is wrong one time in fifty, whatever it says
_BAR, _BAND = 0.04, 0.1  # so much of the field is bar, so much the band between its rows
_PEAK: Final = 7.6  # cells of a corner's peak: 2 pi times 1.1 squared
_CELLS: Final = (SECOND_LOOK[1][0] - SECOND_LOOK[0][0]) * (SECOND_LOOK[2][1] - SECOND_LOOK[1][1]) / _STRIDE**2
_ODDS: Final = (-41.6, 9.6, 2.3)
"""Of a constant, of what speaks for the corners by a cell and of the net's own word: a logistic regression on 30
rasterised boards (seed 978), corners off by little (0.3 of a point) against those off by more (0.7), halves, squares,
drawn boards and boards that are cut."""
_PEAKS, _LEAST_PEAK, _PEAK_WIDTH = 8, 0.05, 3  # so many are tried as corners; so high, and so many cells apart
_PLACES: Final = 3  # where a board may lie are looked at
_CLOSER_LOOKS: Final = 3  # the finder learned from corners that are off by a point; two bring it there, one judges
_EXACTLY: Final = _POINT / 4  # so near to their places corners are found
_FRAME: Final = 1.5 * _POINT  # so far off are they who take the frame for the field
_CUT: Final = 0.005  # of the picture's longer side: corners are found no more exactly


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """The field's corners in the picture (first to second = top row) and how sure they are, 0 to 1.

    ``partly``: a corner lies outside the picture.  ``larger``: the squares go on beyond eight by eight, as of a board
    of ten by ten.  ``sure``: less sure ones are doubtful.
    """

    corners_px: Corners
    confidence: float
    partly: bool = False
    larger: bool = False
    sure: float = SURE

    @property
    def doubtful(self) -> bool:
        """Whether a person should look at the corners before relying on them."""
        return self.partly or self.larger or self.confidence < self.sure


def find_corners(image_bgr: Image) -> Corners:
    """The corners of the playing field, clockwise, first to second corner the row farther up in the picture.

    On a board seen from its side the first row is the one at the left.  Raises BoardNotFoundError.
    """
    return surely_found(find_board(image_bgr)).corners_px


def surely_found(found: FoundBoard) -> FoundBoard:
    """The board itself; raises BoardNotFoundError where it is likelier to be none."""
    if found.confidence < LEAST_CONFIDENCE:
        raise BoardNotFoundError(
            "no board was found in the picture: have the whole board in view, or give its corners (--corners)"
        )
    return found


def find_board(image_bgr: Image) -> FoundBoard:
    """The likeliest board in a picture, however doubtful it is; of several the larger one.

    Where the likeliest place is doubtful, others are looked at as well.
    """
    best = FoundBoard(_whole(image_bgr), 0.0)
    window, into_window = _letterboxed(image_bgr)
    for ring in _rings(_maps(window)):
        found = _looked_closer(image_bgr, transformed(ring, inverse(into_window)), _rows_from_above)
        if found.confidence > best.confidence:
            best = found
        if not best.doubtful:
            break
    return best


def given_board(image_bgr: Image, corners_px: Corners) -> FoundBoard:
    """The board at corners that a person pointed at, and how well they fit it.

    Where the picture surely shows the field's corners nearby, those take their place: some point at the frame.  What is
    off by less than a quarter of a point's width stays: corners are found no more exactly than that.
    """
    given = np.array(corners_px, dtype=np.float64)
    seen = _looked_closer(image_bgr, given, lambda ring: _named_as(given, ring))
    off = farthest(transformed(seen.corners_px, homography(given, SECOND_LOOK)), SECOND_LOOK)
    if not seen.doubtful and _EXACTLY < off < _FRAME:
        return seen
    return FoundBoard(corners_px, _closer_look(image_bgr, given)[1], _is_cut(corners_px, image_bgr))


def _looked_closer(image_bgr: Image, ring: Points, begun: Callable[[Points], Points]) -> FoundBoard:
    """The board seen rectified by guessed corners (4, 2), and by those seen then, which begin as ``begun`` says."""
    for _ in range(_CLOSER_LOOKS):
        ring, likely = _closer_look(image_bgr, ring)
        ring = begun(ring)
    corners = as_corners(ring)
    return FoundBoard(corners, likely, _is_cut(corners, image_bgr))


def _closer_look(image_bgr: Image, ring: Points) -> tuple[Points, float]:
    """The corners seen rectified by guessed ones, beginning with a row, and how likely the guess is right."""
    seen = _seen(image_bgr, ring)
    there = next(iter(_rings(seen)), np.array(SECOND_LOOK))
    fits = float(_likelihoods(np.array([SECOND_LOOK]), seen)[0]) / _CELLS
    odds = float(np.dot(_ODDS, (1.0, fits, seen.whole)))
    return transformed(there, inverse(homography(ring, SECOND_LOOK))), 1 / (1 + math.exp(-odds))


def _named_as(given: Points, ring: Points) -> Points:
    """A ring that begins where another does."""
    ways = (np.roll(ring, k, axis=0) for k in range(4))
    return min(ways, key=lambda way: float(np.hypot(*(way - given).T).sum()))


@dataclass(frozen=True, slots=True, eq=False)
class _Maps:
    """What the net says of each place of its window, as logarithms of odds, shape (60, 80).

    ``whole``: and of a closer look, whether a whole real board lies just where it was put.
    """

    field: Map
    bar: Map
    middle: Map
    corner: Map
    whole: float


def _maps(window: Image) -> _Maps:
    said = net.run("finder", window[None])[0].astype(np.float64)
    field, bar, middle, corner = np.clip(said[:4], -_SUREST, _SUREST)
    return _Maps(field, bar, middle, corner, float(said[4].mean()))


def _rings(seen: _Maps) -> list[Points]:
    """Where boards may lie, the likeliest first, each but once: corners (4, 2) clockwise, beginning with a row.

    None is likelier than no board where the list is empty.
    """
    places = _places(seen)
    fours = np.array(list(combinations(range(len(places)), 4)), dtype=np.intp).reshape(-1, 4)
    rings = places[fours]
    spokes = rings - rings.mean(axis=1, keepdims=True)
    rings = np.take_along_axis(rings, np.argsort(np.arctan2(spokes[..., 1], spokes[..., 0]), axis=1)[..., None], axis=1)
    sides = np.roll(rings, -1, axis=1) - rings
    bends = _cross(sides, np.roll(sides, -1, axis=1))
    rings = rings[(bends > 0).all(axis=1) & (bends.sum(axis=1) / 4 > _LEAST_FIELD * _STRIDE**2)]
    rings = np.concatenate([rings, np.roll(rings, 1, axis=1)])
    likely = _likelihoods(rings, seen)
    kept: list[Points] = []
    for ring in rings[np.argsort(-likely)[: (likely > 0).sum()]]:
        apart = (math.dist(ring.mean(axis=0), one.mean(axis=0)) for one in kept)
        if all(far > lengths(ring).max() / 4 for far in apart):
            kept.append(ring)
        if len(kept) == _PLACES:
            break
    return kept


def _likelihoods(rings: Points, seen: _Maps) -> Points:
    """How likely the maps are (n,), as logarithms, where the field's corners lie at rings (n, 4, 2).

    The net tells of each cell the odds that it belongs to the field, to its bar, to the band half-way between the rows
    or, partly, to a corner: their logarithms are summed over the cells that do.
    """
    first, second, third, fourth = (rings[:, k] for k in range(4))  # Heckbert: from the unit square onto each ring
    aslant, right, left = first - second + third - fourth, second - third, fourth - third
    g, h = _cross(aslant, left) / _cross(right, left), _cross(right, aslant) / _cross(right, left)
    across, down = second - first + g[:, None] * second, fourth - first + h[:, None] * fourth

    def mean(heat: Map, u: Points, v: Points) -> Points:
        depth = (g[:, None] * u + h[:, None] * v + 1)[..., None]
        there = (across[:, None] * u[:, None] + down[:, None] * v[:, None] + first[:, None]) / depth
        columns, rows = np.moveaxis(np.round((there + 0.5) / _STRIDE - 0.5).astype(int), 2, 0)
        return np.asarray(heat[rows.clip(0, heat.shape[0] - 1), columns.clip(0, heat.shape[1] - 1)].mean(axis=1))

    steps = np.linspace(0.04, 0.96, 12)
    u, v = (places.ravel() for places in np.meshgrid(steps, steps))
    cells = 0.5 * np.abs(_cross(third - first, fourth - second)) / _STRIDE**2
    along = mean(seen.bar, np.full(12, 0.5), steps) * _BAR + mean(seen.middle, steps, np.full(12, 0.5)) * _BAND
    corners = mean(seen.corner, np.array([0.0, 1, 1, 0]), np.array([0.0, 0, 1, 1]))
    return np.asarray(cells * (mean(seen.field, u, v) + along) + 4 * _PEAK * corners)


def _places(seen: _Maps) -> Points:
    """Where a corner may be, (n, 2) pixels of the window: the highest peaks, and where else sides of fields meet."""
    heat = 1 / (1 + np.exp(-seen.corner))
    top = heat * ((heat > _LEAST_PEAK) & (heat == cv2.dilate(heat, np.ones((3, 3)))))
    rows, columns = np.mgrid[: heat.shape[0], : heat.shape[1]]
    places: list[tuple[float, float]] = []
    for at in np.argsort(-top, axis=None)[: min(_PEAKS, np.count_nonzero(top))]:
        row, column = divmod(int(at), heat.shape[1])
        around = slice(max(row - 2, 0), row + 3), slice(max(column - 2, 0), column + 3)
        weight = heat[around] ** 4
        down, right = (np.average(at[around], weights=weight) for at in (rows, columns))
        places.append((float(right), float(down)))
    outlines, _ = cv2.findContours((seen.field > 0).astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in sorted(outlines, key=len)[-2:]:
        hull = cv2.convexHull(outline)
        sides = cv2.approxPolyN(hull, 4, ensure_convex=True) if len(hull) > 4 else cv2.boxPoints(cv2.minAreaRect(hull))
        for x, y in np.asarray(sides, dtype=np.float64).reshape(-1, 2):
            if all(math.dist((x, y), place) > _PEAK_WIDTH for place in places):
                places.append((float(x), float(y)))
    return (np.array(places).reshape(-1, 2) + 0.5) * _STRIDE - 0.5


def _cross(one: Points, other: Points) -> Points:
    return np.asarray(one[..., 0] * other[..., 1] - one[..., 1] * other[..., 0])


def _seen(image_bgr: Image, ring: Points) -> _Maps:
    """A closer look at the board that has its corners (4, 2) there."""
    while lengths(ring).max() > 2 * (SECOND_LOOK[1][0] - SECOND_LOOK[0][0]) and min(image_bgr.shape[:2]) > 1:
        height, width = image_bgr.shape[:2]
        ring = transformed(ring, scaled((width // 2) / width, (height // 2) / height))
        image_bgr = shrunk(image_bgr, (width // 2, height // 2))
    onto = homography(ring, SECOND_LOOK)
    window = cv2.warpPerspective(image_bgr, onto, FINDER_WH, flags=cv2.INTER_LINEAR, borderValue=_GREY)
    return _maps(np.asarray(window, dtype=np.uint8))


def _letterboxed(image_bgr: Image) -> tuple[Image, Points]:
    """The picture in the middle of the finder's window, grey round it, and the homography that leads there."""
    height, width = image_bgr.shape[:2]
    scale = min(1.0, _CONTENT * min(FINDER_WH[0] / width, FINDER_WH[1] / height))
    wh = max(1, round(width * scale)), max(1, round(height * scale))
    left, top = (FINDER_WH[0] - wh[0]) // 2, (FINDER_WH[1] - wh[1]) // 2
    window = np.full((FINDER_WH[1], FINDER_WH[0], 3), _GREY, dtype=np.uint8)
    window[top : top + wh[1], left : left + wh[0]] = shrunk(image_bgr, wh)
    return window, np.array([[1.0, 0, left], [0, 1.0, top], [0, 0, 1.0]]) @ scaled(wh[0] / width, wh[1] / height)


def _is_cut(corners_px: Corners, image_bgr: Image) -> bool:
    height, width = image_bgr.shape[:2]
    slack = _CUT * max(height, width)
    return any(not (-slack < x < width + slack and -slack < y < height + slack) for x, y in corners_px)


def _whole(image_bgr: Image) -> Corners:
    right, bottom = image_bgr.shape[1] - 1.0, image_bgr.shape[0] - 1.0
    return (0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)


def _rows_from_above(ring: Points) -> Points:
    """The ring begun at the row farther up in the picture; where the rows stand upright, at the left one."""
    down = ring[2:].mean(axis=0) - ring[:2].mean(axis=0)
    backwards = down[1] < 0 if abs(down[1]) >= abs(down[0]) else down[0] < 0
    return np.roll(ring, 2, axis=0) if backwards else ring
