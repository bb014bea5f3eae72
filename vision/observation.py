"""The values between vision and referee: the evidence of one look at the board.

Everything here is plain values.  Vision fills them in, the referee weighs them.
An :class:`Observation` holds evidence, not verdicts: for each spot, how likely
each pair (light checkers, dark checkers) is.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Final, Literal, TypeAlias

Spot: TypeAlias = int
"""A place on the board: points 1 to 24 numbered from Light's seat, ``BAR``, ``TRAY``."""

BAR: Final[Spot] = 0
TRAY: Final[Spot] = 25
POINTS: Final[range] = range(1, 25)

Counts: TypeAlias = tuple[int, int]
"""(light, dark) checkers on one spot."""

Pixel: TypeAlias = tuple[float, float]
"""(x, y) in the picture as taken, x to the right, y down."""

Corners: TypeAlias = tuple[Pixel, Pixel, Pixel, Pixel]
"""Of a board in the picture, clockwise, the first two those of the top row."""

Colour: TypeAlias = Literal["light", "dark"]


@dataclass(frozen=True, slots=True)
class Orientation:
    """The orientation of the board in the rectified view: where Light's home is.

    ``light_at_bottom``: Light's home and outer board (points 1 to 12) are the bottom row.
    ``home_at_right``: both homes are the right half of the rectified view.
    """

    light_at_bottom: bool = True
    home_at_right: bool = True

    def cell(self, point: int) -> tuple[Literal["top", "bottom"], int]:
        """The row and the column 0 to 11, counted from the left, in which a point lies."""
        near = point <= 12
        along = 12 - point if near else point - 13
        row: Literal["top", "bottom"] = "bottom" if near == self.light_at_bottom else "top"
        return row, along if self.home_at_right else 11 - along

    def point(self, row: Literal["top", "bottom"], column: int) -> int:
        """The point that lies in a cell: the inverse of :meth:`cell`."""
        along = column if self.home_at_right else 11 - column
        return 12 - along if (row == "bottom") == self.light_at_bottom else along + 13


USUAL: Final = Orientation()
"""Light's home at the bottom right, as most diagrams show it."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """How likely each pair (light, dark) of counts on one spot is.

    ``likelihoods`` sums to at most 1; a pair that is absent has the likelihood ``floor``.
    An unseen spot says nothing: every pair is equally likely there.
    """

    likelihoods: Mapping[Counts, float]
    floor: float = 1e-4
    seen: bool = True

    def log_likelihood(self, light: int, dark: int) -> float:
        """Natural logarithm of the likelihood of these counts; 0 where nothing was seen."""
        if not self.seen:
            return 0.0
        return math.log(max(self.likelihoods.get((light, dark), 0.0), self.floor))

    @property
    def best(self) -> Counts:
        """The likeliest counts; an unseen spot answers (0, 0)."""
        return max(self.likelihoods, key=lambda pair: self.likelihoods[pair], default=(0, 0))

    @property
    def confidence(self) -> float:
        """The likelihood of the best counts, 0 where nothing was seen."""
        return max(self.likelihoods.values(), default=0.0) if self.seen else 0.0


UNSEEN: Final = Evidence({}, seen=False)


@dataclass(frozen=True, slots=True)
class SeenDie:
    """A die on the playing field.

    ``likelihoods``: for the values 1 to 6 of the upper face.  ``side``: the colour of its owner
    where that could be told.  ``field_xy``: place in the field, 0..1 from left to right and from
    top to bottom of the rectified view.  ``cocked``: it does not lie flat on the field; ``on_checker``:
    since it lies on a checker.
    """

    center_px: Pixel
    field_xy: tuple[float, float]
    likelihoods: tuple[float, float, float, float, float, float]
    side: Colour | None = None
    cocked: bool = False
    on_checker: bool = False

    @property
    def value(self) -> int:
        return 1 + max(range(6), key=lambda k: self.likelihoods[k])

    @property
    def confidence(self) -> float:
        return max(self.likelihoods)


class CubePlace(Enum):
    """Where the cube lies, which says whose it is."""

    MIDDLE = "middle"  # on the bar or at the side, half-way: nobody's
    LIGHT = "light"  # on Light's half of bar or rim
    DARK = "dark"
    OFFERED = "offered"  # on the playing field


@dataclass(frozen=True, slots=True)
class SeenCube:
    """The doubling cube.

    ``value``: the number on its upper face, None where it could not be read.  ``likelihoods``: how
    likely each of the six numbers 2, 4 … 64 is, None where the face was not looked at.
    """

    center_px: Pixel
    place: CubePlace
    confidence: float
    value: int | None = None
    likelihoods: tuple[float, ...] | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """One look at the board.

    ``evidence``: the points 1 to 24 from Light's seat, ``BAR`` and ``TRAY``.  ``hand``: a hand or
    another thing is over the board, so the look is not to be judged.  ``seen_at_s``: when the
    picture was taken (monotonic, seconds).  ``corners_px``: the field in the picture, clockwise,
    first to second corner = top row of the rectified view.  ``alone``: the evidence of each spot judged
    by itself, before all checkers were counted, where that was kept.
    """

    evidence: Mapping[Spot, Evidence]
    dice: tuple[SeenDie, ...]
    cube: SeenCube | None
    hand: bool
    seen_at_s: float
    corners_px: Corners
    orientation: Orientation = USUAL
    alone: Mapping[Spot, Evidence] | None = None

    def spot(self, spot: Spot) -> Evidence:
        return self.evidence.get(spot, UNSEEN)

    @property
    def unbiased(self) -> Mapping[Spot, Evidence]:
        """What each spot shows by itself: who knows how many checkers there are has no use for the reader's guess."""
        return self.evidence if self.alone is None else self.alone

    @property
    def confidence(self) -> float:
        """Geometric mean of the confidence of all seen points."""
        logs = [math.log(max(self.spot(p).confidence, 1e-9)) for p in POINTS if self.spot(p).seen]
        return math.exp(sum(logs) / len(logs)) if logs else 0.0
