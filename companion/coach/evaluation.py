"""The values of an engine's evaluation: chances, plays by equity, and advice on the cube.

Equities are those of the player on roll, cubeful, in units of the present cube: +1 = a single game won.  In a match
they are normalised so that winning a single game at this cube is +1 and losing it -1 (GNU Backgammon calls it EMG),
which makes matches and money play comparable.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from companion.games.backgammon import Dice, Play, Position
from companion.games.backgammon.cube import Act
from companion.games.backgammon.match_id import MatchState
from companion.games.backgammon.ruleset import STANDARD, RuleSet
from companion.games.rules import Side, Spot, Stack

MILLI: Final = 1000
"""Millipoints in a point of equity."""
_NONE: Final = Stack(0, 0)


class Chances(NamedTuple):
    """The shares of games that end so, 0..1, in the view of one player; as GNU Backgammon counts, each win includes the
    higher ones: ``win`` all won games, ``win_gammon`` those won by gammon or backgammon.
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def lose(self) -> float:
        return 1 - self.win

    def mirrored(self) -> Chances:
        """The same in the opponent's view."""
        return Chances(1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon)

    def equity(self) -> float:
        """Cubeless, for money.

        >>> round(Chances(0.5, 0.25, 0.0, 0.0, 0.0).equity(), 3)
        0.25
        """
        won = self.win + self.win_gammon + self.win_backgammon
        return won - (self.lose + self.lose_gammon + self.lose_backgammon)


@dataclass(frozen=True, slots=True)
class Stakes:
    """The stakes of a game, in absolute sides.

    ``cube`` and ``owner``: now, None in the middle.  ``length`` 0 = money play; ``score``: points won.  ``jacoby``,
    ``gammons``, ``backgammons``: whether a gammon counts only once the cube was turned, and whether they count at all;
    ``doubling``: whether the rules know the cube.
    """

    cube: int = 1
    owner: Side | None = None
    length: int = 0
    score: Stack = _NONE
    crawford: bool = False
    jacoby: bool = False
    gammons: bool = True
    backgammons: bool = True
    doubling: bool = True

    @classmethod
    def of(cls, state: MatchState, rules: RuleSet = STANDARD) -> Stakes:
        """The stakes by an ID and the rules."""
        return cls(
            cube=state.cube,
            owner=state.owner,
            length=state.length,
            score=state.score,
            crawford=state.crawford,
            jacoby=state.jacoby,
            gammons=rules.gammon,
            backgammons=rules.backgammon,
            doubling=rules.cube,
        )

    def may_double(self, side: Side) -> bool:
        """Whether the rules let a side double before its roll; a double that cannot help is allowed all the same."""
        return self.doubling and not self.crawford and self.owner in (None, side)


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal play: the position after it (the opponent on roll) and its equity for its player.

    ``ply``: its depth, which is greater for the best few.
    """

    play: Play
    end: Position
    equity: float
    chances: Chances
    ply: int = 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """All legal plays of a roll, the best first."""

    position: Position
    dice: Dice
    engine: str
    ply: int
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    @property
    def is_forced(self) -> bool:
        """Whether there was nothing to choose."""
        return len(self.candidates) == 1

    def of(self, end: Position) -> Candidate | None:
        """The play that leads to a position, None if no legal one does."""
        return next((candidate for candidate in self.candidates if candidate.end == end), None)

    def loss(self, candidate: Candidate) -> float:
        """Equity given up against the best play, 0 or more."""
        return max(0.0, self.best.equity - candidate.equity)


class Doubling(Enum):
    """The choices of the player on roll before rolling; the values are those of ``companion cube``."""

    NO_DOUBLE = "no_double"
    DOUBLE = "double"
    TOO_GOOD = "too_good"  # the game is worth more than the point a dropped double wins
    NOT_ALLOWED = "not_allowed"


IN_WORDS: Final = {
    Doubling.NO_DOUBLE: "no double", Doubling.DOUBLE: "double", Doubling.TOO_GOOD: "too good to double",
    Doubling.NOT_ALLOWED: "no double is allowed",
}  # fmt: skip
"""The cube decisions in the words of the commands."""


@dataclass(frozen=True, slots=True)
class CubeAdvice:
    """Equities in the view of the player on roll, who may double: without a double, doubled and taken, and dropped."""

    engine: str
    ply: int
    no_double: float
    double_take: float
    double_drop: float
    chances: Chances
    allowed: bool = True

    @property
    def doubled(self) -> float:
        """The equity of a double against the better answer."""
        return min(self.double_take, self.double_drop)

    @property
    def doubling(self) -> Doubling:
        if not self.allowed:
            return Doubling.NOT_ALLOWED
        if self.doubled > self.no_double:
            return Doubling.DOUBLE
        return Doubling.TOO_GOOD if self.no_double > self.double_drop else Doubling.NO_DOUBLE

    @property
    def takes(self) -> bool:
        """Whether the opponent is right to take."""
        return self.double_take <= self.double_drop

    @property
    def optimal(self) -> float:
        """The equity of the position before the roll with the right acts of both."""
        return max(self.no_double, self.doubled) if self.allowed else self.no_double

    def loss(self, act: Act | None) -> float:
        """Equity given up by a double, take or drop, 0 or more, in units of the cube before the double.

        ``act`` None: rolled without doubling.  A beaver is as good as a take.
        """
        match act:
            case None:
                return self.optimal - self.no_double
            case Act.DOUBLE:
                return max(0.0, self.no_double - self.doubled)
            case Act.DROP:
                return max(0.0, self.double_drop - self.double_take)
            case _:
                return max(0.0, self.double_take - self.double_drop)


@dataclass(frozen=True, slots=True)
class PlayReason:
    """Why a play is good or bad: a text key of :mod:`companion.texts.coach` and the values of its blanks.

    ``spots``: its subject, to be marked on the board, in absolute spots.
    """

    key: str
    values: Mapping[str, str] = field(default_factory=dict)
    spots: tuple[Spot, ...] = ()
