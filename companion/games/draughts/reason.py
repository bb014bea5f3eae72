"""The reasons that a referee names for a board after a turn of draughts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.games.draughts.squares import Square


class Reason(Enum):
    """What is wrong with a turn, in the order in which it is looked for."""

    GAME_OVER = "game-over"
    NOT_MOVED = "not-moved"
    PIECE_COUNT = "piece-count"  # a question: is it hidden, or was it put there?
    WRONG_SIDE = "wrong-side"
    ONE_PIECE = "one-piece"
    NOT_CROWNED = "not-crowned"  # a reminder
    CROWNED_TOO_SOON = "crowned-too-soon"
    CAPTURED_LEFT = "captured-left"  # a question
    WRONG_REMOVED = "wrong-removed"  # a question
    LONGER_CAPTURE = "longer-capture"
    CAPTURE_COMPULSORY = "capture-compulsory"
    PROMOTION_IN_PASSING = "promotion-in-passing"
    OCCUPIED = "occupied"
    NOT_DIAGONAL = "not-diagonal"
    BACKWARD = "backward"
    JUMPED_OWN = "jumped-own"
    JUMPED_NOTHING = "jumped-nothing"
    TOO_FAR = "too-far"
    KING_BLOCKED = "king-blocked"

    @property
    def is_question(self) -> bool:
        """Whether this is asked, never reported as a fault: a camera errs more often than a player does."""
        return self in (Reason.PIECE_COUNT, Reason.CAPTURED_LEFT, Reason.WRONG_REMOVED)

    @property
    def is_reminder(self) -> bool:
        """Whether the move itself is legal, and something is left to do."""
        return self is Reason.NOT_CROWNED


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is wrong with a turn.

    ``squares``: those concerned.  ``way``: from where a piece stood to where it lies, where that is known.
    ``values``: the values for the blanks of the reason's text; squares are named there.
    ``variant``: the fitting wording of the reason, such as ``light``; empty for the plain one.
    """

    reason: Reason
    squares: tuple[Square, ...] = ()
    way: tuple[Square, ...] = ()
    values: Mapping[str, str] = field(default_factory=dict)
    variant: str = ""

    @property
    def is_question(self) -> bool:
        return self.reason.is_question

    @property
    def is_reminder(self) -> bool:
        return self.reason.is_reminder

    @property
    def text_key(self) -> str:
        """The key of the reason's sentence in :mod:`companion.texts`."""
        key = f"draughts.{self.reason.value}"
        return f"{key}.{self.variant}" if self.variant else key
