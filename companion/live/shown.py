"""A recorded match as its own page on the live page shows it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import accumulate
from types import MappingProxyType
from typing import Any, Final

from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.live.published import ShownGame, ShownMatch
from companion.record.archive import listed
from companion.record.draughts import DraughtsMatch
from companion.record.entries import Entry
from companion.record.exporting import export_text, forms_of
from companion.record.journal import Header
from companion.record.match import Cause, Match
from companion.record.recorded import AnyMatch, recorded_match
from companion.record.scores import score_after

_DOCUMENT: Final = "json"
"""The format with all events at the table, which stays private."""


def forms_shown(match: AnyMatch) -> tuple[str, ...]:
    """Return the formats in which a match is handed out."""
    return tuple(form for form in forms_of(match) if form != _DOCUMENT)


def shown_match(header: Header, entries: Sequence[Entry], *, over: bool) -> ShownMatch:
    """Return a match by its record, with its files.  Raises as :func:`without_files`."""
    match = recorded_match(header, entries)
    return replace(
        without_files(match, header, entries, over=over),
        files={form: export_text(form, match, ()) for form in forms_shown(match)},
    )


def without_files(match: AnyMatch, header: Header, entries: Sequence[Entry], *, over: bool) -> ShownMatch:
    """Return a match by its record, but for its files.

    Raises :class:`companion.errors.InputError` if the record cannot be read.
    """
    found = listed(header, entries)
    games = _GAMES[header.game](match)
    return ShownMatch(
        header.uuid,
        header.id,
        entries[-1].n if entries else 0,
        header.game,
        header.names,
        header.length,
        header.started[:10],
        found.score or (0, 0),
        over,
        found.winner,
        games,
        {},
        cause=found.cause,
    )


def _backgammon(match: Match) -> tuple[ShownGame, ...]:
    return tuple(
        ShownGame(score_after(game), game.win.side, game.win.points, over=True, cause=game.win.cause)
        if game.win is not None
        else ShownGame(game.score)
        for game in match.games
    )


def _draughts(match: DraughtsMatch) -> tuple[ShownGame, ...]:
    """In the order of the names: the players change colours with each game."""
    totals = accumulate((game.points for game in match.games), lambda a, b: (a[0] + b[0], a[1] + b[1]))
    games = []
    for game, score in zip(match.games, totals, strict=True):
        first, second = game.points
        winner = None if first == second else Side.LIGHT if first > second else Side.DARK
        cause = game.outcome.cause if game.outcome is not None else Cause.PLAY
        games.append(ShownGame(score, winner, max(first, second), over=game.outcome is not None, cause=cause))
    return tuple(games)


_GAMES: Final[Mapping[Game, Callable[[Any], tuple[ShownGame, ...]]]] = MappingProxyType(
    {Game.BACKGAMMON: _backgammon, Game.DRAUGHTS: _draughts}
)
