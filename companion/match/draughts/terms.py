"""What was agreed before a match of draughts."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum

from companion.games.draughts import DraughtsRules
from companion.games.rules import Side
from companion.match.terms import AnyTerms


class Level(Enum):
    """How strongly the engine plays, the weakest first: measured in ``docs/internals/draughts-engine.md``."""

    CHILD = "child"
    BEGINNER = "beginner"
    CASUAL = "casual"
    STRONG = "strong"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class EngineOpponent:
    """Whose pieces the engine plays, how strongly, and the seed of its luck in choosing."""

    side: Side
    level: Level
    seed: int = 0


@dataclass(frozen=True, slots=True)
class DraughtsTerms(AnyTerms):
    """What was agreed before a match of draughts.

    ``names``: who begins with the (light, dark) men; colours change with each game.  ``length``: games of the match.
    The clock gives each side ``time_s`` for a game, and ``increment_s`` more with each move; who has none left has
    lost.  ``opponent``: the engine, where it plays one side, in training only.  The coach's threshold is not of this
    game.
    """

    length: int = 1
    rules: DraughtsRules = field(default_factory=DraughtsRules)
    time_s: float = 900.0
    increment_s: float = 5.0
    opponent: EngineOpponent | None = None
