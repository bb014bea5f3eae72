"""Hints on a move of draughts by level, and remarks on a costly move.

Plain values; at a table :mod:`companion.coach.draughts.at_the_table` asks for them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from companion.coach.draughts.evaluation import Value, share
from companion.coach.draughts.reasons import MoveReason, loss, why, why_not
from companion.coach.draughts.search import USUAL_DRAWS, Draws, Limits, Ranked, Thought, think
from companion.games.draughts import Move, Position
from companion.games.draughts.squares import SIZE, SQUARES, Square, is_dark

HINT_S: Final = 0.22
"""Seconds for the search of a hint; the reason takes a few milliseconds more."""
HINT_LIMITS: Final = Limits(seconds=HINT_S)
WITHIN: Final[Value] = 250
"""Moves that are worth so many hundredths of a man less than the best get a value of their own."""
COSTLY: Final = 0.08
"""The share of the game from which on the coach speaks of a move unasked."""


class Hint(IntEnum):
    """The levels of a hint, each on request and only after the one before."""

    WHERE = 1  # what to look for, and in which quarter of the board
    PIECE = 2  # which man or king moves
    MOVE = 3  # the move itself
    WHY = 4  # one reason for it
    LIST = 5  # all moves in order, with what they lose


@dataclass(frozen=True, slots=True)
class RankedMove:
    """One move of the list.  ``share``: of the game, 0..1, for its player; ``loss``: against the best, 0 or more.

    ``exact``: else ``share`` is an upper bound.  ``line``: a continuation, this move first.
    """

    move: Move
    share: float
    loss: float
    exact: bool
    line: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Advice:
    """The engine's ranking in a position, with the reason for the best move."""

    thought: Thought
    reason: MoveReason

    @property
    def moves(self) -> tuple[RankedMove, ...]:
        """All legal moves, the best first."""
        return tuple(
            RankedMove(one.move, share(one.value), loss(self.thought, one), one.exact, one.line)
            for one in self.thought.ranked
        )


@dataclass(frozen=True, slots=True)
class HintShown:
    """The drawn part of an advice at one hint level; the rest is empty.

    ``look``: a text key, what to look for; ``squares``: the quarter of the board, then the piece.
    """

    hint_level: Hint
    look: str
    squares: tuple[Square, ...]
    move: Move | None = None
    reason: MoveReason | None = None
    rows: tuple[RankedMove, ...] = ()


@dataclass(frozen=True, slots=True)
class MoveRemark:
    """A remark on a move: ``loss``: the share of the game that it cost, 0..1; ``best``: the better one."""

    made: Move
    best: Move
    loss: float
    reason: MoveReason

    @property
    def is_costly(self) -> bool:
        """Whether it is said unasked."""
        return self.loss >= COSTLY


_LOOKS: Final = {
    "wins": "win",
    "wins-now": "win",
    "shot": "shot",
    "shot-net": "shot",
    "wins-pieces": "capture",
    "most": "capture",
    "forced-capture": "capture",
    "king": "king",
    "king-in": "king",
    "saves-man": "danger",
    "saves-king": "danger",
    "saves-some": "danger",
    "covers-man": "danger",
    "covers-king": "danger",
    "stops-king": "stop",
}
"""What to look for, by the end of the reason's key."""


def advised(
    position: Position,
    history: Sequence[Position] = (),
    *,
    limits: Limits = HINT_LIMITS,
    draws: Draws = USUAL_DRAWS,
) -> Advice:
    """Return the moves with their values and the reason for the best one.

    Raises :class:`ValueError` where there is no legal move.
    """
    thought = think(position, limits, history=history, within=WITHIN, draws=draws)
    return Advice(thought, why(thought))


def hint(advice: Advice, hint_level: Hint) -> HintShown:
    """Return as much of an advice as a hint level shows."""
    best = advice.thought.best.move
    return HintShown(
        hint_level,
        f"draughts.look.{_LOOKS.get(advice.reason.key.rpartition('.')[2], 'quarter')}",
        (best.start,) if hint_level >= Hint.PIECE else quarter(best.start),
        best if hint_level >= Hint.MOVE else None,
        advice.reason if hint_level >= Hint.WHY else None,
        advice.moves if hint_level >= Hint.LIST else (),
    )


def quarter(square: Square) -> tuple[Square, ...]:
    """Return the dark squares of the quarter of the board that holds a square."""
    half = SIZE // 2
    return tuple(
        other
        for other in SQUARES
        if is_dark(other)
        and (other % SIZE) // half == (square % SIZE) // half
        and (other // SIZE) // half == (square // SIZE) // half
    )


def remark(thought: Thought, move: Move) -> MoveRemark:
    """Return the remark on a legal move in the position of an advice.

    Raises :class:`ValueError` for an illegal move.
    """
    made = valued(thought, move)
    return MoveRemark(move, thought.best.move, loss(thought, made), why_not(thought, made))


def valued(thought: Thought, move: Move) -> Ranked:
    """Return what was found of a legal move.  Raises :class:`ValueError` for one that is not legal."""
    made = thought.of(move)
    if made is None:
        raise ValueError(f"{move.route}: not a legal move of the position")
    return made
