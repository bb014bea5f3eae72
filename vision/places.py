"""The places of a board's spots in the picture, for the marks beside them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np

from vision.board import COLUMNS, BoardGeometry
from vision.observation import BAR, POINTS, TRAY, Pixel, Spot
from vision.rectify import FIELD_H, FIELD_W, FIELD_XYXY, Points, inverse, transformed, view_from_picture

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
    back = inverse(view_from_picture(corners_px))
    top, bottom, middle = FIELD_XYXY[1], FIELD_XYXY[3], (FIELD_XYXY[1] + FIELD_XYXY[3]) / 2
    places = {}
    for point in POINTS:
        row, column = geometry.orientation.cell(point)
        x, y = geometry.column_x(column), top if row == "top" else bottom
        places[point] = _beside((x, y), (x, middle), geometry, back)
    places[BAR] = _beside((geometry.middle_x, top), (geometry.middle_x, middle), geometry, back)
    home_x = FIELD_XYXY[2] if geometry.orientation.home_at_right else FIELD_XYXY[0]
    places[TRAY] = _beside((home_x, middle), (geometry.middle_x, middle), geometry, back)
    most = _MOST_RADIUS * float(np.median([place.radius_px for place in places.values()]))
    return {spot: place._replace(radius_px=min(place.radius_px, most)) for spot, place in places.items()}


def point_lines(corners_px: Sequence[Pixel], geometry: BoardGeometry) -> list[tuple[Pixel, Pixel]]:
    """The lines between the points, each a fifth of the field long, from both edges inwards."""
    back = inverse(view_from_picture(corners_px))
    edges = [geometry.column_x(column) - geometry.pitch / 2 for column in range(COLUMNS)]
    edges += [geometry.column_x(column) + geometry.pitch / 2 for column in (COLUMNS // 2 - 1, COLUMNS - 1)]
    ends = [(x, y) for x in edges for y in (FIELD_XYXY[1], FIELD_XYXY[1] + FIELD_H / 5)]
    ends += [(x, y) for x in edges for y in (FIELD_XYXY[3], FIELD_XYXY[3] - FIELD_H / 5)]
    seen = transformed(ends, back)
    return [(_pixel(seen[k]), _pixel(seen[k + 1])) for k in range(0, len(seen), 2)]


def field_to_picture(places_xy: Sequence[tuple[float, float]], corners_px: Sequence[Pixel]) -> list[Pixel]:
    """Places in the field, 0 to 1 from left to right and from top to bottom, as pixels of the picture."""
    back = inverse(view_from_picture(corners_px))
    view = [(FIELD_XYXY[0] + x * FIELD_W, FIELD_XYXY[1] + y * FIELD_H) for x, y in places_xy]
    return [_pixel(place) for place in transformed(view, back)]


def picture_to_field(places_px: Sequence[Pixel], corners_px: Sequence[Pixel]) -> list[tuple[float, float]]:
    """The inverse of :func:`field_to_picture`."""
    view = transformed(places_px, view_from_picture(corners_px))
    return [((float(x) - FIELD_XYXY[0]) / FIELD_W, (float(y) - FIELD_XYXY[1]) / FIELD_H) for x, y in view]


def _beside(edge: Pixel, within: Pixel, geometry: BoardGeometry, back: Points) -> SpotPlace:
    """One spot, by its place at the field's edge and one farther in (both in the view)."""
    (x, y), half = edge, geometry.pitch / 2
    rim, inner, left, right = transformed([edge, within, (x - half, y), (x + half, y)], back)
    pitch = float(np.linalg.norm(right - left))
    outward = (rim - inner) / max(float(np.linalg.norm(rim - inner)), 1e-6)
    radius = max(_RADIUS * pitch, LEAST_RADIUS)
    return SpotPlace(_pixel(rim + _AWAY * pitch * outward), radius, _pixel(rim - _INSIDE * pitch * outward))


def _pixel(place: Points) -> Pixel:
    return float(place[0]), float(place[1])
