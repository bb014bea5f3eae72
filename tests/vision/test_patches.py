"""Patches cut out of pictures of a board that a camera sees from the side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.board import BoardGeometry
from vision.patches import cut, upright
from vision.rectify import Points, transformed
from vision.view import View

SIZE, PITCH = 64, 64.0
PICTURE_WH = (1280, 960)
WIDE, DEEP, BAR = 49.0, 42.0, 4.0  # centimetres; a point is 3.75 wide
BOARD = BoardGeometry(BAR / WIDE, depth=DEEP / 2 / ((WIDE - BAR) / 12))


def pictured(place_cm: Points) -> Points:
    """Where a camera that looks across a board from the left and above sees places (n, 3) of it."""
    turn = cv2.Rodrigues(np.array([0.6, -0.35, 0.2]))[0] @ np.diag([1.0, -1.0, -1.0])
    seen = place_cm @ turn.T + np.array([2.0, 1.0, 75.0])
    return np.asarray(seen[:, :2] / seen[:, 2:] * 1000 + (639.5, 479.5))


def seen_board() -> View:
    x, y = WIDE / 2, DEEP / 2
    corners = pictured(np.array([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)]))
    first, second, third, fourth = ((float(a), float(b)) for a, b in corners)
    return View((first, second, third, fourth), BOARD)


@pytest.mark.parametrize("place", [(-15.0, 10.0), (0.0, -12.0), (18.0, 3.0)])
def test_upright_edges_lead_upwards_in_a_patch(place: tuple[float, float]) -> None:
    view = seen_board()
    foot, top = pictured(np.array([(*place, 0), (*place, 1.2)]))
    patch = upright(view, foot, view.rising(PICTURE_WH), pitch=PITCH, size=SIZE)
    (x, y), (across, along) = transformed([foot, top], patch) - (SIZE - 1) / 2
    assert (x, y) == pytest.approx((0, 0), abs=1e-6)
    assert along < -3
    assert abs(across) < 0.25 * abs(along)


def test_a_point_is_as_wide_in_a_patch_as_asked_and_as_long_along_the_row() -> None:
    view, point = seen_board(), (WIDE - BAR) / 12
    ends = pictured(np.array([(-15, 10, 0), (-15 + point, 10, 0), (-15, 10 + point, 0)]))
    patch = upright(view, ends[0], view.rising(PICTURE_WH), pitch=PITCH, size=SIZE)
    middle, across, along = transformed(ends, patch)
    assert np.linalg.norm(across - middle) == pytest.approx(PITCH, rel=0.01)
    assert np.linalg.norm(along - middle) == pytest.approx(PITCH, rel=0.01)


def test_a_patch_shows_the_place_it_was_cut_for_in_its_middle() -> None:
    view = seen_board()
    picture = np.zeros((PICTURE_WH[1], PICTURE_WH[0], 3), dtype=np.uint8)
    picture[500:503, 400:403] = 255
    patch = cut(picture, upright(view, (401.0, 501.0), view.rising(PICTURE_WH), pitch=PITCH, size=SIZE), SIZE)[..., 0]
    rows, columns = np.nonzero(patch > 60)
    assert (columns.mean(), rows.mean()) == pytest.approx(((SIZE - 1) / 2, (SIZE - 1) / 2), abs=0.5)
