"""Which camera is taken where none is named."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from hardware.camera import Format, listed_cameras, open_camera
from hardware.cameras import choosing, v4l2
from hardware.cameras.choosing import open_any, usb_cameras
from hardware.errors import CameraError
from tests.hardware.standing_in import ScriptedCapture, compressed, install_rpicam, scene

SMALL = Format(320, 240)


def device(folder: Path, number: int, name: str, index: int = 0) -> None:
    place = folder / f"video{number}"
    place.mkdir(parents=True)
    (place / "name").write_text(f"{name}\n", encoding="utf-8")
    (place / "index").write_text(f"{index}\n", encoding="utf-8")


@pytest.fixture
def plugged(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[int, ScriptedCapture]:
    """The captures of USB cameras by their numbers; one that is not here cannot be opened."""
    captures: dict[int, ScriptedCapture] = {}

    def opened(name: str, number: int | str) -> ScriptedCapture:
        if not isinstance(number, int) or number not in captures:
            raise CameraError(f"{name}: cannot be opened; is another program using it?")
        return captures[number]

    monkeypatch.setattr(v4l2, "_v4l2", opened)
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return captures


def test_usb_cameras_are_listed_in_the_order_of_their_numbers_without_what_is_none(tmp_path: Path) -> None:
    device(tmp_path, 10, "bcm2835-codec-decode")
    device(tmp_path, 11, "Board Camera")
    device(tmp_path, 2, "HD Webcam")
    device(tmp_path, 3, "HD Webcam", index=1)  # what it notes of its pictures
    assert [str(one) for one in usb_cameras(tmp_path)] == ["usb:2 HD Webcam", "usb:11 Board Camera"]


@pytest.mark.slow
def test_the_pi_cameras_are_those_that_its_program_lists(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, cameras=2)
    assert [str(one) for one in listed_cameras(tmp_path)] == ["pi:0 imx708", "pi:1 imx708"]


@pytest.mark.slow
def test_the_pi_camera_goes_before_one_at_usb(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plugged: dict[int, ScriptedCapture]
) -> None:
    install_rpicam(tmp_path, monkeypatch)
    device(tmp_path / "sys", 0, "HD Webcam")
    plugged[0] = ScriptedCapture([compressed(scene(100))])
    with closing(open_any(SMALL, tmp_path / "sys")) as camera:
        frame = camera.read()
    assert frame is not None
    assert frame.source == "pi:0"


def test_the_first_usb_camera_that_gives_a_picture_is_taken(
    tmp_path: Path, plugged: dict[int, ScriptedCapture]
) -> None:
    for number in range(3):
        device(tmp_path, number, f"Webcam {number}")
    plugged[1] = ScriptedCapture([])  # opens, and gives nothing; number 0 is taken by another program
    plugged[2] = ScriptedCapture([compressed(scene(100)), compressed(scene(100))])
    with closing(open_any(SMALL, tmp_path)) as camera:
        frame = camera.read()
    assert frame is not None
    assert frame.source == "usb:2"
    assert plugged[1].released


def test_without_any_camera_it_is_said_what_was_expected(
    plugged: dict[int, ScriptedCapture], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert plugged == {}
    monkeypatch.setattr(choosing, "listed_cameras", lambda _: [])
    with pytest.raises(CameraError, match="expected the Pi's camera or one at USB"):
        open_camera("auto")


def test_where_the_only_camera_cannot_be_opened_its_reason_is_said(
    tmp_path: Path, plugged: dict[int, ScriptedCapture]
) -> None:
    assert plugged == {}
    device(tmp_path, 0, "HD Webcam")
    with pytest.raises(CameraError, match="usb:0: cannot be opened; is another program using it"):
        open_any(SMALL, tmp_path)
