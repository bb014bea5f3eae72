"""The other screens over the game: opened, turned round, left, and put away where the table calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from companion.match.message import Message
from companion.record.archive import ListedMatch
from companion.screen import PageName, Services
from companion.screen.theme import THEME
from tests.screen.conftest import Stage
from tests.screen.frames import pass_frames
from tests.screen.views import START, UNDER_WAY

if TYPE_CHECKING:
    # Kivy may be imported only once the stage has told it not to log.
    from companion.screen.root import AppRoot

SIZES = [(800, 480), (1024, 600), (1280, 720), (480, 800)]


@dataclass
class NoMatch:
    """A table at which nothing has been played yet."""

    begun: int = 0

    def unfinished(self) -> ListedMatch | None:
        return None

    def begin(self) -> None:
        self.begun += 1

    def take_up(self, number: int) -> None:
        raise AssertionError(number)


@pytest.fixture
def app_root(stage: Stage) -> Iterator[AppRoot]:
    """The shell of a desk that has matches."""
    before = stage.app._services
    stage.app._services = Services(stage.source, matches=NoMatch())
    stage.app.restyle()
    stage.lay(START)
    yield stage.app.app_root
    stage.app._services = before
    stage.app.restyle()


def test_a_screen_is_left_by_its_header(stage: Stage, app_root: AppRoot) -> None:
    app_root.open(PageName.WELCOME)
    pass_frames(3)
    assert app_root.top is not None
    stage.touch(*app_root.top.ids.back.center)
    assert app_root.top is None


def test_what_led_to_a_screen_is_gone_when_the_game_is_seen_again(stage: Stage, app_root: AppRoot) -> None:
    """A menu of the match before would be told of the one that has just begun."""
    stage.touch_field("menu")
    assert app_root.play.panel is not None
    app_root.open(PageName.WELCOME)
    app_root.back()
    assert app_root.play.panel is not None, "who only looked goes on where he was"
    app_root.open(PageName.WELCOME)
    app_root.home()
    assert app_root.play.panel is None


def test_a_screen_can_be_turned_to_the_chair_opposite_and_back(stage: Stage, app_root: AppRoot) -> None:
    app_root.open(PageName.WELCOME)
    upright = stage.picture()
    assert app_root.top is not None
    x, y = app_root.top.ids.turn.center
    stage.touch(x, y)
    turned = stage.picture()
    assert (turned[::-1, ::-1] == upright).mean() > 0.99
    stage.touch(app_root.width - x, app_root.height - y)
    assert (stage.picture() == upright).mean() > 0.99


def test_nothing_lies_over_a_warning_or_a_roll(stage: Stage, app_root: AppRoot) -> None:
    called = replace(UNDER_WAY, dice=None)
    stage.lay(called)
    for view in (replace(called, message=Message("blocked-point", {}, ())), replace(called, dice=(3, 1))):
        stage.lay(called)
        app_root.open(PageName.WELCOME)
        app_root.view = view
        assert app_root.top is None


def test_every_screen_is_offered_that_can_be_opened(app_root: AppRoot) -> None:
    for place in PageName:
        if app_root.offers(place):
            app_root.open(place)
            assert app_root.top is not None
            assert app_root.top.title
            app_root.home()


def test_the_game_below_another_screen_cannot_be_touched(stage: Stage, app_root: AppRoot) -> None:
    stage.lay(replace(START, phase="phase.roll"))
    app_root.open(PageName.WELCOME)
    pass_frames(3)
    for x in range(40, 800, 120):
        assert stage.touch(x, 300) + stage.touch(x, 20) == []
        if app_root.top is None:  # that was Play
            app_root.open(PageName.WELCOME)
            pass_frames(3)


@pytest.mark.usefixtures("app_root")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_sizes_grow_with_the_window(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    stage.lay(START)
    assert THEME.scale == min(max(size) / 800, min(size) / 480)
    assert THEME.letter_px == 33 * THEME.scale


def test_a_sentence_lies_in_the_middle_whole_and_is_put_away_by_a_touch(stage: Stage, app_root: AppRoot) -> None:
    for words in ("Short.", "A sentence that says what is wrong with something, and what was expected. " * 4):
        app_root.tell(words)
        pass_frames(3)
        note = app_root._note
        assert note is not None
        assert note.texture_size[1] <= note.height
        assert note.center == pytest.approx([400, 240], abs=1)
        stage.touch(400, 240)
        assert app_root._note is None


def test_a_sentence_and_the_open_screens_outlast_a_new_theme(stage: Stage, app_root: AppRoot) -> None:
    app_root.open(PageName.WELCOME, opposite=True)
    app_root.tell("The disk is full.")
    stage.app.restyle()
    pass_frames(3)
    new = stage.app.app_root
    assert (new.said, [(place, turned) for place, turned, _ in new.opened()]) == (
        "The disk is full.", [(PageName.WELCOME, True)],
    )  # fmt: skip
    assert new._note.width == pytest.approx(0.9 * 800)
    stage.touch(400, 240)
    assert new.said == ""


def test_what_closed_screens_leave_behind_is_cleared_away_once_nobody_waits(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kivy.clock import Clock

    from companion.screen.app import _QUIET_S

    quiet_s: list[float] = []
    monkeypatch.setattr("companion.screen.app._LITTER", 0)
    monkeypatch.setattr(
        "companion.screen.app._collect", lambda: quiet_s.append(Clock.get_time() - stage.app._stirred_s)
    )
    for view in (START, UNDER_WAY):
        stage.source.view = view
        quiet_s.clear()
        while not quiet_s:
            pass_frames(1)
        assert stage.app.app_root.view is view
        assert min(quiet_s) > _QUIET_S


def test_a_sentence_leaves_by_itself_after_four_seconds(stage: Stage) -> None:
    from kivy.clock import Clock

    from companion.screen.root import NOTE_S

    root = stage.app.app_root
    pass_frames()  # the window's time stands as long as it is not looked at
    root.tell("The disk is full.")
    began_s = Clock.time()
    while root.said and Clock.time() - began_s < 2 * NOTE_S:
        pass_frames()
    assert root.said == ""
    assert abs(Clock.time() - began_s - NOTE_S) < 0.5
    root.tell("First.")
    pass_frames(30)
    root.tell("Second.")
    began_s = Clock.time()
    while Clock.time() - began_s < NOTE_S - 0.5:
        pass_frames()
    assert root.said == "Second.", "each has its own time"
    root._unsay()
