"""What the referee needs to know of draughts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from companion.games.draughts import START, Position
from companion.referee import story
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
Story: TypeAlias = story.Story[Course, Event]


@dataclass(frozen=True, slots=True)
class Draughts(Game[Course, Gathered, Event]):
    """The game; ``still``: a legal move that lies there is over."""

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
    position: Position = START, *, past: Past[Event] | None = None, lies: Packed | None = None,
    gathered: Gathered | None = None,
) -> Belief:  # fmt: skip
    """The belief of somebody who knows whose turn it is, and what lies on the board.

    ``past``: the turn before, which may be set back.  ``lies``: what the board may still show instead, until
    somebody has brought it in line with the position.  ``gathered``: the looks before, whose epochs are counted on.
    """
    course = Course(0.0, packed(position), NO_REGRET, position, Stage.TO_MOVE, past=past)
    courses = [course]
    if lies is not None and not np.array_equal(lies, course.board):
        courses.append(replace(course, log_p=people.LATER, board=lies))
    looks = replace(gathered, shown=Gathered().shown) if gathered is not None else Gathered()
    begun = alone(courses)
    return AnyBelief(begun, begun, looks, covered=True)


def ended(belief: Belief, *, if_whole: bool = False) -> Belief:
    """Somebody said that the turn is over, by a clock or a button; it is not where nothing was moved.

    A press comes sooner than the look that shows what was moved just before it.  ``if_whole``: only a legal move is.
    """

    def over(course: Course) -> Course:
        if course.stage is Stage.TO_MOVE or (if_whole and course.stage is not Stage.MOVED):
            return course
        return replace(course, over=True, pressed=course.over and course.stage is Stage.MOVED)

    courses = tuple(map(over, belief.courses))
    return replace(belief, courses=courses, begun=courses, covered=True, pressed=True, shown=False)


def is_wrong(story: Story, so_far: Sequence[Event], *, still: bool) -> bool:
    """Whether the turn after those told so far broke a rule."""
    if not story.starts_with(so_far):
        return False
    later = story.items[len(so_far) :]
    if later:
        return isinstance(later[0], Moved) and later[0].move is None
    return (story.course.over or still) and story.course.stage is Stage.WRONG


def is_against_rules(story: Story, so_far: Sequence[Event], *, still: bool) -> bool:
    """Whether what lies there after those told so far is against the rules, whosever turn it is.

    Who was told to have moved has perhaps gone on, and moved a second piece: that breaks a rule, too.
    """
    goes_on = len(story.items) == len(so_far) - 1 and story.items == tuple(so_far[:-1])
    return is_wrong(story, story.items if goes_on else so_far, still=still)
