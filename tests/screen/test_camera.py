"""The camera screen: the picture is seen, corners are dragged, the board is learned, and what is said all the while."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.match.view import PutBackShown
from companion.screen import PageName, Services
from companion.screen.camera_service import CameraAnswer, CameraService, NotLearned
from companion.screen.camera_text import SentenceTone
from companion.screen.theme import THEME
from companion.settings.file import SettingsFile
from companion.settings.tree import Settings
from companion.texts import Language, sentence
from hardware.camera import Frame
from hardware.errors import NetworkTrouble
from hardware.pictures import Plain
from tests.screen.conftest import Stage
from tests.screen.fakes import Cameras
from tests.screen.frames import pass_frames
from tests.screen.overflow import cut_off
from tests.screen.views import START
from vision import Calibration
from vision.calibration import calibrate
from vision.light import Advice
from vision.reader import BoardReader

CLIP = Path(__file__).parents[2] / "companion" / "demo" / "clip"
FOUND = ((200.0, 100.0), (1000.0, 100.0), (1000.0, 800.0), (200.0, 800.0))
SIZES = {(800, 480): tuple(Language), (480, 800): (Language.ENGLISH, Language.RUSSIAN)}


@dataclass
class Table:
    """An open camera screen, and what lies behind it."""

    stage: Stage
    sight: CameraService
    camera_reader: Cameras
    settings: SettingsFile

    @property
    def content(self) -> Any:
        return self.stage.app.app_root.top.content

    def frames(self, image: Any, number: int = 0) -> None:
        self.sight.saw(Frame(Plain(image), float(number), number, f"usb:2#{number}"))

    def passes(self, seconds: float = 0.3) -> None:
        """Let the screen look again, as if so much time had gone by."""
        self.content._looked_at_s -= seconds
        self.content._asked_at_s -= seconds
        self.content._go_on()
        pass_frames(3)

    def touch(self, center: tuple[float, float]) -> None:
        x, y = center
        app_root = self.stage.app.app_root
        if self.content.opposite:
            x, y = app_root.width - x, app_root.height - y
        self.stage.touch(x, y)
        if app_root.top is not None:
            self.passes()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*start)
        touch.touch_down()
        for share in (0.3, 0.7, 1.0):
            touch.touch_move(*(a + share * (b - a) for a, b in zip(start, end, strict=True)))
            pass_frames()
        self.held = self.stage.picture()
        touch.touch_up()
        pass_frames(3)


def settle() -> None:
    for _ in range(3):
        pass_frames()


def plain(colour: tuple[int, int, int] = (40, 90, 200)) -> Any:
    return np.full((960, 1280, 3), colour, np.uint8)


@pytest.fixture
def table(stage: Stage) -> Iterator[Table]:
    before = stage.app._services
    made = Table(stage, CameraService(), Cameras(), SettingsFile(Settings()))
    stage.app._services = Services(stage.source, made.settings, sight=made.sight, camera_reader=made.camera_reader)
    stage.app.restyle()
    stage.lay(START)
    yield made
    stage.app.app_root.home()
    stage.app._services = before
    stage.app.restyle()
    stage.lay(START)


def opened(table: Table, *, opposite: bool = False) -> Any:
    table.stage.app.app_root.open(PageName.CAMERA, opposite=opposite)
    pass_frames(3)
    return table.content


def words(content: Any) -> list[str]:
    return [line.text for line in content.lines]


def test_the_picture_is_shown_in_its_own_colours(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    x, y = content.live.center
    assert tuple(table.stage.picture()[int(x), int(y)]) == pytest.approx((200, 90, 40), abs=3)
    table.frames(plain((200, 90, 40)), 1)
    table.passes()
    assert tuple(table.stage.picture()[int(x), int(y)]) == pytest.approx((40, 90, 200), abs=3)
    assert content.live.shown == 2


def start_image() -> Any:
    image = cv2.imread(str(CLIP / "00.jpg"))
    assert image is not None
    return image


def found(table: Table, *advice: Advice, corners: Any = FOUND) -> None:
    """Let what was asked be answered by where the board is, and what is wrong with the light."""
    asked = table.sight.asked()
    assert asked is not None
    table.sight.answered(CameraAnswer(asked.number, corners, advice))
    table.passes()


def learned(table: Table) -> Calibration:
    """Let the board be learned as the watcher would."""
    image = start_image()
    asked = table.sight.asked()
    assert asked is not None
    calibration = calibrate(image)
    table.camera_reader.learned = calibration
    table.sight.answered(CameraAnswer(asked.number, calibration.corners_px, (), calibration))
    table.sight.read(BoardReader(calibration).look(image, seen_at_s=1.0))
    table.passes()
    return calibration


def test_corners_that_were_found_are_shown_where_they_are(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    found(table)
    assert content.corners == FOUND
    assert words(content)[0] == "The board is found."
    x, y = content.live.to_window_px(FOUND[0])
    near = table.stage.picture()[int(x) - 20 : int(x) + 20, int(y) - 20 : int(y) + 20].reshape(-1, 3)
    blue = np.abs(near - (np.array(THEME.notice[:3]) * 255)).sum(axis=1) < 30
    assert blue.sum() > 40


def test_without_a_board_the_corners_can_be_taken_hold_of(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    found(table, corners=None)
    assert words(content) == [
        "No board is seen. All of it must be in the picture.",
        "Or drag the four corners to those of the playing field.",
    ]
    assert all(0 < x < 1280 and 0 < y < 960 for x, y in content.corners)


@pytest.mark.parametrize("opposite", [False, True], ids=["near chair", "far chair"])
def test_a_corner_is_dragged_under_a_loupe_and_learned_from(table: Table, opposite: bool) -> None:
    image = plain()
    image[:200, :200] = (0, 255, 0)
    table.frames(image)
    content = opened(table, opposite=opposite)
    table.passes()
    found(table)
    start, end = content.live.to_window_px(FOUND[0]), content.live.to_window_px((120.0, 150.0))
    turned = (lambda place: (content.width - place[0], 480 - place[1])) if opposite else (lambda place: place)
    table.drag(turned(start), turned(end))
    assert content.corners[0] == pytest.approx((120, 150), abs=2)
    assert content.corners[1:] == FOUND[1:]
    x, y = turned((end[0], end[1] - THEME.px(130) + THEME.px(30)))  # in the loupe, which is away from the finger
    assert tuple(table.held[int(x), int(y)]) == pytest.approx((0, 255, 0), abs=40)
    table.touch(content.fields["learn"].center)
    asked = table.sight.asked()
    assert asked is not None
    assert (asked.learn, asked.corners_px) == (True, content.corners)


def test_a_corner_cannot_be_dragged_across_the_others(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    found(table)
    table.drag(content.live.to_window_px(FOUND[0]), content.live.to_window_px((1100.0, 900.0)))
    (x, y), *_ = content.corners
    assert x < 1000
    assert y < 800


def test_the_light_is_told_of_in_at_most_two_sentences(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    found(table, Advice.TOO_DARK, Advice.GLARE, Advice.UNEVEN)
    assert words(content) == [
        "It is too dark. Turn on a light.",
        "A light is reflected on the board. Move the lamp.",
    ]
    table.stage.keep("camera-dark")


def test_one_press_learns_and_then_play_is_the_bright_field(table: Table) -> None:
    table.frames(start_image())
    content = opened(table)
    table.passes()
    found(table, corners=calibrate(start_image()).corners_px)
    table.touch(content.fields["learn"].center)
    assert words(content) == ["The board is being calibrated. Keep your hands away."]
    learned(table)
    assert set(content.fields) == {"keep", "none"}  # asked once, when a board is learned for the first time
    table.touch(content.fields["none"].center)
    assert table.settings.now().pictures.keep is False
    assert words(content) == ["The board is calibrated and saved for next time."]
    table.touch(content.fields["play"].center)
    assert table.stage.app.app_root.top is None


def test_a_board_that_is_learned_after_a_refusal_is_no_longer_refused(table: Table) -> None:
    table.frames(start_image())
    content = opened(table)
    table.passes()
    found(table)
    table.touch(content.fields["learn"].center)
    asked = table.sight.asked()
    assert asked is not None
    table.sight.answered(CameraAnswer(asked.number, FOUND, why=NotLearned.NO_START, reason="a man is missing"))
    table.passes()
    assert words(content) == ["This is not the starting position. Set it up and tap again."]
    table.camera_reader.learned = calibrate(start_image())  # from the next picture, without a touch
    table.sight.read(BoardReader(table.camera_reader.learned).look(start_image(), seen_at_s=1.0))
    table.passes(2.0)
    table.touch(content.fields["none"].center)
    assert words(content) == ["The board is calibrated."]


def test_every_reason_why_it_was_not_learned_is_said(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    for why in set(NotLearned) - {NotLearned.NO_CAMERA}:
        table.touch(content.fields["learn"].center)
        asked = table.sight.asked()
        assert asked is not None
        table.sight.answered(CameraAnswer(asked.number, why=why, reason="as the log has it"))
        table.passes()
        (line,) = content.lines
        assert line.tone is SentenceTone.WARNING, why
        assert not content.fields["learn"].dead, why


def test_a_known_board_has_its_points_numbered_and_ticked(table: Table) -> None:
    table.frames(start_image())
    calibration = calibrate(start_image())
    table.camera_reader.learned = calibration
    table.sight.read(BoardReader(calibration).look(start_image(), seen_at_s=1.0))
    table.stage.lay(replace(START, put_back=PutBackShown((), (1, 6, 8))))
    content = opened(table)
    table.passes()
    assert words(content) == ["The board is calibrated.", "3 of 8 points are set up correctly."]
    marks = content.live.marks
    table.stage.keep("camera-ticks")
    assert [number for number, *_ in marks.numbers] == [str(point) for point in range(1, 25)]
    assert len(marks.ticks) == 3
    x, y = content.live.to_window_px(marks.ticks[0][0])
    near = table.stage.picture()[int(x) - 12 : int(x) + 12, int(y) - 12 : int(y) + 12].reshape(-1, 3)
    assert (np.abs(near - (np.array(THEME.tick[:3]) * 255)).sum(axis=1) < 20).sum() > 60


def test_what_the_camera_sees_is_drawn_point_by_point(table: Table) -> None:
    table.frames(start_image())
    calibration = calibrate(start_image())
    table.camera_reader.learned = calibration
    table.sight.read(BoardReader(calibration).look(start_image(), seen_at_s=1.0))
    content = opened(table)
    table.passes()
    table.touch(content.fields["sees"].center)
    counts = sorted(tuple(chip.counts) for chip in content.live.marks.chips if chip.counts and any(chip.counts))
    assert counts == sorted([(2, 0), (0, 2), (5, 0), (0, 5), (3, 0), (0, 3), (5, 0), (0, 5)])
    table.stage.keep("camera-sees")
    table.touch(content.fields["back"].center)
    assert "play" in content.fields


def test_a_lost_camera_is_told_and_its_picture_comes_back_by_itself(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    found(table)
    table.sight.lost("usb:2: unplugged")
    table.passes()
    assert words(content)[0] == "There is no picture from the camera."
    assert content.fields["learn"].dead
    table.stage.keep("camera-lost")
    table.frames(plain((0, 200, 0)), 1)
    table.passes()
    assert words(content)[0] == "The board is found."
    x, y = content.live.center
    assert tuple(table.stage.picture()[int(x), int(y)]) == pytest.approx((0, 200, 0), abs=3)


def test_nobody_is_told_of_a_lost_camera_beside_its_picture(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    found(table)
    table.sight.lost("usb:2: unplugged")
    table.passes()
    assert words(content)[0] == "There is no picture from the camera."
    content._looked_at_s = float("inf")  # the time to ask for the facts again never comes
    content._go_on()
    assert content.standing.facts.trouble
    table.frames(plain(), 1)
    content._go_on()
    assert content.standing.facts.trouble == ""


def test_where_dice_count_is_drawn_and_kept_with_the_settings(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    found(table)
    table.touch(content.fields["more"].center)
    table.touch(content.fields["area"].center)
    upper_left, middle = content.live.to_window_px(FOUND[0]), content.live.to_window_px((600.0, 100.0))
    table.drag(upper_left, middle)
    left, top, right, bottom = map(float, table.settings.now().table.roll_area.split())
    assert (left, top, right, bottom) == pytest.approx((0.5, 0, 1, 1), abs=0.01)
    table.stage.keep("camera-area")
    table.touch(content.fields["whole"].center)
    assert table.settings.now().table.roll_area == ""


def test_another_camera_is_chosen_from_those_that_are_there(table: Table) -> None:
    from companion.screen.widgets.modals import Chooser

    table.frames(plain())
    content = opened(table)
    table.passes()
    table.touch(content.fields["more"].center)
    assert content.fields["which"].note == "usb:2"
    content._offer(table.camera_reader.cameras())  # what the thread that looks for them hands back
    pass_frames(3)
    host = table.stage.app.app_root.top
    chooser = next(each for each in host.walk(restrict=True) if isinstance(each, Chooser))
    table.stage.keep("camera-which")
    chooser.rows["usb:2"].dispatch("on_touched")  # in a list that scrolls a touch tells later
    assert table.camera_reader.taken == ["usb:2"]


def test_a_telephone_is_chosen_by_its_address(table: Table) -> None:
    from companion.screen.widgets.keyboard import Keyboard
    from companion.screen.widgets.modals import Chooser

    content = opened(table)
    content._offer(table.camera_reader.cameras())
    pass_frames(3)
    host = table.stage.app.app_root.top
    chooser = next(each for each in host.walk(restrict=True) if isinstance(each, Chooser))
    chooser.rows["network"].dispatch("on_touched")
    pass_frames(3)
    assert table.content.title == "screen.network_camera"
    table.stage.touch(*table.content.address.center)
    pass_frames(3)
    host = table.stage.app.app_root.top
    keyboard = next(each for each in host.walk(restrict=True) if isinstance(each, Keyboard))
    assert keyboard.typed.text == "http://"
    assert {":", "/", "1", "."} <= set(keyboard.keys)  # all that an address needs, without another layout
    keyboard.write("192.168.1.20:8080/video")
    keyboard.enter()
    assert table.camera_reader.taken == ["http://192.168.1.20:8080/video"]
    assert table.content.title == "screen.network_camera"


def test_a_password_in_the_address_is_on_no_screen_but_where_it_is_typed(table: Table) -> None:
    table.settings.change({"camera.device": "http://ann:s3cret@cam:8080/s3cret"})
    shown = []
    for place in (PageName.CAMERA, PageName.NETWORK_CAMERA, PageName.SETTINGS):
        table.stage.app.app_root.open(place)
        pass_frames(3)
        if place is PageName.CAMERA:
            table.touch(table.content.fields["more"].center)
        if place is PageName.SETTINGS:
            table.content.show_group("camera")
        pass_frames(3)
        texts = [str(getattr(each, "text", "")) for each in table.stage.app.app_root.top.walk(restrict=True)]
        shown.append(" ".join(texts))
    assert all("http://cam:8080" in each for each in shown)
    assert all("cret" not in each for each in shown)


def test_what_is_wrong_with_a_telephone_is_said(table: Table) -> None:
    content = opened(table)
    for trouble in NetworkTrouble:
        table.sight.lost("http://cam:8080: lost", trouble)
        table.passes()
        assert words(content)[0] == sentence(f"camera.network.{trouble.value}")


def test_the_age_of_an_old_picture_is_said(table: Table) -> None:
    table.sight.saw(Frame(Plain(plain()), 0.0, 0, "http://cam:8080#0"))
    table.sight._times_s[-1] -= 3.2
    content = opened(table)
    table.passes()
    assert words(content) == ["The picture is 3 seconds old."]


def test_no_picture_is_asked_for_once_the_screen_is_left(table: Table) -> None:
    table.frames(plain())
    content = opened(table)
    table.passes()
    table.touch(table.stage.app.app_root.top.ids.back.center)
    shown = content.live.shown
    table.frames(plain(), 1)
    content._go_on()
    assert content.live.shown == shown


@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_nothing_is_cut_off_in_any_language(table: Table, size: tuple[int, int]) -> None:
    from companion.screen.pages.camera import Showing

    table.frames(start_image())
    calibration = calibrate(start_image())
    table.stage.resize(*size)
    for language in SIZES[size]:
        table.settings.change({"screen.language": language.value})
        table.stage.app.app_root.home()
        content = opened(table)
        table.passes(3.0)
        found(table, Advice.CHECKERS_LIKE_BOARD, Advice.UNEVEN, corners=calibration.corners_px)
        for showing in Showing:
            content._turn_to(showing)
            settle()
            assert cut_off(content) == [], showing
            if language is Language.ENGLISH:
                table.stage.keep(f"camera-{showing.value}-{size[0]}x{size[1]}")
