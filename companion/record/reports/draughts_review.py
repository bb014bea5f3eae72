"""Reviews a recorded match of draughts move by move: the move, the board, and every entry about it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.games.draughts import Move, Position
from companion.games.rules import Side
from companion.record.draughts import DraughtsGame, Played
from companion.record.entries import Entry
from companion.record.journal import Header
from companion.record.places import Place, Places
from companion.record.reports.review import ReviewMark, counted_by_turn, entries_by_turn, marks_of, plain


@dataclass(frozen=True, slots=True)
class MoveReview:
    """One move of a game.

    ``number``: in the game, from 1; ``counted``: the same over the match, several if it was played again: they name
    the pictures.  ``text``: as PDN writes it.  ``entries``: everything about it, in order.
    """

    number: int
    counted: tuple[int, ...]
    side: Side
    text: str
    move: Move
    before: Position
    after: Position
    marks: tuple[ReviewMark, ...]
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class DraughtsGameReview:
    """One game of a match: ``number`` from 1; ``opening``: the entries before its first move."""

    number: int
    game: DraughtsGame
    turns: tuple[MoveReview, ...]
    opening: tuple[Entry, ...]


def reviewed(header: Header, entries: Sequence[Entry], *, silent: bool = False) -> tuple[DraughtsGameReview, ...]:
    """Return all games of a match, move by move; ``silent``: see :func:`companion.record.reports.review.is_silent`.

    Raises :class:`companion.errors.InputError` if the record cannot be read.
    """
    places = Places(header)
    by_turn = entries_by_turn(places, entries)
    counted = counted_by_turn(places)
    return tuple(
        DraughtsGameReview(
            number,
            game,
            tuple(_moves(number, game, by_turn, counted, silent=silent)),
            tuple(by_turn.get(Place(number, 0), ())),
        )
        for number, game in enumerate(places.games, start=1)
    )


def _moves(
    number: int, game: DraughtsGame, by_turn: Mapping[Place, Sequence[Entry]], counted: Mapping[Place, tuple[int, ...]],
    *, silent: bool,
) -> Iterator[MoveReview]:  # fmt: skip
    """Each move, with the entries of boards that were left or placed before it.

    The last move also has the entries after it.
    """
    last, since = len(game.moves), 0
    acts = [place for place, act in enumerate(game.acts, start=1) if isinstance(act, Played)]
    for turn, (played, place) in enumerate(zip(game.moves, acts, strict=True), start=1):
        until = len(game.acts) if turn == last else place
        at = [Place(number, one) for one in range(since + 1, until + 1)]
        since = place
        entries = [entry for one in at for entry in by_turn.get(one, ())]
        marks = marks_of(entries, uncertain=not played.sure, legal=True, silent=silent)
        yield MoveReview(
            turn, tuple(k for one in at for k in counted.get(one, ())), played.side, played.text, played.move,
            played.before, played.after, marks, plain(entries, silent=silent),
        )  # fmt: skip
