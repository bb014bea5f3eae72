"""JPEG pictures are cut out of a stream, however it is framed and wherever its bytes are parted."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.cameras.jpegs import Jpegs
from tests.hardware.served import jpeg, part


def cut(stream: bytes, step: int) -> list[bytes]:
    """The pictures of a stream that comes ``step`` bytes at a time."""
    rest = [stream[at : at + step] for at in range(0, len(stream), step)]
    jpegs = Jpegs(lambda: rest.pop(0) if rest else b"")
    return [found.content for found in iter(jpegs.next, None)]


def noisy(width: int = 90, height: int = 60) -> bytes:
    """Of many bytes, 0xff and line breaks among them."""
    image = np.random.default_rng(3).integers(0, 255, (height, width, 3), np.uint8)
    told = [cv2.IMWRITE_JPEG_QUALITY, 98, cv2.IMWRITE_JPEG_RST_INTERVAL, 4]
    return cv2.imencode(".jpg", image, told)[1].tobytes()


def with_thumbnail(content: bytes) -> bytes:
    """With another picture in its metadata, as telephones put it there."""
    small = jpeg(10)
    return content[:2] + b"\xff\xe1" + (len(small) + 8).to_bytes(2) + b"Exif\0\0" + small + content[2:]


PICTURES = [jpeg(50), noisy(), with_thumbnail(jpeg(99)), jpeg(200)]
STREAMS = {
    "with lengths": b"".join(map(part, PICTURES)),
    "without lengths": b"".join(part(each, length=False) for each in PICTURES),
    "an odd boundary": b"".join(part(each, boundary="--=_/odd?'") for each in PICTURES),
    "nothing between": b"".join(PICTURES),
    "only line feeds": b"".join(b"--x\nContent-type:image/jpeg\n\n" + each + b"\n" for each in PICTURES),
    "bytes before the first": b"\r\n\xff\xd8 no picture\r\n" + b"".join(map(part, PICTURES)),
}


@pytest.mark.parametrize("step", [1, 7, 100_000])
@pytest.mark.parametrize("name", STREAMS)
def test_every_picture_comes_whole(name: str, step: int) -> None:
    assert cut(STREAMS[name], step) == PICTURES


def test_a_picture_is_there_with_its_last_byte_and_not_with_the_next_one() -> None:
    rest = [part(PICTURES[0], length=False).rstrip(b"\r\n")]
    jpegs = Jpegs(lambda: rest.pop(0))
    found = jpegs.next()
    assert found is not None
    assert found.content == PICTURES[0]


def test_a_picture_cut_short_is_left_out() -> None:
    assert cut(part(noisy()[:500]) + part(PICTURES[0]) + part(PICTURES[3]), 64)[-2:] == [PICTURES[0], PICTURES[3]]


def test_a_picture_tells_its_width() -> None:
    rest = [noisy(width=90)]
    jpegs = Jpegs(lambda: rest.pop(0))
    found = jpegs.next()
    assert found is not None
    assert found.width == 90


def test_what_never_ends_is_not_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.cameras.jpegs.MOST_BYTES", 10_000)
    chunks = [b"\xff\xd8\xff\xe0\0\x10" + bytes(14) + b"\xff\xda\0\x08" + bytes(6), *[bytes(1000)] * 30, PICTURES[0]]
    rest = list(chunks)
    jpegs = Jpegs(lambda: rest.pop(0) if rest else b"")
    found = jpegs.next()
    assert found is not None
    assert found.content == PICTURES[0]
