"""The reasons why a play is illegal; a key with a dot asks for one particular wording."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from companion.texts.wording import Counted, Wordings

WORDINGS: Final[Mapping[str, Wordings]] = {
    "checker-count": (
        Counted(
            "{side}: I see {n} checker, not {expected}. Is one hidden or off the board?",
            "{side}: I see {n} checkers, not {expected}. Is one hidden or off the board?",
            by="n",
        ),
        "There is a checker too few or too many. Is one hidden or off the board?",
    ),
    "dice-changed": (
        "The dice show {now}; the recorded roll is {roll}. Which is right?",
        "The dice do not show the recorded roll. Which is right?",
    ),
    "opponent-moved": (
        "An opposing checker was moved from the {from}-point. Please put it back.",
        "An opposing checker was moved. Please put it back.",
    ),
    "hit-not-on-bar": (
        "The checker hit on the {point}-point belongs on the bar.",
        "The hit checker belongs on the bar.",
    ),
    "hit-not-on-bar.unseen": ("I cannot see the hit checker. Please put it on the bar.",),
    "own-on-bar": ("This checker is off: put it beside the board, not on the bar.",),
    "own-on-bar.moved": ("Only a checker that was hit lies on the bar: this one was moved there.",),
    "backward": ("Checkers move forward only; this one went back.",),
    "bar-first": ("First enter the checker from the bar (all of them, if several).",),
    "bear-off-outside": ("No bearing off yet: not all your checkers are home.",),
    "bear-off-outside.bar": ("No bearing off while your checker is on the bar.",),
    "lower-checker-off": (
        "A {die} cannot bear this checker off: others stand farther back.",
        "This checker cannot be borne off yet: others stand farther back.",
    ),
    "blocked-point": (
        "Each number is played separately: the {a}- and {b}-points on the way are blocked.",
        "The {point}-point is blocked: two or more opposing checkers stand there.",
        "This point is blocked: two or more opposing checkers stand there.",
    ),
    "blocked-point.both": (
        "Each number is played separately: the {a}- and {b}-points on the way are blocked.",
        "Each number is played separately: both points on the way are blocked.",
    ),
    "wrong-distance": (
        Counted(
            "This checker moved {n} pip; the roll is {dice}.",
            "This checker moved {n} pips; the roll is {dice}.",
            by="n",
        ),
        "A {die} enters on the {point}-point.",
        "The distance that this checker moved does not match the roll.",
    ),
    "wrong-distance.entry": (
        "A {die} enters on the {point}-point.",
        "These dice do not enter on this point.",
    ),
    "wrong-number-of-moves": (
        "More was moved than the dice allow ({dice}).",
        "More was moved than the dice allow.",
    ),
    "wrong-number-of-moves.none": ("Nothing was moved, but a move is possible and must be made.",),
    "larger-number": (
        "Only one number can be played: it must be the larger, {die}.",
        "Only one number can be played: it must be the larger.",
    ),
    "move-left": (
        "The {die} can still be played, so it must be.",
        "A number can still be played, so it must be.",
    ),
    "both-numbers": ("Both numbers can be played, so both must be.",),
}
