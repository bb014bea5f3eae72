"""Reads text in which there is one match."""

from __future__ import annotations

from companion.errors import InputError
from companion.record.files.mat_reading import read_mats
from companion.record.files.reading import ReadMatch
from companion.record.files.sgf_reading import read_sgfs


def read_mat(text: str) -> ReadMatch:
    """Read ``.mat`` text.  Raises :class:`InputError` also if it holds several matches."""
    return _only(read_mats(text))


def read_sgf(text: str) -> ReadMatch:
    """Read SGF text.  Raises :class:`InputError` also if it holds several matches."""
    return _only(read_sgfs(text))


def _only(matches: tuple[ReadMatch, ...]) -> ReadMatch:
    if len(matches) > 1:
        raise InputError(f"holds {len(matches)} matches, expected one")
    return matches[0]
