from __future__ import annotations

import numpy as np
import pytest

from tests.vision.draughts.boards import board
from vision.draughts.finding import corrected_corners, find_board, find_corners, followed, squares_off
from vision.draughts.view import Corners
from vision.errors import BoardNotFoundError
from vision.rectify import Image

MIDGAME = ("........", "d.d...d.", ".....d..", "..L.....", ".l...d.d", "....l...", ".l.l.D.l", "l.......")


def moved(corners: Corners, by: float) -> Corners:
    first, second, third, fourth = ((x + by, y - by) for x, y in corners)
    return first, second, third, fourth


@pytest.mark.parametrize("tilt", [0.0, 25.0, 45.0])
@pytest.mark.parametrize("around", [5.0, 83.0, 178.0, 272.0])
def test_a_board_is_found_from_every_side_and_slant(tilt: float, around: float) -> None:
    image, corners, _ = board(tilt=tilt, around=around)
    assert squares_off(corners, find_corners(image)) < 0.1


@pytest.mark.parametrize("seed", [100, 101, 104, 107, 113, 120])
def test_boards_of_all_kinds_are_found(seed: int) -> None:
    image, corners, _ = board(MIDGAME, seed=seed)
    assert squares_off(corners, find_corners(image)) < 0.1


def test_a_picture_without_a_board_is_declined() -> None:
    noise = np.random.default_rng(1).integers(0, 255, (480, 640, 3), dtype=np.uint8)
    for image in (np.full((480, 640, 3), 90, np.uint8), noise):
        with pytest.raises(BoardNotFoundError, match="no draughts board"):
            find_corners(image)


def chequered(squares: int) -> Image:
    """Squares seen from straight above on a grey table."""
    rows, columns = np.mgrid[0:squares, 0:squares]
    board = np.where((rows + columns) % 2, 220, 40).astype(np.uint8)
    picture = np.full((600, 600), 128, np.uint8)
    picture[60 : 60 + 44 * squares, 60 : 60 + 44 * squares] = np.kron(board, np.ones((44, 44), np.uint8))
    return np.repeat(picture[..., None], 3, axis=2)


def test_a_board_of_ten_by_ten_is_declined_and_one_of_eight_is_not() -> None:
    with pytest.raises(BoardNotFoundError, match="more than 8 by 8"):
        find_corners(chequered(10))
    assert not find_board(chequered(8)).larger


def test_corners_that_a_person_gave_are_corrected() -> None:
    image, corners, _ = board(MIDGAME)
    assert squares_off(corners, corrected_corners(image, moved(corners, 4.0))) < 0.05


def test_a_board_that_is_far_away_is_not_followed() -> None:
    image, corners, _ = board(MIDGAME)
    away = moved(corners, 400.0)
    assert followed(image, away) is None
    assert corrected_corners(image, away) == away
