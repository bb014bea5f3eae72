"""Exercises of draughts, made by the engine: each a position with one right move, which is checked.

The same kind and seed make the same exercise on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from random import Random
from typing import Final

from companion.coach.draughts.evaluation import SURE, WIN
from companion.coach.draughts.levels import Skill, choose_at
from companion.coach.draughts.reasons import MoveReason, loss, why, why_not
from companion.coach.draughts.results import random_opening
from companion.coach.draughts.search import Limits, Thought, think
from companion.coach.draughts.tactics import is_shot, king_in, wins_within
from companion.coach.draughts.teaching import WITHIN, Advice, valued
from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.moves import captures
from companion.games.draughts.position import bits_of
from companion.games.draughts.squares import DARK_SQUARES
from companion.games.rules import Side


class DrillKind(Enum):
    """The tasks of drills."""

    CAPTURE = "capture"  # the capture that takes the most
    SHOT = "shot"  # the move that gives pieces and takes more
    PROMOTION = "promotion"  # the man that becomes a king, whatever comes
    KINGS = "kings"  # the winning move of an ending with kings


@dataclass(frozen=True, slots=True)
class DraughtsDrill:
    """``answer``: the one right move; ``advice``: what the engine found, with the reason why that move is right."""

    kind: DrillKind
    seed: int
    position: Position
    answer: Move
    advice: Advice

    @property
    def task(self) -> str:
        """The text key of what is asked."""
        return f"draughts.drill.{self.kind.value}"

    @property
    def reason(self) -> MoveReason:
        """The reason for the answer, to be shown afterwards."""
        return self.advice.reason


@dataclass(frozen=True, slots=True)
class DrillAnswer:
    """The result of a try: ``loss``: the share of the game that the move gives away; ``reason``: for or against it."""

    solved: bool
    loss: float
    reason: MoveReason


_LIMITS: Final = Limits(nodes=6_000)
_GLANCE: Final = Limits(depth=5, nodes=800)
_CLEARLY: Final = 0.1
"""The share of the game that every other move has to lose."""
_SKILL: Final = Skill(Limits(depth=1), 40)
"""Of the players of the games that the positions come from: they leave something to find."""
_MOST_MOVES: Final = 60
_KING_MOVES: Final = 3
_MOST_PLIES: Final = 7


def made(kind: DrillKind, seed: int) -> DraughtsDrill:
    """Return the exercise of a kind with a number."""
    rng = Random(f"{kind.value} {seed}")
    positions = _endings(rng) if kind is DrillKind.KINGS else _played(rng)
    for position in positions:
        answer = _FOUND[kind](position)
        if answer is None:
            continue
        thought = think(position, _LIMITS, within=WITHIN)
        if kind is DrillKind.CAPTURE or _is_clear(thought, answer):
            return DraughtsDrill(kind, seed, position, answer, Advice(thought, why(thought)))
    raise AssertionError("positions never end")


def answered(drill: DraughtsDrill, move: Move) -> DrillAnswer:
    """Return how good an answer is.  Raises :class:`ValueError` for a move that is not legal."""
    thought = drill.advice.thought
    given, right = valued(thought, move), valued(thought, drill.answer)
    if given.move == right.move:
        return DrillAnswer(True, 0.0, drill.reason)
    return DrillAnswer(False, loss(thought, given), why_not(thought, given))


def _is_clear(thought: Thought, answer: Move) -> bool:
    """Whether the engine plays that move too, and every other one loses much."""
    return thought.best.move == answer and all(loss(thought, one) >= _CLEARLY for one in thought.ranked[1:])


# --- where positions come from -------------------------------------------------------------------


def _played(rng: Random) -> Iterator[Position]:
    """The positions of games of careless players, one game after the other."""
    while True:
        positions = random_opening(rng.randrange(4, 13), rng)
        while len(positions) < _MOST_MOVES and legal_moves(positions[-1]):
            position = positions[-1]
            yield position
            positions.append(after(position, choose_at(position, (), _SKILL, rng)))


def _endings(rng: Random) -> Iterator[Position]:
    """Endings of one to three pieces a side, most of them kings, at random."""
    while True:
        pieces = rng.randrange(1, 4), rng.randrange(1, 3)
        squares = rng.sample(DARK_SQUARES, sum(pieces))
        light, dark = squares[: pieces[0]], squares[pieces[0] :]
        kings = [light[0], dark[0], *(square for square in squares if rng.random() < 0.5)]
        men = [*((square, 7) for square in light), *((square, 0) for square in dark)]
        if any(square // 8 == row and square not in kings for square, row in men):
            continue
        position = Position(bits_of(light), bits_of(dark), bits_of(kings), rng.choice(list(Side)))
        if legal_moves(position):
            yield position


# --- what is right in them -----------------------------------------------------------------------


def _longest_capture(position: Position) -> Move | None:
    """The only legal capture, of two pieces or more, where shorter ones tempt."""
    legal = legal_moves(position)
    if len(legal) != 1 or len(legal[0].captured) < 2:
        return None
    others = {move.start for move in captures(position) if len(move.captured) < len(legal[0].captured)}
    return legal[0] if others - {legal[0].start} else None


def _only(moves: list[Move], found: Callable[[Move], bool]) -> Move | None:
    right = [move for move in moves if found(move)]
    return right[0] if len(right) == 1 and len(moves) > 1 else None


def _only_shot(position: Position) -> Move | None:
    return _only(legal_moves(position), lambda move: is_shot(position, move))


def _only_runner(position: Position) -> Move | None:
    moves = legal_moves(position)
    if moves[0].captured or any(king_in(position, move, 1) for move in moves):
        return None
    return _only(moves, lambda move: king_in(position, move, _KING_MOVES) is not None)


def _only_win(position: Position) -> Move | None:
    if captures(position):
        return None
    side = position.to_move
    if not 3 <= WIN - think(position, _GLANCE).best.value <= _MOST_PLIES:
        return None
    thought = think(position, _LIMITS, within=WIN)
    won = [one for one in thought.ranked if one.value >= SURE]
    if len(won) != 1 or len(thought.ranked) < 2 or WIN - won[0].value > _MOST_PLIES:
        return None
    answer = won[0].move
    return answer if wins_within(after(position, answer), side, _MOST_PLIES - 1) else None


_FOUND: Final[Mapping[DrillKind, Callable[[Position], Move | None]]] = {
    DrillKind.CAPTURE: _longest_capture,
    DrillKind.SHOT: _only_shot,
    DrillKind.PROMOTION: _only_runner,
    DrillKind.KINGS: _only_win,
}
