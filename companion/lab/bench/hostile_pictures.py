"""A hundred damaged or hostile picture files; none shows a board."""

from __future__ import annotations

import random
import struct
import zlib
from collections.abc import Iterator
from typing import Final

import cv2
import numpy as np

from vision.overlay import jpeg_of

HUGE: Final = 60_000
"""Pixels: the side of a bomb, 10.8 GB when it is decoded."""
_PARTS: Final = (0.01, 0.1, 0.5, 0.9, 0.99)
_ENDINGS: Final = (".jpg", ".png", ".webp", ".bmp", ".tiff")
_SIGNS: Final = (
    b"\xff\xd8\xff\xe0\x00\x10JFIF\x00", b"\x89PNG\r\n\x1a\n", b"RIFF\xff\xff\xff\x7fWEBPVP8 ", b"BM\xff\xff\xff\x7f",
    b"II*\x00\x08\x00\x00\x00", b"MM\x00*\x00\x00\x00\x08", b"GIF89a", b"P6 ", b"\x76\x2f\x31\x01", b"#?RADIANCE\n",
)  # fmt: skip
"""The first bytes of JPEG, PNG, WebP, BMP, TIFF of either order, GIF, PPM, OpenEXR and Radiance."""


def hostile_pictures(seed: int = 1) -> Iterator[tuple[str, bytes]]:
    """Yield a hundred of them, each with what it is."""
    source = random.Random(seed)
    plain = _plain()
    files = {ending: cv2.imencode(ending, plain)[1].tobytes() for ending in _ENDINGS}
    jpeg, png = files[".jpg"], files[".png"]
    for ending, content in files.items():
        for part in _PARTS:
            yield f"{ending} cut at {part:.0%}", content[: max(1, int(len(content) * part))]
    yield from _bombs()
    yield from _polyglots(jpeg, png)
    yield from _of_another_kind()
    yield from _of_another_size(plain)
    yield from _with_strange_metadata(jpeg)
    for number, sign in enumerate(_SIGNS * 2):
        yield f"noise {number} behind a sign", sign + source.randbytes(5000)
    for ending in _ENDINGS:
        for number in range(3):
            bad = bytearray(files[ending])
            for at in source.sample(range(2, len(bad)), 40):
                bad[at] = source.randrange(256)
            yield f"{ending} with flipped bytes {number}", bytes(bad)


def _plain() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    rows, columns = np.mgrid[0:120, 0:160]
    return np.stack([rows, columns, rows + columns], axis=2).astype(np.uint8)


def _bombs() -> Iterator[tuple[str, bytes]]:
    header = struct.pack(">IIBBBBB", HUGE, HUGE, 8, 2, 0, 0, 0)
    yield "PNG bomb", _png(header, zlib.compress(bytes(1_000_000)))
    yield "PNG bomb of 16 bits", _png(struct.pack(">IIBBBBB", HUGE, HUGE, 16, 6, 0, 0, 0), zlib.compress(bytes(100)))
    yield (
        "wide PNG, all of it",
        _png(struct.pack(">IIBBBBB", HUGE, 600, 8, 2, 0, 0, 0), zlib.compress(bytes((3 * HUGE + 1) * 600))),
    )
    yield "PNG with a piece of 2 GB", b"\x89PNG\r\n\x1a\n" + struct.pack(">I4s", 0x7FFFFFFF, b"IDAT")
    jpeg = bytearray(jpeg_of(_plain()))
    at = jpeg.index(b"\xff\xc0")
    jpeg[at + 5 : at + 9] = struct.pack(">HH", HUGE, HUGE)
    yield "JPEG bomb", bytes(jpeg)
    jpeg[at + 1] = 0xC2
    yield "progressive JPEG bomb", bytes(jpeg)
    yield "BMP bomb", struct.pack("<2sIIIIiiHHIIiiII", b"BM", 100, 0, 54, 40, HUGE, HUGE, 1, 24, 0, 0, 0, 0, 0, 0)
    yield "BMP upside down", struct.pack("<2sIIIIiiHHIIiiII", b"BM", 100, 0, 54, 40, 200, -(2**31), 1, 24, *(0,) * 6)
    yield "PPM bomb", b"P6 60000 60000 255\n" + bytes(1000)
    yield "PPM with a million digits", b"P6 " + b"9" * 1_000_000 + b" 1 255\n"
    yield "GIF bomb", b"GIF89a" + struct.pack("<HHBBB", HUGE, HUGE, 0, 0, 0) + b",\0\0\0\0`\xea`\xea\0\2\0;"
    yield "TIFF bomb", _tiff(((256, HUGE), (257, HUGE), (258, 8), (259, 1), (262, 1), (273, 8), (278, HUGE), (279, 9)))
    yield "TIFF that names itself", _tiff(((256, 200), (257, 200), (34665, 8)), after=8)


def _polyglots(jpeg: bytes, png: bytes) -> Iterator[tuple[str, bytes]]:
    """Files that are two things at once."""
    comment = b"<script>alert(1)</script><?php system('id'); ?>"
    yield "JPEG and ZIP", jpeg + b"PK\x03\x04" + bytes(200) + b"PK\x05\x06" + bytes(18)
    yield "JPEG and page", jpeg[:2] + b"\xff\xfe" + struct.pack(">H", len(comment) + 2) + comment + jpeg[2:]
    yield "JPEG and PNG", jpeg + png
    yield "PNG and JPEG", png + jpeg
    yield "PDF and JPEG", b"%PDF-1.7\n" + jpeg
    yield "GIF and script", b"GIF89a/*" + bytes(20) + b"*/=1;alert(1)//;"
    yield "program and PNG", b"\x7fELF" + bytes(60) + png


def _of_another_kind() -> Iterator[tuple[str, bytes]]:
    yield "nothing", b""
    yield "a byte", b"\xff"
    yield "a text", b"a board of backgammon\n" * 50
    yield "a page", b"<!doctype html><img src=x onerror=alert(1)>"
    yield "SVG", b'<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><script/></svg>'
    yield "a PDF", b"%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF"
    yield "HEIC", b"\0\0\0\x18ftypheic" + bytes(500)
    yield "AVIF", b"\0\0\0\x1cftypavif" + bytes(500)
    yield "a film", b"\0\0\0\x18ftypmp42" + bytes(500)
    yield "a pickle", b"cos\nsystem\n(S'true'\ntR."
    yield "more than 15 MB", jpeg_of(_plain()) + bytes(15_000_000)


def _of_another_size(plain: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> Iterator[tuple[str, bytes]]:
    for height, width in ((1, 1), (1, HUGE), (63, 63), (HUGE, 64)):
        there = np.resize(plain, (height, width, 3))
        yield f"{width}x{height}", cv2.imencode(".png", there)[1].tobytes()


def _with_strange_metadata(jpeg: bytes) -> Iterator[tuple[str, bytes]]:
    """False EXIF: an impossible rotation, places outside the file, an impossible length."""
    for name, order, tag, value in (("turn 99", b"II*\0", 0x0112, 99), ("outside", b"II*\0", 0x8825, 0x7FFFFFFF)):
        entry = struct.pack("<HHHIHH", 1, tag, 3, 1, value & 0xFFFF, value >> 16)
        body = b"Exif\0\0" + order + struct.pack("<I", 8) + entry
        yield f"EXIF: {name}", jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(body) + 2) + body + jpeg[2:]
    yield "EXIF: endless", jpeg[:2] + b"\xff\xe1\xff\xffExif\0\0II*\0\xff\xff\xff\xff" + jpeg[2:]
    yield "EXIF: of no length", jpeg[:2] + b"\xff\xe1\0\0" + jpeg[2:]
    yield "EXIF: alone", jpeg[:2] + b"\xff\xe1\0\x10Exif\0\0II*\0\x08\0\0\0\xff\xd9"


def _png(header: bytes, content: bytes) -> bytes:
    pieces = ((b"IHDR", header), (b"IDAT", content), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body)) for kind, body in pieces
    )


def _tiff(entries: tuple[tuple[int, int], ...], after: int = 0) -> bytes:
    rows = b"".join(struct.pack("<HHII", tag, 4, 1, value) for tag, value in entries)
    return b"II*\0" + struct.pack("<IH", 8, len(entries)) + rows + struct.pack("<I", after)
