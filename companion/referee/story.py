"""What a belief says has happened, item by item, as it would be written down, and how sure each item is."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.games.backgammon import Dice, Position
from companion.games.backgammon.cube import Act
from companion.games.rules import Side
from companion.referee.belief import Belief
from companion.referee.boards import ROLLS, Packed, ends_of, packed
from companion.referee.course import Course, CubeAct, Event, Gap, Pass, Past, Stage, Tie, Turn
from companion.referee.model import Model


class Rolled(NamedTuple):
    """A roll of the side on roll in ``before``; ``roll``: its place in ``ROLLS``.

    ``seen``: its dice were, or they were drawn; ``early``: they came before the turn ahead of it was over.
    """

    before: Position
    roll: int
    seen: bool = True
    early: bool = False

    @property
    def side(self) -> Side:
        return self.before.on_roll

    @property
    def dice(self) -> Dice:
        return ROLLS[self.roll]


class Played(NamedTuple):
    """A turn that is over: its legal end."""

    before: Position
    roll: int
    end: Position

    @property
    def side(self) -> Side:
        return self.before.on_roll


class Stood(NamedTuple):
    """A turn that is over and was played illegally: as it lies."""

    before: Position
    roll: int
    end: Position

    @property
    def side(self) -> Side:
        return self.before.on_roll


class Tied(NamedTuple):
    """Equal opening dice."""

    number: int


class Doubled(NamedTuple):
    """A double or a take."""

    side: Side
    act: Act


class Passed(NamedTuple):
    """A side that is closed out did not roll."""

    side: Side


class LostTrack(NamedTuple):
    """What happened until this position is not known."""

    position: Position


Item: TypeAlias = Rolled | Played | Stood | Doubled | Passed | Tied | LostTrack


@dataclass(frozen=True, slots=True, eq=False)
class Story:
    """What one course says, and how likely the course is."""

    items: tuple[Item, ...]
    course: Course
    p: float

    def starts_with(self, items: Sequence[Item]) -> bool:
        return self.items[: len(items)] == tuple(items)


def stories(belief: Belief, since: Past | None, model: Model) -> list[Story]:
    """The stories of all courses, the likeliest first; ``since``: what is settled and left out."""
    epoch = belief.gathered.epoch
    lying = epoch.lying if epoch is not None else ()
    return [
        Story(tuple(_items(course, since, model, lying)), course, math.exp(course.weight)) for course in belief.courses
    ]


def _items(course: Course, since: Past | None, model: Model, lying: Sequence[int]) -> Iterator[Item]:
    events: list[Event] = []
    past = course.past
    while past is not None and past is not since:
        events.append(past.event)
        past = past.before
    early = False
    for event in reversed(events):
        if isinstance(event, Turn) and event.early and model.lifting_ends and any(n in lying for n in event.throw):
            yield Rolled(event.before, event.roll, event.seen, early)
            return  # its dice are not up
        yield from _written(event, early=early)
        early = isinstance(event, Turn) and event.early
    if course.standing.rolls is None:
        return
    before = course.position
    roll = course.roll if course.stage is Stage.PLAYED else int(course.rolls.argmax())
    yield Rolled(before, roll, course.standing.seen, early)
    if course.stage is Stage.PLAYED and (course.over or model.still):
        assert course.end is not None
        yield Played(before, roll, course.end)
    elif course.stage is Stage.ROLLED and (course.over or model.dance_ends):
        ends = ends_of(model.rules, course.position, roll)
        if ends.dance:
            yield Played(before, roll, ends.position(0))


def _written(event: Event, *, early: bool) -> Iterator[Item]:
    match event:
        case Turn(before=before, roll=roll, end=end, legal=legal):
            yield Rolled(before, roll, event.seen, early)
            yield Played(before, roll, end) if legal else Stood(before, roll, end)
        case CubeAct(side=side, act=act):
            yield Doubled(side, act)
        case Tie(number=number):
            yield Tied(number)
        case Pass(side=side):
            yield Passed(side)
        case Gap(position=position):
            yield LostTrack(position)


def sureness(told: Sequence[Story], items: Sequence[Item]) -> float:
    """How likely it is that these items happened, one after the other."""
    return sum(story.p * _share(story, items) for story in told if story.starts_with(items))


def odds(p: float) -> float:
    """The odds of a probability, as a natural logarithm."""
    return math.log(max(p, 1e-6) / max(1.0 - p, 1e-6))


def _share(story: Story, items: Sequence[Item]) -> float:
    """A roll that is read by its dice alone may be another one."""
    course = story.course
    if len(items) < len(story.items) or course.standing.rolls is None or course.stage is Stage.PLAYED:
        return 1.0
    if not isinstance(items[-1] if items else None, Rolled):
        return 1.0
    likely = np.exp(course.rolls)
    return float(likely[items[-1].roll] / likely.sum())  # type: ignore[union-attr]


def lies_wrong(course: Course, model: Model) -> bool:
    """Whether a turn is over on a board that is no legal end."""
    if course.standing.rolls is None:
        return False
    if course.stage is Stage.ROLLED:  # dice that are only taken up may be thrown again
        return course.standing.ended and not ends_of(model.rules, course.position, course.likeliest).dance
    return (course.over or model.still) and course.stage in (Stage.WRONG, Stage.HALF_WAY)


def only_others_moved(course: Course) -> bool:
    """Whether no checker of the player was moved: then it is hardly this player's turn."""
    player = course.position.on_roll
    return bool((_checkers(packed(course.position), player) == _checkers(course.board, player)).all())


def _checkers(board: Packed, side: Side) -> Packed:
    return board // 16 if side is Side.LIGHT else board % 16
