"""The camera service: the live preview, the check of board and light, and the calibration of the board.

One :class:`CameraService` connects the watcher's thread with the screen.  The screen asks and polls, and never
waits; the watcher answers.  Every method may be called from any thread.  On the screen's side::

    glimpse = sight.newest(after=shown)         # None: nothing newer; else show glimpse.image_bgr
    request = sight.check()                     # where is the board, is the light good?  (Nothing is learned.)
    request = sight.learn(corners_px)           # the one press: learn the board from the next still picture
    answer = sight.answer(request)              # None until it is there: ask again at the next frame
    sight.facts()                               # which camera, its size and rate, what is wrong with it
    sight.last_reading()                        # what was last read on a board that is known

Corners are pixels of the camera's whole picture, clockwise, first to second = the top row; a place in a preview
times ``glimpse.scale`` is a place in the whole picture.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Final, TypeAlias

from hardware.camera import Frame
from hardware.errors import FramesError, NetworkTrouble
from hardware.pictures import Image
from vision import Calibration
from vision.draughts.calibration import DraughtsCalibration
from vision.light import Advice
from vision.observation import Corners, Observation

AnyCalibration: TypeAlias = Calibration | DraughtsCalibration
"""A board that is known, of whatever game."""
GLIMPSE_WIDTH: Final = 800
"""The greatest width of a preview in pixels: the screen is not wider."""

_RATE_OVER: Final = 30


@dataclass(frozen=True, slots=True, eq=False)
class PreviewPicture:
    """A preview: the newest picture, small enough to be shown.

    ``image_bgr``: BGR, shape (height, width <= 800, 3), contiguous.  ``scale``: the factor from a place in it
    to the same place in the camera's whole picture.  ``number``: counts all pictures that came,
    from whichever camera.
    """

    image_bgr: Image
    scale: int
    number: int


class NotLearned(Enum):
    """Why the board was not learned; the sentence is ``CameraAnswer.reason``."""

    NO_CAMERA = "no-camera"
    NO_BOARD = "no-board"
    NO_START = "no-start"
    OTHER_BOARD = "other-board"
    LARGER_BOARD = "larger-board"
    LIGHT_SQUARES = "light-squares"
    MOVING = "moving"
    NOT_KEPT = "not-kept"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Request:
    """A request to the watcher.

    ``learn``: learn the board; False only checks whether it could be learned.  ``corners_px``: None = find them.
    """

    number: int
    learn: bool
    corners_px: Corners | None
    asked_at_s: float


@dataclass(frozen=True, slots=True)
class CameraAnswer:
    """The answer to a request.

    ``corners_px``: the corners of the field, None if none was found.  ``advice``: what is wrong with light and
    place, worst first; the board can be learned all the same.  ``calibration``: set if the board was learned.
    ``why`` and ``reason`` (one English sentence): set if it was not learned, or could not be saved.
    ``other``: the game whose board is there instead, by its name in commands.  ``astray``: the names of the few spots
    that keep it from being the start position.
    """

    request: int
    corners_px: Corners | None = None
    advice: tuple[Advice, ...] = ()
    calibration: AnyCalibration | None = None
    why: NotLearned | None = None
    reason: str = ""
    other: str = ""
    astray: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CameraFacts:
    """The camera as it works now.

    ``name``: as settings name it, "" before its first picture.  ``size_wh``: of its whole picture, pixels.
    ``rate_hz``: pictures a second.  ``calibrated``: the board is known.  ``held``: exposure, white balance and
    focus are held.  ``other``: the game whose board is seen in place of the own one, by its name in commands.
    ``warning``: what is wrong with the pictures, "" if nothing is.  ``trouble``: why no picture comes, "" while
    pictures come; ``network``: what that is of a camera in the network.  ``age_s``: since the newest picture came.
    """

    name: str = ""
    size_wh: tuple[int, int] = (0, 0)
    rate_hz: float = 0.0
    calibrated: bool = False
    held: bool = False
    other: str = ""
    warning: str = ""
    trouble: str = ""
    network: NetworkTrouble | None = None
    age_s: float = 0.0


class CameraService:
    """Passes requests from the screen to the watcher, and pictures and answers back.

    Of several requests only the newest is answered.

    Each value has one writer, so no lock is needed.
    """

    def __init__(self, *, clock: Callable[[], float] = time.monotonic, trouble: str = "") -> None:
        self._clock: Final = clock
        self._frame: tuple[int, Frame] | None = None
        self._times_s: deque[float] = deque(maxlen=_RATE_OVER)
        self._size_wh = (0, 0)
        self._count = 0
        self._asked: Request | None = None
        self._requests = 0
        self._answer: CameraAnswer | None = None
        self._reading: Observation | None = None
        self._calibrated = False
        self._held = False
        self._other = ""
        self._warning = ""
        self._trouble = trouble
        self._network: NetworkTrouble | None = None

    # --- the screen's side -------------------------------------------------------------------------

    def newest(self, after: int = 0) -> PreviewPicture | None:
        """The newest preview; None if none is newer than number ``after``, or if the picture is broken.

        The calling thread decodes it (a few milliseconds), so that nothing is decoded while nobody watches.
        """
        newest = self._frame
        if newest is None or newest[0] == after:
            return None
        number, frame = newest
        try:
            image_bgr, scale = frame.picture.small(GLIMPSE_WIDTH)
        except FramesError:
            return None
        self._size_wh = image_bgr.shape[1] * scale, image_bgr.shape[0] * scale
        return PreviewPicture(image_bgr, scale, number)

    def whole(self) -> Image | None:
        """The newest picture in its full size, decoded by the calling thread; None if none comes or it is broken."""
        newest = self._frame
        if newest is None or self._trouble:
            return None
        try:
            return newest[1].picture.whole()
        except FramesError:
            return None

    def check(self, corners_px: Corners | None = None) -> int:
        """Ask where the board is and whether place and light will do; returns the number of the request."""
        return self._ask(learn=False, corners_px=corners_px)

    def learn(self, corners_px: Corners | None = None) -> int:
        """Ask to learn the board from the start position and to save the result; returns the request's number."""
        return self._ask(learn=True, corners_px=corners_px)

    def answer(self, request: int) -> CameraAnswer | None:
        """The answer to the request with this number; None while there is none, or if a newer request replaced it."""
        answer = self._answer
        return answer if answer is not None and answer.request == request else None

    def last_reading(self) -> Observation | None:
        """The last reading with its corners; None if the board is not known."""
        return self._reading

    @property
    def other(self) -> str:
        """The game whose board is seen in place of the own one, by its name in commands; "" if none is."""
        return self._other

    def facts(self) -> CameraFacts:
        """The camera as it works now."""
        newest, times_s = self._frame, tuple(self._times_s)
        if newest is None:
            return CameraFacts(calibrated=self._calibrated, trouble=self._trouble, network=self._network)
        if self._size_wh == (0, 0):
            self.newest()
        spell_s = times_s[-1] - times_s[0] if times_s else 0.0
        return CameraFacts(
            name=newest[1].source,
            size_wh=self._size_wh,
            rate_hz=(len(times_s) - 1) / spell_s if spell_s > 0 else 0.0,
            calibrated=self._calibrated,
            held=self._held,
            other=self._other,
            warning=self._warning,
            trouble=self._trouble,
            network=self._network,
            age_s=self._clock() - times_s[-1] if times_s else 0.0,
        )

    def _ask(self, *, learn: bool, corners_px: Corners | None) -> int:
        self._requests += 1
        asked = Request(self._requests, learn, corners_px, self._clock())
        self._asked = asked
        if self._trouble:
            self.answered(CameraAnswer(asked.number, why=NotLearned.NO_CAMERA, reason=self._trouble))
        return asked.number

    # --- the watcher's side ------------------------------------------------------------------------

    def saw(self, frame: Frame) -> None:
        """Take the camera's newest frame; it is not decoded before somebody asks for it."""
        self._count += 1
        self._times_s.append(self._clock())
        self._frame = self._count, frame
        if self._trouble:
            self._trouble, self._network = "", None
            self._size_wh = (0, 0)  # the camera may have another now

    def read(self, observation: Observation) -> None:
        """Take a reading."""
        self._reading = observation
        self._calibrated = True

    def unknown(self) -> None:
        """Note that the board that is looked at now is not known, whatever was read before."""
        self._reading, self._calibrated = None, False

    def shows_other(self, game: str) -> None:
        """Take the game whose board is seen in place of the own one, "" for none."""
        self._other = game

    def still(self, *, held: bool, warning: str) -> None:
        """Take whether a still picture had its exposure held, and what is wrong with it."""
        self._held, self._warning = held, warning

    def lost(self, reason: str, network: NetworkTrouble | None = None) -> None:
        """Note that no pictures come for now, and why.  The last picture stays; :meth:`facts` reports the reason."""
        self._trouble, self._network, self._warning, self._other, self._held = reason, network, "", "", False
        self._times_s.clear()
        asked = self.asked()
        if asked is not None:
            self.answered(CameraAnswer(asked.number, why=NotLearned.NO_CAMERA, reason=reason))

    def asked(self) -> Request | None:
        """The newest request that has no answer yet."""
        asked, answer = self._asked, self._answer
        if asked is None or (answer is not None and answer.request == asked.number):
            return None
        return asked

    def answered(self, answer: CameraAnswer) -> None:
        """Store the answer to a request."""
        self._answer = answer
        if answer.calibration is not None:
            self._calibrated = True
