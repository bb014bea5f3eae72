"""What the screen asks of the eyes is answered by the watcher, or said why not."""

from __future__ import annotations

import itertools

import cv2
import numpy as np
import pytest

from companion.screen.camera_service import CameraAnswer, CameraService, NotLearned
from hardware.camera import Frame
from hardware.pictures import Encoded, Plain

RED = (30, 40, 210)


def frame(number: int, *, width: int = 1280, height: int = 960, source: str = "usb:0") -> Frame:
    return Frame(Plain(np.full((height, width, 3), RED, np.uint8)), float(number), number, f"{source}#{number}")


def test_the_newest_picture_is_given_once_and_small() -> None:
    sight = CameraService()
    assert sight.newest() is None
    for number in range(3):
        sight.saw(frame(number))
    preview = sight.newest()
    assert preview is not None
    assert (preview.image_bgr.shape, preview.scale, preview.number) == ((480, 640, 3), 2, 3)
    assert sight.newest(after=3) is None
    assert sight.newest(after=2) is not None


def test_a_picture_no_wider_than_the_screen_is_shown_as_it_is() -> None:
    sight = CameraService()
    sight.saw(frame(0, width=640, height=480))
    preview = sight.newest()
    assert preview is not None
    assert (preview.image_bgr.shape, preview.scale) == ((480, 640, 3), 1)


@pytest.mark.parametrize("width", [0, 1536], ids=["of unknown width", "of known width"])
def test_a_compressed_picture_is_shown_at_half_its_size_in_the_right_place(width: int) -> None:
    image = np.zeros((864, 1536, 3), np.uint8)
    image[400:440, 1000:1040] = 255
    sight = CameraService()
    sight.saw(Frame(Encoded(cv2.imencode(".jpg", image)[1].tobytes(), "usb:0#0", width), 0.0, 0, "usb:0#0"))
    preview = sight.newest()
    assert preview is not None
    assert (preview.image_bgr.shape, preview.scale) == ((432, 768, 3), 2)
    rows, columns = np.nonzero(preview.image_bgr[..., 0] > 128)
    assert (columns.mean() * preview.scale, rows.mean() * preview.scale) == pytest.approx((1019, 419), abs=2)


def test_nothing_is_decoded_before_somebody_watches() -> None:
    sight = CameraService()
    sight.saw(Frame(Encoded(b"no picture", "usb:0#0"), 0.0, 0, "usb:0#0"))  # would fail
    assert sight.newest() is None


def test_the_facts_name_the_camera_its_size_and_its_rate() -> None:
    times_s = itertools.count(10.0, 0.5)
    sight = CameraService(clock=lambda: next(times_s))
    assert sight.facts().name == ""
    for number in range(5):
        sight.saw(frame(number))
    facts = sight.facts()
    assert (facts.name, facts.size_wh, facts.rate_hz) == ("usb:0", (1280, 960), 2.0)
    assert not facts.calibrated


def test_of_several_requests_the_newest_is_answered() -> None:
    sight = CameraService()
    assert sight.asked() is None
    first, second = sight.check(), sight.learn()
    asked = sight.asked()
    assert asked is not None
    assert (asked.number, asked.learn) == (second, True)
    sight.answered(CameraAnswer(second))
    assert sight.answer(first) is None
    assert sight.answer(second) == CameraAnswer(second)
    assert sight.asked() is None


def test_who_asks_while_the_camera_is_lost_is_told_so_at_once() -> None:
    sight = CameraService()
    sight.saw(frame(0))
    assert sight.facts().size_wh == (1280, 960)
    waiting = sight.learn()
    sight.lost("usb:0: unplugged")
    assert sight.answer(waiting) == CameraAnswer(waiting, why=NotLearned.NO_CAMERA, reason="usb:0: unplugged")
    late = sight.check()
    assert sight.answer(late) == CameraAnswer(late, why=NotLearned.NO_CAMERA, reason="usb:0: unplugged")
    assert sight.facts().trouble == "usb:0: unplugged"
    sight.saw(frame(0, width=640, height=480, source="usb:2"))
    facts = sight.facts()
    assert (facts.trouble, facts.name, facts.size_wh) == ("", "usb:2", (640, 480))
    assert sight.answer(sight.check()) is None
