"""Dice thrown on a board for training: where they come to lie."""

from __future__ import annotations

import math
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from vision.training.throws import Floor, flat, leaning, on_top

GEOMETRY = {"W": 40.0, "D": 36.0, "bar": 3.0, "bar_h": 1.0, "rim": 1.6, "die": 1.3, "d": 2.8, "t": 0.6}
Thrown = tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]


def floor() -> Floor:
    def checker(x: float, y: float, layer: int) -> dict[str, Any]:
        return {"xyz": [x, y, 0.6 * layer], "edge": False, "where": "point", "layer": layer, "lean": False}

    checkers = [checker(5.0, -16.0, 0), checker(5.0, -13.0, 0), checker(-9.0, 15.0, 0), checker(-9.0, 15.0, 1)]
    return Floor(SimpleNamespace(ch=checkers), GEOMETRY)


def corners(thrown: Thrown) -> npt.NDArray[np.float64]:
    middle, turn = thrown
    cube = (np.array(list(np.ndindex(2, 2, 2))) - 0.5) * GEOMETRY["die"]
    return np.asarray(cube @ turn.T + middle)


def thrown(pose: Callable[[Floor, Any, None], Thrown | None]) -> list[tuple[Floor, Thrown]]:
    rng = np.random.default_rng(1)
    dice = [(board := floor(), pose(board, rng, None)) for _ in range(40)]
    found = [(board, die) for board, die in dice if die is not None]
    assert len(found) > 20
    return found


def test_a_flat_die_lies_on_the_field_clear_of_all_checkers() -> None:
    for board, die in thrown(flat):
        ends = corners(die)
        assert ends[:, 2].min() == pytest.approx(0, abs=1e-9)
        assert np.sort(ends[:, 2])[:4] == pytest.approx(0, abs=1e-9)
        assert abs(ends[:, 0]).max() < 20
        assert all(math.dist(die[0][:2], c["xyz"][:2]) > (2.8 + 1.3) / 2 - 0.01 for c in board.checkers)


def test_a_leaning_die_stands_on_one_edge() -> None:
    for _, die in thrown(leaning):
        heights = np.sort(corners(die)[:, 2])
        assert heights[:2] == pytest.approx(0, abs=1e-9)
        assert heights[2] > 0.15 * GEOMETRY["die"]


def test_a_die_on_a_stack_lies_at_its_height() -> None:
    for board, die in thrown(on_top):
        under = min(board.checkers, key=lambda c: math.dist(c["xyz"][:2], die[0][:2]))
        assert corners(die)[:, 2].min() == pytest.approx(board.top(under))


def test_a_leaning_die_reaches_into_no_checker() -> None:
    for board, die in thrown(leaning):
        middle, turn = die
        inside = np.random.default_rng(2).uniform(-0.49, 0.49, (2000, 3)) * GEOMETRY["die"] @ turn.T + middle
        for checker in board.checkers:
            x, y, z = checker["xyz"]
            over = np.hypot(inside[:, 0] - x, inside[:, 1] - y) < 0.99 * GEOMETRY["d"] / 2
            assert not (over & (z < inside[:, 2]) & (inside[:, 2] < z + 0.99 * GEOMETRY["t"])).any()
