"""Counts wrong PINs, on disk too: after three of them no PIN is accepted for a while, whatever is done to the device.

The wait is measured by the time since the device was started, which no change of its clock moves.  A try is counted
before the PIN is compared, so a pulled plug saves nothing; and a wait that was under way when the device was switched
off begins again with the next start, because nobody knows how long it was off.
"""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from companion.errors import StorageError
from companion.record.saving import save
from companion.settings.director_lock import opens

TRIES: Final = 3
WAIT_S: Final = 30.0
LONGEST_WAIT_S: Final = 900.0

_BOOT: Final = Path("/proc/sys/kernel/random/boot_id")
_LONGEST: Final = 1000

log = logging.getLogger(__name__)


def wait_after_s(wrong: int) -> float:
    """Return for how many seconds no PIN is accepted after so many wrong ones: it doubles with every three.

    >>> [wait_after_s(wrong) for wrong in (2, 3, 4, 6, 9, 60)]
    [0.0, 30.0, 0.0, 60.0, 120.0, 900.0]
    """
    if not wrong or wrong % TRIES:
        return 0.0
    return min(WAIT_S * 2.0 ** min(wrong // TRIES - 1, 10), LONGEST_WAIT_S)


def since_boot_s() -> float:
    """Return the seconds since the device was started."""
    return time.clock_gettime(time.CLOCK_BOOTTIME)


def this_boot() -> str:
    """Return a name for the time since the device was started; empty if it has none."""
    try:
        return _BOOT.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        return ""


class Guard:
    """Decides whether a PIN is accepted.  ``file``: where tries are counted; None = in memory only."""

    def __init__(
        self, file: Path | None = None, *, now_s: Callable[[], float] = since_boot_s, boot: str | None = None
    ) -> None:
        self._file: Final = file
        self._now_s: Final = now_s
        self._boot: Final = this_boot() if boot is None else boot
        self._wrong, self._until_s = self._counted()
        self._keep()

    def waits_s(self) -> float:
        """Return for how many seconds no PIN is accepted; 0 if one is."""
        return max(0.0, self._until_s - self._now_s())

    def admits(self, kept: str, pin: str) -> bool:
        """Return whether this PIN opens the lock; False for any PIN during the waiting time."""
        if self.waits_s():
            return False
        self._count(self._wrong + 1)
        if not opens(kept, pin):
            return False
        self._count(0)
        return True

    def _count(self, wrong: int) -> None:
        self._wrong, self._until_s = wrong, self._now_s() + wait_after_s(wrong)
        self._keep()

    def _keep(self) -> None:
        if self._file is None:
            return
        try:
            if self._wrong:
                values = {"wrong": self._wrong, "boot": self._boot, "until_s": self._until_s}
                save(self._file, json.dumps(values) + "\n")
            else:
                self._file.unlink(missing_ok=True)
        except (StorageError, OSError) as error:
            log.warning("wrong PINs are counted until the program ends only: %s", error)

    def _counted(self) -> tuple[int, float]:
        """The wrong PINs of before, and until when none is accepted.  A file that cannot be read counts as three."""
        values = _read(self._file)
        if values is None:
            return 0, 0.0
        try:
            wrong, boot, until_s = int(values["wrong"]), str(values["boot"]), float(values["until_s"])
            if wrong < 1:
                raise ValueError
        except (KeyError, TypeError, ValueError, OverflowError):
            wrong, boot, until_s = TRIES, "", 0.0
        left_s = wait_after_s(wrong)
        if boot and boot == self._boot:
            left_s = min(left_s, max(0.0, until_s - self._now_s()))
        return wrong, self._now_s() + left_s


def _read(file: Path | None) -> Any:
    """What a file holds, None where there is none."""
    if file is None or not os.path.lexists(file):
        return None
    try:
        with file.open(encoding="utf-8") as opened:
            return json.loads(opened.read(_LONGEST))
    except (OSError, ValueError, RecursionError):
        return {}
