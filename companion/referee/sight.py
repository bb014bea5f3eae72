"""How likely the looks of an epoch make each board, for one course, and which boards they may show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from companion.games.backgammon import Position
from companion.games.rules import Side
from companion.referee import people
from companion.referee.boards import SPOTS, Cells, Ends, Packed, Values, cells_of, packed
from companion.referee.course import Course
from companion.referee.nearby import conserved, is_too_many, misread_once, with_tall_stacks

_SAFE: Final = 2
"""So many checkers on a point are not hit."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """How likely the looks of an epoch make each board, for one course.

    ``table``: how much likelier each number on each spot makes it, in one row; ``read``: the likeliest board by the
    looks alone; ``alone``: how likely they show each number on each spot.
    """

    table: Values
    read: Packed
    alone: Values

    def gain(self, board: Packed) -> float:
        """How much likelier a course becomes by this board, at most 0."""
        return float(self.table[cells_of(board)].sum())

    def gains(self, cells: Cells) -> Values:
        """The same of many boards."""
        return np.asarray(self.table[cells].sum(axis=1), dtype=np.float32)

    def lasting(self, ends: Ends, side: Side) -> Values:
        """How likely each end is by the spots alone that the other player's play cannot have changed since."""
        own = ends.boards // 16 if side is Side.LIGHT else ends.boards % 16
        return np.asarray((self.table[ends.cells] * (own >= _SAFE)).sum(axis=1), dtype=np.float32)

    def near(self, before: Position) -> list[Packed]:
        """The board as read, and as read by somebody who expects what lay before the turn."""
        plain, lay = self.table.reshape(25, -1), packed(before)
        table = plain.copy()
        table[np.arange(25), lay] += people.EXPECTED
        found: list[Packed] = []
        likeliest = table.argmax(axis=1).astype(np.int16)
        read = [likeliest, self.read, conserved(likeliest, lay, table), conserved(self.read, lay, plain)]
        read += [with_tall_stacks(one, lay) for one in read]
        for board in (*read, *misread_once(self.read, self.alone)):
            if not is_too_many(board) and not any(np.array_equal(board, one) for one in found):
                found.append(board)
        return found


def as_shown(course: Course, board: Packed, likely: Values, cap: Values) -> tuple[Packed, float]:
    """The board with what the looks show where they deny it, and what speaks against it there; 0 = none such.

    ``likely``: how likely all looks so far show each number on each spot, ``cap``: the most that it can speak against
    a course; (25, 256).
    """
    against = np.maximum(course.regret, cap[SPOTS, course.board])
    now = likely.argmax(axis=1)
    denied = (against < people.DENIES) & (course.board == board) & (now != board)
    if int(denied.sum()) < 2:
        return board, 0.0
    shown = np.where(denied, now, board).astype(np.int16)
    for count in (shown // 16 - board // 16, shown % 16 - board % 16):
        if int(count.sum()) != 0:
            return board, 0.0
    return shown, -float(against[denied].sum())
