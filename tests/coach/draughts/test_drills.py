"""Exercises: one right move each, found again by other means, and the same for the same number."""

from __future__ import annotations

import pytest

from companion.coach.draughts.drills import DrillKind, answered, made
from companion.coach.draughts.search import Limits, think
from companion.coach.draughts.tactics import by_move, king_in, wins_within, worst
from companion.games.draughts import after, legal_moves
from companion.games.draughts.moves import captures
from companion.texts import TEXTS

EACH = [(kind, seed) for kind in DrillKind for seed in (1,)]


@pytest.mark.parametrize(("kind", "seed"), EACH)
def test_an_exercise_has_one_right_move(kind: DrillKind, seed: int) -> None:
    drill = made(kind, seed)
    position, answer = drill.position, drill.answer
    others = [move for move in legal_moves(position) if move != answer]
    assert drill.task in TEXTS
    assert answered(drill, answer).solved
    match kind:
        case DrillKind.CAPTURE:
            assert len(answer.captured) == max(len(move.captured) for move in captures(position))
            assert not others
        case DrillKind.SHOT:
            assert worst(by_move(position, answer, 1)) > 0
            assert all(worst(by_move(position, move)) <= 0 for move in others)
        case DrillKind.PROMOTION:
            assert king_in(position, answer) is not None
            assert all(king_in(position, move) is None for move in others)
        case DrillKind.KINGS:
            assert wins_within(after(position, answer), position.to_move, 6)
            assert not any(wins_within(after(position, move), position.to_move, 4) for move in others)
    for move in others:
        assert not answered(drill, move).solved


def test_the_number_makes_the_exercise() -> None:
    assert made(DrillKind.SHOT, 3) == made(DrillKind.SHOT, 3)
    assert made(DrillKind.SHOT, 3) != made(DrillKind.SHOT, 4)


@pytest.mark.parametrize("seed", [5])
def test_the_engine_finds_the_shots(seed: int) -> None:
    drill = made(DrillKind.SHOT, seed)
    assert think(drill.position, Limits(depth=4)).best.move == drill.answer
