"""Keeps the C heap of the process small: few heaps, and what is free in them goes back to the system."""

from __future__ import annotations

import ctypes
from typing import Final

_ARENA_MAX: Final = -8
"""``M_ARENA_MAX`` of glibc's ``malloc.h``."""
_ARENAS: Final = 2
"""So many heaps are shared by all threads; half a day of play holds 5 MB in those of threads, with glibc's 8 a
processor 10, and takes as long."""


def _glibc() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") and hasattr(library, "mallopt") else None


_GLIBC: Final = _glibc()


def share() -> None:
    """Let all threads share few heaps: each heap keeps what is free in it from the others.

    To be called before the threads start.  Source: ``man mallopt``.  Does nothing with another C library than glibc.
    """
    if _GLIBC is not None:
        _GLIBC.mallopt(_ARENA_MAX, _ARENAS)


def trim() -> None:
    """Return the pages of the C heap that nothing uses; takes some milliseconds.

    Pictures come and go in all sizes, and what they leave lies between what stays: glibc returns only what is free at
    the end of its heap by itself.  Source: ``man malloc_trim``.  Does nothing with another C library than glibc.
    """
    if _GLIBC is not None:
        _GLIBC.malloc_trim(0)
