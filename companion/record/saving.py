"""Writes a file whole or not at all."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from companion.errors import StorageError


def save(path: Path, content: str | bytes, *, private: bool = False) -> None:
    """Write bytes or UTF-8 text to a file, on disk when this returns; a file already there stays whole on failure.

    ``private``: nobody else may read it, from now on.  Raises :class:`StorageError` naming the file and the cause.
    """
    with whole(path, private=private) as file:
        file.write(content if isinstance(content, bytes) else content.encode())


@contextmanager
def whole(path: Path, *, private: bool = False) -> Iterator[BinaryIO]:
    """Open a file to be written, and read again meanwhile; it gets its name, and is on disk, when it is complete.

    ``private``: as in :func:`save`.  A file already there stays whole on failure.  Raises :class:`StorageError` naming
    the file and the cause.
    """
    try:
        handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.", suffix=".part")
        try:
            with os.fdopen(handle, "w+b") as file:
                yield file
                file.flush()
                os.fsync(file.fileno())
            os.chmod(temporary, 0o600 if private else _mode(path))
            os.replace(temporary, path)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise
        sync(path.parent)  # the rename itself must survive a power cut
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(f"{path}: cannot be written ({error.strerror})") from error


def _mode(path: Path) -> int:
    # A temporary file is private; the finished one is as readable as its predecessor or any new file.
    if path.exists():
        return path.stat().st_mode & 0o777
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask


def sync(path: Path) -> None:
    """Sync a file or a folder: its content, or its list of files, survives a power cut from now on."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
