"""Doubles and takes that the place of the cube shows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Final

from companion.games.backgammon import Position
from companion.games.backgammon.cube import Act, Cube
from companion.games.rules import Side
from companion.referee import people
from companion.referee.course import Course, CubeAct, Event, Pass, Past, Stage, Standing, Turn
from companion.referee.evidence import Epoch
from companion.referee.model import Model, need_not_roll
from vision.observation import CubePlace

_HOUSE: Final = {Side.LIGHT: CubePlace.LIGHT, Side.DARK: CubePlace.DARK}


def doubles_and_takes(
    course: Course, seen: CubePlace | None, model: Model, ended: Iterable[tuple[Turn, float]], no_dice: float
) -> Iterator[tuple[Course, Course, float]]:
    """The doubles before the next roll, and their takes, that the place of the cube shows.

    Yields the course after the act, the one before it, and a log-probability.  ``ended``: the possible ends of the
    turn; ``no_dice``: the log-probability that no new die is on the board.
    """
    if seen is None or seen is _place_of(course.cube):
        return
    offer = course.cube.offer
    if course.stage is Stage.DOUBLED and offer is not None:
        if seen is _HOUSE[offer.to]:
            yield _taken(course), course, 0.0
        return
    for past, position, prior in _doubled_after(course, model, ended):
        side = position.on_roll
        if position.winner is not None or not model.may_double(side, course.cube):
            continue
        standing = Standing(position)
        doubled = replace(
            course, standing=standing, stage=Stage.DOUBLED, cube=course.cube.double(side), roll=-1, end=None,
            over=False, past=Past(CubeAct(side, Act.DOUBLE), past),
        )  # fmt: skip
        if seen is CubePlace.OFFERED:
            yield doubled, course, prior + no_dice + people.DOUBLES
        elif seen is _HOUSE[side.other]:
            yield _taken(doubled), course, prior + no_dice + people.DOUBLES + people.NOT_OFFERED


def _doubled_after(
    course: Course, model: Model, ended: Iterable[tuple[Turn, float]]
) -> Iterator[tuple[Past[Event] | None, Position, float]]:
    """The past before a double, the position in which it is offered, and the log-probability."""
    ways: list[tuple[Past[Event] | None, Position, float]] = []
    if course.stage is Stage.TO_ROLL:
        ways = [(course.past, course.position, 0.0)]
    elif course.stage not in (Stage.OPENING, Stage.AHEAD):
        turns = (one for one in ended if not one[0].early)
        ways = [(Past(turn, course.past), turn.end, prior) for turn, prior in turns]
    for past, position, prior in ways:
        shut_out = need_not_roll(position, model)
        yield past, position, prior + (people.SHUT_OUT_DOUBLES if shut_out else 0.0)
        if shut_out:
            passed = replace(position, on_roll=position.on_roll.other)
            yield Past(Pass(position.on_roll), past), passed, prior


def _taken(course: Course) -> Course:
    assert course.cube.offer is not None
    past = Past(CubeAct(course.cube.offer.to, Act.TAKE), course.past)
    return replace(course, stage=Stage.TO_ROLL, cube=course.cube.take(), past=past)


def against_cube(epoch: Epoch, course: Course, before: Course) -> float:
    """The log-likelihood of the cube's place under a course that has it elsewhere; it counts once per place."""
    seen = epoch.cube
    new = seen is not epoch.cube_before or course.cube != before.cube
    return 0.0 if seen is None or not new or seen is _place_of(course.cube) else people.CUBE_MISREAD


def _place_of(cube: Cube) -> CubePlace:
    if cube.offer is not None:
        return CubePlace.OFFERED
    return CubePlace.MIDDLE if cube.owner is None else _HOUSE[cube.owner]
