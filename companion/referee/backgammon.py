"""The game of backgammon for the referee."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeAlias

from companion.games.backgammon import START, Position
from companion.games.backgammon.cube import CENTRED, Cube
from companion.games.rules import Side
from companion.referee import hypothesis
from companion.referee.belief import Belief as AnyBelief
from companion.referee.belief import Game
from companion.referee.boards import Packed, ends_of, packed
from companion.referee.course import NO_REGRET, Course, Event, Gap, Item, Played, Rolled, Stage, Standing, Stood, Turn
from companion.referee.evidence import Gathered, gathered
from companion.referee.happening import Continued
from companion.referee.model import Model
from vision.observation import Observation

Belief: TypeAlias = AnyBelief[Course, Gathered]
Hypothesis: TypeAlias = hypothesis.Hypothesis[Course, Item]


class Backgammon(Model, Game[Course, Gathered, Item]):
    """The game, with what is known of the match."""

    def gathered(self, before: Gathered, seen: Observation, *, moved: bool) -> Gathered:
        return gathered(before, seen, moved=moved)

    def going(self, belief: Belief) -> Continued:
        return Continued(self, belief.gathered)

    def left(self, event: Event) -> Packed | None:
        match event:
            case Turn(end=position) | Gap(position=position):
                return packed(position)
        return None

    def items(self, course: Course, belief: Belief) -> Iterator[Item]:
        epoch = belief.gathered.epoch
        on_board = epoch.on_board if epoch is not None else ()
        early = False
        for event in course.events(belief.settled):
            if (
                isinstance(event, Turn)
                and event.early
                and self.lifting_ends
                and any(n in on_board for n in event.track_numbers)
            ):
                yield Rolled(event.before, event.roll, event.seen, early)
                return  # its dice are not up
            yield from _written(event, early=early)
            early = isinstance(event, Turn) and event.early
        if course.standing.rolls is None:
            return
        before, roll = course.position, course.likeliest
        yield Rolled(before, roll, course.standing.seen, early)
        if course.stage is Stage.PLAYED and (course.over or self.still):
            assert course.end is not None
            yield Played(before, roll, course.end)
        elif course.stage is Stage.ROLLED and (course.over or self.dance_ends):
            ends = ends_of(self.rules, course.position, roll)
            if ends.dance:
                yield Played(before, roll, ends.position(0))


def _written(event: Event, *, early: bool) -> Iterator[Item]:
    if not isinstance(event, Turn):
        yield event
        return
    yield Rolled(event.before, event.roll, event.seen, early)
    yield (Played if event.legal else Stood)(event.before, event.roll, event.end)


def anchored(
    position: Position = START, *, stage: Stage = Stage.OPENING, standing: Standing | None = None, cube: Cube = CENTRED,
    gathered: Gathered | None = None,
) -> Belief:  # fmt: skip
    """The belief that holds only the given board and side on roll."""
    over = stage is Stage.CORRECTING
    course = Course(0.0, packed(position), NO_REGRET, standing or Standing(position), stage, cube, over=over)
    looks = gathered or Gathered()
    return AnyBelief((course,), (course,), replace(looks, shown=Gathered().shown), covered=True)


def ended(belief: Belief, *, if_whole: bool = False) -> Belief:
    """Somebody said that the standing turn is over; ``if_whole``: unless its dice lie there, more to be played."""

    def over(course: Course) -> Course:
        whole = course.over or course.stage in (Stage.PLAYED, Stage.WRONG)
        if course.standing.rolls is None or (if_whole and not whole):
            return course
        return replace(course, standing=course.standing._replace(ended=True), over=True)

    return replace(belief, courses=tuple(map(over, belief.courses)), begun=tuple(map(over, belief.begun)))


def is_illegal_end(course: Course, model: Model) -> bool:
    """Whether a turn is over on a board that is no legal end."""
    if course.standing.rolls is None:
        return False
    if course.stage is Stage.ROLLED:  # lifted dice may be rolled again
        return course.standing.ended and not ends_of(model.rules, course.position, course.likeliest).dance
    return (course.over or model.still) and course.stage in (Stage.WRONG, Stage.HALF_WAY)


def only_others_moved(course: Course) -> bool:
    """Whether no checker of the player was moved: then it is hardly this player's turn."""
    player = course.position.on_roll
    return bool((_checkers(packed(course.position), player) == _checkers(course.board, player)).all())


def _checkers(board: Packed, side: Side) -> Packed:
    return board // 16 if side is Side.LIGHT else board % 16
