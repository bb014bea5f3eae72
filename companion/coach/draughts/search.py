"""The search of the draughts engine: alpha-beta with iterative deepening.

Principal variation search with a transposition table, killer moves, a history of moves that cut off, late moves
searched less deeply first, and no evaluation while a capture is to be made, since captures are compulsory.  A single
reply costs no depth.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple, TypeAlias

from companion.coach.draughts.evaluation import SURE, WIN, Value, evaluated
from companion.games.draughts import Move, Position, after, legal_moves
from companion.games.draughts.moves import captures, longest, quiet_moves
from companion.games.rules import Side

Evaluation: TypeAlias = Callable[[Position], Value]

INFINITE: Final = WIN + 1
_Key: TypeAlias = tuple[int, int, int, bool]
DEEPEST: Final = 60
_DRAW: Final = 0
_CHECKED_EVERY: Final = 256
"""Nodes between two looks at the clock."""
_TABLE_SIZE: Final = 400_000
_REDUCED_FROM: Final = 3
"""The fourth move of a node and those after it are searched less deeply first."""
_EXACT, _AT_LEAST, _AT_MOST = 0, 1, 2


class Draws(NamedTuple):
    """Automatic draws: so many repetitions, or so many moves of each side with kings alone and no capture."""

    repetitions: int = 3
    king_moves: int = 15


USUAL_DRAWS: Final = Draws()


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search: it ends at the first.  Without a time it gives the same answer on every machine."""

    depth: int = DEEPEST
    nodes: int | None = None
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Ranked:
    """One move: ``value`` for the side that makes it; ``exact``: else it is an upper bound.

    ``line``: the continuation, this move first, as far as the engine knows.
    """

    move: Move
    value: Value
    line: tuple[Move, ...]
    exact: bool = True


@dataclass(frozen=True, slots=True)
class Thought:
    """The result of a search: the legal moves, the best first; ``depth``: the moves ahead that it searched in full."""

    position: Position
    ranked: tuple[Ranked, ...]
    depth: int
    nodes: int

    @property
    def best(self) -> Ranked:
        return self.ranked[0]

    def of(self, move: Move) -> Ranked | None:
        """Return what was found of a move, whichever way round it captures."""
        same = (move.start, move.end, frozenset(move.captured))
        for one in self.ranked:
            if (one.move.start, one.move.end, frozenset(one.move.captured)) == same:
                return one
        return None


class _OutOfTimeError(Exception):
    pass


def think(
    position: Position,
    limits: Limits,
    *,
    history: Sequence[Position] = (),
    within: Value = 0,
    evaluation: Evaluation = evaluated,
    draws: Draws = USUAL_DRAWS,
) -> Thought:
    """Search a position in which the side to move has a legal move.

    ``history``: the positions of the game before this one, oldest first.  ``within``: moves worse than the best by at
    most this get an exact value; the others get an upper bound.  Raises :class:`ValueError` where there is no legal
    move.
    """
    return Searcher(evaluation=evaluation, draws=draws).think(position, limits, history=history, within=within)


class Searcher:
    """A search with its memory; one that is kept for the next move of the game finds more in the same time."""

    def __init__(self, *, evaluation: Evaluation = evaluated, draws: Draws = USUAL_DRAWS) -> None:
        self._evaluation: Final = evaluation
        self._draws: Final = draws
        self._tables: Final[dict[Side, dict[tuple[int, int, int], tuple[int, int, Value, Move | None]]]] = {
            side: {} for side in Side
        }
        self._statics: Final[dict[Side, dict[tuple[int, int, int], Value]]] = {side: {} for side in Side}
        self._cutoffs: Final[dict[tuple[int, ...], int]] = {}
        self._killers: list[Move | None] = [None] * (2 * DEEPEST)
        self._earlier: set[_Key] = set()
        self._nodes = 0
        self._most_nodes = 0
        self._until = 0.0

    def think(
        self, position: Position, limits: Limits, *, history: Sequence[Position] = (), within: Value = 0
    ) -> Thought:
        """As :func:`think`."""
        moves = legal_moves(position)
        if not moves:
            raise ValueError("no legal move to think about")
        self._begin(limits)
        since, quiet = _since_the_last_change(position, history)
        self._earlier = {_key(one) for one in since}
        lost = {_key(one) for one in since if since.count(one) >= self._draws.repetitions - 1}
        ranked = [Ranked(move, 0, (move,)) for move in moves]
        depth, found = 0, list[Ranked]()
        try:
            for deeper in range(1, limits.depth + 1):
                found = []
                self._root(position, ranked, deeper, quiet, lost, within, found)
                ranked, depth = sorted(found, key=lambda one: -one.value), deeper
                if (len(moves) == 1 and not within) or abs(ranked[0].value) >= WIN - deeper:
                    break
        except _OutOfTimeError:
            if found and not within:  # the best of the moves that were looked at more deeply
                best = max(found, key=lambda one: one.value)
                ranked = [best, *(one for one in ranked if one.move != best.move)]
        return Thought(position, tuple(ranked), depth, self._nodes)

    def _begin(self, limits: Limits) -> None:
        self._nodes = 0
        self._most_nodes = limits.nodes if limits.nodes is not None else 1 << 60
        self._until = time.monotonic() + limits.seconds if limits.seconds is not None else float("inf")
        self._killers = [None] * (2 * DEEPEST)
        self._cutoffs.clear()
        for side in Side:
            if len(self._tables[side]) > _TABLE_SIZE:
                self._tables[side].clear()
            if len(self._statics[side]) > _TABLE_SIZE:
                self._statics[side].clear()

    def _root(
        self,
        position: Position,
        before: Sequence[Ranked],
        depth: int,
        quiet: int,
        drawn: set[_Key],
        within: Value,
        found: list[Ranked],
    ) -> None:
        """One round of the deepening; what it has found is in ``found`` even when it runs out of time."""
        best = -INFINITE
        for number, one in enumerate(before):
            child = after(position, one.move)
            still = _quiet_after(position, one.move, quiet)
            floor = max(-INFINITE, best - within - 1) if number else -INFINITE
            if _key(child) in drawn or still >= 2 * self._draws.king_moves:
                value = _DRAW
            elif number and not within:
                value = -self._value(child, -best - 1, -best, depth - 1, 1, still)
                if value > best:
                    value = -self._value(child, -INFINITE, -best, depth - 1, 1, still)
            else:
                value = -self._value(child, -INFINITE, -floor, depth - 1, 1, still)
            is_exact = not number or value > (floor if within else best)
            line = (one.move, *self._line(child, depth)) if is_exact else one.line
            found.append(Ranked(one.move, value, line, is_exact))
            best = max(best, value)

    def _value(self, position: Position, alpha: Value, beta: Value, depth: int, ply: int, quiet: int) -> Value:
        """The value for the side to move, exact between alpha and beta; at most or at least that outside."""
        self._nodes += 1
        if (not self._nodes % _CHECKED_EVERY and time.monotonic() > self._until) or self._nodes > self._most_nodes:
            raise _OutOfTimeError
        light, dark, kings, to_move = position
        moves = longest(captures(position))
        key = light, dark, kings
        if not moves:
            if (light, dark, kings, to_move is Side.LIGHT) in self._earlier or quiet >= 2 * self._draws.king_moves:
                return _DRAW
            if not (light if to_move is Side.LIGHT else dark):
                return ply - WIN
            if depth <= 0:
                return self._static(position)
        depth = max(depth, 0)
        table = self._tables[to_move]
        known = table.get(key)
        best_move = None
        if known is not None:
            known_depth, kind, value, best_move = known
            if known_depth >= depth:
                if value >= SURE:
                    value -= ply
                elif value <= -SURE:
                    value += ply
                if kind == _EXACT or (kind == _AT_LEAST and value >= beta) or (kind == _AT_MOST and value <= alpha):
                    return value
        is_quiet = not moves
        if is_quiet:
            moves = quiet_moves(position)
            if not moves:
                return ply - WIN
        if len(moves) > 1:
            self._order(moves, best_move, ply)
        depth_below = depth - 1 if is_quiet or len(moves) > 1 else depth
        best, bound = -INFINITE, alpha
        for number, move in enumerate(moves):
            child = after(position, move)
            still = quiet + 1 if is_quiet and kings >> move.route[0] & 1 else 0
            if number == 0:
                value = -self._value(child, -beta, -bound, depth_below, ply + 1, still)
            else:
                reduced = depth_below - 1 if is_quiet and number >= _REDUCED_FROM and depth_below >= 2 else depth_below
                value = -self._value(child, -bound - 1, -bound, reduced, ply + 1, still)
                if value > bound and (reduced < depth_below or value < beta):
                    value = -self._value(child, -beta, -bound, depth_below, ply + 1, still)
            if value > best:
                best, best_move = value, move
                if value > bound:
                    bound = value
                    if bound >= beta:
                        if is_quiet:
                            self._killers[ply] = move
                            self._cutoffs[move.route] = self._cutoffs.get(move.route, 0) + depth * depth
                        break
        kind = _AT_LEAST if best >= beta else _EXACT if best > alpha else _AT_MOST
        stored = best + ply if best >= SURE else best - ply if best <= -SURE else best
        table[key] = depth, kind, stored, best_move
        return best

    def _static(self, position: Position) -> Value:
        statics, key = self._statics[position.to_move], position[:3]
        value = statics.get(key)
        if value is None:
            value = statics[key] = self._evaluation(position)
        return value

    def _order(self, moves: list[Move], first: Move | None, ply: int) -> None:
        killer, cutoffs = self._killers[ply], self._cutoffs

        def merit(move: Move) -> int:
            if move == first:
                return 1 << 40
            return 1 << 39 if move == killer else cutoffs.get(move.route, 0)

        moves.sort(key=merit, reverse=True)

    def _line(self, position: Position, most: int) -> tuple[Move, ...]:
        """The continuation in the transposition table, with the captures at its end."""
        line: list[Move] = []
        while len(line) < most + 2:
            known = self._tables[position.to_move].get(position[:3])
            move = known[3] if known is not None else None
            if move is None:
                forced = longest(captures(position))
                if not forced:
                    break
                move = forced[0]
            line.append(move)
            position = after(position, move)
        return tuple(line)


def _key(position: Position) -> _Key:
    return *position[:3], position.to_move is Side.LIGHT


def _quiet_after(position: Position, move: Move, quiet: int) -> int:
    """The number of moves with kings, of both sides together, in a row when this one is over."""
    return quiet + 1 if not move.captured and position.is_king(move.start) else 0


def _since_the_last_change(position: Position, history: Sequence[Position]) -> tuple[list[Position], int]:
    """The positions that can come back, and how many moves with kings alone led here."""
    men, counts = _men(position), (position.light.bit_count(), position.dark.bit_count())
    since: list[Position] = []
    for one in reversed(history):
        if _men(one) != men or (one.light.bit_count(), one.dark.bit_count()) != counts:
            break
        since.append(one)
    return since, len(since)


def _men(position: Position) -> tuple[int, int]:
    return position.light & ~position.kings, position.dark & ~position.kings
