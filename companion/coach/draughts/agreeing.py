"""The engine's decisions to agree to a draw or to resign, by its value of the game, at any strength.

Matches between chess engines are ended early in the same way: cutechess-cli's ``-resign`` counts a game as lost where
an engine's value has been so low for some moves in a row, ``-draw`` as drawn where the values are near zero after so
many moves, commonly 600 for 3 moves, and 20 after 40 moves, in hundredths of a pawn.  Here values are in hundredths of
a man: 600 behind leave half a percent of the game, 20 ahead are 54 % of it
(:func:`companion.coach.draughts.evaluation.share`).
"""

from __future__ import annotations

from typing import Final

from companion.coach.draughts.evaluation import MAN, Value

_EVEN: Final[Value] = 20
_PLAYED_OUT: Final = 40
"""Moves of both sides together: a game of draughts is half as long as one of chess.  Before, a draw saves nothing."""
_LOST: Final[Value] = -600
_IN_A_ROW: Final = 3


def agrees_to_draw(value: Value, moves: int) -> bool:
    """Whether the engine agrees to a draw: it is about even late in the game, or a man behind at any time.

    ``value``: of the game for it.  ``moves``: those of both sides so far.
    """
    return value <= -MAN or (moves >= _PLAYED_OUT and value <= _EVEN)


def lost_at(before: tuple[int, ...], value: Value, moves: int) -> tuple[int, ...]:
    """The moves, by number, at which the engine has found the game lost, one after the other.

    ``before``: so far.  ``value``, ``moves``: as of :func:`agrees_to_draw`, where it is to move.
    """
    kept = tuple(number for number in before if number < moves)
    if value > _LOST:
        return ()
    return (*kept, moves) if not kept or kept[-1] == moves - 2 else (moves,)


def gives_up(lost: tuple[int, ...]) -> bool:
    """Whether the engine resigns."""
    return len(lost) >= _IN_A_ROW
