"""Games of the engine played out: openings, and what has ended a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Final, TypeAlias

from companion.coach.draughts.search import USUAL_DRAWS, Draws
from companion.games.draughts import START, Move, Position, after, legal_moves
from companion.games.draughts.moves import captures
from companion.games.rules import Side

Player: TypeAlias = Callable[[Position, Sequence[Position]], Move]
"""Chooses a move in a position with a history."""

_MOST_MOVES: Final = 300


@dataclass(frozen=True, slots=True)
class Played:
    """A game: its positions from the start on, the last one included; ``light``: Light's share of it, 0, 1/2 or 1.

    ``opening``: how many of the positions were given.
    """

    positions: tuple[Position, ...]
    light: float
    opening: int = 0


def random_opening(moves: int, rng: Random) -> list[Position]:
    """Return the positions of random moves from the start; at its end neither side can capture and no man is lost."""
    while True:
        positions = [START]
        while len(positions) <= moves or captures(positions[-1]):
            positions.append(after(positions[-1], rng.choice(legal_moves(positions[-1]))))
        if positions[-1].count(Side.LIGHT) == positions[-1].count(Side.DARK) and legal_moves(positions[-1]):
            return positions


def played_out(opening: Sequence[Position], players: Mapping[Side, Player], draws: Draws = USUAL_DRAWS) -> Played:
    """Play a game from the end of an opening; one that does not end by the rules is a draw."""
    positions = list(opening)
    while len(positions) < _MOST_MOVES:
        position = positions[-1]
        if not legal_moves(position):
            return Played(tuple(positions), 0.0 if position.to_move is Side.LIGHT else 1.0, len(opening))
        if is_drawn(positions, draws):
            break
        move = players[position.to_move](position, positions[:-1])
        positions.append(after(position, move))
    return Played(tuple(positions), 0.5, len(opening))


def is_drawn(positions: Sequence[Position], draws: Draws) -> bool:
    """Whether the last of these positions is drawn by repetition or by moves of kings alone."""
    last = positions[-1]
    men, kings = (last.light | last.dark) & ~last.kings, last.kings.bit_count()
    since = 0
    for one in reversed(positions[:-1]):
        if (one.light | one.dark) & ~one.kings != men or one.kings.bit_count() != kings:
            break
        since += 1
    return (
        since >= 2 * draws.king_moves or list(positions[len(positions) - 1 - since :]).count(last) >= draws.repetitions
    )
