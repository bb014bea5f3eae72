"""The turns of the reference data as boards in the mover's numbering, and the legal steps on them.

The code is slow and follows the rules alone, step by step; the turns broken on purpose (:mod:`.broken`)
and their judge (:mod:`.judge`) use it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple, TypeAlias

from companion.games.backgammon import STANDARD, Dice, Position, Reason, RuleSet
from companion.games.rules import BAR, TRAY, Picture, Side, Stack

Numbers: TypeAlias = tuple[int, ...]

OFF: Final = 0
OWN_BAR: Final = 25
OTHER_BAR: Final = 0
OTHER_OFF: Final = 25
ON_BOARD: Final = range(1, 25)


class PlayedBoard(NamedTuple):
    """All checkers in the mover's numbering: ``own`` 0 = off, 25 = bar; ``other`` 0 = bar, 25 = bear-off tray."""

    own: tuple[int, ...]
    other: tuple[int, ...]

    def own_moved(self, start: int, end: int) -> PlayedBoard:
        return PlayedBoard(_shifted(self.own, start, end), self.other)

    def other_moved(self, start: int, end: int) -> PlayedBoard:
        return PlayedBoard(self.own, _shifted(self.other, start, end))


@dataclass(frozen=True, slots=True)
class TimedTurn:
    """A roll to be played and, from the reference data, where it may end and how many numbers it plays."""

    before: PlayedBoard
    dice: Dice
    ends: tuple[PlayedBoard, ...]
    most: int
    rules: RuleSet = STANDARD

    @classmethod
    def from_row(cls, row: Mapping[str, Any]) -> TimedTurn:
        """A case of the reference data."""
        before = _board(row["board"])
        ends = tuple(_board(move["result"]) for move in row["moves"]) or (before,)
        return cls(before, Dice(*row["dice"]), ends, row["dice_used"])


@dataclass(frozen=True, slots=True)
class Broken:
    """A turn that breaks a rule.  ``shown``: the dice as they lie at its end."""

    planted: Reason
    turn: TimedTurn
    after: PlayedBoard
    shown: Dice


def position_of(board: PlayedBoard, mover: Side) -> Position:
    """A board without shared points as a position with ``mover`` on roll."""
    points = tuple(board.own[point] - board.other[point] for point in ON_BOARD)
    bar, off = Stack(board.own[OWN_BAR], board.other[OTHER_BAR]), Stack(board.own[OFF], board.other[OTHER_OFF])
    position = Position(points, bar, off)
    return position if mover is Side.LIGHT else position.mirrored()


def picture_of(board: PlayedBoard, mover: Side) -> Picture:
    """How any board looks, seen by everybody."""
    stacks = {point: (board.own[point], board.other[point]) for point in ON_BOARD}
    stacks |= {BAR: (board.own[OWN_BAR], board.other[OTHER_BAR]), TRAY: (board.own[OFF], board.other[OTHER_OFF])}
    if mover is Side.LIGHT:
        return {spot: Stack(own, other) for spot, (own, other) in stacks.items()}
    spots = {spot: 25 - spot if spot in ON_BOARD else spot for spot in stacks}
    return {spots[spot]: Stack(other, own) for spot, (own, other) in stacks.items()}


def one_step(
    turn: TimedTurn, board: PlayedBoard, start: int, number: int, waived: Reason | None = None
) -> PlayedBoard | None:
    """The board after one number, None where a rule forbids it that is not waived."""
    own, other = board
    end = max(start - number, OFF)
    forbidden = [
        (Reason.BAR_FIRST, own[OWN_BAR] > 0 and start != OWN_BAR),
        (Reason.BLOCKED_POINT, end != OFF and other[end] >= 2),
        (Reason.BEAR_OFF_OUTSIDE, end == OFF and any(own[turn.rules.home_size + 1 :])),
        (Reason.LOWER_CHECKER_OFF, number > start and any(own[start + 1 :])),
    ]
    if not own[start] or any(applies for rule, applies in forbidden if rule is not waived):
        return None
    moved = board.own_moved(start, end)
    return moved.other_moved(end, OTHER_BAR) if end != OFF and other[end] == 1 else moved


def next_steps(
    turn: TimedTurn, board: PlayedBoard, left: Numbers, waived: Reason | None = None
) -> Iterator[tuple[PlayedBoard, Numbers, int]]:
    """(board, numbers left, start) after each possible next step."""
    for number in sorted(set(left)):
        for start in range(1, 26):
            following = one_step(turn, board, start, number, waived)
            if following:
                yield following, less(left, number), start


def less(numbers: Numbers, number: int) -> Numbers:
    at = numbers.index(number)
    return numbers[:at] + numbers[at + 1 :]


def sums(numbers: Numbers) -> set[int]:
    """Every distance for which some of the numbers are enough."""
    return {sum(some) for k in range(1, len(numbers) + 1) for some in combinations(numbers, k)}


def _shifted(counts: tuple[int, ...], start: int, end: int) -> tuple[int, ...]:
    changed = list(counts)
    changed[start] -= 1
    changed[end] += 1
    return tuple(changed)


def _board(view: list[int]) -> PlayedBoard:
    """A row's board, with the missing checkers borne off."""
    own, other = [max(count, 0) for count in view], [max(-count, 0) for count in view]
    own[OFF], other[OTHER_OFF] = 15 - sum(own), 15 - sum(other)
    return PlayedBoard(tuple(own), tuple(other))
