"""Which courses of a game are kept, whatever the game: the likeliest, and some in which the thread was lost."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

import numpy as np

from companion.referee import people

DEPTH: Final = 14.0
"""A course so much less likely than the best one is given up: one in a million."""
_WIDTH: Final = 60
"""Courses that are kept."""
_TAKEN_UP: Final = 2.0
"""So much likelier than any other course must one be in which the thread was lost."""
_LOST_KEPT: Final = 6
"""Courses kept in which the thread was lost: each movement is a place to take it up again."""


class AnyCourse(Protocol):
    """One hypothesis, a dataclass.  ``log_p``, ``weight``: without and with its dice (natural logarithms)."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def log_p(self) -> float: ...

    @property
    def weight(self) -> float: ...

    @property
    def board(self) -> Any: ...

    @property
    def lost(self) -> bool: ...

    def key(self, board: Any, /) -> tuple[object, ...]: ...

    def leads_from(self, past: Any, /) -> bool: ...


Course = TypeVar("Course", bound=AnyCourse)


class Together(Generic[Course]):
    """What the courses may have become, each once: those that are equal count together.

    ``best``: how likely the likeliest is; ``gone``: how likely together those are that were given up (natural
    logarithms).
    """

    def __init__(self) -> None:
        self.best = -math.inf
        self.gone = -math.inf
        self._found: dict[tuple[object, ...], Course] = {}
        self._before: dict[tuple[object, ...], Course] = {}

    def is_hopeless(self, course: Course, more: float) -> bool:
        """Whether a course is so much less likely than the best one, with ``more`` for what it is to become."""
        return course.log_p + more < self.best - DEPTH and not course.lost

    def put(self, course: Course, before: Course) -> None:
        """One more course, and the one that it goes on from."""
        weight = course.weight
        if not course.lost and weight < self.best - DEPTH:
            self.gone = float(np.logaddexp(self.gone, weight))
            return
        if not course.lost:
            self.best = max(self.best, weight)
        key = course.key(course.board)
        other = self._found.get(key)
        if other is None or weight > other.weight:
            self._before[key] = before
            together = weight if other is None else float(np.logaddexp(weight, other.weight))
        else:
            course, together = other, float(np.logaddexp(weight, other.weight))
        self._found[key] = replace(course, log_p=course.log_p + together - course.weight)

    @property
    def total(self) -> float:
        """How likely all are together (natural logarithm)."""
        return float(np.logaddexp.reduce([self.gone, *[course.weight for course in self._found.values()]]))

    def before(self, course: Course) -> Course | None:
        """The course from which one most likely goes on; None of one that begins anew."""
        return self._before.get(course.key(course.board))

    def likeliest(
        self, begun: Sequence[Course], lost_since: Callable[[Course], list[Course]]
    ) -> tuple[tuple[Course, ...], float]:
        """The likeliest courses, and how likely something is that was given up: together 1.

        Those in which the thread was lost are weighed among themselves, until they win.  ``lost_since``: new ones, of
        the likeliest course.
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


def _weighed(courses: Iterable[Course], total: float) -> tuple[Course, ...]:
    """The courses, the likeliest first; ``total``: how likely they and what was given up are together."""
    every = sorted(courses, key=lambda course: -course.weight)
    return tuple(replace(course, log_p=course.log_p - total) for course in every)


def alone(courses: Sequence[Course]) -> tuple[Course, ...]:
    """The courses, the likeliest first, where nothing else can be so: together 1."""
    return _weighed(courses, float(np.logaddexp.reduce([course.weight for course in courses])))


def denied_by_person(courses: Sequence[Course], denied: Sequence[bool]) -> tuple[Course, ...]:
    """The courses once a person has said that some of them are not what happened."""
    return alone(
        [replace(course, log_p=course.log_p + people.DENIED * no) for course, no in zip(courses, denied, strict=True)]
    )


def leading_from(past: Any, courses: Iterable[Course]) -> tuple[Course, ...]:
    """The courses that go on from just this past."""
    found = [course for course in courses if course.leads_from(past)]
    return alone(found) if found else ()


def _distinct(courses: list[Course]) -> list[Course]:
    found: dict[tuple[object, ...], Course] = {}
    for course in courses:
        found.setdefault(course.key(course.board), course)
    return list(found.values())
