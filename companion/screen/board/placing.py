"""Placing checkers by touch: the board while a position is being corrected.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from companion.games.backgammon import Position
from companion.games.rules import BAR, TRAY, Side, Spot, Stack
from companion.match.events import PositionSet
from companion.match.view import View
from companion.screen.board.layout import BoardLayout
from vision.observation import POINTS

_MOST: Final = 15
_NOTHING: Final = Stack(0, 0)
Lying = Mapping[Spot, Stack]


@dataclass(frozen=True, slots=True)
class Placing:
    """A position that is being entered.

    ``lies``: (light, dark) on the points 1 to 24 from Light's seat, ``BAR`` and ``TRAY``.  ``wanted``: how many
    checkers each side plays with.  ``chosen``: the stack that was touched last, and its side; ``held``: how many
    of it are lifted.  ``before``: the step that undo restores.
    """

    lies: Lying
    on_roll: Side
    wanted: Stack
    chosen: tuple[Spot, Side] | None = None
    held: int = 0
    before: Placing | None = None

    # --- the position ---------------------------------------------------------------------------------------

    def count(self, spot: Spot, side: Side) -> int:
        return self.lies.get(spot, _NOTHING).of(side)

    def total(self, side: Side) -> int:
        """How many checkers a side has, including those borne off."""
        return sum(stack.of(side) for stack in self.lies.values())

    def missing(self, side: Side) -> int:
        """How many checkers of a side are still to be placed; negative: how many are too many."""
        return self.wanted.of(side) - self.total(side)

    @property
    def fault(self) -> tuple[str, Side, int] | None:
        """Why this cannot be a position in play, as a text key with side and count; None if it can."""
        for side in Side:
            if missing := self.missing(side):
                return "position.missing" if missing > 0 else "position.too-many", side, abs(missing)
        done = next((side for side in Side if self.total(side) == self.count(TRAY, side)), None)
        return None if done is None else ("position.none-left", done, 0)

    @property
    def position(self) -> Position:
        """The position to be recorded; only valid without a fault."""
        points = tuple(self.count(point, Side.LIGHT) - self.count(point, Side.DARK) for point in POINTS)
        return Position(points, self._stack(BAR), self._stack(TRAY), self.on_roll)

    def event(self, at_s: float, by: Side | None = None) -> PositionSet:
        """The position as it is sent to the session; ``by``: from whose chair."""
        return PositionSet(self.position.id(), self.on_roll, at_s, by)

    def shown(self, view: View) -> View:
        """A view of the table that draws this board and nothing else."""
        position = self.position
        return replace(
            view.bare(),
            points=position.points,
            bar=(position.bar.light, position.bar.dark),
            off=(position.off.light, position.off.dark),
            on_roll=None,  # the points are numbered as who reads the screen counts them
            dice=None,
            arrows=(),
        )

    # --- touches --------------------------------------------------------------------------------------------

    def touched(self, spot: Spot, side: Side | None = None) -> Placing:
        """Lift one checker more of a stack with each touch; a touch elsewhere puts the lifted checkers there.

        ``side``: the side of the stack where both can have one (bar and trays).
        """
        if self.chosen is not None and self.held:
            origin, mover = self.chosen
            if spot != origin or side not in (None, mover):
                return self._moved(origin, spot, mover, self.held)
            more = (self.held + 1) % (self.count(origin, mover) + 1)
            return replace(self, held=more)
        owner = side or self._owner(spot)
        if owner is None:
            return replace(self, chosen=(spot, self.chosen[1] if self.chosen else self.on_roll), held=0)
        return replace(self, chosen=(spot, owner), held=min(1, self.count(spot, owner)))

    def changed(self, side: Side, by: int) -> Placing:
        """Add or remove a checker of a side on the chosen spot."""
        if self.chosen is None:
            return self
        spot = self.chosen[0]
        count = self.count(spot, side) + by
        if not 0 <= count <= _MOST:
            return self
        lies = self._put(self.lies, spot, side, by)
        if spot in POINTS and by > 0:  # a point belongs to one side
            lies = self._put(lies, spot, side.other, -self.count(spot, side.other))
        return replace(self, lies=lies, chosen=(spot, side), held=0, before=self)

    def rolled_by(self, side: Side) -> Placing:
        """Make it this side's turn."""
        return self if side is self.on_roll else replace(self, on_roll=side, before=self)

    def filled(self, lies: Lying) -> Placing:
        """Replace the whole position."""
        return replace(self, lies=dict(lies), chosen=None, held=0, before=self)

    def undone(self) -> Placing:
        """Undo the last step; nothing is lifted."""
        return self if self.before is None else replace(self.before, chosen=None, held=0)

    # --- parts ----------------------------------------------------------------------------------------------

    def _moved(self, origin: Spot, spot: Spot, side: Side, count: int) -> Placing:
        lies = self._put(self._put(self.lies, origin, side, -count), spot, side, count)
        hit = self.count(spot, side.other) if spot in POINTS else 0
        if hit:  # what was there goes to the bar, as when it is hit
            lies = self._put(self._put(lies, spot, side.other, -hit), BAR, side.other, hit)
        return replace(self, lies=lies, chosen=(spot, side), held=0, before=self)

    def _stack(self, spot: Spot) -> Stack:
        return self.lies.get(spot, _NOTHING)

    def _owner(self, spot: Spot) -> Side | None:
        return next((side for side in Side if self.count(spot, side)), None)

    @staticmethod
    def _put(lies: Lying, spot: Spot, side: Side, by: int) -> Lying:
        light, dark = lies.get(spot, _NOTHING)
        stack = Stack(light + by, dark) if side is Side.LIGHT else Stack(light, dark + by)
        return {**lies, spot: stack}


def placing(view: View) -> Placing:
    """The recorded board, ready to be corrected."""
    lies = on_record(view)
    wanted = Stack(*(sum(stack.of(side) for stack in lies.values()) for side in Side))
    return Placing(lies, view.on_roll or (view.last_side.other if view.last_side else Side.LIGHT), wanted)


def on_record(view: View) -> Lying:
    """The checkers of the recorded position."""
    points = {point: Stack(max(count, 0), max(-count, 0)) for point, count in zip(POINTS, view.points, strict=True)}
    return {BAR: Stack(*view.bar), **points, TRAY: Stack(*view.off)}


def as_seen(view: View, wanted: Stack) -> Lying | None:
    """The camera's last reading of the board; spots it did not see are as recorded.  None: there is no reading.

    A point on which both sides were read goes to the side with more checkers there.  Checkers that are not on the
    board count as borne off.
    """
    if view.board_read is None or view.blind:
        return None
    recorded = on_record(view)
    lies: dict[Spot, Stack] = {}
    for spot, stack in zip((BAR, *POINTS), view.board_read, strict=True):
        light, dark = recorded[spot] if stack is None else stack
        if spot in POINTS and light and dark:
            light, dark = (light, 0) if light > dark else (0, dark)
        lies[spot] = Stack(light, dark)
    lies[TRAY] = Stack(*(max(0, wanted.of(side) - sum(stack.of(side) for stack in lies.values())) for side in Side))
    return lies


def touched_at(layout: BoardLayout, x: float, y: float) -> tuple[Spot, Side | None] | None:
    """The spot at a place of the drawn board, and the side of that half of bar or tray; None outside the board."""
    spot = layout.spot_at(x, y)
    if spot is None:
        return None
    near = next(side for side in Side if layout.at_bottom(side))
    half = near if y < layout.box.center[1] else near.other
    return spot, half if spot in (BAR, TRAY) else None
