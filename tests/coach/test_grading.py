"""Error classes, levels of play, luck, and what counts as a decision."""

from __future__ import annotations

import pytest

from companion.coach.evaluation import CubeAdvice
from companion.coach.grading import Fortune, Grade, Level, fortune, graded, is_close, level
from tests.coach.fakes import CHANCES


@pytest.mark.parametrize(
    ("loss", "grade"),
    [
        (0.0, Grade.FINE), (0.04, Grade.FINE), (0.0401, Grade.DOUBTFUL), (0.08, Grade.DOUBTFUL), (0.0801, Grade.BAD),
        (0.16, Grade.BAD), (0.1601, Grade.VERY_BAD), (3.0, Grade.VERY_BAD),
    ],
)  # fmt: skip
def test_an_error_has_the_class_that_gnu_backgammon_gives_it(loss: float, grade: Grade) -> None:
    assert graded(loss) is grade


@pytest.mark.parametrize(
    ("luck", "how"),
    [
        (0.0, Fortune.USUAL), (0.3, Fortune.USUAL), (0.31, Fortune.LUCKY), (0.61, Fortune.VERY_LUCKY),
        (-0.31, Fortune.UNLUCKY), (-0.61, Fortune.VERY_UNLUCKY),
    ],
)  # fmt: skip
def test_a_roll_is_lucky_by_what_it_was_worth_above_the_mean(luck: float, how: Fortune) -> None:
    assert fortune(luck) is how


# Asked of GNU Backgammon 1.07: gnubg.errorrating of each.
@pytest.mark.parametrize(
    ("rate", "name"),
    [
        (0.0019, Level.SUPERNATURAL), (0.002, Level.WORLD_CLASS), (0.005, Level.EXPERT), (0.008, Level.ADVANCED),
        (0.012, Level.INTERMEDIATE), (0.018, Level.CASUAL), (0.026, Level.BEGINNER), (0.035, Level.LEARNING),
    ],
)  # fmt: skip
def test_levels_of_play_begin_where_those_of_gnu_backgammon_do(rate: float, name: Level) -> None:
    assert level(rate) is name


@pytest.mark.parametrize(
    ("no_double", "take", "close"),
    [(0.3, 0.2, True), (0.3, 0.1, False), (0.3, 0.9, True), (0.9, 1.4, True), (1.2, 1.4, False)],
)
def test_not_to_double_is_a_decision_where_a_double_would_not_be_a_very_bad_error(
    no_double: float, take: float, close: bool
) -> None:
    assert is_close(CubeAdvice("fake", 2, no_double, take, 1.0, CHANCES)) is close
