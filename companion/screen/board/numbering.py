"""Whose count numbers the points of a drawn board, and from which chair the numbers are read.  No Kivy here.

A point has one number in each player's count.  The numbers on the rim are those of the player to act, and words in the
other count name no points, or name them as the rim does.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from companion.coach.at_the_table.shown import coach_shown
from companion.games.backgammon.wording import POINTS_OF_PLAY, number_on_board, play_in_numbers
from companion.games.rules import Side
from companion.match.message import Message
from companion.match.view import Arrow, QuestionShown, View
from companion.practice.view import practice_shown
from companion.texts import POINT_NUMBERS


def numbered_for(view: View) -> Side:
    """Return the side in whose count the points are numbered.

    It is the one on roll; where nobody is, the one whose play is drawn, and at last the one at the bottom.
    """
    return view.on_roll or view.last_side or view.at_bottom


def number_shown(view: View, point: int) -> int:
    """Return the number on the rim at a point, counted from Light's seat."""
    return number_on_board(point, numbered_for(view), view.rules.rules)


def play_shown(view: View, play: str, side: Side) -> str:
    """Return a side's play in its own count, with the numbers that the rules give."""
    return play_in_numbers(play, side, view.rules.rules)


def values_shown(view: View, values: Mapping[str, str], side: Side | None) -> Mapping[str, str]:
    """Return the values of a text about a side's play, with the play in the numbers of the rim.

    Other points have the numbers of that side already: where the rim has others they are left out.
    """
    if side is None:
        return values
    if not is_numbered_for(view, side):
        values = {name: value for name, value in values.items() if name not in POINT_NUMBERS or name == "play"}
    return {**values, "play": _on_rim(view, values["play"], side)} if "play" in values else values


def _on_rim(view: View, play: str, side: Side) -> str:
    """A side's play, perhaps behind its roll, with each point as the rim numbers it."""
    roll, colon, moves = play.rpartition(": ")

    def number(found: re.Match[str]) -> str:
        own = int(found[0])
        return str(number_shown(view, own if side is Side.LIGHT else 25 - own))

    return roll + colon + POINTS_OF_PLAY.sub(number, moves)


def is_numbered_for(view: View, side: Side) -> bool:
    """Return whether words about a side's play may name points: the rim has the numbers of that side's count."""
    return all(number_shown(view, point) == number_on_board(point, side, view.rules.rules) for point in (1, 24))


def seat_of(view: View, side: Side) -> Side:
    """The chair from which a side's words are read: in practice the opponent's chair is empty."""
    practice = practice_shown(view)
    return side if practice is None else practice.learner


def plan_of(view: View) -> tuple[Side, Sequence[Arrow]] | None:
    """The play to be made: the coach's suggestion, or the engine's play that the learner moves for it."""
    help_, practice = coach_shown(view).help, practice_shown(view)
    if help_ is not None and help_.arrows:
        return help_.side, help_.arrows
    if practice is not None and practice.arrows:
        return practice.learner.other, practice.arrows
    return None


def reader_of(view: View) -> Side:
    """The chair toward which the numbers are turned: of the player on roll, else of the one at the bottom."""
    return seat_of(view, view.on_roll or view.at_bottom)


def side_of_words(view: View, said: Message | QuestionShown) -> Side | None:
    """The side whose play the referee's message or question is about: one of the record's, else the current one."""
    if not POINT_NUMBERS & said.values.keys():
        return None
    question = view.question
    if question is not None and question.about is not None and said.values == question.values:
        return question.about
    if "play" in said.values:
        about = (turn.side for turn in reversed(view.history) if _is_about(turn.number, turn.play, said.values))
        return next(about, view.last_side)
    return view.illegal.side if view.illegal is not None else view.on_roll


def side_of_task(view: View) -> Side | None:
    """The side whose plays the words of an exercise are about: the engine where it is moved for, else the learner."""
    practice = practice_shown(view)
    if practice is None:
        return None
    return practice.learner.other if practice.arrows and practice.outcome is None else practice.learner


def _is_about(number: int, play: str, values: Mapping[str, str]) -> bool:
    return values["turn"] == str(number) if "turn" in values else values["play"] == play
