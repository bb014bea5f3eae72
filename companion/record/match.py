"""The written match as plain values, which every file format reads and writes.

Light is the left column of a match file, for the whole match.  A game is a start
position and a tuple of actions; positions in between are computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Final, TypeAlias

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import START, Position
from companion.games.backgammon.scoring import Result
from companion.games.rules import Side


class MatchScore(Enum):
    """The legality of a written play."""

    LEGAL = "legal"
    UNCERTAIN = "uncertain"  # the likeliest legal play, if the camera could not tell
    ILLEGAL = "illegal"  # it was illegal and condoned: written as it was played


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll and its play.

    ``play`` is the empty play if no play was possible, None if the game or the record ended before the roll was played;
    None and UNCERTAIN: the roll was played in an unknown way.
    """

    side: Side
    dice: Dice
    play: Play | None
    standing: MatchScore = MatchScore.LEGAL


@dataclass(frozen=True, slots=True)
class Pass:
    """A turn without a roll: the player is closed out and need not roll."""

    side: Side


@dataclass(frozen=True, slots=True)
class Placed:
    """Sets the checkers to this position; its side on roll plays next.

    It follows a roll whose illegal play was condoned and cannot be spelled, or sets up a position in a file.
    """

    position: Position


@dataclass(frozen=True, slots=True)
class Double:
    """A double is offered; ``value`` is what the cube would show.

    A double answered by a double is a beaver, and one more a raccoon: the cube stays with the player who beavered.
    """

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Take:
    side: Side


@dataclass(frozen=True, slots=True)
class Drop:
    side: Side


@dataclass(frozen=True, slots=True)
class Resign:
    """The game is offered to the opponent as a single game, gammon or backgammon."""

    side: Side
    result: Result


@dataclass(frozen=True, slots=True)
class Accept:
    """A resignation is accepted; ``side`` wins."""

    side: Side


@dataclass(frozen=True, slots=True)
class Refuse:
    """A resignation is refused; the game continues where it was."""

    side: Side


Action: TypeAlias = Roll | Pass | Placed | Double | Take | Drop | Resign | Accept | Refuse

Properties: TypeAlias = Mapping[str, tuple[str, ...]]
"""Facts about an action that only some formats know: identifier and values, as SGF has them."""

ROOT: Final = -1
"""The key of a game's own properties among those of its actions."""


class Cause(Enum):
    """The cause of a game's end."""

    PLAY = "play"  # the game itself; its actions tell whether it was played out, dropped or resigned
    TIME = "time"  # the loser's time was used up
    AWARDED = "awarded"  # the director gave the winner the points of a game
    FORFEITED = "forfeited"  # the director gave the winner the match

    @property
    def decides_match(self) -> bool:
        """Whether it decides the match (of backgammon) at whatever score stands, and no points are won by it."""
        return self in (Cause.TIME, Cause.FORFEITED)


CAUSES: Final[Mapping[str, Cause]] = {cause.value: cause for cause in Cause}


@dataclass(frozen=True, slots=True)
class Win:
    """The end of a game, and of the match where it is the last one: the winner, the points, and the cause.

    ``points``: cube and gammon counted in; of a match that was decided otherwise those that the winner still needed, as
    match files have them.  :func:`companion.record.scores.score_after` says which of them count.
    """

    side: Side
    points: int
    cause: Cause = Cause.PLAY


@dataclass(frozen=True, slots=True)
class Game:
    """One game: the score before it as (light, dark), its actions and its end, None while unfinished.

    ``start``: may have fewer than 15 checkers of a side, none of them borne off.  ``cube``: the stake
    at the start, more than 1 after automatic doubles.  ``properties``: what a file says beyond this,
    such as comments, by the index of the action, ``ROOT`` for the game as a whole.
    """

    score: tuple[int, int] = (0, 0)
    actions: tuple[Action, ...] = ()
    win: Win | None = None
    crawford: bool = False
    start: Position = START
    cube: int = 1
    properties: Mapping[int, Properties] = field(default_factory=dict)

    @property
    def untouched(self) -> bool:
        """Whether nothing has happened in it."""
        return not self.actions and self.win is None

    @property
    def is_decided_before_play(self) -> bool:
        """Whether the match was decided otherwise than by points, before anything happened in it."""
        return not self.actions and self.win is not None and self.win.cause.decides_match

    @property
    def is_over(self) -> bool:
        return self.win is not None

    @property
    def turns(self) -> tuple[Roll, ...]:
        """The turns that were rolled for."""
        return tuple(action for action in self.actions if isinstance(action, Roll))

    @property
    def is_turn_open(self) -> bool:
        """Whether the last roll is to be played yet."""
        last = next(reversed(self.turns), None)
        return last is not None and last.play is None and last.standing is not MatchScore.ILLEGAL


@dataclass(frozen=True, slots=True)
class Match:
    """A match or a money session (``length`` 0).

    ``names`` as (light, dark).  ``header``: further facts as written in match files, such as
    ``Event``, ``Round``, ``EventDate``.  ``rules``: the rule set as :meth:`RuleSet.from_text` reads it.
    """

    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    games: tuple[Game, ...] = ()
    rules: str = "tournament"
    header: Mapping[str, str] = field(default_factory=dict)

    def begun(self) -> Match:
        """Return the match itself, or if it has no game yet, one with a first game in which nothing has happened."""
        return self if self.games else replace(self, games=(Game(),))
