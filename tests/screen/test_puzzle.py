"""Puzzles on the screen: chosen in Practice, solved by touch without a board, own errors first."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from companion.coach.drill_box import DrillBox
from companion.coach.drills import Drill
from companion.games.backgammon import Play
from companion.games.backgammon.situation import Situation
from companion.practice.puzzles import usual_puzzles
from companion.screen import PageName
from companion.screen.camera_text import SentenceTone
from tests.practice.device import Device
from tests.screen.conftest import Stage
from tests.screen.test_practice_screen import Lessons
from tests.screen.with_services import opened, said, settle, touch, wait_until, with_services

USUAL = {puzzle.key: puzzle for puzzle in usual_puzzles()}
DARK_TO_PLAY = "XGID=-b----E-C---eE---c-e----B-:0:0:-1:31:3:1:0:5:10"


@pytest.fixture
def device(stage: Stage, tmp_path: Path) -> Iterator[Device]:
    made = Device(tmp_path, blind=True)
    try:
        with with_services(stage, practice=made.practice):
            yield made
    finally:
        made.close()


def begun(stage: Stage) -> Any:
    """The page of puzzles, chosen in Practice."""
    practice = opened(stage, PageName.PRACTICE)
    touch(stage, practice.puzzles)
    return stage.app.app_root.top.content


def tap(stage: Stage, page: Any, *points: int) -> None:
    for point in points:
        box = page.board.layout.point(point)
        radius = page.board.layout.radius
        low = page.board.layout.in_lower_row(point)
        stage.touch(box.center[0], box.y + radius if low else box.y + box.height - radius)
        settle()


def judged(page: Any) -> None:
    wait_until(lambda: not page.state.waits)
    settle()


def test_an_own_error_is_solved_by_touch_and_comes_back_later(stage: Stage, device: Device) -> None:
    situation = Situation.from_text(DARK_TO_PLAY)
    with DrillBox(device.folder) as box:
        box.add([
            Drill(situation, Play.from_text("8/5 6/5"), Play.from_text("24/20"), 0.24, "Anna", "m", 2, 14, "builtin", 0,
                  date.today()),
        ])  # fmt: skip
    page = begun(stage)
    assert "Anna" in page.origin.text
    assert "14" in page.origin.text
    assert page.board.view.on_roll is page.board.view.at_bottom, "who decides sits at the bottom"
    assert page.done.dead
    tap(stage, page, 17, 19)
    stage.keep("puzzle-entered")
    assert page.board.used == (1.0, 1.0)
    touch(stage, page.done)
    judged(page)
    assert page.state.verdict.solved
    assert page.said.tone is SentenceTone.GOOD
    stage.keep("puzzle-solved")
    with DrillBox(device.folder) as box:
        (drill,) = box.drills()
    assert (drill.box, drill.due) == (1, date.today() + timedelta(days=1))
    touch(stage, page.next)
    assert page.state.puzzle.drill is None, "the usual set follows"


def test_a_wrong_play_is_said_with_the_reason_and_only_the_first_answer_counts(stage: Stage, device: Device) -> None:
    page = begun(stage)
    puzzle = USUAL["puzzle.opening.31"]
    page._begin(puzzle)
    settle()
    tap(stage, page, 24, 21)
    touch(stage, page.done)
    judged(page)
    assert page.said.tone is SentenceTone.WARNING
    assert "8/5 6/5" in page.said.text
    assert len(page.said.text) > len("Not yet: 8/5 6/5 is better.") + 10, "and why"
    stage.keep("puzzle-wrong")
    touch(stage, page.undo)
    assert page.state.verdict is None
    page._entered(page.state.entry.cleared())
    settle()
    tap(stage, page, 8, 6)
    touch(stage, page.done)
    judged(page)
    assert page.state.is_over
    from companion.practice.progress import attempts

    assert [(attempt.exercise, attempt.solved) for attempt in attempts(device.folder)] == [
        ("puzzle.opening.31", False)
    ]  # fmt: skip


def test_the_cube_is_answered_by_a_field(stage: Stage, device: Device) -> None:
    page = begun(stage)
    for key, words in (("puzzle.cube.4", ["Take", "Drop"]), ("puzzle.cube.1", ["Double", "Roll"])):
        puzzle = USUAL[key]
        page._begin(puzzle)
        settle()
        assert [field.text for field in page.acts] == words
        stage.keep(key.replace(".", "-"))
        touch(stage, page.acts[1 if key.endswith("4") else 0])
        judged(page)
        assert page.state.verdict.solved
        assert page.said.text.startswith("That is right.")
    assert device.practice.puzzle().key.startswith("puzzle.opening")


def test_the_solution_can_be_shown_which_is_not_solving_and_nothing_changes_at_the_table(
    stage: Stage, device: Device
) -> None:
    before = len(stage.source.told)
    page = begun(stage)
    first = page.state.puzzle.key
    touch(stage, page.solution)
    judged(page)
    assert page.state.is_over
    assert page.said.text.startswith("Best: ")
    assert page.board.compared is not None
    stage.keep("puzzle-shown")
    assert page.solution.dead
    touch(stage, page.next)
    assert page.state.puzzle.key != first
    assert device.practice.puzzle().key == first
    assert not device.session.number
    assert stage.source.told[before:] == []


def test_while_a_match_without_help_is_played_there_are_none(stage: Stage) -> None:
    with with_services(stage, practice=Lessons(fails=True)):
        practice = opened(stage, PageName.PRACTICE)
        touch(stage, practice.puzzles)
        assert stage.app.app_root.top.content is practice
        assert "a match is not over" in said(stage)
