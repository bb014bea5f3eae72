"""What a process leaves that is killed before each of its file operations in turn: the next start has to mend it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

_OPERATIONS: Final = frozenset({
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.truncate", "os.listdir",
    "sqlite3.connect",
})  # fmt: skip
"""Names of audit events (https://docs.python.org/3/library/audit_events.html); ``open`` counts where it may write."""
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def left_by_kills(folder: Path, act: Callable[[], object]) -> Iterator[int]:
    """Put in a folder's place what a process would leave there that is killed before an operation of an act.

    Yields the number of each operation, from 1.  The act is done once, in a process of its own, which copies the folder
    before each operation: what is on its way to a file then is in neither.
    """
    kept = Path(tempfile.mkdtemp(dir=folder.parent))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # the child takes no lock of another thread
        child = os.fork()
    if child == 0:
        try:
            _act(folder, kept, act)
            os._exit(0)
        except BaseException as error:
            sys.stderr.write(f"{type(error).__name__}: {error}\n")
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == 0
    for number in range(1, len(list(kept.iterdir())) + 1):
        shutil.rmtree(folder, ignore_errors=True)
        if (there := kept / str(number) / folder.name).exists():
            there.rename(folder)
        yield number
    shutil.rmtree(kept)


def _act(folder: Path, kept: Path, act: Callable[[], object]) -> None:
    number, is_copying = 0, False

    def heard(event: str, told: tuple[Any, ...]) -> None:
        nonlocal number, is_copying
        writes = event == "open" and len(told) > 2 and told[2] & _WRITING
        if is_copying or not (event in _OPERATIONS or writes):
            return
        is_copying, number = True, number + 1
        (kept / str(number)).mkdir()
        if folder.exists():
            subprocess.run(["cp", "-a", str(folder), str(kept / str(number))], check=True)  # links stay what they are
        is_copying = False

    sys.addaudithook(heard)
    act()
