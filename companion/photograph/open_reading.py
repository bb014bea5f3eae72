"""The common parts of readings with open questions, in any game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, TypeAlias

from companion.errors import InputError, quoted
from companion.games.rules import Side

Said: TypeAlias = tuple[str, Mapping[str, str]]
"""A text key, and the values for its blanks."""

LEAST: Final = 0.001
"""An answer less likely than this does not fit.  For the home: of 5,925 positions of other matches the true orientation
never was less likely, and it was the only one left in 96 of a hundred.
"""

NOTHING: Final[Said] = ("picture.nothing", {})
"""Why no position fits where no checker is seen."""

SURE: Final = 0.95
"""A spot that is read less surely is doubtful."""


class Key(StrEnum):
    """The questions, in order."""

    COLOURS = "colours"
    WAY = "way"
    HOME = "home"
    LIGHT_HOME = "light_home"
    MISSING = "missing"
    ON_ROLL = "on_roll"
    LENGTH = "length"
    SCORE = "score"
    CRAWFORD = "crawford"
    CUBE = "cube"
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class Option:
    """A possible answer, and its probability if known."""

    value: str
    likelihood: float | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A question that a picture leaves open.  ``options``: the likeliest first.

    ``assumed``: the answer by default; None: all options are tried.  ``example``: of a free answer, such as ``3,5`` for
    a score.  ``values``: for the blanks of its text.
    """

    key: Key
    options: tuple[Option, ...]
    assumed: str | None = None
    example: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Changed:
    """Counts (light, dark) that were read on a spot by itself, and what stands for them since all are counted."""

    spot: int
    read: tuple[int, int]
    used: tuple[int, int]


def over(side: Side, n: int) -> Said:
    """Why no position fits where a side has so many too many."""
    return "picture.over", {"side": side.value, "n": str(n)}


def one_of(key: Key, value: str, values: tuple[str, ...]) -> str:
    """The value itself; raises InputError where it is none of these."""
    if value not in values:
        raise InputError(f"{key} {quoted(value)}: expected {' or '.join(values)}")
    return value


def in_order(likely: Mapping[str, float], *, least: float = LEAST) -> tuple[Option, ...]:
    """The answers that are not less likely than ``least``, the likeliest first."""
    whole = sum(likely.values()) or 1.0
    options = (Option(value, share / whole) for value, share in likely.items() if share >= least * whole)
    return tuple(sorted(options, key=lambda option: -(option.likelihood or 0.0)))
