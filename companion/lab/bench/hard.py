"""The harder photographs: hidden points, low and turned boards, empty boards, and pictures that must be declined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.lab.bench.figure import Figure
from companion.lab.bench.marking import RowMark, Wanted, marked, marked_where_found, unread
from companion.lab.bench.photographs import HardPhotograph
from vision.corners import corrected_corners, find_board, surely_found
from vision.errors import BoardNotFoundError
from vision.observation import Observation
from vision.pictures import open_picture
from vision.reader import read_still


@dataclass(frozen=True, slots=True)
class HardMark:
    """How a harder photograph was read with its corners given and found.

    ``declined``: it was answered by not found, doubtful or occluded.
    """

    use: str
    given: RowMark | None
    found: RowMark | None
    declined: bool = False

    @property
    def invented(self) -> bool:
        """Whether a checker was seen on an empty board, read either way."""
        return any(mark is not None and bool(mark.invented) for mark in (self.given, self.found))

    @property
    def found_better(self) -> bool:
        """Whether it was read better without the given corners than with them."""
        return _right(self.given) < _right(self.found)


def judged(photograph: HardPhotograph) -> HardMark:
    """Read a harder photograph both ways and compare."""
    picture = open_picture(photograph.picture)
    image, wanted = picture.image_bgr, photograph.wanted
    seen, declined = None, True
    try:
        board = surely_found(find_board(image))
        seen = read_still(image, board.corners_px).seen
        declined = board.doubtful or seen.hand
    except BoardNotFoundError:
        pass
    if wanted is None:
        return HardMark(photograph.use, None, None, declined=declined)
    first, second, third, fourth = picture.here(wanted.corners_px)
    wanted = replace(wanted, corners_px=(first, second, third, fourth))
    given = read_still(image, corrected_corners(image, wanted.corners_px)).seen
    found = unread(wanted) if seen is None else _better(seen, wanted, as_found=True)
    return HardMark(photograph.use, _better(given, wanted, as_found=False), found, declined)


def figures(marks: Sequence[HardMark]) -> Iterator[Figure]:
    """The figures of all harder photographs but those that count as plain ones."""
    hidden = [mark for mark in marks if mark.use == "unseen"]
    for way, least in (("given", 97), ("found", 93)):
        shares = [share for mark in hidden for share in [_right(mark.given if way == "given" else mark.found)]]
        name = f"harder photographs, points in sight, corners {way}: right"
        yield Figure.at_least(name, 100 * sum(shares) / max(len(shares), 1), "%", least)
    empty = [mark for mark in marks if mark.use == "empty"]
    name = f"photographs of empty boards with invented checkers, of {len(empty)}"
    yield Figure.at_most(name, sum(mark.invented for mark in empty), "pictures", 0)
    wrong = [mark for mark in marks if mark.use == "decline" and not mark.declined]
    declined = sum(mark.use == "decline" for mark in marks)
    yield Figure.at_most(f"photographs that should be declined and were not, of {declined}", len(wrong), "pictures", 0)
    worse = sum(mark.found_better for mark in marks)
    yield Figure.at_most("harder photographs read better with corners found than given", worse, "pictures", 0)


def _better(seen: Observation, wanted: Wanted, *, as_found: bool) -> RowMark:
    """The mark, whichever way round the label names two sides of about the same lightness."""
    mark = marked_where_found if as_found else marked
    return max((mark(seen, way) for way in (wanted, wanted.swapped())), key=_right)


def _right(mark: RowMark | None) -> float:
    return 0.0 if mark is None else mark.points_right or 0.0
