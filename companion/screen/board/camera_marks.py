"""The marks drawn over the camera's picture: the board, its points' numbers, the readings.  No Kivy here."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Final

from companion.games.rules import BAR, TRAY, Spot, Stack
from companion.match.terms import Area, on_board
from vision.board import BoardGeometry
from vision.observation import POINTS, Observation, Orientation, Pixel
from vision.places import SpotPlace, field_to_picture, picture_to_field, point_lines, spot_places

Corners = tuple[Pixel, Pixel, Pixel, Pixel]
LEAST_SHARE: Final = 0.15
"""The least width and height of a roll area."""
_INSET: Final = 0.14


@dataclass(frozen=True, slots=True)
class Chip:
    """The reading of a spot: the checkers of each side, and its confidence, 0 to 1; None = not seen."""

    at_px: Pixel
    radius_px: float
    counts: Stack | None
    sure: float


@dataclass(frozen=True, slots=True)
class Thing:
    """A die (its value) or the cube, as it was read; ``sure``: the confidence, 0 to 1."""

    at_px: Pixel
    words: str
    sure: float
    cube: bool = False


@dataclass(frozen=True, slots=True)
class Marks:
    """All that is drawn, in pixels of the camera's whole picture.

    ``numbers``: the points' numbers from Light's seat.  ``ticks``: spots set up right.  ``area``: where dice count.
    """

    outline: Corners | None = None
    lines: tuple[tuple[Pixel, Pixel], ...] = ()
    numbers: tuple[tuple[str, Pixel, float], ...] = ()
    chips: tuple[Chip, ...] = ()
    things: tuple[Thing, ...] = ()
    ticks: tuple[tuple[Pixel, float], ...] = ()
    area: Corners | None = None
    hand: bool = False


def board_marks(corners: Corners, geometry: BoardGeometry, *, known: bool, ticked: Collection[Spot] = ()) -> Marks:
    """The field's outline, with the points' numbers if the board is known, else with the lines between points."""
    if not known:
        return Marks(corners, tuple(point_lines(corners, geometry)))
    places = spot_places(corners, geometry)
    return Marks(
        corners,
        numbers=tuple((str(point), places[point].rim_px, places[point].radius_px) for point in POINTS),
        ticks=tuple((places[spot].inside_px, places[spot].radius_px) for spot in sorted(ticked)),
    )


def reading_marks(seen: Observation, geometry: BoardGeometry) -> Marks:
    """The last reading: checkers with their confidence, dice, cube, and whether a hand was there."""
    places = spot_places(seen.corners_px, replace(geometry, orientation=seen.orientation))
    chips = tuple(_chip(seen, spot, place) for spot, place in places.items() if _tells(seen, spot))
    things = tuple(
        Thing(die.center_px, f"{die.value}?" if die.cocked else str(die.value), die.confidence) for die in seen.dice
    )
    if seen.cube is not None:
        things += (Thing(seen.cube.center_px, str(seen.cube.value or "?"), seen.cube.confidence, cube=True),)
    return Marks(seen.corners_px, chips=chips, things=things, hand=seen.hand)


def _tells(seen: Observation, spot: Spot) -> bool:
    """Whether a spot gets a mark: empty points do; bar and tray do not while they are empty."""
    return spot in POINTS or any(seen.spot(spot).best)


def _chip(seen: Observation, spot: Spot, place: SpotPlace) -> Chip:
    evidence = seen.spot(spot)
    counts = Stack(*evidence.best) if evidence.seen else None
    at_px = place.inside_px if spot in (BAR, TRAY) else place.rim_px
    return Chip(at_px, place.radius_px, counts, evidence.confidence)


def sensible(width: float, height: float) -> Corners:
    """The default corners if none were found: inside the picture, so that all four can be dragged."""
    left, top, right, bottom = width * _INSET, height * _INSET, width * (1 - _INSET), height * (1 - _INSET)
    return (left, top), (right, top), (right, bottom), (left, bottom)


# --- where dice count ------------------------------------------------------------------------------------


def area_corners(area: Area, corners: Corners, orientation: Orientation) -> Corners:
    """A roll area in the picture."""
    left, top, right, bottom = area
    places = [_turned(place, orientation) for place in ((left, top), (right, top), (right, bottom), (left, bottom))]
    first, second, third, fourth = field_to_picture(places, corners)
    return first, second, third, fourth


def area_dragged(area: Area, corner: int, to_px: Pixel, corners: Corners, orientation: Orientation) -> Area:
    """The area with one corner (0 to 3 as of :func:`area_corners`) at another place of the picture."""
    (place,) = picture_to_field([to_px], corners)
    x, y = _turned(place, orientation)
    left, top, right, bottom = area
    if corner in (0, 3):
        left = min(max(x, 0.0), right - LEAST_SHARE)
    else:
        right = max(min(x, 1.0), left + LEAST_SHARE)
    if corner in (0, 1):
        top = min(max(y, 0.0), bottom - LEAST_SHARE)
    else:
        bottom = max(min(y, 1.0), top + LEAST_SHARE)
    return left, top, right, bottom


def _turned(place: tuple[float, float], orientation: Orientation) -> tuple[float, float]:
    return on_board(place, light_at_bottom=orientation.light_at_bottom, home_at_right=orientation.home_at_right)


def quadrangle(corners: Sequence[Pixel]) -> bool:
    """Whether four corners, clockwise, enclose a field: none is inside or across the others."""
    turns = []
    for k in range(4):
        (ax, ay), (bx, by), (cx, cy) = (corners[(k + step) % 4] for step in range(3))
        turns.append((bx - ax) * (cy - by) - (by - ay) * (cx - bx))
    return all(turn > 0 for turn in turns)
