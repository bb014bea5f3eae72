"""Finds the board: the corners of the playing field in a picture.

The finder net looks at the whole picture, then at the board it found there, rectified, so that a
board far away, tilted or turned is seen at one size and from one side; the field net, which sees
it larger, has the last word on the corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision import net
from vision.errors import BoardNotFoundError
from vision.fieldmaps import STRIDE, Map, peaks, seen_field
from vision.fit import Fit
from vision.observation import Pixel
from vision.rectify import (
    FIELD_W,
    Image,
    Points,
    field_corners_view,
    inverse,
    transformed,
    view_from_picture,
)

FINDER_WH: Final = (320, 240)
SECOND_LOOK: Final = ((44.0, 30.0), (276.0, 30.0), (276.0, 210.0), (44.0, 210.0))  # where the field is put
LEAST_CONFIDENCE: Final = 0.02
"""Below this no board is reported; from there to :data:`SURE` a doubtful one, which a person should look at."""
SURE: Final = 0.8
Corners = tuple[Pixel, Pixel, Pixel, Pixel]

_LONGER_SIDE: Final = 640
_CONTENT: Final = 0.9  # of the window is the picture, the rest margin: a corner may lie just outside the picture
_GREY: Final = (127, 127, 127)
_MOST_CLOSER_LOOKS: Final = 2
_WELL_PLACED: Final = 9.0  # pixels of the window: half a point
_LEAST_PEAK: Final = 0.05
_MOST_PEAKS: Final = 9
_LEAST_FIELD: Final = 40  # cells
_SQUARE: Final = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=np.float32)
_STEPS: Final = np.linspace(0.08, 0.92, 32)
_MIDDLE_LINES: Final = np.array([*((0.5, y) for y in _STEPS), *((x, 0.5) for x in _STEPS)])  # of the square
_MOST_GUESSES: Final = 4
_SAME_GUESS: Final = 12.0  # pixels of the window
_WEIGHTS: Final = (-0.58, 2.19, 12.94, -2.31, 12.77, 1.29, 4.15, -52.37, -10.52, -21.48)
"""Of the evidence for a guess, and a constant: a logistic regression on rendered boards that no net learned from."""
_CUT: Final = 0.005  # of the picture's longer side: corners are found no more exactly
_CLEAR_PEAK: Final = 0.4
_HALF_POINT: Final = FIELD_W / 13 / 2  # pixels of the view; twelve points and a bar
_FINGER: Final = FIELD_W / 13 / 10  # how exactly a person points at corners, in pixels of the view
_EXACTLY: Final = FIELD_W / 13 / 4  # so near to its place a board is found nearly always
_FRAME: Final = 1.5 * FIELD_W / 13  # so far off are they who take the frame for the field
_NEAR_ENOUGH: Final = 4.0


@dataclass(frozen=True, slots=True)
class FoundBoard:
    """The field's corners in the picture (first to second = top row) and how sure they are, 0 to 1.

    ``partly``: a corner lies outside the picture.
    """

    corners_px: Corners
    confidence: float
    partly: bool = False

    @property
    def doubtful(self) -> bool:
        """Whether a person should look at the corners before relying on them."""
        return self.confidence < SURE


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
    """The likeliest board in a picture, however doubtful it is; of several the larger, more central one.

    Where the first guess is not sure, others are tried: the one under which bar, corners and columns fit best is taken.
    """
    best = FoundBoard(_whole(image_bgr), 0.0)
    for guess in guesses(image_bgr):
        found = FoundBoard(guess.corners_px, _likely(guess.evidence), _is_cut(guess.corners_px, image_bgr))
        if found.confidence > best.confidence:
            best = found
        if not best.doubtful:
            break
    return best


@dataclass(frozen=True, slots=True)
class Guess:
    """Where the field may be, and what speaks for it: as the finder saw it (four values of 0 to 1) and as it fits."""

    corners_px: Corners
    evidence: tuple[float, ...]


def guesses(image_bgr: Image) -> Iterator[Guess]:
    """Where the field may be, the likeliest place first; each with its rows either way."""
    small, into_small = _shrunk(image_bgr)
    window, into_window = _letterboxed(small)
    for sight in _sights(_maps(window))[:_MOST_GUESSES]:
        closer = _looked_closer(small, transformed(sight.ring, inverse(into_window)))
        if closer is None:
            continue
        corners, last = closer
        for ring in (corners, np.roll(corners, 1, axis=0)):
            found = refined_corners(image_bgr, _rows_from_above(transformed(ring, inverse(into_small))))
            fit = Fit.of(seen_field(image_bgr, view_from_picture(found))[1])
            yield Guess(found, (last.corners, last.corner, last.overlap, last.cross, *fit.values))


def _looked_closer(small: Image, corners: Points) -> tuple[Points, _Sight] | None:
    """The board seen rectified by guessed corners, and by those seen then; None where none is seen there."""
    seen = None
    for _ in range(_MOST_CLOSER_LOOKS):
        window, into_window = _rectified(small, corners)
        sights = _sights(_maps(window))
        if not sights:
            return None
        seen = sights[0]
        corners = transformed(seen.ring, inverse(into_window))
        if _off(seen.ring) < _WELL_PLACED:
            break
    return (corners, seen) if seen is not None else None


def corrected_corners(image_bgr: Image, corners_px: Corners) -> Corners:
    """Corners as a person pointed at them, unless the picture shows the field's corners elsewhere nearby.

    What is off by less than a tenth of a point's width stays: a finger is no less exact than that.  A board found
    farther off than boards are found exactly, yet within a point and a half, takes their place where bar and columns
    fit it better: some point at the frame.
    """
    refined = refined_corners(image_bgr, corners_px)
    best = refined if _apart(refined, corners_px) > _FINGER else corners_px
    found = _as_given(find_board(image_bgr).corners_px, corners_px)
    if _EXACTLY < _apart(found, corners_px) < _FRAME and _odds(image_bgr, found) > _odds(image_bgr, best):
        return found
    return best


def _as_given(found: Corners, given: Corners) -> Corners:
    """Found corners in the order in which they were given."""
    first, second, third, fourth = found
    turns = (found, (second, third, fourth, first), (third, fourth, first, second), (fourth, first, second, third))
    return min(turns, key=lambda ring: _apart(ring, given))


def _apart(corners_px: Corners, given: Corners) -> float:
    """How far off the farthest corner is, in pixels of the view."""
    off = transformed(corners_px, view_from_picture(given)) - field_corners_view()
    return float(np.hypot(*off.T).max())


def _odds(image_bgr: Image, corners_px: Corners) -> float:
    """By how much bar, corners and columns speak for a guess, as logarithms of odds up to a constant."""
    fit = Fit.of(seen_field(image_bgr, view_from_picture(corners_px))[1])
    return float(np.dot(_WEIGHTS[4:-1], fit.values))


def refined_corners(image_bgr: Image, corners_px: Corners) -> Corners:
    """Corners given by a person or found before, moved to the field's corners where those are clearly seen.

    Each is moved by half a point's width at most; one that would have to move farther, or whose place
    shows no clear corner, stays as given.
    """
    given, refined = np.array(corners_px, dtype=np.float64), corners_px
    for _ in range(_MOST_CLOSER_LOOKS):
        homography = view_from_picture(refined)
        corner = np.ascontiguousarray(seen_field(image_bgr, homography)[1].corner)
        before = transformed(given, homography)
        wanted = [_clear_peak(corner, here, was) for here, was in zip(field_corners_view(), before, strict=True)]
        moved = transformed([p or (0.0, 0.0) for p in wanted], inverse(homography))
        first, second, third, fourth = (
            (float(new[0]), float(new[1])) if peak else old
            for old, new, peak in zip(refined, moved, wanted, strict=True)
        )
        refined = first, second, third, fourth
        shifts = [math.dist(p, here) for p, here in zip(wanted, field_corners_view(), strict=True) if p]
        if max(shifts, default=0.0) < _NEAR_ENOUGH:
            break
    return refined


def _clear_peak(corner: Map, here: Points, was: Points) -> Pixel | None:
    """The one clear corner near a place in the view and near where it was given, None without or with several."""
    near = [p for p in peaks(corner, _CLEAR_PEAK) if math.dist((p.x, p.y), here) < _HALF_POINT]
    if len(near) != 1 or math.dist((near[0].x, near[0].y), was) > _HALF_POINT:
        return None
    return near[0].x, near[0].y


@dataclass(frozen=True, slots=True, eq=False)
class _Sight:
    """A board in the finder's window: ``ring`` (4, 2) clockwise, a row first, and what speaks for it, each 0 to 1."""

    ring: Points
    corners: float  # how clearly its corners are seen, on the mean
    corner: float  # and the least clear of them
    overlap: float  # of the ring with the map of the field
    cross: float  # of its middle lines with bar and middle

    @property
    def worth(self) -> float:
        return self.corners + self.overlap + self.cross


def _shrunk(image_bgr: Image) -> tuple[Image, Points]:
    """The picture with its longer side shortened to 640 pixels, and the homography that leads there."""
    height, width = image_bgr.shape[:2]
    scale = min(1.0, _LONGER_SIDE / max(height, width))
    wh = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(image_bgr, wh, interpolation=cv2.INTER_AREA) if scale < 1 else image_bgr
    return np.asarray(small, dtype=np.uint8), _scaled_by(wh[0] / width, wh[1] / height)


def _letterboxed(small: Image) -> tuple[Image, Points]:
    """The picture in the middle of the finder's window, grey round it, and the homography that leads there."""
    height, width = small.shape[:2]
    scale = _CONTENT * min(FINDER_WH[0] / width, FINDER_WH[1] / height)
    wh = max(1, round(width * scale)), max(1, round(height * scale))
    left, top = (FINDER_WH[0] - wh[0]) // 2, (FINDER_WH[1] - wh[1]) // 2
    window = np.full((FINDER_WH[1], FINDER_WH[0], 3), _GREY, dtype=np.uint8)
    window[top : top + wh[1], left : left + wh[0]] = cv2.resize(small, wh, interpolation=cv2.INTER_AREA)
    return window, _moved_by((left, top)) @ _scaled_by(wh[0] / width, wh[1] / height)


def _rectified(small: Image, corners: Points) -> tuple[Image, Points]:
    """The board rectified into the finder's window, and the homography that leads there."""
    homography = cv2.getPerspectiveTransform(corners.astype(np.float32), np.array(SECOND_LOOK, dtype=np.float32))
    window = cv2.warpPerspective(small, homography, FINDER_WH, flags=cv2.INTER_LINEAR, borderValue=_GREY)
    return np.asarray(window, dtype=np.uint8), np.asarray(homography, dtype=np.float64)


def _scaled_by(fx: float, fy: float) -> Points:
    """The homography of a picture made smaller, whose pixels are counted from the middle of the first one."""
    return np.array([[fx, 0, 0.5 * fx - 0.5], [0, fy, 0.5 * fy - 0.5], [0, 0, 1.0]])


def _moved_by(shift: tuple[float, float]) -> Points:
    return np.array([[1.0, 0, shift[0]], [0, 1.0, shift[1]], [0, 0, 1.0]])


def _maps(window: Image) -> npt.NDArray[np.float32]:
    """Field, bar, middle and corners as the net sees them, shape (4, 60, 80)."""
    return np.asarray(1.0 / (1.0 + np.exp(-net.run("finder", window[None])[0])), dtype=np.float32)


def _sights(maps: npt.NDArray[np.float32]) -> list[_Sight]:
    """The boards that the maps show, the best first, each but once."""
    field = _pointed_at(maps[0])
    if field is None:
        return []
    places, scores = _candidates(maps[3], field)
    fours = _rings(places, scores, float(field.sum()) * STRIDE**2)
    sights = [_weighed(places[four], scores[four], field, maps) for four in fours]
    kept: list[_Sight] = []
    for sight in sorted(sights, key=lambda sight: -sight.worth):
        if all(float(np.hypot(*(sight.ring - other.ring).T).max()) > _SAME_GUESS for other in kept):
            kept.append(sight)
    return kept


def _weighed(
    ring: Points, scores: npt.NDArray[np.float64], field: npt.NDArray[np.bool_], maps: npt.NDArray[np.float32]
) -> _Sight:
    upright, lying = _crosses(ring, maps[1], maps[2])
    return _Sight(
        np.roll(ring, 1, axis=0) if lying > upright else ring,
        float(scores.mean()),
        float(scores.min()),
        _overlap(ring, field),
        max(upright, lying),
    )


def _pointed_at(field: Map) -> npt.NDArray[np.bool_] | None:
    """The cells of one board: of several boards the larger, more central one."""
    count, labels, stats, middles = cv2.connectedComponentsWithStats((field > 0.5).astype(np.uint8))
    if count < 2:
        return None
    centre = np.array([field.shape[1] - 1, field.shape[0] - 1]) / 2
    aside = np.hypot(*((middles[1:] - centre) / centre).T)
    worth = stats[1:, cv2.CC_STAT_AREA] * (1.5 - np.minimum(aside, 1.0))
    best = int(np.argmax(worth)) + 1
    if stats[best, cv2.CC_STAT_AREA] < _LEAST_FIELD:
        return None
    return np.asarray(labels == best, dtype=np.bool_)


def _candidates(corner: Map, field: npt.NDArray[np.bool_]) -> tuple[Points, npt.NDArray[np.float64]]:
    """Places (n, 2) where a corner may be, and their scores: peaks near the field, and where its sides would meet."""
    cells = field.astype(np.uint8)
    near = cv2.dilate(cells, np.ones((9, 9), np.uint8))
    found = [p for p in peaks(np.ascontiguousarray(corner), _LEAST_PEAK) if near[p.row, p.column]][:_MOST_PEAKS]
    places = [(p.x, p.y) for p in found]
    scores = [p.score for p in found]
    outlines, _ = cv2.findContours(cells, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    hull = cv2.convexHull(max(outlines, key=len))
    if len(hull) >= 4:
        sides = cv2.approxPolyN(hull, 4, ensure_convex=True).reshape(-1, 2)
        for x, y in (sides + 0.5) * STRIDE - 0.5:
            if all(math.dist((x, y), place) > 3 * STRIDE for place in places):
                places.append((float(x), float(y)))
                scores.append(0.0)
    return np.array(places).reshape(-1, 2), np.array(scores)


def _rings(places: Points, scores: npt.NDArray[np.float64], area: float) -> list[npt.NDArray[np.intp]]:
    """Fours of places that may be a field's corners, clockwise: convex, about as large as the field."""
    if len(places) < 4:
        return []
    fours = np.array(list(combinations(range(len(places)), 4)))
    spokes = places[fours] - places[fours].mean(axis=1, keepdims=True)
    order = np.argsort(np.arctan2(spokes[..., 1], spokes[..., 0]), axis=1)
    fours = np.take_along_axis(fours, order, axis=1)
    sides = np.roll(places[fours], -1, axis=1) - places[fours]
    after = np.roll(sides, -1, axis=1)
    bends = sides[..., 0] * after[..., 1] - sides[..., 1] * after[..., 0]
    covered = np.maximum(np.abs(bends).sum(axis=1) / 4, 1.0)  # of a quadrilateral each half is counted twice
    unlike = np.abs(np.log(covered / area))
    fit = np.where((bends > 0).all(axis=1) & (unlike < 0.5), scores[fours].mean(axis=1) - unlike, -np.inf)
    best = np.argsort(-fit)[:24]
    return [fours[k] for k in best if np.isfinite(fit[k])]


def _overlap(ring: Points, field: npt.NDArray[np.bool_]) -> float:
    """Overlap (intersection over union) of the four corners' polygon with the cells of the field."""
    polygon = np.zeros(field.shape, dtype=np.uint8)
    cells = (ring + 0.5) / STRIDE - 0.5
    cv2.fillConvexPoly(polygon, np.round(cells * 16).astype(np.int32), 1, cv2.LINE_8, 4)
    inside = polygon > 0
    return float((inside & field).sum() / (inside | field).sum())


def _crosses(ring: Points, bar: Map, middle: Map) -> tuple[float, float]:
    """How well bar and middle fit a board whose first side is a row, and one whose second side is, 0 to 1."""
    onto = cv2.getPerspectiveTransform(_SQUARE, ring.astype(np.float32))
    cells = (transformed(_MIDDLE_LINES, np.asarray(onto, dtype=np.float64)) + 0.5) / STRIDE - 0.5
    columns, rows = np.clip(np.round(cells).astype(int), 0, (bar.shape[1] - 1, bar.shape[0] - 1)).T
    (bar_down, bar_across), (middle_down, middle_across) = (
        heat[rows, columns].reshape(2, -1).mean(axis=1) for heat in (bar, middle)
    )
    return float(bar_down + middle_across) / 2, float(bar_across + middle_down) / 2


def _likely(evidence: Sequence[float]) -> float:
    """The chance that all corners lie within half a point's width of the field's."""
    odds = float(np.dot(_WEIGHTS[:-1], evidence)) + _WEIGHTS[-1]
    return 1.0 / (1.0 + math.exp(-min(max(odds, -30.0), 30.0)))


def _off(ring: Points) -> float:
    """How far the farthest corner of a board in the rectified window lies from where the last look put it."""
    turns = (np.roll(ring, k, axis=0) - np.array(SECOND_LOOK) for k in range(4))
    return min(float(np.hypot(*turn.T).max()) for turn in turns)


def _is_cut(corners_px: Corners, image_bgr: Image) -> bool:
    height, width = image_bgr.shape[:2]
    slack = _CUT * max(height, width)
    return any(not (-slack < x < width + slack and -slack < y < height + slack) for x, y in corners_px)


def _whole(image_bgr: Image) -> Corners:
    right, bottom = image_bgr.shape[1] - 1.0, image_bgr.shape[0] - 1.0
    return (0.0, 0.0), (right, 0.0), (right, bottom), (0.0, bottom)


def _rows_from_above(ring: Points) -> Corners:
    """The ring begun at the row farther up in the picture; where the rows stand upright, at the left one."""
    down = ring[2:].mean(axis=0) - ring[:2].mean(axis=0)
    backwards = down[1] < 0 if abs(down[1]) >= abs(down[0]) else down[0] < 0
    if backwards:
        ring = np.roll(ring, 2, axis=0)
    first, second, third, fourth = ((float(x), float(y)) for x, y in ring)
    return first, second, third, fourth
