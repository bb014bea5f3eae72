"""Cameras through the running watcher: found, lost, found elsewhere, slow, broken, held."""

from __future__ import annotations

import itertools
import logging
import queue
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.app import running
from companion.app.camera_link import CameraLink
from companion.app.camera_reader import CameraReader
from companion.app.inbox import Inbox
from companion.commands import calibrate
from companion.match.events import BoardSeen, CameraBack, CameraLost, Event
from companion.screen.camera_service import CameraService
from companion.settings.tree import Settings, calibration_file
from hardware.camera import Camera, Format, Frame, Live, open_camera
from hardware.cameras import choosing, v4l2
from hardware.cameras.choosing import ListedCamera
from hardware.cameras.holding import Holder
from hardware.cameras.rpicam import PiCamera
from hardware.cameras.v4l2 import UsbCamera
from hardware.errors import CameraError
from hardware.pictures import Plain
from tests.app.test_camera_link import CLIP, SeeingEyes, start_frame
from tests.clips import quicker
from tests.hardware.standing_in import ScriptedCapture, compressed, films, install_rpicam, scene, tell_rpicam
from tests.patience import PATIENCE_S
from vision import Calibration

SMALL = Format(320, 240)


class Heard(Inbox):
    """An inbox that can be waited at."""

    def __init__(self) -> None:
        super().__init__()
        self.events: queue.Queue[Event] = queue.Queue()

    def post(self, event: Event, *, began_s: float | None = None) -> None:
        del began_s
        self.events.put(event)

    def until(self, kind: type[Event]) -> Any:
        """The next event of this kind; fails where none comes."""
        while not isinstance(event := self.events.get(timeout=PATIENCE_S), kind):
            pass
        return event


class KnowingEyes(SeeingEyes):
    """Sees the start position in everything, on a board that it knows."""

    def __init__(self) -> None:
        super().__init__()
        camera_reader = CameraReader()
        camera_reader.look(start_frame(0, 0.0))
        self._known = camera_reader.calibration

    @property
    def calibration(self) -> Calibration | None:
        assert self._known is None or isinstance(self._known, Calibration)
        return self._known


@pytest.fixture(autouse=True)
def _quiet(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL)


@pytest.fixture
def captures(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> dict[int, ScriptedCapture]:
    """What is plugged in at USB, by the numbers of its devices."""
    plugged: dict[int, ScriptedCapture] = {}

    def opened(name: str, number: int | str) -> ScriptedCapture:
        if not isinstance(number, int) or number not in plugged:
            raise CameraError(f"{name}: there is no /dev/video{number}; expected a plugged-in USB camera")
        return plugged[number]

    monkeypatch.setattr(v4l2, "_v4l2", opened)
    monkeypatch.setattr(choosing, "usb_cameras", lambda _: [ListedCamera(f"usb:{number}", "") for number in plugged])
    monkeypatch.setenv("PATH", str(tmp_path / "nothing"))
    return plugged


def pictures(count: int) -> list[Any]:
    return [compressed(scene(100, seed=seed)) for seed in range(count)]


def watching(camera: str, heard: Heard, **options: Any) -> CameraLink:
    opened = options.pop("opened", lambda: open_camera(camera, SMALL))
    camera_reader = options.pop("camera_reader", None) or SeeingEyes()
    return CameraLink(opened, camera_reader, heard, **{"retry_s": 0.02, "settle_s": 0.0} | options)


# --- lost and found --------------------------------------------------------------------------------


def test_the_pi_camera_is_lost_and_found_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, frames=5, runs=1)
    heard, sight = Heard(), CameraService()
    with watching("pi:0", heard, sight=sight):
        heard.until(BoardSeen)
        assert "unplugged" in heard.until(CameraLost).reason
        assert "unplugged" in sight.facts().trouble  # and stays so: it is opened again and again in vain
        tell_rpicam(monkeypatch)
        heard.until(CameraBack)
        heard.until(BoardSeen)
        assert (sight.facts().name, sight.facts().size_wh, sight.facts().trouble) == ("pi:0", (320, 240), "")


def test_a_usb_camera_that_is_plugged_into_another_socket_is_found_there(captures: dict[int, ScriptedCapture]) -> None:
    captures[0] = ScriptedCapture(pictures(3))
    heard, sight = Heard(), CameraService()
    with watching("auto", heard, sight=sight):
        heard.until(CameraLost)
        del captures[0]
        captures[2] = ScriptedCapture(pictures(100))
        heard.until(CameraBack)
        assert heard.until(BoardSeen)
        assert sight.facts().name == "usb:2"


def test_a_camera_that_is_plugged_in_after_the_start_is_found(captures: dict[int, ScriptedCapture]) -> None:
    heard, sight = Heard(), CameraService()
    with watching("auto", heard, sight=sight):
        assert "expected the Pi's camera or one at USB" in heard.until(CameraLost).reason
        captures[4] = ScriptedCapture(pictures(100))
        heard.until(BoardSeen)
        assert sight.facts().name == "usb:4"


def test_which_camera_was_taken_is_logged_once(
    captures: dict[int, ScriptedCapture], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "companion.app.camera_link")
    captures[1] = ScriptedCapture(pictures(20))
    heard = Heard()
    with watching("usb:1", heard):
        heard.until(CameraLost)
        captures[1] = ScriptedCapture(pictures(20))
        heard.until(BoardSeen)
    told = [record.getMessage() for record in caplog.records if record.levelno == logging.INFO]
    assert told == ["pictures come from the camera usb:1"]


# --- what is wrong with the pictures ---------------------------------------------------------------


def test_pictures_of_a_wrong_size_are_refused_with_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, size=(384, 240))
    heard, sight = Heard(), CameraService()
    with watching("pi:0", heard, sight=sight):
        assert "not 320x240 as asked" in heard.until(CameraLost).reason
        assert sight.newest() is None
        tell_rpicam(monkeypatch)
        heard.until(CameraBack)


def test_a_usb_camera_of_another_size_is_watched_in_its_own(captures: dict[int, ScriptedCapture]) -> None:
    captures[0] = ScriptedCapture(
        [compressed(scene(100, width=352, height=288, seed=k)) for k in range(50)], size=(352, 288)
    )
    heard, sight = Heard(), CameraService()
    with watching("usb:0", heard, sight=sight):
        heard.until(BoardSeen)
        assert sight.facts().size_wh == (352, 288)


def test_a_slow_camera_is_watched_picture_by_picture() -> None:
    """One in three seconds: each is a still of its own, and none is a loss."""
    frames: list[Frame | None] = [frame(number, 3.0 * number) for number in range(4)]
    heard = Heard()
    with watching("usb:0", heard, opened=lambda: Scripted([*frames, None]), clock=lambda: 0.0):
        seen = [heard.until(BoardSeen).frame for _ in range(4)]
    assert seen == [0, 1, 2, 3]


def test_a_picture_that_was_cut_short_costs_no_more_than_itself(captures: dict[int, ScriptedCapture]) -> None:
    good = pictures(40)
    captures[0] = ScriptedCapture([good[0], good[1][:, :200], *good[2:]])
    heard = Heard()
    with watching("usb:0", heard):
        heard.until(BoardSeen)
        assert "no more pictures" in heard.until(CameraLost).reason  # at the end, not before


def test_a_camera_that_gives_only_broken_pictures_is_lost(captures: dict[int, ScriptedCapture]) -> None:
    clock_s = itertools.count(0.0, 0.1)
    broken = ScriptedCapture([picture[:, :200] for picture in pictures(60)])
    captures[0] = broken
    heard = Heard()
    live = UsbCamera(0, wanted=SMALL, capture=broken, clock=lambda: next(clock_s))
    with watching("usb:0", heard, opened=lambda: live):
        assert "cannot be read as a picture" in heard.until(CameraLost).reason


def test_a_camera_that_hangs_is_lost_and_opened_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, picture="frozen")
    heard = Heard()

    def opened() -> Camera:
        return Live(PiCamera(0, wanted=SMALL), starting_s=PATIENCE_S, silence_s=PATIENCE_S, frozen_s=0.2)

    with watching("pi:0", heard, opened=opened):
        assert "the same picture comes again and again" in heard.until(CameraLost).reason
        tell_rpicam(monkeypatch)
        heard.until(CameraBack)
        heard.until(BoardSeen)


def test_a_black_picture_is_named_while_it_lasts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    install_rpicam(tmp_path, monkeypatch, picture="black")
    heard, sight = Heard(), CameraService()
    with watching("pi:0", heard, sight=sight):
        heard.until(BoardSeen)
        heard.until(BoardSeen)
        assert "black" in sight.facts().warning
        assert sight.facts().trouble == ""


# --- held ------------------------------------------------------------------------------------------


def test_exposure_and_focus_are_held_once_the_board_is_known_and_again_after_a_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.cameras.holding.CHOSEN_S", 0.2)
    log = install_rpicam(tmp_path, monkeypatch, frames_held=25, period_s=0.02)
    heard = Heard()
    with watching("pi:0", heard, camera_reader=KnowingEyes(), lock=True):
        heard.until(CameraLost)
        heard.until(CameraLost)
    held = ["--shutter" in run for run in films(log)]
    assert held[:4] == [False, True, False, True]


@pytest.mark.parametrize(
    ("camera_reader", "lock"), [(SeeingEyes, True), (KnowingEyes, False)], ids=["unknown", "unwanted"]
)
def test_nothing_is_held_before_the_board_is_known_or_where_it_is_not_wanted(
    camera_reader: Callable[[], CameraReader], lock: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.cameras.holding.CHOSEN_S", 0.0)
    log = install_rpicam(tmp_path, monkeypatch, frames=20)
    heard = Heard()
    with watching("pi:0", heard, camera_reader=camera_reader(), lock=lock):
        heard.until(CameraLost)
    assert not any("--shutter" in run for run in films(log))


class Holding:
    """What a holder uses of a live camera."""

    def __init__(self) -> None:
        self.held = False

    def hold(self, held: bool) -> None:
        self.held = held


def test_a_held_exposure_is_chosen_anew_when_the_light_has_changed_for_some_seconds() -> None:
    camera = Holding()
    holder = Holder(camera)  # type: ignore[arg-type]
    held = []
    for second in range(40):
        shade = 100 if second < 10 or second == 12 else 50
        holder.see(frame(second, float(second), shade), known=True)
        held.append(camera.held)
    assert held[:4] == [False, False, False, True]
    assert all(held[4:18])
    assert held[18:23] == [False, False, False, False, True]
    assert all(held[23:])


class Scripted:
    """A camera that gives its frames and then, for None, ends."""

    def __init__(self, frames: list[Frame | None]) -> None:
        self._frames = frames

    def read(self) -> Frame | None:
        return self._frames.pop(0)

    def close(self) -> None:
        pass


def frame(number: int, at_s: float, shade: int = 100) -> Frame:
    return Frame(Plain(scene(shade, seed=number)), at_s, number, f"usb:0#{number}")


def test_pictures_are_shown_at_their_own_rate_and_looked_at_more_seldom() -> None:
    """Thirty a second reach the screen; those that are looked at lie a tenth of a second apart."""
    wanted, asked, given = queue.Queue[None](), queue.Queue[None](), queue.Queue[None]()
    frames: list[Frame | None] = [frame(number, number / 30) for number in range(60)]
    looked: list[int] = []

    class Followed(Live):
        def read(self) -> Frame | None:
            wanted.put(None)
            return super().read()

    class Stepping(Scripted):
        def read(self) -> Frame | None:
            asked.get(timeout=PATIENCE_S)
            return super().read()

    class Counting(CameraService):
        def saw(self, frame: Frame) -> None:
            super().saw(frame)
            given.put(None)

    heard, sight = Heard(), Counting()
    with watching(
        "usb:0",
        heard,
        opened=lambda: Followed(Stepping([*frames, None]), silence_s=PATIENCE_S),
        sight=sight,
        shown=lambda one: looked.append(one.number),
    ):
        for _ in range(60):
            wanted.get(timeout=PATIENCE_S)
            asked.put(None)
            given.get(timeout=PATIENCE_S)
        wanted.get(timeout=PATIENCE_S)
        asked.put(None)
    preview = sight.newest()
    assert preview is not None
    assert preview.number == 60
    assert looked == list(range(0, 60, 3))


def test_a_board_is_learned_from_a_picture_for_which_the_camera_had_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(calibrate, "_CHOSEN_S", 0.45)
    install_rpicam(tmp_path, monkeypatch)
    times_s = itertools.count(0.0, 0.1)
    pi = PiCamera(0, wanted=Format(320, 240, 50), clock=lambda: next(times_s))
    with closing(Live(pi, starting_s=PATIENCE_S, silence_s=PATIENCE_S)) as camera:
        steady = calibrate._steady(camera)
    assert steady is not None
    assert steady.number >= 5


def test_what_is_learned_by_a_press_is_kept_and_known_at_the_next_start(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    sight = CameraService()
    request = sight.learn()
    table: Any = SimpleNamespace(
        table=SimpleNamespace(inbox=Inbox(), sight=sight, board_file=lambda: calibration_file(settings)),
        _stills=SimpleNamespace(frame=lambda _: None, looked=lambda *_: None),
        _camera=str(quicker(CLIP, tmp_path / "clip", most=8)),
        _camera_reader=running._camera_reader(settings),
        _settings=settings,
    )
    running._RunningTable._watcher(table)._run()
    answer = sight.answer(request)
    assert answer is not None
    assert answer.calibration is not None
    assert calibration_file(settings) == tmp_path / "calibration.json"
    assert running._camera_reader(settings).calibration == answer.calibration
