"""Exercises of draughts by touch: what is said of each move that can be tried, the help, and what counts as solved."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from random import choice

import pytest

from companion.coach.draughts.at_the_table import coached_shown
from companion.coach.draughts.drills import DrillKind, made
from companion.coach.draughts.teaching import Hint
from companion.errors import InputError
from companion.games.draughts import Move, legal_moves
from companion.games.draughts.reason import Reason
from companion.match.any_view import UNKNOWN_BGR
from companion.match.draughts.view import DraughtsView
from companion.practice.draughts import DRAUGHTS_LESSONS, DrillState, draughts_lesson_named, shown
from companion.practice.progress import StoredAttempt, first_open, lessons_shown
from companion.texts import TEXTS

NUMBERS = range(1, 13)
_BREAKS = {Reason.LONGER_CAPTURE, Reason.CAPTURE_COMPULSORY}


@cache
def begun(kind: DrillKind, number: int) -> DrillState:
    return DrillState.of(made(kind, number))


def tried(state: DrillState, move: Move) -> DrillState:
    return state.entered(replace(state.entry, touches=(move.route,))).judged()


def seen(state: DrillState) -> DraughtsView:
    return shown(state, UNKNOWN_BGR)


@pytest.mark.parametrize("kind", DrillKind)
def test_of_every_move_it_is_said_whether_and_why_it_is_right(kind: DrillKind) -> None:
    """Of one exercise of each kind, another one in each run."""
    state = begun(kind, choice(NUMBERS))
    position, answer = state.drill.position, state.drill.answer
    legal = {(move.start, move.end, frozenset(move.captured)) for move in legal_moves(position)}
    right = 0
    for move in state.entry.routes:
        judged = tried(state, move)
        if (move.start, move.end, frozenset(move.captured)) not in legal:
            assert judged.fault is not None
            assert judged.fault.reason in _BREAKS
            assert seen(judged).message is not None
            assert not judged.is_solved
            continue
        assert judged.answer is not None
        assert judged.is_solved is ((move.start, move.end) == (answer.start, answer.end))
        assert judged.answer.reason.key in TEXTS
        right += judged.is_solved
        remark = coached_shown(seen(judged).layers).remark
        if judged.is_solved:
            assert remark is None
        else:
            assert remark is not None
            assert remark.reason != state.drill.reason, "it would tell what to look for"
    assert right, state.drill


def test_help_leads_to_the_move_with_its_reason_on_the_board_as_it_was() -> None:
    state = begun(DrillKind.SHOT, 1)
    other = next(move for move in state.entry.routes if move.route != state.drill.answer.route)
    state = state.entered(replace(state.entry, touches=(other.route,)))
    told = []
    while state.may_ask:
        state = state.with_help()
        told.append(coached_shown(seen(state).layers).hint)
    where, piece, move = told
    assert where is not None
    assert (where.hint_level, where.move) == (Hint.WHERE, None)
    assert state.drill.answer.start in where.squares
    assert piece is not None
    assert piece.squares == (state.drill.answer.start,)
    assert move is not None
    assert (move.move, move.reason) == (state.drill.answer, state.drill.reason)
    assert state.is_told
    assert state.entry.touches == ()


def test_a_solved_exercise_stays_solved() -> None:
    solved = tried(begun(DrillKind.KINGS, 1), begun(DrillKind.KINGS, 1).drill.answer)
    assert solved.is_solved
    assert (solved.may_ask, solved.may_answer) == (False, False)
    assert solved.entered(solved.entry.cleared()) is solved


def test_another_move_silences_what_was_said_of_the_one_before() -> None:
    state = begun(DrillKind.CAPTURE, 1)
    wrong = next(move for move in state.entry.routes if move.route != state.drill.answer.route)
    judged = tried(state, wrong)
    assert judged.fault is not None
    assert not judged.may_answer
    again = judged.entered(judged.entry.cleared())
    assert (again.fault, seen(again).message) == (None, None)


def test_the_side_to_move_is_at_the_bottom() -> None:
    sides = set()
    for number in NUMBERS:
        view = seen(begun(DrillKind.SHOT, number))
        assert view.at_bottom is view.to_move
        sides.add(view.to_move)
        if len(sides) == 2:
            return
    pytest.fail("one side is to move in all of them")


def test_the_next_exercise_is_the_first_after_this_one_that_is_open() -> None:
    lesson = draughts_lesson_named("draughts-shot")
    solved = [StoredAttempt(lesson.keys[number - 1], True, "2026-11-25T10:00:00+00:00") for number in (1, 2, 5)]
    missed = StoredAttempt(lesson.keys[2], False, "2026-11-25T10:00:00+00:00")
    assert first_open(lesson, [*solved, missed]) == 3
    assert first_open(lesson, solved, after=4) == 6
    assert first_open(lesson, solved, after=12) == 3
    everything = [StoredAttempt(key, True, "2026-11-25T10:00:00+00:00") for key in lesson.keys]
    assert first_open(lesson, everything) == 1
    assert first_open(lesson, everything, after=7) == 8
    assert [one.solved for one in lessons_shown(DRAUGHTS_LESSONS, [*solved, missed])] == [0, 3, 0, 0]


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    with pytest.raises(InputError, match="'draughts-chess': expected one of draughts-capture, draughts-shot"):
        draughts_lesson_named("draughts-chess")
