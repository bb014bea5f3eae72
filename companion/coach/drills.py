"""Own errors as repeated exercises: spaced repetition after Sebastian Leitner's boxes.

A solved exercise moves up one box and comes back later, any other goes back to the first (S. Leitner, *So lernt man
lernen*, 1972).  The days between are ours: each about twice the one before.  After the last box an exercise still comes
back regularly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import Enum
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.coach.cube_acts import CubeAct
from companion.coach.grading import GRADES_FROM, Grade
from companion.coach.report import CubeJudged, JudgedDecision, MatchReport, PlayJudged
from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side

if TYPE_CHECKING:  # it imports the referee, which a list of exercises does not need
    from companion.coach.at_the_table.events import HintReady

DAYS: Final = (1, 3, 7, 16, 35)
"""The days until a solved exercise comes back, by its box; out of the last, again and again."""

SOLVED_UP_TO: Final = GRADES_FROM[Grade.DOUBTFUL]
"""The most equity that a solution may give away: it need not be the best play."""


class Task(Enum):
    """The kinds of decisions."""

    PLAY = "play"  # how a roll is played
    DOUBLE = "double"  # double, or roll
    ANSWER = "answer"  # take, or drop


DrillChoice: TypeAlias = Play | CubeAct


class OfSituation:
    """A decision in a situation: with the roll in its state, or the double that is to be answered, the doubler on roll;
    with neither, the cube may be turned."""

    __slots__ = ()
    situation: Situation

    @property
    def position(self) -> Position:
        """The player on roll, or the doubler."""
        return self.situation.position

    @property
    def dice(self) -> Dice | None:
        """The roll to be played, None where it is about the cube."""
        return self.situation.state.dice

    @property
    def task(self) -> Task:
        if self.dice is not None:
            return Task.PLAY
        return Task.ANSWER if self.situation.state.doubled else Task.DOUBLE

    @property
    def side(self) -> Side:
        """The side to decide."""
        return self.situation.state.to_act


@dataclass(frozen=True, slots=True)
class Drill(OfSituation):
    """A decision to be made better.

    ``id``: its number on disk, 0 before.  ``best`` and ``made``: the best choice, and the one that gave away ``loss``
    points of equity.  ``player``: the one who erred.  ``match``: the number in the archive, None for a match file;
    ``source``: the name of the match; ``game`` and ``turn``: its place; a decision outside any match
    (:func:`drill_of`) has game 0 and no player.  ``engine`` and ``ply``: its judge.  ``box``: from 0; ``due``: its next
    day; ``tries`` and ``solved``: so far.
    """

    situation: Situation
    best: DrillChoice
    made: DrillChoice
    loss: float
    player: str
    source: str
    game: int
    turn: int
    engine: str
    ply: int
    due: date
    match: int | None = None
    box: int = 0
    tries: int = 0
    solved: int = 0
    id: int = 0


def drills_of(
    report: MatchReport, source: str, today: date, *, match: int | None = None, most: int = 10, side: Side | None = None
) -> tuple[Drill, ...]:
    """The worst plays and cube actions as exercises, all due at once; at most so many of a player.

    ``side``: of this player only.
    """
    sides = [side] if side is not None else list(Side)
    everything = len(report.decisions)
    return tuple(
        Drill(
            situation,
            best,
            made,
            error.loss,
            report.name(error.side),
            source,
            error.game,
            error.turn,
            report.engine,
            report.ply,
            today,
            match,
        )
        for each in sides
        for error in report.worst(everything, side=each)[:most]
        for situation, best, made in _asked(error)
    )


def drill_of(answer: HintReady, today: date) -> Drill | None:
    """A decision outside any match with the least wrong of the wrong answers; None if none is wrong."""
    situation = answer.decision.situation
    choices: list[tuple[float, DrillChoice]]
    if answer.ranking is not None:
        by = answer.ranking.engine, answer.ranking.ply
        choices = [(answer.ranking.loss(one), one.play) for one in answer.ranking.candidates]
    elif answer.advice is not None and answer.advice.allowed:
        by = answer.advice.engine, answer.advice.ply
        acts = (CubeAct.TOOK, CubeAct.DROPPED) if situation.state.doubled else (CubeAct.ROLLED, CubeAct.DOUBLED)
        choices = [(answer.advice.loss(act.act), act) for act in acts]
    else:
        return None
    choices.sort(key=lambda choice: choice[0])
    wrong = next((choice for choice in choices if choice[0] > SOLVED_UP_TO), None)
    if wrong is None:
        return None
    loss, made = wrong
    return Drill(situation, choices[0][1], made, loss, "", "", 0, 0, *by, today)


def due(drills: Iterable[Drill], today: date, *, player: str | None = None) -> tuple[Drill, ...]:
    """Those whose turn it is, the longest overdue first, then the worst error; ``player``: this one's only."""
    found = [drill for drill in drills if drill.due <= today and player in (None, drill.player)]
    return tuple(sorted(found, key=lambda drill: (drill.due, -drill.loss, drill.id)))


def graded(drill: Drill, loss: float, today: date) -> Drill:
    """The exercise after a try that gave away so much equity."""
    if loss > SOLVED_UP_TO:
        return replace(drill, box=0, due=today + timedelta(days=DAYS[0]), tries=drill.tries + 1)
    return replace(
        drill,
        box=min(drill.box + 1, len(DAYS)),
        due=today + timedelta(days=DAYS[min(drill.box, len(DAYS) - 1)]),
        tries=drill.tries + 1,
        solved=drill.solved + 1,
    )


def _asked(error: JudgedDecision) -> Iterator[tuple[Situation, DrillChoice, DrillChoice]]:
    """The situation of an error as the learner sees it, with the best choice and the one that was made."""
    match error:
        case PlayJudged(situation=situation, best=best, made=made) if made is not None:
            yield situation, best.play, made.play
        case CubeJudged(situation=situation, act=CubeAct.TOOK | CubeAct.DROPPED):
            state = replace(situation.state, doubled=True, to_act=error.side)
            yield replace(situation, state=state), error.best, error.act
        case CubeJudged(situation=situation):
            yield situation, error.best, error.act
