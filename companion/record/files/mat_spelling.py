"""Spells plays for ``.mat`` files: a word for each number played, bar 25, off 0, ``*`` once a hit.

An illegal play is spelled too, as long as GNU Backgammon 1.07 then moves the same checkers to the
same points.  It takes up to four words, none longer than six points or, after a double, than its
number; it plays the farthest checker first, and reads a first word as long as both numbers together
as the whole play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from companion.errors import InputError
from companion.games.backgammon.dice import FACES, Dice
from companion.games.backgammon.generator import advance
from companion.games.backgammon.notation import carried_out
from companion.games.backgammon.plays import OFF_POINT, CheckerMove, Play, view_of
from companion.games.backgammon.position import Position

_MOST_WORDS: Final = 4


def words(play: Play) -> str:
    """Return a play, step by step, such as ``24/20* 20/14``."""
    starred: set[int] = set()
    spelled = []
    for step in play.steps:
        star = step.hit and step.end not in starred
        starred |= {step.end} if star else set()
        spelled.append(f"{step.start}/{step.end}{'*' * star}")
    return " ".join(spelled)


def illegal_words(before: Position, dice: Dice, play: Play) -> str | None:
    """Return an illegal play that fits the board, in words; None if no words lead to the same position."""
    if any(step.start <= step.end for step in play.steps):
        return None
    board = list(view_of(before))
    longest = dice.first if dice.is_double else FACES[-1]
    pieces: list[CheckerMove] = []
    for step in play.steps:
        pieces += _pieces(board, step, longest)
        advance(board, step.start, step.start - step.end)
    pieces.sort(key=lambda piece: (-piece.start, -piece.end))
    too_long = any(piece.start - piece.end > longest for piece in pieces)
    if too_long or _is_taken_for_more(pieces, dice) or not _lead_to(board, before, pieces):
        return None
    return words(Play(tuple(pieces)))


def _pieces(board: list[int], step: CheckerMove, longest: int) -> Iterator[CheckerMove]:
    """A step split into steps that are not too long, over points without an opponent's checker."""
    start = step.start
    while start - step.end > longest:
        way = [stop for stop in range(start - longest, start) if stop > step.end and board[stop] >= 0]
        if not way:
            break
        yield CheckerMove(start, way[0])
        start = way[0]
    yield CheckerMove(start, step.end)


def _is_taken_for_more(pieces: list[CheckerMove], dice: Dice) -> bool:
    first = pieces[0] if len(pieces) > 1 and not dice.is_double else None
    if first is None:
        return False
    far_off = first.end == OFF_POINT and first.start > max(dice.first, dice.second)
    return far_off or first.start - first.end == dice.first + dice.second


def _lead_to(board: list[int], before: Position, pieces: list[CheckerMove]) -> bool:
    if len(pieces) > _MOST_WORDS:
        return False
    try:
        return carried_out(view_of(before), Play(tuple(pieces)))[0] == tuple(board)
    except InputError:
        return False
