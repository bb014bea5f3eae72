"""Keeps the match clock between two entries, so that no break of the program gives a player time back.

An entry a second would be the larger part of the journal.  So the clock is kept in ``journal.sqlite3.clock``, a file of
two blocks that are written in turn: a block that is torn when the power fails leaves the other one.  The same few
kilobytes are overwritten again and again, which wears a memory card least.

A mark counts only for the entry after which it was made, in the same epoch of its match: any later entry has the clock
itself.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

_SUFFIX: Final = ".clock"
_BLOCK: Final = 4096
"""Bytes: what disks and memory cards write at once."""


@dataclass(frozen=True, slots=True)
class ClockMark:
    """The clock, as entries have it, ``t`` seconds into the match, after its entry ``n``."""

    n: int
    t: float
    clock: Mapping[str, object]


class ClockMarks:
    """The newest mark of the match that is played.  What cannot be kept here is no reason to stop a match."""

    def __init__(self, journal: Path) -> None:
        self._path: Final = Path(f"{journal}{_SUFFIX}")
        self._file: int | None = None
        self._number: int | None = None

    def wrote(self, uuid: str, epoch: int, mark: ClockMark) -> None:
        """Keep a mark in place of the one before it; it is on disk when this returns."""
        if self._number is None:
            self._number = max((number for number, _ in _blocks(self._path)), default=0)
        values = {
            "number": self._number + 1,
            "uuid": uuid,
            "epoch": epoch,
            "n": mark.n,
            "t": mark.t,
            "clock": mark.clock,
        }
        content = json.dumps(values).encode()
        block = f"{zlib.crc32(content):08x} ".encode() + content + b"\n"
        if len(block) > _BLOCK:
            return
        with suppress(OSError):
            if self._file is None:
                self._file = self._opened()
            os.pwrite(self._file, block.ljust(_BLOCK), (self._number + 1) % 2 * _BLOCK)
            os.fdatasync(self._file)
            self._number += 1

    def read(self, uuid: str, epoch: int) -> ClockMark | None:
        """Return the newest mark, if it is of this match in this epoch."""
        found = sorted(_blocks(self._path), key=lambda block: block[0])
        if not found or (found[-1][1].get("uuid"), found[-1][1].get("epoch")) != (uuid, epoch):
            return None
        match found[-1][1]:
            case {"n": int(n), "t": int() | float() as t, "clock": dict(clock)}:
                return ClockMark(n, float(t), clock)
        return None

    def close(self) -> None:
        if self._file is not None:
            os.close(self._file)
            self._file = None

    def _opened(self) -> int:
        """The file, with its whole size, so that to write a mark changes nothing but a block."""
        file = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        if os.fstat(file).st_size < 2 * _BLOCK:
            os.pwrite(file, b" " * 2 * _BLOCK, 0)
            os.fsync(file)
        return file


def _blocks(path: Path) -> list[tuple[int, dict[str, Any]]]:
    found = []
    with suppress(OSError), path.open("rb") as file:
        for place in range(2):
            file.seek(place * _BLOCK)
            check, _, content = file.read(_BLOCK).strip().partition(b" ")
            with suppress(ValueError, RecursionError):
                if int(check, 16) == zlib.crc32(content):
                    values = json.loads(content)
                    if isinstance(values, dict) and isinstance(values.get("number"), int):
                        found.append((int(values["number"]), values))
    return found
