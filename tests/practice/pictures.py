"""Any position as a picture: the stacks of the bundled clip's board, cut out and laid where they are wanted."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

import cv2
import numpy as np

from companion.games.backgammon import Position
from tests.vision import flat
from tests.vision.clip import FRAMES, calibration, corners, picture
from vision.rectify import Image, inverse

_Place = tuple[int, int]
"""Column from the left, 0 to 11, and row, 0 = top."""
_MIDDLE_Y: Final = (flat.TOP + flat.BOTTOM) // 2


def drawn(position: Position) -> Image:
    """The clip's board with this position on it, BGR; bar and dice are left out."""
    board = flat.flattened(picture(0), corners())
    for point, count in enumerate(position.points, start=1):
        column, row = _place(point)
        board[_rows(row), _columns(column)] = _stack(count, column, row)
    plain = picture(0)
    height, width = plain.shape[:2]
    back = inverse(flat.flat_from_picture(corners()))
    laid = cv2.warpPerspective(board, back, (width, height), flags=cv2.INTER_LINEAR)
    field = np.zeros(board.shape[:2], dtype=np.uint8)
    field[flat.TOP : flat.BOTTOM, flat.LEFT : flat.RIGHT] = 255
    inside = cv2.warpPerspective(field, back, (width, height), flags=cv2.INTER_NEAREST)
    return np.where(inside[..., None] > 0, laid, plain).astype(np.uint8)


@cache
def _stack(count: int, column: int, row: int) -> Image:
    """A stack of the clip, as near to this place as there is one; from the other row it is turned over."""
    found = [
        (
            bool(frame["dice"]),
            _left_of(frame, other, other_row),
            other_row != row,
            abs(other - column),
            number,
            other,
            other_row,
        )
        for number, frame in enumerate(FRAMES)
        if not frame["hand"]
        for point, there in enumerate(frame["points"], start=1)
        if there == count
        for other, other_row in [_place(point)]
    ]
    _, _, turned, _, number, other, other_row = min(found)
    cut = flat.flattened(picture(number), corners())[_rows(other_row), _columns(other)]
    cut = cut[::-1] if turned else cut
    wanted = _width(column)
    return np.asarray(cv2.resize(cut, (wanted, _MIDDLE_Y - flat.TOP)), dtype=np.uint8)


def _left_of(frame: Mapping[str, Any], column: int, row: int) -> int:
    """How many checkers throw their shadows on it."""
    return sum(abs(n) for point, n in enumerate(frame["points"], start=1) if _place(point) == (column - 1, row))


def _width(column: int) -> int:
    columns = _columns(column)
    return int(columns.stop - columns.start)


def _place(point: int) -> _Place:
    """Light's home is at the lower right in the clip."""
    return (12 - point, 1) if point <= 12 else (point - 13, 0)


def _columns(column: int) -> slice:
    return slice(*(round(edge) for edge in flat.column(calibration().geometry, column)))


def _rows(row: int) -> slice:
    return slice(_MIDDLE_Y, flat.BOTTOM) if row else slice(flat.TOP, _MIDDLE_Y)
