"""What a belief says has happened, turn by turn, as it would be written down, and how sure each is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from companion.referee.draughts.belief import Belief
from companion.referee.draughts.course import Course, Event, Moved, Past, Stage


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """What one course says, and how likely the course is."""

    items: tuple[Event, ...]
    course: Course
    p: float

    def starts_with(self, items: Sequence[Event]) -> bool:
        return self.items[: len(items)] == tuple(items)


def stories(belief: Belief, since: Past | None, *, still: bool) -> list[Story]:
    """The stories of all courses, the likeliest first.

    ``since``: what is settled and left out; ``still``: a legal move that lies there is over.
    """
    return [
        Story(tuple(_items(course, since, still=still)), course, math.exp(course.log_p)) for course in belief.courses
    ]


def _items(course: Course, since: Past | None, *, still: bool) -> list[Event]:
    events: list[Event] = []
    past = course.past
    while past is not None and past is not since:
        events.append(past.event)
        past = past.before
    events.reverse()
    if course.stage is Stage.MOVED and (course.over or still) and course.end is not None:
        events.append(Moved(course.position, course.move, course.end))
    return events


def sureness(told: Sequence[Story], items: Sequence[Event]) -> float:
    """How likely it is that these turns happened, one after the other."""
    return sum(story.p for story in told if story.starts_with(items))


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


def odds(p: float) -> float:
    """The odds of a probability, as a natural logarithm."""
    return math.log(max(p, 1e-6) / max(1.0 - p, 1e-6))
