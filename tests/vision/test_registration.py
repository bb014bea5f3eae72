"""Where the board has gone, when it or the camera was moved."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from tests.vision import clip
from vision.observation import Corners
from vision.rectify import Image, Points, inverse, picture_from_field, transformed
from vision.registration import STILL_PX, Reference, follow, reference, search

LATER = max(n for n, frame in enumerate(clip.FRAMES) if not frame["hand"])


@cache
def known() -> Reference:
    return reference(clip.picture(0), clip.corners())


def shifted(image: Image, x: float, y: float, turn_deg: float = 0.0) -> tuple[Image, Points]:
    """The picture as after a bump of the camera, and the homography by which its pixels went."""
    height, width = image.shape[:2]
    homography = np.eye(3)
    homography[:2] = cv2.getRotationMatrix2D((width / 2, height / 2), -turn_deg, 1.0)
    homography[:2, 2] += (x, y)
    warped = cv2.warpPerspective(image, homography, (width, height), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(warped, np.uint8), homography


def error_px(found: Corners, homography: Points) -> float:
    """The distance of the farthest corner from where it belongs, in pixels of a field that is 400 wide."""
    true = transformed(np.array(clip.corners()), homography)
    there = transformed(np.array(found), inverse(picture_from_field([(x, y) for x, y in true.tolist()])))
    return 400 * float(np.linalg.norm(there - [(0, 0), (1, 0), (1, 1), (0, 1)], axis=1).max())


def without_board() -> Image:
    """The table with everything on it smeared away."""
    image = clip.picture(0)
    small = cv2.resize(image, (8, 6), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.resize(small, image.shape[1::-1], interpolation=cv2.INTER_CUBIC), np.uint8)


@pytest.mark.parametrize("number", [0, LATER])
def test_where_nothing_but_checkers_moved_the_corners_stay_exactly_as_they_are(number: int) -> None:
    found = follow(known(), clip.picture(number), clip.corners())
    assert found is not None
    assert found.sure
    assert not found.moved
    assert found.corners_px == clip.corners()


def test_a_change_of_light_is_no_movement() -> None:
    darker = np.clip(clip.picture(0) * 0.6, 0, 255).astype(np.uint8)
    found = follow(known(), darker, clip.corners())
    assert found is not None
    assert found.sure
    assert not found.moved


@pytest.mark.parametrize(("x", "y", "turn_deg"), [(7, -5, 0.0), (-9, 4, 0.5), (9, 7, -0.4)])
def test_the_corners_follow_a_small_bump_although_checkers_were_played(x: float, y: float, turn_deg: float) -> None:
    image, homography = shifted(clip.picture(LATER), x, y, turn_deg)
    found = follow(known(), image, clip.corners())
    assert found is not None
    assert found.sure
    assert found.moved
    assert error_px(found.corners_px, homography) < STILL_PX


def test_even_a_fraction_of_a_pixel_is_followed_where_it_must_be_exact() -> None:
    image, homography = shifted(clip.picture(0), 1.2, -1.0)
    found = follow(known(), image, clip.corners(), exact=True)
    assert found is not None
    assert error_px(found.corners_px, homography) < 0.2


@pytest.mark.slow
@pytest.mark.parametrize(("x", "y", "turn_deg"), [(60, -40, 3.0), (-90, 30, -8.0), (0, 0, 88.0), (0, 0, 180.0)])
def test_a_board_that_went_far_or_was_turned_is_found_again(x: float, y: float, turn_deg: float) -> None:
    image, homography = shifted(clip.picture(0), x, y, turn_deg)
    found = search(known(), image, clip.corners())
    assert found is not None
    assert error_px(found.corners_px, homography) < STILL_PX
    assert abs(found.turned_deg) == pytest.approx(abs(turn_deg), abs=2.0)
    near = follow(known(), image, clip.corners())
    assert near is None or not near.sure


def test_a_board_that_was_taken_away_is_not_found() -> None:
    assert follow(known(), without_board(), clip.corners()) is None
    assert search(known(), without_board(), clip.corners()) is None


def test_a_picture_without_any_detail_tells_nothing() -> None:
    plain = np.full((960, 1280, 3), 90, np.uint8)
    assert follow(known(), plain, clip.corners()) is None
    assert follow(reference(plain, clip.corners()), clip.picture(0), clip.corners()) is None
    assert search(reference(plain, clip.corners()), plain, clip.corners()) is None
