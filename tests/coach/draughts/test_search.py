"""The search of draughts: forced wins, shots, draws, and its values against a search that leaves nothing out."""

from __future__ import annotations

from random import Random

import pytest

from companion.coach.draughts.evaluation import SURE, WIN, Value, evaluated, share
from companion.coach.draughts.levels import choose
from companion.coach.draughts.search import Draws, Limits, think
from companion.games.draughts import START, Position, after, legal_moves
from companion.games.draughts.moves import captures, longest
from companion.match.terms import Level
from tests.coach.draughts.boards import board, random_positions


def plain(position: Position) -> Value:
    """Every capture to its end, and what the evaluation says of the quiet position there."""
    taking = longest(captures(position))
    return max(-plain(after(position, move)) for move in taking) if taking else evaluated(position)


@pytest.mark.parametrize("position", random_positions(60, seed=1))
def test_the_best_value_is_that_of_a_search_that_leaves_nothing_out(position: Position) -> None:
    found = think(position, Limits(depth=1), draws=Draws(99, 99)).best.value
    expected = max(-plain(after(position, move)) for move in legal_moves(position))
    assert found == expected or (abs(found) > SURE and abs(expected) > SURE)


def test_a_win_is_counted_out() -> None:
    thought = think(board("Ka1 c3", "h8"), Limits(depth=6))
    assert share(thought.best.value) == 1.0


def test_a_single_legal_move_needs_no_search() -> None:
    assert think(board("a1", "h8"), Limits(seconds=60)).depth == 1


def test_a_third_repetition_is_worth_a_draw() -> None:
    lost = board("Kb8", "Kg1 Ka3 Kc1 Ke1")
    for move in legal_moves(lost):
        one = after(lost, move)
        thought = think(lost, Limits(depth=3), history=[one, lost, one, lost], within=WIN)
        ranked = thought.of(move)
        assert ranked is not None
        assert ranked.value == 0


def test_the_same_nodes_give_the_same_answer() -> None:
    first, second = (think(START, Limits(nodes=3000)) for _ in range(2))
    assert first == second


@pytest.mark.parametrize("level", list(Level))
def test_every_level_makes_legal_moves(level: Level) -> None:
    rng = Random(3)
    for position in random_positions(4, seed=5):
        assert choose(position, (), level, rng) in legal_moves(position)
