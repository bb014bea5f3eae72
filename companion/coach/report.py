"""The report of an analysis: every decision with its equity, the totals of each player, and the match graph.

A match is judged decision by decision (:mod:`companion.coach.analysing`), and everything else is computed from those.
Equities are those of the deciding player, normalised as in :mod:`companion.coach.evaluation`.

For a screen: ``report.games[k].judged`` lists the decisions in order, ``report.worst()`` the worst errors,
``report.totals(side)`` the sums of a player over the match; :func:`companion.coach.match_graph.match_graph_of` the
points of the graph.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, TypeAlias

from companion.coach.cube_acts import CubeAct
from companion.coach.cubeful import worth_of
from companion.coach.evaluation import Candidate, CubeAdvice, Doubling, Stakes
from companion.coach.grading import CubeFault, Grade, graded, is_close
from companion.coach.resignations import ResignJudged
from companion.coach.totals import NOTHING, Totals
from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side
from companion.record.match import Win

_DIGITS: Final = 6


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """One of the plays of a roll: its equity and its chance to win (0..1) for its player, at ``ply``."""

    play: Play
    equity: float
    win: float
    ply: int


@dataclass(frozen=True, slots=True)
class PlayJudged:
    """A roll and its play.

    ``game`` and ``turn``: from 1, turns by rolls in the game.  ``situation``: before the roll was played, its dice in
    the state.  ``played``: as recorded, None for an unplayed roll.  ``made``: its evaluation, None for an unplayed roll
    or an illegal play.  ``choices``: the number of legal ends.  ``luck``: the equity of the roll above the mean of all
    rolls, None if it was not requested.  ``plays``: all of them, the best first; empty in an analysis that was saved
    without them.
    """

    game: int
    turn: int
    side: Side
    situation: Situation
    played: Play | None
    best: Candidate
    made: Candidate | None
    choices: int
    luck: float | None = None
    plays: tuple[RankedPlay, ...] = ()

    @property
    def position(self) -> Position:
        """Before the play, the player on roll."""
        return self.situation.position

    @property
    def dice(self) -> Dice:
        assert self.situation.state.dice is not None
        return self.situation.state.dice

    @property
    def counts(self) -> bool:
        """Whether there was a choice, and one that can be judged."""
        return self.choices > 1 and self.made is not None

    @property
    def loss(self) -> float:
        """Equity given up against the best play, 0 or more."""
        return max(0.0, self.best.equity - self.made.equity) if self.made is not None else 0.0

    @property
    def grade(self) -> Grade:
        return graded(self.loss)


@dataclass(frozen=True, slots=True)
class CubeJudged:
    """A decision about the cube.  ``side``: the deciding one; ``situation`` and ``advice``: in the doubler's view, also
    where the opponent's answer is judged.  ``turn``: that of the roll that follows or would have followed.
    """

    game: int
    turn: int
    side: Side
    situation: Situation
    act: CubeAct
    advice: CubeAdvice

    @property
    def position(self) -> Position:
        """Before the roll, the doubler on roll."""
        return self.situation.position

    @property
    def counts(self) -> bool:
        """Whether it is counted as a decision; see :func:`companion.coach.grading.is_close`."""
        return self.act is not CubeAct.ROLLED or is_close(self.advice)

    @property
    def best(self) -> CubeAct:
        """The best choice."""
        match self.act:
            case CubeAct.ROLLED | CubeAct.DOUBLED:
                return CubeAct.DOUBLED if self.advice.doubling is Doubling.DOUBLE else CubeAct.ROLLED
            case _:
                return CubeAct.TOOK if self.advice.takes else CubeAct.DROPPED

    @property
    def loss(self) -> float:
        """Equity given up, 0 or more; of who answers, in units of the cube before the double."""
        return self.advice.loss(self.act.act)

    @property
    def grade(self) -> Grade:
        return graded(self.loss)

    @property
    def fault(self) -> CubeFault | None:
        """The fault, None if there is none, or if no class of errors has it."""
        return _FAULTS[self.act] if self.grade is not Grade.FINE else None


_FAULTS: Final = {
    CubeAct.ROLLED: CubeFault.MISSED_DOUBLE,
    CubeAct.DOUBLED: CubeFault.WRONG_DOUBLE,
    CubeAct.TOOK: CubeFault.WRONG_TAKE,
    CubeAct.DROPPED: CubeFault.WRONG_DROP,
}


class LeftOutReason(Enum):
    """Why a decision was left out; the text of each is ``analysis.left-out-`` with its value."""

    UNKNOWN_BOARD = "unknown-board"  # the board after an illegal play is not known
    NOT_VALUED = "not-valued"  # the engine cannot value such a position
    SCORE = "score"  # the score does not fit the length of the match


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A decision that could not be judged."""

    game: int
    turn: int
    side: Side
    why: LeftOutReason


Judged: TypeAlias = PlayJudged | CubeJudged | ResignJudged | LeftOut
JudgedDecision: TypeAlias = PlayJudged | CubeJudged | ResignJudged
"""A judged decision, which can be an error."""


def is_step(judged: Judged) -> bool:
    """Whether a decision is a step of its own: all but a turn in which a double was out of the question."""
    return not isinstance(judged, CubeJudged) or judged.counts or judged.act is not judged.best


def counted(judged: Iterable[Judged], side: Side) -> tuple[PlayJudged | CubeJudged, ...]:
    """Return the decisions of a player that count in an error rate: plays with a choice, and cubes in question."""
    return tuple(
        one for one in judged if one.side is side and isinstance(one, PlayJudged | CubeJudged) and one.counts
    )  # fmt: skip


def losses(judged: Iterable[Judged], side: Side) -> list[float]:
    """Return what each of these decisions lost, in points, with so many digits as are stored."""
    return [round(one.loss, _DIGITS) for one in counted(judged, side)]


@dataclass(frozen=True, slots=True)
class GameReport:
    """One game: ``number`` from 1, ``score`` before it as (light, dark), ``win`` None while unfinished."""

    number: int
    score: tuple[int, int]
    win: Win | None
    crawford: bool
    judged: tuple[Judged, ...]

    @property
    def decisions(self) -> tuple[JudgedDecision, ...]:
        """All that was judged, in order."""
        return tuple(one for one in self.judged if not isinstance(one, LeftOut))

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(one for one in self.judged if isinstance(one, LeftOut))

    @property
    def score_after(self) -> tuple[int, int]:
        """The score when it is over, as before it while it is not."""
        (light, dark), win = self.score, self.win
        if win is None or win.cause.decides_match:
            return light, dark
        return (light + win.points, dark) if win.side is Side.LIGHT else (light, dark + win.points)

    def totals(self, side: Side) -> Totals:
        """The totals of a player over the game."""
        return sum((totals_of(one) for one in self.decisions if one.side is side), NOTHING)


@dataclass(frozen=True, slots=True)
class MatchReport:
    """A whole match, or its judged part.

    ``names`` as (light, dark); ``length`` 0 = money play; ``engine`` and ``ply``: of the evaluation.  ``of``: the
    number of all decisions.  ``rules``: of the match.  ``header``: further facts as match files have them
    (:attr:`companion.record.match.Match.header`).
    """

    names: tuple[str, str]
    length: int
    engine: str
    ply: int
    games: tuple[GameReport, ...] = field(default=())
    of: int = 0
    rules: RuleSet = STANDARD
    header: Mapping[str, str] = field(default_factory=dict)

    @property
    def done(self) -> int:
        """The number of decisions that were judged or left out."""
        return sum(len(game.judged) for game in self.games)

    @property
    def is_whole(self) -> bool:
        return self.done == self.of

    @property
    def decisions(self) -> tuple[JudgedDecision, ...]:
        return tuple(one for game in self.games for one in game.decisions)

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(one for game in self.games for one in game.left_out)

    @property
    def steps(self) -> tuple[Judged, ...]:
        """The match turn by turn: each roll, and before it what was decided about the cube (:func:`is_step`)."""
        return tuple(one for game in self.games for one in game.judged if is_step(one))

    @property
    def without_plays(self) -> int:
        """In how many turns the other plays are not known, because an earlier version saved the analysis."""
        rolls = [one for one in self.decisions if isinstance(one, PlayJudged)]
        return sum(one.choices > 1 and not one.plays for one in rolls)

    @property
    def score(self) -> tuple[int, int]:
        """The score as (light, dark) after the last game that is over."""
        return self.games[-1].score_after if self.games else (0, 0)

    def name(self, side: Side) -> str:
        return self.names[0 if side is Side.LIGHT else 1]

    def totals(self, side: Side) -> Totals:
        """The totals of a player over the match."""
        return sum((game.totals(side) for game in self.games), NOTHING)

    def cost(self, side: Side) -> float:
        """The cost of a player's errors without resignations: in a match the chance to win it, 0..1, else points.

        By match equities of our own (:mod:`companion.coach.match_equity`).
        """
        errors = [one for one in self.decisions if one.side is side and one.loss > 0]
        return sum(cost_of(one, self.rules) for one in errors if not isinstance(one, ResignJudged))

    def worst(self, most: int = 10, *, least: float = 0.04, side: Side | None = None) -> tuple[JudgedDecision, ...]:
        """The errors that cost most (:func:`cost_of`), first: so many at most, of an equity above ``least`` each."""
        errors = [one for one in self.decisions if one.loss > least and side in (None, one.side)]
        return tuple(sorted(errors, key=lambda one: (-cost_of(one, self.rules), one.game, one.turn))[:most])


def totals_of(decision: JudgedDecision) -> Totals:
    """The contribution of one decision to the totals of its player."""
    match decision:
        case PlayJudged():
            return Totals(
                rolls=1,
                plays=int(decision.counts),
                play_loss=decision.loss if decision.counts else 0.0,
                play_grades={decision.grade: 1} if decision.counts else {},
                luck=decision.luck or 0.0,
                luck_rolls=int(decision.luck is not None),
            )
        case CubeJudged():
            return Totals(
                cubes=int(decision.counts),
                cube_turns=1,
                cube_loss=decision.loss,
                acts={decision.act: 1},
                faults={decision.fault: 1} if decision.fault else {},
                fault_losses={decision.fault: decision.loss} if decision.fault else {},
            )
        case ResignJudged():
            return Totals(
                resignations=1,
                resign_loss=decision.loss,
                resign_faults={decision.fault: 1} if decision.fault else {},
            )


def cost_of(decision: JudgedDecision, rules: RuleSet = STANDARD) -> float:
    """The cost of an error: the chance to win the match, 0..1, or in money play points, which the cube multiplies."""
    stakes = Stakes.of(decision.situation.state, rules)
    return worth_of(decision.loss, stakes, decision.side) - worth_of(0.0, stakes, decision.side)
