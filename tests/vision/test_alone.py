"""The bar and the proportion of a board are read off a single picture of it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tests.vision import clip
from vision.alone import Alone, depth_of, likeliest
from vision.board import BoardGeometry
from vision.view import View

BAR = 0.095
"""Of the clip's board, measured in its pictures."""


def seen(board: BoardGeometry, number: int = 3) -> Alone:
    return Alone.of(clip.picture(number), View(clip.corners(), board))


@pytest.mark.parametrize("guess", [0.05, 0.07, 0.12])
def test_the_bar_is_as_wide_as_the_columns_lie_apart_whatever_was_guessed(guess: float) -> None:
    assert seen(BoardGeometry(guess)).bar_fraction(guess) == pytest.approx(BAR, abs=0.015)


def test_the_likeliest_board_has_that_bar() -> None:
    wide = likeliest(clip.picture(3), clip.corners(), lambda _: 0.0)
    assert wide.view.board.bar_fraction == pytest.approx(BAR, abs=0.015)


def test_a_picture_without_checkers_tells_no_bar() -> None:
    bare = Alone.of(0 * clip.picture(3), View(clip.corners(), BoardGeometry()))
    assert bare.bar_fraction(0.07) == 0.07


PICTURE_WH = (1280, 960)


def corners(depth: float, tilt_deg: float, bar: float = 0.07) -> tuple[tuple[float, float], ...]:
    """The field of a board, seen by a camera with a usual lens that leans so far from straight above."""
    across, along = 12 / (1 - bar) / 2, depth
    tilt, far = math.radians(tilt_deg), 24.0
    found = []
    for x, y in ((-across, along), (across, along), (across, -along), (-across, -along)):
        high, deep = y * math.cos(tilt), far + y * math.sin(tilt)
        found.append((639.5 + 1024 * x / deep, 479.5 - 1024 * high / deep))
    return tuple(found)


@pytest.mark.parametrize("depth", [4.1, 5.5, 6.4])
def test_from_above_the_corners_tell_how_deep_rows_are(depth: float) -> None:
    found, spread = depth_of(corners(depth, 5.0), BoardGeometry(0.07), PICTURE_WH)  # type: ignore[arg-type]
    assert math.exp(found) == pytest.approx(depth, rel=0.03)
    assert spread < 0.05


def test_from_the_side_they_leave_more_open_and_boards_are_mostly_usual() -> None:
    seen, spread = depth_of(corners(4.1, 55.0), BoardGeometry(0.07), PICTURE_WH)  # type: ignore[arg-type]
    assert 4.1 <= math.exp(seen) < 5.2
    assert spread > 0.05
    assert np.isfinite(seen)
