"""``companion practise draughts-…``: an exercise of draughts in the terminal, made and graded by the engine."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from typing import Any, Final

from companion.coach.draughts.drills import DraughtsDrill, DrillKind, answered, made
from companion.games.draughts import Position
from companion.games.draughts.notation import parse, text
from companion.games.draughts.squares import SIZE, is_dark
from companion.games.rules import Side
from companion.practice.draughts import DRAUGHTS_LESSONS
from companion.texts import sentence

DRILLS: Final[Mapping[str, DrillKind]] = {lesson.name: lesson.kind for lesson in DRAUGHTS_LESSONS}
"""The kinds of exercises by the names that the command takes."""
_SIDES: Final = {Side.LIGHT: "Light to move.", Side.DARK: "Dark to move."}


def run(kind: DrillKind, number: int, *, as_json: bool) -> int:
    """Ask one exercise and grade the answer; 1 where it was not solved.

    As JSON the exercise is printed with its answer, and nothing is asked.
    """
    drill = made(kind, number)
    if as_json:
        print(json.dumps(_facts(drill)))
        return 0
    print(f"{board(drill.position)}\n{_SIDES[drill.position.to_move]} {sentence(drill.task)}")
    given = sys.stdin.readline().strip()
    if not given:
        return 0
    answer = answered(drill, parse(given, drill.position))
    print(sentence("draughts.drill.solved" if answer.solved else "draughts.drill.missed", {"move": text(drill.answer)}))
    print(sentence(answer.reason.key, answer.reason.values))
    return 0 if answer.solved else 1


def board(position: Position) -> str:
    """The board as lines: ``l d`` men, ``L D`` kings, ``.`` an empty dark square."""
    rows = []
    for rank in reversed(range(SIZE)):
        squares = range(SIZE * rank, SIZE * rank + SIZE)
        rows.append(f"{rank + 1} " + " ".join(_drawn(position, square) for square in squares))
    return "\n".join([*rows, "  a b c d e f g h"])


def _drawn(position: Position, square: int) -> str:
    side = position.side_at(square)
    if side is None:
        return "." if is_dark(square) else " "
    letter = "l" if side is Side.LIGHT else "d"
    return letter.upper() if position.is_king(square) else letter


def _facts(drill: DraughtsDrill) -> dict[str, Any]:
    return {
        "kind": drill.kind.value,
        "exercise": drill.seed,
        "position": drill.position.fen(),
        "task": sentence(drill.task),
        "answer": text(drill.answer),
        "reason": sentence(drill.reason.key, drill.reason.values),
    }
