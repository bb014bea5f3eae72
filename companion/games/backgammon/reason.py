"""The reasons that a referee names for an illegal turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum


class Reason(Enum):
    """The rule that a turn breaks, in the order in which one is named if several fit."""

    CHECKER_COUNT = "checker-count"  # a question: has it fallen, or is it hidden?
    DICE_CHANGED = "dice-changed"  # a question: which roll is right?
    OPPONENT_MOVED = "opponent-moved"
    HIT_NOT_ON_BAR = "hit-not-on-bar"
    OWN_ON_BAR = "own-on-bar"
    BACKWARD = "backward"
    BAR_FIRST = "bar-first"
    BEAR_OFF_OUTSIDE = "bear-off-outside"
    LOWER_CHECKER_OFF = "lower-checker-off"
    BLOCKED_POINT = "blocked-point"
    WRONG_DISTANCE = "wrong-distance"
    WRONG_NUMBER_OF_MOVES = "wrong-number-of-moves"
    LARGER_NUMBER = "larger-number"
    MOVE_LEFT = "move-left"
    BOTH_NUMBERS = "both-numbers"

    @property
    def is_question(self) -> bool:
        """Whether this is asked, never reported as a fault: a camera errs more often than a player does."""
        return self in (Reason.CHECKER_COUNT, Reason.DICE_CHANGED)

    @property
    def rank(self) -> int:
        """The place in the order of naming, from 0."""
        return list(Reason).index(self)


@dataclass(frozen=True, slots=True)
class Explanation:
    """The rule that a turn breaks.

    ``points``: the points concerned, 1 to 24 from Light's seat.  ``values``: the values for the blanks of
    the reason's text; a point there counts from the mover's own side, as players name it.
    ``variant``: the fitting wording of the reason, such as ``entry``; empty for the plain one.
    """

    reason: Reason
    points: tuple[int, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""

    @property
    def is_question(self) -> bool:
        """Whether this is asked, never reported as a fault: a checker that is not seen may only be hidden."""
        return self.reason.is_question or (self.reason is Reason.HIT_NOT_ON_BAR and self.variant == "unseen")

    @property
    def text_key(self) -> str:
        """The key of the reason's sentence in :mod:`companion.texts`."""
        return f"{self.reason.value}.{self.variant}" if self.variant else self.reason.value


@dataclass(frozen=True, slots=True)
class BrokenRule:
    """An explanation in the making: ``places`` in the mover's own numbering, 25 = bar, 0 = off."""

    reason: Reason
    places: tuple[int, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""
