"""Resignations and the answers to them: the equity that each lost against playing on.

A resignation exchanges the equity of the game for that of the offered loss, and the answer chooses between the two.  An
offer is wrong if the game is better for its player, and accepting it is wrong if the game is better for the other.

Both are measured by our own match equities and cube, from the engine's chances, so that a game that is certainly lost
has exactly the value of its resignation.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Final

from companion.coach.cubeful import CubefulGame
from companion.coach.evaluation import Chances, Stakes
from companion.coach.grading import GRADES_FROM, Grade, graded
from companion.games.backgammon import Position
from companion.games.backgammon.ruleset import RuleSet
from companion.games.backgammon.scoring import Result
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side

_AS_GOOD: Final = GRADES_FROM[Grade.DOUBTFUL]
"""Equities no farther apart are called the same: the cube's part in them is an estimate."""


class ResignAct(Enum):
    """A decision about losing early; ``PLAYED_ON`` only as the best one."""

    OFFERED = "offered"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    PLAYED_ON = "played-on"


class ResignFault(Enum):
    """The faults of such a decision."""

    TOO_MUCH = "resigned-too-much"
    TOO_LITTLE = "resigned-too-little"  # costs nothing, since the opponent refuses
    WRONG_ACCEPT = "wrong-accept"
    WRONG_REFUSE = "wrong-refuse"


@dataclass(frozen=True, slots=True)
class JudgedResignation:
    """A decision about a resignation.

    ``side``: the deciding one.  ``situation``: of the side on roll, with its roll if it is not played yet.  ``turn``:
    of that roll, or of the one that follows or would have.  ``result``: the offer.
    """

    game: int
    turn: int
    side: Side
    situation: Situation
    act: ResignAct
    result: Result

    @property
    def loser(self) -> Side:
        """The side that offers to lose."""
        return self.side if self.act is ResignAct.OFFERED else self.side.other


@dataclass(frozen=True, slots=True)
class ResignJudged:
    """The same judged.  ``chances``, ``going_on`` and ``given_up``: of the side that offers to lose, the equity if the
    game continues and if it is lost as offered.
    """

    asked: JudgedResignation
    chances: Chances
    going_on: float
    given_up: float

    @property
    def game(self) -> int:
        return self.asked.game

    @property
    def turn(self) -> int:
        return self.asked.turn

    @property
    def side(self) -> Side:
        """The deciding side."""
        return self.asked.side

    @property
    def situation(self) -> Situation:
        return self.asked.situation

    @property
    def position(self) -> Position:
        return self.asked.situation.position

    @property
    def act(self) -> ResignAct:
        return self.asked.act

    @property
    def counts(self) -> bool:
        return True

    @property
    def loss(self) -> float:
        """Equity given up, 0 or more; an offer is judged as if it was answered rightly."""
        too_much = self.going_on - self.given_up
        return max(0.0, -too_much if self.act is ResignAct.ACCEPTED else too_much)

    @property
    def grade(self) -> Grade:
        return graded(self.loss)

    @property
    def fault(self) -> ResignFault | None:
        """The fault, None if it made no difference."""
        too_much = self.going_on - self.given_up
        if abs(too_much) <= _AS_GOOD:
            return None
        match self.act:
            case ResignAct.OFFERED:
                return ResignFault.TOO_MUCH if too_much > 0 else ResignFault.TOO_LITTLE
            case ResignAct.ACCEPTED:
                return ResignFault.WRONG_ACCEPT if too_much < 0 else None
            case _:
                return ResignFault.WRONG_REFUSE if too_much > 0 else None

    @property
    def best(self) -> ResignAct:
        """The best choice; of an offer that was too small: the same, for more."""
        return _BETTER.get(self.fault, self.act) if self.fault is not None else self.act


_BETTER: Final = {
    ResignFault.TOO_MUCH: ResignAct.PLAYED_ON,
    ResignFault.WRONG_ACCEPT: ResignAct.REFUSED,
    ResignFault.WRONG_REFUSE: ResignAct.ACCEPTED,
}


def resignation_judged(asked: JudgedResignation, chances: Chances, rules: RuleSet) -> ResignJudged:
    """``chances``: of the side on roll, before its roll, or after the best play of the one that waits."""
    stakes, mover = Stakes.of(asked.situation.state, rules), asked.situation.position.on_roll
    if asked.situation.state.dice is None:
        equity = CubefulGame.of(stakes, mover).equity(chances)
    else:
        equity = -CubefulGame.of(stakes, mover.other).equity(chances.mirrored())
    lost = CubefulGame.of(stakes, asked.loser)
    given_up = lost.equity_of(lost.levels[0].lost[asked.result - 1])
    if asked.loser is mover:
        return ResignJudged(asked, chances, equity, given_up)
    return ResignJudged(asked, chances.mirrored(), -equity, given_up)
