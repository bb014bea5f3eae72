"""USB cameras: sizes they have not, cables, and controls that are held."""

from __future__ import annotations

import logging
from contextlib import closing
from pathlib import Path

import cv2
import pytest

from hardware.camera import Format, is_live, open_camera
from hardware.cameras.v4l2 import UsbCamera
from hardware.errors import CameraError, FramesError
from tests.hardware.standing_in import ScriptedCapture, compressed, scene

AUTOMATICS = (cv2.CAP_PROP_AUTO_EXPOSURE, cv2.CAP_PROP_AUTO_WB, cv2.CAP_PROP_AUTOFOCUS)
CHOSEN = {cv2.CAP_PROP_EXPOSURE: 156.0, cv2.CAP_PROP_WB_TEMPERATURE: 4600.0, cv2.CAP_PROP_FOCUS: 30.0}


def test_the_size_and_the_rate_that_are_wanted_are_asked_for() -> None:
    capture = ScriptedCapture([])
    UsbCamera(0, wanted=Format(1920, 1080, 25), capture=capture).close()
    asked = (cv2.CAP_PROP_FRAME_WIDTH, cv2.CAP_PROP_FRAME_HEIGHT, cv2.CAP_PROP_FPS)
    assert [capture.settings[one] for one in asked] == [1920, 1080, 25]


@pytest.mark.parametrize("compresses", [True, False])
def test_a_camera_that_gives_another_size_is_read_in_its_own(compresses: bool) -> None:
    image = scene(100, width=352, height=288)
    capture = ScriptedCapture([compressed(image) if compresses else image], size=(352, 288), compresses=compresses)
    with closing(UsbCamera(0, wanted=Format(1280, 960), capture=capture)) as camera:
        frame = camera.read()
    assert frame.image_bgr.shape == (288, 352, 3)
    small, scale = frame.picture.small(200)
    assert (small.shape, scale) == ((144, 176, 3), 2)


def test_a_picture_that_was_cut_on_the_wire_is_named_and_the_next_is_whole() -> None:
    whole = compressed(scene(100))
    with closing(UsbCamera(0, capture=ScriptedCapture([whole[:, :300], whole]))) as camera:
        cut, after = camera.read(), camera.read()
    with pytest.raises(FramesError, match="usb:0#0: cannot be read"):
        cut.glance()
    assert after.image_bgr.mean() == pytest.approx(100, abs=3)


def test_a_camera_begins_with_its_automatics_whatever_another_program_left() -> None:
    capture = ScriptedCapture([], chosen={cv2.CAP_PROP_AUTO_EXPOSURE: 1, cv2.CAP_PROP_AUTO_WB: 0})
    UsbCamera(0, capture=capture).close()
    assert [capture.settings[one] for one in AUTOMATICS] == [3, 1, 1]


def test_a_lock_holds_what_the_automatics_chose() -> None:
    capture = ScriptedCapture([compressed(scene(100, seed=k)) for k in range(30)], chosen=CHOSEN)
    with closing(UsbCamera(0, capture=capture)) as camera:
        assert not camera.lock()  # nothing has been seen yet
        camera.read()
        assert camera.lock()
        for _ in range(29):
            camera.read()
        assert [capture.settings[one] for one in AUTOMATICS] == [1, 0, 0]
        assert {name: capture.settings[name] for name in CHOSEN} == CHOSEN
        camera.unlock()
    assert [capture.settings[one] for one in AUTOMATICS] == [3, 1, 1]


def test_a_camera_without_a_control_is_locked_in_the_others() -> None:
    chosen = {name: value for name, value in CHOSEN.items() if name != cv2.CAP_PROP_FOCUS}
    capture = ScriptedCapture([compressed(scene(100))], chosen=chosen)
    with closing(UsbCamera(0, capture=capture)) as camera:
        camera.read()
        assert camera.lock()
    assert cv2.CAP_PROP_FOCUS not in capture.settings


def test_a_camera_that_grows_dark_when_held_goes_on_exposing_by_itself(caplog: pytest.LogCaptureFixture) -> None:
    bright, dark = ([compressed(scene(shade, seed=k)) for k in range(20)] for shade in (120, 40))
    capture = ScriptedCapture([bright[0], *dark, *bright[1:]], chosen=CHOSEN)
    caplog.set_level(logging.CRITICAL)
    with closing(UsbCamera(0, capture=capture)) as camera:
        camera.read()
        assert camera.lock()
        for _ in range(20):
            camera.read()
        assert [capture.settings[one] for one in AUTOMATICS] == [3, 0, 0]
        assert camera.lock()
        assert [capture.settings[one] for one in AUTOMATICS] == [3, 0, 0]


def test_a_camera_can_be_named_by_a_link_to_its_device(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[int] = []

    class Capturing(ScriptedCapture):
        def __init__(self, number: int, _: int) -> None:
            opened.append(number)
            super().__init__([compressed(scene(100))])

        def isOpened(self) -> bool:  # noqa: N802  (as OpenCV calls it)
            return True

    (tmp_path / "video2").touch()
    (tmp_path / "board-camera").symlink_to("video2")
    monkeypatch.setattr(cv2, "VideoCapture", Capturing)
    with closing(UsbCamera(str(tmp_path / "board-camera"))) as camera:
        assert camera.read().source == str(tmp_path / "board-camera")
    assert opened == [2]


def test_a_device_that_is_not_there_is_named() -> None:
    assert is_live("/dev/v4l/by-id/none")
    with pytest.raises(CameraError, match="there is no /dev/v4l/by-id/none"):
        open_camera("/dev/v4l/by-id/none")
