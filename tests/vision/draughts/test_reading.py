"""Rendered draughts boards are found and read."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from vision.draughts.calibration import calibrate, problems
from vision.draughts.numbering import SPOTS, name_of, place_of, square_at
from vision.draughts.reader import DraughtsReader, read_still
from vision.draughts.squares import find_squares, given_squares, surely_squares
from vision.errors import BoardNotFoundError, CalibrationError
from vision.observation import Observation
from vision.rectify import Image
from vision.training.draughts.boards import DARK, Piece, Rendered, Scene, camera, placed, rendered
from vision.training.draughts.looks import Colour, random_look

START = {square: square < 24 for square in DARK if square < 24 or square >= 40}


@cache
def picture(seed: int) -> Rendered:
    return rendered(seed, sizes=((960, 720),))


def scene(seed: int = 3, turned_deg: float = 5.0) -> Scene:
    look = replace(random_look(np.random.default_rng(seed)), bands=0, brightness=0.95)
    return Scene(look, camera((960, 720), tilt_deg=25, turned_deg=turned_deg, fill=0.7))


def drawn(squares: dict[int, bool], turned_deg: float = 5.0) -> Image:
    return scene(turned_deg=turned_deg).drawn(placed(np.random.default_rng(1), squares, kings=0))


def counts(seen: Observation) -> dict[int, tuple[int, int]]:
    return {square: seen.spot(square).best for square in SPOTS if seen.spot(square).best != (0, 0)}


@pytest.mark.parametrize("seed", [0, 3, 6, 9])
def test_the_corners_of_the_squares_are_found(seed: int) -> None:
    shown = picture(seed)
    found = np.array(find_squares(shown.image_bgr).corners_px)
    side = float(np.hypot(*(shown.corners_px[1] - shown.corners_px[0]))) / 8
    ways = [np.roll(shown.corners_px[::way], k, axis=0) for way in (1, -1) for k in range(4)]
    assert min(float(np.hypot(*(found - way).T).max()) for way in ways) < 0.2 * side


@pytest.mark.parametrize("turned_deg", [2.0, 90.0, 182.0, -88.0])
def test_light_is_found_wherever_it_sits(turned_deg: float) -> None:
    image = drawn(START, turned_deg)
    known = calibrate(image)
    seen = DraughtsReader(known).look(image, seen_at_s=1.0)
    assert counts(seen) == {square: (1, 0) if light else (0, 1) for square, light in START.items()}
    assert not seen.hand


def test_a_bare_picture_is_read_from_the_men_on_it() -> None:
    squares = {0: True, 9: True, 18: True, 45: False, 54: False, 63: False, 36: False}
    image = drawn(squares)
    still = read_still(image, find_squares(image).corners_px)
    assert counts(still.seen) == {square: (1, 0) if light else (0, 1) for square, light in squares.items()}
    assert problems(still.classes, still.known.turns) == []


def test_eleven_men_are_no_start_and_the_missing_one_is_named() -> None:
    image = drawn({square: light for square, light in START.items() if square != 18})
    with pytest.raises(CalibrationError, match=r"11 light and 12 dark men seen; look at c3"):
        calibrate(image)
    still = read_still(image, find_squares(image).corners_px)
    assert problems(still.classes, still.known.turns) == ["the start position is not whole: look at c3"]


def test_chess_is_told_from_draughts() -> None:
    image = drawn({square: square < 16 for square in range(64) if square < 16 or square >= 48})
    still = read_still(image, find_squares(image).corners_px)
    (told,) = problems(still.classes, still.known.turns)
    assert "chess" in told


def test_a_plain_table_shows_no_board() -> None:
    noise = np.random.default_rng(1).integers(90, 130, (480, 640, 3)).astype(np.uint8)
    with pytest.raises(BoardNotFoundError, match="no board of 8x8 squares"):
        surely_squares(noise)


def test_corners_that_a_person_points_at_are_put_right() -> None:
    image = drawn(START)
    found = np.array(find_squares(image).corners_px)
    rough = found + np.array([(9, -7), (-8, 6), (7, 9), (-9, -6)])
    (a, b, c, d) = ((float(x), float(y)) for x, y in rough)
    assert np.abs(np.array(given_squares(image, (a, b, c, d)).corners_px) - found).max() < 2


def test_squares_beyond_the_picture_are_unseen() -> None:
    image = drawn(START)
    known = calibrate(image)
    cut = image[:, 300:].copy()
    ring = [(x - 300, y) for x, y in known.corners_px]
    seen = DraughtsReader(replace(known, corners_px=(ring[0], ring[1], ring[2], ring[3]))).look(cut, seen_at_s=0.0)
    assert not seen.spot(0).seen
    assert seen.spot(7).seen


def test_a_man_on_a_light_square_is_read_there() -> None:
    board, rng = scene(), np.random.default_rng(1)
    men = placed(rng, START, kings=0)
    reader = DraughtsReader(calibrate(board.drawn(men)))
    moved = [replace(man, rank=man.rank + 1) if int(man.rank) == 2 and int(man.file) == 2 else man for man in men]
    assert isinstance(moved[0], Piece)
    seen = reader.look(board.drawn(moved, seed=2), seen_at_s=2.0)
    there = counts(seen)
    assert there.pop(26) == (1, 0)  # c4, a light square
    assert there == {square: (1, 0) if light else (0, 1) for square, light in START.items() if square != 18}


@pytest.mark.parametrize("pieces", [((60, 60, 215), (40, 40, 44)), ((230, 232, 235), (40, 35, 190))])
def test_whose_a_man_is_is_told_against_the_other_side(pieces: tuple[Colour, Colour]) -> None:
    look = replace(scene().look, light_piece=pieces[0], dark_piece=pieces[1])
    image = Scene(look, scene().camera).drawn(placed(np.random.default_rng(1), START, kings=0))
    seen = DraughtsReader(calibrate(image)).look(image, seen_at_s=1.0)
    assert counts(seen) == {square: (1, 0) if light else (0, 1) for square, light in START.items()}


def test_each_square_of_the_view_is_one_of_the_board() -> None:
    for turns in range(4):
        assert sorted(square_at(row, column, turns) for row in range(8) for column in range(8)) == list(SPOTS)
        assert all(square_at(*place_of(square, turns), turns) == square for square in SPOTS)
    assert [name_of(square) for square in (0, 7, 63)] == ["a1", "h1", "h8"]
