"""Pictures in which something is wrong, made from those of the bundled clips."""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt

from companion.games.draughts.squares import named
from vision.draughts.calibration import calibrate
from vision.draughts.numbering import place_of
from vision.draughts.squares import picture_from_board
from vision.observation import Corners
from vision.rectify import Image, Points, inverse

Mask = npt.NDArray[np.uint8]
_PX = 80
"""Pixels of a square in the rectified board."""


def without(start: Image, *squares: str) -> Image:
    """A picture of the start position from which the men on these dark squares were taken."""
    known = calibrate(start)
    onto = picture_from_board(known.corners_px) @ np.diag([1 / _PX, 1 / _PX, 1.0])
    board = np.asarray(cv2.warpPerspective(start, inverse(onto), (8 * _PX, 8 * _PX)), dtype=np.uint8)
    bare: Image = board[_cut(*place_of(named("d4"), known.turns))]
    mask: Mask = np.zeros(board.shape[:2], np.uint8)
    for name in squares:
        here = _cut(*place_of(named(name), known.turns))
        board[here], mask[here] = bare, 255
    return _pasted(start, board, mask, onto)


def turned_over(picture: Image, corners_px: Corners, other: Image, other_corners_px: Corners) -> Image:
    """The picture of a board in whose place lies another one, as when a box with two boards is turned over."""
    here, there = (np.asarray(corners, np.float32) for corners in (corners_px, other_corners_px))
    onto = np.asarray(cv2.getPerspectiveTransform(there, here), dtype=np.float64)
    mask: Mask = np.zeros(other.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, _wider(there, 1.1), 255)
    return _pasted(picture, other, mask, onto)


def ten_by_ten() -> Image:
    """A picture of a board of ten by ten squares with its twenty men a side."""
    rows, columns = np.indices((10, 10))
    dark = (rows + columns) % 2 == 1
    board = np.kron(np.where(dark, 70, 190), np.ones((_PX, _PX))).astype(np.uint8)
    for row, column in zip(*np.nonzero(dark & (np.abs(rows - 4.5) > 1)), strict=True):
        middle = int((column + 0.5) * _PX), int((row + 0.5) * _PX)
        cv2.circle(board, middle, int(_PX * 0.38), 30 if row < 5 else 235, -1, cv2.LINE_AA)
    framed = cv2.copyMakeBorder(board, 90, 90, 90, 90, cv2.BORDER_CONSTANT, value=110)
    return np.asarray(cv2.cvtColor(framed, cv2.COLOR_GRAY2BGR), dtype=np.uint8)


def _cut(row: int, column: int) -> tuple[slice, slice]:
    return slice(row * _PX, (row + 1) * _PX), slice(column * _PX, (column + 1) * _PX)


def _wider(ring: npt.NDArray[np.float32], by: float) -> npt.NDArray[np.int32]:
    middle = ring.mean(axis=0)
    return np.asarray(np.round(middle + (ring - middle) * by), dtype=np.int32)


def _pasted(picture: Image, piece: Image, mask: Mask, onto: Points) -> Image:
    size = picture.shape[1], picture.shape[0]
    laid = cv2.warpPerspective(piece, onto, size)
    share = cv2.GaussianBlur(cv2.warpPerspective(mask, onto, size), (0, 0), 1.0)[..., None] / 255
    return np.asarray(laid * share + picture * (1 - share), dtype=np.uint8)
