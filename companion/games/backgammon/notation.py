"""Applies a written play to the board."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.errors import InputError
from companion.games.backgammon.generator import OWN_BAR, Steps, View, advance
from companion.games.backgammon.plays import CheckerMove, Play, play_of, position_of, view_of
from companion.games.backgammon.position import Position


def resolve(position: Position, play: Play) -> Position:
    """Return the position after a play applied literally by the side on roll; nothing is checked against the rules.

    The opponent is on roll in the result.  Raises :class:`InputError` as :func:`carried_out` does.
    """
    return position_of(carried_out(view_of(position), play)[0], position)


def carried_out(view: View, play: Play) -> tuple[View, Play]:
    """Return the board after a play applied literally, and the play with its computed hits.

    Raises :class:`InputError` if there is no own checker at the start of a step, or if two opposing
    checkers are at its end (no position can hold that).
    """
    board = list(view)
    steps = []
    for step in play.steps:
        if board[step.start] <= 0:
            raise InputError(f"play {play.text()!r}: no checker stands on {step.start} to be moved")
        if step.end and board[step.end] < -1:
            raise InputError(f"play {play.text()!r}: point {step.end} holds {-board[step.end]} opposing checkers")
        hit = advance(board, step.start, step.start - step.end)
        steps.append(step if step.hit is hit else CheckerMove(step.start, step.end, hit))
    return tuple(board), Play(tuple(steps))


def legal_reading(view: View, play: Play, ends: Mapping[View, Steps]) -> tuple[View, Play] | None:
    """Return the legal play that a written one means, as (end, play number by number); ``ends``: the legal ends.

    None if the written play is illegal.  A hit on the way (``24/14`` over a blot on 18) need not
    be written if only one legal play fits.
    """
    try:
        end, as_written = carried_out(view, play)
    except InputError:
        return _fitting(view, play, ends)
    if end not in ends:
        return _fitting(view, play, ends)
    # The same end may be reached in several ways: the record keeps the one that was written.
    known = ends[end]
    return end, as_written if len(play.steps) == len(known) else play_of(view, known)


def _fitting(view: View, play: Play, ends: Mapping[View, Steps]) -> tuple[View, Play] | None:
    ways = play.ways()
    own = _own_after(view, ways)
    readings = [(end, play_of(view, ends[end])) for end in ends if _own(end) == own]
    fitting = [(end, reading) for end, reading in readings if reading.ways() == ways]
    return fitting[0] if len(fitting) == 1 else None


def _own_after(view: View, ways: Iterable[tuple[int, int]]) -> list[int]:
    own = _own(view)
    for start, end in ways:
        own[start - 1] -= 1
        if end:
            own[end - 1] += 1
    return own


def _own(view: View) -> list[int]:
    return [max(count, 0) for count in view[1 : OWN_BAR + 1]]
