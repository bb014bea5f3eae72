"""Reads a file of either game: matches of backgammon, or games of draughts."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from companion.errors import InputError
from companion.record.files.contents import Form, is_draughts, opened
from companion.record.files.draughts_formats import games_in_content
from companion.record.files.formats import matches_in_content
from companion.record.files.pdn_reading import ReadGames
from companion.record.files.reading import ReadMatch
from companion.record.files.short import match_of_short
from companion.record.match import Match

ReadFile: TypeAlias = tuple[ReadMatch, ...] | ReadGames
"""The content of a file: one match of backgammon or several, or games of draughts."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A file that was read.  ``encoding``: of its text, by its name in Python."""

    found: ReadFile
    form: Form
    encoding: str


def read_file(path: Path, *, encoding: str | None = None) -> Opened:
    """Read a file by its content, whatever the ending of its name.

    ``encoding``: of the text, by its name in Python; None to recognise it.  Raises :class:`InputError`, naming the
    file, for one that is missing or that holds nothing that is read here.
    """
    content = opened(path, encoding=encoding)
    if content.form is Form.CODE:
        try:
            found = read_code(content.decoded.text)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None
    elif is_draughts(content.form):
        found = games_in_content(content, path)
    else:
        found = matches_in_content(content, path)
    return Opened(found, content.form, content.decoded.encoding)


def read_code(text: str) -> ReadFile:
    """Read the text of a match's QR code.  Raises :class:`InputError` if it is none, or not as it was written."""
    match = match_of_short(text)
    return (ReadMatch(match),) if isinstance(match, Match) else ReadGames(match)
