"""The releases on a device and the links that lead to them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

RELEASES: Final = "releases"
CURRENT: Final = "current"
PREVIOUS: Final = "previous"
TRIAL: Final = "trial"


def linked(home: Path, name: str) -> str | None:
    """Return the name of the release that a link leads to, None if there is no such link."""
    try:
        return (home / name).readlink().name
    except OSError:
        return None


def link(home: Path, name: str, release: str) -> None:
    """Point a link to a release, atomically: a power cut leaves the old target or the new one."""
    fresh = home / f".{name}"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(Path(RELEASES) / release)
    os.replace(fresh, home / name)
    sync(home)


def sync(folder: Path) -> None:
    """Sync a folder: its list of files survives a power cut from now on."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
