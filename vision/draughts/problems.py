"""What speaks against a reading: a board or pieces of another game, or a man that is missing at the start."""

from __future__ import annotations

from typing import Final

import numpy as np

from vision.corners import SURE, find_board
from vision.draughts.calibration import SEVERAL, misplaced, on_light_squares, start_classes
from vision.draughts.net import DARK, EMPTY, LIGHT, Classes
from vision.draughts.numbering import name_of, square_at
from vision.draughts.squares import FoundSquares, find_squares, no_larger
from vision.errors import BoardNotFoundError
from vision.rectify import Image

_MEN: Final = 12
_NEARLY: Final = 3
"""So many squares may differ from the start for a picture to be taken for a start that is not whole."""


def surely_squares(image_bgr: Image) -> FoundSquares:
    """The squares of a draughts board; raises BoardNotFoundError, saying what is seen instead."""
    try:
        found = find_squares(image_bgr)
    except BoardNotFoundError:
        if find_board(image_bgr).confidence >= SURE:
            raise BoardNotFoundError(
                "the picture shows a backgammon board, none of 8x8 squares: read it with --game backgammon"
            ) from None
        raise
    return no_larger(found)


def problems(seen: Classes, turns: int) -> list[str]:
    """Sentences about what does not fit a game of draughts on this board."""
    best = seen.argmax(axis=2)
    counts = {"light": int((best == LIGHT).sum()), "dark": int((best == DARK).sum())}
    stray = on_light_squares(seen, turns)
    many = [f"{number} {colour}" for colour, number in counts.items() if number > _MEN]
    if many and len(stray) >= SEVERAL:
        return [f"{' and '.join(many)} pieces stand on light and dark squares: that looks like a game of chess"]
    told = [f"{' and '.join(many)} pieces are seen, a side has twelve at most"] if many else []
    if stray:
        told.append(f"pieces stand on light squares: {', '.join(sorted(stray))}")
    wrong = misplaced(seen, turns)
    if not told and 0 < len(wrong) <= _NEARLY and all(np.asarray(start_classes(turns))[at] != EMPTY for at in wrong):
        missing = sorted(name_of(square_at(row, column, turns)) for row, column in wrong)
        told.append(f"the start position is not whole: look at {', '.join(missing)}")
    return told
