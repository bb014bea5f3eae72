"""The places of a board's spots in the picture, for the marks beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from vision.board import COLUMNS, BoardGeometry
from vision.observation import BAR, POINTS, TRAY, Pixel, Spot
from vision.rectify import Points, inverse, picture_from_field, transformed

# In widths of a point: how large a mark is, and how far it stands off the field's edge.
_RADIUS: Final = 0.36
_AWAY: Final = 0.6
_INSIDE: Final = 0.5
LEAST_RADIUS: Final = 8.0
"""Pixels: a smaller mark cannot be read."""
_MOST_RADIUS: Final = 1.3  # times the usual one: near the camera marks need not grow as the points do


class SpotPlace(NamedTuple):
    """One spot in the picture: where a mark beside it stands, how large it is, and a place on the spot itself."""

    rim_px: Pixel
    radius_px: float
    inside_px: Pixel


def spot_places(corners_px: Sequence[Pixel], geometry: BoardGeometry) -> dict[Spot, SpotPlace]:
    """All spots of a board by the corners of its field."""
    at, places = picture_from_field(corners_px), {}
    for point in POINTS:
        row, column = geometry.orientation.cell(point)
        x = geometry.column_x(column)
        places[point] = _beside((x, 0.0 if row == "top" else 1.0), (x, 0.5), geometry, at)
    places[BAR] = _beside((0.5, 0.0), (0.5, 0.5), geometry, at)
    places[TRAY] = _beside((float(geometry.orientation.home_at_right), 0.5), (0.5, 0.5), geometry, at)
    most = _MOST_RADIUS * float(np.median([place.radius_px for place in places.values()]))
    return {spot: place._replace(radius_px=min(place.radius_px, most)) for spot, place in places.items()}


def point_lines(corners_px: Sequence[Pixel], geometry: BoardGeometry) -> list[tuple[Pixel, Pixel]]:
    """The lines between the points, each a fifth of the field long, from both edges inwards."""
    half = geometry.pitch / 2
    edges = [geometry.column_x(column) - half for column in range(COLUMNS)]
    edges += [geometry.column_x(column) + half for column in (COLUMNS // 2 - 1, COLUMNS - 1)]
    ends = [(x, y) for rows in ((0.0, 0.2), (1.0, 0.8)) for x in edges for y in rows]
    seen = field_to_picture(ends, corners_px)
    return list(zip(seen[::2], seen[1::2], strict=True))


def field_to_picture(places_xy: Sequence[tuple[float, float]], corners_px: Sequence[Pixel]) -> list[Pixel]:
    """Places in the field, 0 to 1 from left to right and from top to bottom, as pixels of the picture."""
    return [_pixel(place) for place in transformed(places_xy, picture_from_field(corners_px))]


def picture_to_field(places_px: Sequence[Pixel], corners_px: Sequence[Pixel]) -> list[tuple[float, float]]:
    """The inverse of :func:`field_to_picture`."""
    return [_pixel(place) for place in transformed(places_px, inverse(picture_from_field(corners_px)))]


def _beside(edge: Pixel, within: Pixel, geometry: BoardGeometry, at: Points) -> SpotPlace:
    """One spot, by its place at the field's edge and one farther in (both in the field)."""
    (x, y), half = edge, geometry.pitch / 2
    rim, inner, left, right = transformed([edge, within, (x - half, y), (x + half, y)], at)
    pitch = float(np.linalg.norm(right - left))
    outward = (rim - inner) / max(float(np.linalg.norm(rim - inner)), 1e-6)
    radius = max(_RADIUS * pitch, LEAST_RADIUS)
    return SpotPlace(_pixel(rim + _AWAY * pitch * outward), radius, _pixel(rim - _INSIDE * pitch * outward))


def _pixel(place: Points) -> Pixel:
    return float(place[0]), float(place[1])
