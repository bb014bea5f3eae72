"""The Pi's camera by its Python binding, which stands in here as a module of that name."""

from __future__ import annotations

import sys
from contextlib import closing
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from hardware.camera import Format, open_camera
from hardware.cameras.choosing import pi_cameras
from hardware.cameras.picam2 import BoundPiCamera
from hardware.errors import CameraError
from hardware.pictures import Planes
from tests.hardware.standing_in import planes_of, scene

SMALL = Format(128, 96, 25)
NOTE = {"ExposureTime": 20_000, "AnalogueGain": 2.0, "ColourGains": (1.5, 2.25), "Lux": 200.0}


class Binding:
    """What is used of ``picamera2.Picamera2``."""

    note: dict[str, Any] = NOTE
    gives: tuple[int, int] | None = None
    newest: Binding

    def __init__(self, number: int) -> None:
        if number >= len(self.global_camera_info()):
            raise IndexError("list index out of range")
        self.did: list[Any] = []
        Binding.newest = self

    @staticmethod
    def global_camera_info() -> list[dict[str, Any]]:
        return [
            {"Num": 0, "Model": "imx708", "Id": "/base/axi/i2c@88000/imx708@1a"},
            {"Num": 1, "Model": "HD Webcam", "Id": "/base/axi/usb@200000-1:1.0-046d:0825"},
        ]

    def create_video_configuration(self, **options: Any) -> dict[str, Any]:
        return options

    def configure(self, configuration: dict[str, Any]) -> None:
        self.configuration = configuration

    def start(self) -> None:
        self.did.append("start")

    def capture_request(self) -> Any:
        width, height = self.gives or self.configuration["main"]["size"]
        planes = planes_of(scene(100, width=width, height=height))
        return SimpleNamespace(
            make_array=lambda _: planes, get_metadata=lambda: self.note, release=lambda: self.did.append("release")
        )

    def set_controls(self, controls: dict[str, Any]) -> None:
        self.did.append(controls)

    def close(self) -> None:
        self.did.append("close")


@pytest.fixture(autouse=True)
def _installed(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    monkeypatch.setitem(sys.modules, "picamera2", SimpleNamespace(Picamera2=Binding))
    monkeypatch.setitem(sys.modules, "libcamera", SimpleNamespace(ColorSpace=SimpleNamespace(Sycc=lambda: "sYCC")))
    monkeypatch.setenv("PATH", str(tmp_path_factory.mktemp("no-programs")))


def test_without_its_program_the_pi_camera_is_read_by_the_binding() -> None:
    with closing(open_camera("pi:0", SMALL)) as camera:
        frame = camera.read()
    assert frame is not None
    assert frame.source == "pi:0"
    assert frame.image_bgr.shape == (96, 128, 3)
    assert frame.image_bgr.mean() == pytest.approx(100, abs=3)
    assert Binding.newest.configuration == {
        "main": {"size": (128, 96), "format": "YUV420"},
        "colour_space": "sYCC",
        "controls": {"FrameRate": 25},
    }
    assert Binding.newest.did[:2] == ["start", "release"]
    assert Binding.newest.did[-1] == "close"


def test_the_binding_lists_the_pi_cameras_and_not_those_at_usb() -> None:
    assert [str(listed) for listed in pi_cameras()] == ["pi:0 imx708"]


def test_another_size_than_asked_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Binding, "gives", (192, 96))
    with closing(BoundPiCamera(0, wanted=SMALL)) as camera, pytest.raises(CameraError, match="192x96, not 128x96"):
        camera.read()


def test_a_lock_hands_back_what_the_automatic_chose(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Binding, "note", NOTE | {"LensPosition": 1.25})
    with closing(BoundPiCamera(0, wanted=SMALL)) as camera:
        assert not camera.lock()  # nothing has been seen yet
        camera.read()
        assert camera.lock()
        camera.unlock()
    held, free = (did for did in Binding.newest.did if isinstance(did, dict))
    assert held == {
        "AeEnable": False,
        "AwbEnable": False,
        "ExposureTime": 20_000,
        "AnalogueGain": 2.0,
        "ColourGains": (1.5, 2.25),
        "AfMode": 0,
        "LensPosition": 1.25,
    }
    assert free == {"AeEnable": True, "AwbEnable": True, "AfMode": 2}


def test_a_lens_that_does_not_move_is_left_alone() -> None:
    with closing(BoundPiCamera(0, wanted=SMALL)) as camera:
        camera.read()
        assert camera.lock()
    assert not any("AfMode" in did for did in Binding.newest.did)


def test_a_camera_that_is_not_there_is_named() -> None:
    with pytest.raises(CameraError, match="pi:7: the camera cannot be opened"):
        BoundPiCamera(7)


def test_a_binding_made_for_another_numpy_counts_as_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    class Unfit:
        def __getattr__(self, name: str) -> Any:
            raise ValueError("numpy.dtype size changed, may indicate binary incompatibility")

    monkeypatch.setitem(sys.modules, "picamera2", Unfit())
    assert pi_cameras() == []
    with pytest.raises(CameraError, match="rpicam-apps"):
        open_camera("pi:0")


def test_pictures_keep_their_own_memory() -> None:
    with closing(BoundPiCamera(0, wanted=SMALL)) as camera:
        first, second = camera.read().picture, camera.read().picture
    assert isinstance(first, Planes)
    assert isinstance(second, Planes)
    assert not np.shares_memory(first.planes, second.planes)
