"""What people may do next, and what a play against the rules may leave, are distributions."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from companion.games.backgammon import START, BackgammonRules, Dice, picture_of
from companion.games.backgammon.cube import CENTRED
from companion.games.rules import BAR, Side, Stack
from companion.referee import people
from companion.referee.boards import number_of, only, packed
from companion.referee.course import NO_REGRET, Course, Stage, Standing
from companion.referee.evidence import Gathered, gathered
from companion.referee.happening import Continued
from companion.referee.model import Model
from companion.referee.modes import OVER, WAYS, spread
from companion.referee.oddness import anywhere, density
from tests.table import observed
from vision.observation import UNSEEN

MODEL = Model(BackgammonRules())
ROLL = number_of(Dice(3, 1))


def blind() -> Gathered:
    """A look that says nothing of any spot."""
    look = observed(START, "", misread=dict.fromkeys(picture_of(START), UNSEEN))
    return gathered(Gathered(), look, moved=True)


@pytest.mark.parametrize("stage", Stage)
def test_the_ways_out_of_a_stage_are_together_one(stage: Stage) -> None:
    for over, table in ((False, WAYS), (True, {**WAYS, **OVER})):
        assert sum(math.exp(way - spread(stage, over=over)) for way in table[stage]) == pytest.approx(1.0)


def courses() -> Iterator[Course]:
    """One in each stage, after a roll of 31 or before one."""
    board = packed(START)
    for stage in Stage:
        rolled = stage not in (Stage.OPENING, Stage.TO_ROLL, Stage.DOUBLED)
        standing = Standing(START, (1, 2), only(ROLL)) if rolled else Standing(START)
        yield Course(0.0, board, NO_REGRET, standing, stage, CENTRED, roll=ROLL if rolled else -1, end=START)


@pytest.mark.parametrize("course", list(courses()), ids=lambda course: course.stage.value)
def test_what_may_come_of_a_course_is_no_likelier_than_the_course(course: Course) -> None:
    """By a look that says nothing; half of all movements change nothing, the others share the rest."""
    for over in (False, True) if course.standing.rolls is not None else (False,):
        now = Continued(MODEL, blind())
        now.go_on(replace(course, over=over))
        assert now.found.total <= math.log(2.0) + 1e-6


def test_a_play_against_the_rules_leaves_one_of_all_boards() -> None:
    """Of all boards on which one or two checkers of the player lie otherwise."""
    position = replace(START, on_roll=Side.LIGHT)
    before = packed(position)
    once = {board.tobytes(): board for board in moved(before)}
    twice = {board.tobytes(): board for one in once.values() for board in moved(one)}
    boards = {**once, **twice}
    boards.pop(before.tobytes(), None)
    total = sum(math.exp(density(position, ROLL, board)) for board in boards.values())
    assert 0.1 < total < 1.0


def moved(board: np.ndarray) -> Iterator[np.ndarray]:
    """The boards on which one of Light's checkers lies elsewhere, or is off."""
    for start in np.nonzero(board // 16)[0]:
        for end in [None, *range(25)]:
            if end == start or (end and board[end] % 16):
                continue
            other = board.copy()
            other[start] -= 16
            if end is not None:
                other[end] += 16
            yield other


def test_who_hits_seldom_goes_on_with_that_checker() -> None:
    """A checker goes from the 24 to the 20 or the 19 point, and a blot on the 20 point is hit, or not."""
    points = (-2, *[0] * 18, -1, *[0] * 3, 2)
    before = replace(START, points=points, bar=Stack(0, 0), off=Stack(13, 12))
    on_hit, on_blot = packed(before).copy(), packed(before).copy()
    for board, end in ((on_hit, 20), (on_blot, 19)):
        board[24], board[end] = 16, 16
    passed = on_blot.copy()
    passed[20] = 0
    on_hit[BAR], passed[BAR] = 1, 1
    assert density(before, ROLL, passed) == pytest.approx(density(before, ROLL, on_blot) + people.IN_PASSING)
    assert density(before, ROLL, on_hit) > density(before, ROLL, passed)


def test_a_board_of_which_nothing_is_known_is_the_less_likely_the_more_lies_otherwise() -> None:
    before = packed(START)
    one = before.copy()
    one[[6, 5]] += np.array([-16, 16], dtype=np.int16)
    two = one.copy()
    two[[8, 7]] += np.array([-16, 16], dtype=np.int16)
    assert 0.0 == anywhere(before, before) > anywhere(before, one) > anywhere(before, two)
