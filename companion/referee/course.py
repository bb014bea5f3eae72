"""A course of the game: one hypothesis of everything that has happened since the last settled turn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.games.backgammon import Dice, Position
from companion.games.backgammon.cube import Act, Cube
from companion.games.rules import Side
from companion.referee.any_course import AnyCourse
from companion.referee.any_course import Gap as Gap
from companion.referee.any_course import Past as Past
from companion.referee.boards import ANY_ROLL, ROLLS, Packed, Values


class Stage(Enum):
    """The stage of the current turn."""

    OPENING = "opening"  # no roll yet in this game
    TO_ROLL = "to-roll"
    DOUBLED = "doubled"  # a double waits for its answer
    ROLLED = "rolled"  # the dice are on the board, nothing is played
    HALF_WAY = "half-way"
    PLAYED = "played"  # a legal end is on the board
    WRONG = "wrong"  # any other board
    CORRECTING = "correcting"  # an illegal play is being corrected
    AHEAD = "ahead"  # rolled before the previous play was over


class Turn(NamedTuple):
    """A turn that is over.

    ``before``: the position with its player on roll.  ``roll``: an index of ``ROLLS``.  ``legal`` False: an illegal
    turn that stood.  ``track_numbers``: its dice; ``early``: the next dice came before its end; ``seen``: its dice were
    seen.
    """

    before: Position
    roll: int
    end: Position
    legal: bool = True
    track_numbers: tuple[int, ...] = ()
    early: bool = False
    seen: bool = True

    @property
    def side(self) -> Side:
        return self.before.on_roll


class CubeAct(NamedTuple):
    """A double or a take, as it was seen."""

    side: Side
    act: Act


class Pass(NamedTuple):
    """A side that is closed out has not rolled."""

    side: Side


class Tie(NamedTuple):
    """Equal opening dice, where they count for something."""

    number: int


class Rolled(NamedTuple):
    """A roll of the side on roll in ``before``, as an item of the record; ``roll``: an index of ``ROLLS``.

    ``seen``: its dice were seen or drawn; ``early``: they came before the previous turn was over.
    """

    before: Position
    roll: int
    seen: bool = True
    early: bool = False

    @property
    def side(self) -> Side:
        return self.before.on_roll

    @property
    def dice(self) -> Dice:
        return ROLLS[self.roll]


class Played(NamedTuple):
    """A turn that is over, as a line of the record: its legal end."""

    before: Position
    roll: int
    end: Position

    @property
    def side(self) -> Side:
        return self.before.on_roll


class Stood(NamedTuple):
    """An illegal turn that stood, as an item of the record."""

    before: Position
    roll: int
    end: Position

    @property
    def side(self) -> Side:
        return self.before.on_roll


Event: TypeAlias = Turn | CubeAct | Pass | Tie | Gap[Position]
Item: TypeAlias = Rolled | Played | Stood | CubeAct | Pass | Tie | Gap[Position]
"""A line of the record."""


class Standing(NamedTuple):
    """The current turn.

    ``position``: before it, its player on roll.  ``track_numbers``: its dice, () for an unseen roll, None before the
    roll.  ``rolls``: (21,) normalised log-probabilities of the rolls; ``known``: the part that does not come from these
    dice.  ``ended``: a person has ended the turn.
    """

    position: Position
    track_numbers: tuple[int, ...] | None = None
    rolls: Values | None = None
    known: Values = ANY_ROLL
    ended: bool = False

    @property
    def seen(self) -> bool:
        """Whether its dice were seen, or drawn."""
        return bool(self.track_numbers) or (self.rolls is not None and int(np.isfinite(self.rolls).sum()) == 1)


@dataclass(frozen=True, slots=True, eq=False)
class Course(AnyCourse[Event]):
    """One hypothesis; it is ``over`` once the dice are lifted.

    ``roll`` and ``end``: of the play on the board, legal or not.
    """

    board: Packed
    standing: Standing
    stage: Stage
    cube: Cube
    roll: int = -1
    end: Position | None = None

    @property
    def position(self) -> Position:
        return self.standing.position

    @property
    def rolls(self) -> Values:
        assert self.standing.rolls is not None
        return self.standing.rolls

    @property
    def likeliest(self) -> int:
        """The likeliest roll of the standing turn."""
        return self.roll if self.stage is Stage.PLAYED else int(self.rolls.argmax())

    @property
    def weight(self) -> float:
        if self.stage is Stage.PLAYED and self.standing.rolls is not None:
            return self.log_p + float(self.standing.rolls[self.roll])
        return self.log_p

    @property
    def turn(self) -> tuple[object, ...]:
        roll = self.roll if self.stage is Stage.PLAYED else -1
        return self.position, self.standing.track_numbers, self.stage, self.cube, roll

    @staticmethod
    def key_of(event: Event) -> object:
        if isinstance(event, Turn):
            return event.side, event.roll, event.end.points, event.end.bar, event.legal
        return event

    def share(self, item: Item) -> float:
        """A roll that is read by its dice alone may be another one."""
        if self.standing.rolls is None or self.stage is Stage.PLAYED or not isinstance(item, Rolled):
            return 1.0
        likely = np.exp(self.rolls)
        return float(likely[item.roll] / likely.sum())


NO_REGRET = np.zeros(25, dtype=np.float32)
