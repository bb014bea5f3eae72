"""Has anything moved?"""

from __future__ import annotations

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.stillness import Grey, moved

RNG = np.random.default_rng(7)
TABLE: Grey = np.asarray(cv2.GaussianBlur(RNG.integers(0, 255, (480, 640), np.uint8), (0, 0), 8) * 2.0 - 60, np.uint8)
ROWS = np.arange(480)[:, None]


def as_grey(levels: npt.NDArray[np.float64]) -> Grey:
    return np.asarray(np.clip(levels, 0, 255), dtype=np.uint8)


def noisy(image: Grey, seed: int, deviation: float = 4.0) -> Grey:
    """With noise as cameras leave it: neighbouring pixels share theirs."""
    noise = cv2.GaussianBlur(np.random.default_rng(seed).normal(0, 1, image.shape), (0, 0), 1.2)
    return as_grey(image + noise * (deviation / noise.std()))


def lit(image: Grey, light: float | npt.NDArray[np.float64]) -> Grey:
    """The picture under another light: linear in the light, not in the picture's levels (sRGB's power of 2.2)."""
    linear = (image / 255.0) ** 2.2 * np.asarray(light)
    return as_grey(255 * linear ** (1 / 2.2))


def with_spot(x: int, y: int, radius: int, level: int) -> Grey:
    image = TABLE.copy()
    cv2.circle(image, (x, y), radius, level, -1)
    return image


@pytest.mark.parametrize("deviation", [2.0, 6.0, 14.0])
def test_noise_is_no_movement(deviation: float) -> None:
    assert not moved(noisy(TABLE, 1, deviation), noisy(TABLE, 2, deviation))


@pytest.mark.parametrize("light", [0.8, 1.25])
def test_a_light_that_is_turned_up_or_down_is_no_movement(light: float) -> None:
    assert not moved(noisy(TABLE, 1), noisy(lit(TABLE, light), 2))


def test_bands_that_the_mains_send_over_the_picture_are_no_movement() -> None:
    first, second = (lit(TABLE, 1 + 0.1 * np.sin(ROWS / 30 + phase)) for phase in (0.0, 2.0))
    assert not moved(noisy(first, 1), noisy(second, 2))


def test_a_lamp_that_lights_one_side_is_seen_so_that_the_board_is_looked_at_again() -> None:
    assert moved(TABLE, lit(TABLE, 1 + 2 * np.linspace(0, 1, 640)[None] ** 4))


def test_a_checker_that_went_elsewhere_is_movement() -> None:
    assert moved(noisy(with_spot(200, 200, 18, 240), 1), noisy(with_spot(300, 260, 18, 240), 2))


def test_even_one_small_die_is_movement() -> None:
    assert moved(noisy(TABLE, 1), noisy(with_spot(300, 260, 6, 250), 2))


def test_a_bump_of_the_camera_is_movement() -> None:
    board = TABLE.copy()
    cv2.rectangle(board, (160, 120), (480, 360), 30, 12)
    assert moved(noisy(board, 1), noisy(np.roll(board, 3, axis=1), 2))


def test_pictures_of_different_sizes_can_be_compared() -> None:
    half = np.asarray(cv2.resize(TABLE, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), np.uint8)
    assert not moved(TABLE, half)
