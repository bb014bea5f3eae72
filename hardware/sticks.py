"""USB sticks: where they are mounted; on a system without a desktop they are mounted first, to be read only."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final

MOUNTS: Final = Path("/proc/self/mountinfo")

_PLACES: Final = ("/media/", "/run/media/")
_PATIENCE_S: Final = 20
_OCTAL: Final = re.compile(r"\\([0-7]{3})")
_LIST: Final = ("lsblk", "--json", "--output", "PATH,TYPE,FSTYPE,MOUNTPOINT,HOTPLUG,RM")

Said = Callable[[Sequence[str]], str | None]


def said(command: Sequence[str]) -> str | None:
    """What a program writes to standard output; None where it fails, hangs, or is not there."""
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=_PATIENCE_S, check=True
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout


def sticks(mounts: Path = MOUNTS, ask: Said = said, *, to_write: bool = False) -> list[Path]:
    """The folders of all plugged-in USB sticks; unmounted ones are mounted through udisks, if it may."""
    for partition in _unmounted(ask(_LIST)):
        options = "rw" if to_write else "ro"
        ask(("udisksctl", "mount", "--no-user-interaction", "--options", options, "--block-device", partition))
    return mounted(mounts)


def mounted(mounts: Path = MOUNTS) -> list[Path]:
    """The folders below /media and /run/media at which something is mounted, sorted.

    Source: ``man proc_pid_mountinfo``; the fifth word is the folder, with spaces as ``\\040``.
    """
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return []
    folders = (_OCTAL.sub(lambda digits: chr(int(digits[1], 8)), line.split()[4]) for line in lines if line)
    return sorted({Path(folder) for folder in folders if folder.startswith(_PLACES)})


def _unmounted(listed: str | None) -> Iterator[str]:
    """Partitions of what can be plugged in, or whole sticks without any, that hold files and are mounted nowhere."""
    try:
        devices = json.loads(listed or "{}").get("blockdevices", [])
    except ValueError:
        return
    for device in _flat(devices):
        pluggable = device.get("hotplug") or device.get("rm")
        if pluggable and device.get("fstype") and not device.get("mountpoint") and not device.get("children"):
            yield str(device["path"])


def _flat(devices: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for device in devices:
        yield device
        yield from _flat(device.get("children", []))
