"""Finds which rules a turn with this end may have broken.

It searches forward from the position, by every legal step and one act against a rule, and shares no code with
:mod:`companion.games.backgammon.explain`, which works the other way: from the boards to the steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.games.backgammon import Reason
from companion.lab.bench.steps import (
    OFF,
    ON_BOARD,
    OTHER_BAR,
    OWN_BAR,
    Broken,
    Numbers,
    PlayedBoard,
    TimedTurn,
    less,
    next_steps,
    sums,
)


def may_be_named(reason: Reason, case: Broken) -> bool:
    """Return whether naming a reason is right: what was planted, or what comes earlier and is broken as well."""
    return reason is case.planted or (reason.rank < case.planted.rank and is_broken(reason, case))


def is_broken(reason: Reason, case: Broken) -> bool:
    """Return whether a turn that breaks this rule once, and no other rule of a step, explains the board."""
    turn, after = case.turn, case.after
    if reason is Reason.CHECKER_COUNT:
        return [sum(side) for side in after] != [sum(side) for side in turn.before]
    if reason is Reason.DICE_CHANGED:
        return not case.shown.same_numbers(turn.dice)
    if reason in _SHOWS:
        return _SHOWS[reason](turn, after) or _reaches(turn, after, _ACTS[reason])
    if reason in _ACTS:
        return _reaches(turn, after, _ACTS[reason])
    if reason is Reason.WRONG_NUMBER_OF_MOVES:
        return (after == turn.before and turn.most > 0) or _reaches(turn, after, _one_more)
    if reason is Reason.LARGER_NUMBER:
        return larger_was_due(turn, after)
    stops = stops_at(turn, after)
    if reason is Reason.MOVE_LEFT:
        return any(any(next_steps(turn, after, left)) for left in stops)
    return any(len(turn.dice.numbers) - len(left) < turn.most for left in stops)


def larger_was_due(turn: TimedTurn, after: PlayedBoard) -> bool:
    """Return whether the smaller number alone was played where only one could be, and the larger one."""
    smaller, larger = sorted((turn.dice.first, turn.dice.second))
    by_smaller = [board for board, _, _ in next_steps(turn, turn.before, (smaller,))]
    by_larger = any(next_steps(turn, turn.before, (larger,)))
    return smaller != larger and turn.most == 1 and turn.rules.larger_number and by_larger and after in by_smaller


def _bar_was_forgotten(turn: TimedTurn, after: PlayedBoard) -> bool:
    return after.own[OWN_BAR] > 0 and any(after.own[point] < turn.before.own[point] for point in ON_BOARD)


def _borne_off_too_soon(turn: TimedTurn, after: PlayedBoard) -> bool:
    return after.own[OFF] > turn.before.own[OFF] and any(after.own[turn.rules.home_size + 1 :])


def _stands_on_a_blocked_point(turn: TimedTurn, after: PlayedBoard) -> bool:
    return any(turn.before.other[p] >= 2 and after.own[p] > turn.before.own[p] for p in ON_BOARD)


_SHOWS: Final[Mapping[Reason, Callable[[TimedTurn, PlayedBoard], bool]]] = {
    Reason.BAR_FIRST: _bar_was_forgotten,
    Reason.BEAR_OFF_OUTSIDE: _borne_off_too_soon,
    Reason.BLOCKED_POINT: _stands_on_a_blocked_point,
}


_Act: TypeAlias = Callable[[TimedTurn, PlayedBoard, Numbers], Iterator[tuple[PlayedBoard, Numbers]]]


def _others_moved(turn: TimedTurn, board: PlayedBoard, left: Numbers) -> Iterator[tuple[PlayedBoard, Numbers]]:
    del turn
    for start in range(25):
        for end in range(26):
            if board.other[start] and end != start:
                yield board.other_moved(start, end), left


def _hits_put_elsewhere(turn: TimedTurn, board: PlayedBoard, left: Numbers) -> Iterator[tuple[PlayedBoard, Numbers]]:
    if board.other[OTHER_BAR] > turn.before.other[OTHER_BAR]:
        for end in range(1, 26):
            yield board.other_moved(OTHER_BAR, end), left


def _own_put_on_bar(turn: TimedTurn, board: PlayedBoard, left: Numbers) -> Iterator[tuple[PlayedBoard, Numbers]]:
    del turn
    yield from ((board.own_moved(start, OWN_BAR), left) for start in range(25) if board.own[start])


def _moved_back(turn: TimedTurn, board: PlayedBoard, left: Numbers) -> Iterator[tuple[PlayedBoard, Numbers]]:
    del turn
    for start in range(24):
        for end in range(start + 1, 25):
            if board.own[start]:
                yield from _landed(board, start, end, left)


def _moved_a_wrong_distance(
    turn: TimedTurn, board: PlayedBoard, left: Numbers
) -> Iterator[tuple[PlayedBoard, Numbers]]:
    del turn
    possible = sums(left)
    for start in range(1, 26):
        for end in range(start):
            off_by_more = end == OFF and any(number > start for number in left)
            if board.own[start] and start - end not in possible and not off_by_more:
                yield from _landed(board, start, end, left)


def _landed(board: PlayedBoard, start: int, end: int, left: Numbers) -> Iterator[tuple[PlayedBoard, Numbers]]:
    """The board after a checker went where no number leads, with or without a number given up for it."""
    moved = board.own_moved(start, end)
    if end != OFF and board.other[end] == 1:
        moved = moved.other_moved(end, OTHER_BAR)
    yield moved, left
    yield from ((moved, less(left, number)) for number in set(left))


def _one_more(turn: TimedTurn, board: PlayedBoard, left: Numbers) -> Iterator[tuple[PlayedBoard, Numbers]]:
    if not left:
        yield from ((after, left) for after, _, _ in next_steps(turn, board, turn.dice.numbers))


def _borne_off_from_outside(
    turn: TimedTurn, board: PlayedBoard, left: Numbers
) -> Iterator[tuple[PlayedBoard, Numbers]]:
    for start in range(turn.rules.home_size + 1, 26):
        if board.own[start]:
            yield from _landed(board, start, OFF, left)
    yield from _waived_once(Reason.BEAR_OFF_OUTSIDE)(turn, board, left)


def _waived_once(rule: Reason) -> _Act:
    def act(turn: TimedTurn, board: PlayedBoard, left: Numbers) -> Iterator[tuple[PlayedBoard, Numbers]]:
        yield from ((after, rest) for after, rest, _ in next_steps(turn, board, left, rule))

    return act


_ACTS: Final[Mapping[Reason, _Act]] = {
    Reason.OPPONENT_MOVED: _others_moved,
    Reason.HIT_NOT_ON_BAR: _hits_put_elsewhere,
    Reason.OWN_ON_BAR: _own_put_on_bar,
    Reason.BACKWARD: _moved_back,
    Reason.BAR_FIRST: _waived_once(Reason.BAR_FIRST),
    Reason.BEAR_OFF_OUTSIDE: _borne_off_from_outside,
    Reason.LOWER_CHECKER_OFF: _waived_once(Reason.LOWER_CHECKER_OFF),
    Reason.BLOCKED_POINT: _waived_once(Reason.BLOCKED_POINT),
    Reason.WRONG_DISTANCE: _moved_a_wrong_distance,
}


def _reaches(turn: TimedTurn, after: PlayedBoard, act: _Act) -> bool:
    """Whether lawful steps and one such act, in any order, lead to a board."""
    waiting = [(turn.before, turn.dice.numbers, False)]
    known = set(waiting)
    while waiting:
        board, left, done = waiting.pop()
        if done and board == after:
            return True
        following = [(b, n, done) for b, n, _ in next_steps(turn, board, left)]
        if not done:
            following += [(b, n, True) for b, n in act(turn, board, left)]
        for stop in following:
            if stop not in known and _within(stop[0], after, len(stop[1]) + (not stop[2])):
                known.add(stop)
                waiting.append(stop)
    return False


def stops_at(turn: TimedTurn, after: PlayedBoard) -> set[Numbers]:
    """The numbers that may be left where lawful steps lead to a board; nothing where none do."""
    waiting = [(turn.before, turn.dice.numbers)]
    known = set(waiting)
    while waiting:
        board, left = waiting.pop()
        for following, rest, _ in next_steps(turn, board, left):
            stop = (following, rest)
            if stop not in known and _within(following, after, len(rest)):
                known.add(stop)
                waiting.append(stop)
    return {left for board, left in known if board == after}


def _within(board: PlayedBoard, after: PlayedBoard, steps: int) -> bool:
    """Whether no more checkers of a side are out of place than may yet be moved."""
    return all(
        sum(max(now - then, 0) for now, then in zip(is_now, to_be, strict=True)) <= steps
        for is_now, to_be in zip(board, after, strict=True)
    )
