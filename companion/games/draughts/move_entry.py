"""A move entered by touch: a man or king is tapped or dragged on a drawn board, which takes legal moves only.

Nothing is valued or suggested here: every legal move is possible, no other one is.  Only in an exercise are captures
that take too little possible too, and moves that miss a capture: whoever tries one is told why it is none.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from companion.games.draughts import Move, Position, after, legal_routes, notation
from companion.games.draughts.moves import captures, quiet_moves
from companion.games.draughts.position import bits_of
from companion.games.draughts.squares import Square
from companion.games.rules import Side

_Way: TypeAlias = tuple[Square, ...]
"""The squares on which the piece stood, the first where it came from."""

_NOWHERE: Final[_Way] = ()


@dataclass(frozen=True, slots=True)
class MoveEntry:
    """The move of the side to move, as far as it is entered.

    ``routes``: the moves that can be entered, every way of a capture of its own.
    ``touches``: the way after each touch.

    >>> from companion.games.draughts import START
    >>> from companion.games.draughts.squares import named
    >>> entry = MoveEntry.of(START).tapped(named("c3"))
    >>> sorted(entry.landings(named("c3"))) == [named("b4"), named("d4")]
    True
    >>> entry.tapped(named("d4")).move.route == (named("c3"), named("d4"))
    True
    """

    before: Position
    routes: tuple[Move, ...]
    touches: tuple[_Way, ...] = ()

    @classmethod
    def of(cls, before: Position) -> MoveEntry:
        """The entry of a move in a position, of which nothing is entered."""
        return cls(before, tuple(legal_routes(before)))

    @classmethod
    def tried(cls, before: Position) -> MoveEntry:
        """The entry of an answer to an exercise: any capture, up to any jump of it, and any move without a capture."""
        stages = (
            Move(move.route[: jumps + 1], move.captured[:jumps])
            for move in captures(before)
            for jumps in range(1, len(move.captured) + 1)
        )
        return cls(before, (*dict.fromkeys(stages), *quiet_moves(before)))

    # --- what is entered ------------------------------------------------------------------------------------

    @property
    def side(self) -> Side:
        return self.before.to_move

    @property
    def way(self) -> tuple[Square, ...]:
        """The squares of the way so far, only the first where the piece is but selected; empty before any touch."""
        return self.touches[-1] if self.touches else _NOWHERE

    @property
    def move(self) -> Move | None:
        """The move that is entered; None while it is not whole."""
        return next((move for move in self.routes if move.route == self.way), None)

    @property
    def text(self) -> str | None:
        """The move that is entered, with all squares of its way; None while it is not whole."""
        move = self.move
        return None if move is None else notation.text(move)

    @property
    def is_complete(self) -> bool:
        """Whether the turn may end so."""
        return self.move is not None

    @property
    def captured(self) -> tuple[Square, ...]:
        """What is captured on the way so far; it lies on the board until the move is whole."""
        jumps = len(self.way) - 1
        return next((move.captured[:jumps] for move in self._on(self.way)), ()) if jumps > 0 else ()

    @property
    def board(self) -> Position:
        """The board with the piece where its way has led; what it captured lies there until the move is whole."""
        if self.move is not None:
            return after(self.before, self.move)
        if len(self.way) < 2:
            return self.before
        own, start, end = self.before.of(self.side), bits_of(self.way[:1]), bits_of(self.way[-1:])
        own = own & ~start | end
        kings = self.before.kings & ~start | (end if self.before.kings & start else 0)
        light, dark = (own, self.before.dark) if self.side is Side.LIGHT else (self.before.light, own)
        return Position(light, dark, kings, self.side)

    def landings(self, square: Square) -> frozenset[Square]:
        """Where the piece on a square may land next: the selected one from the end of its way, another from its own."""
        way = self.way if square in self.way[-1:] else (square,)
        return frozenset(move.route[len(way)] for move in self._on(way) if len(move.route) > len(way))

    def may_lift(self, square: Square) -> bool:
        """Whether the piece on a square can be moved, or is the one that is being moved."""
        return square in self.way[-1:] or any(self._on((square,)))

    # --- touches --------------------------------------------------------------------------------------------

    def tapped(self, square: Square) -> MoveEntry:
        """The entry after a tap of a square.

        A tap of a piece selects it, and plays it where it has one move only.  A tap of a landing moves the selected
        piece there, and on while there is one way only.  A tap of another square that it could have reached moves it
        there instead, a tap of where it came from puts it back; then it is no longer selected.
        """
        way = self.way
        if way and any(self._on((*way, square))):
            return self._gone((*way, square))
        if square in way[1:]:
            return self
        if square in way[:1]:
            selected = (square,)
            return self.cleared() if self._led(selected) == way else self._with(selected)
        if way and (other := self._leading(square)):
            return self._gone(other)
        return self._gone((square,)) if any(self._on((square,))) else self

    def dragged(self, start: Square, end: Square) -> MoveEntry:
        """The entry after a piece was dragged from a square to another one."""
        if start not in self.way[-1:]:
            if not any(self._on((start,))):
                return self
            begun = replace(self, touches=(*self.touches, (start,)))
            dragged = begun.dragged(start, end)
            return self if dragged is begun else replace(dragged, touches=(*self.touches, dragged.way))
        if end in self.way[:1] and not any(self._on((*self.way, end))):
            return self.cleared()
        way = (*self.way, end)
        other = way if any(self._on(way)) else self._leading(end)
        return self._gone(other) if other else self

    def undone(self) -> MoveEntry:
        """The entry without the last touch."""
        return replace(self, touches=self.touches[:-1])

    def cleared(self) -> MoveEntry:
        """The entry of the same move without any touch."""
        return replace(self, touches=())

    # --- parts ----------------------------------------------------------------------------------------------

    def _on(self, way: _Way) -> Iterator[Move]:
        """The moves that begin with a way."""
        return (move for move in self.routes if move.route[: len(way)] == way)

    def _with(self, way: _Way) -> MoveEntry:
        return replace(self, touches=(*self.touches, way))

    def _gone(self, way: _Way) -> MoveEntry:
        return self._with(self._led(way))

    def _led(self, way: _Way) -> _Way:
        """A way with the rest of its move, if it begins one move only: moves of alike end and captures are one."""
        moves = list(self._on(way))
        alike = {(move.end, frozenset(move.captured)) for move in moves}
        return moves[0].route if len(alike) == 1 else way

    def _leading(self, square: Square) -> _Way:
        """The way of the selected piece over a square that it does not reach next: from as late on its way as can be,
        over squares that are left out where there is one way to it; empty where there is none."""
        for length in range(len(self.way), 0, -1):
            begun = self.way[:length]
            if any(self._on((*begun, square))):
                return (*begun, square)
        found = {
            move.route[: move.route.index(square, len(self.way)) + 1]
            for move in self._on(self.way)
            if square in move.route[len(self.way) :]
        }
        return found.pop() if len(found) == 1 else _NOWHERE
