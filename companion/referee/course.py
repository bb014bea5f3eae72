"""A course of the game: one hypothesis of everything that has happened since the last settled turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple, TypeAlias

import numpy as np

from companion.games.backgammon import Position
from companion.games.backgammon.cube import Act, Cube
from companion.games.rules import Side
from companion.referee.boards import Packed, Values


class Stage(Enum):
    """Where in its turn a course is."""

    OPENING = "opening"  # no roll yet in this game
    TO_ROLL = "to-roll"
    DOUBLED = "doubled"  # a double waits for its answer
    ROLLED = "rolled"  # the dice lie there, the board as before them
    HALF_WAY = "half-way"
    PLAYED = "played"  # a legal end lies there
    WRONG = "wrong"  # anything else lies there
    MENDING = "mending"  # what was wrong is being put right
    AHEAD = "ahead"  # the dice lie there, and the play before them is not over


class Turn(NamedTuple):
    """A turn that is over.

    ``before``: where it began, its player on roll.  ``roll``: its place in ``ROLLS``.  ``legal`` False: it stood as it
    lies.  ``throw``: its dice; ``early``: the next dice came before it was over; ``seen``: its dice were.
    """

    before: Position
    roll: int
    end: Position
    legal: bool = True
    throw: tuple[int, ...] = ()
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


class Gap(NamedTuple):
    """What happened until this position is not known."""

    position: Position


Event: TypeAlias = Turn | CubeAct | Pass | Tie | Gap


class Past(NamedTuple):
    """What has happened, the newest first."""

    event: Event
    before: Past | None

    def events(self) -> Iterator[Event]:
        past: Past | None = self
        while past is not None:
            yield past.event
            past = past.before


class Standing(NamedTuple):
    """The turn that is being played.

    ``position``: before it, its player on roll.  ``throw``: the numbers of its dice, () for a roll that no camera saw,
    None before it is rolled.  ``rolls``: how likely (natural logarithms, (21,)) each roll is, together 1.
    ``ended``: somebody said that it is over.
    """

    position: Position
    throw: tuple[int, ...] | None = None
    rolls: Values | None = None
    ended: bool = False

    @property
    def seen(self) -> bool:
        """Whether its dice were seen, or drawn."""
        return bool(self.throw) or (self.rolls is not None and int(np.isfinite(self.rolls).sum()) == 1)


@dataclass(frozen=True, slots=True, eq=False)
class Course:
    """One hypothesis.

    ``log_p``: how likely it is, without the dice (natural logarithm).  ``board``: what lies there.  ``roll`` and
    ``end``: of a play that lies there, legal or not.  ``over``: the dice are up.  ``regret``: (25,) what speaks against
    each spot since what lies there came to lie there.  ``lost``: the thread was
    lost, and taken up again.  ``rested``: for how many looks before the last movement it was as it is.
    """

    log_p: float
    standing: Standing
    stage: Stage
    board: Packed
    regret: Values
    cube: Cube
    past: Past | None = None
    roll: int = -1
    end: Position | None = None
    over: bool = False
    lost: bool = False
    rested: int = 0

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
        """How likely it is, dice included (natural logarithm)."""
        if self.stage is Stage.PLAYED and self.standing.rolls is not None:
            return self.log_p + float(self.standing.rolls[self.roll])
        return self.log_p

    def leads_from(self, past: Past) -> bool:
        """Whether it goes on from just this past."""
        node = self.past
        while node is not None and node is not past:
            node = node.before
        return node is past

    def key(self, board: Packed) -> tuple[object, ...]:
        """What makes two courses the same: the board, the turn, and the two turns before it."""
        recent: list[tuple[object, ...]] = []
        past = self.past
        while past is not None and len(recent) < 2:
            recent.append(_key_of(past.event))
            past = past.before
        return (
            self.position, self.standing.throw, self.stage, board.tobytes(), self.cube,
            self.roll if self.stage is Stage.PLAYED else -1, self.over, *recent,
        )  # fmt: skip


def _key_of(event: Event) -> tuple[object, ...]:
    if isinstance(event, Turn):
        return event.side, event.roll, event.end.points, event.end.bar, event.legal
    return event


NO_REGRET = np.zeros(25, dtype=np.float32)
