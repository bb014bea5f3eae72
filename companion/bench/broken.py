"""Turns in which one rule was broken on purpose, and a judge of what may be said about a board.

Both are written from the rules alone, step by step and slowly, and share nothing with
:mod:`companion.games.backgammon.explain`, which goes the other way: from the boards to the steps.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from companion.games.backgammon import STANDARD, Dice, Position, Reason, RuleSet
from companion.games.rules import BAR, TRAY, Picture, Side, Stack

Numbers: TypeAlias = tuple[int, ...]

_OFF: Final = 0
_BAR: Final = 25
_OTHER_BAR: Final = 0
_OTHER_OFF: Final = 25
_ON_BOARD: Final = range(1, 25)


class Board(NamedTuple):
    """All checkers in the mover's numbering: ``own`` 0 = off, 25 = bar; ``other`` 0 = his bar, 25 = his tray."""

    own: tuple[int, ...]
    other: tuple[int, ...]

    def own_moved(self, start: int, end: int) -> Board:
        return Board(_shifted(self.own, start, end), self.other)

    def other_moved(self, start: int, end: int) -> Board:
        return Board(self.own, _shifted(self.other, start, end))


@dataclass(frozen=True, slots=True)
class Turn:
    """A roll to be played and, from the reference data, where it may end and how many numbers it plays."""

    before: Board
    dice: Dice
    ends: tuple[Board, ...]
    most: int
    rules: RuleSet = STANDARD

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> Turn:
        """A case of the reference data."""
        before = _board(row["board"])
        ends = tuple(_board(move["result"]) for move in row["moves"]) or (before,)
        return cls(before, Dice(*row["dice"]), ends, row["dice_used"])


@dataclass(frozen=True, slots=True)
class Broken:
    """A turn that breaks a rule.  ``shown``: the dice as they lie at its end."""

    planted: Reason
    turn: Turn
    after: Board
    shown: Dice

    def may_be_named(self, reason: Reason) -> bool:
        """Whether naming a reason is right: what was planted, or what comes earlier and is broken as well."""
        return reason is self.planted or (reason.rank < self.planted.rank and is_broken(reason, self))


def broken_turns(rows: Iterable[Mapping[str, Any]], chance: random.Random) -> Iterator[Broken]:
    """One broken turn a row, each time the rule broken least often so far that the position permits to break."""
    planted = dict.fromkeys(_PLANTS, 0)
    for row in rows:
        turn = Turn.from_row(row)
        for reason in sorted(planted, key=lambda reason: (planted[reason], reason.rank)):
            found = _PLANTS[reason](turn, chance)
            if found is not None and not _is_in_order(turn, found[0], reason):
                planted[reason] += 1
                yield Broken(reason, turn, *found)
                break


def position_of(board: Board, mover: Side) -> Position:
    """A board without shared points as a position with ``mover`` on roll."""
    points = tuple(board.own[point] - board.other[point] for point in _ON_BOARD)
    bar, off = Stack(board.own[_BAR], board.other[_OTHER_BAR]), Stack(board.own[_OFF], board.other[_OTHER_OFF])
    position = Position(points, bar, off)
    return position if mover is Side.LIGHT else position.mirrored()


def picture_of(board: Board, mover: Side) -> Picture:
    """How any board looks, seen by everybody."""
    stacks = {point: (board.own[point], board.other[point]) for point in _ON_BOARD}
    stacks |= {BAR: (board.own[_BAR], board.other[_OTHER_BAR]), TRAY: (board.own[_OFF], board.other[_OTHER_OFF])}
    if mover is Side.LIGHT:
        return {spot: Stack(own, other) for spot, (own, other) in stacks.items()}
    spots = {spot: 25 - spot if spot in _ON_BOARD else spot for spot in stacks}
    return {spots[spot]: Stack(other, own) for spot, (own, other) in stacks.items()}


# The rules of a step


def _step(turn: Turn, board: Board, start: int, number: int, waived: Reason | None = None) -> Board | None:
    """The board after one number, None where a rule forbids it that is not waived."""
    own, other = board
    end = max(start - number, _OFF)
    forbidden = [
        (Reason.BAR_FIRST, own[_BAR] > 0 and start != _BAR),
        (Reason.BLOCKED_POINT, end != _OFF and other[end] >= 2),
        (Reason.BEAR_OFF_OUTSIDE, end == _OFF and any(own[turn.rules.home_size + 1 :])),
        (Reason.LOWER_CHECKER_OFF, number > start and any(own[start + 1 :])),
    ]
    if not own[start] or any(applies for rule, applies in forbidden if rule is not waived):
        return None
    moved = board.own_moved(start, end)
    return moved.other_moved(end, _OTHER_BAR) if end != _OFF and other[end] == 1 else moved


def _steps(
    turn: Turn, board: Board, left: Numbers, waived: Reason | None = None
) -> Iterator[tuple[Board, Numbers, int]]:
    """(board, numbers left, start) after each possible next step."""
    for number in sorted(set(left)):
        for start in range(1, 26):
            following = _step(turn, board, start, number, waived)
            if following:
                yield following, _less(left, number), start


def _less(numbers: Numbers, number: int) -> Numbers:
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


def _course(turn: Turn, chance: random.Random, *, steps: int) -> tuple[Board, Numbers]:
    """The board and the numbers left after so many lawful steps, or fewer where there are no more."""
    board, left = turn.before, turn.dice.numbers
    for _ in range(steps):
        possible = list(_steps(turn, board, left))
        if possible:
            board, left, _ = chance.choice(possible)
    return board, left


def _finished(turn: Turn, board: Board, left: Numbers, chance: random.Random) -> Board:
    while possible := list(_steps(turn, board, left)):
        board, left, _ = chance.choice(possible)
    return board


# Breaking one rule


_Plant: TypeAlias = Callable[[Turn, random.Random], tuple[Board, Dice] | None]


def _wrong_count(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    own, other = (list(side) for side in chance.choice(turn.ends))
    side = chance.choice((own, other))
    place = chance.choice([place for place, count in enumerate(side) if count])
    side[place] += chance.choice((-1, 1))
    return Board(tuple(own), tuple(other)), turn.dice


def _other_dice(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    shown = Dice(chance.randint(1, 6), chance.randint(1, 6))
    if shown.same_numbers(turn.dice):
        return None
    return _finished(turn, turn.before, shown.numbers, chance), shown


def _move_an_opponents_checker(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    end = chance.choice(turn.ends)
    starts = [point for point in _ON_BOARD if end.other[point]]
    if not starts:
        return None
    start = chance.choice(starts)
    place = chance.choice([place for place in range(26) if place != start])
    return end.other_moved(start, place), turn.dice


def _leave_a_hit_checker(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    ends = [end for end in turn.ends if end.other[_OTHER_BAR] > turn.before.other[_OTHER_BAR]]
    if not ends:
        return None
    end = chance.choice(ends)
    hit = [point for point in _ON_BOARD if end.other[point] < turn.before.other[point]]
    place = chance.choice((chance.choice(hit), chance.choice(hit), _OTHER_OFF, chance.choice(_ON_BOARD)))
    return end.other_moved(_OTHER_BAR, place), turn.dice


def _put_an_own_checker_on_the_bar(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    end = chance.choice(turn.ends)
    borne_off = end.own[_OFF] > turn.before.own[_OFF]
    start = _OFF if borne_off else chance.choice([place for place in range(25) if end.own[place]])
    after = end.own_moved(start, _BAR)
    return (after, turn.dice) if after.own[_BAR] > turn.before.own[_BAR] else None


def _move_backward(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
    ways = [
        (start, end) for start in range(24) for end in range(start + 1, 25) if board.own[start] and not board.other[end]
    ]
    return _moved_astray(turn, board, left, ways, chance)


def _move_too_far(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    """Or not far enough; entering on a wrong point and one number played twice included."""
    board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
    possible = _sums(turn.dice.numbers)
    if len(left) == 1 and not turn.dice.is_double:
        possible -= {sum(turn.dice.numbers) - left[0]}
    ways = [
        (start, end)
        for start in ((_BAR,) if board.own[_BAR] else _ON_BOARD)
        for end in range(1, start)
        if board.own[start] and board.other[end] < 2 and start - end not in possible
    ]
    return _moved_astray(turn, board, left, ways, chance)


def _moved_astray(
    turn: Turn, board: Board, left: Numbers, ways: list[tuple[int, int]], chance: random.Random
) -> tuple[Board, Dice] | None:
    """One checker is moved in place of a number, and the rest is played in order.

    None where it shows no more: the checker went on, or had come to its start in this turn.
    """
    if not ways or not left:
        return None
    start, end = chance.choice(ways)
    moved = board.own_moved(start, end)
    if end != _OFF and board.other[end] == 1:
        moved = moved.other_moved(end, _OTHER_BAR)
    after = _finished(turn, moved, _less(left, chance.choice(left)), chance)
    shows = after.own[start] < turn.before.own[start] and after.own[end] > turn.before.own[end]
    return (after, turn.dice) if shows else None


def _forget_the_bar(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    """Some or all of the numbers left are played past a checker on the bar."""
    board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
    waiting = board.own[_BAR]
    after = board
    for _ in range(chance.randint(1, len(turn.dice.numbers))):
        past = [(b, n) for b, n, start in _steps(turn, after, left, Reason.BAR_FIRST) if start != _BAR]
        if waiting and past:
            after, left = chance.choice(past)
    return (after, turn.dice) if after != board else None


def _waive(rule: Reason) -> _Plant:
    def plant(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
        board, left = _course(turn, chance, steps=chance.randrange(len(turn.dice.numbers)))
        lawful = {following for following, _, _ in _steps(turn, board, left)}
        broken = [(b, n) for b, n, _ in _steps(turn, board, left, rule) if b not in lawful]
        if not broken:
            return None
        return _finished(turn, *chance.choice(broken), chance), turn.dice

    return plant


def _jump_over_blocked_points(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    """Both numbers with one checker, as if they were one."""
    ways = [
        (start, end)
        for start in (_ON_BOARD, (_BAR,), ())[min(turn.before.own[_BAR], 2)]
        if turn.before.own[start] and (end := start - turn.dice.first - turn.dice.second) > _OFF
        and all(turn.before.other[start - number] >= 2 for number in turn.dice.numbers)
        and not turn.before.other[end]
    ]  # fmt: skip
    return (turn.before.own_moved(*chance.choice(ways)), turn.dice) if ways else None


def _blocked(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    plants = (_jump_over_blocked_points, _waive(Reason.BLOCKED_POINT))
    return plants[0](turn, chance) or plants[1](turn, chance)


def _wrong_number(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    """One step too many, or none at all."""
    if turn.most and not chance.randrange(4):
        return turn.before, turn.dice
    board, left = _course(turn, chance, steps=4)
    more = list(_steps(turn, board, (chance.choice(turn.dice.numbers),)))
    return (chance.choice(more)[0], turn.dice) if not left and more else None


def _smaller_number(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    smaller = min(turn.dice.numbers)
    boards = [board for board, _, _ in _steps(turn, turn.before, (smaller,))]
    boards = [board for board in boards if _larger_was_due(turn, board)]
    return (chance.choice(boards), turn.dice) if boards else None


def _leave_a_number(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    board, left = _course(turn, chance, steps=chance.randint(1, 3))
    return (board, turn.dice) if left and any(_steps(turn, board, left)) else None


def _block_the_other_number(turn: Turn, chance: random.Random) -> tuple[Board, Dice] | None:
    for _ in range(3):
        board, left = _course(turn, chance, steps=chance.randint(1, 3))
        played = len(turn.dice.numbers) - len(left)
        if 0 < played < turn.most and not any(_steps(turn, board, left)):
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


def _is_in_order(turn: Turn, after: Board, planted: Reason) -> bool:
    """Whether nothing shows of a wrong step: lawful ones lead there, all of them or too few."""
    return after in turn.ends or (planted in _OF_A_STEP and bool(stops_at(turn, after)))


_OF_A_STEP: Final = (
    Reason.OPPONENT_MOVED, Reason.OWN_ON_BAR, Reason.BACKWARD, Reason.BAR_FIRST, Reason.BEAR_OFF_OUTSIDE,
    Reason.LOWER_CHECKER_OFF, Reason.BLOCKED_POINT, Reason.WRONG_DISTANCE,
)  # fmt: skip


# The judge


def is_broken(reason: Reason, case: Broken) -> bool:
    """Whether the board can be told as a turn that breaks this rule once, and no rule of a step otherwise."""
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
        return _larger_was_due(turn, after)
    stops = stops_at(turn, after)
    if reason is Reason.MOVE_LEFT:
        return any(any(_steps(turn, after, left)) for left in stops)
    return any(len(turn.dice.numbers) - len(left) < turn.most for left in stops)


def _larger_was_due(turn: Turn, after: Board) -> bool:
    smaller, larger = sorted((turn.dice.first, turn.dice.second))
    by_smaller = [board for board, _, _ in _steps(turn, turn.before, (smaller,))]
    by_larger = any(_steps(turn, turn.before, (larger,)))
    return smaller != larger and turn.most == 1 and turn.rules.larger_number and by_larger and after in by_smaller


def _bar_was_forgotten(turn: Turn, after: Board) -> bool:
    return after.own[_BAR] > 0 and any(after.own[point] < turn.before.own[point] for point in _ON_BOARD)


def _borne_off_too_soon(turn: Turn, after: Board) -> bool:
    return after.own[_OFF] > turn.before.own[_OFF] and any(after.own[turn.rules.home_size + 1 :])


def _stands_on_a_blocked_point(turn: Turn, after: Board) -> bool:
    return any(turn.before.other[p] >= 2 and after.own[p] > turn.before.own[p] for p in _ON_BOARD)


_SHOWS: Final[Mapping[Reason, Callable[[Turn, Board], bool]]] = {
    Reason.BAR_FIRST: _bar_was_forgotten,
    Reason.BEAR_OFF_OUTSIDE: _borne_off_too_soon,
    Reason.BLOCKED_POINT: _stands_on_a_blocked_point,
}

_Act: TypeAlias = Callable[[Turn, Board, Numbers], Iterator[tuple[Board, Numbers]]]


def _others_moved(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    del turn
    for start in range(25):
        for end in range(26):
            if board.other[start] and end != start:
                yield board.other_moved(start, end), left


def _hits_put_elsewhere(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    if board.other[_OTHER_BAR] > turn.before.other[_OTHER_BAR]:
        for end in range(1, 26):
            yield board.other_moved(_OTHER_BAR, end), left


def _own_put_on_bar(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    del turn
    yield from ((board.own_moved(start, _BAR), left) for start in range(25) if board.own[start])


def _moved_back(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    del turn
    for start in range(24):
        for end in range(start + 1, 25):
            if board.own[start]:
                yield from _landed(board, start, end, left)


def _moved_a_wrong_distance(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    del turn
    possible = _sums(left)
    for start in range(1, 26):
        for end in range(start):
            off_by_more = end == _OFF and any(number > start for number in left)
            if board.own[start] and start - end not in possible and not off_by_more:
                yield from _landed(board, start, end, left)


def _landed(board: Board, start: int, end: int, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    """The board after a checker went where no number leads, with or without a number given up for it."""
    moved = board.own_moved(start, end)
    if end != _OFF and board.other[end] == 1:
        moved = moved.other_moved(end, _OTHER_BAR)
    yield moved, left
    yield from ((moved, _less(left, number)) for number in set(left))


def _one_more(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    if not left:
        yield from ((after, left) for after, _, _ in _steps(turn, board, turn.dice.numbers))


def _borne_off_from_outside(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
    for start in range(turn.rules.home_size + 1, 26):
        if board.own[start]:
            yield from _landed(board, start, _OFF, left)
    yield from _waived_once(Reason.BEAR_OFF_OUTSIDE)(turn, board, left)


def _waived_once(rule: Reason) -> _Act:
    def act(turn: Turn, board: Board, left: Numbers) -> Iterator[tuple[Board, Numbers]]:
        yield from ((after, rest) for after, rest, _ in _steps(turn, board, left, rule))

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


def _reaches(turn: Turn, after: Board, act: _Act) -> bool:
    """Whether lawful steps and one such act, in any order, lead to a board."""
    waiting = [(turn.before, turn.dice.numbers, False)]
    known = set(waiting)
    while waiting:
        board, left, done = waiting.pop()
        if done and board == after:
            return True
        following = [(b, n, done) for b, n, _ in _steps(turn, board, left)]
        if not done:
            following += [(b, n, True) for b, n in act(turn, board, left)]
        for stop in following:
            if stop not in known and _within(stop[0], after, len(stop[1]) + (not stop[2])):
                known.add(stop)
                waiting.append(stop)
    return False


def stops_at(turn: Turn, after: Board) -> set[Numbers]:
    """The numbers that may be left where lawful steps lead to a board; nothing where none do."""
    waiting = [(turn.before, turn.dice.numbers)]
    known = set(waiting)
    while waiting:
        board, left = waiting.pop()
        for following, rest, _ in _steps(turn, board, left):
            stop = (following, rest)
            if stop not in known and _within(following, after, len(rest)):
                known.add(stop)
                waiting.append(stop)
    return {left for board, left in known if board == after}


def _within(board: Board, after: Board, steps: int) -> bool:
    """Whether no more checkers of a side are out of place than may yet be moved."""
    return all(
        sum(max(now - then, 0) for now, then in zip(is_now, to_be, strict=True)) <= steps
        for is_now, to_be in zip(board, after, strict=True)
    )


def _sums(numbers: Numbers) -> set[int]:
    """Every distance for which some of the numbers are enough."""
    return {sum(some) for k in range(1, len(numbers) + 1) for some in combinations(numbers, k)}


def _shifted(counts: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    changed = list(counts)
    changed[start] -= 1
    changed[end] += 1
    return tuple(changed)


def _board(view: list[int]) -> Board:
    """A row's board, with the missing checkers borne off."""
    own, other = [max(count, 0) for count in view], [max(-count, 0) for count in view]
    own[_OFF], other[_OTHER_OFF] = 15 - sum(own), 15 - sum(other)
    return Board(tuple(own), tuple(other))
