"""Says where a reading of a single picture is not to be relied on."""

from __future__ import annotations

from typing import Final

from vision.corners import FoundBoard
from vision.observation import TRAY
from vision.reader import Still

_SIDE: Final = 15  # checkers that a side has


def is_doubtful(board: FoundBoard, still: Still) -> bool:
    """Whether a person should look: corners that do not fit, a field that is cut, more than fifteen of a side.

    Counted is what each spot shows by itself: once all are counted together there are never too many.  Doubtful is
    also which side is the light one where both are equally light.
    """
    counts = [evidence.best for spot, evidence in still.seen.unbiased.items() if spot != TRAY and evidence.seen]
    return board.doubtful or still.alike or any(sum(side) > _SIDE for side in zip(*counts, strict=True))
