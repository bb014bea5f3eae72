"""A recorded sequence as a folder: its pictures in name order, and when each was taken.

``frames.jsonl`` holds one object a line, ``{"file": "0000.jpg", "t": 0.0}`` with ``t`` in seconds.  What stands still
may be one picture that is listed several times.
Nothing but the pictures and this file is read.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

import numpy as np

from hardware.errors import FramesError

PICTURE_ENDINGS: Final = (".jpg", ".jpeg", ".png", ".bmp")
TIMES_FILE: Final = "frames.jsonl"
PERIOD_S: Final = 1.0
"""The time between two pictures where none is known."""

_FOREVER_S: Final = 1e12
"""Beyond any clock: infinity and nonsense are kept out."""


@dataclass(frozen=True, slots=True)
class TimedPicture:
    path: Path
    seen_at_s: float


def pictures_in(folder: Path) -> tuple[TimedPicture, ...]:
    """The pictures of ``folder`` in name order, numbers in a name taken as numbers; again at each of their times.

    An unknown time is set between those of its neighbours, one second apart at the ends.
    Raises :class:`FramesError` for an empty folder, a listed picture that is missing, a line that
    cannot be read, and times that run backward.
    """
    try:
        names = sorted((entry.name for entry in folder.iterdir() if _is_picture(entry)), key=_name_order)
    except OSError as error:
        raise FramesError(f"{folder}: cannot be listed ({error.strerror}); expected a folder of pictures") from error
    if not names:
        raise FramesError(f"{folder}: no picture in it; expected files ending in {', '.join(PICTURE_ENDINGS)}")
    known = _times(folder / TIMES_FILE)
    for name in sorted(known.keys() - set(names)):
        raise FramesError(f"{folder / TIMES_FILE}: lists {name}, which is no picture in {folder}")
    unknown: list[float | None] = [None]
    shown = [(name, at_s) for name in names for at_s in known.get(name, unknown)]
    times_s = _filled([at_s for _, at_s in shown])
    pictures = tuple(TimedPicture(folder / name, at_s) for (name, _), at_s in zip(shown, times_s, strict=True))
    for earlier, later in pairwise(pictures):
        if later.seen_at_s < earlier.seen_at_s:
            raise FramesError(
                f"{folder / TIMES_FILE}: {later.path.name} at {later.seen_at_s:g} s is before {earlier.path.name} "
                f"at {earlier.seen_at_s:g} s; expected times that rise in name order"
            )
    return pictures


def _is_picture(entry: Path) -> bool:
    return entry.suffix.lower() in PICTURE_ENDINGS and not entry.name.startswith(".") and entry.is_file()


def _name_order(name: str) -> tuple[list[tuple[int, str]], str]:
    """``frame2`` before ``frame10``; the name itself decides between ``1`` and ``01``."""
    parts = re.split(r"(\d+)", name.lower())
    return [(int(part), "") if part.isdecimal() and part.isascii() else (-1, part) for part in parts], name


def _times(path: Path) -> Mapping[str, Sequence[float]]:
    if not path.exists():
        return {}
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise FramesError(f"{path}: cannot be read as text ({error})") from error
    times_s: dict[str, list[float]] = {}
    for number, line in enumerate(lines, start=1):
        if line.strip():
            file, at_s = _timed(line, f"{path}, line {number}")
            times_s.setdefault(file, []).append(at_s)
    return times_s


def _timed(line: str, place: str) -> tuple[str, float]:
    expected = 'expected {"file": "0000.jpg", "t": 0.0} with t in seconds'
    try:
        entry = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise FramesError(f"{place}: {line.strip()[:60]} is not JSON; {expected}") from error
    match entry:
        case {"file": str(file), "t": float() | int() as at_s} if not isinstance(at_s, bool) and abs(at_s) < _FOREVER_S:
            return file, float(at_s)
        case _:
            raise FramesError(f"{place}: {line.strip()[:60]} cannot be used; {expected}")


def _filled(times_s: Sequence[float | None]) -> list[float]:
    """The times with the gaps filled in evenly, by one period before the first and after the last known."""
    known = [(at, time_s) for at, time_s in enumerate(times_s) if time_s is not None] or [(0, 0.0)]
    places, values_s = zip(*known, strict=True)
    all_places = np.arange(len(times_s))
    outside = np.minimum(all_places - places[0], 0) + np.maximum(all_places - places[-1], 0)
    filled: list[float] = (np.interp(all_places, places, values_s) + outside * PERIOD_S).tolist()
    return filled
