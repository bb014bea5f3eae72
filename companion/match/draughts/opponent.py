"""The engine that plays one side of a draughts match in training: what is agreed of it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from companion.games.rules import Side


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
