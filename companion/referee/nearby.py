"""Boards near one that was read: what a misreading, or a play that is not whole, makes of a board."""

from __future__ import annotations

from typing import Final

import numpy as np

from companion.referee.boards import CHECKERS, COUNTS, Packed, Values

_NEARLY: Final = -3.0
"""The least log-likelihood of another number on a spot: 1 to 20; judged."""
_MOST_MISREAD: Final = 6
"""Boards that are tried so; judged."""
_MIXED: Final = np.array([number // 16 > 0 and number % 16 > 0 for number in range(COUNTS)])
_LIGHT: Final = 16
"""One light checker."""
_MOST_ASTRAY: Final = 3
"""Checkers of a side that are looked for where they are read least surely."""


def is_among(board: Packed, boards: Packed) -> bool:
    """Whether a board is one of these (n, 25)."""
    return bool((boards == board).all(axis=1).any())


def is_too_many(board: Packed) -> bool:
    """Whether a side has more checkers than there are."""
    return int((board // 16).sum()) > CHECKERS or int((board % 16).sum()) > CHECKERS


def with_tall_stacks(board: Packed, before: Packed) -> Packed:
    """The board with tall stacks corrected by missing or surplus checkers: five of nine looks missed a sixth."""
    board = board.copy()
    for shift in (16, 1):
        now, was = (board // 16, before // 16) if shift == 16 else (board % 16, before % 16)
        for spot in np.nonzero((was >= 6) & (now != was) & (now >= 4))[0]:
            missing = int(was.sum() - now.sum())
            by = int(was[spot]) - int(now[spot])
            if missing * by > 0:
                board[spot] += shift * (min(missing, by) if by > 0 else max(missing, by))
                now = board // 16 if shift == 16 else board % 16
    return board


def conserved(board: Packed, before: Packed, table: Values) -> Packed:
    """The likeliest board near this one on which no checker has come or gone."""
    board = board.copy()
    spots = np.arange(25)
    for shift in (16, 1):
        for _ in range(_MOST_ASTRAY):
            now, was = (board // 16, before // 16) if shift == 16 else (board % 16, before % 16)
            by = int(np.sign(int(was.sum()) - int(now.sum())))
            if by == 0:
                break
            may = (now + by >= 0) & (now + by <= CHECKERS) & ((board % 16 if shift == 16 else board // 16) == 0)
            may[0] = now[0] + by >= 0
            other = np.where(may, board + by * shift, board)
            cost = np.where(may, table[spots, board] - table[spots, other], np.inf)
            board[int(cost.argmin())] += by * shift
    return board


def misread_once(board: Packed, table: Values) -> list[Packed]:
    """The boards that are read nearly as well as this one, with another number on one of its spots."""
    less = table[:25] - table[np.arange(25), board][:, None]
    less[np.arange(25), board] = -np.inf
    less[1:, _MIXED] = -np.inf  # nobody leaves that
    found = []
    for cell in np.argsort(-less, axis=None)[:_MOST_MISREAD]:
        spot, number = divmod(int(cell), COUNTS)
        if less[spot, number] > _NEARLY:
            other = board.copy()
            other[spot] = number
            found.append(other)
    return found
