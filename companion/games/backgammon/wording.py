"""How a rule set speaks of sides, points and hit checkers in what players read."""

from __future__ import annotations

from enum import Enum
from typing import assert_never

from companion.games.backgammon.choices import Colours, Direction, Numbering
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side


class HitPlace(Enum):
    """Where hit checkers wait."""

    BAR = "bar"
    MIDDLE = "middle"  # of the board


def hit_place(rules: RuleSet = STANDARD) -> HitPlace:
    """What the place is called where hit checkers wait; it is the same place on the board."""
    return HitPlace.BAR if rules.has_bar else HitPlace.MIDDLE


def point_number(point: int, side: Side, rules: RuleSet = STANDARD) -> int:
    """The number that players read for a point; ``point`` as ``side`` counts down to the own home, 24 to 1."""
    match rules.numbering:
        case Numbering.OWN_SIDE:
            return point
        case Numbering.LIGHT_PATH:
            return 25 - point if side is Side.LIGHT else point
        case Numbering.DARK_PATH:
            return 25 - point if side is Side.DARK else point
    assert_never(rules.numbering)


def colour_of(side: Side, rules: RuleSet = STANDARD) -> str | None:
    """The colour by which a side's checkers are called, None where any will do."""
    if rules.colours is Colours.ANY:
        return None
    light, dark = str(rules.colours.value).split("-")
    return light if side is Side.LIGHT else dark


def direction_of(side: Side, rules: RuleSet = STANDARD) -> Direction:
    """Which way round the board a side's checkers go, seen from above; ANY where boards are set up both ways."""
    match rules.direction:
        case Direction.ANY:
            return Direction.ANY
        case Direction.CLOCKWISE:
            return Direction.CLOCKWISE if side is Side.LIGHT else Direction.ANTICLOCKWISE
        case Direction.ANTICLOCKWISE:
            return Direction.ANTICLOCKWISE if side is Side.LIGHT else Direction.CLOCKWISE
    assert_never(rules.direction)
