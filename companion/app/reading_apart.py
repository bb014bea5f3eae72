"""Reads an untrusted picture in a process of its own, which has little memory and little time.

A decoder that fails takes only that process with it.  The answer is trusted like the program: the process bounds
faults, not rights.
"""

from __future__ import annotations

import logging
import os
import pickle
import resource
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from companion.errors import InputError
from companion.games.catalogue import Game

if TYPE_CHECKING:  # it takes its time to come
    from vision.framed import Framed

log = logging.getLogger(__name__)

LONGEST: Final = 15_000_000
"""Bytes of a picture file.  The largest JPEGs of telephones, of 200 million pixels, have fewer as a rule."""
MEMORY: Final = 1_000_000_000
"""Bytes for the process, without its programs."""
TIME_S: Final = 40.0
"""Of a whole reading: several times what a Raspberry Pi 4 takes."""
WIDEST_PX: Final = 1280
"""Of the picture that comes back."""
_QUALITY: Final = 80
_PROGRAM: Final = ("-m", __name__)
_LOGGED_CHARACTERS: Final = 300


class PictureRefusedError(InputError):
    """A picture that is not read.  ``key``, ``values``: of the text that says why."""

    def __init__(self, message: str, key: str, values: Mapping[str, str] | None = None) -> None:
        super().__init__(message)
        self.key = f"picture.{key}"
        self.values = values or {}


@dataclass(frozen=True, slots=True)
class PictureRead:
    """A value of :mod:`companion.photograph`, its part of the picture, and the picture with what was read over it."""

    board: Any
    framed: Framed
    overlay_jpeg: bytes


@dataclass(frozen=True, slots=True)
class _Refused:
    """The reason for a refusal: see :class:`PictureRefusedError`."""

    message: str
    key: str
    values: Mapping[str, str] = field(default_factory=dict)


def read_apart(content: bytes, game: Game = Game.BACKGAMMON, *, time_s: float = TIME_S) -> PictureRead:
    """Read the board in the content of a picture file; raises PictureRefusedError.  It takes seconds: call it on a
    thread.

    Of the metadata only the rotation is used.
    """
    if len(content) > LONGEST:
        most = LONGEST // 1_000_000
        raise PictureRefusedError(f"the picture: too large, expected at most {most} MB", "too-many", {"n": str(most)})
    words = [sys.executable, *_PROGRAM, game.value]
    try:
        done = subprocess.run(words, input=content, capture_output=True, timeout=time_s, check=False)
    except subprocess.TimeoutExpired:  # it is killed by then
        raise PictureRefusedError("the picture: it takes too long to read", "too-much") from None
    if done.returncode:
        log.warning(
            "a picture was not read: %d %s", done.returncode, done.stderr.decode(errors="replace")[-_LOGGED_CHARACTERS:]
        )
        raise PictureRefusedError("the picture: it takes more memory or time than there is", "too-much")
    found = pickle.loads(done.stdout)
    if isinstance(found, _Refused):
        raise PictureRefusedError(found.message, found.key, found.values)
    assert isinstance(found, PictureRead)
    return found


# --- the process --------------------------------------------------------------------------------------------------


def _answered(content: bytes, game: Game) -> PictureRead | _Refused:
    from vision.errors import PictureError
    from vision.pictures import picture_in

    try:
        image_bgr = picture_in(content, "the picture").image_bgr
    except PictureError as error:
        return _Refused(str(error), error.fault.value)
    # What reads takes half a second to come: it is not wanted for what is no picture.
    from companion.app.board_vision import OtherBoardError
    from companion.app.pictured import KINDS
    from vision.errors import BoardNotFoundError
    from vision.overlay import jpeg_of

    kind = KINDS[game]
    try:
        board = kind.read(image_bgr)
    except OtherBoardError as error:
        return _Refused(str(error), f"other-{error.game}")
    except BoardNotFoundError as error:
        return _Refused(str(error), "no-board")
    part = kind.framed(image_bgr, board)
    return PictureRead(board, part, jpeg_of(kind.overlay(image_bgr, board), width=WIDEST_PX, quality=_QUALITY))


def _main() -> None:
    for limit, most in ((resource.RLIMIT_DATA, MEMORY), (resource.RLIMIT_CORE, 0), (resource.RLIMIT_FSIZE, 0)):
        resource.setrlimit(limit, (most, most))
    os.nice(5)  # the screen goes first
    # The module by its own name: what is pickled in ``__main__`` is not found by who reads it.
    from companion.app import reading_apart

    sys.stdout.buffer.write(pickle.dumps(reading_apart._answered(sys.stdin.buffer.read(), Game(sys.argv[1]))))


if __name__ == "__main__":
    _main()
