"""What a belief says has happened, line by line, as it would be written down, and how sure each line is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from companion.referee.belief import Belief, Game, GatheredT, ItemT
from companion.referee.likeliest import CourseT


@dataclass(frozen=True, slots=True, eq=False)
class Story(Generic[CourseT, ItemT]):
    """What one course says, and how likely the course is."""

    items: tuple[ItemT, ...]
    course: CourseT
    p: float

    def starts_with(self, items: Sequence[ItemT]) -> bool:
        return self.items[: len(items)] == tuple(items)

    def sure(self, items: Sequence[ItemT]) -> float:
        """How likely it is that these lines happened, one after the other, and the course."""
        if not self.starts_with(items):
            return 0.0
        return self.p * self.course.share(items[-1]) if items and len(items) == len(self.items) else self.p


def stories(
    belief: Belief[CourseT, GatheredT], game: Game[CourseT, GatheredT, ItemT]
) -> list[Story[CourseT, ItemT]]:  # fmt: skip
    """The stories of all courses since what is settled, the likeliest first."""
    return [Story(tuple(game.items(course, belief)), course, math.exp(course.weight)) for course in belief.courses]


def sureness(told: Sequence[Story[Any, ItemT]], items: Sequence[ItemT]) -> float:
    """How likely it is that these lines happened, one after the other."""
    return sum(story.sure(items) for story in told)


def odds(p: float) -> float:
    """The odds of a probability, as a natural logarithm."""
    return math.log(max(p, 1e-6) / max(1.0 - p, 1e-6))
