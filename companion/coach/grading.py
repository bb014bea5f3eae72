"""The grades of errors, the cube decisions that count as decisions, and the names of levels of play.

All thresholds are those of GNU Backgammon 1.07 in its default settings, in points of normalised equity
(its manual, chapter 11; the levels as its ``errorrating`` answers them).
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from typing import Final

from companion.coach.evaluation import MILLI, CubeAdvice


class Grade(Enum):
    """The classes of losses."""

    FINE = "fine"
    DOUBTFUL = "doubtful"
    BAD = "bad"
    VERY_BAD = "very-bad"


GRADES_FROM: Final[Mapping[Grade, float]] = {Grade.VERY_BAD: 0.16, Grade.BAD: 0.08, Grade.DOUBTFUL: 0.04}
"""The grades of losses above these equities, the worst first."""


def graded(loss: float) -> Grade:
    """The class of an error by the equity that it gives away.

    >>> graded(0.04), graded(0.081)
    (<Grade.FINE: 'fine'>, <Grade.BAD: 'bad'>)
    """
    return next((grade for grade, least in GRADES_FROM.items() if loss > least), Grade.FINE)


class Fortune(Enum):
    """The classes of rolls by their equity against the mean."""

    VERY_LUCKY = "very-lucky"
    LUCKY = "lucky"
    USUAL = "usual"
    UNLUCKY = "unlucky"
    VERY_UNLUCKY = "very-unlucky"


_LUCKY, _VERY_LUCKY = 0.3, 0.6


def fortune(luck: float) -> Fortune:
    """The class of a roll by its equity above the mean.

    >>> fortune(-0.7)
    <Fortune.VERY_UNLUCKY: 'very-unlucky'>
    """
    if abs(luck) <= _LUCKY:
        return Fortune.USUAL
    if abs(luck) <= _VERY_LUCKY:
        return Fortune.LUCKY if luck > 0 else Fortune.UNLUCKY
    return Fortune.VERY_LUCKY if luck > 0 else Fortune.VERY_UNLUCKY


class CubeFault(Enum):
    """The faults of a cube decision."""

    MISSED_DOUBLE = "missed-double"
    WRONG_DOUBLE = "wrong-double"
    WRONG_TAKE = "wrong-take"
    WRONG_DROP = "wrong-drop"


CLOSE: Final = 0.16
"""Points of equity that a double may lose at most, so that to leave it was a decision."""
_DROPPED: Final = 1.0


def is_close(advice: CubeAdvice) -> bool:
    """Whether not to double was a decision at all: a double would not have been a very bad error.

    Every double, take and drop counts; most turns without a double do not.
    """
    return advice.optimal - min(advice.double_take, _DROPPED) < CLOSE


_PR_BY: Final = 500


def performance_rating(rate: float) -> float:
    """The performance rating (PR) of eXtreme Gammon for a rate in millipoints lost per decision.

    It is 500 times the equity lost per decision (eXtreme Gammon's help, Performance Rating).  Programs count decisions
    differently: here those of :class:`companion.coach.totals.Totals`, as in GNU Backgammon; eXtreme Gammon leaves out
    plays that are all equally good too, and draws its own line for turns without a double.

    >>> performance_rating(12.4)
    6.2
    """
    return _PR_BY * rate / MILLI


class Level(Enum):
    """A level of play, by the equity lost per decision."""

    SUPERNATURAL = "supernatural"
    WORLD_CLASS = "world-class"
    EXPERT = "expert"
    ADVANCED = "advanced"
    INTERMEDIATE = "intermediate"
    CASUAL = "casual"
    BEGINNER = "beginner"
    LEARNING = "learning"


LEVELS_BELOW: Final[Mapping[Level, float]] = {
    Level.SUPERNATURAL: 0.002,
    Level.WORLD_CLASS: 0.005,
    Level.EXPERT: 0.008,
    Level.ADVANCED: 0.012,
    Level.INTERMEDIATE: 0.018,
    Level.CASUAL: 0.026,
    Level.BEGINNER: 0.035,
}
"""The levels by the loss per decision that they stay below, the best first; all others are learners."""


def level(rate: float) -> Level:
    """The level of a player by the equity given away per decision.

    >>> level(0.0119)
    <Level.ADVANCED: 'advanced'>
    """
    return next((one for one, most in LEVELS_BELOW.items() if rate < most), Level.LEARNING)
