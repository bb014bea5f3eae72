"""The courses of any game that are kept: the likeliest, and some in which the thread was lost."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final, Generic, TypeVar

import numpy as np

from companion.referee import people
from companion.referee.any_course import AnyCourse, Past
from companion.referee.looks import Epoch, regret_after

DEPTH: Final = 14.0
"""A course so much less likely than the best one is given up: one in a million."""
_WIDTH: Final = 60
"""Courses that are kept."""
_TAKEN_UP: Final = 2.0
"""A lost course has to be likelier than any other by this."""
_LOST_KEPT: Final = 6
"""Courses kept in which the thread was lost: each movement is a place to take it up again."""


CourseT = TypeVar("CourseT", bound=AnyCourse[Any])


class Together(Generic[CourseT]):
    """The possible courses after an epoch, with equal ones merged.

    ``best``: the highest log-probability; ``gone``: that of all dropped courses together.
    """

    def __init__(self) -> None:
        self.best = -math.inf
        self.gone = -math.inf
        self._found: dict[tuple[object, ...], CourseT] = {}
        self._before: dict[tuple[object, ...], CourseT] = {}

    def is_hopeless(self, course: CourseT, more: float) -> bool:
        """Whether a course is so much less likely than the best one, with ``more`` for what it is to become."""
        return course.log_p + more < self.best - DEPTH and not course.lost

    def put(self, course: CourseT, before: CourseT) -> None:
        """Adds a course and the one that it continues."""
        weight = course.weight
        if not course.lost and weight < self.best - DEPTH:
            self.gone = float(np.logaddexp(self.gone, weight))
            return
        if not course.lost:
            self.best = max(self.best, weight)
        key = course.key()
        other = self._found.get(key)
        if other is None or weight > other.weight:
            self._before[key] = before
            together = weight if other is None else float(np.logaddexp(weight, other.weight))
        else:
            course, together = other, float(np.logaddexp(weight, other.weight))
        self._found[key] = replace(course, log_p=course.log_p + together - course.weight)

    @property
    def total(self) -> float:
        """The log-probability of all courses."""
        return float(np.logaddexp.reduce([self.gone, *[course.weight for course in self._found.values()]]))

    def before(self, course: CourseT) -> CourseT | None:
        """The likeliest course that this one continues, or None."""
        return self._before.get(course.key())

    def likeliest(
        self, begun: Sequence[CourseT], lost_since: Callable[[CourseT], list[CourseT]]
    ) -> tuple[tuple[CourseT, ...], float]:
        """The likeliest courses, and the probability of the dropped ones; together 1.

        Lost courses are weighed among themselves until they win.  ``lost_since``: makes new ones from the likeliest
        course.
        """
        every = sorted(self._found.values(), key=lambda course: -course.weight)
        usual = [course for course in every if not course.lost] or list(begun)
        kept = [course for course in usual[:_WIDTH] if course.weight > usual[0].weight - DEPTH]
        lost = [course for course in every if course.lost] + lost_since(usual[0])
        lost = _distinct(sorted(lost, key=lambda course: -course.weight))
        total = float(np.logaddexp.reduce([self.gone, *[course.weight for course in (*usual, *lost)]]))
        lost = lost[:_LOST_KEPT]
        if lost and lost[0].weight > kept[0].weight + _TAKEN_UP:  # the thread is taken up again
            kept, lost = [replace(course, lost=False) for course in lost], []
        courses = _weighed([*kept, *lost], total)
        return courses, max(1.0 - sum(math.exp(course.weight) for course in courses), 0.0)


class Going(ABC, Generic[CourseT]):
    """All that the courses may have become in one epoch."""

    epoch: Epoch
    found: Together[CourseT]

    @abstractmethod
    def go_on(self, course: CourseT) -> None:
        """Everything that a course may have become."""

    @abstractmethod
    def lost(self, best: CourseT) -> list[CourseT]:
        """Courses in which the thread is lost: the board as read, with either side on roll.  ``best``: the likeliest
        course.
        """

    def with_regret(self, course: CourseT) -> CourseT:
        """A course with what speaks against each spot by now: it is worked out for those that are kept."""
        before = self.found.before(course)
        if before is None:
            return course
        return replace(course, regret=regret_after(self.epoch, before.regret, before.board, course.board))


def _weighed(courses: Iterable[CourseT], total: float) -> tuple[CourseT, ...]:
    """The courses, the likeliest first; ``total``: how likely they and what was given up are together."""
    every = sorted(courses, key=lambda course: -course.weight)
    return tuple(replace(course, log_p=course.log_p - total) for course in every)


def alone(courses: Sequence[CourseT]) -> tuple[CourseT, ...]:
    """The courses, the likeliest first, where nothing else can be so: together 1."""
    return _weighed(courses, float(np.logaddexp.reduce([course.weight for course in courses])))


def without_rejected_courses(courses: Sequence[CourseT], rejected: Sequence[bool]) -> tuple[CourseT, ...]:
    """The courses once a person has said that some of them are not what happened."""
    return alone(
        [replace(course, log_p=course.log_p + people.DENIED * no) for course, no in zip(courses, rejected, strict=True)]
    )


def leading_from(past: Past[Any], courses: Iterable[CourseT]) -> tuple[CourseT, ...]:
    """The courses that continue exactly this past."""
    found = [course for course in courses if course.leads_from(past)]
    return alone(found) if found else ()


def _distinct(courses: list[CourseT]) -> list[CourseT]:
    found: dict[tuple[object, ...], CourseT] = {}
    for course in courses:
        found.setdefault(course.key(), course)
    return list(found.values())
