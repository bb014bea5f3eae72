"""Cameras: each kind is shown pictures of one colour, which are then looked for in its frames."""

from __future__ import annotations

import itertools
import json
import struct
import sys
import threading
import zlib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.camera import Format, Frame, Live, Paced, frames, is_live, length, open_camera
from hardware.cameras.recorded import FolderCamera, VideoCamera
from hardware.cameras.rpicam import PiCamera
from hardware.cameras.v4l2 import UsbCamera
from hardware.errors import CameraError, FramesError
from hardware.pictures import Image, Plain
from tests.hardware.standing_in import ScriptedCapture, planes_of
from tests.patience import PATIENCE_S

FILMS = Path(__file__).parent / "films"
SMALL = Format(128, 96)
BLUE, GREEN, RED = (200, 40, 30), (40, 190, 50), (30, 40, 210)


def plain(colour_bgr: tuple[int, int, int], *, width: int = 64, height: int = 48) -> Image:
    return np.full((height, width, 3), colour_bgr, dtype=np.uint8)


def mean_colour(frame: Frame) -> list[float]:
    return [float(value) for value in frame.image_bgr.mean(axis=(0, 1))]


def test_a_folder_gives_its_pictures_one_by_one_and_ends(tmp_path: Path) -> None:
    for name, colour in {"0000.png": BLUE, "0001.png": RED}.items():
        cv2.imwrite(str(tmp_path / name), plain(colour))
    with closing(open_camera(str(tmp_path))) as camera:
        first, second = frames(camera)
        assert camera.read() is None
    assert (first.number, first.name, first.seen_at_s) == (0, "0000.png", 0.0)
    assert (second.number, second.name, second.seen_at_s) == (1, "0001.png", 1.0)
    assert mean_colour(first) == list(BLUE)
    assert mean_colour(second) == list(RED)


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "0000.jpg").write_text("not a picture")
    frame = FolderCamera(tmp_path).read()
    assert frame is not None
    with pytest.raises(FramesError, match=r"0000\.jpg: cannot be read as a picture"):
        frame.glance()
    with pytest.raises(FramesError, match=r"0000\.jpg: cannot be read as a picture"):
        _ = frame.image_bgr


@pytest.mark.parametrize("ending", ["mp4", "avi"])
def test_a_video_gives_its_frames_at_their_own_times(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"clip.{ending}"
    codec = cv2.VideoWriter.fourcc(*("mp4v" if ending == "mp4" else "MJPG"))
    writer = cv2.VideoWriter(str(path), codec, 4.0, (64, 48))
    for colour in (BLUE, GREEN, RED):
        writer.write(plain(colour))
    writer.release()
    with closing(open_camera(str(path))) as camera:
        seen = list(frames(camera))
    assert [frame.seen_at_s for frame in seen] == pytest.approx([0, 0.25, 0.5])
    assert [frame.number for frame in seen] == [0, 1, 2]
    for frame, colour in zip(seen, (BLUE, GREEN, RED), strict=True):
        assert mean_colour(frame) == pytest.approx(colour, abs=12)


def turned(film: bytes, matrix: tuple[int, int, int, int]) -> bytes:
    """A film whose track is marked as turned: the matrix of its header (ISO 14496-12, 8.3.2)."""
    at = film.index(b"tkhd") + 44
    across, down, right, below = (part << 16 for part in matrix)
    return film[:at] + struct.pack(">9i", across, down, 0, right, below, 0, 0, 0, 1 << 30) + film[at + 36 :]


@pytest.mark.parametrize(
    ("matrix", "shape", "corner"),
    [
        ((0, 1, -1, 0), (64, 48, 3), (8, 40)),
        ((-1, 0, 0, -1), (48, 64, 3), (40, 56)),
        ((0, -1, 1, 0), (64, 48, 3), (56, 8)),
    ],
    ids=["a quarter", "upside down", "three quarters"],
)
def test_a_film_of_a_telephone_is_turned_once_as_it_is_marked(
    tmp_path: Path, matrix: tuple[int, int, int, int], shape: tuple[int, int, int], corner: tuple[int, int]
) -> None:
    image = plain(BLUE)
    image[:16, :16] = RED  # the upper left corner as the sensor saw it
    writer = cv2.VideoWriter(str(tmp_path / "film.mp4"), cv2.VideoWriter.fourcc(*"mp4v"), 4.0, (64, 48))
    writer.write(image)
    writer.release()
    path = tmp_path / "turned.mp4"
    path.write_bytes(turned((tmp_path / "film.mp4").read_bytes(), matrix))
    with closing(open_camera(str(path))) as camera:
        (frame,) = frames(camera)
    assert frame.image_bgr.shape == shape
    assert frame.image_bgr[corner] == pytest.approx(RED, abs=40)


@pytest.mark.parametrize("name", ["h264.mp4", "hevc.mov"])
def test_a_film_of_a_telephone_gives_all_its_pictures_at_their_own_times(name: str) -> None:
    """Ten pictures, the last one red, with pictures coded from later ones, a pause, and sound; the HEVC in 10 bits."""
    with closing(open_camera(str(FILMS / name))) as camera:
        assert length(camera) == 10
        seen = list(frames(camera))
    times_s = [0.0, 0.1, 0.2, 0.3, 0.4, 0.8, 0.9, 1.0, 1.1, 1.2]
    assert [frame.seen_at_s for frame in seen] == pytest.approx(times_s, abs=0.001)
    assert [bool(frame.image_bgr[24, 32, 2] > 128) for frame in seen] == [False] * 9 + [True]


def test_a_video_that_stops_early_gives_what_is_there_and_says_so(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    path = tmp_path / "clip.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 4.0, (64, 48))
    for _ in range(40):
        writer.write(plain(BLUE))
    writer.release()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with closing(open_camera(str(path))) as camera:
        seen = list(frames(camera))
        assert camera.read() is None
    assert 0 < len(seen) < 40
    assert mean_colour(seen[-1]) == pytest.approx(BLUE, abs=12)
    assert [record.getMessage() for record in caplog.records] == [
        f"{path}: stops after picture {len(seen)} of 40; what comes after it is lost"
    ]


def test_a_file_that_is_no_video_is_named(tmp_path: Path) -> None:
    path = tmp_path / "clip.mp4"
    path.write_bytes(b"not a video at all")
    with pytest.raises(FramesError, match=r"clip\.mp4: cannot be read as a video"):
        VideoCamera(path)


@pytest.mark.parametrize("text", ["nowhere", "pi:", "usb:x", "web:0", ""])
def test_a_name_that_is_no_camera_says_what_was_expected(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FramesError, match="expected a folder of frames, a video file, auto, pi:0, usb:0, http"):
        open_camera(text)
    assert not is_live(text)


@pytest.mark.parametrize("text", ["auto", "pi:1", "usb:12", "/dev/video0", "/dev/v4l/by-id/usb-046d_C920-video-index0"])
def test_a_live_camera_is_known_by_its_name(text: str) -> None:
    assert is_live(text)


def test_frames_in_shared_memory_are_a_recording() -> None:
    assert not is_live("/dev/shm/frames")


def test_a_missing_usb_camera_is_named() -> None:
    assert is_live("usb:63")
    with pytest.raises(CameraError, match=r"usb:63: there is no /dev/video63"):
        open_camera("usb:63")


def test_the_compressed_pictures_of_a_usb_camera_are_decoded_only_when_looked_at() -> None:
    jpeg = cv2.imencode(".jpg", plain(RED))[1].tobytes()
    rows = [np.frombuffer(content, np.uint8).reshape(1, -1) for content in (jpeg, jpeg + bytes(500), jpeg[:200])]
    capture = ScriptedCapture([*rows])
    with closing(UsbCamera(0, capture=capture, clock=lambda: 3.0)) as camera:
        whole, padded, cut = camera.read(), camera.read(), camera.read()
        with pytest.raises(CameraError, match="usb:0: the camera gives no more pictures"):
            camera.read()
    assert capture.settings[cv2.CAP_PROP_CONVERT_RGB] == 0
    assert mean_colour(whole) == mean_colour(padded) == pytest.approx(RED, abs=4)
    with pytest.raises(FramesError, match="usb:0#2: cannot be read"):
        cut.glance()


def test_a_usb_camera_that_does_not_compress_gives_pictures_as_they_are() -> None:
    capture = ScriptedCapture([plain(GREEN)], compresses=False)
    with closing(UsbCamera(0, capture=capture)) as camera:
        assert mean_colour(camera.read()) == list(GREEN)
    assert cv2.CAP_PROP_CONVERT_RGB not in capture.settings


def producer(colours_bgr: Iterable[tuple[int, int, int]], *, width: int, height: int, then: str = "") -> list[str]:
    """A program that writes raw frames to its standard output, as rpicam-vid does."""
    raw = b"".join(planes_of(plain(c, width=width, height=height)).tobytes() for c in colours_bgr)
    script = f"import sys, zlib; sys.stdout.buffer.write(zlib.decompress({zlib.compress(raw)!r})); {then}"
    return [sys.executable, "-c", script]


def test_the_pi_camera_reads_raw_frames_from_the_pipe() -> None:
    times_s = itertools.count(10.0)
    command = producer([RED, GREEN, BLUE], width=128, height=96)
    with closing(PiCamera(0, wanted=SMALL, command=command, clock=lambda: next(times_s))) as camera:
        seen = [camera.read() for _ in range(3)]
    assert [frame.seen_at_s for frame in seen] == [10.0, 11.0, 12.0]
    assert seen[0].image_bgr.shape == (96, 128, 3)
    for frame, colour in zip(seen, (RED, GREEN, BLUE), strict=True):
        assert mean_colour(frame) == pytest.approx(colour, abs=4)


def test_a_pi_camera_that_ends_repeats_the_last_complaint() -> None:
    command = producer([], width=128, height=96, then="sys.exit('ERROR: no cameras available')")
    with closing(PiCamera(0, wanted=SMALL, command=command)) as camera:
        with pytest.raises(CameraError, match="pi:0: the camera gives no more pictures: ERROR: no cameras available"):
            camera.read()
        camera.close()


def test_a_picture_cut_short_is_not_a_frame() -> None:
    command = [sys.executable, "-c", "import sys; sys.stdout.buffer.write(bytes(1000))"]
    camera = PiCamera(0, wanted=SMALL, command=command)
    with closing(camera), pytest.raises(CameraError, match="no more pictures"):
        camera.read()


@pytest.mark.parametrize(("width", "height"), [(100, 96), (128, 97), (10, 96)])
def test_a_picture_size_that_would_be_padded_is_refused(width: int, height: int) -> None:
    with pytest.raises(FramesError, match="multiples of 64"):
        PiCamera(0, wanted=Format(width, height), command=["false"])


def test_a_pi_camera_without_its_program_names_the_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CameraError, match="rpicam-apps"):
        PiCamera(0)


class ScriptedCamera:
    """Gives its frames at once, then waits for ``more`` and ends or fails."""

    def __init__(self, count: int, *, error: Exception | None = None) -> None:
        self.rest = [Frame(Plain(plain(BLUE)), float(number), number, str(number)) for number in range(count)]
        self.drained = threading.Event()
        self.more = threading.Event()
        self.error = error
        self.closed = 0

    def read(self) -> Frame | None:
        if self.rest:
            return self.rest.pop(0)
        self.drained.set()
        self.more.wait(10)
        if self.error:
            raise self.error
        return None

    def close(self) -> None:
        self.closed += 1
        self.more.set()


def test_a_slow_reader_gets_the_newest_picture() -> None:
    scripted = ScriptedCamera(5)
    with closing(Live(scripted)) as camera:
        assert scripted.drained.wait(10)
        newest = camera.read()
        assert newest is not None
        assert newest.number == 4
        scripted.more.set()
        assert camera.read() is None
    assert scripted.closed == 1


def test_a_camera_that_fails_while_live_raises_at_the_reader() -> None:
    scripted = ScriptedCamera(1, error=CameraError("usb:0: unplugged"))
    scripted.more.set()
    with closing(Live(scripted)) as camera, pytest.raises(CameraError, match="usb:0: unplugged"):
        list(frames(camera))


def test_a_picture_that_comes_after_the_end_is_shown_to_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else it would be told that a camera gives pictures which was found to be lost before."""
    monkeypatch.setattr("hardware.cameras.live._NEXT_S", 0.0)
    monkeypatch.setattr("hardware.cameras.live._STOPPING_S", 0.0)
    under_way, comes = threading.Event(), threading.Event()

    class Late(ScriptedCamera):
        def read(self) -> Frame | None:
            under_way.set()
            assert comes.wait(PATIENCE_S)
            return super().read()

    shown: list[Frame] = []
    with closing(Live(Late(1))) as camera:
        camera.offer(shown.append)
        assert under_way.wait(PATIENCE_S)
    comes.set()
    camera._thread.join(PATIENCE_S)
    assert shown == []


def test_a_silent_camera_is_lost() -> None:
    for gives in (0, 1):
        with closing(Live(ScriptedCamera(gives), starting_s=0.01 + gives, silence_s=0.01)) as camera:
            for _ in range(gives):
                camera.read()
            with pytest.raises(CameraError, match=r"no picture for 0\.01 s"):
                camera.read()


def test_a_file_that_is_no_video_is_refused_without_other_words(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("not a video")
    with pytest.raises(FramesError):
        VideoCamera(path)
    assert capfd.readouterr().err == ""


# --- recordings at their own pace -----------------------------------------------------------------


def recorded_at(folder: Path, *times_s: float) -> FolderCamera:
    """A folder of pictures that were taken at these times."""
    lines = []
    for number, at_s in enumerate(times_s):
        cv2.imwrite(str(folder / f"{number}.png"), plain(BLUE))
        lines.append(json.dumps({"file": f"{number}.png", "t": at_s}))
    (folder / "frames.jsonl").write_text("\n".join(lines))
    return FolderCamera(folder)


def test_a_recording_at_its_own_pace_gives_each_picture_when_it_was_taken(tmp_path: Path) -> None:
    recording = recorded_at(tmp_path, 3.0, 3.5, 5.0)
    waited: list[float] = []
    now_s = [100.0]

    def wait(seconds: float) -> None:
        waited.append(seconds)
        now_s[0] += seconds + 0.2  # and looking at the picture takes its time

    with closing(Paced(recording, clock=lambda: now_s[0], wait=wait)) as camera:
        given = [frame.seen_at_s for frame in frames(camera)]
    assert given == [3.0, 3.5, 5.0]
    assert waited == pytest.approx([0.0, 0.3, 1.3])


def test_a_recording_that_is_closed_while_it_waits_ends(tmp_path: Path) -> None:
    def wait(seconds: float) -> None:
        if seconds > 1:
            camera.close()

    camera = Paced(recorded_at(tmp_path, 0.0, 3600.0), wait=wait)
    assert camera.read() is not None
    assert camera.read() is None
