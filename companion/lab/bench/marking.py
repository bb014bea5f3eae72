"""Compares the reading of a picture with its truth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Literal

import numpy as np

from vision.board import COLUMNS, BoardGeometry
from vision.observation import BAR, TRAY, Colour, Corners, Counts, Observation, Orientation, Spot
from vision.rectify import Image, as_lab
from vision.view import FIELD_XYXY, PITCH, View

Row = Literal["top", "bottom"]
Cell = tuple[Row, int]
"""A point by its row and its column, 0 to 11 from the left."""

_SURELY_LIGHTER: Final = 8.0  # of 255: by less, nobody can say which of two colours is the lighter one

# Between these, the way from one row to the other runs neither down nor across: either row may be called the top one.
_SLANTING: Final = (0.7, 1 / 0.7)


@dataclass(frozen=True, slots=True)
class Wanted:
    """The true content of a picture, as far as it is asked for.

    ``board``: the style, the game or the photographed board.  ``cells``: (light, dark) of every visible point.
    ``off``: of the sides whose borne-off checkers are visible.  ``dice``: None if none is asked for.  ``cube``: the
    number on its upper face.  ``orientation``: if the numbers of the points are known, not only their places.
    ``point_width``: as a part of the field's width.  ``clear``: False under a hand, where only the hand is asked for.
    """

    board: str
    picture: Path
    corners_px: Corners
    point_width: float
    cells: Mapping[Cell, Counts]
    bar: Counts
    off: Mapping[Colour, int] = field(default_factory=dict)
    dice: tuple[int, ...] | None = None
    cocked: bool | None = None
    cube: int | None = None
    hand: bool | None = None
    orientation: Orientation | None = None
    clear: bool = True

    @property
    def occupied(self) -> bool:
        """Whether a checker stands anywhere on the board."""
        return any(counts != (0, 0) for counts in (*self.cells.values(), self.bar))

    def swapped(self) -> Wanted:
        """The same with the colours of the two sides the other way round."""
        cells = {cell: (dark, light) for cell, (light, dark) in self.cells.items()}
        return replace(self, cells=cells, bar=self.bar[::-1])

    def upside_down(self) -> Wanted:
        """The same for the board named from its other long side."""
        turned: dict[Cell, Counts] = {(_OTHER[row], 11 - column): n for (row, column), n in self.cells.items()}
        return replace(self, cells=turned, corners_px=turned_ring(self.corners_px, 2))


@dataclass(frozen=True, slots=True)
class RowMark:
    """The quality of one reading; None means not asked for.

    ``spots``: the stated confidence of each point and the bar, and whether it is right.  ``exact``: all of them and the
    bear-off tray are right.  ``wrong``: the true counts of the spots read wrong, numbered as the reader numbers them.
    ``phantom``: more dice were seen than there are.  ``invented``: an empty board was read with a checker.  ``cocked``,
    ``hand``: (is there one, was one seen).  ``corner``: the distance of the worst corner, in widths of a point.
    """

    board: str
    picture: Path
    spots: tuple[tuple[float, bool], ...] = ()
    exact: bool | None = None
    wrong: Mapping[Spot, Counts] = field(default_factory=dict)
    dice: bool | None = None
    phantom: bool | None = None
    invented: bool | None = None
    cocked: tuple[bool, bool] | None = None
    cube: bool | None = None
    hand: tuple[bool, bool] | None = None
    corner: float | None = None
    swapped: bool = False

    @property
    def spots_right(self) -> float:
        """The share of the spots that are right, 0 where none was asked for."""
        return sum(right for _, right in self.spots) / len(self.spots) if self.spots else 0.0

    @property
    def failed(self) -> bool:
        """Whether anything is wrong that a person may want to look at."""
        cocked, hand = self.cocked or (True, True), self.hand or (True, True)
        wrong = False in (self.exact, self.dice, self.cube, cocked[0] == cocked[1], hand[0] == hand[1])
        return wrong or bool(self.phantom or self.invented)


_OTHER: Final[Mapping[Row, Row]] = {"top": "bottom", "bottom": "top"}


def marked(seen: Observation, wanted: Wanted) -> RowMark:
    """Everything that was asked for; what is read is numbered as ``wanted`` says, where that is known."""
    hand = None if wanted.hand is None else (wanted.hand, seen.hand)
    if not wanted.clear:
        return RowMark(wanted.board, wanted.picture, hand=hand)
    orientation = wanted.orientation or seen.orientation
    truth = {orientation.point(*cell): counts for cell, counts in wanted.cells.items()} | {BAR: wanted.bar}
    # What is unseen is printed as empty, with no confidence: right where it is empty.
    right = {spot: seen.spot(spot).best == counts for spot, counts in truth.items()}
    values = tuple(sorted(die.value for die in seen.dice))
    wrong = {spot: truth[spot] for spot in truth if not right[spot]}
    if not tray_right(seen, wanted.off):
        wrong[TRAY] = wanted.off.get("light", 0), wanted.off.get("dark", 0)
    return RowMark(
        wanted.board,
        wanted.picture,
        spots=tuple((seen.spot(spot).confidence, right[spot]) for spot in truth),
        exact=not wrong,
        wrong=wrong,
        dice=values == wanted.dice if wanted.dice and not wanted.cocked else None,
        invented=None if wanted.occupied else any(seen.spot(spot).best != (0, 0) for spot in truth),
        phantom=len(values) > len(wanted.dice) if wanted.dice is not None else None,
        cocked=None if wanted.cocked is None else (wanted.cocked, any(die.cocked for die in seen.dice)),
        cube=None if wanted.cube is None else seen.cube is not None and seen.cube.value == wanted.cube,
        hand=hand,
    )


def either_way(seen: Observation, wanted: Wanted, image_bgr: Image, *, as_found: bool = False) -> RowMark:
    """The mark of a single picture; if the sides are about equally light, either may be called the lighter one.

    ``as_found``: the corners were found, not given.
    """
    mark = marked_where_found if as_found else marked
    plain, swapped = mark(seen, wanted), mark(seen, wanted.swapped())
    if swapped.spots_right <= plain.spots_right or is_truly_light(image_bgr, wanted):
        return plain
    return replace(swapped, swapped=True)


def is_truly_light(image_bgr: Image, wanted: Wanted) -> bool:
    """Whether the side that a label calls light is the lighter one in the picture, by the first checkers of its points.

    Labels name the two sides picture by picture; green and red checkers may be equally light.
    """
    view = View(wanted.corners_px, BoardGeometry(1 - COLUMNS * wanted.point_width))
    view_lab = as_lab(view.seen(image_bgr))
    first = {cell: _lightness(view_lab, cell) for cell in wanted.cells}
    light = [first[cell] for cell, (n, _) in wanted.cells.items() if n]
    dark = [first[cell] for cell, (_, n) in wanted.cells.items() if n]
    return bool(light and dark and np.median(light) - np.median(dark) > _SURELY_LIGHTER)


def _lightness(view_lab: Image, cell: Cell) -> float:
    """The usual L* (0 to 255) of the first checker of a point."""
    row, column = cell
    half, quarter = PITCH // 2, PITCH // 4
    x = FIELD_XYXY[0] + PITCH * (column + (column >= COLUMNS // 2)) + half
    y = FIELD_XYXY[1] + half if row == "top" else FIELD_XYXY[3] - half
    return float(np.median(view_lab[y - quarter : y + quarter, x - quarter : x + quarter, 0]))


def unread(wanted: Wanted) -> RowMark:
    """A picture in which no board was found: everything is wrong."""
    return RowMark(
        wanted.board,
        wanted.picture,
        spots=((0.0, False),) * (len(wanted.cells) + 1),
        exact=False,
        dice=False if wanted.dice and not wanted.cocked else None,
        cube=None if wanted.cube is None else False,
        corner=math.inf,
    )


def marked_where_found(seen: Observation, wanted: Wanted) -> RowMark:
    """The same with found corners, which count as well.   A board that is named from the wrong side is read wrong."""
    errors = [worst_corner(turned_ring(seen.corners_px, k), wanted) for k in range(4)]
    nearest = errors.index(min(errors))
    if nearest == 2 and is_slanted(wanted.corners_px):
        wanted = wanted.upside_down()
    return replace(marked(seen, wanted), corner=errors[nearest])


def tray_right(seen: Observation, off: Mapping[Colour, int]) -> bool:
    """Return whether the borne-off checkers of the sides asked for are right; none may be unseen or seen to be none."""
    light, dark = seen.spot(TRAY).best
    return off.get("light", light) == light and off.get("dark", dark) == dark


def worst_corner(corners_px: Corners, wanted: Wanted) -> float:
    """The distance of the worst corner, in widths of a point in its row of the picture."""
    first, second, third, fourth = wanted.corners_px
    top, bottom = math.dist(first, second), math.dist(third, fourth)
    errors = [math.dist(a, b) for a, b in zip(corners_px, wanted.corners_px, strict=True)]
    return max(e / (side * wanted.point_width) for e, side in zip(errors, (top, top, bottom, bottom), strict=True))


def turned_ring(ring: Corners, quarters: int) -> Corners:
    """The same corners counted from another one."""
    first, second, third, fourth = ring[quarters:] + ring[:quarters]
    return first, second, third, fourth


def is_slanted(corners_px: Corners) -> bool:
    """Return whether neither row of a board is clearly the upper one, nor clearly the one at the left."""
    first, second, third, fourth = corners_px
    across = abs(first[0] + second[0] - third[0] - fourth[0])
    down = abs(first[1] + second[1] - third[1] - fourth[1])
    return _SLANTING[0] * down < across < _SLANTING[1] * down
