"""What is on record of a match of draughts, and awaited, and what an entry does to it.

What it does to the games is folded by :mod:`companion.record.draughts`; here is what is awaited, and of whom.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.games.draughts import START, Position
from companion.games.draughts.position import squares_of
from companion.games.draughts.squares import SQUARES, Square
from companion.games.rules import Picture, Side, Stack
from companion.match.draughts.terms import DraughtsTerms
from companion.match.in_play import InPlay, Wrong, brought_back, noted
from companion.match.phases import Phase
from companion.record import draughts
from companion.record.draughts import DraughtsGame, Outcome, Played, points_of
from companion.record.entries import Entry, Kind
from companion.record.facts import GameBegun
from companion.record.journal import Mode

_NOTHING = Stack(0, 0)


@dataclass(frozen=True, slots=True)
class DraughtsInPlay(InPlay):
    """What is on record of a match; its ``turns`` are moves.

    ``games``: those of the match, the last one being played; ``turned``: the board is set up the other way round than
    it was learned; ``offer``: who offers a draw.
    """

    games: tuple[DraughtsGame, ...] = ()
    turned: bool = False
    offer: Side | None = None

    @property
    def board(self) -> str:
        return self.position.fen()

    @property
    def side(self) -> Side:
        return self.position.to_move

    @property
    def game(self) -> int:
        return len(self.games)

    @property
    def standing(self) -> tuple[object, ...]:
        return self.games, self.offer

    @property
    def disputable(self) -> int:
        """In a game also the move that is to be played."""
        return self.turns + (self.outcome is None and self.game > 0)

    @property
    def score(self) -> tuple[int, int]:
        """The points of the players, in the order of their names."""
        return points_of(self.games)

    @property
    def position(self) -> Position:
        return self.games[-1].position if self.games else START

    @property
    def moves(self) -> tuple[Played, ...]:
        """The moves of this game, oldest first."""
        return self.games[-1].moves if self.games else ()

    @property
    def last(self) -> Played | None:
        return next(reversed(self.moves), None)

    @property
    def may_undo(self) -> bool:
        """Whether there is a move, or a board placed by hand, that can be taken back."""
        return bool(self.games) and bool(self.games[-1].acts)

    @property
    def outcome(self) -> Outcome | None:
        """How the last game ended, None while it is played."""
        return self.games[-1].outcome if self.games else None

    @property
    def exchanged(self) -> bool:
        """Whether the player who is named first has the dark men."""
        return bool(self.games) and self.games[-1].exchanged

    @property
    def points(self) -> tuple[int, int]:
        """The points of those who have the (light, dark) men now."""
        first, second = self.score
        return (second, first) if self.exchanged else (first, second)


def told(
    terms: DraughtsTerms, record: DraughtsInPlay, entry: Entry, after: Mapping[int, DraughtsInPlay] | None = None
) -> DraughtsInPlay:
    """Return the record after an entry; ``after``: records after earlier ones, by number, that may be restored.

    Raises :class:`InputError` if the entry does not follow.
    """
    if (back := brought_back(entry, after)) is not None:
        return replace(back, turns=record.turns)
    record = replace(record, games=draughts.told(record.games, entry))
    match entry.event, entry.facts:
        case Kind.START, facts:
            turned = facts.mirrored if isinstance(facts, GameBegun) else record.turned
            return DraughtsInPlay(Phase.TRYING, games=record.games, turned=turned, turns=record.turns)
        case Kind.PLAY | Kind.CORRECTED | Kind.STOOD, _:
            declined = record.offer is not None and entry.side is record.offer.other
            turn = replace(record, turns=record.turns + 1, offer=None if declined else record.offer)
            return _to_move(turn)
        case Kind.ILLEGAL, _:
            wrong = Wrong.found(entry, told=terms.mode is not Mode.RECORDED)
            return replace(record, phase=Phase.CORRECTING, wrong=wrong)
        case Kind.UNDO | Kind.EDIT, _:
            return _to_move(replace(record, offer=None))
        case Kind.DRAW_OFFERED, _:
            return replace(record, offer=entry.side)
        case Kind.GAME_OVER, _:
            over = draughts.is_decided(terms.length, record.games)
            return replace(_to_move(record), phase=Phase.MATCH_OVER if over else Phase.GAME_OVER, offer=None)
        case Kind.NOTE, _:
            return noted(record, entry)
    return record


def _to_move(record: DraughtsInPlay) -> DraughtsInPlay:
    return replace(record, phase=Phase.TRYING, resumes=None, wrong=None)


def way_of(before: Position, picture: Picture) -> tuple[Square, ...]:
    """Return the square that one piece of the side to move has left, and the one it came to; none if there are more."""
    side = before.to_move
    stood = set(squares_of(before.of(side)))
    stands = {square for square in SQUARES if picture.get(square, _NOTHING).of(side)}
    left, reached = stood - stands, stands - stood
    return (*left, *reached) if len(left) == 1 and len(reached) == 1 else ()
