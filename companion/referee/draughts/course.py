"""A course of a game of draughts: one hypothesis of everything that has happened since the last settled turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.games.draughts import Move, Position
from companion.games.rules import Side
from companion.referee.any_course import AnyCourse
from companion.referee.any_course import Gap as Gap
from companion.referee.any_course import Past as Past
from companion.referee.draughts.boards import Packed


class Stage(Enum):
    """The stage of the current turn."""

    TO_MOVE = "to-move"  # the board is as it was before the turn
    HALF_WAY = "half-way"  # a piece is lifted, or captured pieces still lie there
    MOVED = "moved"  # a legal end is on the board
    WRONG = "wrong"  # any other board


class Moved(NamedTuple):
    """A turn that is over.  ``move``: None for an illegal turn that stood."""

    before: Position
    move: Move | None
    end: Position

    @property
    def side(self) -> Side:
        return self.before.to_move


Event: TypeAlias = Moved | Gap[Position]
NO_REGRET = np.zeros(64, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Course(AnyCourse[Event]):
    """One hypothesis; it is ``over`` once a person has ended the turn.

    ``position``: before the current turn.  ``move`` and ``end``: of the legal move on the board.  ``pressed``: a person
    has ended the turn again.
    """

    board: Packed
    position: Position
    stage: Stage
    move: Move | None = None
    end: Position | None = None
    pressed: bool = False

    @property
    def turn(self) -> tuple[object, ...]:
        return self.position, self.stage
