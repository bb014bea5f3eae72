"""Draws a reading on its picture, so that a person can check it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

import cv2
import numpy as np

from vision.board import BoardGeometry
from vision.draughts.squares import square_places
from vision.errors import PictureError
from vision.observation import POINTS, TRAY, Counts, Evidence, Observation, SeenDie, Spot
from vision.places import LEAST_RADIUS, spot_places
from vision.rectify import Image, Points, lengths, shrunk

Colour = tuple[int, int, int]

_BLACK: Final[Colour] = (0, 0, 0)
_WHITE: Final[Colour] = (255, 255, 255)
_IVORY: Final[Colour] = (235, 245, 250)
_COAL: Final[Colour] = (40, 36, 34)
_GREY: Final[Colour] = (150, 150, 150)
# Colours that are told apart with every kind of colour blindness (Okabe and Ito 2008), as BGR.
_SKY: Final[Colour] = (233, 180, 86)
_YELLOW: Final[Colour] = (66, 228, 240)
_VERMILION: Final[Colour] = (0, 94, 213)
_PURPLE: Final[Colour] = (167, 121, 204)
# From which confidence on a ring has which colour, and how thick it is as a part of the chip's radius.
_RINGS: Final = ((0.95, _SKY, 0.18), (0.8, _YELLOW, 0.26), (0.0, _VERMILION, 0.34))
_FONT: Final = cv2.FONT_HERSHEY_DUPLEX


def overlaid(
    image_bgr: Image, seen: Observation, geometry: BoardGeometry, *, truth: Mapping[Spot, Counts] | None = None
) -> Image:
    """A copy of the picture (BGR, any size) with the field's outline, the counts of every spot, dice, cube and hand.

    Beside each point stands a chip in the side's shade with the number of checkers; its ring tells
    how sure that is: blue from 95 %, yellow from 80 %, red below.  A dot is an empty point, a grey
    chip one that is unseen; a die with a question mark is cocked.  ``truth``: the counts of spots
    that were read wrong (numbered as ``seen`` numbers them), drawn as purple squares.
    """
    canvas = image_bgr.copy()
    _outline(canvas, seen)
    places = spot_places(seen.corners_px, replace(geometry, orientation=seen.orientation))
    for spot, there in places.items():
        _reading(canvas, seen, spot, np.array(there.rim_px), there.radius_px)
    for spot, counts in (truth or {}).items():
        there = places[spot]
        _counts(canvas, counts, np.array(there.inside_px), there.radius_px, _PURPLE, width=0.26, square=True)
    radius = float(np.median([there.radius_px for there in places.values()]))
    _dice(canvas, seen.dice, radius)
    if seen.cube is not None:
        _tag(canvas, f"cube {seen.cube.value or '?'}", seen.cube.center_px, radius, _YELLOW)
    _hand(canvas, seen, radius)
    return canvas


def squares_overlaid(image_bgr: Image, seen: Observation, turns: int) -> Image:
    """A copy of the picture with the outline of the squares, and a chip on each piece and each doubtful square."""
    canvas = image_bgr.copy()
    _outline(canvas, seen)
    radius = 0.16 * float(lengths(seen.corners_px).min()) / 8
    for square, (place, _) in square_places(seen.corners_px, turns).items():
        evidence = seen.spot(square)
        if evidence.seen and (any(evidence.best) or evidence.confidence < 0.8):
            ring, width = _ring_of(evidence)
            _counts(canvas, evidence.best, np.array(place), max(radius, 5.0), ring, width=width)
    _hand(canvas, seen, 3 * radius)
    return canvas


def dice_overlaid(image_bgr: Image, dice: Iterable[SeenDie]) -> Image:
    """A copy of a picture without a board, the dice that were read in it marked."""
    canvas = image_bgr.copy()
    _dice(canvas, dice, max(0.03 * min(canvas.shape[:2]), LEAST_RADIUS))
    return canvas


def save_overlay(canvas_bgr: Image, path: Path, *, width: int | None = None, quality: int = 90) -> None:
    """Write a picture as :func:`jpeg_of` makes it; raises PictureError where that fails."""
    try:
        path.write_bytes(jpeg_of(canvas_bgr, width=width, quality=quality))
    except OSError as error:
        raise PictureError(f"{path}: cannot be written ({error.strerror})") from error


def jpeg_of(canvas_bgr: Image, *, width: int | None = None, quality: int = 90) -> bytes:
    """A picture as JPEG, shrunk to ``width`` pixels where it is wider."""
    if width is not None and canvas_bgr.shape[1] > width:
        canvas_bgr = shrunk(canvas_bgr, (width, round(canvas_bgr.shape[0] * width / canvas_bgr.shape[1])))
    _, packed = cv2.imencode(".jpg", canvas_bgr, [cv2.IMWRITE_JPEG_QUALITY, quality])
    return packed.tobytes()


def _dice(canvas: Image, dice: Iterable[SeenDie], radius: float) -> None:
    for die in dice:
        text, frame = (f"{die.value}?", _VERMILION) if die.cocked else (str(die.value), _SKY)
        _tag(canvas, text, die.center_px, radius, frame)


def _ring_of(evidence: Evidence) -> tuple[Colour, float]:
    """Colour of the ring that tells how sure a reading is, and its thickness as a part of the chip's radius."""
    return next((colour, width) for least, colour, width in _RINGS if evidence.confidence >= least)


def _outline(canvas: Image, seen: Observation) -> None:
    corners = np.array(seen.corners_px)
    width = max(1, round(float(np.ptp(corners[:, 0])) / 500))
    for colour, thickness in ((_BLACK, 3 * width), (_SKY, width)):
        cv2.polylines(canvas, [np.round(corners).astype(np.int32)], True, colour, thickness, cv2.LINE_AA)
    for x, y in corners:
        cv2.circle(canvas, (round(x), round(y)), 4 * width, _BLACK, -1, cv2.LINE_AA)
        cv2.circle(canvas, (round(x), round(y)), 3 * width, _SKY, -1, cv2.LINE_AA)


def _reading(canvas: Image, seen: Observation, spot: Spot, place: Points, radius: float) -> None:
    evidence = seen.spot(spot)
    if not evidence.seen:
        if spot != TRAY:  # as a rule nothing is borne off, and there is nothing to see
            _chip(canvas, "-", place, radius, _GREY, _COAL, 0.18, False)
        return
    ring, width = _ring_of(evidence)
    if any(evidence.best):
        _counts(canvas, evidence.best, place, radius, ring, width=width)
    elif ring is not _SKY:
        _chip(canvas, "0", place, radius, _GREY, ring, width, False)
    elif spot in POINTS:
        _chip(canvas, "", place, 0.3 * radius, _SKY, _SKY, 0.18, False)


def _counts(
    canvas: Image, counts: Counts, place: Points, radius: float, ring: Colour, *, width: float, square: bool = False
) -> None:
    """One chip for the side that has checkers there, two side by side where both have."""
    chips = [(n, fill) for n, fill in zip(counts, (_IVORY, _COAL), strict=True) if n] or [(0, _GREY)]
    radius *= 1.0 if len(chips) == 1 else 0.75
    for k, (number, fill) in enumerate(chips):
        shift = (2 * k - len(chips) + 1) * radius
        _chip(canvas, str(number), place + np.array([shift, 0.0]), radius, fill, ring, width, square)


def _chip(
    canvas: Image, text: str, place: Points, radius: float, fill: Colour, ring: Colour, width: float, square: bool
) -> None:
    x, y = _within(canvas, place, radius + 1)
    for colour, size in ((_BLACK, radius + max(1.0, 0.08 * radius)), (ring, radius), (fill, radius * (1 - width))):
        if square:
            cv2.rectangle(canvas, *_corners(x, y, 0.9 * size, 0.9 * size), colour, -1, cv2.LINE_AA)
        else:
            cv2.circle(canvas, (round(x), round(y)), round(size), colour, -1, cv2.LINE_AA)
    ink = _WHITE if fill == _COAL else _BLACK
    _text(canvas, text, (x, y), 1.05 * radius, ink)


def _tag(canvas: Image, text: str, center_px: tuple[float, float], radius: float, frame: Colour) -> None:
    """A white label above a thing that must stay visible, with a ring round the thing."""
    middle = np.array(center_px)
    for colour, thickness in ((_BLACK, 0.24), (frame, 0.12)):
        at = round(middle[0]), round(middle[1])
        cv2.circle(canvas, at, round(0.95 * radius), colour, max(1, round(thickness * radius)), cv2.LINE_AA)
    half_w, half_h = radius * (0.45 + 0.33 * len(text)), 0.75 * radius
    x, y = _within(canvas, middle - (0.0, 1.85 * radius), max(half_w, half_h))
    for colour, more in ((_BLACK, 0.24 * radius), (frame, 0.16 * radius), (_WHITE, 0.0)):
        cv2.rectangle(canvas, *_corners(x, y, half_w + more, half_h + more), colour, -1, cv2.LINE_AA)
    _text(canvas, text, (x, y), radius, _BLACK)


def _hand(canvas: Image, seen: Observation, radius: float) -> None:
    """A sentence over the picture, where a hand is over the board."""
    if not seen.hand:
        return
    text, height = "a hand is over the board", 1.3 * max(radius, 12.0)
    (wide, _), _ = cv2.getTextSize(text, _FONT, height / 22, 1)
    x, y = canvas.shape[1] / 2, 1.4 * height
    cv2.rectangle(canvas, *_corners(x, y, wide / 2 + height, height), _BLACK, -1)
    cv2.rectangle(canvas, *_corners(x, y, wide / 2 + height - 2, height - 2), _VERMILION, -1)
    _text(canvas, text, (x, y), height, _WHITE)


def _text(canvas: Image, text: str, middle: tuple[float, float], height: float, ink: Colour) -> None:
    """Text about a middle, its figures as high as given (pixels)."""
    scale = height / 22  # this font's figures are about 22 pixels high
    thickness = max(1, round(height / 11))
    (wide, high), _ = cv2.getTextSize(text, _FONT, scale, thickness)
    at = round(middle[0] - wide / 2), round(middle[1] + high / 2)
    cv2.putText(canvas, text, at, _FONT, scale, ink, thickness, cv2.LINE_AA)


def _corners(x: float, y: float, half_w: float, half_h: float) -> tuple[tuple[int, int], tuple[int, int]]:
    return (round(x - half_w), round(y - half_h)), (round(x + half_w), round(y + half_h))


def _within(canvas: Image, place: Points, radius: float) -> tuple[float, float]:
    """The place, moved into the picture where it would lie outside."""
    height, width = canvas.shape[:2]
    return float(np.clip(place[0], radius, width - radius)), float(np.clip(place[1], radius, height - radius))
