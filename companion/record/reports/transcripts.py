"""The transcript of a record, of whatever game: a function that writes one entry after the other as a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.errors import InputError
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.catalogue import Game
from companion.record.entries import Entry, Kind
from companion.record.journal import Header
from companion.record.reports.draughts_transcript import draughts_transcript
from companion.record.reports.transcript import line_of, transcript_line

Speaker: TypeAlias = Callable[[Entry], str]


def _backgammon(header: Header) -> Speaker:
    rules = STANDARD
    with suppress(InputError):  # another version may have written them
        rules = RuleSet.from_text(header.rules)
    return lambda entry: transcript_line(entry, header.names, rules)


def _draughts(header: Header) -> Speaker:
    return draughts_transcript(header.names)


_TELLERS: Final[Mapping[Game, Callable[[Header], Speaker]]] = MappingProxyType(
    {Game.BACKGAMMON: _backgammon, Game.DRAUGHTS: _draughts}
)


def transcript(header: Header, so_far: Iterable[Entry] = ()) -> Speaker:
    """Return what writes the entries of a match after those ``so_far``, one after the other, each as a line."""
    speaker = _TELLERS[header.game](header)
    for entry in so_far:
        speaker(entry)
    return speaker


def transcript_lines(header: Header, entries: Iterable[Entry]) -> Iterator[str]:
    """Yield the entries of a match as lines; those of an imported one without times, which it has not."""
    speaker = transcript(header)
    begin = 0 if header.imported is None else len(line_of(Entry(0, 0.0, Kind.NOTE), "")) - _INDENT
    return (speaker(entry)[begin:] for entry in entries)


_INDENT: Final = 2
