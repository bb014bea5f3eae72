"""What speaks against a reading: a board or pieces of another game, or a man that is missing at the start."""

from __future__ import annotations

from typing import Final

from vision.corners import SURE, find_board
from vision.draughts.calibration import SEVERAL, men, misplaced, on_light_squares
from vision.draughts.net import Classes
from vision.draughts.numbering import MEN, SPOTS, name_of, place_of, start_lay
from vision.draughts.squares import LEAST_CONFIDENCE, FoundSquares, find_squares, surely_found
from vision.errors import BoardNotFoundError
from vision.rectify import Image

_NEARLY: Final = 3
"""So many squares may differ from the start for a picture to be taken for a start that is not whole."""


def surely_squares(image_bgr: Image) -> FoundSquares:
    """The squares of a draughts board; raises BoardNotFoundError, saying what is seen instead."""
    found = find_squares(image_bgr)
    if found.confidence < LEAST_CONFIDENCE and find_board(image_bgr).confidence >= SURE:
        raise BoardNotFoundError(
            "the picture shows a backgammon board, none of 8x8 squares: read it with --game backgammon"
        )
    return surely_found(found)


def problems(seen: Classes, turns: int) -> list[str]:
    """Sentences about what does not fit a game of draughts on this board; with one of them a reading is doubtful."""
    stray = on_light_squares(seen, turns)
    counts = zip(men(seen), ("light", "dark"), strict=True)
    many = " and ".join(f"{number} {colour}" for number, colour in counts if number > MEN)
    if many and len(stray) >= SEVERAL:
        return [f"{many} pieces stand on light and dark squares: that looks like a game of chess"]
    told = [f"{many} pieces are seen, a side has twelve at most"] if many else []
    if stray:
        told.append(f"pieces stand on light squares: {', '.join(sorted(stray))}")
    wrong, start = misplaced(seen, turns), start_lay(turns)
    held = {name_of(s) for s in SPOTS if start[place_of(s, turns)]}
    if not told and 0 < len(wrong) <= _NEARLY and held.issuperset(wrong):
        told.append(f"the start position is not whole: look at {', '.join(sorted(wrong))}")
    return told
