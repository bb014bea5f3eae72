"""The exact end of the bear-off: how many rolls a player needs with few checkers left, all of them at home.

Each player is assumed to play for the fewest rolls, whatever the other does; that is right except in very rare cases.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import numpy as np

from companion.coach.engines.builtin.boards import HOME, Boards, Counts, Flags, Floats, mine
from companion.coach.engines.builtin.rolls import ROLLS, SHARES, Indices, ends

Table: TypeAlias = Floats
"""(positions, rolls): the chance that so many rolls are needed; the position's row is :func:`rows_of`."""

MOST: Final = 10
"""Checkers of a player that the table covers."""


def _binomials() -> Indices:
    rows = np.zeros((MOST + HOME + 1, HOME + 1), np.intp)
    rows[:, 0] = 1
    for n in range(1, len(rows)):
        rows[n, 1:] = rows[n - 1, 1:] + rows[n - 1, :-1]
    return rows


_BINOMIALS: Final = _binomials()
POSITIONS: Final = int(_BINOMIALS[MOST + HOME, HOME])


def is_covered(counts: Counts) -> Flags:
    """Whether a player's checkers (25 counts) are few enough and all at home."""
    covered: Flags = (counts.sum(axis=1) <= MOST) & ~counts[:, HOME:].any(axis=1)
    return covered


def rows_of(counts: Counts) -> Indices:
    """The place of each position in the table: checkers are stars and points bars, counted off by binomials."""
    ends_of_points = np.cumsum(counts[:, :HOME], axis=1, dtype=np.intp) + np.arange(HOME)
    rows: Indices = _BINOMIALS[ends_of_points, np.arange(1, HOME + 1)].sum(axis=1)
    return rows


def wins(table: Table, own: Counts, others: Counts) -> Floats:
    """The chance of the player on roll to bear off first."""
    still_there = 1 - np.cumsum(table, axis=1) + table  # after so many rolls less one
    won: Floats = np.einsum("ij,ij->i", table[rows_of(own)], still_there[rows_of(others)])
    return won


def computed() -> Table:
    """The table, from the rules alone: a few seconds."""
    boards = _all_boards()
    order = np.argsort(boards @ np.arange(26), kind="stable")  # by pips: every end of a roll comes before its start
    found = ends(boards[order])
    leads_to = rows_of(mine(found.boards))
    firsts = np.searchsorted(found.turn, np.arange(len(boards) * len(ROLLS) + 1))
    table = np.zeros((len(boards), 4 * MOST), np.float64)
    mean = np.zeros(len(boards))
    table[order[0], 0] = 1
    for k in range(1, len(boards)):
        row = order[k]
        for roll, share in enumerate(SHARES):
            turn = k * len(ROLLS) + roll
            several = leads_to[firsts[turn] : firsts[turn + 1]]
            table[row, 1:] += share * table[several[np.argmin(mean[several])], :-1]
        mean[row] = table[row] @ np.arange(table.shape[1])
    return table[:, : 1 + int(np.flatnonzero(table.any(axis=0))[-1])].astype(np.float32)


def _all_boards() -> Boards:
    boards = np.zeros((POSITIONS, 26), np.int8)
    counts = np.zeros((1, 0), np.int8)
    for _ in range(HOME):
        counts = np.concatenate(
            [np.column_stack([counts, np.full(len(counts), more, np.int8)]) for more in range(MOST + 1)]
        )
        counts = counts[counts.sum(axis=1) <= MOST]
    boards[rows_of(counts), 1 : HOME + 1] = counts
    return boards
