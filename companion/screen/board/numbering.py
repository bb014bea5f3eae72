"""Whose count numbers the points of a drawn board, and from which chair the numbers are read.  No Kivy here.

A point has one number in each player's count.  The numbers on the rim are those of the words beside the board.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from companion.coach.at_the_table.shown import coach_shown
from companion.coach.evaluation import PlayReason
from companion.games.backgammon.wording import number_on_board, play_in_numbers
from companion.games.rules import Side
from companion.match.view import Arrow, View
from companion.practice.view import PracticeShown, practice_shown
from companion.record.journal import Mode
from companion.texts import POINT_NUMBERS


def numbered_for(view: View) -> Side:
    """Return the side in whose count the points are numbered.

    It is the side whose play the words are about that name points; else the side whose play is drawn or written; else
    the one on roll, and at last the one at the bottom.
    """
    named = next(_named(view), None)
    return named or view.last_side or view.on_roll or view.at_bottom


def number_shown(view: View, point: int) -> int:
    """Return the number on the rim at a point, counted from Light's seat."""
    return number_on_board(point, numbered_for(view), view.rules.rules)


def play_shown(view: View, play: str, side: Side | None = None) -> str:
    """Return a play of a side (by default the one that the words are about) in the numbers that the rules give."""
    return play_in_numbers(play, side or numbered_for(view), view.rules.rules)


def values_shown(view: View, values: Mapping[str, str]) -> Mapping[str, str]:
    """Return the values of a text with its play in the numbers that the rules give; other points have them already."""
    return {**values, "play": play_shown(view, values["play"])} if "play" in values else values


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


def _named(view: View) -> Iterator[Side]:
    """The sides whose plays the words are about that name points, those that cover the others first."""
    yield from _by_message(view)
    if view.mode is not Mode.TRAINING:
        return
    coach, practice = coach_shown(view), practice_shown(view)
    if coach.help is not None:
        yield coach.help.side
    if (plan := plan_of(view)) is not None:
        yield plan[0]
    remarks = [one for one in coach.remarks if _names_points(one.said) or _names_points(one.reason)]
    yield from (one.side for one in sorted(remarks, key=lambda one: one.side is not view.last_side))
    if practice is not None and any(map(_names_points, _told(practice, begun=view.last_side is not None))):
        yield practice.learner


def _told(practice: PracticeShown, *, begun: bool) -> Iterator[PlayReason]:
    """What is said to the learner: how the exercise ended, or the task, which a game under way needs no more."""
    if practice.outcome is not None:
        yield practice.outcome.said
    elif practice.strength is None or not begun:
        yield practice.instruction


def _by_message(view: View) -> Iterator[Side]:
    """The side that the referee's message or question is about: a play of the record's, else the current one."""
    said = view.message or view.question
    if said is None or not POINT_NUMBERS & said.values.keys():
        return
    if "play" in said.values:
        yield from (turn.side for turn in reversed(view.history) if _is_about(turn.number, turn.play, said.values))
        if view.last_side is not None:
            yield view.last_side
    elif view.illegal is not None:
        yield view.illegal.side
    elif view.on_roll is not None:
        yield view.on_roll


def _is_about(number: int, play: str, values: Mapping[str, str]) -> bool:
    return values["turn"] == str(number) if "turn" in values else values["play"] == play


def _names_points(reason: PlayReason | None) -> bool:
    return reason is not None and bool(POINT_NUMBERS & reason.values.keys())
