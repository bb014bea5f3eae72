"""Helps with setting up the board: shows the start position as the players see it, with a tick where it is right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from companion.games.backgammon import START
from companion.games.rules import BAR, Spot, Stack
from companion.match.message import Message
from companion.match.orientation import SEATINGS
from companion.match.view import PutBackShown, View
from vision.observation import POINTS

STACKS: Final = sum(count != 0 for count in START.points)
"""Points of the start position with checkers on them."""
_FIRST: Final = "phase.start"
_NEXT: Final = "phase.next-game"
_EXERCISE: Final = "phase.put-back"
"""The board of an exercise, which the session itself guides, is seen only once the camera knows the board."""
_BEGUN: Final = STACKS // 2
"""With this many stacks right the next game is being set up; with fewer, the last one is still on the board."""
_NEARLY: Final = STACKS - 2
"""With this many stacks right the players may think that all are; before that no help is needed."""
_NOT_START: Final = "notice.not-start"
_START: Final[Mapping[Spot, Stack]] = {BAR: Stack(0, 0)} | {
    point: Stack(max(count, 0), max(-count, 0)) for point, count in zip(POINTS, START.points, strict=True)
}


def with_guidance(view: View, *, known: bool, exercise: bool = False) -> View:
    """The view with guidance for setting up a game or an exercise; any other view is unchanged.

    ``known``: the board has been learned.  ``exercise``: the board is that of an exercise.  Of the four set-ups (homes
    left or right, either colour) the most complete one is drawn.
    """
    is_exercise = exercise and view.phase == _EXERCISE
    if view.blind or view.camera_lost or (view.phase not in (_FIRST, _NEXT) and not is_exercise):
        return view
    if not known:
        return replace(view, message=view.message or Message("notice.unknown-board", alarm=False))
    if view.board_read is None or is_exercise:
        return view
    read = dict(zip((BAR, *POINTS), view.board_read, strict=True))
    boards = [seating.picture(_START) for seating in SEATINGS]
    board = max(boards, key=lambda board: len(_right(board, read)))
    right = _right(board, read)
    if view.phase == _NEXT and len(right) < _BEGUN:
        return view
    unfinished = view.message is not None and view.message.key == _NOT_START and len(right) < _NEARLY
    return replace(
        view,
        message=None if unfinished else view.message,
        points=tuple(board[point].light - board[point].dark for point in POINTS),
        bar=(0, 0),
        off=(0, 0),
        arrows=(),
        put_back=PutBackShown(_too_many(board, read), right),
    )


def _right(board: Mapping[Spot, Stack], read: Mapping[Spot, Stack | None]) -> tuple[Spot, ...]:
    """The points with exactly the right checkers."""
    return tuple(point for point in POINTS if any(board[point]) and read[point] == board[point])


def _too_many(board: Mapping[Spot, Stack], read: Mapping[Spot, Stack | None]) -> tuple[Spot, ...]:
    """The spots with checkers that do not belong there; what is still missing needs no frame."""
    return tuple(
        spot
        for spot, stack in read.items()
        if stack is not None and (stack.light > board[spot].light or stack.dark > board[spot].dark)
    )
