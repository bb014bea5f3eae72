"""Reads files of draughts games, by their content, and writes the format that the file name suffix says."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.record.draughts_game import WrittenGame
from companion.record.files.contents import Content, Form, opened
from companion.record.files.draughts_document import games_from_json
from companion.record.files.pdn import draughts_json_text, pdn_text
from companion.record.files.pdn_reading import ReadGames, read_pdn
from companion.record.files.reading import Problem
from companion.record.files.short import match_of_short
from companion.record.match import Match
from companion.record.saving import save

PDN: Final = ".pdn"
"""The ending of the files that hold draughts and nothing else."""

_WRITERS: Final[Mapping[str, Callable[[Sequence[WrittenGame]], str]]] = {PDN: pdn_text, ".json": draughts_json_text}


GAME_ENDINGS: Final = tuple(_WRITERS)
"""The formats that games of draughts are written in."""


def is_pdn(path: Path) -> bool:
    """Whether a file holds draughts by its name."""
    return path.suffix.lower() == PDN


def read_games(path: Path, *, encoding: str | None = None) -> ReadGames:
    """Read the games of a file in any format that holds draughts, whatever the ending of its name.

    ``encoding``: of the text, by its name in Python; None to recognise it.  Raises :class:`InputError`, naming the
    file, if it is missing or holds no game.
    """
    return games_in_content(opened(path, encoding=encoding), path)


def games_in_content(content: Content, path: Path) -> ReadGames:
    """Read the games of an opened file; ``path``: its name for sentences.  Raises as :func:`read_games`."""
    try:
        reader = _READERS.get(content.form)
        if reader is None:
            raise InputError("holds a match of backgammon, expected games of draughts")
        found = reader(content.decoded.text)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    said = tuple(Problem(None, None, "note", note) for note in (content.note, content.decoded.note) if note)
    return replace(found, problems=(*said, *found.problems))


def _games_of_code(text: str) -> ReadGames:
    games = match_of_short(text)
    if isinstance(games, Match):
        raise InputError("holds a match of backgammon, expected games of draughts")
    return ReadGames(games)


_READERS: Final[Mapping[Form, Callable[[str], ReadGames]]] = {
    Form.PDN: read_pdn,
    Form.DRAUGHTS_JSON: lambda text: ReadGames(games_from_json(text)),
    Form.CODE: _games_of_code,
}


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
