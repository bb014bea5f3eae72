"""The ways in which a turn may be over, and how likely each is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from companion.games.backgammon import Position
from companion.referee import people
from companion.referee.boards import ODDS, ROLLS, as_position, dances, ends_of
from companion.referee.course import Course, Stage, Turn
from companion.referee.current_roll import likely_rolls
from companion.referee.model import Model
from companion.referee.oddness import density, unnoticed
from companion.referee.sight import Sight

_MOST_ENDS: Final = 40


def endings(course: Course, model: Model, sight: Sight, least: float) -> Iterator[tuple[Turn, float]]:
    """The possible ends of the current turn, each with a log-probability.

    ``least``: courses less likely than this are dropped.
    """
    for turn, prior in _ways_to_end(course, model, sight, least):
        yield turn, prior if turn.legal else prior + unnoticed(turn)


def _ways_to_end(course: Course, model: Model, sight: Sight, least: float) -> Iterator[tuple[Turn, float]]:
    before, rolls = course.position, course.rolls
    side = before.on_roll
    likeliest = int(rolls.argmax())
    track_numbers, seen = course.standing.track_numbers or (), course.standing.seen
    yield from endings_at_rest(course, model)
    yield from _unseen_endings(course, model, sight, least)
    if course.stage is Stage.ROLLED and not ends_of(model.rules, course.position, likeliest).dance:
        unplayed = replace(course.position, on_roll=side.other)
        prior = people.LEFT_UNPLAYED if course.over else people.LEFT_LYING
        yield Turn(before, likeliest, unplayed, legal=False, track_numbers=track_numbers, seen=seen), prior
    if course.stage in (Stage.HALF_WAY, Stage.ROLLED):
        # Where the dice are up, that they were taken up over it has been counted.
        prior = people.ILLEGAL - people.LIFTED_EARLY if course.over else people.ILLEGAL + people.TOGETHER
        for board in sight.near(course.position):
            end = as_position(board, side.other)
            if end is not None and end.points != course.position.points:
                odd = density(course.position, likeliest, board)
                yield Turn(before, likeliest, end, legal=False, track_numbers=track_numbers, seen=seen), prior + odd


def endings_at_rest(course: Course, model: Model) -> Iterator[tuple[Turn, float]]:
    """The possible ends of the turn if the board now is the board after it."""
    before, rolls = course.position, course.rolls
    track_numbers, seen = course.standing.track_numbers or (), course.standing.seen
    match course.stage:
        case Stage.PLAYED:
            assert course.end is not None
            yield (
                Turn(before, course.roll, course.end, track_numbers=track_numbers, seen=seen),
                (float(rolls[course.roll]) + (0.0 if course.over or model.still else people.UNLIFTED)),
            )
        case Stage.WRONG if course.end is not None:
            yield (
                Turn(before, course.roll, course.end, legal=False, track_numbers=track_numbers, seen=seen),
                (0.0 if course.over or model.still else people.TOGETHER),
            )
        case Stage.CORRECTING if course.end is not None:
            odd = density(course.position, course.roll, course.board)
            yield (
                Turn(before, course.roll, course.end, legal=False, track_numbers=track_numbers, seen=seen),
                people.STILL_MENDING + odd,
            )
        case Stage.ROLLED:
            roll = int(rolls.argmax())
            ends = ends_of(model.rules, course.position, roll)
            if ends.dance:
                yield Turn(before, roll, ends.position(0), track_numbers=track_numbers, seen=seen), 0.0


def _unseen_endings(course: Course, model: Model, sight: Sight, least: float) -> Iterator[tuple[Turn, float]]:
    """Plays whose end no still picture has shown before the next roll."""
    before, side = course.position, course.position.on_roll
    track_numbers, seen = course.standing.track_numbers or (), course.standing.seen
    for roll, weight in likely_rolls(course.standing):
        ends = ends_of(model.rules, course.position, roll)
        if ends.dance:
            if course.stage is Stage.ROLLED and weight < 0.0:
                yield Turn(before, roll, ends.position(0), track_numbers=track_numbers, seen=seen), weight
            continue
        quick = course.stage in (Stage.ROLLED, Stage.HALF_WAY, Stage.WRONG)
        if not quick and not (course.stage is Stage.PLAYED and not course.over):
            continue
        prior = weight + people.TOGETHER + (0.0 if course.stage is not Stage.PLAYED else people.CHANGED_UNSEEN)
        prior += people.PLAYED_AFTER if course.over else 0.0
        gain = sight.lasting(ends, side)
        for k in np.argsort(-gain)[:_MOST_ENDS]:
            if gain[k] + course.log_p + prior > least:
                yield Turn(before, roll, ends.position(k), track_numbers=track_numbers, seen=seen), prior
        if course.stage in (Stage.HALF_WAY, Stage.ROLLED, Stage.WRONG) and not course.over:
            few = (ends.boards != course.board).sum(axis=1) <= 3
            for k in np.nonzero(few)[0]:
                early = Turn(before, roll, ends.position(k), track_numbers=track_numbers, early=True, seen=seen)
                yield early, weight + people.TOO_SOON - float(np.log(few.sum()))


def danced_unseen(position: Position) -> tuple[Turn, float] | None:
    """An unseen and unknown roll with which the player on the bar could not enter."""
    if not position.bar.of(position.on_roll):
        return None
    rolls = [roll for roll in range(len(ROLLS)) if dances(position, roll)]
    if not rolls:
        return None
    end = replace(position, on_roll=position.on_roll.other)
    return Turn(position, rolls[0], end, seen=False), people.UNSEEN_ROLL + float(np.log(np.exp(ODDS[rolls]).sum()))
