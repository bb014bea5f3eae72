"""Says where a reading of a single picture is not to be relied on."""

from __future__ import annotations

import math

from vision.corners import FoundBoard
from vision.observation import TRAY
from vision.reader import Still
from vision.reading import SIDE


def is_doubtful(board: FoundBoard, still: Still) -> bool:
    """Whether a person should look: at corners that do not fit, or at what was read.

    That is doubtful where it is likelier wrong than right on some spot, where more than fifteen of a side are seen,
    each spot by itself (counted together there are never too many), and where both sides are equally light.
    """
    by_itself = [evidence.best for spot, evidence in still.seen.unbiased.items() if spot != TRAY and evidence.seen]
    too_many = any(sum(side) > SIDE for side in zip(*by_itself, strict=True))
    told = [evidence.confidence for spot, evidence in still.seen.evidence.items() if spot != TRAY and evidence.seen]
    return board.doubtful or still.alike or too_many or math.prod(told) < 0.5
