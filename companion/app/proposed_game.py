"""The proposed game: the one whose board the camera sees."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from companion.app.board_vision import shown_game
from companion.games.catalogue import Game
from companion.screen.camera_service import CameraService
from hardware.pictures import Image

log = logging.getLogger(__name__)

_AGAIN_S: Final = 2.0
"""Between two looks: a board that is turned over is seen soon, and the reading of a match keeps its processor."""
_STALE_S: Final = 10.0
"""Seconds without a request after which another board may be there."""


class ProposedGame:
    """The game whose board was last seen, by its name in commands; call it to ask.

    A call takes no time: a thread of its own looks at the newest picture as long as calls come.  ``find``: the game
    whose board a picture (BGR) shows, or None.
    """

    def __init__(
        self,
        sight: CameraService,
        *,
        find: Callable[[Image], Game | None] = shown_game,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._sight: Final = sight
        self._find: Final = find
        self._clock: Final = clock
        self._looking: threading.Thread | None = None
        self._seen: Game | None = None
        self._looked_s = self._asked_s = float("-inf")

    def __call__(self) -> str | None:
        now_s = self._clock()
        if now_s - self._asked_s > _STALE_S:
            self._seen = None
        self._asked_s, seen = now_s, self._seen
        idle = self._looking is None or not self._looking.is_alive()
        if idle and now_s - self._looked_s >= _AGAIN_S:
            # No daemon: Python waits for the one look at its end, for it may not stop a thread inside OpenCV.
            self._looking = threading.Thread(target=self._look, name="proposed game")
            self._looking.start()
        return seen.value if seen is not None else None

    def _look(self) -> None:
        try:
            preview = None if self._sight.facts().trouble else self._sight.newest()
            self._seen = self._find(preview.image_bgr) if preview is not None else None
        except Exception:
            log.exception("the board before the camera could not be looked at")
            self._seen = None
        finally:
            self._looked_s = self._clock()
