"""Answers whether a picture shows the board of the game, and what it shows else."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Final

from companion.app.board_vision import BACKGAMMON_VISION, BoardVision, shown_game
from companion.games.catalogue import Game
from companion.screen.camera_service import CameraAnswer, NotLearned, Request
from hardware.pictures import Image
from vision.errors import BoardNotFoundError, CalibrationError, LargerBoardError, LightSquaresError
from vision.light import advice

_OTHERS_S: Final = 10.0
"""Between two looks for boards of other games: each takes seconds on a small computer."""
_STILL_THERE_S: Final = 3.0
"""After so long one that was seen is looked for again: a person who turns the box over waits for it."""
_UNSEEN_S: Final = 2.0
"""Hands are over a board for a moment again and again."""


class BoardCheck:
    """The board in a picture, and what is wrong with its place and the light; used by one thread.

    A picture without a certain board is searched for the board of another game, since the squares of draughts are
    doubtfully found as a backgammon board.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock: Final = clock
        self._other: Game | None = None
        self._vision: BoardVision | None = None
        """Whose game's board the other one is not."""
        self._looked_s = float("-inf")

    def checked(self, asked: Request, image_bgr: Image, vision: BoardVision | None) -> CameraAnswer:
        vision = vision or BACKGAMMON_VISION
        given = asked.corners_px
        if given is None and (asked.learn or vision is not self._vision or self._is_due()):
            self._look_for_others(image_bgr, vision)
        try:
            corners = vision.given(image_bgr, given).corners_px if given is not None else vision.find_corners(image_bgr)
        except BoardNotFoundError as error:
            why = NotLearned.LARGER_BOARD if isinstance(error, LargerBoardError) else NotLearned.NO_BOARD
            answer = CameraAnswer(asked.number, why=why, reason=str(error))
        else:
            answer = CameraAnswer(asked.number, corners, advice(image_bgr, corners))
        other = self._other if given is None else None
        return answer if other is None else _of_other(answer, other)

    def refused(
        self, answer: CameraAnswer, image_bgr: Image, vision: BoardVision, error: CalibrationError
    ) -> CameraAnswer:
        """The answer where a board is found, but not in its start position."""
        assert answer.corners_px is not None
        reason = str(error)
        if isinstance(error, LightSquaresError):
            return replace(answer, why=NotLearned.LIGHT_SQUARES, reason=reason)
        astray = vision.astray(image_bgr, answer.corners_px)
        answer = replace(answer, why=NotLearned.NO_START, reason=reason, astray=astray)
        if not astray:
            self._look_for_others(image_bgr, vision)
        return answer if astray or self._other is None else _of_other(answer, self._other)

    def _is_due(self) -> bool:
        return self._clock() - self._looked_s >= (_OTHERS_S if self._other is None else _STILL_THERE_S)

    def _look_for_others(self, image_bgr: Image, vision: BoardVision) -> None:
        # A doubtful board of the game itself is no reason to tell of another.
        self._other = None if vision.shows(image_bgr) else shown_game(image_bgr, besides=vision)
        self._vision = vision
        self._looked_s = self._clock()


def _of_other(answer: CameraAnswer, other: Game) -> CameraAnswer:
    return replace(answer, corners_px=None, why=NotLearned.OTHER_BOARD, other=other.value)


class UnseenBoard:
    """Looks for the board of another game while the right one is unseen; used by one thread.

    A box has two boards and may be turned over during a match; nothing may be read off the wrong one.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.other: Game | None = None
        """The game whose board is there instead."""
        self._clock: Final = clock
        self._vision: BoardVision | None = None
        self._since_s: float | None = None
        self._looked_s = float("-inf")

    def seen(self) -> None:
        """The own board is seen."""
        self.other, self._since_s = None, None

    def is_due(self, vision: BoardVision) -> bool:
        """Whether it has not been seen for long enough that a look for others is worth its time."""
        now_s = self._clock()
        if vision is not self._vision:
            self.other, self._since_s, self._vision = None, None, vision
        if self._since_s is None:
            self._since_s = now_s
        again_s = _OTHERS_S if self.other is None else _STILL_THERE_S
        return now_s - self._since_s >= _UNSEEN_S and now_s - self._looked_s >= again_s

    def look(self, image_bgr: Image, vision: BoardVision) -> None:
        self.other = None if vision.shows(image_bgr) else shown_game(image_bgr, besides=vision)
        self._looked_s = self._clock()
