"""Pictures from files, good and bad."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from vision.errors import PictureError
from vision.pictures import load_picture, open_picture
from vision.rectify import Image

HEIC = Path(__file__).with_name("phone.heic")
"""The first picture of the demo's clip, made smaller, as an iPhone stores it that is held upright: with a turn."""
ORANGE = (40, 120, 220)


def plain(width: int = 96, height: int = 80) -> Image:
    """Orange, a white square at the top left."""
    image = np.full((height, width, 3), ORANGE, np.uint8)
    image[: height // 4, : height // 4] = 255
    return image


def encoded(image: npt.NDArray[np.integer[Any]], ending: str, *settings: int) -> bytes:
    return cv2.imencode(ending, image, settings)[1].tobytes()


def saved(folder: Path, content: bytes, name: str = "photo.jpg") -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def turned_by_exif(jpeg: bytes, orientation: int) -> bytes:
    """A JPEG that says how it is to be turned: TIFF 6.0, one entry, tag 0x0112."""
    tiff = b"II*\0\x08\0\0\0" + b"\x01\0" + b"\x12\x01\x03\0\x01\0\0\0" + bytes([orientation, 0, 0, 0]) + bytes(4)
    body = b"Exif\0\0" + tiff
    return jpeg[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2) + body + jpeg[2:]


@pytest.mark.parametrize(
    "content",
    [b"", b"no picture at all", b"\xff\xd8\xff\xe0 broken", b"\x89PNG\r\n\x1a\n", b"BM", b"P6 " + b"1" * 1_000_000],
)
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(PictureError, match=r"photo\.jpg: not a picture, or a broken one"):
        load_picture(saved(tmp_path, content))


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"gone\.png: cannot be read"):
        load_picture(tmp_path / "gone.png")


@pytest.mark.parametrize("ending", [".jpg", ".png", ".bmp"])
def test_a_picture_that_is_cut_short_is_refused_not_half_read(
    tmp_path: Path, ending: str, capfd: pytest.CaptureFixture[str]
) -> None:
    whole = encoded(plain(), ending)
    with pytest.raises(PictureError, match="a broken one"):
        load_picture(saved(tmp_path, whole[: len(whole) * 9 // 10]))
    assert "OpenCV" not in capfd.readouterr().err


def test_a_grey_picture_is_read_as_colour(tmp_path: Path) -> None:
    image = load_picture(
        saved(tmp_path, encoded(np.asarray(cv2.cvtColor(plain(), cv2.COLOR_BGR2GRAY), np.uint8), ".png"))
    )
    assert image.shape == (80, 96, 3)
    assert (image[..., 0] == image[..., 2]).all()


def test_sixteen_bits_become_eight(tmp_path: Path) -> None:
    image = load_picture(saved(tmp_path, encoded(plain().astype(np.uint16) * 257, ".png")))
    assert image.dtype == np.uint8
    assert image[-1, -1].tolist() == list(ORANGE)


def test_transparency_is_ignored(tmp_path: Path) -> None:
    clear = np.dstack([plain(), np.zeros((80, 96), np.uint8)])
    assert load_picture(saved(tmp_path, encoded(clear, ".png")))[-1, -1].tolist() == list(ORANGE)


def test_a_picture_is_turned_as_its_file_says(tmp_path: Path) -> None:
    upright = load_picture(saved(tmp_path, turned_by_exif(encoded(plain(), ".jpg"), 6)))
    assert upright.shape == (96, 80, 3)  # a quarter turn clockwise: the square comes to the top right
    assert upright[5, -5].min() > 230
    assert upright[5, 5].min() < 60


@pytest.mark.parametrize(("width", "height"), [(63, 400), (400, 20), (1, 1)])
def test_a_tiny_picture_is_refused_with_its_size(tmp_path: Path, width: int, height: int) -> None:
    with pytest.raises(PictureError, match=rf"too small, {width}x{height} pixels; expected at least 64"):
        load_picture(saved(tmp_path, encoded(np.zeros((height, width, 3), np.uint8), ".jpg")))


def test_the_picture_of_an_iphone_is_turned_once_as_it_says() -> None:
    image = open_picture(HEIC).image_bgr
    assert image.shape == (480, 640, 3), "it is stored standing"
    lying = cv2.resize(
        load_picture(HEIC.parents[2] / "companion" / "demo" / "clip" / "00.jpg"),
        (640, 480),
        interpolation=cv2.INTER_AREA,
    )
    assert np.abs(lying.astype(float) - image).mean() < 8


def test_a_broken_picture_of_an_iphone_and_a_missing_library_are_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    content = HEIC.read_bytes()
    for bad in (content[:1000], content[:8] + b"mif1" + content[12:500]):
        with pytest.raises(PictureError, match="HEIC that cannot be read"):
            open_picture(saved(tmp_path, bad))
    monkeypatch.setitem(sys.modules, "pi_heif", None)
    with pytest.raises(PictureError, match="HEIC that cannot be read"):
        open_picture(HEIC)


@pytest.mark.parametrize(("width", "height"), [(64, 1281), (1281, 64)])
def test_a_strip_is_refused_with_its_size(tmp_path: Path, width: int, height: int) -> None:
    with pytest.raises(PictureError, match=rf"too narrow, {width}x{height} pixels"):
        open_picture(saved(tmp_path, encoded(plain(width, height), ".png")))


def huge_jpeg(*settings: int) -> bytes:
    """A little more than may be read whole; one grey, so it is small and quick to make."""
    return encoded(np.full((2016, 8000), 90, np.uint8), ".jpg", *settings)


def test_a_huge_jpeg_is_read_smaller_and_places_are_converted(tmp_path: Path) -> None:
    picture = open_picture(saved(tmp_path, huge_jpeg()))
    assert picture.reduced == 2
    assert picture.image_bgr.shape == (1008, 4000, 3)
    corners = ((0.0, 0.0), (7999.0, 0.0), (7999.0, 2015.0), (0.0, 2015.0))
    assert picture.here(corners)[2] == (3999.25, 1007.25)
    assert picture.stored(picture.here(corners)) == corners


def test_a_huge_jpeg_is_refused_where_its_own_size_is_wanted(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"photo\.jpg: too large"):
        load_picture(saved(tmp_path, huge_jpeg()))


def stating(size: tuple[int, int], ending: str, *settings: int) -> bytes:
    """A picture whose header states another size than it has."""
    content = encoded(np.full((72, 72), 90, np.uint8), ending, *settings)
    width, height = size
    if ending == ".png":
        return content[:16] + width.to_bytes(4) + height.to_bytes(4) + content[24:]
    if ending == ".bmp":
        return content[:18] + width.to_bytes(4, "little") + height.to_bytes(4, "little") + content[26:]
    stated = (72).to_bytes(2) * 2
    return content.replace(b"\x08" + stated, b"\x08" + height.to_bytes(2) + width.to_bytes(2), 1)


@pytest.mark.parametrize(
    ("ending", "settings"), [(".png", ()), (".bmp", ()), (".jpg", (cv2.IMWRITE_JPEG_PROGRESSIVE, 1))]
)
def test_a_huge_picture_that_must_be_held_whole_is_refused_unread(
    tmp_path: Path, ending: str, settings: tuple[int, ...]
) -> None:
    with pytest.raises(PictureError, match="too large, 12000x9000 pixels; expected a baseline JPEG"):
        open_picture(saved(tmp_path, stating((12000, 9000), ending, *settings)))


def test_a_forged_header_makes_no_progressive_jpeg_a_baseline_one(tmp_path: Path) -> None:
    jpeg = stating((12000, 9000), ".jpg", cv2.IMWRITE_JPEG_PROGRESSIVE, 1)
    forged = b"\xff\xc0\0\x11\x08" + (9000).to_bytes(2) + (12000).to_bytes(2)
    comment = b"\xff\xfe" + (len(forged) + 2).to_bytes(2) + forged
    with pytest.raises(PictureError, match="too large, 12000x9000 pixels; expected a baseline JPEG"):
        open_picture(saved(tmp_path, jpeg[:2] + comment + jpeg[2:]))


def test_a_picture_of_usual_size_is_read_as_it_is(tmp_path: Path) -> None:
    picture = open_picture(saved(tmp_path, encoded(plain(1280, 960), ".jpg")))
    assert picture.reduced == 1
    assert picture.here([(3.0, 4.5)]) == ((3.0, 4.5),)
