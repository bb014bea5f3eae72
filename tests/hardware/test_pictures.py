"""A frame's picture: whole on demand, small at a glance."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.errors import FramesError
from hardware.pictures import GLANCE_WIDTH, Encoded, Image, Picture, Plain, Planes


def half_white(width: int, height: int) -> Image:
    """Black, its right half white."""
    image = np.zeros((height, width, 3), np.uint8)
    image[:, width // 2 :] = 255
    return image


def kinds(image: Image) -> list[Picture]:
    return [
        Plain(image),
        Planes(np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2YUV_I420), np.uint8)),
        Encoded(cv2.imencode(".jpg", image)[1].tobytes(), "0000.jpg"),
        Encoded(cv2.imencode(".png", image)[1].tobytes(), "0000.png"),
    ]


@pytest.mark.parametrize(("width", "height"), [(1280, 960), (1536, 864), (640, 480), (320, 240)])
@pytest.mark.parametrize("kind", range(4))
def test_every_kind_of_picture_looks_the_same_whole_and_at_a_glance(kind: int, width: int, height: int) -> None:
    image = half_white(width, height)
    picture = kinds(image)[kind]
    assert np.abs(picture.whole().astype(int) - image).mean() < 4
    glance = picture.glance()
    assert glance.ndim == 2
    assert GLANCE_WIDTH <= glance.shape[1] < 2 * GLANCE_WIDTH
    assert glance.shape[0] == pytest.approx(glance.shape[1] * height / width, abs=1)
    assert glance[:, : glance.shape[1] // 2 - 1].mean() < 20  # raw video leaves room below black and above white
    assert glance[:, glance.shape[1] // 2 + 1 :].mean() > 230


def test_a_picture_smaller_than_a_glance_stays_as_it_is() -> None:
    assert all(picture.glance().shape == (48, 64) for picture in kinds(half_white(64, 48)))


@pytest.mark.parametrize("content", [b"", b"no picture", cv2.imencode(".jpg", half_white(64, 48))[1].tobytes()[:-40]])
def test_a_broken_picture_is_named_however_it_is_looked_at(content: bytes) -> None:
    with pytest.raises(FramesError, match="0007: cannot be read as a picture"):
        Encoded(content, "0007").whole()
    with pytest.raises(FramesError, match="0007: cannot be read as a picture"):
        Encoded(content, "0007").glance()
