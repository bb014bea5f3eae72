"""Cuts a stream of bytes into the JPEG pictures in it.

A camera that streams sends JPEG after JPEG.  What stands between them (boundaries, headers, with or without a length)
differs from app to app, is often wrong, and is not needed: a JPEG says itself where it ends.  So a picture is complete
as soon as its last byte is there, and not only when the next one begins.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

MOST_BYTES: Final = 16_000_000
"""No camera's JPEG is larger: 50 million pixels at a quality that shows no loss."""

_BEGIN: Final = b"\xff\xd8\xff"
_IN_SCAN: Final = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
"""The marker after the pixels, in which 0xff is followed by 0 or by a restart (ITU-T T.81, B.1.1.2 and B.1.1.5)."""
_MARK, _SOI, _EOI, _SOS = 0xFF, 0xD8, 0xD9, 0xDA
_SOF: Final = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
"""Begin a frame, and hold its height and width (ITU-T T.81, table B.1)."""


@dataclass(frozen=True, slots=True)
class Jpeg:
    """One JPEG as it came; ``width``: in pixels, before any turn that its metadata ask for."""

    content: bytes
    width: int


class Jpegs:
    """The JPEG pictures of a stream; ``more``: gives the bytes that come next, none at its end."""

    def __init__(self, more: Callable[[], bytes]) -> None:
        self._more: Final = more
        self._held: Final = bytearray()
        self._at = 0
        """Where the next marker of the picture that begins with ``_held`` is looked for, 0 = none has begun."""
        self._in_scan = False
        self._width = 0

    def next(self) -> Jpeg | None:
        """The next picture, waited for; None at the end of the stream."""
        while (found := self._cut()) is None:
            came = self._more()
            if not came:
                return None
            self._held.extend(came)
            if len(self._held) > MOST_BYTES:
                self._drop(len(self._held))
        return found

    def _cut(self) -> Jpeg | None:
        """The picture at the beginning of what is held, None where it is not complete."""
        held = self._held
        while True:
            if not self._at and not self._begins():
                return None
            if self._in_scan and not self._leave_scan():
                return None
            if len(held) < self._at + 4 and held[self._at + 1 : self._at + 2] != bytes([_EOI]):
                return None
            mark, code = held[self._at], held[self._at + 1]
            if mark != _MARK or code == _SOI:  # damaged: it goes on with another picture, or with anything
                self._drop(self._at if code == _SOI else 2)
            elif code == _EOI:
                return self._taken(self._at + 2)
            elif code == _MARK:  # a fill byte
                self._at += 1
            else:
                if code in _SOF and len(held) < self._at + 9:
                    return None
                if code in _SOF:
                    self._width = int.from_bytes(held[self._at + 7 : self._at + 9])
                self._in_scan = code == _SOS
                self._at += 2 + int.from_bytes(held[self._at + 2 : self._at + 4])

    def _begins(self) -> bool:
        begin = self._held.find(_BEGIN)
        if begin < 0:
            self._drop(max(0, len(self._held) - len(_BEGIN) + 1))
            return False
        self._drop(begin)
        self._at = 2
        return True

    def _leave_scan(self) -> bool:
        marker = _IN_SCAN.search(self._held, self._at)
        self._at = marker.start() if marker is not None else max(self._at, len(self._held) - 1)
        self._in_scan = marker is None
        return marker is not None

    def _taken(self, end: int) -> Jpeg:
        taken = Jpeg(bytes(self._held[:end]), self._width)
        self._drop(end)
        return taken

    def _drop(self, count: int) -> None:
        del self._held[:count]
        self._at, self._in_scan, self._width = 0, False, 0
