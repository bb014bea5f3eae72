"""What is agreed of a match in training: what the coach may do, and the engine that plays one side."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum, IntEnum

from companion.games.rules import Side


class HintLevel(IntEnum):
    """How much is said, each level on request and only after the one before.

    Of the cube it is: the winning chances, what to do, why, and the equities.
    """

    LANDINGS = 0  # where a touched checker may land: always there
    CHECKERS = 1  # which checkers the play moves
    PLAY = 2  # the play itself
    WHY = 3  # one reason for it
    LIST = 4  # all plays in order, with their equities


class WordingLevel(Enum):
    """In whose words the coach speaks."""

    USUAL = "usual"
    SIMPLE = "simple"  # for children and beginners


@dataclass(frozen=True, slots=True)
class PlayerTraining:
    """What one player has agreed to be taught.

    ``help``: the highest level that may be asked for.  ``guard``: before a turn that loses much is over, the
    coach asks whether that is the play.
    """

    help: HintLevel = HintLevel.LIST
    words: WordingLevel = WordingLevel.USUAL
    guard: bool = False


@dataclass(frozen=True, slots=True)
class TrainingSettings:
    """The coach's terms of a match in training; means nothing in any other.

    ``speaks``: unasked, of plays that lost more than ``threshold`` points of equity, which is also from where
    on the guard asks.  ``pips``: both pip counts are always shown, not only when they are asked for.
    """

    light: PlayerTraining = field(default_factory=PlayerTraining)
    dark: PlayerTraining = field(default_factory=PlayerTraining)
    speaks: bool = True
    threshold: float = 0.15
    pips: bool = False

    def of(self, side: Side) -> PlayerTraining:
        """What one side has agreed to."""
        return self.light if side is Side.LIGHT else self.dark


class Strength(Enum):
    """How strongly an engine plays; ``docs/practice.md`` says how much each loses a decision."""

    BEGINNER = "beginner"
    IMPROVER = "improver"
    ONLINE = "online"
    EXPERT = "expert"
    BEST = "best"


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is agreed of the engine: whose checkers it plays, how strongly, and the seed of its luck in choosing."""

    side: Side
    strength: Strength
    seed: int = 0
