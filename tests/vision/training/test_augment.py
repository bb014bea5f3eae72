"""The sampler of the reader's training sees boards as the reader does; needs torch (extra ``lab``)."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from vision import view
from vision.board import BoardGeometry
from vision.training.canvas import CANVAS_WH, MOST_DICE, PAD, save

torch: Any = pytest.importorskip("torch", reason="needs the extra lab (torch)")
# Not read by the type checker: nor is torch.
augment: Any = importlib.import_module("vision.training.augment")
many_views: Any = importlib.import_module("vision.training.many_views")
reader_sets: Any = importlib.import_module("vision.training.reader_sets")


@pytest.mark.parametrize("depth", [4.1, 5.5, 7.0])
@pytest.mark.parametrize("bar", [0.0, 0.11])
def test_many_boards_at_once_have_the_reader_s_view(bar: float, depth: float) -> None:
    board = BoardGeometry(bar, depth=depth)
    x, y = np.linspace(-30, 540, 200), np.linspace(-30, 440, 200)
    columns, rows = (torch.tensor(values, dtype=torch.float32)[None] + 0.5 for values in (x, y))
    bars, depths = torch.tensor([[bar]]), torch.tensor([[depth]])
    across, down = many_views.field_x(columns, bars), many_views.field_y(rows, depths)
    assert np.allclose(across[0], view.field_x(x, board), atol=1e-4)
    assert np.allclose(down[0], view.field_y(y, board), atol=1e-4)
    assert np.allclose(many_views.view_x(across, bars)[0] - 0.5, x, atol=0.02)
    assert np.allclose(many_views.view_y(down, depths)[0] - 0.5, y, atol=0.02)


def a_set(folder: Path) -> None:
    """A start position's worth of nothing: two pictures, a light checker on the first column of the top row."""
    width, height = CANVAS_WH
    canvas = np.full((height, width, 3), 90, np.uint8)
    ids = np.full((height, width), 60, np.uint8)
    ids[PAD + 34 : PAD + 62, PAD + 50 : PAD + 78] = 1
    canvas[ids == 1] = 230
    points = np.zeros((2, 12, 2), np.int8)
    points[0, 0] = 1, 0
    row = {
        "canvas": canvas, "ids": ids, "pts": points, "bar": np.array([0, 2], np.int8),
        "hidden": np.zeros((2, 12), np.float32), "bar_hidden": np.zeros(1, np.float32),
        "rising": np.array([0.0, -0.5, -0.3], np.float32), "dice": np.zeros((MOST_DICE, 5), np.float32),
        "cube": np.zeros(4, np.float32), "board": np.array([0.08, 5.5], np.float32),
    }  # fmt: skip
    save([row, row], folder / "one.npz")


def test_a_plain_pair_is_what_the_set_holds(tmp_path: Path) -> None:
    a_set(tmp_path)
    sets = reader_sets.Sets([str(tmp_path)], 4, 6, torch.device("cpu"))
    sets.grow()
    batch = augment.Sampler(torch.device("cpu"), plain=True).batch(sets, 2, alone=0.0)
    assert augment.POINT_CLASSES[int(batch.points[0, 0, 0])] == (1, 0)
    assert int(batch.points.sum()) == 4
    assert batch.bar.tolist() == [[0, 2]] * 4
    assert float(batch.view[0, :, 48, 60].mean()) == pytest.approx(230 / 255 - 0.5, abs=0.02)
    board = BoardGeometry(0.08, depth=5.5)
    assert np.allclose(batch.lean[0], view.leaning((0.0, -0.5, -0.3), board), atol=0.01)
    assert batch.layout[0, 0, 10, 7] == pytest.approx(0.2)
    assert batch.layout[0, 4].sum() == 44 * 52


def test_a_reading_alone_is_shown_nothing(tmp_path: Path) -> None:
    a_set(tmp_path)
    sets = reader_sets.Sets([str(tmp_path)], 4, 6, torch.device("cpu"))
    sets.grow()
    assert augment.Sampler(torch.device("cpu")).batch(sets, 3, alone=1.0).layout.abs().sum() == 0
