"""How things that stand up from the board are displaced in the view."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
import pytest

from vision.board import BoardGeometry
from vision.view import FIELD_XYXY, THICKNESS, View, aspect, bar_of

Values = npt.NDArray[np.float64]
WIDE, HIGH = 1280, 960
BOARD = BoardGeometry()
FIELD_W = FIELD_XYXY[2] - FIELD_XYXY[0]
CHECKER = THICKNESS * FIELD_W * (1 - bar_of(BOARD)) / 12


def camera(tilt_deg: float, turn_deg: float, focal: float) -> tuple[Values, Values, Values]:
    """Looks at the middle of a field of the usual proportions: matrix, rotation, translation."""
    tilt, turn = np.radians([180 - tilt_deg, turn_deg])
    about_x = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    matrix = np.array([[focal, 0, (WIDE - 1) / 2], [0, focal, (HIGH - 1) / 2], [0, 0, 1]])
    return matrix, about_x @ about_z, np.array([0.0, 0.0, 1.4 * FIELD_W * focal / WIDE / 0.8])


def pictured(points: Values, seen_by: tuple[Values, Values, Values]) -> Values:
    matrix, turn, away = seen_by
    pixels = (points @ turn.T + away) @ matrix.T
    return pixels[:, :2] / pixels[:, 2:]


def board(view_xy: Values, height: float) -> Values:
    """Places of the view as points in space: the field's middle is the origin, up is the third axis."""
    x0, y0, x1, y1 = FIELD_XYXY
    shift = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    flat = (view_xy - shift) * (1, -aspect(BOARD) * FIELD_W / (y1 - y0))
    return np.column_stack([flat, np.full(len(flat), height)])


PLACES = np.array([[70.0, 50.0], [256.0, 208.0], [440.0, 60.0], [90.0, 350.0], [430.0, 370.0]])
RING = np.array([(FIELD_XYXY[i], FIELD_XYXY[j]) for i, j in ((0, 1), (2, 1), (2, 3), (0, 3))])


def seen(seen_by: tuple[Values, Values, Values]) -> View:
    first, second, third, fourth = ((float(x), float(y)) for x, y in pictured(board(RING, 0.0), seen_by))
    return View((first, second, third, fourth), BOARD)


@pytest.mark.parametrize("tilt", [0.0, 12.0, 40.0])
@pytest.mark.parametrize("turn", [0.0, 90.0, 183.0])
@pytest.mark.parametrize(("focal", "error"), [(0.65, 0.25), (0.8, 0.06), (0.96, 0.25)])
def test_the_top_of_a_checker_leans_away_from_the_camera_as_far_as_it_is_high(
    tilt: float, turn: float, focal: float, error: float
) -> None:
    seen_by = camera(tilt, turn, focal * WIDE)
    # Straight from above nothing tells the focal length: then the usual one is supposed.
    view = seen(seen_by)
    feet, tops = (view.from_picture(pictured(board(PLACES, height), seen_by)) for height in (0.0, CHECKER))
    maps = view.leaning((WIDE, HIGH))
    said = np.array([maps[:, round(y) // 4, round(x) // 4] for x, y in feet])
    true = tops - feet
    assert np.abs(said - true).max() < 0.12 + error * np.abs(true).max()


def test_straight_from_above_tops_lean_outwards_from_the_middle() -> None:
    across, along = seen(camera(0.0, 0.0, 0.8 * WIDE)).leaning((WIDE, HIGH))
    assert across.shape == (104, 128)
    assert across[52, 10] < -0.5 < 0.5 < across[52, 118]
    assert along[8, 64] < -0.5 < 0.5 < along[96, 64]
    assert abs(float(across[52, 64])) < 0.1 > abs(float(along[52, 64]))
