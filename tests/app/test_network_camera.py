"""A telephone as the camera at the table: lost and found, turned, and its password never seen anywhere."""

from __future__ import annotations

import logging
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.camera_reader import CameraReader
from companion.app.camera_setup import SeeingHere
from companion.cli import main
from companion.lab.simulation.phone import Loop, Phone, stamped
from companion.match.events import BoardSeen, CameraBack, CameraLost
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from hardware.camera import open_camera
from hardware.errors import NetworkTrouble
from hardware.pictures import Image
from tests.app.test_camera_link import CLIP
from tests.app.test_cameras import Heard, watching
from tests.commands.program import Process
from tests.hardware.served import body, jpeg, knows, part, serving
from tests.patience import eventually
from vision.calibration import calibrate

SECRET = "hunter2-Zażółć"
QUOTED = "hunter2-Za%C5%BC%C3%B3%C5%82%C4%87"


def start() -> Image:
    image = cv2.imread(str(CLIP / "00.jpg"))
    assert image is not None
    return np.asarray(image, np.uint8)


def coded(image: Image) -> bytes:
    return cv2.imencode(".jpg", image)[1].tobytes()


@contextmanager
def phone(film: Loop) -> Iterator[Phone]:
    with Phone(film, rate_hz=50) as served:
        threading.Thread(target=served.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        yield served
        served.hung_up.set()
        served.shutdown()


@pytest.fixture
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


@pytest.mark.usefixtures("_quiet")
def test_a_telephone_is_lost_and_found_again() -> None:
    heard, sight = Heard(), CameraService()
    with (
        phone(Loop([jpeg(100)])) as served,
        watching("", heard, opened=lambda: open_camera(served.address), sight=sight),
    ):
        for _ in range(3):
            heard.until(BoardSeen)
            assert sight.facts().name == served.address.removesuffix("/video")
            served.hung_up.set()
            assert "gives no more pictures" in heard.until(CameraLost).reason
            assert sight.facts().network is NetworkTrouble.STOPPED
            served.hung_up.clear()
            heard.until(CameraBack)
        assert (sight.facts().trouble, sight.facts().network) == ("", None)


@pytest.mark.usefixtures("_quiet")
def test_what_is_wrong_with_a_telephone_is_told_by_its_kind() -> None:
    def closed_to_us(handler: BaseHTTPRequestHandler) -> None:
        knows(handler, "basic", "ann", SECRET)

    with serving(closed_to_us) as address:
        heard, sight = Heard(), CameraService()
        with watching("", heard, opened=lambda: open_camera(address), sight=sight):
            heard.until(CameraLost)
            assert sight.facts().network is NetworkTrouble.PASSWORD


@pytest.mark.usefixtures("_quiet")
def test_the_board_is_read_on_when_the_telephone_changes_its_size_and_is_turned() -> None:
    image = start()
    half = cv2.resize(image, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA)
    upright = cv2.rotate(image, cv2.ROTATE_90_CLOCKWISE)
    film, shown = [coded(image)], threading.Event()

    def answer(handler: BaseHTTPRequestHandler) -> None:
        body(handler, b"", "multipart/x-mixed-replace; boundary=frame")
        for number in range(100_000):
            handler.wfile.write(part(stamped(film[0], number, 0.0)))
            shown.wait(0.05)

    heard, reader = Heard(), CameraReader(calibrate(image))
    with serving(answer) as address, watching("", heard, opened=lambda: open_camera(address), camera_reader=reader):
        for turned in (image, half, upright, image):
            shape = np.asarray(turned, np.uint8)
            film[0] = coded(shape)
            assert eventually(partial(_reads_all, heard, shape)), shape.shape
        shown.set()


def _reads_all(heard: Heard, image: Image) -> bool:
    """Whether a look at a picture of this size tells the start position, on corners within it."""
    seen = heard.until(BoardSeen).observation
    counts = sum(sum(seen.spot(point).best) for point in range(1, 25))
    inside = all(0 <= x <= image.shape[1] and 0 <= y <= image.shape[0] for x, y in seen.corners_px)
    turned = image.shape[0] > image.shape[1]
    wide = max(x for x, _ in seen.corners_px) > image.shape[1] * 0.5
    return not seen.hand and counts == 30 and inside and (wide or turned)


# --- the password -----------------------------------------------------------------------------------------


def table(handler: BaseHTTPRequestHandler) -> None:
    """A telephone that lets in only who knows the password; at another path its stream ends at once."""
    if not knows(handler, "MD5", "ann", SECRET):
        return
    begin = coded(start())
    count = 100_000 if handler.path.startswith(f"/{QUOTED}") else 1
    body(handler, b"", "multipart/x-mixed-replace; boundary=frame")
    for number in range(count):
        handler.wfile.write(part(stamped(begin, number, 0.0)))
        threading.Event().wait(0.1)


def address_of(served: str, path: str = f"{QUOTED}?pwd={QUOTED}") -> str:
    return served.replace("//", f"//ann:{QUOTED}@") + f"/{path}"


def leaks(content: bytes | str) -> bool:
    """Whether a text tells the password, however it is written."""
    read = content if isinstance(content, str) else content.decode("utf-8", errors="replace")
    return any(secret in read for secret in ("hunter2", "ann:"))


def leaking(folder: Path) -> list[str]:
    """The files that tell it, looked into where they are packed."""
    found = []
    for path in sorted(path for path in folder.rglob("*") if path.is_file()):
        parts = {path.name: path.read_bytes()}
        if zipfile.is_zipfile(path):
            with zipfile.ZipFile(path) as packed:
                parts |= {f"{path.name}: {name}": packed.read(name) for name in packed.namelist()}
        found += [name for name, content in parts.items() if leaks(content)]
    return found


def test_the_password_is_in_no_output_log_journal_or_pack(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serving(table) as served:
        for camera in (address_of(served), address_of(served, "other"), address_of(served).replace("hunter", "hunt")):
            told = ("run", "--headless", "--control", "--new", "--camera", camera)
            with Process(main, told, COMPANION_DATA=str(data)) as running:
                log = ""
                while not leaks(log) and "pictures come from" not in log and "goes on by touch" not in log:
                    log += running.stderr.readline()
                out, rest = running.communicate("roll 31\nplay 8/5 6/5\nshow\nquit\n")
            assert served.removeprefix("http://") in log
            assert not leaks(out + log + rest)
    assert main(["--data-dir", str(data), "archive", "export", "1", "--pack", str(tmp_path / "match.zip")]) == 0
    assert (tmp_path / "match.zip").exists()
    assert leaking(tmp_path) == []


def test_the_password_is_in_no_finding_bundle_or_calibration(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    settings, bundle, board = tmp_path / "settings.toml", tmp_path / "help.zip", tmp_path / "board.json"
    with serving(table) as served:
        for place in (address_of(served), address_of(served).replace("hunter", "hunt"), f"http://ann:{SECRET}@"):
            settings.write_text(f'[camera]\ndevice = "{place}"\n', encoding="utf-8")
            kept = ["--data-dir", str(tmp_path / "data"), "--settings", str(settings)]
            main([*kept, "--json", "doctor", "--bundle", str(bundle)])
            main([*kept, "calibrate", place, "--out", str(board)])
    settings.unlink()
    said = "".join(capfd.readouterr())
    assert board.exists(), said
    assert "does not accept this user name" in said
    assert "is no address of a camera" in said
    assert not leaks(said)
    assert leaking(tmp_path) == []
    with zipfile.ZipFile(bundle) as packed:
        assert "127.0.0.1" not in packed.read("findings.json").decode()


@pytest.mark.parametrize("wrong", ['camera = "{}"', '[camera]\ndevice = ["{}"]', '[camera]\ndevice = "{}\\n"'])
def test_the_password_is_in_no_sentence_about_the_settings(
    wrong: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = tmp_path / "settings.toml"
    settings.write_text(wrong.format(f"http://ann:{SECRET}@cam/video"), encoding="utf-8")
    assert main(["--settings", str(settings), "doctor"]) == 2
    said = capsys.readouterr().err
    assert "is none of these, expected" in said
    assert not leaks(said)


def test_settings_with_a_password_are_read_by_nobody_else(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('[camera]\ndevice = "auto"\n', encoding="utf-8")
    path.chmod(0o644)
    book = SettingsFile(Settings(), path)
    book.change({"camera.device": "http://cam/video"})
    assert path.stat().st_mode & 0o777 == 0o644
    book.change({"camera.device": f"http://ann:{SECRET}@cam/video"})
    book.change({"camera.width": 640})
    assert path.stat().st_mode & 0o777 == 0o600


def test_the_telephone_in_use_is_among_the_cameras_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.camera_setup.listed_cameras", list)
    heard, reader = Heard(), CameraReader()
    book = SettingsFile(Settings())
    chosen = SeeingHere(reader, watching("", heard, opened=lambda: open_camera("http://cam")), book)
    assert chosen.cameras() == (("auto", "auto"),)
    address = f"http://ann:{SECRET}@cam/video"
    chosen.take(address)
    assert chosen.cameras() == (("auto", "auto"), (address, "http://cam"))
