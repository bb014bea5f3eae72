"""The items that a course would put on record, and their probabilities."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from companion.referee.belief import Belief, Game, GatheredT, ItemT
from companion.referee.likeliest import CourseT


@dataclass(frozen=True, slots=True, eq=False)
class Hypothesis(Generic[CourseT, ItemT]):
    """The items of one course, and its probability."""

    items: tuple[ItemT, ...]
    course: CourseT
    p: float

    def starts_with(self, items: Sequence[ItemT]) -> bool:
        return self.items[: len(items)] == tuple(items)

    def sure(self, items: Sequence[ItemT]) -> float:
        """The probability of the course with these items."""
        if not self.starts_with(items):
            return 0.0
        return self.p * self.course.share(items[-1]) if items and len(items) == len(self.items) else self.p


def hypotheses_of(
    belief: Belief[CourseT, GatheredT], game: Game[CourseT, GatheredT, ItemT]
) -> list[Hypothesis[CourseT, ItemT]]:  # fmt: skip
    """The hypotheses of all courses since the settled turn, the likeliest first."""
    return [Hypothesis(tuple(game.items(course, belief)), course, math.exp(course.weight)) for course in belief.courses]


def sureness(hypotheses: Sequence[Hypothesis[Any, ItemT]], items: Sequence[ItemT]) -> float:
    """The probability of these items in this order."""
    return sum(hypothesis.sure(items) for hypothesis in hypotheses)


def odds(p: float) -> float:
    """The log-odds of a probability."""
    return math.log(max(p, 1e-6) / max(1.0 - p, 1e-6))
