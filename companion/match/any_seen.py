"""The looks of a session of any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any, Generic, TypeVar

from companion.match.events import BoardSeen
from companion.match.in_play import Change

BeliefT = TypeVar("BeliefT")
ItemT = TypeVar("ItemT")
PositionT = TypeVar("PositionT")


class Camera(Enum):
    """The state of the camera."""

    SEES = auto()
    BACK = auto()  # after it was lost, and the board has not been compared with the record yet
    LOST = auto()
    NONE = auto()


class Odd(Enum):
    """Oddities that count only in several looks in a row, or once."""

    BOARD = auto()  # not set up, or cleared
    SET_BACK = auto()
    CUBE_ASTRAY = auto()
    CUBE_FACE = auto()
    COCKED = auto()


@dataclass(frozen=True, slots=True)
class AnySeen(Generic[BeliefT, ItemT, PositionT]):
    """What was seen, and what the referee makes of it.

    ``look``: the last look, in the record's spots; ``hand``: a hand was over the board since.  ``belief``: the courses;
    ``recorded``: their items on record since the settled turn; ``marks``: the record before each of these, None if
    unknown.  ``ended_t``: the time at which the end of the turn was signalled.  ``rejected``: ends of plays that a
    person has rejected.  ``in_a_row``: looks in a row with each oddity.  ``said``: the subject of the last report or
    question, by key, so that it is not repeated.
    """

    look: BoardSeen | None = None
    hand: bool = False
    belief: BeliefT | None = field(default=None, compare=False, repr=False)
    recorded: tuple[ItemT, ...] = ()
    marks: tuple[Change[Any] | None, ...] = field(default=(), compare=False, repr=False)
    ended_t: float | None = None
    rejected: tuple[PositionT, ...] = ()
    in_a_row: Mapping[Odd, int] = field(default_factory=dict)
    said: Mapping[str, object] = field(default_factory=dict)
    camera: Camera = Camera.SEES

    @property
    def blind(self) -> bool:
        """Whether no camera sees the board."""
        return self.camera in (Camera.LOST, Camera.NONE)

    @property
    def unchecked(self) -> bool:
        """Whether the board has not been compared with the record since the camera is back."""
        return self.camera is Camera.BACK
