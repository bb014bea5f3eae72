"""What happens at a draughts board besides what happens at any board (:mod:`companion.match.events`)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.rules import Side


@dataclass(frozen=True, slots=True)
class MoveEntered:
    """By touch: the side to move plays this move (``c3-d4``, ``c3xe5xg3``), and the turn is over."""

    move: str
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class MoveEdited:
    """By touch: the move with this number of the game (from 0) was another one; what follows is played again."""

    number: int
    move: str
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class PositionEntered:
    """By touch: the pieces lie so (FEN, with the side to move), whatever is on record."""

    fen: str
    at_s: float
    by: Side | None = None


@dataclass(frozen=True, slots=True)
class DrawOffered:
    """By touch: a side offers a draw; the other side answers, or declines by its next move."""

    side: Side
    at_s: float


@dataclass(frozen=True, slots=True)
class GameResigned:
    """By touch: a side gives the game up."""

    side: Side
    at_s: float
