"""The pictures of the reading bench, each read once and compared with its truth."""

from __future__ import annotations

import argparse
import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from companion.app.progress_bar import with_progress
from companion.lab.bench import shown
from companion.lab.bench.filmed import films_in
from companion.lab.bench.marking import RowMark, Wanted, either_way, unread
from companion.lab.bench.photographed import PhotographMark, judged
from companion.lab.bench.photographs import LooseDice, dice_photographs, photographs
from companion.lab.bench.rendered import TruthFrame, games, renders, stills
from companion.lab.bench.shown import FilmMarks, GameMarks
from vision.calibration import Calibration
from vision.corners import find_corners, given_board
from vision.errors import BoardNotFoundError
from vision.loose import find_loose_dice
from vision.observation import BAR, POINTS, Observation, SeenDie
from vision.overlay import dice_overlaid, overlaid, save_overlay
from vision.pictures import load_picture
from vision.reader import read_still
from vision.rectify import Image

_Item = TypeVar("_Item")
_Made = TypeVar("_Made")


def is_kept_back(name: str) -> bool:
    """Whether a board belongs to the third that is kept for one look at the end; its name decides."""
    return zlib.crc32(name.encode()) % 3 == 0


@dataclass
class Material:
    """The marks of all pictures, each kind taken when it is first asked for."""

    options: argparse.Namespace

    @cached_property
    def sets(self) -> dict[str, list[Wanted]]:
        """Single rendered pictures: the stills, and each folder of one's own with its boards of the chosen share."""
        own = {folder.name: [f for f in renders([folder]) if self._shares(f.style)] for folder in self.options.renders}
        sets = {"stills": stills(self.options.shared), **own}
        return {name: [rendered_wanted(f, f.style) for f in frames] for name, frames in sets.items()}

    @cached_property
    def given(self) -> dict[str, list[RowMark]]:
        return {name: self._marks(_given, wanted, f"{name}, corners given") for name, wanted in self.sets.items()}

    @cached_property
    def found(self) -> dict[str, list[RowMark]]:
        clear = {name: [one for one in wanted if one.clear] for name, wanted in self.sets.items()}
        return {name: self._marks(_found, wanted, f"{name}, corners found") for name, wanted in clear.items()}

    @cached_property
    def clips(self) -> list[RowMark]:
        """Frames in which things are on their way: nothing is asked for but hands."""
        wanted = [replace(rendered_wanted(f, f.style), clear=False) for f in renders(self.options.clips)]
        return self._marks(_given, wanted, "clips")

    @cached_property
    def games(self) -> list[GameMarks]:
        """The development games and one's own, read as in a match."""
        return self._each(lambda game: shown.game_marks(*game), self.frames)

    @cached_property
    def frames(self) -> list[tuple[str, list[TruthFrame]]]:
        own = [folder for folder in self._own_films if not _is_film(folder)]
        return list(games(self.options.shared, own))

    @cached_property
    def films(self) -> list[FilmMarks]:
        """One's own films, shown to the session."""
        own = [film for folder in self._own_films if _is_film(folder) for film in films_in(folder)]
        return self._each(shown.film_marks, own)

    @cached_property
    def photographs(self) -> list[PhotographMark]:
        return self._each(judged, photographs(self.options.shared))

    @cached_property
    def loose_dice(self) -> list[RowMark]:
        return self._marks(_loose_dice, dice_photographs(self.options.shared), "photographs of dice")

    @property
    def rendered(self) -> list[RowMark]:
        """All rendered pictures that were read with their corners given."""
        return [mark for marks in (*self.given.values(), *(game.marks for game in self.games)) for mark in marks]

    @property
    def _own_films(self) -> list[Path]:
        return [folder for folder in self.options.films if self._shares(folder.name)]

    def _shares(self, name: str) -> bool:
        return self.options.share in ("all", "last" if is_kept_back(name) else "tuning")

    def _each(self, work: Callable[[_Item], _Made], items: Sequence[_Item]) -> list[_Made]:
        return list(with_progress(work, items, quiet=self.options.json))

    def _marks(self, work: Callable[[_Item], _Taken], items: Sequence[_Item], kind: str) -> list[RowMark]:
        folder = self.options.overlays
        marks = []
        for taken in with_progress(work, items, quiet=self.options.json):
            if folder is not None and taken.mark.failed:
                _write(taken, folder / kind.replace(", ", "-").replace(" ", "-"))
            marks.append(taken.mark)
        return marks


def _is_film(folder: Path) -> bool:
    return (folder / "film.json").exists() or any(folder.glob("*/film.json"))


@dataclass(frozen=True, slots=True, eq=False)
class _Taken:
    """The mark of one picture, and what is needed to draw what was read in it."""

    mark: RowMark
    image_bgr: Image
    seen: Observation | None = None
    calibration: Calibration | None = None
    dice: tuple[SeenDie, ...] = ()


def _given(wanted: Wanted) -> _Taken:
    """A single picture, nothing known of the board but its corners."""
    image = load_picture(wanted.picture)
    still = read_still(image, given_board(image, wanted.corners_px).corners_px)
    return _Taken(either_way(still.seen, wanted, image), image, still.seen, still.known)


def _found(wanted: Wanted) -> _Taken:
    """A single picture, nothing known of the board."""
    image = load_picture(wanted.picture)
    try:
        still = read_still(image, find_corners(image))
    except BoardNotFoundError:
        return _Taken(unread(wanted), image)
    return _Taken(either_way(still.seen, wanted, image, as_found=True), image, still.seen, still.known)


def _loose_dice(photograph: LooseDice) -> _Taken:
    image = load_picture(photograph.picture)
    dice = find_loose_dice(image)
    values = tuple(sorted(die.value for die in dice))
    return _Taken(RowMark("dice", photograph.picture, dice=values == photograph.values), image, dice=dice)


def rendered_wanted(frame: TruthFrame, board: str) -> Wanted:
    """The content of a rendered picture, with unknown sides and numbers."""
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
        clear=frame.is_clear,
    )


def _write(taken: _Taken, folder: Path) -> None:
    """The picture with what was read drawn on it."""
    image = dice_overlaid(taken.image_bgr, taken.dice)
    if taken.seen is not None and taken.calibration is not None:
        image = overlaid(taken.image_bgr, taken.seen, taken.calibration.geometry, truth=taken.mark.wrong)
    folder.mkdir(parents=True, exist_ok=True)
    save_overlay(image, folder / f"{taken.mark.board}-{taken.mark.picture.stem}.jpg")
