"""Exercises of draughts on the screen: chosen in Practice, solved by touch, remembered after a restart."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.coach.draughts.drills import DrillKind, made
from companion.games.catalogue import Game
from companion.games.draughts import Move
from companion.games.draughts.move_entry import MoveEntry
from companion.games.rules import Side
from companion.practice.progress import attempts
from companion.screen import PageName
from companion.screen.board.draughts_scene import entered, scene_of
from companion.screen.camera_text import SentenceTone
from tests.practice.device import Device
from tests.screen.conftest import Stage
from tests.screen.draughts_views import BEGUN
from tests.screen.test_practice_screen import Lessons
from tests.screen.views import START
from tests.screen.with_services import opened, said, settle, touch, wait_until, with_services

LONGEST = made(DrillKind.CAPTURE, 1)


@contextmanager
def at_device(stage: Stage, folder: Path) -> Iterator[Device]:
    """The window over the practice of a device with its journal in a folder."""
    device = Device(folder, blind=True)
    try:
        with with_services(stage, practice=device.practice):
            yield device
    finally:
        device.close()


def begun(stage: Stage, place: int) -> Any:
    """The page of a kind of exercises, chosen in Practice."""
    practice = opened(stage, PageName.PRACTICE)
    touch(stage, practice.games.fields[Game.DRAUGHTS])
    touch(stage, practice.steps[place])
    page = stage.app.app_root.top.content
    wait_until(lambda: page.state is not None)
    return page


def plays(stage: Stage, page: Any, move: Move) -> None:
    """Tap the squares of a move, then Done."""
    for square in move.route:
        stage.touch(*page.board.layout.square(square).center)
        settle()
    assert page.state.entry.move == move
    touch(stage, page.done)


def tempting() -> Move:
    """A move of the first exercise that is none, since it takes too little."""
    routes = MoveEntry.tried(LONGEST.position).routes
    return next(move for move in routes if move.captured and move.route != LONGEST.answer.route)


def test_an_exercise_is_missed_helped_with_and_solved_and_stays_solved(stage: Stage, tmp_path: Path) -> None:
    with at_device(stage, tmp_path):
        page = begun(stage, 0)
        assert stage.app.app_root.top.title == "The longest capture"
        assert page.progress.text == "Exercise 1. Solved: 0 of 12."
        assert page.task.text.endswith("Which capture must be made?")
        assert page.done.dead

        # A capture that takes too little: why it is none, and nothing is solved.
        plays(stage, page, tempting())
        assert page.said.tone == SentenceTone.WARNING
        assert "2" in page.said.text
        assert page.done.dead
        assert [(one.solved, one.helped) for one in attempts(tmp_path)] == [(False, False)]

        # The help says what to look for, and marks the quarter of the board.
        touch(stage, page.undo)
        while page.state.entry.touches:
            touch(stage, page.undo)
        touch(stage, page.hint)
        assert page.said.text == "You must capture: count what each way captures."
        assert LONGEST.answer.start in scene_of(page.board.view).named
        assert page.hint.text == "Which piece?"

        # The right move: drawn as an arrow through each of its jumps, with its reason.
        plays(stage, page, LONGEST.answer)
        assert page.said.tone == SentenceTone.GOOD
        assert page.said.text == "That is the move. Captures 2: you must capture the most."
        assert page.progress.text == "Exercise 1. Solved: 1 of 12."
        scene = entered(page.board.view, page.board.entry)
        assert scene.way == LONGEST.answer.route
        assert len(scene.way) == 3
        assert set(scene.captured) == set(LONGEST.answer.captured)
        assert (page.hint.dead, page.done.dead, page.next.main) == (True, True, True)
        stage.keep("draughts-drill-solved")

        touch(stage, page.next)
        wait_until(lambda: page.state is not None)
        assert page.progress.text == "Exercise 2. Solved: 1 of 12."
        assert page.state.drill == made(DrillKind.CAPTURE, 2)
        stage.app.app_root.back()
        settle()
        practice = stage.app.app_root.top.content
        assert [step.lesson.solved for step in practice.steps] == [1, 0, 0, 0]

    with at_device(stage, tmp_path):  # after a restart
        page = begun(stage, 0)
        assert page.progress.text == "Exercise 2. Solved: 1 of 12."
        assert [(one.exercise, one.solved, one.helped) for one in attempts(tmp_path)] == [
            ("draughts-capture.1", False, False),
            ("draughts-capture.1", True, True),
        ]


def test_a_move_that_was_shown_does_not_count(stage: Stage, tmp_path: Path) -> None:
    with at_device(stage, tmp_path):
        page = begun(stage, 1)
        answer = page.state.drill.answer
        for words in ("Hint", "Which piece?", "Show the move"):
            assert page.hint.text == words
            touch(stage, page.hint)
        assert page.hint.dead
        assert scene_of(page.board.view).way == answer.route
        assert "A shot" in page.said.text
        plays(stage, page, answer)
        assert page.said.text == "That is the move. It counts when you find it yourself."
        assert page.progress.text == "Exercise 1. Solved: 0 of 12."
        assert [(one.solved, one.helped) for one in attempts(tmp_path)] == [(False, True)]


def test_against_a_worse_move_it_is_said_what_it_costs(stage: Stage, tmp_path: Path) -> None:
    with at_device(stage, tmp_path):
        page = begun(stage, 2)
        for move in page.state.entry.routes:
            if move.route != page.state.drill.answer.route:
                page._becomes(page.state.entered(page.state.entry.cleared()))
                plays(stage, page, move)
                assert page.said.tone is SentenceTone.NOTE
                assert page.said.text.startswith("The move lost ")
                assert not page.state.is_solved


def test_an_exercise_is_the_same_after_the_language_has_changed(stage: Stage, tmp_path: Path) -> None:
    with at_device(stage, tmp_path):
        page = begun(stage, 0)
        touch(stage, page.next)
        wait_until(lambda: page.state is not None)
        stage.app.restyle()
        settle()
        page = stage.app.app_root.top.content
        wait_until(lambda: page.state is not None)
        assert page.state.drill == made(DrillKind.CAPTURE, 2)


def test_practice_shows_the_lessons_of_the_game_at_the_table_first(stage: Stage) -> None:
    with with_services(stage, practice=Lessons()):
        assert opened(stage, PageName.PRACTICE).games.chosen is Game.BACKGAMMON
        stage.app.app_root.home()
        stage.lay(BEGUN)
        page = opened(stage, PageName.PRACTICE)
        assert page.games.chosen is Game.DRAUGHTS
        assert page.steps[0].lesson.name == "draughts-capture"
        touch(stage, page.games.fields[Game.BACKGAMMON])
        assert (page.steps[0].lesson.name, len(page.steps)) == ("rules", 7)
        stage.lay(START)


def test_an_exercise_that_may_not_begin_is_refused_with_a_sentence(stage: Stage) -> None:
    with with_services(stage, practice=Lessons(fails=True)):
        page = opened(stage, PageName.PRACTICE)
        touch(stage, page.games.fields[Game.DRAUGHTS])
        touch(stage, page.steps[0])
        assert stage.app.app_root.top.content is page
        assert said(stage) == "draughts-capture: a match is not over"


def test_the_pieces_have_the_colours_of_those_at_the_table(stage: Stage) -> None:
    colours = ((10, 200, 200), (30, 30, 200))
    with with_services(stage, practice=Lessons()):
        stage.lay(replace(BEGUN, checker_bgr=colours))
        page = opened(stage, PageName.DRAUGHTS_DRILL, name="draughts-shot", number=1)
        wait_until(lambda: page.state is not None)
        assert page.board.view.checker_bgr == colours
        assert page.board.view.to_move is Side.DARK
        stage.lay(START)
