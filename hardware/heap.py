"""Gives memory that is free inside the process back to the system."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Final


def _trimmer() -> Callable[[int], int] | None:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError):  # another C library than glibc
        return None


_TRIM: Final = _trimmer()


def trim() -> None:
    """Return the pages of the C heap that nothing uses; takes some milliseconds.

    Pictures come and go in all sizes, and what they leave lies between what stays: glibc returns only what is free at
    the end of its heap by itself.  Source: ``man malloc_trim``.  Does nothing where the C library cannot do it.
    """
    if _TRIM is not None:
        _TRIM(0)
