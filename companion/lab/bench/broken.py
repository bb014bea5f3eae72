"""Makes turns in which one rule is broken on purpose."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, TypeAlias

from companion.games.backgammon import Dice, Reason
from companion.lab.bench.judge import larger_was_due, stops_at
from companion.lab.bench.steps import (
    OFF,
    ON_BOARD,
    OTHER_BAR,
    OTHER_OFF,
    OWN_BAR,
    Broken,
    Numbers,
    PlayedBoard,
    TimedTurn,
    less,
    next_steps,
    sums,
)


def broken_turns(rows: Iterable[Mapping[str, Any]], chance: random.Random) -> Iterator[Broken]:
    """One broken turn a row, each time the rule broken least often so far that the position permits to break."""
    planted = dict.fromkeys(_PLANTS, 0)
    for row in rows:
        turn = TimedTurn.from_row(row)
        for reason in sorted(planted, key=lambda reason: (planted[reason], reason.rank)):
            found = _PLANTS[reason](turn, chance)
            if found is not None and not _is_in_order(turn, found[0], reason):
                planted[reason] += 1
                yield Broken(reason, turn, *found)
                break


def _course(turn: TimedTurn, chance: random.Random, *, steps: int) -> tuple[PlayedBoard, Numbers]:
    """The board and the numbers left after so many lawful steps, or fewer where there are no more."""
    board, left = turn.before, turn.dice.numbers
    for _ in range(steps):
        possible = list(next_steps(turn, board, left))
        if possible:
            board, left, _ = chance.choice(possible)
    return board, left


def _finished(turn: TimedTurn, board: PlayedBoard, left: Numbers, chance: random.Random) -> PlayedBoard:
    while possible := list(next_steps(turn, board, left)):
        board, left, _ = chance.choice(possible)
    return board


_Plant: TypeAlias = Callable[[TimedTurn, random.Random], tuple[PlayedBoard, Dice] | None]


def _wrong_count(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    own, other = (list(side) for side in chance.choice(turn.ends))
    side = chance.choice((own, other))
    place = chance.choice([place for place, count in enumerate(side) if count])
    side[place] += chance.choice((-1, 1))
    return PlayedBoard(tuple(own), tuple(other)), turn.dice


def _other_dice(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    shown = Dice(chance.randint(1, 6), chance.randint(1, 6))
    if shown.same_numbers(turn.dice):
        return None
    return _finished(turn, turn.before, shown.numbers, chance), shown


def _move_an_opponents_checker(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    end = chance.choice(turn.ends)
    starts = [point for point in ON_BOARD if end.other[point]]
    if not starts:
        return None
    start = chance.choice(starts)
    place = chance.choice([place for place in range(26) if place != start])
    return end.other_moved(start, place), turn.dice


def _leave_a_hit_checker(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    ends = [end for end in turn.ends if end.other[OTHER_BAR] > turn.before.other[OTHER_BAR]]
    if not ends:
        return None
    end = chance.choice(ends)
    hit = [point for point in ON_BOARD if end.other[point] < turn.before.other[point]]
    place = chance.choice((chance.choice(hit), chance.choice(hit), OTHER_OFF, chance.choice(ON_BOARD)))
    return end.other_moved(OTHER_BAR, place), turn.dice


def _put_an_own_checker_on_the_bar(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    end = chance.choice(turn.ends)
    borne_off = end.own[OFF] > turn.before.own[OFF]
    start = OFF if borne_off else chance.choice([place for place in range(25) if end.own[place]])
    after = end.own_moved(start, OWN_BAR)
    return (after, turn.dice) if after.own[OWN_BAR] > turn.before.own[OWN_BAR] else None


def _move_backward(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
    ways = [
        (start, end) for start in range(24) for end in range(start + 1, 25) if board.own[start] and not board.other[end]
    ]
    return _moved_astray(turn, board, left, ways, chance)


def _move_too_far(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    """Or not far enough; entering on a wrong point and one number played twice included."""
    board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
    possible = sums(turn.dice.numbers)
    if len(left) == 1 and not turn.dice.is_double:
        possible -= {sum(turn.dice.numbers) - left[0]}
    ways = [
        (start, end)
        for start in ((OWN_BAR,) if board.own[OWN_BAR] else ON_BOARD)
        for end in range(1, start)
        if board.own[start] and board.other[end] < 2 and start - end not in possible
    ]
    return _moved_astray(turn, board, left, ways, chance)


def _moved_astray(
    turn: TimedTurn, board: PlayedBoard, left: Numbers, ways: list[tuple[int, int]], chance: random.Random
) -> tuple[PlayedBoard, Dice] | None:
    """One checker is moved in place of a number, and the rest is played in order.

    None if the board does not show it: the checker moved on, or had come to its start in this turn.
    """
    if not ways or not left:
        return None
    start, end = chance.choice(ways)
    moved = board.own_moved(start, end)
    if end != OFF and board.other[end] == 1:
        moved = moved.other_moved(end, OTHER_BAR)
    after = _finished(turn, moved, less(left, chance.choice(left)), chance)
    shows = after.own[start] < turn.before.own[start] and after.own[end] > turn.before.own[end]
    return (after, turn.dice) if shows else None


def _forget_the_bar(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    """Some or all of the numbers left are played past a checker on the bar."""
    board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
    waiting = board.own[OWN_BAR]
    after = board
    for _ in range(chance.randint(1, len(turn.dice.numbers))):
        past = [(b, n) for b, n, start in next_steps(turn, after, left, Reason.BAR_FIRST) if start != OWN_BAR]
        if waiting and past:
            after, left = chance.choice(past)
    return (after, turn.dice) if after != board else None


def _waive(rule: Reason) -> _Plant:
    def plant(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
        board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
        lawful = {following for following, _, _ in next_steps(turn, board, left)}
        broken = [(b, n) for b, n, _ in next_steps(turn, board, left, rule) if b not in lawful]
        if not broken:
            return None
        return _finished(turn, *chance.choice(broken), chance), turn.dice

    return plant


def _jump_over_blocked_points(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    """Both numbers with one checker, as if they were one."""
    ways = [
        (start, end)
        for start in (ON_BOARD, (OWN_BAR,), ())[min(turn.before.own[OWN_BAR], 2)]
        if turn.before.own[start] and (end := start - turn.dice.first - turn.dice.second) > OFF
        and all(turn.before.other[start - number] >= 2 for number in turn.dice.numbers)
        and not turn.before.other[end]
    ]  # fmt: skip
    return (turn.before.own_moved(*chance.choice(ways)), turn.dice) if ways else None


def _blocked(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    plants = (_jump_over_blocked_points, _waive(Reason.BLOCKED_POINT))
    return plants[0](turn, chance) or plants[1](turn, chance)


def _wrong_number(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    """One step too many, or none at all."""
    if turn.most and not chance.randrange(4):
        return turn.before, turn.dice
    board, left = _course(turn, chance, steps=4)
    more = list(next_steps(turn, board, (chance.choice(turn.dice.numbers),)))
    return (chance.choice(more)[0], turn.dice) if not left and more else None


def _smaller_number(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    smaller = min(turn.dice.numbers)
    boards = [board for board, _, _ in next_steps(turn, turn.before, (smaller,))]
    boards = [board for board in boards if larger_was_due(turn, board)]
    return (chance.choice(boards), turn.dice) if boards else None


def _leave_a_number(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    board, left = _course(turn, chance, steps=chance.randint(1, 3))
    return (board, turn.dice) if left and any(next_steps(turn, board, left)) else None


def _block_the_other_number(turn: TimedTurn, chance: random.Random) -> tuple[PlayedBoard, Dice] | None:
    for _ in range(3):
        board, left = _course(turn, chance, steps=chance.randint(1, 3))
        played = len(turn.dice.numbers) - len(left)
        if 0 < played < turn.most and not any(next_steps(turn, board, left)):
            return board, turn.dice
    return None


_PLANTS: Final[Mapping[Reason, _Plant]] = {
    Reason.CHECKER_COUNT: _wrong_count,
    Reason.DICE_CHANGED: _other_dice,
    Reason.OPPONENT_MOVED: _move_an_opponents_checker,
    Reason.HIT_NOT_ON_BAR: _leave_a_hit_checker,
    Reason.OWN_ON_BAR: _put_an_own_checker_on_the_bar,
    Reason.BACKWARD: _move_backward,
    Reason.BAR_FIRST: _forget_the_bar,
    Reason.BEAR_OFF_OUTSIDE: _waive(Reason.BEAR_OFF_OUTSIDE),
    Reason.LOWER_CHECKER_OFF: _waive(Reason.LOWER_CHECKER_OFF),
    Reason.BLOCKED_POINT: _blocked,
    Reason.WRONG_DISTANCE: _move_too_far,
    Reason.WRONG_NUMBER_OF_MOVES: _wrong_number,
    Reason.LARGER_NUMBER: _smaller_number,
    Reason.MOVE_LEFT: _leave_a_number,
    Reason.BOTH_NUMBERS: _block_the_other_number,
}


def _is_in_order(turn: TimedTurn, after: PlayedBoard, planted: Reason) -> bool:
    """Whether nothing shows of a wrong step: lawful ones lead there, all of them or too few."""
    return after in turn.ends or (planted in _OF_A_STEP and bool(stops_at(turn, after)))


_OF_A_STEP: Final = (
    Reason.OPPONENT_MOVED, Reason.OWN_ON_BAR, Reason.BACKWARD, Reason.BAR_FIRST, Reason.BEAR_OFF_OUTSIDE,
    Reason.LOWER_CHECKER_OFF, Reason.BLOCKED_POINT, Reason.WRONG_DISTANCE,
)  # fmt: skip
