"""Reads match files in any format, by their content, and writes the one that the file name suffix says."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from companion.errors import InputError
from companion.record.files.contents import Content, Form, is_draughts, opened
from companion.record.files.document import json_text, match_from_json
from companion.record.files.mat import mat_text
from companion.record.files.mat_reading import read_mats
from companion.record.files.reading import Problem, ReadMatch
from companion.record.files.sgf import sgf_text
from companion.record.files.sgf_reading import read_sgfs
from companion.record.files.short import match_of_short
from companion.record.match import Match
from companion.record.saving import save

_WRITERS: Final[Mapping[str, Callable[[Match], str]]] = {".mat": mat_text, ".sgf": sgf_text, ".json": json_text}
_READERS: Final[Mapping[Form, Callable[[str], tuple[ReadMatch, ...]]]] = {
    Form.MAT: read_mats,
    Form.SGF: read_sgfs,
    Form.JSON: lambda text: (ReadMatch(match_from_json(text)),),
    Form.CODE: lambda text: (ReadMatch(_match_of_code(text)),),
}

ENDINGS: Final = tuple(_WRITERS)
"""The formats that a match is written in."""


def read_match(path: Path | str) -> Match:
    """Read a file in any format that holds a match of backgammon, whatever the ending of its name.

    A play against the rules is read as written and marked illegal.  Raises :class:`InputError`,
    naming the file, if it is missing, cannot be read, is no match file, or holds several matches.
    """
    return read(path).match


def write_match(match: Match, path: Path | str) -> None:
    """Write a whole ``.mat``, ``.sgf`` or ``.json`` file, or leave the old one.

    Raises :class:`InputError`, naming the file, for another suffix or for what the format cannot
    hold, and :class:`companion.errors.StorageError` if the disk fails.
    """
    path = Path(path)
    check_ending(path)
    try:
        text = _WRITERS[path.suffix.lower()](match)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    save(path, text)


def read(path: Path | str) -> ReadMatch:
    """Read a file as :func:`read_match` does, with its line numbers and what could not be understood in it.

    Raises :class:`InputError` also for a file that holds several matches: :func:`read_matches` reads those.
    """
    first, *others = read_matches(path)
    if others:
        raise InputError(f"{path}: holds {len(others) + 1} matches, expected one")
    return first


def read_matches(path: Path | str, *, encoding: str | None = None) -> tuple[ReadMatch, ...]:
    """Read every match of a file, in order; of most files there is one.

    ``encoding``: of the text, by its name in Python; None to recognise it.  Each match has its own problems;
    their lines are those of the file.  Raises :class:`InputError` as :func:`read_match` does, and for an
    unknown encoding.
    """
    path = Path(path)
    return matches_in_content(opened(path, encoding=encoding), path)


def matches_in_content(content: Content, path: Path) -> tuple[ReadMatch, ...]:
    """Read the matches of an opened file; ``path``: its name for sentences.  Raises as :func:`read_matches`."""
    try:
        if is_draughts(content.form):
            raise InputError("holds games of draughts, expected a match of backgammon")
        first, *others = _READERS[content.form](content.decoded.text)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    said = tuple(Problem(None, None, "note", note) for note in (content.note, content.decoded.note) if note)
    return (replace(first, problems=(*said, *first.problems)), *others)


def check_ending(path: Path | str) -> None:
    """Raise :class:`InputError` if no match can be written to a file of this name."""
    if Path(path).suffix.lower() not in _WRITERS:
        raise InputError(f"{path}: the ending says the format, expected one of {', '.join(_WRITERS)}")


def _match_of_code(text: str) -> Match:
    match = match_of_short(text)
    if not isinstance(match, Match):
        raise InputError("holds games of draughts, expected a match of backgammon")
    return match
