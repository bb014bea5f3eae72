"""A board is cut out of its picture and turned upright, and places are found again there."""

from __future__ import annotations

import numpy as np
import pytest

from vision.framed import cut_out
from vision.observation import Corners

CORNERS: Corners = ((60.0, 40.0), (340.0, 40.0), (340.0, 240.0), (60.0, 240.0))


@pytest.mark.parametrize("first", range(4))
@pytest.mark.parametrize("turns", [0, 1])
def test_the_first_corner_comes_to_the_upper_left(first: int, turns: int) -> None:
    picture = np.zeros((300, 400, 3), np.uint8)
    corners = (*CORNERS[first:], *CORNERS[:first])
    x, y = map(int, corners[turns])
    picture[y - 3 : y + 4, x - 3 : x + 4] = 255
    part = cut_out(picture, corners, turns=turns, widest_px=160)  # type: ignore[arg-type]
    height, width = part.image_bgr.shape[:2]
    assert max(width, height) == 160
    (left, top) = part.here([corners[turns]])[0]
    assert left < width / 3
    assert top < height / 3
    assert part.image_bgr[round(top), round(left)].min() > 200, "the mark is where it is said to be"
    assert part.here([corners[(turns + 2) % 4]])[0] > (width / 2, height / 2)


def test_a_board_at_the_edge_of_its_picture_is_all_there_is() -> None:
    part = cut_out(np.zeros((200, 300, 3), np.uint8), ((0.0, 0.0), (299.0, 0.0), (299.0, 199.0), (0.0, 199.0)))
    assert part.image_bgr.shape == (200, 300, 3)
    assert part.here([(7.0, 9.0)]) == ((7.0, 9.0),)
