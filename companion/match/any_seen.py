"""What a session of any game has seen, and makes of it."""

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
    """What there is of a camera."""

    SEES = auto()
    BACK = auto()  # after it was lost, and the board has not been compared with the record yet
    LOST = auto()
    NONE = auto()


class Odd(Enum):
    """What a look may show that is believed, or spoken of, only of some looks in a row, or once."""

    BOARD = auto()  # not set up, or cleared
    SET_BACK = auto()
    CUBE_ASTRAY = auto()
    CUBE_FACE = auto()
    COCKED = auto()


@dataclass(frozen=True, slots=True)
class AnySeen(Generic[BeliefT, ItemT, PositionT]):
    """What was seen, and what the referee makes of it.

    ``look``: the last one, in the record's spots; ``hand``: one was over the board since.  ``belief``: what may have
    happened; ``told``: what of it is on record since what is settled; ``marks``: what was on record before each of
    these, None where it is not known.  ``ended_t``: when the end of the turn was signalled.  ``rejected``: the ends of
    plays that a person says were not made.  ``in_a_row``: for how many looks each of these was shown.  ``said``: of
    what something was said or asked last, by its key, where that is not to be done again.
    """

    look: BoardSeen | None = None
    hand: bool = False
    belief: BeliefT | None = field(default=None, compare=False, repr=False)
    told: tuple[ItemT, ...] = ()
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
