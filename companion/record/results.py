"""The results of matches, from the few entries that decide the score: quicker than to fold the whole record."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from companion.errors import InputError
from companion.games.rules import Side
from companion.record.entries import Entry, Kind
from companion.record.match import CAUSES, Cause
from companion.record.scores import Score, match_winner

if TYPE_CHECKING:
    from companion.record.journal import Header

SCORING: Final = (Kind.START, Kind.GAME_OVER, Kind.UNDO, Kind.RESTORED, Kind.MATCH_OVER)
"""The kinds of entries that decide the score; see :mod:`companion.record.folding`."""


@dataclass(frozen=True, slots=True)
class ScoreEntry:
    """An entry of one of these kinds.  ``points``: of the end of a game; ``to``: the entry that is restored."""

    n: int
    event: Kind
    side: Side | None = None
    reason: str | None = None
    points: int | None = None
    to: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a match as (light, dark), and its winner: None in money play and before the end.

    ``finished``: as :class:`companion.record.archive.ListedMatch` says.  ``cause``: what has decided the match.
    """

    score: Score
    finished: bool
    winner: Side | None
    cause: Cause = Cause.PLAY


@dataclass(frozen=True, slots=True)
class _Table:
    """The score before the current game, and how that game ended: None while it is played."""

    score: Score = (0, 0)
    win: tuple[Side, int] | None = None

    def total(self) -> Score:
        light, dark = self.score
        match self.win:
            case (Side.LIGHT, points):
                return light + points, dark
            case (Side.DARK, points):
                return light, dark + points
        return light, dark


def score_entry(n: int, event: str, side: str | None, reason: str | None, points: object, to: object) -> ScoreEntry:
    """Return the entry of a row of the journal."""
    whose = next((one for one in Side if one.value == side), None)
    points, to = (value if isinstance(value, int) else None for value in (points, to))
    return ScoreEntry(n, Kind(event), whose, reason, points, to)


def result_of(length: int, entries: Sequence[ScoreEntry]) -> Result | None:
    """Return the result of a match; None if it depends on other entries: see :func:`result_in_full`.

    That is so if a game has no start or its end no points, and in money play if another game may be under way.
    """
    table: _Table | None = None
    after: dict[int, _Table | None] = {0: None}
    for entry in entries:
        match entry:
            case ScoreEntry(event=Kind.START):
                table = _Table(table.total()) if table is not None else _Table()
            case ScoreEntry(event=Kind.GAME_OVER, side=Side() as side, points=int(points)) if table is not None:
                table = _Table(table.score, (side, points))
            case ScoreEntry(event=Kind.GAME_OVER):
                return None
            case ScoreEntry(event=Kind.UNDO) if table is not None:
                table = _Table(table.score)
            case ScoreEntry(event=Kind.RESTORED, to=int(to)) if to >= 0:
                table = after[max(n for n in after if n <= to)]
        after[entry.n] = table
    if table is None or (not length and table.win is None):
        return None
    last = entries[-1]
    cause = CAUSES.get(last.reason or "") if last.event is Kind.MATCH_OVER else None
    if length and cause is not None and cause.decides_match:
        return Result(table.total(), finished=True, winner=last.side, cause=cause)
    winner = match_winner(length, table.total())
    by = cause if cause is not None and winner is not None else Cause.PLAY
    return Result(table.total(), finished=winner is not None or not length, winner=winner, cause=by)


def result_in_full(header: Header, entries: Sequence[Entry]) -> Result:
    """Return the same by folding the whole record.  Raises :class:`InputError` if it cannot be read."""
    from companion.record.archive import listed

    found = listed(header, entries)
    if found.score is None:
        raise InputError(f"match {header.id}: its record cannot be read")
    return Result(found.score, found.finished, found.winner, found.cause)
