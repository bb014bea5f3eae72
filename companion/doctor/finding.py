"""The finding about one checked thing, and functions that ask the system."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Final

PATIENCE_S: Final = 30


class FindingState(Enum):
    """The state of a finding; ``WARNING``: a device that may be absent; the companion works without it."""

    OK = "ok"
    WARNING = "warning"
    FAULT = "fault"


@dataclass(frozen=True, slots=True)
class Finding:
    """One checked thing: what was found, and the remedy if there is a problem."""

    name: str
    state: FindingState
    found: str
    remedy: str = ""


def output(command: Sequence[str], *, extra: Mapping[str, str] | None = None) -> str | None:
    """Return what a program writes to standard output, None if it is missing, fails or hangs."""
    try:
        done = subprocess.run(
            command,
            env={**os.environ, **(extra or {})},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=PATIENCE_S,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def text(path: Path) -> str:
    """Return the text of a small file, "" if it cannot be read."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return ""
