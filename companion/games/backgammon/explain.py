"""Explains whether a turn may end in a board, and which rule it breaks if not.

Only the boards before and after are known, never the steps.  So every possible course of the turn
is tried (:mod:`.courses`) and checked against the rules (:mod:`.faults`), and the course with the
fewest faults counts.  Of its faults, and of those of courses with as few, the first in the order of
:class:`Reason` is named.
"""

from __future__ import annotations

from typing import Final

from companion.games.backgammon import generator
from companion.games.backgammon.courses import cheapest_courses
from companion.games.backgammon.dice import Dice
from companion.games.backgammon.faults import Case, miscounted
from companion.games.backgammon.plays import view_of
from companion.games.backgammon.position import CHECKERS, Position
from companion.games.backgammon.reason import BrokenRule, Explanation, Reason
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.table import POINTS, after_view, completions, spot_of, table_of
from companion.games.backgammon.wording import point_number
from companion.games.rules import BAR, TRAY, Picture, Side, Stack

_STACKS: Final = {n: Stack(max(n, 0), max(-n, 0)) for n in range(-CHECKERS, CHECKERS + 1)}
"""The stack for each signed count, cached because boards are pictured by the thousand."""

_POINT_VALUES: Final = frozenset({"point", "a", "b", "from"})
"""The values of a fault that are points as the mover counts them."""


def picture_of(position: Position) -> Picture:
    """Return the board of a position as a picture: all spots, bar and tray included."""
    picture = dict(zip(POINTS, map(_STACKS.__getitem__, position.points), strict=True))
    picture[BAR], picture[TRAY] = position.bar, position.off
    return picture


def explain(
    before: Position, dice: Dice, after: Picture, rules: RuleSet = STANDARD, *, shown: Dice | None = None
) -> Explanation | None:
    """Return None if the turn of the side on roll may end like this, else the rule it breaks.

    ``after``: the board as it looks, with any counts, even both sides on one point.  A spot that is
    absent was not seen: it is assumed to hold what fits best, and an unseen tray to hold the mover's
    missing checkers if the roll could have borne them off.  ``shown``: the dice on the board now;
    they matter only if the board is no end of the recorded roll.

    The order of naming is that of :class:`companion.games.backgammon.reason.Reason`.
    """
    mover, standing = before.on_roll, table_of(before, before.on_roll)
    ends = generator.ends(view_of(before), dice.first, dice.second, rules)
    legal = dict.fromkeys(after_view(end, standing) for end in ends)
    tables = list(completions(after, mover, (standing, *legal)))
    if any(table in legal for table in tables):
        return None
    if not tables:
        return _said(_miscount(before, after), mover, rules)
    if shown and not shown.same_numbers(dice):
        return Explanation(Reason.DICE_CHANGED, (), {"now": str(shown), "roll": str(dice)})
    most = max(len(steps) for steps in ends.values())
    cases = [Case.of(standing, table, dice, rules, mover, most=most, tray_seen=TRAY in after) for table in tables]
    faults = [fault for course in cheapest_courses(cases) for fault in course.faults()]
    return _said(min(faults, key=lambda fault: fault.reason.rank), mover, rules)


def _miscount(before: Position, after: Picture) -> BrokenRule:
    """The side with too many checkers, else the side with too few."""
    order = (before.on_roll, before.on_roll.other)
    seen = {side: sum(stack.of(side) for stack in after.values()) for side in order}
    known = {side: before.checkers(side) + (before.off.of(side) if TRAY in after else 0) for side in order}
    too_many = [side for side in order if seen[side] > known[side]]
    too_few = [side for side in order if seen[side] < known[side]]
    side = (too_many + too_few)[0]
    return miscounted(side, seen[side], known[side])


def _said(fault: BrokenRule, mover: Side, rules: RuleSet) -> Explanation:
    """A fault in absolute numbering; the text names points by the numbers that the rules give them."""
    spots = [spot_of(place, mover) for place in fault.places]
    points = tuple(dict.fromkeys(spot for spot in spots if spot in POINTS))
    values = {
        name: str(point_number(int(text), mover, rules)) if name in _POINT_VALUES else text
        for name, text in fault.values.items()
    }
    return Explanation(fault.reason, points, values, fault.variant)
