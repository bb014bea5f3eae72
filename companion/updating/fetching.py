"""Copies a release file from its stick, and finds every byte of the copy to be the signed one."""

from __future__ import annotations

import hashlib
import os
import stat
from pathlib import Path
from typing import IO, Final

from companion.errors import InputError, StorageError
from companion.updating.signing import Statement
from companion.updating.unpacking import refuse_full

_CHUNK: Final = 2**20


def signed_statement(file: Path, version: str, *, packages: bool) -> Statement:
    """Return what a maintainer signs of a release file that was just packed."""
    with file.open("rb") as content:
        summed = hashlib.file_digest(content, "sha256").hexdigest()
        return Statement(version, packages, os.fstat(content.fileno()).st_size, summed)


def fetched(file: Path, signed: Statement, into: Path) -> Path:
    """Copy a release file into a folder and return the copy, which is the signed file byte for byte.

    A stick can give other bytes when it is read a second time, so what was not copied is not checked either.
    Raises :class:`InputError` for any other file, and :class:`StorageError` if the disk has no room; then there is
    no copy.
    """
    refuse_full(into, signed.size, f"{file.name} is copied before it is unpacked")
    copy = into / file.name
    try:
        with _opened(file) as content, copy.open("xb") as written:
            same = _copied(content, written, signed)
    except OSError as error:
        copy.unlink(missing_ok=True)
        if isinstance(error, StorageError):
            raise
        raise StorageError(f"{file}: cannot be copied ({error.strerror or error})") from error
    if not same:
        copy.unlink()
        raise InputError(f"{file}: is not the file that was signed: it was damaged or changed; fetch it again")
    return copy


def _opened(file: Path) -> IO[bytes]:
    try:
        content = os.fdopen(os.open(file, os.O_RDONLY | os.O_NONBLOCK), "rb")
    except (FileNotFoundError, IsADirectoryError):
        raise InputError(f"{file}: not found; give a release of the companion") from None
    if not stat.S_ISREG(os.fstat(content.fileno()).st_mode):
        content.close()
        raise InputError(f"{file}: not a file; give a release of the companion")
    return content


def _copied(content: IO[bytes], written: IO[bytes], signed: Statement) -> bool:
    """Copy as many bytes as are signed; whether they, and nothing more, are the signed ones."""
    summed, left = hashlib.sha256(), signed.size
    while chunk := content.read(min(_CHUNK, left + 1)):
        left -= len(chunk)
        if left < 0:
            return False
        summed.update(chunk)
        written.write(chunk)
    return not left and summed.hexdigest() == signed.sha256
