"""Finding the board: with the real finder on the bundled clip, and with maps drawn by hand."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision import clip
from vision import net
from vision.corners import SECOND_LOOK, FoundBoard, find_board, find_corners, given_board
from vision.errors import BoardNotFoundError
from vision.observation import Corners

PICTURE = np.zeros((240, 320, 3), dtype=np.uint8)
UPRIGHT = ((80.0, 60.0), (240.0, 64.0), (236.0, 188.0), (76.0, 180.0))


def square(x: float, y: float, width: float, height: float) -> Corners:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def shown(ring: Corners, *, bar_lies: bool = False, board: float = 0.95) -> npt.NDArray[np.float32]:
    """Maps of a board at ``ring`` in the finder's window, shape (5, 60, 80), ``board`` as sure of it."""
    maps = np.zeros((5, 60, 80), dtype=np.float32)
    maps[4] = board
    cells = (np.array(ring) + 0.5) / 4 - 0.5
    cv2.fillConvexPoly(maps[0], np.round(cells * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
    top, right, bottom, left = (cells + np.roll(cells, -1, axis=0)) / 2
    bar, middle = ((left, right), (top, bottom)) if bar_lies else ((top, bottom), (left, right))
    for heat, (start, end) in ((maps[1], bar), (maps[2], middle)):
        cv2.line(heat, np.round(start).astype(int).tolist(), np.round(end).astype(int).tolist(), 1.0, 4)
    rows, columns = np.mgrid[:60, :80]
    for x, y in cells:
        maps[3] = np.maximum(maps[3], np.exp(-((columns - x) ** 2 + (rows - y) ** 2) / 2.4))
    return maps


NOTHING = np.zeros((5, 60, 80), dtype=np.float32)


@dataclass
class HandMade:
    """A finder net that answers with maps drawn by hand, one set a look."""

    answers: list[npt.NDArray[np.float32]]
    looks: int = field(default=0)

    def run(self, name: str, images_bgr: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        assert (name, images_bgr.shape) == ("finder", (1, 240, 320, 3))
        sure = np.clip(self.answers[min(self.looks, len(self.answers) - 1)], 0.001, 0.999)
        self.looks += 1
        return np.asarray(np.log(sure / (1 - sure))[None], dtype=np.float32)


def found_in(monkeypatch: pytest.MonkeyPatch, *answers: npt.NDArray[np.float32]) -> FoundBoard:
    """What is found where the looks show this, one after the other, the last one for good."""
    monkeypatch.setattr(net, "run", HandMade(list(answers)).run)
    return find_board(PICTURE)


def in_picture(ring: Corners) -> Corners:
    """Places in the finder's window as pixels of ``PICTURE``, which is shown there at nine tenths of its size."""
    first, second, third, fourth = (((x - 16 + 0.5) / 0.9 - 0.5, (y - 12 + 0.5) / 0.9 - 0.5) for x, y in ring)
    return first, second, third, fourth


def ring_of(corners: npt.ArrayLike) -> Corners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in np.asarray(corners))
    return first, second, third, fourth


def worst(found: Corners, wanted: Corners) -> float:
    return max(math.dist(a, b) for a, b in zip(found, wanted, strict=True))


def closer(seen_from: npt.ArrayLike, ring: Corners) -> npt.NDArray[np.float32]:
    """A closer look at a board by corners that are a little off."""
    onto = cv2.getPerspectiveTransform(np.asarray(seen_from, np.float32), np.array(SECOND_LOOK, np.float32))
    return shown(ring_of(cv2.perspectiveTransform(np.array([ring]), onto.astype(np.float64))[0]))


def test_a_closer_look_corrects_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    off = np.add(UPRIGHT, ((5, 3), (-4, 2), (3, -3), (2, 4)))
    board = found_in(monkeypatch, shown(ring_of(off)), closer(off, UPRIGHT), shown(SECOND_LOOK))
    assert worst(board.corners_px, in_picture(UPRIGHT)) < 1.5
    assert not board.doubtful


def test_a_board_seen_from_its_side_begins_with_the_row_at_the_left(monkeypatch: pytest.MonkeyPatch) -> None:
    board = found_in(monkeypatch, shown(UPRIGHT, bar_lies=True), shown(SECOND_LOOK))
    first, second, third, fourth = in_picture(UPRIGHT)
    assert worst(board.corners_px, (fourth, first, second, third)) < 3


def test_a_board_without_a_bar_is_told_by_its_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = [shown(UPRIGHT, bar_lies=True), shown(SECOND_LOOK)]
    for look in looks:
        look[1] = 0
    first, second, third, fourth = in_picture(UPRIGHT)
    assert worst(found_in(monkeypatch, *looks).corners_px, (fourth, first, second, third)) < 3


def test_one_corner_unseen_does_not_lose_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = shown(SECOND_LOOK)
    maps[3, 40:, :30] = 0
    assert worst(found_in(monkeypatch, shown(UPRIGHT), maps).corners_px, in_picture(UPRIGHT)) < 8


def test_a_corner_just_outside_the_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = square(10, 40, 220, 160)
    board = found_in(monkeypatch, shown(ring), shown(SECOND_LOOK))
    assert board.corners_px[0][0] < 0
    assert worst(board.corners_px, in_picture(ring)) < 3


def test_a_closer_look_corrects_how_the_board_lies(monkeypatch: pytest.MonkeyPatch) -> None:
    lying = shown(SECOND_LOOK, bar_lies=True)
    first, second, third, fourth = in_picture(UPRIGHT)
    board = found_in(monkeypatch, shown(UPRIGHT), lying, shown(SECOND_LOOK))
    assert worst(board.corners_px, (fourth, first, second, third)) < 3
    assert not board.doubtful
    assert found_in(monkeypatch, shown(UPRIGHT), lying).doubtful


def test_of_two_boards_the_larger_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    large, small = square(60, 60, 140, 110), square(240, 20, 60, 48)
    board = found_in(monkeypatch, np.maximum(shown(large), shown(small)), shown(SECOND_LOOK))
    assert worst(board.corners_px, in_picture(large)) < 3


def test_where_the_likeliest_place_is_doubtful_another_one_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    large, small = square(60, 60, 140, 110), square(240, 20, 60, 48)
    doubtful, sure = shown(SECOND_LOOK, board=0.1), shown(SECOND_LOOK)
    looks = [np.maximum(shown(large), shown(small)), doubtful, doubtful, doubtful, sure]
    board = found_in(monkeypatch, *looks)
    assert worst(board.corners_px, in_picture(large)) > 30
    assert not board.doubtful


def test_a_peak_beside_the_board_is_not_taken_for_its_corner(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = shown(SECOND_LOOK)
    maps[3, 20, 74] = 0.95  # as of a phone that lies there
    assert worst(found_in(monkeypatch, shown(UPRIGHT), maps).corners_px, in_picture(UPRIGHT)) < 3


def test_a_board_that_the_last_look_doubts_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    sure = shown(SECOND_LOOK)
    assert found_in(monkeypatch, shown(UPRIGHT), sure, sure, shown(SECOND_LOOK, board=0.2)).doubtful
    assert not found_in(monkeypatch, shown(UPRIGHT), shown(SECOND_LOOK, board=0.2), sure, sure).doubtful


def test_a_board_that_the_picture_cuts_is_seen_partly_and_never_sure(monkeypatch: pytest.MonkeyPatch) -> None:
    for ring, partly in ((square(2, 40, 220, 160), True), (UPRIGHT, False)):
        board = found_in(monkeypatch, shown(ring), shown(SECOND_LOOK))
        assert (board.partly, board.doubtful) == (partly, partly)


def test_where_no_board_is_seen_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "run", HandMade([NOTHING]).run)
    with pytest.raises(BoardNotFoundError, match="no board"):
        find_corners(PICTURE)


def quarter_of_a_point() -> float:
    return math.dist(*clip.corners()[:2]) / 13 / 4


def test_the_board_is_found_within_a_quarter_of_a_point() -> None:
    found = find_board(clip.picture(0))
    assert worst(found.corners_px, clip.corners()) < quarter_of_a_point()
    assert not found.doubtful


@pytest.mark.parametrize("quarters", [1, 2, 3])
def test_the_board_is_found_in_a_turned_picture(quarters: int) -> None:
    picture = clip.picture(0)
    height, width = picture.shape[:2]
    turned = np.ascontiguousarray(np.rot90(picture, quarters))
    ring = list(clip.corners())
    for _ in range(quarters):  # against the clock: what was at the right edge is now at the top
        ring = [(y, width - 1 - x) for x, y in ring]
        width, height = height, width
    found = find_corners(turned)
    ways = [(ring[k], *ring[k + 1 :], *ring[:k]) for k in (0, 2)]
    assert min(worst(found, ring_of(way)) for way in ways) < quarter_of_a_point()
    down = np.mean(found[2:], axis=0) - np.mean(found[:2], axis=0)
    assert max(down, key=abs) > 0


def test_a_picture_without_a_board_says_so() -> None:
    table = np.full((480, 640, 3), (60, 90, 120), dtype=np.uint8)
    cv2.circle(table, (300, 200), 60, (200, 200, 210), -1)
    with pytest.raises(BoardNotFoundError, match="no board"):
        find_corners(table)


@pytest.mark.parametrize("shape", [(1, 1), (3, 400), (4000, 2)])
def test_a_picture_of_any_shape_is_looked_at(shape: tuple[int, int]) -> None:
    with pytest.raises(BoardNotFoundError):
        find_corners(np.full((*shape, 3), 90, dtype=np.uint8))


GIVEN = square(44.0, 30.0, 232.0, 180.0)  # a pixel of the picture is a pixel of a closer look


def given_where(monkeypatch: pytest.MonkeyPatch, *answers: npt.NDArray[np.float32]) -> FoundBoard:
    monkeypatch.setattr(net, "run", HandMade(list(answers)).run)
    return given_board(PICTURE, GIVEN)


def test_given_corners_move_to_those_surely_seen_nearby(monkeypatch: pytest.MonkeyPatch) -> None:
    field = square(60.0, 46.0, 200.0, 150.0)
    board = given_where(monkeypatch, shown(field), shown(SECOND_LOOK))
    assert worst(board.corners_px, field) < 1.5
    assert not board.doubtful


def test_corners_pointed_at_as_exactly_as_they_are_found_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    board = given_where(monkeypatch, shown(square(47.0, 30.0, 229.0, 180.0)), shown(SECOND_LOOK))
    assert board.corners_px == GIVEN
    assert not board.doubtful


def test_given_corners_stay_where_the_board_is_seen_far_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    half = shown(square(44.0, 30.0, 116.0, 180.0))
    again, judged = shown(SECOND_LOOK), shown(SECOND_LOOK, board=0.1)
    board = given_where(monkeypatch, half, again, again, judged)
    assert board.corners_px == GIVEN
    assert board.doubtful


def test_given_corners_that_do_not_fit_are_doubtful_as_found_ones_are(monkeypatch: pytest.MonkeyPatch) -> None:
    assert given_where(monkeypatch, shown(SECOND_LOOK, board=0.2)).doubtful
    assert not given_where(monkeypatch, shown(SECOND_LOOK)).doubtful


def test_a_given_corner_outside_the_picture_is_seen_partly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "run", HandMade([shown(SECOND_LOOK)]).run)
    board = given_board(PICTURE, square(-12.0, 30.0, 232.0, 180.0))
    assert board.partly
    assert board.doubtful


@pytest.mark.slow
def test_corners_given_at_the_frame_are_moved_to_the_field() -> None:
    first, second, third, fourth = clip.corners()
    off = 3.6 * quarter_of_a_point()
    frame = ring_of(np.add((first, second, third, fourth), ((-off, -off), (off, -off), (off, off), (-off, off))))
    corrected = given_board(clip.picture(0), frame)
    assert worst(corrected.corners_px, clip.corners()) < quarter_of_a_point()


@pytest.mark.slow
def test_corners_given_from_another_seat_keep_their_order() -> None:
    first, second, third, fourth = clip.corners()
    turned = (third, fourth, first, second)
    assert worst(given_board(clip.picture(0), turned).corners_px, turned) < quarter_of_a_point()


def test_corners_given_a_quarter_round_do_not_fit() -> None:
    first, second, third, fourth = clip.corners()
    assert given_board(clip.picture(0), (second, third, fourth, first)).doubtful
