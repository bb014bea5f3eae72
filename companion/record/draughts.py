"""A recorded match of draughts as plain values, and what an entry does to its games.

The entries of a game, in order:

* ``start`` (:class:`GameBegun`: its ``score`` is that of the players as the header names them, ``swapped`` says that
  the first of them has the dark men); ``position`` is where it begins from, as FEN.  A start that follows a start
  replaces it.
* ``play`` (side, play as PDN writes it, with all squares of its way); ``position`` is the board after it.
* ``illegal`` (side, reason), then either ``corrected``, which is the move that counts, or ``stood``: the board is as
  its ``position`` says.
* ``edit``, :class:`MoveAmended`: the move with that number in the game, from 0, was another one.  Without it: the board
  was placed by hand as ``position`` says.
* ``draw_offered`` (side); ``resign`` (side).
* ``game_over`` (side of the winner, none of a draw; :class:`GameScored`), ``match_over``.
* ``undo``: the last move, or the placing of the board, and the end of the game are taken back.
* ``restored``: the match is again as it was after the entry that it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final, TypeAlias

from companion.errors import InputError
from companion.games.draughts import START, Move, Position, after, notation
from companion.games.draughts.notation import parse
from companion.games.rules import Side
from companion.record.entries import Entry, Kind
from companion.record.facts import GameBegun, GameScored, MoveAmended, PlayMade
from companion.record.match import CAUSES, Cause

WIN: Final = 2
"""The points of a won game; a drawn one gives each side half of them."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move that was played.  ``sure`` False: the likeliest move was recorded without an answer."""

    before: Position
    move: Move
    sure: bool = True

    @property
    def side(self) -> Side:
        return self.before.to_move

    @property
    def after(self) -> Position:
        return after(self.before, self.move)

    @property
    def text(self) -> str:
        """The move as PDN writes it."""
        return notation.text(self.move, self.before)


@dataclass(frozen=True, slots=True)
class Placed:
    """The board was placed by hand, or is as an illegal move left it that stood."""

    after: Position


Act: TypeAlias = Played | Placed


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: ``winner`` None is a draw; ``why``: see :class:`companion.record.facts.GameScored`."""

    winner: Side | None
    why: str

    @property
    def cause(self) -> Cause:
        """The cause of the end."""
        return CAUSES.get(self.why, Cause.PLAY)

    @property
    def points(self) -> tuple[int, int]:
        """The points of (light, dark) for it."""
        if self.winner is None:
            return WIN // 2, WIN // 2
        return (WIN, 0) if self.winner is Side.LIGHT else (0, WIN)

    @property
    def text(self) -> str:
        """The result as PDN writes it."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner is Side.LIGHT else "0-1"


@dataclass(frozen=True, slots=True)
class DraughtsGame:
    """One game: its start, its acts and its end; ``exchanged``: the player named first has the dark men."""

    start: Position = START
    acts: tuple[Act, ...] = ()
    outcome: Outcome | None = None
    exchanged: bool = False

    @property
    def untouched(self) -> bool:
        """Whether nothing has happened in it."""
        return not self.acts and self.outcome is None

    @property
    def is_over(self) -> bool:
        return self.outcome is not None

    @property
    def turns(self) -> tuple[Act, ...]:
        """Each move, and each board that was placed or stood."""
        return self.acts

    @property
    def is_turn_open(self) -> bool:
        """Whether the last turn is being played: a turn is on record once it was."""
        return False

    @property
    def position(self) -> Position:
        return self.acts[-1].after if self.acts else self.start

    @property
    def moves(self) -> tuple[Played, ...]:
        """The moves, oldest first."""
        return tuple(act for act in self.acts if isinstance(act, Played))

    @property
    def positions(self) -> tuple[Position, ...]:
        """The positions since the start, oldest first."""
        return (self.start, *(act.after for act in self.acts))

    @property
    def points(self) -> tuple[int, int]:
        """The points of the players for it, in the order of their names."""
        light, dark = self.outcome.points if self.outcome is not None else (0, 0)
        return (dark, light) if self.exchanged else (light, dark)

    def having(self, act: Act) -> DraughtsGame:
        return replace(self, acts=(*self.acts, act))

    def amended(self, number: int, text: str) -> DraughtsGame:
        """Return the game with another move of that number, from 0, and all later ones played on from it.

        Raises :class:`InputError` with a sentence if that is impossible.
        """
        places = [place for place, act in enumerate(self.acts) if isinstance(act, Played)]
        if not 0 <= number < len(places):
            raise InputError(f"there is no move {number + 1} in this game, expected one of 1 to {len(places)}")
        place = places[number]
        game = replace(self, acts=self.acts[:place])
        game = game.having(Played(game.position, parse(text, game.position)))
        later = self.acts[place + 1 :]
        for k, act in enumerate(later):
            if isinstance(act, Placed):
                return replace(game, acts=(*game.acts, *later[k:]))
            try:
                game = game.having(Played(game.position, parse(act.text, game.position), act.sure))
            except InputError:
                raise InputError(
                    f"move {number + k + 2} could not have been played as it was; set the board back instead"
                ) from None
        return game


@dataclass(frozen=True, slots=True)
class DraughtsMatch:
    """A match: ``names`` as (first, second), who begins with the (light, dark) men; ``length``: games, 0 = open."""

    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    games: tuple[DraughtsGame, ...] = ()
    rules: str = "draughts-box"
    header: Mapping[str, str] = field(default_factory=dict)

    @property
    def points(self) -> tuple[int, int]:
        return points_of(self.games)

    @property
    def is_finished(self) -> bool:
        """Whether the match is decided; one without an end: whether no game is open."""
        over = bool(self.games) and self.games[-1].outcome is not None
        return over and (not self.length or is_decided(self.length, self.games))

    @property
    def winner(self) -> Side | None:
        """The winner: the player named first is Light; None if it is drawn or not over."""
        return winner_of(self.games) if self.length and self.is_finished else None

    @property
    def cause(self) -> Cause:
        """The cause of its end: that of the last game, if the winner won that, too."""
        last, place = self.games[-1] if self.games else None, self.winner is Side.DARK
        if last is None or last.outcome is None or self.winner is None or last.points[place] != WIN:
            return Cause.PLAY
        return last.outcome.cause


def points_of(games: Iterable[DraughtsGame]) -> tuple[int, int]:
    """Return what the players have, in the order of their names."""
    first, second = 0, 0
    for game in games:
        first, second = first + game.points[0], second + game.points[1]
    return first, second


def is_decided(length: int, games: tuple[DraughtsGame, ...]) -> bool:
    """Return whether a match is over: all games are played, the leader cannot be caught, or the director said so.

    ``length`` 0 never is.
    """
    if length > 0 and _forfeited(games) is not None:
        return True
    left = length - sum(game.outcome is not None for game in games)
    first, second = points_of(games)
    return length > 0 and (left <= 0 or abs(first - second) > WIN * left)


def winner_of(games: tuple[DraughtsGame, ...]) -> Side | None:
    """Return the winner of a decided match: the player named first is Light; None if it is drawn."""
    forfeited = _forfeited(games)
    first, second = points_of(games) if forfeited is None else forfeited.points
    if first == second:
        return None
    return Side.LIGHT if first > second else Side.DARK


def _forfeited(games: tuple[DraughtsGame, ...]) -> DraughtsGame | None:
    """The last game, if the director has given the match to its winner."""
    last = games[-1] if games else None
    is_so = last is not None and last.outcome is not None and last.outcome.cause is Cause.FORFEITED
    return last if is_so else None


# --- the fold ----------------------------------------------------------------------------------------------


def folded(games: tuple[DraughtsGame, ...], entry: Entry) -> tuple[DraughtsGame, ...]:
    """Return the games after an entry.  Raises :class:`InputError` if it does not follow."""
    if entry.event is Kind.START:
        return (*(games[:-1] if games and games[-1].untouched else games), _begun(entry))
    if not games:
        return games
    return (*games[:-1], _acted(games[-1], entry))


def _begun(entry: Entry) -> DraughtsGame:
    facts = entry.facts if isinstance(entry.facts, GameBegun) else GameBegun()
    return DraughtsGame(Position.from_fen(entry.position) if entry.position else START, exchanged=facts.swapped)


def _acted(game: DraughtsGame, entry: Entry) -> DraughtsGame:
    facts = entry.facts
    match entry.event:
        case Kind.PLAY | Kind.CORRECTED:
            move = parse(entry.play or "", game.position)
            return game.having(Played(game.position, move, not (isinstance(facts, PlayMade) and facts.uncertain)))
        case Kind.EDIT if isinstance(facts, MoveAmended):
            return game.amended(facts.move_number, entry.play or "")
        case Kind.STOOD | Kind.EDIT if entry.position:
            return replace(game.having(Placed(Position.from_fen(entry.position))), outcome=None)
        case Kind.UNDO if not game.acts:
            raise InputError("there is no move to take back")
        case Kind.UNDO:
            return replace(game, acts=game.acts[:-1], outcome=None)
        case Kind.GAME_OVER:
            return replace(game, outcome=Outcome(entry.side, facts.why if isinstance(facts, GameScored) else ""))
    return game
