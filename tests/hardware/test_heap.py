"""What is free in the middle of the C heap goes back to the system, and all threads share few heaps."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import heap

_BLOCK = 64 * 1024  # below the size from which glibc maps a block by itself
_BLOCKS = 1000
_HEAPS = """
import ctypes, threading
from hardware import heap
heap.share()
library = ctypes.CDLL(None)
everyone = threading.Barrier(12)
def work():
    everyone.wait()
    library.malloc(1000)
    everyone.wait()
threads = [threading.Thread(target=work) for _ in range(12)]
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
library.malloc_stats()
"""


def resident_kb() -> int:
    status = Path("/proc/self/status").read_text(encoding="ascii")
    return int(status.split("VmRSS:")[1].split()[0])


@pytest.mark.skipif(heap._GLIBC is None, reason="the C library is not glibc")
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


@pytest.mark.skipif(heap._GLIBC is None, reason="the C library is not glibc")
def test_threads_share_two_heaps() -> None:
    done = subprocess.run([sys.executable, "-c", _HEAPS], capture_output=True, text=True, check=True)
    assert done.stderr.count("Arena ") == 2


def test_another_c_library_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_GLIBC", None)
    heap.share()
    heap.trim()
