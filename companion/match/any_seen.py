"""What a session of any game has seen, and makes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from companion.match.events import BoardSeen
from companion.match.in_play import Change

BeliefT = TypeVar("BeliefT")
ItemT = TypeVar("ItemT")
PositionT = TypeVar("PositionT")


@dataclass(frozen=True, slots=True)
class AnySeen(Generic[BeliefT, ItemT, PositionT]):
    """What was seen, and what the referee makes of it.

    ``look``: the last one, in the record's spots; ``hand``: one was over the board since.  ``belief``: what may have
    happened; ``told``: what of it is on record since what is settled; ``marks``: what was on record before each of
    these, None where it is not known.  ``ended_t``: when the end of the turn was signalled.  ``rejected``: the ends of
    plays that a person says were not made.  ``odd_looks``: looks in a row that showed something that nobody expects;
    ``back_looks``: that showed an earlier board; ``declined``: where such a board was said to be none.
    ``camera_lost``: and ``blind`` since, or because there is none.  ``unchecked``: the camera has come back, and the
    board has not been compared with the record.
    """

    look: BoardSeen | None = None
    hand: bool = False
    belief: BeliefT | None = field(default=None, compare=False, repr=False)
    told: tuple[ItemT, ...] = ()
    marks: tuple[Change[Any] | None, ...] = field(default=(), compare=False, repr=False)
    ended_t: float | None = None
    rejected: tuple[PositionT, ...] = ()
    odd_looks: int = 0
    back_looks: int = 0
    declined: PositionT | None = None
    camera_lost: bool = False
    blind: bool = False
    unchecked: bool = False
