"""The belief: a weighted set of courses of a game, whatever the game, and how a look changes it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from companion.referee.any_course import Past
from companion.referee.likeliest import CourseT, Going, leading_from, without_rejected_courses
from companion.referee.looks import Board, Gathered
from vision.observation import Observation

GatheredT = TypeVar("GatheredT", bound=Gathered)
ItemT = TypeVar("ItemT")


@dataclass(frozen=True, slots=True, eq=False)
class Belief(Generic[CourseT, GatheredT]):
    """Courses, the likeliest first, weighed by everything seen so far.

    ``begun``: the courses at the last movement, from which every further look starts again.  ``gone``: the probability
    of what was dropped at the last look; it adds up to 1 with the courses.  ``settled``: the past that no course
    contradicts, and ``settled_board`` the board after it, None before the first settled turn.  ``pressed``: a person
    has ended the turn, and the last movement before the press may be unseen; ``shown``: a clear look has shown the
    board since.
    """

    courses: tuple[CourseT, ...]
    begun: tuple[CourseT, ...]
    gathered: GatheredT
    covered: bool = False
    gone: float = 0.0
    settled: Past[Any] | None = None
    settled_board: Board | None = None
    pressed: bool = False
    shown: bool = False

    @property
    def best(self) -> CourseT:
        return self.courses[0]

    @property
    def looks(self) -> int:
        """Looks since the last movement."""
        return self.gathered.epoch.looks if self.gathered.epoch is not None else 0

    def looks_at(self, course: CourseT) -> int:
        """The number of looks in which a course has been the same."""
        return course.rested + self.looks


class Game(ABC, Generic[CourseT, GatheredT, ItemT]):
    """A game for the referee."""

    @abstractmethod
    def gathered(self, before: GatheredT, seen: Observation, *, moved: bool) -> GatheredT:
        """The looks with one more; ``moved``: something has moved since the one before, or may have."""

    @abstractmethod
    def going(self, belief: Belief[CourseT, GatheredT]) -> Going[CourseT]:
        """The transitions since the last movement, weighed by the looks since then."""

    @abstractmethod
    def items(self, course: CourseT, belief: Belief[CourseT, GatheredT]) -> Iterable[ItemT]:
        """The items that a course would put on record since the settled turn."""

    @abstractmethod
    def left(self, event: Any) -> Board | None:
        """The board that an event has left, None where it has changed nothing."""


def without_rejected(belief: Belief[CourseT, GatheredT], rejected: Sequence[bool]) -> Belief[CourseT, GatheredT]:
    """The belief after a person has rejected some of its courses."""
    courses = without_rejected_courses(belief.courses, rejected)
    return replace(belief, courses=courses, begun=courses, covered=True, gone=0.0)


def since(
    belief: Belief[CourseT, GatheredT], past: Past[Any], game: Game[CourseT, GatheredT, Any]
) -> Belief[CourseT, GatheredT]:
    """The belief in which this past is certain: no look can bring back a course that contradicts it.

    Spots that the past has changed, and that are still the same, are counted as read or misread.
    """
    courses, begun = (leading_from(past, some) for some in (belief.courses, belief.begun))
    settled_board, gathered = game.left(past.event), belief.gathered
    if settled_board is not None and belief.settled_board is not None:
        came = (settled_board != belief.settled_board) & (belief.best.board == settled_board)
        gathered = replace(gathered, grid=gathered.grid.counting(came, belief.best.regret))
    settled_board = belief.settled_board if settled_board is None else settled_board
    return replace(
        belief, courses=courses, begun=begun, gone=0.0, settled=past, settled_board=settled_board, gathered=gathered
    )


def covered(belief: Belief[CourseT, GatheredT]) -> Belief[CourseT, GatheredT]:
    """A hand was over the board: something may have moved."""
    return replace(belief, covered=True)


def looked(
    belief: Belief[CourseT, GatheredT], seen: Observation, game: Game[CourseT, GatheredT, Any], *, unmoved: bool
) -> Belief[CourseT, GatheredT]:
    """The belief after one more look."""
    before = belief.gathered.epoch
    moved = belief.covered or not unmoved or before is None
    looks = game.gathered(belief.gathered, seen, moved=moved)
    assert looks.epoch is not None
    if not moved and before is not None and looks.epoch.news == before.news:
        return replace(belief, gathered=looks)  # the same once more is no evidence
    begun = belief.courses if moved else belief.begun
    if moved and before is not None:
        begun = tuple(replace(course, rested=course.rested + before.looks) for course in begun)
    pressed = belief.pressed and not (moved and belief.shown)
    shown = not seen.hand or (belief.shown and not moved)
    belief = replace(belief, begun=begun, gathered=looks, covered=False, pressed=pressed, shown=shown)
    now = game.going(belief)
    for course in begun:
        now.go_on(course)
    courses, gone = now.found.likeliest(begun, now.lost)
    return replace(belief, courses=tuple(map(now.with_regret, courses)), gone=gone)
