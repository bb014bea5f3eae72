"""The canonical view: every spot of every board lies at the same pixels."""

from __future__ import annotations

import numpy as np
import pytest

from vision.board import BoardGeometry
from vision.view import FIELD_XYXY, PITCH, VIEW_WH, View, field_x, field_y, leaning, view_y

SQUARE = ((100.0, 100.0), (1000.0, 120.0), (1060.0, 800.0), (60.0, 780.0))


@pytest.mark.parametrize("bar", [0.0, 0.05, 0.15])
@pytest.mark.parametrize("depth", [3.6, 5.5, 7.5])
def test_places_go_into_the_picture_and_back(bar: float, depth: float) -> None:
    view = View(SQUARE, BoardGeometry(bar, depth=depth))
    there = np.array([(0.0, 0.0), (48.0, 32.0), (256.0, 208.0), (300.0, 90.0), (511.0, 415.0)])
    assert np.allclose(view.from_picture(view.in_picture(there)), there, atol=1e-6)


@pytest.mark.parametrize("bar", [0.03, 0.15])
def test_points_and_bar_are_32_pixels_wide_on_every_board(bar: float) -> None:
    board = BoardGeometry(bar)
    assert field_x(FIELD_XYXY[0] - 0.5, board) == pytest.approx(0)
    assert field_x(FIELD_XYXY[0] + 6 * PITCH - 0.5, board) == pytest.approx((1 - bar) / 2)
    assert field_x(FIELD_XYXY[0] + 7 * PITCH - 0.5, board) == pytest.approx((1 + bar) / 2)


@pytest.mark.parametrize("depth", [3.6, 4.1, 5.5, 7.0])
def test_a_checker_is_as_long_as_it_is_wide_at_either_edge(depth: float) -> None:
    board = BoardGeometry(0.07, depth=depth)
    point = 1 / (2 * depth)
    assert view_y(point, board) - view_y(0.0, board) == pytest.approx(PITCH)
    assert view_y(1.0, board) - view_y(1 - point, board) == pytest.approx(PITCH)
    assert field_y(FIELD_XYXY[3] - 0.5, board) == pytest.approx(1)


def test_the_view_shows_what_the_picture_shows_there() -> None:
    height, width = 1600, 2200  # so big that it is halved first
    rows, columns = np.mgrid[0:height, 0:width]
    picture = np.dstack([columns * 255 / width, rows * 255 / height, 0 * rows]).astype(np.uint8)
    view = View(((200.0, 100.0), (2000.0, 140.0), (2100.0, 1500.0), (150.0, 1450.0)), BoardGeometry(0.1, depth=4.5))
    seen = view.seen(picture)
    assert seen.shape == (VIEW_WH[1], VIEW_WH[0], 3)
    for x, y in ((60, 40), (256, 200), (450, 370)):
        (there,) = view.in_picture([(x, y)])
        assert np.allclose(seen[y, x, :2], (there[0] * 255 / width, there[1] * 255 / height), atol=2)


def test_things_lean_away_from_the_camera() -> None:
    straight = leaning((0.0, 0.0, 0.0), BoardGeometry())
    assert straight.shape == (2, 104, 128)
    assert np.allclose(straight, 0, atol=1e-4)
    up = leaning((0.0, -0.5, 0.0), BoardGeometry())  # seen from below the picture: tops move up
    assert up[1].max() < 0
    assert np.allclose(up[0], 0, atol=1e-4)
