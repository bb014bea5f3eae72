"""What is free in the middle of the C heap goes back to the system."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from hardware import heap

_BLOCK = 64 * 1024  # below the size from which glibc maps a block by itself
_BLOCKS = 1000


def resident_kb() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0])


@pytest.mark.skipif(heap._TRIM is None, reason="the C library has no malloc_trim")
def test_memory_that_is_free_between_what_stays_is_given_back() -> None:
    library = ctypes.CDLL(None)
    library.malloc.restype = ctypes.c_void_p
    library.malloc.argtypes = [ctypes.c_size_t]
    library.free.argtypes = [ctypes.c_void_p]
    blocks = [library.malloc(_BLOCK) for _ in range(_BLOCKS)]
    stays = library.malloc(64)
    for block in blocks:
        ctypes.memset(block, 1, _BLOCK)
    for block in blocks[: _BLOCKS // 2]:
        library.free(block)
    before = resident_kb()
    heap.trim()
    given_back = before - resident_kb()
    for block in [*blocks[_BLOCKS // 2 :], stays]:
        library.free(block)
    assert given_back > _BLOCK * _BLOCKS // 2 // 1024 * 0.8


def test_another_c_library_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_TRIM", None)
    heap.trim()
