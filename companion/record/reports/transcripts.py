"""The transcript of a record, of whatever game: a function that writes one entry after the other as a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.games.catalogue import Game
from companion.record.entries import Entry
from companion.record.journal import Header
from companion.record.reports.draughts_transcript import draughts_transcript
from companion.record.reports.transcript import transcript_line

Teller: TypeAlias = Callable[[Entry], str]


def _backgammon(names: tuple[str, str]) -> Teller:
    return lambda entry: transcript_line(entry, names)


_TELLERS: Final[Mapping[Game, Callable[[tuple[str, str]], Teller]]] = MappingProxyType(
    {Game.BACKGAMMON: _backgammon, Game.DRAUGHTS: draughts_transcript}
)


def transcript(header: Header, so_far: Iterable[Entry] = ()) -> Teller:
    """Return what writes the entries of a match after those ``so_far``, one after the other, each as a line."""
    teller = _TELLERS[header.game](header.names)
    for entry in so_far:
        teller(entry)
    return teller


def transcript_lines(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the entries of a match as lines."""
    teller = transcript(header)
    return (teller(entry) for entry in entries)
