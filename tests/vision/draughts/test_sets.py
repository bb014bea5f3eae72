"""Sets of one board, as the net learns from them: their truth is where the pieces are."""

from __future__ import annotations

from functools import cache

import numpy as np

from vision.training.draughts.sets import CANVAS, HAND, MARGIN, PICTURES, made
from vision.training.draughts.view import SQUARE


@cache
def of(seed: int) -> dict[str, np.ndarray]:
    return made(seed)


def test_a_set_begins_with_the_start_position() -> None:
    first = of(1)["squares"][0].reshape(8, 8)
    assert of(1)["canvas"].shape == (PICTURES, CANVAS, CANVAS, 3)
    assert (first[:3] != 1).all()
    assert (first[5:] != 2).all()
    assert [(first == side).sum() for side in (1, 2)] == [12, 12]
    assert first[7, 0] == 1  # a1


def test_each_piece_that_is_seen_is_marked_on_its_square_and_none_on_a_free_one() -> None:
    for ids, squares, seen in zip(of(1)["ids"], of(1)["squares"], of(1)["seen"], strict=True):
        for place in range(64):
            piece = (ids == place + 1) | (ids == place + 65)
            if not squares[place]:
                assert not piece.any()
            elif seen[place] > 0.9 and not (ids == HAND).any():
                rows, columns = np.nonzero(piece)
                there = (np.array([rows.mean(), columns.mean()]) + 0.5) / SQUARE - MARGIN
                assert np.abs(there - (place // 8 + 0.5, place % 8 + 0.5)).max() < 1
                assert (ids[piece] > 64).all() == (squares[place] == 2)


def test_the_same_seed_makes_the_same_set() -> None:
    assert all(np.array_equal(of(2)[name], value) for name, value in made(2).items())
