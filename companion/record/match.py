"""The written match as plain values: what every file format reads and writes.

Light is the left column of a match file, for the whole match.  A game is a start
position and a tuple of actions; positions in between are computed.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.plays import Play
from companion.games.backgammon.position import START, Position
from companion.games.rules import Side


class Standing(Enum):
    """How a written play stands with the rules."""

    LEGAL = "legal"
    UNCERTAIN = "uncertain"  # the likeliest legal play, where the camera could not tell
    ILLEGAL = "illegal"  # it stood although it was illegal: written as it was played


@dataclass(frozen=True, slots=True)
class Roll:
    """A roll and what was played with it.

    ``play`` is the empty play where nothing could be played, None where the game
    ended (or the record does) before the roll was played.
    """

    side: Side
    dice: Dice
    play: Play | None
    standing: Standing = Standing.LEGAL


@dataclass(frozen=True, slots=True)
class Double:
    """A double is offered; ``value`` is what the cube would show."""

    side: Side
    value: int


@dataclass(frozen=True, slots=True)
class Take:
    side: Side


@dataclass(frozen=True, slots=True)
class Drop:
    side: Side


Action: TypeAlias = Roll | Double | Take | Drop


@dataclass(frozen=True, slots=True)
class Win:
    """The end of a game: who won and how many points (cube and gammon counted in)."""

    side: Side
    points: int


@dataclass(frozen=True, slots=True)
class Game:
    """One game: the score before it as (light, dark), its actions and its end, None while unfinished."""

    score: tuple[int, int] = (0, 0)
    actions: tuple[Action, ...] = ()
    win: Win | None = None
    crawford: bool = False
    start: Position = START


@dataclass(frozen=True, slots=True)
class Match:
    """A match or a money session (``length`` 0).

    ``names`` as (light, dark).  ``header``: further facts as written in match files, such as
    ``Event``, ``Round``, ``EventDate``.  ``rules``: name of the rule set.
    """

    names: tuple[str, str] = ("Light", "Dark")
    length: int = 0
    games: tuple[Game, ...] = ()
    rules: str = "tournament"
    header: Mapping[str, str] = field(default_factory=dict)
