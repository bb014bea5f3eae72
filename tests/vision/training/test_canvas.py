"""From a renderer's truth to what the reader learns from."""

from __future__ import annotations

from typing import Any

import numpy as np

from vision.observation import Orientation
from vision.training.canvas import CANVAS_WH, HAND, PAD, counts_of, hidden_of, orientation_of, picture_corners, sample

CORNERS = [(100.0, 500.0), (700.0, 500.0), (700.0, 100.0), (100.0, 100.0)]
"""Light's bottom left, bottom right, then Dark's: seen from Light's seat."""


def checker(side: str, number: int, where: str, point: int | None = None, **more: Any) -> dict[str, Any]:
    plain = {"slot": 0, "layer": 0, "visible": 1.0, "held": False}
    return {"id": f"{side}{number}", "color": side, "where": where, "point": point, **plain, **more}


def truth(*checkers: dict[str, Any], turned: bool = False) -> dict[str, Any]:
    return {
        "field_corners": CORNERS[2:] + CORNERS[:2] if turned else CORNERS,
        "home": "right",
        "geometry": {"bar_w": 4.0, "field_w": 52.0, "field_d": 40.0, "point_w": 4.0},
        "checkers": list(checkers),
        "dice": [{"center": (250.0, 300.0), "value": 5, "cocked": False, "on_checker": False, "visible": 0.9}],
        "cube": None,
    }


def test_light_lies_at_the_bottom_for_a_camera_at_lights_seat() -> None:
    one = truth(checker("W", 0, "point", 1), checker("B", 0, "point", 24), checker("W", 1, "bar"))
    corners = picture_corners(one)
    assert corners[0] == (100.0, 100.0)
    assert orientation_of(one, corners) == Orientation(light_at_bottom=True, home_at_right=True)
    points, bar = counts_of(one, orientation_of(one, corners))
    assert points[1, 11].tolist() == [1, 0]
    assert points[0, 11].tolist() == [0, 1]
    assert bar.tolist() == [1, 0]


def test_the_top_row_is_the_upper_one_from_either_seat() -> None:
    one = truth(checker("W", 0, "point", 1), turned=True)
    corners = picture_corners(one)
    assert corners[0] == (100.0, 100.0)
    points, _ = counts_of(one, orientation_of(one, corners))
    assert points[0, 0].tolist() == [1, 0]


def test_both_sides_of_a_point_are_counted_and_a_held_checker_is_not() -> None:
    one = truth(checker("W", 0, "point", 6), checker("B", 0, "point", 6), checker("W", 1, "point", 6, held=True))
    points, _ = counts_of(one, Orientation())
    assert points.sum() == 2
    assert points[1, 6].tolist() == [1, 1]


def test_a_spot_is_hidden_by_what_covers_its_checker_though_most_of_the_strip_is_clear() -> None:
    ids = np.full((CANVAS_WH[1], CANVAS_WH[0]), 60, np.uint8)
    clear, _ = hidden_of(truth(checker("W", 0, "point", 6)), ids, Orientation())
    assert clear.max() == 0
    ids[380:410, PAD + 48 + 32 * 7 : PAD + 48 + 32 * 8] = HAND
    hidden, _ = hidden_of(truth(checker("W", 0, "point", 6, visible=0.2)), ids, Orientation())
    assert hidden[1, 6] == 1
    assert hidden.sum() == 1


def test_a_sample_shows_the_board_with_a_margin_and_knows_where_the_die_lies() -> None:
    picture = np.zeros((600, 800, 3), np.uint8)
    picture[295:306, 245:256] = 255
    row = sample(picture, np.full((600, 800), 60, np.uint8), truth())
    assert row["canvas"].shape == (CANVAS_WH[1], CANVAS_WH[0], 3)
    assert row["board"].tolist() == [np.float32(4 / 52), 5.0]
    x, y, value, leaning, _ = row["dice"][0]
    assert (value, leaning) == (5, 0)
    assert row["canvas"][round(y) + PAD, round(x) + PAD].min() > 200
    assert row["dice"][1:, 4].max() == 0
