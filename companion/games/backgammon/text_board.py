"""A small board in text, for people to read and for the companion to read back.

::

     13 14 15 16 17 18 |    | 19 20 21 22 23 24
      .  .  .  .  .  . | 1O | 1X  .  .  .  .  .
      .  .  .  .  .  . |    | 2O  .  .  .  .  .
     12 11 10  9  8  7 |    |  6  5  4  3  2  1
    light on roll, off 12O 14X

O is Light, X is Dark, and the points are numbered from Light's seat.  A checker of Light's on the bar
is in the upper row, from where it enters, one of Dark's in the lower.  A board that GNU Backgammon
prints is read too, from the IDs it prints beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from companion.errors import InputError, quoted
from companion.games.backgammon.position_id import CHECKERS
from companion.games.rules import Side, Stack

_UPPER: Final = range(13, 25)
_LOWER: Final = range(12, 0, -1)
_CELL: Final = re.compile(r"\.|[0-9]{1,2}[OX]")
_FOOTER: Final = re.compile(r"(light|dark) on roll, off ([0-9]{1,2})O ([0-9]{1,2})X")
_GNUBG: Final = re.compile(r"Position ID:\s*(\S{14})\s.*?Match ID\s*:\s*(\S{12})(?:\s|$)", re.DOTALL)
_ROWS: Final = 5
_LONGEST: Final = 4000


def encode(points: tuple[int, ...], bar: Stack, off: Stack, on_roll: Side) -> str:
    """Return the board as five lines of text; ``points`` as in a position: signed counts, + Light, - Dark."""
    footer = f"{on_roll.value} on roll, off {off.light}O {off.dark}X"
    return "\n".join([drawn(points, bar, _UPPER), footer])


def drawn(points: tuple[int, ...], bar: Stack, upper: Sequence[int]) -> str:
    """Return four lines: the points with the numbers ``upper`` from left to right above those that face them."""
    lower = [25 - number for number in upper]
    return "\n".join([*_rows(points, bar, upper), *_rows(points, bar, lower)[::-1]])


def decode(text: str) -> tuple[tuple[int, ...], Stack, Stack, Side]:
    """Read a board, the inverse of :func:`encode`, whatever the spaces between the words.

    Raises :class:`InputError` for anything that is no such board, or holds more than 15 checkers of a side.
    """
    lines = [line.strip() for line in text.strip().splitlines()] if len(text) <= _LONGEST else []
    footer = _FOOTER.fullmatch(" ".join(lines[-1].split())) if len(lines) == _ROWS else None
    if not footer or _numbers(lines[0]) != list(_UPPER) or _numbers(lines[3]) != list(_LOWER):
        raise InputError(f"board {quoted(text)}: expected five lines, from the points 13 to 24 to who is on roll")
    upper, light_bar = _row(text, lines[1], "O")
    lower, dark_bar = _row(text, lines[2], "X")
    bar, off = Stack(light_bar, dark_bar), Stack(int(footer[2]), int(footer[3]))
    points = (*lower[::-1], *upper)
    light = sum(count for count in points if count > 0) + bar.light + off.light
    dark = -sum(count for count in points if count < 0) + bar.dark + off.dark
    if max(light, dark) > CHECKERS:
        raise InputError(f"board {quoted(text)}: {light} checkers O and {dark} X, expected at most {CHECKERS}")
    return points, bar, off, Side(footer[1])


def gnubg_ids(text: str) -> tuple[str, str] | None:
    """Return the Position ID and Match ID beside a board that GNU Backgammon printed; None for other text."""
    found = _GNUBG.search(text[:_LONGEST])
    return (found[1], found[2]) if found else None


def _rows(points: tuple[int, ...], bar: Stack, numbers: Sequence[int]) -> list[str]:
    count, letter = (bar.light, "O") if max(numbers) in _UPPER else (bar.dark, "X")
    cells = [_cell(points[number - 1]) for number in numbers]
    return [_line([str(number) for number in numbers], ""), _line(cells, f"{count}{letter}" if count else "")]


def _cell(count: int) -> str:
    return "." if count == 0 else f"{abs(count)}{'O' if count > 0 else 'X'}"


def _line(cells: list[str], middle: str) -> str:
    cells = [f"{cell:>3}" for cell in cells]
    return f"{''.join(cells[:6])} |{middle:^4}|{''.join(cells[6:])}"


def _numbers(line: str) -> list[int]:
    return [int(word) for word in line.replace("|", " ").split() if re.fullmatch("[0-9]{1,2}", word)]


def _row(text: str, line: str, on_bar: str) -> tuple[list[int], int]:
    left, bar, right = (*line.split("|", 2), "", "")[:3]
    cells = [*_CELL.findall(left), *_CELL.findall(right)]
    barred = re.fullmatch(rf"([0-9]{{1,2}}){on_bar}|", bar.strip())
    if len(cells) != len(_UPPER) or "".join(cells) != "".join((left + right).split()) or not barred:
        raise InputError(f"board {quoted(text)}: {quoted(line)} is no row of twelve points and the bar")
    counts = [0 if cell == "." else int(cell[:-1]) * (1 if cell[-1] == "O" else -1) for cell in cells]
    return counts, int(barred[1] or 0)
