"""The calibration of a board: learned once, from its start position, and used in every look."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np

from vision.board import BoardGeometry, Row, warp_terms
from vision.checkers import Disc, cells, find_discs, on_field, owned
from vision.colours import SideColours, Swatch, lightness
from vision.corners import corrected_corners, find_board, find_corners
from vision.errors import CalibrationError
from vision.fieldmaps import FieldMaps, seen_field
from vision.fit import bar_fraction
from vision.observation import Orientation, Pixel
from vision.rectify import FIELD_W, Image, field_corners_view, transformed, view_from_picture

SCHEMA: Final = "companion-calibration-1"
Corners = tuple[Pixel, Pixel, Pixel, Pixel]

# Checkers at the start on Light's points: + Light, - Dark (the leaflets' common start position).
_START: Final = {1: -2, 6: 5, 8: 3, 12: -5, 13: 5, 17: -3, 19: -5, 24: 2}
_FAR: Final = FIELD_W / 13 / 2  # pixels of the view; twelve points and a bar
# Above an error or two of the reading, below two plays.
_MOST_MISPLACED: Final = 4


@dataclass(frozen=True, slots=True)
class Calibration:
    """A board as one camera sees it: corners, geometry and the colours of both sides.

    ``corners_px``: the field in the picture, clockwise, first to second corner = top row of the view.
    ``sides_known``: light, dark and the numbering were learned from a start position, not guessed.
    """

    corners_px: Corners
    geometry: BoardGeometry
    colours: SideColours
    sides_known: bool = True

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
        except (KeyError, TypeError, ValueError, ArithmeticError, RecursionError) as error:
            if isinstance(error, CalibrationError):
                raise
            raise CalibrationError(f"{name}: not a calibration file as 'companion calibrate' writes it") from error

    def save(self, path: Path) -> None:
        path.write_text(self.to_json() + "\n", encoding="utf-8")

    @classmethod
    def load(cls, path: Path) -> Calibration:
        """Read a calibration file; raises CalibrationError where that fails."""
        try:
            return cls.from_json(path.read_text(encoding="utf-8"), str(path))
        except (OSError, UnicodeDecodeError) as error:
            raise CalibrationError(f"{path}: cannot be read, expected a calibration file ({error})") from error


def calibrate(image_bgr: Image, corners_px: Corners | None = None) -> Calibration:
    """Learn a board from a picture of its start position.

    Corners that are given are corrected where the picture clearly shows others; without corners the board is
    looked for.  Raises BoardNotFoundError or, where the picture shows
    no start position, CalibrationError.
    """
    corners_px = corrected_corners(image_bgr, corners_px) if corners_px else find_corners(image_bgr)
    view, maps = seen_field(image_bgr, view_from_picture(corners_px), thoroughly=True)
    geometry = BoardGeometry(bar_fraction=bar_fraction(maps))
    discs = _standing(view, maps, geometry)
    geometry = _placed_start(discs, geometry)
    light, dark = _sides_of_start(discs, geometry)
    if lightness([d.face for d in light]) < lightness([d.face for d in dark]):
        # Light is the lighter colour: it sits on the other side.
        turned = replace(geometry.orientation, light_at_bottom=not geometry.orientation.light_at_bottom)
        geometry, light, dark = replace(geometry, orientation=turned), dark, light
    colours = SideColours(tuple(d.face for d in light), tuple(d.face for d in dark))
    return Calibration(corners_px, _fitted(discs, geometry), colours)


def seen_at(known: Calibration, image_bgr: Image) -> Corners | None:
    """Where the board of a calibration clearly lies in a picture, named from the same row; None where it does not.

    Of the two ways to name it the one is taken that lies nearer to where it was learned.
    """
    found = find_board(image_bgr)
    if found.doubtful:
        return None
    first, second, third, fourth = found.corners_px
    ways: tuple[Corners, ...] = ((first, second, third, fourth), (third, fourth, first, second))
    return min(ways, key=lambda way: _off(known, way))


def is_elsewhere(known: Calibration, corners_px: Corners) -> bool:
    """Whether a board that lies there would be read wrong: it is half a point's width off."""
    return _off(known, corners_px) > _FAR


def _off(known: Calibration, corners_px: Corners) -> float:
    """How far the farthest corner is from where it was learned, in pixels of the view."""
    here = transformed(corners_px, view_from_picture(known.corners_px))
    return float(np.hypot(*(here - field_corners_view()).T).max())


def guessed(view_bgr: Image, maps: FieldMaps, corners_px: Corners) -> Calibration:
    """A calibration for a single picture of any position: sides told apart by looks, usual numbering.

    ``view_bgr``, ``maps``: the picture rectified by these corners, and its field maps.
    """
    geometry = BoardGeometry(bar_fraction=bar_fraction(maps))
    for _ in range(2):  # a column once straightened may gather a checker more
        discs = _standing(view_bgr, maps, geometry)
        geometry = _fitted(discs, geometry)
    sides = owned(discs, geometry, None)
    light, dark = (tuple(one.disc.face for one in sides if (one.light > 0.5) == mine) for mine in (True, False))
    return Calibration(corners_px, geometry, SideColours(light, dark), sides_known=False)


def _standing(view_bgr: Image, maps: FieldMaps, geometry: BoardGeometry) -> list[Disc]:
    """The discs on the field that are likelier there than not."""
    return [d for d in find_discs(view_bgr, maps, geometry) if on_field(d, geometry) and d.sure > 0.5]


def _cells(discs: Sequence[Disc], geometry: BoardGeometry) -> dict[tuple[int, Row], list[Disc]]:
    """Discs by column and row; those on the bar are left out."""
    members: dict[tuple[int, Row], list[Disc]] = {}
    for disc, cell in zip(discs, cells(discs, geometry), strict=True):
        if cell is not None:
            members.setdefault(cell, []).append(disc)
    return members


def _placed_start(discs: Sequence[Disc], geometry: BoardGeometry) -> BoardGeometry:
    """The side on which the homes lie, and the width of the bar, under which the start position is seen.

    Goes by where checkers lie, not by their colours; which side is Light's is not known yet.
    """
    widths = (geometry.bar_fraction, 0.0, 0.04, 0.08, 0.12)
    ways = (Orientation(home_at_right=True), Orientation(home_at_right=False))
    trials = [replace(geometry, bar_fraction=w, orientation=o) for w in widths for o in ways]
    best = min(trials, key=lambda trial: _misplaced(discs, trial))
    if _misplaced(discs, best) > _MOST_MISPLACED:
        raise CalibrationError(
            f"the picture shows no start position ({len(discs)} checkers seen): set the checkers up, "
            "2, 5, 3 and 5 of each colour, and take the picture again"
        )
    return best


def _misplaced(discs: Sequence[Disc], geometry: BoardGeometry) -> int:
    """How many checkers are missing from, or too many on, the points of the start position."""
    cells = _cells(discs, geometry)
    return sum(
        abs(len(cells.get(_cell(geometry.orientation, point), [])) - abs(_START.get(point, 0)))
        for point in range(1, 25)
    )


def _cell(orientation: Orientation, point: int) -> tuple[int, Row]:
    row, column = orientation.cell(point)
    return column, row


def _sides_of_start(discs: Sequence[Disc], geometry: BoardGeometry) -> tuple[list[Disc], list[Disc]]:
    """The checkers of Light and of Dark, told by the start position and not by their colour."""
    cells = _cells(discs, geometry)
    sides: tuple[list[Disc], list[Disc]] = ([], [])
    for point, want in _START.items():
        sides[want < 0].extend(cells.get(_cell(geometry.orientation, point), []))
    return sides


def _fitted(discs: Sequence[Disc], geometry: BoardGeometry) -> BoardGeometry:
    """The bar's width and the warp under which the columns of the start position stand at their places."""
    rows: list[list[float]] = []
    wanted: list[float] = []
    for (column, _), members in _cells(discs, geometry).items():
        # A column's middle is linear in the bar's width.
        without, with_bar = (replace(geometry, bar_fraction=b).column_x(column) for b in (0.0, 1.0))
        for disc in members:
            rows.append([with_bar - without, *warp_terms(disc.x, disc.y)])
            wanted.append(disc.x - without)
    # Ridge: the bar's width is known to about 0.01, a warp is a few pixels.
    ridge = np.diag([1 / 0.02, *[1 / 6.0] * 5])
    matrix = np.vstack([np.array(rows).reshape(-1, len(ridge)) / 1.5, ridge])  # an empty board has no rows
    target = np.concatenate([np.array(wanted) / 1.5, [geometry.bar_fraction / 0.02, 0, 0, 0, 0, 0]])
    bar, shift, stretch, shear, taper, lens = (float(v) for v in np.linalg.lstsq(matrix, target, rcond=None)[0])
    return replace(geometry, bar_fraction=float(np.clip(bar, 0.0, 0.16)), warp=(shift, stretch, shear, taper, lens))


def _from_values(values: dict[str, Any]) -> Calibration:
    first, second, third, fourth = ((float(x), float(y)) for x, y in values["corners_px"])
    orientation = Orientation(**values["geometry"]["orientation"])
    shift, stretch, shear, taper, lens = (float(v) for v in values["geometry"]["warp"])
    bar = float(values["geometry"]["bar_fraction"])
    geometry = BoardGeometry(bar, (shift, stretch, shear, taper, lens), orientation)
    colours = SideColours(*(tuple(map(_swatch, values["colours"][name])) for name in ("light", "dark")))
    return Calibration((first, second, third, fourth), geometry, colours, bool(values["sides_known"]))


def _swatch(values: dict[str, Any]) -> Swatch:
    lightness, green_red, blue_yellow = (float(v) for v in values["colour"])
    return Swatch(float(values["x"]), float(values["y"]), (lightness, green_red, blue_yellow))
