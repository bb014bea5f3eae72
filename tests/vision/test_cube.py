"""Doubling cubes drawn on a plain board, found with maps made by hand, and beside one."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from tests.vision.maps import FINER, maps, seen_from_above
from vision.board import BoardGeometry
from vision.cube import VALUES, cube_place, read_cube, round_the_board
from vision.observation import CubePlace, Orientation, SeenCube
from vision.rectify import Image
from vision.view import FIELD_XYXY, VIEW_WH, View

VIEW = seen_from_above()
MIDDLE = (255.5, 207.5)
LIGHTS_SIDE = (255.5, FIELD_XYXY[3] - 20.5)
ON_FIELD = (151.5, 207.5)
TABLE = 60  # pixels of the view that a picture may show round it


def draw_cube(picture: Image, at_px: tuple[float, float], text: str, turn_deg: float, *, dark: bool = False) -> None:
    """A cube of 20 pixels of the view, seen from straight above."""
    body, ink = ((40, 35, 90), (225, 230, 235)) if dark else ((225, 235, 240), (25, 20, 20))
    size, side = 96, 80
    face = np.zeros((size, size, 3), dtype=np.uint8)
    face[:] = picture[0, 0]
    cv2.rectangle(face, (8, 8), (8 + side, 8 + side), body, -1)
    scale = 1.9 if len(text) == 1 else 1.45
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, scale, 4)
    at = ((size - wide) // 2, (size + high) // 2)
    cv2.putText(face, text, at, cv2.FONT_HERSHEY_DUPLEX, scale, ink, 4, cv2.LINE_AA)
    middle, small = ((size - 1) / 2, (size - 1) / 2), 20.0 * FINER / side
    turn = np.asarray(cv2.getRotationMatrix2D(middle, turn_deg, small), dtype=np.float64)
    turn[:, 2] += np.array(at_px) - (size - 1) / 2
    soft = cv2.GaussianBlur(face, (0, 0), 1.2)
    cv2.warpAffine(soft, turn, picture.shape[1::-1], picture, borderMode=cv2.BORDER_TRANSPARENT)


def in_picture(view_xy: tuple[float, float], room: int = 0) -> tuple[float, float]:
    x, y = ((v + room + 0.5) * FINER - 0.5 for v in view_xy)
    return x, y


def board() -> Image:
    return np.full((VIEW_WH[1] * FINER, VIEW_WH[0] * FINER, 3), (60, 100, 120), dtype=np.uint8)


def seen(view_xy: tuple[float, float], text: str, turn_deg: float, *, dark: bool = False) -> SeenCube:
    picture = board()
    draw_cube(picture, in_picture(view_xy), text, turn_deg, dark=dark)
    cube = read_cube(picture, VIEW, maps(cube={view_xy: 0.9}))
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


@pytest.mark.parametrize(
    ("place_px", "place"),
    [(MIDDLE, CubePlace.MIDDLE), (LIGHTS_SIDE, CubePlace.LIGHT), (ON_FIELD, CubePlace.OFFERED)],
)
def test_the_number_does_not_change_whose_the_cube_is(place_px: tuple[float, float], place: CubePlace) -> None:
    cube = seen(place_px, "8", 0)
    assert (cube.place, cube.value) == (place, 8)


def test_without_a_cube_none_is_read() -> None:
    assert read_cube(board(), VIEW, maps()) is None
    assert read_cube(board(), VIEW, maps(cube={MIDDLE: 0.5})) is None


def on_table() -> tuple[Image, View]:
    """A plain table with a board in its middle."""
    size = [(v + 2 * TABLE) * FINER for v in VIEW_WH]
    picture = np.full((size[1], size[0], 3), (60, 90, 110), dtype=np.uint8)
    first, second = ((FIELD_XYXY[k] + TABLE, FIELD_XYXY[k + 1] + TABLE) for k in (0, 2))
    (x0, y0), (x1, y1) = ((a * FINER, b * FINER) for a, b in (first, second))
    cv2.rectangle(picture, (x0 - 30, y0 - 30), (x1 + 30, y1 + 30), (20, 40, 60), -1)
    cv2.rectangle(picture, (x0, y0), (x1, y1), (60, 110, 60), -1)
    corners = ((x0 - 0.5, y0 - 0.5), (x1 - 0.5, y0 - 0.5), (x1 - 0.5, y1 - 0.5), (x0 - 0.5, y1 - 0.5))
    return picture, View(corners, BoardGeometry(32 / 416))


@pytest.mark.parametrize("place", [(250.0, -22.0), (-20.0, 200.0), (VIEW_WH[0] + 18.0, 230.0)])
def test_a_cube_on_the_table_beside_the_board_is_read(place: tuple[float, float]) -> None:
    picture, view = on_table()
    draw_cube(picture, in_picture(place, TABLE), "8", 0)
    cube = read_cube(picture, view, maps())
    assert cube is not None
    assert cube.value == 8
    assert np.hypot(*(view.from_picture([cube.center_px])[0] - place)) < 4


def test_a_bare_table_beside_the_board_shows_no_cube() -> None:
    picture, view = on_table()
    assert read_cube(picture, view, maps()) is None


@pytest.mark.parametrize("quarter", range(4))
def test_upright_edges_lead_upwards_beside_the_board_from_whichever_side_it_is_seen(quarter: int) -> None:
    corners = [(300.0, 300.0), (900.0, 280.0), (950.0, 800.0), (250.0, 790.0)]
    first, second, third, fourth = corners[quarter:] + corners[:quarter]
    picture = np.zeros((960, 1280, 3), np.uint8)
    picture[:320] = 255  # what is far from the camera, and so above the board in the picture
    wide, _ = round_the_board(picture, View((first, second, third, fourth), BoardGeometry()))
    assert wide[:20].mean() > 200
    assert wide[-20:].mean() < 50


@pytest.mark.parametrize(
    ("x", "y", "place"),
    [
        (255.5, 208, CubePlace.MIDDLE),
        (FIELD_XYXY[2] + 30, 208, CubePlace.MIDDLE),
        (255.5, FIELD_XYXY[3] - 20, CubePlace.LIGHT),
        (255.5, FIELD_XYXY[1] + 20, CubePlace.DARK),
        (FIELD_XYXY[0] + 60, FIELD_XYXY[3] + 25, CubePlace.LIGHT),
        (FIELD_XYXY[0] + 80, 200, CubePlace.OFFERED),
    ],
)
def test_the_cube_is_whose_side_it_lies_on(x: float, y: float, place: CubePlace) -> None:
    assert cube_place((x, y), VIEW) is place


def test_the_cube_changes_sides_with_the_seats() -> None:
    turned = BoardGeometry(32 / 416, orientation=Orientation(light_at_bottom=False))
    assert cube_place((255.5, FIELD_XYXY[3] - 20), View(VIEW.corners_px, turned)) is CubePlace.DARK
