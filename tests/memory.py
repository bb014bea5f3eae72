"""The most memory that this process has held: the kernel counts it (Linux, proc_pid_status(5))."""

from __future__ import annotations

import ctypes


def peak_from_here() -> int:
    """Forget what the process held before, however much that was; the bytes that it holds now."""
    with open("/proc/self/clear_refs", "wb", buffering=0) as file:
        file.write(b"5")
    return peak()


def peak_of_its_own() -> int:
    """The same once all that is not used any more is given back, so that nothing new hides in it; takes its time."""
    ctypes.CDLL(None).malloc_trim(0)
    return peak_from_here()


def peak() -> int:
    """The most bytes that the process held since they were last forgotten."""
    with open("/proc/self/status", "rb", buffering=0) as file:
        said = file.read(4096)
    return int(said[said.index(b"VmHWM:") + 6 :].split(maxsplit=1)[0]) * 1024
