"""Reads a board that is shown an earlier look at itself; the same for every game."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from vision.observation import Corners, Counts, Evidence, Observation, Spot
from vision.rectify import Image

_LOOKS_KEPT: Final = 6
"""A turn is settled on one of the last looks; a recording is read up to five looks ahead."""


class Read(Protocol):
    """What the net says of a picture."""

    @property
    def evidence(self) -> Mapping[Spot, Evidence]: ...

    @property
    def hand(self) -> bool: ...


Board = TypeVar("Board", bound=Any)
Sight = TypeVar("Sight")
Then = TypeVar("Then")
Answer = TypeVar("Answer", bound=Read)


class _Taken(NamedTuple, Generic[Sight]):
    seen_at_s: float
    sight: Sight
    evidence: Mapping[Spot, Evidence]


@dataclass(slots=True)
class _Memory(Generic[Sight, Then]):
    """The earlier look that is shown, that at the start, and looks that may follow it."""

    start: Then | None
    earlier: Then | None
    looks: deque[_Taken[Sight]] = field(default_factory=lambda: deque(maxlen=_LOOKS_KEPT))
    settled: deque[_Taken[Sight]] = field(default_factory=lambda: deque(maxlen=2))
    doubted: bool = True


class RememberingReader(ABC, Generic[Board, Sight, Then, Answer]):
    """Reads pictures of one calibrated board, shown an earlier look at it.

    That is the look at the start position until turns are settled, then the last one whose turn is settled for good.
    None confirms itself: where a turn is settled, and where board or light may have changed, the picture is read by
    itself, too, and where that is likelier the earlier look is dropped.
    """

    def __init__(self, calibration: Board) -> None:
        self.calibration: Final[Board] = calibration
        self._kept: _Memory[Sight, Then] | None = None

    def at(self, corners_px: Corners) -> Self:
        """The reader of the same board where it lies now, shown the same earlier look."""
        moved = type(self)(replace(self.calibration, corners_px=corners_px))
        moved._kept = self._memory
        return moved

    def look(self, image_bgr: Image, *, seen_at_s: float, by_itself: bool = False) -> Observation:
        """The evidence of one picture (BGR, any size the calibration was made for) about the board.

        ``by_itself``: no earlier look is shown; what once lay there must not be read off something else.
        """
        sight = self._sight(image_bgr)
        shown = None if by_itself else self._shown(sight)
        read = shown if shown is not None else self._alone(sight)
        self._memory.looks.append(_Taken(seen_at_s, sight, read.evidence))
        return self._observed(image_bgr, read, seen_at_s, shown=shown is not None)

    def doubt(self) -> None:
        """Board or light may have changed: the earlier look has to prove itself on the next picture."""
        self._memory.doubted = True

    def settle(self, seen_at_s: float) -> None:
        """A turn was settled on the look of that time."""
        memory = self._memory
        for taken in memory.looks:
            if taken.seen_at_s == seen_at_s:
                alone = self._alone(taken.sight).evidence
                if memory.earlier is not None and _is_likelier(alone, taken.evidence):
                    memory.earlier, memory.doubted = memory.start, True
                memory.settled.append(taken)

    def confirm(self, seen_at_s: float, counts: Mapping[Spot, Counts]) -> None:
        """What lay on the spots in the look of that time, for certain: from now on it is the look that is shown."""
        for taken in self._memory.settled:
            if taken.seen_at_s == seen_at_s:
                self._memory.earlier, self._memory.doubted = self._then(taken.sight, counts), False

    def forget(self) -> None:
        """Somebody has put the record right, or set the board up anew: the look at the start serves again."""
        self._memory.earlier, self._memory.doubted = self._memory.start, True
        self._memory.settled.clear()

    @property
    def _memory(self) -> _Memory[Sight, Then]:
        if self._kept is None:
            start = self._start()
            self._kept = _Memory(start, start)
        return self._kept

    def _shown(self, sight: Sight) -> Answer | None:
        """A picture read beside the earlier look, None where there is none or it does not help."""
        memory = self._memory
        if memory.earlier is None:
            return None
        read = self._beside(sight, memory.earlier)
        if memory.doubted and not read.hand:
            memory.doubted = False
            if _is_likelier(self._alone(sight).evidence, read.evidence):
                memory.earlier = None
                return None
        return read

    @abstractmethod
    def _sight(self, image_bgr: Image) -> Sight:
        """What the net makes of a picture, kept for later."""

    @abstractmethod
    def _alone(self, sight: Sight) -> Answer:
        """A picture read by itself."""

    @abstractmethod
    def _beside(self, sight: Sight, then: Then) -> Answer:
        """A picture read beside an earlier look."""

    @abstractmethod
    def _then(self, sight: Sight, counts: Mapping[Spot, Counts]) -> Then:
        """A look as an earlier one, with what lay there."""

    @abstractmethod
    def _start(self) -> Then | None:
        """The look at the start position, None where none was kept."""

    @abstractmethod
    def _observed(self, image_bgr: Image, read: Answer, seen_at_s: float, *, shown: bool) -> Observation:
        """All that a picture tells."""


def _is_likelier(one: Mapping[Spot, Evidence], other: Mapping[Spot, Evidence]) -> bool:
    """Whether one reading is likelier than another where the two differ."""
    apart = [(a, other[spot]) for spot, a in one.items() if a.seen and other[spot].seen and a.best != other[spot].best]
    return sum(math.log(a.confidence / b.confidence) for a, b in apart) > 0
