"""``companion read --game draughts``: what one picture tells of a draughts board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vision.corners import find_board as find_backgammon_board
from vision.draughts.calibration import Calibration, oddity
from vision.draughts.finding import corrected_corners, find_corners
from vision.draughts.overlay import overlaid
from vision.draughts.reader import DraughtsReader, Still, read_still, rows_of
from vision.draughts.view import Corners
from vision.errors import BoardNotFoundError
from vision.observation import Pixel
from vision.pictures import Picture
from vision.rectify import Image


def on_draughts_board(
    picture: Picture, corners: Corners | None, known: Calibration | None
) -> tuple[dict[str, Any], Callable[[], Image] | None]:
    """What is printed for a picture, and how it is drawn on it.

    ``corners`` and those of ``known``: pixels of the picture as stored; without either the board is searched for.
    """
    image = picture.image_bgr
    try:
        if known:
            here = _moved(known, _ring(picture.here(corners or known.corners_px)))
            seen = DraughtsReader(here).look(image, seen_at_s=0.0)
            still = Still(seen, here)
        elif corners:
            still = read_still(image, corrected_corners(image, _ring(picture.here(corners))))
        else:
            still = read_still(image, find_corners(image))
    except BoardNotFoundError as error:
        return {"found": False, "reason": _reason(error, image)}, None
    rows = rows_of(still.seen, still.known)
    why = oddity(rows)
    if why:
        return {"found": False, "reason": why}, lambda: overlaid(image, still.seen, still.known)
    found = {
        "found": True,
        "corners": [[round(x, 1), round(y, 1)] for x, y in picture.stored(still.seen.corners_px)],
        "rows": list(rows),
        "occluded": still.seen.hand,
        "confidence": round(_confidence(still), 4),
    }
    return found, lambda: overlaid(image, still.seen, still.known)


def _moved(known: Calibration, corners_px: Corners) -> Calibration:
    return Calibration(corners_px, known.turns, known.colours, known.sides_known)


def _ring(points: tuple[Pixel, ...]) -> Corners:
    first, second, third, fourth = points
    return first, second, third, fourth


def _confidence(still: Still) -> float:
    """That of the least sure square: one wrong square makes another position."""
    return min((evidence.confidence for evidence in still.seen.evidence.values() if evidence.seen), default=0.0)


def _reason(error: BoardNotFoundError, image_bgr: Image) -> str:
    """Why no board was found; the wrong side of a box is named."""
    try:
        other = find_backgammon_board(image_bgr)
    except BoardNotFoundError:
        return str(error)
    if other.doubtful:
        return str(error)
    return "this is a backgammon board; turn the box over, or read it without --game draughts"
