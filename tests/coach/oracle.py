"""Rankings and cube advice as GNU Backgammon gave them, from the reference data beside the project."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from companion.coach.evaluation import Candidate, Chances, CubeAdvice, Ranking
from companion.games.backgammon import Dice, Play, Position
from companion.games.rules import Side, Stack
from tests.games.boards import oracle_lines


@cache
def rankings() -> tuple[Ranking, ...]:
    """Every decision of ``hints.jsonl.gz`` with all its plays; every second one with the sides exchanged."""
    rows = [json.loads(line) for line in oracle_lines("hints.jsonl.gz")]
    return tuple(_ranking(row, mirrored=k % 2 == 1) for k, row in enumerate(rows))


def cubes() -> Iterator[tuple[Position, CubeAdvice, int]]:
    """Every cube decision of ``cubes.jsonl.gz``: the position, what is advised, and the match length, 0 = money."""
    for row in map(json.loads, oracle_lines("cubes.jsonl.gz")):
        eq = row["eq"]
        chances = Chances(*row["probs"])
        advice = CubeAdvice("gnubg", 2, eq["nd"], eq["dt"], eq["dp"], chances, allowed=row["double_legal"])
        yield position_of(row["board"], Side.LIGHT), advice, row["match_length"]


def position_of(board: list[int], on_roll: Side) -> Position:
    """26 numbers in Light's view, as the reference data writes them."""
    own, other = sum(n for n in board if n > 0), -sum(n for n in board if n < 0)
    return Position(tuple(board[1:25]), Stack(board[25], -board[0]), Stack(15 - own, 15 - other), on_roll)


def _ranking(row: dict[str, Any], *, mirrored: bool) -> Ranking:
    before = position_of(row["board"], Side.LIGHT)
    found = []
    for move in row["moves"]:
        end = position_of(move["result"], Side.DARK)
        end = end.mirrored() if mirrored else end
        found.append(Candidate(Play.from_text(move["play"]), end, move["eq2"], Chances(*move["probs"]), 2))
    return Ranking(before.mirrored() if mirrored else before, Dice(*row["dice"]), "gnubg", 2, tuple(found))
