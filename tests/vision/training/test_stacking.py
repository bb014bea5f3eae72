"""Stacks put up out of single checkers."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.training.samples import CANVAS_WH, Face, Sample
from vision.training.stacking import stacked

RISING = np.array([0.9, -0.3, 0.0])
THICK = 9.0
FOOT = np.array([(200.0, 150.0), (420.0, 300.0)])
RIM = np.stack([19 * np.cos(np.linspace(0, 6.2, 24)), 19 * np.sin(np.linspace(0, 6.2, 24))], 1)


def two_checkers(singles: tuple[int, int] = (1, 2)) -> Sample:
    canvas = np.full((CANVAS_WH[1], CANVAS_WH[0], 3), 90, np.uint8)
    ids = np.zeros(canvas.shape[:2], np.uint8)
    for number, foot in enumerate(FOOT, start=1):
        cv2.circle(canvas, foot.astype(int).tolist(), 19, (230, 230, 230), -1)
        cv2.circle(ids, foot.astype(int).tolist(), 19, number, -1)
    tops = FOOT + THICK * RISING[:2]
    stacks = np.column_stack([FOOT, tops, np.ones(2), np.ones(2)])
    return Sample(
        name="two",
        canvas=canvas,
        ids=ids,
        stacks=stacks,
        light=np.array([True, True]),
        singles=np.array(singles),
        rising=RISING,
        thick=THICK,
        off_ids=(),
        dice=np.zeros((0, 2)),
        cubes=np.zeros((0, 2)),
        bar=np.zeros((4, 2)),
        faces=tuple(Face(n, RIM + top) for n, top in enumerate(tops, start=1)),
        cube_cut=None,
    )


@pytest.mark.parametrize("seed", range(5))
def test_every_further_checker_moves_the_top_by_one_thickness(seed: int) -> None:
    after = stacked(two_checkers(), np.random.default_rng(seed))
    high = after.stacks[:, 4]
    assert high.max() >= 2
    sloppy = np.abs(after.stacks[:, 2:4] - after.stacks[:, :2] - (high * THICK)[:, None] * RISING[:2])
    assert sloppy.max() < 8


@pytest.mark.parametrize("seed", range(5))
def test_picture_mask_and_face_show_the_upper_checker_where_it_is(seed: int) -> None:
    after = stacked(two_checkers(), np.random.default_rng(seed))
    for number, stack, face in zip((1, 2), after.stacks, after.faces, strict=True):
        x, y = np.round(face.rim.mean(0)).astype(int)
        assert np.hypot(*(face.rim.mean(0) - stack[2:4])) < 1
        if stack[4] > 1:
            assert after.ids[y, x] == number
            assert after.canvas[y, x, 0] > 200


def test_nothing_is_put_on_checkers_that_do_not_lie_alone() -> None:
    before = two_checkers(singles=(0, 0))
    assert stacked(before, np.random.default_rng(1)) is before


def test_the_sample_itself_stays_as_it_is() -> None:
    before = two_checkers()
    stacked(before, np.random.default_rng(1))
    assert before.stacks[:, 4].tolist() == [1, 1]
    assert int((before.ids == 1).sum()) == int((two_checkers().ids == 1).sum())
