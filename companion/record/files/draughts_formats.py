"""Reads and writes files of draughts games: the file name suffix says which format."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.record.draughts_game import WrittenGame
from companion.record.files.decoding import decoded
from companion.record.files.formats import content_of
from companion.record.files.pdn import draughts_json_text, pdn_text
from companion.record.files.pdn_reading import ReadGames, read_pdn
from companion.record.saving import save

PDN: Final = ".pdn"
"""The ending of the files that hold draughts and nothing else."""

_WRITERS: Final[Mapping[str, Callable[[Sequence[WrittenGame]], str]]] = {PDN: pdn_text, ".json": draughts_json_text}


def is_pdn(path: Path) -> bool:
    """Whether a file holds draughts by its name."""
    return path.suffix.lower() == PDN


def read_games(path: Path) -> ReadGames:
    """Read a PDN file.  Raises :class:`InputError`, naming the file, if it is missing or holds no game."""
    try:
        return read_pdn(decoded(content_of(path)))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def write_games(games: Sequence[WrittenGame], path: Path) -> None:
    """Write a whole ``.pdn`` or ``.json`` file, or leave the old one.

    Raises :class:`InputError` for another suffix, and :class:`companion.errors.StorageError` if the disk fails.
    """
    check_games_ending(path)
    save(path, _WRITERS[path.suffix.lower()](games))


def check_games_ending(path: Path) -> None:
    """Raise :class:`InputError` if no games of draughts can be written to a file of this name."""
    if path.suffix.lower() not in _WRITERS:
        raise InputError(f"{path}: games of draughts are written as one of {', '.join(_WRITERS)}")
