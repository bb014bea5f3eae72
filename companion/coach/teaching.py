"""The requests to the coach by hint level, and its answers: plain values, in training only.

A player on turn asks for one rung after the other (:class:`.at_the_table.events.HelpAsked`); the coach asks an engine
about a :class:`Decision`, and each answer names the decision that it answers.  What may be drawn of it is a
:class:`HelpShown`; what the coach says of a play that was made is a :class:`Remark`.  The guard of a
:class:`companion.match.terms.PlayerTraining` puts an ordinary question (``question.guard``), which names no play.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from companion.coach.evaluation import Doubling, PlayReason
from companion.games.backgammon import Dice, Position
from companion.games.backgammon.arrows import Arrow
from companion.games.backgammon.cube import Act
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.backgammon.situation import Situation
from companion.games.rules import Side, Spot
from companion.match.terms import HintLevel


@dataclass(frozen=True, slots=True)
class Decision:
    """What an engine is asked; the answer carries it, so that one to another turn is known to be stale.

    ``turn``: how many rolls the match has had.  ``situation``: the board, its side on roll to decide, or to be
    answered where it has doubled.  ``dice``: the roll to be played, None where it is about the cube.
    ``to_answer``: the side on roll has doubled, and the other one decides.  ``made``: the end of the play that was
    made, which is to be compared with the best one; ``act``: how the double was answered, to be judged.
    """

    turn: int
    situation: Situation
    dice: Dice | None = None
    rules: RuleSet = STANDARD
    to_answer: bool = False
    made: Position | None = None
    act: Act | None = None

    @property
    def is_judged(self) -> bool:
        """Whether it has been made and is only to be judged; else it is about what to do."""
        return self.made is not None or self.act is not None

    @property
    def side(self) -> Side:
        """Who decides."""
        on_roll = self.situation.position.on_roll
        return on_roll.other if self.to_answer else on_roll


class Occasion(Enum):
    """The reason why the coach comments on a play, an answered double or a game."""

    ASKED = "asked"  # "why not mine?"
    UNASKED = "unasked"  # the play lost much, or a double was answered
    AFTER_GAME = "after-game"  # one thing to try next time


@dataclass(frozen=True, slots=True)
class RankedShown:
    """One play of the list.

    ``equity``: of its player, in points.  ``loss``: against the best, 0 or more.  ``win``: how often the game is
    won, 0..1.
    """

    play: str
    arrows: tuple[Arrow, ...]
    equity: float
    loss: float
    win: float


@dataclass(frozen=True, slots=True)
class CubeShown:
    """Advice on the cube, as far as it was asked for; what was not is None.

    ``to_answer``: it is for the player who was doubled.  ``win``: how often the asking player wins, 0..1.
    ``doubling``: what is right before the roll; ``takes``: what is right for who is, or would be, doubled.
    The equities are those of the player on roll, in points.
    """

    to_answer: bool
    win: float
    doubling: Doubling | None = None
    takes: bool | None = None
    no_double: float | None = None
    double_take: float | None = None
    double_drop: float | None = None


@dataclass(frozen=True, slots=True)
class HelpShown:
    """The help that a player has asked for in this turn.

    ``hint_level``: the highest asked for, 1 to 4; ``most``: the highest that may be.  ``spots``: where the checkers
    stand that the best play moves.  ``arrows``: that play, ``play`` in notation.  ``rows``: the best first.
    ``waiting``: no answer has come yet.  ``refined``: the deeper engine has answered.  ``failed``: why no
    engine answers, as a text key, empty while one does.
    """

    side: Side
    hint_level: HintLevel
    most: HintLevel = HintLevel.LIST
    spots: tuple[Spot, ...] = ()
    play: str = ""
    arrows: tuple[Arrow, ...] = ()
    reason: PlayReason | None = None
    rows: tuple[RankedShown, ...] = ()
    cube: CubeShown | None = None
    waiting: bool = False
    refined: bool = False
    failed: str = ""


@dataclass(frozen=True, slots=True)
class Remark:
    """What the coach says to a side: ``said`` first, then ``reason`` where there is one.

    ``said``: a text of :mod:`companion.texts.coaching`; ``reason``: one of :mod:`companion.texts.coach`.
    ``made`` and ``best``: plays in notation with their arrows, ``before`` the board on which they begin, None where
    it is about no play.  ``loss``: equity given up, in points.  ``waiting``: the answer has not come yet.
    """

    occasion: Occasion
    side: Side
    said: PlayReason
    reason: PlayReason | None = None
    before: Position | None = None
    made: str = ""
    made_arrows: tuple[Arrow, ...] = ()
    best: str = ""
    best_arrows: tuple[Arrow, ...] = ()
    loss: float = 0.0
    waiting: bool = False


@dataclass(frozen=True, slots=True)
class CountsShown:
    """Facts that anybody could count: ``pips`` as (light, dark).

    ``shots``: how many of the 36 rolls of the other side, if it were on roll, hit each blot, by its spot.
    ``any_shot``: how many hit at least one of (Light's, Dark's) blots.
    """

    pips: tuple[int, int]
    shots: Mapping[Spot, int] = field(default_factory=dict)
    any_shot: tuple[int, int] = (0, 0)
