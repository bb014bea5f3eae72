"""Meshes: their size, and that their sides look outwards."""

from __future__ import annotations

import numpy as np
import pytest

from vision.training.raster import shapes


@pytest.mark.parametrize("profile", ["plain", "dish", "rimmed", "groove", "rings", "dome"])
def test_a_checker_is_as_wide_and_high_as_asked(profile: str) -> None:
    vertices = shapes.checker(4.0, 1.0, profile).vertices
    assert np.ptp(vertices[:, 0]) == pytest.approx(4.0, abs=0.03)
    assert vertices[:, 2].min() == 0
    assert 1.0 <= vertices[:, 2].max() <= 1.13
    rim = vertices[np.hypot(vertices[:, 0], vertices[:, 1]) > 1.99]
    assert ((rim[:, :2] * rim[:, 3:5]).sum(1) > 0).all()


def test_a_box_looks_outwards_and_shows_each_side_its_picture() -> None:
    vertices = shapes.box(np.full(3, 2.0), 0.2, (0, 5, 1, 4, 2, 3)).vertices
    assert np.abs(vertices[:, :3]).max() == pytest.approx(1.0)
    assert ((vertices[:, :3] * vertices[:, 3:6]).sum(1) > 0).all()
    top = vertices[(vertices[:, 2] > 0.99) & (np.abs(vertices[:, :2]).max(1) < 0.5)]
    assert (top[:, 7] < 1 / 6).all()


def test_a_flat_piece_shows_the_first_row_of_its_picture_at_its_far_edge() -> None:
    vertices = shapes.rectangle(-1, 1, -2, 2, 0.0).vertices
    assert vertices[vertices[:, 1] == 2, 7].max() == 0
