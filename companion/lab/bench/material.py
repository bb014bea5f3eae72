"""The pictures of the reading bench, each read once and compared with its truth."""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from typing import TypeVar

from companion.app.progress_bar import with_progress
from companion.lab.bench import changing, learning
from companion.lab.bench.changing import ChangeMarks
from companion.lab.bench.hard import HardMark, judged
from companion.lab.bench.learning import LearnedMarks
from companion.lab.bench.marking import RowMark, Wanted, hand_marked, marked, marked_where_found, unread
from companion.lab.bench.photographs import (
    LooseDice,
    dice_photographs,
    hard_photographs,
    is_truly_light,
    photographs,
)
from companion.lab.bench.rendered import TruthFrame, games, renders, stills
from vision.calibration import Calibration, calibrate
from vision.corners import corrected_corners, find_corners
from vision.dice import find_loose_dice
from vision.errors import BoardNotFoundError, CalibrationError
from vision.observation import BAR, POINTS, Observation, SeenDie
from vision.overlay import dice_overlaid, overlaid, save_overlay
from vision.pictures import load_picture
from vision.reader import BoardReader, read_still
from vision.rectify import Image

_Item = TypeVar("_Item")


def is_kept_back(style: str) -> bool:
    """Whether a board belongs to the third that is kept for one look at the end; its name decides."""
    return zlib.crc32(style.encode()) % 3 == 0


@dataclass
class Material:
    """The marks of all pictures, each kind taken when it is first asked for."""

    options: argparse.Namespace

    @cached_property
    def stills(self) -> list[RowMark]:
        return self._each(_still, stills(self.options.shared), "stills, corners given")

    @cached_property
    def stills_found(self) -> list[RowMark]:
        clear = [frame for frame in stills(self.options.shared) if frame.is_clear]
        return self._each(_still_found, clear, "stills, corners found")

    @cached_property
    def renders(self) -> list[RowMark]:
        return self._each(_own_still, self._own, "own renders, corners given")

    @cached_property
    def renders_found(self) -> list[RowMark]:
        clear = [frame for frame in self._own if frame.is_clear]
        return self._each(_own_still_found, clear, "own renders, corners found")

    @cached_property
    def _own(self) -> list[TruthFrame]:
        """Those of the share of the boards that was chosen."""
        frames, share = renders(self.options.renders), self.options.share
        return [frame for frame in frames if share in ("all", "last" if is_kept_back(frame.style) else "tuning")]

    @cached_property
    def clips(self) -> list[RowMark]:
        return self._each(_clip_frame, renders(self.options.clips), "clips")

    @cached_property
    def games(self) -> list[RowMark]:
        return [mark for name, frames in games(self.options.shared) for mark in self._game(name, frames)]

    @cached_property
    def changes(self) -> list[ChangeMarks]:
        made = with_progress(lambda film: changing.marks_of(*film), self._played, quiet=self.options.json)
        return [marks for marks in made if marks is not None]

    @cached_property
    def learned(self) -> list[LearnedMarks]:
        made = with_progress(lambda film: [*learning.marks_of(*film)], self._played, quiet=self.options.json)
        return [marks for some in made for marks in some]

    @cached_property
    def _played(self) -> list[tuple[str, list[TruthFrame]]]:
        """The games, and films of one's own."""
        own = [(folder.name, renders([folder])) for folder in self.options.films]
        return [*games(self.options.shared), *own]

    @cached_property
    def photographs(self) -> list[RowMark]:
        return self._each(_photograph, photographs(self.options.shared), "photographs, corners given")

    @cached_property
    def photographs_found(self) -> list[RowMark]:
        return self._each(_found_either_way, photographs(self.options.shared), "photographs, corners found")

    @cached_property
    def hard_photographs(self) -> list[HardMark]:
        return list(with_progress(judged, hard_photographs(self.options.shared), quiet=self.options.json))

    @cached_property
    def loose_dice(self) -> list[RowMark]:
        return self._each(_loose_dice, dice_photographs(self.options.shared), "photographs of dice")

    def single_pictures(self, part: str) -> list[RowMark]:
        """Those of a part that were read with their corners given and nothing else known."""
        return [*self.stills, *self.renders] if part == "stills" else self.photographs

    @property
    def rendered(self) -> list[RowMark]:
        """All rendered pictures that were read with their corners given."""
        return [*self.stills, *self.renders, *self.games]

    def _game(self, name: str, frames: list[TruthFrame]) -> list[RowMark]:
        reader = _reader_of(frames[0])
        return self._each(partial(_frame, reader=reader, game=name), frames, f"game {name}")

    def _each(self, work: Callable[[_Item], _Taken], items: Sequence[_Item], kind: str) -> list[RowMark]:
        folder = self.options.overlays
        marks = []
        for taken in with_progress(work, items, quiet=self.options.json):
            if folder is not None and taken.mark.failed:
                _write(taken, folder / kind.replace(", ", "-").replace(" ", "-"))
            marks.append(taken.mark)
        return marks


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """The mark of one picture, and what is needed to draw what was read in it."""

    mark: RowMark
    image_bgr: Image
    seen: Observation | None = None
    calibration: Calibration | None = None
    dice: tuple[SeenDie, ...] = ()


def _still(frame: TruthFrame) -> _Taken:
    """A single picture, nothing known of the board but its corners."""
    image, wanted = load_picture(frame.picture), rendered_wanted(frame, frame.style)
    still = read_still(image, corrected_corners(image, wanted.corners_px))
    mark = marked(still.seen, wanted) if frame.is_clear else hand_marked(still.seen, wanted)
    return _Taken(mark, image, still.seen, still.known)


def _own_still(frame: TruthFrame) -> _Taken:
    """The same of a board whose colours were drawn at random: its sides may be about equally light."""
    taken, wanted = _still(frame), rendered_wanted(frame, frame.style)
    if taken.seen is None or not frame.is_clear:
        return taken
    return replace(taken, mark=_either_way(taken.mark, marked(taken.seen, wanted.swapped()), taken.image_bgr, wanted))


def _own_still_found(frame: TruthFrame) -> _Taken:
    return _found_either_way(rendered_wanted(frame, frame.style))


def _clip_frame(frame: TruthFrame) -> _Taken:
    """A frame in which things are on their way: nothing is asked for but hands."""
    taken = _still(frame)
    return replace(taken, mark=RowMark(taken.mark.board, frame.picture, hand=taken.mark.hand))


def _still_found(frame: TruthFrame) -> _Taken:
    return _found(rendered_wanted(frame, frame.style))


def _photograph(wanted: Wanted) -> _Taken:
    """A photograph, its corners given; a label that names the two sides at will may name them the other way round."""
    image = load_picture(wanted.picture)
    still = read_still(image, corrected_corners(image, wanted.corners_px))
    mark = _either_way(marked(still.seen, wanted), marked(still.seen, wanted.swapped()), image, wanted)
    return _Taken(mark, image, still.seen, still.known)


def _found_either_way(wanted: Wanted) -> _Taken:
    taken = _found(wanted)
    if taken.seen is None:
        return taken
    swapped = marked_where_found(taken.seen, wanted.swapped())
    return replace(taken, mark=_either_way(taken.mark, swapped, taken.image_bgr, wanted))


def _either_way(mark: RowMark, swapped: RowMark, image_bgr: Image, wanted: Wanted) -> RowMark:
    if (swapped.points_right or 0.0) <= (mark.points_right or 0.0) or is_truly_light(image_bgr, wanted):
        return mark
    return replace(swapped, swapped=True)


def _found(wanted: Wanted) -> _Taken:
    """A single picture, nothing known of the board."""
    image = load_picture(wanted.picture)
    try:
        still = read_still(image, find_corners(image))
    except BoardNotFoundError:
        return _Taken(unread(wanted), image)
    return _Taken(marked_where_found(still.seen, wanted), image, still.seen, still.known)


def _reader_of(first: TruthFrame) -> BoardReader | None:
    """The reader that has learned a game's board from its first frame; None where that shows no start position."""
    try:
        return BoardReader(calibrate(load_picture(first.picture), first.corners()))
    except CalibrationError:
        return None


def _frame(frame: TruthFrame, reader: BoardReader | None, game: str) -> _Taken:
    image = load_picture(frame.picture)
    wanted = replace(rendered_wanted(frame, game), orientation=frame.orientation)
    if reader is None:
        return _Taken(unread(wanted), image)
    seen = reader.look(image, seen_at_s=0.0)
    mark = marked(seen, wanted) if frame.is_clear else hand_marked(seen, wanted)
    return _Taken(mark, image, seen, reader.calibration)


def _loose_dice(photograph: LooseDice) -> _Taken:
    image = load_picture(photograph.picture)
    dice = find_loose_dice(image)
    values = tuple(sorted(die.value for die in dice))
    return _Taken(RowMark("dice", photograph.picture, dice=values == photograph.values), image, dice=dice)


def rendered_wanted(frame: TruthFrame, board: str) -> Wanted:
    """What a rendered picture shows, on a board whose sides and numbers are not known."""
    counts, orientation = frame.counts(), frame.orientation
    return Wanted(
        board=board,
        picture=frame.picture,
        corners_px=frame.corners(),
        point_width=frame.point_width,
        cells={orientation.cell(point): counts[point] for point in POINTS},
        bar=counts[BAR],
        off=frame.off(),
        dice=tuple(frame.dice),
        cocked=frame.is_cocked,
        cube=frame.cube,
        hand=frame.hand_over_field(),
    )


def _write(taken: _Taken, folder: Path) -> None:
    """The picture with what was read drawn on it."""
    image = dice_overlaid(taken.image_bgr, taken.dice)
    if taken.seen is not None and taken.calibration is not None:
        image = overlaid(taken.image_bgr, taken.seen, taken.calibration.geometry, truth=taken.mark.wrong)
    folder.mkdir(parents=True, exist_ok=True)
    save_overlay(image, folder / f"{taken.mark.board}-{taken.mark.picture.stem}.jpg")
