"""The reason for or against a move of draughts: one plain fact, shown on the board.

A fact is a reason if it holds (:mod:`companion.coach.draughts.tactics` plays it out) and a worse move lacks it.  If no
fact distinguishes them, the reason is the engine's line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from companion.coach.draughts.evaluation import SURE, WIN, share
from companion.coach.draughts.features import LONG_DIAGONAL
from companion.coach.draughts.search import Ranked, Thought
from companion.coach.draughts.tactics import (
    Exchange,
    by_move,
    exchanges,
    is_shot,
    king_in,
    passed,
    runners,
    threatened,
    wins_within,
    worst,
)
from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.moves import captures, longest
from companion.games.draughts.position import FAR_ROW
from companion.games.draughts.squares import Square, name, named

EVEN: Final = 0.015
"""The share of the game by which two moves have to differ to be distinguished."""
_SEEN_KINGS: Final = 2
"""The moves ahead in which a king of the other side is searched."""
_MOST_PLIES: Final = 7
_FEW: Final = 2
_CENTRE: Final = frozenset(map(named, ("d4", "f4", "c5", "e5")))


@dataclass(frozen=True, slots=True)
class MoveReason:
    """A text key of :mod:`companion.texts.draughts_coach`, what fills its blanks, the squares that it is about."""

    key: str
    values: Mapping[str, str] = field(default_factory=dict)
    squares: tuple[Square, ...] = ()


Fact: TypeAlias = Callable[[Position, Move], MoveReason | None]


def why(thought: Thought) -> MoveReason:
    """The one reason for the best move; keys ``draughts.why.…``."""
    position, best = thought.position, thought.best
    if len(thought.ranked) == 1:
        return _forced(position, best.move)
    won = _won(position, best)
    if won is not None:
        return won
    worse = [one.move for one in thought.ranked if loss(thought, one) >= EVEN]
    for fact in FACTS:
        reason = fact(position, best.move)
        if reason is not None and any(fact(position, move) != reason for move in worse):
            return reason
    if not worse:
        return MoveReason("draughts.why.even")
    return MoveReason("draughts.why.ahead", {"n": str(thought.depth)})


def why_not(thought: Thought, made: Ranked) -> MoveReason:
    """The fault of a move, or the advantage of the best one; keys ``draughts.not.…`` and ``draughts.why.…``."""
    position = thought.position
    if len(thought.ranked) == 1 or made.move == thought.best.move:
        return MoveReason("draughts.not.best")
    if loss(thought, made) < EVEN:
        return MoveReason("draughts.not.even")
    for fault in FAULTS:
        reason = fault(position, made.move)
        if reason is not None and fault(position, thought.best.move) != reason:
            return reason
    return why(thought)


def loss(thought: Thought, one: Ranked) -> float:
    """The share of the game that a move loses against the best, 0..1."""
    return max(0.0, share(thought.best.value) - share(one.value))


# --- what speaks for a move ----------------------------------------------------------------------


def _forced(position: Position, move: Move) -> MoveReason:
    if not move.captured:
        return MoveReason("draughts.why.forced")
    if all(len(other.captured) == len(move.captured) for other in captures(position)):
        return MoveReason("draughts.why.forced-capture", squares=move.captured)
    return MoveReason("draughts.why.most", {"n": str(len(move.captured))}, move.captured)


def _won(position: Position, best: Ranked) -> MoveReason | None:
    plies = WIN - best.value
    if best.value < SURE or plies > _MOST_PLIES:
        return None
    if not wins_within(after(position, best.move), position.to_move, plies - 1):
        return None
    moves = (plies + 1) // 2
    if moves == 1:
        return MoveReason("draughts.why.wins-now")
    return MoveReason("draughts.why.wins", {"n": str(moves)})


def _shot(position: Position, move: Move) -> MoveReason | None:
    for gives in (0, 1):
        if is_shot(position, move, gives):
            return _bargain("draughts.why.shot", by_move(position, move, gives))
    return None


def _bargain(key: str, found: frozenset[Exchange]) -> MoveReason:
    """The exchange if it is alike in every line, else the least gain."""
    if len(found) == 1:
        (one,) = found
        return MoveReason(key, {"n": str(one.taken), "given": str(one.given)})
    return MoveReason(f"{key}-net", {"n": str(worst(found))})


def _crowned(position: Position, move: Move) -> MoveReason | None:
    moves = king_in(position, move)
    if moves is None:
        return None
    if moves == 1:
        return MoveReason("draughts.why.king", squares=(move.end,))
    return MoveReason("draughts.why.king-in", {"n": str(moves)}, (move.start,))


def _takes(position: Position, move: Move) -> MoveReason | None:
    won = worst(by_move(position, move)) if move.captured else 0
    if won <= 0:
        return None
    return MoveReason("draughts.why.wins-pieces", {"n": str(won)}, move.captured)


def _saves(position: Position, move: Move) -> MoveReason | None:
    if move.captured:
        return None
    squares = sorted(threatened(position))
    if not squares or worst(by_move(position, move)) < 0:
        return None
    if len(squares) > 1:
        return MoveReason("draughts.why.saves-some", {"n": str(len(squares))}, tuple(squares))
    (square,) = squares
    stands = move.end if square == move.start else square
    taken = any(stands in reply.captured for reply in longest(captures(after(position, move))))
    kind = "king" if position.is_king(square) else "man"
    verb = "covers" if taken else "saves"
    return MoveReason(f"draughts.why.{verb}-{kind}", {"square": name(square)}, (square,))


def _stops(position: Position, move: Move) -> MoveReason | None:
    other = position.to_move.other
    running = runners(passed(position), other, _SEEN_KINGS)
    if not running or runners(after(position, move), other, _SEEN_KINGS):
        return None
    square = min(running)
    return MoveReason("draughts.why.stops-king", {"square": name(square)}, (square,))


def _trades(position: Position, move: Move) -> MoveReason | None:
    side = position.to_move
    found = by_move(position, move)
    if position.count(side) <= position.count(side.other) or len(found) != 1:
        return None
    (one,) = found
    if one.net or not one.given:
        return None
    return MoveReason("draughts.why.trades", {"n": str(one.given)})


def _keeps(position: Position, move: Move) -> MoveReason | None:
    """No piece can be taken after it."""
    return None if captures(after(position, move)) else MoveReason("draughts.why.safe")


def _limits(position: Position, move: Move) -> MoveReason | None:
    child = after(position, move)
    replies = legal_moves(child)
    if not replies or len(replies) > _FEW or replies[0].captured:
        return None
    return MoveReason("draughts.why.limits", {"n": str(len(replies))})


def _back_row(position: Position, move: Move) -> MoveReason | None:
    own_row = FAR_ROW[position.to_move.other]
    men = position.of(position.to_move) & ~position.kings & own_row
    theirs = position.of(position.to_move.other) & ~position.kings
    if not men or not theirs or 1 << move.start & own_row:
        return None
    return MoveReason("draughts.why.back-row", squares=tuple(square for square in range(64) if men >> square & 1))


def _long_diagonal(position: Position, move: Move) -> MoveReason | None:
    if not position.is_king(move.start) or not 1 << move.end & LONG_DIAGONAL:
        return None
    return MoveReason("draughts.why.long-diagonal", squares=(move.end,))


def _centre(position: Position, move: Move) -> MoveReason | None:
    if position.is_king(move.start) or move.end not in _CENTRE or captures(after(position, move)):
        return None
    return MoveReason("draughts.why.centre", {"square": name(move.end)}, (move.end,))


FACTS: Final[tuple[Fact, ...]] = (
    _shot, _takes, _crowned, _saves, _stops, _trades, _keeps, _limits, _long_diagonal, _back_row, _centre,
)  # fmt: skip
"""Facts for a move, the strongest first."""


# --- what speaks against a move ------------------------------------------------------------------


def _loses(position: Position, move: Move) -> MoveReason | None:
    lost = -worst(by_move(position, move))
    if lost <= 0:
        return None
    child = after(position, move)
    takers = [reply for reply in legal_moves(child) if _lost_by(child, move, reply) == lost]
    taken = {square for reply in takers for square in reply.captured}
    if lost == 1 and len(taken) == 1 and not move.captured:
        (square,) = taken
        by = min(reply.start for reply in takers)
        kind = "king" if child.is_king(square) else "man"
        return MoveReason(f"draughts.not.loses-{kind}", {"square": name(square), "by": name(by)}, (square, by))
    return MoveReason("draughts.not.loses", {"n": str(lost)}, tuple(sorted(taken)))


def _lost_by(child: Position, move: Move, reply: Move) -> int:
    """The number of pieces that a move has lost when the captures after one reply are over."""
    return -worst(exchanges(after(child, reply), child.to_move.other)) + len(reply.captured) - len(move.captured)


def _allows_shot(position: Position, move: Move) -> MoveReason | None:
    child = after(position, move)
    if captures(child):
        return None
    shots = [reply for reply in legal_moves(child) if is_shot(child, reply)]
    if not shots:
        return None
    best = max((by_move(child, reply, 1) for reply in shots), key=worst)
    return _bargain("draughts.not.shot", best)


def _allows_king(position: Position, move: Move) -> MoveReason | None:
    running = runners(after(position, move), position.to_move.other, _SEEN_KINGS)
    if not running:
        return None
    return MoveReason("draughts.not.king", {"square": name(min(running))}, (min(running),))


FAULTS: Final[tuple[Fact, ...]] = (_loses, _allows_shot, _allows_king)
"""Facts against a move, the strongest first."""


def facts(position: Position, move: Move) -> Iterator[MoveReason]:
    """Everything that holds of a move, for and against."""
    for fact in (*FACTS, *FAULTS):
        reason = fact(position, move)
        if reason is not None:
            yield reason
