"""Finds the 64 squares of a draughts board in a picture."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.corners import SURE as _SURELY_POINTS
from vision.corners import FoundBoard, find_board
from vision.draughts.numbering import SPOTS, place_of
from vision.draughts.saddles import Floats, Lattice, lattices, saddles
from vision.errors import BoardNotFoundError, LargerBoardError
from vision.observation import Corners, Pixel, Spot
from vision.rectify import (
    Image,
    Points,
    as_corners,
    farthest,
    homography,
    inverse,
    lengths,
    picture_from_field,
    scaled,
    shrunk,
    transformed,
    turned,
)  # fmt: skip

_LONGER_SIDE: Final = 960
_STEP: Final = 16
"""Pixels a square has where the alternation of colours is looked at."""
_OFF: Final = 2
"""So many of these pixels off a place where squares meet their colours are looked at."""
_INNER: Final = 7
_BOARD: Final = np.array([(-1, -1), (7, -1), (7, 7), (-1, 7)], dtype=np.float64)
_GOOD: Final = 0.75
_ENOUGH: Final = 0.5
_SHARES: Final = (0.35, 0.12, 0.03)
"""How clear saddles are that a lattice is grown from, beside the clearest ones."""
_CLEAREST: Final = 20
LEAST_CONFIDENCE: Final = 0.58
SURE: Final = 0.68
_MET: Final = 20.0
"""So many of the 49 places where four squares meet are seen of a board on which men stand."""
_EXACTLY: Final = 0.25
"""Of a square: so near to the board that is found, corners as a person points at them give way."""
_NEAR: Final = 1.5
_RADIUS: Final = 0.3
"""Of a mark, in squares."""


def find_squares(image_bgr: Image) -> FoundBoard:
    """The likeliest 8x8 squares in a picture, however doubtful they are."""
    small, scale = _small(image_bgr)
    places, clear = saddles(small)
    best = FoundBoard(as_corners(_BOARD), 0.0, sure=SURE)
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB).astype(np.float32)
    for share in _SHARES:
        strong = places[clear >= share * float(np.median(clear[:_CLEAREST]))] if len(places) else places
        for lattice in lattices(strong):
            found = _placed(lab, lattice, places)
            if found is not None and found.confidence > best.confidence:
                best = found
            if best.confidence > _GOOD:
                break
        if best.confidence > _ENOUGH:
            break
    return replace(best, corners_px=as_corners(transformed(best.corners_px, inverse(scale))))


def find_corners(image_bgr: Image) -> Corners:
    """The corners of the 8x8 squares, clockwise, first to second the top row.

    Raises BoardNotFoundError, for a board of more squares LargerBoardError.
    """
    return surely_found(find_squares(image_bgr)).corners_px


def surely_found(found: FoundBoard) -> FoundBoard:
    """The squares themselves; raises BoardNotFoundError for likely none, LargerBoardError for a part of more."""
    if found.confidence < LEAST_CONFIDENCE:
        raise BoardNotFoundError(
            "no board of 8x8 squares was found in the picture: have the whole board in view, "
            "or give its corners (--corners)"
        )
    if found.larger:
        raise LargerBoardError(
            "the board has more than 8x8 squares, as one of ten by ten has: draughts is played on 8x8 here"
        )
    return found


def surely_squares(image_bgr: Image) -> FoundBoard:
    """The squares of a draughts board; raises BoardNotFoundError, saying what is seen instead."""
    found = find_squares(image_bgr)
    if found.confidence < LEAST_CONFIDENCE and find_board(image_bgr).confidence >= _SURELY_POINTS:
        raise BoardNotFoundError(
            "the picture shows a backgammon board, none of 8x8 squares: read it with --game backgammon"
        )
    return surely_found(found)


def given_squares(image_bgr: Image, corners_px: Corners) -> FoundBoard:
    """The squares at corners that a person pointed at, or clearly seen nearby, and how well their colours alternate."""
    there = _seen_near(image_bgr, corners_px)
    lab = cv2.cvtColor(image_bgr, cv2.COLOR_BGR2LAB).astype(np.float32)
    inner = np.indices((_INNER, _INNER)).reshape(2, -1).T + 1
    signed = _alternation(lab, picture_from_board(there), np.zeros(2, np.int64), (9, 9), inner)
    return FoundBoard(there, float(signed[1:8, 1:8].clip(0).mean()), sure=SURE)


def _seen_near(image_bgr: Image, corners_px: Corners) -> Corners:
    found = find_squares(image_bgr)
    ring = min(turned(found.corners_px), key=lambda way: farthest(way, corners_px))
    if found.confidence >= LEAST_CONFIDENCE and farthest(ring, corners_px) < _NEAR * lengths(corners_px).mean() / 8:
        return ring
    small, scale = _small(image_bgr)
    places, _ = saddles(small)
    refined = _fitted(homography(_BOARD, transformed(corners_px, scale)), places, np.zeros(2), _EXACTLY)
    return as_corners(transformed(_BOARD, inverse(scale) @ refined))


def picture_from_board(corners_px: Corners) -> Points:
    """Homography (3, 3) from places counted in squares, x to the right and y down in the view, to the picture."""
    return picture_from_field(corners_px) @ np.diag([1 / 8, 1 / 8, 1.0])


def square_places(corners_px: Corners, turns: int) -> dict[Spot, tuple[Pixel, float]]:
    """The middle of each square in the picture, and the radius of a mark on it in pixels."""
    at, places = picture_from_board(corners_px), {}
    for square in SPOTS:
        row, column = place_of(square, turns)
        (x, y), aside = transformed([(column + 0.5, row + 0.5), (column + 0.5 + _RADIUS, row + 0.5)], at)
        places[square] = (float(x), float(y)), math.dist((x, y), aside)
    return places


def _small(image_bgr: Image) -> tuple[Image, Points]:
    """The picture at the size at which squares are looked for, and the homography that leads there."""
    scale = min(1.0, _LONGER_SIDE / max(image_bgr.shape[:2]))
    wh = round(image_bgr.shape[1] * scale), round(image_bgr.shape[0] * scale)
    return shrunk(image_bgr, wh), scaled(scale, scale)


def from_above(ring: Points) -> Points:
    """A ring of corners in the order clockwise, the topmost side first."""
    area = float(np.cross(np.append(ring[1] - ring[0], 0), np.append(ring[2] - ring[1], 0))[2])
    clockwise = ring if area > 0 else ring[::-1]
    turns = [np.roll(clockwise, -k, axis=0) for k in range(4)]
    return min(turns, key=lambda turn: float(turn[0, 1] + turn[1, 1] - turn[2, 1] - turn[3, 1]))


def _placed(lab: Floats, lattice: Lattice, places: Points) -> FoundBoard | None:
    """Where on a lattice the eight by eight squares lie: where their colours alternate."""
    low, high = lattice.numbers.min(axis=0), lattice.numbers.max(axis=0)
    if (high - low).max() > 10:
        return None
    # Seven numbers beyond the lattice on each side are looked at, as far as the plane can be seen from there.
    start, (columns, rows) = low - _INNER, high - low + 1 + 2 * _INNER
    signed = _alternation(lab, lattice.homography, start, (int(columns), int(rows)), lattice.numbers)
    taken = np.zeros_like(signed)
    taken[lattice.numbers[:, 1] - start[1], lattice.numbers[:, 0] - start[0]] = 1
    signed_or_taken = 0.5 * np.clip(3 * (signed - 0.55), -0.5, 1) + 0.5 * taken
    totals = cv2.boxFilter(signed_or_taken, -1, (_INNER, _INNER), None, (0, 0), False, cv2.BORDER_CONSTANT)
    totals = totals[: 1 - _INNER, : 1 - _INNER]
    j, i = (int(k) for k in np.unravel_index(totals.argmax(), totals.shape))
    around = signed[j - 1 : j + 8, i - 1 : i + 8] if min(i, j) > 0 else signed[:0]
    sides = [around[:, 0], around[:, -1], around[0], around[-1]] if around.shape == (9, 9) else []
    larger = sum(float(np.median(side)) > 0.75 for side in sides) >= 2
    here = np.s_[j : j + _INNER, i : i + _INNER]
    confidence = float(signed[here].clip(0).mean()) * min(1.0, float(taken[here].sum()) / _MET)
    first = np.array([start[0] + i, start[1] + j], dtype=np.float64)
    refined = _fitted(lattice.homography, places, first, 0.15)
    ring = from_above(transformed(_BOARD + first, refined))
    return FoundBoard(as_corners(ring), confidence, larger=larger, sure=SURE)


def _fitted(homography: Points, places: Points, first: Points, within: float) -> Points:
    """The homography from lattice to picture, fitted to all saddles of one board within a part of a square."""
    grid = np.array([(x, y) for x in range(_INNER) for y in range(_INNER)]) + first
    there = transformed(grid, homography)
    step = np.hypot(*(transformed(grid + np.array([1, 0]), homography) - there).T)
    gaps = np.hypot(*(there[:, None] - places[None]).transpose(2, 0, 1)) if len(places) else np.full((49, 1), np.inf)
    near = gaps.min(axis=1) < within * step
    if near.sum() < 9:
        return homography
    fitted, _ = cv2.findHomography(grid[near], places[gaps.argmin(axis=1)[near]], cv2.RANSAC, 2.0)
    return np.asarray(fitted, dtype=np.float64) if fitted is not None else homography


def _alternation(
    lab: Floats, onto: Points, start: npt.NDArray[np.int64], count: tuple[int, int], known: npt.NDArray[np.int64]
) -> Floats:
    """For each number of a lattice (rows, columns) how well the colours round it alternate: 1 inside a board.

    ``onto``: from numbers to the picture.  ``count``: so many columns and rows of numbers, from ``start`` on.
    ``known``: numbers (n, 2) that are likely on the board; what their squares are like, the others are held against.
    """
    view_from_numbers = np.array(
        [[_STEP, 0, _OFF - start[0] * _STEP], [0, _STEP, _OFF - start[1] * _STEP], [0, 0, 1.0]]
    )
    homography, size = view_from_numbers @ inverse(onto), [(n - 1) * _STEP + 2 * _OFF + 1 for n in count]
    view = cv2.warpPerspective(lab, homography, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    inside = cv2.warpPerspective(np.ones(lab.shape[:2], np.float32), homography, size)
    beside = [np.s_[y::_STEP, x::_STEP] for y in (0, 2 * _OFF) for x in (0, 2 * _OFF)]
    colours = [cv2.blur(view, (3, 3))[place] for place in beside]
    sign = 1 - 2 * (np.indices(count[::-1]).sum(axis=0) % 2)
    four = (colours[0] - colours[1] - colours[2] + colours[3]) * sign[..., None]
    usual = np.median(four[known[:, 1] - start[1], known[:, 0] - start[0]], axis=0)
    strength = float((usual**2).sum())
    if strength < 1:
        return np.zeros(four.shape[:2], dtype=np.float32)
    signed = ((four * usual).sum(axis=2) / strength).clip(-0.5, 1)
    visible = np.minimum.reduce([inside[place] for place in beside]) > 0.9
    return np.asarray(np.where(visible, signed, 0), dtype=np.float32)
