"""A small match that is packed, with pictures that are none."""

from __future__ import annotations

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from companion.record import Journal
from companion.record.pack.page import Program
from companion.record.pack.writing import Packed, pack
from companion.record.snapshot_files import SnapshotFacts, keep, keep_dispute, kept
from tests.archived import BEGAN
from tests.record.recorded import MATCH

PROGRAM: Final = Program("0.5.0", {"vision/weights/finder.onnx": "ab" * 32})
JPEG: Final = b"\xff\xd8 no picture, but begins like one \xff\xd9"
SCRIPT_NAME: Final = "<script>alert('Łukasz')</script>"


def recorded(data_dir: Path, *, names: tuple[str, str] = ("Anna", SCRIPT_NAME)) -> int:
    """A match to 3 points with an illegal play, and pictures of two turns, one of which is disputed."""
    with Journal(data_dir) as journal:
        header = journal.begin(names=names, length=3, started=BEGAN, terms={"clock": True})
        journal.append_all(MATCH)
    for n, (turn, what) in enumerate([(1, "before"), (1, "roll"), (1, "after"), (2, "roll")]):
        keep(data_dir, JPEG, SnapshotFacts(header.id, turn, what, 2, n, float(n), BEGAN.isoformat()))
    moments = [(JPEG, SnapshotFacts(header.id, 2, "dispute", 5, n, n / 2, BEGAN.isoformat())) for n in range(3)]
    keep_dispute(data_dir, moments, header.id, 2)
    return header.id


def packed(data_dir: Path, out: Path, *, language: str = "en") -> Packed:
    """The pack of the only match in a folder."""
    with Journal(data_dir) as journal:
        (header,) = journal.matches()
        return pack(header, journal.rows(header.id), kept(data_dir, header.id), out, program=PROGRAM, language=language)


def repacked(
    path: Path, out: Path, change: Callable[[dict[str, bytes]], None], *, method: int = zipfile.ZIP_STORED
) -> Path:
    """A pack with other files, as any program would pack them."""
    with zipfile.ZipFile(path) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    change(files)
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out
