"""Reviews a recorded match of draughts move by move: the move, the board, and every entry about it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from companion.games.draughts import Move, Position
from companion.games.rules import Side
from companion.record.draughts import DraughtsGame, folded
from companion.record.entries import Entry, Kind
from companion.record.facts import MoveAmended
from companion.record.journal import Header
from companion.record.reports.review import ReviewMark, marks_of, plain


@dataclass(frozen=True, slots=True)
class MoveTold:
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
class DraughtsGameTold:
    """One game of a match: ``number`` from 1; ``opening``: the entries before its first move."""

    number: int
    game: DraughtsGame
    turns: tuple[MoveTold, ...]
    opening: tuple[Entry, ...]


def reviewed(header: Header, entries: Sequence[Entry], *, silent: bool = False) -> tuple[DraughtsGameTold, ...]:
    """Return all games of a match, move by move; ``silent``: see :func:`companion.record.reports.review.is_silent`.

    Raises :class:`companion.errors.InputError` if the record cannot be read.
    """
    del header
    told: dict[_At, list[Entry]] = {}
    placed = list(_placed(entries))
    for at, entry, _ in placed:
        told.setdefault(at, []).append(entry)
    games = placed[-1][2] if placed else ()
    counted = _counted(entries)
    return tuple(
        DraughtsGameTold(
            number,
            game,
            tuple(_moves(number, game, told, counted, silent=silent)),
            tuple(told.get((number, 0), ())),
        )
        for number, game in enumerate(games, start=1)
    )


_At: TypeAlias = tuple[int, int]
"""A game from 1 and its move from 1, the move 0 being what came before the first."""


def _moves(
    number: int, game: DraughtsGame, told: dict[_At, list[Entry]], counted: dict[_At, list[int]], *, silent: bool
) -> Iterator[MoveTold]:
    last = len(game.moves)
    for turn, played in enumerate(game.moves, start=1):
        entries = list(told.get((number, turn), ()))
        if turn == last:  # with what was about a move that was not made, or was taken back
            entries += [entry for at, more in told.items() if at[0] == number and at[1] > last for entry in more]
            entries.sort(key=lambda entry: entry.n)
        marks = marks_of(entries, uncertain=not played.sure, legal=True, silent=silent)
        yield MoveTold(
            turn, tuple(counted.get((number, turn), ())), played.side, played.text, played.move, played.before,
            played.after, marks, plain(entries, silent=silent),
        )  # fmt: skip


def _placed(entries: Sequence[Entry]) -> Iterator[tuple[_At, Entry, tuple[DraughtsGame, ...]]]:
    """Each entry with the game and move that it is about, and the games as far as they are played then.

    What follows a move belongs to the next one; what ends a game to the last one.
    """
    before = 0
    for entry, games in folded(entries):
        moves = len(games[-1].moves) if games else 0
        match entry.event, entry.facts:
            case Kind.START, _:
                move = 0
            case Kind.EDIT, MoveAmended(move_number=number):
                move = number + 1
            case Kind.UNDO, _:
                move = before
            case ((Kind.PLAY | Kind.CORRECTED | Kind.STOOD | Kind.RESIGN | Kind.GAME_OVER | Kind.MATCH_OVER), _):
                move = moves
            case _:
                move = moves + 1 if games else 0
        before = moves
        yield (len(games), move), entry, games


def _counted(entries: Sequence[Entry]) -> dict[_At, list[int]]:
    """The numbers over the match of each (game, move), those included that were undone."""
    found: dict[_At, list[int]] = {}
    number = 0
    for at, entry, _ in _placed(entries):
        if entry.event in (Kind.PLAY, Kind.CORRECTED, Kind.STOOD):
            number += 1
            found.setdefault(at, []).append(number)
    return found
