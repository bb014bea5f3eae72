"""Reads and writes match files in any format: the file name suffix says which."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final, TypeVar

from companion.errors import InputError
from companion.record.files.decoding import recognised
from companion.record.files.document import json_text, match_from_json
from companion.record.files.limits import MOST_BYTES
from companion.record.files.mat import mat_text
from companion.record.files.mat_reading import read_mats
from companion.record.files.reading import Problem, ReadMatch
from companion.record.files.sgf import sgf_text
from companion.record.files.sgf_reading import read_sgfs
from companion.record.match import Match
from companion.record.saving import save

_WRITERS: Final[Mapping[str, Callable[[Match], str]]] = {".mat": mat_text, ".sgf": sgf_text, ".json": json_text}
_READERS: Final[Mapping[str, Callable[[str], tuple[ReadMatch, ...]]]] = {
    ".mat": read_mats,
    ".sgf": read_sgfs,
    ".json": lambda text: (ReadMatch(match_from_json(text)),),
}
_Chosen = TypeVar("_Chosen")

ENDINGS: Final = tuple(_READERS)


def read_match(path: Path | str) -> Match:
    """Read a ``.mat``, ``.sgf`` or ``.json`` file.

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
    writer = _by_ending(_WRITERS, path)
    try:
        text = writer(match)
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
    reader = _by_ending(_READERS, path)
    try:
        text = recognised(content_of(path), charset_within=path.suffix.lower() == ".sgf", encoding=encoding)
        first, *others = reader(text.text)
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    if text.note is not None:
        first = replace(first, problems=(Problem(None, None, "note", text.note), *first.problems))
    return (first, *others)


def check_ending(path: Path | str) -> None:
    """Raise :class:`InputError` if no match can be written to a file of this name."""
    _by_ending(_WRITERS, Path(path))


def content_of(path: Path) -> bytes:
    """Return the bytes of a match file.  Raises :class:`InputError` for more than one may have."""
    with path.open("rb") as file:
        content = file.read(MOST_BYTES + 1)
    if len(content) > MOST_BYTES:
        raise InputError(f"longer than {MOST_BYTES // 2**20} MB, expected a match file")
    return content


def _by_ending(choices: Mapping[str, _Chosen], path: Path) -> _Chosen:
    chosen = choices.get(path.suffix.lower())
    if chosen is None:
        raise InputError(f"{path}: the ending says the format, expected one of {', '.join(choices)}")
    return chosen
