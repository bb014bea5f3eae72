"""The requests to the coach by hint level, and its answers: plain values, in training only.

A player on turn requests one level after the other (:class:`.at_the_table.events.HelpAsked`); the coach asks an engine
about a :class:`Decision`, and each answer carries its decision.  A :class:`HelpShown` may be drawn; a :class:`Remark`
comments on a play that was made.  The guard of a :class:`companion.match.terms.PlayerTraining` asks an ordinary
question (``question.guard``), which names no play.
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
    """A question to an engine; the answer carries it, so that stale answers can be dropped.

    ``turn``: rolls of the match.  ``situation``: the board, its side on roll to decide, or to be answered if it has
    doubled.  ``dice``: the roll to be played, None for a cube decision.  ``to_answer``: the side on roll has doubled,
    and the other one decides.  ``made``: the end of the play to be compared with the best one; ``act``: the answer to
    the double, to be judged.
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
        """The deciding side."""
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

    ``equity``: of its player, in points.  ``loss``: against the best, 0 or more.  ``win``: the chance to win, 0..1.
    """

    play: str
    arrows: tuple[Arrow, ...]
    equity: float
    loss: float
    win: float


@dataclass(frozen=True, slots=True)
class CubeShown:
    """The requested part of an advice on the cube; the rest is None.

    ``to_answer``: it is for the player who was doubled.  ``win``: the asking player's chance to win, 0..1.
    ``doubling``: the best choice before the roll; ``takes``: the best answer.  The equities are those of the player on
    roll, in points.
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
    """The help that a player has requested in this turn.

    ``hint_level``: the highest requested, 1 to 4; ``most``: the highest allowed.  ``spots``: of the checkers that the
    best play moves.  ``arrows``: that play, ``play`` in notation.  ``rows``: the best first.  ``waiting``: no answer
    has come yet.  ``refined``: the deeper engine has answered.  ``failed``: why no engine answers, as a text key, or
    empty.
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
    """The coach's words to a side: ``said`` first, then ``reason``, if any.

    ``said``: a text of :mod:`companion.texts.coaching`; ``reason``: one of :mod:`companion.texts.coach`.  ``made`` and
    ``best``: plays in notation with their arrows, ``before`` their board, None without a play.  ``loss``: equity given
    up, in points.  ``waiting``: the answer has not come yet.
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
    """Countable facts: ``pips`` as (light, dark).

    ``shots``: the rolls of the other side, of 36, if it were on roll, that hit each blot, by its spot.  ``any_shot``:
    those that hit at least one of (Light's, Dark's) blots.
    """

    pips: tuple[int, int]
    shots: Mapping[Spot, int] = field(default_factory=dict)
    any_shot: tuple[int, int] = (0, 0)
