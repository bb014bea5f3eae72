"""From opening the board to the first roll, with the real watcher, table and journal behind the screen."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.app.camera_link import CameraLink
from companion.app.camera_reader import CameraReader
from companion.app.camera_setup import SeeingHere
from companion.app.current_match import CurrentMatch
from companion.app.inbox import Inbox
from companion.app.services import MatchesHere, facts_of
from companion.app.table import TableSource
from companion.games.backgammon import Dice
from companion.match.phases import Phase
from companion.record import Journal
from companion.referee.boards import ROLLS
from companion.screen import PageName, Services
from companion.screen.camera_service import CameraService
from companion.settings.file import SettingsFile
from companion.settings.reading import changed
from companion.settings.tree import Settings, terms_of
from hardware.camera import Frame, Live
from hardware.errors import CameraError
from hardware.pictures import Encoded
from tests.patience import PATIENCE_S
from tests.screen.conftest import Stage
from tests.screen.frames import pass_frames
from tests.states import backgammon
from tests.vision import flat
from vision import Calibration
from vision.calibration import calibrate
from vision.rectify import inverse

CLIP = Path(__file__).parents[2] / "companion" / "demo" / "clip"
DEV1 = Path(__file__).parents[3] / "shared" / "data" / "renders" / "dev1"
# A column of the start with checkers on it, and an empty one with the same triangle.
EMPTIED = {0: 2, 4: 2, 6: 8, 11: 9}


def picture(name: str) -> Any:
    image = cv2.imread(str(CLIP / name))
    assert image is not None
    return image


START = picture("00.jpg")
ROLLED = picture("01.jpg")
TABLE = np.full_like(START, (48, 56, 70))


def half_set_up(calibration: Calibration, *, columns: Sequence[int], rows: Sequence[str]) -> Any:
    """The start position without the checkers in some columns of some rows."""
    scale = 3
    to_view = np.diag([scale, scale, 1.0]) @ flat.flat_from_picture(calibration.corners_px)
    size = (flat.WH[0] * scale, flat.WH[1] * scale)
    view = cv2.warpPerspective(START, to_view, size)
    mask = np.zeros(view.shape[:2], np.uint8)
    pitch = round(calibration.geometry.pitch * (flat.RIGHT - flat.LEFT) * scale)
    middle = (flat.TOP + flat.BOTTOM) // 2 * scale
    for column in columns:
        here, there = (round(flat.column(calibration.geometry, c)[0] * scale) for c in (column, EMPTIED[column]))
        for row in rows:
            down = slice(0, middle) if row == "top" else slice(middle, size[1])
            view[down, here : here + pitch] = view[down, there : there + pitch]
            mask[down, here : here + pitch] = 255
    back = inverse(to_view)
    wh = (START.shape[1], START.shape[0])
    painted, where = cv2.warpPerspective(view, back, wh), cv2.warpPerspective(mask, back, wh)
    return np.where(where[..., None] > 127, painted, START)


class ScriptedCamera:
    """Gives the same picture 30 times a second, with a little noise, until it is given another; or is unplugged."""

    def __init__(self, image: Any) -> None:
        self._unplugged = threading.Event()
        self._number = 0
        self.give(image)

    def give(self, image: Any) -> None:
        rng = np.random.default_rng(1)
        noisy = [np.clip(image + rng.normal(0, 1.0, image.shape), 0, 255).astype(np.uint8) for _ in range(3)]
        self._jpegs = [cv2.imencode(".jpg", each)[1].tobytes() for each in noisy]

    def unplug(self) -> None:
        self._unplugged.set()

    def read(self) -> Frame:
        if self._unplugged.wait(1 / 30):
            raise CameraError("usb:0: unplugged")
        self._number += 1
        content = self._jpegs[self._number % 3]
        return Frame(Encoded(content, "usb:0", START.shape[1]), time.monotonic(), self._number, f"usb:0#{self._number}")

    def close(self) -> None:
        """Nothing is held."""


@dataclass
class Evening1:
    """A table that has just been switched on."""

    stage: Stage
    camera: ScriptedCamera
    sight: CameraService
    session: CurrentMatch
    watcher: CameraLink
    camera_reader: CameraReader
    touches: int = 0
    opened_s: float = field(default_factory=time.monotonic)

    @property
    def app_root(self) -> Any:
        return self.stage.app.app_root

    def until(self, what: Callable[[], object]) -> float:
        """Let time pass until something is so; seconds since the table was switched on."""
        give_up_s = time.monotonic() + PATIENCE_S
        while not what():
            assert time.monotonic() < give_up_s, f"{what} is not so after {PATIENCE_S:g} s"
            pass_frames()
            time.sleep(0.002)
        return time.monotonic() - self.opened_s

    def touch(self, words: str) -> None:
        """Touch the field of the uppermost screen that says this."""
        pass_frames(3)
        fields = [each for each in self.app_root.top.walk(restrict=True) if getattr(each, "text", None) == words]
        assert fields, f"there is no field {words!r}"
        self.touches += 1
        self.stage.touch(*fields[0].center)

    def said(self) -> list[str]:
        return [line.text for line in self.app_root.top.content.lines] if self.app_root.top is not None else []

    @property
    def ticked(self) -> int:
        back = self.app_root.view.put_back
        return 0 if back is None else len(back.ticked)


@pytest.fixture
def switch_on(stage: Stage, tmp_path: Path) -> Iterator[Callable[[Any], Evening1]]:
    before = stage.app._services
    with ExitStack() as stack:

        def switched_on(image: Any) -> Evening1:
            settings = changed(Settings(data_dir=tmp_path), {"table.dice": "camera"})
            book = SettingsFile(settings, tmp_path / "settings.toml")
            kept = tmp_path / "calibration.json"
            camera_reader = CameraReader(Calibration.load(kept)) if kept.exists() else CameraReader(attempts=None)
            journal = stack.enter_context(Journal(tmp_path, goes_on=True))
            session = CurrentMatch(journal, folders=(tmp_path,))
            session.begin(terms_of(settings, asks=True), facts_of(settings))
            sight = CameraService()
            table = TableSource(session, camera_reader, Inbox(), sight=sight)
            camera = ScriptedCamera(image)
            watcher = stack.enter_context(
                CameraLink(
                    lambda: Live(camera),
                    camera_reader,
                    table.inbox,
                    retry_s=0.2,
                    sight=sight,
                    keep=lambda learned: learned.save(kept),
                )
            )
            stage.app._services = Services(
                table,
                book,
                MatchesHere(session, journal, book),
                sight,
                camera_reader=SeeingHere(camera_reader, watcher, book),
            )
            stage.app.restyle()
            pass_frames(3)
            stage.app.app_root.open(PageName.WELCOME)
            return Evening1(stage, camera, sight, session, watcher, camera_reader)

        yield switched_on
        stage.app.app_root.home()
    stage.app._services = before
    stage.app.restyle()


def test_a_new_board_is_learned_though_its_corners_were_dragged_off_kept_and_played_on(
    switch_on: Callable[[Any], Evening1], tmp_path: Path, record_property: Any
) -> None:
    known = calibrate(START)
    table = switch_on(TABLE)
    table.touch("Camera")
    table.until(lambda: "No board is seen. All of it must be in the picture." in table.said())
    table.camera.give(half_set_up(known, columns=(0, 4, 6), rows=("top", "bottom")))
    table.until(lambda: "The board is found." in table.said())
    content = table.app_root.top.content
    assert np.abs(np.array(content.corners) - np.array(known.corners_px)).max() < 8
    pass_frames(3)
    x, y = content.live.to_window_px(content.corners[0])
    drag((x, y), (x + 12, y - 9))
    dragged = content.corners[0]
    assert np.hypot(*(np.array(dragged) - known.corners_px[0])) > 15
    table.touch("This is my board")
    table.until(lambda: any("Set it up and tap again" in words for words in table.said()))
    assert content.corners[0] == dragged, "it stays until the board is learned"
    table.camera.give(START)
    table.until(lambda: "keep" in content.fields)  # it was learned as soon as it stood there
    assert np.abs(np.array(content.corners) - np.array(known.corners_px)).max() < 8
    table.touch("Keep pictures")
    table.touch("Play")
    ready_s = table.until(lambda: table.session.state.phase is Phase.OPENING and table.app_root.top is None)
    assert (tmp_path / "calibration.json").exists()
    assert table.touches == 3 + 1, "one of them came too early"
    record_property("new board: seconds to ready", round(ready_s, 1))
    print(f"a new board: ready after {ready_s:.1f} s and {table.touches} touches")
    table.camera.give(ROLLED)
    table.until(lambda: believed_roll(table) is not None)
    assert believed_roll(table) == Dice(3, 1)


def believed_roll(table: Evening1) -> Dice | None:
    """The opening roll, whoever's it is."""
    belief = backgammon(table.session.state).seen.belief
    return ROLLS[belief.best.likeliest] if belief is not None and belief.best.standing.rolls is not None else None


def test_a_known_board_is_ticked_as_it_is_set_up_and_ready_by_one_touch(
    switch_on: Callable[[Any], Evening1], tmp_path: Path
) -> None:
    known = calibrate(START)
    known.save(tmp_path / "calibration.json")
    table = switch_on(half_set_up(known, columns=(0, 4, 6, 11), rows=("top", "bottom")))
    table.touch("Play")
    table.until(lambda: table.app_root.view.put_back is not None)
    assert table.ticked == 0
    ticks: list[int] = []
    for columns in ((0, 4), (0,), ()):
        table.camera.give(half_set_up(known, columns=columns, rows=("bottom",)) if columns else START)
        table.until(lambda: table.ticked > (ticks[-1] if ticks else 0) or table.session.state.phase is Phase.OPENING)
        ticks.append(table.ticked)
        table.stage.keep(f"set-up-{len(ticks)}")
    ready_s = table.until(lambda: table.session.state.phase is Phase.OPENING)
    assert ticks[:2] == [6, 7]
    assert table.touches == 1
    print(f"a known board: ready after {ready_s:.1f} s and {table.touches} touch")


def test_a_lost_camera_comes_back_by_itself_while_it_is_being_set_up(
    switch_on: Callable[[Any], Evening1], caplog: pytest.LogCaptureFixture
) -> None:
    table = switch_on(TABLE)
    table.touch("Camera")
    table.until(lambda: table.app_root.top.content.live.shown)
    lost = table.camera
    table.watcher.look_through(lambda: Live(lost))  # each time it is opened anew it is the same one
    lost.unplug()
    table.until(lambda: "There is no picture from the camera." in table.said())
    lost._unplugged.clear()
    shown = table.app_root.top.content.live.shown
    table.until(lambda: "There is no picture from the camera." not in table.said())
    table.until(lambda: table.app_root.top.content.live.shown > shown)
    caplog.clear()


def test_the_corners_that_are_shown_are_those_of_the_board(switch_on: Callable[[Any], Evening1]) -> None:
    if not DEV1.is_dir():
        pytest.skip("rendered boards with known corners are not there")
    truth = json.loads((DEV1 / "0000.json").read_text())["field_corners"]
    image = cv2.imread(str(DEV1 / "0000.jpg"))
    table = switch_on(image)
    table.touch("Camera")
    table.until(lambda: table.app_root.top.content.standing.checked is not None)
    shown = np.array(table.app_root.top.content.corners)
    away = [np.hypot(*(shown - np.array(corner)).T).min() for corner in truth]
    quarter_of_a_point = np.hypot(*np.subtract(truth[1], truth[0])) / 13 / 4
    assert max(away) < quarter_of_a_point


def drag(start: tuple[float, float], end: tuple[float, float]) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*start)
    touch.touch_down()
    touch.touch_move(*end)
    pass_frames()
    touch.touch_up()
    pass_frames()
