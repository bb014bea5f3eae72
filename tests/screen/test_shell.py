"""The other screens over the game: opened, turned round, left, and put away where the table calls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pytest

from companion.match.message import Band
from companion.record.archive import Listed
from companion.screen import Desk, Place
from companion.screen.theme import THEME
from tests.screen.conftest import Stage
from tests.screen.frames import PER_SECOND, pass_frames
from tests.screen.views import START, UNDER_WAY

if TYPE_CHECKING:
    # Kivy may be imported only once the stage has told it not to log.
    from companion.screen.root import Shell

SIZES = [(800, 480), (1024, 600), (1280, 720), (480, 800)]


@dataclass
class NoMatch:
    """A table at which nothing has been played yet."""

    begun: int = 0

    def unfinished(self) -> Listed | None:
        return None

    def begin(self) -> None:
        self.begun += 1

    def take_up(self, number: int) -> None:
        raise AssertionError(number)


@pytest.fixture
def shell(stage: Stage) -> Iterator[Shell]:
    """The shell of a desk that has matches."""
    before = stage.app._desk
    stage.app._desk = Desk(stage.source, matches=NoMatch())
    stage.app.restyle()
    stage.lay(START)
    yield stage.app.shell
    stage.app._desk = before
    stage.app.restyle()


def test_a_screen_is_left_by_its_header(stage: Stage, shell: Shell) -> None:
    shell.open(Place.WELCOME)
    pass_frames(3)
    assert shell.top is not None
    stage.touch(*shell.top.ids.back.center)
    assert shell.top is None


def test_what_led_to_a_screen_is_gone_when_the_game_is_seen_again(stage: Stage, shell: Shell) -> None:
    """A menu of the match before would be told of the one that has just begun."""
    stage.touch_field("menu")
    assert shell.play.panel is not None
    shell.open(Place.WELCOME)
    shell.back()
    assert shell.play.panel is not None, "who only looked goes on where he was"
    shell.open(Place.WELCOME)
    shell.home()
    assert shell.play.panel is None


@pytest.mark.slow
def test_a_screen_can_be_turned_to_the_chair_opposite_and_back(stage: Stage, shell: Shell) -> None:
    shell.open(Place.WELCOME)
    upright = stage.picture()
    assert shell.top is not None
    x, y = shell.top.ids.turn.center
    stage.touch(x, y)
    turned = stage.picture()
    assert (turned[::-1, ::-1] == upright).mean() > 0.99
    stage.touch(shell.width - x, shell.height - y)
    assert (stage.picture() == upright).mean() > 0.99


@pytest.mark.slow
def test_nothing_lies_over_a_warning_or_a_roll(stage: Stage, shell: Shell) -> None:
    called = replace(UNDER_WAY, dice=None)
    stage.lay(called)
    for view in (replace(called, band=Band("blocked-point", {}, ())), replace(called, dice=(3, 1))):
        stage.lay(called)
        shell.open(Place.WELCOME)
        shell.view = view
        assert shell.top is None


def test_every_screen_is_offered_that_can_be_opened(shell: Shell) -> None:
    for place in Place:
        if shell.offers(place):
            shell.open(place)
            assert shell.top is not None
            assert shell.top.title
            shell.home()


@pytest.mark.slow
def test_the_game_below_another_screen_cannot_be_touched(stage: Stage, shell: Shell) -> None:
    stage.lay(replace(START, phase="phase.roll"))
    shell.open(Place.WELCOME)
    pass_frames(3)
    for x in range(40, 800, 40):
        assert stage.touch(x, 300) + stage.touch(x, 20) == []
        if shell.top is None:  # that was Play
            shell.open(Place.WELCOME)
            pass_frames(3)


@pytest.mark.slow
@pytest.mark.usefixtures("shell")
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_sizes_grow_with_the_window(stage: Stage, size: tuple[int, int]) -> None:
    stage.resize(*size)
    try:
        assert THEME.scale == min(max(size) / 800, min(size) / 480)
        assert THEME.letter_px == 33 * THEME.scale
        stage.app.shell.open(Place.WELCOME)
        stage.keep(f"welcome-{size[0]}x{size[1]}")
    finally:
        stage.resize(800, 480)


def test_a_sentence_lies_in_the_middle_whole_and_is_put_away_by_a_touch(stage: Stage, shell: Shell) -> None:
    for words in ("Short.", "A sentence that says what is wrong with something, and what was expected. " * 4):
        shell.tell(words)
        pass_frames(3)
        note = shell._note
        assert note is not None
        assert note.texture_size[1] <= note.height
        assert note.center == pytest.approx([400, 240], abs=1)
        stage.touch(400, 240)
        assert shell._note is None


def test_a_sentence_and_the_open_screens_outlast_a_new_theme(stage: Stage, shell: Shell) -> None:
    shell.open(Place.WELCOME, opposite=True)
    shell.tell("The disk is full.")
    stage.app.restyle()
    pass_frames(3)
    new = stage.app.shell
    assert (new.said, [(place, turned) for place, turned, _ in new.opened()]) == (
        "The disk is full.", [(Place.WELCOME, True)],
    )  # fmt: skip
    assert new._note.width == pytest.approx(0.9 * 800)
    stage.touch(400, 240)
    assert new.said == ""


def test_what_closed_screens_leave_behind_is_cleared_away_once_nobody_waits(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    cleared: list[float] = []
    monkeypatch.setattr("companion.screen.app._LITTER", 0)
    monkeypatch.setattr("companion.screen.app.gc.collect", lambda: cleared.append(0))
    stage.source.view = UNDER_WAY
    pass_frames(PER_SECOND // 6)
    assert stage.app.shell.view is UNDER_WAY
    assert cleared == [], "something has just been shown"
    pass_frames(PER_SECOND // 2)
    assert cleared
