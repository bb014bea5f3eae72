"""What speaks against a player having left a board that no rule leads to, and against it going unnoticed."""

from __future__ import annotations

from typing import Final

from companion.games.backgammon import Position
from companion.games.rules import Side
from companion.referee import people
from companion.referee.boards import ROLLS, Packed, packed
from companion.referee.course import Turn

_FAR_FROM_HOME: Final = 3
"""Checkers outside the home board with which nobody thinks of bearing off."""


def against_leaving(before: Position, roll: int, board: Packed) -> float:
    """What speaks against one player having left a board that no rule leads to."""
    return oddness(before, roll, board) + people.ONE_MORE_SPOT * int((board != packed(before)).sum())


def oddness(before: Position, roll: int, board: Packed) -> float:
    """What speaks against one player having left such a board."""
    was = packed(before)
    light, dark = board.astype(int) // 16 - was // 16, board.astype(int) % 16 - was % 16
    own, others = (light, dark) if before.on_roll is Side.LIGHT else (dark, light)
    moves = 4 if ROLLS[roll].is_double else 2
    taken = int(-own[own < 0].sum())
    touched, hit = int(-others[1:][others[1:] < 0].sum()), max(int(others[0]), 0)
    come, off = max(int(own.sum()), 0) + max(int(others.sum()), 0), -int(own.sum())
    outside = int((board[7:] // 16).sum() if before.on_roll is Side.LIGHT else (board[:19] % 16).sum())
    gone = max(-int(others.sum()), 0)
    now = board // 16 if before.on_roll is Side.LIGHT else board % 16
    forgotten = min(gone, int(((others < 0) & (now > 0)).sum()))
    carried = int(others[1:][others[1:] > 0].sum())
    beyond = max(taken - moves - 1, 0) + max(touched - hit, carried, 0)
    return (
        people.MORE_THAN_DICE * beyond
        + people.MISSING * (gone - forgotten)
        + people.NOT_ON_BAR * forgotten
        + people.OFF_TOO_SOON * max(off, 0) * min(outside, _FAR_FROM_HOME)
        + people.COME_BACK * come
        + people.OFF_BEYOND * max(off - moves, 0)
        + people.TAKEN_BEYOND * max(taken - moves, 0)
    )


def unnoticed(turn: Turn) -> float:
    """What speaks against the next player going on over checkers that vanished; the mover's own may be taken off."""
    was, now, side = turn.before.off, turn.end.off, turn.side
    own, others = (max(now.of(one) - was.of(one), 0) for one in (side, side.other))
    home = turn.before.points[:6] if side is Side.LIGHT else turn.before.points[18:]
    outside = turn.before.checkers(side) - sum(max(n * (1 if side is Side.LIGHT else -1), 0) for n in home)
    off_too_soon = own if outside >= _FAR_FROM_HOME else 0
    return people.UNNOTICED * others + people.UNNOTICED_OFF * off_too_soon
