"""Pictures from files."""

from __future__ import annotations

from pathlib import Path

import pytest

from vision.errors import PictureError
from vision.pictures import load_picture


@pytest.mark.parametrize("content", [b"", b"no picture at all", b"\xff\xd8\xff\xe0 broken"])
def test_a_file_that_is_no_picture_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "photo.jpg"
    file.write_bytes(content)
    with pytest.raises(PictureError, match=r"photo\.jpg"):
        load_picture(file)


def test_a_missing_picture_is_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"gone\.png"):
        load_picture(tmp_path / "gone.png")
