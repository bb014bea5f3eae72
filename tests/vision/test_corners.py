"""Finding the board: with the real finder on the bundled clip, and with maps drawn by hand."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, fields

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from tests.vision import clip
from vision import net
from vision.corners import SECOND_LOOK, Corners, corrected_corners, find_board, find_corners, refined_corners
from vision.errors import BoardNotFoundError
from vision.fieldmaps import FieldMaps
from vision.rectify import field_corners_view

PICTURE = np.zeros((240, 320, 3), dtype=np.uint8)
UPRIGHT = ((80.0, 60.0), (240.0, 64.0), (236.0, 188.0), (76.0, 180.0))


def square(x: float, y: float, width: float, height: float) -> Corners:
    return (x, y), (x + width, y), (x + width, y + height), (x, y + height)


def shown(ring: Corners, *, bar_lies: bool = False) -> npt.NDArray[np.float32]:
    """Maps of a board at ``ring`` in the finder's window, shape (4, 60, 80), as a finder without doubts gives them."""
    maps = np.zeros((4, 60, 80), dtype=np.float32)
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


def found_in(monkeypatch: pytest.MonkeyPatch, *answers: npt.NDArray[np.float32]) -> tuple[Corners, bool]:
    monkeypatch.setattr(net, "run", HandMade(list(answers)).run)
    monkeypatch.setattr("vision.corners.seen_field", lambda image, _: (image, board_seen()))
    board = find_board(PICTURE)
    return board.corners_px, board.doubtful


def board_seen() -> FieldMaps:
    """What a field net says that sees a board without checkers just where it was put."""
    maps = field_seen(*(tuple(place) for place in field_corners_view().tolist()))
    maps.bar[10:94, 61:67] = 0.9
    return maps


def field_seen(*corners_view: tuple[float, float]) -> FieldMaps:
    """What a field net says that sees corners at some places of the view and nothing else."""
    corner = np.zeros((104, 128), dtype=np.float32)
    rows, columns = np.mgrid[:104, :128]
    for x, y in corners_view:
        at = (columns - (x + 0.5) / 4 + 0.5) ** 2 + (rows - (y + 0.5) / 4 + 0.5) ** 2
        corner = np.maximum(corner, np.exp(-at / 2.4)).astype(np.float32)
    blank = {f.name: np.zeros_like(corner) for f in fields(FieldMaps)}
    return FieldMaps(**(blank | {"corner": corner}))


def in_picture(ring: Corners) -> Corners:
    """Places in the finder's window as pixels of ``PICTURE``, which is shown there at nine tenths of its size."""
    first, second, third, fourth = (((x - 16 + 0.5) / 0.9 - 0.5, (y - 12 + 0.5) / 0.9 - 0.5) for x, y in ring)
    return first, second, third, fourth


def ring_of(corners: npt.ArrayLike) -> Corners:
    first, second, third, fourth = ((float(x), float(y)) for x, y in np.asarray(corners))
    return first, second, third, fourth


def worst(found: Corners, wanted: Corners) -> float:
    return max(math.dist(a, b) for a, b in zip(found, wanted, strict=True))


def test_the_second_look_corrects_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    off = np.add(UPRIGHT, ((5, 3), (-4, 2), (3, -3), (2, 4)))
    homography = cv2.getPerspectiveTransform(off.astype(np.float32), np.array(SECOND_LOOK, dtype=np.float32))
    again = cv2.perspectiveTransform(np.array([UPRIGHT]), homography)[0]
    corners, doubtful = found_in(monkeypatch, shown(ring_of(off)), shown(ring_of(again)))
    assert worst(corners, in_picture(UPRIGHT)) < 1.5
    assert not doubtful


def test_a_board_seen_from_its_side_begins_with_the_row_at_the_left(monkeypatch: pytest.MonkeyPatch) -> None:
    corners, _ = found_in(monkeypatch, shown(UPRIGHT, bar_lies=True), shown(SECOND_LOOK))
    first, second, third, fourth = in_picture(UPRIGHT)
    assert worst(corners, (fourth, first, second, third)) < 3


def test_a_board_without_a_bar_is_told_by_its_middle(monkeypatch: pytest.MonkeyPatch) -> None:
    first_look, second_look = shown(UPRIGHT, bar_lies=True), shown(SECOND_LOOK)
    first_look[1] = second_look[1] = 0
    corners, _ = found_in(monkeypatch, first_look, second_look)
    first, second, third, fourth = in_picture(UPRIGHT)
    assert worst(corners, (fourth, first, second, third)) < 3


def test_one_corner_unseen_does_not_lose_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = shown(UPRIGHT)
    maps[3, 40:, :30] = 0
    corners, _ = found_in(monkeypatch, maps, shown(SECOND_LOOK))
    assert worst(corners, in_picture(UPRIGHT)) < 8


def test_a_corner_just_outside_the_picture_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    ring = square(10, 40, 220, 160)
    corners, _ = found_in(monkeypatch, shown(ring), shown(SECOND_LOOK))
    assert corners[0][0] < 0
    assert worst(corners, in_picture(ring)) < 3


def test_of_two_boards_the_larger_more_central_one_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    large, small = square(60, 60, 140, 110), square(240, 20, 60, 48)
    corners, _ = found_in(monkeypatch, np.maximum(shown(large), shown(small)), shown(SECOND_LOOK))
    assert worst(corners, in_picture(large)) < 3


def test_a_peak_beside_the_board_is_not_taken_for_its_corner(monkeypatch: pytest.MonkeyPatch) -> None:
    maps = shown(UPRIGHT)
    maps[3, 20, 66] = 0.95  # as of a phone that lies there
    corners, _ = found_in(monkeypatch, maps, shown(SECOND_LOOK))
    assert worst(corners, in_picture(UPRIGHT)) < 3


def test_a_board_whose_corners_are_hardly_seen_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    hardly = shown(SECOND_LOOK)
    hardly[3] *= 0.3
    seen = board_seen()
    seen.corner[:] *= 0.3
    monkeypatch.setattr(net, "run", HandMade([hardly]).run)
    monkeypatch.setattr("vision.corners.seen_field", lambda image, _: (image, seen))
    assert find_board(PICTURE).doubtful


def test_where_the_board_lies_the_other_way_the_bar_tells(monkeypatch: pytest.MonkeyPatch) -> None:
    """The finder says that the bar runs across; the field net sees it down the middle of the ring turned round."""
    looks = iter([field_seen(), field_seen(), field_seen(), board_seen(), board_seen(), board_seen()])
    monkeypatch.setattr(net, "run", HandMade([shown(UPRIGHT, bar_lies=True), shown(SECOND_LOOK)]).run)
    monkeypatch.setattr("vision.corners.seen_field", lambda image, _: (image, next(looks)))
    assert worst(find_board(PICTURE).corners_px, in_picture(UPRIGHT)) < 3


def test_a_board_that_is_not_wholly_in_the_picture_is_seen_partly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.corners.seen_field", lambda image, _: (image, board_seen()))
    for ring, partly in ((square(2, 40, 220, 160), True), (UPRIGHT, False)):
        monkeypatch.setattr(net, "run", HandMade([shown(ring), shown(SECOND_LOOK)]).run)
        assert find_board(PICTURE).partly is partly


def test_a_board_that_is_gone_at_the_second_look_is_doubtful(monkeypatch: pytest.MonkeyPatch) -> None:
    _, doubtful = found_in(monkeypatch, shown(UPRIGHT), np.zeros((4, 60, 80), dtype=np.float32))
    assert doubtful


def test_where_no_board_is_seen_none_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(net, "run", HandMade([np.zeros((4, 60, 80), dtype=np.float32)]).run)
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


def test_corners_given_roughly_are_refined_to_the_field() -> None:
    (first, second, third, fourth), step = clip.corners(), quarter_of_a_point()
    rough = ((first[0] + step, first[1] - step), second, (third[0] + step, third[1]), fourth)
    refined = refined_corners(clip.picture(0), rough)
    assert worst(refined, clip.corners()) < 0.5 * worst(rough, clip.corners())


GIVEN = square(60.0, 40.0, 200.0, 172.0)  # half a pixel of the picture is a pixel of the view


def refined_where(monkeypatch: pytest.MonkeyPatch, *corners_view: tuple[float, float]) -> Corners:
    monkeypatch.setattr("vision.corners.seen_field", lambda image, _: (image, field_seen(*corners_view)))
    return refined_corners(PICTURE, GIVEN)


def test_given_corners_stay_where_nothing_shows_better_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refined_where(monkeypatch) == GIVEN


def test_a_given_corner_moves_to_the_corner_seen_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    refined = refined_where(monkeypatch, (59.0, 34.0), (456.0, 36.0))
    assert math.dist(refined[0], (61.5, 39.0)) < 0.2
    assert math.dist(refined[1], GIVEN[1]) < 0.2
    assert refined[2:] == GIVEN[2:]


def test_a_given_corner_stays_where_a_corner_is_seen_far_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refined_where(monkeypatch, (80.0, 36.0)) == GIVEN


def test_a_given_corner_stays_where_two_corners_are_seen_near_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert refined_where(monkeypatch, (48.0, 36.0), (66.0, 36.0)) == GIVEN


def test_corners_pointed_at_as_exactly_as_a_finger_can_stay_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = field_seen((57.5, 34.5), (456.0, 36.0))
    monkeypatch.setattr("vision.corners.seen_field", lambda image, _: (image, seen))
    monkeypatch.setattr(net, "run", HandMade([np.zeros((4, 60, 80), dtype=np.float32)]).run)
    assert corrected_corners(PICTURE, GIVEN) == GIVEN


def test_corners_pointed_at_badly_are_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = field_seen((62.0, 36.0), (456.0, 36.0))
    monkeypatch.setattr("vision.corners.seen_field", lambda image, _: (image, seen))
    monkeypatch.setattr(net, "run", HandMade([np.zeros((4, 60, 80), dtype=np.float32)]).run)
    assert math.dist(corrected_corners(PICTURE, GIVEN)[0], GIVEN[0]) > 2


@pytest.mark.slow
def test_corners_given_at_the_frame_are_moved_to_the_field() -> None:
    first, second, third, fourth = clip.corners()
    off = 3.6 * quarter_of_a_point()
    frame = ring_of(np.add((first, second, third, fourth), ((-off, -off), (off, -off), (off, off), (-off, off))))
    corrected = corrected_corners(clip.picture(0), frame)
    assert worst(corrected, clip.corners()) < quarter_of_a_point()


@pytest.mark.slow
def test_corners_given_from_another_seat_keep_their_order() -> None:
    first, second, third, fourth = clip.corners()
    turned = (third, fourth, first, second)
    assert worst(corrected_corners(clip.picture(0), turned), turned) < quarter_of_a_point()


def test_corners_are_not_led_away_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    refined = refined_where(monkeypatch, (66.0, 36.0))  # in every look 10 pixels of the view beside the last place
    assert 4 < math.dist(refined[0], GIVEN[0]) < 8
