"""Analyses a finished game of draughts: what each move cost, and the best line instead."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from companion.coach.draughts.evaluation import share
from companion.coach.draughts.reasons import MoveReason, loss, why_not
from companion.coach.draughts.search import USUAL_DRAWS, Draws, Limits, Searcher
from companion.coach.draughts.teaching import WITHIN, valued
from companion.games.draughts import START, Move, Position, after, legal_moves
from companion.games.rules import Side

ANALYSIS_LIMITS: Final = Limits(nodes=20_000)
"""Of each move; limited by nodes, so that the same game has the same analysis everywhere."""
_MISTAKE: Final = 0.08
"""The share of the game from which on a move is counted as a mistake."""


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One move of the game: ``number`` from 0; ``share``: of the game after it, 0..1, for its player.

    ``loss``: the share of the game that it cost; ``line``: a better continuation, the best move first.  ``forced``: it
    was the only one.
    """

    number: int
    position: Position
    move: Move
    share: float
    loss: float
    line: tuple[Move, ...]
    reason: MoveReason
    forced: bool

    @property
    def side(self) -> Side:
        return self.position.to_move

    @property
    def is_mistake(self) -> bool:
        return self.loss >= _MISTAKE


@dataclass(frozen=True, slots=True)
class SideTotals:
    """``moves``: with a choice; ``lost``: their losses together, in games; ``mistakes``: how many cost much."""

    moves: int
    lost: float
    mistakes: int


def analysed(
    moves: Sequence[Move],
    start: Position = START,
    *,
    limits: Limits = ANALYSIS_LIMITS,
    draws: Draws = USUAL_DRAWS,
) -> Iterator[JudgedMove]:
    """Yield the moves of a game one after the other, each as soon as it is judged.

    Raises :class:`ValueError` at a move that is not legal.
    """
    position, history, searcher = start, list[Position](), Searcher(draws=draws)
    for number, move in enumerate(moves):
        if not legal_moves(position):
            raise ValueError(f"move {number}: the game was over")
        thought = searcher.think(position, limits, history=history, within=WITHIN)
        made = valued(thought, move)
        cost = loss(thought, made)
        yield JudgedMove(
            number, position, move, share(made.value), cost, thought.best.line, why_not(thought, made),
            len(thought.ranked) == 1,
        )  # fmt: skip
        history.append(position)
        position = after(position, move)


def totals(judged: Sequence[JudgedMove], side: Side) -> SideTotals:
    """Return what a side's moves cost together; a move without a choice is none."""
    own = [one for one in judged if one.side is side and not one.forced]
    return SideTotals(len(own), sum(one.loss for one in own), sum(one.is_mistake for one in own))
