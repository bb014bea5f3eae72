"""Views to be drawn: the start position, and a game under way."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final

from companion.coach.at_the_table.shown import CoachShown, coach_shown
from companion.games.rules import Side, Stack
from companion.match.message import Message
from companion.match.view import Arrow, IllegalShown, View
from companion.practice.view import PracticeShown, practice_shown
from companion.record.journal import Mode

START: Final = View(
    names=("Anna", "Boris"),
    score=(0, 0),
    length=7,
    crawford=False,
    points=(-2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 2),
    bar=(0, 0),
    off=(0, 0),
    phase="phase.start",
)

# Light has hit on its 4 point; Dark is to bring that checker in with 6-3.
UNDER_WAY: Final = replace(
    START,
    score=(2, 5),
    points=(-2, 0, 0, 2, 0, 6, -1, 2, 0, 0, 0, -4, 4, 0, 0, 0, -3, 0, -4, 0, 0, 0, 0, 1),
    bar=(0, 1),
    phase="phase.play",
    on_roll=Side.DARK,
    dice=(6, 3),
    cube_value=2,
    cube_owner=Side.LIGHT,
    last_side=Side.LIGHT,
    last_play="13/7/4* 6/4",
    arrows=(Arrow(13, 4), Arrow(6, 4)),
)

# Light is to play 6-5, and no camera sees how.
BLIND: Final = replace(
    START, phase="phase.play", on_roll=Side.LIGHT, dice=(6, 5), rolled=True, blind=True, mode=Mode.RECORDED,
    last_side=Side.DARK, last_play="24/18 13/11",
)  # fmt: skip

# Dark has come in with the 3 and then moved 18/12 with the 6, to a point with four checkers of Light.
ILLEGAL: Final = replace(
    UNDER_WAY,
    phase="phase.correct",
    illegal=IllegalShown(
        {
            1: Stack(0, 2), 3: Stack(0, 1), 4: Stack(2, 0), 6: Stack(6, 0), 8: Stack(2, 0), 12: Stack(0, 4),
            13: Stack(4, 1), 17: Stack(0, 3), 19: Stack(0, 4), 24: Stack(1, 0),
        },
        Side.DARK, (Arrow(0, 3), Arrow(7, 13)), (Arrow(7, 13),),
    ),
    message=Message("blocked-point", {"point": "12"}, (13,)),
)  # fmt: skip

DOUBLED: Final = replace(
    UNDER_WAY,
    phase="phase.take-or-drop",
    on_roll=Side.LIGHT,
    dice=None,
    arrows=(),
    bar=(0, 0),
    cube_offered_by=Side.LIGHT,
)

OVER: Final = replace(
    UNDER_WAY,
    phase="phase.over",
    on_roll=None,
    dice=None,
    arrows=(),
    points=(0,) * 18 + (-3, -2, 0, 0, 0, -2),
    bar=(0, 0),
    off=(15, 8),
    winner=Side.LIGHT,
    points_won=2,
    score=(4, 5),
)


def showing(view: View, **changes: Any) -> View:
    """The view with other values, those that the coach and practice show among them."""
    names = {field.name for field in fields(CoachShown)} & changes.keys()
    coach = replace(coach_shown(view), **{name: changes.pop(name) for name in names})
    practice = changes.pop("practice", practice_shown(view))
    return replace(view, layers={CoachShown: coach, PracticeShown: practice}, **changes)
