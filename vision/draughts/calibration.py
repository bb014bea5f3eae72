"""The calibration of a draughts board: learned once, from its start position."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

import numpy as np

from vision.draughts.net import DARK, EMPTY, LIGHT, SQUARE, Classes, classes, rectified, view_from_picture
from vision.draughts.numbering import name_of, square_at
from vision.draughts.squares import Corners, as_corners, corrected_corners, find_corners, find_squares
from vision.errors import BoardNotFoundError, CalibrationError, LightSquaresError
from vision.observation import Spot
from vision.rectify import Image, transformed

SCHEMA: Final = "companion-draughts-calibration-1"
_MOST_NAMED: Final = 4
SEVERAL: Final = 3
"""So many pieces on light squares are no mistake of a hand or of the reader."""
Bgr = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class PieceColours:
    """The colours of Light's and Dark's pieces."""

    light: Bgr
    dark: Bgr

    @property
    def bgr(self) -> tuple[Bgr, Bgr]:
        return self.light, self.dark


@dataclass(frozen=True, slots=True)
class DraughtsCalibration:
    """A board as one camera sees it.

    ``corners_px``: of the 8x8 squares, clockwise, first to second the top row of the view.  ``turns``: where Light
    sits, see :func:`vision.draughts.numbering.square_at`.
    """

    corners_px: Corners
    turns: int
    colours: PieceColours

    def square(self, row: int, column: int) -> Spot:
        """The number of the square in a row from the top and a column from the left of the view."""
        return square_at(row, column, self.turns)

    def to_json(self) -> str:
        return json.dumps({"schema": SCHEMA, **asdict(self)}, indent=1)

    @classmethod
    def from_json(cls, text: str, name: str = "calibration") -> DraughtsCalibration:
        """Read what :meth:`to_json` wrote; raises CalibrationError naming ``name``."""
        try:
            values = json.loads(text)
            if values["schema"] != SCHEMA:
                raise CalibrationError(f"{name}: schema {values['schema']!r} is not {SCHEMA!r}; calibrate again")
            light, dark = ((int(b), int(g), int(r)) for b, g, r in (values["colours"][k] for k in ("light", "dark")))
            corners = as_corners(np.array(values["corners_px"], dtype=np.float64).reshape(4, 2))
            return cls(corners, int(values["turns"]) % 4, PieceColours(light, dark))
        except (KeyError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
            if isinstance(error, CalibrationError):
                raise
            raise CalibrationError(f"{name}: not a calibration file as 'companion calibrate' writes it") from error

    def save(self, path: Path) -> None:
        path.write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> DraughtsCalibration:
        """Read a calibration file; raises CalibrationError where that fails."""
        try:
            return cls.from_json(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise CalibrationError(f"{path}: cannot be read, expected a calibration file ({error})") from error


def calibrate(image_bgr: Image, corners_px: Corners | None = None) -> DraughtsCalibration:
    """Learn a board from a picture of its start position: twelve men a side on the dark squares of three rows.

    Raises BoardNotFoundError or, where the picture shows no start position, CalibrationError (with pieces on light
    squares LightSquaresError).
    """
    corners = corrected_corners(image_bgr, corners_px) if corners_px else find_corners(image_bgr)
    view = rectified(image_bgr, corners)
    seen = classes(view)
    turns = min(range(4), key=lambda turns: len(misplaced(seen, turns)))
    wrong = misplaced(seen, turns)
    if len(on_light_squares(seen, turns)) >= SEVERAL:
        raise LightSquaresError(
            "the picture shows no start position of draughts, pieces stand on light squares as in chess: set up twelve "
            "men a side on the dark squares of the first three rows, and take the picture again"
        )
    if wrong:
        raise CalibrationError(_no_start(seen, turns, wrong))
    return DraughtsCalibration(corners, turns, colours_of(view, seen))


def start_classes(turns: int) -> np.ndarray[tuple[int, int], np.dtype[np.int64]]:
    """The class (8, 8) of each square at the start."""
    wanted = np.full((8, 8), EMPTY)
    for row in range(8):
        for column in range(8):
            square = square_at(row, column, turns)
            if (square % 8 + square // 8) % 2 == 0 and not 24 <= square < 40:
                wanted[row, column] = LIGHT if square < 24 else DARK
    return wanted


def misplaced(seen: Classes, turns: int) -> list[tuple[int, int]]:
    """Rows and columns of the squares that do not hold what they do at the start."""
    rows, columns = np.nonzero(seen.argmax(axis=2) != start_classes(turns))
    return [(int(row), int(column)) for row, column in zip(rows, columns, strict=True)]


def on_light_squares(seen: Classes, turns: int) -> list[str]:
    """The names of the light squares on which pieces are seen."""
    rows, columns = np.nonzero((seen.argmax(axis=2) == LIGHT) | (seen.argmax(axis=2) == DARK))
    squares = [square_at(int(row), int(column), turns) for row, column in zip(rows, columns, strict=True)]
    return [name_of(square) for square in squares if (square % 8 + square // 8) % 2]


def _no_start(seen: Classes, turns: int, wrong: list[tuple[int, int]]) -> str:
    best = seen.argmax(axis=2)
    light, dark = int((best == LIGHT).sum()), int((best == DARK).sum())
    where = ""
    if len(wrong) <= _MOST_NAMED:
        where = f"; look at {', '.join(sorted(name_of(square_at(*place, turns)) for place in wrong))}"
    return (
        f"the picture shows no start position ({light} light and {dark} dark men seen{where}): set up twelve men a "
        "side on the dark squares of the first three rows, and take the picture again"
    )


def colours_of(view_bgr: Image, seen: Classes) -> PieceColours:
    """The colours of the pieces that are seen; where a side has none, ivory and coal."""
    best = seen.argmax(axis=2)
    middle = view_bgr[SQUARE:-SQUARE, SQUARE:-SQUARE].reshape(8, SQUARE, 8, SQUARE, 3).transpose(0, 2, 1, 3, 4)
    cut = SQUARE // 4
    middle = middle[:, :, cut:-cut, cut:-cut].reshape(8, 8, -1, 3)

    def colour(side: int, otherwise: Bgr) -> Bgr:
        pixels = middle[best == side].reshape(-1, 3)
        if not len(pixels):
            return otherwise
        blue, green, red = (int(v) for v in np.median(pixels, axis=0))
        return blue, green, red

    return PieceColours(colour(LIGHT, (220, 235, 240)), colour(DARK, (40, 38, 36)))


def seen_at(known: DraughtsCalibration, image_bgr: Image) -> Corners | None:
    """Where the board of a calibration clearly lies in a picture, its corners in that order; None where it does not.

    Of the ways to name them the one is taken that lies nearest to where it was learned.
    """
    try:
        found = find_squares(image_bgr)
    except BoardNotFoundError:
        return None
    if found.doubtful or found.more:
        return None
    ring = np.array(found.corners_px)
    ways = [as_corners(np.roll(ring, -k, axis=0)) for k in range(4)]
    return min(ways, key=lambda way: _off(known, way))


def is_elsewhere(known: DraughtsCalibration, corners_px: Corners) -> bool:
    """Whether a board that lies there would be read wrong: it is a third of a square off."""
    return _off(known, corners_px) > SQUARE / 3


def _off(known: DraughtsCalibration, corners_px: Corners) -> float:
    """How far the farthest corner is from where it was learned, in pixels of the view."""
    home = view_from_picture(known.corners_px)
    return float(np.hypot(*(transformed(corners_px, home) - transformed(known.corners_px, home)).T).max())
