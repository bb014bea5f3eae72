"""Reads facts of the machine: the time, whether that can be trusted, and which start of the machine this is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

RELEASED: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""The program did not exist before this date: a clock that shows an earlier one is wrong."""


def _now() -> datetime:
    return datetime.now(UTC)


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine that the program runs on.

    ``root``: the folder of its files.  ``now``: its clock, with the offset from UTC.
    """

    root: Path = Path("/")
    now: Callable[[], datetime] = _now

    def boot_id(self) -> str:
        """Return the kernel's name for this start of the machine; empty if it gives none."""
        try:
            return (self.root / "proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        except OSError:
            return ""

    def keeps_time(self) -> bool:
        """Return whether the time was set from the network since the start, or a clock runs without power."""
        return any((self.root / place).exists() for place in ("run/systemd/timesync/synchronized", "dev/rtc0"))

    def is_doubtful(self, when: datetime, newest: datetime | None) -> bool:
        """Return whether ``when`` is doubtful as the start of a match; ``newest``: when the one before it began."""
        return when < RELEASED or (newest is not None and when < newest) or not self.keeps_time()
