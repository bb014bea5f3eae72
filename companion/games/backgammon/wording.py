"""The words of a rule set for sides, points and hit checkers in the texts that players read."""

from __future__ import annotations

import re
from enum import Enum
from typing import Final, assert_never

from companion.games.backgammon.choices import Colours, Direction, Numbering
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side


class HitPlace(Enum):
    """The places where hit checkers wait."""

    BAR = "bar"
    MIDDLE = "middle"  # of the board


def hit_place(rules: RuleSet = STANDARD) -> HitPlace:
    """Return the name of the place where hit checkers wait; it is the same place on the board."""
    return HitPlace.BAR if rules.has_bar else HitPlace.MIDDLE


def point_number(point: int, side: Side, rules: RuleSet = STANDARD) -> int:
    """Return the number that players read for a point; ``point`` as ``side`` counts down to its home board, 24 to 1."""
    match rules.numbering:
        case Numbering.OWN_SIDE:
            return point
        case Numbering.LIGHT_PATH:
            return 25 - point if side is Side.LIGHT else point
        case Numbering.DARK_PATH:
            return 25 - point if side is Side.DARK else point
    assert_never(rules.numbering)


def number_on_board(spot: int, side: Side, rules: RuleSet = STANDARD) -> int:
    """Return the number that a side reads for a point of the board; ``spot``: 1 to 24 from Light's seat."""
    return point_number(spot if side is Side.LIGHT else 25 - spot, side, rules)


def play_in_numbers(play: str, side: Side, rules: RuleSet = STANDARD) -> str:
    """Return a side's play in standard notation with the numbers that players read for its points.

    >>> play_in_numbers("bar/20* 8/5(2)", Side.DARK)
    'bar/20* 8/5(2)'
    """
    return POINTS_OF_PLAY.sub(lambda found: str(point_number(int(found[0]), side, rules)), play)


POINTS_OF_PLAY: Final = re.compile(r"(?<![(\d])\d+")
"""The points in a written play, and not how often a move is repeated."""


def colour_of(side: Side, rules: RuleSet = STANDARD) -> str | None:
    """Return the colour that names a side's checkers, None if any will do."""
    if rules.colours is Colours.ANY:
        return None
    light, dark = str(rules.colours.value).split("-")
    return light if side is Side.LIGHT else dark


def direction_of(side: Side, rules: RuleSet = STANDARD) -> Direction:
    """Return the direction of a side's checkers, seen from above; ANY if boards are set up both ways."""
    match rules.direction:
        case Direction.ANY:
            return Direction.ANY
        case Direction.CLOCKWISE:
            return Direction.CLOCKWISE if side is Side.LIGHT else Direction.ANTICLOCKWISE
        case Direction.ANTICLOCKWISE:
            return Direction.ANTICLOCKWISE if side is Side.LIGHT else Direction.CLOCKWISE
    assert_never(rules.direction)
