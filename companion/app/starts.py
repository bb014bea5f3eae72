"""Counts crashed starts: a match that crashes the program twice is not resumed by the next start.

The file ``starts`` in the data folder has a line for each of the last starts that did not end in order, with the
kernel's name for that start of the machine and the seconds since then.  The clock of the machine has no part in it.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from companion.errors import StorageError
from companion.record.machine import Machine
from companion.record.saving import save

log = logging.getLogger(__name__)

FILE_NAME: Final = "starts"
_WITHIN_S: Final = 60.0
_CRASHES: Final = 2
_LONGEST: Final = 4096  # bytes, of a file that anybody may have changed


@contextmanager
def counted(
    folder: Path, *, machine: Machine | None = None, clock: Callable[[], float] = time.monotonic
) -> Iterator[bool]:
    """Count one run of the program; return whether the last two crashed within a minute, so that nothing is to be
    resumed.

    A run that ends by an error, or not at all, counts as crashed once the next one begins, soon after it.
    """
    file, boot, now_s = folder / FILE_NAME, (machine or Machine()).boot_id(), clock()
    begun_s = [at_s for at_s in _begun(file, boot) if at_s <= now_s]
    recent = [at_s for at_s in [*begun_s[1:], now_s] if now_s - at_s <= _WITHIN_S]
    crashed = len(begun_s) >= _CRASHES and len(recent) >= _CRASHES
    try:
        save(file, "".join(f"{boot} {at_s:.1f}\n" for at_s in [*begun_s, now_s][-_CRASHES - 1 :]))
    except StorageError as error:
        log.warning("%s", error)
    yield crashed
    with suppress(OSError):
        file.unlink()


def _begun(file: Path, boot: str) -> list[float]:
    """When the runs of this start of the machine began that have not ended in order."""
    found = []
    with suppress(OSError), file.open("rb") as opened:
        for text in opened.read(_LONGEST).decode(errors="replace").splitlines():
            kernel_id, _, at_s = text.partition(" ")
            with suppress(ValueError):
                found += [float(at_s)] if kernel_id == boot else []
    return sorted(found)
