"""The calibration of a draughts board: where it lies, which corner is a1, and the colours of the men."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final

import cv2
import numpy as np
import numpy.typing as npt

from vision.draughts.finding import corrected_corners, find_corners, nearest_naming, squares_off
from vision.draughts.squares import COVERED, DARK, EMPTY, LIGHT, Likely, likelihoods
from vision.draughts.view import SIZE, SQUARE, Corners, view_of
from vision.errors import BoardNotFoundError, CalibrationError
from vision.rectify import Image

SCHEMA: Final = "companion-draughts-calibration-1"
Bgr = tuple[int, int, int]
_MEN: Final = 12
_FAR: Final = 0.5
_DOUBTFUL: Final = 0.1
"""A square that holds what the start position asks for with less likelihood than this holds something else."""
_MOST_ASTRAY: Final = 3
"""Men that may stand on squares that the game does not use, by mistake."""
_MOST_MISSED: Final = 6
"""Squares that may be wrong for a picture to be taken for an attempt at the start position."""

_START: Final = np.array([list(row) for row in (
    ".d.d.d.d", "d.d.d.d.", ".d.d.d.d", "........", "........", "l.l.l.l.", ".l.l.l.l", "l.l.l.l.")])  # fmt: skip
_KIND: Final = {".": EMPTY, "l": LIGHT, "d": DARK}
START: Final[npt.NDArray[np.int64]] = np.vectorize(_KIND.__getitem__)(_START)
"""The start position from row 8 down to row 1, as Light sees it: what each square holds."""


@dataclass(frozen=True, slots=True)
class MenColours:
    """The usual colours of Light's and of Dark's men, BGR bytes."""

    light: Bgr = (200, 225, 240)
    dark: Bgr = (40, 35, 35)

    @property
    def bgr(self) -> tuple[Bgr, Bgr]:
        return self.light, self.dark


@dataclass(frozen=True, slots=True)
class Calibration:
    """A board as one camera sees it.

    ``corners_px``: the outer edge of the squares, clockwise, first to second corner the top row of the view.
    ``turns``: quarter turns clockwise that bring Light's view of the board to this view: 0 has Light at the bottom, 1
    at the left, 2 at the top, 3 at the right.  ``sides_known``: turns were learned from a start position, not guessed.
    """

    corners_px: Corners
    turns: int
    colours: MenColours = MenColours()
    sides_known: bool = True

    def square(self, row: int, column: int) -> int:
        """The number (a1 = 0, h8 = 63) of the square in a row and column of the view, both from its top left."""
        return int(_NUMBERS[self.turns][row, column])

    @property
    def numbers(self) -> npt.NDArray[np.int64]:
        """The squares' numbers as the view shows them, (8, 8)."""
        return _NUMBERS[self.turns]

    def to_json(self) -> str:
        return json.dumps({"schema": SCHEMA, **asdict(self)}, indent=1)

    @classmethod
    def from_json(cls, text: str, name: str = "calibration") -> Calibration:
        """Read what :meth:`to_json` wrote; raises CalibrationError naming ``name``."""
        try:
            values = json.loads(text)
            if values["schema"] != SCHEMA:
                raise CalibrationError(f"{name}: schema {values['schema']!r} is not {SCHEMA!r}; calibrate again")
            return _from_values(values)
        except CalibrationError:
            raise
        except (KeyError, TypeError, ValueError, RecursionError) as error:
            raise CalibrationError(f"{name}: not a calibration of a draughts board") from error

    def save(self, path: Path) -> None:
        path.write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration file; raises CalibrationError where that fails."""
        try:
            return cls.from_json(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise CalibrationError(f"{path}: cannot be read, expected a calibration file ({error})") from error


_UNTURNED: Final = np.array([[file + SIZE * (SIZE - 1 - row) for file in range(SIZE)] for row in range(SIZE)])
_NUMBERS: Final = tuple(np.rot90(_UNTURNED, -turns) for turns in range(4))


def calibrate(image_bgr: Image, corners_px: Corners | None = None) -> Calibration:
    """Learn a board from a picture of its start position; without corners the board is looked for.

    Raises BoardNotFoundError or, where the picture shows no start position, CalibrationError.
    """
    corners_px = corrected_corners(image_bgr, corners_px) if corners_px else find_corners(image_bgr)
    view = view_of(image_bgr, corners_px)
    likely = likelihoods(view)
    kinds = likely.argmax(-1)
    wrong = [int((_agreeing(likely, np.rot90(START, -turns)) < _DOUBTFUL).sum()) for turns in range(4)]
    turns = int(np.argmin(wrong))
    if wrong[turns]:
        raise CalibrationError(_not_the_start(kinds, turns, wrong[turns]))
    light, dark = (_usual(view, np.rot90(START, -turns) == kind) for kind in (LIGHT, DARK))
    return Calibration(corners_px, turns, MenColours(light, dark))


def guessed(view_bgr: Image, likely: Likely, corners_px: Corners) -> Calibration:
    """A calibration for a single picture: the squares that the men stand on hold a1, Light sits nearer the bottom.

    Without any men the darker squares hold a1.  On an empty board, and where the sides are level, Light is at the
    bottom, or at the left.
    """
    kinds = likely.argmax(-1)
    even = np.add.outer(np.arange(SIZE), np.arange(SIZE)) % 2 == 0  # the view's top left square and its like
    taken = (kinds == LIGHT) | (kinds == DARK)
    on_even = int((taken & even).sum()) - int((taken & ~even).sum())
    if not on_even:
        on_even = 1 if _lightness(view_bgr, even) < _lightness(view_bgr, ~even) else -1
    # a8 is light: with Light at the bottom or the top, the top left square is none of those that are played on.
    options = (1, 3) if on_even > 0 else (0, 2)
    rows, columns = np.mgrid[0:SIZE, 0:SIZE]
    down = (rows, columns)[on_even > 0] * (1 if on_even <= 0 else -1)
    lower = [float(down[kinds == kind].mean()) if (kinds == kind).any() else None for kind in (LIGHT, DARK)]
    swapped = lower[0] is not None and lower[1] is not None and lower[0] < lower[1]
    return Calibration(corners_px, options[swapped], sides_known=False)


def _agreeing(likely: Likely, kinds: npt.NDArray[np.int64]) -> npt.NDArray[np.float64]:
    """How likely each square holds what it is said to hold, (8, 8)."""
    return np.asarray(np.take_along_axis(likely, kinds[..., None], axis=-1)[..., 0], dtype=np.float64)


def seen_at(known: Calibration, image_bgr: Image) -> Corners | None:
    """Where a board that was learned is in a picture, named from the same row; None where it is not seen.

    Of the four ways to name it the one is taken that lies nearest to where it was learned.
    """
    try:
        return nearest_naming(find_corners(image_bgr), known.corners_px)
    except BoardNotFoundError:
        return None


def is_elsewhere(known: Calibration, corners_px: Corners) -> bool:
    """Whether a board that lies there would be read wrong: it is half a square off."""
    return squares_off(known.corners_px, corners_px) > _FAR


def oddity(rows: Sequence[str]) -> str:
    """Why what stands on the board cannot be a position of draughts, as a sentence; "" where it can.

    ``rows``: the squares as a picture shows them, ``l``, ``d``, ``.``.
    """
    cells = np.array([list(row) for row in rows])
    even = np.add.outer(np.arange(SIZE), np.arange(SIZE)) % 2 == 0
    taken = (cells == "l") | (cells == "d")
    astray = min(int((taken & even).sum()), int((taken & ~even).sum()))
    if astray > _MOST_ASTRAY:
        return f"pieces stand on squares of both colours, {astray} on the wrong one; these look like chess pieces"
    for name, sign in (("light", "l"), ("dark", "d")):
        number = int((cells == sign).sum())
        if number > _MEN:
            return f"{number} {name} pieces are seen, but a side has {_MEN} men; these look like chess pieces"
    return ""


def _not_the_start(kinds: npt.NDArray[np.int64], turns: int, wrong: int) -> str:
    seen = {kind: int((kinds == kind).sum()) for kind in (LIGHT, DARK, COVERED)}
    if seen[COVERED]:
        return "something lies over the board; take hands away and take the picture again"
    named = np.rot90(_UNTURNED, -turns)
    wanted = np.rot90(START, -turns)
    if wrong <= _MOST_MISSED:
        places = ", ".join(
            _fault(named[at], kinds[at], wanted[at]) for at in zip(*np.nonzero(kinds != wanted), strict=True)
        )
        return f"not the start position, {seen[LIGHT]} light and {seen[DARK]} dark men are seen: {places}"
    return (
        f"the picture shows no start position ({seen[LIGHT]} light and {seen[DARK]} dark men seen): set twelve men "
        "a side on the dark squares of the first three rows, with a dark square at each player's left, "
        "and take the picture again"
    )


def _fault(number: int, seen: int, wanted: int) -> str:
    name = f"{'abcdefgh'[number % SIZE]}{number // SIZE + 1}"
    words = {EMPTY: "empty", LIGHT: "light", DARK: "dark"}
    return f"{name} is {words[seen]} instead of {words[wanted]}"


def _lightness(view_bgr: Image, where: npt.NDArray[np.bool_]) -> float:
    grey = cv2.cvtColor(view_bgr, cv2.COLOR_BGR2GRAY)
    inner = grey[SQUARE:-SQUARE, SQUARE:-SQUARE].reshape(SIZE, SQUARE, SIZE, SQUARE)
    return float(np.median(inner.mean(axis=(1, 3))[where]))


def _usual(view_bgr: Image, where: npt.NDArray[np.bool_]) -> Bgr:
    """The usual colour of the middles of some squares."""
    middle = [
        np.median(view_bgr[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3), axis=0)
        for row, column in zip(*np.nonzero(where), strict=True)
        for y, x in [(int((row + 1.5) * SQUARE), int((column + 1.5) * SQUARE))]
    ]
    blue, green, red = np.median(middle, axis=0)
    return int(blue), int(green), int(red)


def _from_values(values: Mapping[str, Any]) -> Calibration:
    first, second, third, fourth = ((float(x), float(y)) for x, y in values["corners_px"])
    turns = int(values["turns"])
    if turns not in range(4):
        raise ValueError(turns)
    colours = MenColours(_bgr(values["colours"]["light"]), _bgr(values["colours"]["dark"]))
    return Calibration((first, second, third, fourth), turns, colours, bool(values["sides_known"]))


def _bgr(values: Sequence[float]) -> Bgr:
    blue, green, red = (int(value) for value in values)
    return blue, green, red
