"""QR codes in a picture of the table."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
import segno

from vision.qr import codes_in
from vision.rectify import Image


def shown(text: str, *, pixel: int = 5, angle: float = 0.0, grey: int = 190) -> Image:
    """A code on a sheet that lies turned on a brown table, as a camera of 800 x 600 sees it."""
    matrix = np.array([[not module for module in row] for row in segno.make(text, error="m").matrix])
    sheet = np.pad(np.kron(matrix, np.ones((pixel, pixel))).astype(bool), 4 * pixel, constant_values=True)
    picture = np.full((600, 800, 3), (40, 70, 110), np.uint8)
    code = np.where(sheet[..., None], grey, 25).astype(np.uint8).repeat(3, axis=2)
    size = code.shape[0]
    turn = cv2.getRotationMatrix2D((size / 2, size / 2), angle, 1.0)
    turn[:, 2] += np.array([400 - size / 2, 300 - size / 2])
    mask = cv2.warpAffine(np.full((size, size), 255, np.uint8), turn, (800, 600))
    picture[mask > 128] = cv2.warpAffine(code, turn, (800, 600))[mask > 128]
    return cv2.GaussianBlur(picture, (3, 3), 0).astype(np.uint8)


@pytest.mark.parametrize("pixel", [4, 5])
@pytest.mark.parametrize("angle", [0.0, 12.0, 90.0, 181.0])
def test_a_code_is_read_however_it_lies(angle: float, pixel: int) -> None:
    text = "companion:1?light=%C5%81ucja&dark=Ben&length=7&rules=tournament&mode=refereed&clock=1&event=Cup"
    assert codes_in(shown(text, pixel=pixel, angle=angle)) == (text,)


@pytest.mark.slow
def test_a_picture_without_a_code_holds_none() -> None:
    noise = np.random.default_rng(3).integers(0, 256, (300, 400, 3), dtype=np.uint8)
    assert codes_in(noise) == ()
    assert codes_in(np.zeros((300, 400, 3), np.uint8)) == ()
