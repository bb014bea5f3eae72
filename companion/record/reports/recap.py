"""The recap of a finished game: the result, how it went, and the dice of the session.  Pure values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Final

from companion.errors import InputError
from companion.games.backgammon import Position
from companion.games.backgammon.cube import Cube
from companion.games.rules import Side
from companion.record.entries import Entry, Kind, decided_by
from companion.record.journal import Header
from companion.record.match import Accept, Cause, Drop, Game, Match, Win
from companion.record.recorded import match_from_entries
from companion.record.replaying import rules_of
from companion.record.reports.dice_statistics import DiceStatistics, dice_statistics_of
from companion.record.reports.review import GameReview, TurnReview, hits, is_sealed, reviewed, xgid_of
from companion.record.scores import Score, score_after
from companion.record.table import GameTable, tables
from companion.texts import many

LONGEST_SESSION_S: Final = 12 * 3600.0
"""Matches that began within this time before a match belong to its session."""


class How(Enum):
    """The ways to win a game."""

    SINGLE = "single"
    GAMMON = "gammon"
    BACKGAMMON = "backgammon"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    TIME = "time"
    AWARDED = "awarded"


@dataclass(frozen=True, slots=True)
class Lead:
    """The pips that a side is ahead after the turn of this number; no side if there are none."""

    turn: int
    pips: int
    side: Side | None


@dataclass(frozen=True, slots=True)
class Swing:
    """The turn that changed the lead most, in favour of the side that played it, and whether it hit."""

    turn: TurnReview
    pips: int
    hit: bool


@dataclass(frozen=True, slots=True)
class GameCourse:
    """The course of a game; it is hidden during a refereed match.

    ``leads``: Light's lead in pips after each turn, negative if Dark leads.  ``hits``, ``doubles``: of (light, dark).
    ``xgid``: a position worth studying, and ``xgid_turn`` its turn: where a double was dropped, else where the lead
    changed most.
    """

    leads: tuple[int, ...]
    swing: Swing | None
    largest: Lead | None
    last: Lead | None
    hits: Score
    doubles: Score
    dice: tuple[DiceStatistics, ...]
    xgid: str | None
    xgid_turn: int


@dataclass(frozen=True, slots=True)
class Recap:
    """A game in numbers.

    ``score`` before and ``score_after`` as (light, dark).  ``turns``: the number of rolls; ``minutes``: whole ones,
    None if unknown.  ``cube``: at the end; its value is the stake.  ``final``: the last position.
    ``course`` None: only result, score, stake, turns and time may be shown.
    """

    header: Header
    game: int
    games: int
    match_over: bool
    win: Win | None
    how: How
    score: Score
    score_after: Score
    crawford: bool
    cube: Cube
    turns: int
    minutes: int | None
    final: Position
    course: GameCourse | None

    @property
    def name(self) -> str:
        """The name of the winner, or empty."""
        return "" if self.win is None else self.header.names[self.win.side is Side.DARK]

    @property
    def loser(self) -> str:
        """The name of the loser, or empty."""
        return "" if self.win is None else self.header.names[self.win.side is Side.LIGHT]


def recap_of(
    header: Header,
    entries: Sequence[Entry],
    *,
    game: int | None = None,
    over: bool,
    session: Iterable[tuple[Header, Sequence[Entry]]] = (),
) -> Recap:
    """Return the recap of a game, by default the newest that is over.

    ``over``: whether the match is over.  ``session``: the other matches of the session, which may include
    unreadable records.  Raises :class:`InputError` if the record cannot be read or has no such game.
    """
    match = match_from_entries(header, entries)
    number = _number(match, game)
    played = match.games[number - 1]
    ended = [*tables(played)][-1]
    review = reviewed(header, entries)[number - 1]
    sealed = is_sealed(header, over=over)
    matches = () if sealed else (match, *_readable(session))
    return Recap(
        header=header,
        game=number,
        games=len(match.games),
        match_over=over and number == len(match.games),
        win=played.win,
        how=_how(played, ended),
        score=played.score,
        score_after=score_after(played),
        crawford=played.crawford,
        cube=ended.cube,
        turns=len(review.turns),
        minutes=minutes_of(entries, number),
        final=_final(review),
        course=None if sealed else _course(match, review, matches),
    )


def _number(match: Match, asked: int | None) -> int:
    if asked is None:
        asked = next((at for at in range(len(match.games), 0, -1) if match.games[at - 1].win), len(match.games))
    if not 1 <= asked <= len(match.games):
        raise InputError(f"game {asked}: not found; the match has {many(len(match.games), 'game')}")
    return asked


_OFF_BOARD: Final[Mapping[Cause, How]] = {
    Cause.TIME: How.TIME,
    Cause.AWARDED: How.AWARDED,
    Cause.FORFEITED: How.AWARDED,
}


def _how(game: Game, ended: GameTable) -> How:
    if game.win is not None and game.win.cause in _OFF_BOARD:
        return _OFF_BOARD[game.win.cause]
    match game.actions:
        case (*_, Drop()):
            return How.DROPPED
        case (*_, Accept()):
            return How.RESIGNED
    points = game.win.points if game.win else 0
    return {2 * ended.cube.value: How.GAMMON, 3 * ended.cube.value: How.BACKGAMMON}.get(points, How.SINGLE)


def minutes_of(entries: Iterable[Entry], game: int) -> int | None:
    """Return the minutes from the start of a game to its end, by the clock of its entries; whole, at least one.

    None if it has not ended, or no times are known.
    """
    begun: float | None = None
    ended: float | None = None
    number = 0
    for entry in entries:
        if entry.event is Kind.START:
            number += number == 0 or ended is not None
            begun, ended = entry.t, None
        elif entry.event is Kind.GAME_OVER or decided_by(entry) is not None:
            ended = entry.t
            if number == game and begun is not None and ended > begun:
                return max(1, round((ended - begun) / 60))
    return None


def _final(review: GameReview) -> Position:
    known = [turn.after or turn.before for turn in review.turns]
    return next((position for position in reversed(known) if position is not None), review.game.start)


def _readable(session: Iterable[tuple[Header, Sequence[Entry]]]) -> Iterator[Match]:
    for header, entries in session:
        try:
            yield match_from_entries(header, entries)
        except (InputError, AssertionError):
            continue  # only its dice are missing


# --- how it went -----------------------------------------------------------------------------------


def _course(match: Match, review: GameReview, matches: Sequence[Match]) -> GameCourse:
    leads = [Lead(0, 0, None), *_leads(review)]
    swing = _swing(review, leads)
    xgid, turn = _worth_a_look(match, review, swing)
    both = [(turn.side, hits(turn.play), turn.dice.first == turn.dice.second) for turn in review.turns]
    return GameCourse(
        leads=tuple(lead.pips if lead.side is not Side.DARK else -lead.pips for lead in leads[1:]),
        swing=swing,
        largest=max(leads[1:], key=lambda lead: lead.pips, default=None),
        last=leads[-1] if len(leads) > 1 else None,
        hits=_of_both((side, number) for side, number, _ in both),
        doubles=_of_both((side, int(double)) for side, _, double in both),
        dice=tuple(dice_statistics_of(name, matches) for name in dict.fromkeys(match.names)),
        xgid=xgid,
        xgid_turn=turn,
    )


def _of_both(counts: Iterable[tuple[Side, int]]) -> Score:
    counts = tuple(counts)
    light, dark = (sum(number for mover, number in counts if mover is side) for side in Side)
    return light, dark


def _leads(review: GameReview) -> Iterator[Lead]:
    ahead = 0
    for turn in review.turns:
        if turn.after is not None:
            ahead = turn.after.pip_count(Side.DARK) - turn.after.pip_count(Side.LIGHT)
        yield Lead(turn.number, abs(ahead), None if not ahead else Side.LIGHT if ahead > 0 else Side.DARK)


def _swing(review: GameReview, leads: Sequence[Lead]) -> Swing | None:
    signed = [lead.pips if lead.side is Side.LIGHT else -lead.pips for lead in leads]
    changes = [abs(after - before) for before, after in pairwise(signed)]
    if not changes or not max(changes):
        return None
    turn = review.turns[changes.index(max(changes))]
    return Swing(turn, max(changes), hits(turn.play) > 0)


def _worth_a_look(match: Match, review: GameReview, swing: Swing | None) -> tuple[str | None, int]:
    rules = rules_of(match)
    actions = review.game.actions
    if actions and isinstance(actions[-1], Drop) and review.turns and review.turns[-1].after is not None:
        *_, offered, _ = tables(review.game)
        if offered.on_roll is not None:
            end = review.turns[-1].after
            xgid = xgid_of(
                match, review.game, Position(end.points, end.bar, end.off, offered.on_roll),
                offered.cube.value, offered.cube.owner, None, rules, doubled=True,
            )  # fmt: skip
            return xgid, review.turns[-1].number
    return (swing.turn.xgid, swing.turn.number) if swing is not None else (None, 0)
