"""Finds the match files named on the command line: single ones, and all in a folder."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.record.files.document import FORMAT
from companion.record.files.formats import ENDINGS

_LOOKED_AT_BYTES: Final = 200


def matches_in(folder: Path, endings: Sequence[str] = ENDINGS) -> list[Path]:
    """Return the match files of a folder and its subfolders, by file name suffix, in order.

    Raises :class:`InputError` if there are none.
    """
    found = sorted(file for file in folder.rglob("*") if file.suffix.lower() in endings and _may_be_match(file))
    if not found:
        raise InputError(f"{folder}: holds no match files, expected some that end in {', '.join(endings)}")
    return found


def _may_be_match(path: Path) -> bool:
    # Folders hold many JSON files that are none of ours.
    if path.suffix.lower() != ".json" or not path.is_file():
        return path.is_file()
    try:
        with path.open("rb") as file:
            return FORMAT.encode() in file.read(_LOOKED_AT_BYTES)
    except OSError:
        return True  # reading it later reports why it cannot be read
