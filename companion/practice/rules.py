"""The rules in eight steps: each is drawn, said in a few sentences, and tried.  The learner is Light here."""

from __future__ import annotations

from typing import Final

from companion.games.backgammon import START, Play
from companion.games.backgammon.cube import Act
from companion.practice.exercise import Exercise, Goal, Illustration, Lesson
from companion.practice.shorthand import board, rolls

_OPPONENT_AT_START: Final = "24:2 13:5 8:3 6:5"
_HIT_BEFORE: Final = board("24:2 13:5 8:3 6:5", "24:1 21:1 13:5 8:3 6:5")
_ON_THE_BAR: Final = board("bar:1 24:1 13:5 8:3 6:5", _OPPONENT_AT_START)
_GOOD_MP: Final = 40.0


def _shown(text: str) -> Play:
    return Play.from_text(text)


RULES: Final = Lesson(
    "rules",
    (
        Exercise("rules.1", Goal.PLAY, dice=rolls("41"),
                 illustration=Illustration(START, 3, _shown("13/8 24/21"))),
        Exercise("rules.2", Goal.HIT, board("24:2 13:5 8:3 6:5", "24:1 20:1 13:5 8:3 6:5"), dice=rolls("31"),
                 illustration=Illustration(_HIT_BEFORE, 2, _shown("8/4*"))),
        # The opponent's six-point is blocked: only the four enters.
        Exercise("rules.3", Goal.ENTERED, _ON_THE_BAR, dice=rolls("64"),
                 illustration=Illustration(_ON_THE_BAR, 3, _shown("bar/22"))),
        # A six with the farther checker leaves the other number without a move.
        Exercise("rules.4", Goal.PLAY, board("14:1 8:1", "20:2 12:2 8:3 6:5 5:3"), dice=rolls("63"),
                 illustration=Illustration(board("14:1 8:1", "21:2 12:2 8:3 6:5 5:3"), 3, _shown("14/10 8/2"))),
        Exercise("rules.5", Goal.PLAY, dice=rolls("33"),
                 illustration=Illustration(START, 2, _shown("13/9(2) 24/20(2)"))),
        Exercise("rules.6", Goal.OFF, board("5:1 2:1", "6:2 5:2"), dice=rolls("62"), rolls=1,
                 illustration=Illustration(board("5:1 3:2 2:1", "6:2 5:2"), 3, _shown("5/off 3/off"))),
        Exercise("rules.7", Goal.DOUBLE, board("5:1 2:1", "1:1"), cube=True, right=Act.DOUBLE, limit_mp=_GOOD_MP,
                 illustration=Illustration(board("5:1 2:1", "1:1"), 3, doubled=True)),
        Exercise("rules.8", Goal.OFF, board("2:1 1:1", "13:4 8:3 6:5 5:3"), dice=rolls("21"), rolls=1,
                 illustration=Illustration(board("1:2", "13:4 8:3 6:5 5:3"), 3, _shown("1/off(2)"))),
    ),
)  # fmt: skip
"""The tutorial: moving, hitting, the bar, both numbers, doubles, bearing off, the cube, winning."""
