"""Tries a new release before it takes over: in its own folder, with its own packages."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any, Final

from companion.errors import InputError
from companion.updating.environment import LINK

JOURNAL: Final = "journal.sqlite3"

_PATIENCE_S: Final = 1200.0
"""For the demo above all, which takes nine minutes on a device that is emulated and where nothing else is done."""
_LIBRARIES: Final = "import cv2, gpiozero, kivy, nacl.signing, numpy"
_PACKAGES: Final = ("companion", "hardware", "vision")
_QUIET: Final = {"KIVY_NO_ARGS": "1", "KIVY_NO_CONSOLELOG": "1", "KIVY_NO_FILELOG": "1"}
# They belong to the running release or to the service: not for the new one.
_NOT_PASSED_ON: Final = ("PYTHONPATH", "PYTHONHOME", "COMPANION_DATA", "NOTIFY_SOCKET", "WATCHDOG_USEC")


def refuse_broken(release: Path, data_dir: Path) -> None:
    """Load the libraries, compile all modules, play the bundled game, and read a copy of the matches with a release.

    What is compiled stays: the service cannot write beside the modules, and would compile them at every start.

    Raises :class:`InputError` with what failed; the data of this device is not changed.
    """
    with tempfile.TemporaryDirectory(prefix="companion-trial-") as scratch:
        folder = Path(scratch)
        _run(release, ["-c", _LIBRARIES], folder, "its libraries cannot be loaded")
        _run(release, ["-m", "compileall", "-q", *_PACKAGES], folder, "its modules cannot be compiled")
        played = _companion(release, ["demo", "--headless", "--json"], folder / "demo", "it does not play the demo")
        if not played.get("events"):
            raise InputError("the new release was not taken: it reads nothing in the demo")
        if (data_dir / JOURNAL).exists():
            (folder / "data").mkdir()
            with (
                closing(sqlite3.connect(data_dir / JOURNAL)) as journal,
                closing(sqlite3.connect(folder / "data" / JOURNAL)) as copy,
            ):
                journal.backup(copy)
            _run(release, ["-m", "companion", "archive", "list", "--json", "--data-dir", str(folder / "data")], folder,
                 "it cannot read the recorded matches")  # fmt: skip


def _companion(release: Path, words: list[str], data_dir: Path, why: str) -> dict[str, Any]:
    said = _run(release, ["-m", "companion", *words, "--data-dir", str(data_dir)], data_dir.parent, why)
    try:
        answer = json.loads(said)
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise InputError(f"the new release was not taken: {why} (it said {said[-80:]!r})")
    return answer


def _run(release: Path, words: list[str], home: Path, why: str) -> str:
    kept = {name: value for name, value in os.environ.items() if name not in _NOT_PASSED_ON}
    try:
        done = subprocess.run(
            ["nice", str(release / LINK / "bin" / "python"), *words],
            cwd=release,  # its modules are found first
            env=kept | _QUIET | {"HOME": str(home)},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_PATIENCE_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise InputError(f"the new release was not taken: {why} within {_PATIENCE_S:.0f} seconds") from None
    except OSError as error:
        raise InputError(f"the new release was not taken: {why} ({error})") from error
    if done.returncode:
        said = ((done.stderr.strip() or done.stdout.strip()).splitlines() or [f"exit {done.returncode}"])[-1]
        raise InputError(f"the new release was not taken: {why} ({said})")
    return done.stdout
