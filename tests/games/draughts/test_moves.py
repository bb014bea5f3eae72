"""The number of move sequences from the start, and what the leaflet says of captures."""

from __future__ import annotations

import random

import pytest

from companion.games.draughts import START, Position, after, legal_moves, legal_routes, perft
from tests.games.draughts.boards import random_position

# rhalbersma/dctl, board_08x08: moves alike in start, end and captured pieces counted once, and every way of a capture.
DISTINCT = (7, 49, 302, 1469, 7473, 37628)


@pytest.mark.parametrize("depth", range(1, 7))
def test_the_moves_from_the_start_are_counted(depth: int) -> None:
    assert perft(START, depth) == DISTINCT[depth - 1]


def test_every_way_of_a_capture_is_counted() -> None:
    assert perft(START, 8, routes=True) == 907836


def test_a_capture_that_stops_on_several_squares_of_one_line_is_one_move() -> None:
    position = Position.from_fen("W:WKa1:Bb2,f6")
    assert [(move.start, move.end) for move in legal_moves(position)] == [(0, 54), (0, 63)]
    assert len(legal_routes(position)) == 6


def test_no_two_legal_moves_lead_to_one_position() -> None:
    rng = random.Random(1)
    for _ in range(2_000):
        position = random_position(rng)
        ends = [after(position, move) for move in legal_moves(position)]
        assert len(ends) == len(set(ends)) == len({after(position, move) for move in legal_routes(position)})
