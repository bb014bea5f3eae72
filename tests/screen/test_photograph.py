"""A position in a picture: read, answered, corrected and analysed by touch; never while no help is allowed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.coach.drill_box import DrillBox
from companion.coach.drills import Task
from companion.games.backgammon import START, Position
from companion.games.catalogue import Game
from companion.games.draughts.squares import named
from companion.games.rules import BAR
from companion.match.phases import Phase
from companion.practice.exercise import practice_in
from companion.record import Mode
from companion.screen import PageName
from companion.screen.board.pictured import shown_as
from tests.photograph.lying import pictured
from tests.practice.device import Device
from tests.screen.conftest import Stage
from tests.screen.pictures import OPEN, Pictures
from tests.screen.test_practice_screen import Lessons
from tests.screen.views import START as TABLE
from tests.screen.with_services import opened, over, press, said, settle, tap, touch, wait_until, with_services
from tests.states import backgammon

THREE_ONE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


@contextmanager
def reading(stage: Stage, pictures: Pictures, lessons: Any = None) -> Iterator[Any]:
    with with_services(
        stage, practice=lessons or Lessons(), pictures=pictures, view=replace(TABLE, mode=Mode.TRAINING)
    ):
        yield opened(stage, PageName.PHOTOGRAPH)


def from_camera(stage: Stage, page: Any) -> None:
    touch(stage, page.places.buttons.by_name["camera"])
    wait_until(lambda: not page._waits)


def answered(stage: Stage, page: Any, *values: str) -> None:
    for value in values:
        touch(stage, page.buttons.by_name[value])


def beginning(dice: tuple[int, ...] = ()) -> Pictures:
    return Pictures(pictured(START, dice=dice))


def test_a_few_touches_lead_to_the_code_for_a_phone_or_from_the_camera_to_the_plays(stage: Stage) -> None:
    lessons = Lessons()
    with reading(stage, beginning((3, 1)), lessons) as page:
        touch(stage, page.places.buttons.by_name["phone"])
        assert stage.app.app_root.top.content.title == "screen.picture-phone"
        stage.app.app_root.back()
        from_camera(stage, page)
        assert page.buttons.by_name["light"].main, "the likeliest is marked"
        answered(stage, page, "light", "0", "1")
        assert page.value.fitting()[0].xgid == THREE_ONE
        touch(stage, page.buttons.by_name["hints"])
        wait_until(lambda: not page._waits)
        assert lessons.told == [("help", THREE_ONE)]
        plays = stage.app.app_root.top.content
        assert plays.lines, "the list of the table's own hints"
        stage.app.app_root.back()
        assert page.line.text.startswith("Double"), "what the coach says stays"
        touch(stage, page.buttons.by_name["keep"])
        wait_until(lambda: not page._waits)
        assert said(stage).startswith("Kept")
        touch(stage, page.buttons.by_name["play"])
        assert lessons.told[1:] == [("kept", THREE_ONE), ("play on", THREE_ONE)]
        assert stage.app.app_root.top is None, "the board is seen"


def test_a_point_is_corrected_in_the_picture_and_on_the_board_and_too_many_checkers_are_said(stage: Stage) -> None:
    with reading(stage, beginning()) as page:
        from_camera(stage, page)
        chosen = []
        in_picture = page.picture.to_window_px(shown_as(page.value).places(page.pictured)[6].at_px)
        for place in (in_picture, page.board.layout.point(6).center):
            tap(stage, place)
            chosen.append(page._chosen)
            touch(stage, page.buttons.by_name["done"])
        assert chosen == [6, 6]
        page._choose(6)
        settle()
        touch(stage, page.buttons.by_name["light"].minus)
        assert page.value.counts[6] == (4, 0)
        assert page.board.view.points[5] == 4
        touch(stage, page.buttons.by_name["dark"].plus)
        assert page.value.counts[6] == (0, 1), "a point is one side's"
        touch(stage, page.buttons.by_name["done"])
        for _ in range(2):
            touch(stage, page.buttons.by_name["undo"])
        assert page.value.counts[6] == (5, 0)
        page._said(lambda board: board.corrected(BAR, (2, 0)))
        assert page.line.text == "Light: 2 too many.", "nothing is guessed"
        assert set(page.buttons.by_name) == {"undo"}


def test_which_way_round_is_asked_with_the_boards_drawn(stage: Stage) -> None:
    with reading(stage, Pictures(pictured(Position.from_xgid(OPEN)))) as page:
        from_camera(stage, page)
        touch(stage, page.buttons.by_name["boards"])
        drawn = [button.field.board for button in page.panel.buttons if button.field.board is not None]
        assert len({(view.light_at_bottom, view.home_at_right) for view in drawn}) == len(drawn) == 4
        touch(stage, page.panel.buttons[1])
        assert len(page.value.ways()) == 1
        assert (page.board.view.light_at_bottom, page.board.view.home_at_right) == (
            drawn[1].light_at_bottom,
            drawn[1].home_at_right,
        )


def test_a_match_and_its_score_are_typed_and_the_roll_is_chosen(stage: Stage) -> None:
    with reading(stage, beginning()) as page:
        from_camera(stage, page)
        place = page.buttons.by_name["dark"].center
        for after_s in (1.0, 0.1):  # the finger trembles
            tap(stage, place, after_s=after_s)
        assert "0" in page.buttons.by_name, "whether it is a match is still asked"
        answered(stage, page, "otherwise")
        press(stage, "7", "done")
        touch(stage, page.buttons.by_name["otherwise"])
        press(stage, "6", "done")
        press(stage, "4", "done")
        answered(stage, page, "no", "2,light")
        assert page.buttons.by_name["hints"].dead, "no roll lies there"
        touch(stage, page.buttons.by_name["roll"])
        touch(stage, next(button for button in page.panel.buttons if button.field.dice == (5, 6)))
        assert page.value.fitting()[0].xgid.split(":", 1)[1] == "1:1:-1:65:6:4:0:7:10"
        assert over(stage) is None


def test_a_board_of_draughts_becomes_a_fen_with_its_kings(stage: Stage) -> None:
    pictures = Pictures()
    pictures.board = pictures.open_squares
    with reading(stage, pictures) as page:
        touch(stage, page.places.games.fields[Game.DRAUGHTS])
        from_camera(stage, page)
        assert pictures.games == [Game.DRAUGHTS]
        page._answer(*_first(page, "bottom"))
        answered(stage, page, "light")
        tap(stage, page.board.layout.square(named("e3")).center)
        touch(stage, page.buttons.by_name["L"])
        assert page.value.fitting()[0].fen == "W:WKe3:Bd4"
        assert "cube" not in page.buttons.by_name
        touch(stage, page.buttons.by_name["hints"])
        wait_until(lambda: not page._waits)
        assert page.line.text.startswith("e3x")
        assert page.board.view.last is not None, "the move is drawn"


def _first(page: Any, value: str) -> tuple[Any, str]:
    return page.value.questions()[0].key, value


def test_what_cannot_be_read_is_said_and_the_list_stays(stage: Stage) -> None:
    with reading(stage, Pictures(board=None)) as page:
        touch(stage, page.places.buttons.by_name["stick"])
        wait_until(lambda: not page._waits)
        for file, words in zip(page.places.files, ("No board", "b.png"), strict=True):
            page.places.take_file(file)
            wait_until(lambda: not page._waits)
            assert words in said(stage)
        assert len(page.places.rows.data) == 2
        page.places.list(())
        assert "No pictures" in page.places.line.text


def test_it_is_offered_nowhere_while_no_help_is_allowed(stage: Stage) -> None:
    pictures = beginning()
    with reading(stage, pictures) as page:
        pictures.why = "practice: a refereed match is not over; end it first"
        assert not opened(stage, PageName.PRACTICE).photograph.parent
        stage.app.app_root.back()
        assert stage.app.app_root.top.content is page
        stage.app.app_root.view = replace(TABLE, mode=Mode.REFEREED, phase="phase.roll")
        settle()
        assert stage.app.app_root.top is None or stage.app.app_root.top.content is not page


# --- with the engine, on the table and in the box of drills -------------------------------------------------------


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path, blind=True)
    yield made
    made.close()


def complete(stage: Stage, page: Any, *values: str) -> None:
    from_camera(stage, page)
    answered(stage, page, *values)


def test_a_puzzle_comes_back_and_a_game_goes_on_from_there(stage: Stage, device: Device) -> None:
    with reading(stage, beginning((3, 1)), device.practice) as page:
        complete(stage, page, "dark", "0", "1")
        touch(stage, page.buttons.by_name["keep"])
        wait_until(lambda: not page._waits)
        assert said(stage).startswith("Kept")
        puzzle = device.practice.puzzle()
        assert puzzle.task is Task.PLAY
        stage.app.app_root.open(PageName.PUZZLE, puzzle=puzzle)
        settle()
        assert stage.app.app_root.top.content.origin.text == "From a picture"
        stage.app.app_root.back()
        with DrillBox(device.folder) as box:
            (drill,) = box.drills()
        assert (str(drill.best), drill.match, drill.player) == ("8/5 6/5", None, "")
        assert drill.loss > 0
        touch(stage, page.buttons.by_name["play"])
        state = backgammon(device.session.state)
        practice = practice_in(state)
        assert practice is not None
        assert (state.phase, practice.learner.value, str(practice.next_dice)) == (Phase.PUTTING_BACK, "dark", "3-1")
        assert state.record.position.points == START.points
