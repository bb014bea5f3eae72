"""What is on record of a match of draughts, as a value."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.draughts import START, Position
from companion.games.draughts.position import squares_of
from companion.games.draughts.squares import SQUARES, Square
from companion.games.rules import Picture, Side, Stack
from companion.match.in_play import InPlay
from companion.record.draughts import DraughtsGame, Outcome, Played, points_of

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


def way_of(before: Position, picture: Picture) -> tuple[Square, ...]:
    """Return the square that one piece of the side to move has left, and the one it came to; none if there are more."""
    side = before.to_move
    stood = set(squares_of(before.of(side)))
    stands = {square for square in SQUARES if picture.get(square, _NOTHING).of(side)}
    left, reached = stood - stands, stands - stood
    return (*left, *reached) if len(left) == 1 and len(reached) == 1 else ()
