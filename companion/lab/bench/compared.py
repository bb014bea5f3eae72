"""Compares figures with those of an earlier run: which of them got worse, and which better."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.lab.bench.figure import Figure

_COUNT: Final = re.compile(r"(?<![\w.-])\d+(?![\w.-])")
"""A number that stands as a word, such as those of "plays right (36 of 36)": it may be another one the next time."""

_CLOCKS: Final = ("us", "ms", "s", "times", "MB")
_OWN_TIME: Final = "simulate"
"""Its seconds are those of the simulated table: the same on every machine."""

_DIGITS: Final = 4
"""As many as :func:`companion.lab.bench.figure.as_json` keeps."""


class FigureChange(Enum):
    """The relation of a figure to the earlier one.  ``TIMED``: both were taken by a clock, so a difference means
    little.
    """

    NEW = "new"
    SAME = "same"
    BETTER = "better"
    WORSE = "WORSE"
    OTHER = "other"
    TIMED = "timed"


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A figure and the earlier one of the same name; None where there was none."""

    now: Figure
    before: Figure | None

    @property
    def change(self) -> FigureChange:
        """Worse is farther from what the limit asks for, also where the limit is kept or missed both times."""
        if self.before is None:
            return FigureChange.NEW
        now, before = round(self.now.value, _DIGITS), round(self.before.value, _DIGITS)
        if now == before:
            return FigureChange.SAME
        if self.now.unit in _CLOCKS and not self.now.name.startswith(_OWN_TIME):
            return FigureChange.TIMED
        if self.now.limit is None:
            return FigureChange.OTHER
        return FigureChange.WORSE if _distance(self.now, now) > _distance(self.now, before) else FigureChange.BETTER

    @property
    def before_and_after(self) -> str:
        """The change as a word, of times the difference in per cent."""
        if self.change is FigureChange.TIMED and self.before is not None and self.before.value:
            return f"{100 * (self.now.value / self.before.value - 1):+.0f} %"
        return self.change.value


def _distance(figure: Figure, value: float) -> float:
    """The smaller the better."""
    sign, number = (figure.limit or "").split()
    return {"<=": value, ">=": -value, "=": abs(value - float(number))}[sign]


def compared(before: Sequence[Figure], now: Sequence[Figure]) -> list[ComparedRow]:
    """A row for each present figure, with the earlier one of the same name without counting numbers."""
    exact = {figure.name: figure for figure in before}
    taken = {figure.name for figure in now}
    alike = {_uncounted(figure.name): figure for figure in before if figure.name not in taken}
    return [ComparedRow(figure, exact.get(figure.name) or alike.get(_uncounted(figure.name))) for figure in now]


def missing(before: Sequence[Figure], now: Sequence[Figure]) -> list[Figure]:
    """The earlier figures that nothing of now goes by the name of."""
    kept = {row.before for row in compared(before, now)}
    return [figure for figure in before if figure not in kept]


def _uncounted(name: str) -> str:
    return _COUNT.sub("#", name)


def as_lines(rows: Sequence[ComparedRow], *, width: int = 0, with_before: bool) -> Iterator[str]:
    """The rows as a table: name, before, now, unit, limit and whether it is missed, change."""
    width = max([width, *(len(row.now.name) for row in rows)])
    for row in rows:
        now = row.now
        before = f"{row.before.value:>11.5g}" if row.before else f"{'':>11}"
        missed = "" if now.ok else "MISSED"
        cells = [f"{now.name:<{width}}", *([before] if with_before else []), f"{now.value:>11.5g} {now.unit:<8}",
                 f"{now.limit or '':<10} {missed:<6}", *([row.before_and_after] if with_before else [])]  # fmt: skip
        yield "  ".join(cells).rstrip()
