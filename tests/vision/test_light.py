"""Advice on light and place: a good picture gets none, and each way of spoiling it is named."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import cv2
import numpy as np
import pytest

from vision.corners import find_corners
from vision.light import Advice, advice
from vision.observation import Corners
from vision.pictures import load_picture
from vision.rectify import Image

START: Final = Path(__file__).parents[2] / "companion" / "demo" / "clip" / "00.jpg"


@pytest.fixture(scope="module")
def board() -> tuple[Image, Corners]:
    image = load_picture(START)
    return image, find_corners(image)


def scaled(image: Image, factor: float) -> Image:
    """As if less or more light had fallen on it: the factor is of luminance."""
    linear = (image.astype(np.float64) / 255) ** 2.2 * factor
    return np.asarray(np.clip(linear, 0, 1) ** (1 / 2.2) * 255, dtype=np.uint8)


def test_a_good_picture_gets_no_advice(board: tuple[Image, Corners]) -> None:
    assert advice(*board) == ()


@pytest.mark.slow
def test_a_dark_picture_is_too_dark(board: tuple[Image, Corners]) -> None:
    image, corners_px = board
    assert Advice.TOO_DARK in advice(scaled(image, 0.02), corners_px)


def test_a_lamp_that_is_mirrored_in_the_board_is_glare(board: tuple[Image, Corners]) -> None:
    image, corners_px = board
    middle = np.mean(corners_px, axis=0).astype(int)
    glaring = image.copy()
    cv2.circle(glaring, (int(middle[0]), int(middle[1])), image.shape[0] // 7, (255, 255, 255), -1)
    assert Advice.GLARE in advice(glaring, corners_px)


def test_a_lamp_at_one_side_is_uneven_light(board: tuple[Image, Corners]) -> None:
    image, corners_px = board
    across = np.linspace(0, 1, image.shape[1])[None, :, None]
    shade = np.clip(1.6 - 2.2 * across, 0.03, 1) ** (1 / 1.1)
    shaded = np.asarray(image * shade, dtype=np.uint8)
    assert Advice.UNEVEN in advice(shaded, corners_px)


def test_a_lens_out_of_focus_is_blurred(board: tuple[Image, Corners]) -> None:
    image, corners_px = board
    blurred = np.asarray(cv2.GaussianBlur(image, (0, 0), image.shape[1] / 120), dtype=np.uint8)
    assert Advice.BLURRED in advice(blurred, corners_px)


def test_a_board_that_is_far_away_is_small(board: tuple[Image, Corners]) -> None:
    image, corners_px = board
    small = np.asarray(cv2.resize(image, None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    first, second, third, fourth = ((x * 0.15, y * 0.15) for x, y in corners_px)
    assert advice(small, (first, second, third, fourth))[0] is Advice.SMALL


def test_checkers_that_hardly_differ_from_each_other_are_alike(board: tuple[Image, Corners]) -> None:
    image, corners_px = board
    flat = np.asarray(128 + (image.astype(np.float64) - 128) * 0.18, dtype=np.uint8)
    assert Advice.CHECKERS_ALIKE in advice(flat, corners_px)
