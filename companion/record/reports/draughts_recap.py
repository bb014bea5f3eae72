"""The recap of a finished game of draughts: the result, and how it went.  Pure values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.errors import InputError
from companion.games.draughts import Position
from companion.games.rules import Side
from companion.record.draughts import points_of
from companion.record.entries import Entry
from companion.record.journal import Header
from companion.record.match import CAUSES, Cause
from companion.record.reports.draughts_review import DraughtsGameReview, MoveReview, reviewed
from companion.record.reports.recap import minutes_of
from companion.record.reports.review import is_sealed
from companion.texts import many


@dataclass(frozen=True, slots=True)
class DraughtsCourse:
    """The course of a game; it is hidden during a refereed match.

    ``leads``: Light's lead in pieces after each move.  ``captured`` and ``crowned``: by (light, dark).  ``largest``:
    the first move that captured the most, at least two.
    """

    leads: tuple[int, ...]
    captured: tuple[int, int]
    crowned: tuple[int, int]
    largest: MoveReview | None


@dataclass(frozen=True, slots=True)
class DraughtsRecap:
    """A game in numbers.

    ``winner`` None and ``why`` empty: it is not over; ``winner`` None else: a draw.  ``points`` before and
    ``points_after`` of the players of the (light, dark) men.  ``minutes``: whole ones, None if unknown.  ``course``
    None: it is hidden.
    """

    header: Header
    game: int
    match_over: bool
    winner: Side | None
    why: str
    points: tuple[int, int]
    points_after: tuple[int, int]
    exchanged: bool
    moves: int
    minutes: int | None
    final: Position
    last: MoveReview | None
    course: DraughtsCourse | None

    @property
    def cause(self) -> Cause:
        """The cause of the game's end."""
        return CAUSES.get(self.why, Cause.PLAY)


def draughts_recap(header: Header, entries: Sequence[Entry], *, game: int | None = None, over: bool) -> DraughtsRecap:
    """Return the recap of a game, by default the newest that is over; ``over``: whether the match is.

    Raises :class:`InputError` if the record cannot be read or has no such game.
    """
    reviews = reviewed(header, entries)
    number = _number(reviews, game)
    shown = reviews[number - 1]
    played = [each.game for each in reviews]
    before, after = points_of(played[: number - 1]), points_of(played[:number])
    outcome = shown.game.outcome
    return DraughtsRecap(
        header=header,
        game=number,
        match_over=over and number == len(reviews),
        winner=None if outcome is None else outcome.winner,
        why="" if outcome is None else outcome.why or "over",
        points=_by_side(before, exchanged=shown.game.exchanged),
        points_after=_by_side(after, exchanged=shown.game.exchanged),
        exchanged=shown.game.exchanged,
        moves=len(shown.turns),
        minutes=minutes_of(entries, number),
        final=shown.game.position,
        last=shown.turns[-1] if shown.turns else None,
        course=None if is_sealed(header, over=over) else _course(shown),
    )


def _number(reviews: Sequence[DraughtsGameReview], asked: int | None) -> int:
    if asked is None:
        over = [each.number for each in reviews if each.game.outcome is not None]
        asked = over[-1] if over else len(reviews)
    if not 1 <= asked <= len(reviews):
        raise InputError(f"game {asked}: not found; the match has {many(len(reviews), 'game')}")
    return asked


def _by_side(points: tuple[int, int], *, exchanged: bool) -> tuple[int, int]:
    first, second = points
    return (second, first) if exchanged else (first, second)


def _course(reviews: DraughtsGameReview) -> DraughtsCourse:
    captured, crowned = dict.fromkeys(Side, 0), dict.fromkeys(Side, 0)
    for turn in reviews.turns:
        captured[turn.side] += len(turn.move.captured)
        crowned[turn.side] += turn.after.is_king(turn.move.end) and not turn.before.is_king(turn.move.start)
    most = max((len(turn.move.captured) for turn in reviews.turns), default=0)
    return DraughtsCourse(
        leads=tuple(turn.after.count(Side.LIGHT) - turn.after.count(Side.DARK) for turn in reviews.turns),
        captured=(captured[Side.LIGHT], captured[Side.DARK]),
        crowned=(crowned[Side.LIGHT], crowned[Side.DARK]),
        largest=next((turn for turn in reviews.turns if len(turn.move.captured) == most >= 2), None),
    )
