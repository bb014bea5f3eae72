"""The options of a decision: every play of a roll, the best first, or every cube action."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import assert_never

from companion.coach.cube_acts import CubeAct
from companion.coach.report import CubeJudged, JudgedDecision, PlayJudged
from companion.coach.resignations import ResignAct, ResignJudged
from companion.games.backgammon import Play


class CubeLine(Enum):
    """An action with the cube and its answer; the text of each is ``analysis.line-`` with its value."""

    NO_DOUBLE = "no-double"
    DOUBLE_TAKE = "double-take"
    DOUBLE_DROP = "double-drop"
    TAKE = "take"
    DROP = "drop"


@dataclass(frozen=True, slots=True)
class Option:
    """A possible choice, with its equity for the deciding player.

    ``loss``: against the best one, None for a double that the opponent answers wrongly.  ``win``: 0..1, the chance to
    win then; only of a play.  ``ply``: its depth.  ``made``: it is the choice that was made.
    """

    what: Play | CubeLine | ResignAct
    equity: float
    loss: float | None
    ply: int
    win: float | None = None
    made: bool = False


def options_of(decision: JudgedDecision) -> tuple[Option, ...]:
    """All plays of a roll, or the best and the one made where no more is known; or all that could be done else."""
    match decision:
        case PlayJudged():
            return tuple(_of_roll(decision))
        case CubeJudged(act=CubeAct.ROLLED | CubeAct.DOUBLED):
            return tuple(_of_doubler(decision))
        case CubeJudged():
            return tuple(_of_answer(decision))
        case ResignJudged():
            return tuple(_of_resignation(decision))
    assert_never(decision)


def _of_roll(decision: PlayJudged) -> Iterator[Option]:
    best, made = decision.best, decision.made
    written = None if made is None else made.play.text()
    if decision.plays:
        for one in decision.plays:
            loss = max(0.0, best.equity - one.equity)
            yield Option(one.play, one.equity, loss, one.ply, one.win, made=one.play.text() == written)
        return
    yield Option(best.play, best.equity, 0.0, best.ply, best.chances.win, made=best.play.text() == written)
    if made is not None and best.play.text() != written:
        yield Option(made.play, made.equity, decision.loss, made.ply, made.chances.win, made=True)


def _of_doubler(decision: CubeJudged) -> Iterator[Option]:
    advice, doubled = decision.advice, decision.act is CubeAct.DOUBLED
    best, ply = advice.optimal, advice.ply
    yield Option(CubeLine.NO_DOUBLE, advice.no_double, best - advice.no_double, ply, made=not doubled)
    answers = ((CubeLine.DOUBLE_TAKE, advice.double_take), (CubeLine.DOUBLE_DROP, advice.double_drop))
    for line, equity in answers:
        right = advice.takes is (line is CubeLine.DOUBLE_TAKE)
        yield Option(line, equity, max(0.0, best - equity) if right else None, ply, made=doubled and right)


def _of_answer(decision: CubeJudged) -> Iterator[Option]:
    advice, took = decision.advice, decision.act is CubeAct.TOOK
    best = -advice.doubled
    for line, theirs, made in (
        (CubeLine.TAKE, advice.double_take, took),
        (CubeLine.DROP, advice.double_drop, not took),
    ):
        yield Option(line, -theirs, best + theirs, advice.ply, made=made)


def _of_resignation(decision: ResignJudged) -> Iterator[Option]:
    going_on, given_up = decision.going_on, decision.given_up
    if decision.act is ResignAct.OFFERED:
        equities = ((ResignAct.PLAYED_ON, going_on), (ResignAct.OFFERED, given_up))
    else:
        equities = ((ResignAct.REFUSED, -going_on), (ResignAct.ACCEPTED, -given_up))
    best = max(equity for _, equity in equities)
    for act, equity in equities:
        yield Option(act, equity, best - equity, 0, made=act is decision.act)
