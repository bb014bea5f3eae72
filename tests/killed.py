"""Kills a process before each of its file operations in turn: what it leaves has to be mended by the next start."""

from __future__ import annotations

import os
import sys
import warnings
from collections.abc import Callable
from typing import Any, Final

_OPERATIONS: Final = frozenset({
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.truncate", "os.listdir",
    "sqlite3.connect",
})  # fmt: skip
"""Names of audit events (https://docs.python.org/3/library/audit_events.html); ``open`` counts where it may write."""
_KILLED: Final = 137
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def killed_before(operation: int, act: Callable[[], object]) -> bool:
    """Act in a process that ends before this operation, counted from 1, as by SIGKILL; False if it ended by itself."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child takes no lock of another thread
        child = os.fork()
    if child == 0:
        try:
            left = operation

            def heard(event: str, told: tuple[Any, ...]) -> None:
                nonlocal left
                if event in _OPERATIONS or (event == "open" and len(told) > 2 and told[2] & _WRITING):
                    left -= 1
                    if left == 0:
                        os._exit(_KILLED)

            sys.addaudithook(heard)
            act()
            os._exit(0)
        except BaseException as error:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            os._exit(1)
    _, status = os.waitpid(child, 0)
    code = os.waitstatus_to_exitcode(status)
    assert code in (0, _KILLED), f"it ended with {code}"
    return code == _KILLED
