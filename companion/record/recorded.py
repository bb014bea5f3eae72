"""The written match of a record, of whatever game: each game folds its own entries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.games.catalogue import Game
from companion.record.draughts import DraughtsMatch, draughts_match
from companion.record.entries import Entry
from companion.record.folding import match_from_entries
from companion.record.journal import Header
from companion.record.match import Match

AnyMatch: TypeAlias = Match | DraughtsMatch

_FOLDS: Final[Mapping[Game, Callable[[Header, Iterable[Entry]], AnyMatch]]] = MappingProxyType(
    {Game.BACKGAMMON: match_from_entries, Game.DRAUGHTS: draughts_match}
)


def recorded_match(header: Header, entries: Iterable[Entry]) -> AnyMatch:
    """Return the match of a journal.

    Raises :class:`companion.errors.InputError` if the rules or an entry cannot be read.
    """
    return _FOLDS[header.game](header, entries)
