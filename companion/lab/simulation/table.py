"""The true table: the places of all checkers, dice, cube and hands, and which of its frames are read."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from companion.games.backgammon import START, Position, picture_of
from companion.games.rules import BAR, TRAY, Picture, Side, Spot, Stack
from vision.observation import Counts, CubePlace

FLOOR: Final[Spot] = 26
"""The place of checkers that have fallen off the table: no camera sees them."""

FRAME_S: Final = 0.2
"""A camera that takes five pictures a second."""
SETTLE_S: Final = 0.2
"""Seconds without movement before a frame is looked at, as in the watcher's gate."""
AGAIN_S: Final = 0.4
"""Seconds between later looks while nothing moves, as in the watcher's gate."""
_JITTER_S: Final = 0.02


@dataclass(frozen=True, slots=True)
class Shift:
    """A checker is taken from one spot and put on another: points from Light's seat, BAR, TRAY or FLOOR."""

    side: Side
    start: Spot
    end: Spot


@dataclass(frozen=True, eq=False, slots=True)
class LyingDie:
    """A die on the field, of whose pair; ``place``: 0..1 from left to right and from top to bottom."""

    value: int
    place: tuple[float, float]
    owner: Side
    cocked: bool = False


@dataclass
class SimulatedTable:
    """``hand``: whether one is over the board; ``restless``: whether it moves.  ``covered``: spots under it."""

    stacks: list[list[int]] = field(default_factory=list)
    dice: tuple[LyingDie, ...] = ()
    cube: CubePlace | None = CubePlace.MIDDLE
    hand: bool = False
    restless: bool = False
    covered: tuple[Spot, ...] = ()
    version: int = 0

    def __post_init__(self) -> None:
        self.stacks = [[0, 0] for _ in range(27)]
        self.put(START)

    def put(self, position: Position) -> None:
        """Set a position up."""
        for spot, stack in picture_of(position).items():
            self.stacks[spot] = list(stack)
        self.stacks[FLOOR] = [0, 0]
        self.changed()

    def shift(self, shift: Shift) -> None:
        """Move one checker."""
        side = 0 if shift.side is Side.LIGHT else 1
        assert self.stacks[shift.start][side] > 0, f"{shift}: no checker lies there"
        self.stacks[shift.start][side] -= 1
        self.stacks[shift.end][side] += 1
        self.changed()

    def changed(self) -> None:
        """Something is not as it was in the frame before."""
        self.version += 1

    def counts(self, spot: Spot) -> Counts:
        light, dark = self.stacks[spot]
        return light, dark

    def picture(self) -> Picture:
        """All checkers as they truly lie; those on the floor are missing."""
        return {spot: Stack(*self.counts(spot)) for spot in range(26)}

    def position(self, on_roll: Side) -> Position | None:
        """The position on the board, None if it is none: both sides on one point, or a checker missing."""
        points = [self.counts(point) for point in range(1, 25)]
        if any(light and dark for light, dark in points) or any(self.stacks[FLOOR]):
            return None
        return Position(
            tuple(light - dark for light, dark in points), Stack(*self.counts(BAR)), Stack(*self.counts(TRAY)), on_roll
        )


def shifts_between(now: Picture, then: Picture) -> list[Shift]:
    """The shifts from one board to another, those that leave the board last."""
    shifts: list[Shift] = []
    for side in Side:
        from_, to = _differences(now, then, side)
        shifts += [Shift(side, start, end) for start, end in zip(from_, to, strict=True)]
    return shifts


def nearest(now: Picture, ends: Iterable[Position]) -> Position:
    """The position that the fewest checkers have to be moved for: how people put a mistake right."""
    return min(ends, key=lambda end: len(shifts_between(now, picture_of(end))))


def _differences(now: Picture, then: Picture, side: Side) -> tuple[list[Spot], list[Spot]]:
    change = {spot: _of(then, spot, side) - _of(now, spot, side) for spot in (*range(26), FLOOR)}
    missing = -sum(change[spot] for spot in range(26))
    change[FLOOR] = missing  # what is not on the board now comes from the floor
    return list(_spots(change, -1)), list(_spots(change, 1))


def _of(picture: Picture, spot: Spot, side: Side) -> int:
    stack = picture.get(spot)
    return stack.of(side) if stack is not None else 0


def _spots(change: dict[Spot, int], sign: int) -> Iterable[Spot]:
    for spot in sorted(change):
        for _ in range(max(sign * change[spot], 0)):
            yield spot


@dataclass
class Stillness:
    """Selects the frames without movement, as the watcher's gate does."""

    _since: tuple[int, float] | None = None
    _looked_s: float | None = None
    unmoved: bool = False
    """Whether nothing has moved between the last two frames that were looked at."""

    def admits(self, version: int, now_s: float) -> bool:
        """Return whether the frame taken now, on which the table looks like this, is looked at."""
        if self._since is None or self._since[0] != version:
            self._since, self._looked_s = (version, now_s), None
        if now_s - self._since[1] < SETTLE_S - _JITTER_S:
            return False
        if self._looked_s is not None and now_s - self._looked_s < AGAIN_S - _JITTER_S:
            return False
        self.unmoved = self._looked_s is not None
        self._looked_s = now_s
        return True
