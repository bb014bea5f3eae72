"""A second, slow enumerator of legal plays, written from the rules alone, to test the fast one against."""

from __future__ import annotations

from companion.games.backgammon import Dice, Position, RuleSet
from companion.games.rules import Side

Board = tuple[tuple[int, ...], tuple[int, ...]]
"""(own, other): own checkers on 0 = off to 25 = bar; the opponent's in the same numbering, 0 = his bar."""


def reference_ends(position: Position, dice: Dice, rules: RuleSet) -> set[Board]:
    """Every board on which the turn may end, in the mover's numbering."""
    orders: set[tuple[int, ...]] = {(dice.first, dice.second), (dice.second, dice.first)}
    if dice.is_double:
        orders = {(dice.first,) * 4}
    board = board_of(position, position.on_roll)
    lines = [(end, played, order[len(played) :]) for order in orders for end, played in _lines(board, order, rules)]
    most = max(len(played) for _, played, _ in lines)
    ends = [line for line in lines if len(line[1]) == most]
    if rules.larger_number and most == 1 and not dice.is_double:
        larger = max(dice.first, dice.second)
        ends = [line for line in ends if line[1] == [larger]] or ends
    if not rules.both_numbers:
        ends += [line for line in lines if len(line[1]) < most and not _can_go_on(line[0], line[2], rules)]
    return {end for end, _, _ in ends}


def board_of(position: Position, side: Side) -> Board:
    own = [0] * 26
    other = [0] * 26
    for k, count in enumerate(position.points, start=1):
        place = k if side is Side.LIGHT else 25 - k
        mine = count if side is Side.LIGHT else -count
        (own if mine > 0 else other)[place] = abs(mine)
    own[25], other[0] = position.bar.of(side), position.bar.of(side.other)
    own[0], other[25] = position.off.of(side), position.off.of(side.other)
    return tuple(own), tuple(other)


def _lines(board: Board, numbers: tuple[int, ...], rules: RuleSet) -> list[tuple[Board, list[int]]]:
    lines: list[tuple[Board, list[int]]] = [(board, [])]
    if numbers:
        for start in range(1, 26):
            if _allowed(board, start, numbers[0], rules):
                for end, played in _lines(_moved(board, start, numbers[0]), numbers[1:], rules):
                    lines.append((end, [numbers[0], *played]))
    return lines


def _can_go_on(board: Board, numbers: tuple[int, ...], rules: RuleSet) -> bool:
    return any(_allowed(board, start, number, rules) for start in range(1, 26) for number in numbers)


def _allowed(board: Board, start: int, number: int, rules: RuleSet) -> bool:
    own, other = board
    if not own[start] or (own[25] and start != 25):
        return False
    if start > number:
        return other[start - number] < 2
    all_home = not any(own[rules.home_size + 1 :])
    return all_home and (start == number or not any(own[start + 1 :]))


def _moved(board: Board, start: int, number: int) -> Board:
    own, other = list(board[0]), list(board[1])
    end = max(start - number, 0)
    own[start] -= 1
    own[end] += 1
    if end and other[end]:
        other[end] -= 1
        other[0] += 1
    return tuple(own), tuple(other)
