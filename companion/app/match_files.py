"""Match files on the command line: single ones, and all that a folder holds."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.record.files.document import FORMAT
from companion.record.files.formats import ENDINGS

_LOOKED_AT_BYTES: Final = 200


def matches_in(folder: Path) -> list[Path]:
    """The match files of a folder and of those within it, by the endings of their names, in order.

    Raises :class:`InputError` where there are none.
    """
    found = sorted(file for file in folder.rglob("*") if file.suffix.lower() in ENDINGS and _may_be_match(file))
    if not found:
        raise InputError(f"{folder}: holds no match files, expected some that end in {', '.join(ENDINGS)}")
    return found


def _may_be_match(path: Path) -> bool:
    # Folders hold many JSON files that are none of ours.
    if path.suffix.lower() != ".json" or not path.is_file():
        return path.is_file()
    try:
        with path.open("rb") as file:
            return FORMAT.encode() in file.read(_LOOKED_AT_BYTES)
    except OSError:
        return True  # reading it will say why it cannot be read
