"""Draughts on 8 x 8 squares: positions, moves, notation, rule sets and why a move is illegal."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.games.draughts.draws import Draw, draw_of
from companion.games.draughts.moves import Move, after, legal_moves, legal_routes, perft
from companion.games.draughts.position import START, Position, picture_of
from companion.games.draughts.ruleset import BOX, RULE_SETS, DraughtsRuleSet
from companion.games.rules import Picture

__all__ = [
    "BOX",
    "RULE_SETS",
    "START",
    "DraughtsRuleSet",
    "DraughtsRules",
    "Draw",
    "Move",
    "Position",
    "after",
    "draw_of",
    "legal_moves",
    "legal_routes",
    "perft",
    "picture_of",
]


@dataclass(frozen=True, slots=True)
class DraughtsRules:
    """Draughts under one rule set; nothing is rolled.

    Who cannot move has lost: there is no end of a turn then.
    """

    rules: DraughtsRuleSet = BOX

    def legal_ends(self, position: Position, roll: None = None) -> Mapping[Position, Move]:  # noqa: ARG002
        return {after(position, move): move for move in legal_moves(position, self.rules)}

    def picture(self, position: Position) -> Picture:
        return picture_of(position)
