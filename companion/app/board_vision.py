"""Reads the board of a game from pictures: finds it, learns it and looks at it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.games.catalogue import Game
from companion.games.draughts.squares import name
from companion.match.draughts.looks import start_astray
from companion.screen.camera_service import AnyCalibration
from hardware.pictures import Image
from vision import Calibration
from vision.calibration import calibrate
from vision.corners import FoundBoard, find_board, find_corners, given_board, surely_found
from vision.draughts import calibration as draughts
from vision.draughts import squares
from vision.draughts.reader import DraughtsReader, read_still
from vision.errors import BoardNotFoundError
from vision.following import FollowingReader
from vision.observation import Corners

AnyReader: TypeAlias = FollowingReader | DraughtsReader


def reader_of(calibration: AnyCalibration) -> AnyReader:
    """Return the reader of a calibrated board."""
    return FollowingReader(calibration) if isinstance(calibration, Calibration) else DraughtsReader(calibration)


@dataclass(frozen=True, slots=True)
class BoardVision:
    """The functions that a camera reader needs; calibrations are those of the game.

    ``calibrate``: learns the board from a picture of the start position.  ``load``: a stored calibration.
    ``find_corners``, ``given``: find the board, or find it near the given place.  ``shows``: whether a picture
    certainly shows it.  ``astray``: the names of spots that differ from the start position, empty if it is far from it.
    """

    calibrate: Callable[[Image, Corners | None], AnyCalibration]
    load: Callable[[Path], AnyCalibration]
    find_corners: Callable[[Image], Corners]
    given: Callable[[Image, Corners], FoundBoard]
    shows: Callable[[Image], bool]
    astray: Callable[[Image, Corners], tuple[str, ...]] = lambda *_: ()


def _shows_points(image_bgr: Image) -> bool:
    return not find_board(image_bgr).doubtful


def _squares_astray(image_bgr: Image, corners_px: Corners) -> tuple[str, ...]:
    return tuple(name(square) for square in start_astray(read_still(image_bgr, corners_px).seen))


def _shows_squares(image_bgr: Image) -> bool:
    return not squares.find_squares(image_bgr).doubtful


BACKGAMMON_VISION: Final = BoardVision(calibrate, Calibration.load, find_corners, given_board, _shows_points)
DRAUGHTS_VISION: Final = BoardVision(
    draughts.calibrate,
    draughts.DraughtsCalibration.load,
    squares.find_corners,
    squares.given_squares,
    _shows_squares,
    _squares_astray,
)
BOARD_VISION: Final[Mapping[Game, BoardVision]] = MappingProxyType(
    {Game.BACKGAMMON: BACKGAMMON_VISION, Game.DRAUGHTS: DRAUGHTS_VISION}
)
"""The games whose boards are read; of any other game every move is entered by touch."""


def shown_game(image_bgr: Image, *, besides: BoardVision | None = None) -> Game | None:
    """Return the first game whose board a picture certainly shows, or None; a second's work.

    ``besides``: the vision of a game that is left out, since its board was not found there.
    """
    return next((game for game, seen in BOARD_VISION.items() if seen is not besides and seen.shows(image_bgr)), None)


_MAY_BE_ANOTHER: Final = 0.05
"""Below this the squares of draughts are looked for, too: of 82 pictures of them none was found to be a board of
backgammon more surely than 0.0015."""


class OtherBoardError(BoardNotFoundError):
    """The board of another game is in the picture."""

    def __init__(self, game: Game) -> None:
        super().__init__(f"the picture shows a {game} board: read it with --game {game}")
        self.game = game


def found_board(image_bgr: Image) -> FoundBoard:
    """Find the board of backgammon in a picture; raises BoardNotFoundError, which names another game seen there."""
    board = find_board(image_bgr)
    other = shown_game(image_bgr, besides=BACKGAMMON_VISION) if board.confidence < _MAY_BE_ANOTHER else None
    if other is not None:
        raise OtherBoardError(other)
    return surely_found(board)


_ENDING: Final = {Game.BACKGAMMON: "", Game.DRAUGHTS: "-draughts"}


def file_of(game: Game, path: Path) -> Path:
    """Return the file of a game's calibration; each game has its board."""
    return path.with_name(f"{path.stem}{_ENDING[game]}{path.suffix}")
