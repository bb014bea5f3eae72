"""One companion at a time uses a data folder: it holds a lock that names the match at its table.

The system releases the lock when its owner ends, however that happens.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, Final

from companion.errors import StorageError

LOCK: Final = "run.lock"
_LONGEST: Final = 32


class RunLock:
    """The state that the companion using a data folder publishes."""

    def __init__(self, lock: BinaryIO | None) -> None:
        self._lock: Final = lock

    def at_table(self, number: int) -> None:
        """Tell which match is at the table, 0 for none; a disk that does not take it is no trouble of the match."""
        if self._lock is not None:
            with suppress(OSError):
                content = str(number).encode()
                os.pwrite(self._lock.fileno(), content, 0)
                os.ftruncate(self._lock.fileno(), len(content))


@contextmanager
def alone_with(folder: Path) -> Iterator[RunLock]:
    """Use a data folder alone.  Raises :class:`StorageError` where another companion uses it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = _opened(folder / LOCK)
    except OSError:
        # A folder that cannot be written to has no other user either; the journal reports what is wrong with it.
        yield RunLock(None)
        return
    with lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StorageError(f"{folder}: another companion runs on this data folder, expected none") from None
        run_lock = RunLock(lock)
        run_lock.at_table(0)
        yield run_lock


def _opened(path: Path) -> BinaryIO:
    return os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o666), "r+b")


def match_at_table(folder: Path) -> int | None:
    """Return the match at the table of the companion that uses a data folder, 0 where it has none; None without one."""
    try:
        with (folder / LOCK).open("rb") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                content = lock.read(_LONGEST)
                return int(content) if content.isdigit() else 0
    except OSError:
        return None
    return None


@contextmanager
def in_turn(folder: Path) -> Iterator[None]:
    """Change a file of a folder under the folder's lock; without a lock if the folder has none."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except OSError:
        yield
        return
    try:
        with suppress(OSError):
            fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)
