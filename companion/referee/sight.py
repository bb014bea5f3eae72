"""The likelihood of each board by the looks of an epoch, for one course, and the boards that they may show."""

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
"""A point with so many checkers is not hit."""


@dataclass(frozen=True, slots=True, eq=False)
class Sight:
    """The log-likelihoods of the looks of an epoch, for one course.

    ``table``: (25 x 256,) of each number on each spot; ``read``: the likeliest board by the looks alone; ``alone``:
    (25, 256) log-likelihoods by the looks alone.
    """

    table: Values
    read: Packed
    alone: Values

    def gain(self, board: Packed) -> float:
        """The change of a course's log-probability by this board, at most 0."""
        return float(self.table[cells_of(board)].sum())

    def gains(self, cells: Cells) -> Values:
        """The same of many boards."""
        return np.asarray(self.table[cells].sum(axis=1), dtype=np.float32)

    def lasting(self, ends: Ends, side: Side) -> Values:
        """The log-likelihood of each end by the spots that the other player's play cannot have changed."""
        own = ends.boards // 16 if side is Side.LIGHT else ends.boards % 16
        return np.asarray((self.table[ends.cells] * (own >= _SAFE)).sum(axis=1), dtype=np.float32)

    def near(self, before: Position) -> list[Packed]:
        """The boards near the one that is read, by the looks alone and by what is expected from ``before``."""
        plain, expected = self.table.reshape(25, -1), packed(before)
        table = plain.copy()
        table[np.arange(25), expected] += people.EXPECTED
        found: list[Packed] = []
        likeliest = table.argmax(axis=1).astype(np.int16)
        read = [likeliest, self.read, conserved(likeliest, expected, table), conserved(self.read, expected, plain)]
        read += [with_tall_stacks(one, expected) for one in read]
        for board in (*read, *misread_once(self.read, self.alone)):
            if not is_too_many(board) and not any(np.array_equal(board, one) for one in found):
                found.append(board)
        return found


def as_shown(course: Course, board: Packed, likely: Values, cap: Values) -> tuple[Packed, float]:
    """The board corrected where the looks contradict it, and the log-likelihood regained there; 0 if there is no such
    board.

    ``likely``: (25, 256) log-likelihoods of all looks so far, ``cap``: (25, 256) the least log-likelihood of a spot.
    """
    against = np.maximum(course.regret, cap[SPOTS, course.board])
    now = likely.argmax(axis=1)
    contradicted = (against < people.DENIES) & (course.board == board) & (now != board)
    if int(contradicted.sum()) < 2:
        return board, 0.0
    shown = np.where(contradicted, now, board).astype(np.int16)
    for count in (shown // 16 - board // 16, shown % 16 - board % 16):
        if int(count.sum()) != 0:
            return board, 0.0
    return shown, -float(against[contradicted].sum())
