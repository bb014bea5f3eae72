"""Backgammon: positions, dice, legal plays, notation, rule sets and why a play is illegal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.backgammon.dice import Dice
from companion.games.backgammon.explain import explain, picture_of
from companion.games.backgammon.plays import CheckerMove, Play, legal_plays
from companion.games.backgammon.position import START, Position
from companion.games.backgammon.reason import Explanation, Reason
from companion.games.backgammon.ruleset import RULE_SETS, STANDARD, RuleSet
from companion.games.rules import Picture

__all__ = [
    "RULE_SETS",
    "STANDARD",
    "START",
    "BackgammonRules",
    "CheckerMove",
    "Dice",
    "Explanation",
    "Play",
    "Position",
    "Reason",
    "RuleSet",
    "explain",
    "legal_plays",
    "picture_of",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class BackgammonRules:
    """Backgammon under one rule set."""

    rules: RuleSet = STANDARD

    def legal_ends(self, position: Position, roll: Dice) -> Mapping[Position, Play]:
        """Return every position in which the turn may end, opponent on roll, each with one play that leads there."""
        return legal_plays(position, roll, self.rules)

    def picture(self, position: Position) -> Picture:
        """Return the board of a position: all spots, bar and tray included."""
        return picture_of(position)
