"""The inner generator: finds the legal ends of a turn over plain tuples, written once for both sides.

It generates *positions*, each with the steps that lead there as plain pairs.  Two facts keep it fast.

A double: any legal sequence stays legal when its steps are sorted from the farthest start to the
nearest, and two different sorted sequences never end alike.  So only sorted ones are tried.

Two numbers: a step that was possible at first is still possible after another checker's step.  So one
order covers all pairs of two checkers, and the other order adds only what its first step made possible.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from companion.games.backgammon.ruleset import STANDARD, RuleSet

View: TypeAlias = tuple[int, ...]
"""The board as the mover sees it, 26 numbers: index 25 = own bar, 24 to 1 = own points
(+ own, - opponent's checkers), 0 = minus the opponent's checkers on the bar.  Borne-off
checkers are missing."""

Steps: TypeAlias = tuple[tuple[int, int], ...]
"""(start, number of the die) in the order of playing."""

OWN_BAR: Final = 25


def ends(view: View, first: int, second: int, rules: RuleSet = STANDARD) -> dict[View, Steps]:
    """Return every board on which the turn may end, each with one way there; {view: ()} for a player who cannot move.

    As many numbers as possible are played, and the larger if only one of the two can be.
    """
    if first == second:
        found = _double(view, first, rules.home_size)
    else:
        found = _both(view, first, second, rules.home_size) or _one(view, first, second, rules)
    if rules.both_numbers:
        return found
    most = len(next(iter(found.values())))
    return _spoilt(view, first, second, rules.home_size, most) | found


def starts(view: View | list[int], number: int, home: int) -> list[int]:
    """Return the own points from which a number can be played now, the farthest first."""
    if view[OWN_BAR]:
        return [OWN_BAR] if view[OWN_BAR - number] >= -1 else []
    own = [point for point in range(24, 0, -1) if view[point] > 0]
    found = [point for point in own if point > number and view[point - number] >= -1]
    if own and own[0] <= home:
        if view[number] > 0:
            found.append(number)
        elif own[0] < number:
            found.append(own[0])
    return found


def advance(board: list[int], start: int, number: int) -> bool:
    """Play one number on a mutable view; True when it hits a blot, which goes to the bar."""
    board[start] -= 1
    end = start - number
    if end <= 0:
        return False
    if board[end] == -1:
        board[end] = 1
        board[0] -= 1
        return True
    board[end] += 1
    return False


def _both(view: View, first: int, second: int, home: int) -> dict[View, Steps]:
    """The ends after both of two different numbers; empty if no order allows it."""
    found: dict[View, Steps] = {}
    at_once = starts(view, first, home)
    for start in at_once:
        board = list(view)
        advance(board, start, first)
        for then in starts(board, second, home):
            end = board.copy()
            advance(end, then, second)
            found[tuple(end)] = ((start, first), (then, second))
    for start in starts(view, second, home):
        board = list(view)
        advance(board, start, second)
        for then in starts(board, first, home):
            if then not in at_once:
                end = board.copy()
                advance(end, then, first)
                found.setdefault(tuple(end), ((start, second), (then, first)))
    return found


def _one(view: View, first: int, second: int, rules: RuleSet) -> dict[View, Steps]:
    """The ends after one number, if both cannot be played."""
    larger, smaller = max(first, second), min(first, second)
    found = _single(view, larger, rules.home_size)
    if not (found and rules.larger_number):
        found.update(_single(view, smaller, rules.home_size))
    return found or {view: ()}


def _single(view: View, number: int, home: int) -> dict[View, Steps]:
    found: dict[View, Steps] = {}
    for start in starts(view, number, home):
        board = list(view)
        advance(board, start, number)
        found[tuple(board)] = ((start, number),)
    return found


def _double(view: View, number: int, home: int) -> dict[View, Steps]:
    """The ends after as many of four equal numbers as can be played."""
    open_starts = _open_starts(view, number, home)
    if view[OWN_BAR] and OWN_BAR not in open_starts:
        return {view: ()}
    for count in (4, 3, 2, 1):
        found: dict[View, Steps] = {}
        _sorted_steps(list(view), open_starts, number, home, (), count, found)
        if found:
            return found
    return {view: ()}


def _open_starts(view: View, number: int, home: int) -> list[int]:
    """The points from which this number may be played during the turn, the farthest first."""
    open_points = [point for point in range(OWN_BAR, number, -1) if view[point - number] >= -1]
    outside = sum([count for count in view[home + 1 :] if count > 0])
    if outside < 4:  # else the turn is over before anything is borne off
        open_points.extend(range(number, 0, -1))
    return open_points


def _sorted_steps(
    board: list[int], open_starts: list[int], number: int, home: int, steps: Steps, left: int, found: dict[View, Steps]
) -> None:
    """Play this many more numbers, none from farther back than ``open_starts`` begin."""
    for k, start in enumerate(open_starts):
        if board[start] <= 0:
            continue
        if start <= number and not _may_bear_off(board, start, number, home):
            continue
        after = board.copy()
        advance(after, start, number)
        if left == 1:
            found[tuple(after)] = (*steps, (start, number))
        else:
            _sorted_steps(after, open_starts[k:], number, home, (*steps, (start, number)), left - 1, found)
        if start == OWN_BAR:
            return  # nothing else moves before every checker has entered


def _may_bear_off(board: list[int], start: int, number: int, home: int) -> bool:
    nearest_that_must_be_empty = (home if start == number else start) + 1
    return max(board[nearest_that_must_be_empty:]) <= 0


def _spoilt(view: View, first: int, second: int, home: int, most: int) -> dict[View, Steps]:
    """The ends after fewer numbers than possible, in which those played leave no move for the others."""
    found: dict[View, Steps] = {}
    orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
    waiting: list[tuple[View, Steps, tuple[int, ...]]] = [(view, (), numbers) for numbers in orders]
    while waiting:
        board, steps, numbers = waiting.pop()
        possible = starts(board, numbers[0], home) if numbers else []
        if len(steps) < most and not any(starts(board, number, home) for number in numbers):
            found.setdefault(board, steps)
        for start in possible:
            after = list(board)
            advance(after, start, numbers[0])
            waiting.append((tuple(after), (*steps, (start, numbers[0])), numbers[1:]))
    return found
