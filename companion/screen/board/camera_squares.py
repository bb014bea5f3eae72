"""The marks drawn over the camera's picture of a draughts board: its squares, their names, the readings.  No Kivy."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.draughts.squares import DARK_SQUARES, SIZE, Square, name
from companion.games.rules import Stack
from companion.screen.board.camera_marks import Chip, Corners, Marks
from vision.draughts.calibration import DraughtsCalibration
from vision.draughts.squares import picture_from_board, square_places
from vision.observation import Observation, Pixel
from vision.rectify import Points, transformed


def squares_found(corners: Corners) -> Marks:
    """The outline and the lines between the squares of a board that is not known yet."""
    at = picture_from_board(corners)
    lines = [
        line
        for k in range(1, SIZE)
        for line in (_between(at, (k, 0), (k, SIZE)), _between(at, (0, k), (SIZE, k)))
    ]  # fmt: skip
    return Marks(corners, tuple(lines))


def squares_known(corners: Corners, known: DraughtsCalibration, ticked: Collection[Square] = ()) -> Marks:
    """The outline with the names of the squares along the edges that are ``a`` and ``1`` for Light, and the ticks."""
    places = square_places(corners, known.turns)
    named = [square for square in DARK_SQUARES if square % SIZE == 0 or square // SIZE == 0]
    return Marks(
        corners,
        numbers=tuple((name(square), *places[square]) for square in named if square not in ticked),
        ticks=tuple(places[square] for square in sorted(ticked)),
    )


def squares_read(seen: Observation, known: DraughtsCalibration) -> Marks:
    """The last reading: what is seen on each dark square, and on a light one if a piece stands there."""
    chips = []
    for square, (at_px, radius_px) in square_places(seen.corners_px, known.turns).items():
        evidence = seen.spot(square)
        counts = Stack(*evidence.best) if evidence.seen else None
        if square in DARK_SQUARES or (counts is not None and any(counts)):
            chips.append(Chip(at_px, radius_px, counts, evidence.confidence))
    return Marks(seen.corners_px, chips=tuple(chips), hand=seen.hand)


def _between(at: Points, start: tuple[float, float], end: tuple[float, float]) -> tuple[Pixel, Pixel]:
    (ax, ay), (bx, by) = transformed([start, end], at)
    return (float(ax), float(ay)), (float(bx), float(by))
