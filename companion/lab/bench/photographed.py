"""The readings of photographs of real boards: to be counted, with hidden points, empty, and to be declined."""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.lab.bench.figure import Figure
from companion.lab.bench.marking import RowMark, either_way, unread
from companion.lab.bench.photographs import Photograph
from vision.corners import find_board, given_board, surely_found
from vision.errors import BoardNotFoundError
from vision.pictures import open_picture
from vision.reader import read_still


@dataclass(frozen=True, slots=True)
class PhotographMark:
    """The reading of a photograph with given and with found corners; None if its label does not say what it shows.

    ``declined``: the answer was not found, doubtful or occluded.
    """

    use: str
    given: RowMark | None
    found: RowMark | None
    declined: bool = False


def judged(photograph: Photograph) -> PhotographMark:
    """Read a photograph both ways and compare."""
    picture = open_picture(photograph.picture)
    image, wanted = picture.image_bgr, photograph.wanted
    seen, declined = None, True
    try:
        board = surely_found(find_board(image))
        still = read_still(image, board.corners_px)
        seen, declined = still.seen, still.is_doubtful(board) or still.seen.hand
    except BoardNotFoundError:
        pass
    if wanted is None:
        return PhotographMark(photograph.use, None, None, declined)
    first, second, third, fourth = picture.here(wanted.corners_px)
    wanted = replace(wanted, corners_px=(first, second, third, fourth))
    given = read_still(image, given_board(image, wanted.corners_px).corners_px).seen
    found = unread(wanted) if seen is None else either_way(seen, wanted, image, as_found=True)
    return PhotographMark(photograph.use, either_way(given, wanted, image), found, declined)


def figures(marks: Sequence[PhotographMark]) -> Iterator[Figure]:
    """The figures of all photographs; of those to count, the mean over the boards, each with its own rate."""
    for way, least in (("given", 88), ("found", 80)):
        counted, hidden = (_of(marks, use, way) for use in ("count", "unseen"))
        name = f"photographs to count, corners {way}"
        yield Figure.at_least(f"{name}: exact", board_mean(counted, lambda m: bool(m.exact)), "%", least)
        yield Figure.unlimited(f"{name}: spots right", board_mean(counted, lambda m: m.spots_right), "%")
        name = f"photographs with hidden points, corners {way}: spots in sight right"
        yield Figure.unlimited(name, board_mean(hidden, lambda m: m.spots_right), "%")
    empty = [mark for mark in marks if mark.use == "empty"]
    invented = sum(any(one is not None and bool(one.invented) for one in (mark.given, mark.found)) for mark in empty)
    yield Figure.at_most(f"photographs of empty boards with invented checkers, of {len(empty)}", invented, "", 0)
    declined = [mark.declined for mark in marks if mark.use == "decline"]
    name = f"photographs to decline that were read as sure, of {len(declined)}"
    yield Figure.at_most(name, declined.count(False), "", 0)
    dice = [mark.given.dice for mark in marks if mark.given is not None and mark.given.dice is not None]
    # 27 of the 32 that the table was set for.
    yield Figure.at_least(f"photographs with all dice right, of {len(dice)}", sum(dice), "", 27 / 32 * len(dice))


def board_mean(marks: Sequence[RowMark], right: Callable[[RowMark], float]) -> float:
    """The mean of the boards' rates in per cent, however many pictures there are of each; nan of none."""
    boards = {board: [right(mark) for mark in marks if mark.board == board] for board in {m.board for m in marks}}
    return 100 * statistics.fmean(map(statistics.fmean, boards.values())) if boards else math.nan


def _of(marks: Sequence[PhotographMark], use: str, way: str) -> list[RowMark]:
    read = [mark.given if way == "given" else mark.found for mark in marks if mark.use == use]
    return [mark for mark in read if mark is not None]
