"""A course of a game of draughts: one hypothesis of everything that has happened since the last settled turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.games.draughts import Move, Position
from companion.games.rules import Side
from companion.referee.draughts.boards import Packed, Values


class Stage(Enum):
    """Where in its turn a course is."""

    TO_MOVE = "to-move"  # the board is as it was before the turn
    HALF_WAY = "half-way"  # a piece is lifted, or captured pieces still lie there
    MOVED = "moved"  # a legal end lies there
    WRONG = "wrong"  # anything else lies there


class Moved(NamedTuple):
    """A turn that is over.  ``move``: None where it broke a rule, and stood as it lies."""

    before: Position
    move: Move | None
    end: Position

    @property
    def side(self) -> Side:
        return self.before.to_move


class Gap(NamedTuple):
    """What happened until this position is not known."""

    position: Position


Event: TypeAlias = Moved | Gap


class Past(NamedTuple):
    """What has happened, the newest first."""

    event: Event
    before: Past | None

    def events(self) -> Iterator[Event]:
        past: Past | None = self
        while past is not None:
            yield past.event
            past = past.before


NO_REGRET = np.zeros(64, dtype=np.float32)


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """One hypothesis.

    ``log_p``: how likely it is (natural logarithm).  ``position``: before the turn that is being played.  ``board``:
    what lies there.  ``move`` and ``end``: of a legal move that lies there.  ``over``: somebody said that the turn is.
    ``regret``: (64,) what speaks against each square since what lies there came to lie there.  ``lost``: the thread was
    lost, and taken up again.  ``rested``: for how many looks before the last movement it was as it is.
    """

    log_p: float
    position: Position
    stage: Stage
    board: Packed
    regret: Values
    past: Past | None = None
    move: Move | None = None
    end: Position | None = None
    over: bool = False
    lost: bool = False
    rested: int = 0

    @property
    def weight(self) -> float:
        return self.log_p

    def leads_from(self, past: Past) -> bool:
        """Whether it goes on from just this past."""
        node = self.past
        while node is not None and node is not past:
            node = node.before
        return node is past

    def key(self, board: Packed) -> tuple[object, ...]:
        """What makes two courses the same, with this board on the table: the turn, and the two turns before it."""
        recent: list[Event] = []
        past = self.past
        while past is not None and len(recent) < 2:
            recent.append(past.event)
            past = past.before
        return self.position, self.stage, board.tobytes(), self.over, *recent
