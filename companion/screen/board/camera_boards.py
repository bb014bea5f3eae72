"""What the camera page draws and says of the board of each game.  No Kivy here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from companion.games.draughts import START, picture_of
from companion.games.draughts.squares import Square
from companion.match.draughts.looks import across
from companion.match.draughts.view import DraughtsView
from companion.match.set_up import STACKS
from companion.match.view import View
from companion.screen.board.camera_marks import Corners, Marks, board_marks, reading_marks
from companion.screen.board.camera_squares import squares_found, squares_known, squares_read
from companion.screen.source import TableView
from vision.board import BoardGeometry
from vision.calibration import Calibration
from vision.draughts.calibration import DraughtsCalibration
from vision.observation import Observation

_START: Final = {square: stack for square, stack in picture_of(START).items() if any(stack)}


class CameraBoard(Protocol):
    """The board of a game on the camera page.

    ``has_area``: dice are thrown, and where they count can be drawn.  ``so_far``: the text key of how much of the
    start position is right, of ``all`` spots.  ``rings``: that of what the rings of a reading mean.
    """

    has_area: bool
    so_far: str
    all: int
    rings: str

    def ticked(self, view: Any) -> tuple[int, ...] | None:
        """The spots of the start position that are right; None where none is being set up."""
        ...

    def outlined(self, corners: Corners, known: Any, seen: Observation | None) -> Marks:
        """A board that is found, but not known as it lies now."""
        ...

    def drawn(self, corners: Corners, known: Any, seen: Observation | None, view: Any) -> Marks:
        """A board that is known."""
        ...

    def read(self, seen: Observation, known: Any) -> Marks:
        """The last reading."""
        ...


class _Points:
    has_area = True
    so_far = "camera.set-up-so-far"
    all = STACKS
    rings = "camera.rings"

    def ticked(self, view: View) -> tuple[int, ...] | None:
        return None if view.put_back is None else view.put_back.ticked

    def outlined(self, corners: Corners, known: Any, seen: Observation | None) -> Marks:
        return board_marks(corners, geometry_of(known, seen), known=False)

    def drawn(self, corners: Corners, known: Any, seen: Observation | None, view: View | None) -> Marks:
        ticked = self.ticked(view) if view is not None else None
        return board_marks(corners, geometry_of(known, seen), known=True, ticked=ticked or ())

    def read(self, seen: Observation, known: Any) -> Marks:
        return reading_marks(seen, geometry_of(known, seen))


class _Squares:
    has_area = False
    so_far = "camera.squares-so-far"
    all = len(_START)
    rings = "camera.squares-rings"

    def ticked(self, view: DraughtsView) -> tuple[Square, ...] | None:
        if view.phase != "phase.start" or view.board_read is None:
            return None
        lies = view.board_read
        ways = [{way(square): stack for square, stack in _START.items()} for way in (lambda square: square, across)]
        return max(
            (tuple(square for square, stack in way.items() if lies.get(square) == stack) for way in ways), key=len
        )

    def outlined(self, corners: Corners, known: Any, seen: Observation | None) -> Marks:
        del known, seen
        return squares_found(corners)

    def drawn(self, corners: Corners, known: Any, seen: Observation | None, view: DraughtsView | None) -> Marks:
        del seen
        if not isinstance(known, DraughtsCalibration):
            return squares_found(corners)
        ticked = self.ticked(view) if view is not None else None
        return squares_known(corners, known, ticked or ())

    def read(self, seen: Observation, known: Any) -> Marks:
        if not isinstance(known, DraughtsCalibration):
            return squares_found(seen.corners_px)
        return squares_read(seen, known)


def geometry_of(known: Any, seen: Observation | None) -> BoardGeometry:
    """The geometry of a backgammon board as it was calibrated, else as it was read."""
    if isinstance(known, Calibration):
        return known.geometry
    return BoardGeometry(orientation=seen.orientation) if seen is not None else BoardGeometry()


POINTS_BOARD: Final[CameraBoard] = _Points()
_BOARDS: Final[Mapping[type, CameraBoard]] = {View: POINTS_BOARD, DraughtsView: _Squares()}


def camera_board(view: TableView | None) -> CameraBoard:
    """The board of the game that a view is of; the usual one before there is a view."""
    return POINTS_BOARD if view is None else _BOARDS[type(view)]
