"""The Pi's camera by its program: what it does, and the ways in which it fails."""

from __future__ import annotations

import itertools
from contextlib import closing
from pathlib import Path

import pytest

from hardware.camera import Format, Live, frames, open_camera
from hardware.cameras.rpicam import Held, PiCamera
from hardware.errors import CameraError
from tests.hardware.standing_in import films, install_rpicam, tell_rpicam
from tests.patience import PATIENCE_S

SMALL = Format(320, 240)


@pytest.mark.slow
def test_the_program_is_asked_for_the_size_and_the_rate_that_are_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = install_rpicam(tmp_path, monkeypatch)
    with closing(open_camera("pi:0", Format(320, 240, 25))) as camera:
        frame = camera.read()
    assert frame is not None
    assert frame.image_bgr.shape == (240, 320, 3)
    (options,) = films(log)
    for name, value in (("--camera", "0"), ("--width", "320"), ("--height", "240"), ("--framerate", "25")):
        assert options[options.index(name) + 1] == value


def test_a_camera_that_is_not_there_is_named_with_the_programs_complaint(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_rpicam(tmp_path, monkeypatch, cameras=1)
    with (
        closing(open_camera("pi:1", SMALL)) as camera,
        pytest.raises(CameraError, match=r"pi:1: .*no cameras available"),
    ):
        camera.read()


@pytest.mark.slow
def test_an_unplugged_camera_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, frames=3)
    with closing(PiCamera(0, wanted=SMALL)) as camera:
        for _ in range(3):
            camera.read()
        with pytest.raises(CameraError, match="the camera was unplugged"):
            camera.read()


@pytest.mark.slow
def test_a_picture_that_is_cut_short_is_no_frame(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, frames=2, cut=1000)
    with closing(PiCamera(0, wanted=SMALL)) as camera:
        camera.read()
        with pytest.raises(CameraError, match="no more pictures"):
            camera.read()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(384, 240), (256, 192), (640, 480), (336, 252)])
def test_pictures_of_another_size_than_asked_are_refused_and_never_garbled(
    size: tuple[int, int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    install_rpicam(tmp_path, monkeypatch, size=size)
    with closing(PiCamera(0, wanted=SMALL)) as camera, pytest.raises(CameraError, match="not 320x240 as asked"):
        camera.read()


@pytest.mark.slow
def test_a_program_that_says_nothing_is_lost_and_can_be_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, silent=True)
    live = Live(PiCamera(0, wanted=SMALL), starting_s=0.05)
    with closing(live) as camera, pytest.raises(CameraError, match="has given no picture"):
        camera.read()


@pytest.mark.slow
def test_a_camera_that_hangs_repeats_its_picture_and_is_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, picture="frozen")
    times_s = itertools.count(0.0, 1.0)
    pi = PiCamera(0, wanted=Format(320, 240, 1000), clock=lambda: next(times_s))
    live = Live(pi, starting_s=PATIENCE_S, silence_s=PATIENCE_S)
    with closing(live) as camera, pytest.raises(CameraError, match="the same picture comes again and again"):
        list(frames(camera))


@pytest.mark.slow
def test_a_covered_lens_repeats_itself_and_is_not_lost(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, picture="black", frames=60)
    times_s = itertools.count(0.0, 1.0)
    pi = PiCamera(0, wanted=Format(320, 240, 1000), clock=lambda: next(times_s))
    live = Live(pi, starting_s=PATIENCE_S, silence_s=PATIENCE_S)
    with closing(live) as camera, pytest.raises(CameraError, match="unplugged"):
        list(frames(camera))


NOTE = "ExposureTime=19987\nColourGains=[ 1.191011, 1.706060 ]\nDigitalGain=1.5\nAnalogueGain=2.000000\nLux=3"


def test_what_the_automatic_chose_is_read_from_the_programs_notes() -> None:
    held = Held.told(NOTE)
    assert held == Held(19987, 3.0, 1.191011, 1.70606, None)
    assert held is not None
    assert held.options() == ["--shutter", "19987", "--gain", "3.0000", "--awbgains", "1.1910,1.7061"]
    focused = Held.told(NOTE + "\nLensPosition=1.25")
    assert focused is not None
    assert focused.options()[-4:] == ["--autofocus-mode", "manual", "--lens-position", "1.2500"]


@pytest.mark.parametrize("note", ["", "ExposureTime=1", NOTE.replace("[ 1.191011, 1.706060 ]", "[ 1.2 ]")])
def test_notes_that_do_not_tell_all_hold_nothing(note: str) -> None:
    assert Held.told(note) is None


@pytest.mark.slow
def test_a_lock_starts_the_program_anew_with_what_its_automatic_chose(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = install_rpicam(tmp_path, monkeypatch)
    with closing(PiCamera(0, wanted=SMALL)) as camera:
        numbers = [camera.read().number]
        while not camera.lock():  # a picture comes before its note
            numbers.append(camera.read().number)
        numbers.append(camera.read().number)
        camera.unlock()
        numbers.append(camera.read().number)
    free, held, again = films(log)
    assert numbers == list(range(len(numbers)))
    assert "--shutter" not in free
    for name, value in (
        ("--shutter", "20000"),
        ("--gain", "5.0000"),
        ("--awbgains", "1.5000,2.2500"),
        ("--autofocus-mode", "manual"),
        ("--lens-position", "1.7500"),
    ):
        assert held[held.index(name) + 1] == value
    assert "--shutter" not in again


def test_a_camera_that_has_told_nothing_yet_cannot_be_locked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, silent=True)
    with closing(PiCamera(0, wanted=SMALL)) as camera:
        assert not camera.lock()


def test_a_program_that_cannot_be_started_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "rpicam-vid").write_text("no program")
    (tmp_path / "rpicam-vid").chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    tell_rpicam(monkeypatch)
    with pytest.raises(CameraError, match="rpicam-vid: cannot be started"):
        PiCamera(0)
