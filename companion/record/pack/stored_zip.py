"""A zip file in its plainest form: the files as they are, one after the other, then their list.

Nothing is compressed, and no time is stored, so the same contents are the same file on every machine.  Source: PKWARE's
APPNOTE.TXT 6.3.10, sections 4.3.7 (local header), 4.3.12 (directory) and 4.3.16 (its end).
"""

from __future__ import annotations

import os
import struct
import zlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import BinaryIO, Final

_LOCAL: Final = struct.Struct("<4sHHHHHIIIHH")
_LISTED: Final = struct.Struct("<4sHHHHHHIIIHHHHHII")
_END: Final = struct.Struct("<4sHHHHIIH")
_LOCAL_MARK, _LISTED_MARK, _END_MARK = b"PK\x03\x04", b"PK\x01\x02", b"PK\x05\x06"
_NEEDED: Final = 10
"""The version of the format that is needed to read it: 1.0."""
_MADE: Final = 3 << 8 | _NEEDED
"""By Unix, so that the attributes are a file's mode."""
_MODE: Final = 0o100644 << 16
_UTF8: Final = 1 << 11
_DATE: Final = 1 << 5 | 1
"""1 January 1980, the first day that the format knows."""
LONGEST_NAME: Final = 255  # bytes
MOST_FILES: Final = 0xFFFF
MOST_BYTES: Final = 0xFFFFFFFF
"""More needs another format."""
CHUNK: Final = 1 << 18


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file in a zip file; ``start``: of its content.  ``crc`` as the format wants it."""

    name: str
    start: int
    size: int
    crc: int
    sha256: str


class TooLargeError(ValueError):
    """Raised for more files or bytes than the format can hold."""


class ZipWriter:
    """Writes files into an empty binary file that can be read and sought; :meth:`end` completes it."""

    def __init__(self, file: BinaryIO) -> None:
        self._file: Final = file
        self.files: Final[list[StoredFile]] = []

    def add(self, name: str, chunks: Iterable[bytes]) -> StoredFile:
        """Add a file.  Raises :class:`TooLargeError`."""
        at = self._file.tell()
        self._file.write(local_header(name, 0, 0))
        start, summed, crc = self._file.tell(), sha256(), 0
        for chunk in chunks:
            summed.update(chunk)
            crc = zlib.crc32(chunk, crc)
            self._file.write(chunk)
        end = self._file.tell()
        if end > MOST_BYTES or len(self.files) == MOST_FILES:
            raise TooLargeError(f"{name}: expected at most {MOST_FILES} files and {MOST_BYTES} bytes in all")
        found = StoredFile(name, start, end - start, crc, summed.hexdigest())
        self._file.seek(at)
        self._file.write(local_header(name, found.size, crc))
        self._file.seek(end)
        self.files.append(found)
        return found

    def end(self) -> None:
        self._file.write(directory(self.files, self._file.tell()))


def local_header(name: str, size: int, crc: int) -> bytes:
    """Return the bytes before the content of a file."""
    spelled = name.encode()
    return _LOCAL.pack(_LOCAL_MARK, _NEEDED, _UTF8, 0, 0, _DATE, crc, size, size, len(spelled), 0) + spelled


def directory(files: Sequence[StoredFile], start: int) -> bytes:
    """Return the bytes after the last file, which begin at ``start``."""
    lines = b"".join(
        _LISTED.pack(
            _LISTED_MARK, _MADE, _NEEDED, _UTF8, 0, 0, _DATE, one.crc, one.size, one.size, len(one.name.encode()), 0, 0,
            0, 0, _MODE, one.start - _LOCAL.size - len(one.name.encode()),
        ) + one.name.encode()
        for one in files
    )  # fmt: skip
    return lines + _END.pack(_END_MARK, 0, 0, len(files), len(files), len(lines), start, 0)


@dataclass(frozen=True, slots=True)
class Walked:
    """The files of a zip file from its first byte on, as far as :class:`ZipWriter` writes it so.

    ``whole``: to its last byte.  ``fault``: the name of the first altered file; empty if there is none, or its name is
    unreadable.
    """

    files: tuple[StoredFile, ...]
    whole: bool
    fault: str = ""


def walked(file: BinaryIO) -> Walked:
    """Read a zip file from its first byte on; one part of a file at a time is in memory."""
    files: list[StoredFile] = []
    file.seek(0)
    while len(files) <= MOST_FILES:
        at = file.tell()
        head = file.read(_LOCAL.size)
        if not head.startswith(_LOCAL_MARK):
            tail = directory(files, at)
            file.seek(at)
            # One byte more, since nothing may follow.
            whole = bool(files) and file.read(len(tail) + 1) == tail
            return Walked(tuple(files), whole)
        found = _file(file, head)
        if found is None:
            break
        name, stored = found
        if stored is None:
            return Walked(tuple(files), False, name)
        files.append(stored)
    return Walked(tuple(files), False)


def _file(file: BinaryIO, head: bytes) -> tuple[str, StoredFile | None] | None:
    """The name and the file after a local header, which is None if it is not as it was written."""
    if len(head) < _LOCAL.size:
        return None
    *_, crc, _, size, length, _ = _LOCAL.unpack(head)
    if not 0 < length <= LONGEST_NAME:
        return None
    spelled = file.read(length)
    try:
        name = spelled.decode()
    except UnicodeDecodeError:
        return None
    if head + spelled != local_header(name, size, crc):
        return name, None
    start, left, summed, found_crc = file.tell(), size, sha256(), 0
    while left and (chunk := file.read(min(CHUNK, left))):
        left -= len(chunk)
        summed.update(chunk)
        found_crc = zlib.crc32(chunk, found_crc)
    if left or found_crc != crc:
        return name, None
    return name, StoredFile(name, start, size, crc, summed.hexdigest())


def directory_bytes(file: BinaryIO) -> int | None:
    """Return the length of a zip file's list of files by its own record; None if there is none, or one of a larger
    format.
    """
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END.size - 0xFFFF - 20))
    tail = file.read()
    at = tail.rfind(_END_MARK)
    if at < 0 or len(tail) < at + _END.size or tail[max(0, at - 20) : at].startswith(b"PK\x06\x07"):
        return None
    return int(_END.unpack_from(tail, at)[5])
