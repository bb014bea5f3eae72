"""The belief: a weighted set of courses of the game, and how a look changes it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from companion.games.backgammon import START, Position
from companion.games.backgammon.cube import CENTRED, Cube
from companion.games.rules import Side
from companion.referee import people
from companion.referee.boards import as_position, packed
from companion.referee.course import NO_REGRET, Course, Gap, Past, Stage, Standing
from companion.referee.evidence import Gathered, gathered
from companion.referee.happening import Continued
from companion.referee.likeliest import denied_by_person, leading_from
from companion.referee.model import Model
from companion.referee.oddness import anywhere
from vision.observation import Observation


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """Courses, the likeliest first, weighed by everything seen so far.

    ``begun``: those at the last movement, from which each further look weighs anew.  ``gone``: how likely something is
    that was given up at the last look; together with the courses that is 1.
    """

    courses: tuple[Course, ...]
    begun: tuple[Course, ...]
    gathered: Gathered = field(default_factory=Gathered)
    covered: bool = False
    gone: float = 0.0

    @property
    def best(self) -> Course:
        return self.courses[0]


def anchored(
    position: Position = START, *, stage: Stage = Stage.OPENING, standing: Standing | None = None, cube: Cube = CENTRED,
    gathered: Gathered | None = None,
) -> Belief:  # fmt: skip
    """The belief of somebody who knows what lies on the board, and whose turn it is."""
    over = stage is Stage.MENDING
    course = Course(0.0, standing or Standing(position), stage, packed(position), NO_REGRET, cube, over=over)
    looks = gathered or Gathered()
    return Belief((course,), (course,), replace(looks, shown=Gathered().shown), covered=True)


def ended(belief: Belief, *, if_whole: bool = False) -> Belief:
    """Somebody said that the standing turn is over; ``if_whole``: unless more is to be played."""

    def over(course: Course) -> Course:
        whole = course.stage in (Stage.PLAYED, Stage.WRONG)
        if course.standing.rolls is None or (if_whole and not whole):
            return course
        return replace(course, standing=course.standing._replace(ended=True), over=True)

    return replace(belief, courses=tuple(map(over, belief.courses)), begun=tuple(map(over, belief.begun)))


def doubted(belief: Belief, denied: Sequence[bool]) -> Belief:
    """The belief of somebody who was told by a person that some of its courses are not what happened."""
    courses = denied_by_person(belief.courses, denied)
    return replace(belief, courses=courses, begun=courses, covered=True, gone=0.0)


def since(belief: Belief, past: Past) -> Belief:
    """The belief of somebody who is sure that this past happened: no look may bring back a course that denies it."""
    courses, begun = (leading_from(past, some) for some in (belief.courses, belief.begun))
    return replace(belief, courses=courses, begun=begun, gone=0.0)


def covered(belief: Belief) -> Belief:
    """A hand was over the board: something may have moved."""
    return replace(belief, covered=True)


def looked(belief: Belief, seen: Observation, model: Model, *, unmoved: bool) -> Belief:
    """The belief after one more look."""
    moved = belief.covered or not unmoved or belief.gathered.epoch is None
    looks = gathered(belief.gathered, seen, moved=moved)
    assert looks.epoch is not None
    before = belief.gathered.epoch
    if not moved and before is not None and looks.epoch.news == before.news:
        return replace(belief, gathered=looks)  # the same once more is no evidence
    begun = belief.courses if moved else belief.begun
    if moved and before is not None:
        begun = tuple(replace(course, rested=course.rested + before.looks) for course in begun)
    now = Continued(model, looks)
    for course in begun:
        now.go_on(course)
    courses, gone = now.found.likeliest(begun, partial(_lost, now))
    return Belief(tuple(map(now.with_regret, courses)), begun, looks, gone=gone)


def _lost(now: Continued, best: Course) -> list[Course]:
    """The board as it is read, either side to roll: what led there is not known."""
    found = []
    for side in Side:
        position = as_position(now.read, side)
        if position is None or position.winner is not None:
            continue
        log_p = best.weight + people.LOST + anywhere(best.board, now.read)
        past = Past(Gap(position), best.past)
        course = Course(log_p, Standing(position), Stage.TO_ROLL, now.read, NO_REGRET, best.cube, past, lost=True)
        found.append(course)
    return found
