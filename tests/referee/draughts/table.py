"""A draughts table in tests: a board that looks are taken of, and what the referee believes of it."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.draughts import START, Position, after, legal_moves
from companion.games.draughts.notation import parse
from companion.games.draughts.squares import named
from companion.referee.belief import covered, looked
from companion.referee.draughts.boards import Packed, packed
from companion.referee.draughts.course import Event, Stage
from companion.referee.draughts.game import Belief, Draughts, anchored, ended, is_wrong
from companion.referee.hypothesis import hypotheses_of, sureness
from vision.observation import Counts, Evidence, Observation

_COUNTS: tuple[Counts, ...] = ((0, 0), (1, 0), (0, 1))
_PIECES = {".": 0, "l": 1, "d": 2}


def look(board: Packed, misread: Mapping[str, str] | None = None) -> Observation:
    """A look that reads every square as it is, but for some: ``{"c3": "."}`` reads c3 as empty."""
    read = board.copy()
    for square, piece in (misread or {}).items():
        read[named(square)] = _PIECES[piece]
    evidence = {
        square: Evidence({counts: 0.998 if n == read[square] else 0.001 for n, counts in enumerate(_COUNTS)})
        for square in range(64)
    }
    corners = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    return Observation(evidence, (), None, hand=False, seen_at_s=0.0, corners_px=corners)


class Table:
    """What lies there, and what is believed of it; ``still``: a still look ends a turn, else a press."""

    def __init__(self, position: Position = START, *, still: bool = True) -> None:
        self.still = still
        self.position = position
        self.board = packed(position).copy()
        self.misread: dict[str, str] = {}
        self.belief: Belief = anchored(position)
        self.looks()

    def looks(self, count: int = 1) -> None:
        """Looks at a board at rest; before them a hand was over it."""
        self.belief = covered(self.belief)
        for k in range(count):
            self.belief = looked(self.belief, look(self.board, self.misread), Draughts(), unmoved=k > 0)

    def puts(self, pieces: str, count: int = 1) -> None:
        """A hand leaves other pieces on some squares, ``"c3. d4l e5."``, and is gone."""
        for one in pieces.split():
            self.board[named(one[:2])] = _PIECES[one[2]]
        self.looks(count)

    def moves(self, text: str, count: int = 1) -> None:
        """The side to move makes a legal move."""
        move = parse(text, self.position)
        assert move in legal_moves(self.position)
        self.position = after(self.position, move)
        self.board = packed(self.position).copy()
        self.looks(count)

    def presses(self) -> None:
        self.belief = ended(self.belief)

    @property
    def recorded(self) -> tuple[Event, ...]:
        """The likeliest story, which is surer than 95 %."""
        every = hypotheses_of(self.belief, Draughts(self.still))
        items = every[0].items
        assert sureness(every, items) > 0.95
        return items

    @property
    def stage(self) -> Stage:
        return self.belief.best.stage

    @property
    def fault(self) -> float:
        """How likely it is that the turn after those of the likeliest story broke a rule."""
        every = hypotheses_of(self.belief, Draughts(self.still))
        return sum(one.p for one in every if is_wrong(one, every[0].items, still=self.still))
