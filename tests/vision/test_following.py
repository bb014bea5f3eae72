"""Reading goes on where the board or the camera is moved, and rests where the board is gone."""

from __future__ import annotations

import logging

import cv2
import numpy as np
import pytest

from tests.vision import clip
from tests.vision.test_registration import error_px, shifted, without_board
from vision.following import FollowingReader
from vision.observation import POINTS, Observation
from vision.rectify import Image

CLEAR = [n for n, frame in enumerate(clip.FRAMES) if not frame["hand"]]


def points_right(seen: Observation, number: int) -> bool:
    return all(seen.spot(point).best == clip.counts(number)[point] for point in POINTS)


def reader_after(number: int = 0) -> FollowingReader:
    reader = FollowingReader(clip.calibration())
    reader.look(clip.picture(number), seen_at_s=0.0)
    return reader


@pytest.mark.slow
def test_a_game_without_a_bump_is_read_with_the_corners_as_they_were_learned() -> None:
    reader = FollowingReader(clip.calibration())
    for number in CLEAR[::6]:
        assert points_right(reader.look(clip.picture(number), seen_at_s=float(number)), number)
    _, nowhere = shifted(clip.picture(0), 0, 0)
    assert error_px(reader.calibration.corners_px, nowhere) < 1.0


@pytest.mark.slow
@pytest.mark.parametrize(("x", "y", "turn_deg"), [(10, -8, 0.4), (70, -30, 4.0)])
def test_a_moved_board_is_read_on_at_once(
    x: float, y: float, turn_deg: float, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    reader = reader_after()
    image, homography = shifted(clip.picture(CLEAR[-1]), x, y, turn_deg)
    assert points_right(reader.look(image, seen_at_s=1.0), CLEAR[-1])
    assert error_px(reader.calibration.corners_px, homography) < 2.0


@pytest.mark.slow
def test_a_board_that_was_turned_is_read_on_and_told(
    caplog: pytest.LogCaptureFixture,
) -> None:
    reader = reader_after()
    image, _ = shifted(clip.picture(CLEAR[-1]), 0, 0, 180.0)
    assert points_right(reader.look(image, seen_at_s=1.0), CLEAR[-1])
    assert [record.getMessage() for record in caplog.records] == [
        "the board was turned by about 180 degrees; it is followed"
    ]


@pytest.mark.slow
def test_looks_are_not_judged_while_the_board_is_gone_and_are_when_it_is_back(caplog: pytest.LogCaptureFixture) -> None:
    reader = reader_after()
    assert all(reader.look(without_board(), seen_at_s=float(k)).hand for k in range(3))
    assert points_right(back := reader.look(clip.picture(0), seen_at_s=6.0), 0)
    assert not back.hand
    assert [record.getMessage().split(",")[0] for record in caplog.records] == ["the board is not where it was"]


def test_corners_follow_a_camera_that_changes_the_size_of_its_pictures(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)
    reader = reader_after()
    half = np.asarray(cv2.resize(clip.picture(0), None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA), np.uint8)
    assert points_right(reader.look(half, seen_at_s=1.0), 0)
    assert reader.calibration.corners_px[2][0] == pytest.approx(clip.corners()[2][0] * 0.75, abs=1.0)


def cropped(image: Image) -> Image:
    """As a camera that goes from 4:3 to 16:9."""
    height, width = image.shape[:2]
    rows = round(width * 9 / 16)
    return image[(height - rows) // 2 : (height + rows) // 2]


@pytest.mark.slow
def test_a_camera_that_changes_the_shape_of_its_pictures_is_told_and_the_board_looked_for(
    caplog: pytest.LogCaptureFixture,
) -> None:
    reader = reader_after()
    seen = reader.look(cropped(clip.picture(0)), seen_at_s=1.0)
    assert "another shape" in caplog.text
    assert seen.hand or points_right(seen, 0)
