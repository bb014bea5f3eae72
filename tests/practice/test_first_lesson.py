"""The first lesson, whole: pictures of the board are read, the button is pressed, and the engine is moved for."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.games.backgammon import Dice, Position, legal_plays
from companion.match.events import BoardSeen
from companion.match.view import View
from companion.practice.exercise import Goal
from companion.practice.lessons import BEAR_OFF
from companion.practice.progress import attempts
from companion.practice.view import ExerciseStage, OutcomeShown, practice_shown
from tests.practice.device import Device
from tests.practice.pictures import drawn
from tests.states import backgammon
from tests.vision.clip import calibration
from vision.reader import BoardReader

MOST_TURNS = 12


class Filmed(Device):
    """The same device, whose looks are those of the reader at pictures."""

    def show(self, position: Position) -> View:
        self._frame += 1
        self.coach.now_s += 1.0
        seen = BoardReader(calibration()).look(drawn(position), seen_at_s=self.coach.now_s)
        self.inbox.post(BoardSeen(seen, self._frame, self.coach.now_s))
        return self.view()

    def outcome(self) -> OutcomeShown | None:
        shown = practice_shown(self.view())
        assert shown is not None
        return shown.outcome

    def take_turn(self) -> None:
        """Roll where that is awaited; then lay the play on the board, the most checkers off, and press."""
        view = self.press() if self.stage() is ExerciseStage.ROLL else self.view()
        assert view.dice is not None
        practice = practice_shown(view)
        assert practice is not None
        state = backgammon(self.session.state)
        ends = legal_plays(state.record.position, Dice(*view.dice))
        end = max(ends, key=lambda end: end.off.of(state.side))
        if practice.stage is ExerciseStage.MOVE_FOR_ME:
            end = next(end for end, play in ends.items() if play.text() == practice.play)
        self.show(end)
        self.press()


@pytest.mark.slow
def test_the_first_lesson_is_done_by_pictures_and_button(tmp_path: Path) -> None:
    device = Filmed(tmp_path, rolls=((6, 5), (4, 3), (6, 5), *((6, 5), (5, 4)) * MOST_TURNS))
    device.practice.begin("bear-off")
    for exercise in BEAR_OFF.exercises:
        device.show(replace(exercise.position, points=(0,) * 23 + exercise.position.points[23:]))
        assert device.stage() is ExerciseStage.SET_UP
        device.show(exercise.position)
        assert device.stage() is ExerciseStage.ROLL
        for _ in range(MOST_TURNS):
            if device.outcome() is not None:
                break
            device.take_turn()
        outcome = device.outcome()
        assert outcome is not None
        assert outcome.has_next is (exercise is not BEAR_OFF.exercises[-1])
        if exercise.goal is not Goal.GAME:
            assert outcome.solved, outcome
        device.press()
    assert [made.exercise for made in attempts(tmp_path)] == [exercise.key for exercise in BEAR_OFF.exercises]
    assert device.session.match is None
    device.close()
