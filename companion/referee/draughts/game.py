"""The game of draughts for the referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from companion.games.draughts import START, Position
from companion.referee import hypothesis
from companion.referee.belief import Belief as AnyBelief
from companion.referee.belief import Game
from companion.referee.draughts import people
from companion.referee.draughts.boards import Packed, packed
from companion.referee.draughts.course import NO_REGRET, Course, Event, Moved, Past, Stage
from companion.referee.draughts.evidence import Gathered, gathered
from companion.referee.draughts.happening import Continued
from companion.referee.likeliest import alone
from vision.observation import Observation

Belief: TypeAlias = AnyBelief[Course, Gathered]
Hypothesis: TypeAlias = hypothesis.Hypothesis[Course, Event]


@dataclass(frozen=True, slots=True)
class Draughts(Game[Course, Gathered, Event]):
    """The game; ``still``: a legal move on the board ends the turn."""

    still: bool = True

    def gathered(self, before: Gathered, seen: Observation, *, moved: bool) -> Gathered:
        return gathered(before, seen, moved=moved)

    def going(self, belief: Belief) -> Continued:
        return Continued(belief)

    def left(self, event: Event) -> Packed:
        return packed(event.end if isinstance(event, Moved) else event.position)

    def items(self, course: Course, belief: Belief) -> list[Event]:
        events = course.events(belief.settled)
        if course.stage is Stage.MOVED and (course.over or self.still) and course.end is not None:
            events.append(Moved(course.position, course.move, course.end))
        return events


def anchored(
    position: Position = START, *, past: Past[Event] | None = None, shown_instead: Packed | None = None,
    gathered: Gathered | None = None,
) -> Belief:  # fmt: skip
    """The belief that holds only the given board and side to move.

    ``past``: the turn before, which may be set back.  ``shown_instead``: a board that looks may show until it matches
    the position.  ``gathered``: the looks before, whose epochs are counted on.
    """
    course = Course(0.0, packed(position), NO_REGRET, position, Stage.TO_MOVE, past=past)
    courses = [course]
    if shown_instead is not None and not np.array_equal(shown_instead, course.board):
        courses.append(replace(course, log_p=people.LATER, board=shown_instead))
    looks = replace(gathered, shown=Gathered().shown) if gathered is not None else Gathered()
    begun = alone(courses)
    return AnyBelief(begun, begun, looks, covered=True)


def ended(belief: Belief, *, if_whole: bool = False) -> Belief:
    """The belief after a person has ended the turn by a clock or a button; a turn without movement goes on.

    ``if_whole``: only a legal move ends.  A press comes before the look at the last movement.
    """

    def over(course: Course) -> Course:
        if course.stage is Stage.TO_MOVE or (if_whole and course.stage is not Stage.MOVED):
            return course
        return replace(course, over=True, pressed=course.over and course.stage is Stage.MOVED)

    courses = tuple(map(over, belief.courses))
    return replace(belief, courses=courses, begun=courses, covered=True, pressed=True, shown=False)


def is_wrong(hypothesis: Hypothesis, recorded: Sequence[Event], *, still: bool) -> bool:
    """Whether the turn after the recorded ones broke a rule."""
    if not hypothesis.starts_with(recorded):
        return False
    later = hypothesis.items[len(recorded) :]
    if later:
        return isinstance(later[0], Moved) and later[0].move is None
    return (hypothesis.course.over or still) and hypothesis.course.stage is Stage.WRONG


def is_against_rules(hypothesis: Hypothesis, recorded: Sequence[Event], *, still: bool) -> bool:
    """Whether the board after the recorded turns breaks a rule, whoever is to move.

    A player may also have moved a second piece after the recorded move, which breaks a rule.
    """
    goes_on = len(hypothesis.items) == len(recorded) - 1 and hypothesis.items == tuple(recorded[:-1])
    return is_wrong(hypothesis, hypothesis.items if goes_on else recorded, still=still)
