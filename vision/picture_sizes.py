"""Tells how large a picture is from the beginning of its file, before anything is decoded.

Only what can be told here is decoded at all: a header of a few bytes may ask for gigabytes of memory.
"""

from __future__ import annotations

import re
import struct
from typing import Final, NamedTuple

HEAD: Final = 1 << 20
"""Bytes of a file to look at: camera makers put a preview and notes, some 100 kB, before the picture's own header."""


class Size(NamedTuple):
    """In pixels as stored.  ``row_by_row``: it may be decoded at a part of its size without being held whole."""

    width: int
    height: int
    jpeg: bool = False
    row_by_row: bool = False


_MARKERS_WITHOUT_LENGTH: Final = frozenset({0x01, *range(0xD0, 0xD9)})
_SEQUENTIAL: Final = frozenset({0xC0, 0xC1})
_FRAME_HEADERS: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_PNG: Final = b"\x89PNG\r\n\x1a\n"
_NETPBM: Final = re.compile(rb"P[1-6](?:\s|#[^\n]*\n)+(\d{1,9})(?:\s|#[^\n]*\n)+(\d{1,9})\s")
_TIFF_WIDTH, _TIFF_HEIGHT, _TIFF_SHORT = 256, 257, 3
_MOST_TAGS: Final = 200


def stated_size(head: bytes) -> Size | None:
    """Width and height as a file's header states them, before any turning; None for a format that is not known here."""
    if head.startswith(_PNG) and len(head) >= 24:
        return Size(int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big"))
    if head.startswith(b"BM") and len(head) >= 26:
        width, height = (int.from_bytes(head[at : at + 4], "little", signed=True) for at in (18, 22))
        return Size(abs(width), abs(height))
    if head.startswith(b"\xff\xd8"):
        return _jpeg_size(head)
    if head.startswith(b"RIFF") and head[8:12] == b"WEBP":
        return _webp_size(head)
    if head.startswith((b"II*\0", b"MM\0*")):
        return _tiff_size(head)
    if found := _NETPBM.match(head[:1000]):
        return Size(int(found[1]), int(found[2]))
    return None


def is_cut_png(content: bytes) -> bool:
    """Whether a PNG names a piece longer than what is left of its file: the decoder takes memory for all of it."""
    if not content.startswith(_PNG):
        return False
    at = len(_PNG)
    while at + 12 <= len(content):
        length, kind = struct.unpack_from(">I4s", content, at)
        at += 12 + length
        if kind == b"IEND" and at <= len(content):
            return False
    return True


def _jpeg_size(head: bytes) -> Size | None:
    """From the frame header, found by going from marker to marker (ITU-T T.81, annex B)."""
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker = head[at + 1]
        if marker == 0xFF:  # a fill byte
            at += 1
        elif marker in _MARKERS_WITHOUT_LENGTH:
            at += 2
        elif marker in _FRAME_HEADERS:
            height, width = (int.from_bytes(head[place : place + 2], "big") for place in (at + 5, at + 7))
            return Size(width, height, jpeg=True, row_by_row=marker in _SEQUENTIAL)
        else:
            at += 2 + int.from_bytes(head[at + 2 : at + 4], "big")
    return None


def _webp_size(head: bytes) -> Size | None:
    """From the first chunk (RFC 9649)."""
    kind, content = head[12:16], head[20:30]
    if len(content) < 10:
        return None
    if kind == b"VP8X":
        width, height = (1 + int.from_bytes(content[at : at + 3], "little") for at in (4, 7))
        return Size(width, height)
    if kind == b"VP8L":
        bits = int.from_bytes(content[1:5], "little")
        return Size(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if kind == b"VP8 ":
        width, height = (int.from_bytes(content[at : at + 2], "little") & 0x3FFF for at in (6, 8))
        return Size(width, height)
    return None


def _tiff_size(head: bytes) -> Size | None:
    """From the first directory (TIFF 6.0, section 2); None where that is not in the beginning of the file."""
    order = "<" if head.startswith(b"II") else ">"
    found: dict[int, int] = {}
    try:
        (at,) = struct.unpack_from(f"{order}I", head, 4)
        (tags,) = struct.unpack_from(f"{order}H", head, at)
        for number in range(min(tags, _MOST_TAGS)):
            tag, kind = struct.unpack_from(f"{order}HH", head, at + 2 + 12 * number)
            if tag in (_TIFF_WIDTH, _TIFF_HEIGHT):
                place = at + 2 + 12 * number + 8
                (found[tag],) = struct.unpack_from(f"{order}{'H' if kind == _TIFF_SHORT else 'I'}", head, place)
    except struct.error:
        return None
    return Size(found[_TIFF_WIDTH], found[_TIFF_HEIGHT]) if len(found) == 2 else None
