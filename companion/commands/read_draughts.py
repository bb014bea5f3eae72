"""Reads a draughts board in a still picture, for ``companion read --game draughts``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from vision.draughts.calibration import DraughtsCalibration, problems
from vision.draughts.numbering import SPOTS, place_of
from vision.draughts.reader import DraughtsReader, read_still
from vision.draughts.squares import given_squares, surely_squares
from vision.errors import BoardNotFoundError
from vision.observation import Corners, Observation
from vision.overlay import squares_overlaid
from vision.pictures import Picture
from vision.rectify import as_corners

_LETTERS = {(0, 0): ".", (1, 0): "l", (0, 1): "d"}


def known_board(path: Path) -> DraughtsCalibration:
    """A calibration that was kept; raises :class:`vision.errors.CalibrationError`."""
    return DraughtsCalibration.load(path)


def on_board(picture: Picture, corners: Corners | None, known: DraughtsCalibration | None) -> Any:
    """The printed values of a picture, and the function that draws them on it, if there is anything to draw.

    ``corners`` and those of ``known``: pixels of the picture as stored; without either the board is searched for.
    """
    image, facts = picture.image_bgr, dict[str, Any]()
    try:
        if known:
            here = replace(known, corners_px=as_corners(picture.here(known.corners_px)))
            seen, turns = DraughtsReader(here).look(image, seen_at_s=0.0), here.turns
        else:
            found = given_squares(image, as_corners(picture.here(corners))) if corners else surely_squares(image)
            still = read_still(image, found.corners_px)
            seen, turns = still.seen, still.known.turns
            facts["problems"] = problems(still.classes, turns)
            facts["doubtful"] = bool(facts["problems"]) or found.doubtful
    except BoardNotFoundError as error:
        return {"found": False, "reason": str(error)}, None
    return _board(seen, turns, picture) | facts, lambda: squares_overlaid(image, seen, turns)


def as_text(reading: dict[str, Any]) -> str:
    """A reading as its eight rows, the top one first."""
    state = "a hand is over the board" if reading["occluded"] else f"confidence {reading['confidence']:.2f}"
    if reading.get("problems"):
        state += ", doubtful:"
    elif reading.get("doubtful"):
        state += ", but the board's corners are doubtful: look at them, or give them (--corners)"
    rows = [" ".join(row) for row in reading["rows"]]
    return "\n".join([f"{reading['image']}: {state}", *rows, *reading.get("problems", [])])


def _board(seen: Observation, turns: int, picture: Picture) -> dict[str, Any]:
    grid = {place_of(square, turns): seen.spot(square) for square in SPOTS}
    sure = [evidence.confidence for evidence in grid.values() if evidence.seen]
    rows = ["".join(_LETTERS[grid[row, column].best] for column in range(8)) for row in range(8)]
    return {
        "found": True,
        "corners": [[round(x, 1), round(y, 1)] for x, y in picture.stored(seen.corners_px)],
        "rows": rows,
        "light_at": ("bottom", "left", "top", "right")[turns],
        "unseen": [[row, column] for (row, column), evidence in sorted(grid.items()) if not evidence.seen],
        "occluded": seen.hand,
        "confidence": round(min(sure, default=0.0), 4),
    }
