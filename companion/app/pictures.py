"""Positions from pictures for the screen: from the camera now, or a file on a USB stick."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Final

from companion.app.arguments import vision_problem
from companion.app.pictured import KINDS
from companion.app.reading_apart import PictureRefusedError, read_apart
from companion.errors import CompanionError, InputError
from companion.games.catalogue import Game
from companion.screen.camera_service import CameraService
from companion.screen.services import Pictured, PictureFile, PicturePlace
from companion.texts import sentence
from hardware.sticks import sticks
from vision.errors import BoardNotFoundError, VisionError

_ENDINGS: Final = frozenset({".jpg", ".jpeg", ".png", ".webp", ".bmp", ".tif", ".tiff"})
_MOST_FILES: Final = 20_000
"""The most files of a stick that are looked at: a slow one lists some thousands a second."""
_MOST_LISTED: Final = 200


class PicturesHere:
    """``check``: raises :class:`CompanionError` while help is not allowed.  ``language``: of the texts.

    ``find_sticks``: the folders of the USB sticks that are plugged in.
    """

    def __init__(
        self,
        check: Callable[[], None],
        sight: CameraService | None = None,
        *,
        language: Callable[[], str] = lambda: "en",
        find_sticks: Callable[[], Sequence[Path]] = sticks,
    ) -> None:
        self._check: Final = check
        self._sight: Final = sight
        self._language: Final = language
        self._find_sticks: Final = find_sticks

    def refused(self) -> str:
        try:
            self._check()
        except CompanionError as error:
            return str(error)
        return ""

    def places(self) -> tuple[PicturePlace, ...]:
        has_camera = self._sight is not None and not self._sight.facts().trouble
        return (*([PicturePlace.CAMERA] if has_camera else []), PicturePlace.STICK)

    def files(self) -> tuple[PictureFile, ...]:
        found = (file for stick in self._find_sticks() for file in _pictures_on(stick))
        return tuple(sorted(found, key=lambda file: -file.taken_s)[:_MOST_LISTED])

    def from_file(self, path: Path, game: Game) -> Pictured | None:
        self._check()
        try:
            read = read_apart(path.read_bytes(), game)
        except PictureRefusedError as error:
            raise InputError(sentence(error.key, error.values, language=self._language())) from error
        except OSError as error:
            raise InputError(f"{path.name}: cannot be read ({error.strerror})") from error
        return Pictured(read.board, read.framed)

    def from_camera(self, game: Game) -> Pictured | None:
        self._check()
        image_bgr = self._sight.whole() if self._sight is not None else None
        if image_bgr is None:
            return None
        kind = KINDS[game]
        try:
            board = kind.read(image_bgr)
        except BoardNotFoundError:
            return None
        except VisionError as error:
            raise vision_problem(error) from error
        return Pictured(board, kind.framed(image_bgr, board))


def _pictures_on(stick: Path) -> Iterator[PictureFile]:
    for path in islice(_files_below(stick), _MOST_FILES):
        if path.suffix.lower() in _ENDINGS and not path.name.startswith("."):
            try:
                yield PictureFile(path, stick.name, path.stat().st_mtime)
            except OSError:  # it was unplugged just now, or is broken
                continue


def _files_below(folder: Path) -> Iterator[Path]:
    for place, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(place) / name for name in names)
