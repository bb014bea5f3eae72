"""A frame's picture: whole on demand, small at a glance."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.errors import FramesError
from hardware.pictures import (
    GLANCE_WIDTH,
    Box,
    Encoded,
    Image,
    Picture,
    Plain,
    Planes,
    is_black,
    is_torn,
    jpeg,
    same,
)
from tests.hardware.standing_in import planes_of


def half_white(width: int, height: int) -> Image:
    """Black, its right half white."""
    image = np.zeros((height, width, 3), np.uint8)
    image[:, width // 2 :] = 255
    return image


def kinds(image: Image) -> list[Picture]:
    return [
        Plain(image),
        Planes(planes_of(image)),
        Encoded(cv2.imencode(".jpg", image)[1].tobytes(), "0000.jpg"),
        Encoded(cv2.imencode(".png", image)[1].tobytes(), "0000.png"),
    ]


@pytest.mark.slow
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


def checkered(width: int, height: int) -> Image:
    return np.random.default_rng(3).integers(0, 256, (height, width, 3), dtype=np.uint8)


def test_a_rectangle_is_compressed_as_it_is_where_it_fits() -> None:
    image = half_white(640, 480)
    content = jpeg(image, (300, 100, 420, 200), most_bytes=60_000)
    assert np.abs(Encoded(content, "cut").whole().astype(int) - image[100:200, 300:420]).mean() < 4


@pytest.mark.parametrize("most_bytes", [3_000, 20_000, 60_000])
def test_a_picture_gets_smaller_until_it_fits(most_bytes: int) -> None:
    content = jpeg(checkered(1280, 960), (0, 0, 1280, 960), most_bytes=most_bytes)
    assert most_bytes // 4 < len(content) <= most_bytes
    height, width = Encoded(content, "cut").whole().shape[:2]
    assert width / height == pytest.approx(4 / 3, abs=0.05)


def test_a_compressed_rectangle_is_no_wider_than_a_page_needs() -> None:
    assert Encoded(jpeg(half_white(1920, 1080), (0, 0, 1920, 1080), most_bytes=60_000), "cut").whole().shape[1] == 960


def test_a_rectangle_is_cut_at_the_pictures_edge() -> None:
    content = jpeg(half_white(100, 80), (-20, -20, 50, 900), most_bytes=60_000)
    assert Encoded(content, "cut").whole().shape == (80, 50, 3)


@pytest.mark.parametrize("box", [(200, 0, 300, 50), (10, 10, 10, 40), (-30, -30, -5, -5)])
def test_a_rectangle_outside_the_picture_is_named(box: Box) -> None:
    with pytest.raises(FramesError, match="holds nothing of a picture 100 x 80"):
        jpeg(half_white(100, 80), box, most_bytes=60_000)


def test_a_picture_that_cannot_be_made_small_enough_is_named() -> None:
    with pytest.raises(FramesError, match="cannot be compressed to 10 bytes"):
        jpeg(half_white(100, 80), (0, 0, 100, 80), most_bytes=10)


def noisy(shade: int, seed: int) -> Image:
    return np.asarray(shade + np.random.default_rng(seed).integers(0, 5, (96, 128, 3)), dtype=np.uint8)


def test_only_a_camera_that_hangs_gives_the_same_picture_twice() -> None:
    for before, again, after in zip(kinds(noisy(100, 1)), kinds(noisy(100, 1)), kinds(noisy(100, 2)), strict=True):
        assert same(before, again)
        assert not same(before, after)
    first, second, *_ = kinds(noisy(100, 1))
    assert not same(first, second)


def test_black_is_a_picture_in_which_nothing_is_to_be_seen() -> None:
    lamp = noisy(2, 1)
    lamp[:20, :20] = 200
    assert all(is_black(picture) for picture in kinds(noisy(2, 1)))
    assert not any(is_black(picture) for picture in kinds(lamp))
    assert not is_black(Encoded(b"no picture", "0000.jpg"))


@pytest.mark.parametrize("name", ["00.jpg", "09.jpg"])
def test_a_picture_read_with_a_width_that_it_has_not_is_torn(name: str) -> None:
    image = cv2.imread(str(Path(__file__).parents[2] / "companion" / "demo" / "clip" / name), cv2.IMREAD_GRAYSCALE)
    assert image is not None
    whole = np.asarray(cv2.resize(image, (768, 432)), dtype=np.uint8)
    assert not is_torn(whole)
    for width in (640, 704, 832, 960, 1280):
        other = cv2.resize(image, (width, width * 9 // 16)).reshape(-1)
        rows = min(432, other.size // 768)
        assert is_torn(np.asarray(other[: rows * 768].reshape(rows, 768), dtype=np.uint8))


@pytest.mark.parametrize("kind", range(4))
def test_a_small_picture_shows_the_same_made_smaller_by_a_whole_number(kind: int) -> None:
    image = half_white(1536, 864)
    image[:400, :, 2] = 255
    small, factor = kinds(image)[kind].small(800)
    assert (small.shape, factor) == ((432, 768, 3), 2)
    expected = cv2.resize(image, (768, 432), interpolation=cv2.INTER_AREA)
    assert np.abs(small.astype(int) - expected).mean() < 1
    as_it_is, factor = kinds(image)[kind].small(1536)
    assert (as_it_is.shape, factor) == ((864, 1536, 3), 1)
