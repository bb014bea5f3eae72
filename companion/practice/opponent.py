"""The engine as one of the two players of a match: such a match is on record, and goes on like any other."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.rules import Side
from companion.practice.exercise import Exercise, Goal, Practice
from companion.practice.strength import Strength


@dataclass(frozen=True, slots=True)
class Opponent:
    """What is agreed of the engine: whose checkers it plays, how strongly, and the seed of its luck in choosing."""

    side: Side
    strength: Strength
    seed: int = 0


def against(opponent: Opponent) -> Practice:
    """What is practised in a match against the engine, as it begins and as it goes on after a break."""
    game = Exercise("game.task", Goal.MATCH, learner=opponent.side.other, strength=opponent.strength)
    return Practice(game, lesson="game", seed=opponent.seed)
