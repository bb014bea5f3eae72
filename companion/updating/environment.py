"""Makes the environment of a release: its Python packages, shared by all releases with the same needs."""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from companion.errors import StorageError
from companion.updating.unpacking import refuse_full

FOLDER: Final = "environments"
LINK: Final = ".venv"
"""The link in a release that leads to its environment; the script ``run`` uses it."""

LOCK: Final = "requirements-device.txt"
"""The file of a release that names its packages, each in one version with the checksums of its wheels."""

_WHOLE: Final = ".whole"
_ROOM: Final = 700 * 2**20
"""Bytes that an environment needs while it is made; 400 MB of them are permanent."""
_MODEL: Final = Path("/proc/device-tree/model")


def environment(
    home: Path, dependencies: Sequence[str], *, wheels: Path | None = None, lock: Path | None = None
) -> Path:
    """Return the environment with these packages; if there is none yet, make it, which takes minutes.

    Packages come from ``wheels`` if that is given and sufficient, else from PyPI.  ``lock``: the release's file that
    names each of them in one version with its checksums; no other file is installed then.  Raises
    :class:`StorageError` if they cannot be fetched, or there is no room for them.
    """
    folder = home / FOLDER / _key(dependencies, lock)
    if is_whole(folder):
        return folder
    refuse_full(home, _ROOM, "Python packages need so much")
    shutil.rmtree(folder, ignore_errors=True)
    folder.parent.mkdir(parents=True, exist_ok=True)
    try:
        _make(folder, wanted(dependencies, lock), wheels)
    except BaseException:
        shutil.rmtree(folder, ignore_errors=True)
        raise
    (folder / _WHOLE).touch()
    return folder


def is_whole(folder: Path) -> bool:
    """Return whether an environment is complete and its Python still runs: a system upgrade may remove it."""
    return (folder / _WHOLE).exists() and os.access(folder / "bin" / "python", os.X_OK)


def wanted(dependencies: Sequence[str], lock: Path | None) -> list[str]:
    """Return the words by which pip is told what to fetch or install."""
    return ["--require-hashes", "--requirement", str(lock)] if lock is not None else list(dependencies)


def _key(dependencies: Sequence[str], lock: Path | None) -> str:
    parts = [*sorted(dependencies), platform.machine(), f"{sys.version_info.major}.{sys.version_info.minor}"]
    if lock is not None:
        parts.append(hashlib.sha256(lock.read_bytes()).hexdigest())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def _make(folder: Path, packages: Sequence[str], wheels: Path | None) -> None:
    # On a Pi the pin library is a system package, which the environment has to see.
    shared = ["--system-site-packages"] if _is_a_pi() else []
    said = _failed([sys.executable, "-m", "venv", *shared, str(folder)])
    if said is not None:
        raise StorageError(f"{folder}: the Python environment was not made ({said})")
    sources = [["--no-index", "--find-links", str(wheels)]] if wheels is not None and wheels.is_dir() else []
    for source in [*sources, ["--retries", "1"]]:
        said = _failed([
            # Not in memory, where the service has its temporary files.
            "env", f"TMPDIR={folder}", str(folder / "bin" / "python"), "-m", "pip", "install",
            "--disable-pip-version-check", "--no-input", "--no-cache-dir", "--only-binary=:all:", *source,
            *packages,
        ])  # fmt: skip
        if said is None:
            return
    raise StorageError(
        "this release needs Python packages that this device lacks: connect it to the network and use "
        f"'companion update' in a terminal, or take the release file with packages in it (pip said: {said})"
    )


def _is_a_pi() -> bool:
    try:
        return b"Raspberry Pi" in _MODEL.read_bytes()
    except OSError:
        return False


def _failed(command: list[str]) -> str | None:
    """None if a program succeeded, else the end of its output."""
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    if not done.returncode:
        return None
    lines = (done.stderr.strip() or done.stdout.strip() or f"exit {done.returncode}").splitlines()
    return next((line for line in reversed(lines) if line.startswith("ERROR")), lines[-1])
