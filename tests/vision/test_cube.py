"""Doubling cubes drawn on a plain board, found with maps made by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import cv2
import numpy as np
import pytest

from vision.board import BoardGeometry
from vision.cube import VALUES, read_cube, wide_view
from vision.fieldmaps import STRIDE, FieldMaps
from vision.observation import CubePlace, SeenCube
from vision.rectify import FIELD_XYXY, VIEW_WH, Image, Points, transformed, view_from_picture

FINER = 2  # pixels of the picture for one of the view
HOMOGRAPHY: Points = np.diag([1 / FINER, 1 / FINER, 1.0])
BOARD = BoardGeometry(bar_fraction=0.08)
MIDDLE = (255.5, 207.5)
LIGHTS_SIDE = (255.5, FIELD_XYXY[3] - 20.5)
ON_FIELD = (151.5, 207.5)


def board_with_cube(view_xy: tuple[float, float], text: str, turn_deg: float, *, dark: bool = False) -> Image:
    """A plain board and on it a cube of 20 pixels of the view, seen from straight above."""
    picture = np.full((VIEW_WH[1] * FINER, VIEW_WH[0] * FINER, 3), (60, 100, 120), dtype=np.uint8)
    body, ink = ((40, 35, 90), (225, 230, 235)) if dark else ((225, 235, 240), (25, 20, 20))
    size, side = 96, 80
    face = np.zeros((size, size, 3), dtype=np.uint8)
    face[:] = picture[0, 0]
    cv2.rectangle(face, (8, 8), (8 + side, 8 + side), body, -1)
    scale = 1.9 if len(text) == 1 else 1.45
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 4)
    at = ((size - wide) // 2, (size + high) // 2)
    cv2.putText(face, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, 4, cv2.LINE_AA)
    small = 20.0 * FINER / side
    turn = np.asarray(cv2.getRotationMatrix2D(((size - 1) / 2, (size - 1) / 2), turn_deg, small), dtype=np.float64)
    turn[:, 2] += np.array(view_xy) * FINER - (size - 1) / 2
    cv2.warpAffine(
        cv2.GaussianBlur(face, (0, 0), 1.2), turn, picture.shape[1::-1], picture, borderMode=cv2.BORDER_TRANSPARENT
    )
    return picture


TABLE = 60  # pixels of the view that a picture shows round it


def table_with_cube(view_xy: tuple[float, float], text: str, *, cut_px: int = 0) -> tuple[Image, Points]:
    """A plain table with a board in its middle and a cube somewhere, and the homography to the view.

    ``cut_px``: so much of the picture is missing at its lower edge.
    """
    homography = HOMOGRAPHY.copy()
    homography[:2, 2] = -TABLE
    size = ((VIEW_WH[0] + 2 * TABLE) * FINER, (VIEW_WH[1] + 2 * TABLE) * FINER)
    picture = np.full((size[1], size[0], 3), (60, 90, 110), dtype=np.uint8)
    (x0, y0), (x1, y1) = ((int((v + TABLE) * FINER) for v in FIELD_XYXY[k : k + 2]) for k in (0, 2))
    cv2.rectangle(picture, (x0 - 30, y0 - 30), (x1 + 30, y1 + 30), (20, 40, 60), -1)
    cv2.rectangle(picture, (x0, y0), (x1, y1), (60, 110, 60), -1)
    board = board_with_cube((50, 50), text, 0)[60:140, 60:140]
    cube = board[18:62, 18:62]
    x, y = (int((v + TABLE) * FINER) - 22 for v in view_xy)
    picture[y : y + 44, x : x + 44] = cube
    return np.ascontiguousarray(picture[: size[1] - cut_px]), homography


def maps(view_xy: tuple[float, float] | None, height: float = 0.95) -> FieldMaps:
    grid = np.zeros((VIEW_WH[1] // STRIDE, VIEW_WH[0] // STRIDE), dtype=np.float32)
    if view_xy is not None:
        grid[int((view_xy[1] + 0.5) / STRIDE), int((view_xy[0] + 0.5) / STRIDE)] = height
    return cast(FieldMaps, SimpleNamespace(cube=grid))


def seen(view_xy: tuple[float, float], text: str, turn_deg: float, *, dark: bool = False) -> SeenCube:
    cube = read_cube(board_with_cube(view_xy, text, turn_deg, dark=dark), HOMOGRAPHY, maps(view_xy), BOARD, ())
    assert cube is not None
    return cube


@pytest.mark.slow
def test_numbers_are_read_whichever_way_the_cube_is_turned() -> None:
    cases = [(v, turn, dark) for v in VALUES for turn in (0, 90, 135, 180, 250) for dark in (False, True)]
    wrong = [(v, turn, dark) for v, turn, dark in cases if seen(MIDDLE, str(v), turn, dark=dark).value != v]
    assert len(wrong) <= 3, wrong  # of sixty; the print is one that no cube bears


def test_the_numbers_likelihoods_sum_to_one_and_favour_the_number_read() -> None:
    cube = seen(MIDDLE, "32", 15)
    assert cube.likelihoods is not None
    assert sum(cube.likelihoods) == pytest.approx(1.0, abs=1e-4)
    assert VALUES[int(np.argmax(cube.likelihoods))] == cube.value


def test_a_face_without_a_number_is_not_guessed_at() -> None:
    assert seen(MIDDLE, " ", 20).value is None


@pytest.mark.parametrize(
    ("place_px", "place"),
    [(MIDDLE, CubePlace.MIDDLE), (LIGHTS_SIDE, CubePlace.LIGHT), (ON_FIELD, CubePlace.OFFERED)],
)
def test_the_number_does_not_change_whose_the_cube_is(place_px: tuple[float, float], place: CubePlace) -> None:
    cube = seen(place_px, "8", 0)
    assert (cube.place, cube.value) == (place, 8)


def test_without_a_cube_none_is_read() -> None:
    assert read_cube(board_with_cube(MIDDLE, "2", 0), HOMOGRAPHY, maps(None), BOARD, ()) is None


@pytest.mark.parametrize(
    "place", [(250.0, -22.0), (-20.0, 200.0), (VIEW_WH[0] + 18.0, 230.0), (200.0, VIEW_WH[1] + 16)]
)
def test_a_cube_on_the_table_beside_the_board_is_read(place: tuple[float, float]) -> None:
    picture, homography = table_with_cube(place, "8")
    cube = read_cube(picture, homography, maps(None), BOARD, ())
    assert cube is not None
    assert cube.value == 8
    assert np.hypot(*(transformed([cube.center_px], homography)[0] - place)) < 4


def test_a_cube_that_the_edge_of_the_picture_cuts_is_read_by_what_is_left() -> None:
    picture, homography = table_with_cube((200.0, VIEW_WH[1] + 16.0), "4", cut_px=2 * TABLE - 2 * 16 - 12)
    cube = read_cube(picture, homography, maps(None), BOARD, ())
    assert cube is not None
    assert cube.value == 4


def test_a_bare_table_beside_the_board_shows_no_cube() -> None:
    picture, homography = table_with_cube(ON_FIELD, " ")
    assert read_cube(picture, homography, maps(None), BOARD, ()) is None


def test_of_two_faces_of_a_cube_the_map_tells_the_upper_one() -> None:
    picture = board_with_cube(MIDDLE, "16", 0)
    beneath = (MIDDLE[0], MIDDLE[1] + 20)
    other = board_with_cube(beneath, "2", 0)
    picture[int(beneath[1] * FINER) - 18 :] = other[int(beneath[1] * FINER) - 18 :]
    seen_maps = maps(MIDDLE, height=0.7)
    seen_maps.cube[:] = np.maximum(seen_maps.cube, maps(beneath, height=0.3).cube)
    cube = read_cube(picture, HOMOGRAPHY, seen_maps, BOARD, ())
    assert cube is not None
    assert cube.value == 16


@pytest.mark.parametrize("value", VALUES)
def test_the_upper_face_is_read_where_the_map_shows_the_edge_below_it(value: int) -> None:
    picture, edge = board_with_cube(MIDDLE, str(value), 0), (MIDDLE[0], MIDDLE[1] + 11)
    cube = read_cube(picture, HOMOGRAPHY, maps(edge), BOARD, ())
    assert cube is not None
    assert cube.value == value


@pytest.mark.parametrize("quarter", range(4))
def test_up_in_the_picture_is_up_in_the_wide_view_from_whichever_side_the_board_is_seen(quarter: int) -> None:
    corners = [(300.0, 300.0), (900.0, 280.0), (950.0, 800.0), (250.0, 790.0)]
    wide_from_picture, (width, height) = wide_view(view_from_picture(corners[quarter:] + corners[:quarter]))
    lower, upper, right = transformed([(600, 600), (600, 400), (750, 600)], wide_from_picture)
    assert lower[1] - upper[1] > abs(lower[0] - upper[0])
    assert right[0] > lower[0]
    ends = transformed(corners, wide_from_picture)
    assert ends.min() > 0
    assert (ends < (width, height)).all()
