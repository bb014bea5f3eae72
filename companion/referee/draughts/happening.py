"""The transitions between two movements: every way in which people continue each course."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sized
from dataclasses import replace
from functools import lru_cache
from itertools import chain
from typing import Final

import numpy as np

from companion.games.draughts import Move, Position
from companion.games.rules import Side
from companion.referee import people as everybody
from companion.referee.belief import Belief
from companion.referee.draughts import people
from companion.referee.draughts.boards import ALL, NUMBER, Packed, Values, as_position, ends_of, on_the_way, packed
from companion.referee.draughts.course import NO_REGRET, Course, Gap, Moved, Past, Stage
from companion.referee.draughts.evidence import Gathered
from companion.referee.draughts.modes import spread
from companion.referee.likeliest import Going, Together
from companion.referee.looks import gain_table

_NEAR: Final = 8.0
"""Boards that are less likely than the best by more than this are not tried."""
_MISREAD_ONCE: Final = 4
"""Boards that are tried with one square read otherwise; judged."""
_MOST_ASTRAY: Final = 2
"""The most pieces that are off their squares by chance; judged."""


class Continued(Going[Course]):
    """All that the courses may have become in one epoch."""

    def __init__(self, belief: Belief[Course, Gathered]) -> None:
        assert belief.gathered.epoch is not None
        self.settled: Final = belief.settled
        self.pressed: Final = belief.pressed
        self.epoch = belief.gathered.epoch
        self.found = Together()
        self.read: Final[Packed] = self.epoch.read.argmax(axis=1).astype(np.int8)
        self.boards: Final = [self.read, *self._misread_once()]
        """The board as read, and the most similar ones."""

    def _misread_once(self) -> Iterator[Packed]:
        table = self.epoch.read
        order = np.argsort(table.max(axis=1) - np.sort(table, axis=1)[:, -2])
        for square in order[:_MISREAD_ONCE]:
            board = self.read.copy()
            board[square] = np.argsort(table[square])[-2]
            yield board

    def go_on(self, course: Course) -> None:
        if self.found.is_hopeless(course, 0.0):
            return
        self.before: Course = course
        self.table: Values = gain_table(self.epoch, course.regret, course.board)
        self._put(course, 0.0, course.board)
        astray = course.stage is Stage.TO_MOVE and not np.array_equal(course.board, packed(course.position))
        course = replace(course, log_p=course.log_p - spread(course.stage, astray=astray))
        self._plays_on(course)
        if course.stage is Stage.MOVED and course.end is not None:
            self._next_turn(course, course.end, 0.0)
        elif course.stage is not Stage.TO_MOVE:
            self._opponent_goes_on(course)
        past = course.past
        if past is not None and past is not self.settled and isinstance(past.event, Moved):
            self._sets_back(course, past.event)

    # --- the turn that is being played ---------------------------------------------------------------

    def _plays_on(self, course: Course, prior: float = 0.0) -> None:
        stage, position = course.stage, course.position
        if self.found.is_hopeless(course, prior):
            return
        if stage is Stage.TO_MOVE:
            begins = course.past is not self.before.past  # the next turn begins with its first movement
            if not begins and not np.array_equal(course.board, packed(position)):
                self._put(course, prior, packed(position))
        else:
            back = replace(course, stage=Stage.TO_MOVE, move=None, end=None, over=False)
            right = everybody.PUTS_RIGHT if stage is Stage.WRONG else everybody.TAKES_BACK
            self._put(back, prior + right, packed(position))
        half = replace(course, stage=Stage.HALF_WAY, move=None, end=None, over=self._was_pressed(course))
        held, put_down = on_the_way(position)
        self._likely(half, prior + people.HELD, held)
        self._likely(half, prior + everybody.HALF_WAY, put_down)
        ends = ends_of(position)
        played = {Stage.MOVED: everybody.CHANGES, Stage.WRONG: everybody.PUTS_RIGHT}.get(stage, everybody.PLAYS)
        gains = self._gains(ends.boards)
        for k in self._worth_trying(gains):
            move, end = ends.moves[k], ends.positions[k]
            same = course.end == end or (stage is Stage.HALF_WAY and _is_reached(course, move))
            over = (course.over and same) or self._was_pressed(course)
            moved = replace(course, stage=Stage.MOVED, move=move, end=end, over=over)
            self._put(moved, prior + played, ends.boards[k], float(gains[k]))
        self._breaks_a_rule(course, prior)
        if (
            gains.size
            and self._gain(self.read) - max(float(gains.max()), self._gain(course.board)) > -everybody.TOGETHER
        ):
            self._both_turns(course, prior)

    def _breaks_a_rule(self, course: Course, prior: float) -> None:
        base = everybody.MENDS if course.stage is Stage.WRONG else people.ILLEGAL
        for board in (self.table.argmax(axis=1).astype(np.int8), *self.boards):
            gone = pieces_off_board(course.position, board)
            if 0 < gone <= _MOST_ASTRAY and not self._is_known(course.position, board):
                astray = replace(course, stage=Stage.TO_MOVE, move=None, end=None, over=False)
                self._put(astray, prior + people.ASTRAY * gone, board)
            if not self._is_known(course.position, board) and not np.array_equal(board, course.board):
                over = self._was_pressed(course)
                wrong = replace(course, stage=Stage.WRONG, move=None, end=None, over=over)
                self._put(wrong, prior + base + against_leaving(course.position, board), board)

    def _is_known(self, position: Position, board: Packed) -> bool:
        """Whether a board is one that a legal turn shows: before it, on its way, or after it."""
        return board.tobytes() in _known(position)

    # --- what comes after it --------------------------------------------------------------------------

    def _next_turn(self, course: Course, end: Position, prior: float) -> None:
        """The turn was over: the opponent moves."""
        past = Past(Moved(course.position, course.move, end), course.past)
        begins = replace(
            course,
            position=end,
            stage=Stage.TO_MOVE,
            past=past,
            move=None,
            end=None,
            over=False,
            pressed=False,
            rested=0,
        )
        self._plays_on(begins, prior - spread(Stage.TO_MOVE))

    def _both_turns(self, course: Course, prior: float) -> None:
        """The move and the answer to it within one movement."""
        ends = ends_of(course.position)
        if self.found.is_hopeless(course, prior + everybody.TOGETHER):
            return
        for move, end in zip(ends.moves, ends.positions, strict=True):
            answers = ends_of(end)
            if not len(answers.boards):
                continue
            gains = self._gains(answers.boards)
            past = Past(Moved(course.position, move, end), course.past)
            for k in self._worth_trying(gains):
                answered = replace(
                    course, position=end, stage=Stage.MOVED, past=past,
                    move=answers.moves[k], end=answers.positions[k], over=self.pressed, pressed=False, rested=0,
                )  # fmt: skip
                self._put(answered, prior + everybody.TOGETHER, answers.boards[k], float(gains[k]))

    def _opponent_goes_on(self, course: Course) -> None:
        """The opponent moves although the turn broke a rule, or was not brought to its end."""
        on_board = as_position(course.board, course.position.to_move.other, course.position)
        if on_board is None:
            return
        if course.stage is Stage.WRONG:
            chaos = min(against_leaving(course.position, course.board) - people.SLIP, 0.0)
            self._next_turn(course, on_board, people.STANDS + chaos)
            return
        ends = ends_of(course.position)
        done = [
            (move, end) for move, end in zip(ends.moves, ends.positions, strict=True)
            if any(course.board[square] for square in move.captured) and course.board[move.end]
        ]  # fmt: skip
        for move, end in done:
            self._next_turn(replace(course, move=move), end, people.HARDLY_BEGUN - _shared(done))
        side = course.position.to_move
        if not done and on_board.count(side) == course.position.count(side):
            self._next_turn(course, on_board, people.CUT_SHORT)

    def _sets_back(self, course: Course, last: Moved) -> None:
        """The last move, which was over, is taken back."""
        if course.stage is not Stage.TO_MOVE or course.past is None:
            return
        back = replace(course, position=last.before, past=course.past.before, move=None, end=None, over=False)
        self._put(back, people.UNDOES, packed(last.before))

    # --- weighing -------------------------------------------------------------------------------------

    def _gain(self, board: Packed) -> float:
        return float(self.table[ALL, board].sum())

    def _gains(self, boards: Packed) -> Values:
        return np.asarray(self.table[ALL, boards].sum(axis=1), dtype=np.float32)

    def _worth_trying(self, gains: Values) -> list[int]:
        return [int(k) for k in np.nonzero(gains > gains.max() - _NEAR)[0]] if gains.size else []

    def _likely(self, course: Course, prior: float, boards: Packed) -> None:
        gains = self._gains(boards)
        for k in self._worth_trying(gains):
            self._put(course, prior - _shared(gains), boards[k], float(gains[k]))

    def _was_pressed(self, course: Course) -> bool:
        """Whether a person ended this turn before its movement was seen."""
        return self.pressed and (course.past is self.before.past or self.before.pressed)

    def _put(self, course: Course, prior: float, board: Packed, gain: float | None = None) -> None:
        log_p = course.log_p + prior + (self._gain(board) if gain is None else gain)
        before = self.before
        same = course.stage is before.stage and course.past is before.past and np.array_equal(board, before.board)
        self.found.put(replace(course, log_p=log_p, board=board, rested=before.rested if same else 0), before)

    def lost(self, best: Course) -> list[Course]:
        found = []
        for side in Side:
            position = as_position(self.read, side, best.position)
            if position is None:
                continue
            gone = sum(max(best.position.count(one) - position.count(one), 0) for one in Side)
            log_p = best.log_p + everybody.LOST + everybody.MISSING * gone
            past = Past(Gap(position), best.past)
            found.append(Course(log_p, self.read, NO_REGRET, position, Stage.TO_MOVE, past=past, lost=True))
        return found


def _shared(ways: Sized) -> float:
    """The logarithm of the number of equally likely ways."""
    return math.log(max(len(ways), 1))


def _is_reached(course: Course, move: Move) -> bool:
    """Whether the moved piece is on its last square, so that only captured pieces remain to be lifted."""
    left = move.start == move.end or not course.board[move.start]
    return bool(left and course.board[move.end] == NUMBER[course.position.to_move])


@lru_cache(maxsize=4096)
def _known(position: Position) -> frozenset[bytes]:
    boards = [packed(position), *ends_of(position).boards, *chain(*on_the_way(position))]
    return frozenset(board.tobytes() for board in boards)


def pieces_off_board(before: Position, board: Packed) -> int:
    """The number of missing pieces if everything else is unchanged, else 0."""
    apart = board != packed(before)
    return 0 if board[apart].any() else int(apart.sum())


def against_leaving(before: Position, board: Packed) -> float:
    """The log-probability of leaving an illegal board."""
    return _against_leaving(before, board.tobytes())


@lru_cache(maxsize=4096)
def _against_leaving(before: Position, end_board: bytes) -> float:
    board = np.frombuffer(end_board, dtype=np.int8)
    was, own = packed(before), NUMBER[before.to_move]
    other = NUMBER[before.to_move.other]
    left, come = ((was == own) & (board != own)).sum(), ((board == own) & (was != own)).sum()
    gone, appeared = ((was == other) & (board != other)).sum(), ((board == other) & (was != other)).sum()
    if not left and not come and gone == appeared == 1 and end_board in _out_of_turn(before):
        return people.OUT_OF_TURN
    most = max((len(move.captured) for move in ends_of(before).moves), default=0)
    return float(
        people.MORE_PIECES * (max(int(left) - 1, 0) + max(int(left) - int(come), 0))
        + people.COMES_BACK * max(int(come) - int(left), 0)
        + people.MOVES_OTHERS * int(appeared)
        + people.LEFT_OUT * max(int(gone) - max(most, 1), 0)
        + everybody.ONE_MORE_SPOT * int((board != was).sum())
    )


@lru_cache(maxsize=4096)
def _out_of_turn(position: Position) -> frozenset[bytes]:
    """The boards that a legal move of the side that is not to move leaves."""
    ends = ends_of(position._replace(to_move=position.to_move.other))
    return frozenset(board.tobytes() for board in ends.boards)
