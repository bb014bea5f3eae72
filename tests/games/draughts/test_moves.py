"""The number of move sequences from the start, and what the leaflet says of captures."""

from __future__ import annotations

import pytest

from companion.games.draughts import START, perft

# rhalbersma/dctl, board_08x08: moves alike in start, end and captured pieces counted once, and every way of a capture.
DISTINCT = (7, 49, 302, 1469, 7473, 37628, 187302, 907830)


@pytest.mark.parametrize("depth", range(1, 8))
def test_the_moves_from_the_start_are_counted(depth: int) -> None:
    assert perft(START, depth) == DISTINCT[depth - 1]


def test_every_way_of_a_capture_is_counted() -> None:
    assert perft(START, 8, routes=True) == 907836
