"""Placing pieces by touch: the draughts board while a position is being corrected.  No Kivy here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final, NamedTuple

from companion.games.draughts import Position
from companion.games.draughts.fen import MOST_PIECES
from companion.games.draughts.position import FAR_ROW
from companion.games.draughts.squares import DARK_SQUARES, Square
from companion.games.rules import Side
from companion.match.draughts.view import DraughtsView
from companion.match.events import PositionEntered


class Kind(NamedTuple):
    """A man or a king of a side."""

    side: Side
    king: bool


KINDS: Final = tuple(Kind(side, king) for side in Side for king in (False, True))


@dataclass(frozen=True, slots=True)
class DraughtsPlacing:
    """A position that is being entered.

    ``chosen``: the square that was touched last; ``held``: its piece is lifted.  ``before``: the step that undo
    restores.
    """

    position: Position
    chosen: Square | None = None
    held: bool = False
    before: DraughtsPlacing | None = None

    # --- the position ---------------------------------------------------------------------------------------

    @property
    def on_roll(self) -> Side:
        return self.position.to_move

    def at(self, square: Square) -> Kind | None:
        """What stands on a square."""
        side = self.position.side_at(square)
        return None if side is None else Kind(side, self.position.is_king(square))

    @property
    def fault(self) -> tuple[str, Side, int] | None:
        """Why this cannot be a position in play, as a text key with side and count; None if it can."""
        for side in Side:
            count = self.position.count(side)
            if count > MOST_PIECES:
                return "placing.too-many", side, count - MOST_PIECES
            if not count:
                return "placing.none-left", side, 0
        return None

    def event(self, at_s: float, by: Side | None = None) -> PositionEntered:
        """The position as it is sent to the session."""
        return PositionEntered(self.position.fen(), at_s, by)

    # --- touches --------------------------------------------------------------------------------------------

    def touched(self, square: Square) -> DraughtsPlacing:
        """Lift the piece of a square; a touch elsewhere puts the lifted one there, the same one lets it go."""
        if self.held and self.chosen is not None:
            if square == self.chosen:
                return replace(self, held=False)
            moved = _put(_put(self.position, self.chosen, None), square, self.at(self.chosen))
            return DraughtsPlacing(moved, square, before=self)
        return replace(self, chosen=square, held=self.at(square) is not None)

    def put(self, kind: Kind | None) -> DraughtsPlacing:
        """Put a piece on the chosen square, or nothing."""
        if self.chosen is None:
            return self
        return DraughtsPlacing(_put(self.position, self.chosen, kind), self.chosen, before=self)

    def rolled_by(self, side: Side) -> DraughtsPlacing:
        """Make it this side's turn."""
        if side is self.on_roll:
            return self
        return replace(self, position=self.position._replace(to_move=side), before=self)

    def filled(self, position: Position) -> DraughtsPlacing:
        """Replace the pieces; whose turn it is stays."""
        return DraughtsPlacing(position._replace(to_move=self.on_roll), before=self)

    def undone(self) -> DraughtsPlacing:
        """Undo the last step; nothing is lifted."""
        return self if self.before is None else replace(self.before, chosen=None, held=False)


def placing(view: DraughtsView) -> DraughtsPlacing:
    """The recorded board, ready to be corrected."""
    return DraughtsPlacing(view.position)


def as_seen(view: DraughtsView) -> Position | None:
    """The camera's last reading of the board; squares it did not see are as recorded.  None: there is no reading.

    No rank is seen: a piece keeps the one on record if its square held that side before; else it is a man, and a king
    on the far row.
    """
    if view.board_read is None or view.blind:
        return None
    position = view.position
    for square in DARK_SQUARES:
        stack = view.board_read.get(square)
        if stack is None:
            continue
        side = None if not sum(stack) else Side.LIGHT if stack.light >= stack.dark else Side.DARK
        if side is not view.position.side_at(square):
            position = _put(position, square, None if side is None else Kind(side, king=False))
    return position


def _put(position: Position, square: Square, kind: Kind | None) -> Position:
    """A position with something else on a square; a man on its far row is a king."""
    bit = 1 << square
    sides = {side: position.of(side) & ~bit for side in Side}
    kings = position.kings & ~bit
    if kind is not None:
        sides[kind.side] |= bit
        kings |= bit if kind.king or FAR_ROW[kind.side] & bit else 0
    return Position(sides[Side.LIGHT], sides[Side.DARK], kings, position.to_move)
