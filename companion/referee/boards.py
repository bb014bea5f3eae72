"""Boards as rows of numbers, so that hundreds of them are weighed against a look at once.

A *packed* board holds 16 x light + dark checkers for the bar and each point.  The bear-off tray follows from the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from companion.games.backgammon import BackgammonRules, Dice, Play, Position, generator
from companion.games.backgammon.plays import play_of, position_of, view_of
from companion.games.rules import BAR, Picture, Side, Stack

Packed = npt.NDArray[np.int16]
"""(25,) or (n, 25)."""
Values = npt.NDArray[np.float32]

Cells: TypeAlias = npt.NDArray[np.intp]
"""Indices of the counts of boards in a flat table (25, 256); (25,) or (n, 25)."""

SPOTS: Final = np.arange(25)
COUNTS: Final = 256
"""The number of different values of a spot."""
_ROWS: Final = SPOTS * COUNTS
CHECKERS: Final = 15
ROLLS: Final = tuple(Dice(high, low) for high in range(1, 7) for low in range(1, high + 1))
_NUMBERS: Final = np.array([[roll.first - 1, roll.second - 1] for roll in ROLLS])
ODDS: Final = np.log(np.array([1 / 36 if roll.is_double else 2 / 36 for roll in ROLLS], dtype=np.float32))
"""The log-probability of each roll."""
NONE_LIKELY: Final = np.full(len(ROLLS), -np.inf, dtype=np.float32)
_ROLLS_REMEMBERED: Final = 512
"""Measured on the bundled clip: a turn asks for about 80, and takes 16 KB for each; so these are six turns and 8 MB."""


@dataclass(frozen=True, slots=True, eq=False)
class Ends:
    """The legal ends of a roll.  ``before``: the position before it; ``boards``: (n, 25); ``dance``: nothing can be
    played.

    Positions and plays are made on demand, because making all of them takes far longer than finding the boards.
    """

    before: Position
    views: tuple[generator.View, ...]
    steps: tuple[generator.Steps, ...]
    boards: Packed
    cells: Cells
    dance: bool

    def __len__(self) -> int:
        return len(self.views)

    def position(self, number: int | np.integer[Any]) -> Position:
        return position_of(self.views[int(number)], self.before)

    def play(self, number: int) -> Play:
        return play_of(view_of(self.before), self.steps[number])


def number_of(roll: Dice) -> int:
    """The place of a roll in ``ROLLS``."""
    high, low = max(roll.first, roll.second), min(roll.first, roll.second)
    return high * (high - 1) // 2 + low - 1


def only(roll: int) -> Values:
    """(21,) log-probabilities of the rolls if one is known."""
    rolls = NONE_LIKELY.copy()
    rolls[roll] = 0.0
    return rolls


ANY_ROLL: Final = np.zeros(len(ROLLS), dtype=np.float32)
"""The same where nothing speaks for or against any."""


def rolls_of(one: Values, other: Values) -> Values:
    """(21,) normalised log-likelihoods of the rolls by those of two dice, (6,) each."""
    x, y = _NUMBERS[:, 0], _NUMBERS[:, 1]
    return together_one(np.maximum(one[x] + other[y], one[y] + other[x]))


def rolls_with(one: Values) -> Values:
    """The same where only one of the two dice was seen: the other may show anything."""
    x, y = _NUMBERS[:, 0], _NUMBERS[:, 1]
    return together_one(np.maximum(one[x], one[y]))


def together_one(likely: Values) -> Values:
    """Logarithms of probabilities that are together 1, from those of likelihoods, one of which is not 0."""
    most = likely.max()
    return np.asarray(likely - most - np.log(np.exp(likely - most).sum()), dtype=np.float32)


def cells_of(boards: Packed) -> Cells:
    """The indices of boards in a flat table."""
    return _ROWS + boards


@lru_cache(maxsize=_ROLLS_REMEMBERED)
def packed(position: Position) -> Packed:
    """The board of a position."""
    return np.asarray(_packed_views((view_of(position),), position.on_roll)[0], dtype=np.int16)


def _packed_views(views: tuple[generator.View, ...], mover: Side) -> Packed:
    """The boards (n, 25) that ``mover`` sees so."""
    seen = np.array(views, dtype=np.int16)
    light = mover is Side.LIGHT
    points = seen[:, 1:25] if light else -seen[:, 24:0:-1]
    own, other = seen[:, generator.OWN_BAR], -seen[:, 0]
    boards = np.empty((len(views), 25), dtype=np.int16)
    boards[:, 1:] = np.where(points > 0, 16 * points, -points)
    boards[:, BAR] = 16 * own + other if light else 16 * other + own
    return boards


@lru_cache(maxsize=_ROLLS_REMEMBERED)
def ends_of(rules: BackgammonRules, position: Position, roll: int) -> Ends:
    """The legal ends of a roll."""
    found = generator.ends(view_of(position), ROLLS[roll].first, ROLLS[roll].second, rules.rules)
    views, steps = tuple(found), tuple(found.values())
    boards = _packed_views(views, position.on_roll)
    return Ends(position, views, steps, boards, cells_of(boards), dance=len(steps) == 1 and not steps[0])


def dances(position: Position, roll: int) -> bool:
    """Whether a checker on the bar cannot enter with either number of a roll."""
    view, numbers = view_of(position), (ROLLS[roll].first, ROLLS[roll].second)
    return bool(view[generator.OWN_BAR]) and not any(generator.starts(view, number, 6) for number in numbers)


@lru_cache(maxsize=_ROLLS_REMEMBERED)
def on_the_way(rules: BackgammonRules, position: Position, roll: int) -> tuple[Packed, Cells]:
    """The boards (n, 25) between the steps of a roll in either order of its numbers, and their cells.

    Where a number cannot be played, the board after the other one is an end.
    """
    dice = ROLLS[roll]
    before = view_of(position)
    orders = [(dice.first,) * 3] if dice.is_double else [(dice.first,), (dice.second,)]
    seen: set[generator.View] = set()
    for numbers in orders:
        level = {before}
        for number in numbers:
            level = {after for view in level for after in _steps(view, number)}
            seen |= level
    if not seen:
        return np.zeros((0, 25), dtype=np.int16), np.zeros((0, 25), dtype=np.intp)
    boards = _packed_views(tuple(seen), position.on_roll)
    whole = {end.tobytes() for end in ends_of(rules, position, roll).boards}
    boards = boards[[board.tobytes() not in whole for board in boards]]
    return boards, cells_of(boards)


@lru_cache(maxsize=_ROLLS_REMEMBERED)
def in_hand(rules: BackgammonRules, position: Position, roll: int) -> tuple[Packed, Cells]:
    """The boards (n, 25) during a play, and their cells.

    The steps are taken in any order, a checker may be in a hand, and a hit checker may be lifted first.  Ends are left
    out.
    """
    ends = ends_of(rules, position, roll)
    seen = {view for steps in ends.steps for view in _under_way(view_of(position), steps)}
    boards = _packed_views(tuple(seen), position.on_roll) if seen else np.zeros((0, 25), dtype=np.int16)
    known = {board.tobytes() for board in (packed(position), *ends.boards)}
    boards = boards[[board.tobytes() not in known for board in boards]]
    return boards, cells_of(boards)


def _under_way(before: generator.View, steps: generator.Steps) -> Iterator[generator.View]:
    """The boards on which some of these steps have been taken, and perhaps one more checker has been lifted."""
    for made in product((False, True), repeat=len(steps)):
        board = list(before)
        for (start, number), done in zip(steps, made, strict=True):
            if done:
                generator.advance(board, start, number)
        if min(board[1:]) < min(before[1:]) or board[generator.OWN_BAR] < 0:
            continue  # a step that another one has to come before
        yield tuple(board)
        for (start, number), done in zip(steps, made, strict=True):
            if not done and board[start] > 0:
                hit = start > number and board[start - number] == -1
                for own, other in ((1, 0), (0, 1), (1, 1)) if hit else ((1, 0),):
                    lifted = board.copy()
                    lifted[start] -= own
                    lifted[start - number if other else start] += other
                    yield tuple(lifted)


def _steps(view: generator.View, number: int) -> list[generator.View]:
    found = []
    for start in generator.starts(view, number, 6):
        board = list(view)
        generator.advance(board, start, number)
        found.append(tuple(board))
    return found


def as_position(board: Packed, on_roll: Side) -> Position | None:
    """A packed board as a position; None where both sides share a point or one has too many checkers."""
    light, dark = board // 16, board % 16
    if ((light[1:] > 0) & (dark[1:] > 0)).any():
        return None
    lights, darks = int(light.sum()), int(dark.sum())
    if lights > CHECKERS or darks > CHECKERS:
        return None
    points = tuple(int(a) - int(b) for a, b in zip(light[1:], dark[1:], strict=True))
    bar, off = Stack(int(light[BAR]), int(dark[BAR])), Stack(CHECKERS - lights, CHECKERS - darks)
    return Position(points, bar, off, on_roll)


def as_picture(board: Packed) -> Picture:
    """A packed board as a picture without the bear-off tray."""
    return {spot: Stack(int(count) // 16, int(count) % 16) for spot, count in enumerate(board)}
