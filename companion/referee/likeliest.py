"""Which courses of a game are kept, whatever the game: the likeliest, and some in which the thread was lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final, Protocol, TypeVar

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


def likeliest(
    found: Iterable[Course], begun: Sequence[Course], lost_since: Callable[[Course], list[Course]]
) -> tuple[Course, ...]:
    """The likeliest courses; those in which the thread was lost are weighed among themselves, until they win.

    ``lost_since``: new courses in which the thread was lost, of the likeliest one.
    """
    every = sorted(found, key=lambda course: -course.weight)
    usual = [course for course in every if not course.lost] or list(begun)
    usual = [course for course in usual[:_WIDTH] if course.weight > usual[0].weight - DEPTH]
    lost = [course for course in every if course.lost] + lost_since(usual[0])
    lost = _distinct(sorted(lost, key=lambda course: -course.weight))[:_LOST_KEPT]
    if lost and lost[0].weight > usual[0].weight + _TAKEN_UP:  # the thread is taken up again
        usual, lost = [replace(course, lost=False) for course in lost], []
    return from_the_best([*usual, *lost])


def from_the_best(courses: Iterable[Course]) -> tuple[Course, ...]:
    """The courses, the likeliest first, weighed against it."""
    every = sorted(courses, key=lambda course: -course.weight)
    best = every[0].weight
    return tuple(replace(course, log_p=course.log_p - best) for course in every)


def denied_by_person(courses: Sequence[Course], denied: Sequence[bool]) -> tuple[Course, ...]:
    """The courses once a person has said that some of them are not what happened."""
    return from_the_best(
        replace(course, log_p=course.log_p + people.DENIED * no) for course, no in zip(courses, denied, strict=True)
    )


def leading_from(past: Any, courses: Iterable[Course]) -> tuple[Course, ...]:
    """The courses that go on from just this past."""
    return tuple(course for course in courses if course.leads_from(past))


def _distinct(courses: list[Course]) -> list[Course]:
    found: dict[tuple[object, ...], Course] = {}
    for course in courses:
        found.setdefault(course.key(course.board), course)
    return list(found.values())
