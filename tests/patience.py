"""Waiting for what a thread or a process does."""

from __future__ import annotations

import time
from collections.abc import Callable

PATIENCE_S = 120.0
"""Longer than any machine takes, however busy it is, and shorter than the time after which a test is ended."""


def eventually(so: Callable[[], object]) -> bool:
    """Whether something is so in the end."""
    given_up_s = time.monotonic() + PATIENCE_S
    while not (found := so()) and time.monotonic() < given_up_s:
        time.sleep(0.005)
    return bool(found)
