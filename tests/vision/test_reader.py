"""The bundled clip read picture by picture."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision import clip
from vision.calibration import calibrate
from vision.errors import CalibrationError
from vision.observation import CubePlace, Orientation
from vision.reader import BoardReader, read_still

CLEAR = [n for n, frame in enumerate(clip.FRAMES) if not frame["hand"]]
COVERED = [n for n, frame in enumerate(clip.FRAMES) if frame["hand"]]
FIRST_PLAY = 3  # the frame after Light's 3-1


@pytest.mark.slow
@pytest.mark.parametrize("number", CLEAR)
def test_every_point_and_the_bar_are_read_in_clear_frames(number: int) -> None:
    seen = clip.look(number)
    assert {spot: seen.spot(spot).best for spot in clip.counts(number)} == clip.counts(number)


@pytest.mark.parametrize("number", CLEAR)
def test_the_dice_are_read_in_clear_frames(number: int) -> None:
    assert sorted(die.value for die in clip.look(number).dice) == clip.FRAMES[number]["dice"]


@pytest.mark.parametrize("number", CLEAR)
def test_a_clear_board_is_not_taken_for_a_hand(number: int) -> None:
    assert not clip.look(number).hand


@pytest.mark.parametrize("number", COVERED)
def test_a_hand_over_the_board_is_noticed(number: int) -> None:
    assert clip.look(number).hand


def test_what_a_hand_covers_is_unseen_not_empty() -> None:
    seen = clip.look(COVERED[0])
    assert any(not seen.spot(point).seen for point in range(1, 25))


@pytest.mark.parametrize("number", CLEAR)
def test_the_cube_lies_where_it_is(number: int) -> None:
    places = {"bar": CubePlace.MIDDLE, "offered": CubePlace.OFFERED}
    cube = clip.look(number).cube
    assert cube is not None
    assert cube.place is places[clip.FRAMES[number]["cube"]]


def test_the_start_position_tells_which_way_the_sides_move() -> None:
    assert clip.calibration().geometry.orientation == Orientation(light_at_bottom=True, home_at_right=True)


def test_a_picture_turned_upside_down_is_the_board_from_the_other_seat() -> None:
    turned = np.ascontiguousarray(clip.picture(FIRST_PLAY)[::-1, ::-1])
    start = np.ascontiguousarray(clip.picture(0)[::-1, ::-1])
    height, width = start.shape[:2]
    first, second, third, fourth = ((width - 1 - x, height - 1 - y) for x, y in clip.corners())
    known = calibrate(start, (third, fourth, first, second))
    seen = BoardReader(known).look(turned, seen_at_s=0.0)
    assert known.geometry.orientation == Orientation(light_at_bottom=False, home_at_right=False)
    assert {spot: seen.spot(spot).best for spot in clip.counts(FIRST_PLAY)} == clip.counts(FIRST_PLAY)


def test_a_picture_in_a_mirror_is_a_board_set_up_the_other_way_round() -> None:
    start = np.ascontiguousarray(clip.picture(0)[:, ::-1])
    width = start.shape[1]
    first, second, third, fourth = ((width - 1 - x, y) for x, y in clip.corners())
    known = calibrate(start, (second, first, fourth, third))
    assert known.geometry.orientation == Orientation(light_at_bottom=True, home_at_right=False)


def test_a_picture_that_shows_no_start_position_is_refused() -> None:
    with pytest.raises(CalibrationError, match="no start position"):
        calibrate(clip.picture(FIRST_PLAY + 5), clip.corners())


def test_without_a_calibration_the_sides_are_told_apart_by_their_colours() -> None:
    still = read_still(clip.picture(FIRST_PLAY), clip.corners())
    assert not still.known.sides_known
    assert {spot: still.seen.spot(spot).best for spot in clip.counts(FIRST_PLAY)} == clip.counts(FIRST_PLAY)


def test_a_checker_painted_over_changes_the_reading() -> None:
    before = clip.picture(0)
    painted = before.copy()
    row, column = clip.calibration().geometry.orientation.cell(24)
    assert (row, column) == ("top", 11)
    # Point 24's two checkers lie in the top right corner of the field: cover them with a piece of the empty field.
    (x0, y0), (x1, y1) = (800, 175), (952, 300)
    painted[y0:y1, x0:x1] = before[y0 + 137 : y1 + 137, x0:x1]
    seen = BoardReader(clip.calibration()).look(painted, seen_at_s=0.0)
    assert clip.look(0).spot(24).best == (2, 0)
    assert seen.spot(24).best[0] < 2


def test_a_reading_does_not_depend_on_the_picture_size() -> None:
    small = cv2.resize(clip.picture(FIRST_PLAY), None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    first, second, third, fourth = ((x * 0.75, y * 0.75) for x, y in clip.corners())
    known = replace(clip.calibration(), corners_px=(first, second, third, fourth))
    seen = BoardReader(known).look(np.asarray(small, dtype=np.uint8), seen_at_s=0.0)
    assert {spot: seen.spot(spot).best for spot in clip.counts(FIRST_PLAY)} == clip.counts(FIRST_PLAY)


@pytest.mark.slow
def test_a_picture_in_which_no_checker_is_to_be_seen_is_read_all_the_same() -> None:
    black = np.zeros_like(clip.picture(FIRST_PLAY))
    seen = read_still(black, clip.corners()).seen
    assert all(not seen.spot(point).best[0] for point in range(1, 25))
