"""The fold of a record of any game: its games entry by entry, the written match, and its result.

:mod:`companion.record.folding` and :mod:`companion.record.draughts` fold one entry.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from companion.errors import InputError
from companion.games.backgammon.ruleset import RuleSet
from companion.games.catalogue import Game
from companion.games.rules import Side
from companion.record import draughts, folding
from companion.record.draughts import DraughtsMatch
from companion.record.entries import UNFITTING, Entry, Kind, decided_by, does_not_follow, restored_to
from companion.record.facts import PointsWon
from companion.record.header import Header, Mode
from companion.record.helping import helped
from companion.record.match import Cause, Match
from companion.record.scores import Score, score_after, winner_after

AnyMatch: TypeAlias = Match | DraughtsMatch

_rules = lru_cache(RuleSet.from_text)


class Fold:
    """The games of a match after some of its entries; it can restore earlier ones."""

    def __init__(self, header: Header) -> None:
        self._header: Final = header
        self._fold: Final = draughts.folded if header.game is Game.DRAUGHTS else self._backgammon
        self.games: tuple[Any, ...] = ()
        self._after: Final[dict[int, tuple[Any, ...]]] = {0: ()}

    def tell(self, entry: Entry) -> tuple[Any, ...]:
        """Return the games up to and including the next entry.  Raises :class:`InputError` if it does not follow."""
        to = restored_to(entry)
        try:
            if to is None:
                self.games = self._fold(self.games, entry)
            else:
                self.games = self._after[max(n for n in self._after if n <= to)]
        except InputError:
            raise
        except UNFITTING as error:
            raise does_not_follow(entry, error) from error
        self._after[entry.n] = self.games
        return self.games

    def _backgammon(self, games: tuple[Any, ...], entry: Entry) -> tuple[Any, ...]:
        return folding.folded(games, entry, self._header.length, _rules(self._header.rules))


def games_of(header: Header, entries: Iterable[Entry]) -> tuple[Any, ...]:
    """Return the games of a journal.

    Raises :class:`InputError` if the rules or an entry cannot be read, or do not fit.
    """
    fold = Fold(header)
    for entry in entries:
        fold.tell(entry)
    return fold.games


def match_from_entries(header: Header, entries: Iterable[Entry]) -> Match:
    """Return the match of a journal; the header of a training match says so, and in how many turns there was help.

    That of an imported one has what the file's header says, and nothing else.  Raises as :func:`games_of`.
    """
    entries = tuple(entries)
    games, facts = _begun(games_of(header, entries)), _facts(header, "EventDate")
    if header.mode is Mode.TRAINING:
        light, dark = helped(entries)
        facts["Helped"] = f"light {light}, dark {dark}"
    return Match(header.names, header.length, games, header.rules, facts)


def draughts_match(header: Header, entries: Iterable[Entry]) -> DraughtsMatch:
    """Return the match of a journal of draughts.  Raises as :func:`games_of`."""
    games = _begun(games_of(header, entries))
    return DraughtsMatch(header.names, header.length, games, header.rules, _facts(header, "Date"))


def _begun(games: tuple[Any, ...]) -> tuple[Any, ...]:
    """The games but for one that was set up after another and never begun."""
    return games[:-1] if len(games) > 1 and games[-1].untouched else games


def _facts(header: Header, day: str) -> dict[str, str]:
    facts = {day: header.started[:10].replace("-", ".")} if header.imported is None else dict(header.imported.facts)
    return facts | ({"Mode": header.mode.value} if header.mode is Mode.TRAINING else {})


def recorded_match(header: Header, entries: Iterable[Entry]) -> AnyMatch:
    """Return the match of a journal.  Raises as :func:`games_of`."""
    return (draughts_match if header.game is Game.DRAUGHTS else match_from_entries)(header, entries)


# --- the result ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Result:
    """The score of a match as (light, dark), and its winner: None in money play and before the end.

    ``finished``: it has a winner; in money play: no game is open.  ``cause``: what decided it.
    """

    score: Score
    finished: bool
    winner: Side | None = None
    cause: Cause = Cause.PLAY


def result_of(match: AnyMatch) -> Result:
    """Return the result of a match, as far as it got."""
    if isinstance(match, DraughtsMatch):
        return Result(match.points, match.is_finished, match.winner, match.cause)
    if not match.games:
        return Result((0, 0), finished=False)
    last = match.games[-1]
    winner = winner_after(match.length, last)
    finished = winner is not None if match.length else last.win is not None
    cause = last.win.cause if last.win is not None and winner is not None else Cause.PLAY
    return Result(score_after(last), finished, winner, cause)


def quick_result(header: Header, scoring: Iterable[Entry]) -> Result | None:
    """Return the result of a match from the few entries that decide its score; None if it depends on others.

    That is so if a game has no start or its end no points, if a decision of the match is taken back, perhaps with the
    game before it, and in money play if another game may be under way.
    """
    fold, decided = Fold(header), False
    try:
        for entry in scoring:
            if entry.event is Kind.GAME_OVER and not (fold.games and isinstance(entry.facts, PointsWon)):
                return None
            if entry.event is Kind.UNDO and decided:
                return None
            fold.tell(entry)
            decided = decided_by(entry) is not None
    except InputError:
        return None
    kind = DraughtsMatch if header.game is Game.DRAUGHTS else Match
    result = result_of(kind(header.names, header.length, fold.games))
    return result if fold.games and (header.length or result.finished) else None
