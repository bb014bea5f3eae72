"""Finds the USB sticks and cards that are plugged in, to copy files to."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

MEDIA: Final = (Path("/media"), Path("/run/media"))
"""Where desktops and automatic mounting put them: ``/media/NAME``, ``/media/USER/NAME``, ``/run/media/USER/NAME``."""


def plugged_in(
    media: Iterable[Path] = MEDIA,
    *,
    is_mounted: Callable[[Path], bool] = os.path.ismount,
    is_writable: Callable[[Path], bool] = lambda folder: os.access(folder, os.W_OK | os.X_OK),
) -> tuple[Path, ...]:
    """Return the writable folders mounted below ``media``, by name."""
    folders = {folder for place in media for folder in _below(place)}
    return tuple(sorted(folder for folder in folders if is_mounted(folder) and is_writable(folder)))


def _below(place: Path) -> Iterator[Path]:
    for folder in _folders(place):
        yield folder
        yield from _folders(folder)


def _folders(place: Path) -> Iterator[Path]:
    with suppress(OSError):  # there is none, or it was unplugged just now
        yield from (path for path in place.iterdir() if path.is_dir())
