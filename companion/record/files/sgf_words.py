"""The words of backgammon in SGF, ``GM[6]``, for writing and reading alike.

White is player 0 of GNU Backgammon, the left column and Light.  Letters name absolute points: ``a``
is White's ace point, ``x`` White's 24-point, ``y`` the bar, ``z`` off.  Source: FORMATS.md section 5
of the design.  The words for resigning, ``resign:2`` for a gammon, ``accept`` and ``reject``, are
GNU Gibbon's; GNU Backgammon skips them.  A turn passed without a roll is written as a roll that does
not enter, with a remark.  Facts without a word of SGF are in properties of our own, which other
programs skip too:

``XC``  checkers of White and Black in a game that began without all fifteen: ``XC[15:14]``.
``XH``  a fact of the header that has no property: ``XH[Variation:Backgammon]``.
``XR``  the rule set, where the property ``RU`` does not say it all.
``XV``  the number of a double that is not twice the cube.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, assert_never

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import BAR_POINT, OFF_POINT
from companion.games.backgammon.position import Position
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side, Stack
from companion.record.match import Accept, Action, Cause, Drop, Match, MatchScore, Pass, Refuse, Resign, Roll, Take
from companion.record.table import GameTable

CHECKERS: Final = "XC"
FACT: Final = "XH"
RULES: Final = "XR"
VALUE: Final = "XV"

COLOURS: Final = {Side.LIGHT: "W", Side.DARK: "B"}
SIDES: Final = {colour: side for side, colour in COLOURS.items()}
HEADER: Final = {"DT": "EventDate", "EV": "Event", "RO": "Round", "PC": "Site", "AN": "Transcriber"}
ENDED: Final = {Cause.TIME: "T", Cause.AWARDED: "F", Cause.FORFEITED: "F"}
"""The sign after the points in ``RE``, as SGF has it (W+T, W+F); without points it is the rest of the match."""
ILLEGAL: Final = "This play was illegal and stood."
UNCERTAIN: Final = "This play was not seen for certain."
PASSED: Final = "Shut out: the turn was passed without a roll."
REMARKS: Final = (ILLEGAL, UNCERTAIN, PASSED)
VARIATIONS: Final = frozenset({"Nackgammon", "Hypergammon1", "Hypergammon2", "Hypergammon3"})
"""Words of ``RU`` with which GNU Backgammon writes games from another start."""
NOT_ROLLED: Final = Dice(6, 6)
"""The remark on a passed turn."""
OWN_NODE: Final = ("PL", "DI", "CV", "CP", "CO")
"""Properties that GNU Backgammon reads only in a node without a move."""
RESERVED: Final = ("W", "B", "AE", "AW", "AB", CHECKERS, FACT, RULES, VALUE)
"""Properties that only the match itself may set."""
BAR: Final = "y"
OFF: Final = "z"
PLACES: Final = "abcdefghijklmnopqrstuvwxy"


def letter(side: Side, point: int) -> str:
    """Return the letter of a point in a side's own numbering; 25 is the bar, 0 off."""
    if point == BAR_POINT:
        return BAR
    if point == OFF_POINT:
        return OFF
    return PLACES[point - 1 if side is Side.LIGHT else 24 - point]


def point(side: Side, place: str) -> int:
    """Return the point of a letter; the inverse of :func:`letter`."""
    if place == BAR:
        return BAR_POINT
    if place == OFF:
        return OFF_POINT
    index = PLACES.index(place)
    return index + 1 if side is Side.LIGHT else 24 - index


def stones(position: Position, side: Side) -> list[str]:
    """Return the places of a side's checkers: one letter each."""
    return [letter(side, own) for own, count in enumerate(position.counts(side), start=1) for _ in range(count)]


def checkers_of(position: Position) -> Stack:
    """Return the number of checkers in the game of this position: those in play and those borne off."""
    return Stack(*(position.checkers(side) + position.off.of(side) for side in Side))


def spoken(action: Take | Drop | Resign | Accept | Refuse) -> str:
    """Return the word for what a player does besides playing and doubling."""
    match action:
        case Take():
            return "take"
        case Drop():
            return "drop"
        case Resign(result=result):
            return f"resign:{result.value}"
        case Accept():
            return "accept"
        case Refuse():
            return "reject"
    assert_never(action)


def meant(side: Side, word: str) -> Action | None:
    """Return the action of a word, the inverse of :func:`spoken`; None for other words."""
    match word:
        case "take":
            return Take(side)
        case "drop":
            return Drop(side)
        case "resign:1" | "resign:2" | "resign:3":
            return Resign(side, Result(int(word[-1])))
        case "accept":
            return Accept(side)
        case "reject":
            return Refuse(side)
    return None


def remark_on(action: Action) -> str | None:
    """Return the remark on an action that is more than the roll it is written as; None if it needs none."""
    match action:
        case Roll(standing=MatchScore.ILLEGAL):
            return ILLEGAL
        case Roll(standing=MatchScore.UNCERTAIN):
            return UNCERTAIN
        case Pass():
            return PASSED
    return None


def remarked(roll: Roll, remark: str | None) -> Roll | Pass:
    """Return the action meant by a roll with a remark: the inverse of :func:`remark_on`."""
    match remark:
        case None:
            return roll
        case _ if remark == ILLEGAL:
            return replace(roll, standing=MatchScore.ILLEGAL)
        case _ if remark == UNCERTAIN:
            return replace(roll, standing=MatchScore.UNCERTAIN)
    return Pass(roll.side)


def doubled(table: GameTable, side: Side) -> int:
    """Return the value of the cube when a side doubles, which SGF does not say."""
    offer = table.cube.turn(side).offer
    assert offer is not None
    return offer.value


def rules_text(length: int, named: Iterable[str]) -> str:
    """Return the rule set that the words of ``RU`` mean, as :attr:`Match.rules`.

    A file that names no rules at all means the usual ones.
    """
    words = set(named)
    changed = []
    if "NoCube" in words:
        changed.append("cube=false")
    if length and words and "Crawford" not in words:
        changed.append("crawford=false")
    if not length and "Jacoby" in words and "NoCube" not in words:
        changed.append("jacoby=true")
    return " ".join([Match().rules, *changed])
