"""The errors of reading a board.

::

    VisionError
    ├── PictureError (also ValueError)       not a picture, or one that cannot be used
    ├── BoardNotFoundError (also LookupError)     no board in the picture
    │   └── LargerBoardError                 one of more squares than the game is played on
    ├── CalibrationError (also ValueError)   no start position to learn from, or a bad calibration file
    │   └── LightSquaresError                pieces on light squares, as those of chess
    └── WeightsError (also OSError)          the trained weights are missing

Every message is one sentence a person can act on.
"""

from __future__ import annotations

from enum import StrEnum


class VisionError(Exception):
    """Base of all errors of this package."""


class PictureFault(StrEnum):
    """What is wrong with a picture, for those who say it in other words."""

    BROKEN = "broken"
    PDF = "pdf"
    HEIC = "heic"
    AVIF = "avif"
    SMALL = "small"
    LARGE = "large"


class PictureError(VisionError, ValueError):
    """Not a picture, or one that cannot be used."""

    def __init__(self, message: str, fault: PictureFault = PictureFault.BROKEN) -> None:
        super().__init__(message)
        self.fault = fault


class BoardNotFoundError(VisionError, LookupError):
    """No board was found in the picture."""


class LargerBoardError(BoardNotFoundError):
    """The board in the picture has more squares than the game is played on."""


class CalibrationError(VisionError, ValueError):
    """Nothing to learn from, or a calibration file that cannot be used."""


class LightSquaresError(CalibrationError):
    """Pieces stand on light squares too, where no man of draughts ever stands: it may be a game of chess."""


class WeightsError(VisionError, OSError):
    """The trained weights are missing."""
